//! Another co for the same events.

use crate::LocationId;
use crate::event::{EventId, Source};
use crate::graph::Graph;

impl Graph {
    /// Puts the writes to a location into this order. They must be all of them.
    pub fn order_writes(&mut self, location: LocationId, writes: &[EventId]) {
        for (index, write) in writes.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| writes[before]);
            let event = &mut self.events[write.index()];
            event.co_before = before.map_or(Source::Initial, Source::Write);
            event.co_after = writes.get(index + 1).copied();
        }
        let events = self.location_mut(location);
        events.first = writes.first().copied();
        events.last = writes.last().map_or(Source::Initial, |last| Source::Write(*last));
    }
}
