//! Random cases: one generator for all families and sizes.

use crate::case::{
    Case, Indexed, LIBRARIES, Listed, Operand, Own, POINTER, Place, Primitive, REGISTERS, Retry,
    Statement,
};
use crate::family::{Kind, Measure, Weights};
use base::Ordering;
use program::RmwOperation;
use testing::Random;

pub use crate::family::{Family, Size};

struct Generator {
    random: Random,
    family: Family,
    size: Size,
    /// How many variables and mutexes to choose from.
    variables: u64,
    mutexes: u64,
    /// How many more statements may be made.
    left: u32,
}

/// The random program of a family with this size and seed.
pub fn case(family: Family, size: Size, seed: u64) -> Case {
    let mut random = Random::new(seed);
    let Measure { threads, variables, mutexes } = Measure::new(family, size, &mut random);
    let mut generator = Generator { random, family, size, variables, mutexes, left: 0 };
    let mut threads: Vec<Vec<Statement>> = threads
        .into_iter()
        .map(|statements| {
            generator.left = statements + generator.random.below(2) as u32;
            generator.body(0)
        })
        .collect();
    if family == Family::Polling {
        generator.end_polling(&mut threads);
    }
    let join = generator.random.chance(50);
    Case { threads, join, unused: 0 }
}

impl Generator {
    /// Lets a thread end by writing what a loop of another one waits for, most of the time.
    fn end_polling(&mut self, threads: &mut [Vec<Statement>]) {
        for index in 0..threads.len() {
            let awaited = threads[index].iter().find_map(|statement| match *statement {
                Statement::Poll { variable, equals, .. } => Some((variable, equals)),
                _ => None,
            });
            if let Some((variable, equals)) = awaited
                && self.random.chance(80)
            {
                let writer = (index + 1) % threads.len();
                let place = Place { variable, offset: 0, size: 4 };
                let value = Operand::Number(equals);
                let ordering = self.store_ordering();
                threads[writer].push(Statement::Store { place, value, ordering });
            }
        }
    }

    fn body(&mut self, depth: u32) -> Vec<Statement> {
        let longest = match (self.size, depth) {
            (Size::Small, 0) => 4,
            (_, 0) => u64::from(self.left),
            _ => 3,
        };
        // Locks alone have their say also with nothing inside.
        let shortest = u64::from(depth == 0 || self.family != Family::Locks);
        let length = match self.size {
            Size::Large if depth == 0 => longest,
            _ => shortest + self.random.below(longest),
        };
        let mut statements = Vec::new();
        for _ in 0..length {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            if self.family == Family::Lifetimes && self.random.chance(35) {
                // That is several.
                self.left = self.left.saturating_sub(2);
                statements.extend(self.hand_over());
            } else {
                let statement = self.statement(depth);
                // What is in use has to be destroyed first, or the program says nothing more.
                if let Statement::Initialise { mutex } = statement
                    && self.random.chance(70)
                {
                    statements.push(Statement::Destroy { mutex });
                }
                statements.push(statement);
            }
        }
        statements
    }

    fn place(&mut self) -> Place {
        let variable = self.variable();
        let mixed = matches!(self.family, Family::MixedSize)
            || self.family == Family::Everything && self.random.chance(20);
        if !mixed {
            return Place { variable, offset: 0, size: 4 };
        }
        let parts =
            [(0, 8), (0, 4), (4, 4), (2, 4), (0, 2), (7, 1), (8, 8), (16, 8), (16, 4), (12, 8)];
        let (offset, size) = match self.random.chance(60) {
            true => self.random.pick(&parts[..6]),
            false => self.random.pick(&parts[6..]),
        };
        Place { variable: 0, offset, size }
    }

    /// A variable, but not the one that holds pointers.
    fn variable(&mut self) -> u8 {
        let index = self.random.below(self.variables) as u8;
        if index < POINTER { index } else { index + 1 }
    }

