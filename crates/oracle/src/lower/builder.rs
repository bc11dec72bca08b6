//! A function on its way: instructions, blocks, and loops around them.

use crate::case::{Operand as Value, Place, REGISTERS, Retry, VARIABLES};
use base::{Ordering, SourceId, SourcePosition, Tags};
use program::{
    Access, AllocationKind, Block, BlockId, Function, GlobalId, Instruction, Operand, Predicate,
    Program, Register, Site, Terminator,
};

pub(super) fn address(place: Place) -> Operand {
    let global = GlobalId(u32::from(place.variable));
    Operand::Constant(global.address().0 + u64::from(place.offset))
}

pub(super) fn mutex(index: u8) -> Operand {
    Operand::Constant(GlobalId(u32::from(VARIABLES + index)).address().0)
}

pub(super) fn access(place: Place, ordering: Ordering) -> Access {
    Access { size: place.size, ordering, tags: Tags::NONE }
}

pub(super) fn operand(value: Value) -> Operand {
    match value {
        Value::Number(number) => Operand::Constant(u64::from(number)),
        Value::Register(register) => Operand::Register(Register(u32::from(register))),
    }
}

pub(super) struct Builder<'a> {
    pub(super) function: Function,
    /// The block that instructions are added to.
    current: BlockId,
    pub(super) line: &'a mut u32,
}

impl<'a> Builder<'a> {
    pub(super) fn new(name: &str, line: &'a mut u32) -> Builder<'a> {
        let function = Function {
            name: name.to_owned(),
            parameters: 0,
            variadic: false,
            registers: (0..REGISTERS).map(|index| format!("r{index}")).collect(),
            blocks: vec![Block::new("entry", Terminator::Return { values: Vec::new() })],
        };
        Builder { function, current: BlockId(0), line }
    }

    pub(super) fn finish(self) -> Function {
        self.function
    }

    pub(super) fn push(&mut self, instruction: Instruction) {
        let position = SourcePosition { file: SourceId(0), line: *self.line, column: 0 };
        self.function.blocks[self.current.index()].push(instruction, Some(position));
    }

    /// A new block that returns.
    pub(super) fn block(&mut self) -> BlockId {
        let id = BlockId(self.function.blocks.len() as u32);
        let name = format!("b{}", id.0);
        self.function.blocks.push(Block::new(name, Terminator::Return { values: Vec::new() }));
        id
    }

    pub(super) fn terminate(&mut self, terminator: Terminator) {
        let moved = std::mem::replace(
            &mut self.function.blocks[self.current.index()].terminator,
            terminator,
        );
        debug_assert_eq!(moved, Terminator::Return { values: Vec::new() });
    }

    pub(super) fn equal(&mut self, left: Operand, right: u64) -> Register {
        self.compare(Predicate::Eq, left, right)
    }

    pub(super) fn compare(&mut self, predicate: Predicate, left: Operand, right: u64) -> Register {
        let target = self.function.add_register("");
        let right = Operand::Constant(right);
        self.push(Instruction::Compare { predicate, width: 64, target, left, right });
        target
    }

    /// Runs `body` if the condition is not zero.
    pub(super) fn guarded(&mut self, condition: Register, body: impl FnOnce(&mut Self)) {
        let (then, after) = (self.block(), self.block());
        self.terminate(Terminator::Branch { condition: condition.into(), then, otherwise: after });
        self.current = then;
        body(self);
        self.terminate(Terminator::Jump(after));
        self.current = after;
    }

    /// Repeats `body`, which says what to wait for, until that is not zero.
    pub(super) fn until(&mut self, body: impl FnOnce(&mut Self) -> Register) {
        let head = self.block();
        self.terminate(Terminator::Jump(head));
        self.current = head;
        let done = body(self);
        let after = self.block();
        self.terminate(Terminator::Branch { condition: done.into(), then: after, otherwise: head });
        self.current = after;
    }

    /// Does something with the object that a variable points to, if it points to one.
    pub(super) fn with_object(
        &mut self,
        variable: u8,
        ordering: Ordering,
        action: impl FnOnce(Register) -> Instruction,
    ) {
        let object = self.load(Place { variable, offset: 0, size: 8 }, ordering);
        let condition = self.compare(Predicate::Ne, object.into(), 0);
        self.guarded(condition, |builder| builder.push(action(object)));
    }

    pub(super) fn load(&mut self, place: Place, ordering: Ordering) -> Register {
        let target = self.function.add_register("");
        self.push(Instruction::Load {
            target,
            address: address(place),
            access: access(place, ordering),
        });
        target
    }

    /// A new object of zeros.
    pub(super) fn allocate(&mut self, program: &mut Program, size: u64) -> Register {
        self.allocate_as(program, size, AllocationKind::ZeroedHeap)
    }

    pub(super) fn allocate_as(
        &mut self,
        program: &mut Program,
        size: u64,
        kind: AllocationKind,
    ) -> Register {
        let site = program.add_site(Site::default());
        let target = self.function.add_register("");
        self.push(Instruction::Allocate { target, size: Operand::Constant(size), kind, site });
        target
    }

    /// Replaces the old value of a place by what `next` makes of it, with a loop of
    /// compare-exchanges.
    pub(super) fn retry(
        &mut self,
        place: Place,
        retry: Retry,
        next: impl FnOnce(&mut Self, Register) -> Register,
    ) {
        let ordering = Ordering::SeqCst;
        let old = self.function.add_register("");
        let load = Instruction::Load {
            target: old,
            address: address(place),
            access: access(place, ordering),
        };
        if !retry.reload {
            self.push(load.clone());
        }
        self.until(|builder| {
            if retry.reload {
                builder.push(load);
            }
            let desired = next(builder, old);
            let success = builder.function.add_register("");
            builder.push(Instruction::CompareExchange {
                target: old,
                success,
                address: address(place),
                expected: old.into(),
                desired: desired.into(),
                access: access(place, ordering),
                failure: ordering,
                weak: retry.weak,
            });
            success
        });
    }
}
