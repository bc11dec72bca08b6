//! Trace portability by one formula: the target's axioms, and the negation of the source's
//! (`dat3m-thesis` §5.5; `bmc` has the encoding).
//!
//! What is found is judged again by the source's axioms before anybody sees it. That nothing is found
//! rests on the encoding, which the tests of this crate compare with `enumeration`.

use crate::source::{Source, forbidden};
use crate::{Counterexample, Portability, UNDEFINED};
use bmc::{Difference, Model, NoOutcome, Settings, difference};
use candidates::Refusal;
use litmus::Lowered;
use litmus::tree::Test;

/// Whether a test is trace portable. `goes_on` is asked now and then.
pub fn by_formula(
    test: &Test,
    lowered: &Lowered,
    source: &Source,
    target: &Model,
    settings: Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<Portability, NoOutcome> {
    let second = Model::new(source.program());
    let Difference { execution, is_undefined, is_cut } =
        difference(test, lowered, target, &second, settings, goes_on)?;
    if is_undefined {
        return Err(Refusal::Unsupported(UNDEFINED.to_owned()).into());
    }
    let Some((execution, state)) = execution else {
        return Ok(if is_cut { Portability::PortableWithinBound } else { Portability::Portable });
    };
    let execution = execution.executed.structure;
    match forbidden(source, &execution) {
        Some(forbidden) => {
            let counterexample = Counterexample { execution, state, forbidden };
            Ok(Portability::NotPortable(Box::new(counterexample)))
        }
        None => Err(NoOutcome::Broken("the source allows the counterexample".to_owned())),
    }
}
