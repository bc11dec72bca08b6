//! The sets of schedules that are open, and the marks.

use super::step::NamedStep;
use execution::EventId;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

/// Another way to go on from a prefix: the causes of the new source in an order that depends on
/// them alone, and at last the changed read.
pub(super) type Schedule = Rc<[NamedStep]>;

/// The schedules of the prefix before an unmarked event: `schedules(pre(τ, r))`.
pub(super) struct ScheduleSet {
    /// The place of the event in the trace: what has a smaller stamp is the prefix.
    pub(super) stamp: u32,
    /// How many nodes the walk had before the event.
    pub(super) height: usize,
    /// All that were ever in the set.
    pub(super) known: HashSet<Schedule>,
    /// Those that are still to be explored, and how many of their last steps are changes.
    pub(super) pending: Vec<(Schedule, usize)>,
}

impl ScheduleSet {
    pub(super) fn new(stamp: u32, height: usize) -> ScheduleSet {
        ScheduleSet { stamp, height, known: HashSet::new(), pending: Vec::new() }
    }
}

/// What the exploration remembers.
#[derive(Default)]
pub(super) struct Schedules {
    /// One set for each unmarked read, lock or choice of the current trace, in its order.
    pub(super) open: Vec<ScheduleSet>,
    /// For each event of the graph, in the order in which they were added: whether it is marked.
    pub(super) marks: Vec<bool>,
    /// How many events the graph had before the last extension `Ê`.
    pub(super) extension: usize,
    /// The events that the last schedule has changed.
    pub(super) changed: Range<usize>,
}

impl Schedules {
    /// Whether an event is in the last extension.
    pub(super) fn is_new(&self, event: EventId) -> bool {
        event.index() >= self.extension
    }

    /// Whether an event was no source before.
    pub(super) fn is_new_source(&self, event: EventId) -> bool {
        self.is_new(event) || self.changed.contains(&event.index())
    }

    /// The set of the prefix that ends before this stamp.
    pub(super) fn set(&mut self, stamp: u32) -> &mut ScheduleSet {
        let index = self.open.binary_search_by_key(&stamp, |set| set.stamp);
        &mut self.open[index.expect("the set of an unmarked event is open")]
    }
}
