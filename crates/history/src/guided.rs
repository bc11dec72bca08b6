//! A witness that resembles another one.
//!
//! CONSTRUCTWITNESS (`rf-sc` Algorithm 2): as long as there are two writes to a location that are
//! not ordered, they are ordered as the guide has them, and the order is saturated. If no cycle
//! comes up, the writes to each location are in a total order, and then every linearisation is a
//! witness (`rf-sc` Lemma 5.3): for a read of `w` another write is before `w` by R1 or after the
//! read by R2. With buffers the same holds for the writes to the memory: if the source is in the
//! own buffer, it is the last write there, and otherwise no own write is left there
//! (`Why::Forwarding`).
//!
//! A cycle proves nothing, since the guide may be a bad one. Deviation: a guide need not know all
//! writes; those that it does not know come last, in the order in which they were added.

use crate::machine::Move;
use crate::order::Node;
use crate::saturation::Saturation;
use rustc_hash::FxHashMap;

/// Tries to find a witness; leaves the saturation as it was.
pub fn construct(saturation: &mut Saturation, guide: &[Move]) -> Option<Vec<Move>> {
    let places: FxHashMap<Move, usize> =
        guide.iter().zip(0..).map(|(step, i)| (*step, i)).collect();
    let mark = saturation.mark();
    let witness = order_writes(saturation, &places).then(|| saturation.order().linearisation());
    saturation.forget(mark);
    witness
}

/// Whether all writes to each location could be ordered.
fn order_writes(saturation: &mut Saturation, places: &FxHashMap<Move, usize>) -> bool {
    for location in 0..saturation.order().locations().len() {
        let order = saturation.order();
        let chains = order.locations()[location].writes.iter();
        let mut writes: Vec<Node> = chains.flat_map(|(_, writes)| writes).copied().collect();
        writes.sort_by_key(|write| {
            let step = order.entry(*write).step;
            let place = places.get(&step).or_else(|| places.get(&Move::Perform(step.event())));
            (place.copied().unwrap_or(usize::MAX), *write)
        });
        for (place, second) in writes.iter().enumerate() {
            for first in &writes[..place] {
                let order = saturation.order();
                let is_open =
                    !order.is_before(*first, *second) && !order.is_before(*second, *first);
                if is_open && saturation.guess(*first, *second).is_err() {
                    return false;
                }
            }
        }
    }
    true
}
