//! `heddle litmus`: what it prints, and how it ends.

use crate::run::{Folder, heddle};
use std::ffi::OsString;

const SB: &str = "X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
";

fn words(words: &[&str], files: &[std::path::PathBuf]) -> Vec<OsString> {
    let words = std::iter::once("litmus").chain(words.iter().copied()).map(OsString::from);
    words.chain(files.iter().map(|file| file.clone().into())).collect()
}

#[test]
fn the_answer_is_in_the_words_of_herd() {
    let folder = Folder::new();
    let outcome = heddle(words(&[], &[folder.file("sb.litmus", SB)]));
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let without_time: Vec<&str> =
        outcome.stdout.lines().filter(|line| !line.starts_with("Time")).collect();
    let expected = [
        "Test SB Allowed",
        "States 4",
        "0:EAX=0; 1:EAX=0;",
        "0:EAX=0; 1:EAX=1;",
        "0:EAX=1; 1:EAX=0;",
        "0:EAX=1; 1:EAX=1;",
        "Ok",
        "Witnesses",
        "Positive: 1 Negative: 3",
        "Condition exists (0:EAX=0 /\\ 1:EAX=0)",
        "Observation SB Sometimes 1 3",
        "",
    ];
    assert_eq!(without_time, expected);
}

#[test]
fn json_is_one_object_on_a_line() {
    let folder = Folder::new();
    let files = [folder.file("a.litmus", SB), folder.file("b.litmus", "nonsense")];
    let outcome = heddle(words(&["--format", "json", "--model", "sc", "-j", "2"], &files));
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    let lines: Vec<serde_json::Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["verdict"], "No");
    assert_eq!(lines[0]["observation"], "Never");
    assert_eq!(lines[0]["states"].as_array().unwrap().len(), 3);
    assert_eq!(lines[1]["verdict"], "Error");
}

#[test]
fn the_condition_alone_can_be_decided() {
    let folder = Folder::new();
    let file = folder.file("sb.litmus", SB);
    let decided =
        heddle(words(&["--engine", "bmc", "--condition-only"], std::slice::from_ref(&file)));
    assert_eq!(decided.status, Some(0), "{decided:?}");
    let lines: Vec<&str> = decided.stdout.lines().collect();
    assert_eq!(lines[1], "States 2");
    assert!(lines.contains(&"0:EAX=0; 1:EAX=0;"), "{decided:?}");
    assert!(lines.contains(&"Partial other states were not looked for"), "{decided:?}");
    assert!(lines.contains(&"Observation SB Sometimes 1 1"), "{decided:?}");
    let words_of_json =
        ["--engine", "bmc", "--condition-only", "--model", "sc", "--format", "json"];
    let decided = heddle(words(&words_of_json, std::slice::from_ref(&file)));
    let line: serde_json::Value = serde_json::from_str(&decided.stdout).unwrap();
    assert_eq!((&line["observation"], &line["partial"]), (&"Never".into(), &true.into()));
    let refused = heddle(words(&["--condition-only"], &[file]));
    assert_eq!(refused.status, Some(3), "{refused:?}");
    assert!(refused.stderr.contains("goes with `--engine bmc`"), "{refused:?}");
}

#[test]
fn other_tests_go_on_after_a_bad_one() {
    let folder = Folder::new();
    let bad = SB.replace("MOV [x],$1  |", "HLT         |");
    let files = [folder.file("a.litmus", bad), folder.file("b.litmus", SB)];
    let outcome = heddle(words(&[], &files));
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stdout.starts_with("Test SB Allowed"), "{outcome:?}");
    assert!(outcome.stderr.contains("`HLT` is no instruction"), "{outcome:?}");
    assert!(outcome.stderr.contains("a.litmus:4:2"), "{outcome:?}");
}

#[test]
fn folders_lists_and_files_of_models() {
    let folder = Folder::new();
    folder.file("b.litmus", SB.replace("X86 SB", "X86 second"));
    folder.file("a.litmus", SB.replace("X86 SB", "X86 first"));
    folder.file("note.txt", "no test");
    let model = folder.file("my.cat", "\"mine\"\ninclude \"cos.cat\"\nacyclic po | rf | co | fr\n");
    let model = model.to_str().unwrap();
    let list = folder.file("list", "b.litmus # the other one\n");
    let named = |outcome: &crate::run::Outcome| -> Vec<String> {
        let tests = outcome.stdout.lines().filter_map(|line| line.strip_prefix("Observation "));
        tests.map(str::to_owned).collect()
    };
    let outcome = heddle(words(&["--model", model], &[folder.path("")]));
    assert_eq!(named(&outcome), ["first Never 0 3", "second Never 0 3"], "{outcome:?}");
    let at = format!("@{}", list.display());
    let outcome = heddle(words(&["--model", model, &at], &[]));
    assert_eq!(named(&outcome), ["second Never 0 3"], "{outcome:?}");
}

