//! A small simulator of replicated stores, whose histories are measured and classified.
//!
//! Each thread has a copy of the memory. A write is seen by its own thread at once and travels to
//! the others. What is delivered in which order makes the store: everything at once (sequential
//! consistency), with a buffer before one memory (TSO), after its causes (causal), in the order of
//! its sender (PRAM), or in any order for each location of a sender (SLOW). Every write has a value
//! of its own, or one of a few. Everything depends on the seed alone.

use crate::operation::{Action, Interval, Operation, ThreadId};
use crate::recording::{Builder, Recording};
use std::collections::VecDeque;
use testing::Random;

/// What a store guarantees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// One memory.
    Sequential,
    /// One memory with a store buffer for each thread.
    Buffered,
    /// Writes are delivered after what their thread had seen.
    Causal,
    /// Writes are delivered in the order of their thread.
    Pipelined,
    /// The same for each location by itself.
    Slow,
}

/// What runs on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    pub threads: usize,
    pub operations: usize,
    pub locations: usize,
    /// How many values there are; `None`: each write has its own.
    pub values: Option<u64>,
}

struct Message {
    location: usize,
    value: u64,
    sender: usize,
    /// How many writes of each thread its sender had seen, this one included.
    seen: Vec<usize>,
}

/// The history of a run.
pub fn run(random: &mut Random, store: Store, load: Load) -> Recording {
    let mut copies = vec![vec![0_u64; load.locations]; load.threads];
    let mut memory = vec![0_u64; load.locations];
    let mut buffers: Vec<VecDeque<(usize, u64)>> = vec![VecDeque::new(); load.threads];
    let mut arriving: Vec<Vec<Message>> = (0..load.threads).map(|_| Vec::new()).collect();
    let mut seen = vec![vec![0_usize; load.threads]; load.threads];
    let mut builder = Builder::default();
    let threads: Vec<ThreadId> =
        (0..load.threads).map(|p| builder.thread(&format!("P{p}"))).collect();
    let locations: Vec<_> =
        (0..load.locations).map(|x| builder.location(&format!("x{x}"))).collect();
    for time in 0..load.operations {
        let thread = random.index(load.threads);
        // As many deliveries as there are messages for one write, so that queues stay short.
        for _ in 0..load.threads {
            let to = random.index(load.threads);
            deliver(random, store, &mut copies[to], &mut arriving[to], &mut seen[to]);
            if random.one_in(3)
                && let Some((location, value)) = buffers[to].pop_front()
            {
                memory[location] = value;
            }
        }
        let location = random.index(load.locations);
        let action = if random.one_in(2) {
            let value = load.values.map_or(time as u64 + 1, |values| 1 + random.below(values));
            match store {
                Store::Sequential => memory[location] = value,
                Store::Buffered => buffers[thread].push_back((location, value)),
                Store::Causal | Store::Pipelined | Store::Slow => {
                    copies[thread][location] = value;
                    seen[thread][thread] += 1;
                    for (to, arriving) in arriving.iter_mut().enumerate() {
                        let seen = seen[thread].clone();
                        let message = Message { location, value, sender: thread, seen };
                        if to != thread {
                            arriving.push(message);
                        }
                    }
                }
            }
            Action::Write {
                location: locations[location],
                value: builder.value(&value.to_string()),
            }
        } else {
            let own = buffers[thread].iter().rev().find(|(written, _)| *written == location);
            let value = match store {
                Store::Sequential | Store::Buffered => own.map_or(memory[location], |own| own.1),
                Store::Causal | Store::Pipelined | Store::Slow => copies[thread][location],
            };
            Action::Read { location: locations[location], value: builder.value(&value.to_string()) }
        };
        let begin = 2 * time as u64;
        let interval = Some(Interval { begin, end: Some(begin + 1) });
        builder.push(threads[thread], Operation { interval, ..Operation::new(action) }, None);
    }
    builder.finish().expect("no sources are named")
}

/// Delivers one message, if one may be.
fn deliver(
    random: &mut Random,
    store: Store,
    copy: &mut [u64],
    arriving: &mut Vec<Message>,
    seen: &mut [usize],
) {
    if arriving.is_empty() {
        return;
    }
    let start = random.index(arriving.len());
    let may = |place: usize| {
        let message = &arriving[place];
        let earlier = &arriving[..place];
        let of_sender = |other: &&Message| other.sender == message.sender;
        match store {
            Store::Sequential | Store::Buffered => false,
            Store::Pipelined => !earlier.iter().any(|other| of_sender(&other)),
            Store::Slow => {
                let mut same = earlier.iter().filter(of_sender);
                !same.any(|other| other.location == message.location)
            }
            Store::Causal => message.seen.iter().enumerate().all(|(thread, count)| {
                let known = seen[thread] + usize::from(thread == message.sender);
                *count <= known
            }),
        }
    };
    let places = (start..arriving.len()).chain(0..start);
    let Some(place) = places.into_iter().find(|place| may(*place)) else { return };
    let message = arriving.remove(place);
    copy[message.location] = message.value;
    seen[message.sender] = seen[message.sender].max(message.seen[message.sender]);
}
