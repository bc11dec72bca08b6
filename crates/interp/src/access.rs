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

use crate::library;
use crate::mutex::{MUTEX, MUTEX_DESTROYED, MUTEX_FREE, mutex_state};
use crate::place::Place;
use crate::spurious::LooksFor;
use crate::thread::{Failing, Held, Progress, Thread, handle, thread_of};
use crate::{Block, Context, Failure, Objects, Operation, Otherwise, Request};
use base::{Address, ObjectId, Ordering, Value, ViolationKind};
use execution::{Cell, ReadKind, WriteKind};
use program::library::Effect;
use program::{Access, Instruction, Operand, Program, eval};
use std::rc::Rc;

/// What an instruction does to memory.
struct Plan {
    address: Operand,
    access: Access,
    reads: Option<ReadKind>,
    writes: Option<WriteKind>,
    /// What it has to read in order to write, and how it is ordered if it does not.
    otherwise: Option<(Operand, Ordering)>,
}

fn plan(program: &Program, instruction: &Instruction) -> Plan {
    use Instruction as I;
    let (address, access, reads, writes) = match instruction {
        I::Load { address, access, .. } => (address, *access, Some(ReadKind::Load), None),
        I::Store { address, access, .. } => (address, *access, None, Some(WriteKind::Store)),
        I::ReadModifyWrite { address, access, .. } | I::CompareExchange { address, access, .. } => {
            (address, *access, Some(ReadKind::Exclusive), Some(WriteKind::Exclusive))
        }
        I::MutexInit { mutex } => {
            (mutex, MUTEX, Some(ReadKind::Initialise), Some(WriteKind::Exclusive))
        }
        I::MutexLock { mutex } => (mutex, MUTEX, Some(ReadKind::Lock), Some(WriteKind::Exclusive)),
        I::MutexTryLock { mutex, .. } => {
            (mutex, MUTEX, Some(ReadKind::TryLock), Some(WriteKind::Exclusive))
        }
        I::MutexUnlock { mutex } => (mutex, MUTEX, None, Some(WriteKind::Unlock)),
        I::MutexDestroy { mutex } => {
            (mutex, MUTEX, Some(ReadKind::Destroy), Some(WriteKind::Exclusive))
        }
        I::CallLibrary { library, function, object, .. } => {
            let function = library::function(program, *library, *function);
            let access = library::access(function);
            match function.effect {
                Effect::Read => (object, access, Some(ReadKind::Load), None),
                Effect::Write => (object, access, None, Some(WriteKind::Store)),
                Effect::Update => {
                    (object, access, Some(ReadKind::Exclusive), Some(WriteKind::Exclusive))
                }
            }
        }
        other => unreachable!("not an access: {other:?}"),
    };
    let otherwise = match instruction {
        I::CompareExchange { expected, failure, .. } => Some((*expected, *failure)),
        I::MutexTryLock { .. } => Some((Operand::Constant(MUTEX_FREE), Ordering::Relaxed)),
        _ => None,
    };
    Plan { address: *address, access, reads, writes, otherwise }
}

impl Plan {
    /// Whether its read is ordered in one way if it goes on to write, and in another if not.
    fn has_two_orders(&self) -> bool {
        let is_other =
            |(_, failure): (Operand, Ordering)| failure.of_read() != self.access.ordering.of_read();
        self.otherwise.is_some_and(is_other)
    }

    /// Whether it orders what its thread does before it and after it, under some model, whatever
    /// its location.
    fn orders_others(&self) -> bool {
        self.access.ordering == Ordering::SeqCst || self.reads == Some(ReadKind::Exclusive)
    }
}

/// Whether an instruction that finds what it expects fails.
fn failing(instruction: &Instruction) -> Failing {
    match instruction {
        Instruction::CompareExchange { weak: true, .. } => Failing::Either,
        _ => Failing::Never,
    }
}

/// The start of reading.
fn reading(failing: Failing) -> Progress {
    Progress::Reading { part: 0, so_far: Value::ZERO, failing }
}

/// Asks whether a weak compare-exchange fails although it need not. The first choice, and so the
/// usual one, is to succeed.
fn ask_weak(grouped: bool) -> Request {
    Request::Visible { operation: Operation::Choose { low: 0, high: 1 }, grouped }
}

