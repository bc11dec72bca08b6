//! Which execution is it, in eight bytes? For comparing sets of many executions between engines,
//! where [`execution::Canonical`] would take most of the time.
//!
//! Equal for the same execution, whatever the order in which its graph was built; different for
//! others, but for one pair in 2⁶⁴. A collision could hide a difference between sets, of which
//! there are at most a few thousand members.

use execution::{EventId, Graph, Label, Slots, Source};

/// The fingerprint of an execution, with and without co.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    pub with_co: u64,
    pub without_co: u64,
}

impl Fingerprint {
    /// Locks that wait have not happened.
    pub fn new(graph: &Graph, slots: &Slots, cells: &execution::Cells) -> Fingerprint {
        let name = |id: EventId| {
            let event = graph.event(id);
            mix(u64::from(slots.thread(event.thread).code()), u64::from(event.index) + 1)
        };
        let source = |source: Source| match source {
            Source::Initial => 0,
            Source::Write(write) => name(write),
        };
        // Threads and locations have no order: their parts are added.
        let mut without_co = 0_u64;
        for slot in graph.slots().take(slots.len()) {
            let mut part = 0;
            for id in &graph.thread(slot).events {
                if graph.is_unfinished_lock(*id) {
                    continue;
                }
                let event = graph.event(*id);
                part = mix(part, u64::from(event.offset > 0));
                part = match event.label {
                    Label::Read { location, value, ordering, .. } => {
                        let cell = cells.cell(location);
                        let what = mix(cell.address.0, u64::from(cell.size));
                        let read = mix(value.bits, source(event.rf));
                        mix(part, mix(mix(1, ordering as u64), mix(what, read)))
                    }
                    Label::Write { location, value, ordering, .. } => {
                        let cell = cells.cell(location);
                        let what = mix(cell.address.0, u64::from(cell.size));
                        mix(part, mix(mix(2, ordering as u64), mix(what, value.bits)))
                    }
                    Label::Fence { ordering, .. } => mix(part, mix(3, ordering as u64)),
                    Label::Free { object } => {
                        mix(part, mix(4, mix(object.thread.code().into(), u64::from(object.index))))
                    }
                    Label::Spawn { child } => mix(part, mix(5, child.code().into())),
                    Label::Join { thread, .. } => mix(part, mix(6, thread.code().into())),
                    Label::Choose { value, .. } => mix(part, mix(7, value as u64)),
                };
            }
            if part != 0 {
                without_co = without_co.wrapping_add(mix(slots.thread(slot).code().into(), part));
            }
        }
        let mut with_co = without_co;
        for location in graph.locations() {
            let (mut part, mut writes) = (0, 0);
            for write in graph.writes_backwards(location) {
                part = mix(part, name(write));
                writes += 1;
            }
            if writes > 1 {
                with_co = with_co.wrapping_add(mix(cells.cell(location).address.0, part));
            }
        }
        Fingerprint { with_co, without_co }
    }
}

/// Two numbers as one (the last step of splitmix64).
fn mix(left: u64, right: u64) -> u64 {
    let mut mixed = left.rotate_left(23).wrapping_add(right).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
