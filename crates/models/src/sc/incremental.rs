//! The fast check: the order of groups as vector clocks, kept transitively closed.
//!
//! Each group has a clock: how many groups of each thread are before it, or it, in
//! `(po | rf | co | fr)+`. With that, every question is a comparison of two numbers, and adding an
//! edge from `x` to `y` means joining `x`'s clock into the clocks of exactly those groups whose
//! clocks contain `y`. An event that is added as the last of everything (the usual case) has no outgoing edge
//! and costs one join; removing an event restores the clocks that it changed from a log.
//!
//! **Invariants.** (1) The clock of a group is stored with its first event. (2) The relation the clocks
//! represent is transitively closed and contains po, rf, co and fr of the graph, and nothing else than
//! what these imply. (3) It is acyclic.

use crate::Model;
use execution::{EventId, Graph, Label, LocationId, Slot, Source};

/// Sequential consistency, following a graph.
#[derive(Clone, Debug)]
pub struct Sc {
    width: usize,
    /// Event after event; meaningful for the first event of each group (invariant 1).
    clocks: Vec<u32>,
    /// The clocks that were overwritten, each as the event's index followed by the old clock.
    log: Vec<u32>,
    /// For each event, where in the log its changes start.
    marks: Vec<u32>,
    /// Memory for short use.
    scratch: Vec<u32>,
}

impl Sc {
    fn clock(&self, head: EventId) -> &[u32] {
        &self.clocks[head.index() * self.width..][..self.width]
    }

    /// The clock of an event's group.
    fn group_clock(&self, graph: &Graph, event: EventId) -> &[u32] {
        self.clock(graph.group_head(event))
    }

    /// What is before the next event of a thread, if it starts a new group: the clock of the thread's
    /// last group, or of its creation.
    fn present(&self, graph: &Graph, thread: Slot) -> Option<&[u32]> {
        let last = graph.last_of(thread).or(graph.thread(thread).spawn)?;
        Some(self.group_clock(graph, last))
    }

    fn covers(graph: &Graph, clock: Option<&[u32]>, event: EventId) -> bool {
        let event = graph.event(event);
        clock.is_some_and(|clock| clock[event.thread.index()] > event.group)
    }

    /// The first event of the group that the next event of a thread joins.
    fn open_group(graph: &Graph, thread: Slot, grouped: bool) -> Option<EventId> {
        graph.last_of(thread).filter(|_| grouped).map(|last| graph.group_head(last))
    }

    /// Whether `event`'s group comes strictly after the group that starts with `head`.
    fn is_after(&self, graph: &Graph, event: EventId, head: EventId) -> bool {
        graph.group_head(event) != head
            && Sc::covers(graph, Some(self.group_clock(graph, event)), head)
    }

    /// Whether the next write in co happens at once with this one, so that nobody can read it.
    fn is_overwritten_at_once(graph: &Graph, write: EventId) -> bool {
        let next = graph.event(write).co_after;
        next.is_some_and(|next| graph.group_head(next) == graph.group_head(write))
    }

    /// Joins `clock` into the group that starts with `head`.
    fn join(&mut self, head: EventId, clock: &[u32]) {
        let start = head.index() * self.width;
        let own = &mut self.clocks[start..start + self.width];
        if own.iter().zip(clock).all(|(own, other)| own >= other) {
            return;
        }
        self.log.push(head.index() as u32);
        self.log.extend_from_slice(own);
        own.iter_mut().zip(clock).for_each(|(own, other)| *own = (*own).max(*other));
    }

    /// Joins the clock of the group that starts with `head` into every group whose clock contains `event`'s.
    fn join_into_successors(&mut self, graph: &Graph, head: EventId, event: EventId) {
        let mut clock = std::mem::take(&mut self.scratch);
        clock.clear();
        clock.extend_from_slice(self.clock(head));
        self.join_from(graph, event, &clock);
        self.scratch = clock;
    }

    /// Joins `clock` into every group whose clock contains the group of `event`, that one included.
    fn join_from(&mut self, graph: &Graph, event: EventId, clock: &[u32]) {
        for slot in graph.slots() {
            let events = &graph.thread(slot).events;
            let mut index = events.len();
            while index > 0 {
                let head = graph.group_head(events[index - 1]);
                if !Sc::covers(graph, Some(self.clock(head)), event) {
                    break;
                }
                self.join(head, clock);
                index = graph.event(head).index as usize;
            }
        }
    }