/// What follows once an access has all it needs.
enum Outcome {
    /// The instruction is done.
    Done,
    /// The instruction goes on to write this.
    Write(Value),
    /// A weak compare-exchange may fail although it read what it expected, or write this.
    MayFail(Value),
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
        if uses_mutex && self.is_of_another_kind(context, objects, address) {
            return Err(Request::Unsupported("a mutex of another kind than the normal one".into()));
        }
        let place =
            self.locate(context, objects, address, plan.access.size, plan.writes.is_some())?;
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
        let before = self.effects;
        self.have_written(context, base, instruction, old, new);
        let is_known = old != new || carries_others;
        if plan.reads.is_none() && !is_known && self.looks_ahead != Some(LooksFor::Return) {
            // Nobody knows that the thread has written what was there, not even the thread. (One
            // that looks whether it comes back compares itself with a state in which it may have
            // written it for the first time: there it is not stopped any sooner.)
            self.effects = before;
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

    /// The request for one cell of an access.
    fn ask(
        &mut self,
        plan: &Plan,
        address: Address,
        grain: Option<u8>,
        progress: Progress,
    ) -> Request {
        self.progress = progress;
        let Access { size, ordering, tags } = plan.access;
        let tags = self.tags(tags);
        let cell = |part| {
            let (start, size) = part_range(address, size, grain, part);
            Cell { address: Address(address.0 + u64::from(start)), size }
        };
        let is_whole = is_last_part(address, size, grain, 0);
        match progress {
            Progress::Reading { part, failing, .. } => {
                let may_succeed = is_whole && failing != Failing::Always;
                let ordering = match plan.otherwise {
                    Some((_, failure)) if !may_succeed => failure,
                    _ => ordering,
                };
                let kind = plan.reads.expect("the instruction reads");
                // Who initialises a mutex looks at it for us alone.
                let ordering = match kind {
                    ReadKind::Initialise => Ordering::Relaxed,
                    _ => ordering,
                };
                let otherwise = self.otherwise(plan).filter(|_| may_succeed);
                let operation =
                    Operation::Read { cell: cell(part), kind, ordering, tags, otherwise };
                Request::Visible { operation, grouped: part > 0 || self.in_open_block() }
            }
            Progress::Writing { part, new, .. } => {
                let kind = plan.writes.expect("the instruction writes");
                // Who takes a mutex tells nobody.
                let takes_mutex =
                    !matches!(plan.reads, None | Some(ReadKind::Exclusive | ReadKind::Initialise));
                let ordering = if takes_mutex { Ordering::Relaxed } else { ordering };
                let cell = cell(part);
                let shift = 8 * (cell.address.0 - address.0);
                let value = Value { bits: new.bits >> shift, undefined: new.undefined >> shift }
                    .truncate(u32::from(cell.size) * 8);
                let operation = Operation::Write { cell, value, kind, ordering, tags };
                let grouped = part > 0 || plan.reads.is_some() || self.in_open_block();
                Request::Visible { operation, grouped }
            }
            _ => unreachable!("only reads and writes have cells"),
        }
    }

    /// How a compare-exchange is ordered that does not read what it expects. If it is split into
    /// cells, none of them tells, and all have the order of a failure, which is not the stronger
    /// one.
    fn otherwise(&self, plan: &Plan) -> Option<Otherwise> {
        let (expected, ordering) = plan.otherwise?;
        let base = self.frame().base as usize;
        let expected = self.value(base, expected).truncate(plan.access.width()).bits;
        Some(Otherwise { expected, ordering })
    }

    /// What a weak compare-exchange writes, if it does not fail although it need not.
    fn weak_answer(
        &mut self,
        context: &Context<'_>,
        base: usize,
        instruction: &Instruction,
        old: Value,
        answer: Value,
    ) -> Option<Value> {
        let Instruction::CompareExchange { desired, access, .. } = instruction else {
            unreachable!("only a compare-exchange is weak");
        };
        if answer.bits == 0 {
            return Some(self.value(base, *desired).truncate(access.width()));
        }
        self.note_failure(context);
        self.fail_exchange(base, instruction, old);
        None
    }

    /// A compare-exchange fails, having read `old`.
    pub(crate) fn fail_exchange(&mut self, base: usize, instruction: &Instruction, old: Value) {
        let Instruction::CompareExchange { target, success, .. } = instruction else {
            unreachable!("only a compare-exchange fails");
        };
        self.set(base, *target, old);
        self.set(base, *success, Value::ZERO);
    }

    /// The value that an instruction writes without reading.
    fn written(
        &self,
        program: &Program,
        base: usize,
        instruction: &Instruction,
    ) -> Result<Value, Request> {
        Ok(match instruction {
            Instruction::Store { value, access, .. } => {
                self.value(base, *value).truncate(access.width())
            }
            Instruction::MutexUnlock { .. } => Value::new(MUTEX_FREE),
            Instruction::CallLibrary { .. } => {
                let (_, state) = self.call_library(program, base, instruction, Value::ZERO)?;
                Value::new(state)
            }
            other => unreachable!("writes only after reading: {other:?}"),
        })
    }

    /// Takes the value that an instruction has read. Registers are set only when the instruction is
    /// done: until then its operands, which may be the same registers, are still needed.
    fn have_read(
        &mut self,
        context: &Context<'_>,
        base: usize,
        instruction: &Instruction,
        old: Value,
        failing: Failing,
    ) -> Result<Outcome, Request> {
        use Instruction as I;
        match instruction {
            I::Load { target, .. } => {
                self.set(base, *target, old);
                Ok(Outcome::Done)
            }
            I::ReadModifyWrite { operation, operand, access, .. } => {
                let old = initialised(old)?;
                let operand = self.decide(base, *operand, "the operand of an atomic update")?;
                let new = eval::rmw(*operation, access.width(), old, operand);
                Ok(Outcome::Write(Value::new(new)))
            }
            I::CompareExchange { expected, desired, access, .. } => {
                let expected = self.decide(base, *expected, "the expected value of an exchange")?;
                let new = self.value(base, *desired).truncate(access.width());
                match (initialised(old)? == expected, failing) {
                    (true, Failing::Never) => Ok(Outcome::Write(new)),
                    (true, Failing::Either) => Ok(Outcome::MayFail(new)),
                    (true, Failing::Always) => {
                        self.note_failure(context);
                        self.fail_exchange(base, instruction, old);
                        Ok(Outcome::Done)
                    }
                    (false, Failing::Never | Failing::Either) => {
                        self.fail_exchange(base, instruction, old);
                        Ok(Outcome::Done)
                    }
                    (false, Failing::Always) => Err(Request::Blocked(Block::Assume)),
                }
            }
            I::MutexLock { mutex } => {
                let mutex = Address(self.decide(base, *mutex, "the address of a mutex")?);
                match mutex_state(old)? {
                    None => Ok(Outcome::Write(Value::new(handle(self.id())))),
                    Some(holder) => Err(Request::Blocked(Block::Lock { mutex, holder })),
                }
            }
            I::MutexTryLock { target, .. } => match mutex_state(old)? {
                None => Ok(Outcome::Write(Value::new(handle(self.id())))),
                Some(_) => {
                    self.set(base, *target, Value::ZERO);
                    Ok(Outcome::Done)
                }
            },
            I::MutexInit { .. } => match old.defined().and_then(thread_of) {
                None => Ok(Outcome::Write(Value::new(MUTEX_FREE))),
                Some(holder) => {
                    let message = format!("a mutex is initialised while {holder} holds it");
                    Err(Failure::new(ViolationKind::MutexMisuse, message).into())
                }
            },
            I::MutexDestroy { .. } => match mutex_state(old)? {
                None => Ok(Outcome::Write(Value::new(MUTEX_DESTROYED))),
                Some(holder) => {
                    let message = format!("a mutex is destroyed while {holder} holds it");
                    Err(Failure::new(ViolationKind::MutexMisuse, message).into())
                }
            },
            I::CallLibrary { target, library, function, .. } => {
                let (value, state) = self.call_library(context.program, base, instruction, old)?;
                match library::function(context.program, *library, *function).effect {
                    Effect::Read => {
                        self.set(base, *target, Value::new(value));
                        Ok(Outcome::Done)
                    }
                    Effect::Update | Effect::Write => Ok(Outcome::Write(Value::new(state))),
                }
            }
            other => unreachable!("reads nothing: {other:?}"),
        }
    }

    /// Notes that an instruction has replaced `old` by `new`, which is its last act. An atomic
    /// update that leaves the value as it was is no effect: a spinning exchange waits.
    fn have_written(
        &mut self,
        context: &Context<'_>,
        base: usize,
        instruction: &Instruction,
        old: Value,
        new: Value,
    ) {
        use Instruction as I;
        let mut changed = true;
        match instruction {
            I::ReadModifyWrite { target, .. } => {
                self.set(base, *target, old);
                changed = old != new;
            }
            I::CompareExchange { target, success, .. } => {
                self.set(base, *target, old);
                self.set(base, *success, Value::new(1));
                self.note_success();
                changed = old != new;
            }
            I::MutexLock { mutex } => return self.hold(base, *mutex),
            I::MutexTryLock { target, mutex } => {
                self.hold(base, *mutex);
                return self.set(base, *target, Value::new(1));
            }
            I::MutexUnlock { mutex } => return self.let_go(context, base, *mutex),
            I::CallLibrary { target, .. } => {
                let returned = self.call_library(context.program, base, instruction, old);
                let value = returned.map_or(0, |(value, _)| value);
                self.set(base, *target, Value::new(value));
            }
            I::Store { .. } | I::MutexInit { .. } | I::MutexDestroy { .. } => {}
            other => unreachable!("writes nothing: {other:?}"),
        }
        if changed {
            self.have_effect();
        }
    }

    fn hold(&mut self, base: usize, mutex: Operand) {
        let mutex = Address(self.value(base, mutex).bits);
        let before = self.effects;
        self.have_effect();
        let held = Held { mutex, before, locking: self.effects };
        Rc::make_mut(&mut self.rare).held.push(held);
    }

    /// Unlocks a mutex. If there was no effect since it was locked, there is none of both together:
    /// nobody can tell that it was held, unless somebody tries it.
    fn let_go(&mut self, context: &Context<'_>, base: usize, mutex: Operand) {
        let mutex = Address(self.value(base, mutex).bits);
        let held = &mut Rc::make_mut(&mut self.rare).held;
        let place = held.iter().position(|held| held.mutex == mutex);
        let held = held.remove(place.expect("it was seen to be held before"));
        match held.locking == self.effects && !context.knowledge.has_tried_mutexes() {
            true => self.effects = held.before,
            false => self.have_effect(),
        }
    }
}

/// The old value of an atomic update, which must be initialised.
fn initialised(old: Value) -> Result<u64, Request> {
    old.defined().ok_or_else(|| {
        let message = "an atomic update of memory that is not initialised";
        Failure::new(ViolationKind::UninitialisedRead, message).into()
    })
}

/// The start in the access, in bytes, and the size of its `part`-th cell.
fn part_range(address: Address, size: u8, grain: Option<u8>, part: u8) -> (u8, u8) {
    let Some(grain) = grain else { return (0, size) };
    let mut start = 0;
    for _ in 0..part {
        start = part_end(address, size, grain, start);
    }
    (start, part_end(address, size, grain, start) - start)
}

/// The start in the access, in bytes, and the size of each of its cells.
pub(crate) fn parts(
    address: Address,
    size: u8,
    grain: Option<u8>,
) -> impl Iterator<Item = (u8, u8)> {
    let after = move |(start, length): &(u8, u8)| {
        let start = start + length;
        let grain = grain.filter(|_| start < size)?;
        Some((start, part_end(address, size, grain, start) - start))
    };
    std::iter::successors(Some(part_range(address, size, grain, 0)), after)
}

fn part_end(address: Address, size: u8, grain: u8, start: u8) -> u8 {
    let to_boundary = grain - ((address.0 + u64::from(start)) % u64::from(grain)) as u8;
    (start + to_boundary).min(size)
}

fn is_last_part(address: Address, size: u8, grain: Option<u8>, part: u8) -> bool {
    let (start, length) = part_range(address, size, grain, part);
    start + length == size
}
