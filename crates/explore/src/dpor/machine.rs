//! The operational machine: a configuration ([`super::configuration`]), the states of the threads
//! in it on a stack, and the trace that has led there.
//!
//! `chronological-traces` App. A.2 and App. B. Every step can be taken back. What a step does is in
//! `super::step` and `super::update`.

use super::buffering::Buffering;
use super::configuration::Configuration;
use super::step::{Scratch, Wrong};
use super::trace::Trace;
use crate::config::Config;
use crate::end::End;
use crate::objects::StateObjects;
use crate::run;
use crate::states::States;
use answer::{Monitor, Statistics};
use base::{ThreadId, Value};
use execution::{Cell, Cells, Label, LocationId, Slot, Slots};
use interp::{Context, Cut, Discovery, Objects, Request, Thread};
use program::flow::Waits;
use std::marker::PhantomData;

/// The machine, in one of its configurations.
pub(super) struct Machine<'a, B> {
    pub(super) context: Context<'a>,
    /// The reads after which a thread may stop.
    pub(super) waits: Waits,
    pub(super) slots: Slots,
    pub(super) cells: Cells,
    pub(super) states: States,
    pub(super) configuration: Configuration,
    pub(super) trace: Trace,
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
            configuration: Configuration::new(context.knowledge.threads()),
            trace: Trace::default(),
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
        let state = self.states.push(main);
        self.configuration.set_state(Slot(0), state);
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
        self.configuration.undo(event.marks.log, &mut self.trace);
        self.states.truncate(event.marks.states);
        self.trace.record.truncate(event.marks.record as usize);
        self.trace.reads.truncate(event.marks.reads as usize);
        self.trace.races.truncate(event.races as usize);
        self.trace.before.truncate(self.trace.events.len());
    }

    pub(super) fn objects(&self) -> StateObjects<'_> {
        StateObjects {
            states: &self.states,
            current: self.configuration.current(),
            slots: &self.slots,
        }
    }

    pub(super) fn state(&self, slot: Slot) -> Option<&Thread> {
        self.configuration.current()[slot.index()].map(|state| self.states.get(state))
    }

    pub(super) fn thread_state(&self, thread: ThreadId) -> Option<&Thread> {
        self.state(self.slots.find(thread)?)
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
        self.cells.number(cell).map_err(|overlap| {
            let (object, _) = cell.address.object().expect("a cell is in an object");
            let allocation = match self.context.program.global_of(object) {
                Some(global) => program::Allocation::Global(global),
                None => self.objects().object(object).expect("a cell is in an object").allocation,
            };
            End::Discovered(Discovery::Split { allocation, cut: Cut::at(overlap) })
        })
    }

    /// Who holds the mutex in a cell.
    pub(super) fn holder(&self, cell: Cell) -> Option<ThreadId> {
        let location = self.cells.known(cell)?;
        let write = self.configuration.contents(location).write.map(|(write, _)| write);
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
        let event = self.configuration.stores(slot)[store as usize];
        self.trace.event(event).update.is_none()
    }
}