    /// The events that come directly before an event because of rf, co or fr.
    fn direct_predecessors(graph: &Graph, id: EventId, mut visit: impl FnMut(EventId)) {
        let event = graph.event(id);
        match event.label {
            Label::Read { .. } => {
                if let Source::Write(write) = event.rf {
                    visit(write);
                }
            }
            Label::Write { location, .. } => {
                if let Source::Write(write) = event.co_before {
                    visit(write);
                }
                graph.readers(location, event.co_before).for_each(visit);
            }
            Label::Join { .. }
            | Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Choose { .. } => {}
        }
    }

    /// Computes the clock of a new group from those of its predecessors, in scratch space at the end
    /// of the clocks.
    fn initial_clock(&mut self, graph: &Graph, id: EventId) {
        let event = graph.event(id);
        let start = self.clocks.len();
        debug_assert_eq!(start, id.index() * self.width);
        let thread = graph.thread(event.thread);
        let previous = match event.index {
            0 => thread.spawn,
            index => Some(thread.events[index as usize - 1]),
        };
        match previous {
            Some(previous) => {
                let from = graph.group_head(previous).index() * self.width;
                self.clocks.extend_from_within(from..from + self.width);
            }
            None => self.clocks.resize(start + self.width, 0),
        }
        self.clocks[start + event.thread.index()] = event.group + 1;
    }

    /// Joins the clock of `other`'s group into the clock stored at `id`, without logging.
    fn absorb(&mut self, graph: &Graph, id: EventId, other: EventId) {
        let from = graph.group_head(other).index() * self.width;
        let to = id.index() * self.width;
        if from == to {
            return;
        }
        for offset in 0..self.width {
            self.clocks[to + offset] = self.clocks[to + offset].max(self.clocks[from + offset]);
        }
    }

    /// The write that a new event comes directly before.
    fn direct_successor(graph: &Graph, id: EventId) -> Option<EventId> {
        let event = graph.event(id);
        match event.label {
            Label::Read { .. } if event.is_waiting() => None,
            Label::Read { location, .. } => graph.co_next(location, event.rf),
            Label::Write { .. } => event.co_after,
            Label::Join { .. }
            | Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Choose { .. } => None,
        }
    }

    /// The end of the thread that a join waits for, or its creation if it had no events.
    fn joined_end(graph: &Graph, id: EventId) -> Option<EventId> {
        let Label::Join { slot, .. } = graph.event(id).label else {
            return None;
        };
        graph.last_of(slot).or(graph.thread(slot).spawn)
    }
}

impl Model for Sc {
    const NAME: &'static str = "sc";

    fn new(threads: usize) -> Sc {
        Sc {
            width: threads,
            clocks: Vec::new(),
            log: Vec::new(),
            marks: Vec::new(),
            scratch: Vec::new(),
        }
    }

    fn sources(
        &self,
        graph: &Graph,
        thread: Slot,
        grouped: bool,
        location: LocationId,
        sources: &mut Vec<Source>,
    ) {
        let present = self.present(graph, thread);
        let open = Sc::open_group(graph, thread, grouped);
        for write in graph.writes_backwards(location) {
            if open.is_none_or(|head| !self.is_after(graph, write, head))
                && !Sc::is_overwritten_at_once(graph, write)
            {
                sources.push(Source::Write(write));
            }
            if Sc::covers(graph, present, write) {
                return;
            }
        }
        sources.push(Source::Initial);
    }

    fn places(
        &self,
        graph: &Graph,
        thread: Slot,
        grouped: bool,
        location: LocationId,
        places: &mut Vec<Source>,
    ) {
        let present = self.present(graph, thread);
        let open = Sc::open_group(graph, thread, grouped);
        // What precedes the write must not follow its group, nor the next write in co.
        let fits = |place: Source| {
            let next = graph.co_next(location, place).map(|next| graph.group_head(next));
            let is_after = |event| {
                next == Some(graph.group_head(event))
                    || open.is_some_and(|head| self.is_after(graph, event, head))
            };
            let write_is_after = match place {
                Source::Initial => false,
                Source::Write(write) => is_after(write),
            };
            !write_is_after && !graph.readers(location, place).any(is_after)
        };
        for write in graph.writes_backwards(location) {
            if fits(Source::Write(write)) {
                places.push(Source::Write(write));
            }
            if Sc::covers(graph, present, write) {
                return;
            }
        }
        if fits(Source::Initial) {
            places.push(Source::Initial);
        }
    }

