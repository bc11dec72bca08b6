//! Where are the locations of a test? Addresses are numbers, far from each other and from the
//! values of tests.

use crate::tree::Constant;
use crate::width::Width;

/// The locations, each with what its elements are.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Layout {
    locations: Vec<Location>,
    /// How far elements are from each other, if that is not their size.
    distance: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    pub(crate) name: String,
    /// The type of an element, if the test says it.
    declared: Option<Width>,
    /// How many elements it has.
    length: usize,
    /// The test says that, so that there is nothing beyond them.
    pub(crate) is_array: bool,
    /// The code says that an element has another size than it has.
    pub(crate) is_disputed: bool,
}

/// Where all locations are: each has the first half of a distance to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    pub first: i64,
    pub length: i64,
    /// A power of two.
    pub distance: i64,
}

/// The first address, and the distance between locations.
const FIRST: i64 = 0x0071_3a5c_0000_0000;
const DISTANCE: i64 = 1 << 20;

impl Layout {
    fn location(&mut self, name: &str) -> usize {
        self.locations.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.locations.push(Location {
                name: name.to_owned(),
                declared: None,
                length: 1,
                is_array: false,
                is_disputed: false,
            });
            self.locations.len() - 1
        })
    }

    /// Adds what the initial state says of a location: perhaps its type, and that it has so many
    /// elements at least.
    pub(crate) fn declare(&mut self, name: &str, width: Option<Width>, length: usize) {
        let location = self.location(name);
        let own = &mut self.locations[location];
        own.declared = own.declared.or(width);
        own.length = own.length.max(length);
    }

    /// A location of the test is an array of so many elements as are known of it.
    pub(crate) fn declare_array(&mut self, name: &str) {
        let location = self.location(name);
        self.locations[location].is_array = true;
    }

    /// How many elements an array has, and how far they are from each other; none if it is none.
    pub fn array(&self, name: &str) -> Option<(usize, i64)> {
        let location = self.find_location(name)?;
        let own = &self.locations[location];
        own.is_array.then_some((own.length, self.distance(location)))
    }

    /// The name of the array that an address is beyond.
    pub fn beyond(&self, address: i64) -> Option<&str> {
        let own = &self.locations[self.place(address).0];
        (own.is_array && address >= self.end(address)).then_some(own.name.as_str())
    }

    /// Adds what the code says of a location, which counts if nothing else does.
    pub(crate) fn suggest(&mut self, name: &str, width: Width) {
        self.declare(name, Some(width), 1);
        let location = self.location(name);
        let own = &mut self.locations[location];
        own.is_disputed |= own.declared.is_some_and(|declared| declared.bytes != width.bytes);
    }

    /// Puts elements so far from each other, whatever they are.
    pub(crate) fn set_distance(&mut self, bytes: u8) {
        self.distance = Some(i64::from(bytes));
    }

    fn distance(&self, location: usize) -> i64 {
        let own = || i64::from(self.locations[location].declared.unwrap_or(Width::INT).bytes);
        self.distance.unwrap_or_else(own)
    }

    fn address_of(&self, location: usize, index: Option<usize>) -> i64 {
        let offset = self.distance(location) * index.unwrap_or(0) as i64;
        FIRST + location as i64 * DISTANCE + offset
    }

    pub(crate) fn address(&mut self, name: &str, index: Option<usize>) -> i64 {
        let location = self.location(name);
        self.address_of(location, index)
    }

    /// What a value is, where its location may be a new one.
    pub(crate) fn resolve(&mut self, constant: &Constant) -> i64 {
        match constant {
            Constant::Number(number) => *number,
            Constant::Address { name, index } => self.address(name, *index),
        }
    }

    fn find_location(&self, name: &str) -> Option<usize> {
        self.locations.iter().position(|known| known.name == name)
    }

    /// The address of a location of the test; none if the test has no such location.
    pub fn find(&self, name: &str, index: Option<usize>) -> Option<i64> {
        self.find_location(name).map(|location| self.address_of(location, index))
    }

    /// What an element of a location is to who looks at it in the end: `int`, if the test does not
    /// say.
    pub fn width(&self, name: &str) -> Width {
        let location = self.find_location(name);
        location.and_then(|own| self.locations[own].declared).unwrap_or(Width::INT)
    }

    /// Where locations are, for those who ask `is_address` of values that they do not know.
    pub fn region(&self) -> Region {
        let length = self.locations.len() as i64 * DISTANCE;
        Region { first: FIRST, length, distance: DISTANCE }
    }

    /// Whether a value is the address of something: the only values that memory can be accessed at.
    pub fn is_address(&self, value: i64) -> bool {
        let Region { first, length, distance } = self.region();
        (first..first + length).contains(&value) && (value - first) % distance < distance / 2
    }

    /// The locations, in the order of their addresses.
    pub(crate) fn locations(&self) -> &[Location] {
        &self.locations
    }

    /// Where a location starts, and where it ends.
    pub(crate) fn bounds(&self, location: usize) -> (i64, i64) {
        let length = self.locations[location].length;
        (self.address_of(location, None), self.address_of(location, Some(length)))
    }

    /// Whether the location that an address is in is an array.
    pub(crate) fn is_in_array(&self, address: i64) -> bool {
        self.locations[self.place(address).0].is_array
    }

    /// The number of the location that an address is in, and where in it.
    pub(crate) fn place(&self, address: i64) -> (usize, i64) {
        (((address - FIRST) / DISTANCE) as usize, (address - FIRST) % DISTANCE)
    }

    /// The address of the element that an address is in; the last one, if it is beyond that.
    pub(crate) fn element(&self, address: i64) -> i64 {
        let (location, offset) = self.place(address);
        let index = (offset / self.distance(location)) as usize;
        self.address_of(location, Some(index.min(self.locations[location].length - 1)))
    }

    /// How many bytes the elements have of the location that an address is in.
    pub(crate) fn element_bytes(&self, address: i64) -> u8 {
        let (location, _) = self.place(address);
        self.locations[location].declared.unwrap_or(Width::INT).bytes
    }

    /// The elements of an array that an access covers, if they are several: whoever looks at one of
    /// them sees a part of the access.
    pub fn covered_elements(&self, address: i64, bytes: u8) -> Vec<(i64, u8)> {
        let (location, _) = self.place(address);
        let distance = self.distance(location);
        if !self.locations[location].is_array || i64::from(bytes) <= distance {
            return Vec::new();
        }
        let (first, end) = (self.element(address), address + i64::from(bytes));
        let starts = (first..end).step_by(distance as usize);
        starts.map(|start| (start, self.element_bytes(start))).collect()
    }

    /// What some bytes are to who looks at them: the type of their location, if they are all of an
    /// element, and else a number without a sign.
    pub fn width_at(&self, address: i64, bytes: u8) -> Width {
        let (location, _) = self.place(address);
        let whole = self.locations[location].declared.unwrap_or(Width::INT);
        let is_whole = whole.bytes == bytes || self.distance == Some(i64::from(bytes));
        if is_whole { whole } else { Width::unsigned(bytes) }
    }

    /// Where the location ends that an address is in.
    pub fn end(&self, address: i64) -> i64 {
        let (location, _) = self.place(address);
        self.address_of(location, Some(self.locations[location].length))
    }

    /// A value as people write it: addresses by name, and numbers as the type has them.
    pub fn show(&self, value: i64, width: Width) -> String {
        if !self.is_address(value) {
            return width.show(value);
        }
        let (location, offset) = self.place(value);
        let (name, distance) = (&self.locations[location].name, self.distance(location));
        match (offset / distance, offset % distance) {
            (0, 0) => name.clone(),
            (index, 0) => format!("{name}[{index}]"),
            _ => format!("{name}+{offset}"),
        }
    }

    /// What a value in the test's text is; none if it is the address of a location that the test
    /// does not have.
    pub fn value(&self, constant: &Constant) -> Option<i64> {
        match constant {
            Constant::Number(number) => Some(*number),
            Constant::Address { name, index } => self.find(name, *index),
        }
    }
}
