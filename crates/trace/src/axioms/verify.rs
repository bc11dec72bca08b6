//! Is a witness an execution that the axioms allow? Judged by `cat` on the events of the recording,
//! without anything of the formula that found it.

use super::Axiomatic;
use super::events::Events;
use crate::recording::Recording;
use crate::verify::{Flaw, ensure, execution};
use crate::witness::{Explanation, Witness};
use cat::program::Possibilities;
use cat::{evaluate, is_linear_order, judge};
use events::CatView;

/// Whether the witness shows that the recording is consistent with the axioms.
pub fn verify(recording: &Recording, model: &Axiomatic, witness: &Witness) -> Result<(), Flaw> {
    execution(recording, &witness.reads_from)?;
    let Explanation::Coherence(coherence) = &witness.explanation else {
        return Err(Flaw("the explanation is for another model".to_owned()));
    };
    let (events, program) = (Events::of(recording), model.program());
    let mut structure = events.structure(recording);
    structure.rf = events.rf(recording, &witness.reads_from);
    structure.co = coherence.as_ref().map(|coherence| events.co(coherence));
    ensure(structure.co.is_some() != program.choices.is_empty(), || {
        "coherence is missing, or there for nothing".to_owned()
    })?;
    let view = CatView::new(&structure, &model.primitives);
    let valuation = evaluate(program, &mut view.world(), &view);
    for choice in &program.choices {
        let Possibilities::Orders { classes, order } = &choice.source else {
            return Err(Flaw("coherence is not an order".to_owned()));
        };
        let (classes, order) = (valuation.relation(*classes), valuation.relation(*order));
        let chosen = structure.co.as_ref().expect("it is there");
        ensure(is_linear_order(chosen, classes, order), || "coherence is no order".to_owned())?;
    }
    let judgement = judge(program, view.world(), &view);
    ensure(judgement.is_allowed(), || format!("an axiom fails: {:?}", judgement.forbidden))
}
