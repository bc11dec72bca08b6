//! Has the acyclic form of a program the executions that brute force over the interpreter finds? By
//! brute force over the acyclic form, judged by `sc.cat`: the same violations, and the same things
//! that threads do, on random programs.

use crate::models::program as model;
use base::{Address, ThreadId, ViolationKind};
use cat::{Program as Model, evaluate, judge};
use enumerate::{Buffers, NO_QUESTIONS};
use events::{CatView, Primitives};
use execution::Canonical;
use execution::canonical::Action;
use oracle::case::Case;
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use program::Program;
use relation::Relation;
use std::collections::{BTreeMap, BTreeSet};
use unroll::{Acyclic, Executed, Node, PlainExecution, Unrolling, from_program, plain_executions};

/// What a thread does to a byte of a global: whether it writes, where, and the value.
type Access = (bool, u64, u8);
type Outcome = BTreeSet<(String, Vec<Access>)>;
type Violations = BTreeSet<(ViolationKind, Option<u32>)>;

#[derive(Default, PartialEq, Eq, Debug)]
struct Found {
    outcomes: BTreeSet<Outcome>,
    violations: Violations,
}

/// An access, byte by byte: how large the parts are in which something is accessed may differ.
fn bytes(writes: bool, address: u64, size: u8, value: u64) -> impl Iterator<Item = Access> {
    let byte = move |index: u8| (value >> (8 * index)) as u8;
    (0..size).map(move |index| (writes, address + u64::from(index), byte(index)))
}

fn is_global(address: u64) -> bool {
    Address(address).object().is_some_and(|(object, _)| object.thread == ThreadId::GLOBALS)
}

/// What brute force over the interpreter finds; none if that takes too long.
fn expected(program: &Program) -> Option<Found> {
    let all = enumerate::interleavings(program, Buffers::None, 30_000, NO_QUESTIONS).ok()?;
    let outcome = |execution: &Canonical| {
        let access = |(action, _): &(Action, bool)| match *action {
            Action::Read { cell, value, .. } => Some((false, cell, value)),
            Action::Write { cell, value, .. } => Some((true, cell, value)),
            _ => None,
        };
        let threads = execution.threads.iter().map(|(thread, actions)| {
            let accesses = actions.iter().filter_map(access);
            let globals = accesses.filter(|(_, cell, _)| is_global(cell.address.0));
            let globals = globals.flat_map(|(writes, cell, value)| {
                bytes(writes, cell.address.0, cell.size, value.bits)
            });
            (thread.to_string(), globals.collect())
        });
        threads.filter(|(_, all): &(String, Vec<Access>)| !all.is_empty()).collect()
    };
    let violations = all.violations.iter().filter(|(kind, _)| *kind != ViolationKind::Deadlock);
    Some(Found {
        outcomes: all.executions.iter().map(outcome).collect(),
        violations: violations.map(|(kind, at)| (*kind, at.map(|at| at.line))).collect(),
    })
}

/// Whether some choices of the model make an execution one that it allows.
fn is_allowed(model: &Model, executed: &mut Executed, index: usize) -> bool {
    let primitives = Primitives::of(model);
    let structure = &mut executed.structure;
    let Some(choice) = model.choices.get(index) else {
        let view = CatView::new(structure, &primitives);
        return judge(model, view.world(), &view).is_allowed();
    };
    for later in index..model.choices.len() {
        let nothing = Relation::new(structure.size());
        *structure.choice(primitives.choice(later)) = Some(nothing);
    }
    let view = CatView::new(structure, &primitives);
    let world = view.world();
    let valuation = evaluate(model, &mut { world }, &view);
    let relations = choice.source.relations(world, &valuation).expect("models can be evaluated");
    relations.into_iter().any(|relation| {
        *executed.structure.choice(primitives.choice(index)) = Some(relation);
        is_allowed(model, executed, index + 1)
    })
}

/// How many judgements by the model are too many.
const JUDGEMENTS: usize = 20_000;

/// In how many ways the writes of an execution may be ordered, initial ones first.
fn coherence_orders(executed: &Executed) -> usize {
    let mut writes: BTreeMap<_, usize> = BTreeMap::new();
    for event in executed.structure.events.iter().filter(|event| event.kind.writes()) {
        *writes.entry(event.location).or_default() += 1;
    }
    let orders = |count: usize| (1..count).fold(1, usize::saturating_mul);
    writes.values().map(|count| orders(*count)).fold(1, usize::saturating_mul)
}

/// Why there is nothing to compare.
#[derive(Debug)]
enum Skipped {
    TooLong,
    /// Something that is not understood is reached.
    Gap(String),
    /// A loop is cut at the bound.
    Cut,
}

