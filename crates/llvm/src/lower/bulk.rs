//! How are whole blocks of memory copied and filled?
//!
//! Few bytes, piece by piece in place; many, or a number that is not known, by a helper function
//! with a loop. A copy is no single access, so in how many pieces it happens is a matter of choice
//! that shows only in programs with data races: the pieces are the scalars of the variable where
//! that is known, and otherwise as large as the alignment allows.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use crate::tree::instruction::{Argument, Typed};
use crate::tree::{Constant, Definition, Operand as TreeOperand, TypeId, ValueId};
use program::{
    Access, AllocationKind, BinaryOperation as B, Block, BlockId, Callee, Function, FunctionId,
    Instruction, Operand, Predicate, Register, Site, Terminator,
};

/// How many pieces are copied in place.
const MAX_PIECES: usize = 64;

/// The functions that copy and fill in loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Helper {
    Copy,
    Move,
    Set,
}

/// Those that the program has already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Helpers {
    functions: [Option<FunctionId>; 3],
}

impl Helpers {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.functions.iter().flatten().count()
    }
}

/// A part of a block that is copied at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    offset: u64,
    size: u8,
}

impl Body<'_, '_> {
    /// `llvm.memcpy` or, if `overlap`, `llvm.memmove`.
    pub(super) fn copy_memory(
        &mut self,
        to: Argument,
        from: Argument,
        length: Typed,
        overlap: bool,
    ) -> Lowered<()> {
        let length = self.scalar(length)?;
        let (target, source) = (self.scalar(to.value)?, self.scalar(from.value)?);
        let pieces = match length {
            Operand::Constant(length) => self.pieces(&[to, from], length),
            Operand::Register(_) | Operand::Undefined => None,
        };
        match pieces {
            Some(pieces) => self.copy_pieces(target, source, &pieces, overlap),
            None => {
                let helper = if overlap { Helper::Move } else { Helper::Copy };
                self.call_helper(helper, [target, source, length]);
            }
        }
        Ok(())
    }

    fn copy_pieces(&mut self, to: Operand, from: Operand, pieces: &[Piece], overlap: bool) {
        let mut stores = Vec::new();
        for piece in pieces {
            let access = Access::plain(piece.size);
            let address = self.displaced(from, piece.offset);
            let value =
                self.compute_temporary(|target| Instruction::Load { target, address, access });
            stores.push((*piece, value));
            // Where the blocks may overlap, everything is read before anything is written.
            if !overlap {
                self.store_pieces(to, &mut stores);
            }
        }
        self.store_pieces(to, &mut stores);
    }

    fn store_pieces(&mut self, to: Operand, stores: &mut Vec<(Piece, Operand)>) {
        for (piece, value) in stores.drain(..) {
            let address = self.displaced(to, piece.offset);
            self.emit(Instruction::Store { address, value, access: Access::plain(piece.size) });
        }
    }

    /// `llvm.memset`.
    pub(super) fn set_memory(&mut self, to: Argument, byte: Typed, length: Typed) -> Lowered<()> {
        let length = self.scalar(length)?;
        let (target, byte) = (self.scalar(to.value)?, self.scalar(byte)?);
        let pieces = match length {
            Operand::Constant(length) => self.pieces(&[to], length),
            Operand::Register(_) | Operand::Undefined => None,
        };
        let Some(pieces) = pieces else {
            self.call_helper(Helper::Set, [target, byte, length]);
            return Ok(());
        };
        const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
        let pattern = match byte {
            Operand::Constant(byte) => Operand::Constant((byte & 0xff) * EVERY_BYTE),
            Operand::Undefined => Operand::Undefined,
            Operand::Register(_) => {
                self.arithmetic(B::Mul, 64, byte, Operand::Constant(EVERY_BYTE))
            }
        };
        let mut stores = pieces.into_iter().map(|piece| (piece, pattern)).collect();
        self.store_pieces(target, &mut stores);
        Ok(())
    }

