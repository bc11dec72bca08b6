//! How do formulas become clauses? As gates: what is known is folded, equal gates are made once,
//! and each gate is a literal that clauses make equal to what it computes (Tseitin 1968).
//!
//! Guarantee: in every assignment of the solver, the literal of a gate has the value that the gate
//! computes from the values of its inputs. So gates can be used in both polarities, and made
//! between questions.

use crate::{Answer, GoesOn, Literal, Solver};
use rustc_hash::FxHashMap;
use std::fmt;

/// What a literal was made for. Inputs are sorted, without what can be folded away.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Gate {
    And(Box<[Literal]>),
    Xor(Literal, Literal),
    /// The second if the first is true, and else the third.
    Choose(Literal, Literal, Literal),
    /// Two of three.
    Majority(Literal, Literal, Literal),
}

/// A solver, and the gates that were made in it.
pub struct Circuit {
    solver: Box<dyn Solver>,
    gates: FxHashMap<Gate, Literal>,
    truth: Literal,
}

impl Circuit {
    /// A circuit in a solver that has no variables yet.
    pub fn new(mut solver: Box<dyn Solver>) -> Circuit {
        let truth = solver.new_variable().positive();
        solver.add_clause(&[truth]);
        Circuit { solver, gates: FxHashMap::default(), truth }
    }

    pub fn solver(&mut self) -> &mut dyn Solver {
        &mut *self.solver
    }

    /// The literal with this value.
    pub fn constant(&self, value: bool) -> Literal {
        self.truth.negated_if(!value)
    }

    /// The value of a literal, if it is a constant.
    pub fn known(&self, literal: Literal) -> Option<bool> {
        (literal.variable() == self.truth.variable()).then_some(literal == self.truth)
    }

    /// A literal that may have either value.
    pub fn free(&mut self) -> Literal {
        self.solver.new_variable().positive()
    }

    /// One of these is true.
    pub fn require(&mut self, clause: &[Literal]) {
        if clause.contains(&self.truth) {
            return;
        }
        let clause: Vec<Literal> =
            clause.iter().copied().filter(|literal| *literal != !self.truth).collect();
        self.solver.add_clause(&clause);
    }

    pub fn and(&mut self, inputs: impl IntoIterator<Item = Literal>) -> Literal {
        let mut inputs: Vec<Literal> =
            inputs.into_iter().filter(|input| *input != self.truth).collect();
        inputs.sort_unstable();
        inputs.dedup();
        // A literal and its negation are neighbours.
        let is_false = inputs.contains(&!self.truth)
            || inputs.windows(2).any(|pair| pair[0].variable() == pair[1].variable());
        if is_false {
            return !self.truth;
        }
        match inputs[..] {
            [] => self.truth,
            [input] => input,
            _ => self.gate(Gate::And(inputs.into())),
        }
    }

    pub fn or(&mut self, inputs: impl IntoIterator<Item = Literal>) -> Literal {
        !self.and(inputs.into_iter().map(|input| !input))
    }

    pub fn implies(&mut self, first: Literal, second: Literal) -> Literal {
        self.or([!first, second])
    }

    pub fn xor(&mut self, first: Literal, second: Literal) -> Literal {
        if let Some(value) = self.known(first) {
            return second.negated_if(value);
        }
        if let Some(value) = self.known(second) {
            return first.negated_if(value);
        }
        if first.variable() == second.variable() {
            return self.constant(first != second);
        }
        let negate = first.is_negated() != second.is_negated();
        let (first, second) = (first.variable().positive(), second.variable().positive());
        self.gate(Gate::Xor(first.min(second), first.max(second))).negated_if(negate)
    }

    pub fn equal(&mut self, first: Literal, second: Literal) -> Literal {
        !self.xor(first, second)
    }

    /// `yes` if `condition`, and else `no`.
    pub fn choose(&mut self, condition: Literal, yes: Literal, no: Literal) -> Literal {
        if let Some(value) = self.known(condition) {
            return if value { yes } else { no };
        }
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.equal(condition, yes);
        }
        if self.known(yes) == Some(true) || yes == condition {
            return self.or([condition, no]);
        }
        if self.known(yes) == Some(false) || yes == !condition {
            return self.and([!condition, no]);
        }
        if self.known(no) == Some(true) || no == !condition {
            return self.or([!condition, yes]);
        }
        if self.known(no) == Some(false) || no == condition {
            return self.and([condition, yes]);
        }
        if condition.is_negated() {
            self.gate(Gate::Choose(!condition, no, yes))
        } else {
            self.gate(Gate::Choose(condition, yes, no))
        }
    }

    /// Whether two of three are true.
    pub fn majority(&mut self, inputs: [Literal; 3]) -> Literal {
        let mut inputs = inputs;
        inputs.sort_unstable();
        let [first, second, third] = inputs;
        for (one, two, other) in
            [(first, second, third), (second, third, first), (first, third, second)]
        {
            if one == two {
                return one;
            }
            if one == !two {
                return other;
            }
            if let Some(value) = self.known(other) {
                return if value { self.or([one, two]) } else { self.and([one, two]) };
            }
        }
        self.gate(Gate::Majority(first, second, third))
    }

    fn gate(&mut self, gate: Gate) -> Literal {
        if let Some(output) = self.gates.get(&gate) {
            return *output;
        }
        let output = self.free();
        match &gate {
            Gate::And(inputs) => {
                let mut clause: Vec<Literal> = vec![output];
                for input in inputs {
                    self.solver.add_clause(&[!output, *input]);
                    clause.push(!*input);
                }
                self.solver.add_clause(&clause);
            }
            Gate::Xor(first, second) => {
                let (first, second) = (*first, *second);
                self.solver.add_clause(&[!output, first, second]);
                self.solver.add_clause(&[!output, !first, !second]);
                self.solver.add_clause(&[output, !first, second]);
                self.solver.add_clause(&[output, first, !second]);
            }
            Gate::Choose(condition, yes, no) => {
                let (condition, yes, no) = (*condition, *yes, *no);
                self.solver.add_clause(&[!condition, !yes, output]);
                self.solver.add_clause(&[!condition, yes, !output]);
                self.solver.add_clause(&[condition, !no, output]);
                self.solver.add_clause(&[condition, no, !output]);
                // Implied, and they let the output follow before the condition is known.
                self.solver.add_clause(&[!yes, !no, output]);
                self.solver.add_clause(&[yes, no, !output]);
            }
            Gate::Majority(first, second, third) => {
                for (one, two) in [(*first, *second), (*second, *third), (*first, *third)] {
                    self.solver.add_clause(&[!one, !two, output]);
                    self.solver.add_clause(&[one, two, !output]);
                }
            }
        }
        self.gates.insert(gate, output);
        output
    }

    /// Looks for values of all literals, as [`Solver::solve`] does.
    pub fn solve(&mut self, assumptions: &[Literal], goes_on: &dyn Fn() -> bool) -> Answer {
        self.solver.solve(assumptions, goes_on)
    }

    /// The same, as [`Solver::search`] does.
    pub fn search(&mut self, assumptions: &[Literal], goes_on: GoesOn<'_>) -> Answer {
        self.solver.search(assumptions, goes_on)
    }

    /// The value of a literal in what was found.
    pub fn value(&mut self, literal: Literal) -> bool {
        self.solver.value(literal)
    }
}

impl fmt::Debug for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} gates, {:?}", self.gates.len(), self.solver.statistics())
    }
}
