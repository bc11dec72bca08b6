//! A program that asks for more order has no execution that it did not have before.
//!
//! The axioms of our models are monotone: a stronger order or a fence only adds to the relations
//! that must be irreflexive or acyclic. (C11 as it was published is not: Vafeiadis et al., *Common
//! Compiler Optimisations are Invalid in the C11 Memory Model and What We Can Do about It*, POPL
//! 2015. RC11 is.) So of each [`stronger`] program, every execution, without the orders and the
//! fences, must be one of the program itself, and every kind of violation one of its own. Unlike
//! the comparison with brute force, this also finds mistakes in the axioms and in what events say
//! to them.

use crate::case::Case;
use crate::compare::Outcome;
use crate::lower::lower;
use crate::stronger::stronger;
use answer::Unlimited;
use base::{Ordering, Tags, ThreadId, ViolationKind};
use execution::canonical::{Action, EventName};
use execution::{Canonical, Cell, Cells, Graph, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use models::Model;
use models::pso::Pso;
use models::ra::Ra;
use models::rc11::{Rc11, Rc11Of20};
use models::tso::Tso;
use program::passes::PassConfig;
use rustc_hash::FxHashSet;

/// Programs with more executions are left out.
const LARGEST: usize = 500;

/// Compares a program with all that are stronger in one place.
pub fn compare(case: &Case) -> Outcome {
    let cases = stronger(case);
    let mut outcomes = vec![
        compare_under::<Tso>(case, &cases),
        compare_under::<Pso>(case, &cases),
        compare_under::<Rc11>(case, &cases),
        compare_under::<Rc11Of20>(case, &cases),
        compare_under::<Ra>(case, &cases),
    ];
    if let Some(index) =
        outcomes.iter().position(|outcome| matches!(outcome, Outcome::Difference(_)))
    {
        return outcomes.swap_remove(index);
    }
    let (mut compared, mut largest, mut is_violated) = (0, 0, false);
    for outcome in outcomes {
        if let Outcome::Agreement { models, executions, violated } = outcome {
            compared += models;
            largest = largest.max(executions);
            is_violated |= violated;
        }
    }
    match compared {
        0 => Outcome::Skipped,
        models => Outcome::Agreement { models, executions: largest, violated: is_violated },
    }
}

fn compare_under<M: Model<Definition = ()>>(case: &Case, stronger: &[Case]) -> Outcome {
    let Some(weak) = behaviour::<M>(case).filter(|weak| weak.executions.len() <= LARGEST) else {
        return Outcome::Skipped;
    };
    for case in stronger {
        let Some(strong) = behaviour::<M>(case) else { continue };
        if !strong.executions.is_subset(&weak.executions) {
            let what = format!("{}: an execution comes with more order: {case:?}", M::NAME);
            return Outcome::Difference(what);
        }
        if !strong.violations.is_subset(&weak.violations) {
            let what = format!("{}: a violation comes with more order: {case:?}", M::NAME);
            return Outcome::Difference(what);
        }
    }
    let violated = !weak.violations.is_empty();
    Outcome::Agreement { models: 1, executions: weak.executions.len(), violated }
}

/// What a program can do, without the orders that it asks for.
#[derive(Default)]
struct Behaviour {
    executions: FxHashSet<Bare>,
    violations: FxHashSet<ViolationKind>,
}

/// An execution without fences, choices and orders.
#[derive(PartialEq, Eq, Hash)]
struct Bare {
    threads: Vec<(ThreadId, Vec<(Action, bool)>)>,
    co: Vec<(Cell, Vec<EventName>)>,
}

/// What a program can do under a model, if all of it is supported.
fn behaviour<M: Model<Definition = ()>>(case: &Case) -> Option<Behaviour> {
    let mut program = lower(case);
    program::passes::standard(&mut program, PassConfig::default());
    let config = Config { keep_going: true, ..Config::default() };
    let mut behaviour = Behaviour::default();
    let answer = Revisits::<M>::new(()).check(&program, &config, &Unlimited, Some(&mut behaviour));
    behaviour.violations = answer.violations().iter().map(|violation| violation.kind).collect();
    answer.gap().is_none().then_some(behaviour)
}

impl Observer for Behaviour {
    fn restarted(&mut self) {
        self.executions.clear();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        self.executions.insert(bare(Canonical::new(graph, slots, cells)));
    }
}

fn bare(execution: Canonical) -> Bare {
    let is_kept = |(action, _): &&(Action, bool)| {
        !matches!(action, Action::Fence { .. } | Action::Choose { .. })
    };
    let rename = |name: EventName| {
        let mut threads = execution.threads.iter();
        let (_, actions) =
            threads.find(|(thread, _)| *thread == name.thread).expect("it has events");
        let index = actions[..name.index as usize].iter().filter(is_kept).count() as u32;
        EventName { index, ..name }
    };
    let without_order = |mut action: Action| {
        match &mut action {
            Action::Read { ordering, tags, rf, .. } => {
                *ordering = Ordering::Relaxed;
                *tags = Tags::NONE;
                *rf = rf.map(rename);
            }
            Action::Write { ordering, tags, .. } => {
                *ordering = Ordering::Relaxed;
                *tags = Tags::NONE;
            }
            Action::Fence { .. }
            | Action::Free { .. }
            | Action::Spawn { .. }
            | Action::Join { .. }
            | Action::Choose { .. } => {}
        }
        action
    };
    let threads = execution.threads.iter().filter_map(|(thread, actions)| {
        // Whether something is left of the group.
        let mut is_open = false;
        let mut kept = Vec::new();
        for entry in actions {
            let (action, grouped) = *entry;
            is_open &= grouped;
            if is_kept(&entry) {
                kept.push((without_order(action), is_open));
                is_open = true;
            }
        }
        (!kept.is_empty()).then_some((*thread, kept))
    });
    let co = execution
        .co
        .iter()
        .map(|(cell, writes)| (*cell, writes.iter().map(|write| rename(*write)).collect()));
    Bare { threads: threads.collect(), co: co.collect() }
}
