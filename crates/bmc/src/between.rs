//! What does a program do, compiled for one machine, that it does not do compiled for another?
//! Executions by one formula (`dat3m-thesis` §5.5), and final states by the loop of Algorithm 4
//! (§5.7), as `difference` does it for litmus tests.
//!
//! Both sides have the same events (`unroll::align`). Looked at are executions that end: in which
//! every thread that was started has run to its end, or something went wrong that the program
//! itself checks for, and in which no loop was cut at the bound. A final state is what is in the
//! cells of global variables, and whether something went wrong.
//!
//! What is found was computed again from its choices and judged by the target (`execution`); the
//! source's judgement is for the caller to repeat on what it sees of it ([`Allowed::source`]).

mod search;

use crate::difference::Wanted;
use crate::method::Method;
use crate::model::Model;
use crate::second_model::Side;
use crate::states::NoOutcome;
use candidates::Twinned;
use events::EventStructure;
use search::Search;
use solver::Literal;
use unroll::EventId;

/// An execution that the target allows.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Its events in the target's program.
    pub events: Vec<EventId>,
    /// As the target sees it, and as the source does.
    pub target: EventStructure,
    pub source: Twinned,
    /// What is in the cells of global variables in the end, by their addresses.
    pub state: Vec<(u64, u64)>,
    /// Whether something that the program checks for went wrong.
    pub failed: bool,
}

/// Which executions are candidates for something new.
#[derive(Clone, Copy, Debug)]
pub enum Candidates<'a> {
    All,
    /// Those first that this model allows.
    First(&'a Model),
    /// No others, so that nothing is known if there are none.
    Only(&'a Model),
}

impl<'a> Candidates<'a> {
    fn model(self) -> Option<&'a Model> {
        match self {
            Candidates::All => None,
            Candidates::First(model) | Candidates::Only(model) => Some(model),
        }
    }
}

/// What only the target does.
#[derive(Clone, Debug)]
pub struct NewBehaviour {
    /// One execution, or one for each new state.
    pub found: Vec<Allowed>,
    /// How many executions that the source forbids were looked at.
    pub iterations: usize,
    /// Under the target, no execution ends.
    pub is_empty: bool,
    pub undefined: Option<Undefined>,
    /// Some loop was left at the bound.
    pub is_cut: bool,
}

/// Where some execution has no meaning in the language of a model: a data race.
#[derive(Clone, Debug)]
pub enum Undefined {
    Source,
    /// Under the target, and not under the source: these are its events.
    Target(Vec<EventId>),
}

/// An execution that the target allows and the source forbids.
pub fn new_executions<'a>(
    target: Side<'a>,
    source: Side<'a>,
    candidates: Candidates<'a>,
    method: Method,
    goes_on: &'a dyn Fn() -> bool,
) -> Result<NewBehaviour, NoOutcome> {
    let mut search = Search::new(target, source, candidates, method, goes_on)?;
    let ends = search.ends()?;
    let nothing = search.without_anything_new(ends, method)?;
    let mut found = None;
    for round in search.rounds(candidates, ends) {
        if found.is_none() {
            found = search.find(&round)?;
        }
    }
    let found: Vec<Allowed> = found.iter().map(|own| search.allowed(own)).collect();
    Ok(NewBehaviour { iterations: found.len(), found, ..nothing })
}

/// The final states that only the target reaches, each with an execution.
pub fn new_final_states<'a>(
    target: Side<'a>,
    source: Side<'a>,
    candidates: Candidates<'a>,
    wanted: Wanted,
    method: Method,
    goes_on: &'a dyn Fn() -> bool,
) -> Result<NewBehaviour, NoOutcome> {
    let mut search = Search::new(target, source, candidates, method, goes_on)?;
    let ends = search.ends()?;
    let nothing = search.without_anything_new(ends, method)?;
    // What the source reaches is asked for the first candidate only.
    let mut reach = None;
    let (mut found, mut iterations) = (Vec::new(), 0);
    for round in search.rounds(candidates, ends) {
        while let Some(execution) = search.find(&round)? {
            iterations += 1;
            let allowed = search.allowed(&execution);
            let again = search.is_state(&allowed);
            search.formula.circuit().require(&[!again]);
            let reach = match &mut reach {
                Some(reach) => reach,
                None => reach.insert(Reach::new(source, method, goes_on)?),
            };
            if !reach.has(&allowed)? {
                found.push(allowed);
                if wanted == Wanted::First {
                    return Ok(NewBehaviour { found, iterations, ..nothing });
                }
            }
        }
    }
    Ok(NewBehaviour { found, iterations, ..nothing })
}

/// The states that a side reaches.
struct Reach<'a> {
    search: Search<'a>,
    ends: Literal,
}

impl<'a> Reach<'a> {
    fn new(
        side: Side<'a>,
        method: Method,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Result<Reach<'a>, NoOutcome> {
        let mut search = Search::alone(side, method, goes_on)?;
        let ends = search.ends()?;
        Ok(Reach { search, ends })
    }

    /// Whether the state of an execution of the other side is among them.
    fn has(&mut self, allowed: &Allowed) -> Result<bool, NoOutcome> {
        let same = self.search.is_state(allowed);
        Ok(self.search.find(&[self.ends, same])?.is_some())
    }
}
