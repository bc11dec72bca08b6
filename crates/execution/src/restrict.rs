//! A copy of a graph without some of its events: what a backward revisit starts from.

use crate::event::{EventId, Source};
use crate::graph::Graph;
use crate::label::Label;

impl Graph {
    /// Makes `target` the copy of this graph that keeps of each thread the first `kept` events. What
    /// is kept must be closed under porf. `target` reuses its memory; `renamed` becomes the map from
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
            let new = EventId::new(target.events.len());
            renamed.push(Some(new));
            target.events.push(*event);
            target.causes.extend_from_slice(self.causes(old));
            let thread = &mut target.threads[event.thread.index()];
            thread.events.push(new);
            thread.groups = event.group + 1;
            if let Label::Read { location, .. } = event.label {
                let reads = &mut target.locations[location.index()].reads;
                target.events[new.index()].next_read = reads.replace(new);
            }
        }
        for (slot, thread) in self.threads.iter().enumerate() {
            target.threads[slot].spawn = thread.spawn.and_then(|spawn| renamed[spawn.index()]);
        }
        self.rename_links(target, renamed);
    }

    /// Renames rf, and co with the removed writes skipped.
    fn rename_links(&self, target: &mut Graph, renamed: &[Option<EventId>]) {
        let rename = |id: EventId| renamed[id.index()];
        for index in 0..target.events.len() {
            let event = &mut target.events[index];
            match event.label {
                Label::Read { .. } => {
                    if let Source::Write(write) = event.rf {
                        let write = rename(write).expect("what is kept is closed under rf");
                        event.rf = Source::Write(write);
                    }
                }
                Label::Write { location, .. } => {
                    let mut before = event.co_before;
                    event.co_before = loop {
                        match before {
                            Source::Initial => break Source::Initial,
                            Source::Write(write) => match rename(write) {
                                Some(kept) => break Source::Write(kept),
                                None => before = self.event(write).co_before,
                            },
                        }
                    };
                    let mut after = event.co_after;
                    event.co_after = loop {
                        match after {
                            None => break None,
                            Some(write) => match rename(write) {
                                Some(kept) => break Some(kept),
                                None => after = self.event(write).co_after,
                            },
                        }
                    };
                    let (before, after) = (event.co_before, event.co_after);
                    let events = &mut target.locations[location.index()];
                    if before == Source::Initial {
                        events.first = Some(EventId::new(index));
                    }
                    if after.is_none() {
                        events.last = Source::Write(EventId::new(index));
                    }
                }
                Label::Fence { .. }
                | Label::Free { .. }
                | Label::Spawn { .. }
                | Label::Join { .. }
                | Label::Choose { .. } => {}
            }
        }
    }
}
