//! Makes a failing case small: removes threads and statements, and replaces statements by their
//! bodies, as long as it still fails.
//!
//! Delta debugging (Zeller, Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, TSE
//! 2002): first halves, then quarters, and so on, so that a large case takes a number of tries that
//! hardly grows with what is not needed.

use crate::case::{Case, Statement};
use std::ops::Range;

/// No more tries than that: each is a whole comparison.
const TRIES: u32 = 3000;

/// The smallest case that can be reached by such steps and still fails.
pub fn shrink(case: &Case, fails: &dyn Fn(&Case) -> bool) -> Case {
    let mut tries = TRIES;
    let mut fails = |case: &Case| {
        tries = tries.saturating_sub(1);
        tries > 0 && fails(case)
    };
    let mut smallest = case.clone();
    loop {
        let before = smallest.clone();
        remove(&mut smallest, |case| case.threads.len(), without_threads, &mut fails);
        remove(&mut smallest, count, |case, range| without(case, range, false), &mut fails);
        // Only now the statements around others: there are few left.
        remove(&mut smallest, count, |case, range| without(case, range, true), &mut fails);
        let unjoined = Case { join: false, ..smallest.clone() };
        if smallest.join && fails(&unjoined) {
            smallest = unjoined;
        }
        if smallest == before {
            return smallest;
        }
    }
}

/// Removes parts of all lengths, from all to one, wherever that leaves a failing case.
fn remove(
    case: &mut Case,
    length: impl Fn(&Case) -> usize,
    without: impl Fn(&Case, Range<usize>) -> Case,
    fails: &mut dyn FnMut(&Case) -> bool,
) {
    let mut size = length(case);
    while size > 0 {
        let mut start = 0;
        while start < length(case) {
            let smaller = without(case, start..start + size);
            if smaller != *case && !smaller.threads.is_empty() && fails(&smaller) {
                *case = smaller;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
}

fn count(case: &Case) -> usize {
    case.statements().len()
}

fn without_threads(case: &Case, range: Range<usize>) -> Case {
    let threads = case.threads.iter().enumerate();
    let threads = threads.filter(|(index, _)| !range.contains(index));
    Case { threads: threads.map(|(_, body)| body.clone()).collect(), ..case.clone() }
}

/// A case without some of its statements, counted from the first thread on, each before those
/// inside of it. Those stay, in its place, if `keeps_bodies`.
fn without(case: &Case, range: Range<usize>, keeps_bodies: bool) -> Case {
    let mut next = 0;
    let threads = case.threads.iter();
    let threads = threads.map(|body| body_without(body, &range, keeps_bodies, &mut next)).collect();
    Case { threads, ..case.clone() }
}

fn body_without(
    body: &[Statement],
    range: &Range<usize>,
    keeps_bodies: bool,
    next: &mut usize,
) -> Vec<Statement> {
    let mut kept = Vec::new();
    for statement in body {
        let is_removed = range.contains(next);
        *next += 1;
        let inner = statement.body().map(|inner| body_without(inner, range, keeps_bodies, next));
        match (is_removed, inner) {
            (true, Some(inner)) if keeps_bodies => kept.extend(inner),
            (true, _) => {}
            (false, None) => kept.push(statement.clone()),
            (false, Some(inner)) => {
                let mut statement = statement.clone();
                *statement.body_mut().expect("it has a body") = inner;
                kept.push(statement);
            }
        }
    }
    kept
}
