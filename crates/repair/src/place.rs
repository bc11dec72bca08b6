//! Where can a program be stronger or weaker? At the places of its source that say a memory order,
//! and, for fences that are not there, before its accesses.
//!
//! A place is a line and a column with what is there. Code that is inlined, instantiated or
//! duplicated by a compiler has several instructions for one place, and so has a macro that does
//! two loads of the same order: they are decided together, since the source can only be changed at
//! the place. Instructions without a position are the runtime's, and stay as they are.

use crate::guarantee::{Guarantee, Guarantees};
use base::{Ordering, SourcePosition, Tags};
use program::{Block, Instruction, Program};
use std::collections::{HashMap, HashSet};

/// What is at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    Load,
    Store,
    /// A read-modify-write, or a compare-exchange that succeeds.
    Update,
    /// A compare-exchange that fails.
    Failure,
    Fence,
    /// An access, before which there may be a fence.
    Gap,
}

impl Kind {
    /// What can be guaranteed here at all.
    pub(crate) fn possible(self) -> Guarantees {
        match self {
            Kind::Load | Kind::Failure => {
                Guarantees::just(&[Guarantee::Acquire, Guarantee::SeqCst])
            }
            Kind::Store => Guarantees::just(&[Guarantee::Release, Guarantee::SeqCst]),
            Kind::Update | Kind::Fence | Kind::Gap => Guarantees::ALL,
        }
    }
}

/// Which guarantees mean something to a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaningful {
    pub loads: Guarantees,
    pub stores: Guarantees,
    pub updates: Guarantees,
    pub fences: Guarantees,
}

impl Meaningful {
    pub const EVERYTHING: Meaningful = Meaningful {
        loads: Guarantees::ALL,
        stores: Guarantees::ALL,
        updates: Guarantees::ALL,
        fences: Guarantees::ALL,
    };

    fn at(&self, kind: Kind) -> Guarantees {
        let meant = match kind {
            Kind::Load | Kind::Failure => self.loads,
            Kind::Store => self.stores,
            Kind::Update => self.updates,
            Kind::Fence | Kind::Gap => self.fences,
        };
        meant.both(kind.possible())
    }
}

/// A place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub position: SourcePosition,
    pub kind: Kind,
    /// The function that it is in.
    pub function: String,
    /// What the program guarantees there.
    pub now: Guarantees,
    /// What could be guaranteed and means something.
    pub most: Guarantees,
}

/// What instructions of one place have in common.
type Key = (SourcePosition, Kind, Guarantees);

/// The places of a program, in the order of the source.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Places {
    list: Vec<Place>,
    numbers: HashMap<Key, usize>,
}

/// Which kinds of places there are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Those that say an order.
    pub orders: bool,
    /// Fences, there or not.
    pub fences: bool,
}

impl Places {
    /// The places of a program whose accesses to memory that is nobody else's may not have been
    /// removed yet; `accessed` are the positions of those plain ones that stay.
    pub fn find(
        program: &Program,
        accessed: &HashSet<SourcePosition>,
        meaningful: &Meaningful,
        wanted: Wanted,
    ) -> Places {
        let mut places: Vec<Place> = Vec::new();
        let mut known = HashSet::new();
        for function in &program.functions {
            let instructions = function.blocks.iter().flat_map(Block::with_positions);
            for (instruction, position) in instructions {
                let Some(position) = position else { continue };
                for (kind, now) in kinds(instruction, position, accessed) {
                    let is_wanted = match kind {
                        Kind::Load | Kind::Store | Kind::Update | Kind::Failure => wanted.orders,
                        Kind::Fence | Kind::Gap => wanted.fences,
                    };
                    if !is_wanted || !known.insert((position, kind, now)) {
                        continue;
                    }
                    let most = meaningful.at(kind);
                    let function = function.name.clone();
                    places.push(Place { position, kind, function, now, most });
                }
            }
        }
        Places::new(places)
    }

    /// Those that are not excluded.
    #[must_use]
    pub fn without(self, is_excluded: impl Fn(&Place) -> bool) -> Places {
        Places::new(self.list.into_iter().filter(|place| !is_excluded(place)).collect())
    }

    fn new(mut list: Vec<Place>) -> Places {
        list.sort_by_key(Place::key);
        let keys = list.iter().map(Place::key).enumerate();
        let numbers = keys.map(|(number, key)| (key, number)).collect();
        Places { list, numbers }
    }

    pub fn list(&self) -> &[Place] {
        &self.list
    }

    /// The number of the place that an instruction is at, as one of a kind.
    pub(crate) fn number(
        &self,
        position: SourcePosition,
        kind: Kind,
        now: Guarantees,
    ) -> Option<usize> {
        self.numbers.get(&(position, kind, now)).copied()
    }
}

impl Place {
    fn key(&self) -> Key {
        (self.position, self.kind, self.now)
    }

    /// The order with these guarantees; `None` for a fence that is not there.
    pub fn order(&self, guarantees: Guarantees) -> Option<Ordering> {
        let is_absent = match self.kind {
            Kind::Fence | Kind::Gap => guarantees.is_empty(),
            Kind::Load | Kind::Store | Kind::Update | Kind::Failure => false,
        };
        (!is_absent).then(|| guarantees.order())
    }
}

/// What an instruction is as a place, or as two, with what is guaranteed there.
pub(crate) fn kinds(
    instruction: &Instruction,
    position: SourcePosition,
    accessed: &HashSet<SourcePosition>,
) -> Vec<(Kind, Guarantees)> {
    let access = |kind, order: Ordering| match order {
        Ordering::Plain if accessed.contains(&position) => vec![(Kind::Gap, Guarantees::NONE)],
        Ordering::Plain => Vec::new(),
        _ => vec![(kind, Guarantees::of(order)), (Kind::Gap, Guarantees::NONE)],
    };
    match instruction {
        Instruction::Load { access: own, .. } => access(Kind::Load, own.ordering),
        Instruction::Store { access: own, .. } => access(Kind::Store, own.ordering),
        Instruction::ReadModifyWrite { access: own, .. } => access(Kind::Update, own.ordering),
        Instruction::CompareExchange { access: own, failure, .. } => {
            let mut kinds = access(Kind::Update, own.ordering);
            kinds.push((Kind::Failure, Guarantees::of(*failure)));
            kinds
        }
        // What has a name of its own (`mfence`, `smp_wmb`) is not for C's orders to replace.
        Instruction::Fence { ordering, tags } if *tags == Tags::NONE => {
            vec![(Kind::Fence, Guarantees::of(*ordering))]
        }
        _ => Vec::new(),
    }
}

/// Whether an instruction reads or writes memory.
pub(crate) fn is_access(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::ReadModifyWrite { .. }
            | Instruction::CompareExchange { .. }
    )
}

/// Whether an instruction is a plain access.
pub(crate) fn is_plain(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Load { access, .. } | Instruction::Store { access, .. } => {
            access.ordering == Ordering::Plain
        }
        _ => false,
    }
}

/// The positions of plain accesses.
pub fn plain_accesses(program: &Program) -> HashSet<SourcePosition> {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks
        .flat_map(Block::with_positions)
        .filter(|(instruction, _)| is_plain(instruction))
        .filter_map(|(_, position)| position)
        .collect()
}
