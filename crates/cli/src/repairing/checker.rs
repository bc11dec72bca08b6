//! A program with other orders, checked as `heddle check` checks one.

use crate::arguments::{Check, Extra};
use crate::bounded::Formulas;
use crate::bounds::Bounds;
use crate::check::{Asked, explore, inputs, workers};
use crate::deepening::{self, Deepened, ENDLESS};
use crate::load::simplify;
use crate::traces::Traces;
use crate::watch::{Guard, Watch};
use crate::{Rejection, refused};
use answer::{Answer, Gap, Violation};
use base::{SourcePosition, Verdict};
use engines::{EngineRef, Model, Question};
use llvm::leaves_out_surroundings;
use program::Program;
use repair::{Judge, Judgement};
use report::{Limits, Location};
use std::collections::HashSet;

/// Who checks programs.
#[derive(Clone)]
pub(super) enum By {
    /// An engine that explores their executions.
    Exploring(Model, EngineRef),
    /// A formula, for models that cannot be explored.
    Solving(Box<Formulas>),
}

/// Checks programs under a model.
pub(super) struct Checker<'t> {
    pub(super) options: Check,
    pub(super) limits: Limits,
    pub(super) watch: &'t Watch,
    pub(super) by: By,
    /// The bounds that the source puts on loops.
    pub(super) marks: Vec<(String, u32)>,
    /// What was wrong first.
    pub(super) told: Option<String>,
    /// Why the engine does not check anything.
    pub(super) refused: Option<Rejection>,
}

impl<'t> Checker<'t> {
    /// The same by somebody else.
    pub(super) fn with(&self, by: By) -> Checker<'t> {
        let Checker { limits, watch, .. } = *self;
        let (options, marks) = (self.options.clone(), self.marks.clone());
        Checker { options, limits, watch, by, marks, told: None, refused: None }
    }

    /// From now on loops that wait for ever are wrong, too, unless this program has some, or nobody
    /// can tell. An order that only makes sure that somebody is woken is needed, and no assertion
    /// would notice.
    pub(super) fn expect_liveness(&mut self, program: &Program) {
        let is_known = match &self.by {
            By::Exploring(model, engine) => engine.objection(Question::Liveness, model).is_none(),
            By::Solving(_) => true,
        };
        if !is_known || self.looks_for_liveness() {
            return;
        }
        self.options.check.push(Extra::Liveness);
        let holds = matches!(self.judge(program), Judgement::Holds { .. });
        if !holds {
            self.options.check.pop();
        }
        self.told = None;
    }

    /// Whether loops that wait for ever are wrong.
    pub(super) fn looks_for_liveness(&self) -> bool {
        self.options.check.contains(&Extra::Liveness)
    }

    fn check(&mut self, program: &Program) -> Result<(Program, Answer), Rejection> {
        let mut program = program.clone();
        simplify(&mut program);
        let options = &self.options;
        let (model, engine) = match &self.by {
            By::Exploring(model, engine) => (model, *engine),
            By::Solving(formulas) => {
                self.watch.enter("while it checked the program with other orders");
                let checked = formulas.answer(options, program, self.watch);
                let (program, answer) = checked.map_err(Rejection::new)?;
                return Ok(left_out(options, program, answer));
            }
        };
        refused::refuse(&mut program, model);
        let (marks, threads) = (self.marks.clone(), options.threads);
        Bounds { marks, threads, ..Bounds::new(&options.unroll)? }.put_on(&mut program)?;
        self.watch.enter("while it checked the program with other orders");
        let guard = Guard::new(self.watch, None);
        let workers = engine.workers(workers(options.jobs));
        let is_free = options.unroll.is_empty();
        let one = |program: &Program, endless| {
            let asked = Asked { options, property: None, is_litmus: false, endless };
            let which = (engine, model);
            explore(&asked, which, program, (&guard, workers), &mut Traces::default())
        };
        let Deepened { answer, .. } =
            deepening::explore(&program, one, |_, _| {}, is_free.then_some(ENDLESS))?;
        let answer = if threads.is_some() { answer.with_unended() } else { answer };
        Ok(left_out(options, program, answer))
    }

    /// Why nothing is known.
    fn reason(&self, program: &Program, answer: &Answer) -> String {
        let at = |position: &Option<SourcePosition>| match position {
            Some(position) => format!(" ({})", Location::new(program, *position)),
            None => String::new(),
        };
        match answer.gap() {
            Some(Gap::Stopped(stop)) => report::stopped(*stop, self.limits),
            Some(Gap::Unsupported { what, position } | Gap::OtherViolation { what, position }) => {
                format!("{what}{}", at(position))
            }
            Some(Gap::Endless { position }) => format!("a loop goes on and on{}", at(position)),
            None => "no execution came to its end within the bound".to_owned(),
        }
    }
}

/// An answer that says whether inputs were left out.
fn left_out(options: &Check, program: Program, answer: Answer) -> (Program, Answer) {
    let values = inputs(options).leaves_out_values(&program);
    let answer = answer.with_left_out(values, leaves_out_surroundings(&program));
    (program, answer)
}

impl Judge for Checker<'_> {
    fn judge(&mut self, program: &Program) -> Judgement {
        let (program, answer) = match self.check(program) {
            Ok(checked) => checked,
            Err(rejection) => {
                let reason = rejection.message().to_owned();
                self.refused = Some(rejection);
                return Judgement::Unknown(reason);
            }
        };
        match answer.verdict() {
            Verdict::Holds => Judgement::Holds { within_bound: false },
            Verdict::HoldsWithinBound => Judgement::Holds { within_bound: true },
            Verdict::Unknown => Judgement::Unknown(self.reason(&program, &answer)),
            Verdict::Violated => {
                let violation = &answer.violations()[0];
                self.told.get_or_insert_with(|| {
                    format!("violated: {}", report::violation_sentence(&program, violation))
                });
                Judgement::Violated { executed: executed(violation) }
            }
        }
    }
}

/// The places of which something was executed before it went wrong.
fn executed(violation: &Violation) -> HashSet<SourcePosition> {
    let steps = violation.witness.steps.iter().filter_map(|step| step.position);
    let ends = violation.witness.threads.iter().filter_map(|end| end.position);
    steps.chain(ends).chain(violation.position).collect()
}
