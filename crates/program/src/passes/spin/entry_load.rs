//! Can a thread also be stopped when it only learnt what it could have known from the start?
//!
//! In `pos = load(A); for (;;) { …; if (cas(A, &pos, pos + 1)) break; }` a failing iteration
//! changes `pos` to the value that it read from A. The thread is then as it would be if its first
//! load had read that write, so it can be stopped as well: that other execution is explored anyway.
//! This decides how fast the usual queues and stacks can be checked.
//!
//! **The criterion.** A loop is entered from one block only, which ends with a jump to the header.
//! The last instruction of that block that is not a pure computation is a load from A, and of what
//! is live at the header, exactly one register depends on the loaded value: `v`, a copy of it. On
//! every back edge, `v` is what it was at the header or a copy of what the iteration read from A,
//! by a load or as the old value of a compare-exchange, of the same size, with the same tags, and
//! at least as strongly ordered as the first load. A is the same address throughout. Then there is
//! a second mark, at the entry of the loop, of the same registers without `v`, and back edges check
//! against it as well.
//!
//! **Why that is right.** Let a thread be stopped by that second check in an execution that goes on
//! to something wrong. Since it entered the loop it has had no effect, and its registers at the
//! header are as they were then, except for `v`. By induction over the iterations, `v` holds what
//! the first load read, or what a later read `R` of A since then has read. In the first case the
//! thread is in the state in which it entered the loop, and the argument of [`super`] applies to
//! all iterations at once. In the second, leave out the first load and everything the thread did
//! since, except for `R`, and let `R` be the first load:
//!
//! - The program order is right. Between the first load and the header there is no event, so `R`
//!   can stand there. (If there were, say, a load of B in between, `R` would have to come before it
//!   and might now read something too new. That is why nothing but pure computation is allowed.)
//! - The thread is in the same state at the header: `v` is what `R` read; no other live register
//!   depends on the first load; and the block ends with a jump, so no decision does.
//! - It is an execution of the model: there are fewer events, and `R` is ordered at most as
//!   strongly as before, which only weakens what it synchronises with.
//!
//! So there is an execution with the same wrong thing and fewer events, and the argument of
//! [`super`] goes on. Marks at the entry rather than at the header are essential: an iteration that
//! had an effect or changed another register may be what caused the write that a later iteration
//! reads.
//!
//! A thread that is stopped here need not be one that waits for ever: the check says so
//! ([`Since::Entry`](crate::instruction::Since)).

use super::Flow;
use crate::flow::{Definition, Loop};
use crate::instruction::{Access, BinaryOperation, Instruction, Operand, Register, Terminator};
use crate::structure::{BlockId, Function};
use base::Ordering;
use std::collections::{BTreeSet, HashMap};

/// The block before the loop, and the register that it loads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EntryLoad {
    pub(super) preheader: BlockId,
    pub(super) register: Register,
}

/// Finds the register of a loop that satisfies the criterion; `assigned` are those that it assigns.
pub(super) fn find(
    function: &Function,
    flow: &Flow,
    each: &Loop,
    assigned: &BTreeSet<Register>,
) -> Option<EntryLoad> {
    let mut entries = each.entries(&flow.graph);
    let preheader = entries.next()?;
    let is_function_start = each.header == BlockId(0);
    if entries.next().is_some() || is_function_start {
        return None;
    }
    let block = function.block(preheader);
    if block.terminator != Terminator::Jump(each.header) {
        return None;
    }
    let last = block.instructions.iter().rposition(|instruction| !instruction.is_pure())?;
    let Instruction::Load { target, address, access } = block.instructions[last] else {
        return None;
    };
    let rest = &block.instructions[last + 1..];
    let register =
        only_copy(target, rest, |register| flow.liveness.is_live_in(each.header, register))?;
    let source = FirstLoad { address: resolve(function, flow, address), access };
    let is_stable = match source.address.base {
        Operand::Constant(_) => true,
        Operand::Undefined => false,
        Operand::Register(base) => {
            !assigned.contains(&base)
                && base != target
                && !rest.iter().any(|instruction| instruction.writes_register(base))
        }
    };
    let analysis = Analysis { function, flow, each, register, source };
    (is_stable && analysis.holds()).then_some(EntryLoad { preheader, register })
}

/// The one register that depends on `loaded` after the instructions and is `live`, if it is a copy.
fn only_copy(
    loaded: Register,
    instructions: &[Instruction],
    live: impl Fn(Register) -> bool,
) -> Option<Register> {
    let mut dependent: HashMap<Register, bool> = HashMap::from([(loaded, true)]);
    for instruction in instructions {
        let mut depends = false;
        instruction.reads(|register| depends |= dependent.contains_key(&register));
        let is_copy = match instruction {
            Instruction::Assign { value: Operand::Register(source), .. } => {
                dependent.get(source).copied().unwrap_or(false)
            }
            _ => false,
        };
        for target in instruction.targets() {
            if depends {
                dependent.insert(target, is_copy);
            } else {
                dependent.remove(&target);
            }
        }
    }
    let mut live = dependent.into_iter().filter(|(register, _)| live(*register));
    match (live.next(), live.next()) {
        (Some((register, true)), None) => Some(register),
        _ => None,
    }
}

