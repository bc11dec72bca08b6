//! Small tests that are written in no language: threads of loads, stores, fences and updates, with
//! orders and dependencies. The classic shapes with each way to order their two sides, and random
//! ones.

use base::Ordering::{self, Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};

/// What a thread does next. Every step that reads sets the next register of its thread.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// `address` is the register that the address depends on.
    Load {
        location: usize,
        ordering: Ordering,
        address: Option<usize>,
    },
    Store {
        location: usize,
        value: u64,
        ordering: Ordering,
        depends: Depends,
    },
    Fence(Ordering),
    /// Something that is decided on a register, and makes no difference.
    Branch(usize),
    /// Adds to a location, or exchanges what is there.
    Update {
        location: usize,
        adds: bool,
        value: u64,
        ordering: Ordering,
    },
    Exchange {
        location: usize,
        expected: u64,
        new: u64,
        orderings: (Ordering, Ordering),
    },
}

/// What a store depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depends {
    Nothing,
    Address(usize),
    Data(usize),
}

impl Step {
    pub(crate) fn reads(self) -> bool {
        matches!(self, Step::Load { .. } | Step::Update { .. } | Step::Exchange { .. })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) threads: Vec<Vec<Step>>,
}

pub(crate) const LOCATIONS: [&str; 3] = ["x", "y", "z"];

impl Shape {
    /// How many registers each thread sets.
    pub(crate) fn registers(&self, thread: usize) -> usize {
        self.threads[thread].iter().filter(|step| step.reads()).count()
    }
}

/// A side of a classic shape: two accesses, to the first and the second location.
#[derive(Clone, Copy)]
enum Side {
    WriteWrite(u64, u64),
    WriteRead(u64),
    ReadWrite(u64),
    ReadRead,
    Write(u64),
}

/// How the two accesses of a side are ordered.
#[derive(Clone, Copy, Debug)]
enum Link {
    Orders(Ordering, Ordering),
    Fence(Ordering),
    Address,
    Data,
    Control,
    ControlAddress,
}

const LINKS: [Link; 14] = [
    Link::Orders(Plain, Plain),
    Link::Orders(Relaxed, Relaxed),
    Link::Orders(Acquire, Relaxed),
    Link::Orders(Relaxed, Release),
    Link::Orders(SeqCst, SeqCst),
    Link::Orders(Release, Acquire),
    Link::Fence(Acquire),
    Link::Fence(Release),
    Link::Fence(AcquireRelease),
    Link::Fence(SeqCst),
    Link::Address,
    Link::Data,
    Link::Control,
    Link::ControlAddress,
];

/// The threads of a shape, each with the locations of its accesses.
type Sides = Vec<(Side, usize, usize)>;

/// The shapes of *Herding Cats*, each side as the locations of its two accesses.
fn classics() -> Vec<(&'static str, Sides)> {
    use Side::{ReadRead, ReadWrite, Write, WriteRead, WriteWrite};
    vec![
        ("MP", vec![(WriteWrite(1, 1), 0, 1), (ReadRead, 1, 0)]),
        ("SB", vec![(WriteRead(1), 0, 1), (WriteRead(1), 1, 0)]),
        ("LB", vec![(ReadWrite(1), 0, 1), (ReadWrite(1), 1, 0)]),
        ("S", vec![(WriteWrite(2, 1), 0, 1), (ReadWrite(1), 1, 0)]),
        ("R", vec![(WriteWrite(1, 1), 0, 1), (WriteRead(2), 1, 0)]),
        ("2+2W", vec![(WriteWrite(1, 2), 0, 1), (WriteWrite(1, 2), 1, 0)]),
        ("CoRR", vec![(Write(1), 0, 0), (ReadRead, 0, 0)]),
        ("WRC", vec![(Write(1), 0, 0), (ReadWrite(1), 0, 1), (ReadRead, 1, 0)]),
        ("ISA2", vec![(WriteWrite(1, 1), 0, 1), (ReadWrite(1), 1, 2), (ReadRead, 2, 0)]),
        ("RWC", vec![(Write(1), 0, 0), (ReadRead, 0, 1), (WriteRead(1), 1, 0)]),
        ("W+RWC", vec![(WriteWrite(1, 1), 0, 1), (ReadRead, 1, 2), (WriteRead(1), 2, 0)]),
        ("IRIW", vec![(Write(1), 0, 0), (Write(1), 1, 1), (ReadRead, 0, 1), (ReadRead, 1, 0)]),
    ]
}

