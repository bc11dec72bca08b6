//! The functions of the C library in docs/programs.md are those that the runtime has.
//! `HEDDLE_BLESS=1` lists them anew.

use crate::project::{read, root};

const BEGIN: &str =
    "<!-- functions: listed by crates/cli/tests/documents/functions.rs -->\n```text\n";
const END: &str = "```\n";
/// How long lines are at most.
const WIDTH: usize = 100;

/// The names, with as many on a line as fit.
fn list() -> String {
    let mut text = String::new();
    let mut line = String::new();
    for name in llvm::supported_functions() {
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

#[test]
fn the_list_of_functions_is_current() {
    let path = root().join("docs/programs.md");
    let text = read(&path);
    let (before, rest) = text.split_once(BEGIN).expect("docs/programs.md has a list of functions");
    let (listed, after) = rest.split_once(END).expect("the list of functions has an end");
    let current = list();
    if std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value != "0") {
        std::fs::write(&path, format!("{before}{BEGIN}{current}{END}{after}"))
            .expect("docs/programs.md can be written");
        return;
    }
    assert_eq!(listed, current, "HEDDLE_BLESS=1 lists the functions anew");
}
