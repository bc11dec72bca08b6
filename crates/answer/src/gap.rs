//! What keeps an answer from being about all executions: a gap makes it `unknown`, a cut makes it
//! one within a bound.

use crate::monitor::Stop;
use base::SourcePosition;

/// Something that keeps the answer from being complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gap {
    /// An execution reached something that Heddle cannot do.
    Unsupported {
        what: String,
        position: Option<SourcePosition>,
    },
    Stopped(Stop),
    /// Something was wrong that was not asked about, and nothing is known of what follows.
    OtherViolation {
        what: String,
        position: Option<SourcePosition>,
    },
    /// A loop goes on and on: the one that starts here.
    Endless {
        position: Option<SourcePosition>,
    },
}

/// What a search has left out because of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cut {
    /// Whether a loop would have gone on.
    pub turns: bool,
    /// The first such loop.
    pub turning: Option<SourcePosition>,
    /// Whether a weak compare-exchange would have failed again, although it need not.
    pub failures: bool,
    /// Whether the program has inputs with other values than those that were tried.
    pub inputs: bool,
    /// Whether it asks its surroundings, for the time, input, the environment or its arguments: one
    /// answer is tried.
    pub surroundings: bool,
}

impl Cut {
    pub fn is_nothing(self) -> bool {
        !self.turns && !self.failures && !self.inputs && !self.surroundings
    }

    pub fn is_only_surroundings(self) -> bool {
        self == Cut { surroundings: true, ..Cut::default() }
    }

    /// Takes note of a loop that would have gone on.
    pub fn add_turn(&mut self, position: Option<SourcePosition>) {
        self.turns = true;
        self.turning = self.turning.or(position);
    }

    /// Adds what was left out later.
    pub fn add(&mut self, later: Cut) {
        self.turns |= later.turns;
        self.turning = self.turning.or(later.turning);
        self.failures |= later.failures;
        self.inputs |= later.inputs;
        self.surroundings |= later.surroundings;
    }
}
