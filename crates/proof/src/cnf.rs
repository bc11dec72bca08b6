//! Which clauses are there? DIMACS format, with two comments that mean something:
//!
//! ```text
//! c edge 17 3 5       while literal 17 is true, the graphs have an edge from node 3 to node 5
//! c lemmas 40         the last 40 clauses say only that there is no cycle
//! ```

use crate::{File, Rejected, lines, numbers};
use std::collections::HashMap;
use std::io::BufRead;

/// More variables than any solver has; a table of them must fit into memory.
const MOST_VARIABLES: i64 = i32::MAX as i64;

/// How many lines are read between two looks at the clock.
const LINES_AT_A_TIME: usize = 10_000;

/// Clauses, and graphs without cycles.
#[derive(Clone, Default, Debug)]
pub struct Formula {
    pub variables: i64,
    /// Literals are numbers from 1 on, and negative for a negation.
    pub clauses: Vec<Box<[i64]>>,
    /// So many of the last clauses are lemmas.
    pub lemmas: usize,
    /// The edges that are there while a literal is true.
    pub edges: HashMap<i64, Vec<(u64, u64)>>,
}

impl Formula {
    /// Reads a file; none if it takes too long.
    pub fn read(
        reader: impl BufRead,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Result<Formula, Rejected>> {
        let mut formula = Formula::default();
        let mut announced = None;
        let mut clause = Vec::new();
        for line in lines(File::Clauses, reader) {
            let (number, text) = match line {
                Ok(line) => line,
                Err(rejected) => return Some(Err(rejected)),
            };
            if number % LINES_AT_A_TIME == 0 && !goes_on() {
                return None;
            }
            if let Err(rejected) = formula.line(number, &text, &mut announced, &mut clause) {
                return Some(Err(rejected));
            }
        }
        Some(formula.complete(announced, &clause))
    }

    fn line(
        &mut self,
        number: usize,
        text: &str,
        announced: &mut Option<usize>,
        clause: &mut Vec<i64>,
    ) -> Result<(), Rejected> {
        let wrong = |message: String| Err(Rejected::at(File::Clauses, number, message));
        if let Some(comment) = text.strip_prefix('c') {
            return self.comment(number, comment);
        }
        if let Some(header) = text.strip_prefix("p cnf ") {
            let [variables, clauses] = numbers(File::Clauses, number, header)?[..] else {
                return wrong("`p cnf` is followed by two numbers".to_owned());
            };
            let is_number = (0..=MOST_VARIABLES).contains(&variables) && clauses >= 0;
            if announced.is_some() || !is_number {
                return wrong("there is one line `p cnf`, with two numbers from 0 on".to_owned());
            }
            self.variables = variables;
            *announced = Some(clauses as usize);
            return Ok(());
        }
        for literal in numbers(File::Clauses, number, text)? {
            if announced.is_none() {
                return wrong("clauses come after the line `p cnf`".to_owned());
            }
            if literal.unsigned_abs() > self.variables.unsigned_abs() {
                return wrong(format!("there is no variable {}", literal.unsigned_abs()));
            }
            match literal {
                0 => self.clauses.push(std::mem::take(clause).into()),
                literal => clause.push(literal),
            }
        }
        Ok(())
    }

    /// A comment, which means something if it starts with one of two words.
    fn comment(&mut self, number: usize, text: &str) -> Result<(), Rejected> {
        let wrong = |message: &str| Err(Rejected::at(File::Clauses, number, message));
        if let Some(edge) = text.strip_prefix(" edge ") {
            let [literal, from, to] = numbers(File::Clauses, number, edge)?[..] else {
                return wrong("`c edge` is followed by a literal and two nodes");
            };
            if literal == 0 || from < 0 || to < 0 {
                return wrong("an edge has a literal, and nodes from 0 on");
            }
            self.edges.entry(literal).or_default().push((from as u64, to as u64));
        } else if let Some(count) = text.strip_prefix(" lemmas ") {
            let [count] = numbers(File::Clauses, number, count)?[..] else {
                return wrong("`c lemmas` is followed by a number");
            };
            if count < 0 || self.lemmas > 0 {
                return wrong("there is one number of lemmas, from 0 on");
            }
            self.lemmas = count as usize;
        }
        Ok(())
    }

    fn complete(self, announced: Option<usize>, rest: &[i64]) -> Result<Formula, Rejected> {
        let wrong = |message: String| Err(Rejected::whole(File::Clauses, message));
        let Some(announced) = announced else {
            return wrong("there is no line `p cnf`".to_owned());
        };
        if !rest.is_empty() {
            return wrong("the last clause does not end with 0".to_owned());
        }
        let found = self.clauses.len();
        if found != announced {
            return wrong(format!("there are {found} clauses and not {announced}"));
        }
        if self.lemmas > found {
            return wrong(format!("{} of {found} clauses cannot be lemmas", self.lemmas));
        }
        Ok(self)
    }
}
