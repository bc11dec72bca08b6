//! The choices that lead to one execution, as a word of the command line.

use std::fmt;
use std::str::FromStr;

/// A path through the tree of choices, written `0.2.1`; the path without choices is written `.`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayPath(pub Vec<u32>);

/// A word that is no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadPath;

impl fmt::Display for ReplayPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(".");
        }
        for (index, choice) in self.0.iter().enumerate() {
            let dot = if index > 0 { "." } else { "" };
            write!(f, "{dot}{choice}")?;
        }
        Ok(())
    }
}

impl FromStr for ReplayPath {
    type Err = BadPath;

    fn from_str(word: &str) -> Result<ReplayPath, BadPath> {
        if word == "." {
            return Ok(ReplayPath(Vec::new()));
        }
        let choices = word.split('.').map(|choice| choice.parse::<u32>());
        choices.collect::<Result<_, _>>().map(ReplayPath).map_err(|_| BadPath)
    }
}

impl fmt::Display for BadPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a path is numbers with dots between them, as a report prints it")
    }
}

impl std::error::Error for BadPath {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for choices in [vec![], vec![0], vec![0, 12, 3]] {
            let path = ReplayPath(choices);
            assert_eq!(path.to_string().parse(), Ok(path));
        }
        for word in ["", "1..2", "a", "-1", "1.", "99999999999"] {
            assert_eq!(word.parse::<ReplayPath>(), Err(BadPath), "{word}");
        }
    }
}
