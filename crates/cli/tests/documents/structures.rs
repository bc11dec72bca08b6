//! The table in docs/structures.md is what the programs in `examples/structures` say of their bugs,
//! and what their `.expect` files say of the verdicts, which `programs` compares with Heddle.
//! `HEDDLE_BLESS=1` writes it anew.

use crate::project::{read, root};
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str = "<!-- the table is written by crates/cli/tests/documents/structures.rs -->\n";
const END: &str = "<!-- the table ends -->\n";
const MODELS: [&str; 4] = ["sc", "tso", "pso", "rc11"];
/// How many bugs each program has.
const BUGS: usize = 3;

/// The value of a key in a `run` line.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {key}="))?;
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split(' ').next(),
    }
}

/// What the expectations say of a program with a bug, or with none, under a model.
fn cell(expectations: &str, bug: usize, model: &str) -> String {
    let flag = format!("-DBUG={bug}");
    let is_meant = |line: &&str| {
        value(line, "model") == Some(model)
            && value(line, "flags") == (bug > 0).then_some(flag.as_str())
    };
    let Some(line) = expectations.lines().find(is_meant) else {
        return String::new();
    };
    match (value(line, "verdict"), value(line, "kind")) {
        (Some("violated"), Some(kind)) => kind.replace('-', " "),
        (verdict, _) => verdict.unwrap_or_default().to_owned(),
    }
}

/// What the head of a program says of one of its bugs.
fn description(source: &str, bug: usize) -> String {
    let text = |line: &str| {
        let words = line.trim_start().trim_start_matches(['*', '/']);
        words.trim().trim_end_matches("*/").trim().to_owned()
    };
    let start = format!("BUG={bug}:");
    let mut lines = source.lines().map(text).skip_while(|line| !line.starts_with(&start));
    let first = lines.next().unwrap_or_else(|| panic!("no description of {start}"));
    let more = lines
        .take_while(|line| !line.is_empty() && !line.starts_with("BUG=") && !line.starts_with('#'));
    let all: Vec<String> =
        std::iter::once(first[start.len()..].trim().to_owned()).chain(more).collect();
    all.join(" ")
}

fn row(table: &mut String, first: &str, expectations: &str, bug: usize) {
    let cells = MODELS.map(|model| cell(expectations, bug, model)).join(" | ");
    writeln!(table, "| {first} | {cells} |").expect("a string can be written to");
}

fn table() -> String {
    let folder = root().join("examples/structures");
    let entries = std::fs::read_dir(&folder).expect("the folder can be listed");
    let mut programs: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension != "expect"));
    programs.sort();
    let mut table = format!("| program | {} |\n|---|---|---|---|---|\n", MODELS.join(" | "));
    for program in programs {
        let (source, expectations) = (read(&program), read(&program.with_extension("expect")));
        let name = Path::file_name(&program).expect("a file has a name").to_string_lossy();
        row(&mut table, &format!("`{name}`"), &expectations, 0);
        for bug in 1..=BUGS {
            let words = format!("{bug}. {}", description(&source, bug));
            row(&mut table, &words, &expectations, bug);
        }
    }
    table
}

#[test]
fn the_table_of_structures_is_current() {
    let path = root().join("docs/structures.md");
    let text = read(&path);
    let (before, rest) = text.split_once(BEGIN).expect("docs/structures.md has a table");
    let (written, after) = rest.split_once(END).expect("the table has an end");
    let current = table();
    if std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value != "0") {
        std::fs::write(&path, format!("{before}{BEGIN}{current}{END}{after}"))
            .expect("docs/structures.md can be written");
        return;
    }
    assert_eq!(written, current, "HEDDLE_BLESS=1 writes the table anew");
}
