//! Is a C program portable? It is compiled for both models, by a mapping for each that is about a
//! machine, and the two results have their accesses in common (`unroll::align`); then the questions
//! are those of litmus tests, within a bound on loops (`dat3m-thesis` §5.5, §5.7).
//!
//! What only the target allows is judged again by the source, on the program that was compiled for
//! it, before anybody sees it. That nothing is found rests on the encoding.
//!
//! *Syntactic deadness* (Fig. 5.4) tells executions that hardly end in a state that the source
//! reaches. Neither direction is certain: what is found was asked about as any other candidate, and
//! where only those executions are candidates, that nothing is found is no answer.

use crate::{Forbidden, Pair, Portability, undefined};
use bmc::{Allowed, Method, NewBehaviour, NoOutcome, Side, Undefined, Wanted};
use candidates::Refusal;
use unroll::{Acyclic, EventId};

/// A program, compiled for the source and for the target, with the same events.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub source: Acyclic,
    pub target: Acyclic,
}

/// Which behaviour is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Behaviour {
    Executions(Candidates),
    States(Wanted, Candidates),
}

/// Which executions are candidates for something new.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Candidates {
    #[default]
    All,
    /// Those that are syntactically dead come first.
    DeadFirst,
    /// Those that are syntactically dead, and no others.
    DeadOnly,
}

/// Whether a program is portable.
#[derive(Clone, Debug)]
pub struct OfProgram {
    /// None if nothing is new.
    pub new: Vec<NewExecution>,
    /// Whether some loop was left at the bound.
    pub is_cut: bool,
    /// How often the solver was asked for something new.
    pub iterations: usize,
    /// The events of an execution under the target that has no meaning in its language (a data
    /// race), if there is one. Then nothing else is looked for, since it may do anything.
    pub undefined: Option<Vec<EventId>>,
}

/// An execution of a program that the target allows and the source forbids.
#[derive(Clone, Debug)]
pub struct NewExecution {
    pub allowed: Allowed,
    pub forbidden: Forbidden,
}

impl OfProgram {
    /// The same as the answer for a test, without its executions.
    pub fn summary(&self) -> Portability {
        match self.new.is_empty() {
            true => Portability::portable(self.is_cut),
            false => Portability::NotPortable(Vec::new()),
        }
    }

    /// The same, if all executions have a meaning.
    pub fn with_meaning(self) -> Result<OfProgram, NoOutcome> {
        match self.undefined {
            Some(_) => Err(Refusal::Unsupported(undefined("target")).into()),
            None => Ok(self),
        }
    }
}

/// Whether a program is portable. `goes_on` is asked now and then.
pub fn program(
    compiled: &Compiled,
    pair: Pair<'_>,
    behaviour: Behaviour,
    method: Method,
    goes_on: &dyn Fn() -> bool,
) -> Result<OfProgram, NoOutcome> {
    if let Some(message) = pair.source.cannot_be_source() {
        return Err(Refusal::Model(message).into());
    }
    let target = Side { model: &pair.target.bmc, acyclic: &compiled.target };
    let source = Side { model: &pair.source.bmc, acyclic: &compiled.source };
    let (Behaviour::Executions(candidates) | Behaviour::States(_, candidates)) = behaviour;
    let dead = (candidates != Candidates::All).then(crate::Model::dead);
    let asked = match (&dead, candidates) {
        (Some(dead), Candidates::DeadFirst) => bmc::Candidates::First(&dead.bmc),
        (Some(dead), _) => bmc::Candidates::Only(&dead.bmc),
        (None, _) => bmc::Candidates::All,
    };
    let found = match behaviour {
        Behaviour::Executions(_) => bmc::new_executions(target, source, asked, method, goes_on)?,
        Behaviour::States(wanted, _) => {
            bmc::new_final_states(target, source, asked, wanted, method, goes_on)?
        }
    };
    let NewBehaviour { found, iterations, is_empty, undefined: without_meaning, is_cut } = found;
    match without_meaning {
        Some(Undefined::Source) => {
            return Err(Refusal::Unsupported(undefined("source")).into());
        }
        Some(Undefined::Target(events)) => {
            return Ok(OfProgram { new: Vec::new(), is_cut, iterations, undefined: Some(events) });
        }
        None => {}
    }
    if is_empty {
        let what = "under the target, no execution ends within the bound";
        return Err(Refusal::Unsupported(what.to_owned()).into());
    }
    let mut new = Vec::new();
    for allowed in found {
        let Some(forbidden) = pair.source.forbids(&allowed.source.structure) else {
            return Err(NoOutcome::Broken("the source allows it".to_owned()));
        };
        new.push(NewExecution { allowed, forbidden });
    }
    // With more rounds, the source may reach what is new within the bound.
    let asks_for_states = matches!(behaviour, Behaviour::States(..));
    if asks_for_states && is_cut && !new.is_empty() {
        return Err(Refusal::Unsupported(crate::SOURCE_IS_CUT.to_owned()).into());
    }
    if candidates == Candidates::DeadOnly && new.is_empty() {
        return Err(Refusal::Unsupported(crate::dead::nothing(Some(iterations))).into());
    }
    Ok(OfProgram { new, is_cut, iterations, undefined: None })
}
