//! Is it a matter of weak memory? Where something goes wrong under a weaker model, the program is
//! explored under sequential consistency, too, for a limited number of executions. If nothing goes
//! wrong there, whoever reads the answer need not look for an interleaving that explains it.
//!
//! What is wrong by the definitions of the model alone, as a data race of C or an execution that is
//! not sequentially consistent, is not asked about: sc has no such definition.

use crate::arguments::Check;
use crate::check::{Asked, explore};
use crate::deepening::ENDLESS;
use crate::property::Property;
use crate::traces::Traces;
use answer::{Answer, Monitor, Statistics, Stop};
use base::{Verdict, ViolationKind};
use engines::{GRAPH, Model};
use program::Program;

/// So many executions are looked at, unless the search for the violation had to look at more.
const MOST: u64 = 20_000;

/// Whether no execution goes wrong under sc, although one does under another model. `false` also if
/// that is not known.
pub(crate) fn holds(
    options: &Check,
    property: Option<Property>,
    (model, program): (&Model, &Program),
    answer: &Answer,
    monitor: &dyn Monitor,
) -> bool {
    let needs_model =
        [ViolationKind::DataRace, ViolationKind::UnorderedAllocation, ViolationKind::NotRobust];
    let violations = answer.violations();
    let is_comparable = violations.iter().all(|own| !needs_model.contains(&own.kind));
    if matches!(model, Model::Sc)
        || options.replay.is_some()
        || violations.is_empty()
        || !is_comparable
    {
        return false;
    }
    let most = MOST.max(explored(&answer.statistics()));
    let asked = Asked { options, property, is_litmus: false, endless: Some(ENDLESS) };
    let monitor = AtMost { most, monitor };
    let found =
        explore(&asked, (GRAPH, &Model::Sc), program, (&monitor, 1), &mut Traces::default());
    found.is_ok_and(|found| found.answer.verdict() == Verdict::Holds)
}

fn explored(statistics: &Statistics) -> u64 {
    statistics.executions + statistics.blocked + statistics.erroneous
}

/// Lets so many executions be explored.
struct AtMost<'m> {
    most: u64,
    monitor: &'m dyn Monitor,
}

impl Monitor for AtMost<'_> {
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop> {
        let is_over = explored(statistics) >= self.most;
        is_over.then_some(Stop::SeenEnough).or_else(|| self.monitor.poll(worker, statistics))
    }
}
