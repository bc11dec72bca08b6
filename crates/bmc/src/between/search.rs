//! The formula for what only one side of a program does: which executions end, in which state, and
//! which of them the other side forbids.

use super::{Allowed, Candidates, NewBehaviour, Undefined};
use crate::execution::Execution;
use crate::formula::Formula;
use crate::method::Method;
use crate::model::PARTS;
use crate::second_model::{Judged, Side};
use crate::states::NoOutcome;
use base::{Address, ThreadId};
use candidates::Refusal;
use cat::syntax::Role;
use solver::Literal;
use solver::bitvector::Bits;
use std::collections::BTreeSet;
use unroll::Acyclic;

/// A cell of a global variable.
struct Cell {
    address: u64,
    initial: Option<u64>,
    /// Whether anything is written there, and what is there then in the end.
    accessed: Literal,
    bits: Bits,
}

/// The executions that a side allows, with what the other says of them.
pub(super) struct Search<'a> {
    target: Side<'a>,
    source: Side<'a>,
    pub(super) formula: Formula<'a>,
    /// The source forbids it, and whatever else makes an execution a candidate.
    wanted: Vec<Literal>,
    cells: Vec<Cell>,
    /// Whether something went wrong that the program checks for.
    failed: Literal,
    goes_on: &'a dyn Fn() -> bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        target: Side<'a>,
        source: Side<'a>,
        candidates: Candidates<'a>,
        method: Method,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Result<Search<'a>, NoOutcome> {
        let dead = candidates.model().map(|model| Side { model, acyclic: source.acyclic });
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
        let failed = failed(target.acyclic, &mut formula);
        Ok(Search { target, source, formula, wanted, cells, failed, goes_on })
    }

    /// The executions of one side, whatever the other says.
    pub(super) fn alone(
        side: Side<'a>,
        method: Method,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Result<Search<'a>, NoOutcome> {
        let mut formula = Formula::new(side.acyclic, side.model, method)
            .map_err(|unsupported| Refusal::Unsupported(unsupported.0))?;
        let cells = cells(side.acyclic, &mut formula);
        let failed = failed(side.acyclic, &mut formula);
        let wanted = Vec::new();
        Ok(Search { target: side, source: side, formula, wanted, cells, failed, goes_on })
    }

    pub(super) fn find(&mut self, conditions: &[Literal]) -> Result<Option<Execution>, NoOutcome> {
        if conditions.iter().any(|own| self.formula.circuit().known(*own) == Some(false)) {
            return Ok(None);
        }
        Ok(self.formula.find(conditions, self.goes_on)?)
    }

    /// Whether an execution ends, after what is not understood was excluded.
    pub(super) fn ends(&mut self) -> Result<Literal, NoOutcome> {
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
        let over = circuit.or([all, self.failed]);
        Ok(circuit.and([over, !cut]))
    }

    /// What is wanted of a candidate, in the order in which they are asked for.
    pub(super) fn rounds(&self, candidates: Candidates<'_>, ends: Literal) -> Vec<Vec<Literal>> {
        let with_ends = |wanted: &[Literal]| [wanted, &[ends]].concat();
        let (all, necessary) = (with_ends(&self.wanted), with_ends(&self.wanted[..1]));
        match candidates {
            Candidates::All => vec![necessary],
            Candidates::First(_) => vec![all, necessary],
            Candidates::Only(_) => vec![all],
        }
    }

    /// Whether a loop is left at the bound.
    fn cut(&mut self) -> Literal {
        let cuts = self.target.acyclic.unwound.iter();
        self.formula.any(cuts.map(|cut| cut.condition))
    }

    /// An execution as both sides see it.
    pub(super) fn allowed(&self, execution: &Execution) -> Allowed {
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
        let mut checks = self.target.acyclic.checks.iter();
        let failed = checks.any(|check| execution.evaluation.holds(check.condition));
        Allowed { events, target: target.clone(), source: structure, state, failed }
    }

    /// Whether the cells have the values of another execution in the end, and as much went wrong.
    pub(super) fn is_state(&mut self, other: &Allowed) -> Literal {
        let mut equal = vec![self.failed.negated_if(!other.failed)];
        for (address, value) in &other.state {
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
    /// is excluded. An execution that ends is also a good start for who looks for a new one.
    pub(super) fn without_anything_new(
        &mut self,
        ends: Literal,
        method: Method,
    ) -> Result<NewBehaviour, NoOutcome> {
        let is_empty = self.find(&[ends])?.is_none();
        let cut = self.cut();
        let is_cut = self.find(&[cut])?.is_some();
        let may_be = |own: &cat::program::Check| own.role == Role::UndefinedUnless;
        let mut undefined = None;
        if self.source.model.program.checks.iter().any(may_be) {
            let of_source = Search::alone(self.source, method, self.goes_on)?.undefined()?;
            undefined = of_source.map(|_| Undefined::Source);
        }
        if undefined.is_none() {
            undefined = self.undefined()?.map(|own| Undefined::Target(own.executed.events));
        }
        Ok(NewBehaviour { found: Vec::new(), iterations: 0, is_empty, undefined, is_cut })
    }

    /// An execution that has no meaning in the language of the model.
    fn undefined(&mut self) -> Result<Option<Execution>, NoOutcome> {
        for (index, holds) in self.formula.remarks().to_vec() {
            let role = self.target.model.program.checks[index].role;
            if role != Role::UndefinedUnless {
                continue;
            }
            if let Some(found) = self.find(&[!holds])? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Whether something goes wrong that the program checks for.
fn failed(acyclic: &Acyclic, formula: &mut Formula<'_>) -> Literal {
    formula.any(acyclic.checks.iter().map(|check| check.condition))
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
