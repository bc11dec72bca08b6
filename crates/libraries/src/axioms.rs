//! What a call does, by the axioms: the calls on the object so far and the new one are the events
//! of a small execution, which is judged.
//!
//! The axioms find a set for each function, `new` with the call that is judged, and the relations
//! `rf` (each call reads from the one directly before it), `po` (calls of a thread), `int` and
//! `ext`.

use crate::history::{EMPTY, Histories};
use crate::specification::{Function, Specification};
use base::Address;
use cat::program::{Input, Meaning};
use cat::{Concrete, Datum, DatumOf, File, Given, LibraryOnly, Options, Slot, Vocabulary};
use program::library::{Effect, LibraryCall, Reaction, Semantics};
use relation::{Relation, Set};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A specification that can be asked.
#[derive(Debug)]
pub(crate) struct Axioms {
    functions: Vec<Function>,
    /// For each function, the relation to the call whose argument it returns.
    returned: Vec<Option<Slot>>,
    program: cat::Program,
    memory: Mutex<Memory>,
}

#[derive(Default, Debug)]
struct Memory {
    histories: Histories,
    reactions: FxHashMap<(u64, LibraryCall), Reaction>,
}

/// Why axioms are no axioms of a library.
#[derive(Clone, Debug)]
pub enum Problem {
    /// They are not cat.
    Cat(Box<cat::Failure>),
    Other(String),
}

impl Axioms {
    pub(crate) fn new(specification: &Specification, path: &str) -> Result<Axioms, Problem> {
        let functions = specification.functions.clone();
        let names = functions.iter().map(|function| function.name.as_str()).chain(["new"]);
        let vocabulary = Vocabulary::new().sets(names).relations(["po", "rf", "int", "ext"]);
        let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
        let file = File { path: path.into(), text: specification.axioms.as_str().into() };
        let program = cat::compile(vec![file], &options).map_err(Problem::Cat)?;
        if let Some(choice) = program.choices.first() {
            let message = format!("axioms of a library cannot choose `{}`", choice.name);
            return Err(Problem::Other(message));
        }
        let slot = |function: &Function| match &function.returns {
            None => Ok(None),
            Some(relation) => {
                let mut shown = program.shown.iter();
                let found = shown.find(|(name, _)| **name == **relation);
                let message = || {
                    let name = &function.name;
                    format!("what `{name}` returns is not shown: add `show {relation}`")
                };
                found.map(|(_, slot)| Some(*slot)).ok_or_else(|| Problem::Other(message()))
            }
        };
        let returned = functions.iter().map(slot).collect::<Result<_, _>>()?;
        Ok(Axioms { functions, returned, program, memory: Mutex::default() })
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the last of some calls does.
    fn judge(&self, calls: &[LibraryCall]) -> Result<u64, String> {
        let world = Concrete { events: calls.len() };
        let given = Calls { functions: &self.functions, calls };
        let judgement = cat::judge(&self.program, world, &given);
        if let Some(violation) = judgement.forbidden {
            let check = &self.program.checks[violation.check];
            return Err(check.name.as_deref().unwrap_or("unnamed").to_owned());
        }
        let last = calls.len() - 1;
        let Some(slot) = self.returned[calls[last].function as usize] else { return Ok(0) };
        let valuation = cat::evaluate(&self.program, &mut Concrete { events: calls.len() }, &given);
        let relation = valuation.relation(slot);
        let source = (0..last).rev().find(|source| relation.contains(*source, last));
        Ok(source.map_or(0, |source| calls[source].argument))
    }

    /// What a call does in a state. Where its object is, no axiom knows.
    fn reaction(&self, state: u64, call: LibraryCall) -> Reaction {
        if let Some(known) = self.memory().reactions.get(&(state, call)) {
            return known.clone();
        }
        let function = &self.functions[call.function as usize];
        let before = if function.effect == Effect::Write { EMPTY } else { state };
        let Some(mut calls) = self.memory().histories.calls(before) else {
            return Reaction::Foreign;
        };
        calls.push(call);
        let reaction = match self.judge(&calls) {
            Ok(value) => {
                let state = self.memory().histories.after(before, call);
                Reaction::Returns { value, state }
            }
            Err(_) if function.waits => Reaction::Waits,
            Err(rule) => Reaction::Breaks(rule),
        };
        self.memory().reactions.insert((state, call), reaction.clone());
        reaction
    }
}

impl Semantics for Axioms {
    fn react(&self, state: u64, _: Address, call: LibraryCall) -> Reaction {
        self.reaction(state, call)
    }

    fn last_call(&self, state: u64) -> Option<(LibraryCall, u64)> {
        let (before, call) = self.memory().histories.last_call(state)?;
        match self.reaction(before, call) {
            Reaction::Returns { value, .. } => Some((call, value)),
            Reaction::Waits
            | Reaction::Never
            | Reaction::Unsupported(_)
            | Reaction::Breaks(_)
            | Reaction::Misuse(_)
            | Reaction::Foreign => None,
        }
    }
}

/// Calls as an execution.
struct Calls<'a> {
    functions: &'a [Function],
    calls: &'a [LibraryCall],
}

impl Calls<'_> {
    fn set(&self, name: &str) -> Set {
        let count = self.calls.len();
        let is_in = |index: &usize| {
            let function = &self.functions[self.calls[*index].function as usize];
            *function.name == *name || name == "new" && index + 1 == count
        };
        Set::from_numbers(count, (0..count).filter(is_in))
    }

    fn relation(&self, name: &str) -> Relation {
        let count = self.calls.len();
        let mut relation = Relation::new(count);
        for first in 0..count {
            for second in 0..count {
                let is_same = self.calls[first].thread == self.calls[second].thread;
                let is_in = match name {
                    "po" => is_same && first < second,
                    "rf" => first + 1 == second,
                    "int" => is_same,
                    "ext" => !is_same,
                    _ => unreachable!("a name of the vocabulary"),
                };
                if is_in {
                    relation.insert(first, second);
                }
            }
        }
        relation
    }
}

impl Given<Concrete> for Calls<'_> {
    fn input(&self, _domain: &mut Concrete, _index: usize, input: &Input) -> DatumOf<Concrete> {
        let Meaning::Named(name) = &input.meaning else {
            unreachable!("there are no tags and scopes in the vocabulary")
        };
        match input.kind {
            cat::program::Kind::Set => Datum::Set(self.set(name)),
            cat::program::Kind::Relation => Datum::Relation(self.relation(name)),
        }
    }

    fn choice(&self, _domain: &mut Concrete, _index: usize) -> Relation {
        unreachable!("axioms of libraries choose nothing")
    }
}
