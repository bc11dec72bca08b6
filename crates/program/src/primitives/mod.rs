//! What do the waiting functions of the C runtime wait for?
//!
//! The runtime's condition variables, reader-writer locks, semaphores, barriers and the like are
//! functions in text form (`llvm/runtime`). What loads and stores cannot say, that a thread waits
//! until something is so, they say by calls of this library: each is one event, a read or an update
//! of a few bytes, and a call whose time has not come waits in place. States are plain numbers, so
//! that a call is a function of what it finds and nothing is remembered.
//!
//! Memory orders are those of POSIX: who waits acquires what was done before the call that lets it
//! go on. A call that changes something is an atomic update, and therefore a full fence under `tso`
//! and `pso`, as it is on the machines of these names. A call that may find nothing to do (a signal
//! that nobody waits for, a lock that is tried in vain) must not be one there: the runtime looks
//! first, with a relaxed load, as implementations do, and calls the update only if there is
//! something to do.
//!
//! Condition variables and reader-writer locks of which no bytes may be copied have their
//! [mark](Address::mark) as their state when nobody uses them ([`react_with_mark`]).

mod condition;
mod rwlock;

use crate::library::{Effect, Library, LibraryCall, LibraryFunction, Reaction, Semantics};
use base::{Address, Ordering};
use std::sync::Arc;

/// The name of the library in the text form.
pub const NAME: &str = "primitives";

/// The functions of the library. Each has an object, and most have a number besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Primitive {
    /// Waits until the number in the object is the given one or larger, and returns it.
    AwaitAtLeast,
    /// Waits until the number in the object is another one than the given, and returns it.
    AwaitOther,
    /// Waits until the number in the object is not zero, and takes one away.
    Take,
    /// Takes one away and returns 1, or returns 0 if there is none.
    TryTake,
    /// Looks whether an object may be initialised. The argument says what it is. Its own
    /// [mark](Address::mark), of a barrier the upper half, says that it was and is not destroyed.
    CheckNew,
    Condition(condition::Call),
    Lock(rwlock::Call),
}

/// Everything there is, in the order of its numbers: name, meaning, what it does to the object,
/// order, size of the object in bytes.
fn functions() -> Vec<(&'static str, Primitive, Effect, Ordering, u8)> {
    use Effect::{Read, Update};
    use Ordering::{Acquire, Relaxed, Release};
    use condition::Call as C;
    use rwlock::Call as L;
    let condition = Primitive::Condition;
    let lock = Primitive::Lock;
    vec![
        ("await_at_least", Primitive::AwaitAtLeast, Read, Acquire, 8),
        ("await_other", Primitive::AwaitOther, Read, Acquire, 4),
        ("take", Primitive::Take, Update, Acquire, 8),
        ("try_take", Primitive::TryTake, Update, Acquire, 8),
        ("check_new", Primitive::CheckNew, Read, Relaxed, 8),
        ("begin_wait", condition(C::BeginWait), Update, Relaxed, 8),
        ("end_wait", condition(C::EndWait), Update, Acquire, 8),
        ("end_wait_in_time", condition(C::EndWaitInTime), Update, Acquire, 8),
        ("give_up_wait", condition(C::GiveUpWait), Update, Relaxed, 8),
        ("signal", condition(C::Signal), Update, Release, 8),
        ("broadcast", condition(C::Broadcast), Update, Release, 8),
        ("check_unused", condition(C::CheckUnused), Read, Relaxed, 8),
        ("anybody_waits", condition(C::AnybodyWaits), Read, Relaxed, 8),
        ("read_lock", lock(L::Read), Update, Acquire, 8),
        ("try_read_lock", lock(L::TryRead), Update, Acquire, 8),
        ("write_lock", lock(L::Write), Update, Acquire, 8),
        ("try_write_lock", lock(L::TryWrite), Update, Acquire, 8),
        ("can_read_lock", lock(L::CanRead), Read, Relaxed, 8),
        ("can_write_lock", lock(L::CanWrite), Read, Relaxed, 8),
        ("unlock_either", lock(L::Unlock), Update, Release, 8),
        ("check_unlocked", lock(L::CheckUnlocked), Read, Relaxed, 8),
    ]
}

