//! Each problem is found; most are met through the text form, see `text::tests`.

use super::{Fault, ProgramPart, verify};
use crate::instruction::{Instruction, Operand, Register, Terminator};
use crate::structure::{Block, BlockId, Function, FunctionId, Program, SiteId};
use crate::{AllocationKind, Callee};

fn function(parameters: u32, registers: usize, blocks: Vec<Block>) -> Function {
    let registers = vec![String::new(); registers];
    Function { name: "f".into(), parameters, variadic: false, registers, blocks }
}

fn faults(function: Function) -> Vec<(ProgramPart, Fault)> {
    let program = Program { functions: vec![function], ..Program::default() };
    let problems = verify(&program).err().unwrap_or_default();
    problems.into_iter().map(|problem| (problem.place, problem.fault)).collect()
}

#[test]
fn ids_out_of_range_are_found() {
    let (f, b) = (FunctionId(0), BlockId(0));
    let at = |index| ProgramPart::Instruction(f, b, index);
    let mut block = Block::new("a", Terminator::Jump(BlockId(1)));
    block.push(
        Instruction::Assign { target: Register(2), value: Operand::Register(Register(3)) },
        None,
    );
    let call = |callee| Instruction::Call { targets: vec![], callee, arguments: vec![] };
    block.push(call(Callee::Direct(FunctionId(7))), None);
    let (size, kind, site) = (Operand::Constant(1), AllocationKind::Heap, SiteId(0));
    block.push(Instruction::Allocate { target: Register(0), size, kind, site }, None);
    block.push(Instruction::Bound { counter: Register(9), limit: 1 }, None);
    let found = faults(function(0, 2, vec![block]));
    assert_eq!(
        found,
        [
            (at(0), Fault::NoSuchRegister(Register(3))),
            (at(0), Fault::NoSuchRegister(Register(2))),
            (at(1), Fault::NoSuchFunction(FunctionId(7))),
            (at(2), Fault::NoSuchSite(SiteId(0))),
            (at(3), Fault::NoSuchRegister(Register(9))),
            (at(3), Fault::NoSuchRegister(Register(9))),
            (ProgramPart::Terminator(f, b), Fault::NoSuchBlock(BlockId(1))),
        ]
    );
}

#[test]
fn shapes_that_disagree_are_found() {
    let mut block = Block::new("a", Terminator::Unreachable);
    block.positions.clear();
    let found = faults(function(2, 1, vec![block]));
    let place = ProgramPart::Function(FunctionId(0));
    let expected = [
        (place, Fault::TooFewRegisters { registers: 1, parameters: 2 }),
        (
            ProgramPart::Block(FunctionId(0), BlockId(0)),
            Fault::Positions { positions: 0, instructions: 0 },
        ),
    ];
    assert_eq!(found, expected);
    assert_eq!(faults(function(0, 0, vec![])), [(place, Fault::NoBlocks)]);
}

#[test]
fn a_mark_that_is_watched_is_found() {
    let mut block = Block::new("a", Terminator::Unreachable);
    let watched = vec![(Register(0), Register(1)), (Register(1), Register(2))];
    block.push(Instruction::SpinMark { watched, effects: Register(3) }, None);
    let place = ProgramPart::Instruction(FunctionId(0), BlockId(0), 0);
    assert_eq!(faults(function(0, 4, vec![block])), [(place, Fault::SameTarget(Register(1)))]);
}
