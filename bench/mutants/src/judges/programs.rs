//! Comparisons of the oracle: all small programs, and random ones.

use super::{Counts, Question};
use std::path::Path;

/// All programs of up to so many statements, one of so many of the larger ones.
const SMALL: [&str; 3] = [
    "all judged --stop --statements 2",
    "all brute --stop --statements 2 --every 4",
    "all judged --stop --statements 3 --every 8",
];

/// Other seeds than those of the tests, which were there when the code was written.
const RANDOM: [&str; 3] =
    ["brute 7000000 12 --stop --steps 20000", "judged 7000000 25 --stop", "large 7000000 4 --stop"];

pub(crate) fn small(tree: &Path) -> Vec<Question> {
    SMALL.map(|words| question(tree, words)).to_vec()
}

pub(crate) fn random(tree: &Path) -> Vec<Question> {
    RANDOM.map(|words| question(tree, words)).to_vec()
}

fn question(tree: &Path, words: &str) -> Question {
    let oracle = tree.join("target/quick/oracle").display().to_string();
    let mut command = vec![oracle];
    command.extend(words.split_whitespace().map(str::to_owned));
    Question {
        name: format!("oracle {words}"),
        command,
        variables: Vec::new(),
        counts: Counts::Status,
    }
}
