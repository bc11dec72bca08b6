//! Must it be explored that a weak compare-exchange fails although it reads what it expects?
//!
//! Such a failure is a choice of its own, and in `while (!cas_weak(…));` there would be one in
//! every turn, for ever. Most of them are no new behaviour. Before the choice is offered, the
//! thread's own code is run on from the failure, as far as that is possible without an answer from
//! outside ([`Thread::is_in_vain`]). The failure is left out if that leads
//!
//! 1. to the check of a loop that waits ([`Block::Spin`](crate::Block)): then the argument of
//!    `program::passes::spin` says that the whole iteration can be left out; or
//! 2. back to the same compare-exchange, with the thread in the same state,
//!
//! and if on the way there is nothing visible but
//!
//! - (a) stores that *repeat*: the thread's own last write to that cell wrote the same value in the
//!   same way; and
//! - (b) as the first event, a load of the cell that the compare-exchange reads, at least as
//!   strongly ordered as the failure.
//!
//! **Why nothing is lost.** Let E be an execution with such a failure `C`, and let `W` be a store
//! of (a) that repeats `W0`.
//!
//! - *Without (b).* Leave out `C` and the repeated stores (and in the first case the iteration).
//!   The thread's state is the same, so the rest of it is. Who read from `W` reads from `W0`
//!   instead, the same value. That is consistent if no write of another thread is between `W0` and
//!   `W` in co: readers of `W` have no other write to come before. Between them the thread tells
//!   nobody anything, since a failed compare-exchange and repeated stores are all it does, and so
//!   fewer events only mean fewer constraints, and less synchronisation.
//! - *With (b), if the load `R` reads the value that `C` expected:* the same, leaving out `R` as
//!   well.
//! - *With (b), if `R` reads another value:* let `C` read what `R` reads. Then it fails for a
//!   reason, and nothing is between `C` and `R` that could be ordered between them. The state after
//!   `R` is the same, because what `C` read is not used: the code is run a second time with a value
//!   that is not initialised, up to `R`, and compared.
//!
//! By induction over the number of events there is an execution with the same end, without failures
//! in vain.
//!
//! **The guess.** That no write of another thread is between `W0` and `W` in co is a guess, of the
//! kind that [`crate::Knowledge`] corrects. Let E be the smallest execution that would be lost, and
//! `V` a write between the two that does not depend on another such write. Take `V` and what the
//! thread did before `C`, with all their causes, without `C` and `W`; who read from `W` reads from
//! `W0`. That is an execution: if `V` is among the causes of `C`, nobody in it has read from `W`,
//! and otherwise nothing in it follows `V`. It is smaller than E, so it is explored, however it
//! goes on. In it the thread comes to the same compare-exchange again, which now is `C`: `V`
//! follows `W0` in co, and does not come after `C` in the sense of `explore::contention`, or it
//! would have come after `W` in E. Engines look for such a `V` at the end of each execution in
//! which the thread has got to `C` ([`Reliance`]), whatever `C` reads then, for `V` may depend on
//! that; after that, stores to objects created at the same place repeat nothing. The same holds for
//! whoever ends the object's life before `W`, and for an access that races with `W` and not with
//! `W0`.
//!
//! All of this is about models in which an event that is left out takes nothing but constraints
//! with it. That is so for Heddle's own; of those in cat it is not known, and their failures are
//! all explored ([`WeakCas::leaves_out`]), up to the limit.
//!
//! A failure that cannot be left out is offered. [`WeakCas::most`] limits how often each call in
//! each thread takes it until it succeeds; what goes beyond is noted, and makes the verdict one
//! within a bound.

use crate::thread::{Progress, Thread};
use crate::{Block, Context, Objects, Operation, Request};
use base::{Address, Ordering, Tags, Value};
use execution::{Cell, ReadKind, WriteKind};
use program::{Allocation, BlockId, FunctionId, Instruction};
use std::rc::Rc;

/// What to explore of the failures of weak compare-exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeakCas {
    /// Whether failures in vain are left out.
    pub leaves_out: bool,
    /// How often in a row a compare-exchange in the program may fail for no reason, in each thread.
    pub most: Option<u32>,
}

impl WeakCas {
    /// Every failure, as often as it comes.
    pub const EVERYTHING: WeakCas = WeakCas { leaves_out: false, most: None };
}

/// What a failure may lead to, if it is in vain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LooksFor {
    /// The check of a loop that waits.
    Wait,
    /// The same compare-exchange.
    Return,
}

/// How many jumps and calls, and how many events, to look ahead.
const JUMPS: u64 = 256;
const EVENTS: usize = 16;

/// How many of its latest stores a thread remembers.
const REMEMBERED: usize = 8;