/// An address as a constant distance from something that cannot be followed further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Resolved {
    base: Operand,
    offset: u64,
}

/// Follows copies and constant offsets through registers that are assigned once, before every use;
/// what they were computed from is still the same wherever they are used (see
/// [`crate::flow::definitions`]).
fn resolve(function: &Function, flow: &Flow, address: Operand) -> Resolved {
    let mut resolved = Resolved { base: address, offset: 0 };
    loop {
        let step = match resolved.base {
            Operand::Constant(bits) => {
                return Resolved {
                    base: Operand::Constant(bits.wrapping_add(resolved.offset)),
                    offset: 0,
                };
            }
            Operand::Undefined => None,
            Operand::Register(register) => computed_from(function, flow, register),
        };
        let Some((base, offset)) = step else {
            return resolved;
        };
        resolved = Resolved { base, offset: resolved.offset.wrapping_add(offset) };
    }
}

/// What a register that is assigned once is a constant distance from.
fn computed_from(function: &Function, flow: &Flow, register: Register) -> Option<(Operand, u64)> {
    let Definition::Instruction(block, index) = flow.definitions.single(register)? else {
        return None;
    };
    let (base, offset) = match function.block(block).instructions[index] {
        Instruction::Assign { value, .. } => (value, 0),
        Instruction::Binary { operation: BinaryOperation::Add, width: 64, left, right, .. } => {
            match (left, right) {
                (base, Operand::Constant(offset)) | (Operand::Constant(offset), base) => {
                    (base, offset)
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let is_fixed = match base {
        Operand::Constant(_) => true,
        Operand::Register(base) => flow.definitions.single(base).is_some(),
        Operand::Undefined => false,
    };
    is_fixed.then_some((base, offset))
}

/// What the first load read from.
#[derive(Clone, Copy)]
struct FirstLoad {
    address: Resolved,
    access: Access,
}

/// The question whether `v` stays what it was or is read from A again.
struct Analysis<'a> {
    function: &'a Function,
    flow: &'a Flow,
    each: &'a Loop,
    register: Register,
    source: FirstLoad,
}

/// The registers that hold what `v` was at the header, or what was read from A since.
type Faithful = BTreeSet<Register>;

impl Analysis<'_> {
    /// A forward analysis of the loop's body from its header, to the largest solution.
    fn holds(&self) -> bool {
        let body = self.flow.graph.order().iter().filter(|block| self.each.contains(**block));
        let body: Vec<BlockId> = body.copied().collect();
        let mut ends: HashMap<BlockId, Faithful> = HashMap::new();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &body {
                let end = self.transfer(block, self.start(block, &ends));
                if ends.get(&block) != Some(&end) {
                    ends.insert(block, end);
                    changed = true;
                }
            }
        }
        self.each.latches.iter().all(|latch| ends[latch].contains(&self.register))
    }

    /// What holds at the start of a block: what holds at the ends of all blocks before, as far as
    /// those have been looked at.
    fn start(&self, block: BlockId, ends: &HashMap<BlockId, Faithful>) -> Faithful {
        if block == self.each.header {
            return BTreeSet::from([self.register]);
        }
        let known =
            self.flow.graph.predecessors(block).iter().filter_map(|before| ends.get(before));
        let common = known.cloned().reduce(|left, right| &left & &right);
        common.expect("in this order, some predecessor comes first")
    }

    fn transfer(&self, block: BlockId, mut faithful: Faithful) -> Faithful {
        for instruction in &self.function.block(block).instructions {
            let result = match instruction {
                Instruction::Assign { target, value: Operand::Register(source) } => {
                    faithful.contains(source).then_some(*target)
                }
                Instruction::Load { target, address, access } => {
                    self.reads_again(*address, *access, access.ordering).then_some(*target)
                }
                Instruction::CompareExchange { target, address, access, failure, .. } => {
                    self.reads_again(*address, *access, *failure).then_some(*target)
                }
                _ => None,
            };
            for target in instruction.targets() {
                faithful.remove(&target);
            }
            faithful.extend(result);
        }
        faithful
    }

    /// Whether an access that reads with this order could stand in for the first load.
    fn reads_again(&self, address: Operand, access: Access, ordering: Ordering) -> bool {
        resolve(self.function, self.flow, address) == self.source.address
            && access.size == self.source.access.size
            && access.tags == self.source.access.tags
            && ordering.read_strength() >= self.source.access.ordering.read_strength()
    }
}