    /// The pieces of a block at the given addresses; `None` if they are too many.
    fn pieces(&self, places: &[Argument], length: u64) -> Option<Vec<Piece>> {
        let typed = places.iter().find_map(|place| {
            let of = self.type_behind(place.value.operand)?;
            let layout = self.scope.layouts.get(of)?;
            (layout.size == length).then_some(of)
        });
        let largest = places.iter().map(|place| place.align.unwrap_or(1)).min().unwrap_or(1);
        let leaves = typed.and_then(|of| self.scope.leaves(of).ok()).unwrap_or(&[]);
        let mut pieces = Vec::new();
        let mut offset = 0;
        for leaf in leaves {
            fill(&mut pieces, &mut offset, leaf.offset, 8)?;
            let size = leaf.bytes();
            pieces.push(Piece { offset: leaf.offset, size });
            offset = leaf.offset + u64::from(size);
        }
        // Without a type, this is everything; with one, what padding is left.
        fill(&mut pieces, &mut offset, length, largest.clamp(1, 8))?;
        (pieces.len() <= MAX_PIECES).then_some(pieces)
    }

    /// The type of the variable at an address, where the address says it.
    fn type_behind(&self, address: TreeOperand) -> Option<TypeId> {
        match address {
            TreeOperand::Local(value) => self.allocated.get(&value).copied(),
            TreeOperand::Constant(constant) => {
                let module = self.scope.module;
                let Constant::Symbol(symbol) = module.constants.get(constant) else {
                    return None;
                };
                match &module.symbol(*symbol).definition {
                    Definition::Variable(variable) => Some(variable.value_type),
                    Definition::Function(_)
                    | Definition::Alias { .. }
                    | Definition::IndirectFunction => None,
                }
            }
            TreeOperand::Metadata(_) => None,
        }
    }

    /// Makes the copy of a parameter that is passed by value.
    pub(super) fn copy_parameter(&mut self, value: ValueId, of: TypeId) -> Lowered<()> {
        let Some(layout) = self.scope.layouts.get(of) else {
            return unsupported("a parameter of a type without a size");
        };
        let parameter = self.register(value)?;
        let shape = self.local_layout(value, of);
        let name = self.local_name(value);
        let site = self.output.program.add_site(Site { name, layout: shape });
        let size = Operand::Constant(layout.size);
        let copy = self.compute_temporary(|target| Instruction::Allocate {
            target,
            size,
            kind: AllocationKind::Stack,
            site,
        });
        self.allocated.insert(value, of);
        let place = Argument {
            value: Typed { value_type: TypeId::POINTER, operand: TreeOperand::Local(value) },
            by_value: None,
            align: Some(layout.align),
        };
        match self.pieces(&[place], layout.size) {
            Some(pieces) => self.copy_pieces(copy, parameter.into(), &pieces, false),
            None => self.call_helper(Helper::Copy, [copy, parameter.into(), size]),
        }
        self.assign(parameter, copy, 64);
        Ok(())
    }

    pub(super) fn call_helper(&mut self, helper: Helper, arguments: [Operand; 3]) {
        let slot = helper as usize;
        let function = match self.output.helpers.functions[slot] {
            Some(function) => function,
            None => {
                let mut function = helper_function(helper);
                function.name = self.output.unique_name(function.name);
                let functions = &mut self.output.program.functions;
                functions.push(function);
                let id = FunctionId(functions.len() as u32 - 1);
                self.output.helpers.functions[slot] = Some(id);
                id
            }
        };
        self.emit(Instruction::Call {
            targets: Vec::new(),
            callee: Callee::Direct(function),
            arguments: arguments.to_vec(),
        });
    }
}

/// Adds pieces of at most `largest` bytes, each aligned to its size, from `offset` to `end`; `None`
/// if they are too many.
fn fill(pieces: &mut Vec<Piece>, offset: &mut u64, end: u64, largest: u64) -> Option<()> {
    while *offset < end {
        let mut size = largest;
        while *offset % size != 0 || *offset + size > end {
            size /= 2;
        }
        if pieces.len() >= MAX_PIECES {
            return None;
        }
        pieces.push(Piece { offset: *offset, size: size as u8 });
        *offset += size;
    }
    Some(())
}

const TO: Register = Register(0);
/// The source of a copy or the byte to fill with.
const FROM: Register = Register(1);
const LENGTH: Register = Register(2);
const DONE: Register = Register(3);
const FLAG: Register = Register(4);
const VALUE: Register = Register(5);
const PLACE: Register = Register(6);

