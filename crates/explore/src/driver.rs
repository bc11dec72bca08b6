//! From a program to a report: runs an engine until it is right about everything it believed, on as many
//! workers as wanted.

use crate::dpor::Schedule;
use crate::end::End;
use crate::graph::{Alone, Explorer, Task};
use crate::parallel;
use crate::path::Path;
use answer::{Answer, Found, Monitor};
use execution::{Cells, Graph, Slots};
use interp::{Context, Discovery, Knowledge, WeakCas};
use models::Model;
use program::Program;

/// What to explore for, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Go on after the first violation.
    pub keep_going: bool,
    /// Answer memory that is never freed.
    pub leaks: bool,
    /// Answer data races.
    pub races: bool,
    /// Answer executions that are not sequentially consistent.
    pub robustness: bool,
    /// Answer loops that wait for ever.
    pub liveness: bool,
    /// Which failures of weak compare-exchanges to explore.
    pub weak_cas: WeakCas,
    /// Give up when a thread has had so many visible operations since there are others: some loop goes on and on.
    pub endless: Option<u32>,
    /// How to get from one execution to the next.
    pub search: Search,
    /// How many workers, if the search can be shared.
    pub workers: usize,
    /// After how many steps an explorer looks up: at its monitor, and for idle workers.
    pub patience: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            keep_going: false,
            leaks: false,
            races: false,
            robustness: false,
            liveness: false,
            weak_cas: WeakCas::EVERYTHING,
            endless: None,
            search: Search::Revisits,
            workers: 1,
            patience: 1024,
        }
    }
}

/// The ways to get from one execution to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Reads are revisited under a condition that makes it unnecessary to remember anything.
    Revisits,
    /// What was found and is not explored yet is kept in sets. For models without co.
    Schedules,
}

/// Sees every complete execution.
pub trait Observer {
    /// What was seen so far rests on wrong guesses: the exploration starts again.
    fn restarted(&mut self);
    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells);

    /// Whether it also wants to see what the machine did, if the engine has one.
    fn wants_schedules(&self) -> bool {
        false
    }

    fn schedule(&mut self, _schedule: &Schedule<'_>) {}
}

/// Explores all executions of a program that has a `main` and has been verified. The model must meet the assumptions
/// of the exploration ([`models::Assumptions::objection`]).
pub fn check<M: Model>(
    definition: &M::Definition,
    program: &Program,
    config: &Config,
    monitor: &dyn Monitor,
    observer: Option<&mut dyn Observer>,
) -> Answer {
    assert_eq!(M::ASSUMPTIONS.objection(M::NAME), None, "callers refuse other models");
    explore_until_right(program, config.weak_cas, observer, |context, observer| {
        run::<M>(definition, context, config, monitor, observer)
    })
}

/// Explores again and again until nothing contradicts what was believed.
pub(crate) fn explore_until_right(
    program: &Program,
    weak_cas: WeakCas,
    mut observer: Option<&mut dyn Observer>,
    run: impl Fn(Context<'_>, Option<&mut dyn Observer>) -> Result<Found, Discovery>,
) -> Answer {
    let mut knowledge = Knowledge::new(program).with_weak_cas(weak_cas);
    let mut restarts = 0;
    loop {
        let context = Context { program, knowledge: &knowledge };
        match run(context, reborrow(&mut observer)) {
            Ok(mut tally) => {
                tally.statistics.restarts = restarts;
                return Answer::of_search(tally);
            }
            Err(discovery) => {
                assert!(knowledge.learn(discovery), "a discovery teaches something: {discovery:?}");
                restarts += 1;
                if let Some(observer) = &mut observer {
                    observer.restarted();
                }
            }
        }
    }
}

fn run<M: Model>(
    definition: &M::Definition,
    context: Context<'_>,
    config: &Config,
    monitor: &dyn Monitor,
    observer: Option<&mut dyn Observer>,
) -> Result<Found, Discovery> {
    if config.workers > 1 && observer.is_none() && config.search == Search::Revisits {
        return parallel::run::<M>(definition, context, config, monitor);
    }
    let mut explorer = Explorer::<M>::new(definition, context, config, monitor, 0);
    match explorer.run(&Task::default(), &Alone, observer) {
        (End::Discovered(discovery), _) => Err(discovery),
        (_, tally) => Ok(tally),
    }
}

/// Explores the one execution that a path leads to; `None` if the path is not one of this program.
pub fn replay<M: Model>(
    definition: &M::Definition,
    program: &Program,
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Answer> {
    let knowledge = path.knowledge(program, config.weak_cas)?;
    let context = Context { program, knowledge: &knowledge };
    let mut explorer = Explorer::<M>::new(definition, context, config, monitor, 0);
    let task = Task { path: path.choices.clone(), range: Some((0, 1)) };
    match explorer.run(&task, &Alone, None) {
        (End::Discovered(_), _) => None,
        (_, tally) => Some(Answer::of_search(tally)),
    }
}

fn reborrow<'a>(observer: &'a mut Option<&mut dyn Observer>) -> Option<&'a mut dyn Observer> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}