#[test]
fn models_that_are_none() {
    let folder = Folder::new();
    let file = folder.file("sb.litmus", SB);
    let outcome = heddle(words(&["--model", "tos"], std::slice::from_ref(&file)));
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("there is no model `tos`"), "{outcome:?}");
    let model = folder.file("my.cat", "\"mine\"\nacyclic po | fr\n");
    let outcome = heddle(words(&["--model", model.to_str().unwrap()], &[file]));
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("my.cat:2:14"), "{outcome:?}");
    let model = folder.file("final.cat", "final include \"cos.cat\" acyclic po | fr; [FW]\n");
    let file = folder.file("sb.litmus", SB);
    let outcome = heddle(words(&["--model", model.to_str().unwrap()], &[file]));
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("is about `FW`"), "{outcome:?}");
}

#[test]
fn a_test_without_executions_is_an_error() {
    let folder = Folder::new();
    let deadlock = "C deadlock {} P0() { rcu_read_lock(); synchronize_rcu(); rcu_read_unlock(); }";
    for condition in ["exists (true)", "~exists (false)", "forall (true)"] {
        let file = folder.file("deadlock.litmus", format!("{deadlock}\n{condition}\n"));
        let outcome = heddle(words(&[], &[file]));
        assert_eq!(outcome.status, Some(3), "{outcome:?}");
        assert!(outcome.stdout.contains("\nNo\n"), "{outcome:?}");
        assert!(outcome.stderr.contains("no execution of this test"), "{outcome:?}");
    }
}

#[test]
fn witnesses_are_of_what_the_test_says() {
    let folder = Folder::new();
    for (condition, witnesses) in [("exists", "1 Negative: 3"), ("~exists", "3 Negative: 1")] {
        let file = folder.file("sb.litmus", SB.replace("exists", condition));
        let outcome = heddle(words(&[], &[file]));
        assert!(outcome.stdout.contains(&format!("Positive: {witnesses}\n")), "{outcome:?}");
        assert!(outcome.stdout.contains("Observation SB Sometimes 1 3\n"), "{outcome:?}");
    }
}

#[test]
fn results_are_compared_with_a_log() {
    let folder = Folder::new();
    let file = folder.file("sb.litmus", SB);
    let log = folder.file("log", heddle(words(&[], std::slice::from_ref(&file))).stdout);
    let log = log.to_str().unwrap();
    let same = heddle(words(&["--compare", log], std::slice::from_ref(&file)));
    assert_eq!((same.status, same.stdout.as_str()), (Some(0), ""), "{same:?}");
    let other = heddle(words(&["--compare", log, "--model", "sc"], &[file]));
    let expected = "SB: Never, recorded was Sometimes\nSB: only recorded: 0:EAX=0; 1:EAX=0;\n";
    assert_eq!((other.status, other.stdout.as_str()), (Some(1), expected), "{other:?}");
}

#[test]
fn executions_are_drawn() {
    let folder = Folder::new();
    let file = folder.file("sb.litmus", SB);
    let pictures = folder.path("pictures");
    let shown = |which: &str| {
        let options = ["--show", which, "-o", pictures.to_str().unwrap()];
        let outcome = heddle(words(&options, std::slice::from_ref(&file)));
        assert_eq!(outcome.status, Some(0), "{outcome:?}");
        let read = |name: &str| std::fs::read_to_string(pictures.join(name)).ok();
        (read("SB.dot"), read("SB.svg"))
    };
    assert_eq!(shown("none"), (None, None));
    for (which, count) in [("prop", 1), ("neg", 3), ("all", 4)] {
        let (dot, svg) = shown(which);
        let (dot, svg) = (dot.unwrap(), svg.unwrap());
        assert_eq!(dot.matches("digraph").count(), count, "{which}: {dot}");
        assert_eq!(svg.matches("font-weight").count(), count, "{which}: {svg}");
        // Six events, and six arrows of po, rf and co in each; fr depends.
        assert_eq!(svg.matches("<rect").count(), 6 * count + 1, "{which}: {svg}");
        assert_eq!(dot.matches("label=\"po\"").count(), 2 * count);
        assert_eq!(dot.matches("label=\"rf\"").count(), 2 * count);
        assert_eq!(dot.matches("label=\"co\"").count(), 2 * count);
    }
    let (dot, _) = shown("prop");
    assert_eq!(dot.unwrap().matches("label=\"fr\"").count(), 2);
}
