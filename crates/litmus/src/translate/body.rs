//! The body of a function while it is written: blocks, the one that instructions go to, and
//! registers.

use base::SourcePosition;
use program::{
    BinaryOperation, Block, BlockId, Function, Instruction, Operand, Predicate, Register,
    Terminator,
};

pub(super) struct Body {
    registers: Vec<String>,
    blocks: Vec<Block>,
    /// The block that instructions go to, until it has a terminator.
    current: BlockId,
    position: Option<SourcePosition>,
}

impl Body {
    /// A body with named registers, in which nothing happens yet.
    pub(super) fn new(registers: Vec<String>) -> Body {
        let entry = Block::new("entry", Terminator::Unreachable);
        Body { registers, blocks: vec![entry], current: BlockId(0), position: None }
    }

    /// What follows comes from here.
    pub(super) fn set_position(&mut self, position: Option<SourcePosition>) {
        self.position = position;
    }

    pub(super) fn temporary(&mut self) -> Register {
        self.registers.push(String::new());
        Register(self.registers.len() as u32 - 1)
    }

    pub(super) fn add_block(&mut self, name: impl Into<String>) -> BlockId {
        self.blocks.push(Block::new(name, Terminator::Unreachable));
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// What follows goes to this block.
    pub(super) fn continue_in(&mut self, block: BlockId) {
        self.current = block;
    }

    pub(super) fn push(&mut self, instruction: Instruction) {
        let position = self.position;
        self.block().push(instruction, position);
    }

    /// Ends the current block.
    pub(super) fn end(&mut self, terminator: Terminator) {
        let position = self.position;
        let block = self.block();
        block.terminator = terminator;
        *block.positions.last_mut().expect("a terminator has a position") = position;
    }

    /// Says that this cannot be done; nothing follows.
    pub(super) fn refuse(&mut self, what: impl Into<String>) {
        self.push(Instruction::Unsupported { what: what.into() });
    }

    /// Goes on only if a condition is zero; otherwise, this cannot be done.
    pub(super) fn refuse_if(&mut self, condition: Operand, what: impl Into<String>) {
        let (refused, next) = (self.add_block(""), self.add_block(""));
        self.end(Terminator::Branch { condition, then: refused, otherwise: next });
        self.continue_in(refused);
        self.refuse(what);
        self.continue_in(next);
    }

    pub(super) fn binary(
        &mut self,
        operation: BinaryOperation,
        left: impl Into<Operand>,
        right: impl Into<Operand>,
    ) -> Operand {
        let target = self.temporary();
        let (left, right) = (left.into(), right.into());
        self.push(Instruction::Binary { operation, width: 64, target, left, right });
        target.into()
    }

    pub(super) fn compare(
        &mut self,
        predicate: Predicate,
        left: impl Into<Operand>,
        right: impl Into<Operand>,
    ) -> Operand {
        let target = self.temporary();
        let (left, right) = (left.into(), right.into());
        self.push(Instruction::Compare { predicate, width: 64, target, left, right });
        target.into()
    }

    pub(super) fn select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        let target = self.temporary();
        self.push(Instruction::Select { target, condition, then, otherwise });
        target.into()
    }

    pub(super) fn finish(self, name: String, parameters: u32) -> Function {
        let Body { registers, blocks, .. } = self;
        Function { name, parameters, variadic: false, registers, blocks }
    }

    fn block(&mut self) -> &mut Block {
        &mut self.blocks[self.current.index()]
    }
}

/// A number of a litmus test as an operand.
pub(super) fn number(value: i64) -> Operand {
    Operand::Constant(value as u64)
}
