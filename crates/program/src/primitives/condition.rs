//! Condition variables: who waits, and who may go on?
//!
//! POSIX: a signal wakes one of the threads that wait when it comes, and nobody says which; a
//! broadcast wakes them all; there is no memory of a signal that nobody waits for. (Spurious
//! wake-ups, which POSIX allows, are not modelled.)
//!
//! **Who is woken is decided late.** The state is the sequence of waits and signals that are not
//! over: a thread may go on if a signal came after it began to wait. Then it takes the first such
//! signal with it. That is a correct choice: every later signal could wake all that the taken one
//! could. A signal is kept only as long as it must wake somebody: for each signal there must be a
//! wait of its own before it, which is so if the k-th signal has k waits before it. So a signal is
//! lost if all who wait are woken already, and a thread may give up waiting if the signals can do
//! without it. The tests compare this with the textbook's condition variable, which chooses at the
//! signal.
//!
//! **One mutex.** POSIX: all who wait at the same time do so with the same mutex. A wait begins
//! with its mutex, of which eight bits are kept as long as anybody waits, so that another one is
//! noticed (but for one of 255, and one that the same thread has made as a whole object).
//!
//! **Representation.** Four bits for each element, the oldest lowest: 1 to 14 is a wait with that
//! ticket, 15 a signal. Zero is the end, so that the state of an unused condition variable is 0, as
//! static ones are. There is room for fourteen elements: seven threads that wait and are all
//! signalled. Above are the bits of the mutex, which are not zero.

use crate::library::Reaction;
use base::{Address, ThreadId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// Returns the ticket that names the wait. The argument is the mutex.
    BeginWait,
    /// Waits until the wait with this ticket may end.
    EndWait,
    /// The same, where it is somebody else's business that it may never end.
    EndWaitInTime,
    /// The wait ends without a signal; only where the signals can do without it.
    GiveUpWait,
    Signal,
    Broadcast,
    /// Returns the state of a condition variable that is destroyed, if nobody waits for this one.
    CheckUnused,
    /// Returns 1 if anybody waits, else 0.
    AnybodyWaits,
}

const SIGNAL: u64 = 15;
const LAST_TICKET: u64 = 14;
const ROOM: usize = 14;
const MUTEX_SHIFT: usize = 4 * ROOM;
/// No sequence begins with a signal.
const DESTROYED: u64 = u64::MAX;

pub(super) fn react(state: u64, call: Call, argument: u64) -> Reaction {
    let misuse = |what: &str| Reaction::Misuse(format!("a condition variable is {what}"));
    if state == DESTROYED {
        return misuse("used after it was destroyed");
    }
    let mut sequence = elements(state);
    let mut mutex = state >> MUTEX_SHIFT;
    let (mut value, ticket) = (0, argument);
    match call {
        Call::BeginWait if mutex != bits_of(argument) && is_anybody_unwoken(&sequence) => {
            return misuse("waited for with two mutexes");
        }
        Call::BeginWait => {
            mutex = bits_of(argument);
            let is_free = |ticket: &u64| !sequence.contains(ticket);
            let waits = sequence.iter().filter(|element| **element != SIGNAL).count();
            match (1..=LAST_TICKET).find(is_free) {
                // Room for a signal to each.
                Some(ticket) if 2 * (waits + 1) <= ROOM => {
                    sequence.push(ticket);
                    value = ticket;
                }
                _ => {
                    let what = "more than seven threads that wait for a condition variable";
                    return Reaction::Unsupported(what.to_owned());
                }
            }
        }
        Call::EndWait | Call::EndWaitInTime => {
            let Some(place) = sequence.iter().position(|element| *element == ticket) else {
                return Reaction::Foreign;
            };
            let signal = sequence[place..].iter().position(|element| *element == SIGNAL);
            let Some(signal) = signal else {
                return match call {
                    Call::EndWait => Reaction::Waits,
                    _ => Reaction::Never,
                };
            };
            sequence.remove(place + signal);
            sequence.remove(place);
        }
        Call::GiveUpWait => {
            sequence.retain(|element| *element != ticket);
            if !is_possible(&sequence) {
                return Reaction::Never;
            }
        }
        Call::Signal => add_signal(&mut sequence),
        Call::Broadcast => sequence.clone().iter().for_each(|_| add_signal(&mut sequence)),
        Call::CheckUnused if sequence.is_empty() => {
            return Reaction::Returns { value: DESTROYED, state };
        }
        Call::CheckUnused => {
            return misuse("destroyed while a thread waits for it");
        }
        Call::AnybodyWaits => {
            return Reaction::Returns { value: u64::from(!sequence.is_empty()), state };
        }
    }
    let mutex = if sequence.is_empty() { 0 } else { mutex << MUTEX_SHIFT };
    Reaction::Returns { value, state: number(&sequence) | mutex }
}

