//! How far are loops unrolled? `--bound N` says it. `--bound auto` goes on with 1, 2, 4, … turns
//! until something is wrong, no loop is cut, or the last bound is reached. Where something is not
//! understood with so many turns, the answer for fewer turns is the answer, if there is one.
//!
//! Each bound has a formula of its own, and nothing of one is used in the next: an unrolled program
//! is no part of a longer one. Behind a loop, everything happens if one of its rounds has left it,
//! and each read may read from more; so a clause that says who leads there, or from whom is read,
//! is wrong for the next bound. Of the facts that a solver has learnt, those would be left that
//! follow from neither.
//!
//! Instead, smaller bounds are left out where they are not worth it: unrolling is cheap beside
//! solving, and often shows that some bound is enough whatever is read. If the program is not much
//! larger there than with one turn, that bound is the only one.
//!
//! Indices that are counted in memory are expected to be small at first (`unroll::Indices`). If
//! that is not so, or something else is not understood, the question is asked again without.

use super::Prepared;
use crate::arguments::{Bound, Check, Extra};
use answer::{Answer, Gap, Monitor};
use base::Verdict;
use bmc::{Checked, Native, Questions};
use cat::program::Meaning;
use std::collections::VecDeque;
use unroll::{Acyclic, Indices, Unrolling, from_program};

/// The bounds of `--bound auto`.
const BOUNDS: [u32; 5] = [1, 2, 4, 8, 16];

/// A program that has at most so many times the events of another one is not much larger.
const LARGER: usize = 3;

/// Who looks on while bounds grow.
pub(super) struct Depth<'d> {
    pub(super) monitor: &'d dyn Monitor,
    /// Told what is being done.
    pub(super) enter: &'d dyn Fn(String),
    /// A program with more events is too large, if anything is.
    pub(super) events: Option<usize>,
}

/// The answer with the first bound that is enough, or with the last; nothing if a program is too
/// large. An error is a bug.
pub(super) fn deepen(
    options: &Check,
    prepared: &Prepared,
    depth: Depth<'_>,
) -> Result<Option<(Checked, u32)>, String> {
    let Prepared { model, mapping, program, blocks } = prepared;
    let Depth { monitor, enter, events } = depth;
    let unrolling = |bound: u32, indices: Indices| Unrolling {
        bound,
        indices,
        dependencies: has_dependencies(model.program()),
        mapping: *mapping,
        blocks: *blocks,
        waiting_loops: options.check.contains(&Extra::Liveness),
        ends: Some(model.ends()),
        ..Unrolling::default()
    };
    let unroll = |bound: u32, indices: Indices| {
        enter(format!("while it unrolled loops to {bound}"));
        from_program(program, unrolling(bound, indices))
    };
    let mut bounds: VecDeque<(u32, Option<Acyclic>)> = match options.bound {
        Some(Bound::Turns(turns)) => [(turns, None)].into(),
        Some(Bound::Auto) | None => {
            let unroll = |bound| unroll(bound, Indices::Few);
            needed(unroll, || monitor.poll(0, &Default::default()).is_some()).into()
        }
    };
    let mut leaves_out_bounds =
        bounds.len() == 1 && options.bound != Some(Bound::Turns(bounds[0].0));
    let ask = |bound: u32, indices: Indices, acyclic: &Acyclic| {
        enter(format!("while it solved the formula with the bound {bound}"));
        let native = Native::named(options.model());
        let unrolling = unrolling(bound, indices);
        let subject = bmc::Subject { program, acyclic, unrolling, model, native };
        let questions = Questions {
            bound,
            method: options.formulas.method(options.solver),
            races: !options.no_races && model.has_races(),
            liveness: options.check.contains(&Extra::Liveness),
            // After what a property does not ask about, there may be what it does.
            keep_going: options.keep_going || options.property.is_some(),
        };
        bmc::check_and_record(subject, questions, monitor)
    };
    let is_too_large = |own: &Acyclic| events.is_some_and(|most| own.events.len() > most);
    // What fewer turns have shown, and what is not understood with more.
    let (mut before, mut open) = (None, None);
    while let Some((bound, unrolled)) = bounds.pop_front() {
        let acyclic = unrolled.unwrap_or_else(|| unroll(bound, Indices::Few));
        if is_too_large(&acyclic) {
            return Ok(None);
        }
        let mut checked = ask(bound, Indices::Few, &acyclic)?;
        if acyclic.expects_few && is_not_understood(&checked.answer) {
            let acyclic = unroll(bound, Indices::All);
            if is_too_large(&acyclic) {
                return Ok(None);
            }
            checked = ask(bound, Indices::All, &acyclic)?;
        }
        let answer = &checked.answer;
        match answer.verdict() {
            Verdict::Holds | Verdict::Violated => return Ok(Some((checked, bound))),
            Verdict::HoldsWithinBound => before = Some((checked, bound)),
            Verdict::Unknown if is_not_understood(answer) => {
                open.get_or_insert((checked, bound));
                if !std::mem::take(&mut leaves_out_bounds) {
                    break;
                }
                bounds = BOUNDS.map(|own| (own, None)).into();
                bounds.retain(|(own, _)| *own < bound);
            }
            // It was time to stop.
            Verdict::Unknown if answer.gap().is_some() => return Ok(Some((checked, bound))),
            // Nothing has come to its end within the bound.
            Verdict::Unknown if bounds.is_empty() => {
                open.get_or_insert((checked, bound));
            }
            Verdict::Unknown => {}
        }
    }
    Ok(before.or(open))
}

/// Whether something is not supported, which is another thing than a limit.
fn is_not_understood(answer: &Answer) -> bool {
    answer.gap().is_some_and(|gap| !matches!(gap, Gap::Stopped(_)))
}

/// The bounds to try, with the programs that were unrolled to find that out: all of them, or the
/// first at which no loop can be cut, if the program is not much larger there.
fn needed(
    unroll: impl Fn(u32) -> Acyclic,
    is_time_to_stop: impl Fn() -> bool,
) -> Vec<(u32, Option<Acyclic>)> {
    let mut all: Vec<(u32, Option<Acyclic>)> = BOUNDS.map(|bound| (bound, None)).into();
    let mut most = None;
    for (bound, kept) in &mut all {
        let acyclic = unroll(*bound);
        let size = acyclic.events.len();
        if size > *most.get_or_insert(LARGER * size) || is_time_to_stop() {
            break;
        }
        if acyclic.unwound.is_empty() {
            return vec![(*bound, Some(acyclic))];
        }
        *kept = Some(acyclic);
    }
    all
}

/// Whether a model is about dependencies.
fn has_dependencies(program: &cat::Program) -> bool {
    let names = ["addr", "data", "ctrl", "pick-addr", "pick-data", "pick-ctrl"];
    program.inputs.iter().any(|input| match &input.meaning {
        Meaning::Named(name) => names.contains(&&**name),
        Meaning::Tagged(_) | Meaning::Scope(_) => false,
    })
}
