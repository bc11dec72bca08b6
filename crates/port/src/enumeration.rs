//! Portability by looking at every execution that the target allows: `candidates` finds them. For
//! traces the source's axioms judge each, as the source's code has it; for states, those that the
//! source reaches are found in the same way.

use crate::{
    Counterexample, EMPTY, Forbidden, Model, Portability, Question, SOURCE_IS_CUT, undefined,
};
use bmc::{NoOutcome, Wanted};
use candidates::{Allowed, Outcome, Refusal, State, Twin, Twinned, run, visit};
use events::EventStructure;
use std::collections::{BTreeMap, BTreeSet};

/// Why accesses in parts cannot be judged.
const PARTS: &str = "accesses overlap in part (mixed sizes), and the source says nothing about parts of accesses (`si`)";

/// What would be wrong with the code of a side.
const OTHER_ACCESSES: &str = "the source's code does not make the accesses of the target's";

/// The code of the source, if it is another than the target's.
struct SourceCode(Option<Twin>);

/// Why the source forbids an execution of the target, and how its own code has it.
type Said = Option<(Forbidden, Option<Twinned>)>;

impl SourceCode {
    fn of(question: &Question<'_>) -> Result<SourceCode, Refusal> {
        Ok(SourceCode(question.case.other_source().map(Twin::new).transpose()?))
    }

    /// Whether the source forbids an execution, as its code has it. Where its code has several that
    /// are this one, all must be forbidden.
    fn judges(&self, source: &Model, allowed: &Allowed<'_>) -> Result<Said, NoOutcome> {
        let Some(twin) = &self.0 else {
            let forbidden = source.forbids(allowed.structure);
            return Ok(forbidden.map(|own| (own, None)));
        };
        let mut said = None;
        for own in twin.of(allowed.structure, allowed.sizes) {
            match source.forbids(&own.structure) {
                None => return Ok(None),
                Some(forbidden) => said = Some((forbidden, Some(own))),
            }
        }
        match said {
            None => Err(NoOutcome::Broken(OTHER_ACCESSES.to_owned())),
            said => Ok(said),
        }
    }
}

pub(crate) fn traces(question: &Question<'_>) -> Result<Portability, NoOutcome> {
    new_execution(question, None)
}

/// A new execution; only such that another model allows, as the source's code has it, if there is
/// one.
pub(crate) fn new_execution(
    question: &Question<'_>,
    only: Option<&Model>,
) -> Result<Portability, NoOutcome> {
    let Question { case, pair, unnamed, goes_on } = question;
    let code = SourceCode::of(question)?;
    let is_sequential = |execution: &EventStructure| pair.sequential.forbids(execution).is_none();
    let must_be_sequential = !unnamed.by_target.is_empty();
    let stops_early = !pair.target.can_be_undefined();
    let (mut found, mut is_uncertain, mut has_parts) = (None, false, false);
    let mut broken = None;
    let mut look = |allowed: &Allowed<'_>| {
        if found.is_some() {
            return true;
        }
        let execution = allowed.structure;
        has_parts |= has_unknown_parts(question, execution);
        match code.judges(pair.source, allowed) {
            Ok(Some(_)) if must_be_sequential && !is_sequential(execution) => {
                is_uncertain = true;
            }
            Ok(Some((_, of_source))) if !is_wanted(only, execution, of_source.as_ref()) => {}
            Ok(Some((forbidden, of_source))) => {
                let state = allowed.outcome.show(allowed.state);
                found = Some(counterexample(allowed, state, forbidden, of_source));
            }
            Ok(None) if !unnamed.by_source.is_empty() => {
                is_uncertain |= !is_sequential(execution);
            }
            Ok(None) => {}
            Err(failure) => broken = Some(failure),
        }
        broken.is_none() && !(found.is_some() && stops_early)
    };
    let target = &pair.target.candidates;
    let outcome = visit(case.test, case.target(), target, &mut look, goes_on)?;
    if let Some(broken) = broken {
        return Err(broken);
    }
    if has_parts {
        return Err(Refusal::Unsupported(PARTS.to_owned()).into());
    }
    require_meaning(&outcome)?;
    match found {
        Some(found) => Ok(Portability::NotPortable(vec![found])),
        None if is_uncertain => Err(question.uncertain().into()),
        None => Ok(Portability::portable(outcome.is_cut)),
    }
}

