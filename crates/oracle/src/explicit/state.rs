//! A state of the machine: equal states have the same future.

use super::code::Register;

/// An object that is not a global variable: the thread that it was created by, and its number among
/// those of that thread. The variable that each thread has its own of is number 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ObjectName {
    pub(super) thread: u8,
    pub(super) number: u8,
}

impl ObjectName {
    pub(super) const OWN: u8 = 0;

    /// What a pointer to it is as a number.
    pub(super) fn pointer(self) -> u64 {
        (u64::from(self.thread) + 1) << 40 | u64::from(self.number) << 16
    }

    pub(super) fn of_pointer(pointer: u64) -> ObjectName {
        ObjectName { thread: (pointer >> 40) as u8 - 1, number: (pointer >> 16) as u8 }
    }

    pub(super) fn is_own_variable(self) -> bool {
        self.number == ObjectName::OWN
    }
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Object {
    pub(super) name: ObjectName,
    pub(super) bytes: [u8; 4],
    pub(super) is_initialised: bool,
    pub(super) is_freed: bool,
}

/// Bytes in variables, or an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Location {
    Variable { first: usize, size: usize },
    Object(ObjectName),
}

impl Location {
    pub(super) fn size(self) -> usize {
        match self {
            Location::Variable { size, .. } => size,
            Location::Object(_) => 4,
        }
    }

    pub(super) fn overlaps(self, other: Location) -> bool {
        match (self, other) {
            (
                Location::Variable { first, size },
                Location::Variable { first: other, size: other_size },
            ) => first < other + other_size && other < first + size,
            (Location::Object(object), Location::Object(other)) => object == other,
            _ => false,
        }
    }
}

/// What waits in a buffer, with the line that it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Entry {
    pub(super) what: Waiting,
    pub(super) line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Waiting {
    Store {
        at: Location,
        value: u64,
        is_release: bool,
    },
    Free(ObjectName),
    /// A fence that orders stores.
    Barrier,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Mutex {
    /// Neither initialised by a function nor locked yet.
    Unused,
    Free,
    Held(u8),
    Destroyed,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Status {
    NotCreated,
    Running,
    /// An assumption does not hold.
    Stopped,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Thread {
    pub(super) status: Status,
    /// The next step; the thread has ended if there is none.
    pub(super) next: usize,
    pub(super) registers: Vec<u64>,
    pub(super) buffer: Vec<Entry>,
    /// How many objects it has created, its own variable included.
    pub(super) objects: u8,
    /// What its reads have found, if that is taken down.
    pub(super) read: Vec<u8>,
}

impl Thread {
    pub(super) fn set(&mut self, register: Register, value: u64) {
        self.registers[register] = value;
    }
}

/// What the C runtime waits by: one object of each kind.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Primitives {
    pub(super) semaphore: u8,
    /// The threads that wait for the condition variable, and those that were woken.
    pub(super) waiting: Vec<u8>,
    pub(super) woken: Vec<u8>,
    pub(super) readers: Vec<u8>,
    pub(super) writer: Option<u8>,
    pub(super) arrivals: u8,
    pub(super) rounds: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub(super) variables: Vec<u8>,
    /// In the order of their names.
    pub(super) objects: Vec<Object>,
    pub(super) mutexes: Vec<Mutex>,
    pub(super) primitives: Primitives,
    pub(super) threads: Vec<Thread>,
}

impl State {
    pub(super) fn object(&self, name: ObjectName) -> &Object {
        let place = self.objects.binary_search_by_key(&name, |object| object.name);
        &self.objects[place.expect("an object that is pointed to was created")]
    }

    pub(super) fn object_mut(&mut self, name: ObjectName) -> &mut Object {
        let place = self.objects.binary_search_by_key(&name, |object| object.name);
        &mut self.objects[place.expect("an object that is pointed to was created")]
    }

    /// Whether a thread finds that an object's life has ended: in memory or in its own buffer.
    pub(super) fn is_freed(&self, thread: usize, name: ObjectName) -> bool {
        self.object(name).is_freed || {
            let mut entries = self.threads[thread].buffer.iter();
            entries.any(|entry| entry.what == Waiting::Free(name))
        }
    }

    /// What a thread sees: the newest of its own stores that still wait, or what is in memory, for
    /// each byte.
    pub(super) fn read(&self, thread: usize, at: Location) -> u64 {
        let mut value = 0;
        for index in 0..at.size() {
            let byte = self.read_byte(thread, at, index);
            value |= u64::from(byte) << (8 * index);
        }
        value
    }

    /// Whether what a thread sees was stored before.
    pub(super) fn is_initialised(&self, thread: usize, at: Location) -> bool {
        let Location::Object(name) = at else { return true };
        let is_store =
            |entry: &Entry| matches!(entry.what, Waiting::Store { at: stored, .. } if stored == at);
        self.object(name).is_initialised || self.threads[thread].buffer.iter().any(is_store)
    }

    fn read_byte(&self, thread: usize, at: Location, index: usize) -> u8 {
        for entry in self.threads[thread].buffer.iter().rev() {
            let Waiting::Store { at: stored, value, .. } = entry.what else { continue };
            let place = match (at, stored) {
                (Location::Variable { first, .. }, Location::Variable { first: other, size }) => {
                    (first + index).checked_sub(other).filter(|place| *place < size)
                }
                (Location::Object(object), Location::Object(other)) => {
                    (object == other).then_some(index)
                }
                _ => None,
            };
            if let Some(place) = place {
                return (value >> (8 * place)) as u8;
            }
        }
        match at {
            Location::Variable { first, .. } => self.variables[first + index],
            Location::Object(object) => self.object(object).bytes[index],
        }
    }

    /// Writes to the memory.
    pub(super) fn write(&mut self, at: Location, value: u64) {
        if let Location::Object(name) = at {
            self.object_mut(name).is_initialised = true;
        }
        for index in 0..at.size() {
            let byte = (value >> (8 * index)) as u8;
            match at {
                Location::Variable { first, .. } => self.variables[first + index] = byte,
                Location::Object(object) => self.object_mut(object).bytes[index] = byte,
            }
        }
    }
}
