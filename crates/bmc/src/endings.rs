//! Ends of objects' lives that only the model orders: which accesses come too late, and which ones
//! a language does not put before the end, or after the beginning.
//!
//! An access is late if it reads from an ending or comes after one in co (`unroll::Late`). Nobody
//! sees it, since its thread stops there, or else nothing is said of the execution
//! (`unroll::Acyclic::goes_on_late`). That is all there is under models of machines. A language
//! says more: an access must happen before the end, and the beginning before both. There endings
//! and beginnings are plain writes, and what is in no order to them is a data race with them; the
//! model's own definition of a race is asked, pair by pair. What `calloc` writes is a beginning.
//!
//! An ending is a write to each cell of an object, and yet happens at once: of two threads that end
//! the same life, one is first in all cells.

use crate::check::Checker;
use crate::claim::step_of;
use crate::encoding::{Encoding, Item, Mode, Unsupported};
use crate::formula::Failure;
use base::{Address, ObjectId};
use cat::syntax::{Role, Test};
use rerun::Wrong;
use rustc_hash::FxHashMap;
use solver::Literal;
use std::collections::BTreeMap;
use unroll::{Acyclic, EventId, Node, ThreadIndex};

/// Lets who is late be late, and nobody else; whether each access is.
pub(crate) fn require_lateness(
    encoding: &mut Encoding<'_>,
) -> Result<FxHashMap<EventId, Literal>, Unsupported> {
    let acyclic = encoding.executions.acyclic;
    let mut all = FxHashMap::default();
    if acyclic.lates.is_empty() {
        return Ok(all);
    }
    let Some(coherence) = encoding.model.primitives.coherence() else {
        let what = "whether memory that another thread frees is freed after an access, since the model does not choose `co`";
        return Err(Unsupported(what.to_owned()));
    };
    let choices: FxHashMap<_, _> = acyclic
        .values
        .all()
        .filter_map(|(id, node, _)| match node {
            Node::Choice(choice) => Some((choice, id)),
            _ => None,
        })
        .collect();
    for late in &acyclic.lates {
        let access = late.access.index();
        let sources = encoding.executions.sources(late.access).iter();
        let reads = sources.filter(|(write, _)| acyclic.endings.contains(write));
        let mut ways: Vec<Literal> = reads.map(|(_, literal)| *literal).collect();
        let before = acyclic.endings.iter().filter_map(|ending| {
            encoding.choices[coherence].get(&(ending.index(), access)).copied()
        });
        ways.extend(before);
        ways.sort_unstable();
        let is_late = encoding.executions.circuit.or(ways);
        match choices.get(&late.choice) {
            Some(value) => {
                let chosen = encoding.executions.condition(*value);
                encoding.executions.circuit.require(&[!chosen, is_late]);
                encoding.executions.circuit.require(&[chosen, !is_late]);
            }
            // Nothing depends on it: the access is not executed.
            None => encoding.executions.circuit.require(&[!is_late]),
        }
        all.insert(late.access, is_late);
    }
    hide_late_writes(encoding, &all);
    end_at_once(encoding, coherence);
    Ok(all)
}

/// The beginning of a life is what is in the object at first: a write to it comes later in co,
/// whether or not it happens after the beginning.
pub(crate) fn require_beginnings(encoding: &mut Encoding<'_>) {
    let Some(coherence) = encoding.model.primitives.coherence() else { return };
    let acyclic = encoding.executions.acyclic;
    let others = acyclic.numbered().filter(|(id, event)| {
        let is_initial = event.thread.is_none();
        !is_initial && !acyclic.beginnings.contains(id)
    });
    let others: Vec<EventId> = others.map(|(id, _)| id).collect();
    for beginning in &acyclic.beginnings {
        for other in &others {
            let earlier = encoding.choices[coherence].get(&(other.index(), beginning.index()));
            if let Some(earlier) = earlier.copied() {
                encoding.executions.circuit.require(&[!earlier]);
            }
        }
    }
}