    fn mutex_index(&mut self) -> u8 {
        self.random.below(self.mutexes) as u8
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
        if let Some(weights) = self.family.weights() {
            let kind = self.kind(weights, depth);
            return self.of_kind(kind, depth);
        }
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
                family => unreachable!("{family:?} has weights"),
            };
        }
        self.simple(depth)
    }

    /// A kind of statement, by weight; deep inside of others one that has nothing inside, if the
    /// family has any but locks that are kept.
    fn kind(&mut self, weights: Weights, depth: u32) -> Kind {
        let is_flat = |kind: Kind| {
            !matches!(
                kind,
                Kind::Locked
                    | Kind::TryLocked
                    | Kind::Held
                    | Kind::Created
                    | Kind::If
                    | Kind::SpinLocked
            )
        };
        let is_deep = depth >= 2 && weights.iter().any(|(_, kind)| is_flat(*kind));
        let suits = |kind: Kind| !is_deep || is_flat(kind);
        let suitable = || weights.iter().filter(|(_, kind)| suits(*kind));
        let suitable: Vec<(u64, Kind)> = suitable().copied().collect();
        let mut at = self.random.below(suitable.iter().map(|(weight, _)| weight).sum());
        for (weight, kind) in &suitable {
            if at < *weight {
                return *kind;
            }
            at -= weight;
        }
        unreachable!("the number is below the sum")
    }

    fn of_kind(&mut self, kind: Kind, depth: u32) -> Statement {
        match kind {
            Kind::Load => self.load(),
            Kind::Store => self.store(),
            Kind::Update => self.update(),
            Kind::CompareExchange => {
                let percent = if self.family == Family::WeakCas { 80 } else { 20 };
                self.compare_exchange(percent)
            }
            Kind::Fence => Statement::Fence { ordering: self.fence_ordering() },
            Kind::Locked => {
                Statement::Locked { mutex: self.mutex_index(), body: self.body(depth + 1) }
            }
            Kind::TryLocked => {
                Statement::TryLocked { mutex: self.mutex_index(), body: self.body(depth + 1) }
            }
            Kind::Held => Statement::Lock { mutex: self.mutex_index() },
            Kind::Initialise => Statement::Initialise { mutex: self.mutex_index() },
            Kind::Destroy => Statement::Destroy { mutex: self.mutex_index() },
            Kind::Created => {
                Statement::Spawn { body: self.body(depth + 1), join: self.random.chance(60) }
            }
            Kind::If => Statement::If {
                register: self.register(),
                equals: self.number(),
                body: self.body(depth + 1),
            },
            Kind::Assume => Statement::Assume { register: self.register(), equals: self.number() },
            Kind::AssertNot => {
                Statement::AssertNot { register: self.register(), equals: 1 + self.number() }
            }
            Kind::Spin => Statement::Spin {
                place: self.place(),
                equals: self.number(),
                ordering: self.load_ordering(),
            },
            Kind::SpinUpdate => Statement::SpinUpdate {
                place: self.place(),
                operation: self.random.pick(&[
                    RmwOperation::Exchange,
                    RmwOperation::Exchange,
                    RmwOperation::Or,
                    RmwOperation::And,
                    RmwOperation::Add,
                ]),
                equals: self.number(),
                ordering: self.update_ordering(),
            },
            Kind::SpinBoth => Statement::SpinBoth {
                variables: [self.variable(), self.variable()],
                equals: [self.number(), self.number()],
                ordering: self.load_ordering(),
            },
            Kind::Poll => Statement::Poll {
                mutex: self.mutex_index(),
                variable: self.variable(),
                equals: self.number(),
            },
            Kind::SpinLocked => {
                Statement::SpinLocked { place: self.place(), body: self.body(depth + 1) }
            }
            Kind::CasLoop => Statement::CasLoop { place: self.place(), retry: self.retry() },
            Kind::Push => Statement::Push { retry: self.retry() },
            Kind::Primitive => Statement::Primitive(self.primitive()),
            Kind::Own => Statement::Own(self.own()),
            Kind::Listed => Statement::Listed(self.listed()),
            Kind::Indexed => Statement::Indexed(self.indexed()),
        }
    }

    /// Those that let others go on come as often as those that wait.
    fn primitive(&mut self) -> Primitive {
        let (register, variable) = (self.register(), self.variable());
        let (mutex, value) = (self.mutex_index(), 1 + self.number());
        match self.random.below(16) {
            0..2 => Primitive::Wait { mutex },
            2 => Primitive::TimedWait { mutex, register },
            3..5 => Primitive::Signal,
            5 => Primitive::Broadcast,
            6..8 => Primitive::Take,
            8 => Primitive::TryTake { register },
            9..11 => Primitive::Give,
            11 => Primitive::Reading { register, variable },
            12 => Primitive::Writing { variable, value },
            13 => Primitive::TryWriting { register, variable, value },
            _ => Primitive::Arrive,
        }
    }

    fn own(&mut self) -> Own {
        match self.random.below(8) {
            0..2 => Own::Load { register: self.register(), ordering: self.load_ordering() },
            2..4 => Own::Store { value: self.operand(), ordering: self.store_ordering() },
            4..6 => Own::Publish { ordering: self.store_ordering() },
            _ => Own::Peek { register: self.register(), ordering: self.load_ordering() },
        }
    }

    fn listed(&mut self) -> Listed {
        match self.random.below(10) {
            0..3 => Listed::Insert {
                number: 1 + self.number(),
                ordering: self.store_ordering(),
                exchanges: self.random.chance(40),
            },
            3 => Listed::Append { number: 1 + self.number(), ordering: self.store_ordering() },
            4..8 => Listed::Walk { register: self.register(), ordering: self.load_ordering() },
            _ => Listed::Unlink {
                ordering: self.store_ordering(),
                exchanges: self.random.chance(60),
                frees: self.random.chance(50),
            },
        }
    }

    fn indexed(&mut self) -> Indexed {
        match self.random.below(10) {
            0..3 => Indexed::Put { value: self.operand(), ordering: self.store_ordering() },
            3..5 => Indexed::Keep { ordering: self.store_ordering() },
            5..8 => Indexed::Take {
                register: self.register(),
                ordering: self.load_ordering(),
                frees: self.random.chance(40),
            },
            _ => Indexed::At {
                register: self.register(),
                index: self.register(),
                ordering: self.load_ordering(),
            },
        }
    }

    fn retry(&mut self) -> Retry {
        // The same goes for one that may fail for no reason.
        let may_be_weak = self.family == Family::WeakCas && self.size == Size::Large;
        let percent = if may_be_weak { 80 } else { 0 };
        Retry { weak: self.random.chance(percent), reload: self.random.chance(50) }
    }

    fn load(&mut self) -> Statement {
        Statement::Load {
            register: self.register(),
            place: self.place(),
            ordering: self.load_ordering(),
        }
    }

    fn store(&mut self) -> Statement {
        Statement::Store {
            place: self.place(),
            value: self.operand(),
            ordering: self.store_ordering(),
        }
    }

    fn update(&mut self) -> Statement {
        Statement::Rmw {
            register: self.register(),
            operation: self.random.pick(&[
                RmwOperation::Add,
                RmwOperation::Exchange,
                RmwOperation::Or,
            ]),
            place: self.place(),
            value: self.operand(),
            ordering: self.update_ordering(),
        }
    }

    /// A compare-exchange, which may fail for no reason in so many of a hundred cases.
    fn compare_exchange(&mut self, weak: u64) -> Statement {
        Statement::Cas {
            register: self.register(),
            place: self.place(),
            expected: Operand::Number(self.number()),
            desired: self.operand(),
            weak: self.random.chance(weak),
            ordering: self.update_ordering(),
            failure: self.random.pick(&[Ordering::Relaxed, Ordering::Acquire, Ordering::SeqCst]),
        }
    }

    fn simple(&mut self, depth: u32) -> Statement {
        match self.random.below(20) {
            0..9 => self.load(),
            9..16 => self.store(),
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
            0..5 => self.update(),
            5..8 => self.compare_exchange(35),
            _ => Statement::Fence { ordering: self.fence_ordering() },
        }
    }

    fn mutex(&mut self, depth: u32) -> Statement {
        let mutex = self.mutex_index();
        match self.random.below(12) {
            0..8 => Statement::Locked { mutex, body: self.body(depth + 1) },
            8..10 => Statement::TryLocked { mutex, body: self.body(depth + 1) },
            10 if self.random.chance(30) => Statement::Exit,
            _ => Statement::Lock { mutex },
        }
    }

    fn waiting(&mut self, depth: u32) -> Statement {
        match self.random.below(4) {
            0 => Statement::Spin {
                place: self.place(),
                equals: self.number(),
                ordering: Ordering::SeqCst,
            },
            1 => Statement::CasLoop {
                place: self.place(),
                retry: Retry { weak: false, reload: true },
            },
            _ => Statement::SpinLocked { place: self.place(), body: self.body(depth + 1) },
        }
    }

    /// One side of handing over an object: using it and saying so, or hearing that and ending or
    /// using it.
    fn hand_over(&mut self) -> Vec<Statement> {
        let (variable, register) = (POINTER, self.register());
        let place = Place { variable: 0, offset: 0, size: 4 };
        if self.random.chance(50) {
            return vec![
                Statement::Publish { variable, ordering: self.store_ordering() },
                self.touch(variable),
                Statement::Store {
                    place,
                    value: Operand::Number(1),
                    ordering: self.store_ordering(),
                },
            ];
        }
        let ordering = self.load_ordering();
        let touch = Statement::Touch { variable, ordering, updates: self.random.chance(50) };
        let body = match self.random.chance(70) {
            true if self.random.chance(50) => vec![Statement::Free { variable, ordering }, touch],
            true => vec![Statement::Free { variable, ordering }],
            false => vec![touch],
        };
        vec![
            Statement::Load { register, place, ordering: self.load_ordering() },
            Statement::If { register, equals: 1, body },
        ]
    }

    fn touch(&mut self, variable: u8) -> Statement {
        let ordering = self.load_ordering();
        Statement::Touch { variable, ordering, updates: self.random.chance(50) }
    }

    fn lifetime(&mut self) -> Statement {
        let variable = POINTER;
        match self.random.below(3) {
            0 => Statement::Publish { variable, ordering: self.store_ordering() },
            1 => self.touch(variable),
            _ => Statement::Free { variable, ordering: self.load_ordering() },
        }
    }
}
