//! Tasks of the software verification competition: the verdict of each property is compared with
//! the one that is expected.

use crate::run::{Folder, heddle};

const PROGRAM: &str = "define i32 @main() {\n  call void @reach_error()\n  ret i32 0\n}\n\
                       declare void @reach_error()\n";

/// The status and the last lines of a check of this program with these expectations.
fn check(properties: &str, options: &[&str]) -> (Option<i32>, String) {
    let folder = Folder::new();
    folder.file("program.ll", PROGRAM);
    let task =
        format!("format_version: '2.0'\ninput_files: 'program.ll'\nproperties:\n{properties}");
    let task = folder.file("task.yml", task);
    let words = ["check".into(), task.into_os_string()];
    let outcome = heddle(words.into_iter().chain(options.iter().map(Into::into)));
    let told = outcome.stdout.lines().filter(|line| line.contains("task.yml"));
    let told = told.filter_map(|line| line.split_once("task.yml: ")).map(|(_, told)| told);
    (outcome.status, told.collect::<Vec<_>>().join("; ") + &outcome.stderr)
}

#[test]
fn verdicts_are_compared() {
    let property = |name: &str, expected: bool| {
        format!("  - property_file: ../p/{name}.prp\n    expected_verdict: {expected}\n")
    };
    let both = property("unreach-call", false) + &property("no-data-race", true);
    let (status, told) = check(&both, &[]);
    assert_eq!(status, Some(0), "{told}");
    assert_eq!(
        told,
        "unreach-call: expected false, found false; no-data-race: expected true, found true"
    );
    let (status, told) = check(&property("unreach-call", true), &[]);
    assert_eq!((status, &*told), (Some(1), "unreach-call: expected true, but found false"));
    let (status, told) = check(&both, &["--property", "no-data-race"]);
    assert_eq!((status, &*told), (Some(0), "no-data-race: expected true, found true"));
    let (status, told) = check(&both, &["--property", "no-deadlock"]);
    assert_eq!(status, Some(3), "{told}");
    let (status, told) = check(&property("termination", true), &[]);
    assert_eq!(status, Some(3), "{told}");
    let (status, told) = check("options:\n  data_model: ILP32\n", &[]);
    assert_eq!(status, Some(3), "{told}");
}

#[test]
fn the_data_model_is_that_of_the_task() {
    let folder = Folder::new();
    folder.file(
        "program.c",
        "void reach_error(void);\nint main(void) { if (sizeof(void *) == 4) reach_error(); }\n",
    );
    for (model, options, expected) in [
        ("ILP32", &[][..], "false, found false"),
        ("LP64", &[], "false, but found true"),
        ("ILP32", &["--", "-m64"], "false, but found true"),
    ] {
        let task = format!(
            "input_files: 'program.c'\nproperties:\n  - property_file: unreach-call.prp\n    \
             expected_verdict: false\noptions:\n  data_model: {model}\n"
        );
        let task = folder.file("task.yml", task);
        let words = ["check".into(), task.into_os_string()];
        let outcome = heddle(words.into_iter().chain(options.iter().map(Into::into)));
        assert!(outcome.stdout.contains(expected), "{}{}", outcome.stdout, outcome.stderr);
    }
}
