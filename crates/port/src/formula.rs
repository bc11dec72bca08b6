//! Portability by formulas for a solver: the target's axioms, and the negation of the source's
//! (`dat3m-thesis` §5.5), with the loop of Algorithm 4 for states (§5.7; `bmc::difference` has
//! both).
//!
//! What is found is judged again by the source's axioms before anybody sees it. That nothing is
//! found rests on the encoding, which the tests of this crate compare with `enumeration`.

use crate::{Counterexample, EMPTY, Portability, Question, SOURCE_IS_CUT, undefined};
use bmc::{Difference, Ended, Judge, Judges, NewStates, NoOutcome, Settings, Wanted};
use candidates::{Refusal, State};
use std::collections::BTreeSet;

pub(crate) fn traces(
    question: &Question<'_>,
    settings: Settings,
) -> Result<Portability, NoOutcome> {
    let Question { case, pair, unnamed, goes_on } = question;
    let tested = case.for_formulas();
    let (source, target) = (&pair.source.bmc, &pair.target.bmc);
    let sequential = &pair.sequential.bmc;
    let ask = |judges: Judges<'_>| bmc::difference(tested, target, judges, settings, goes_on);
    let new = Judges { forbidden_by: Judge::OfSource(source), allowed_by: None };
    let sequential = Judge::OfTarget(sequential);
    let certain =
        Judges { allowed_by: (!unnamed.by_target.is_empty()).then_some(sequential), ..new };
    let Difference { found, is_empty, is_undefined, is_cut } = ask(certain)?;
    require_meaning(is_empty, is_undefined)?;
    if let Some(found) = found {
        return Ok(Portability::NotPortable(vec![counterexample(question, found)?]));
    }
    let mut is_uncertain = false;
    if !unnamed.by_target.is_empty() {
        is_uncertain = ask(new)?.found.is_some();
    }
    if !unnamed.by_source.is_empty() {
        let shared = Judges { forbidden_by: sequential, allowed_by: Some(Judge::OfSource(source)) };
        is_uncertain |= ask(shared)?.found.is_some();
    }
    match is_uncertain {
        true => Err(question.uncertain().into()),
        false => Ok(Portability::portable(is_cut)),
    }
}

pub(crate) fn states(
    question: &Question<'_>,
    wanted: Wanted,
    settings: Settings,
) -> Result<Portability, NoOutcome> {
    let Question { case, pair, unnamed, goes_on } = question;
    let tested = case.for_formulas();
    let (source, target) = (&pair.source.bmc, &pair.target.bmc);
    // Of several new states, some may be uncertain.
    let asked = if unnamed.is_some() { Wanted::All } else { wanted };
    let NewStates { mut new, is_empty, is_undefined, is_cut, source_is_cut, .. } =
        bmc::new_states(tested, target, source, asked, settings, goes_on)?;
    require_meaning(is_empty, is_undefined)?;
    let mut is_uncertain = false;
    if unnamed.is_some() {
        let states = |model| -> Result<BTreeSet<State>, NoOutcome> {
            Ok(bmc::run(case.test, case.target(), model, settings, goes_on)?.states)
        };
        let sequential = states(&pair.sequential.bmc)?;
        let is_new = |state: &State| new.iter().any(|own: &Ended| own.state == *state);
        if !unnamed.by_source.is_empty() {
            let reached = states(target)?;
            let mut shared = reached.iter().filter(|state| !is_new(state));
            is_uncertain = shared.any(|state| !sequential.contains(state));
        }
        if !unnamed.by_target.is_empty() {
            let count = new.len();
            new.retain(|ended| sequential.contains(&ended.state));
            is_uncertain |= new.len() < count;
        }
    }
    if new.is_empty() {
        return match is_uncertain {
            true => Err(question.uncertain().into()),
            false => Ok(Portability::portable(is_cut)),
        };
    }
    if source_is_cut {
        return Err(Refusal::Unsupported(SOURCE_IS_CUT.to_owned()).into());
    }
    new.sort_by(|first, second| first.state.cmp(&second.state));
    if wanted == Wanted::First {
        new.truncate(1);
    }
    let found: Result<Vec<_>, _> =
        new.into_iter().map(|ended| counterexample(question, ended)).collect();
    Ok(Portability::NotPortable(found?))
}

/// What was found, judged again.
fn counterexample(question: &Question<'_>, ended: Ended) -> Result<Counterexample, NoOutcome> {
    let Ended { execution, of_source, sizes, shown: state, is_positive, .. } = ended;
    let execution = execution.executed.structure;
    let judged = of_source.as_ref().map_or(&execution, |own| &own.structure);
    match question.pair.source.forbids(judged) {
        Some(forbidden) => {
            Ok(Counterexample { execution, sizes, state, is_positive, of_source, forbidden })
        }
        None => Err(NoOutcome::Broken("the source allows the counterexample".to_owned())),
    }
}

fn require_meaning(is_empty: bool, is_undefined: bool) -> Result<(), Refusal> {
    if is_undefined {
        return Err(Refusal::Unsupported(undefined("target")));
    }
    if is_empty {
        return Err(Refusal::Unsupported(EMPTY.to_owned()));
    }
    Ok(())
}
