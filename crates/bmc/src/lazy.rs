//! Consistency as a theory: the formula says nothing of the axioms; the candidate that the solver
//! has found is judged by `cat`, and what is violated comes back as a clause (Haas, Meyer, Ponce de
//! León, *CAAT: Consistency as a theory*, OOPSLA 2022).
//!
//! The propagator follows who is executed, and the pairs of what the model takes as given or
//! chooses. When all of that has values, every axiom is evaluated ([`theory`]); before, those that
//! can only get worse when more becomes true, now and then: more rarely where that was in vain. A
//! violation is traced back through the operators to pairs that are given, chosen or executed, and
//! to such that are not ([`reasons`]); the clause says that not all of this is so.
//!
//! Guarantee: every full assignment that is not objected to satisfies the axioms; every clause is
//! true of every execution that the model allows. Both are checked from outside: what is found is
//! judged again, and `tests` compares all executions with brute force and with the eager encoding.
//!
//! Deviation from the paper: negation need not be static. Why a pair is *not* in a relation is
//! explained as well, by a cut through all ways in which it could be. Only for recursions that are
//! not monotone is the reason all that they depend on.

mod absences;
mod present;
mod reasons;
mod theory;

use solver::{Literal, Propagator};
pub(crate) use theory::Theory;

/// How many literals become true between two looks at a partial assignment, at least and at most.
const SOONEST: usize = 4;
const LATEST: usize = 1 << 12;

/// Follows an assignment, and objects where the axioms do not hold.
#[derive(Debug)]
pub(crate) struct Judge {
    /// None until the formula is made.
    theory: Option<Theory>,
    /// The values of variables, by their index.
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
    /// The length of the trail when each level began.
    levels: Vec<usize>,
    /// Variables that the theory depends on, and how many of them have no value.
    is_needed: Vec<bool>,
    missing: usize,
    /// Invariant: nothing is missing, and the axioms hold.
    is_accepted: bool,
    /// At most so much of the trail is as it was when a part was last judged.
    judged: usize,
    /// So many literals are assigned between two looks.
    patience: usize,
}

impl Judge {
    pub(crate) fn new() -> Judge {
        Judge {
            theory: None,
            values: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            is_needed: Vec::new(),
            missing: 0,
            is_accepted: false,
            judged: 0,
            patience: SOONEST,
        }
    }

    /// From now on, this is what must hold. All its variables are observed, from now on at least.
    pub(crate) fn require(&mut self, theory: Theory) {
        for literal in theory.literals() {
            let index = literal.variable().index();
            if self.is_needed.len() <= index {
                self.is_needed.resize(index + 1, false);
            }
            if !std::mem::replace(&mut self.is_needed[index], true) {
                let has_value = self.values.get(index).copied().flatten().is_some();
                self.missing += usize::from(!has_value);
            }
        }
        self.theory = Some(theory);
    }

    fn is_needed(&self, literal: Literal) -> bool {
        self.is_needed.get(literal.variable().index()).copied().unwrap_or(false)
    }
}

impl Propagator for Judge {
    fn assign(&mut self, literal: Literal) {
        let index = literal.variable().index();
        if self.values.len() <= index {
            self.values.resize(index + 1, None);
        }
        // A variable that is observed twice may be told of twice.
        if self.values[index].is_some() {
            return;
        }
        self.values[index] = Some(!literal.is_negated());
        self.missing -= usize::from(self.is_needed(literal));
        self.trail.push(literal);
    }

    fn push_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, levels: usize) {
        let Some(length) = self.levels.get(levels).copied() else { return };
        self.levels.truncate(levels);
        for literal in self.trail.split_off(length) {
            self.values[literal.variable().index()] = None;
            self.missing += usize::from(self.is_needed(literal));
        }
        self.is_accepted &= self.missing == 0;
        self.judged = self.judged.min(length);
    }

    fn objection(&mut self) -> Option<Vec<Literal>> {
        let theory = self.theory.as_mut()?;
        let is_full = self.missing == 0;
        let is_time = match is_full {
            true => !self.is_accepted,
            false => self.trail.len() - self.judged >= self.patience,
        };
        if !is_time {
            return None;
        }
        let values = &self.values;
        let value = |literal: Literal| {
            let value = values.get(literal.variable().index()).copied().flatten()?;
            Some(value != literal.is_negated())
        };
        let objection = theory.objection(&value, is_full);
        self.judged = self.trail.len();
        self.is_accepted = is_full && objection.is_none();
        if objection.is_some() {
            self.patience = (self.patience / 2).max(SOONEST);
        } else if !is_full {
            self.patience = (self.patience * 2).min(LATEST);
        }
        objection
    }
}