/// Of two ends of one life, one comes before the other in the co of all cells. Otherwise each of
/// two threads could be the second one.
fn end_at_once(encoding: &mut Encoding<'_>, coherence: usize) {
    let ends = ends(encoding.executions.acyclic);
    for (index, one) in ends.iter().enumerate() {
        for other in ends[index + 1..].iter().filter(|own| own.object == one.object) {
            let pairs = one.writes.iter().filter_map(|(at, first)| {
                let second = other.writes.get(at)?;
                encoding.choices[coherence].get(&(first.index(), second.index())).copied()
            });
            let orders: Vec<Literal> = pairs.collect();
            for pair in orders.windows(2) {
                encoding.executions.circuit.require(&[!pair[0], pair[1]]);
                encoding.executions.circuit.require(&[pair[0], !pair[1]]);
            }
        }
    }
}

/// The end of an object's life: its writes, by their addresses.
struct End {
    thread: Option<ThreadIndex>,
    object: ObjectId,
    writes: BTreeMap<u64, EventId>,
}

/// All ends of lives. The writes of one stand together, by ascending addresses.
fn ends(acyclic: &Acyclic) -> Vec<End> {
    let mut all: Vec<End> = Vec::new();
    for id in &acyclic.endings {
        let event = acyclic.event(*id);
        let Some(at) = event.may_addresses.first().copied() else { continue };
        let Some((object, _)) = Address(at).object() else { continue };
        let goes_on = |last: &&mut End| {
            let (highest, _) = last.writes.last_key_value().expect("an end has a write");
            (last.thread, last.object) == (event.thread, object) && *highest < at
        };
        match all.last_mut().filter(goes_on) {
            Some(last) => {
                last.writes.insert(at, *id);
            }
            None => {
                let writes = BTreeMap::from([(at, *id)]);
                all.push(End { thread: event.thread, object, writes });
            }
        }
    }
    all
}

/// Nobody reads from a write that comes too late: its thread stops before it.
fn hide_late_writes(encoding: &mut Encoding<'_>, lates: &FxHashMap<EventId, Literal>) {
    let acyclic = encoding.executions.acyclic;
    for (read, _) in acyclic.numbered().filter(|(_, event)| event.kind.reads()) {
        for (write, reads_from) in encoding.executions.sources(read).to_vec() {
            if let Some(is_late) = lates.get(&write).filter(|_| write != read) {
                encoding.executions.circuit.require(&[!reads_from, !*is_late]);
            }
        }
    }
}

/// What a language says of two events that nothing orders.
#[derive(Clone, Copy)]
enum Misordered {
    /// The beginning of an object's life does not happen before an access.
    Precedes { access: EventId },
    /// An access does not happen before the end.
    Outlives { access: EventId, ending: EventId },
    /// The beginning does not happen before the end.
    Frees { ending: EventId },
}

/// Two events that make an execution undefined, and whether they do.
pub(crate) type RacingPair = ((EventId, EventId), Literal);

