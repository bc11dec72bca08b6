//! What is known of a program from the times that it was built before: where accesses can be, what
//! can be written, which objects several threads touch, and the names of threads and objects, so
//! that addresses mean the same each time.
//!
//! While facts grow, what is written is known to all that is built after it, so that a program is
//! built again only for what is read before it is written in the order of building: as often as
//! values go back in that order, and not as often as there are rounds of a loop.

use crate::cells::Plan;
use crate::paths::{Path, Paths};
use crate::reach::{Cell, Reach, Written};
use crate::sets::{SetId, Sets};
use base::{Address, ObjectId, ThreadId, ViolationKind};
use program::flow::escape::Confined;
use program::{AllocationKind, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An object that is not a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Object {
    pub size: u64,
    pub kind: AllocationKind,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Facts {
    /// The local variables of which nothing is left at their ends.
    pub confined: Rc<Confined>,
    pub plan: Plan<Path>,
    pub paths: Paths,
    pub sets: Sets,
    /// What can be written to shared memory; to all else, only its initial value.
    written: Written,
    pub shared: BTreeSet<ObjectId>,
    /// The shared objects whose lives end before the program does.
    pub ending: BTreeSet<ObjectId>,
    /// Those of them of which an access and the end are in no order of threads.
    pub contested: BTreeSet<ObjectId>,
    /// The objects whose creation and an access to them are in no order of threads.
    pub unborn: BTreeSet<ObjectId>,
    /// The objects that `calloc` writes zeros to, where others see that.
    pub zeroed: BTreeSet<ObjectId>,
    /// The threads that wait for condition variables, by the addresses of these.
    waiters: BTreeMap<u64, BTreeSet<ThreadId>>,
    threads: BTreeMap<Path, ThreadId>,
    names: BTreeMap<Path, ObjectId>,
    pub objects: BTreeMap<ObjectId, Object>,
    /// The objects that are threads' own variables, by the numbers of these.
    pub thread_locals: BTreeMap<ObjectId, u32>,
    own_variables: BTreeMap<(ThreadId, u32), ObjectId>,
    /// How many objects each thread creates.
    counts: BTreeMap<ThreadId, u32>,
    /// Whether anything is known now that was not at the start of the current time.
    has_news: bool,
}

impl Facts {
    /// Nothing but what the program says.
    pub(super) fn new(confined: Confined) -> Facts {
        Facts { confined: Rc::new(confined), ..Facts::default() }
    }

    /// Adds what was found when the program was built; whether anything was new since that began.
    pub(super) fn grow(&mut self, reach: &mut Reach) -> bool {
        self.sets = std::mem::take(&mut reach.sets);
        let mut has_news = self.take_news();
        for (cell, found) in &reach.written {
            let known = self.written.get(cell).copied();
            let all = self.sets.union(known.unwrap_or(SetId::NONE), *found, 8 * cell.1);
            has_news |= known != Some(all);
            self.written.insert(*cell, all);
        }
        has_news
    }

    /// Takes what was found instead of what was known, which it is part of; whether they differ.
    pub(super) fn sharpen(&mut self, reach: &mut Reach) -> bool {
        if self.written == reach.written {
            return false;
        }
        self.sets = std::mem::take(&mut reach.sets);
        self.written = std::mem::take(&mut reach.written);
        true
    }

    /// Whether something was found when the program was built that was not known before.
    pub(super) fn is_surprised_by(&mut self, reach: &Reach) -> bool {
        let is_known = |(cell, found): (&Cell, &SetId)| {
            self.written.get(cell).is_some_and(|known| reach.sets.is_part(*found, *known))
        };
        let is_known = reach.written.iter().all(is_known);
        self.take_news() || !is_known
    }

    /// Adds what is known after a decision that the decision did not know of. Everything else is
    /// known there as well.
    pub(super) fn add(&mut self, mut found: Facts) {
        // These facts were those once, so their sets have the same names.
        for (cell, known) in &self.written {
            let also = found.written.get(cell).copied().unwrap_or(SetId::NONE);
            let all = found.sets.union(also, *known, 8 * cell.1);
            found.written.insert(*cell, all);
        }
        *self = found;
    }

    fn take_news(&mut self) -> bool {
        let has_cuts = self.plan.cut();
        std::mem::take(&mut self.has_news) || has_cuts
    }

    /// What can be read at some addresses by an access of so many bytes.
    pub(super) fn read(&mut self, program: &Program, addresses: &[u64], size: u8) -> SetId {
        let mut all = SetId::NONE;
        for at in addresses {
            let written = match self.written.get(&(*at, size)) {
                Some(written) => *written,
                None => {
                    let number = self.initial(program, *at, size).unwrap_or(0);
                    self.sets.one(number)
                }
            };
            all = self.sets.union(all, written, 8 * size);
        }
        all
    }

    /// Learns what an access of so many bytes can write.
    pub(super) fn write(&mut self, program: &Program, addresses: &[u64], size: u8, value: SetId) {
        for at in addresses {
            let before = self.written.get(&(*at, size)).copied();
            let known = before.unwrap_or_else(|| {
                let number = self.initial(program, *at, size).unwrap_or(0);
                self.sets.one(number)
            });
            let all = self.sets.union(known, value, 8 * size);
            if before != Some(all) {
                self.written.insert((*at, size), all);
                self.has_news = true;
            }
        }
    }

    /// The name of the thread that is created at a site, by another one; none if there are too
    /// many.
    pub(super) fn thread(&mut self, site: Path, parent: ThreadId) -> Option<ThreadId> {
        if let Some(known) = self.threads.get(&site) {
            return Some(*known);
        }
        let is_child = |own: &&ThreadId| own.parent().is_some_and(|(own, _)| own == parent);
        let children = self.threads.values().filter(is_child).count();
        let child = parent.child(children as u32)?;
        self.threads.insert(site, child);
        self.has_news = true;
        Some(child)
    }

    /// All threads that may be created.
    pub(super) fn threads(&self) -> impl Iterator<Item = ThreadId> {
        [ThreadId::MAIN].into_iter().chain(self.threads.values().copied())
    }

    /// The name of the object that is created at a site.
    pub(super) fn object(&mut self, site: Path, thread: ThreadId, own: Object) -> ObjectId {
        if let Some(known) = self.names.get(&site).copied() {
            self.has_news |= self.objects.insert(known, own) != Some(own);
            return known;
        }
        let object = self.new_object(thread, own);
        self.names.insert(site, object);
        object
    }

    /// The name of a thread's own variable.
    pub(super) fn own_variable(&mut self, thread: ThreadId, variable: u32, size: u64) -> ObjectId {
        if let Some(known) = self.own_variables.get(&(thread, variable)) {
            return *known;
        }
        let object = self.new_object(thread, Object { size, kind: AllocationKind::ZeroedHeap });
        self.own_variables.insert((thread, variable), object);
        self.thread_locals.insert(object, variable);
        object
    }

    fn new_object(&mut self, thread: ThreadId, own: Object) -> ObjectId {
        let count = self.counts.entry(thread).or_default();
        *count += 1;
        let object = ObjectId { thread, index: *count };
        self.objects.insert(object, own);
        self.has_news = true;
        object
    }

    /// Learns that a thread waits for a condition variable; how many do.
    pub(super) fn begin_wait(&mut self, object: u64, thread: ThreadId) -> usize {
        let known = self.waiters.entry(object).or_default();
        self.has_news |= known.insert(thread);
        known.len()
    }

    /// Learns that an object is touched by several threads.
    pub(super) fn share(&mut self, object: ObjectId) {
        self.has_news |= self.shared.insert(object);
    }

    /// Learns that the life of a shared object ends.
    pub(super) fn end(&mut self, object: ObjectId) {
        self.has_news |= self.ending.insert(object);
    }

    /// Learns that zeros are written to an object, which has nothing in it before.
    pub(super) fn zero(&mut self, object: ObjectId) {
        self.has_news |= self.zeroed.insert(object);
    }

    /// The cells of an object that accesses tell apart, for writes that are about all of it: one,
    /// if there is no access to it.
    pub(super) fn cells(&self, object: ObjectId, size: u64) -> BTreeSet<(u64, u8)> {
        let start = object.address().0;
        let mut cells = self.plan.cells(start, start + size.max(1));
        if cells.is_empty() {
            cells.insert((start, 1));
        }
        cells
    }

    /// Learns that an access to an object, or its end, and its creation are in no order of threads.
    pub(super) fn contest_birth(&mut self, object: ObjectId) {
        self.has_news |= self.unborn.insert(object);
    }

    /// Learns that an access to an object, or its creation, and the end of its life are in no order
    /// of threads.
    pub(super) fn contest(&mut self, object: ObjectId) {
        self.has_news |= self.contested.insert(object);
    }

    /// Whether an object is a local variable, or one of a thread's own.
    pub(super) fn is_stack(&self, object: ObjectId) -> bool {
        let kind = self.objects.get(&object).map(|own| own.kind);
        kind.is_some_and(AllocationKind::is_local) || self.thread_locals.contains_key(&object)
    }

    /// What using an object is after its life has ended.
    pub(super) fn use_after_end(&self, object: ObjectId) -> (ViolationKind, &'static str) {
        match self.objects.get(&object).map(|known| known.kind) {
            Some(AllocationKind::Block) => {
                (ViolationKind::UseAfterScope, "use of a local variable after its block was left")
            }
            _ if self.is_stack(object) => (
                ViolationKind::UseAfterReturn,
                "use of a local variable after its function returned",
            ),
            _ => (ViolationKind::UseAfterFree, "use of memory after its free"),
        }
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
            AllocationKind::Stack
            | AllocationKind::Block
            | AllocationKind::Heap
            | AllocationKind::New
            | AllocationKind::NewArray => None,
            AllocationKind::ZeroedHeap => (!self.zeroed.contains(&object)).then_some(0),
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
