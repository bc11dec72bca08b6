//! How does something that is not a clause take part in the search? A propagator follows the
//! assignment of the variables that it observes, and objects with a clause when it goes wrong
//! (IPASIR-UP: Fazekas et al., *IPASIR-UP: User propagators for CDCL*, SAT 2023).
//!
//! Only objections, not propagations: a backend has to do no more than take a clause that is false
//! at the time. A propagator may be late with its objection, but not for an assignment that gives
//! all observed variables a value.

use crate::Literal;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// A propagator that its maker and a solver both use.
pub type Shared = Rc<RefCell<dyn Propagator>>;

/// Something that follows an assignment.
pub trait Propagator {
    /// An observed literal became true, at the current level.
    fn assign(&mut self, literal: Literal);

    /// There is one level more.
    fn push_level(&mut self);

    /// So many levels are left; what was assigned at others is taken back, and may be assigned
    /// again.
    fn backtrack(&mut self, levels: usize);

    /// A clause that must hold, and whose literals are all false now. None as long as nothing is
    /// known to be wrong; asked again until what is wrong is taken back.
    fn objection(&mut self) -> Option<Vec<Literal>>;
}

/// Two propagators that follow the same assignment. The first one objects first.
pub struct Both(pub Shared, pub Shared);

impl fmt::Debug for Both {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two propagators")
    }
}

impl Propagator for Both {
    fn assign(&mut self, literal: Literal) {
        self.0.borrow_mut().assign(literal);
        self.1.borrow_mut().assign(literal);
    }

    fn push_level(&mut self) {
        self.0.borrow_mut().push_level();
        self.1.borrow_mut().push_level();
    }

    fn backtrack(&mut self, levels: usize) {
        self.0.borrow_mut().backtrack(levels);
        self.1.borrow_mut().backtrack(levels);
    }

    fn objection(&mut self) -> Option<Vec<Literal>> {
        let first = self.0.borrow_mut().objection();
        first.or_else(|| self.1.borrow_mut().objection())
    }
}
