//! Histories that are possible exactly if a formula is satisfiable: §3.3 of `dat3m-thesis`.
//!
//! Each is a *range reduction*: a satisfiable formula becomes a history that SC allows, and an
//! unsatisfiable one a history that even a weak model forbids, so that all models between them
//! answer the question of satisfiability. They make hard inputs with known answers.
//!
//! | reduction | weakest model | section | what is bounded |
//! |---|---|---|---|
//! | [`to_slow`] | SLOW | §3.3.2 | one location |
//! | [`to_gwo`] | GWO | §3.3.3 | four locations, three operations a thread |
//! | [`to_cc`] | CC | §3.3.4 | one location, four operations a thread |
//! | [`to_pso`] | PSO | §3.3.5 | twelve threads |

mod cc;
mod pso;

pub use cc::to_cc;
pub use pso::to_pso;

use crate::model::Model;
use crate::operation::{Action, Operation};
use crate::recording::{Builder, Recording};
use testing::Random;

/// A literal: a variable, and whether it is negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Literal {
    pub variable: usize,
    pub negated: bool,
}

/// A formula in conjunctive normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cnf {
    pub variables: usize,
    pub clauses: Vec<Vec<Literal>>,
}

impl Cnf {
    /// Clauses of three literals with different variables.
    pub fn random(random: &mut Random, variables: usize, clauses: usize) -> Cnf {
        let clause = |random: &mut Random| {
            let mut chosen: Vec<usize> = Vec::new();
            while chosen.len() < 3 {
                let variable = random.index(variables);
                if !chosen.contains(&variable) {
                    chosen.push(variable);
                }
            }
            let literal = |variable| Literal { variable, negated: random.one_in(2) };
            chosen.into_iter().map(literal).collect()
        };
        Cnf { variables, clauses: (0..clauses).map(|_| clause(random)).collect() }
    }

    /// All eight clauses over three variables, the smallest formula of such clauses that is not
    /// satisfiable; or with one of them replaced by another, so that one assignment is left.
    pub fn smallest(random: &mut Random, satisfiable: bool) -> Cnf {
        let clause = |signs: usize| {
            let literal = |variable| Literal { variable, negated: signs >> variable & 1 == 1 };
            (0..3).map(literal).collect()
        };
        let mut clauses: Vec<Vec<Literal>> = (0..8).map(clause).collect();
        for place in (1..clauses.len()).rev() {
            clauses.swap(place, random.index(place + 1));
        }
        if satisfiable {
            clauses[0] = clauses[1 + random.index(7)].clone();
        }
        for clause in &mut clauses {
            clause.rotate_left(random.index(3));
        }
        Cnf { variables: 3, clauses }
    }

    /// By trying all assignments.
    pub fn is_satisfiable(&self) -> bool {
        (0_u64..1 << self.variables).any(|assignment| {
            let holds =
                |literal: &Literal| (assignment >> literal.variable & 1 == 1) != literal.negated;
            self.clauses.iter().all(|clause| clause.iter().any(holds))
        })
    }
}

/// A reduction, and the weakest model of its range; the strongest is SC.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    pub name: &'static str,
    pub weakest: Model,
    pub history: fn(&Cnf) -> Recording,
}

/// All of them.
pub const REDUCTIONS: [Reduction; 4] = [
    Reduction { name: "sc-slow", weakest: Model::Slow, history: to_slow },
    Reduction { name: "sc-gwo", weakest: Model::Gwo, history: to_gwo },
    Reduction { name: "sc-cc", weakest: Model::Cc, history: to_cc },
    Reduction { name: "sc-pso", weakest: Model::Pso, history: to_pso },
];

impl Reduction {
    /// The models that answer the question.
    pub fn range(&self) -> Vec<Model> {
        let weakest = self.weakest;
        let is_inside = |model: &Model| *model == weakest || model.all_weaker().contains(&weakest);
        Model::untimed().filter(is_inside).collect()
    }
}

/// Threads of words, for short.
#[derive(Default)]
struct Threads(Builder);

impl Threads {
    fn write(&mut self, thread: &str, location: &str, value: &str) {
        let (location, value) = (self.0.location(location), self.0.value(value));
        let thread = self.0.thread(thread);
        self.0.push(thread, Operation::new(Action::Write { location, value }), None);
    }

    fn read(&mut self, thread: &str, location: &str, value: &str) {
        let (location, value) = (self.0.location(location), self.0.value(value));
        let thread = self.0.thread(thread);
        self.0.push(thread, Operation::new(Action::Read { location, value }), None);
    }

    /// What a location holds at first, where that matters; saying it again changes nothing.
    fn initial(&mut self, location: &str, value: &str) {
        let (location, value) = (self.0.location(location), self.0.value(value));
        self.0.initial(location, value);
    }

    fn finish(self) -> Recording {
        self.0.finish().expect("no sources are named")
    }
}

/// One location; a thread for each polarity of a variable writes the clauses it satisfies.
pub fn to_slow(cnf: &Cnf) -> Recording {
    let mut threads = Threads::default();
    for variable in 0..cnf.variables {
        for negated in [false, true] {
            let thread = format!("{}{variable}", if negated { "n" } else { "p" });
            for (number, clause) in cnf.clauses.iter().enumerate() {
                if clause.contains(&Literal { variable, negated }) {
                    threads.write(&thread, "xi", &format!("c{number}"));
                }
            }
            threads.write(&thread, "xi", &format!("x{variable}"));
        }
    }
    for variable in 0..cnf.variables {
        threads.read("t", "xi", &format!("x{variable}"));
    }
    for number in 0..cnf.clauses.len() {
        threads.read("t", "xi", &format!("c{number}"));
    }
    threads.finish()
}

/// Assignments are overwritten in a; who reads (x, 2) sees only the one that is left.
pub fn to_gwo(cnf: &Cnf) -> Recording {
    let mut threads = Threads::default();
    let last = cnf.clauses.len().to_string();
    for x in 0..cnf.variables {
        for value in 0..2 {
            let thread = format!("{}{x}", if value == 0 { "n" } else { "p" });
            threads.write(&thread, "a", &format!("{x}.{value}"));
            threads.read(&thread, "a", &format!("{x}.{value}"));
            threads.write(&thread, "b", &format!("{x}.1"));
        }
        threads.read(&format!("q{x}"), "b", &format!("{x}.1"));
        threads.write(&format!("q{x}"), "a", &format!("{x}.2"));
        threads.read(&format!("r{x}"), "h", &last);
        threads.write(&format!("r{x}"), "a", &format!("{x}.0"));
        threads.write(&format!("r{x}"), "a", &format!("{x}.1"));
    }
    for (number, clause) in cnf.clauses.iter().enumerate() {
        for (place, literal) in clause.iter().enumerate() {
            let thread = format!("l{number}.{place}");
            let (x, value) = (literal.variable, u8::from(!literal.negated));
            threads.read(&thread, "a", &format!("{x}.2"));
            threads.read(&thread, "a", &format!("{x}.{value}"));
            threads.write(&thread, "c", &format!("c{number}"));
        }
        let thread = format!("t{number}");
        threads.read(&thread, "h", &number.to_string());
        threads.read(&thread, "c", &format!("c{number}"));
        threads.write(&thread, "h", &(number + 1).to_string());
    }
    threads.finish()
}
