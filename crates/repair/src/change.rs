//! A program with other orders: what each place guarantees is given, and the instructions there are
//! changed to that. It is the register machine's program that is changed and not the text, so that
//! what is checked does not depend on how well the text was understood.

use crate::guarantee::Guarantees;
use crate::place::{Kind, Places, is_access};
use base::{Ordering, SourcePosition, Tags};
use program::{Instruction, Program};

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
    let functions = program.functions.iter_mut();
    for block in functions.flat_map(|function| &mut function.blocks) {
        // From the end, so that what is inserted or removed does not move what is still to come.
        for index in (0..block.instructions.len()).rev() {
            let Some(position) = block.positions[index] else { continue };
            let instruction = &mut block.instructions[index];
            if is_access(instruction)
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
    program
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
