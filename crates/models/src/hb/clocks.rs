//! hb as a vector clock for each event.
//!
//! hb of an event is determined by its causes and never changes while the event is in the graph. So
//! clocks are computed once, and removing an event forgets its clocks.
//!
//! Each event has three: what happens before it (*hb*), what its thread has read but not acquired,
//! for a later fence (*acquirable*), and for a write what a reader learns from it (*released*).

use super::{Mode, ReleaseSequences, Synchronisation};
use execution::{EventId, Graph, Label, Slot, Source};
use std::marker::PhantomData;

/// The clocks of the events of a graph: how many groups of each thread are before the event, or
/// contain it.
#[derive(Clone, Debug)]
pub struct Clocks<S> {
    width: usize,
    /// Event after event: hb, acquirable, released.
    rows: Vec<u32>,
    links: Vec<Links>,
    sequences: ReleaseSequences,
    synchronisation: PhantomData<S>,
}

/// The latest events of a thread, up to an event, that its later writes release with.
#[derive(Clone, Copy, Default, Debug)]
struct Links {
    fence: Option<EventId>,
    /// The latest write that releases, and for such a write the one before it.
    write: Option<EventId>,
    earlier_write: Option<EventId>,
}

const HB: usize = 0;
const ACQUIRABLE: usize = 1;
const RELEASED: usize = 2;
const KINDS: usize = 3;

impl<S: Synchronisation> Clocks<S> {
    pub fn new(threads: usize) -> Clocks<S> {
        Clocks::with(threads, S::SEQUENCES)
    }

    /// Clocks for other release sequences than those of `S`.
    pub(crate) fn with(threads: usize, sequences: ReleaseSequences) -> Clocks<S> {
        Clocks {
            width: threads,
            rows: Vec::new(),
            links: Vec::new(),
            sequences,
            synchronisation: PhantomData,
        }
    }

    fn start(&self, event: EventId, kind: usize) -> usize {
        (event.index() * KINDS + kind) * self.width
    }

    fn row(&self, event: EventId, kind: usize) -> &[u32] {
        &self.rows[self.start(event, kind)..][..self.width]
    }

    /// What happens before an event, with itself.
    pub fn happens_before(&self, event: EventId) -> &[u32] {
        self.row(event, HB)
    }

    /// What a reader that acquires from a write learns.
    pub fn released(&self, write: EventId) -> &[u32] {
        self.row(write, RELEASED)
    }

    /// What happens before the next event of a thread, if it acquires nothing.
    pub fn present(&self, graph: &Graph, thread: Slot) -> Option<&[u32]> {
        let last = graph.last_of(thread).or(graph.thread(thread).spawn)?;
        Some(self.happens_before(last))
    }

    /// Whether the first event happens before the second one, or with it at once.
    pub fn is_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        graph.is_in_clock(first, self.happens_before(second))
    }

    pub fn push(&mut self, graph: &Graph, event: EventId) {
        self.rows.resize((event.index() + 1) * KINDS * self.width, 0);
        self.links.push(Links::default());
        self.compute(graph, event);
    }

    /// Forgets the last event.
    pub fn pop(&mut self, graph: &Graph) {
        self.links.pop();
        self.rows.truncate((graph.len() - 1) * KINDS * self.width);
    }

    pub fn restrict_from(&mut self, other: &Clocks<S>, graph: &Graph, renamed: &[Option<EventId>]) {
        self.rows.clear();
        self.links.clear();
        let rename = |event: Option<EventId>| event.and_then(|event| renamed[event.index()]);
        for (old, _) in graph.events().filter(|(old, _)| renamed[old.index()].is_some()) {
            let start = other.start(old, HB);
            self.rows.extend_from_slice(&other.rows[start..start + KINDS * self.width]);
            let Links { fence, write, earlier_write } = other.links[old.index()];
            self.links.push(Links {
                fence: rename(fence),
                write: rename(write),
                earlier_write: rename(earlier_write),
            });
        }
    }

    /// Computes the clocks of the last event of a thread.
    fn compute(&mut self, graph: &Graph, id: EventId) {
        let event = graph.event(id);
        let Mode { is_atomic, acquires, releases, .. } = S::mode(&event.label);
        let thread = graph.thread(event.thread);
        let before = event.index.checked_sub(1).map(|index| thread.events[index as usize]);
        for (kind, from) in [(HB, before.or(thread.spawn)), (ACQUIRABLE, before)] {
            let start = self.start(id, kind);
            match from {
                Some(from) => {
                    let from = self.start(from, kind);
                    self.rows.copy_within(from..from + self.width, start);
                }
                None => self.rows[start..start + self.width].fill(0),
            }
        }
        let start = self.start(id, RELEASED);
        self.rows[start..start + self.width].fill(0);
        let own = self.start(id, HB) + event.thread.index();
        self.rows[own] = event.group + 1;
        let mut links = before.map_or(Links::default(), |before| self.links[before.index()]);
        match event.label {
            Label::Read { .. } => {
                if let Source::Write(write) = event.rf
                    && is_atomic
                {
                    self.join(id, ACQUIRABLE, write, RELEASED);
                    if acquires {
                        self.join(id, HB, write, RELEASED);
                    }
                }
            }
            Label::Write { .. } if is_atomic => {
                if releases {
                    self.join(id, RELEASED, id, HB);
                    links.earlier_write = links.write.replace(id);
                } else {
                    self.release_with_earlier(graph, id, &links);
                }
                if let Some(Source::Write(source)) = graph.updated(id) {
                    self.join(id, RELEASED, source, RELEASED);
                }
            }
            Label::Fence { .. } => {
                if let Some(before) = before.filter(|_| acquires) {
                    self.join(id, HB, before, ACQUIRABLE);
                }
                if releases {
                    links.fence = Some(id);
                }
            }
            Label::Join { slot, .. } => {
                if let Some(end) = graph.last_of(slot).or(graph.thread(slot).spawn) {
                    self.join(id, HB, end, HB);
                }
            }
            Label::Write { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Choose { .. } => {}
        }
        self.links[id.index()] = links;
    }

    /// A write that does not release by itself does so with an earlier fence, and may be in the
    /// release sequence of earlier writes of its thread to the same location.
    fn release_with_earlier(&mut self, graph: &Graph, id: EventId, links: &Links) {
        if let Some(fence) = links.fence {
            self.join(id, RELEASED, fence, HB);
        }
        if self.sequences == ReleaseSequences::OfUpdates {
            return;
        }
        let location = graph.event(id).label.location();
        let mut write = links.write;
        while let Some(earlier) = write {
            if graph.event(earlier).label.location() == location {
                self.join(id, RELEASED, earlier, HB);
                return;
            }
            write = self.links[earlier.index()].earlier_write;
        }
    }

    fn join(&mut self, to: EventId, kind: usize, from: EventId, other: usize) {
        let (to, from) = (self.start(to, kind), self.start(from, other));
        for offset in 0..self.width {
            self.rows[to + offset] = self.rows[to + offset].max(self.rows[from + offset]);
        }
    }
}

/// Joins a clock into another one.
pub(super) fn join(clock: &mut [u32], other: &[u32]) {
    clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
}
