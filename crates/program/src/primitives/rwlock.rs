//! A lock for many readers or one writer.
//!
//! The state is 0 if it is free, the number of readers, or the writer's thread above bit 32. Nobody
//! is preferred: whoever can take it next may. A reader is not known by name, so that one thread
//! gives back what another has taken is noticed of writers only.

use crate::library::Reaction;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    Read,
    /// Returns 1 if it was taken.
    TryRead,
    Write,
    TryWrite,
    /// Whether `Read` would take it.
    CanRead,
    /// Whether `Write` would take it.
    CanWrite,
    /// Gives back what the thread has.
    Unlock,
    /// Returns the state of a lock that is destroyed, if nobody holds this one.
    CheckUnlocked,
}

const WRITTEN: u64 = 1 << 32;
const DESTROYED: u64 = u64::MAX;

pub(super) fn react(state: u64, call: Call, thread: u32) -> Reaction {
    let misuse = |what: &str| Reaction::Misuse(format!("a reader-writer lock is {what}"));
    let own = WRITTEN | u64::from(thread);
    let is_written = state & WRITTEN != 0;
    let taken = |state| Reaction::Returns { value: 1, state };
    let stays = |value| Reaction::Returns { value, state };
    let not_taken = stays(0);
    if state == DESTROYED {
        return misuse("used after it was destroyed");
    }
    match call {
        Call::Read | Call::TryRead if !is_written => taken(state + 1),
        Call::Write | Call::TryWrite if state == 0 => taken(own),
        Call::Read | Call::Write => Reaction::Waits,
        Call::TryRead | Call::TryWrite => not_taken,
        Call::CanRead => stays(u64::from(!is_written)),
        Call::CanWrite => stays(u64::from(state == 0)),
        Call::Unlock if state == own => taken(0),
        Call::Unlock if state == 0 || is_written => {
            misuse("unlocked that this thread does not hold")
        }
        Call::Unlock => taken(state - 1),
        Call::CheckUnlocked if state == 0 => stays(DESTROYED),
        Call::CheckUnlocked => misuse("destroyed while it is held"),
    }
}

/// Whether this is the state of a lock that a writer holds.
pub(super) fn is_written(state: u64) -> bool {
    state >> 32 == 1
}

/// How many readers a state has.
pub(super) fn readers(state: u64) -> usize {
    match state < WRITTEN {
        true => state as usize,
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook's lock, which knows who has it: the writer, and how often each thread reads.
    #[derive(Clone, Default)]
    struct Textbook {
        writer: Option<u32>,
        readers: Vec<u32>,
    }

    impl Textbook {
        /// Whether the call succeeds, if it does not wait; `None` if it is an error.
        fn call(&mut self, call: Call, thread: u32) -> Option<bool> {
            let reads = self.writer.is_none();
            let writes = reads && self.readers.is_empty();
            match call {
                Call::Read | Call::TryRead => {
                    self.readers.extend(reads.then_some(thread));
                    Some(reads)
                }
                Call::Write | Call::TryWrite => {
                    self.writer = if writes { Some(thread) } else { self.writer };
                    Some(writes)
                }
                Call::Unlock if self.writer == Some(thread) => {
                    self.writer = None;
                    Some(true)
                }
                Call::Unlock => {
                    let place = self.readers.iter().position(|reader| *reader == thread)?;
                    self.readers.remove(place);
                    Some(true)
                }
                Call::CanRead => Some(reads),
                Call::CanWrite => Some(writes),
                Call::CheckUnlocked => writes.then_some(true),
            }
        }
    }

    #[test]
    fn it_is_the_textbooks_lock() {
        const CALLS: [Call; 7] = [
            Call::Read,
            Call::TryRead,
            Call::CanRead,
            Call::Write,
            Call::TryWrite,
            Call::CanWrite,
            Call::Unlock,
        ];
        let (mut succeeded, mut waited, mut failed) = (0, 0, 0);
        // Every sequence of five calls by two threads, in which unlocks are right.
        for mut code in 0..14_u64.pow(5) {
            let (mut state, mut textbook) = (0, Textbook::default());
            for _ in 0..5 {
                let (call, thread) = (CALLS[(code % 7) as usize], (code / 7 % 2) as u32 + 3);
                code /= 14;
                let Some(succeeds) = textbook.call(call, thread) else { break };
                let waits = matches!(call, Call::Read | Call::Write);
                match react(state, call, thread) {
                    Reaction::Returns { value: 1, state: next } => {
                        assert!(succeeds);
                        state = next;
                        succeeded += 1;
                    }
                    Reaction::Returns { value: 0, state: next } => {
                        assert!(!succeeds && !waits && next == state);
                        failed += 1;
                    }
                    Reaction::Waits => {
                        assert!(!succeeds && waits);
                        waited += 1;
                        break;
                    }
                    other => panic!("{call:?} in {state:#x}: {other:?}"),
                }
            }
        }
        assert!(succeeded > 10_000 && waited > 10_000 && failed > 10_000);
    }

    #[test]
    fn misuse_is_noticed() {
        let breaks = |state, call| matches!(react(state, call, 3), Reaction::Misuse(_));
        assert!(breaks(0, Call::Unlock) && breaks(WRITTEN | 4, Call::Unlock));
        assert!(breaks(1, Call::CheckUnlocked) && breaks(WRITTEN | 3, Call::CheckUnlocked));
        assert!(breaks(DESTROYED, Call::Read) && breaks(DESTROYED, Call::CheckUnlocked));
    }
}
