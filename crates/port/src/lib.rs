//! Portability: does a litmus test do nothing under a target model that it does not do under a
//! source model (`dat3m-thesis` ch. 5)?
//!
//! *Trace portability* (Def. 11) is about executions, which are who reads from whom and coherence:
//! the target allows none that the source forbids. *State portability* (Def. 12) is about final
//! states: the target reaches none that the source does not reach. Both are asked in this direction
//! only, as in §5.6.1 and §5.7; the other one is the same question with the models exchanged.
//!
//! In reading order: `model` (does a model forbid an execution, and by which axiom?), `case` (a
//! test as the code of both sides), `lift`, `instruction_fence` and `recompile` (code for another
//! machine), `vocabulary` and `certainty` (does a model know what the test has, and what if not?),
//! `enumeration` (the answers by looking at every execution), `dead` (at those that are dead only),
//! `formula` (the answers by a solver), `program` (C programs, compiled for both sides),
//! `repairing` (which orders make one portable), `explanation` (a counterexample in words: why the
//! source forbids it) and `permission` (why the target does not), `cycle`, `shape`, `dialect` and
//! `distinguish` (the smallest test that tells two models apart).
//!
//! *Portable* is made in [`Portability::portable`] only, which both methods call when they have
//! looked at everything.

mod case;
mod certainty;
mod cycle;
mod dead;
mod dialect;
mod distinguish;
mod enumeration;
mod explanation;
mod formula;
mod instruction_fence;
mod lift;
mod model;
mod permission;
mod program;
mod recompile;
mod repairing;
mod shape;
mod vocabulary;

pub use bmc::{NoOutcome, Settings, Wanted};
pub use case::{Case, Moving};
pub use dead::dead_traces;
pub use distinguish::{Distinction, Distinguishing, LARGEST, Made, Tried, distinguish, tests};
pub use explanation::{Explanation, Link, explain, explain_twin};
pub use lift::Accesses;
pub use model::{Forbidden, Model};
pub use permission::{Permission, permit};
pub use program::{Behaviour, Candidates, Compiled, NewExecution, OfProgram, program};
pub use repairing::{Compile, Porting, Wrong};

use candidates::{Refusal, Twinned};
use events::EventStructure;

/// Where a test comes from and where it goes.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'m> {
    pub source: &'m Model,
    pub target: &'m Model,
    /// Sequential consistency, which says what is certain where a model does not know a fence.
    pub sequential: &'m Model,
}

/// How an answer is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By looking at every execution.
    Enumeration,
    /// By formulas for a solver.
    Formula(Settings),
}

/// Whether a test is portable.
#[derive(Clone, Debug)]
pub enum Portability {
    /// The source has everything that the target has.
    Portable,
    /// The same, but some loops were left after a few rounds.
    PortableWithinBound,
    /// Not empty: one for traces; for states one for each new state, or for the first.
    NotPortable(Vec<Counterexample>),
}

/// An execution that the target allows and the source forbids.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// With the target's choices.
    pub execution: EventStructure,
    /// How many bytes each event is about.
    pub sizes: Vec<u8>,
    /// Its final state, as `heddle litmus` shows it.
    pub state: String,
    /// Whether it satisfies the proposition of the test's condition.
    pub is_positive: bool,
    /// The same execution of the source's code, if that is another.
    pub of_source: Option<Twinned>,
    pub forbidden: Forbidden,
}

impl Portability {
    /// What it means that everything was looked at and nothing was found.
    fn portable(is_cut: bool) -> Portability {
        if is_cut { Portability::PortableWithinBound } else { Portability::Portable }
    }
}

/// Whether a test is trace portable. `goes_on` is asked now and then.
pub fn traces(
    case: &Case<'_>,
    pair: Pair<'_>,
    method: Method,
    goes_on: &dyn Fn() -> bool,
) -> Result<Portability, NoOutcome> {
    let question = Question::new(case, pair, goes_on)?;
    question.require_defined_source(method)?;
    match method {
        Method::Enumeration => enumeration::traces(&question),
        Method::Formula(settings) => formula::traces(&question, settings),
    }
}

/// Whether a test is state portable, with new states. `goes_on` is asked now and then.
pub fn states(
    case: &Case<'_>,
    pair: Pair<'_>,
    wanted: Wanted,
    method: Method,
    goes_on: &dyn Fn() -> bool,
) -> Result<Portability, NoOutcome> {
    let question = Question::new(case, pair, goes_on)?;
    question.require_defined_source(method)?;
    match method {
        Method::Enumeration => enumeration::states(&question, wanted),
        Method::Formula(settings) => formula::states(&question, wanted, settings),
    }
}

/// What is asked, and what the models do not name of it.
struct Question<'q> {
    case: &'q Case<'q>,
    pair: Pair<'q>,
    unnamed: certainty::Unnamed,
    goes_on: &'q dyn Fn() -> bool,
}

impl<'q> Question<'q> {
    fn new(
        case: &'q Case<'q>,
        pair: Pair<'q>,
        goes_on: &'q dyn Fn() -> bool,
    ) -> Result<Question<'q>, NoOutcome> {
        if let Some(message) = pair.source.cannot_be_source() {
            return Err(Refusal::Model(message).into());
        }
        let unnamed = certainty::Unnamed::of(&pair, case).map_err(Refusal::Unsupported)?;
        Ok(Question { case, pair, unnamed, goes_on })
    }

    /// A source in which the test has no meaning allows everything, and so nothing can be said.
    fn require_defined_source(&self, method: Method) -> Result<(), NoOutcome> {
        let Question { case, pair, goes_on, .. } = self;
        if !pair.source.can_be_undefined() {
            return Ok(());
        }
        let (test, lowered) = (case.test, case.source());
        let outcome = match method {
            Method::Enumeration => {
                candidates::run(test, lowered, &pair.source.candidates, goes_on)?
            }
            Method::Formula(settings) => {
                bmc::run(test, lowered, &pair.source.bmc, settings, goes_on)?
            }
        };
        if outcome.is_undefined {
            return Err(Refusal::Unsupported(undefined("source")).into());
        }
        Ok(())
    }

    /// Nothing is known, because of what a model does not name.
    fn uncertain(&self) -> Refusal {
        Refusal::Unsupported(self.unnamed.reason(&self.pair))
    }
}

/// What is said where executions have no meaning in the language of a model.
fn undefined(role: &str) -> String {
    format!(
        "under the {role}, the test has an execution that is not defined (a data race), which may do anything"
    )
}

/// What is said where there is nothing to compare.
const EMPTY: &str = "under the target, no execution of this test is possible";

/// What is said where the source may reach a state later.
const SOURCE_IS_CUT: &str =
    "some loops were left after a few rounds, and the source may reach the new states with more";
