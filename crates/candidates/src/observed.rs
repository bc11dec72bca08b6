//! Where is what a test looks at in the end, and what is it to who looks?

use crate::outcome::{State, Value};
use events::{EventStructure, Location};
use litmus::code::Register;
use litmus::tree::{Constant, Place, Test};
use litmus::{Lowered, Width};

/// The places that states show and that conditions are about.
#[derive(Debug)]
pub struct Observed<'s> {
    test: &'s Test,
    lowered: &'s Lowered,
    /// Those that states show, in their order.
    shown: Vec<Place>,
    places: Vec<(Place, Located)>,
}

/// How threads and memory end.
pub trait End {
    /// What a register of a thread holds.
    fn register(&self, thread: usize, register: Register) -> i64;
    /// What so many bytes of memory hold.
    fn memory(&self, address: i64, bytes: u8) -> i64;
}

#[derive(Clone, Copy, Debug)]
struct Located {
    source: Seen,
    width: Width,
    /// How many elements it has, and how far they are from each other, if it is an array that is
    /// looked at as a whole.
    elements: Option<(usize, i64)>,
}

impl Located {
    /// Where its elements are, of which the first has this address.
    fn addresses(self, first: i64) -> impl Iterator<Item = i64> {
        let (count, distance) = self.elements.unwrap_or((1, 0));
        (0..count as i64).map(move |index| first + index * distance)
    }
}

#[derive(Clone, Copy, Debug)]
enum Seen {
    /// None, if the thread does not have it: it was never written.
    Register(usize, Option<Register>),
    /// None, if the test does not have it.
    Memory(Option<i64>),
}

impl<'s> Observed<'s> {
    pub fn new(test: &'s Test, lowered: &'s Lowered) -> Observed<'s> {
        // What the test observes and what its condition is about, registers first.
        let shown = test.locations.iter().chain(test.condition.proposition.places());
        let shown = Place::observed(test.architecture, shown.cloned());
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
        Observed { test, lowered, shown, places }
    }

    /// Whether each location has room for what it holds at the start.
    pub fn has_room(&self) -> bool {
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

    /// What a place holds in the end.
    fn value(&self, place: &Place, end: &impl End) -> i64 {
        let Located { source, width, .. } = self.find(place);
        let value = match source {
            Seen::Register(thread, register) => {
                register.map_or(0, |register| end.register(thread, register))
            }
            Seen::Memory(address) => address.map_or(0, |address| end.memory(address, width.bytes)),
        };
        self.as_type(width, value)
    }

    /// What a value in the text is, where it is compared with a place; none if it is the address of
    /// nothing.
    fn constant(&self, place: &Place, constant: &Constant) -> Option<i64> {
        let value = self.lowered.layout.value(constant)?;
        Some(self.as_type(self.find(place).width, value))
    }

    /// What a place holds in the end, as people write it.
    fn show(&self, place: &Place, value: i64, end: &impl End) -> String {
        let located = self.find(place);
        let show = |value: i64| self.lowered.layout.show(value, located.width);
        let (Seen::Memory(Some(address)), Some(_)) = (located.source, located.elements) else {
            return show(value);
        };
        let bytes = located.width.bytes;
        let elements = located
            .addresses(address)
            .map(|address| show(self.as_type(located.width, end.memory(address, bytes))));
        format!("{{{}}}", elements.collect::<Vec<_>>().join(","))
    }

    /// The state at the end, and whether it satisfies the condition's proposition; none if the
    /// test's filter does not take it.
    pub fn state(&self, end: &impl End) -> Option<(State, bool)> {
        let equal = |place: &Place, constant: &Constant| {
            self.constant(place, constant) == Some(self.value(place, end))
        };
        if self.test.filter.as_ref().is_some_and(|filter| !filter.holds(&equal)) {
            return None;
        }
        let shown = |place: &Place| {
            let number = self.value(place, end);
            Value { number, shown: self.show(place, number, end) }
        };
        let holds = self.test.condition.proposition.holds(&equal);
        Some((self.shown.iter().map(shown).collect(), holds))
    }

    /// The places that states show, in their order.
    pub fn shown(&self) -> &[Place] {
        &self.shown
    }

    /// What these are called in states.
    pub fn names(&self) -> Vec<String> {
        self.shown.iter().map(|place| self.name(place)).collect()
    }

    /// The places that are looked at, those that only the condition is about included.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().map(|(place, _)| place)
    }

    /// The register that a place is, if its thread has it.
    pub fn register(&self, place: &Place) -> Option<(usize, Register)> {
        match self.find(place).source {
            Seen::Register(thread, register) => Some((thread, register?)),
            Seen::Memory(_) => None,
        }
    }

    /// The memory that a place is: addresses and numbers of bytes.
    pub fn memory(&self, place: &Place) -> Vec<(i64, u8)> {
        let located = self.find(place);
        match located.source {
            Seen::Memory(Some(address)) => {
                located.addresses(address).map(|address| (address, located.width.bytes)).collect()
            }
            Seen::Memory(None) | Seen::Register(..) => Vec::new(),
        }
    }

    /// Places that are enough to tell whether the filter takes a state, and if it does, whether it
    /// satisfies the condition's proposition.
    pub fn deciding(&self, end: &impl End) -> Vec<&Place> {
        let equal = |place: &Place, constant: &Constant| {
            self.constant(place, constant) == Some(self.value(place, end))
        };
        let filter = self.test.filter.as_ref();
        let mut places = filter.map_or_else(Vec::new, |filter| filter.reason(&equal));
        if filter.is_none_or(|filter| filter.holds(&equal)) {
            places.extend(self.test.condition.proposition.reason(&equal));
        }
        places
    }

    /// How a place is called in states.
    fn name(&self, place: &Place) -> String {
        match (place, self.find(place).elements) {
            (Place::Location { name, .. }, Some(_)) => name.clone(),
            (place, _) => place.to_string(),
        }
    }
}

/// What the last writes in coherence leave in some bytes, where events have these sizes.
pub fn final_memory(
    structure: &EventStructure,
    sizes: &[u8],
    lowered: &Lowered,
    address: i64,
    bytes: u8,
) -> i64 {
    let co = structure.co.as_ref().expect("coherence is chosen");
    let initial = lowered.initial(address, bytes);
    let mut value = initial.expect("a location has room for what it holds");
    let end = address + i64::from(bytes);
    for (index, (event, size)) in structure.events.iter().zip(sizes).enumerate() {
        let Some(Location(at)) = event.location else { continue };
        if !(address..end).contains(&at) {
            continue;
        }
        let (Some(written), None) = (event.written, co.successors(index).next()) else {
            continue;
        };
        if at == address && *size >= bytes {
            return written;
        }
        let shift = 8 * (at - address);
        let part = Width::unsigned(*size).wrap(-1) << shift;
        value = value & !part | written << shift;
    }
    value
}
