//! Which kinds of statement does a family of random programs have, and how large are its programs?
//!
//! A mixture of everything rarely has enough of one thing: whether locks are lost shows where there
//! is nothing but locks. So each family has few kinds of statement, and [`Weights`] say how often
//! each of them comes.

use testing::Random;

/// Which features a family of random programs has, so that each gets its share of programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    /// Nothing but mutexes, in sequence and nested, some of which are never released.
    Locks,
    /// Mutexes, and one variable inside and outside of them.
    LockedVariable,
    /// Mutexes that are tried, initialised and destroyed, too.
    TryLocks,
    /// Mutexes that are destroyed and initialised again, by threads that create others.
    MutexLifetimes,
    /// Nothing but atomic updates.
    Updates,
    /// Threads that create and join threads.
    Threads,
    /// Loops that wait, for ever if nobody lets them go on.
    Waiting,
    /// Loops that wait, by loads and by updates that write what is there, beside threads that are
    /// held by primitives and mutexes.
    Standstill,
    /// Loops of compare-exchanges that may fail for no reason.
    WeakCas,
    /// Loops that look at a variable while they hold a mutex, some of which others try.
    Polling,
    /// Condition variables, semaphores, reader-writer locks, barriers.
    Primitives,
    /// Variables of which each thread has its own, which others find by their addresses.
    ThreadLocals,
    /// Linked lists: nodes are put in, walked over and taken out, and sometimes freed.
    Lists,
    /// An array with a count of its elements, which are numbers and pointers.
    Arrays,
}

/// How large a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Small enough for brute force: up to four threads and eight statements.
    Small,
    /// Up to six threads and forty statements, with more variables and mutexes.
    Large,
}

/// The kinds of statement that the weights are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Load,
    Store,
    Update,
    CompareExchange,
    Fence,
    /// A body while a mutex is held.
    Locked,
    TryLocked,
    /// A mutex that is never released.
    Held,
    Initialise,
    Destroy,
    /// A body in a thread of its own.
    Created,
    If,
    Assume,
    AssertNot,
    Spin,
    SpinUpdate,
    SpinBoth,
    Poll,
    SpinLocked,
    CasLoop,
    Push,
    Primitive,
    Own,
    Listed,
    Indexed,
}

/// How often each kind of statement comes.
pub(crate) type Weights = &'static [(u64, Kind)];

impl Family {
    pub const ALL: [Family; 23] = [
        Family::Plain,
        Family::Atomics,
        Family::MixedSize,
        Family::Mutexes,
        Family::AtomicBlocks,
        Family::Loops,
        Family::Lifetimes,
        Family::Libraries,
        Family::Everything,
        Family::Locks,
        Family::LockedVariable,
        Family::TryLocks,
        Family::MutexLifetimes,
        Family::Updates,
        Family::Threads,
        Family::Waiting,
        Family::Standstill,
        Family::WeakCas,
        Family::Polling,
        Family::Primitives,
        Family::ThreadLocals,
        Family::Lists,
        Family::Arrays,
    ];

    /// As on the command line: `locked-variable`.
    pub fn name(self) -> String {
        let mut name = String::new();
        for character in format!("{self:?}").chars() {
            if character.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(character.to_ascii_lowercase());
        }
        name
    }

    /// The family of this name, with or without hyphens.
    pub fn find(name: &str) -> Option<Family> {
        let plain = |name: &str| name.replace('-', "").to_lowercase();
        Family::ALL.into_iter().find(|family| plain(&family.name()) == plain(name))
    }

