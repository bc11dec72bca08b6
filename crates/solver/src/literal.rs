//! What is a literal? A variable, or its negation, in one number.

use std::fmt;
use std::ops::Not;

/// A variable of a solver, numbered from 0 in the order of their making.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(u32);

impl Variable {
    /// More would not fit into the solvers' signed numbers.
    const MOST: usize = i32::MAX as usize / 2 - 1;

    pub fn new(index: usize) -> Variable {
        assert!(index < Variable::MOST, "a solver has at most {} variables", Variable::MOST);
        Variable(index as u32)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn positive(self) -> Literal {
        Literal(self.0 * 2)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    pub fn variable(self) -> Variable {
        Variable(self.0 / 2)
    }

    pub fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }

    /// As a dense number: variables have two neighbouring ones.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn from_index(index: usize) -> Literal {
        Variable::new(index / 2).positive().negated_if(index % 2 == 1)
    }

    /// The same, negated on a condition.
    pub fn negated_if(self, negate: bool) -> Literal {
        if negate { !self } else { self }
    }

    /// As files in DIMACS format have it: from 1 on, and negative for a negation.
    pub fn dimacs(self) -> i32 {
        let number = self.variable().0 as i32 + 1;
        if self.is_negated() { -number } else { number }
    }

    pub fn from_dimacs(number: i32) -> Literal {
        assert!(number != 0, "0 ends a clause and is no literal");
        let variable = Variable::new(number.unsigned_abs() as usize - 1);
        variable.positive().negated_if(number < 0)
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}
