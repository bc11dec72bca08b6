//! Random cases.

use crate::case::{Case, LIBRARIES, MUTEXES, Operand, POINTER, Place, REGISTERS, Statement};
use crate::random::Random;
use base::Ordering;
use program::RmwOperation;

/// Which features a family of random programs has, so that each gets its share of small programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Loads and stores.
    Plain,
    /// With atomic updates and fences.
    Atomics,
    /// With accesses of different sizes that overlap.
    MixedSize,
    Mutexes,
    AtomicBlocks,
    /// Spin loops, spin locks, loops of compare-exchanges.
    Loops,
    /// Objects that are published, touched and freed.
    Lifetimes,
    /// Functions that are specified and not run.
    Libraries,
    /// Everything, with threads that create threads.
    Everything,
}

impl Family {
    pub const ALL: [Family; 9] = [
        Family::Plain,
        Family::Atomics,
        Family::MixedSize,
        Family::Mutexes,
        Family::AtomicBlocks,
        Family::Loops,
        Family::Lifetimes,
        Family::Libraries,
        Family::Everything,
    ];
}

struct Generator {
    random: Random,
    family: Family,
    /// How many more statements may be made.
    left: u32,
}

/// The random program of a family with this seed.
pub fn case(family: Family, seed: u64) -> Case {
    let mut random = Random::new(seed);
    let threads = 2 + random.below(10) / 7 + random.below(10) / 9;
    let left = 4 + random.below(5) as u32;
    let mut generator = Generator { random, family, left };
    let each = (left / threads as u32).max(1);
    let threads = (0..threads)
        .map(|_| {
            generator.left = each + generator.random.below(2) as u32;
            generator.body(0)
        })
        .collect();
    let join = generator.random.chance(50);
    Case { threads, join }
}

impl Generator {
    fn body(&mut self, depth: u32) -> Vec<Statement> {
        let length = 1 + self.random.below(if depth == 0 { 4 } else { 3 });
        let mut statements = Vec::new();
        for _ in 0..length {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            if self.family == Family::Lifetimes && self.random.chance(20) {
                // That is several.
                self.left = self.left.saturating_sub(2);
                statements.extend(self.hand_over());
            } else {
                statements.push(self.statement(depth));
            }
        }
        statements
    }

    fn place(&mut self) -> Place {
        let variable = self.random.below(2) as u8;
        let mixed = matches!(self.family, Family::MixedSize)
            || self.family == Family::Everything && self.random.chance(20);
        if !mixed {
            return Place { variable, offset: 0, size: 4 };
        }
        let (offset, size) = self.random.pick(&[(0, 8), (0, 4), (4, 4), (2, 4), (0, 2), (7, 1)]);
        Place { variable: 0, offset, size }
    }

    fn register(&mut self) -> u8 {
        self.random.below(u64::from(REGISTERS)) as u8
    }

    fn number(&mut self) -> u8 {
        self.random.below(3) as u8
    }

    fn operand(&mut self) -> Operand {
        if self.random.chance(30) {
            Operand::Register(self.register())
        } else {
            Operand::Number(1 + self.number())
        }
    }

    fn call(&mut self) -> Statement {
        Statement::Call {
            register: self.register(),
            library: self.random.below(LIBRARIES.len() as u64) as u8,
            function: self.random.below(3) as u8,
            value: self.operand(),
        }
    }

    fn load_ordering(&mut self) -> Ordering {
        use Ordering::{Acquire, Plain, Relaxed, SeqCst};
        self.random.pick(&[Plain, Relaxed, Relaxed, Acquire, SeqCst])
    }

    fn store_ordering(&mut self) -> Ordering {
        use Ordering::{Plain, Relaxed, Release, SeqCst};
        self.random.pick(&[Plain, Relaxed, Relaxed, Release, SeqCst])
    }

    fn update_ordering(&mut self) -> Ordering {
        use Ordering::{Acquire, AcquireRelease, Relaxed, Release, SeqCst};
        self.random.pick(&[Relaxed, Acquire, Release, AcquireRelease, SeqCst])
    }

    fn fence_ordering(&mut self) -> Ordering {
        use Ordering::{Acquire, AcquireRelease, Release, SeqCst};
        self.random.pick(&[Acquire, Release, AcquireRelease, SeqCst, SeqCst])
    }

