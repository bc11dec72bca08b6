//! Trace portability by looking at every execution that the target allows: `candidates` finds them,
//! and the source's axioms judge each.

use crate::source::{Source, forbidden};
use crate::{Counterexample, Portability, UNDEFINED};
use candidates::{Allowed, Model, Refusal, run_and_visit};
use litmus::Lowered;
use litmus::tree::Test;

/// Whether a test is trace portable. `goes_on` is asked now and then.
pub fn by_enumeration(
    test: &Test,
    lowered: &Lowered,
    source: &Source,
    target: &Model,
    goes_on: &dyn Fn() -> bool,
) -> Result<Portability, Refusal> {
    let mut found: Option<Counterexample> = None;
    let mut visit = |allowed: &Allowed<'_>| {
        if found.is_some() {
            return;
        }
        found = forbidden(source, allowed.structure).map(|forbidden| Counterexample {
            execution: allowed.structure.clone(),
            state: allowed.outcome.show(allowed.state),
            forbidden,
        });
    };
    let outcome = run_and_visit(test, lowered, target, &mut visit, goes_on)?;
    if outcome.is_undefined {
        return Err(Refusal::Unsupported(UNDEFINED.to_owned()));
    }
    Ok(match found {
        Some(found) => Portability::NotPortable(Box::new(found)),
        None if outcome.is_cut => Portability::PortableWithinBound,
        None => Portability::Portable,
    })
}
