//! One location, several threads, open sources: CC and SLOW by Algorithm 2 of `dat3m-thesis`
//! §3.4.3.
//!
//! The operations of each thread at the location are a sequence; is there an interleaving in which
//! each read finds its value in the last write? The algorithm makes progress read by read. A step
//! takes some threads whose next reads have the same value v, and a thread q whose next write of v
//! is not behind a read: the writes of the former before these reads come first, then those of q up
//! to that write, then the reads. What is left when there are no reads comes in any order. SLOW is
//! the same where only one thread has reads.
//!
//! Which threads is a choice; positions that led nowhere are remembered, so that there are at most
//! (operations ^ threads) of them (Theorem 6). Deviations:
//! 1. The search is depth first, not breadth first. It first tries the step that gets least far
//!    ahead: what was recorded happened at some time, and threads ran side by side.
//! 2. Reads that find their value in the current write are taken at once, wherever they are. A
//!    thread that reads what it has just written may also do so by itself; the paper assumes such
//!    reads away.
//! 3. The initial value is the current one at first, and no write.
//! 4. A position from which some thread waits for a value that nobody is going to write leads
//!    nowhere, and is left at once.
//!
//! Not covered: updates, and reads with a given source.

use crate::operation::{OperationId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// An operation at the location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read(ValueId),
    Write(ValueId),
}

/// An operation of a thread at the location, and when it is likely to have happened: any number
/// that grows along threads and can be compared between them. It decides only what is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timed {
    pub id: OperationId,
    pub access: Access,
    pub time: u64,
}

/// The operations of each thread at a location, in program order.
pub type Sequences = Vec<Vec<Timed>>;

/// How many threads that wait for the same value are chosen from.
const MOST_READERS: usize = 8;

/// What the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interleaving {
    Found(Vec<OperationId>),
    None,
    /// Too many steps, too many threads, or it was told to stop.
    GivenUp,
}

/// Looks for an interleaving, and takes at most so many steps: positions that are visited, and
/// choices that there are at them.
pub fn search(
    sequences: &Sequences,
    initial: ValueId,
    most: usize,
    goes_on: &dyn Fn() -> bool,
) -> Interleaving {
    let mut search = Search {
        sequences,
        goes_on,
        position: vec![0; sequences.len()],
        order: Vec::new(),
        visited: FxHashSet::default(),
        last_writes: last_writes(sequences),
        left: most,
    };
    search.take_reads(initial);
    match search.run() {
        Some(true) => Interleaving::Found(search.order),
        Some(false) => Interleaving::None,
        None => Interleaving::GivenUp,
    }
}

/// The value a thread reads next, after some writes.
#[derive(Clone, Copy)]
struct NextRead {
    thread: usize,
    value: ValueId,
    /// Behind the read.
    end: usize,
}

/// The threads that read, how far the writer goes, and who it is.
struct Advance {
    readers: Vec<NextRead>,
    writer: usize,
    end: usize,
    value: ValueId,
}

struct Search<'a> {
    sequences: &'a Sequences,
    goes_on: &'a dyn Fn() -> bool,
    position: Vec<usize>,
    order: Vec<OperationId>,
    /// Positions after which everything was tried.
    visited: FxHashSet<Vec<usize>>,
    /// For each value, where each thread writes it for the last time, if it does.
    last_writes: FxHashMap<ValueId, Vec<Option<usize>>>,
    /// How many steps may still be taken. With many threads a position has thousands of choices.
    left: usize,
}

fn last_writes(sequences: &Sequences) -> FxHashMap<ValueId, Vec<Option<usize>>> {
    let mut last: FxHashMap<ValueId, Vec<Option<usize>>> = FxHashMap::default();
    for (thread, sequence) in sequences.iter().enumerate() {
        for (place, step) in sequence.iter().enumerate() {
            if let Access::Write(value) = step.access {
                last.entry(value).or_insert_with(|| vec![None; sequences.len()])[thread] =
                    Some(place);
            }
        }
    }
    last
}

