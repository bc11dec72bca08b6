//! Answers that cannot be written: a full disk is told and is status 3, whoever prints.

use crate::run::{Folder, Outcome, command};
use std::path::Path;
use std::process::Stdio;

fn into_full_disk(words: &[&Path]) -> Outcome {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    command(words).stdout(Stdio::from(full)).output().expect("the binary was built").into()
}

#[test]
fn a_full_disk_is_told() {
    let folder = Folder::new();
    let program =
        folder.file("x.heddle", "function @main() {\n  fail error-reached\n  unreachable\n}\n");
    let test = "X86 x\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n";
    let (test, other) = (folder.file("x.litmus", test), folder.file("y.litmus", test));
    let log = folder.file("log", "");
    let commands: [&[&Path]; 12] = [
        &["check".as_ref(), &program],
        &["check".as_ref(), &program, "--format=json".as_ref()],
        &["check".as_ref(), &program, "--print-program".as_ref()],
        &["check".as_ref(), "--help".as_ref()],
        &["--help".as_ref()],
        &["--version".as_ref()],
        &["litmus".as_ref(), &test, &other],
        &["litmus".as_ref(), &test, &other, "--format=json".as_ref()],
        &["litmus".as_ref(), &test, "--compare".as_ref(), &log],
        &["port".as_ref(), &test, &other, "--from=sc".as_ref(), "--to=tso".as_ref()],
        &["port".as_ref(), &test, &other, "--matrix=sc,tso".as_ref()],
        &["port".as_ref(), "--from=sc".as_ref(), "--to=tso".as_ref()],
    ];
    for words in commands {
        let outcome = into_full_disk(words);
        assert_eq!(outcome.status, Some(3), "{words:?}: {outcome:?}");
        let count = outcome.stderr.matches("the answer cannot be printed: No space left").count();
        assert_eq!(count, 1, "{words:?}: {outcome:?}");
    }
    let dot = ["check".as_ref(), program.as_path(), "--dot".as_ref(), "/dev/full".as_ref()];
    let outcome: Outcome = command(dot).output().unwrap().into();
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("cannot write /dev/full"), "{outcome:?}");
}

#[test]
fn a_reader_that_goes_away_changes_no_status() {
    let folder = Folder::new();
    let program =
        folder.file("x.heddle", "function @main() {\n  fail error-reached\n  unreachable\n}\n");
    for format in ["--format=text", "--format=json"] {
        let words: [&Path; 3] = ["check".as_ref(), &program, format.as_ref()];
        let mut child = command(words).spawn().unwrap();
        drop(child.stdout.take());
        let outcome: Outcome = child.wait_with_output().unwrap().into();
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(1), ""), "{outcome:?}");
    }
}
