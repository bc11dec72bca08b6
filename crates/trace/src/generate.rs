//! Random histories, for comparisons: small enough for brute force, with both answers.
//!
//! Half of them are what some machine did (one memory, or a copy for each thread), with now and
//! then a value changed; the others read any value that is written somewhere. Half of the shapes
//! are *racy*: as long as they may be, with more reads than writes and nothing in one memory, since
//! models differ where threads see much of each other. Everything depends on the seed alone.

use crate::operation::{Action, Interval, Operation, ThreadId};
use crate::recording::{Builder, NamedSource, Recording};
use testing::Random;

/// What random histories look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub threads: u64,
    pub operations: u64,
    pub locations: u64,
    /// Each write has a value of its own, so that sources are known.
    pub distinct: bool,
    pub updates: bool,
    pub fences: bool,
    /// Long, and with many reads of what others write.
    pub racy: bool,
    /// The last operation of a thread may have no end.
    pub unfinished: bool,
}

/// A shape with at most this many operations; with four more if it is racy and sources are known,
/// since brute force has less to try then.
pub fn shape(random: &mut Random, most: u64) -> Shape {
    let racy = random.one_in(2);
    let distinct = random.one_in(if racy { 2 } else { 3 });
    Shape {
        threads: 2 + random.below(3),
        operations: match (racy, distinct) {
            (true, true) => most + 4,
            (true, false) => most,
            (false, _) => 6 + random.below(most - 5),
        },
        locations: if racy { 2 } else { 1 + random.below(3) },
        distinct,
        updates: random.one_in(4),
        fences: random.one_in(5),
        racy,
        unfinished: random.one_in(3),
    }
}

/// How the values of reads come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Memory {
    /// One memory.
    One,
    /// A copy for each thread; writes of others arrive there sooner or later, in any order.
    Delayed,
    /// Any value that another thread writes at some time, or what the thread itself wrote last.
    Any,
}

/// What a thread does, before the values of reads are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Read,
    Write,
    Update,
    Fence,
}

#[derive(Clone, Copy, Debug)]
struct Planned {
    thread: usize,
    location: usize,
    kind: Kind,
    /// What it writes.
    value: u64,
    /// Its number in its thread.
    number: u64,
}

fn steps(random: &mut Random, shape: Shape) -> Vec<Planned> {
    let mut lengths = vec![0; shape.threads as usize];
    let mut step = |place| {
        let thread = random.below(shape.threads) as usize;
        lengths[thread] += 1;
        let kind = match random.below(20) {
            0..=1 if shape.fences => Kind::Fence,
            2..=4 if shape.updates => Kind::Update,
            5..=6 if shape.updates && shape.unfinished => Kind::Update,
            0..=6 => Kind::Write,
            7..=9 if !shape.racy => Kind::Write,
            _ => Kind::Read,
        };
        let value = if shape.distinct { place + 1 } else { 1 + random.below(2) };
        let location = random.below(shape.locations) as usize;
        Planned { thread, location, kind, value, number: lengths[thread] }
    };
    (0..shape.operations).map(&mut step).collect()
}

/// A history of a shape, with times.
pub fn history(random: &mut Random, shape: Shape) -> Recording {
    let steps = steps(random, shape);
    let memory = if shape.racy {
        [Memory::Delayed, Memory::Any][random.below(2) as usize]
    } else {
        [Memory::One, Memory::Delayed, Memory::Any, Memory::Any][random.below(4) as usize]
    };
    let wrong = 3 + random.below(12);
    let mut seen = vec![vec![0_u64; shape.locations as usize]; shape.threads as usize];
    let mut under_way: Vec<(usize, usize, u64)> = Vec::new();
    let mut builder = Builder::default();
    let threads: Vec<ThreadId> =
        (0..shape.threads).map(|p| builder.thread(&format!("P{p}"))).collect();
    for (step, time) in steps.iter().zip(0..) {
        while !under_way.is_empty() && (memory == Memory::One || random.one_in(3)) {
            let place = match memory {
                Memory::One => 0,
                Memory::Delayed | Memory::Any => random.below(under_way.len() as u64) as usize,
            };
            let (thread, location, value) = under_way.remove(place);
            seen[thread][location] = value;
        }
        let writes = |other: &&Planned| {
            other.location == step.location && matches!(other.kind, Kind::Write | Kind::Update)
        };
        let mut read = seen[step.thread][step.location];
        if memory == Memory::Any || random.one_in(wrong) {
            let is_earlier =
                |other: &&Planned| other.thread == step.thread && other.number < step.number;
            let own = steps.iter().filter(writes).rfind(is_earlier);
            let others = steps.iter().filter(writes).filter(|other| other.thread != step.thread);
            let values = others.map(|other| other.value).chain([own.map_or(0, |own| own.value)]);
            let values: Vec<u64> = values.collect();
            read = values[random.below(values.len() as u64) as usize];
        }
        let location = builder.location(["x", "y", "z"][step.location]);
        let mut value = |number: u64| builder.value(&number.to_string());
        let action = match step.kind {
            Kind::Fence => Action::Fence,
            Kind::Write => Action::Write { location, value: value(step.value) },
            Kind::Read => Action::Read { location, value: value(read) },
            Kind::Update => {
                Action::Update { location, read: value(read), written: value(step.value) }
            }
        };
        let mut operation = Operation::new(action);
        let begin = 10 * time;
        let is_last = |other: &Planned| other.thread != step.thread || other.number <= step.number;
        let is_open = shape.unfinished && steps.iter().all(is_last) && !random.one_in(4);
        let end = (!is_open).then(|| begin + random.below(40));
        operation.interval = Some(Interval { begin, end });
        let mut source = None;
        if operation.read().is_some() && random.one_in(10) {
            let is_itself =
                |other: &Planned| (other.thread, other.number) == (step.thread, step.number);
            let fits = |other: &&Planned| other.value == read && !is_itself(other);
            let fitting: Vec<&Planned> = steps.iter().filter(writes).filter(fits).collect();
            if !fitting.is_empty() {
                let write = fitting[random.below(fitting.len() as u64) as usize];
                let thread = threads[write.thread];
                source = Some(NamedSource::Place { thread, number: write.number });
            }
        }
        if operation.written().is_some() {
            seen[step.thread][step.location] = step.value;
            let others = (0..seen.len()).filter(|other| *other != step.thread);
            under_way.extend(others.map(|other| (other, step.location, step.value)));
        }
        builder.push(threads[step.thread], operation, source);
    }
    builder.finish().expect("sources fit")
}
