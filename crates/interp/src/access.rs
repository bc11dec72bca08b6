//! Loads, stores, atomic updates and operations on mutexes: private ones are done at once, shared
//! ones become requests, one for each cell.
//!
//! **What private accesses may not be.** An access is left out of the execution because nobody else
//! can tell whether it happened. That is not so of one that orders what its thread does before it
//! and after it, whatever memory it is done to. Under `tso` and `pso`, every atomic update, also
//! one that fails, and every seq_cst store leaves the store buffer empty. Under `rc11` and in cat
//! models, seq_cst accesses are in an order of their own. So these are events, and the memory they
//! are done to counts as shared, whether another thread is ever seen to touch it or not. Otherwise
//! it would depend on who is found to touch it, and when, which executions there are.
//!
//! All other private accesses order nothing that is not ordered anyway:
//! - `sc`, `tso`, `pso`: what ppo puts before and after a load or another store is in order without
//!   it. Reads come before whatever follows them; a store is only before later stores, and under
//!   `pso` only before later stores to its location and those for which all earlier stores wait.
//! - `ra`, `rc11`: hb leaves a thread by what another one reads. The one exception is psc, in which
//!   two seq_cst accesses are ordered by hb if it leaves the first, and comes to the second, by way
//!   of other locations. There a private access that is not seq_cst is no other location, which
//!   allows more than the axioms would; a compiler that keeps the variable in a register does as
//!   well.
//!
//! As long as main has created no thread, it needs no order: what it does comes before everything
//! that others do.
//!
//! A weak compare-exchange may fail although it reads what it expects; then its read has the order
//! of a failure. That is chosen after the read if both orders mean the same for it, and otherwise
//! before: it then reads with that order, and if that is not what it expects, this is no execution,
//! because without such a failure it is one already.

mod ask;
mod parts;
mod plan;
mod values;

pub(crate) use parts::parts;

use crate::place::Place;
use crate::spurious::LooksFor;
use crate::thread::{Failing, Progress, Thread};
use crate::{Context, Failure, Objects, Operation, Request};
use base::{Address, ObjectId, Value, ViolationKind};
use execution::{Cell, ReadKind, WriteKind};
use parts::{is_last_part, part_range};
use plan::{Plan, failing, plan};
use program::{Access, Instruction};
use values::Outcome;

/// The start of reading.
fn reading(failing: Failing) -> Progress {
    Progress::Reading { part: 0, so_far: Value::ZERO, failing }
}

/// Asks whether a weak compare-exchange fails although it need not. The first choice, and so the
/// usual one, is to succeed.
fn ask_weak(grouped: bool) -> Request {
    Request::Visible { operation: Operation::Choose { low: 0, high: 1 }, grouped }
}

fn misaligned(size: u8) -> Failure {
    let message =
        format!("an atomic access of {size} bytes at an address that is no multiple of {size}");
    Failure::new(ViolationKind::MisalignedAtomic, message)
}

