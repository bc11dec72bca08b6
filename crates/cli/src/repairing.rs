//! `heddle check --repair` and `--relax`: which memory orders make this program right, and which
//! does it not need? What `heddle port --repair` has in common with it is here, too.
//!
//! The crate `repair` decides which programs to look at; here each of them is checked as `heddle
//! check` checks a program: simplified, bounded and explored by the engine that was asked for. It
//! is changed before it is simplified, so that a loop that waits is found with the orders that it
//! has. What is printed as a diff was applied to the text, compiled and checked once more.

mod checker;
pub(crate) mod text;
mod wish;

use crate::arguments::{Check, CheckEngine, Format};
use crate::bounded::Formulas;
use crate::check::inputs;
use crate::input::Language;
use crate::load::{Loaded, Refusal, Request, load_as_written, simplify};
use crate::output::{complain, say};
use crate::watch::Watch;
use crate::{Exit, Rejection, library, loop_marks, model, watchdog};
use answer::Stop;
use checker::{By, Checker};
use engines::{AUTO, GRAPH, Model};
use program::Program;
use repair::{
    Change, Costs, Effort, Judge, Judgement, Meaningful, Outcome, Places, Relaxation, Repair,
};
use report::Limits;
use report::repair::{Answer, Goal, Revision, Subject};
use text::Texts;
pub(crate) use wish::{Wish, is_monotone, is_systems, meaningful as meaningful_to, usual_costs};

/// Checks, prints the answer, and says how to exit.
pub(crate) fn answer(options: &Check, limits: Limits, watch: &Watch) -> Result<Exit, Rejection> {
    if let Some(file) = options.files.iter().find(|file| !is_c(file)) {
        let message = format!("{} has no memory orders of C to change", file.display());
        return Err(Rejection::with_help(message, "`--repair` and `--relax` are for C"));
    }
    let task = Task { options, limits, watch };
    let found = watchdog::beside(watch, |stop| task.give_up(stop), || find(&task));
    match found {
        Ok(found) => task.tell(&found),
        Err(Refusal::Stopped(stop)) => Ok(task.give_up(stop)),
        Err(Refusal::Rejected(rejection)) => Err(rejection),
    }
}

fn is_c(file: &std::path::Path) -> bool {
    matches!(Language::of(file), Ok(Language::C | Language::Cxx | Language::Llvm))
}

/// What was asked.
#[derive(Clone, Copy)]
struct Task<'t> {
    options: &'t Check,
    limits: Limits,
    watch: &'t Watch,
}

impl Task<'_> {
    fn costs(&self) -> Costs {
        self.options.repairs.costs.unwrap_or_else(|| wish::usual_costs(self.options.model()))
    }

    /// Who checks, under the model that was asked for.
    fn checks_by(&self) -> Result<By, Rejection> {
        let Task { options, .. } = self;
        let needs_formula = || model::needs_formula(options.model(), &options.include);
        match options.engine {
            CheckEngine::Bmc => Ok(By::Solving(Box::new(Formulas::new(options)?))),
            engine if engine == CheckEngine::Explores(AUTO) && needs_formula() => {
                Ok(By::Solving(Box::new(Formulas::new(options)?)))
            }
            CheckEngine::Explores(engine) => {
                Ok(By::Exploring(model::find(options.model(), &options.include)?, engine))
            }
        }
    }

    fn texts(&self) -> Texts<'_> {
        let Check { files, compiler_flags, .. } = self.options;
        Texts { files, compiler_flags, inputs: inputs(self.options), watch: self.watch }
    }

    fn wish(&self) -> Wish {
        Wish::of(self.options.repairs.repair.as_deref())
    }

    fn tell(&self, found: &Found) -> Result<Exit, Rejection> {
        let Found { program, answer, effort, liveness } = found;
        let subject = Subject {
            program,
            goal: Goal::Right { model: self.options.model(), liveness: *liveness },
            what: self.wish().what,
            costs: self.costs(),
            effort: *effort,
            is_cheapest: wish::is_monotone(self.options.model()),
            seconds: self.watch.elapsed().as_secs_f64(),
        };
        say(&match self.options.format {
            Format::Text => report::repair::text(&subject, answer),
            Format::Json => report::repair::json(&subject, answer),
        })?;
        Ok(exit(answer))
    }

    /// Tells that nothing is known when it was time to stop.
    fn give_up(&self, stop: Stop) -> Exit {
        let reason = report::stopped(stop, self.limits);
        let answer = Answer::Unknown { reason, at_least: None };
        let (program, effort) = (Program::default(), Effort::default());
        let told = self.tell(&Found { program, answer, effort, liveness: false });
        told.unwrap_or_else(|rejection| crate::output::refuse(&rejection))
    }
}