    fn push(&mut self, graph: &Graph, id: EventId) {
        self.marks.push(self.log.len() as u32);
        let head = graph.group_head(id);
        if head == id {
            self.initial_clock(graph, id);
            Sc::direct_predecessors(graph, id, |other| self.absorb(graph, id, other));
            if let Some(end) = Sc::joined_end(graph, id) {
                self.absorb(graph, id, end);
            }
        } else {
            // The group may have successors already, and they must learn of its new predecessors.
            self.clocks.resize((id.index() + 1) * self.width, 0);
            let mut clock = std::mem::take(&mut self.scratch);
            clock.clear();
            clock.extend_from_slice(self.clock(head));
            let mut absorb = |other: EventId| {
                let other = self.group_clock(graph, other);
                clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
            };
            Sc::direct_predecessors(graph, id, &mut absorb);
            Sc::joined_end(graph, id).into_iter().for_each(&mut absorb);
            self.join_from(graph, head, &clock);
            self.scratch = clock;
        }
        if let Some(successor) = Sc::direct_successor(graph, id)
            && graph.group_head(successor) != head
        {
            self.join_into_successors(graph, head, successor);
        }
    }

    fn wake(&mut self, graph: &Graph, lock: EventId) {
        let head = graph.group_head(lock);
        let mut clock = self.clock(head).to_vec();
        Sc::direct_predecessors(graph, lock, |other| {
            let other = self.group_clock(graph, other);
            clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
        });
        self.join_from(graph, head, &clock);
    }

    fn pop(&mut self, graph: &Graph) {
        let mark = self.marks.pop().expect("an event was pushed") as usize;
        while self.log.len() > mark {
            let entry = self.log.len() - self.width - 1;
            let start = self.log[entry] as usize * self.width;
            self.clocks[start..start + self.width].copy_from_slice(&self.log[entry + 1..]);
            self.log.truncate(entry);
        }
        self.clocks.truncate((graph.len() - 1) * self.width);
    }

    fn restrict_from(
        &mut self,
        model: &Sc,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.log.clear();
        self.marks.clear();
        self.marks.resize(restricted.len(), 0);
        self.clocks.clear();
        self.clocks.resize(restricted.len() * self.width, 0);
        let mut affected = false;
        for (old, new) in graph.events().map(|(old, _)| old).zip(renamed) {
            let Some(new) = new else { continue };
            let clock = model.clock(old);
            let start = new.index() * self.width;
            self.clocks[start..start + self.width].copy_from_slice(clock);
            affected |= graph.event(old).offset == 0
                && restricted
                    .slots()
                    .any(|slot| clock[slot.index()] > restricted.thread(slot).groups);
        }
        // A group that was cut loses the predecessors of the events it lost.
        affected |= restricted.slots().any(|slot| {
            restricted.last_of(slot).is_some_and(|last| {
                let event = restricted.event(last);
                let next = graph.thread(slot).events.get(event.index as usize + 1);
                next.is_some_and(|next| graph.event(*next).group == event.group)
            })
        });
        if affected {
            self.recompute(restricted);
        }
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        first != second && Sc::covers(graph, Some(self.group_clock(graph, second)), first)
    }

    fn linearisation(&self, graph: &Graph, wishes: &[(EventId, EventId)]) -> Vec<EventId> {
        // Groups by the number of groups before them; those with wishes pushed behind.
        let before = |id: EventId| self.group_clock(graph, id).iter().sum::<u32>();
        let delayed = |id: EventId| {
            wishes.iter().any(|(earlier, later)| {
                !self.happens_before(graph, *later, *earlier)
                    && (self.happens_before(graph, *later, id)
                        || graph.group_head(*later) == graph.group_head(id))
            })
        };
        let mut order: Vec<EventId> = graph.events().map(|(id, _)| id).collect();
        order.sort_by_key(|id| {
            let event = graph.event(*id);
            (delayed(*id), before(*id), event.thread, event.index)
        });
        order
    }
}

impl Sc {
    /// Computes all clocks anew, in an order that the old clocks, which say too much, are still good
    /// for: the number of groups before a group grows along every edge.
    fn recompute(&mut self, graph: &Graph) {
        let mut heads: Vec<(u32, EventId)> = graph
            .events()
            .filter(|(_, event)| event.offset == 0)
            .map(|(id, _)| (self.clock(id).iter().sum(), id))
            .collect();
        heads.sort_unstable_by_key(|(before, _)| *before);
        for (_, head) in heads {
            let event = graph.event(head);
            let start = head.index() * self.width;
            self.clocks[start..start + self.width].fill(0);
            let thread = graph.thread(event.thread);
            let previous = match event.index {
                0 => thread.spawn,
                index => Some(thread.events[index as usize - 1]),
            };
            if let Some(previous) = previous {
                self.absorb(graph, head, previous);
            }
            self.clocks[start + event.thread.index()] = event.group + 1;
            let members = thread.events[event.index as usize..].iter().copied();
            for member in members.take_while(|id| graph.event(*id).group == event.group) {
                Sc::direct_predecessors(graph, member, |other| self.absorb(graph, head, other));
                if let Some(end) = Sc::joined_end(graph, member) {
                    self.absorb(graph, head, end);
                }
            }
        }
    }
}
