//! A copy of a graph without some of its events: what a backward revisit starts from.

use crate::event::{Event, EventId, Queue, Source};
use crate::graph::Graph;
use crate::label::Label;

impl Graph {
    /// Makes `target` the copy of this graph that keeps of each thread the first `kept` events. What
    /// is kept must be closed under porf, except that a lock may lose the unlock from which it acquired its mutex:
    /// then it waits again. `target` reuses its memory; `renamed` becomes the map from
    /// the events of this graph to those of the copy.
    pub fn restrict_into(
        &self,
        kept: &[u32],
        target: &mut Graph,
        renamed: &mut Vec<Option<EventId>>,
    ) {
        let width = self.threads.len();
        target.events.clear();
        target.causes.clear();
        target.next_stamp = self.next_stamp;
        target.ends = 0;
        target.threads.resize_with(width, Default::default);
        for thread in &mut target.threads {
            thread.events.clear();
            thread.groups = 0;
            thread.spawn = None;
        }
        target.locations.clear();
        target.locations.resize(self.locations.len(), Default::default());
        renamed.clear();
        for (old, event) in self.events() {
            if event.index >= kept[event.thread.index()] {
                renamed.push(None);
                continue;
            }
            target.ends += u32::from(matches!(event.label, Label::Free { .. }));
            let new = EventId::new(target.events.len());
            renamed.push(Some(new));
            target.events.push(*event);
            target.causes.extend_from_slice(self.causes(old));
            let thread = &mut target.threads[event.thread.index()];
            thread.events.push(new);
            thread.groups = event.group + 1;
            if let Label::Read { location, .. } = event.label
                && !event.is_waiting()
            {
                let reads = &mut target.locations[location.index()].reads;
                target.events[new.index()].next_read = reads.replace(new);
            }
        }
        for (slot, thread) in self.threads.iter().enumerate() {
            target.threads[slot].spawn = thread.spawn.and_then(|spawn| renamed[spawn.index()]);
        }
        self.rename_links(target, renamed);
    }

    /// Renames rf, and co and the orders of locks with the removed events skipped.
    fn rename_links(&self, target: &mut Graph, renamed: &[Option<EventId>]) {
        let rename = |id: EventId| renamed[id.index()];
        let mut asleep = Vec::new();
        for index in 0..target.events.len() {
            let id = EventId::new(index);
            let Event { label, rf, queue, co_before, co_after, .. } = target.events[index];
            let Some(location) = label.location() else { continue };
            if let (Label::Read { .. }, Source::Write(write)) = (label, rf) {
                match rename(write) {
                    Some(write) => target.events[index].rf = Source::Write(write),
                    None => {
                        assert!(queue.is_some(), "what is kept is closed under rf");
                        asleep.push(id);
                    }
                }
            }
            if !matches!(label, Label::Write { .. }) && queue.is_none() {
                continue;
            }
            let before = self.kept_before(co_before, renamed);
            let after = self.kept_after(co_after, renamed);
            target.events[index].co_before = before;
            target.events[index].co_after = after;
            let events = &mut target.locations[location.index()];
            let (first, last) = match queue {
                None => (&mut events.first, &mut events.last),
                Some(_) => (&mut events.first_lock, &mut events.last_lock),
            };
            if before == Source::Initial {
                *first = Some(id);
            }
            if after.is_none() {
                *last = Source::Write(id);
            }
        }
        asleep.into_iter().for_each(|lock| target.fall_asleep(lock));
    }

    /// The nearest event at or before this one, in co or in an order of locks, that is kept.
    fn kept_before(&self, mut before: Source, renamed: &[Option<EventId>]) -> Source {
        while let Source::Write(id) = before {
            match renamed[id.index()] {
                Some(kept) => return Source::Write(kept),
                None => before = self.event(id).co_before,
            }
        }
        Source::Initial
    }

    /// The nearest event at or after this one that is kept.
    fn kept_after(
        &self,
        mut after: Option<EventId>,
        renamed: &[Option<EventId>],
    ) -> Option<EventId> {
        while let Some(id) = after {
            match renamed[id.index()] {
                Some(kept) => return Some(kept),
                None => after = self.event(id).co_after,
            }
        }
        None
    }

    /// A lock that has lost the unlock from which it acquired its mutex waits again.
    fn fall_asleep(&mut self, lock: EventId) {
        let location = self.event(lock).label.location().expect("a lock has a location");
        let next_read = self.event(lock).next_read;
        let mut link = self.location_mut(location).reads;
        if link == Some(lock) {
            self.location_mut(location).reads = next_read;
        }
        while let Some(read) = link {
            link = self.event(read).next_read;
            if link == Some(lock) {
                self.events[read.index()].next_read = next_read;
            }
        }
        let event = &mut self.events[lock.index()];
        event.queue = Some(Queue::Waiting);
        event.rf = Source::Initial;
        event.next_read = None;
        self.compute_causes(lock, None);
    }
}
