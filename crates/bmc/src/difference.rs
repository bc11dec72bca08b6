//! What does a litmus test do under one model, the target, that it does not do under a second one,
//! the source? Executions by one formula (`dat3m-thesis` §5.5), and final states by the loop of
//! Algorithm 4 (§5.7).
//!
//! States: a new state comes from an execution that the target allows and the source forbids, so
//! only the states of those are candidates (§5.7.1). Of each candidate it is asked whether the
//! source reaches it, in a second formula over the same acyclic program.
//!
//! A test that moves to another machine is two programs with the same events, one for each side
//! (`unroll::align`), and each model judges its own.
//!
//! Deviations:
//! 1. A state is what the test observes, as `heddle litmus` prints it, and not all of memory.
//! 2. What is asked of the source is less than that it reaches the state: registers and cells have
//!    the same lowest bytes. That is necessary for equal states, however wide they are shown, so no
//!    answer is lost; an answer with another state is excluded, and the question put again.

use crate::execution::Execution;
use crate::formula::Formula;
use crate::model::Model;
use crate::second_model::{Judged, Side};
use crate::states::{NoOutcome, Search, Settings, acyclic, observed};
use candidates::{Refusal, State, Twinned};
use litmus::Lowered;
use litmus::tree::Test;
use solver::Literal;
use unroll::{Acyclic, align};

/// A litmus test, as it is compiled for the target, and for the source if that is another code.
#[derive(Clone, Copy, Debug)]
pub struct Case<'t> {
    pub test: &'t Test,
    pub target: &'t Lowered,
    pub source: Option<&'t Lowered>,
}

/// An execution and how it ends.
#[derive(Clone, Debug)]
pub struct Ended {
    pub execution: Execution,
    /// The same execution of the source's code, if that is another.
    pub of_source: Option<Twinned>,
    /// How many bytes each of its events is about.
    pub sizes: Vec<u8>,
    pub state: State,
    /// The state as `heddle litmus` prints it.
    pub shown: String,
    /// Whether the condition's proposition holds.
    pub is_positive: bool,
}

/// What is found of the executions of a test under two models.
#[derive(Clone, Debug)]
pub struct Difference {
    /// An execution that the target allows and the source forbids; none if there is none that ends,
    /// and that the test's filter takes.
    pub found: Option<Ended>,
    /// Under the target there is no execution at all that ends and that the filter takes.
    pub is_empty: bool,
    /// Under the target, some execution is not defined.
    pub is_undefined: bool,
    /// Some loop was left after a few rounds.
    pub is_cut: bool,
}

/// What is found of the final states of a test under two models.
#[derive(Clone, Debug)]
pub struct NewStates {
    /// For each state that only the target reaches, one execution.
    pub new: Vec<Ended>,
    /// How many candidates the source was asked about.
    pub candidates: usize,
    /// As in [`Difference`], for the target.
    pub is_empty: bool,
    pub is_undefined: bool,
    pub is_cut: bool,
    /// Under the source, some loop was left after a few rounds: it may reach more.
    pub source_is_cut: bool,
}

/// Which new states to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    First,
    All,
}

/// A model, and which code it judges.
#[derive(Clone, Copy, Debug)]
pub enum Judge<'m> {
    OfTarget(&'m Model),
    OfSource(&'m Model),
}

/// What is asked of an execution, besides that the target allows it.
#[derive(Clone, Copy, Debug)]
pub struct Judges<'m> {
    pub forbidden_by: Judge<'m>,
    pub allowed_by: Option<Judge<'m>>,
}

/// A test as acyclic programs with the same events.
struct Programs {
    target: Acyclic,
    /// If it is another.
    source: Option<Acyclic>,
}

impl Programs {
    /// The programs of a case, if the models know what each has.
    fn new(
        case: Case<'_>,
        target: &[&Model],
        source: &[&Model],
        settings: Settings,
    ) -> Result<Programs, Refusal> {
        let Some(lowered) = case.source else {
            let models: Vec<&Model> = target.iter().chain(source).copied().collect();
            return Ok(Programs { target: acyclic(case.target, &models, settings)?, source: None });
        };
        let of_target = acyclic(case.target, target, settings)?;
        let of_source = acyclic(lowered, source, settings)?;
        let aligned = align(&of_source, &of_target).map_err(Refusal::Unsupported)?;
        let [source, target] = aligned;
        Ok(Programs { target, source: Some(source) })
    }