/// Whether somebody waits for a signal that is still to come.
fn is_anybody_unwoken(sequence: &[u64]) -> bool {
    let signals = sequence.iter().filter(|element| **element == SIGNAL).count();
    sequence.len() > 2 * signals
}

/// Eight bits by which a mutex is known, which are not zero. How many objects its creator made
/// before is not among them, because executions are compared in which that differs.
fn bits_of(mutex: u64) -> u64 {
    let known = match Address(mutex).object() {
        Some((object, offset)) if object.thread != ThreadId::GLOBALS => {
            u64::from(object.thread.code()) << 32 | offset
        }
        _ => mutex,
    };
    known.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 255 + 1
}

/// How many threads wait.
pub(super) fn waiting(state: u64) -> usize {
    match state {
        DESTROYED => 0,
        state => elements(state).iter().filter(|element| **element != SIGNAL).count(),
    }
}

/// A signal, if it wakes somebody who is not woken yet.
fn add_signal(sequence: &mut Vec<u64>) {
    sequence.push(SIGNAL);
    if !is_possible(sequence) {
        sequence.pop();
    }
}

/// Whether each signal has a wait of its own before it.
fn is_possible(sequence: &[u64]) -> bool {
    let mut unwoken = 0_u32;
    sequence.iter().all(|element| match *element {
        SIGNAL => {
            let is_possible = unwoken > 0;
            unwoken = unwoken.saturating_sub(1);
            is_possible
        }
        _ => {
            unwoken += 1;
            true
        }
    })
}

fn elements(state: u64) -> Vec<u64> {
    let all = (0..ROOM).map(|index| state >> (4 * index) & 15);
    all.take_while(|element| *element != 0).collect()
}

