//! A graph with the states of its threads: what a witness is made of.

use crate::objects::StateObjects;
use crate::path::Path;
use crate::states::{StateId, States};
use answer::{ObjectOrigin, Replay, Violation};
use base::{ObjectId, SourcePosition, ThreadId};
use execution::canonical::Meaning;
use execution::witness::{Step, ThreadEnd, Witness};
use execution::{Cells, EventId, Graph, Slot, Slots, Source};
use interp::{Block, Context, Failure, Objects, Request};

/// A graph, the states of its threads, and what its numbers mean.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) graph: &'a Graph,
    pub(crate) slots: &'a Slots,
    pub(crate) cells: &'a Cells,
    pub(crate) states: &'a States,
    /// The state of each thread that is in the graph.
    pub(crate) current: &'a [Option<StateId>],
}

impl Scene<'_> {
    /// What a thread did wrong, at the end of these choices. `about` are the events that it is
    /// about, in an order that the witness should show.
    pub(crate) fn violation(
        &self,
        slot: Slot,
        failure: Failure,
        about: &[EventId],
        choices: Vec<u32>,
        waits_for: impl Fn(ThreadId) -> Option<ThreadId>,
    ) -> Violation {
        let witness = self.witness(about, waits_for);
        let path = Path { discoveries: self.context.knowledge.discoveries(), choices };
        Violation {
            kind: failure.kind,
            message: failure.message,
            thread: self.slots.thread(slot),
            position: self.violation_position(slot, about),
            events: about.iter().map(|event| self.meaning().name(*event)).collect(),
            replay: Some(Replay::new(path.to_string())),
            objects: self.origins(&witness),
            witness,
            trace: None,
        }
    }

    /// The graph as evidence, in an order that shows the given events in order if it can.
    /// `waits_for` says for whom a thread waits.
    pub(crate) fn witness(
        &self,
        about: &[EventId],
        waits_for: impl Fn(ThreadId) -> Option<ThreadId>,
    ) -> Witness {
        let graph = self.graph;
        let meaning = self.meaning();
        let wishes: Vec<_> = about.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let steps = models::linearisation(graph, &wishes)
            .into_iter()
            .map(|id| {
                let event = graph.event(id);
                let state = self.states.get(StateId(event.snapshot));
                let co_before = match event.co_before {
                    Source::Write(write) if event.is_write() => Some(meaning.name(write)),
                    _ => None,
                };
                Step {
                    event: meaning.name(id),
                    action: meaning.action(id),
                    grouped: event.offset > 0,
                    position: state.position(self.context.program),
                    function: state.function_name(self.context.program),
                    co_before,
                }
            })
            .collect();
        let mut threads: Vec<ThreadEnd> = graph
            .slots()
            .take(self.slots.len())
            .filter_map(|slot| self.current[slot.index()])
            .map(|state| self.states.get(state).standing(self.context.program, &waits_for))
            .collect();
        threads.sort_by_key(|end| end.thread);
        Witness { steps, threads }
    }

    /// What the numbers of the graph mean outside of it.
    pub(crate) fn meaning(&self) -> Meaning<'_> {
        Meaning { graph: self.graph, slots: self.slots, cells: self.cells }
    }

    pub(crate) fn objects(&self) -> StateObjects<'_> {
        StateObjects { states: self.states, current: self.current, slots: self.slots }
    }

    /// Where the objects come from that a witness touches, ends or points to.
    pub(crate) fn origins(&self, witness: &Witness) -> Vec<ObjectOrigin> {
        let objects = self.objects();
        let origin = |object: ObjectId| {
            let found = objects.object(object)?;
            ObjectOrigin::new(object, found.allocation, found.kind, found.size)
        };
        witness.mentioned_objects().into_iter().filter_map(origin).collect()
    }

    /// Where a violation is: at the later of the events whose order is wrong, else where the thread
    /// is.
    pub(crate) fn violation_position(
        &self,
        slot: Slot,
        about: &[EventId],
    ) -> Option<SourcePosition> {
        let program = self.context.program;
        let event = match about {
            [_, later] => Some(*later),
            _ => about.first().copied(),
        };
        match event {
            Some(event) => {
                let event = self.graph.event(event);
                self.states.get(StateId(event.snapshot)).position(program)
            }
            None => {
                let state = self.current[slot.index()].expect("the thread is in the graph");
                let state = self.states.get(state);
                match state.request() {
                    Request::Blocked(Block::Spin | Block::Diverged) => {
                        state.whereabouts(program).in_loop
                    }
                    _ => state.position(program),
                }
            }
        }
    }
}
