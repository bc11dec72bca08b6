//! What does a program do, compiled for one machine, that it does not do compiled for another?
//! Executions by one formula (`dat3m-thesis` §5.5), and final states by the loop of Algorithm 4
//! (§5.7), as `difference` does it for litmus tests.
//!
//! Both sides have the same events (`unroll::align`). Looked at are executions that end: in which
//! every thread that was started has run to its end, or something went wrong that the program
//! itself checks for, and in which no loop was cut at the bound. A final state is what is in the
//! cells of global variables.
//!
//! What is found was computed again from its choices and judged by the target (`execution`); the
//! source's judgement is for the caller to repeat on what it sees of it ([`Allowed::source`]).

use crate::difference::Wanted;
use crate::execution::Execution;
use crate::formula::Formula;
use crate::method::Method;
use crate::model::{Model, PARTS};
use crate::second_model::{Judged, Side};
use crate::states::NoOutcome;
use base::{Address, ThreadId};
use candidates::{Refusal, Twinned};
use cat::syntax::Role;
use events::EventStructure;
use solver::Literal;
use solver::bitvector::Bits;
use std::collections::BTreeSet;
use unroll::{Acyclic, EventId};

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
    /// Under one of the sides, some execution is not defined.
    pub is_undefined: bool,
    /// Some loop was left at the bound.
    pub is_cut: bool,
}

/// An execution that the target allows and the source forbids.
pub fn new_executions<'a>(
    target: Side<'a>,
    source: Side<'a>,
    method: Method,
    goes_on: &'a dyn Fn() -> bool,
) -> Result<NewBehaviour, NoOutcome> {
    let mut search = Search::new(target, source, None, method, goes_on)?;
    let ends = search.ends()?;
    let nothing = search.without_anything_new(ends, method)?;
    let wanted: Vec<Literal> = search.wanted.iter().copied().chain([ends]).collect();
    let found = search.find(&wanted)?;
    let found: Vec<Allowed> = found.iter().map(|own| search.allowed(own)).collect();
    Ok(NewBehaviour { iterations: found.len(), found, ..nothing })
}

/// The final states that only the target reaches, each with an execution. Executions that `dead`
/// allows are candidates first, if it is there.
pub fn new_final_states<'a>(
    target: Side<'a>,
    source: Side<'a>,
    dead: Option<&'a Model>,
    wanted: Wanted,
    method: Method,
    goes_on: &'a dyn Fn() -> bool,
) -> Result<NewBehaviour, NoOutcome> {
    let mut search = Search::new(target, source, dead, method, goes_on)?;
    let mut reach = Search::alone(source, method, goes_on)?;
    let ends = search.ends()?;
    let reached = reach.ends()?;
    let nothing = search.without_anything_new(ends, method)?;
    // First with everything that is wanted of a candidate, then with what it must be.
    let mut rounds = vec![search.wanted.clone(), search.wanted[..1].to_vec()];
    rounds.dedup();
    let (mut found, mut iterations) = (Vec::new(), 0);
    for round in rounds {
        let conditions: Vec<Literal> = round.into_iter().chain([ends]).collect();
        while let Some(execution) = search.find(&conditions)? {
            iterations += 1;
            let allowed = search.allowed(&execution);
            let same = reach.is_state(&allowed.state);
            let again = search.is_state(&allowed.state);
            search.formula.circuit().require(&[!again]);
            if reach.find(&[reached, same])?.is_none() {
                found.push(allowed);
                if wanted == Wanted::First {
                    return Ok(NewBehaviour { found, iterations, ..nothing });
                }
            }
        }
    }
    Ok(NewBehaviour { found, iterations, ..nothing })
}

/// A cell of a global variable.
struct Cell {
    address: u64,
    initial: Option<u64>,
    /// Whether anything is written there, and what is there then in the end.
    accessed: Literal,
    bits: Bits,
}

struct Search<'a> {
    target: Side<'a>,
    source: Side<'a>,
    formula: Formula<'a>,
    /// The source forbids it, and whatever else makes an execution a candidate.
    wanted: Vec<Literal>,
    cells: Vec<Cell>,
    goes_on: &'a dyn Fn() -> bool,
}

impl<'a> Search<'a> {
    fn new(
        target: Side<'a>,
        source: Side<'a>,
        dead: Option<&'a Model>,
        method: Method,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Result<Search<'a>, NoOutcome> {
        let dead = dead.map(|model| Side { model, acyclic: source.acyclic });
        let others: Vec<Side<'a>> = dead.into_iter().collect();
        let knows = |side: &Side<'_>| side.model.knows_parts_of(side.acyclic);
        if !others.iter().chain([&target, &source]).all(knows) {
            return Err(Refusal::Unsupported(PARTS.to_owned()).into());
        }
        let judged = Formula::judged(target, source, &others, method);
        let Judged { mut formula, forbidden, others } =
            judged.map_err(|unsupported| Refusal::Unsupported(unsupported.0))?;
        let wanted = [forbidden].into_iter().chain(others.into_iter().map(|own| !own)).collect();
        let cells = cells(target.acyclic, &mut formula);
        Ok(Search { target, source, formula, wanted, cells, goes_on })
    }

    /// The executions of one side, whatever the other says.
    fn alone(
        side: Side<'a>,
        method: Method,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Result<Search<'a>, NoOutcome> {
        let mut formula = Formula::new(side.acyclic, side.model, method)
            .map_err(|unsupported| Refusal::Unsupported(unsupported.0))?;
        let cells = cells(side.acyclic, &mut formula);
        let wanted = Vec::new();
        Ok(Search { target: side, source: side, formula, wanted, cells, goes_on })
    }

