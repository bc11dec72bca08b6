//! Is anything lost because loops wait that poll under a mutex?
//!
//! The spin pass stops a thread whose iteration has locked a mutex, looked at variables and
//! unlocked it. All engines and brute force get the program after that, so that none of them would
//! notice if it were wrong. Here brute force gets the program without it, and each loop may go back
//! a few times; `graph`, with the pass, must find the same violations, but for deadlocks beside
//! loops, and threads without loops must be able to see the same.

use crate::case::{Case, Statement, bodies};
use crate::compare::{Outcome, violations_of};
use crate::lower::lower;
use answer::Unlimited;
use base::{Address, ThreadId, Value, ViolationKind};
use enumerate::{Buffers, NO_QUESTIONS};
use execution::canonical::Action;
use execution::{Canonical, Cells, Graph, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use models::global::Global;
use models::sc::ProgramOrder;
use program::passes::{self, PassConfig};
use rustc_hash::FxHashSet;

/// How often a loop may go back. Twice, so that a mutex can be seen to be held, free and held
/// again.
const BACK: u32 = 2;

/// Compares under sequential consistency.
pub(crate) fn compare(case: &Case, steps: u64) -> Outcome {
    let mut bounded = lower(case);
    passes::bound::run(&mut bounded, BACK);
    let Ok(expected) = enumerate::interleavings(&bounded, Buffers::None, steps, NO_QUESTIONS)
    else {
        return Outcome::Skipped;
    };
    let mut prepared = lower(case);
    let bound = case.tries().then_some(BACK);
    passes::standard(&mut prepared, PassConfig { bound, ..PassConfig::default() });
    let config = Config { keep_going: true, judge: true, ..Config::default() };
    let mut found = All::default();
    let observer: Option<&mut dyn Observer> = Some(&mut found);
    let answer =
        Revisits::<Global<ProgramOrder>>::new(()).check(&prepared, &config, &Unlimited, observer);
    let violations = violations_of(&answer);
    // Loops that are cut do not wait: where a thread is held beside them, it cannot be known that
    // this is for ever.
    let is_unknown = |(kind, _): &(ViolationKind, _)| *kind == ViolationKind::Deadlock;
    let is_more = violations.difference(&expected.violations).any(|own| !is_unknown(own));
    if is_more || !violations.is_superset(&expected.violations) {
        let expected = &expected.violations;
        let what = format!("polling loses something: {violations:?} instead of {expected:?}");
        return Outcome::Difference(what);
    }
    let with_loops: Vec<ThreadId> = threads_with_loops(case);
    let view = |execution: &Canonical| view(execution, &with_loops);
    let views: FxHashSet<View> = expected.executions.iter().map(view).collect();
    let found: FxHashSet<View> = found.executions.iter().map(view).collect();
    if found != views {
        let (found, expected) = (found.len(), views.len());
        return Outcome::Difference(format!("polling: {found} views instead of {expected}"));
    }
    let executions = expected.executions.len();
    Outcome::Agreement { models: 1, executions, violated: !violations.is_empty() }
}

/// What each thread without loops reads.
type View = Vec<(ThreadId, Vec<Action>)>;

/// The threads that have loops, or create some that have.
fn threads_with_loops(case: &Case) -> Vec<ThreadId> {
    let has_loops = |statements: &[Statement]| {
        let mut found = false;
        bodies(statements, &mut |body| found |= body.iter().any(Statement::is_loop));
        found
    };
    let indices = (0..).zip(&case.threads).filter(|(_, statements)| has_loops(statements));
    indices.filter_map(|(index, _)| ThreadId::MAIN.child(index)).collect()
}

fn view(execution: &Canonical, without: &[ThreadId]) -> View {
    let read = |(action, _): &(Action, bool)| match *action {
        Action::Read { cell, kind, ordering, tags, value, .. } => {
            // That a free mutex was used before, only who copies it can tell.
            let is_marked = value.defined().is_some_and(|bits| Address::marked(bits).is_some());
            let value = if is_marked { Value::ZERO } else { value };
            Some(Action::Read { cell, kind, ordering, tags, value, rf: None })
        }
        _ => None,
    };
    let threads = execution.threads.iter().filter(|(thread, _)| !without.contains(thread));
    threads.map(|(thread, actions)| (*thread, actions.iter().filter_map(read).collect())).collect()
}

/// The executions that an engine finds.
#[derive(Default)]
struct All {
    executions: Vec<Canonical>,
}

impl Observer for All {
    fn restarted(&mut self) {
        self.executions.clear();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        self.executions.push(Canonical::new(graph, slots, cells));
    }
}