    fn source(&self) -> &Acyclic {
        self.source.as_ref().unwrap_or(&self.target)
    }

    fn side<'s>(&'s self, judge: Judge<'s>) -> Side<'s> {
        match judge {
            Judge::OfTarget(model) => Side { model, acyclic: &self.target },
            Judge::OfSource(model) => Side { model, acyclic: self.source() },
        }
    }
}

/// Finds an execution of a test that a target allows, and of which others judge so.
pub fn difference(
    case: Case<'_>,
    target: &Model,
    judges: Judges<'_>,
    settings: Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<Difference, NoOutcome> {
    let others: Vec<Judge<'_>> =
        [judges.forbidden_by].into_iter().chain(judges.allowed_by).collect();
    let mut of_target = vec![target];
    let mut of_source = Vec::new();
    for judge in &others {
        match judge {
            Judge::OfTarget(model) => of_target.push(model),
            Judge::OfSource(model) => of_source.push(*model),
        }
    }
    let programs = Programs::new(case, &of_target, &of_source, settings)?;
    let (mut search, mut wanted) = all(&programs, case, target, &others, settings, goes_on)?;
    wanted.iter_mut().skip(1).for_each(|literal| *literal = !*literal);
    let looked_at = search.looked_at();
    let cut = search.cut()?;
    wanted.push(!cut);
    let mut found = next(&mut search, &wanted, &looked_at)?;
    let is_empty = found.is_none() && next(&mut search, &[!cut], &looked_at)?.is_none();
    search.remarks(!cut, &looked_at)?;
    if let Some(found) = &mut found {
        found.of_source = of_source_code(&programs, &found.execution);
    }
    let (is_undefined, is_cut) = (search.outcome.is_undefined, search.outcome.is_cut);
    Ok(Difference { found, is_empty, is_undefined, is_cut })
}

/// Finds final states of a test that a target reaches and a source does not.
pub fn new_states(
    case: Case<'_>,
    target: &Model,
    source: &Model,
    wanted: Wanted,
    settings: Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<NewStates, NoOutcome> {
    let programs = Programs::new(case, &[target], &[source], settings)?;
    let (mut search, forbidden) =
        all(&programs, case, target, &[Judge::OfSource(source)], settings, goes_on)?;
    let [forbidden] = forbidden[..] else { unreachable!("there is one source") };
    let (looked_at, lowest) = (search.looked_at(), search.lowest_bytes());
    let cut = search.cut()?;
    let code = (case.test, case.source.unwrap_or(case.target));
    let mut reach = Reach::new(programs.source(), code, source, settings, goes_on)?;
    let searching = search.formula.circuit().free();
    let (mut new, mut candidates) = (Vec::new(), 0);
    while let Some(execution) = search.find(&[!cut, forbidden, searching])? {
        let values = lowest.iter().map(|cell| cell.value(&mut search.formula)).collect();
        if let Some(mut ended) = ended(&search, execution) {
            candidates += 1;
            // Two assignments may be shown as one state.
            let is_known = new.iter().any(|own: &Ended| own.state == ended.state);
            if !is_known && !reach.reaches(&ended.state, values)? {
                ended.of_source = of_source_code(&programs, &ended.execution);
                new.push(ended);
                if wanted == Wanted::First {
                    break;
                }
            }
        }
        search.exclude(&looked_at, searching);
    }
    let is_empty = new.is_empty() && next(&mut search, &[!cut], &looked_at)?.is_none();
    search.remarks(!cut, &looked_at)?;
    let (is_undefined, is_cut) = (search.outcome.is_undefined, search.outcome.is_cut);
    let source_is_cut = reach.search.outcome.is_cut;
    Ok(NewStates { new, candidates, is_empty, is_undefined, is_cut, source_is_cut })
}

/// An execution as the source's code has it, if that is another.
fn of_source_code(programs: &Programs, execution: &Execution) -> Option<Twinned> {
    programs.source.as_ref().map(|acyclic| execution.seen_by(acyclic))
}

/// A search in the formula of several models, and whether each but the target forbids an execution;
/// of the first of them, only those executions may be wanted that it forbids.
fn all<'s>(
    programs: &'s Programs,
    case: Case<'s>,
    target: &'s Model,
    others: &[Judge<'s>],
    settings: Settings,
    goes_on: &'s dyn Fn() -> bool,
) -> Result<(Search<'s>, Vec<Literal>), NoOutcome> {
    let observed = observed(case.test, case.target, target)?;
    let sides: Vec<Side<'s>> = others.iter().map(|judge| programs.side(*judge)).collect();
    let (source, rest) = sides.split_first().expect("there is a source");
    let own = Side { model: target, acyclic: &programs.target };
    let judged = Formula::judged(own, *source, rest, settings.method);
    let Judged { formula, forbidden, others } =
        judged.map_err(|unsupported| Refusal::Unsupported(unsupported.0))?;
    let forbidden = [forbidden].into_iter().chain(others).collect();
    let code = (case.test, case.target);
    let search = Search::new(&programs.target, code, target, observed, formula, goes_on);
    Ok((search, forbidden))
}

/// An execution in which these hold, and that the test's filter takes.
fn next(
    search: &mut Search<'_>,
    conditions: &[Literal],
    looked_at: &[Literal],
) -> Result<Option<Ended>, NoOutcome> {
    let searching = search.formula.circuit().free();
    let conditions: Vec<Literal> = conditions.iter().copied().chain([searching]).collect();
    while let Some(execution) = search.find(&conditions)? {
        if let Some(ended) = ended(search, execution) {
            return Ok(Some(ended));
        }
        search.exclude(looked_at, searching);
    }
    Ok(None)
}

/// How an execution ends, if the test's filter takes it.
fn ended(search: &Search<'_>, execution: Execution) -> Option<Ended> {
    let (state, is_positive) = search.end(&execution)?;
    let shown = search.outcome.show(&state);
    let sizes = search.sizes(&execution);
    Some(Ended { execution, of_source: None, sizes, state, shown, is_positive })
}

/// Where a register or a cell of memory has its lowest byte.
pub(crate) struct LowestByte {
    /// Whether it is there at all: a cell that nobody accesses has no final value.
    is_there: Literal,
    bits: Vec<Literal>,
}

/// How many bits of a value are compared in the formula.
const LOWEST: usize = 8;

impl LowestByte {
    pub(crate) fn new(is_there: Literal, mut bits: Vec<Literal>) -> LowestByte {
        bits.truncate(LOWEST);
        LowestByte { is_there, bits }
    }

    /// What it is in the assignment that was found, if it is there.
    fn value(&self, formula: &mut Formula<'_>) -> Option<Vec<bool>> {
        let bits = &self.bits;
        formula.value(self.is_there).then(|| bits.iter().map(|bit| formula.value(*bit)).collect())
    }
}

/// Which states the source reaches.
struct Reach<'s> {
    search: Search<'s>,
    lowest: Vec<LowestByte>,
    looked_at: Vec<Literal>,
    ends: Literal,
}

impl<'s> Reach<'s> {
    fn new(
        acyclic: &'s Acyclic,
        (test, lowered): (&'s Test, &'s Lowered),
        source: &'s Model,
        settings: Settings,
        goes_on: &'s dyn Fn() -> bool,
    ) -> Result<Reach<'s>, NoOutcome> {
        let observed = observed(test, lowered, source)?;
        let formula = Formula::new(acyclic, source, settings.method)
            .map_err(|unsupported| Refusal::Unsupported(unsupported.0))?;
        let mut search = Search::new(acyclic, (test, lowered), source, observed, formula, goes_on);
        let (looked_at, lowest) = (search.looked_at(), search.lowest_bytes());
        let ends = !search.cut()?;
        Ok(Reach { search, lowest, looked_at, ends })
    }

    /// Whether some execution of the source ends in a state whose lowest bytes are these.
    fn reaches(
        &mut self,
        state: &State,
        values: Vec<Option<Vec<bool>>>,
    ) -> Result<bool, NoOutcome> {
        let asking = self.search.formula.circuit().free();
        assert_eq!(self.lowest.len(), values.len(), "both formulas are of one program");
        for (cell, value) in self.lowest.iter().zip(values) {
            // What is not there has its initial value, which any write may have as well.
            let Some(value) = value else { continue };
            for (bit, value) in cell.bits.iter().zip(value) {
                let clause = [!asking, !cell.is_there, bit.negated_if(!value)];
                self.search.formula.circuit().require(&clause);
            }
        }
        while let Some(execution) = self.search.find(&[self.ends, asking])? {
            if self.search.end(&execution).is_some_and(|(own, _)| own == *state) {
                return Ok(true);
            }
            self.search.exclude(&self.looked_at, asking);
        }
        Ok(false)
    }
}
