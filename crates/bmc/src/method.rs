//! How is a formula made and solved?

use solver::Backend;

/// What can be chosen about formulas; the answers are the same with all of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Method {
    pub backend: Backend,
    /// Whether all clauses are kept, for [`Formula::cnf`](crate::Formula::cnf).
    pub is_recorded: bool,
}

impl Method {
    /// As it is usually done, with this solver.
    pub fn with(backend: Backend) -> Method {
        Method { backend, ..Method::default() }
    }
}
