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
//! (operations ^ threads) of them (Theorem 6). Deviations: the search is depth first, with the
//! largest set of readers first, and not breadth first; reads that find their value in the current
//! write are taken at once, wherever they are, which covers the reads that the paper assumes away;
//! the initial value is the current one at first, and no write.
//!
//! Not covered: updates, and reads with a given source.

use crate::operation::{OperationId, ValueId};
use rustc_hash::FxHashSet;

/// An operation at the location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read(ValueId),
    Write(ValueId),
}

/// The operations of each thread at a location, in program order.
pub type Sequences = Vec<Vec<(OperationId, Access)>>;

/// How many threads that wait for the same value are chosen from.
const MOST_READERS: usize = 6;

/// What the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interleaving {
    Found(Vec<OperationId>),
    None,
    /// Too many positions, or too many threads.
    GivenUp,
}

/// Looks for an interleaving, and visits at most so many positions.
pub fn search(sequences: &Sequences, initial: ValueId, most: usize) -> Interleaving {
    let mut search = Search {
        sequences,
        position: vec![0; sequences.len()],
        order: Vec::new(),
        visited: FxHashSet::default(),
        most,
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
    position: Vec<usize>,
    order: Vec<OperationId>,
    /// Positions after which everything was tried.
    visited: FxHashSet<Vec<usize>>,
    most: usize,
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
                    if self.visited.len() > self.most {
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
        self.moves(&reads).map_or(Entered::TooMany, Entered::Choices)
    }

    fn next_read(&self, thread: usize) -> Option<NextRead> {
        let start = self.position[thread];
        let rest = self.sequences[thread][start..].iter().zip(start..);
        let mut reads = rest.filter_map(|((_, access), place)| match access {
            Access::Read(value) => Some(NextRead { thread, value: *value, end: place + 1 }),
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
                let start = self.position[writer];
                let writes = self.sequences[writer][start..].iter().zip(start..);
                let mut writes =
                    writes.take_while(|((_, access), _)| matches!(access, Access::Write(_)));
                let Some((_, place)) =
                    writes.find(|((_, access), _)| *access == Access::Write(value))
                else {
                    continue;
                };
                let able: Vec<NextRead> = reads
                    .iter()
                    .copied()
                    .filter(|read| read.value == value && read.thread != writer)
                    .collect();
                if able.len() > MOST_READERS {
                    return None;
                }
                for set in 0..1_u32 << able.len() {
                    let chosen = able.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
                    let readers: Vec<NextRead> = chosen.map(|(_, read)| *read).collect();
                    moves.push(Advance { readers, writer, end: place + 1, value });
                }
            }
        }
        moves.sort_by_key(|next| next.readers.len());
        Some(moves)
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
        self.order.extend(taken.iter().map(|(id, _)| *id));
        self.position[thread] = end;
    }

    /// All reads of the current value that come next.
    fn take_reads(&mut self, value: ValueId) {
        for thread in 0..self.sequences.len() {
            let rest = &self.sequences[thread][self.position[thread]..];
            let count =
                rest.iter().take_while(|(_, access)| *access == Access::Read(value)).count();
            self.advance(thread, self.position[thread] + count);
        }
    }
}

enum Entered {
    /// Everything is placed.
    Done,
    /// More threads wait for one value than sets of them can be tried.
    TooMany,
    Choices(Vec<Advance>),
}
