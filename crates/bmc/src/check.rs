//! Is every execution of an acyclic program right? One question for everything that must not
//! happen, and others for what keeps the answer from being complete: something that is not
//! understood, a loop that was cut.
//!
//! What counts as wrong: the program's own checks (assertions, memory errors, misuse), deadlocks
//! (`deadlock`), and, if the model says when a program is undefined, data races. A violation in an
//! execution in which another thread was cut at the bound is one, as it is for `graph`: that thread
//! has just not gone on yet.
//!
//! The answer is made by `answer::Answer` from what was found, as it is for every engine. *Holds*
//! needs that no execution meets a gap, a cut, or an address that was not foreseen, and that some
//! execution comes to its end (`ends`).

use crate::alias::analysed;
use crate::claim::{claim, step_of};
use crate::encoding::Unsupported;
use crate::endings::RacingPair;
use crate::execution::Execution;
use crate::formula::{Failure, Formula};
use crate::method::Method;
use crate::model::{Model, PARTS};
use answer::{Answer, Ending, FormulaSize, Found, Gap, Monitor, Statistics, Stop};
use base::SourcePosition;
use cat::Witness as Evidence;
use cat::syntax::Role;
use program::Program;
use rerun::{Judges, Native, Wrong};
use solver::{Asked, Cnf, Literal};
use std::cell::Cell;
use unroll::{Acyclic, EventId, Unrolling};

/// A program that is checked.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'s> {
    pub program: &'s Program,
    /// The same without loops, and how it was made.
    pub acyclic: &'s Acyclic,
    pub unrolling: Unrolling,
    pub model: &'s Model,
    /// The native model that means the same, if there is one: it judges what was found, too.
    pub native: Option<Native>,
}

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Questions {
    pub method: Method,
    /// How far loops were unrolled, for who is told how far a search is.
    pub bound: u32,
    /// Whether to look for what makes a program undefined in the model: data races.
    pub races: bool,
    /// Whether to look for loops that wait for ever.
    pub liveness: bool,
    /// Whether to look for more violations after the first.
    pub keep_going: bool,
}

/// Whether a program has an instruction that ends it, or a thread: then some of its final states
/// are not those in which all threads are over.
pub fn can_exit(program: &program::Program) -> bool {
    use program::Instruction as I;
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    instructions.any(|own| matches!(own, I::ExitProgram { .. } | I::ExitThread { .. }))
}

/// An answer, and the formula that it comes from.
#[derive(Debug)]
pub struct Checked {
    pub answer: Answer,
    /// None unless the method says so. Of a violation, it asks for that; else for all that was
    /// looked for and not found.
    pub cnf: Option<Cnf>,
}

/// Checks all executions. An error is a bug of Heddle: what was found is no execution of the model.
pub fn check(
    subject: Subject<'_>,
    questions: Questions,
    monitor: &dyn Monitor,
) -> Result<Answer, String> {
    check_and_record(subject, questions, monitor).map(|checked| checked.answer)
}

/// The same, with the formula.
pub fn check_and_record(
    subject: Subject<'_>,
    questions: Questions,
    monitor: &dyn Monitor,
) -> Result<Checked, String> {
    let acyclic = &*analysed(subject.acyclic, questions.method.analyses.alias);
    let model = subject.model;
    let events = acyclic.events.len() as u64;
    let statistics = Statistics { events, largest: events, ..Statistics::default() };
    let found = Found { statistics, ..Found::default() };
    let made = match model.knows_parts_of(acyclic) {
        true => Formula::new(acyclic, model, questions.method),
        false => Err(Unsupported(PARTS.to_owned())),
    };
    let formula = match made {
        Ok(formula) => formula,
        Err(Unsupported(what)) => {
            let gap = Some(Gap::Unsupported { what, position: None });
            let answer = Answer::of_search(Found { gap, ..found });
            return Ok(Checked { answer, cnf: None });
        }
    };
    let stop = Cell::new(None);
    let mut formula = formula;
    let goes_on_late = formula.any(acyclic.goes_on_late.iter().copied());
    let mut checker =
        Checker { subject, acyclic, questions, monitor, stop, formula, found, goes_on_late };
    match checker.run() {
        Ok(()) => {}
        Err(Failure::Stopped) => {
            let stop = checker.stop.get().unwrap_or(Stop::Interrupt);
            checker.found.gap = Some(Gap::Stopped(stop));
            checker.found.statistics.end_last(Ending::Cut);
        }
        Err(Failure::Broken(what)) => return Err(what),
    }
    let size = checker.formula.statistics();
    checker.found.statistics.formula = Some(formula_size(questions.bound, size));
    let asked = match checker.formula.last_found() {
        Some(index) if !checker.found.violations.is_empty() => Asked::One(index),
        _ => Asked::Refuted,
    };
    let cnf = checker.formula.cnf(asked);
    Ok(Checked { answer: Answer::of_search(checker.found), cnf })
}