fn found(acyclic: &Acyclic, model: &Model) -> Result<Found, Skipped> {
    let mut found = Found::default();
    let mut skipped = None;
    let constants = acyclic.values.all().filter_map(|(_, node, _)| match node {
        Node::Constant(number) => Some(number),
        _ => None,
    });
    let numbers: BTreeSet<u64> = constants.chain(0..4).collect();
    let numbers: Vec<u64> = numbers.into_iter().collect();
    let (mut executions, mut judgements) = (0, 0);
    let is_complete = plain_executions(acyclic, &numbers, 60_000, &mut |execution| {
        executions += 1;
        if executions > 20_000 || skipped.is_some() {
            return;
        }
        let holds = |condition| execution.evaluation.holds(condition);
        let mut executed = execution.executed(acyclic);
        judgements += coherence_orders(&executed);
        if judgements > JUDGEMENTS {
            skipped = Some(Skipped::TooLong);
            return;
        }
        if !is_allowed(model, &mut executed, 0) {
            return;
        }
        if let Some(gap) = acyclic.gaps.iter().find(|gap| holds(gap.condition)) {
            skipped = Some(Skipped::Gap(gap.what.clone()));
        }
        if acyclic.unwound.iter().any(|unwound| holds(unwound.condition)) {
            skipped = Some(Skipped::Cut);
        }
        for check in acyclic.checks.iter().filter(|check| holds(check.condition)) {
            found.violations.insert((check.kind, check.position.map(|at| at.line)));
        }
        let ran = |thread: &unroll::Thread| match thread.spawn {
            Some(spawn) => !holds(acyclic.event(spawn).guard) || holds(thread.finished),
            None => holds(thread.finished),
        };
        if acyclic.threads.iter().all(ran) {
            found.outcomes.insert(outcome(acyclic, execution, &executed));
        }
    });
    match skipped {
        Some(skipped) => Err(skipped),
        None if !is_complete || executions > 20_000 => Err(Skipped::TooLong),
        None => Ok(found),
    }
}

fn outcome(acyclic: &Acyclic, execution: &PlainExecution, executed: &Executed) -> Outcome {
    let of_thread = |index: usize| {
        let accesses = executed.events.iter().filter_map(|id| {
            let event = acyclic.event(*id);
            let is_own = event.thread.is_some_and(|own| own.index() == index);
            let address = execution.evaluation.number(event.address.filter(|_| is_own)?);
            let value = match event.value {
                Some(value) => execution.evaluation.number(value),
                None => {
                    let source = acyclic.event(execution.sources[id]);
                    source.value.map_or(0, |value| execution.evaluation.number(value))
                }
            };
            Some((event.kind.writes(), address, event.size, value))
        });
        let globals = accesses.filter(|(_, address, ..)| is_global(*address));
        let globals =
            globals.flat_map(|(writes, address, size, value)| bytes(writes, address, size, value));
        globals.collect::<Vec<Access>>()
    };
    let threads = acyclic.threads.iter().enumerate();
    let threads = threads.map(|(index, thread)| (thread.id.to_string(), of_thread(index)));
    threads.filter(|(_, all)| !all.is_empty()).collect()
}

#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    violated: usize,
    outcomes: usize,
    too_long: usize,
    cut: usize,
    gaps: BTreeMap<String, usize>,
}

fn compare(family: Family, seeds: std::ops::Range<u64>) -> Tally {
    let start = std::env::var("HEDDLE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let seeds = seeds.start + start..seeds.end + start;
    let (sc, mut tally) = (model("sc"), Tally::default());
    for seed in seeds {
        let case: Case = case(family, Size::Small, seed);
        let mut program = lower(&case);
        program::passes::spin::run(&mut program);
        let Some(expected) = expected(&program) else {
            tally.too_long += 1;
            continue;
        };
        let unrolling = Unrolling { bound: 2, dependencies: false, ..Unrolling::default() };
        let acyclic = from_program(&program, unrolling);
        match found(&acyclic, &sc) {
            Ok(found) => {
                let text = || {
                    let text = program::text::print(&program);
                    format!("{} {seed}\n{case:?}\n{text}\n{acyclic}", family.name())
                };
                assert_eq!(found.violations, expected.violations, "{}", text());
                // What others have done when a thread ends the program is not known here.
                assert!(
                    found == expected || program.may_exit(),
                    "{}\n{found:#?}\n{expected:#?}",
                    text()
                );
                tally.compared += 1;
                tally.outcomes += found.outcomes.len();
                tally.violated += usize::from(!found.violations.is_empty());
            }
            Err(Skipped::TooLong) => tally.too_long += 1,
            Err(Skipped::Cut) => tally.cut += 1,
            Err(Skipped::Gap(what)) => *tally.gaps.entry(what).or_default() += 1,
        }
    }
    println!("{} {tally:?}", family.name());
    tally
}

#[test]
fn loads_and_stores() {
    let tally = compare(Family::Plain, 0..100);
    assert!(tally.compared > 50 && tally.violated > 2, "{tally:?}");
}

#[test]
fn updates_and_fences() {
    for family in [Family::Atomics, Family::Updates] {
        let tally = compare(family, 0..60);
        assert!(tally.compared > 30, "{tally:?}");
    }
}

#[test]
fn mutexes() {
    // Nothing but locks is too much for brute force over all orders of writes.
    for family in [Family::Mutexes, Family::LockedVariable, Family::TryLocks] {
        let tally = compare(family, 0..80);
        assert!(tally.compared > 10, "{tally:?}");
    }
}

#[test]
fn loops_that_wait() {
    for family in [Family::Loops, Family::Waiting, Family::WeakCas] {
        let tally = compare(family, 0..40);
        assert!(tally.compared > 5, "{tally:?}");
    }
}

#[test]
fn threads_and_objects() {
    for family in [Family::Threads, Family::MixedSize, Family::Lifetimes, Family::Everything] {
        let tally = compare(family, 0..40);
        assert!(tally.compared > 5, "{tally:?}");
    }
}