pub(crate) fn states(question: &Question<'_>, wanted: Wanted) -> Result<Portability, NoOutcome> {
    let Question { case, pair, unnamed, goes_on } = question;
    let code = SourceCode::of(question)?;
    let source = run(case.test, case.source(), &pair.source.candidates, goes_on)?;
    let sequential: BTreeSet<State> = if unnamed.is_some() {
        run(case.test, case.target(), &pair.sequential.candidates, goes_on)?.states
    } else {
        BTreeSet::new()
    };
    let mut found: BTreeMap<State, Counterexample> = BTreeMap::new();
    let (mut is_uncertain, mut is_allowed, mut broken) = (false, false, None);
    let mut look = |allowed: &Allowed<'_>| {
        let Allowed { state, outcome, .. } = *allowed;
        let is_new = !source.states.contains(state);
        let unnamed_by = if is_new { &unnamed.by_target } else { &unnamed.by_source };
        if !unnamed_by.is_empty() && !sequential.contains(state) {
            is_uncertain = true;
        } else if is_new && !found.contains_key(state) {
            match code.judges(pair.source, allowed) {
                Ok(Some((forbidden, of_source))) => {
                    let shown = outcome.show(state);
                    let own = counterexample(allowed, shown, forbidden, of_source);
                    found.insert(state.clone(), own);
                }
                Ok(None) => is_allowed = true,
                Err(failure) => broken = Some(failure),
            }
        }
        broken.is_none()
    };
    let target = &pair.target.candidates;
    let outcome = visit(case.test, case.target(), target, &mut look, goes_on)?;
    if let Some(broken) = broken {
        return Err(broken);
    }
    require_meaning(&outcome)?;
    assert!(!is_allowed, "the source reaches the states of the executions that it allows");
    if found.is_empty() {
        return match is_uncertain {
            true => Err(question.uncertain().into()),
            false => Ok(Portability::portable(outcome.is_cut)),
        };
    }
    if source.is_cut {
        return Err(Refusal::Unsupported(SOURCE_IS_CUT.to_owned()).into());
    }
    let count = match wanted {
        Wanted::First => 1,
        Wanted::All => found.len(),
    };
    Ok(Portability::NotPortable(found.into_values().take(count).collect()))
}

/// Whether a model allows an execution, as the source's code has it.
fn is_wanted(only: Option<&Model>, execution: &EventStructure, own: Option<&Twinned>) -> bool {
    let own = own.map_or(execution, |own| &own.structure);
    only.is_none_or(|model| model.forbids(own).is_none())
}

fn counterexample(
    allowed: &Allowed<'_>,
    state: String,
    forbidden: Forbidden,
    of_source: Option<Twinned>,
) -> Counterexample {
    Counterexample {
        execution: allowed.structure.clone(),
        sizes: allowed.sizes.to_vec(),
        state,
        is_positive: allowed.is_positive,
        of_source,
        forbidden,
    }
}

/// Whether an execution has accesses in parts, about which the source says nothing. (Of the target
/// `candidates` asks the same.)
fn has_unknown_parts(question: &Question<'_>, execution: &EventStructure) -> bool {
    let knows = question.pair.source.primitives.has_any(&[events::Primitive::SameAccess]);
    !knows && (0..execution.size()).any(|event| execution.part_before(event).is_some())
}

fn require_meaning(outcome: &Outcome) -> Result<(), Refusal> {
    if outcome.is_undefined {
        return Err(Refusal::Unsupported(undefined("target")));
    }
    if outcome.is_empty() {
        return Err(Refusal::Unsupported(EMPTY.to_owned()));
    }
    Ok(())
}
