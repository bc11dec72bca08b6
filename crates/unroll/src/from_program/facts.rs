//! What is known of a program from the times that it was built before: where accesses can be, what
//! they can read, which objects several threads touch, and the names of threads and objects, so
//! that addresses mean the same each time.

use super::Made;
use crate::cells::{Plan, SiteKey};
use crate::reach::Numbers;
use crate::{Node, Reach};
use base::{Address, ObjectId, ThreadId};
use program::{AllocationKind, Program};
use std::collections::{BTreeMap, BTreeSet};

/// An object that is not a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Object {
    pub size: u64,
    pub kind: AllocationKind,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Facts {
    pub plan: Plan,
    /// What the parts of each access can read.
    reads: BTreeMap<SiteKey, Vec<Numbers>>,
    pub shared: BTreeSet<ObjectId>,
    threads: BTreeMap<SiteKey, ThreadId>,
    names: BTreeMap<SiteKey, ObjectId>,
    pub objects: BTreeMap<ObjectId, Object>,
    /// The objects that are threads' own variables, by the numbers of these.
    pub thread_locals: BTreeMap<ObjectId, u32>,
    /// Whether `shared`, `threads` or `objects` have grown since the last time.
    has_news: bool,
}

impl Facts {
    /// Adds what was found; whether that is anything new.
    pub(super) fn grow(&mut self, made: &Made, reach: &Reach) -> bool {
        let mut has_news = std::mem::take(&mut self.has_news);
        has_news |= !self.plan.refine(made.sites.clone(), &|_, _| true);
        for (site, found) in found(made, reach) {
            let known = self.reads.entry(site).or_default();
            let none = || Some(BTreeSet::new());
            let count = known.len().max(found.len());
            let part = |all: &[Numbers], own: usize| all.get(own).cloned().unwrap_or_else(none);
            let all: Vec<Numbers> = (0..count)
                .map(|own| {
                    let (mut one, two) = (part(known, own)?, part(&found, own)?);
                    one.extend(two);
                    // What grows and grows is anything.
                    Some(one).filter(|own| own.len() <= crate::reach::MOST)
                })
                .collect();
            has_news |= *known != all;
            *known = all;
        }
        has_news
    }

    /// Takes what was found instead of what was known, which it is part of.
    pub(super) fn sharpen(&mut self, made: &Made, reach: &Reach) {
        self.reads = found(made, reach);
    }

    /// What a part of an access can read.
    pub(super) fn reads(&self, site: &SiteKey, part: usize) -> Numbers {
        let known = self.reads.get(site).and_then(|parts| parts.get(part));
        known.cloned().unwrap_or_else(|| Some(BTreeSet::new()))
    }

    /// The name of the thread that is created at a site, by another one; none if there are too
    /// many.
    pub(super) fn thread(&mut self, site: &SiteKey, parent: ThreadId) -> Option<ThreadId> {
        if let Some(known) = self.threads.get(site) {
            return Some(*known);
        }
        let is_child = |own: &&ThreadId| own.parent().is_some_and(|(own, _)| own == parent);
        let children = self.threads.values().filter(is_child).count();
        let child = parent.child(children as u32)?;
        self.threads.insert(site.clone(), child);
        self.has_news = true;
        Some(child)
    }

    /// All threads that may be created.
    pub(super) fn threads(&self) -> impl Iterator<Item = ThreadId> {
        [ThreadId::MAIN].into_iter().chain(self.threads.values().copied())
    }

    /// The name of the object that is created at a site.
    pub(super) fn object(&mut self, site: &SiteKey, thread: ThreadId, own: Object) -> ObjectId {
        if let Some(known) = self.names.get(site) {
            self.has_news |= self.objects.insert(*known, own) != Some(own);
            return *known;
        }
        let before = self.objects.keys().filter(|object| object.thread == thread).count();
        let object = ObjectId { thread, index: before as u32 + 1 };
        self.names.insert(site.clone(), object);
        self.objects.insert(object, own);
        self.has_news = true;
        object
    }

    /// Learns that an object is touched by several threads.
    pub(super) fn share(&mut self, object: ObjectId) {
        self.has_news |= self.shared.insert(object);
    }

    /// What is in a cell of shared memory at the start; none if nothing is.
    pub(super) fn initial(&self, program: &Program, address: u64, size: u8) -> Option<u64> {
        let (object, offset) = Address(address).object()?;
        if let Some(global) = program.global_of(object) {
            return Some(initial_bits(&program.global(global).bytes, offset, size));
        }
        if let Some(variable) = self.thread_locals.get(&object) {
            let bytes = &program.thread_locals[*variable as usize].bytes;
            return Some(initial_bits(bytes, offset, size));
        }
        match self.objects.get(&object)?.kind {
            AllocationKind::Stack | AllocationKind::Heap => None,
            AllocationKind::ZeroedHeap => Some(0),
        }
    }
}

/// Some bytes of a global as a number.
pub(super) fn initial_bits(bytes: &[u8], offset: u64, size: u8) -> u64 {
    let byte = |index: u8| {
        let byte = bytes.get(offset as usize + usize::from(index)).copied().unwrap_or(0);
        u64::from(byte) << (8 * index)
    };
    (0..size).map(byte).sum()
}

/// What each access can read.
fn found(made: &Made, reach: &Reach) -> BTreeMap<SiteKey, Vec<Numbers>> {
    let mut numbers: BTreeMap<u32, Numbers> = BTreeMap::new();
    for (id, node, _) in made.acyclic.values.all() {
        if let Node::Read(event) = node {
            numbers.insert(event.0, reach.numbers(id).cloned());
        }
    }
    let mut all: BTreeMap<SiteKey, Vec<Numbers>> = BTreeMap::new();
    for (site, event) in &made.reads {
        let found = numbers.get(&event.0).cloned().unwrap_or_else(|| Some(BTreeSet::new()));
        all.entry(site.clone()).or_default().push(found);
    }
    all
}
