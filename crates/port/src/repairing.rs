//! Which stronger orders and added fences make a C program portable? `repair` looks for them, and
//! asks here of each program that it makes whether that is portable.
//!
//! The changes are for the target. A program with them is portable if *its* code for the target
//! does nothing that the code of the program **as it is** does not do for the source: what is
//! wanted is the old behaviour on the new machine. Were both sides changed, a fence could forbid
//! something on the source that the target then does anew, and more order would not always help; so
//! it does, since the source stays what it is and the target has fewer executions
//! (`tests/portability/repairs.rs` holds the repairs against every set of changes).
//!
//! A data race under the target, where the source has none, is behaviour that only the target has:
//! it may do anything. So it is repaired like other behaviour, by orders that order the accesses.

use crate::{Behaviour, Compiled, NewExecution, Pair};
use bmc::{Method, NoOutcome};
use candidates::Refusal;
use program::Program;
use repair::{Judge, Judgement};
use unroll::{Acyclic, EventId, align};

/// What a program is compiled to for the target; why it is not, if it is not.
pub type Compile<'p> = &'p dyn Fn(&Program) -> Result<Acyclic, NoOutcome>;

/// Says of programs whether their code for the target does only what one program does on the
/// source.
#[allow(missing_debug_implementations, reason = "it has closures")]
pub struct Porting<'p> {
    /// The code for the source of the program as it is.
    pub source: &'p Acyclic,
    pub compile: Compile<'p>,
    pub pair: Pair<'p>,
    pub behaviour: Behaviour,
    pub method: Method,
    pub goes_on: &'p dyn Fn() -> bool,
    /// What was wrong first.
    pub first: Option<Wrong>,
    /// Why there is no answer, unless something is not supported.
    pub failure: Option<NoOutcome>,
}

/// Why a program is not portable.
#[derive(Debug)]
pub enum Wrong {
    /// What only the target does, with the code in which it is.
    New(Box<(Compiled, NewExecution)>),
    /// The target has a data race, which may do anything, and the source has none.
    NoMeaning,
}

impl Porting<'_> {
    fn ask(&mut self, program: &Program) -> Result<Judgement, NoOutcome> {
        let target = (self.compile)(program)?;
        let [target, source] = align(&target, self.source).map_err(Refusal::Unsupported)?;
        let compiled = Compiled { source, target };
        let Porting { pair, behaviour, method, goes_on, .. } = *self;
        let mut found = crate::program(&compiled, pair, behaviour, method, goes_on)?;
        let positions = |events: &[EventId]| {
            let events = events.iter().map(|id| compiled.target.event(*id));
            events.filter_map(|event| event.position).collect()
        };
        if let Some(events) = &found.undefined {
            let executed = positions(events);
            self.first.get_or_insert(Wrong::NoMeaning);
            return Ok(Judgement::Violated { executed });
        }
        if found.new.is_empty() {
            return Ok(Judgement::Holds { within_bound: found.is_cut });
        }
        let new = found.new.swap_remove(0);
        let executed = positions(&new.allowed.events);
        self.first.get_or_insert(Wrong::New(Box::new((compiled, new))));
        Ok(Judgement::Violated { executed })
    }
}

impl Judge for Porting<'_> {
    fn judge(&mut self, program: &Program) -> Judgement {
        self.ask(program).unwrap_or_else(|failure| {
            let reason = match &failure {
                NoOutcome::Refused(refusal) => refusal.to_string(),
                NoOutcome::Broken(what) => what.clone(),
            };
            if !matches!(failure, NoOutcome::Refused(Refusal::Unsupported(_))) {
                self.failure.get_or_insert(failure);
            }
            Judgement::Unknown(reason)
        })
    }
}
