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
//!    ahead: what was recorded happened at some time, and threads ran side by side. The other steps
//!    of a position, of which there are many if many threads wait for a value, are looked for when
//!    that one led nowhere.
//! 2. Reads that find their value in the current write are taken at once, wherever they are. A
//!    thread that reads what it has just written may also do so by itself; the paper assumes such
//!    reads away.
//! 3. The initial value is the current one at first, and no write.
//! 4. A position from which some thread waits for a value that nobody is going to write leads
//!    nowhere, and is left at once.
//!
//! Not covered: updates, and reads with a given source.

mod moves;

use crate::operation::{OperationId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

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
#[derive(Clone)]
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
        let mut stack: Vec<(Vec<usize>, usize, Choices)> = Vec::new();
        let mut choices = match self.enter()? {
            Entered::Done => return Some(true),
            Entered::Choices(choices) => choices,
        };
        loop {
            if let Some(next) = choices.moves.pop() {
                let state = (self.position.clone(), self.order.len());
                self.perform(&next);
                if self.visited.contains(&self.position) {
                    self.restore(state);
                    continue;
                }
                if self.visited.len().is_multiple_of(1024) && !(self.goes_on)() {
                    return None;
                }
                match self.enter()? {
                    Entered::Done => return Some(true),
                    Entered::Choices(inner) => {
                        stack.push((state.0, state.1, std::mem::replace(&mut choices, inner)));
                    }
                }
            } else if choices.has_more {
                let moves = self.moves(&self.next_reads())?;
                self.left = self.left.checked_sub(moves.len())?;
                choices = Choices { moves, has_more: false };
            } else {
                let Some((position, length, outer)) = stack.pop() else { return Some(false) };
                self.restore((position, length));
                choices = outer;
            }
        }
    }

    fn next_reads(&self) -> Vec<NextRead> {
        (0..self.sequences.len()).filter_map(|thread| self.next_read(thread)).collect()
    }

    fn restore(&mut self, (position, length): (Vec<usize>, usize)) {
        self.position = position;
        self.order.truncate(length);
    }

    /// What there is to try from here; `None` if there were enough steps.
    fn enter(&mut self) -> Option<Entered> {
        let reads = self.next_reads();
        if reads.is_empty() {
            for thread in 0..self.sequences.len() {
                self.advance(thread, self.sequences[thread].len());
            }
            return Some(Entered::Done);
        }
        self.visited.insert(self.position.clone());
        self.left = self.left.checked_sub(1)?;
        if !reads.iter().all(|read| self.will_be_written(read.value)) {
            return Some(Entered::Choices(Choices { moves: Vec::new(), has_more: false }));
        }
        let moves = self.first_move(&reads).into_iter().collect();
        Some(Entered::Choices(Choices { moves, has_more: true }))
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
    Choices(Choices),
}

/// Moves that are still to be tried at a position, the best last.
struct Choices {
    moves: Vec<Advance>,
    /// Only one was looked for so far.
    has_more: bool,
}
