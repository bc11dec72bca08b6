//! Which file has a formula, for other solvers and for checkers of proofs? DIMACS format, with
//! comments.
//!
//! The clauses come first, then those of the question, then the lemmas of the propagator. Two kinds
//! of comments are part of the format, as `proof` reads it: `c edge LITERAL FROM TO`, for graphs
//! that must not have a cycle, and `c lemmas COUNT`, which says how many of the last clauses follow
//! from that alone.

use crate::{Answer, Clauses, Literal, Record};
use std::io::{self, Write};

/// Which question a file puts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Can any be answered with yes of those that were answered with no?
    Refuted,
    /// Can one be answered with yes, by its place?
    One(usize),
}

/// A formula that asks a question.
#[derive(Clone, Debug)]
pub struct Cnf {
    pub(crate) variables: usize,
    pub(crate) clauses: Clauses,
    pub(crate) lemmas: Clauses,
    edges: Vec<(Literal, usize, usize)>,
    comments: Vec<String>,
}

impl Cnf {
    /// The formula of a record, with the edges of its graphs, and some words.
    pub fn new(
        record: &Record,
        asked: Asked,
        edges: Vec<(Literal, usize, usize)>,
        comments: Vec<String>,
    ) -> Cnf {
        let Record { variables, clauses, lemmas, questions } = record.clone();
        let mut own = Cnf { variables, clauses, lemmas, edges, comments };
        for (index, question) in questions.iter().enumerate() {
            let answer = match question.answer {
                Answer::Satisfiable => "yes",
                Answer::Unsatisfiable => "no",
                Answer::Stopped => "not answered",
            };
            let literals: Vec<String> =
                question.assumptions.iter().map(|own| own.dimacs().to_string()).collect();
            let literals = literals.join(" ");
            own.comments.push(format!("question {}: {answer}: {literals}", index + 1));
        }
        match asked {
            Asked::One(index) => {
                questions[index]
                    .assumptions
                    .iter()
                    .for_each(|literal| own.clauses.push(&[*literal]));
            }
            Asked::Refuted => {
                let refuted = questions.iter().filter(|own| own.answer == Answer::Unsatisfiable);
                let refuted: Vec<&[Literal]> = refuted.map(|own| &*own.assumptions).collect();
                own.ask_any(&refuted);
            }
        }
        own
    }

    /// One of these holds: each has a variable that implies it.
    fn ask_any(&mut self, questions: &[&[Literal]]) {
        let mut any = Vec::new();
        for question in questions {
            let asked = crate::Variable::new(self.variables).positive();
            self.variables += 1;
            question.iter().for_each(|literal| self.clauses.push(&[!asked, *literal]));
            any.push(asked);
        }
        self.clauses.push(&any);
    }

    /// Clauses and lemmas, in the order of the file.
    pub(crate) fn all(&self) -> impl Iterator<Item = &[Literal]> {
        self.clauses.iter().chain(self.lemmas.iter())
    }

    /// How many there are of both.
    pub fn len(&self) -> usize {
        self.clauses.len() + self.lemmas.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for comment in &self.comments {
            writeln!(out, "c {comment}")?;
        }
        for (literal, from, to) in &self.edges {
            writeln!(out, "c edge {} {from} {to}", literal.dimacs())?;
        }
        writeln!(out, "c lemmas {}", self.lemmas.len())?;
        writeln!(out, "p cnf {} {}", self.variables, self.len())?;
        for clause in self.all() {
            for literal in clause {
                write!(out, "{} ", literal.dimacs())?;
            }
            writeln!(out, "0")?;
        }
        out.flush()
    }
}
