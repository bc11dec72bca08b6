//! The operational machine: threads, a memory that is the last write to each location, and buffers between them.
//!
//! `chronological-traces` App. A.2 (the configurations) and App. B (what is kept beside them for happens-before). Every change is logged, so that a step
//! can be taken back; thread states are on a stack. What a step does is in `super::step` and `super::update`.

use super::actor::Buffer;
use super::buffering::Buffering;
use super::step::{Scratch, Wrong};
use super::trace::Trace;
use crate::config::Config;
use crate::end::End;
use crate::objects::StateObjects;
use crate::run;
use crate::states::{StateId, States};
use answer::{Monitor, Statistics};
use base::{ObjectId, ThreadId, Value};
use execution::{Cell, Cells, Label, LocationId, Slot, Slots};
use interp::{Context, Discovery, Objects, Request, Thread};
use program::flow::Waits;
use std::marker::PhantomData;

/// A store, or the end of an object's life, in a buffer. (`chronological-traces` App. B: (x, e_s, e_l).)
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The event that put it there.
    pub(super) store: u32,
    /// Its number among those of its thread.
    pub(super) number: u32,
    pub(super) buffer: Buffer,
    /// How many store barriers came before.
    pub(super) epoch: u32,
    pub(super) waits_for_all: bool,
    /// The loads that read it in the buffer, as a list.
    pub(super) forwarded: Option<u32>,
}

/// What the machine knows of a thread, besides its state.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Standing {
    /// Its last step, or the one that created it.
    pub(super) last: Option<u32>,
    /// The last update of one of its stores.
    pub(super) last_update: Option<u32>,
    /// How many store barriers it has executed.
    pub(super) epoch: u32,
    /// The join of it.
    pub(super) joined: Option<u32>,
    /// A value for which the thread's next step was tried, and whether the thread stops with it.
    pub(super) answered: Option<(Value, bool)>,
    /// What was updated last must not be: nothing leaves its buffers any more.
    pub(super) is_stuck: bool,
}

/// A location of the memory. (`chronological-traces` App. B: (e_u, E_l).)
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Contents {
    /// The last write, by its place in the record, and the event with which it reached the memory.
    pub(super) write: Option<(u32, u32)>,
    /// The reads of it, as a list.
    pub(super) reads: Option<u32>,
    /// Where stores have no order: the oldest store that may be last, and the reads before all of them, as a list.
    pub(super) oldest: Option<u32>,
    pub(super) before: Option<u32>,
}

/// A change, as it was before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Contents(LocationId, Contents),
    State(Slot, Option<StateId>),
    Standing(Slot, Standing),
    /// An entry was added to the thread's buffers.
    Buffered(Slot),
    /// An entry was removed from this place.
    Removed(Slot, u32, Entry),
    /// The list of loads that read the entry at this place.
    Forwarded(Slot, u32, Option<u32>),
    /// The store has been updated.
    Updated(u32),
    /// An object's life has ended.
    Ended,
    /// One more order was chosen.
    Imposed,
}

/// The machine, in one of its configurations.
pub(super) struct Machine<'a, B> {
    pub(super) context: Context<'a>,
    /// The reads after which a thread may stop.
    pub(super) waits: Waits,
    pub(super) slots: Slots,
    pub(super) cells: Cells,
    pub(super) states: States,
    /// The state of each thread that exists.
    pub(super) current: Vec<Option<StateId>>,
    pub(super) standings: Vec<Standing>,
    /// The buffers of each thread together, the oldest entry first.
    pub(super) buffers: Vec<Vec<Entry>>,
    /// The events of each thread that put something into its buffers.
    pub(super) stores: Vec<Vec<u32>>,
    pub(super) memory: Vec<Contents>,
    /// The objects whose lives have ended, and the events that ended them.
    pub(super) ends: Vec<(ObjectId, u32)>,
    /// Events that come before others because of what reads have chosen.
    pub(super) imposed: Vec<(u32, u32)>,
    pub(super) trace: Trace,
    pub(super) log: Vec<Change>,
    /// What the last step did wrong.
    pub(super) wrongs: Vec<Wrong>,
    pub(super) scratch: Scratch,
    pub(super) clock: Clock<'a>,
    pub(super) machine: PhantomData<B>,
}

/// How the machine looks up during long private computations.
pub(super) struct Clock<'a> {
    pub(super) monitor: &'a dyn Monitor,
    /// What was counted when the explorer last looked up.
    pub(super) statistics: Statistics,
}

