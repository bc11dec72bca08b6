//! Does a stronger order never bring a new state, on machines through their mappings? That no
//! cheaper repair exists rests on it (`repair`): classic shapes and random tests in C, with one
//! order stronger or a fence more, compiled by each mapping; all states by `candidates`.
//!
//! `HEDDLE_EVERY`, `HEDDLE_FIRST` and `HEDDLE_SEEDS` choose other tests, and more.

use crate::compile;
use crate::moving::{in_c, is_in_c, number, outcome, states};
use crate::read;
use crate::shape::{Shape, Step, random, shapes};
use base::Ordering::{self, Acquire, AcquireRelease, Relaxed, Release, SeqCst};
use cat::bundled_model;
use port::{Case, Moving};
use std::collections::BTreeSet;
use unroll::mapping::{MAPPINGS, Mapping};

/// The next stronger orders.
fn stronger(step: &Step) -> Vec<Step> {
    let next = |ordering: Ordering, ladder: &[Ordering]| -> Vec<Ordering> {
        let place = ladder.iter().position(|own| *own == ordering);
        place.map_or(&[][..], |place| &ladder[place + 1..]).to_vec()
    };
    let both = |ordering: Ordering| -> BTreeSet<Ordering> {
        let ladders = [
            [Relaxed, Acquire, AcquireRelease, SeqCst],
            [Relaxed, Release, AcquireRelease, SeqCst],
        ];
        ladders.iter().flat_map(|ladder| next(ordering, ladder)).collect()
    };
    match *step {
        Step::Load { location, ordering, address } => {
            let next = next(ordering, &[Relaxed, Acquire, SeqCst]).into_iter();
            next.map(|ordering| Step::Load { location, ordering, address }).collect()
        }
        Step::Store { location, value, ordering, depends } => {
            let next = next(ordering, &[Relaxed, Release, SeqCst]).into_iter();
            next.map(|ordering| Step::Store { location, value, ordering, depends }).collect()
        }
        Step::Fence(ordering) => both(ordering).into_iter().map(Step::Fence).collect(),
        Step::Branch(_) => Vec::new(),
        Step::Update { location, adds, value, ordering } => {
            let next = both(ordering).into_iter();
            next.map(|ordering| Step::Update { location, adds, value, ordering }).collect()
        }
        Step::Exchange { location, expected, new, orderings: (success, failure) } => {
            let next = both(success).into_iter();
            next.map(|success| Step::Exchange {
                location,
                expected,
                new,
                orderings: (success, failure),
            })
            .collect()
        }
    }
}

/// The same test with one order stronger, or one fence more, in every way.
fn strengthened(shape: &Shape) -> Vec<Shape> {
    let mut all = Vec::new();
    for (thread, steps) in shape.threads.iter().enumerate() {
        for (place, step) in steps.iter().enumerate() {
            for step in stronger(step) {
                let mut new = shape.clone();
                new.threads[thread][place] = step;
                all.push(new);
            }
            for ordering in [Acquire, Release, AcquireRelease, SeqCst] {
                let mut new = shape.clone();
                new.threads[thread].insert(place, Step::Fence(ordering));
                all.push(new);
            }
        }
    }
    all
}

fn reached(
    shape: &Shape,
    mapping: &'static Mapping,
    model: &candidates::Model,
) -> (BTreeSet<Vec<i64>>, String) {
    let (text, places) = in_c(shape);
    let (test, lowered) = read(&text);
    let case =
        Case::moved(&test, &lowered, Moving { to: Some(mapping), ..Moving::default() }).unwrap();
    (states(&outcome(&test, case.target(), model), &places, &[]), text)
}

#[test]
fn stronger_orders_bring_no_new_states() {
    let (first, seeds) = (number("HEDDLE_FIRST", 0) as u64, number("HEDDLE_SEEDS", 4) as u64);
    let every = number("HEDDLE_EVERY", 14);
    let (mut compared, mut fewer, mut new) = (0, 0, Vec::new());
    let mappings = MAPPINGS.iter().filter(|own| own.model != "lkmm");
    for (offset, mapping) in mappings.enumerate() {
        let file = bundled_model(mapping.model).unwrap();
        let model = candidates::Model::new(compile(&file.path, &file.text));
        let classics = shapes().into_iter().skip(offset % every).step_by(every);
        for shape in classics.chain((first..first + seeds).map(random)).filter(is_in_c) {
            let (before, text) = reached(&shape, mapping, &model);
            for stronger in strengthened(&shape) {
                let (after, other) = reached(&stronger, mapping, &model);
                compared += 1;
                fewer += usize::from(after.len() < before.len());
                if !after.is_subset(&before) {
                    new.push(format!("{}\n{text}\n{other}", mapping.name));
                }
            }
        }
    }
    println!("{compared} compared, {fewer} with fewer states, {} with new ones", new.len());
    assert!(fewer > compared / 50, "orders make a difference");
    assert!(new.is_empty(), "{} of {compared}: {}", new.len(), new[0]);
}
