//! A recording, operation by operation, in any order of threads, as they stand in a file.
//!
//! Names become numbers, and sources that are named become operations when everything is there.
//!
//! Guarantee: a source that is given exists, writes to the location that is read, and has the value
//! that is read; only the last operation of a thread has no end.

use super::{Location, Names, Recording};
use crate::operation::{LocationId, Operation, OperationId, Source, ThreadId, ValueId};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// The source of a read as a file names it: a thread and a place in it, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedSource {
    Initial,
    Place { thread: ThreadId, number: u64 },
}

/// What is wrong with the source that an operation names, or with its times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadOperation {
    /// The operation by thread and place.
    pub thread: ThreadId,
    pub index: usize,
    pub message: String,
}

/// An operation, and the source that it names.
type Unresolved = (Operation, Option<NamedSource>);

/// Makes a recording, operation by operation.
#[derive(Clone, Default, Debug)]
pub struct Builder {
    threads: Vec<(String, Vec<Unresolved>)>,
    locations: Vec<(String, Option<ValueId>)>,
    values: Vec<String>,
    thread_ids: FxHashMap<String, ThreadId>,
    location_ids: FxHashMap<String, LocationId>,
    value_ids: FxHashMap<String, ValueId>,
}

impl Builder {
    pub fn thread(&mut self, name: &str) -> ThreadId {
        if let Some(id) = self.thread_ids.get(name) {
            return *id;
        }
        let id = ThreadId(self.threads.len() as u32);
        self.threads.push((name.to_owned(), Vec::new()));
        self.thread_ids.insert(name.to_owned(), id);
        id
    }

    pub fn location(&mut self, name: &str) -> LocationId {
        if let Some(id) = self.location_ids.get(name) {
            return *id;
        }
        let id = LocationId(self.locations.len() as u32);
        self.locations.push((name.to_owned(), None));
        self.location_ids.insert(name.to_owned(), id);
        id
    }

    /// The value of a word. Integers are the same however they are written: `7`, `+7`, `0x7`.
    pub fn value(&mut self, word: &str) -> ValueId {
        if let Some(id) = self.value_ids.get(word) {
            return *id;
        }
        let id = match canonical(word) {
            Cow::Borrowed(word) => self.new_value(word.to_owned()),
            Cow::Owned(canonical) => match self.value_ids.get(canonical.as_str()) {
                Some(id) => *id,
                None => {
                    let id = self.new_value(canonical.clone());
                    self.value_ids.insert(canonical, id);
                    id
                }
            },
        };
        self.value_ids.insert(word.to_owned(), id);
        id
    }

    fn new_value(&mut self, name: String) -> ValueId {
        self.values.push(name);
        ValueId(self.values.len() as u32 - 1)
    }

    /// Says what a location holds at first; `false` if that was said before.
    pub fn initial(&mut self, location: LocationId, value: ValueId) -> bool {
        self.locations[location.0 as usize].1.replace(value).is_none()
    }

    pub fn push(&mut self, thread: ThreadId, operation: Operation, source: Option<NamedSource>) {
        self.threads[thread.0 as usize].1.push((operation, source));
    }

    /// How many operations a thread has so far.
    pub fn len_of(&self, thread: ThreadId) -> usize {
        self.threads[thread.0 as usize].1.len()
    }