fn formula_size(bound: u32, size: solver::Statistics) -> FormulaSize {
    let solver::Statistics { variables, clauses, conflicts } = size;
    FormulaSize { bound, variables, clauses, conflicts }
}

pub(crate) struct Checker<'c> {
    subject: Subject<'c>,
    pub acyclic: &'c Acyclic,
    pub questions: Questions,
    monitor: &'c dyn Monitor,
    stop: Cell<Option<Stop>>,
    pub formula: Formula<'c>,
    pub(crate) found: Found,
    /// That some thread goes on after an access to what was freed before.
    goes_on_late: Literal,
}

impl Checker<'_> {
    fn run(&mut self) -> Result<(), Failure> {
        self.checks()?;
        if self.goes_on() {
            self.unordered_lives()?;
        }
        if self.goes_on() {
            self.chains()?;
        }
        if self.goes_on() && self.questions.races {
            self.races()?;
        }
        if self.goes_on() && self.questions.liveness {
            self.waiting_loops()?;
        }
        if self.goes_on() {
            self.held()?;
        }
        if self.goes_on() {
            self.gaps()?;
            self.ends()?;
        }
        Ok(())
    }

    /// Whether there is anything left to look for.
    pub(crate) fn goes_on(&self) -> bool {
        self.found.violations.is_empty() || self.questions.keep_going
    }

    /// An execution in which some conditions hold, and no thread goes on where it is too late.
    pub(crate) fn find(&mut self, conditions: &[Literal]) -> Result<Option<Execution>, Failure> {
        let mut conditions = conditions.to_vec();
        if self.formula.circuit().known(self.goes_on_late) != Some(false) {
            conditions.push(!self.goes_on_late);
        }
        self.find_any(&conditions)
    }

    fn find_any(&mut self, conditions: &[Literal]) -> Result<Option<Execution>, Failure> {
        if conditions.iter().any(|own| self.formula.circuit().known(*own) == Some(false)) {
            return Ok(None);
        }
        let (monitor, stop) = (self.monitor, &self.stop);
        let (statistics, bound) = (self.found.statistics, self.questions.bound);
        let goes_on = |size: &solver::Statistics| {
            let formula = Some(formula_size(bound, *size));
            stop.set(monitor.poll(0, &Statistics { formula, ..statistics }));
            stop.get().is_none()
        };
        let found = self.formula.search(conditions, &goes_on);
        let size = self.formula.statistics();
        self.found.statistics.formula = Some(formula_size(bound, size));
        found
    }

    /// Runs an execution again in which something is wrong, and notes what that run shows.
    pub(crate) fn add(&mut self, execution: &Execution, wrong: Wrong) -> Result<(), Failure> {
        let Subject { program, unrolling, model, native, .. } = self.subject;
        let judges = Judges {
            axioms: &model.program,
            primitives: &model.primitives,
            has_dependencies: unrolling.dependencies,
            has_blocks: unrolling.blocks,
            native: native.filter(|_| unrolling.mapping.is_none()),
            mapping: unrolling.mapping,
        };
        let claim = claim(self.acyclic, execution, wrong);
        let violation = rerun::rerun(program, &claim, judges).map_err(Failure::Broken)?;
        if !self.found.knows(violation.kind, violation.position) {
            self.found.statistics.begin();
            self.found.statistics.end(Ending::Erroneous);
            self.found.violations.push(violation);
        }
        Ok(())
    }

    /// Notes what is not decided.
    pub(crate) fn leave_open(&mut self, what: &str, position: Option<SourcePosition>) {
        self.found.statistics.begin();
        self.found.statistics.end(Ending::Unsupported);
        self.found.gap.get_or_insert(Gap::Unsupported { what: what.to_owned(), position });
    }

    /// What the program itself says must not happen.
    fn checks(&mut self) -> Result<(), Failure> {
        let mut left: Vec<&unroll::Check> = self.acyclic.checks.iter().collect();
        while !left.is_empty() && self.goes_on() {
            let any = self.formula.any(left.iter().map(|check| check.condition));
            let Some(execution) = self.find(&[any])? else { break };
            let (failed, rest) = left
                .into_iter()
                .partition(|check: &&unroll::Check| execution.evaluation.holds(check.condition));
            left = rest;
            let failed: Vec<&unroll::Check> = failed;
            for check in failed {
                let (kind, thread) = (check.kind, check.thread.index());
                self.add(&execution, Wrong::Fails { thread, kind })?;
                if !self.questions.keep_going {
                    break;
                }
            }
        }
        Ok(())
    }

    /// What makes the program undefined in the model.
    fn races(&mut self) -> Result<(), Failure> {
        for (index, holds) in self.formula.remarks().to_vec() {
            if self.subject.model.program.checks[index].role != Role::UndefinedUnless {
                continue;
            }
            // Races with beginnings and ends of lives are another question.
            let pairs = self.has_lives().then(|| self.racing_pairs(index)).flatten();
            let (condition, pairs) = match pairs {
                None => (!holds, Vec::new()),
                Some(pairs) => {
                    let pairs: Vec<RacingPair> = pairs
                        .into_iter()
                        .filter(|((from, to), _)| !self.is_limit(*from) && !self.is_limit(*to))
                        .collect();
                    let literals: Vec<Literal> = pairs.iter().map(|(_, own)| *own).collect();
                    (self.formula.circuit().or(literals), pairs)
                }
            };
            let Some(execution) = self.find(&[condition])? else { continue };
            let racing = pairs.iter().find(|(_, literal)| self.formula.value(*literal));
            let events = match racing {
                Some(((from, to), _)) => vec![*from, *to],
                None => undefined_by(&execution, index)?,
            };
            let steps = events.into_iter().filter_map(|own| step_of(self.acyclic, &execution, own));
            let steps = steps.collect();
            self.add(&execution, Wrong::Race { check: index, steps })?;
        }
        Ok(())
    }

    /// What is not understood, if an execution comes there.
    fn gaps(&mut self) -> Result<(), Failure> {
        let gap = self.formula.any(self.acyclic.gaps.iter().map(|gap| gap.condition));
        if let Some(execution) = self.find(&[gap])? {
            let mut gaps = self.acyclic.gaps.iter();
            let met = gaps.find(|gap| execution.evaluation.holds(gap.condition));
            let met = met.expect("a gap was asked for");
            let (what, position) = (met.what.clone(), met.position);
            self.leave_open(&what, position);
            return Ok(());
        }
        if self.find_any(&[self.goes_on_late])?.is_some() {
            self.leave_open("what a thread does after it has used memory that was freed", None);
            return Ok(());
        }
        let astray = self.formula.astray();
        if self.find(&[astray])?.is_some() {
            self.leave_open("an access at an address that was not foreseen", None);
        }
        self.births()
    }

    /// In a language, the life of an object must have begun before it is accessed. Elsewhere, who
    /// knows its address has it from its creator.
    fn births(&mut self) -> Result<(), Failure> {
        if !self.questions.races {
            return Ok(());
        }
        let lifetimes = self.acyclic.lifetimes.clone();
        let literals: Vec<Literal> =
            lifetimes.iter().map(|life| self.formula.executed(life.access)).collect();
        let any = self.formula.circuit().or(literals);
        if let Some(execution) = self.find(&[any])? {
            let is_there = |id: EventId| execution.executed.events.contains(&id);
            let met = lifetimes.iter().find(|life| is_there(life.access));
            let position = met.and_then(|life| self.acyclic.event(life.access).position);
            let what =
                "whether an object that another thread creates is created before this access";
            self.leave_open(what, position);
        }
        Ok(())
    }
}

/// The events by which a check of the model makes an execution undefined.
fn undefined_by(execution: &Execution, check: usize) -> Result<Vec<EventId>, Failure> {
    let mut undefined = execution.judgement.undefined.iter();
    let violation = undefined.find(|own| own.check == check);
    let evidence = violation.and_then(|own| own.witness.clone());
    let events = match evidence {
        Some(Evidence::Pair(from, to)) => vec![from, to],
        Some(Evidence::Event(event)) => vec![event],
        Some(Evidence::Cycle(events)) => events,
        None => return Err(Failure::Broken("a race is none".to_owned())),
    };
    Ok(events.into_iter().map(|number| execution.executed.events[number]).collect())
}
