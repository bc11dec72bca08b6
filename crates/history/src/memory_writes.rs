//! Is there a witness? A complete search over the lower sets of writes to the memory.
//!
//! VerifyTSO (`rf-tso-pso` §4.1, Algorithm 1): a prefix that has all the other steps that it can have is the best one with its writes to the memory, because those steps take no choice away from
//! anyone. So one prefix for each set of writes is enough: `n^k` of them under TSO for `k` threads, in time `O(k·n^(k+1))`.
//!
//! The argument only needs that a thread's writes reach the memory in some fixed partial order, so the search is complete for every model here. Under SC it is CONSISTENCYDECISION
//! (`rf-sc` §5.3, Algorithm 3) with the reads done as soon as possible. An update is one of the writes. Under PSO there are `n^(k·d)` sets for `d` locations, and [`crate::verify_pso`] is the
//! better procedure; but this one knows what to do about release stores and store fences.
//!
//! Deviation: a write that no read is waiting for is no choice either, once it can be done: whatever could come first, can come after it just as well. It is done at once.
//!
//! The order may be saturated or not. What it demands is in every witness, so the answer is the same; the better the order, the fewer the prefixes.

use crate::answer::{Answer, Reason};
use crate::order::{Node, Order};
use crate::prefix::Prefix;
use crate::trail::{Place, Trail};
use rustc_hash::FxHashSet;

/// Searches for a witness among the linearisations of an order.
pub fn search(order: &Order) -> Answer {
    let mut trail = Trail::default();
    let mut done: FxHashSet<Box<[u32]>> = FxHashSet::default();
    let mut open = vec![(Prefix::empty(order), Trail::START)];
    let mut prefixes = 0;
    while let Some((mut prefix, place)) = open.pop() {
        let place = take_harmless(order, &mut prefix, &mut trail, place);
        if !done.insert(prefix.written().into()) {
            continue;
        }
        prefixes += 1;
        if prefix.is_complete() {
            return Ok(trail.steps(order, place));
        }
        for chain in (0..order.chains().len()).rev() {
            if let Some(write) = prefix.next(order, chain)
                && prefix.is_executable(order, write)
            {
                let mut next = prefix.clone();
                next.take(order, write);
                open.push((next, trail.extend(place, write)));
            }
        }
    }
    Err(Reason::Exhausted { prefixes })
}

/// Takes all steps that take no choice away, until only writes are left that some read waits for.
fn take_harmless(order: &Order, prefix: &mut Prefix, trail: &mut Trail, place: Place) -> Place {
    let mut place = place;
    let is_harmless = |prefix: &Prefix, node: Node| {
        let is_wanted = order.entry(node).writes.is_some() && !prefix.is_read(node);
        !is_wanted && prefix.is_executable(order, node)
    };
    let mut chain = 0;
    let mut idle = 0;
    while idle < order.chains().len() {
        idle += 1;
        while let Some(node) = prefix.next(order, chain)
            && is_harmless(prefix, node)
        {
            prefix.take(order, node);
            place = trail.extend(place, node);
            idle = 0;
        }
        chain = (chain + 1) % order.chains().len();
    }
    place
}
