//! The tables in docs/mappings.md are those that `--mapping` knows. `HEDDLE_BLESS=1` writes them
//! anew.

use crate::project::{read, root};
use base::Ordering;
use std::fmt::Write;
use unroll::mapping::{MAPPINGS, Mapping, Operation};

/// What the tables begin with; they go on to the end of the file.
const BEGIN: &str = "<!-- tables: written by crates/cli/tests/documents/mappings.rs -->\n";

/// How long lines are at most.
const WIDTH: usize = 100;

/// Words in lines that are not too long.
fn wrapped(words: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in words.split_whitespace() {
        let own = word.chars().count();
        if length > 0 && length + 1 + own > WIDTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += own;
    }
    text + "\n"
}

/// A row for each code that several orders share.
fn table(mapping: &Mapping, text: &mut String) {
    writeln!(text, "\n## `{}`, for the model {}\n", mapping.name, mapping.model).unwrap();
    text.push_str(&wrapped(&format!("Source: {}.", mapping.source)));
    text.push_str("\n| operation | order | code |\n|---|---|---|\n");
    for operation in Operation::ALL {
        let mut rows: Vec<(&str, Vec<&str>)> = Vec::new();
        for ordering in Ordering::ALL {
            let Some(code) = mapping.code(operation, ordering) else { continue };
            match rows.iter_mut().find(|(known, _)| *known == code) {
                Some((_, orders)) => orders.push(ordering.name()),
                None => rows.push((code, vec![ordering.name()])),
            }
        }
        for (code, orders) in rows {
            let code = if code.is_empty() { "nothing".to_owned() } else { format!("`{code}`") };
            writeln!(text, "| {operation} | {} | {code} |", orders.join(", ")).unwrap();
        }
    }
}

#[test]
fn the_tables_of_mappings_are_current() {
    let path = root().join("docs/mappings.md");
    let text = read(&path);
    let (before, listed) = text.split_once(BEGIN).expect("docs/mappings.md has tables");
    let mut current = String::new();
    for mapping in MAPPINGS {
        table(mapping, &mut current);
    }
    if testing::is_blessing() {
        let written = format!("{before}{BEGIN}{current}");
        std::fs::write(&path, written).expect("docs/mappings.md can be written");
        return;
    }
    assert_eq!(listed, current, "HEDDLE_BLESS=1 writes the tables anew");
}