    /// The kinds of statement of a family that has few; the others have a third of their own among
    /// loads and stores.
    pub(crate) fn weights(self) -> Option<Weights> {
        Some(match self {
            Family::Locks => &[(12, Kind::Locked), (1, Kind::Held)],
            Family::LockedVariable => &[
                (6, Kind::Locked),
                (3, Kind::Load),
                (3, Kind::Store),
                (1, Kind::If),
                (1, Kind::Held),
                (1, Kind::AssertNot),
                (1, Kind::Assume),
            ],
            Family::TryLocks => &[
                (60, Kind::Locked),
                (48, Kind::TryLocked),
                (12, Kind::Store),
                (12, Kind::Load),
                (1, Kind::Initialise),
                (1, Kind::Destroy),
            ],
            Family::MutexLifetimes => &[
                (16, Kind::Locked),
                (3, Kind::Initialise),
                (2, Kind::Destroy),
                (4, Kind::Created),
                (1, Kind::Held),
            ],
            Family::Updates => &[
                (5, Kind::Update),
                (3, Kind::CompareExchange),
                (1, Kind::If),
                (1, Kind::AssertNot),
            ],
            Family::Threads => &[
                (4, Kind::Created),
                (2, Kind::Load),
                (2, Kind::Store),
                (1, Kind::Update),
                (2, Kind::Locked),
                (1, Kind::AssertNot),
            ],
            Family::Waiting => &[
                (4, Kind::Spin),
                (2, Kind::SpinBoth),
                (1, Kind::SpinLocked),
                (1, Kind::CasLoop),
                (1, Kind::Poll),
                (8, Kind::Store),
                (1, Kind::Load),
                (1, Kind::Update),
                (1, Kind::Fence),
                (1, Kind::Locked),
            ],
            Family::Standstill => &[
                (6, Kind::SpinUpdate),
                (2, Kind::Spin),
                (1, Kind::SpinLocked),
                (1, Kind::Poll),
                (6, Kind::Primitive),
                (7, Kind::Store),
                (2, Kind::Locked),
                (1, Kind::Held),
            ],
            Family::WeakCas => &[
                (4, Kind::CompareExchange),
                (3, Kind::CasLoop),
                (2, Kind::Push),
                (1, Kind::Store),
                (1, Kind::Load),
                (1, Kind::If),
            ],
            Family::Polling => &[
                (8, Kind::Poll),
                (8, Kind::Store),
                (6, Kind::Locked),
                (2, Kind::Load),
                (2, Kind::AssertNot),
                (1, Kind::Held),
                (4, Kind::TryLocked),
            ],
            Family::Primitives => &[
                (20, Kind::Primitive),
                (3, Kind::Store),
                (3, Kind::Load),
                (1, Kind::Locked),
                (1, Kind::AssertNot),
            ],
            Family::ThreadLocals => &[
                (12, Kind::Own),
                (2, Kind::Store),
                (2, Kind::Load),
                (1, Kind::Fence),
                (1, Kind::Locked),
                (2, Kind::Created),
                (1, Kind::AssertNot),
            ],
            Family::Lists => &[
                (24, Kind::Listed),
                (2, Kind::Store),
                (2, Kind::Load),
                (1, Kind::Fence),
                (2, Kind::Locked),
                (1, Kind::If),
                (2, Kind::AssertNot),
            ],
            Family::Arrays => &[
                (24, Kind::Indexed),
                (2, Kind::Store),
                (4, Kind::Load),
                (1, Kind::Fence),
                (6, Kind::Locked),
                (2, Kind::If),
                (2, Kind::AssertNot),
            ],
            Family::Plain
            | Family::Atomics
            | Family::MixedSize
            | Family::Mutexes
            | Family::AtomicBlocks
            | Family::Loops
            | Family::Lifetimes
            | Family::Libraries
            | Family::Everything => return None,
        })
    }

    /// Whether locks are what it is about: then there are at least four threads in a large program,
    /// for fewer have nothing to lose.
    fn is_about_locks(self) -> bool {
        matches!(
            self,
            Family::Locks
                | Family::LockedVariable
                | Family::TryLocks
                | Family::MutexLifetimes
                | Family::Mutexes
        )
    }
}

/// How large one program is to be.
pub(crate) struct Measure {
    /// How many statements each thread has at most.
    pub(crate) threads: Vec<u32>,
    /// How many variables and mutexes to choose from.
    pub(crate) variables: u64,
    pub(crate) mutexes: u64,
}

impl Measure {
    pub(crate) fn new(family: Family, size: Size, random: &mut Random) -> Measure {
        match size {
            Size::Small => Measure::small(family, random),
            Size::Large => Measure::large(family, random),
        }
    }

    fn small(family: Family, random: &mut Random) -> Measure {
        let threads = 2 + random.below(10) / 7 + random.below(10) / 9;
        let total = 4 + random.below(5) as u32;
        // Locks on their own are cheap, and two threads say little about them.
        let threads = if family == Family::Locks { threads.max(3) } else { threads };
        let each = (total / threads as u32).max(1);
        // Who polls and who tries have to meet at the same mutex, and who uses and who ends it.
        let is_shared = matches!(family, Family::Polling | Family::MutexLifetimes);
        let mutexes = if is_shared { 1 } else { 2 };
        Measure { threads: vec![each; threads as usize], variables: 2, mutexes }
    }

    fn large(family: Family, random: &mut Random) -> Measure {
        let threads = match family.is_about_locks() {
            true => 4 + random.below(10) / 6 + random.below(10) / 8,
            false => 2 + random.below(3) + random.below(10) / 6 + random.below(10) / 9,
        };
        // Most programs are small, because the others have too many executions to be compared.
        let total = threads + 2 + random.below(10).min(random.below(37));
        let mut each = vec![1; threads as usize];
        for _ in threads..total.min(40) {
            each[random.below(threads) as usize] += 1;
        }
        Measure { threads: each, variables: 1 + random.below(5), mutexes: 1 + random.below(4) }
    }
}
