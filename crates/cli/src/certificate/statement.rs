//! What does a proof say, and of which program? Lines at the head of its clauses: the version of
//! Heddle, the verdict and its bound, the model, what was looked for, the options that matter to
//! the formula, and the program by its hash.
//!
//! The lines are a claim like the rest of the file. Whoever has the program can make the formula
//! again and compare (`heddle proof CNF PROOF PROGRAM`); without it, the proof is about clauses
//! only. Flags of the compiler are no part of the statement, and are given again: a file that
//! somebody wrote must not choose what clang does.

use crate::Rejection;
use base::Verdict;
use program::{Program, text};
use sha2::{Digest, Sha256};
use std::ffi::OsString;

/// What a proof says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Statement {
    pub(crate) version: String,
    pub(crate) verdict: Verdict,
    pub(crate) bound: u32,
    pub(crate) model: String,
    /// The hash of the lowered program.
    pub(crate) program: String,
    /// Words of the command line that the formula depends on.
    pub(crate) options: Vec<String>,
}

/// How the lines begin, behind `c ` for a comment.
const HEAD: &str = "heddle ";

/// The options that the formula depends on, and whether a value belongs to each.
const OPTIONS: [(&str, bool); 13] = [
    ("--mapping", true),
    ("--library", true),
    ("--nondet", true),
    ("--volatile", true),
    ("--check", true),
    ("--no-races", false),
    ("--spurious-wakeups", false),
    ("--encoding", true),
    ("--without", true),
    ("--alias", true),
    ("--solver", true),
    ("--keep-going", false),
    ("-I", true),
];

impl Statement {
    /// What the answer to a command says.
    pub(crate) fn new(
        program: &Program,
        (verdict, bound): (Verdict, u32),
        model: &str,
        words: &[OsString],
    ) -> Statement {
        Statement {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            verdict,
            bound,
            model: model.to_owned(),
            program: hash(program),
            options: options(words),
        }
    }

    /// The lines, without the sign of a comment.
    pub(crate) fn lines(&self) -> Vec<String> {
        let Statement { version, verdict, bound, model, program, options } = self;
        let mut lines = vec![
            format!("version {version}"),
            format!("verdict {verdict}"),
            format!("bound {bound}"),
            format!("model {model}"),
            format!("program {program}"),
        ];
        lines.extend(options.iter().map(|word| format!("option {word}")));
        lines.into_iter().map(|line| format!("{HEAD}{line}")).collect()
    }

    /// The statement of a file of clauses, if there is one.
    pub(crate) fn read(clauses: &str) -> Option<Statement> {
        let comments = clauses.lines().map_while(|line| line.strip_prefix("c "));
        let lines: Vec<(&str, &str)> = comments
            .map_while(|line| line.strip_prefix(HEAD))
            .filter_map(|line| line.split_once(' '))
            .collect();
        let value = |name: &str| lines.iter().find(|(own, _)| *own == name).map(|(_, text)| *text);
        let verdicts = [Verdict::Holds, Verdict::HoldsWithinBound];
        let options = lines.iter().filter(|(name, _)| *name == "option");
        let verdict = value("verdict")?;
        Some(Statement {
            version: value("version")?.to_owned(),
            verdict: verdicts.into_iter().find(|own| own.name() == verdict)?,
            bound: value("bound")?.parse().ok()?,
            model: value("model")?.to_owned(),
            program: value("program")?.to_owned(),
            options: options.map(|(_, word)| (*word).to_owned()).collect(),
        })
    }

    /// The words of a command that asks the same of a program, up to its files. What is none of the
    /// options that matter is refused.
    pub(crate) fn command(&self) -> Result<Vec<OsString>, Rejection> {
        let words: Vec<OsString> = self.options.iter().map(OsString::from).collect();
        if options(&words) != self.options {
            return Err(Rejection::new("the clauses have options that no formula depends on"));
        }
        let bound = self.bound.to_string();
        let fixed =
            ["heddle", "check", "--engine", "bmc", "--model", &self.model, "--bound", &bound];
        Ok(fixed.into_iter().map(OsString::from).chain(words).collect())
    }

    /// What is certified, if the clauses are the program's.
    pub(crate) fn sentence(&self) -> String {
        let Statement { verdict, bound, model, .. } = self;
        match verdict {
            Verdict::HoldsWithinBound => format!("holds within bound {bound} under {model}"),
            _ => format!("holds under {model}"),
        }
    }
}

/// The words among these that the formula depends on, with their values.
fn options(words: &[OsString]) -> Vec<String> {
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut words = words.take_while(|word| word != "--");
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let is_this = |(name, _): &&(&str, bool)| {
            word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        let Some((name, has_value)) = OPTIONS.iter().find(is_this) else { continue };
        let needs_value = *has_value && word == **name;
        found.push(word);
        if needs_value {
            found.extend(words.next());
        }
    }
    found
}

/// The hash of a program: of its text form, but for the names of its files.
pub(crate) fn hash(program: &Program) -> String {
    let text = text::print(program);
    let mut hasher = Sha256::new();
    for line in text.lines().filter(|line| !line.starts_with("source ")) {
        hasher.update(line.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_as_they_are_written() {
        let words =
            ["heddle", "check", "x.c", "--check", "liveness", "--format=json", "--alias=flow"];
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let verdict = (Verdict::HoldsWithinBound, 2);
        let statement = Statement::new(&Program::default(), verdict, "rc11", &words);
        assert_eq!(statement.options, ["--check", "liveness", "--alias=flow"]);
        let lines: Vec<String> = statement.lines().iter().map(|line| format!("c {line}")).collect();
        let text = format!("{}\nc edge 1 2 3\np cnf 1 1\n1 0\n", lines.join("\n"));
        assert_eq!(Statement::read(&text), Some(statement));
        assert_eq!(Statement::read("p cnf 1 1\n1 0\n"), None);
    }

    #[test]
    fn a_statement_chooses_nothing_but_the_question() {
        let words = [OsString::from("--check=races")];
        let mut statement = Statement::new(&Program::default(), (Verdict::Holds, 1), "sc", &words);
        assert!(statement.command().is_ok());
        statement.options.push("--dot".to_owned());
        assert!(statement.command().is_err());
    }
}