impl Checker<'_> {
    /// What pairs of events a check of the model forbids, if it is about pairs.
    pub(crate) fn racing_pairs(&mut self, check: usize) -> Option<Vec<RacingPair>> {
        let encoding = &mut self.formula.encoding;
        let check = &encoding.model.program.checks[check];
        if check.test != Test::Empty || check.negated {
            return None;
        }
        let mut pairs = Vec::new();
        for item in encoding.may_items(check.slot) {
            let Item::Pair(from, to) = item else { return None };
            let literal = encoding.literal(check.slot, Mode::Exact, item);
            pairs.push(((EventId(from as u32), EventId(to as u32)), literal));
        }
        encoding.settle();
        Some(pairs)
    }

    /// S1 and S6 (`safety::rules`): in a language, accesses that do not happen between the
    /// beginning and the end of their object's life, and ends that do not happen after the
    /// beginning.
    pub(crate) fn unordered_lives(&mut self) -> Result<(), Failure> {
        let acyclic = self.acyclic;
        if !self.has_lives() {
            return Ok(());
        }
        for index in self.formula.encoding.model.remarks() {
            if self.formula.encoding.model.program.checks[index].role != Role::UndefinedUnless {
                continue;
            }
            let Some(pairs) = self.racing_pairs(index) else {
                self.leave_open("whether an object is there when it is accessed", None);
                continue;
            };
            let mut unordered = Vec::new();
            let mut zeros = Vec::new();
            for ((from, to), literal) in pairs {
                let Some((misordered, event)) = self.misordered(from, to) else { continue };
                // What comes too late does not happen: an access, or a second end of one life.
                let limit = match misordered {
                    Misordered::Outlives { ending, .. } => Some(ending),
                    Misordered::Precedes { .. } | Misordered::Frees { .. } => None,
                };
                let events = [Some(event), limit].into_iter().flatten();
                let late = events.filter_map(|own| self.formula.lates.get(&own).map(|own| !*own));
                let conditions: Vec<Literal> = late.chain([literal]).collect();
                let literal = self.formula.circuit().and(conditions);
                if self.questions.races || matches!(misordered, Misordered::Outlives { .. }) {
                    unordered.push((misordered, literal));
                } else if acyclic.zeros.contains(&from) || acyclic.zeros.contains(&to) {
                    zeros.push(literal);
                }
            }
            self.find_misordered(&unordered)?;
            // Where races are not looked for, exploration has the zeros of `calloc` only if
            // somebody looks at them.
            let any = self.formula.circuit().or(zeros);
            if self.goes_on() && self.find(&[any])?.is_some() {
                self.leave_open("whether memory is freed after `calloc` has written to it", None);
            }
        }
        Ok(())
    }

    /// What a language would say of two events in no order, and of which of them. A data race with
    /// what `calloc` writes is nothing else than that.
    fn misordered(&self, from: EventId, to: EventId) -> Option<(Misordered, EventId)> {
        let acyclic = self.acyclic;
        let is_ending = |id: EventId| acyclic.endings.contains(&id);
        let is_beginning = |id: EventId| acyclic.beginnings.contains(&id);
        let is_zero = |id: EventId| acyclic.zeros.contains(&id);
        let (event, limit) = match is_ending(to) || is_beginning(to) && !is_ending(from) {
            true => (from, to),
            false => (to, from),
        };
        match (is_ending(event), is_ending(limit)) {
            (true, true) => None,
            (false, true) if is_beginning(event) || is_zero(event) => {
                Some((Misordered::Frees { ending: limit }, limit))
            }
            (false, true) => Some((Misordered::Outlives { access: event, ending: limit }, event)),
            (true, false) => unreachable!("an ending is the limit"),
            (false, false) if is_beginning(limit) && !is_zero(event) => {
                Some((Misordered::Precedes { access: event }, event))
            }
            (false, false) => None,
        }
    }

    /// Looks for an execution with one of some pairs in no order.
    fn find_misordered(&mut self, unordered: &[(Misordered, Literal)]) -> Result<(), Failure> {
        let acyclic = self.acyclic;
        let any = self.formula.circuit().or(unordered.iter().map(|(_, literal)| *literal));
        let Some(execution) = self.find(&[any])? else { return Ok(()) };
        let found = unordered.iter().find(|(_, literal)| self.formula.value(*literal));
        let (misordered, _) = *found.expect("such a pair was asked for");
        let step = |access: EventId| {
            let step = step_of(acyclic, &execution, access);
            step.ok_or_else(|| Failure::Broken("an access is none".to_owned()))
        };
        let thread = |ending: EventId| {
            let thread = acyclic.event(ending).thread;
            thread.ok_or_else(|| Failure::Broken("an ending is of no thread".to_owned()))
        };
        let wrong = match misordered {
            Misordered::Precedes { access } => {
                let (thread, step) = step(access)?;
                Wrong::Precedes { thread, step }
            }
            Misordered::Outlives { access, ending } => {
                let (by, step) = step(access)?;
                Wrong::Outlives { thread: by, step, ends: thread(ending)?.index() }
            }
            Misordered::Frees { ending } => {
                let at = acyclic.event(ending).may_addresses.first();
                let object = at.and_then(|at| Address(*at).object()).map(|(object, _)| object);
                let object = object.ok_or_else(|| Failure::Broken("nothing ends".to_owned()))?;
                Wrong::Frees { thread: thread(ending)?.index(), object }
            }
        };
        self.add(&execution, wrong)
    }

    /// Whether there are lives of objects that the model has to order.
    pub(crate) fn has_lives(&self) -> bool {
        !self.acyclic.endings.is_empty() || !self.acyclic.beginnings.is_empty()
    }

    /// Whether an event is the beginning or the end of an object's life.
    pub(crate) fn is_limit(&self, event: EventId) -> bool {
        self.acyclic.endings.contains(&event) || self.acyclic.beginnings.contains(&event)
    }
}