    fn find(&mut self, conditions: &[Literal]) -> Result<Option<Execution>, NoOutcome> {
        if conditions.iter().any(|own| self.formula.circuit().known(*own) == Some(false)) {
            return Ok(None);
        }
        Ok(self.formula.find(conditions, self.goes_on)?)
    }

    /// Whether an execution ends, after what is not understood was excluded.
    fn ends(&mut self) -> Result<Literal, NoOutcome> {
        let acyclic = self.target.acyclic;
        let astray = self.formula.astray();
        if self.find(&[astray])?.is_some() {
            let message = "an access may be at an address that was not foreseen";
            return Err(Refusal::Unsupported(message.to_owned()).into());
        }
        let gap = self.formula.any(acyclic.gaps.iter().map(|gap| gap.condition));
        if let Some(execution) = self.find(&[gap])? {
            let mut gaps = acyclic.gaps.iter();
            let met = gaps.find(|gap| execution.evaluation.holds(gap.condition));
            let met = met.expect("a gap was asked for");
            let line = met.position.map_or(String::new(), |at| format!(" (line {})", at.line));
            return Err(Refusal::Unsupported(format!("{}{line}", met.what)).into());
        }
        let failed = self.formula.any(acyclic.checks.iter().map(|check| check.condition));
        let mut finished = Vec::new();
        for thread in &acyclic.threads {
            let own = self.formula.condition(thread.finished);
            let started = thread.spawn.map(|spawn| self.formula.executed(spawn));
            finished.push(match started {
                Some(started) => self.formula.circuit().implies(started, own),
                None => own,
            });
        }
        let cut = self.cut();
        let circuit = self.formula.circuit();
        let all = circuit.and(finished);
        let over = circuit.or([all, failed]);
        Ok(circuit.and([over, !cut]))
    }

    /// Whether a loop is left at the bound.
    fn cut(&mut self) -> Literal {
        let cuts = self.target.acyclic.unwound.iter();
        self.formula.any(cuts.map(|cut| cut.condition))
    }

    /// An execution as both sides see it.
    fn allowed(&self, execution: &Execution) -> Allowed {
        let target = execution.executed.structure.clone();
        let (events, structure) =
            (execution.executed.events.clone(), execution.seen_by(self.source.acyclic));
        let last = |cell: &Cell| {
            let co = target.co.as_ref().expect("coherence is chosen");
            let is_here = |event: &usize| {
                let own = &target.events[*event];
                own.kind.writes() && own.location.is_some_and(|at| at.0 as u64 == cell.address)
            };
            let mut writes = (0..target.size()).filter(is_here);
            let last = writes.find(|event| co.successors(*event).next().is_none());
            let written = last.and_then(|event| target.events[event].written);
            (cell.address, written.map_or(cell.initial.unwrap_or(0), |value| value as u64))
        };
        let state = self.cells.iter().map(last).collect();
        Allowed { events, target: target.clone(), source: structure, state }
    }

    /// Whether the cells have these values in the end.
    fn is_state(&mut self, state: &[(u64, u64)]) -> Literal {
        let mut equal = Vec::new();
        for (address, value) in state {
            let Some(cell) = self.cells.iter().find(|cell| cell.address == *address) else {
                continue;
            };
            let circuit = self.formula.circuit();
            let bits = cell.bits.iter().enumerate();
            let bits = bits.map(|(bit, literal)| literal.negated_if(value >> bit & 1 == 0));
            let written = circuit.and(bits.chain([cell.accessed]).collect::<Vec<_>>());
            let untouched =
                if cell.initial == Some(*value) { !cell.accessed } else { circuit.constant(false) };
            equal.push(circuit.or([written, untouched]));
        }
        self.formula.circuit().and(equal)
    }

    /// What there is to say of both sides before anything new was looked for: later, what was found
    /// is excluded.
    fn without_anything_new(
        &mut self,
        ends: Literal,
        method: Method,
    ) -> Result<NewBehaviour, NoOutcome> {
        let is_empty = self.find(&[ends])?.is_none();
        let cut = self.cut();
        let is_cut = self.find(&[cut])?.is_some();
        let mut is_undefined = self.is_undefined()?;
        let may_be = |own: &cat::program::Check| own.role == Role::UndefinedUnless;
        if !is_undefined && self.source.model.program.checks.iter().any(may_be) {
            is_undefined = Search::alone(self.source, method, self.goes_on)?.is_undefined()?;
        }
        Ok(NewBehaviour { found: Vec::new(), iterations: 0, is_empty, is_undefined, is_cut })
    }

    /// Whether some execution has no meaning in the language of the model.
    fn is_undefined(&mut self) -> Result<bool, NoOutcome> {
        for (index, holds) in self.formula.remarks().to_vec() {
            let role = self.target.model.program.checks[index].role;
            if role == Role::UndefinedUnless && self.find(&[!holds])?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The cells of global variables that threads may write to.
fn cells(acyclic: &Acyclic, formula: &mut Formula<'_>) -> Vec<Cell> {
    let is_global = |at: &u64| {
        let object = Address(*at).object();
        object.is_some_and(|(object, _)| object.thread == ThreadId::GLOBALS)
    };
    let writes = acyclic.events.iter().filter(|own| own.thread.is_some() && own.kind.writes());
    let addresses: BTreeSet<u64> =
        writes.flat_map(|own| own.may_addresses.iter().copied()).filter(is_global).collect();
    let initial = |address: u64| {
        let mut events = acyclic.events.iter().take_while(|own| own.thread.is_none());
        let write = events.find(|own| own.may_addresses == [address])?;
        acyclic.values.number(write.value?)
    };
    let cell = |address: u64| {
        let (accessed, bits) = formula.final_value(address);
        Cell { address, initial: initial(address), accessed, bits }
    };
    addresses.into_iter().map(cell).collect()
}
