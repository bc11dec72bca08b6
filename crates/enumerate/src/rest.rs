//! Does nothing ever change again, where nothing can run any more?
//!
//! That is tried: each thread that was stopped in a loop goes on, one iteration after the other, on
//! a memory that has the last write to each cell. If each of them comes back to where it was
//! stopped and the memory is the same after a round as before it, the round can be repeated for
//! ever, every thread that can run takes its steps in it, and the threads that are held stay held.
//! What an iteration reads or writes, and whether a write repeats what is there, is not asked.

use crate::{common, deadlock};
use base::{ObjectId, ThreadId, Value};
use execution::canonical::Meaning;
use execution::{Cell, Cells, EventId, Graph, Label, ReadKind, Slot, Slots};
use interp::finished::Source;
use interp::{Block, Context, Object, Objects, Operation, Request, Thread};
use rustc_hash::FxHashMap;
use safety::Finished;

/// How many rounds are tried. The first may leave in a mutex that it was used, and in a thread a
/// value with which it leaves the loop in the second.
const ROUNDS: usize = 3;
/// How many visible operations an iteration may have.
const OPERATIONS: usize = 1000;
/// How many checks may stop a thread, one after the other, before its next iteration begins.
const CHECKS: usize = 4;

/// What threads wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rest {
    /// Whether some thread waits for a mutex, or in a call of a library.
    pub(crate) is_held: bool,
    /// Whether some thread goes round in a loop.
    pub(crate) spins: bool,
}

/// How an iteration ends.
#[derive(PartialEq, Eq)]
enum Round {
    /// The thread is where it was.
    Back,
    /// It waits for a mutex in the middle, and is looked at as if it had not begun.
    Held,
}

/// A graph in which nothing can run, with its threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standstill<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) graph: &'a Graph,
    pub(crate) slots: &'a Slots,
    pub(crate) cells: &'a Cells,
    pub(crate) threads: &'a [Option<Thread>],
}

