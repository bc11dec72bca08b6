//! How is a formula made and solved? Whatever is chosen here, the answers are the same; formulas
//! are larger or smaller, and solved sooner or later.

use solver::Backend;

/// From about so many clauses on, making them takes longer than judging candidates (BENCHMARKS.md).
const MANY_CLAUSES: usize = 30_000;

/// How the axioms of a model get into a formula.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Axioms {
    /// As clauses and graphs, before anything is solved.
    Eager,
    /// As objections to what the solver finds (see `lazy`).
    Lazy,
    /// As measurements say for such a program and model.
    #[default]
    Auto,
}

/// What is known of where an access can be (see `alias`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Alias {
    /// The numbers that its address can be.
    #[default]
    Numbers,
    /// The objects that its address can be in.
    Flow,
    /// The objects that the address of any of its copies can be in.
    Andersen,
    /// Nothing, unless its address is a constant.
    Nothing,
}

/// What is found out of relations before they become variables (`dat3m-thesis` §4.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analyses {
    /// Which pairs can be in a relation. Otherwise all, unless it is given or chosen.
    pub may: bool,
    /// Which pairs are in it for certain. Otherwise none, unless it is given.
    pub must: bool,
    /// Which pairs matter for an axiom. Otherwise all that can be in a relation.
    pub active: bool,
    /// Where an access can be (§4.8).
    pub alias: Alias,
    /// Whether upper bounds are enough where an axiom forbids: any fixpoint (§4.5.7), and sequences
    /// in one direction. Otherwise relations are exact, and fixpoints the least.
    pub any_fixpoint: bool,
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses { may: true, must: true, active: true, alias: Alias::Numbers, any_fixpoint: true }
    }
}

/// What can be chosen about formulas.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Method {
    pub backend: Backend,
    pub axioms: Axioms,
    pub analyses: Analyses,
    /// Whether all clauses are kept, for [`Formula::cnf`](crate::Formula::cnf). Then axioms are
    /// eager: lemmas that come from a model say nothing to who does not know it.
    pub is_recorded: bool,
}

impl Method {
    /// As it is usually done, with this solver.
    pub fn with(backend: Backend) -> Method {
        Method { backend, ..Method::default() }
    }

    /// Whether the axioms may be lazy.
    pub(crate) fn may_be_lazy(self) -> bool {
        self.axioms != Axioms::Eager && !self.is_recorded
    }

    /// Whether the axioms are lazy, if an eager encoding has about so many clauses; of some models
    /// it is better not to ask for reasons.
    pub(crate) fn is_lazy(self, has_short_reasons: bool, clauses: impl FnOnce() -> usize) -> bool {
        self.may_be_lazy()
            && (self.axioms == Axioms::Lazy || has_short_reasons && clauses() > MANY_CLAUSES)
    }
}
