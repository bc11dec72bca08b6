//! A copy of a graph without some of its events: what a backward revisit starts from.

use crate::event::{Event, EventId, Source};
use crate::graph::Graph;
use crate::label::Label;

impl Graph {
    /// Makes `target` the copy of this graph that keeps of each thread the first `kept` events.
    /// What is kept must be closed under porf. `target` reuses its memory; `renamed` becomes the
    /// map from the events of this graph to those of the copy.
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
        if self.dependencies.is_some() || target.dependencies.is_some() {
            target.dependencies = self.kept_dependencies(kept);
        }
        target.threads.resize_with(width, Default::default);
        for thread in &mut target.threads {
            thread.events.clear();
            thread.groups = 0;
            thread.spawn = None;
        }
        target.locations.clear();
        target.locations.resize(self.locations.len(), Default::default());
        renamed.clear();
        let mut newest = 0;
        for (old, event) in self.events() {
            if event.index >= kept[event.thread.index()] {
                renamed.push(None);
                continue;
            }
            target.ends += u32::from(matches!(event.label, Label::Free { .. }));
            let new = EventId::new(target.events.len());
            renamed.push(Some(new));
            newest = newest.max(event.stamp);
            target.events.push(Event { newest, reader: None, ..*event });
            target.causes.extend_from_slice(self.causes(old));
            let thread = &mut target.threads[event.thread.index()];
            thread.events.push(new);
            thread.groups = event.group + 1;
        }
        for (slot, thread) in self.threads.iter().enumerate() {
            target.threads[slot].spawn = thread.spawn.and_then(|spawn| renamed[spawn.index()]);
        }
        self.rename_links(target, renamed);
    }

    /// Renames rf, and co with the removed events skipped.
    fn rename_links(&self, target: &mut Graph, renamed: &[Option<EventId>]) {
        let rename = |id: EventId| renamed[id.index()];
        for index in 0..target.events.len() {
            let id = EventId::new(index);
            let Event { label, rf, acquisition, co_before, co_after, .. } = target.events[index];
            let Some(location) = label.location() else { continue };
            if let (Label::Read { .. }, Source::Write(write)) = (label, rf) {
                let write = rename(write).expect("what is kept is closed under rf");
                target.events[index].rf = Source::Write(write);
            }
            if matches!(label, Label::Read { .. }) && acquisition.is_none() {
                target.link_read(location, id);
            }
            if !matches!(label, Label::Write { .. }) {
                continue;
            }
            let before = self.kept_before(co_before, renamed);
            let after = self.kept_after(co_after, renamed);
            target.events[index].co_before = before;
            target.events[index].co_after = after;
            let events = &mut target.locations[location.index()];
            if before == Source::Initial {
                events.first = Some(id);
            }
            if after.is_none() {
                events.last = Source::Write(id);
            }
        }
    }

    /// The nearest write at or before this one in co that is kept.
    fn kept_before(&self, mut before: Source, renamed: &[Option<EventId>]) -> Source {
        while let Source::Write(id) = before {
            match renamed[id.index()] {
                Some(kept) => return Source::Write(kept),
                None => before = self.event(id).co_before,
            }
        }
        Source::Initial
    }

    /// The nearest write at or after this one in co that is kept.
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
}
