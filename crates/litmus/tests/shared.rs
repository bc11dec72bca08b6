//! Public litmus tests, which are not part of the project: `HEDDLE_LITMUS` says where they are, or
//! they are in `../shared/litmus` beside the workspace.
//!
//! Every one of them is read, printed and read again, and lowered; those that are not understood
//! are listed here, with the reason.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use files::files_in;
use std::path::{Path, PathBuf};

/// What a part of a message is for the files that are refused.
const REFUSED: [(&str, &str); 1] = [("c11/manual/imm-E3.5.litmus", "pointer arithmetic")];

fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    let named = std::env::var_os("HEDDLE_LITMUS").map(PathBuf::from);
    named.or(Some(beside)).filter(|folder| folder.is_dir())
}

#[test]
fn public_tests_are_understood() {
    let Some(folder) = folder() else {
        eprintln!("skipped: there are no public litmus tests here (HEDDLE_LITMUS)");
        return;
    };
    let found = files_in(&folder, "litmus");
    let mut wrong = Vec::new();
    for path in &found {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        let outcome = litmus::parse(&text).and_then(|test| {
            litmus::lower(&test, &text)?;
            let printed = test.to_string();
            let again = litmus::parse(&printed)?;
            assert_eq!(again.to_string(), printed, "{name}");
            assert_eq!(
                (&again.initial, &again.condition),
                (&test.initial, &test.condition),
                "{name}"
            );
            Ok(())
        });
        let refused = REFUSED.iter().find(|(file, _)| *file == name);
        match (outcome, refused) {
            (Ok(()), None) => {}
            (Err(error), Some((_, reason))) if error.message.contains(reason) => {}
            (Ok(()), Some(_)) => wrong.push(format!("{name}: understood, but listed as refused")),
            (Err(error), _) => {
                let (line, column) = error.line_and_column(&text);
                wrong.push(format!("{name}:{line}:{column}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), found.len(), wrong.join("\n"));
}