impl Search<'_> {
    /// Depth first over moves, with a stack of its own: histories are long.
    fn run(&mut self) -> Option<bool> {
        let mut stack: Vec<(Vec<usize>, usize, Vec<Advance>)> = Vec::new();
        let mut moves = match self.enter() {
            Entered::Done => return Some(true),
            Entered::TooMany => return None,
            Entered::Choices(moves) => moves,
        };
        loop {
            match moves.pop() {
                Some(next) => {
                    let state = (self.position.clone(), self.order.len());
                    self.perform(&next);
                    if self.visited.contains(&self.position) {
                        self.restore(state);
                        continue;
                    }
                    if self.visited.len().is_multiple_of(1024) && !(self.goes_on)() {
                        return None;
                    }
                    match self.enter() {
                        Entered::Done => return Some(true),
                        Entered::TooMany => return None,
                        Entered::Choices(inner) => {
                            stack.push((state.0, state.1, std::mem::replace(&mut moves, inner)));
                        }
                    }
                }
                None => match stack.pop() {
                    Some((position, length, outer)) => {
                        self.restore((position, length));
                        moves = outer;
                    }
                    None => return Some(false),
                },
            }
        }
    }

    fn restore(&mut self, (position, length): (Vec<usize>, usize)) {
        self.position = position;
        self.order.truncate(length);
    }

    fn enter(&mut self) -> Entered {
        let reads: Vec<NextRead> =
            (0..self.sequences.len()).filter_map(|thread| self.next_read(thread)).collect();
        if reads.is_empty() {
            for thread in 0..self.sequences.len() {
                self.advance(thread, self.sequences[thread].len());
            }
            return Entered::Done;
        }
        self.visited.insert(self.position.clone());
        if !reads.iter().all(|read| self.will_be_written(read.value)) {
            return Entered::Choices(Vec::new());
        }
        let Some(choices) = self.moves(&reads) else { return Entered::TooMany };
        match self.left.checked_sub(1 + choices.len()) {
            Some(left) => {
                self.left = left;
                Entered::Choices(choices)
            }
            None => Entered::TooMany,
        }
    }

    /// Whether some thread has a write of the value before it.
    fn will_be_written(&self, value: ValueId) -> bool {
        self.last_writes.get(&value).is_some_and(|last| {
            last.iter().zip(&self.position).any(|(last, at)| last.is_some_and(|last| last >= *at))
        })
    }

    fn next_read(&self, thread: usize) -> Option<NextRead> {
        let start = self.position[thread];
        let rest = self.sequences[thread][start..].iter().zip(start..);
        let mut reads = rest.filter_map(|(step, place)| match step.access {
            Access::Read(value) => Some(NextRead { thread, value, end: place + 1 }),
            Access::Write(_) => None,
        });
        reads.next()
    }

    /// All moves, the best last; `None` if there are too many.
    fn moves(&self, reads: &[NextRead]) -> Option<Vec<Advance>> {
        let mut values: Vec<ValueId> = reads.iter().map(|read| read.value).collect();
        values.sort();
        values.dedup();
        let mut moves = Vec::new();
        for value in values {
            for writer in 0..self.sequences.len() {
                let able = reads
                    .iter()
                    .copied()
                    .filter(|read| read.value == value && read.thread != writer);
                // Reads with no write of their thread before them are taken in any case.
                let is_next = |read: &NextRead| self.position[read.thread] + 1 == read.end;
                let (taken, able): (Vec<NextRead>, Vec<NextRead>) = able.partition(is_next);
                for end in self.ends(writer, value) {
                    if able.len() > MOST_READERS {
                        return None;
                    }
                    let after = self.sequences[writer].get(end).map(|step| step.access);
                    for set in 0..1_u32 << able.len() {
                        let chosen = able.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
                        let mut readers = taken.clone();
                        readers.extend(chosen.map(|(_, read)| *read));
                        if after == Some(Access::Read(value)) || !readers.is_empty() {
                            moves.push(Advance { readers, writer, end, value });
                        }
                    }
                }
            }
        }
        moves.sort_by_cached_key(|next| Reverse(self.likelihood(next)));
        Some(moves)
    }

    /// Behind which writes of a value a thread may stop: the first one, and the last one before its
    /// own read of the value.
    fn ends(&self, writer: usize, value: ValueId) -> Vec<usize> {
        let start = self.position[writer];
        let rest = &self.sequences[writer][start..];
        let count = rest.iter().take_while(|step| matches!(step.access, Access::Write(_))).count();
        let (writes, after) = rest.split_at(count);
        let is_it = |step: &Timed| step.access == Access::Write(value);
        let first = writes.iter().position(is_it);
        let reads_it = after.first().is_some_and(|step| step.access == Access::Read(value));
        let own = writes.last().filter(|step| reads_it && is_it(step)).map(|_| count - 1);
        let mut ends: Vec<usize> =
            first.into_iter().chain(own).map(|place| start + place + 1).collect();
        ends.dedup();
        ends
    }

    /// What is tried first is smallest: the earliest read, and for it the least that gets ahead.
    fn likelihood(&self, next: &Advance) -> (u64, u64, Reverse<usize>) {
        let time = |thread: usize, end: usize| self.sequences[thread][end - 1].time;
        let reads = next.readers.iter().map(|reader| time(reader.thread, reader.end));
        let written = time(next.writer, next.end);
        let earliest = reads.clone().min().unwrap_or(written);
        let latest = reads.max().unwrap_or(0).max(written);
        (earliest, latest, Reverse(next.readers.len()))
    }

    fn perform(&mut self, next: &Advance) {
        for reader in &next.readers {
            self.advance(reader.thread, reader.end - 1);
        }
        self.advance(next.writer, next.end);
        for reader in &next.readers {
            self.advance(reader.thread, reader.end);
        }
        self.take_reads(next.value);
    }

    fn advance(&mut self, thread: usize, end: usize) {
        let taken = &self.sequences[thread][self.position[thread]..end];
        self.order.extend(taken.iter().map(|step| step.id));
        self.position[thread] = end;
    }

    /// All reads of the current value that come next.
    fn take_reads(&mut self, value: ValueId) {
        for thread in 0..self.sequences.len() {
            let rest = &self.sequences[thread][self.position[thread]..];
            let count = rest.iter().take_while(|step| step.access == Access::Read(value)).count();
            self.advance(thread, self.position[thread] + count);
        }
    }
}

enum Entered {
    /// Everything is placed.
    Done,
    /// More threads wait for one value than sets of them can be tried, or there were enough steps.
    TooMany,
    Choices(Vec<Advance>),
}
