//! Does a proof derive the empty clause? Each step names a clause and those it follows from: assume
//! that it is false, and let the others, in their order, force one literal after the other until
//! one of them has none left.
//!
//! ```text
//! 12 1 -3 0 4 9 2 0      clause 12 is `1 -3`; it follows by clauses 4, 9 and 2
//! 12 d 4 9 0             clauses 4 and 9 are not needed any more
//! ```
//!
//! Clauses of the formula are numbered from 1 on, in their order.

use crate::{File, Formula, Rejected, lines, numbers};
use std::collections::HashMap;
use std::io::BufRead;

/// How many lines are read between two looks at the clock.
const LINES_AT_A_TIME: usize = 1_000;

/// How many steps it takes to derive the empty clause; none if checking takes too long.
pub(crate) fn refutes(
    formula: &Formula,
    proof: impl BufRead,
    goes_on: &dyn Fn() -> bool,
) -> Option<Result<usize, Rejected>> {
    if formula.clauses.iter().any(|clause| clause.is_empty()) {
        return Some(Ok(0));
    }
    let mut checker = Checker::new(formula);
    for line in lines(File::Proof, proof) {
        let (number, text) = match line {
            Ok(line) => line,
            Err(rejected) => return Some(Err(rejected)),
        };
        if number % LINES_AT_A_TIME == 0 && !goes_on() {
            return None;
        }
        match checker.line(number, &text) {
            Ok(Progress::Open) => {}
            Ok(Progress::Refuted) => return Some(Ok(checker.steps)),
            Err(rejected) => return Some(Err(rejected)),
        }
    }
    let message = "it ends without the empty clause";
    Some(Err(Rejected::whole(File::Proof, message)))
}

enum Progress {
    Open,
    Refuted,
}

struct Checker {
    clauses: HashMap<i64, Box<[i64]>>,
    /// Which literals are true: for each variable its literal, or 0 if it has no value.
    /// Invariant: all are 0 between steps.
    values: Vec<i64>,
    /// The literals that are true.
    trail: Vec<i64>,
    steps: usize,
}

impl Checker {
    fn new(formula: &Formula) -> Checker {
        let numbered = (1..).zip(formula.clauses.iter().cloned());
        Checker {
            clauses: numbered.collect(),
            values: vec![0; formula.variables as usize + 1],
            trail: Vec::new(),
            steps: 0,
        }
    }

    fn line(&mut self, line: usize, text: &str) -> Result<Progress, Rejected> {
        if text.trim().is_empty() || text.starts_with('c') {
            return Ok(Progress::Open);
        }
        let wrong = |message: &str| Err(Rejected::at(File::Proof, line, message));
        let mut words = text.split_ascii_whitespace();
        let id = words.next().unwrap_or_default();
        if words.next() == Some("d") {
            let Some((_, gone)) = text.split_once('d') else { unreachable!("there is a `d`") };
            let gone = numbers(File::Proof, line, gone)?;
            let Some((0, gone)) = gone.split_last() else {
                return wrong("a line ends with 0");
            };
            for id in gone {
                if self.clauses.remove(id).is_none() {
                    return wrong(&format!("there is no clause {id} to be deleted"));
                }
            }
            return Ok(Progress::Open);
        }
        let all = numbers(File::Proof, line, text)?;
        let id = numbers(File::Proof, line, id)?[0];
        let mut parts = all[1..].split(|number| *number == 0);
        let (Some(clause), Some(hints), Some([]), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return wrong("a step is a number, literals, 0, numbers of clauses, 0");
        };
        self.step(line, id, clause, hints)
    }

    fn step(
        &mut self,
        line: usize,
        id: i64,
        clause: &[i64],
        hints: &[i64],
    ) -> Result<Progress, Rejected> {
        let wrong = |message: String| Err(Rejected::at(File::Proof, line, message));
        if id <= 0 || self.clauses.contains_key(&id) {
            return wrong(format!("{id} is no new number for a clause"));
        }
        let most = self.values.len() as u64;
        if let Some(literal) = clause.iter().find(|literal| literal.unsigned_abs() >= most) {
            return wrong(format!("there is no variable {}", literal.unsigned_abs()));
        }
        let follows = self.follows(clause, hints);
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        if let Err(message) = follows {
            return wrong(message);
        }
        self.steps += 1;
        if clause.is_empty() {
            return Ok(Progress::Refuted);
        }
        self.clauses.insert(id, clause.into());
        Ok(Progress::Open)
    }

    /// Whether a clause follows from others by unit propagation, in their order.
    fn follows(&mut self, clause: &[i64], hints: &[i64]) -> Result<(), String> {
        for literal in clause {
            if self.is_true(*literal) {
                // It has a literal and its negation, and is always true.
                return Ok(());
            }
            self.assign(-literal);
        }
        for hint in hints {
            if *hint < 0 {
                return Err("a step by resolution asymmetric tautology is not understood".into());
            }
            let Some(reason) = self.clauses.get(hint) else {
                return Err(format!("there is no clause {hint}"));
            };
            let mut open = reason.iter().filter(|literal| !self.is_true(-**literal));
            match (open.next().copied(), open.next()) {
                (None, _) => return Ok(()),
                (Some(literal), None) if self.is_true(literal) => {
                    return Err(format!("clause {hint} is true and forces nothing"));
                }
                (Some(literal), None) => self.assign(literal),
                (Some(_), Some(_)) => return Err(format!("clause {hint} forces nothing")),
            }
        }
        Err("the clauses that it names do not force a contradiction".into())
    }

    fn is_true(&self, literal: i64) -> bool {
        self.values[literal.unsigned_abs() as usize] == literal
    }

    fn assign(&mut self, literal: i64) {
        let variable = literal.unsigned_abs() as usize;
        if self.values[variable] == 0 {
            self.values[variable] = literal;
            self.trail.push(literal);
        }
    }
}
