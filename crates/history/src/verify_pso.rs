//! Is there a witness under PSO? A search over the lower sets of performed events.
//!
//! VerifyPSO (`rf-tso-pso` §4.2, Algorithm 2) does the opposite of VerifyTSO. A buffer holds writes
//! to one location only, so a write that a read waits for need not reach the memory before that
//! read is performed or its thread has to drain. Writes that no read waits for (*spurious*) leave
//! at once where they can. What remains are the orders in which events are performed; and the way
//! to a set of performed events matters only for the *pending* writes that now have to wait for a
//! read, if their thread has to drain: the *fence map*. So one prefix for each set and fence map is
//! enough: `O(k·n^(k+1)·min(n^(k·(k-1)), 2^(k·d)))` for `k` threads and `d` locations.
//!
//! Beyond the paper, and with what reason:
//!
//! - Events that need no write to reach the memory are no choices (`attempt`): a prefix with more
//!   of them can do what one with fewer can.
//! - An update is a fence that reads from the memory and writes to it. Its source reaches the
//!   memory after the own buffers are empty. Like a write that a read or a fence forces out, it is
//!   in the memory on every way to the same performed events. But it may hold the location from
//!   which it has just read, so there is no gap in which a pending write could leave: who waits for
//!   it waits for its readers too, and they are in the fence map with it (test
//!   `a_fence_waits_for_the_readers_of_an_update`); and a write that has to leave before an update
//!   has to leave before its source ([`Order`]).
//! - A join drains two threads; a thread that is to be joined counts as one that has to drain.
//! - Fence maps here also have the reads of a write of their own thread, which the paper leaves out
//!   (`thr(wB) ∉ {thr, thr'}`). A pending write has to wait for these too, and depending on the way
//!   to the same events it is pending or not. Without them the search says no to the consistent
//!   history of the test `a_fence_waits_for_a_read_of_an_own_write`.
//! - With release stores and store fences a wanted write may be in front of one that is to leave
//!   early, so that leaving late is not always best. The order knows whether there are such pairs;
//!   if there are any, the question goes to [`crate::memory_writes`], which is complete for any
//!   order of the writes of a thread. (The paper's extension, App. A.3, is only sketched.)

use crate::answer::{Answer, Reason};
use crate::attempt::Attempt;
use crate::event::Location;
use crate::machine::Model;
use crate::memory_writes;
use crate::order::{Node, Order};
use crate::trail::Trail;
use rustc_hash::FxHashSet;

/// Searches for a witness among the linearisations of an order of steps under PSO.
pub fn search(order: &Order) -> Answer {
    assert_eq!(order.model(), Model::Pso, "VerifyPSO is for buffers by location");
    if order.has_store_order() {
        return memory_writes::search(order);
    }
    let mut trail = Trail::default();
    let mut done: FxHashSet<Box<[u32]>> = FxHashSet::default();
    let mut open = vec![Attempt::start(order)];
    let mut prefixes = 0;
    while let Some(mut attempt) = open.pop() {
        attempt.take_harmless(order, &mut trail);
        if !done.insert(attempt.key(order)) {
            continue;
        }
        prefixes += 1;
        if attempt.prefix.is_complete() {
            return Ok(trail.steps(order, attempt.place));
        }
        for thread in (0..order.threads().len()).rev() {
            let chain = order.threads()[thread].chain;
            let next = chain.and_then(|chain| attempt.prefix.next(order, chain));
            if let Some(event) = next {
                let mut extended = attempt.clone();
                if extended.perform(order, thread, event, &mut trail) {
                    open.push(extended);
                }
            }
        }
    }
    Err(Reason::Exhausted { prefixes })
}

impl Attempt {
    /// Performs the next event of a thread, after the writes to the memory that it needs. Whether
    /// that can be.
    fn perform(&mut self, order: &Order, thread: usize, event: Node, trail: &mut Trail) -> bool {
        let entry = order.entry(event);
        if entry.drains && !self.drain(order, thread, trail) {
            return false;
        }
        if let Some(joined) = entry.joins
            && !self.drain(order, joined.0 as usize, trail)
        {
            return false;
        }
        if let Some((_, Some(source))) = entry.reads {
            let is_needed = order.is_before(source, event) && !self.prefix.has(order, source);
            let is_next = self.prefix.next(order, order.entry(source).chain) == Some(source);
            if is_needed && !(is_next && self.take(order, source, trail)) {
                return false;
            }
        }
        self.take(order, event, trail)
    }

    /// Takes all pending writes of a thread. Whether that can be.
    fn drain(&mut self, order: &Order, thread: usize, trail: &mut Trail) -> bool {
        order.threads()[thread].buffers.iter().all(|(_, chain)| {
            while let Some(write) = self.pending(order, thread, *chain) {
                if !self.take(order, write, trail) {
                    return false;
                }
            }
            true
        })
    }

    /// The next write of a buffer, if it has been performed.
    fn pending(&self, order: &Order, thread: usize, buffer: usize) -> Option<Node> {
        let write = self.prefix.next(order, buffer)?;
        let chain = order.threads()[thread].chain.expect("the thread has a buffer");
        let index = order.entry(write).step.event().index;
        (index < self.prefix.taken(chain)).then_some(write)
    }

    /// The performed events of each thread, and the fence map.
    fn key(&self, order: &Order) -> Box<[u32]> {
        let threads = order.threads().len();
        let performed = |thread: usize| {
            order.threads()[thread].chain.map_or(0, |chain| self.prefix.taken(chain))
        };
        let mut key: Vec<u32> = (0..threads).map(performed).collect();
        key.resize(threads + threads * threads, 0);
        for thread in 0..threads {
            let row = &mut key[threads + thread * threads..][..threads];
            if !self.has_to_drain(order, thread) {
                continue;
            }
            for (location, chain) in &order.threads()[thread].buffers {
                let location = location.expect("buffers of PSO have a location");
                if self.prefix.is_held(location) && self.pending(order, thread, *chain).is_some() {
                    self.waits(order, location, row);
                }
            }
        }
        key.into_boxed_slice()
    }

    /// For each thread, the last read that a write to the location has to wait for.
    fn waits(&self, order: &Order, location: Location, last: &mut [u32]) {
        let writes = order.locations()[location.0 as usize].writes.iter().flat_map(|(_, w)| w);
        let mut open: Vec<Node> =
            writes.filter(|write| self.prefix.has(order, **write)).copied().collect();
        while let Some(write) = open.pop() {
            for reader in &order.entry(write).readers {
                if !self.prefix.has(order, *reader) {
                    let entry = order.entry(*reader);
                    let thread = entry.step.event().thread.0 as usize;
                    last[thread] = last[thread].max(entry.position);
                    open.push(*reader);
                }
            }
        }
    }

    /// Whether the thread's buffers have to become empty for something that is to come.
    fn has_to_drain(&self, order: &Order, thread: usize) -> bool {
        order.threads().iter().enumerate().any(|(other, threading)| {
            let Some(chain) = threading.chain else { return false };
            order.chains()[chain][self.prefix.taken(chain) as usize..].iter().any(|node| {
                let entry = order.entry(*node);
                (other == thread && entry.drains)
                    || entry.joins.is_some_and(|joined| joined.0 as usize == thread)
            })
        })
    }
}
