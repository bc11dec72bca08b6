//! A program with other orders: what each place guarantees is given, and the instructions there are
//! changed to that. It is the register machine's program that is changed and not the text, so that
//! what is checked does not depend on how well the text was understood.

use crate::guarantee::Guarantees;
use crate::place::{Kind, Places, is_access, is_plain};
use base::{Ordering, SourcePosition, Tags};
use program::{Block, Function, Instruction, Program};
use std::collections::HashSet;

/// What is guaranteed at each place, by the numbers of places.
pub type Orders = Vec<Guarantees>;

/// Everything as strong as it can be and means something.
pub fn strongest(places: &Places) -> Orders {
    places.list().iter().map(|place| place.now.union(place.most)).collect()
}

/// The program in which each place guarantees what it is given.
pub fn with_orders(program: &Program, places: &Places, orders: &[Guarantees]) -> Program {
    assert_eq!(places.list().len(), orders.len(), "each place has its guarantees");
    let given = |position, kind, now| {
        let number = places.number(position, kind, now)?;
        Some(orders[number])
    };
    let mut program = program.clone();
    for function in &mut program.functions {
        let atomic = atomic_accesses(function);
        for block in &mut function.blocks {
            change_block(block, &given, &first_accesses(block, &atomic));
        }
    }
    program
}

/// Gives the instructions of a block the orders of their places, and puts fences before some.
fn change_block(
    block: &mut Block,
    given: &impl Fn(SourcePosition, Kind, Guarantees) -> Option<Guarantees>,
    first: &[bool],
) {
    // From the end, so that what is inserted or removed does not move what is still to come.
    for index in (0..block.instructions.len()).rev() {
        let Some(position) = block.positions[index] else { continue };
        let instruction = &mut block.instructions[index];
        if first[index]
            && let Some(fence) = given(position, Kind::Gap, Guarantees::NONE)
            && !fence.is_empty()
        {
            let fence = Instruction::Fence { ordering: fence.order(), tags: Tags::NONE };
            strengthen(instruction, position, given);
            block.insert(index, fence, Some(position));
            continue;
        }
        let stays = strengthen(instruction, position, given);
        if !stays {
            block.retain(|other, _| other != index);
        }
    }
}

/// The positions of the atomic accesses of a function.
fn atomic_accesses(function: &Function) -> HashSet<SourcePosition> {
    let instructions = function.blocks.iter().flat_map(Block::with_positions);
    let atomic = instructions.filter(|(own, _)| is_access(own) && !is_plain(own));
    atomic.filter_map(|(_, position)| position).collect()
}

/// Which instructions of a block a fence before their place comes before. In the text, it comes
/// before the whole of what is there: so it is before the first access at a position, and not
/// before the plain ones, with which a compiler passes on what an atomic one has read.
fn first_accesses(block: &Block, atomic: &HashSet<SourcePosition>) -> Vec<bool> {
    let mut seen = HashSet::new();
    let is_first = |(instruction, position): (&Instruction, Option<SourcePosition>)| {
        let Some(position) = position.filter(|_| is_access(instruction)) else { return false };
        !(is_plain(instruction) && atomic.contains(&position)) && seen.insert(position)
    };
    block.with_positions().map(is_first).collect()
}

/// Gives an instruction the orders of its places; whether it is still there then.
fn strengthen(
    instruction: &mut Instruction,
    position: SourcePosition,
    given: impl Fn(SourcePosition, Kind, Guarantees) -> Option<Guarantees>,
) -> bool {
    let change = |kind, order: &mut Ordering| {
        let is_atomic = *order != Ordering::Plain;
        let found = given(position, kind, Guarantees::of(*order)).filter(|_| is_atomic);
        if let Some(guarantees) = found {
            *order = guarantees.order();
        }
        found
    };
    match instruction {
        Instruction::Load { access, .. } => {
            change(Kind::Load, &mut access.ordering);
        }
        Instruction::Store { access, .. } => {
            change(Kind::Store, &mut access.ordering);
        }
        Instruction::ReadModifyWrite { access, .. } => {
            change(Kind::Update, &mut access.ordering);
        }
        Instruction::CompareExchange { access, failure, .. } => {
            change(Kind::Update, &mut access.ordering);
            change(Kind::Failure, failure);
        }
        Instruction::Fence { ordering, tags } if *tags == Tags::NONE => {
            return change(Kind::Fence, ordering).is_none_or(|guarantees| !guarantees.is_empty());
        }
        _ => {}
    }
    true
}
