//! Which final states of the algorithms of `dat3m-thesis` Table 5.2 are new under a weaker model:
//! the published answers (and those for ARM of Table B.2), from `bench/table52/list.csv`.
//!
//! Where nothing is new, every state of an execution that only the target has was asked about once,
//! so the number of iterations says nothing of the solver and must be the published one. Porthos
//! counts one more where there is any, for the question that has no answer.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/table52")
}

fn ask(program: &str, from: &str, to: &str) -> Value {
    let file = folder().join(program).with_extension("c");
    let options = ["--from", from, "--to", to, "--state", "--bound", "2", "--format", "json"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    let output = command.arg("port").arg(file).args(options).output().expect("heddle runs");
    let error = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{program}: {error}"))
}

#[test]
fn answers_and_iterations_are_the_published_ones() {
    let list = std::fs::read_to_string(folder().join("list.csv")).expect("the list can be read");
    let mut counts = 0;
    for line in list.lines().skip(1) {
        let [program, from, to, answer, iterations, _] =
            line.split(',').collect::<Vec<_>>().try_into().expect("a line has six fields");
        if answer.is_empty() {
            continue;
        }
        let found = ask(program, from, to);
        assert_eq!(found["verdict"], answer, "{line}");
        if answer == "portable" && !iterations.is_empty() {
            let published: u64 = iterations.parse().expect("a number of iterations");
            assert_eq!(found["iterations"], published.saturating_sub(1), "{line}");
            counts += 1;
        }
    }
    assert_eq!(counts, 5, "rows with a number of iterations that does not depend on chance");
}
