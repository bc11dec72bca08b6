//! The machine with store buffers, to which all procedures refer: which steps there are, and what
//! each does.
//!
//! A thread performs its events in program order. Under SC a write is in the memory at once. Under
//! TSO and PSO performing it puts it into the thread's buffer, and a second step, the flush, takes
//! it to the memory: under TSO in the order of the buffer, under PSO in that order for each
//! location and where a release store or a store fence demands it. A read takes the last write to
//! its location in the own buffer, or else that in the memory. What drains waits for an empty
//! buffer. (`rf-tso-pso` §2; release stores as in `docs/models/pso.md`.)
//!
//! The machine does not look at reads-from; it says what a read sees. It is written to be obviously
//! right, and nothing but tests and [`crate::naive`] runs on it.

use crate::event::{Event, EventId, Fence, Location, Source, Thread};
use crate::history::History;

/// Which buffers the machine has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Model {
    /// None.
    Sc,
    /// One for each thread.
    Tso,
    /// One for each thread and location.
    Pso,
}

/// One step of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Move {
    /// The next event of its thread. A write goes into the buffer; under SC, and if it is an
    /// update, into the memory.
    Perform(EventId),
    /// A write leaves its buffer for the memory.
    Flush(EventId),
}

impl Move {
    pub fn event(self) -> EventId {
        match self {
            Move::Perform(event) | Move::Flush(event) => event,
        }
    }
}

/// A state of the machine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// For each thread, how many events were performed.
    performed: Vec<u32>,
    /// For each thread, the writes in its buffers, in the order in which they were performed.
    buffers: Vec<Vec<EventId>>,
    /// For each location that was written, by whom last.
    memory: Vec<(Location, EventId)>,
}

/// The machine for the events of one history.
#[derive(Clone, Copy, Debug)]
pub struct Machine<'a> {
    history: &'a History,
    model: Model,
}

impl<'a> Machine<'a> {
    pub fn new(history: &'a History, model: Model) -> Machine<'a> {
        Machine { history, model }
    }

    /// Nothing has happened.
    pub fn start(&self) -> State {
        let threads = self.history.threads().len();
        State {
            performed: vec![0; threads],
            buffers: vec![Vec::new(); threads],
            memory: Vec::new(),
        }
    }

    /// Whether everything has happened.
    pub fn has_ended(&self, state: &State) -> bool {
        (0..self.history.threads().len() as u32).all(|thread| self.is_over(state, Thread(thread)))
    }

    /// The steps that are possible, whatever reads see.
    pub fn steps(&self, state: &State) -> Vec<Move> {
        let next = state.performed.iter().zip(0..).map(|(index, thread)| {
            Move::Perform(EventId { thread: Thread(thread), index: *index })
        });
        let flushes = state.buffers.iter().flatten().map(|write| Move::Flush(*write));
        next.chain(flushes).filter(|step| self.is_possible(state, *step)).collect()
    }

    pub fn is_possible(&self, state: &State, step: Move) -> bool {
        let id = step.event();
        let Some(events) = self.history.threads().get(id.thread.0 as usize) else { return false };
        let buffer = &state.buffers[id.thread.0 as usize];
        match step {
            Move::Perform(_) => {
                let Some(event) = events.get(id.index as usize) else { return false };
                state.performed[id.thread.0 as usize] == id.index
                    && self.history.creator(id.thread).is_none_or(|creator| {
                        state.performed[creator.thread.0 as usize] > creator.index
                    })
                    && (!event.drains() || buffer.is_empty())
                    && match event {
                        Event::Join(thread) => self.is_over(state, *thread),
                        _ => true,
                    }
            }
            Move::Flush(_) => {
                let Some(place) = buffer.iter().position(|write| *write == id) else {
                    return false;
                };
                !buffer[..place].iter().any(|earlier| self.keeps(*earlier, id))
            }
        }
    }

    /// Takes a possible step, and says what it reads.
    pub fn take(&self, state: &mut State, step: Move) -> Option<Source> {
        let id = step.event();
        let thread = id.thread.0 as usize;
        let event = self.history.event(id);
        match step {
            Move::Perform(_) => {
                state.performed[thread] += 1;
                let seen = event.read().map(|(location, _)| self.sees(state, id.thread, location));
                if let Some(location) = event.written() {
                    if self.model == Model::Sc || event.drains() {
                        write(state, location, id);
                    } else {
                        state.buffers[thread].push(id);
                    }
                }
                seen
            }
            Move::Flush(_) => {
                state.buffers[thread].retain(|write| *write != id);
                write(state, event.written().expect("buffers hold writes"), id);
                None
            }
        }
    }

    fn is_over(&self, state: &State, thread: Thread) -> bool {
        let thread = thread.0 as usize;
        state.performed[thread] as usize == self.history.threads()[thread].len()
            && state.buffers[thread].is_empty()
    }

    /// Whether a write in a buffer has to leave it before a later one of the same thread.
    fn keeps(&self, first: EventId, second: EventId) -> bool {
        let events = &self.history.threads()[first.thread.0 as usize];
        let between = &events[first.index as usize..second.index as usize];
        match (self.model, self.history.event(second)) {
            (Model::Pso, Event::Write { location, release }) => {
                release
                    || self.history.event(first).written() == Some(location)
                    || between.contains(&Event::Fence(Fence::Store))
            }
            _ => true,
        }
    }

    /// What a read by a thread would see.
    fn sees(&self, state: &State, thread: Thread, location: Location) -> Source {
        let buffer = state.buffers[thread.0 as usize].iter().rev();
        let own = buffer.copied().find(|id| self.history.event(*id).written() == Some(location));
        let memory = state.memory.iter().find(|(written, _)| *written == location);
        own.or(memory.map(|(_, id)| *id)).map_or(Source::Initial, Source::Event)
    }
}

fn write(state: &mut State, location: Location, id: EventId) {
    match state.memory.binary_search_by_key(&location, |(location, _)| *location) {
        Ok(place) => state.memory[place].1 = id,
        Err(place) => state.memory.insert(place, (location, id)),
    }
}

/// Why a sequence of steps is no witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replay {
    /// The machine cannot take this step there.
    Impossible(Move),
    /// The read sees something else than the history says.
    Sees(EventId, Source),
    /// Something has not happened at the end.
    Unfinished,
}

/// Whether the machine can take these steps, everything has happened then, and reads have seen what
/// the history says.
pub fn replay(history: &History, model: Model, steps: &[Move]) -> Result<(), Replay> {
    let machine = Machine::new(history, model);
    let mut state = machine.start();
    for step in steps {
        if !machine.is_possible(&state, *step) {
            return Err(Replay::Impossible(*step));
        }
        let expected = history.event(step.event()).read().map(|(_, source)| source);
        if let Some(seen) = machine.take(&mut state, *step)
            && Some(seen) != expected
        {
            return Err(Replay::Sees(step.event(), seen));
        }
    }
    if machine.has_ended(&state) { Ok(()) } else { Err(Replay::Unfinished) }
}