    fn statement(&mut self, depth: u32) -> Statement {
        if self.random.chance(35) {
            return match self.family {
                Family::Plain => self.simple(depth),
                Family::Atomics => self.atomic(),
                Family::MixedSize => {
                    if self.random.chance(40) {
                        self.atomic()
                    } else {
                        self.simple(depth)
                    }
                }
                Family::Mutexes => match self.random.chance(20) {
                    true => Statement::Fence { ordering: self.fence_ordering() },
                    false => self.mutex(depth),
                },
                Family::AtomicBlocks => Statement::Atomic { body: self.body(depth + 1) },
                Family::Loops => self.waiting(depth),
                Family::Lifetimes => self.lifetime(),
                Family::Libraries => self.call(),
                Family::Everything => match self.random.below(6) {
                    0 => self.atomic(),
                    1 => self.mutex(depth),
                    2 => Statement::Atomic { body: self.body(depth + 1) },
                    3 => self.waiting(depth),
                    4 => self.lifetime(),
                    _ if depth < 2 => Statement::Spawn {
                        body: self.body(depth + 1),
                        join: self.random.chance(70),
                    },
                    _ => self.simple(depth),
                },
            };
        }
        self.simple(depth)
    }

    fn simple(&mut self, depth: u32) -> Statement {
        match self.random.below(20) {
            0..9 => Statement::Load {
                register: self.register(),
                place: self.place(),
                ordering: self.load_ordering(),
            },
            9..16 => Statement::Store {
                place: self.place(),
                value: self.operand(),
                ordering: self.store_ordering(),
            },
            16..17 if depth < 2 => Statement::If {
                register: self.register(),
                equals: self.number(),
                body: self.body(depth + 1),
            },
            17 => Statement::AssertNot { register: self.register(), equals: self.number() },
            18 => Statement::Assume { register: self.register(), equals: self.number() },
            19 if self.random.chance(40) => {
                Statement::AssertNot { register: self.register(), equals: 1 + self.number() }
            }
            19 if self.random.chance(30) => {
                Statement::Choose { register: self.register(), high: 1 }
            }
            _ => Statement::Load {
                register: self.register(),
                place: self.place(),
                ordering: Ordering::SeqCst,
            },
        }
    }

    fn atomic(&mut self) -> Statement {
        match self.random.below(10) {
            0..5 => Statement::Rmw {
                register: self.register(),
                operation: self.random.pick(&[
                    RmwOperation::Add,
                    RmwOperation::Exchange,
                    RmwOperation::Or,
                ]),
                place: self.place(),
                value: self.operand(),
                ordering: self.update_ordering(),
            },
            5..8 => Statement::Cas {
                register: self.register(),
                place: self.place(),
                expected: Operand::Number(self.number()),
                desired: self.operand(),
                weak: self.random.chance(35),
                ordering: self.update_ordering(),
                failure: self.random.pick(&[
                    Ordering::Relaxed,
                    Ordering::Acquire,
                    Ordering::SeqCst,
                ]),
            },
            _ => Statement::Fence { ordering: self.fence_ordering() },
        }
    }

    fn mutex(&mut self, depth: u32) -> Statement {
        let mutex = self.random.below(u64::from(MUTEXES)) as u8;
        match self.random.below(12) {
            0..8 => Statement::Locked { mutex, body: self.body(depth + 1) },
            8..10 => Statement::TryLocked { mutex, body: self.body(depth + 1) },
            10 if self.random.chance(30) => Statement::Exit,
            _ => Statement::Lock { mutex },
        }
    }

    fn waiting(&mut self, depth: u32) -> Statement {
        match self.random.below(4) {
            0 => Statement::Spin { place: self.place(), equals: self.number() },
            1 => Statement::CasLoop { place: self.place() },
            _ => Statement::SpinLocked { place: self.place(), body: self.body(depth + 1) },
        }
    }

    /// One side of handing over an object: using it and saying so, or hearing that and ending or using it.
    fn hand_over(&mut self) -> Vec<Statement> {
        let (variable, register) = (POINTER, self.register());
        let place = Place { variable: 0, offset: 0, size: 4 };
        if self.random.chance(50) {
            return vec![
                Statement::Publish { variable, ordering: self.store_ordering() },
                Statement::Touch { variable, ordering: self.load_ordering() },
                Statement::Store {
                    place,
                    value: Operand::Number(1),
                    ordering: self.store_ordering(),
                },
            ];
        }
        let ordering = self.load_ordering();
        let last = match self.random.chance(70) {
            true => Statement::Free { variable, ordering },
            false => Statement::Touch { variable, ordering },
        };
        vec![
            Statement::Load { register, place, ordering: self.load_ordering() },
            Statement::If { register, equals: 1, body: vec![last] },
        ]
    }

    fn lifetime(&mut self) -> Statement {
        let variable = POINTER;
        match self.random.below(3) {
            0 => Statement::Publish { variable, ordering: self.store_ordering() },
            1 => Statement::Touch { variable, ordering: self.load_ordering() },
            _ => Statement::Free { variable, ordering: self.load_ordering() },
        }
    }
}
