//! Is a history consistent? The procedures in the order in which they are worth trying.
//!
//! GETWITNESS (`rf-sc` §5): saturation refutes almost every history that is inconsistent; a witness
//! that resembles another one is found for almost every history that is not; what is left is
//! decided by a complete search, restricted to the saturated order. The same three phases serve TSO
//! and PSO (`rf-tso-pso` §4.3), with their own search.

use crate::answer::Answer;
use crate::guided;
use crate::history::History;
use crate::machine::{Model, Move};
use crate::memory_writes;
use crate::saturation::Saturation;
use crate::verify_pso;

/// Finds a witness of a history, or the reason why there is none. The guide is a witness of a
/// similar history, or empty.
pub fn check(history: &History, model: Model, guide: &[Move]) -> Answer {
    let mut saturation = Saturation::of(history, model)?;
    conclude(&mut saturation, guide)
}

/// The same, for a history that has been saturated.
pub fn conclude(saturation: &mut Saturation, guide: &[Move]) -> Answer {
    if let Some(witness) = guided::construct(saturation, guide) {
        return Ok(witness);
    }
    match saturation.order().model() {
        Model::Sc | Model::Tso => memory_writes::search(saturation.order()),
        Model::Pso => verify_pso::search(saturation.order()),
    }
}
