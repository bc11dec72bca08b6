//! Where is what a test looks at in the end, and what is it to who looks?

use crate::trace::Trace;
use litmus::code::Register;
use litmus::tree::{Constant, Place, Test};
use litmus::{Lowered, Width};

/// The places that states show and that conditions are about.
pub(crate) struct Observed<'s> {
    lowered: &'s Lowered,
    places: Vec<(Place, Located)>,
}

#[derive(Clone, Copy)]
struct Located {
    source: Seen,
    width: Width,
    /// How many elements it has, and how far they are from each other, if it is an array that is looked at as a whole.
    elements: Option<(usize, i64)>,
}

impl Located {
    /// Where its elements are, of which the first has this address.
    fn addresses(self, first: i64) -> impl Iterator<Item = i64> {
        let (count, distance) = self.elements.unwrap_or((1, 0));
        (0..count as i64).map(move |index| first + index * distance)
    }
}

#[derive(Clone, Copy)]
enum Seen {
    /// None, if the thread does not have it: it was never written.
    Register(usize, Option<Register>),
    /// None, if the test does not have it.
    Memory(Option<i64>),
}

impl<'s> Observed<'s> {
    pub(crate) fn new(test: &'s Test, lowered: &'s Lowered, shown: &[Place]) -> Observed<'s> {
        let filtered = test.filter.iter().flat_map(|filter| filter.places());
        let asked = test.condition.proposition.places().into_iter().chain(filtered);
        let mut places: Vec<(Place, Located)> = Vec::new();
        for place in shown.iter().chain(asked) {
            if places.iter().any(|(known, _)| known == place) {
                continue;
            }
            let source = match place {
                Place::Register { thread, name } => {
                    let register = lowered.register(test.architecture, *thread, name);
                    Seen::Register(*thread, register)
                }
                Place::Location { name, index } => Seen::Memory(lowered.layout.find(name, *index)),
            };
            let elements = match place {
                Place::Location { name, index: None } => lowered.layout.array(name),
                Place::Location { .. } | Place::Register { .. } => None,
            };
            let width = lowered.width(test.architecture, place);
            places.push((place.clone(), Located { source, width, elements }));
        }
        Observed { lowered, places }
    }

    /// Whether each location has room for what it holds at the start.
    pub(crate) fn has_room(&self) -> bool {
        self.places.iter().all(|(_, located)| match located.source {
            Seen::Memory(Some(address)) => {
                let bytes = located.width.bytes;
                located
                    .addresses(address)
                    .all(|address| self.lowered.initial(address, bytes).is_some())
            }
            Seen::Memory(None) | Seen::Register(..) => true,
        })
    }

    fn find(&self, place: &Place) -> Located {
        let found = self.places.iter().find(|(known, _)| known == place);
        found.expect("all places of a test are known").1
    }

    /// A value as one of a type's.
    fn as_type(&self, width: Width, value: i64) -> i64 {
        if self.lowered.layout.is_address(value) { value } else { width.wrap(value) }
    }

    /// What a place holds at the end of some traces, where `memory` knows what some bytes are.
    pub(crate) fn value(
        &self,
        place: &Place,
        traces: &[&Trace],
        memory: impl Fn(i64, u8) -> i64,
    ) -> i64 {
        let Located { source, width, .. } = self.find(place);
        let value = match source {
            Seen::Register(thread, register) => {
                register.map_or(0, |register| traces[thread].registers[register.0])
            }
            Seen::Memory(address) => address.map_or(0, |address| memory(address, width.bytes)),
        };
        self.as_type(width, value)
    }

    /// What a value in the text is, where it is compared with a place; none if it is the address of nothing.
    pub(crate) fn constant(&self, place: &Place, constant: &Constant) -> Option<i64> {
        let value = self.lowered.layout.value(constant)?;
        Some(self.as_type(self.find(place).width, value))
    }

    /// What a place holds in the end, as people write it.
    pub(crate) fn show(
        &self,
        place: &Place,
        value: i64,
        memory: impl Fn(i64, u8) -> i64,
    ) -> String {
        let located = self.find(place);
        let show = |value: i64| self.lowered.layout.show(value, located.width);
        let (Seen::Memory(Some(address)), Some(_)) = (located.source, located.elements) else {
            return show(value);
        };
        let bytes = located.width.bytes;
        let elements = located
            .addresses(address)
            .map(|address| show(self.as_type(located.width, memory(address, bytes))));
        format!("{{{}}}", elements.collect::<Vec<_>>().join(","))
    }

    /// How a place is called in states.
    pub(crate) fn name(&self, place: &Place) -> String {
        match (place, self.find(place).elements) {
            (Place::Location { name, .. }, Some(_)) => name.clone(),
            (place, _) => place.to_string(),
        }
    }
}
