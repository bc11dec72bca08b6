//! What if nothing were known of where accesses can be? For comparison: what the reachable numbers
//! of addresses, which `unroll` computes (an alias analysis in the place of that of `dat3m-thesis`
//! §4.8; it knows values and not only objects), are worth to a formula.

use std::borrow::Cow;
use unroll::{Acyclic, Node};

/// The same program, in which an access whose address is computed may be anywhere that an access of
/// its size may be.
pub(crate) fn widened(acyclic: &Acyclic) -> Acyclic {
    let mut widened = acyclic.clone();
    let cells: Vec<(u64, u8, u8)> = acyclic
        .events
        .iter()
        .filter(|event| event.thread.is_none())
        .map(|cell| (cell.may_addresses[0], cell.size, cell.width))
        .collect();
    for event in &mut widened.events {
        let Some(address) = event.address else { continue };
        if matches!(acyclic.values.node(address), Node::Constant(_)) {
            continue;
        }
        let fits = |(_, size, width): &&(u64, u8, u8)| (*size, *width) == (event.size, event.width);
        event.may_addresses.extend(cells.iter().filter(fits).map(|(address, _, _)| *address));
        event.may_addresses.sort_unstable();
        event.may_addresses.dedup();
    }
    widened
}

/// The program that becomes a formula.
pub(crate) fn analysed(acyclic: &Acyclic, has_alias_analysis: bool) -> Cow<'_, Acyclic> {
    match has_alias_analysis {
        true => Cow::Borrowed(acyclic),
        false => Cow::Owned(widened(acyclic)),
    }
}