impl Standstill<'_> {
    /// The execution as the rules of safety see it.
    pub(crate) fn finished(&self) -> Finished {
        let Standstill { context, graph, slots, cells, threads } = *self;
        let objects = ThreadObjects(threads, slots);
        let source = Source {
            context,
            meaning: Meaning { graph, slots, cells },
            threads: |slot: Slot| threads.get(slot.index())?.as_ref(),
            objects: &objects,
            initial: &|cell| common::initial_value(&context, &objects, cell),
        };
        source.finished()
    }

    /// What threads wait for, if nothing ever changes again.
    pub(crate) fn rest(&self) -> Option<Rest> {
        let mut threads = self.threads.to_vec();
        let mut memory = self.memory();
        let mut rest = Rest { is_held: false, spins: false };
        let mut spinning = Vec::new();
        for (slot, thread) in self.threads.iter().enumerate() {
            let Some(thread) = thread else { continue };
            match thread.request() {
                Request::Finished(_)
                | Request::Visible { operation: Operation::Join { .. }, .. } => {}
                Request::Blocked(Block::Spin) => spinning.push(slot),
                Request::Blocked(Block::Library { .. } | Block::Lock { .. })
                    if self.has_seen_the_last(slot, &memory) =>
                {
                    rest.is_held = true;
                }
                Request::Visible {
                    operation: Operation::Read { kind: ReadKind::Lock, cell, .. },
                    ..
                } if self.is_held(&memory, *cell) => rest.is_held = true,
                _ => return None,
            }
        }
        rest.spins = !spinning.is_empty();
        let mut before = memory.clone();
        for _ in 0..ROUNDS {
            before.clone_from(&memory);
            for slot in &spinning {
                rest.is_held |= self.go_round(&mut threads, *slot, &mut memory)? == Round::Held;
            }
        }
        (memory == before).then_some(rest)
    }

    /// What the last writes have left.
    fn memory(&self) -> FxHashMap<Cell, Value> {
        let labels = self.graph.events().map(|(_, event)| event.label);
        let locations = labels.filter_map(|label| label.location());
        let value = |cell, source| match source {
            execution::Source::Initial => self.initial(cell),
            execution::Source::Write(write) => {
                self.graph.event(write).label.value().expect("a write has a value")
            }
        };
        locations
            .map(|location| {
                let cell = self.cells.cell(location);
                (cell, value(cell, self.graph.co_last(location)))
            })
            .collect()
    }

    fn initial(&self, cell: Cell) -> Value {
        common::initial_value(&self.context, &ThreadObjects(self.threads, self.slots), cell)
    }

    fn is_held(&self, memory: &FxHashMap<Cell, Value>, cell: Cell) -> bool {
        let value = memory.get(&cell).copied().unwrap_or_else(|| self.initial(cell));
        value.defined().and_then(interp::mutex_holder).is_some()
    }

    /// Whether what a thread has read last is what is there.
    fn has_seen_the_last(&self, slot: usize, memory: &FxHashMap<Cell, Value>) -> bool {
        let is_last = |id: EventId| match self.graph.event(id).label {
            Label::Read { location, value, .. } => {
                memory.get(&self.cells.cell(location)) == Some(&value)
            }
            _ => false,
        };
        self.graph.last_of(Slot(slot as u32)).is_some_and(is_last)
    }

    /// Lets a thread do the next iteration of the loop in which it was stopped. `None` if it leaves
    /// the loop.
    fn go_round(
        &self,
        threads: &mut [Option<Thread>],
        slot: usize,
        memory: &mut FxHashMap<Cell, Value>,
    ) -> Option<Round> {
        let mut thread = threads[slot].clone().expect("a thread that spins is there");
        let place = thread.position(self.context.program);
        let mut budget = 1 << 16;
        // Where a loop has several checks, the next one may stop the thread at once.
        for _ in 0..CHECKS {
            if *thread.request() == Request::Blocked(Block::Spin) {
                thread.go_round_again();
                let objects = ThreadObjects(threads, self.slots);
                thread.start(&self.context, &objects, &mut budget);
            }
        }
        for _ in 0..OPERATIONS {
            let answer = match *thread.request() {
                Request::Blocked(Block::Spin) => {
                    let is_back = thread.position(self.context.program) == place;
                    threads[slot] = Some(thread);
                    return is_back.then_some(Round::Back);
                }
                Request::Visible { operation, .. } => match operation {
                    Operation::Read { cell, kind, .. } => {
                        if kind == ReadKind::Lock && self.is_held(memory, cell) {
                            return Some(Round::Held);
                        }
                        *memory.entry(cell).or_insert_with(|| self.initial(cell))
                    }
                    Operation::Write { cell, value, .. } => {
                        memory.insert(cell, value);
                        Value::ZERO
                    }
                    Operation::Fence { .. } => Value::ZERO,
                    Operation::Choose { low, .. } => Value::new(low as u64),
                    Operation::Free { .. } | Operation::Spawn { .. } | Operation::Join { .. } => {
                        return None;
                    }
                },
                _ => return None,
            };
            let objects = ThreadObjects(threads, self.slots);
            thread.resume(&self.context, &objects, answer, &mut budget);
        }
        None
    }

    /// Whether some thread is held for ever, and main has not returned.
    pub(crate) fn is_held_for_ever(&self) -> bool {
        let main = self.slots.find(ThreadId::MAIN).and_then(|slot| self.threads.get(slot.index()));
        let main = main.and_then(Option::as_ref);
        !deadlock::has_returned(self.context.program, main)
            && self.rest().is_some_and(|rest| rest.is_held)
    }
}

/// The objects of all threads.
struct ThreadObjects<'a>(&'a [Option<Thread>], &'a Slots);

impl Objects for ThreadObjects<'_> {
    fn object(&self, object: ObjectId) -> Option<&Object> {
        let slot = self.1.find(object.thread)?;
        self.0.get(slot.index())?.as_ref()?.object(object.index)
    }
}
