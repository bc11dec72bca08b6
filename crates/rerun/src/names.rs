//! Threads and objects have names in a claim and others in a run: who claims an execution has seen
//! all ways through the program, and has named what is on any of them. A thread is the one that
//! its creator created in the same step, and an object is the one that its creator created as the
//! so-manieth at the same place of the program.
//!
//! An address means the same in both if the objects correspond and the offsets are equal, and so do
//! the marks that mutexes have of their addresses. A program that compares or prints the numbers of
//! addresses can tell the names apart; then it may run in another way than it is claimed to, which
//! is noticed and refused.

use crate::Claim;
use base::address::Pointers;
use base::{Address, ObjectId, ThreadId};
use interp::{Thread, mutex_holder, thread_handle};
use program::Allocation;

/// Which thread of the run is which of the claim.
#[derive(Default, Debug)]
pub(crate) struct Names {
    /// By the numbers of threads in the run.
    pub(crate) claimed: Vec<usize>,
    /// What of an address is in memory, and so in values.
    pub(crate) pointers: Pointers,
}

impl Names {
    /// The number in the run of a claimed thread.
    pub(crate) fn running(&self, claimed: usize) -> Option<usize> {
        self.claimed.iter().position(|own| *own == claimed)
    }

    /// What the claim calls an object.
    pub(crate) fn object(
        &self,
        claim: &Claim,
        threads: &[&Thread],
        object: ObjectId,
    ) -> Option<ObjectId> {
        if object.thread == ThreadId::GLOBALS {
            return Some(object);
        }
        // The first number of a thread is that of no object.
        if object.index == 0 {
            return None;
        }
        let running = threads.iter().position(|thread| thread.id() == object.thread)?;
        let found = threads[running].object(object.index)?;
        let Allocation::Site(site) = found.allocation else { return None };
        let earlier = threads[running].objects().filter(|(index, own)| {
            *index > 0 && *index < object.index && own.allocation == found.allocation
        });
        let number = earlier.count();
        let created = &claim.threads[*self.claimed.get(running)?].created;
        let mut same = created.iter().filter(|(own, _)| *own == site);
        same.nth(number).map(|(_, object)| *object)
    }

    /// What the claim calls an address.
    pub(crate) fn address(
        &self,
        claim: &Claim,
        threads: &[&Thread],
        address: Address,
    ) -> Option<u64> {
        let (object, offset) = address.object()?;
        Some(self.object(claim, threads, object)?.address().0 + offset)
    }

    /// How a value is an address, if it is one: the runtime's own memory has whole ones.
    fn form(&self, value: u64) -> Pointers {
        if value <= u64::from(u32::MAX) { self.pointers } else { Pointers::Wide }
    }

    /// What the claim calls a value: another number, if it is an address or the name of a thread.
    pub(crate) fn value(&self, claim: &Claim, threads: &[&Thread], value: u64) -> u64 {
        if let Some(thread) = mutex_holder(value) {
            let running = threads.iter().position(|own| own.id() == thread);
            let claimed = running.and_then(|own| self.claimed.get(own));
            return claimed.map_or(value, |own| thread_handle(claim.threads[*own].id));
        }
        if let Some(marked) = Address::marked(value) {
            let claimed = self.address(claim, threads, marked);
            return claimed.map_or(value, |claimed| Address(claimed).mark());
        }
        let form = self.form(value);
        let claimed = self.address(claim, threads, Address(form.loaded(value)));
        claimed.map_or(value, |claimed| form.stored(claimed))
    }

    /// What a value of the claim is in the run, as far as it is there.
    pub(crate) fn here(&self, claim: &Claim, threads: &[&Thread], value: u64) -> u64 {
        if let Some(thread) = mutex_holder(value) {
            let claimed = claim.threads.iter().position(|own| own.id == thread);
            let running = claimed.and_then(|own| self.running(own));
            return running.map_or(value, |own| thread_handle(threads[own].id()));
        }
        if let Some(marked) = Address::marked(value) {
            let here = self.address_here(claim, threads, marked);
            return here.map_or(value, Address::mark);
        }
        let form = self.form(value);
        let here = self.address_here(claim, threads, Address(form.loaded(value)));
        here.map_or(value, |here| form.stored(here.0))
    }

    /// What an address of the claim is in the run, if it is there.
    fn address_here(
        &self,
        claim: &Claim,
        threads: &[&Thread],
        claimed: Address,
    ) -> Option<Address> {
        let (wanted, offset) = claimed.object()?;
        let objects = threads.iter().flat_map(|thread| {
            let id = thread.id();
            thread.objects().map(move |(index, _)| ObjectId { thread: id, index })
        });
        let mut same = objects.filter(|own| self.object(claim, threads, *own) == Some(wanted));
        same.next().map(|object| Address(object.address().0 + offset))
    }
}
