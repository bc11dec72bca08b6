//! Portability by looking at every execution that the target allows: `candidates` finds them. For
//! traces the source's axioms judge each; for states, those that the source reaches are found in
//! the same way.

use crate::{Counterexample, EMPTY, Portability, Question, SOURCE_IS_CUT, undefined};
use bmc::Wanted;
use candidates::{Allowed, Outcome, Refusal, State, run, visit};
use events::EventStructure;
use std::collections::{BTreeMap, BTreeSet};

/// Why accesses in parts cannot be judged.
const PARTS: &str = "accesses overlap in part (mixed sizes), and the source says nothing about parts of accesses (`si`)";

pub(crate) fn traces(question: &Question<'_>) -> Result<Portability, Refusal> {
    let Question { test, lowered, pair, unnamed, goes_on } = question;
    let is_sequential = |execution: &EventStructure| pair.sequential.forbids(execution).is_none();
    let must_be_sequential = !unnamed.by_target.is_empty();
    let stops_early = !pair.target.can_be_undefined();
    let (mut found, mut is_uncertain, mut has_parts) = (None, false, false);
    let mut look = |allowed: &Allowed<'_>| {
        if found.is_some() {
            return true;
        }
        let execution = allowed.structure;
        has_parts |= has_unknown_parts(question, execution);
        match pair.source.forbids(execution) {
            Some(_) if must_be_sequential && !is_sequential(execution) => is_uncertain = true,
            Some(forbidden) => {
                let state = allowed.outcome.show(allowed.state);
                found = Some(counterexample(allowed, state, forbidden));
            }
            None if !unnamed.by_source.is_empty() => is_uncertain |= !is_sequential(execution),
            None => {}
        }
        !(found.is_some() && stops_early)
    };
    let outcome = visit(test, lowered, &pair.target.candidates, &mut look, goes_on)?;
    if has_parts {
        return Err(Refusal::Unsupported(PARTS.to_owned()));
    }
    require_meaning(&outcome)?;
    match found {
        Some(found) => Ok(Portability::NotPortable(vec![found])),
        None if is_uncertain => Err(question.uncertain()),
        None => Ok(Portability::portable(outcome.is_cut)),
    }
}

pub(crate) fn states(question: &Question<'_>, wanted: Wanted) -> Result<Portability, Refusal> {
    let Question { test, lowered, pair, unnamed, goes_on } = question;
    let source = run(test, lowered, &pair.source.candidates, goes_on)?;
    let sequential: BTreeSet<State> = if unnamed.is_some() {
        run(test, lowered, &pair.sequential.candidates, goes_on)?.states
    } else {
        BTreeSet::new()
    };
    let mut found: BTreeMap<State, Counterexample> = BTreeMap::new();
    let (mut is_uncertain, mut is_allowed) = (false, false);
    let mut look = |allowed: &Allowed<'_>| {
        let Allowed { state, outcome, .. } = *allowed;
        let is_new = !source.states.contains(state);
        let unnamed_by = if is_new { &unnamed.by_target } else { &unnamed.by_source };
        if !unnamed_by.is_empty() && !sequential.contains(state) {
            is_uncertain = true;
        } else if is_new && !found.contains_key(state) {
            match pair.source.forbids(allowed.structure) {
                Some(forbidden) => {
                    let shown = outcome.show(state);
                    found.insert(state.clone(), counterexample(allowed, shown, forbidden));
                }
                None => is_allowed = true,
            }
        }
        true
    };
    let outcome = visit(test, lowered, &pair.target.candidates, &mut look, goes_on)?;
    require_meaning(&outcome)?;
    assert!(!is_allowed, "the source reaches the states of the executions that it allows");
    if found.is_empty() {
        return match is_uncertain {
            true => Err(question.uncertain()),
            false => Ok(Portability::portable(outcome.is_cut)),
        };
    }
    if source.is_cut {
        return Err(Refusal::Unsupported(SOURCE_IS_CUT.to_owned()));
    }
    let count = match wanted {
        Wanted::First => 1,
        Wanted::All => found.len(),
    };
    Ok(Portability::NotPortable(found.into_values().take(count).collect()))
}

fn counterexample(
    allowed: &Allowed<'_>,
    state: String,
    forbidden: crate::Forbidden,
) -> Counterexample {
    Counterexample {
        execution: allowed.structure.clone(),
        sizes: allowed.sizes.to_vec(),
        state,
        is_positive: allowed.is_positive,
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
