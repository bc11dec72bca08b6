//! How much was explored, for people who wonder and for tests that compare engines.

/// How much was explored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Complete executions.
    pub executions: u64,
    /// Executions in which nothing can run although not all threads have ended.
    pub blocked: u64,
    /// Executions that ended in a violation.
    pub erroneous: u64,
    /// Events added to graphs.
    pub events: u64,
    /// Backward revisits.
    pub revisits: u64,
    /// The largest graph.
    pub largest: u64,
    /// Explorations that ended because everything that could run had been seen elsewhere.
    pub sleep_set_blocked: u64,
    /// How often the exploration started again because it had learnt something.
    pub restarts: u64,
    /// What was solved, if a solver was asked.
    pub formula: Option<FormulaSize>,
}

/// How large a formula is, and how much was done about it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FormulaSize {
    /// How often control goes back in a loop.
    pub bound: u32,
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
}

impl Statistics {
    /// Adds what another part of the exploration counted.
    pub fn add(&mut self, other: &Statistics) {
        self.executions += other.executions;
        self.blocked += other.blocked;
        self.erroneous += other.erroneous;
        self.events += other.events;
        self.revisits += other.revisits;
        self.largest = self.largest.max(other.largest);
        self.sleep_set_blocked += other.sleep_set_blocked;
        self.restarts += other.restarts;
        self.formula = other.formula.or(self.formula);
    }
}