/// The status is about the program as it is.
pub(crate) fn exit(answer: &Answer) -> Exit {
    match answer {
        Answer::NothingToRepair { within_bound: false } => Exit::Holds,
        Answer::Relaxed { revision, .. } if !revision.within_bound => Exit::Holds,
        Answer::NothingToRepair { within_bound: true }
        | Answer::Relaxed { .. }
        | Answer::Unknown { .. } => Exit::Unknown,
        Answer::Repaired { .. } | Answer::NotRepairable { .. } | Answer::NotRight { .. } => {
            Exit::Violated
        }
    }
}

/// What was found, in which program.
struct Found {
    program: Program,
    answer: Answer,
    effort: Effort,
    /// Whether loops that wait for ever were wrong.
    liveness: bool,
}

/// Which guarantees mean something to who checks.
fn meaningful(by: &By) -> Meaningful {
    match by {
        By::Exploring(model, _) => wish::meaningful(model),
        By::Solving(formulas) => formulas.mapping().map_or(Meaningful::EVERYTHING, wish::compiled),
    }
}

/// Loads the program, and looks for what is wanted.
fn find(task: &Task<'_>) -> Result<Found, Refusal> {
    let Task { options, watch, .. } = *task;
    watch.enter(format!("while it read the model {}", options.model()));
    let by = task.checks_by()?;
    let libraries = library::load_all(&options.library)?;
    let request = Request {
        files: &options.files,
        compiler_flags: &options.compiler_flags,
        inputs: inputs(options),
        libraries: &libraries,
    };
    let Loaded { program, remarks, marks, .. } = load_as_written(&request, watch)?;
    complain(&remarks);
    let mut simple = program.clone();
    simplify(&mut simple);
    let marks = loop_marks::names(&simple, &marks);
    let mut checker = Checker {
        options: options.clone(),
        limits: task.limits,
        watch,
        by,
        marks,
        told: None,
        refused: None,
    };
    let Wish { wanted, most, .. } = task.wish();
    let accessed = repair::plain_accesses(&simple);
    let places = Places::find(&program, &accessed, &meaningful(&checker.by), wanted);
    let places = places.without(|place| wish::is_systems(&program, place.position));
    let mut found = match options.repairs.relax {
        true => {
            checker.expect_liveness(&program);
            let (found, effort) = repair::relax(&program, &places, task.costs(), &mut checker);
            let answer = relaxed(task, &mut checker, &program, found);
            Found { program, answer, effort, liveness: false }
        }
        false => {
            let strongest = repair::strongest(&places);
            checker.expect_liveness(&repair::with_orders(&program, &places, &strongest));
            let found = repair::repair(&program, &places, task.costs(), most, &mut checker);
            let Repair { outcome, effort } = found;
            let answer = repaired(task, &mut checker, &program, outcome);
            Found { program, answer, effort, liveness: false }
        }
    };
    found.liveness = checker.looks_for_liveness();
    match checker.refused {
        Some(rejection) => Err(rejection.into()),
        None => Ok(found),
    }
}

fn repaired(
    task: &Task<'_>,
    checker: &mut Checker<'_>,
    program: &Program,
    outcome: Outcome,
) -> Answer {
    let violation = checker.told.clone().unwrap_or_default();
    match outcome {
        Outcome::Holds { within_bound } => Answer::NothingToRepair { within_bound },
        Outcome::Repaired { solutions, complete } => {
            let revision = |found: repair::Solution| {
                let diff = text::diff(&task.texts(), checker, program, &found.changes);
                revision(found.changes, Some(found.cost), found.within_bound, diff)
            };
            let revisions = solutions.into_iter().map(revision).collect();
            Answer::Repaired { violation, revisions, complete, wants_all: task.wish().is_all() }
        }
        Outcome::Hopeless => {
            let under_sc = checker.with(By::Exploring(Model::Sc, GRAPH)).judge(program);
            let under_sc = match under_sc {
                Judgement::Violated { .. } => Some(true),
                Judgement::Holds { .. } => Some(false),
                Judgement::Unknown(_) => None,
            };
            Answer::NotRepairable { violation, under_sc }
        }
        Outcome::Unknown { reason, at_least } => {
            Answer::Unknown { reason, at_least: Some(at_least) }
        }
    }
}

fn relaxed(
    task: &Task<'_>,
    checker: &mut Checker<'_>,
    program: &Program,
    found: Relaxation,
) -> Answer {
    match found {
        Relaxation::Enough { changes, within_bound, undecided, .. } => {
            let diff = text::diff(&task.texts(), checker, program, &changes);
            Answer::Relaxed { revision: revision(changes, None, within_bound, diff), undecided }
        }
        Relaxation::Violated => {
            Answer::NotRight { violation: checker.told.clone().unwrap_or_default() }
        }
        Relaxation::Unknown(reason) => Answer::Unknown { reason, at_least: None },
    }
}

pub(crate) fn revision(
    changes: Vec<Change>,
    cost: Option<u64>,
    within_bound: bool,
    diff: Option<String>,
) -> Revision {
    Revision { changes, cost, within_bound, diff }
}