/// The library, ready to be called.
pub fn library() -> Library {
    let functions = functions();
    let meanings = functions.iter().map(|(_, primitive, ..)| *primitive).collect();
    let functions =
        functions.into_iter().map(|(name, _, effect, ordering, size)| LibraryFunction {
            name: name.to_owned(),
            effect,
            ordering,
            size,
            takes_value: true,
            returns: true,
        });
    Library {
        name: NAME.to_owned(),
        functions: functions.collect(),
        semantics: Arc::new(Primitives { meanings }),
    }
}

#[derive(Debug)]
struct Primitives {
    meanings: Vec<Primitive>,
}

impl Semantics for Primitives {
    fn react(&self, state: u64, object: Address, call: LibraryCall) -> Reaction {
        let LibraryCall { function, thread, argument } = call;
        let stays = |value| Reaction::Returns { value, state };
        match self.meanings[function as usize] {
            Primitive::AwaitAtLeast if state >= argument => stays(state),
            Primitive::AwaitOther if state != argument => stays(state),
            Primitive::AwaitAtLeast | Primitive::AwaitOther => Reaction::Waits,
            Primitive::Take | Primitive::TryTake if state == DESTROYED => {
                Reaction::Misuse(SEMAPHORE_DESTROYED.to_owned())
            }
            Primitive::Take | Primitive::TryTake if state > 0 => {
                Reaction::Returns { value: 1, state: state - 1 }
            }
            Primitive::Take => Reaction::Waits,
            Primitive::TryTake => stays(0),
            Primitive::CheckNew => match NEW.get(argument as usize) {
                Some(what) if is_initialised(argument, state, object) => Reaction::Misuse(format!(
                    "a {what} is initialised again, and was not destroyed"
                )),
                Some(_) if argument == LOCK && rwlock::is_written(state) => {
                    Reaction::Misuse("a reader-writer lock is initialised while it is held".into())
                }
                Some(_) => stays(0),
                None => Reaction::Foreign,
            },
            Primitive::Condition(call) => {
                let react = |state| condition::react(state, call, argument);
                react_with_mark("condition variable", state, object, react)
            }
            Primitive::Lock(call) => {
                let react = |state| rwlock::react(state, call, thread);
                react_with_mark("reader-writer lock", state, object, react)
            }
        }
    }

    fn knows_address(&self, function: u32) -> bool {
        match self.meanings[function as usize] {
            Primitive::Condition(_) | Primitive::Lock(_) | Primitive::CheckNew => true,
            Primitive::AwaitAtLeast
            | Primitive::AwaitOther
            | Primitive::Take
            | Primitive::TryTake => false,
        }
    }

    fn takes_undefined(&self, function: u32) -> bool {
        self.meanings[function as usize] == Primitive::CheckNew
    }

    fn waiting(&self, function: u32, state: u64) -> usize {
        let state = if Address::marked(state).is_some() { UNUSED } else { state };
        match self.meanings[function as usize] {
            Primitive::Condition(_) => condition::waiting(state),
            Primitive::Lock(_) => rwlock::readers(state),
            Primitive::CheckNew
            | Primitive::AwaitAtLeast
            | Primitive::AwaitOther
            | Primitive::Take
            | Primitive::TryTake => 0,
        }
    }

    /// A state does not say how it came about.
    fn last_call(&self, _: u64) -> Option<(LibraryCall, u64)> {
        None
    }
}

/// The number in a semaphore that was destroyed.
pub const DESTROYED: u64 = u64::MAX;
/// What is wrong about using one.
pub const SEMAPHORE_DESTROYED: &str = "a semaphore is used after it was destroyed";