/// A function that does its work in steps of eight bytes if addresses and length allow it, else of
/// one, upwards or, where a move needs it, downwards.
fn helper_function(helper: Helper) -> Function {
    let name = match helper {
        Helper::Copy => "llvm.memcpy",
        Helper::Move => "llvm.memmove",
        Helper::Set => "llvm.memset",
    };
    let names = ["to", "from", "length", "done", "flag", "value", "place"];
    let mut function = Function {
        name: name.to_owned(),
        parameters: 3,
        variadic: false,
        registers: names.map(str::to_owned).to_vec(),
        blocks: Vec::new(),
    };
    // 0: start, 1: upwards, 2: downwards, 3: end, then the loops.
    let (upwards, downwards, end) = (BlockId(1), BlockId(2), BlockId(3));
    let mut start = Block::new("start", Terminator::Jump(upwards));
    if helper == Helper::Move {
        binary(&mut start, B::Sub, PLACE, TO.into(), FROM.into());
        compare(&mut start, Predicate::Ult, PLACE.into(), LENGTH.into());
        start.terminator = choice(downwards, upwards);
    }
    function.blocks.push(start);
    for direction in ["up", "down"] {
        let mut block = Block::new(direction, Terminator::Unreachable);
        binary(&mut block, B::Or, FLAG, TO.into(), LENGTH.into());
        if helper != Helper::Set {
            binary(&mut block, B::Or, FLAG, FLAG.into(), FROM.into());
        }
        binary(&mut block, B::And, FLAG, FLAG.into(), Operand::Constant(7));
        let first = if direction == "up" { Operand::Constant(0) } else { LENGTH.into() };
        block.push(Instruction::Assign { target: DONE, value: first }, None);
        let loops = if direction == "up" { 4 } else { 8 };
        block.terminator = choice(BlockId(loops), BlockId(loops + 2));
        function.blocks.push(block);
    }
    let values = Vec::new();
    function.blocks.push(Block::new("end", Terminator::Return { values }));
    for (up, size) in [(true, 1), (true, 8), (false, 1), (false, 8)] {
        let test = BlockId(function.blocks.len() as u32);
        let direction = if up { "up" } else { "down" };
        let body = BlockId(test.0 + 1);
        let mut head = Block::new(format!("{direction}.{size}"), choice(end, body));
        let last = if up { LENGTH.into() } else { Operand::Constant(0) };
        compare(&mut head, Predicate::Eq, DONE.into(), last);
        function.blocks.push(head);
        function.blocks.push(step(helper, test, up, size));
    }
    function
}

/// One step of a loop.
fn step(helper: Helper, test: BlockId, up: bool, size: u8) -> Block {
    let direction = if up { "up" } else { "down" };
    let mut block = Block::new(format!("{direction}.{size}.step"), Terminator::Jump(test));
    let amount = Operand::Constant(u64::from(size));
    if !up {
        binary(&mut block, B::Sub, DONE, DONE.into(), amount);
    }
    let access = Access::plain(size);
    if helper == Helper::Set {
        let repeat = if size == 1 { 1 } else { 0x0101_0101_0101_0101 };
        binary(&mut block, B::Mul, VALUE, FROM.into(), Operand::Constant(repeat));
    } else {
        binary(&mut block, B::Add, PLACE, FROM.into(), DONE.into());
        let load = Instruction::Load { target: VALUE, address: PLACE.into(), access };
        block.push(load, None);
    }
    binary(&mut block, B::Add, PLACE, TO.into(), DONE.into());
    let store = Instruction::Store { address: PLACE.into(), value: VALUE.into(), access };
    block.push(store, None);
    if up {
        binary(&mut block, B::Add, DONE, DONE.into(), amount);
    }
    block
}

fn binary(block: &mut Block, operation: B, target: Register, left: Operand, right: Operand) {
    let instruction = Instruction::Binary { operation, width: 64, target, left, right };
    block.push(instruction, None);
}

fn compare(block: &mut Block, predicate: Predicate, left: Operand, right: Operand) {
    let instruction = Instruction::Compare { predicate, width: 64, target: FLAG, left, right };
    block.push(instruction, None);
}

/// Goes on at `then` if the flag is not zero.
fn choice(then: BlockId, otherwise: BlockId) -> Terminator {
    Terminator::Branch { condition: FLAG.into(), then, otherwise }
}