/// A store of the thread, as far as another one can repeat it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OwnStore {
    cell: Cell,
    value: Value,
    ordering: Ordering,
    tags: Tags,
}

/// A failure was left out because nobody else writes to a cell between the thread's last store to
/// it and this event of the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reliance {
    pub event: u32,
    pub cell: Cell,
}

/// A place in the program.
type Call = (FunctionId, BlockId, u32);

/// What a thread remembers for the sake of weak compare-exchanges.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Failures {
    /// Its latest stores, to different cells.
    stores: Vec<OwnStore>,
    reliances: Vec<Reliance>,
    /// How often in a row each call has failed for no reason.
    in_a_row: Vec<(Call, u32)>,
    /// Whether there was one more that was not offered.
    were_cut: bool,
}

impl Thread {
    /// What the thread relies on.
    pub fn reliances(&self) -> &[Reliance] {
        &self.rare.failures.reliances
    }

    /// Whether a failure of a weak compare-exchange was not explored because there had been too
    /// many.
    pub fn has_cut_failures(&self) -> bool {
        self.rare.failures.were_cut
    }

    /// Whether a failure of the compare-exchange at which the thread stands is left out, if it
    /// reads what it expects. What this rests on is noted, also for the case that it does not: see
    /// *The guess*.
    pub(crate) fn fails_in_vain(&mut self, context: &Context<'_>, objects: &dyn Objects) -> bool {
        if self.looks_ahead.is_some() || !context.knowledge.weak_cas().leaves_out {
            return false;
        }
        let in_vain = |what| self.is_in_vain(context, objects, what);
        let Some(cells) = in_vain(LooksFor::Wait).or_else(|| in_vain(LooksFor::Return)) else {
            return false;
        };
        if !cells.is_empty() {
            let event = self.events;
            let failures = &mut Rc::make_mut(&mut self.rare).failures;
            failures.reliances.extend(cells.into_iter().map(|cell| Reliance { event, cell }));
        }
        true
    }

    /// Whether the compare-exchange at which the thread stands may fail once more although it reads
    /// what it expects.
    pub(crate) fn may_fail(&mut self, context: &Context<'_>) -> bool {
        if self.looks_ahead.is_some() {
            return true;
        }
        let most = context.knowledge.weak_cas().most;
        let call = self.call();
        let failures = &self.rare.failures;
        let known = failures.in_a_row.iter().find(|(other, _)| *other == call);
        let is_one_too_many = most.is_some_and(|most| known.map_or(0, |(_, times)| *times) >= most);
        if is_one_too_many && !failures.were_cut {
            Rc::make_mut(&mut self.rare).failures.were_cut = true;
        }
        !is_one_too_many
    }

    fn call(&self) -> Call {
        let frame = self.frame();
        (frame.function, frame.block, frame.instruction)
    }

    /// Takes note that the weak compare-exchange at which the thread stands has failed for no
    /// reason.
    pub(crate) fn note_failure(&mut self, context: &Context<'_>) {
        if context.knowledge.weak_cas().most.is_none() {
            return;
        }
        let call = self.call();
        let in_a_row = &mut Rc::make_mut(&mut self.rare).failures.in_a_row;
        match in_a_row.iter_mut().find(|(other, _)| *other == call) {
            Some((_, times)) => *times += 1,
            None => in_a_row.push((call, 1)),
        }
    }

    /// Takes note that a compare-exchange has succeeded.
    pub(crate) fn note_success(&mut self) {
        let call = self.call();
        if self.rare.failures.in_a_row.iter().any(|(other, _)| *other == call) {
            Rc::make_mut(&mut self.rare).failures.in_a_row.retain(|(other, _)| *other != call);
        }
    }

    /// Takes note of what the thread has written to a cell of the engine's memory. Only `store`s,
    /// as a whole, can be repeated.
    pub(crate) fn note_written(
        &mut self,
        context: &Context<'_>,
        written: Cell,
        store: Option<(Value, Ordering, Tags)>,
    ) {
        if self.looks_ahead.is_some() || !context.knowledge.weak_cas().leaves_out {
            return;
        }
        let store =
            store.map(|(value, ordering, tags)| OwnStore { cell: written, value, ordering, tags });
        let stores = &self.rare.failures.stores;
        let overlaps = |other: &OwnStore| overlap(other.cell, written);
        if store.is_none() && !stores.iter().any(overlaps)
            || store.is_some_and(|store| stores.last() == Some(&store))
        {
            return;
        }
        let stores = &mut Rc::make_mut(&mut self.rare).failures.stores;
        stores.retain(|other| !overlaps(other));
        if stores.len() >= REMEMBERED {
            stores.remove(0);
        }
        stores.extend(store);
    }

