//! Which reads does an event depend on?
//!
//! A dependency goes from a read to a later event of the same thread: to an access whose address
//! was computed from what was read (addr), to a write whose value was (data), and to everything
//! that happens after a decision on it (ctrl). Who runs the threads knows them
//! (`interp::dependencies` says what counts); the graph keeps them beside its events for the models
//! that ask.
//!
//! **How they get here.** What an event depends on is known before it is added, as soon as its
//! thread has asked for it, and models want to know it then: they judge events that are about to be
//! added. So the graph has, for each thread, what its *next* event depends on. Adding an event
//! takes that over, removing it gives it back, and a restricted copy has, for a thread that was cut
//! back, that of its first removed event. So there is one thing to do for who builds a graph: to
//! say what comes next whenever a thread has run ([`Graph::set_next_dependencies`]). If nobody ever
//! does, there is no table, and nothing to keep.
//!
//! Dependencies follow from (po, rf, co) and the program, so executions that differ in them differ
//! elsewhere, too: the canonical form does without them.

use crate::event::EventId;
use crate::graph::{Graph, Slot};
use std::sync::Arc;

/// Some reads of one thread, by their positions in it. Sets are copied with every state of a thread
/// and joined in every instruction, and most positions are small: those are bits, and the others
/// are shared.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reads {
    /// A bit for each position below [`FEW`].
    few: u64,
    /// The others in ascending order; `None` if there are none.
    others: Option<Arc<[u32]>>,
}

/// How many positions have a bit.
const FEW: u32 = u64::BITS;

impl Reads {
    /// One read.
    pub fn single(position: u32) -> Reads {
        match position {
            0..FEW => Reads { few: 1 << position, others: None },
            _ => Reads { few: 0, others: Some(Arc::new([position])) },
        }
    }

    pub fn is_empty(&self) -> bool {
        self.few == 0 && self.others.is_none()
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let rest = |few: u64| Some(few & few.wrapping_sub(1));
        let few = std::iter::successors(Some(self.few), move |few| rest(*few));
        let few = few.take_while(|few| *few != 0).map(u64::trailing_zeros);
        few.chain(self.others.iter().flat_map(|others| others.iter().copied()))
    }

    /// These reads and those.
    #[must_use]
    pub fn and(&self, other: &Reads) -> Reads {
        let others = match (&self.others, &other.others) {
            (others, None) | (None, others) => others.clone(),
            (Some(own), Some(other)) => Some(joined(own, other)),
        };
        Reads { few: self.few | other.few, others }
    }
}