impl Thread {
    /// Starts the access of the current instruction. Returns if it was private and is done. Inlined
    /// into both loops of the interpreter, as it would be into one.
    #[inline(always)]
    pub(crate) fn begin_access(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        base: usize,
        instruction: &Instruction,
    ) -> Result<(), Request> {
        let plan = plan(context.program, instruction);
        let address = Address(self.decide(base, plan.address, "the address of an access")?);
        let uses_mutex = matches!(
            instruction,
            Instruction::MutexLock { .. }
                | Instruction::MutexTryLock { .. }
                | Instruction::MutexUnlock { .. }
        );
        if uses_mutex
            && !context.knowledge.looks_at_kinds()
            && self.is_of_another_kind(context, objects, address)
        {
            return Err(Request::Unsupported("a mutex of another kind than the normal one".into()));
        }
        let place =
            self.locate(context, objects, address, plan.access.size, plan.writes.is_some())?;
        if plan.is_misaligned(context.program.pointers, address) {
            return Err(misaligned(plan.access.size).into());
        }
        if matches!(instruction, Instruction::MutexUnlock { .. })
            && !self.rare.held.iter().any(|held| held.mutex == address)
        {
            let message = "a mutex is unlocked that this thread does not hold";
            return Err(Failure::new(ViolationKind::MutexMisuse, message).into());
        }
        match place {
            Place::Shared { grain } => {
                if plan.reads.is_some() {
                    let mut failing = failing(instruction);
                    if failing == Failing::Either && self.fails_in_vain(context, objects) {
                        failing = Failing::Never;
                    }
                    if failing == Failing::Either && plan.has_two_orders() {
                        if self.may_fail(context) {
                            self.progress = Progress::Hesitating;
                            return Err(ask_weak(self.in_open_block()));
                        }
                        failing = Failing::Never;
                    }
                    return Err(self.ask(&plan, address, grain, reading(failing)));
                }
                let new = self.written(context.program, base, instruction)?;
                let progress = Progress::Writing { part: 0, old: Value::ZERO, new };
                Err(self.ask(&plan, address, grain, progress))
            }
            Place::Constant(value) => {
                if self.tracks_dependencies() {
                    self.track_private_read(base, (plan.address, address), plan.access.size);
                }
                match self.have_read(context, base, instruction, value, Failing::Never)? {
                    Outcome::Done => {
                        if self.tracks_dependencies() {
                            self.track_result(base, instruction);
                        }
                        Ok(())
                    }
                    Outcome::Write(_) | Outcome::MayFail(_) => {
                        unreachable!("writes to constants are refused")
                    }
                }
            }
            Place::Private { object, offset } => {
                let is_to_be_shared = plan
                    .reads
                    .is_some_and(|kind| kind != ReadKind::Load && kind != ReadKind::Exclusive)
                    || plan.writes == Some(WriteKind::Unlock)
                    || matches!(instruction, Instruction::CallLibrary { .. });
                if is_to_be_shared || plan.orders_others() && !self.is_alone() {
                    // A mutex is there to be shared, and so are objects of libraries.
                    let allocation = self.allocation_of(context, object);
                    return Err(Request::Discovered(context.knowledge.sharing(allocation)));
                }
                self.access_private(context, objects, base, instruction, (object, offset))?;
                if self.tracks_dependencies() {
                    self.track_result(base, instruction);
                }
                Ok(())
            }
        }
    }

    #[inline(always)]
    fn access_private(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        base: usize,
        instruction: &Instruction,
        (object, offset): (ObjectId, u64),
    ) -> Result<(), Request> {
        let plan = plan(context.program, instruction);
        let size = plan.access.size;
        let address = Address(object.address().0 + offset);
        let (old, new) = if plan.reads.is_some() {
            let old = self.read_private(context, object, offset, size);
            if self.tracks_dependencies() {
                self.track_private_read(base, (plan.address, address), size);
            }
            let failing = failing(instruction);
            match self.have_read(context, base, instruction, old, failing)? {
                Outcome::Done => return Ok(()),
                Outcome::Write(new) => (old, new),
                Outcome::MayFail(new) => {
                    if !self.fails_in_vain(context, objects) && self.may_fail(context) {
                        self.progress = Progress::Weak { old };
                        return Err(ask_weak(self.in_open_block()));
                    }
                    (old, new)
                }
            }
        } else {
            let old = self.read_private(context, object, offset, size);
            (old, self.written(context.program, base, instruction)?)
        };
        self.write_private(context, object, offset, size, new);
        let carries_others = self.tracks_dependencies()
            && self.track_private_write(base, instruction, address, size);
        let (before, changes) = (self.effects, self.changes);
        self.have_written(context, base, instruction, old, new);
        self.have_changed_inside(object, self.changes - changes);
        let is_known = old != new || carries_others;
        if plan.reads.is_none() && !is_known && self.looks_ahead != Some(LooksFor::Return) {
            // Nobody knows that the thread has written what was there, not even the thread. (One
            // that looks whether it comes back compares itself with a state in which it may have
            // written it for the first time: there it is not stopped any sooner.)
            self.effects = before;
        } else if matches!(instruction, Instruction::Store { .. }) && self.looks_ahead.is_none() {
            self.have_changed_private((object, offset, size), (old, new), before);
        }
        Ok(())
    }

    /// Takes the answer to the pending operation. `None` means that the instruction is done and
    /// private code goes on.
    pub(crate) fn answer(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        answer: Value,
    ) -> Option<Request> {
        let frame = *self.frame();
        let block = context.program.function(frame.function).block(frame.block);
        let base = frame.base as usize;
        if let Progress::Returning { .. } | Progress::Zeroing { .. } = self.progress {
            // The instruction runs again and goes on with the next object or cell.
            return None;
        }
        let instruction = &block.instructions[frame.instruction as usize];
        let result = match self.progress {
            Progress::Waiting => {
                self.runtime_answer(base, instruction, answer);
                Ok(())
            }
            Progress::Printing => {
                // It goes on with the next byte.
                return self.print_answer(answer).err();
            }
            _ => self.access_answer(context, objects, base, instruction, answer),
        };
        match result {
            Err(request) => Some(request),
            Ok(()) => {
                if self.tracks_dependencies() {
                    self.track_result(base, instruction);
                }
                self.progress = Progress::Fresh;
                self.frame_mut().instruction += 1;
                None
            }
        }
    }

