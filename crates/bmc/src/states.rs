//! Which final states does a litmus test have under a model? One after the other: an execution is
//! found, its state is noted and excluded, until there is none left.
//!
//! The outcome is that of `candidates`, with one difference: what it counts as positive and
//! negative are states, not executions, since no execution is looked at for its own sake. So the
//! verdict, the observation, the states and the flags are the same, and the numbers are smaller.
//!
//! To decide the condition alone, one state in which it holds and one in which it does not are
//! enough ([`States::Deciding`]). There, what is excluded is not the state that was found, but the
//! values that decide its condition (`litmus::tree::Proposition::reason`): a conjunction of twenty
//! registers takes twenty questions at most, and not a million.
//!
//! Executions in which a loop was cut at the bound have no state; that there are some is said.

use crate::alias::analysed;
use crate::difference::LowestByte;
use crate::execution::Execution;
use crate::formula::{Failure, Formula};
use crate::method::Method;
use crate::model::{Model, PARTS};
use candidates::{End, Observed, Outcome, Refusal, final_memory};
use cat::syntax::Role;
use litmus::Lowered;
use litmus::code::Register;
use litmus::tree::{Place, Test};
use solver::Literal;
use std::collections::BTreeSet;
use unroll::{Acyclic, from_litmus};

/// What herd calls the flag of an undefined test.
const UNDEFINED: &str = "*undef*";

/// How the formula is made and solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    pub method: Method,
    /// How often a loop of a litmus test goes round because of what it reads.
    pub bound: u32,
    pub states: States,
}

/// Which final states are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum States {
    #[default]
    All,
    /// One that satisfies the condition's proposition, and one that does not.
    Deciding,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { method: Method::default(), bound: 2, states: States::All }
    }
}

/// Why there is no outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoOutcome {
    Refused(Refusal),
    /// What was found is no execution of the model: a bug of Heddle.
    Broken(String),
}

impl From<Refusal> for NoOutcome {
    fn from(refusal: Refusal) -> NoOutcome {
        NoOutcome::Refused(refusal)
    }
}

impl From<Failure> for NoOutcome {
    fn from(failure: Failure) -> NoOutcome {
        match failure {
            Failure::Stopped => NoOutcome::Refused(Refusal::Stopped),
            Failure::Broken(what) => NoOutcome::Broken(what),
        }
    }
}

/// Finds the outcomes of a test under a model. `goes_on` is asked now and then.
pub fn run(
    test: &Test,
    lowered: &Lowered,
    model: &Model,
    settings: Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<Outcome, NoOutcome> {
    let observed = observed(test, lowered, model)?;
    let acyclic = acyclic(lowered, &[model], settings)?;
    let formula = Formula::new(&acyclic, model, settings.method)
        .map_err(|unsupported| Refusal::Unsupported(unsupported.0))?;
    Search::new(&acyclic, (test, lowered), model, observed, formula, goes_on).run(settings.states)
}

/// What the test looks at, if the model says what is there in the end.
pub(crate) fn observed<'t>(
    test: &'t Test,
    lowered: &'t Lowered,
    model: &Model,
) -> Result<Observed<'t>, Refusal> {
    if model.primitives.coherence().is_none() {
        let message =
            "the model chooses no `co`, which final values come from: it may include cos.cat";
        return Err(Refusal::Model(message.to_owned()));
    }
    let observed = Observed::new(test, lowered);
    if !observed.has_room() {
        let message = "a part of an address is computed, stored or loaded";
        return Err(Refusal::Unsupported(message.to_owned()));
    }
    Ok(observed)
}

/// The test as an acyclic program, if all of the models know what it has.
pub(crate) fn acyclic(
    lowered: &Lowered,
    models: &[&Model],
    settings: Settings,
) -> Result<Acyclic, Refusal> {
    let acyclic = from_litmus(lowered, settings.bound);
    if !models.iter().all(|model| model.knows_parts_of(&acyclic)) {
        return Err(Refusal::Unsupported(PARTS.to_owned()));
    }
    Ok(analysed(&acyclic, settings.method.analyses.alias).into_owned())
}

fn nothing_found(test: &Test, observed: &Observed<'_>) -> Outcome {
    Outcome {
        places: observed.shown().to_vec(),
        names: observed.names(),
        states: BTreeSet::new(),
        positive: 0,
        negative: 0,
        flags: BTreeSet::new(),
        is_undefined: false,
        is_cut: false,
        is_partial: false,
        quantifier: test.condition.quantifier,
    }
}

pub(crate) struct Search<'s> {
    acyclic: &'s Acyclic,
    lowered: &'s Lowered,
    model: &'s Model,
    observed: Observed<'s>,
    pub(crate) formula: Formula<'s>,
    pub(crate) outcome: Outcome,
    goes_on: &'s dyn Fn() -> bool,
}