impl<'a, B: Buffering> Machine<'a, B> {
    pub(super) fn new(
        context: Context<'a>,
        config: &Config,
        monitor: &'a dyn Monitor,
    ) -> Machine<'a, B> {
        let threads = context.knowledge.threads();
        let mut slots = Slots::default();
        slots.slot(ThreadId::MAIN);
        let can_wait = B::ORDERS_WRITES && !config.robustness && !context.program.may_exit();
        let waits = if can_wait { Waits::new(context.program) } else { Waits::default() };
        Machine {
            context,
            waits,
            slots,
            cells: Cells::default(),
            states: States::default(),
            current: vec![None; threads],
            standings: vec![Standing::default(); threads],
            buffers: vec![Vec::new(); threads],
            stores: vec![Vec::new(); threads],
            memory: Vec::new(),
            ends: Vec::new(),
            imposed: Vec::new(),
            trace: Trace::default(),
            log: Vec::new(),
            wrongs: Vec::new(),
            scratch: Scratch::default(),
            clock: Clock { monitor, statistics: Statistics::default() },
            machine: PhantomData,
        }
    }

    /// The machine before the first step.
    pub(super) fn start(&mut self) -> Result<(), End> {
        let entry = self.context.program.entry().expect("checked before exploration");
        let parameters = self.context.program.function(entry).parameters as usize;
        let arguments = vec![Value::ZERO; parameters];
        let mut main = Box::new(Thread::new(&self.context, ThreadId::MAIN, entry, &arguments));
        self.run_thread(&mut main, None)?;
        self.current[0] = Some(self.states.push(main));
        Ok(())
    }

    pub(super) fn run_thread(&self, thread: &mut Thread, answer: Option<Value>) -> Result<(), End> {
        let Clock { monitor, statistics } = &self.clock;
        let poll = |thread: &Thread| match monitor.poll(0, statistics) {
            Some(stop) => {
                monitor.stopped(thread.whereabouts(self.context.program));
                Err(End::Stopped(stop))
            }
            None => Ok(()),
        };
        run::run_thread(&self.context, &self.objects(), thread, answer, poll)?;
        match thread.request() {
            Request::Discovered(discovery) => Err(End::Discovered(*discovery)),
            _ => Ok(()),
        }
    }

    /// Tells the monitor where the thread of the last step is.
    pub(super) fn tell_where(&self) {
        let slot = self.trace.events.last().map(|event| event.actor.slot());
        if let Some(thread) = slot.and_then(|slot| self.state(slot)) {
            self.clock.monitor.stopped(thread.whereabouts(self.context.program));
        }
    }

    /// Takes the last step back.
    pub(super) fn undo(&mut self) {
        let event = self.trace.events.pop().expect("there is a step to take back");
        while self.log.len() > event.marks.log as usize {
            match self.log.pop().expect("the log is not empty") {
                Change::Contents(location, old) => self.memory[location.index()] = old,
                Change::State(slot, old) => self.current[slot.index()] = old,
                Change::Standing(slot, old) => self.standings[slot.index()] = old,
                Change::Buffered(slot) => {
                    self.buffers[slot.index()].pop();
                    self.stores[slot.index()].pop();
                }
                Change::Removed(slot, place, entry) => {
                    self.buffers[slot.index()].insert(place as usize, entry);
                }
                Change::Forwarded(slot, place, old) => {
                    self.buffers[slot.index()][place as usize].forwarded = old;
                }
                Change::Updated(store) => self.trace.events[store as usize].update = None,
                Change::Ended => {
                    self.ends.pop();
                }
                Change::Imposed => {
                    self.imposed.pop();
                }
            }
        }
        self.states.truncate(event.marks.states);
        self.trace.record.truncate(event.marks.record as usize);
        self.trace.reads.truncate(event.marks.reads as usize);
        self.trace.races.truncate(event.races as usize);
        self.trace.before.truncate(self.trace.events.len());
    }

    pub(super) fn objects(&self) -> StateObjects<'_> {
        StateObjects { states: &self.states, current: &self.current, slots: &self.slots }
    }

    pub(super) fn state(&self, slot: Slot) -> Option<&Thread> {
        self.current[slot.index()].map(|state| self.states.get(state))
    }

    pub(super) fn thread_state(&self, thread: ThreadId) -> Option<&Thread> {
        self.state(self.slots.find(thread)?)
    }

    pub(super) fn contents(&self, location: LocationId) -> Contents {
        self.memory.get(location.index()).copied().unwrap_or_default()
    }

    pub(super) fn set_contents(&mut self, location: LocationId, contents: Contents) {
        if self.memory.len() <= location.index() {
            self.memory.resize(location.index() + 1, Contents::default());
        }
        let old = std::mem::replace(&mut self.memory[location.index()], contents);
        self.log.push(Change::Contents(location, old));
    }

    pub(super) fn standing_mut(&mut self, slot: Slot) -> &mut Standing {
        let standing = &mut self.standings[slot.index()];
        self.log.push(Change::Standing(slot, *standing));
        standing
    }

    pub(super) fn set_state(&mut self, slot: Slot, state: StateId) {
        let old = self.current[slot.index()].replace(state);
        self.log.push(Change::State(slot, old));
    }

    /// The value of a write, or the initial one.
    pub(super) fn value(&self, cell: Cell, write: Option<u32>) -> Value {
        match write {
            Some(write) => {
                let label = &self.trace.record[write as usize].label;
                label.value().expect("a write has a value")
            }
            None => self.objects().initial_value(&self.context, cell),
        }
    }

    /// The number of a cell. A cell that overlaps another one in part is a discovery.
    pub(super) fn location(&mut self, cell: Cell) -> Result<LocationId, End> {
        self.cells.number(cell).map_err(|grain| {
            let (object, _) = cell.address.object().expect("a cell is in an object");
            let allocation = match self.context.program.global_of(object) {
                Some(global) => program::Allocation::Global(global),
                None => self.objects().object(object).expect("a cell is in an object").allocation,
            };
            End::Discovered(Discovery::Split { allocation, grain })
        })
    }

    /// Who holds the mutex in a cell.
    pub(super) fn holder(&self, cell: Cell) -> Option<ThreadId> {
        let location = self.cells.known(cell)?;
        let write = self.contents(location).write.map(|(write, _)| write);
        self.value(cell, write).defined().and_then(interp::mutex_holder)
    }

    /// The locations that a store writes.
    pub(super) fn written(&self, store: u32) -> impl Iterator<Item = LocationId> {
        let (first, end) = self.trace.event(store).recorded;
        let record = &self.trace.record[first as usize..end as usize];
        record.iter().filter_map(|recorded| match recorded.label {
            Label::Write { location, .. } => Some(location),
            _ => None,
        })
    }

    /// Whether a store of a thread, by its number, is still in a buffer.
    pub(super) fn is_buffered(&self, slot: Slot, store: u32) -> bool {
        let event = self.stores[slot.index()][store as usize];
        self.trace.event(event).update.is_none()
    }
}
