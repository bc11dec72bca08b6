//! How is it proved that a formula has no assignment? CaDiCaL solves it once more, without a
//! propagator, and says of each clause that it learns from which others it follows. What it says is
//! written in LRAT format, which `proof` checks.
//!
//! The lemmas of the propagator are clauses of the formula here: they were enough for the answer
//! before. That they are true is for the checker to see, from the edges of the graphs.
//!
//! Clauses are numbered anew, since the format wants those of the formula to be the first ones.

use crate::{Answer, Cnf};
use cadical_sys::{CaDiCal, ProofTracer, Status};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::rc::Rc;

/// A search stops after so many conflicts to ask whether it may go on.
const CONFLICTS_AT_A_TIME: i32 = 2_000;

/// Solves a formula and writes why it has no assignment. The proof is worth nothing if the answer
/// is another one, or if it cannot be written.
pub fn refute(cnf: &Cnf, proof: Box<dyn Write>, goes_on: &dyn Fn() -> bool) -> io::Result<Answer> {
    if cnf.all().any(<[_]>::is_empty) {
        return Ok(Answer::Unsatisfiable);
    }
    let writer = Rc::new(RefCell::new(Writer::new(cnf.len(), proof)));
    let mut solver = CaDiCal::new();
    solver.connect_proof_tracer1(writer.clone(), true, false);
    assert!(solver.set("factor", 0), "CaDiCaL has the option `factor`");
    solver.resize(cnf.variables as i32);
    for clause in cnf.all() {
        clause.iter().for_each(|literal| solver.add(literal.dimacs()));
        solver.add(0);
    }
    let answer = loop {
        if !goes_on() {
            break Answer::Stopped;
        }
        let limited = solver.limit("conflicts", CONFLICTS_AT_A_TIME);
        assert!(limited, "CaDiCaL has a limit of conflicts");
        match solver.solve() {
            Status::SATISFIABLE => break Answer::Satisfiable,
            Status::UNSATISFIABLE => break Answer::Unsatisfiable,
            Status::UNKNOWN => {}
        }
    };
    solver.disconnect_proof_tracer1();
    drop(solver);
    let writer = Rc::into_inner(writer).expect("nobody else writes any more").into_inner();
    writer.end()?;
    Ok(answer)
}

/// Writes steps as they come.
struct Writer {
    out: Box<dyn Write>,
    /// Invariant: what was not deleted has a number; those of the formula are at most `given`.
    numbers: HashMap<i64, usize>,
    given: usize,
    /// How many clauses of the formula were seen.
    seen: usize,
    /// The last number that a step has.
    last: usize,
    /// Clauses that CaDiCaL may bring back: they are kept.
    weakened: HashSet<i64>,
    line: String,
    /// The first thing that went wrong with writing.
    error: Option<io::Error>,
}

impl Writer {
    fn new(given: usize, out: Box<dyn Write>) -> Writer {
        Writer {
            out,
            numbers: HashMap::new(),
            given,
            seen: 0,
            last: given,
            weakened: HashSet::new(),
            line: String::new(),
            error: None,
        }
    }

    fn write_line(&mut self) {
        if self.error.is_none() {
            self.error = writeln!(self.out, "{}", self.line).err();
        }
    }

    fn end(mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

/// Text of numbers cannot fail to be written into a string.
const INTO_STRING: &str = "a string takes all text";

impl ProofTracer for Writer {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        if restored && self.numbers.contains_key(&id) {
            return;
        }
        self.seen += 1;
        assert!(self.seen <= self.given, "CaDiCaL has no clauses but those of the formula");
        self.numbers.insert(id, self.seen);
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        assert_eq!(witness, 0, "every step of CaDiCaL's is a consequence");
        self.last += 1;
        self.numbers.insert(id, self.last);
        self.line.clear();
        write!(self.line, "{}", self.last).expect(INTO_STRING);
        for literal in clause {
            write!(self.line, " {literal}").expect(INTO_STRING);
        }
        self.line.push_str(" 0");
        for antecedent in antecedents {
            let number = self.numbers.get(antecedent).expect("a step follows from what is there");
            write!(self.line, " {number}").expect(INTO_STRING);
        }
        self.line.push_str(" 0");
        self.write_line();
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        if self.weakened.contains(&id) {
            return;
        }
        let Some(number) = self.numbers.remove(&id) else { return };
        self.line.clear();
        write!(self.line, "{} d {number} 0", self.last).expect(INTO_STRING);
        self.write_line();
    }

    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        self.weakened.insert(id);
    }

    fn strengthen(&mut self, _: i64) {}

    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}

    fn add_assumption(&mut self, _: i32) {}

    fn add_constraint(&mut self, _: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}

    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}

    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}

    fn conclude_unknown(&mut self, _: &[i32]) {}
}
