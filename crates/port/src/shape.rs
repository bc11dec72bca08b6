//! A cycle as a small program: threads, locations, values, and the final state in which the cycle
//! happened.
//!
//! A location has the accesses between two edges that change the location. Along them the writes
//! are numbered, which is their order in coherence; a read that reads from a write has its value,
//! and one that is before a write reads what that overwrites. The state is the values of all reads,
//! and the last writes of locations that have two: it is reached by the cycle only, if at all.

use crate::cycle::{Access, Edge, Order};

/// An access of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) access: Access,
    pub(crate) location: usize,
    /// What it writes, or reads if the cycle happens.
    pub(crate) value: usize,
}

/// What a thread does: one access, or two with something between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thread {
    pub(crate) first: Place,
    pub(crate) second: Option<(Order, Place)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) threads: Vec<Thread>,
    /// What is last in coherence, for locations with several writes.
    pub(crate) last: Vec<(usize, usize)>,
}

impl Shape {
    /// The shape of a cycle whose last edge is external.
    pub(crate) fn new(cycle: &[Edge]) -> Shape {
        let places = places(cycle);
        let mut threads = Vec::new();
        let mut index = 0;
        while index < cycle.len() {
            let first = places[index];
            let second = match cycle[index] {
                Edge::Internal(_, _, order) => {
                    index += 1;
                    Some((order, places[index]))
                }
                Edge::Rfe | Edge::Fre | Edge::Coe => None,
            };
            index += 1;
            threads.push(Thread { first, second });
        }
        let locations = places.iter().map(|place| place.location).max().unwrap_or(0);
        let writes = |location: usize| {
            let there = places.iter().filter(move |place| place.location == location);
            there.filter(|place| place.access == Access::Write).count()
        };
        let last = (0..=locations).map(|location| (location, writes(location)));
        Shape { threads, last: last.filter(|(_, count)| *count > 1).collect() }
    }
}

/// The event that each edge starts from.
fn places(cycle: &[Edge]) -> Vec<Place> {
    let size = cycle.len();
    // Locations begin after an edge that changes them; if there is none, where a write is.
    let change = cycle.iter().position(|edge| edge.changes_location());
    let start = match change {
        Some(place) => place + 1,
        None => cycle.iter().position(|edge| edge.from() == Access::Write).unwrap_or(0),
    };
    let none = Place { access: Access::Read, location: 0, value: 0 };
    let mut places = vec![none; size];
    let (mut location, mut writes) = (0, 0);
    for step in 0..size {
        let index = (start + step) % size;
        let access = cycle[index].from();
        writes += usize::from(access == Access::Write);
        let value = match (access, cycle[index]) {
            (Access::Write, _) => writes,
            // It is before the next write, which overwrites the one before.
            (Access::Read, Edge::Fre) => match change {
                Some(_) => writes,
                None => 0,
            },
            (Access::Read, _) => writes,
        };
        places[index] = Place { access, location, value };
        if cycle[index].changes_location() {
            location += 1;
            writes = 0;
        }
    }
    in_order_of_use(places)
}

/// The same with the locations numbered as threads use them.
fn in_order_of_use(mut places: Vec<Place>) -> Vec<Place> {
    let mut seen: Vec<usize> = Vec::new();
    for place in &mut places {
        let known = seen.iter().position(|location| *location == place.location);
        let number = known.unwrap_or(seen.len());
        if known.is_none() {
            seen.push(place.location);
        }
        place.location = number;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use Access::{Read, Write};

    fn place(access: Access, location: usize, value: usize) -> Place {
        Place { access, location, value }
    }

    #[test]
    fn message_passing() {
        let cycle = [
            Edge::Internal(Write, Write, Order::Po),
            Edge::Rfe,
            Edge::Internal(Read, Read, Order::Po),
            Edge::Fre,
        ];
        let shape = Shape::new(&cycle);
        let first =
            Thread { first: place(Write, 0, 1), second: Some((Order::Po, place(Write, 1, 1))) };
        let second =
            Thread { first: place(Read, 1, 1), second: Some((Order::Po, place(Read, 0, 0))) };
        assert_eq!(shape, Shape { threads: vec![first, second], last: vec![] });
    }

    #[test]
    fn two_writes_to_each_location_have_a_last_one() {
        let edge = Edge::Internal(Write, Write, Order::Po);
        let shape = Shape::new(&[edge, Edge::Coe, edge, Edge::Coe]);
        assert_eq!(shape.last, [(0, 2), (1, 2)]);
    }

    #[test]
    fn the_second_read_of_a_location_finds_what_the_first_one_does_not() {
        let cycle = [Edge::Internal(Read, Read, Order::PoLoc), Edge::Fre, Edge::Rfe];
        let shape = Shape::new(&cycle);
        let reads =
            Thread { first: place(Read, 0, 1), second: Some((Order::PoLoc, place(Read, 0, 0))) };
        let write = Thread { first: place(Write, 0, 1), second: None };
        assert_eq!(shape.threads, [reads, write]);
    }
}
