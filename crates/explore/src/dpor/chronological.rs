//! From a trace to a chronological trace: the steps of the machine in the words of
//! [`execution::chronological`], which has the definition of the edges.

use super::actor::{self, Actor};
use super::buffering::{self, Buffering};
use super::machine::Machine;
use super::trace::Recorded;
use answer::{ObjectOrigin, TracedExecution};
use execution::canonical::EventName;
use execution::chronological::{Agent, Buffer, MachineStep, Operation, StepKind};
use execution::{ChronologicalTrace, Graph, Label, Witness};
use std::fmt;

/// A complete execution as the machine made it, for observers.
pub struct Schedule<'a> {
    /// What was done, in order.
    pub steps: Vec<MachineStep>,
    /// Whether stores waited in buffers.
    pub is_buffered: bool,
    /// Whether the first of two steps happens before the second, as the engine sees it.
    pub happens_before: Box<dyn Fn(usize, usize) -> bool + 'a>,
    evidence: Box<dyn Fn() -> (Witness, Vec<ObjectOrigin>) + 'a>,
}

impl Schedule<'_> {
    pub fn trace(&self) -> ChronologicalTrace {
        trace(&self.steps, self.is_buffered)
    }

    /// The execution with what it takes to tell it.
    pub fn told(&self) -> TracedExecution {
        let (witness, objects) = (self.evidence)();
        TracedExecution { trace: self.trace(), witness, objects }
    }
}

impl fmt::Debug for Schedule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule").field("steps", &self.steps).finish_non_exhaustive()
    }
}

fn trace(steps: &[MachineStep], is_buffered: bool) -> ChronologicalTrace {
    if is_buffered {
        ChronologicalTrace::new(steps)
    } else {
        ChronologicalTrace::shasha_snir(steps)
    }
}

impl<B: Buffering> Machine<'_, B> {
    /// The chronological trace; `None` if the memory does not order what reaches it, so that the
    /// order of the steps does not say what reads find.
    pub(super) fn chronological_trace(&self) -> Option<ChronologicalTrace> {
        B::ORDERS_WRITES.then(|| trace(&self.steps(), B::IS_BUFFERED))
    }

    /// The trace, of which this is the graph, for an observer; `None` as before.
    pub(super) fn schedule<'s>(&'s self, graph: &'s Graph) -> Option<Schedule<'s>> {
        let steps = B::ORDERS_WRITES.then(|| self.steps())?;
        Some(Schedule {
            steps,
            is_buffered: B::IS_BUFFERED,
            happens_before: Box::new(|first, second| {
                self.trace.before.has(first as u32, second as u32)
            }),
            evidence: Box::new(|| {
                let scene = self.scene(graph);
                let witness = scene.witness(&[], |_| None);
                let objects = scene.origins(&witness);
                (witness, objects)
            }),
        })
    }

    /// What was done, in order.
    fn steps(&self) -> Vec<MachineStep> {
        let names = self.event_names();
        let step = |place: u32| {
            let event = self.trace.event(place);
            let (first, end) = event.recorded;
            let range = first as usize..end as usize;
            let record = self.trace.record[range.clone()].iter();
            MachineStep {
                agent: self.agent(event.actor),
                operations: record.map(|recorded| self.operation(recorded)).collect(),
                events: names[range].to_vec(),
                kind: self.kind(place),
            }
        };
        (0..self.trace.len()).map(step).collect()
    }

    /// The names of what was recorded.
    fn event_names(&self) -> Vec<EventName> {
        let mut counts = vec![0; self.slots.len()];
        let name = |recorded: &Recorded| {
            let count = &mut counts[recorded.slot.index()];
            *count += 1;
            EventName { thread: self.slots.thread(recorded.slot), index: *count - 1 }
        };
        self.trace.record.iter().map(name).collect()
    }

    fn agent(&self, actor: Actor) -> Agent {
        let thread = self.slots.thread(actor.slot());
        match actor {
            Actor::Thread(_) => Agent::Thread(thread),
            Actor::Updater(_, buffer) => {
                let buffer = match buffer {
                    actor::Buffer::Whole => Buffer::Whole,
                    actor::Buffer::Location(location) => {
                        Buffer::Location(self.cells.cell(location))
                    }
                    actor::Buffer::Ends => Buffer::Ends,
                };
                Agent::Updater(thread, buffer)
            }
        }
    }

    fn operation(&self, recorded: &Recorded) -> Operation {
        match recorded.label {
            Label::Read { location, .. } => Operation::Load(self.cells.cell(location)),
            Label::Write { location, .. } => Operation::Store(self.cells.cell(location)),
            Label::Fence { .. } => Operation::Fence,
            Label::Free { object } => Operation::End(object),
            Label::Spawn { child } => Operation::Create(child),
            Label::Join { thread, .. } => Operation::Join(thread),
            Label::Choose { value, .. } => Operation::Choose(value),
        }
    }

    /// How a step reaches the memory.
    fn kind(&self, place: u32) -> StepKind {
        let event = self.trace.event(place);
        if let Some(stored) = event.store {
            return StepKind::Update { store: stored.event as usize };
        }
        let (first, end) = event.recorded;
        let first = self.trace.record[first as usize..end as usize].first();
        let operation =
            first.and_then(|first| self.states.get(first.snapshot).request().operation());
        if operation.is_none_or(|operation| buffering::drains::<B>(&operation)) {
            return StepKind::Direct;
        }
        let updated = event.update.and_then(|update| self.trace.event(update).store);
        let (waits_for_all, epoch) = match updated {
            Some(stored) => (stored.waits_for_all, stored.epoch),
            None => {
                let mut entries = self.configuration.buffered(event.actor.slot()).iter();
                let entry = entries.find(|entry| entry.store == place);
                entry.map_or((false, 0), |entry| (entry.waits_for_all, entry.epoch))
            }
        };
        StepKind::Buffered { waits_for_all, epoch }
    }
}
