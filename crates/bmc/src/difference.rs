//! What does a litmus test do under one model, the target, that it does not do under a second one,
//! the source? Executions by one formula (`dat3m-thesis` §5.5), and final states by the loop of
//! Algorithm 4 (§5.7).
//!
//! States: a new state comes from an execution that the target allows and the source forbids, so
//! only the states of those are candidates (§5.7.1). Of each candidate it is asked whether the
//! source reaches it, in a second formula over the same acyclic program.
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
use candidates::{Refusal, State};
use litmus::Lowered;
use litmus::tree::Test;
use solver::Literal;
use unroll::Acyclic;

/// An execution and how it ends.
#[derive(Clone, Debug)]
pub struct Ended {
    pub execution: Execution,
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

/// What is asked of an execution, besides that the target allows it.
#[derive(Clone, Copy, Debug)]
pub struct Judges<'m> {
    pub forbidden_by: &'m Model,
    pub allowed_by: Option<&'m Model>,
}

/// Finds an execution of a test that a target allows, and of which others judge so.
pub fn difference(
    test: &Test,
    lowered: &Lowered,
    target: &Model,
    judges: Judges<'_>,
    settings: Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<Difference, NoOutcome> {
    let others: Vec<&Model> = [judges.forbidden_by].into_iter().chain(judges.allowed_by).collect();
    let known: Vec<&Model> = others.iter().copied().chain([target]).collect();
    let acyclic = acyclic(lowered, &known, settings)?;
    let (mut search, mut wanted) =
        all(&acyclic, (test, lowered), target, &others, settings, goes_on)?;
    wanted.iter_mut().skip(1).for_each(|literal| *literal = !*literal);
    let looked_at = search.looked_at();
    let cut = search.cut()?;
    wanted.push(!cut);
    let found = next(&mut search, &wanted, &looked_at)?;
    let is_empty = found.is_none() && next(&mut search, &[!cut], &looked_at)?.is_none();
    search.remarks(!cut, &looked_at)?;
    let (is_undefined, is_cut) = (search.outcome.is_undefined, search.outcome.is_cut);
    Ok(Difference { found, is_empty, is_undefined, is_cut })
}

/// Finds final states of a test that a target reaches and a source does not.
pub fn new_states(
    test: &Test,
    lowered: &Lowered,
    target: &Model,
    source: &Model,
    wanted: Wanted,
    settings: Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<NewStates, NoOutcome> {
    let acyclic = acyclic(lowered, &[target, source], settings)?;
    let (mut search, forbidden) =
        all(&acyclic, (test, lowered), target, &[source], settings, goes_on)?;
    let [forbidden] = forbidden[..] else { unreachable!("there is one source") };
    let (looked_at, lowest) = (search.looked_at(), search.lowest_bytes());
    let cut = search.cut()?;
    let mut reach = Reach::new(&acyclic, (test, lowered), source, settings, goes_on)?;
    let searching = search.formula.circuit().free();
    let (mut new, mut candidates) = (Vec::new(), 0);
    while let Some(execution) = search.find(&[!cut, forbidden, searching])? {
        let values = lowest.iter().map(|cell| cell.value(&mut search.formula)).collect();
        if let Some(ended) = ended(&search, execution) {
            candidates += 1;
            // Two assignments may be shown as one state.
            let is_known = new.iter().any(|own: &Ended| own.state == ended.state);
            if !is_known && !reach.reaches(&ended.state, values)? {
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

/// A search in the formula of several models, and whether each but the target forbids an execution;
/// of the first of them, only those executions may be wanted that it forbids.
fn all<'s>(
    acyclic: &'s Acyclic,
    (test, lowered): (&'s Test, &'s Lowered),
    target: &'s Model,
    others: &[&'s Model],
    settings: Settings,
    goes_on: &'s dyn Fn() -> bool,
) -> Result<(Search<'s>, Vec<Literal>), NoOutcome> {
    let observed = observed(test, lowered, target)?;
    let sides: Vec<Side<'s>> = others.iter().map(|model| Side { model, acyclic }).collect();
    let (source, rest) = sides.split_first().expect("there is a source");
    let own = Side { model: target, acyclic };
    let judged = Formula::judged(own, *source, rest, settings.method);
    let Judged { formula, forbidden, others } =
        judged.map_err(|unsupported| Refusal::Unsupported(unsupported.0))?;
    let forbidden = [forbidden].into_iter().chain(others).collect();
    let search = Search::new(acyclic, (test, lowered), target, observed, formula, goes_on);
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
    Some(Ended { execution, sizes, state, shown, is_positive })
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
