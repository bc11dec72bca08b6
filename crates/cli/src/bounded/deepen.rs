//! How far are loops unrolled? `--bound N` says it. `--bound auto` goes on with 1, 2, 4, … turns
//! until something is wrong, no loop is cut, or the last bound is reached.
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

use super::Prepared;
use crate::arguments::{Bound, Check, Extra};
use answer::Monitor;
use base::Verdict;
use bmc::{Checked, Native, Questions};
use cat::program::Meaning;
use unroll::{Acyclic, Unrolling, from_program};

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
    let unrolling = |bound: u32| Unrolling {
        bound,
        dependencies: has_dependencies(model.program()),
        mapping: *mapping,
        blocks: *blocks,
        waiting_loops: options.check.contains(&Extra::Liveness),
        ends: Some(model.ends()),
        ..Unrolling::default()
    };
    let unroll = |bound: u32| {
        enter(format!("while it unrolled loops to {bound}"));
        from_program(program, unrolling(bound))
    };
    let bounds = match options.bound {
        Some(Bound::Turns(turns)) => vec![(turns, None)],
        Some(Bound::Auto) | None => {
            needed(unroll, || monitor.poll(0, &Default::default()).is_some())
        }
    };
    let last = bounds.last().expect("there is a bound").0;
    for (bound, unrolled) in bounds {
        let acyclic = unrolled.unwrap_or_else(|| unroll(bound));
        if events.is_some_and(|most| acyclic.events.len() > most) {
            return Ok(None);
        }
        enter(format!("while it solved the formula with the bound {bound}"));
        let native = Native::named(&options.model);
        let unrolling = unrolling(bound);
        let subject = bmc::Subject { program, acyclic: &acyclic, unrolling, model, native };
        let questions = Questions {
            bound,
            method: options.formulas.method(options.solver),
            races: !options.no_races && model.has_races(),
            liveness: options.check.contains(&Extra::Liveness),
            keep_going: options.keep_going,
        };
        let checked = bmc::check_and_record(subject, questions, monitor)?;
        let answer = &checked.answer;
        let is_cut = match answer.verdict() {
            Verdict::HoldsWithinBound => true,
            // Nothing has come to its end within the bound.
            Verdict::Unknown => answer.gap().is_none(),
            Verdict::Holds | Verdict::Violated => false,
        };
        if !is_cut || bound == last {
            return Ok(Some((checked, bound)));
        }
    }
    unreachable!("the last bound is the end")
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
