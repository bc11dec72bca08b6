//! The functions of the C and C++ libraries in docs/programs.md are those that the runtime has.
//! `HEDDLE_BLESS=1` lists them anew.

use crate::project::{read, root};

/// What the lists begin and end with.
const C: &str = "<!-- functions: listed by crates/cli/tests/documents/functions.rs -->\n```text\n";
const CXX: &str =
    "<!-- C++ functions: listed by crates/cli/tests/documents/functions.rs -->\n```text\n";
const END: &str = "```\n";
/// How long lines are at most.
const WIDTH: usize = 100;

/// The names, with as many on a line as fit.
fn list(names: Vec<String>) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for name in names {
        if !line.is_empty() && line.len() + 1 + name.len() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&name);
    }
    text + &line + "\n"
}

/// Compares a list in docs/programs.md, or writes it anew.
fn check(begin: &str, current: &str) {
    let path = root().join("docs/programs.md");
    let text = read(&path);
    let (before, rest) = text.split_once(begin).expect("docs/programs.md has a list of functions");
    let (listed, after) = rest.split_once(END).expect("the list of functions has an end");
    if std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value != "0") {
        std::fs::write(&path, format!("{before}{begin}{current}{END}{after}"))
            .expect("docs/programs.md can be written");
        return;
    }
    assert_eq!(listed, current, "HEDDLE_BLESS=1 lists the functions anew");
}

#[test]
fn the_lists_of_functions_are_current() {
    check(C, &list(llvm::supported_functions()));
    check(CXX, &(llvm::supported_cxx_functions().join("\n") + "\n"));
}
