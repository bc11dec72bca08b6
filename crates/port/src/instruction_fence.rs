//! What does an `isync` of Power, or an `isb` of Arm, order? By itself, nothing: it waits until the
//! branches before it are decided, and so it orders the reads that those depend on before all
//! accesses that follow (`ctrlisync` of Power's model, `ctrlisb` of Armv7's, and in AArch64's
//! `(ctrl | addr; po); [ISB]`, where addresses count, too).
//!
//! C has no fence for that. An acquire fence orders *all* reads before it, and so it is one in C
//! only where these two are the same (`lift`):
//!
//! - where every read that may be before it is decided, or ordered already by another fence or by
//!   its own mark: an acquire fence;
//! - where none is: no fence;
//! - else, it has no counterpart, and whoever asks is told so.
//!
//! A branch decides a read if its condition is computed from what was read, or from what was read
//! at an address that is computed from it: addresses order reads on all machines that have such a
//! fence. Where paths meet, a read counts as decided if it is on all of them, and as not decided if
//! it is on none.

use crate::lift::Lift;
use base::{Ordering, Tags};
use litmus::code::{Code, Expression, Instruction, Register};
use litmus::tree::Architecture;
use std::collections::BTreeSet;

/// Reads, by the places of their instructions.
type Reads = BTreeSet<usize>;

/// Whether a fence waits for branches only.
pub(crate) fn is_one(tags: Tags) -> bool {
    tags.names().any(|name| matches!(name, "ISYNC" | "ISB"))
}

/// What the fence of C is that such a fence of a thread is, by its place; why there is none.
pub(crate) fn meaning(
    code: &Code,
    place: usize,
    lift: &Lift,
    architecture: Architecture,
) -> Result<Ordering, String> {
    let addresses_count = architecture == Architecture::AArch64;
    let mut before: Vec<Option<Known>> = vec![None; code.instructions.len() + 1];
    before[0] = Some(Known::at_start(code));
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        let Some(instruction) = code.instructions.get(at) else { continue };
        let mut known = before[at].clone().expect("it was reached");
        known.pass(instruction, at, lift, addresses_count);
        for next in successors(instruction, at) {
            let joined = before[next].as_ref().map_or(known.clone(), |old| old.join(&known));
            if before[next].as_ref() != Some(&joined) {
                before[next] = Some(joined);
                open.push(next);
            }
        }
    }
    let nothing = (Reads::new(), Reads::new());
    let (undecided, decided) =
        before[place].as_ref().map_or(nothing, |own| (own.undecided.clone(), own.decided.clone()));
    match (undecided.is_empty(), decided.is_empty()) {
        (_, true) => Ok(Ordering::Relaxed),
        (true, false) => Ok(Ordering::Acquire),
        (false, false) => Err(
            "a fence that orders some of the reads before it, those that a branch depends on, and not the others (`isync`, `isb`), has no counterpart in C, and so none on another machine"
                .to_owned(),
        ),
    }
}

fn acquires(ordering: Ordering) -> bool {
    ordering.read_strength() >= Ordering::Acquire.read_strength()
}

fn successors(instruction: &Instruction, at: usize) -> Vec<usize> {
    match instruction {
        Instruction::Jump { target } => vec![*target],
        Instruction::Branch { target, .. } => vec![at + 1, *target],
        _ => vec![at + 1],
    }
}

/// What is known before an instruction, of all paths to it.
#[derive(Clone, PartialEq, Eq)]
struct Known {
    /// For each register, the reads that its value depends on, on all paths and on some.
    certain: Vec<Reads>,
    possible: Vec<Reads>,
    /// The reads that nothing decides or orders, on some path.
    undecided: Reads,
    /// Those that a branch decides, on some path.
    decided: Reads,
}

impl Known {
    fn at_start(code: &Code) -> Known {
        let none = vec![Reads::new(); code.registers.len()];
        let (undecided, decided) = (Reads::new(), Reads::new());
        Known { certain: none.clone(), possible: none, undecided, decided }
    }

    fn join(&self, other: &Known) -> Known {
        let both = |first: &[Reads], second: &[Reads], join: fn(&Reads, &Reads) -> Reads| {
            first.iter().zip(second).map(|(first, second)| join(first, second)).collect()
        };
        Known {
            certain: both(&self.certain, &other.certain, |one, two| one & two),
            possible: both(&self.possible, &other.possible, |one, two| one | two),
            undecided: &self.undecided | &other.undecided,
            decided: &self.decided | &other.decided,
        }
    }

    fn pass(&mut self, instruction: &Instruction, at: usize, lift: &Lift, addresses_count: bool) {
        let address = match instruction {
            Instruction::Load { access, .. }
            | Instruction::Store { access, .. }
            | Instruction::StoreExclusive { access, .. } => Some(&access.address),
            Instruction::Update(update) => Some(&update.read.address),
            _ => None,
        };
        if let Some(address) = address.filter(|_| addresses_count) {
            self.decide(address);
        }
        match instruction {
            Instruction::Assign { to, value } => {
                let (certain, possible) = self.reads_of(value);
                (self.certain[to.0], self.possible[to.0]) = (certain, possible);
            }
            Instruction::Load { to, access, .. } => {
                let is_ordered = lift.load(access.tags).is_ok_and(acquires);
                self.read(*to, &access.address, at, is_ordered);
            }
            Instruction::Update(update) => {
                let order = lift.update(update.read.tags, update.write_tags);
                let is_ordered = order.is_ok_and(acquires);
                self.read(update.old, &update.read.address, at, is_ordered);
                if let Some(success) = update.success {
                    self.copy(success, update.old);
                }
            }
            Instruction::StoreExclusive { status, .. } => {
                (self.certain[status.0], self.possible[status.0]) = (Reads::new(), Reads::new());
            }
            Instruction::Branch { condition, .. } => self.decide(condition),
            Instruction::Fence { tags, .. } => {
                let orders = !is_one(*tags) && lift.fence(*tags).is_ok_and(acquires);
                if orders {
                    self.undecided.clear();
                }
            }
            Instruction::Store { .. } | Instruction::Jump { .. } | Instruction::Scope(_) => {}
        }
    }

    fn read(&mut self, to: Register, address: &Expression, at: usize, is_ordered: bool) {
        let (mut certain, mut possible) = self.reads_of(address);
        certain.insert(at);
        possible.insert(at);
        if !is_ordered {
            self.undecided.insert(at);
        }
        (self.certain[to.0], self.possible[to.0]) = (certain, possible);
    }

    fn copy(&mut self, to: Register, from: Register) {
        self.certain[to.0] = self.certain[from.0].clone();
        self.possible[to.0] = self.possible[from.0].clone();
    }

    fn decide(&mut self, on: &Expression) {
        let (certain, possible) = self.reads_of(on);
        self.undecided = &self.undecided - &certain;
        self.decided.extend(possible);
    }

    /// The reads that an expression depends on, for certain and possibly.
    fn reads_of(&self, expression: &Expression) -> (Reads, Reads) {
        let registers = 0..self.certain.len();
        let mentioned: Vec<usize> =
            registers.filter(|own| expression.mentions(Register(*own))).collect();
        let all = |reads: &[Reads]| mentioned.iter().flat_map(|own| reads[*own].clone()).collect();
        (all(&self.certain), all(&self.possible))
    }
}