    fn access_answer(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        base: usize,
        instruction: &Instruction,
        answer: Value,
    ) -> Result<(), Request> {
        let plan = plan(context.program, instruction);
        let address = Address(self.decide(base, plan.address, "the address of an access")?);
        let place =
            self.locate(context, objects, address, plan.access.size, plan.writes.is_some())?;
        if plan.is_misaligned(context.program.pointers, address) {
            return Err(misaligned(plan.access.size).into());
        }
        let Place::Shared { grain } = place else {
            return self.private_weak_answer(context, base, instruction, answer, place);
        };
        match self.progress {
            Progress::Hesitating => {
                let failing = match answer.bits {
                    0 => Failing::Never,
                    _ => Failing::Always,
                };
                Err(self.ask(&plan, address, grain, reading(failing)))
            }
            Progress::Reading { part, so_far, failing } => {
                let (start, _) = part_range(address, plan.access.size, grain, part);
                let so_far = Value {
                    bits: so_far.bits | answer.bits << (8 * start),
                    undefined: so_far.undefined | answer.undefined << (8 * start),
                };
                let progress = if is_last_part(address, plan.access.size, grain, part) {
                    match self.have_read(context, base, instruction, so_far, failing)? {
                        Outcome::Done => return Ok(()),
                        Outcome::Write(new) => Progress::Writing { part: 0, old: so_far, new },
                        Outcome::MayFail(new) => {
                            if self.may_fail(context) {
                                self.progress = Progress::Weak { old: so_far };
                                return Err(ask_weak(true));
                            }
                            Progress::Writing { part: 0, old: so_far, new }
                        }
                    }
                } else {
                    Progress::Reading { part: part + 1, so_far, failing }
                };
                Err(self.ask(&plan, address, grain, progress))
            }
            Progress::Weak { old } => {
                match self.weak_answer(context, base, instruction, old, answer) {
                    None => Ok(()),
                    Some(new) => Err(self.ask(
                        &plan,
                        address,
                        grain,
                        Progress::Writing { part: 0, old, new },
                    )),
                }
            }
            Progress::Writing { part, old, new } => {
                if !is_last_part(address, plan.access.size, grain, part) {
                    let progress = Progress::Writing { part: part + 1, old, new };
                    return Err(self.ask(&plan, address, grain, progress));
                }
                let before = self.effects;
                self.have_written(context, base, instruction, old, new);
                self.remember_written(context, instruction, &plan, (address, new));
                if self.looks_ahead == Some(LooksFor::Wait) {
                    // An iteration waits if its stores only repeat.
                    self.effects = before;
                }
                Ok(())
            }
            Progress::Fresh
            | Progress::Waiting
            | Progress::Printing
            | Progress::Returning { .. }
            | Progress::Zeroing { .. } => {
                unreachable!("no access waits for an answer")
            }
        }
    }

    /// Takes note of what was written to the engine's memory, for the sake of weak
    /// compare-exchanges.
    fn remember_written(
        &mut self,
        context: &Context<'_>,
        instruction: &Instruction,
        plan: &Plan,
        (address, value): (Address, Value),
    ) {
        let Access { size, ordering, tags } = plan.access;
        let is_store = matches!(instruction, Instruction::Store { .. });
        let store = is_store.then_some((value, ordering, self.tags(tags)));
        self.note_written(context, Cell { address, size }, store);
    }

    /// A weak compare-exchange on private memory learns whether it fails.
    fn private_weak_answer(
        &mut self,
        context: &Context<'_>,
        base: usize,
        instruction: &Instruction,
        answer: Value,
        place: Place,
    ) -> Result<(), Request> {
        let Place::Private { object, offset } = place else {
            unreachable!("only private and shared places are written")
        };
        let Progress::Weak { old } = self.progress else {
            unreachable!("private accesses ask for nothing else")
        };
        if let Some(new) = self.weak_answer(context, base, instruction, old, answer) {
            let size = plan(context.program, instruction).access.size;
            self.write_private(context, object, offset, size, new);
            let address = Address(object.address().0 + offset);
            self.track_private_write(base, instruction, address, size);
            self.have_written(context, base, instruction, old, new);
        }
        Ok(())
    }
}