fn side(side: Side, link: Link, first: usize, second: usize) -> Vec<Step> {
    let (before, after) = match link {
        Link::Orders(before, after) => (before, after),
        _ => (Relaxed, Relaxed),
    };
    let reading = |ordering| match ordering {
        Release | AcquireRelease => Acquire,
        other => other,
    };
    let writing = |ordering| match ordering {
        Acquire | AcquireRelease => Release,
        other => other,
    };
    let load =
        |location, ordering| Step::Load { location, ordering: reading(ordering), address: None };
    let store = |location, value, ordering| {
        let ordering = writing(ordering);
        Step::Store { location, value, ordering, depends: Depends::Nothing }
    };
    let (one, mut two) = match side {
        Side::WriteWrite(one, two) => (store(first, one, before), store(second, two, after)),
        Side::WriteRead(one) => (store(first, one, before), load(second, after)),
        Side::ReadWrite(two) => (load(first, before), store(second, two, after)),
        Side::ReadRead => (load(first, before), load(second, after)),
        Side::Write(one) => return vec![store(first, one, after)],
    };
    let mut steps = vec![one];
    let depends = one.reads();
    match (link, &mut two) {
        (Link::Fence(ordering), _) => steps.push(Step::Fence(ordering)),
        (Link::Address, Step::Load { address, .. }) if depends => *address = Some(0),
        (Link::Address, Step::Store { depends: own, .. }) if depends => {
            *own = Depends::Address(0);
        }
        (Link::Data, Step::Store { depends: own, .. }) if depends => *own = Depends::Data(0),
        (Link::Control, _) if depends => steps.push(Step::Branch(0)),
        // The order goes on from an access in between, by program order.
        (Link::ControlAddress, _) if depends => {
            let between = Step::Load { location: 2, ordering: Relaxed, address: Some(0) };
            steps.push(between);
        }
        _ => {}
    }
    steps.push(two);
    steps
}

/// Every classic shape, with all sides ordered alike, and each with another link on its last side.
pub(crate) fn shapes() -> Vec<Shape> {
    let mut all = Vec::new();
    for (name, sides) in classics() {
        for (index, link) in LINKS.into_iter().enumerate() {
            let last = LINKS[(index * 5 + 3) % LINKS.len()];
            for others in [link, last] {
                let count = sides.len();
                let threads = sides.iter().enumerate().map(|(place, (own, first, second))| {
                    let link = if place + 1 == count { others } else { link };
                    side(*own, link, *first, *second)
                });
                let name = format!("{name}+{link:?}+{others:?}");
                all.push(Shape { name, threads: threads.collect() });
            }
        }
    }
    all
}

/// A generator of numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const UPDATES: [Ordering; 5] = [Relaxed, Acquire, Release, AcquireRelease, SeqCst];
/// What a compare-exchange is ordered by, if it writes and if not.
const EXCHANGES: [(Ordering, Ordering); 9] = [
    (Relaxed, Relaxed),
    (Acquire, Relaxed),
    (Acquire, Acquire),
    (Release, Relaxed),
    (AcquireRelease, Relaxed),
    (AcquireRelease, Acquire),
    (SeqCst, Relaxed),
    (SeqCst, Acquire),
    (SeqCst, SeqCst),
];

/// A random test of two or three threads.
pub(crate) fn random(seed: u64) -> Shape {
    let mut random = Random::new(seed);
    let count = 2 + random.below(2);
    let threads = (0..count).map(|_| {
        let length = if count == 2 { 2 + random.below(3) } else { 1 + random.below(3) };
        thread(&mut random, length, count == 2)
    });
    let threads = threads.collect();
    Shape { name: format!("random-{seed}"), threads }
}

fn thread(random: &mut Random, length: usize, may_update: bool) -> Vec<Step> {
    let (mut steps, mut registers): (Vec<Step>, usize) = (Vec::new(), 0);
    let mut updates = 0;
    for _ in 0..length {
        let location = random.below(2);
        let earlier = |random: &mut Random| (registers > 0).then(|| random.below(registers));
        let step = match random.below(12) {
            0..=3 => {
                let address = earlier(random).filter(|_| random.below(3) == 0);
                Step::Load {
                    location,
                    ordering: random.of(&[Plain, Relaxed, Acquire, SeqCst]),
                    address,
                }
            }
            4..=7 => {
                let depends = match (earlier(random), random.below(4)) {
                    (Some(on), 0) => Depends::Address(on),
                    (Some(on), 1) => Depends::Data(on),
                    _ => Depends::Nothing,
                };
                let value = 1 + random.below(2) as u64;
                let ordering = random.of(&[Plain, Relaxed, Release, SeqCst]);
                Step::Store { location, value, ordering, depends }
            }
            8 => Step::Fence(random.of(&UPDATES[1..])),
            9 => match earlier(random) {
                Some(on) => Step::Branch(on),
                None => Step::Fence(random.of(&UPDATES[1..])),
            },
            10 if may_update && updates < 1 => {
                updates += 1;
                let (adds, ordering) = (random.below(2) == 0, random.of(&UPDATES));
                Step::Update { location, adds, value: 1, ordering }
            }
            11 if may_update && updates < 1 => {
                updates += 1;
                let expected = random.below(2) as u64;
                let orderings = random.of(&EXCHANGES);
                Step::Exchange { location, expected, new: 2, orderings }
            }
            _ => Step::Load { location, ordering: Relaxed, address: None },
        };
        registers += usize::from(step.reads());
        steps.push(step);
    }
    steps
}
