//! Is there a witness? A complete search over the lower sets of writes to the memory.
//!
//! VerifyTSO (`rf-tso-pso` §4.1, Algorithm 1): a prefix that has all the other steps that it can
//! have is the best one with its writes to the memory, because those steps take no choice away from
//! anyone. So one prefix for each set of writes is enough: `n^k` of them under TSO for `k` threads,
//! in time `O(k·n^(k+1))`.
//!
//! The argument only needs that a thread's writes reach the memory in some fixed partial order, so
//! the search is complete for every model here. Under SC it is CONSISTENCYDECISION (`rf-sc` §5.3,
//! Algorithm 3) with the reads done as soon as possible. An update is one of the writes. Under PSO
//! there are `n^(k·d)` sets for `d` locations, and [`crate::verify_pso`] is the better procedure;
//! but this one knows what to do about release stores and store fences.
//!
//! Deviation: writes that no read waits for are no choices either (`attempt`).
//!
//! The order may be saturated or not. What it demands is in every witness, so the answer is the
//! same; the better the order, the fewer the prefixes.

use crate::answer::{Answer, Reason};
use crate::attempt::Attempt;
use crate::order::Order;
use crate::trail::Trail;
use rustc_hash::FxHashSet;

/// Searches for a witness among the linearisations of an order.
pub fn search(order: &Order) -> Answer {
    let mut trail = Trail::default();
    let mut done: FxHashSet<Box<[u32]>> = FxHashSet::default();
    let mut open = vec![Attempt::start(order)];
    let mut prefixes = 0;
    while let Some(mut attempt) = open.pop() {
        attempt.take_harmless(order, &mut trail);
        if !done.insert(attempt.prefix.written().into()) {
            continue;
        }
        prefixes += 1;
        if attempt.prefix.is_complete() {
            return Ok(trail.steps(order, attempt.place));
        }
        for chain in (0..order.chains().len()).rev() {
            if let Some(write) = attempt.prefix.next(order, chain)
                && attempt.prefix.is_executable(order, write)
            {
                let mut extended = attempt.clone();
                extended.take(order, write, &mut trail);
                open.push(extended);
            }
        }
    }
    Err(Reason::Exhausted { prefixes })
}
