//! What does an instruction make of what it read, and what does it leave in the thread when it is
//! done?
//!
//! [`Thread::have_read`] takes the old value and says how the instruction goes on;
//! [`Thread::have_written`] is its end if it wrote.

use crate::mutex::{MUTEX_DESTROYED, mutex_state};
use crate::thread::{Failing, Thread, handle};
use crate::{Block, Context, Failure, Request, library};
use base::{Address, Value, ViolationKind};
use program::library::Effect;
use program::{Instruction, Operand, Program, eval};

/// What follows once an access has all it needs.
pub(super) enum Outcome {
    /// The instruction is done.
    Done,
    /// The instruction goes on to write this.
    Write(Value),
    /// A weak compare-exchange may fail although it read what it expected, or write this.
    MayFail(Value),
}

impl Thread {
    /// Takes the value that an instruction has read. Registers are set only when the instruction is
    /// done: until then its operands, which may be the same registers, are still needed.
    #[inline]
    pub(super) fn have_read(
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
                let mutex = self.mutex(base, *mutex)?;
                match mutex_state(mutex, old)? {
                    None => Ok(Outcome::Write(Value::new(handle(self.id())))),
                    Some(holder) => Err(Request::Blocked(Block::Lock { mutex, holder })),
                }
            }
            I::MutexTryLock { target, mutex } => match mutex_state(self.mutex(base, *mutex)?, old)?
            {
                None => Ok(Outcome::Write(Value::new(handle(self.id())))),
                Some(_) => {
                    self.set(base, *target, Value::ZERO);
                    Ok(Outcome::Done)
                }
            },
            I::MutexInit { mutex } => {
                let mutex = self.mutex(base, *mutex)?;
                self.check_new(mutex, old)?;
                Ok(Outcome::Write(Value::new(mutex.mark())))
            }
            I::MutexDestroy { mutex } => match mutex_state(self.mutex(base, *mutex)?, old)? {
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

    fn mutex(&self, base: usize, mutex: Operand) -> Result<Address, Request> {
        Ok(Address(self.decide(base, mutex, "the address of a mutex")?))
    }

    /// The value that an instruction writes without reading.
    #[inline]
    pub(super) fn written(
        &self,
        program: &Program,
        base: usize,
        instruction: &Instruction,
    ) -> Result<Value, Request> {
        Ok(match instruction {
            Instruction::Store { value, access, .. } => {
                self.value(base, *value).truncate(access.width())
            }
            Instruction::MutexUnlock { mutex } => Value::new(self.mutex(base, *mutex)?.mark()),
            Instruction::CallLibrary { .. } => {
                let (_, state) = self.call_library(program, base, instruction, Value::ZERO)?;
                Value::new(state)
            }
            other => unreachable!("writes only after reading: {other:?}"),
        })
    }

    /// Notes that an instruction has replaced `old` by `new`, which is its last act. An atomic
    /// update that leaves the value as it was is no effect: a spinning exchange waits.
    #[inline]
    pub(super) fn have_written(
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

    /// What a weak compare-exchange writes, if it does not fail although it need not.
    pub(super) fn weak_answer(
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
}

/// The old value of an atomic update, which must be initialised.
fn initialised(old: Value) -> Result<u64, Request> {
    old.defined().ok_or_else(|| {
        let message = "an atomic update of memory that is not initialised";
        Failure::new(ViolationKind::UninitialisedRead, message).into()
    })
}