/// The state of an object that nobody uses and nobody has used. Static initialisers leave it, and
/// until an object is used for the first time its copy is as good as itself.
const UNUSED: u64 = 0;

/// What can be initialised, by the argument of `check_new`.
const NEW: [&str; 3] = ["condition variable", "reader-writer lock", "barrier"];
const LOCK: u64 = 1;
const BARRIER: u64 = 2;

/// Whether an object has its mark in it; the lower half of a barrier has something else.
fn is_initialised(what: u64, state: u64, object: Address) -> bool {
    match what {
        BARRIER => state >> 32 == object.mark() >> 32,
        _ => state == object.mark(),
    }
}

/// What a call does, where an object that nobody uses has its mark as its state. The mark of
/// another object is that of which this one is a copy. (A copy that was made while the object was
/// in use has no mark, and is not noticed.)
fn react_with_mark(
    what: &str,
    state: u64,
    object: Address,
    react: impl FnOnce(u64) -> Reaction,
) -> Reaction {
    let state = match Address::marked(state) {
        None => state,
        Some(_) if state == object.mark() => UNUSED,
        Some(_) => return Reaction::Misuse(format!("a copy of a {what} is used")),
    };
    match react(state) {
        Reaction::Returns { value, state: UNUSED } => {
            Reaction::Returns { value, state: object.mark() }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECT: Address = Address(0x1000);

    fn react(name: &str, state: u64, argument: u64) -> Reaction {
        let library = library();
        let function = library.functions.iter().position(|function| function.name == name);
        let function = function.expect("there is one") as u32;
        library.semantics.react(state, OBJECT, LibraryCall { function, thread: 7, argument })
    }

    #[test]
    fn who_awaits_a_number_changes_nothing() {
        assert_eq!(react("await_at_least", 2, 3), Reaction::Waits);
        assert_eq!(react("await_at_least", 3, 3), Reaction::Returns { value: 3, state: 3 });
        assert_eq!(react("await_other", 1, 1), Reaction::Waits);
        assert_eq!(react("await_other", 2, 1), Reaction::Returns { value: 2, state: 2 });
    }

    #[test]
    fn only_what_is_there_is_taken() {
        assert!(matches!(react("take", DESTROYED, 0), Reaction::Misuse(_)));
        assert_eq!(react("take", 0, 0), Reaction::Waits);
        assert_eq!(react("take", 2, 0), Reaction::Returns { value: 1, state: 1 });
        assert_eq!(react("try_take", 0, 0), Reaction::Returns { value: 0, state: 0 });
        assert_eq!(react("try_take", 1, 0), Reaction::Returns { value: 1, state: 0 });
    }
    #[test]
    fn what_is_initialised_is_not_new() {
        for what in 0..3 {
            let misused = |state| matches!(react("check_new", state, what), Reaction::Misuse(_));
            assert!(misused(OBJECT.mark()));
            assert_eq!(misused(OBJECT.mark() & !0xffff_ffff | 2), what == BARRIER);
            assert!(!misused(0) && !misused(u64::MAX) && !misused(7));
            assert_eq!(misused(1 << 32 | 7), what == LOCK);
        }
    }

    #[test]
    fn what_is_not_used_has_its_mark() {
        let (mark, other) = (OBJECT.mark(), Address(0x1008).mark());
        for state in [0, mark] {
            let (taken, read) = (|state| Reaction::Returns { value: 1, state }, 1);
            assert!(matches!(react("begin_wait", state, 0), Reaction::Returns { value: 1, .. }));
            assert_eq!(react("read_lock", state, 0), taken(read));
            assert_eq!(react("unlock_either", read, 0), taken(mark));
        }
        assert_eq!(react("give_up_wait", 1, 1), Reaction::Returns { value: 0, state: mark });
        for call in ["begin_wait", "signal", "anybody_waits", "check_unused", "can_read_lock"] {
            assert!(matches!(react(call, other, 0), Reaction::Misuse(_)), "{call}");
        }
    }
}