fn number(sequence: &[u64]) -> u64 {
    sequence.iter().rev().fold(0, |number, element| number << 4 | element)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The textbook's condition variable: who waits, and who of them is woken.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
    struct Textbook {
        waiting: BTreeSet<usize>,
        woken: BTreeSet<usize>,
    }

    /// What a thread does.
    #[derive(Clone, Copy, Debug)]
    enum Step {
        Begin,
        End,
        GiveUp,
        Signal,
        Broadcast,
    }

    impl Textbook {
        /// The states after a step, none if it cannot be taken.
        fn after(&self, step: Step, thread: usize) -> Vec<Textbook> {
            let mut next = self.clone();
            match step {
                Step::Begin => {
                    next.waiting.insert(thread);
                }
                Step::End if next.woken.remove(&thread) => {}
                Step::GiveUp if next.waiting.remove(&thread) => {}
                Step::End | Step::GiveUp => return Vec::new(),
                Step::Broadcast => next.woken.append(&mut next.waiting),
                Step::Signal if next.waiting.is_empty() => {}
                Step::Signal => {
                    let wake = |thread: &usize| {
                        let mut next = self.clone();
                        next.waiting.remove(thread);
                        next.woken.insert(*thread);
                        next
                    };
                    return self.waiting.iter().map(wake).collect();
                }
            }
            vec![next]
        }
    }

    struct Search {
        possible: u32,
        impossible: u32,
    }

    impl Search {
        /// Compares all sequences of steps up to a depth. `tickets` are those of the threads that
        /// wait.
        fn compare(
            &mut self,
            state: u64,
            tickets: [Option<u64>; 4],
            textbook: &BTreeSet<Textbook>,
            depth: u32,
        ) {
            if depth == 0 {
                return;
            }
            for thread in 0..tickets.len() {
                let steps: &[Step] = match (thread, tickets[thread]) {
                    (_, Some(_)) => &[Step::End, Step::GiveUp],
                    (0, None) => &[Step::Begin, Step::Signal, Step::Broadcast],
                    (_, None) => &[Step::Begin],
                };
                for step in steps {
                    let call = match step {
                        Step::Begin => Call::BeginWait,
                        Step::End => Call::EndWait,
                        Step::GiveUp => Call::GiveUpWait,
                        Step::Signal => Call::Signal,
                        Step::Broadcast => Call::Broadcast,
                    };
                    let next: BTreeSet<Textbook> =
                        textbook.iter().flat_map(|state| state.after(*step, thread)).collect();
                    let reaction = react(state, call, tickets[thread].unwrap_or(0));
                    let Reaction::Returns { value, state: after } = reaction else {
                        assert!(matches!(reaction, Reaction::Waits | Reaction::Never));
                        assert_eq!(next, BTreeSet::new(), "{step:?} of {thread} in {state:#x}");
                        self.impossible += 1;
                        continue;
                    };
                    assert!(!next.is_empty(), "{step:?} of {thread} in {state:#x}");
                    self.possible += 1;
                    let mut now = tickets;
                    match step {
                        Step::Begin => now[thread] = Some(value),
                        Step::End | Step::GiveUp => now[thread] = None,
                        Step::Signal | Step::Broadcast => {}
                    }
                    self.compare(after, now, &next, depth - 1);
                }
            }
        }
    }

    #[test]
    fn it_is_the_textbooks_condition_variable() {
        let mut search = Search { possible: 0, impossible: 0 };
        let start = BTreeSet::from([Textbook::default()]);
        search.compare(0, [None; 4], &start, 8);
        assert!(search.possible > 100_000 && search.impossible > 100_000);
    }

    #[test]
    fn who_waits_has_the_same_mutex() {
        let begin = |state, mutex| react(state, Call::BeginWait, mutex);
        let Reaction::Returns { state, .. } = begin(0, 0x1000) else { panic!("it waits") };
        assert!(matches!(begin(state, 0x1000), Reaction::Returns { value: 2, .. }));
        assert!(matches!(begin(state, 0x1008), Reaction::Misuse(_)));
        // Nobody waits any more who is not woken.
        let Reaction::Returns { state: woken, .. } = react(state, Call::Signal, 0) else {
            panic!("it can be signalled")
        };
        assert!(matches!(begin(woken, 0x1008), Reaction::Returns { value: 2, .. }));
        let ended = react(state, Call::GiveUpWait, 1);
        assert_eq!(ended, Reaction::Returns { value: 0, state: 0 });
    }

    #[test]
    fn there_is_room_for_seven() {
        let mut state = 0;
        for ticket in 1..=7 {
            let reaction = react(state, Call::BeginWait, 0);
            let Reaction::Returns { value, state: next } = reaction else { panic!("{reaction:?}") };
            assert_eq!(value, ticket);
            state = next;
        }
        assert!(matches!(react(state, Call::BeginWait, 0), Reaction::Unsupported(_)));
        let reaction = react(state, Call::Broadcast, 0);
        let Reaction::Returns { state, .. } = reaction else { panic!("{reaction:?}") };
        assert_eq!(elements(state).len(), ROOM);
        assert!(matches!(react(state, Call::EndWait, 3), Reaction::Returns { .. }));
    }

    #[test]
    fn misuse_is_noticed() {
        let breaks = |state, call| matches!(react(state, call, 0), Reaction::Misuse(_));
        assert!(breaks(1, Call::CheckUnused) && breaks(DESTROYED, Call::Signal));
        let idle = Reaction::Returns { value: DESTROYED, state: 0 };
        assert_eq!(react(0, Call::CheckUnused, 0), idle);
    }
}
