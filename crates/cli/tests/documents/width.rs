//! Prose is wrapped at 100 columns: comments of the sources, and the documents but for tables and
//! code.

use crate::project::{read, root, walk};

const COLUMNS: usize = 100;

/// The lines of a document that are prose, with their numbers.
fn prose_of_document(text: &str) -> Vec<(usize, &str)> {
    let mut is_code = false;
    let mut prose = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !line.trim_start().starts_with('|') {
            prose.push((number, line));
        }
    }
    prose
}

/// The lines of a source that are comments alone, without the code and the tables in them.
fn prose_of_source(text: &str) -> Vec<(usize, &str)> {
    let mut is_code = false;
    let mut prose = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim_start().starts_with("//") {
            is_code = false;
            continue;
        }
        let comment = line.trim_start().trim_start_matches(['/', '!', ' ']);
        if comment.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !comment.starts_with('|') {
            prose.push((number, line));
        }
    }
    prose
}

/// A word that does not fit, such as an address, has nowhere to be broken.
fn can_be_broken(line: &str) -> bool {
    line.trim_start_matches(['/', '!', '-', ' ']).contains(' ')
}

#[test]
fn prose_is_wrapped() {
    let mut wide = Vec::new();
    for file in walk() {
        let prose: fn(&str) -> Vec<(usize, &str)> = match file.rsplit_once('.') {
            Some((_, "rs" | "heddle")) => prose_of_source,
            Some((_, "md")) => prose_of_document,
            _ => continue,
        };
        let text = read(&root().join(&file));
        let too_wide = prose(&text)
            .into_iter()
            .filter(|(_, line)| line.chars().count() > COLUMNS && can_be_broken(line));
        wide.extend(too_wide.map(|(number, line)| format!("{file}:{number}: {line}")));
    }
    assert!(wide.is_empty(), "{} lines are too wide:\n{}", wide.len(), wide.join("\n"));
}