/// All positions in two ascending lists, as one of these if it has all.
fn joined(own: &Arc<[u32]>, other: &Arc<[u32]>) -> Arc<[u32]> {
    let has_all =
        |all: &[u32], some: &[u32]| some.iter().all(|position| all.binary_search(position).is_ok());
    if has_all(own, other) {
        return Arc::clone(own);
    }
    if has_all(other, own) {
        return Arc::clone(other);
    }
    let mut all: Vec<u32> = own.iter().chain(other.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

/// What one event depends on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Dependencies {
    /// For the location that it accesses.
    pub addr: Reads,
    /// For the value that it writes.
    pub data: Reads,
    /// For that it happens at all.
    pub ctrl: Reads,
}

/// What the events of a graph depend on.
#[derive(Clone, Default, Debug)]
pub(crate) struct DependencyTable {
    /// By event.
    events: Vec<Dependencies>,
    /// By thread: what its next event depends on.
    next: Vec<Dependencies>,
}

impl DependencyTable {
    #[cold]
    pub(crate) fn push(&mut self, thread: Slot) {
        self.events.push(std::mem::take(&mut self.next[thread.index()]));
    }

    #[cold]
    pub(crate) fn pop(&mut self, thread: Slot) {
        let last = self.events.pop().expect("every event has an entry");
        self.next[thread.index()] = last;
    }
}

impl Graph {
    /// Says what the next event of a thread depends on.
    pub fn set_next_dependencies(&mut self, thread: Slot, dependencies: Dependencies) {
        let (events, threads) = (self.events.len(), self.threads.len());
        let table = self.dependencies.get_or_insert_with(|| {
            Box::new(DependencyTable {
                events: vec![Dependencies::default(); events],
                next: vec![Dependencies::default(); threads],
            })
        });
        table.next[thread.index()] = dependencies;
    }

    /// What an event depends on; `None` if nobody has said so of any.
    pub fn dependencies(&self, id: EventId) -> Option<&Dependencies> {
        self.dependencies.as_deref().map(|table| &table.events[id.index()])
    }

    /// The table of the copy of this graph that keeps of each thread the first `kept` events.
    #[cold]
    #[inline(never)]
    pub(crate) fn kept_dependencies(&self, kept: &[u32]) -> Option<Box<DependencyTable>> {
        let table = self.dependencies.as_deref()?;
        let entries = self.events.iter().zip(&table.events);
        let events = entries.filter(|(event, _)| event.index < kept[event.thread.index()]);
        let next = self.slots().map(|slot| {
            let removed = self.thread(slot).events.get(kept[slot.index()] as usize);
            removed.map_or(&table.next[slot.index()], |removed| &table.events[removed.index()])
        });
        Some(Box::new(DependencyTable {
            events: events.map(|(_, dependencies)| dependencies.clone()).collect(),
            next: next.cloned().collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewEvent;
    use crate::label::Label;
    use base::{Ordering, Tags};

    fn fence(thread: Slot) -> NewEvent {
        let label = Label::Fence { ordering: Ordering::SeqCst, tags: Tags::NONE };
        NewEvent { thread, label, grouped: false, stamp: None, snapshot: 0 }
    }

    fn on(position: u32) -> Dependencies {
        Dependencies { ctrl: Reads::single(position), ..Dependencies::default() }
    }

    #[test]
    fn a_union_is_sorted_and_has_nothing_twice() {
        let of = |positions: &[u32]| {
            let single = |position: &u32| Reads::single(*position);
            positions.iter().map(single).fold(Reads::default(), |all, one| all.and(&one))
        };
        let some = of(&[7, 2, 7, 100, 63, 64, 100, 65]);
        assert_eq!(some.iter().collect::<Vec<_>>(), [2, 7, 63, 64, 65, 100]);
        assert_eq!(some.and(&Reads::default()), some);
        assert_eq!(of(&[64, 80]).and(&of(&[64])), of(&[80, 64]));
        assert_eq!(of(&[64]).and(&of(&[64, 80])), of(&[80, 64]));
        assert!(!of(&[0]).is_empty() && !of(&[64]).is_empty());
        assert!(Reads::default().and(&Reads::default()).is_empty());
    }

    #[test]
    fn what_comes_next_is_taken_over_and_given_back() {
        let (first, second) = (Slot(0), Slot(1));
        let mut graph = Graph::new(2);
        graph.set_next_dependencies(first, on(1));
        graph.set_next_dependencies(second, on(2));
        let event = graph.push_other(fence(first), None);
        assert_eq!(graph.dependencies(event), Some(&on(1)));
        graph.set_next_dependencies(first, on(3));
        graph.push_other(fence(first), None);
        graph.pop();
        let other = graph.push_other(fence(second), None);
        assert_eq!(graph.dependencies(other), Some(&on(2)));
        // The event that was removed comes again, and depends on the same.
        let again = graph.push_other(fence(first), None);
        assert_eq!(graph.dependencies(again), Some(&on(3)));
        // In a copy that was cut back, what was cut off comes next.
        let (mut copy, mut renamed) = (Graph::new(2), Vec::new());
        graph.restrict_into(&[1, 1], &mut copy, &mut renamed);
        let cut = copy.push_other(fence(first), None);
        assert_eq!(copy.dependencies(cut), Some(&on(3)));
    }
}
