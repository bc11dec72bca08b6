//! A recorded history as a value: the operations of each thread in program order.
//!
//! This is a *test* in the sense of `dat3m-thesis` §2.4. Operations have dense numbers, thread
//! after thread, so that sets and relations of them are vectors. Recordings are made by a
//! [`Builder`].

mod builder;

pub use builder::{BadOperation, Builder, NamedSource};

use crate::operation::{Action, LocationId, Operation, OperationId, Source, ThreadId, ValueId};
use crate::orders::ReadsFrom;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// The operations of all threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    operations: Vec<Operation>,
    /// The operations of each thread, one range after the other.
    threads: Vec<Range<u32>>,
    /// Shared by the parts of a recording.
    names: Arc<Names>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Names {
    threads: Vec<String>,
    locations: Vec<Location>,
    values: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Location {
    name: String,
    initial: ValueId,
}

impl Recording {
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    pub fn operation(&self, id: OperationId) -> &Operation {
        &self.operations[id.0 as usize]
    }

    /// All operations, thread after thread.
    pub fn ids(&self) -> impl Iterator<Item = OperationId> + use<> {
        (0..self.operations.len() as u32).map(OperationId)
    }

    pub fn threads(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads.len() as u32).map(ThreadId)
    }

    pub fn locations(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.names.locations.len() as u32).map(LocationId)
    }

    /// The operations of a thread, in program order.
    pub fn of_thread(&self, thread: ThreadId) -> impl Iterator<Item = OperationId> + use<> {
        self.threads[thread.0 as usize].clone().map(OperationId)
    }

    pub fn thread_of(&self, id: OperationId) -> ThreadId {
        let after = self.threads.partition_point(|thread| thread.end <= id.0);
        ThreadId(after as u32)
    }

    /// The place of an operation in its thread, from 0.
    pub fn index_of(&self, id: OperationId) -> u32 {
        id.0 - self.threads[self.thread_of(id).0 as usize].start
    }

    /// The operation at a place of a thread, from 0.
    pub fn at(&self, thread: ThreadId, index: u32) -> OperationId {
        OperationId(self.threads[thread.0 as usize].start + index)
    }

    pub fn thread_name(&self, thread: ThreadId) -> &str {
        &self.names.threads[thread.0 as usize]
    }

    pub fn location_name(&self, location: LocationId) -> &str {
        &self.names.locations[location.0 as usize].name
    }

    pub fn value_name(&self, value: ValueId) -> &str {
        &self.names.values[value.0 as usize]
    }

    pub fn initial(&self, location: LocationId) -> ValueId {
        self.names.locations[location.0 as usize].initial
    }

    pub fn has_updates(&self) -> bool {
        let is_update = |operation: &Operation| matches!(operation.action, Action::Update { .. });
        self.operations.iter().any(is_update)
    }

    pub fn has_fences(&self) -> bool {
        self.operations.iter().any(|operation| operation.action == Action::Fence)
    }

    /// The same with some operations only. A given source that is left out is forgotten.
    pub fn restricted(&self, keep: impl Fn(OperationId) -> bool) -> Part {
        let kept = self.ids().filter(|id| keep(*id)).collect();
        self.part(kept)
    }

    /// An operation without an end is known to have ended, though not when.
    pub(crate) fn ends_some_time(&mut self, id: OperationId) {
        if let Some(interval) = &mut self.operations[id.0 as usize].interval {
            interval.end.get_or_insert(u64::MAX);
        }
    }

    /// What is done at each location, by itself.
    pub fn by_location(&self) -> Vec<Part> {
        let mut lists = vec![Vec::new(); self.names.locations.len()];
        for id in self.ids() {
            if let Some(location) = self.operation(id).location() {
                lists[location.0 as usize].push(id);
            }
        }
        lists.into_iter().map(|list| self.part(list)).collect()
    }

    /// The part with these operations, which come in the order of their numbers.
    fn part(&self, original: Vec<OperationId>) -> Part {
        let mut threads = Vec::with_capacity(self.threads.len());
        let mut start = 0;
        for thread in &self.threads {
            let end = original.partition_point(|id| id.0 < thread.end) as u32;
            threads.push(start..end);
            start = end;
        }
        let place: FxHashMap<OperationId, u32> = original.iter().copied().zip(0..).collect();
        let operations = original.iter().map(|id| {
            let mut operation = *self.operation(*id);
            if let Some(Source::Operation(source)) = operation.source {
                let kept = place.get(&source);
                operation.source = kept.map(|place| Source::Operation(OperationId(*place)));
            }
            operation
        });
        let recording =
            Recording { operations: operations.collect(), threads, names: Arc::clone(&self.names) };
        Part { recording, original }
    }
}

/// A part of a recording, and which operations of the whole its operations are.
#[derive(Clone, Debug)]
pub struct Part {
    pub recording: Recording,
    pub original: Vec<OperationId>,
}

impl Part {
    /// Sources of the whole, by the numbers of the part, which has the source of each of its reads.
    pub fn reads_from(&self, whole: &ReadsFrom) -> ReadsFrom {
        let own = |source: &Source| match source {
            Source::Initial => Source::Initial,
            Source::Operation(id) => {
                let place = self.original.binary_search(id).expect("it has the sources of reads");
                Source::Operation(OperationId(place as u32))
            }
        };
        self.original.iter().map(|id| whole[id.0 as usize].as_ref().map(own)).collect()
    }
}