    /// Everything is there: finds the sources that were named.
    pub fn finish(mut self) -> Result<Recording, BadOperation> {
        let zero = self.value("0");
        let lengths = self.threads.iter().map(|(_, operations)| operations.len() as u32);
        let starts: Vec<u32> = lengths
            .scan(0, |start, length| {
                *start += length;
                Some(*start - length)
            })
            .collect();
        let location = |(name, initial): (String, Option<ValueId>)| Location {
            name,
            initial: initial.unwrap_or(zero),
        };
        let mut names = Names {
            threads: Vec::with_capacity(self.threads.len()),
            locations: self.locations.into_iter().map(location).collect(),
            values: self.values,
        };
        let mut operations =
            Vec::with_capacity(self.threads.iter().map(|(_, list)| list.len()).sum());
        let mut threads = Vec::with_capacity(self.threads.len());
        let mut named = Vec::new();
        for (number, (name, list)) in self.threads.into_iter().enumerate() {
            if let Some(index) = endless_before_others(&list) {
                let message = "only the last operation of a thread may have no end: the thread \
                               went on after this one";
                let thread = ThreadId(number as u32);
                return Err(BadOperation { thread, index, message: message.to_owned() });
            }
            let start = operations.len() as u32;
            for (operation, source) in list {
                let id = OperationId(operations.len() as u32);
                named.extend(source.map(|source| (id, source)));
                operations.push(operation);
            }
            threads.push(start..operations.len() as u32);
            names.threads.push(name);
        }
        let mut recording = Recording { operations, threads, names: Arc::new(names) };
        for (id, source) in named {
            let found = recording.resolve(id, source, &starts).map_err(|message| BadOperation {
                thread: recording.thread_of(id),
                index: recording.index_of(id) as usize,
                message,
            })?;
            recording.operations[id.0 as usize].source = Some(found);
        }
        Ok(recording)
    }
}

/// An operation of a thread that has no end, and is not the last one.
fn endless_before_others(list: &[Unresolved]) -> Option<usize> {
    let is_endless =
        |(own, _): &Unresolved| own.interval.is_some_and(|interval| interval.end.is_none());
    list.iter().position(is_endless).filter(|index| index + 1 < list.len())
}

impl Recording {
    fn resolve(
        &self,
        id: OperationId,
        source: NamedSource,
        starts: &[u32],
    ) -> Result<Source, String> {
        let Some((location, value)) = self.operation(id).read() else {
            return Err("only what reads has a source".to_owned());
        };
        let (x, v) = (self.location_name(location), self.value_name(value));
        let NamedSource::Place { thread, number } = source else {
            if self.initial(location) != value {
                let initial = self.value_name(self.initial(location));
                return Err(format!("{x} is {initial} at first, and {v} is read"));
            }
            return Ok(Source::Initial);
        };
        let name = self.thread_name(thread);
        let range = &self.threads[thread.0 as usize];
        if range.is_empty() {
            return Err(format!("there is no thread {name}"));
        }
        if number == 0 || number > range.len() as u64 {
            let count = range.len();
            return Err(format!("{name} has operations 1 to {count}, and none of number {number}"));
        }
        let found = OperationId(starts[thread.0 as usize] + (number - 1) as u32);
        if found == id {
            return Err("an operation is not its own source".to_owned());
        }
        match self.operation(found).written() {
            Some((written, _)) if written != location => Err(format!(
                "{name}.{number} writes to {}, and {x} is read",
                self.location_name(written)
            )),
            Some((_, stored)) if stored != value => {
                Err(format!("{name}.{number} writes {}, and {v} is read", self.value_name(stored)))
            }
            Some(_) => Ok(Source::Operation(found)),
            None => Err(format!("{name}.{number} writes nothing")),
        }
    }
}

/// The one spelling of an integer; words that are none, or are spelled so, are what they are.
fn canonical(word: &str) -> Cow<'_, str> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let is_plain = |digits: &str| {
        digits.len() < 20
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0')
            && !digits.is_empty()
    };
    if word == "0" || is_plain(word.strip_prefix('-').unwrap_or(word)) {
        return Cow::Borrowed(word);
    }
    let number = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hexadecimal) => u128::from_str_radix(hexadecimal, 16).ok(),
        None => {
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        }
    };
    match number {
        Some(0) => Cow::Owned("0".to_owned()),
        Some(number) => Cow::Owned(format!("{sign}{number}")),
        None => Cow::Borrowed(word),
    }
}