impl<'s> Search<'s> {
    pub(crate) fn new(
        acyclic: &'s Acyclic,
        (test, lowered): (&'s Test, &'s Lowered),
        model: &'s Model,
        observed: Observed<'s>,
        formula: Formula<'s>,
        goes_on: &'s dyn Fn() -> bool,
    ) -> Search<'s> {
        let outcome = nothing_found(test, &observed);
        Search { acyclic, lowered, model, observed, formula, outcome, goes_on }
    }

    fn run(mut self, states: States) -> Result<Outcome, NoOutcome> {
        let looked_at = self.looked_at();
        let cut = self.cut()?;
        match states {
            States::All => self.states(!cut, &looked_at)?,
            States::Deciding => self.deciding_states(!cut)?,
        }
        self.remarks(!cut, &looked_at)?;
        Ok(self.outcome)
    }

    /// Whether a loop is left at the bound, after what is not understood was excluded.
    pub(crate) fn cut(&mut self) -> Result<Literal, NoOutcome> {
        let astray = self.formula.astray();
        if self.find(&[astray])?.is_some() {
            let message = "an access may be at an address that was not foreseen";
            return Err(Refusal::Unsupported(message.to_owned()).into());
        }
        let gap = self.formula.any(self.acyclic.gaps.iter().map(|gap| gap.condition));
        if let Some(execution) = self.find(&[gap])? {
            let mut gaps = self.acyclic.gaps.iter();
            let met = gaps.find(|gap| execution.evaluation.holds(gap.condition));
            let what = met.expect("a gap was asked for").what.clone();
            return Err(Refusal::Unsupported(what).into());
        }
        let cut = self.formula.any(self.acyclic.unwound.iter().map(|cut| cut.condition));
        let has_end = self.find(&[!cut])?.is_some();
        if let Some(execution) = self.find(&[cut])? {
            self.outcome.is_cut = true;
            if !has_end {
                let mut cuts = self.acyclic.unwound.iter();
                let met = cuts.find(|cut| execution.evaluation.holds(cut.condition));
                let line = met
                    .and_then(|cut| cut.line)
                    .map_or(String::new(), |line| format!(" in line {line}"));
                let message = format!("no execution ends before the loop{line} is left");
                return Err(Refusal::Unsupported(message).into());
            }
        }
        Ok(cut)
    }

    pub(crate) fn find(&mut self, conditions: &[Literal]) -> Result<Option<Execution>, NoOutcome> {
        if conditions.iter().any(|own| self.formula.circuit().known(*own) == Some(false)) {
            return Ok(None);
        }
        Ok(self.formula.find(conditions, self.goes_on)?)
    }

    /// The literals that decide what the test looks at in the end.
    pub(crate) fn looked_at(&mut self) -> Vec<Literal> {
        let places: Vec<Place> = self.observed.places().cloned().collect();
        let mut literals: Vec<Literal> =
            places.iter().flat_map(|place| self.literals(place)).collect();
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    /// The literals that decide what a place holds in the end.
    fn literals(&mut self, place: &Place) -> Vec<Literal> {
        let mut literals = Vec::new();
        if let Some((thread, register)) = self.observed.register(place) {
            let value = self.acyclic.threads[thread].registers[register.0];
            literals.extend(self.formula.bits(value));
        }
        for address in self.cells(place) {
            let (accessed, bits) = self.formula.final_value(address);
            literals.push(accessed);
            literals.extend(bits);
        }
        literals.retain(|literal| self.formula.circuit().known(*literal).is_none());
        literals
    }

    /// The lowest bytes of the registers and the cells that the test looks at, in an order that
    /// depends on the test alone.
    pub(crate) fn lowest_bytes(&mut self) -> Vec<LowestByte> {
        let always = self.formula.circuit().constant(true);
        let places: Vec<Place> = self.observed.places().cloned().collect();
        let mut lowest = Vec::new();
        for (thread, register) in places.iter().filter_map(|own| self.observed.register(own)) {
            let value = self.acyclic.threads[thread].registers[register.0];
            lowest.push(LowestByte::new(always, self.formula.bits(value)));
        }
        let cells: BTreeSet<u64> = places.iter().flat_map(|own| self.cells(own)).collect();
        for address in cells {
            let (accessed, bits) = self.formula.final_value(address);
            lowest.push(LowestByte::new(accessed, bits));
        }
        lowest
    }

    /// The cells of a place that are written to.
    fn cells(&self, place: &Place) -> BTreeSet<u64> {
        let mut cells = BTreeSet::new();
        for (address, bytes) in self.observed.memory(place) {
            let range = address as u64..address as u64 + u64::from(bytes);
            let writes = self.acyclic.events.iter().filter(|event| event.kind.writes());
            let addresses = writes.flat_map(|event| &event.may_addresses);
            cells.extend(addresses.copied().filter(|address| range.contains(address)));
        }
        cells
    }

    /// How an execution ends, if the test's filter takes it, and whether its condition holds.
    pub(crate) fn end(&self, execution: &Execution) -> Option<(candidates::State, bool)> {
        let sizes = self.sizes(execution);
        let end =
            ExecutionEnd { acyclic: self.acyclic, lowered: self.lowered, execution, sizes: &sizes };
        self.observed.state(&end)
    }

    /// Places that are enough to tell whether the test's filter takes an execution, and whether its
    /// condition holds.
    fn deciding(&self, execution: &Execution) -> Vec<&Place> {
        let sizes = self.sizes(execution);
        let end =
            ExecutionEnd { acyclic: self.acyclic, lowered: self.lowered, execution, sizes: &sizes };
        self.observed.deciding(&end)
    }

    /// How many bytes each event of an execution is about.
    pub(crate) fn sizes(&self, execution: &Execution) -> Vec<u8> {
        execution.executed.events.iter().map(|id| self.acyclic.event(*id).size).collect()
    }

    /// The clause that excludes what was found, as long as a literal is true.
    pub(crate) fn exclude(&mut self, looked_at: &[Literal], while_true: Literal) {
        let mut clause: Vec<Literal> = looked_at
            .iter()
            .map(|literal| literal.negated_if(self.formula.value(*literal)))
            .collect();
        clause.push(!while_true);
        self.formula.circuit().require(&clause);
    }

    fn states(&mut self, ends: Literal, looked_at: &[Literal]) -> Result<(), NoOutcome> {
        let searching = self.formula.circuit().free();
        while let Some(execution) = self.find(&[ends, searching])? {
            if let Some((state, holds)) = self.end(&execution)
                && self.outcome.states.insert(state)
            {
                let Outcome { positive, negative, .. } = &mut self.outcome;
                *(if holds { positive } else { negative }) += 1;
            }
            self.exclude(looked_at, searching);
        }
        Ok(())
    }

    /// A state that satisfies the condition's proposition and one that does not, if there are.
    fn deciding_states(&mut self, ends: Literal) -> Result<(), NoOutcome> {
        self.outcome.is_partial = true;
        let places: Vec<Place> = self.observed.places().cloned().collect();
        let literals: Vec<(Place, Vec<Literal>)> = places
            .into_iter()
            .map(|place| {
                let literals = self.literals(&place);
                (place, literals)
            })
            .collect();
        for wanted in [true, false] {
            let searching = self.formula.circuit().free();
            while let Some(execution) = self.find(&[ends, searching])? {
                if let Some((state, holds)) = self.end(&execution)
                    && holds == wanted
                {
                    self.outcome.states.insert(state);
                    let Outcome { positive, negative, .. } = &mut self.outcome;
                    *(if holds { positive } else { negative }) = 1;
                    break;
                }
                let deciding = self.deciding(&execution);
                let is_deciding = |(place, _): &&(Place, Vec<Literal>)| deciding.contains(&place);
                let of_deciding = literals.iter().filter(is_deciding);
                let looked_at: Vec<Literal> =
                    of_deciding.flat_map(|(_, own)| own.iter().copied()).collect();
                self.exclude(&looked_at, searching);
            }
        }
        Ok(())
    }

    /// Flags, and what is not defined, by one question for each.
    pub(crate) fn remarks(
        &mut self,
        ends: Literal,
        looked_at: &[Literal],
    ) -> Result<(), NoOutcome> {
        for (index, holds) in self.formula.remarks().to_vec() {
            let check = &self.model.program.checks[index];
            let wanted = match check.role {
                Role::Axiom => unreachable!("axioms are no remarks"),
                Role::Flag => holds,
                Role::UndefinedUnless | Role::Assert => !holds,
            };
            let searching = self.formula.circuit().free();
            while let Some(execution) = self.find(&[ends, wanted, searching])? {
                // Of an execution that the filter does not take, nothing is said.
                if self.end(&execution).is_none() {
                    self.exclude(looked_at, searching);
                    continue;
                }
                let name = check.name.as_deref();
                match check.role {
                    Role::Axiom => unreachable!("axioms are no remarks"),
                    Role::Flag => {
                        assert!(execution.judgement.flags.contains(&index), "the flag is raised");
                        self.outcome.flags.insert(name.unwrap_or("?").to_owned());
                    }
                    Role::UndefinedUnless => {
                        let mut undefined = execution.judgement.undefined.iter();
                        assert!(undefined.any(|own| own.check == index), "it is undefined");
                        self.outcome.is_undefined = true;
                        self.outcome.flags.insert(UNDEFINED.to_owned());
                    }
                    Role::Assert => {
                        let name = name.unwrap_or("an assertion");
                        let message = format!("`{name}` of the model fails");
                        return Err(Refusal::Model(message).into());
                    }
                }
                break;
            }
        }
        Ok(())
    }
}

/// How an execution of a litmus test ends.
struct ExecutionEnd<'e> {
    acyclic: &'e Acyclic,
    lowered: &'e Lowered,
    execution: &'e Execution,
    sizes: &'e [u8],
}

impl End for ExecutionEnd<'_> {
    fn register(&self, thread: usize, register: Register) -> i64 {
        let value = self.acyclic.threads[thread].registers[register.0];
        self.execution.evaluation.number(value) as i64
    }

    fn memory(&self, address: i64, bytes: u8) -> i64 {
        let structure = &self.execution.executed.structure;
        final_memory(structure, self.sizes, self.lowered, address, bytes)
    }
}
