//! Where can an access be, as far as a formula is told? `unroll` computes the numbers that each
//! address can be ([`Alias::Numbers`]). That is more than an analysis of pointers knows: offsets
//! and indices as well as objects; what is in registers and in memory of one thread, on the way
//! that was taken; and what is in shared memory regardless of order, as the model decides that.
//!
//! The analyses of `dat3m-thesis` §4.8 are made from it by forgetting, for comparison, since a set
//! that is larger than it need be makes a formula larger and changes no answer:
//!
//! - [`Alias::Flow`] keeps the objects that an address can be in (*control-flow sensitive*: a set
//!   for each event);
//! - [`Alias::Andersen`] has one set of objects for all copies of an access in the unrolled program
//!   (*control-flow insensitive*: one for each register);
//! - [`Alias::Nothing`] lets an access be everywhere that one of its size is.
//!
//! An access at a constant address is there, whatever is forgotten.
//!
//! **Deviations.** In the thesis, what is computed with pointers can point to anything; here it
//! points to the objects that it really can. Copies of an access are those at one place of the
//! source.

use crate::method::Alias;
use base::{Address, ObjectId, SourcePosition};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeSet;
use unroll::{Acyclic, Event, Node};

/// A cell: its address, its size and the width of its values.
type Cell = (u64, u8, u8);

/// The copies of an access: where it stands, and how much it accesses.
type Copies = (Option<SourcePosition>, u8, u8);

fn object(address: u64) -> Option<ObjectId> {
    Address(address).object().map(|(object, _)| object)
}

fn objects(event: &Event) -> BTreeSet<Option<ObjectId>> {
    event.may_addresses.iter().map(|at| object(*at)).collect()
}

fn copies(event: &Event) -> Copies {
    (event.position, event.size, event.width)
}

/// The same program, in which an access whose address is computed may be at more places.
fn widened(acyclic: &Acyclic, alias: Alias) -> Acyclic {
    let mut widened = acyclic.clone();
    let cells: Vec<Cell> = acyclic
        .events
        .iter()
        .filter(|event| event.thread.is_none())
        .map(|cell| (cell.may_addresses[0], cell.size, cell.width))
        .collect();
    let is_computed = |event: &Event| match event.address {
        Some(address) => !matches!(acyclic.values.node(address), Node::Constant(_)),
        None => false,
    };
    let mut of_copies: FxHashMap<Copies, BTreeSet<Option<ObjectId>>> = FxHashMap::default();
    for event in acyclic.events.iter().filter(|event| is_computed(event)) {
        of_copies.entry(copies(event)).or_default().extend(objects(event));
    }
    for event in widened.events.iter_mut().filter(|event| is_computed(event)) {
        let known = match alias {
            Alias::Numbers | Alias::Nothing => None,
            Alias::Flow => Some(objects(event)),
            Alias::Andersen => Some(of_copies[&copies(event)].clone()),
        };
        let fits = |(at, size, width): &&Cell| {
            (*size, *width) == (event.size, event.width)
                && known.as_ref().is_none_or(|own| own.contains(&object(*at)))
        };
        event.may_addresses.extend(cells.iter().filter(fits).map(|(address, _, _)| *address));
        event.may_addresses.sort_unstable();
        event.may_addresses.dedup();
    }
    widened
}

/// The program that becomes a formula.
pub(crate) fn analysed(acyclic: &Acyclic, alias: Alias) -> Cow<'_, Acyclic> {
    match alias {
        Alias::Numbers => Cow::Borrowed(acyclic),
        Alias::Flow | Alias::Andersen | Alias::Nothing => Cow::Owned(widened(acyclic, alias)),
    }
}