    /// Whether a failure of the compare-exchange at which the thread stands is in vain; then, the
    /// cells to which it would repeat stores.
    fn is_in_vain(
        &self,
        context: &Context<'_>,
        objects: &dyn Objects,
        what: LooksFor,
    ) -> Option<Vec<Cell>> {
        let base = self.frame().base as usize;
        let block = context.program.function(self.frame().function).block(self.frame().block);
        let instruction = &block.instructions[self.frame().instruction as usize];
        let Instruction::CompareExchange { address, expected, access, failure, .. } = instruction
        else {
            unreachable!("only a compare-exchange is weak");
        };
        if self.atomic_depth > 0 {
            return None;
        }
        let expected = self.value(base, *expected).truncate(access.width());
        let address = Address(self.value(base, *address).bits);
        let own = Cell { address, size: access.size };
        let mut ahead = self.after_failure((context, objects), instruction, expected, what);
        let mut repeated: Vec<Cell> = Vec::new();
        for number in 0..EVENTS {
            let Request::Visible { operation, grouped } = ahead.request else {
                let waits = ahead.request == Request::Blocked(Block::Spin);
                return (waits && what == LooksFor::Wait).then_some(repeated);
            };
            if ahead.call() == self.call() && ahead.frames.len() == self.frames.len() {
                let is_back = what == LooksFor::Return && ahead.is_back_at(context, self);
                return is_back.then_some(repeated);
            }
            let answer = match operation {
                Operation::Write { cell, value, kind: WriteKind::Store, ordering, tags }
                    if !grouped && ahead.is_whole(context, cell) =>
                {
                    let store = OwnStore { cell, value, ordering, tags };
                    let allocation = self.allocation_at(context, objects, cell)?;
                    if !self.rare.failures.stores.contains(&store)
                        || context.knowledge.is_contended(allocation)
                    {
                        return None;
                    }
                    if !repeated.contains(&cell) {
                        repeated.push(cell);
                    }
                    Value::ZERO
                }
                Operation::Read { cell, kind: ReadKind::Load, ordering, tags, .. }
                    if number == 0
                        && !grouped
                        && cell == own
                        && tags == access.tags
                        && ordering.read_strength() >= failure.read_strength() =>
                {
                    let unknown = Value::uninitialised(access.width());
                    let other = self.after_failure((context, objects), instruction, unknown, what);
                    let is_same = other.request == ahead.request
                        && other.progress == ahead.progress
                        && other.goes_on_like(context.program, &ahead);
                    if !is_same {
                        return None;
                    }
                    expected
                }
                _ => return None,
            };
            ahead.resume(context, objects, answer, &mut JUMPS.clone());
        }
        None
    }

    /// The thread after its compare-exchange has failed and read this, at its next request.
    fn after_failure(
        &self,
        (context, objects): (&Context<'_>, &dyn Objects),
        instruction: &Instruction,
        read: Value,
        what: LooksFor,
    ) -> Thread {
        let mut ahead = self.clone();
        ahead.looks_ahead = Some(what);
        let base = ahead.frame().base as usize;
        ahead.fail_exchange(base, instruction, read);
        ahead.progress = Progress::Fresh;
        ahead.frame_mut().instruction += 1;
        ahead.request = ahead.run(context, objects, &mut JUMPS.clone());
        ahead
    }

    /// Whether a thread that stands at its compare-exchange again goes on as it would have before.
    fn is_back_at(&mut self, context: &Context<'_>, before: &Thread) -> bool {
        self.progress = before.progress;
        self.goes_on_like(context.program, before)
    }

    /// Whether the access at which the thread stands is to this cell and no other.
    fn is_whole(&self, context: &Context<'_>, cell: Cell) -> bool {
        let frame = self.frame();
        let block = context.program.function(frame.function).block(frame.block);
        match block.instructions.get(frame.instruction as usize) {
            Some(Instruction::Store { access, .. }) => access.size == cell.size,
            _ => false,
        }
    }

    /// Where the object was created that a cell is in.
    fn allocation_at(
        &self,
        context: &Context<'_>,
        objects: &dyn Objects,
        cell: Cell,
    ) -> Option<Allocation> {
        let (object, _) = cell.address.object()?;
        if let Some(global) = context.program.global_of(object) {
            return Some(Allocation::Global(global));
        }
        let is_own = object.thread == self.id();
        let found = if is_own { self.object(object.index) } else { objects.object(object) };
        found.map(|object| object.allocation)
    }
}

fn overlap(one: Cell, other: Cell) -> bool {
    one.address.0 < other.address.0 + u64::from(other.size)
        && other.address.0 < one.address.0 + u64::from(one.size)
}
