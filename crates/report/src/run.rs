//! What a report says about the run besides its findings.

use crate::sentence::{counted, explored};
use answer::{Replay, Statistics};

/// Facts about one run of `heddle check`.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The words of the command up to `--`, without `--replay`.
    pub command: Vec<String>,
    /// The words after `--`.
    pub compiler_flags: Vec<String>,
    pub model: String,
    pub engine: String,
    pub workers: usize,
    /// How often a loop may run.
    pub unroll: Option<u32>,
    /// How often single loops may run, by what the user calls them.
    pub loops: Vec<(String, u32)>,
    /// The bounds that were explored because some loop goes on and on, but for the last one.
    pub levels: Vec<Level>,
    /// How often in a row a weak compare-exchange may fail for no reason, where that must be
    /// explored.
    pub weak_cas: Option<u32>,
    /// The least and the greatest value of inputs that are not of type `bool`.
    pub inputs: (i64, i64),
    pub limits: Limits,
    /// Whether it is known that nothing goes wrong under sc, although something does.
    pub holds_under_sc: bool,
    /// What was being done when it was time to stop, as the end of a sentence: `while …`,
    /// `in the loop at …`.
    pub during: Option<String>,
    /// How long the exploration took.
    pub seconds: f64,
    /// How long everything before it took.
    pub seconds_compiling: f64,
    /// Where the system says.
    pub peak_memory_bytes: Option<u64>,
}

/// What was explored with a bound on loops, without a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// How often a loop may run.
    pub turns: u32,
    pub statistics: Statistics,
}

impl Level {
    /// What was found, in words.
    pub fn tell(&self) -> String {
        let turns = counted(u64::from(self.turns), "turn");
        let explored = explored(&self.statistics);
        match self.statistics.executions {
            0 => format!("no execution ends within {turns} of every loop ({explored})"),
            _ => format!("no violation with up to {turns} of every loop ({explored})"),
        }
    }
}

/// What the user allowed the run to use.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Limits {
    pub seconds: Option<f64>,
    pub memory_bytes: Option<u64>,
}

impl Run {
    /// The command that shows exactly one execution again.
    pub fn replay_command(&self, replay: &Replay) -> String {
        let replay = ["--replay", replay.as_str()];
        let separator: &[&str] = if self.compiler_flags.is_empty() { &[] } else { &["--"] };
        let words = (self.command.iter().map(String::as_str))
            .chain(replay)
            .chain(separator.iter().copied())
            .chain(self.compiler_flags.iter().map(String::as_str));
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a shell wants it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=+,./:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("-DN=3"), "-DN=3");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("-DS=\"a b\""), "'-DS=\"a b\"'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
