//! Which traces can run together? Those in which each read finds its value at its address:
//! initially, or written by some trace.
//!
//! A trace that needs what no trace of any thread supplies is dropped at once, until nothing more
//! is dropped. Then threads are added one by one, and a choice is given up when what the chosen
//! ones need is supplied neither by them nor by any trace of the others.

use crate::trace::Trace;
use relation::Set;
use std::collections::BTreeMap;

/// A value at an address, by number.
type Items = BTreeMap<(i64, i64), usize>;

/// A trace, with what it needs and what it supplies.
struct Part<'t> {
    trace: &'t Trace,
    needs: Set,
    supplies: Set,
}

/// Calls `visit` with one trace of each thread, for all choices that can run together, until it
/// says stop.
pub(crate) fn join<'t>(
    threads: &'t [Vec<Trace>],
    initial: &BTreeMap<i64, i64>,
    visit: &mut impl FnMut(&[&'t Trace]) -> bool,
) {
    let mut items = Items::new();
    for event in threads.iter().flatten().flat_map(|trace| &trace.events) {
        let Some(address) = event.address else { continue };
        for value in [event.read, event.written].into_iter().flatten() {
            let next = items.len();
            items.entry((address, value)).or_insert(next);
        }
    }
    let initial = items.iter().filter(|((address, value), _)| initial.get(address) == Some(value));
    let initial = Set::from_numbers(items.len(), initial.map(|(_, item)| *item));
    let mut parts: Vec<Vec<Part<'t>>> = threads
        .iter()
        .map(|traces| traces.iter().map(|trace| part(trace, &items)).collect())
        .collect();
    prune(&mut parts, &initial, items.len());
    // What the threads from each one on can supply.
    let mut later = vec![Set::new(items.len())];
    for thread in parts.iter().rev() {
        later.push(supplied(thread, later.last().expect("there is one").clone()));
    }
    later.reverse();
    let mut chosen = Vec::new();
    choose(&parts, &later, &Set::new(items.len()), &initial, &mut chosen, visit);
}

fn part<'t>(trace: &'t Trace, items: &Items) -> Part<'t> {
    let numbers = |value: &dyn Fn(&crate::trace::Event) -> Option<i64>| {
        let found = trace.events.iter().filter_map(|event| Some((event.address?, value(event)?)));
        Set::from_numbers(items.len(), found.map(|item| items[&item]))
    };
    Part { trace, needs: numbers(&|event| event.read), supplies: numbers(&|event| event.written) }
}

fn supplied(parts: &[Part<'_>], start: Set) -> Set {
    parts.iter().fold(start, |supplied, part| supplied.union(&part.supplies))
}

fn prune(threads: &mut [Vec<Part<'_>>], initial: &Set, items: usize) {
    loop {
        let none = Set::new(items);
        let of_thread: Vec<Set> =
            threads.iter().map(|parts| supplied(parts, none.clone())).collect();
        let mut dropped = false;
        for (thread, parts) in threads.iter_mut().enumerate() {
            let others = of_thread.iter().enumerate().filter(|(other, _)| *other != thread);
            let others = others.fold(initial.clone(), |all, (_, supplied)| all.union(supplied));
            let before = parts.len();
            parts.retain(|part| {
                part.needs.clone().difference(&others).difference(&part.supplies).is_empty()
            });
            dropped |= parts.len() < before;
        }
        if !dropped {
            return;
        }
    }
}

/// Adds a trace of the next thread in every way; whether to go on.
fn choose<'t>(
    threads: &[Vec<Part<'t>>],
    later: &[Set],
    needs: &Set,
    supplies: &Set,
    chosen: &mut Vec<&'t Trace>,
    visit: &mut impl FnMut(&[&'t Trace]) -> bool,
) -> bool {
    let Some(parts) = threads.get(chosen.len()) else { return visit(chosen) };
    for part in parts {
        let needs = needs.clone().union(&part.needs);
        let supplies = supplies.clone().union(&part.supplies);
        let missing = needs.clone().difference(&supplies).difference(&later[chosen.len() + 1]);
        if !missing.is_empty() {
            continue;
        }
        chosen.push(part.trace);
        let go_on = choose(threads, later, &needs, &supplies, chosen, visit);
        chosen.pop();
        if !go_on {
            return false;
        }
    }
    true
}
