//! How is a function's body translated? Block by block, instruction by instruction.
//!
//! Every value has registers of its own, so an instruction writes its result and is done. What is
//! not supported is replaced by an instruction that says so; the rest of its block is translated
//! all the same and never reached.

use super::edges::{self, Edge};
use super::fold::{Lowered, Unsupported, unsupported};
use super::link::SymbolRef;
use super::scopes::Scopes;
use super::statics::{FunctionSource, Target};
use super::unwinding::Landings;
use super::visit::operands;
use super::{Output, Scope, World};
use crate::tree::instruction::Typed;
use crate::tree::{
    self, BlockId as TreeBlockId, Constant, ConstantId, InstructionKind, LocalName, MetadataId,
    Operand as TreeOperand, TypeId, ValueId,
};
use base::SourcePosition;
use program::verify::MAX_REGISTERS;
use program::{
    AllocationKind, BinaryOperation, Block, BlockId, Function, Instruction, Operand, Register,
    Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function that is being translated.
pub(super) struct Body<'w, 'o> {
    pub(super) scope: Scope<'w>,
    pub(super) output: &'o mut Output,
    pub(super) tree: &'w tree::Function,
    /// The address of the function.
    pub(super) own_address: u64,
    /// What has been translated so far.
    pub(super) function: Function,
    /// The first of the registers of each value.
    pub(super) first_registers: Vec<u32>,
    /// The variables of the source that values are the addresses of.
    pub(super) variables: FxHashMap<ValueId, MetadataId>,
    /// The types of the variables that values are the addresses of.
    pub(super) allocated: FxHashMap<ValueId, TypeId>,
    /// Addresses that were computed in steps of bytes, so that they may be aligned to nothing.
    pub(super) by_bytes: FxHashSet<ValueId>,
    /// The values that an instruction uses.
    pub(super) used: FxHashSet<ValueId>,
    /// The local variables of blocks.
    pub(super) scopes: Scopes,
    /// The registers with the addresses of thread-local variables, from the start of the function
    /// on.
    pub(super) thread_locals: FxHashMap<ConstantId, Register>,
    /// What each edge brings to the phis of its target, in their order.
    pub(super) incoming: FxHashMap<Edge, Vec<TreeOperand>>,
    /// The register with the address of what the function is given beyond its parameters.
    pub(super) variable_area: Option<Register>,
    /// The block that instructions are added to, and where they come from.
    pub(super) current: BlockId,
    /// The block of the source that is being translated.
    pub(super) source_block: TreeBlockId,
    /// The position of the instruction of the source in its block.
    pub(super) source_index: usize,
    pub(super) position: Option<SourcePosition>,
    /// Where the exceptions arrive of the calls that blocks end with.
    pub(super) landings: Landings,
    /// The registers in which landing pads find what arrives.
    pub(super) landing_results: Option<[Register; 2]>,
}

/// Translates a function, or makes the stub of an external one.
pub(super) fn lower<'w>(
    world: &'w World<'w>,
    output: &mut Output,
    source: FunctionSource,
) -> (Function, Landings) {
    let scope = world.scope(source.symbol.module);
    let symbol = scope.module.symbol(source.symbol.symbol);
    let name = match super::link::symbol_name(scope.module, symbol) {
        Some(name) => name.to_owned(),
        None => format!("function.{}", source.symbol.symbol.0),
    };
    let tree::Definition::Function(id) = symbol.definition else {
        unreachable!("only functions get ids of functions");
    };
    let tree = scope.module.function(id);
    let own_address = scope.address(source.symbol.symbol, 0).unwrap_or_default();
    let function = Function {
        name,
        parameters: 0,
        variadic: tree.variadic,
        registers: Vec::new(),
        blocks: Vec::new(),
    };
    let mut body = Body {
        scope,
        output,
        tree,
        own_address,
        function,
        first_registers: Vec::new(),
        variables: FxHashMap::default(),
        allocated: FxHashMap::default(),
        by_bytes: FxHashSet::default(),
        used: used_values(tree),
        scopes: Scopes::default(),
        thread_locals: FxHashMap::default(),
        variable_area: None,
        incoming: edges::incoming(tree),
        current: BlockId(0),
        source_block: TreeBlockId(0),
        source_index: 0,
        position: None,
        landings: Landings::default(),
        landing_results: None,
    };
    if source.body.is_some() {
        body.allocate_registers();
        body.scopes = Scopes::new(scope, tree, &body.variables);
        body.translate();
    } else {
        body.stub();
    }
    if body.function.registers.len() > MAX_REGISTERS {
        body.refuse();
    }
    (body.function, body.landings)
}

/// The values that any instruction of a function mentions.
pub(super) fn used_values(tree: &tree::Function) -> FxHashSet<ValueId> {
    let mut used = FxHashSet::default();
    for instruction in tree.instructions() {
        operands(&instruction.kind, |operand| match operand {
            TreeOperand::Local(value) => {
                used.insert(value);
            }
            TreeOperand::Constant(_) | TreeOperand::Metadata(_) => {}
        });
    }
    used
}

impl<'w> Body<'w, '_> {
    /// Gives every value its registers; those of the parameters come first.
    fn allocate_registers(&mut self) {
        let mut names: FxHashMap<ValueId, &str> = FxHashMap::default();
        let module = self.scope.module;
        for instruction in self.tree.instructions() {
            if let (InstructionKind::Alloca { allocated, .. }, Some(result)) =
                (&instruction.kind, instruction.result)
            {
                self.allocated.insert(result, *allocated);
            }
            if let (InstructionKind::GetElementPointer { source, indices, .. }, Some(result)) =
                (&instruction.kind, instruction.result)
                && let Some(mutex) = self.mutex_behind(*source, indices)
            {
                self.allocated.insert(result, mutex);
            }
            if let (InstructionKind::GetElementPointer { source, .. }, Some(result)) =
                (&instruction.kind, instruction.result)
                && self.scope.layouts.get(*source).is_some_and(|layout| layout.align == 1)
            {
                self.by_bytes.insert(result);
            }
            if let InstructionKind::DebugVariable(debug) = &instruction.kind
                && let (Some(TreeOperand::Local(value)), Some(node)) = (debug.value, debug.variable)
            {
                if debug.is_address {
                    self.variables.entry(value).or_insert(node);
                } else if let Some(name) = module.metadata.text(node, "name", &module.names) {
                    names.entry(value).or_insert(module.names.text(name));
                }
            }
        }
        for (index, value) in self.tree.values.iter().enumerate() {
            let parameter = index < self.tree.parameters.len();
            if index == self.tree.parameters.len() {
                self.add_variable_area();
            }
            let name = match value.name {
                LocalName::Named(name) if parameter => module.names.text(name),
                _ => names.get(&ValueId(index as u32)).copied().unwrap_or(""),
            };
            self.first_registers.push(self.function.registers.len() as u32);
            let leaves = self.scope.leaves(value.value_type).map_or(0, <[_]>::len);
            for _ in 0..leaves {
                self.function.add_register(name);
            }
            if parameter {
                self.function.parameters = self.function.registers.len() as u32;
            }
        }
        if self.tree.values.len() == self.tree.parameters.len() {
            self.add_variable_area();
        }
    }

    /// The last parameter of a function with variable arguments is where they are.
    fn add_variable_area(&mut self) {
        if self.tree.variadic {
            self.variable_area = Some(self.temporary());
            self.function.parameters = self.function.registers.len() as u32;
        }
    }

    /// Replaces everything by the complaint that it is too much.
    fn refuse(&mut self) {
        let name = &self.function.name;
        let what = format!("function `{name}`, which has more than {MAX_REGISTERS} values");
        self.function.registers.truncate(self.function.parameters as usize);
        self.function.blocks = vec![Block::new("entry", Terminator::Unreachable)];
        self.current = BlockId(0);
        self.position = None;
        self.landings.clear();
        self.emit(Instruction::Unsupported { what });
    }

    fn translate(&mut self) {
        for block in &self.tree.blocks {
            let name = match block.name {
                LocalName::Named(name) => self.scope.module.names.text(name).to_owned(),
                LocalName::Number(number) => number.to_string(),
            };
            self.function.blocks.push(Block::new(name, Terminator::Unreachable));
        }
        self.find_thread_locals();
        self.copy_by_value_parameters();
        // A promise that cannot be translated is none.
        let _ = self.claim_parameters();
        let entry = self.current;
        for (index, block) in self.tree.blocks.iter().enumerate() {
            self.current = if index == 0 { entry } else { BlockId(index as u32) };
            self.source_block = TreeBlockId(index as u32);
            for (position, instruction) in block.instructions.iter().enumerate() {
                self.source_index = position;
                self.instruction(TreeBlockId(index as u32), instruction);
            }
        }
    }

    /// Takes the addresses of the thread-local variables that the function mentions. They are the
    /// same as long as it runs, because one thread runs it.
    fn find_thread_locals(&mut self) {
        let mut mentioned = Vec::new();
        for instruction in self.tree.instructions() {
            operands(&instruction.kind, |operand| match operand {
                TreeOperand::Constant(constant) => mentioned.push(constant),
                TreeOperand::Local(_) | TreeOperand::Metadata(_) => {}
            });
        }
        let Scope { world, index: module, .. } = self.scope;
        for constant in mentioned {
            let Some((symbol, offset)) = self.scope.symbol_behind(constant) else {
                continue;
            };
            let reference = SymbolRef { module, symbol };
            let target = world.statics.get(world.links, reference);
            if let (Some(Target::ThreadLocal(variable)), false) =
                (target, self.thread_locals.contains_key(&constant))
            {
                let (target, variable) = (self.temporary(), *variable);
                self.emit(Instruction::ThreadLocalAddress { target, variable });
                if offset != 0 {
                    let (operation, width) = (BinaryOperation::Add, 64);
                    let (left, right) = (target.into(), Operand::Constant(offset));
                    self.emit(Instruction::Binary { operation, width, target, left, right });
                }
                self.thread_locals.insert(constant, target);
            }
        }
    }

    /// A parameter that is passed by value is a copy that the callee owns.
    fn copy_by_value_parameters(&mut self) {
        for (index, parameter) in self.tree.parameters.iter().enumerate() {
            let Some(copied) = parameter.by_value else {
                continue;
            };
            let value = ValueId(index as u32);
            let before = self.function.blocks[0].instructions.len();
            if let Err(Unsupported(what)) = self.copy_parameter(value, copied) {
                self.replace_from(before, what);
            }
        }
    }

    fn instruction(&mut self, block: TreeBlockId, instruction: &'w tree::Instruction) {
        let output = &mut *self.output;
        let (sources, program) = (&mut output.sources, &mut output.program);
        self.position = sources.position(program, self.scope, self.tree, instruction);
        let before = self.function.blocks[self.current.index()].instructions.len();
        let start = self.current;
        if let Err(Unsupported(what)) = self.translate_instruction(block, instruction) {
            self.current = start;
            self.replace_from(before, what);
        }
    }

    /// Replaces what has been added to the block since it had `before` instructions.
    fn replace_from(&mut self, before: usize, what: String) {
        let block = &mut self.function.blocks[self.current.index()];
        block.instructions.truncate(before);
        block.positions.truncate(before);
        // The terminator's.
        block.positions.push(self.position);
        self.emit(Instruction::Unsupported { what });
    }

    fn translate_instruction(
        &mut self,
        block: TreeBlockId,
        instruction: &'w tree::Instruction,
    ) -> Lowered<()> {
        match &instruction.kind {
            InstructionKind::Return(value) => self.ret(value.as_ref()),
            InstructionKind::Jump(target) => {
                self.jump(block, *target);
                Ok(())
            }
            InstructionKind::Branch { condition, then, otherwise } => {
                self.branch(block, *condition, *then, *otherwise)
            }
            InstructionKind::Switch(switch) => self.switch(block, switch),
            InstructionKind::IndirectBranch { address, targets } => {
                self.indirect_branch(block, *address, targets)
            }
            InstructionKind::Invoke { call, normal, unwind } => {
                let normal = self.edge(Edge { from: block, to: *normal });
                self.invoke(block, (instruction.result, call), normal, *unwind)
            }
            InstructionKind::LandingPad { .. } => self.landing_pad(instruction.result),
            InstructionKind::Resume(value) => self.resume(*value),
            InstructionKind::Unreachable => {
                self.terminate(Terminator::Unreachable);
                Ok(())
            }
            InstructionKind::Unsupported { what, ends_block } => {
                if *ends_block {
                    self.terminate(Terminator::Unreachable);
                }
                Err(Unsupported(self.scope.module.names.text(*what).to_owned()))
            }
            // These are done by whoever jumps to the block.
            InstructionKind::Phi { .. } => Ok(()),
            InstructionKind::DebugVariable(_) => Ok(()),
            InstructionKind::Call(call) => self.call(instruction.result, call),
            InstructionKind::Fence { ordering, scope } => self.fence(*ordering, *scope),
            InstructionKind::Store { value, address, access } => {
                self.store(*value, *address, *access)
            }
            kind => match instruction.result {
                Some(result) => self.compute(result, kind),
                None => Ok(()),
            },
        }
    }

    /// Translates an instruction that has a result.
    fn compute(&mut self, result: ValueId, kind: &'w InstructionKind) -> Lowered<()> {
        match kind {
            InstructionKind::Binary { operation, operand_type, operands } => {
                self.binary(result, *operation, *operand_type, *operands)
            }
            InstructionKind::Compare { predicate, operand_type, operands } => {
                self.compare(result, *predicate, *operand_type, *operands)
            }
            InstructionKind::FloatCompare { predicate, operand_type, operands } => {
                self.float_compare(result, *predicate, *operand_type, *operands)
            }
            InstructionKind::FloatNegate(value) => self.float_negate(result, *value),
            InstructionKind::ExtractElement { vector, index } => {
                self.extract_element(result, *vector, *index)
            }
            InstructionKind::InsertElement { vector, element, index } => {
                self.insert_element(result, *vector, *element, *index)
            }
            InstructionKind::ShuffleVector { vector_type, vectors, mask } => {
                self.shuffle_vector(result, *vector_type, *vectors, *mask)
            }
            InstructionKind::Cast { operation, value, to } => {
                self.cast(result, *operation, *value, *to)
            }
            InstructionKind::Select { condition, value_type, values } => {
                self.select(result, *condition, *value_type, *values)
            }
            InstructionKind::Freeze(value) => self.freeze(result, *value),
            InstructionKind::GetElementPointer { source, base, indices } => {
                self.get_element_pointer(result, *source, *base, indices)
            }
            InstructionKind::ExtractValue { aggregate, indices } => {
                self.extract_value(result, *aggregate, indices)
            }
            InstructionKind::InsertValue { aggregate, element, indices } => {
                self.insert_value(result, *aggregate, *element, indices)
            }
            InstructionKind::Alloca { .. } if self.scopes.marked.contains_key(&result) => Ok(()),
            InstructionKind::Alloca { allocated, count, .. } => {
                let kind = match self.scopes.sized.contains(&result) {
                    true => AllocationKind::Block,
                    false => AllocationKind::Stack,
                };
                self.alloca(result, *allocated, *count, kind)
            }
            InstructionKind::Load { value_type, address, access } => {
                self.load(result, *value_type, *address, *access)
            }
            InstructionKind::CompareExchange(exchange) => self.compare_exchange(result, exchange),
            InstructionKind::AtomicUpdate { operation, address, value, access } => {
                self.atomic_update(result, *operation, *address, *value, *access)
            }
            InstructionKind::Return(_)
            | InstructionKind::Jump(_)
            | InstructionKind::IndirectBranch { .. }
            | InstructionKind::Branch { .. }
            | InstructionKind::Switch(_)
            | InstructionKind::Invoke { .. }
            | InstructionKind::Unreachable
            | InstructionKind::Phi { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Fence { .. }
            | InstructionKind::Call(_)
            | InstructionKind::DebugVariable(_)
            | InstructionKind::LandingPad { .. }
            | InstructionKind::Resume(_)
            | InstructionKind::Unsupported { .. } => {
                unreachable!("translated by whoever calls this")
            }
        }
    }

    /// Some value, which is the same for all who use it. What is undefined only as the program runs
    /// stays so.
    fn freeze(&mut self, result: ValueId, value: Typed) -> Lowered<()> {
        let constants = &self.scope.module.constants;
        match value.operand {
            TreeOperand::Constant(constant)
                if matches!(constants.get(constant), Constant::Undefined | Constant::Poison) =>
            {
                unsupported("`freeze` of what is undefined, which may give any value")
            }
            _ => self.copy_value(result, value),
        }
    }

    /// Adds an instruction to the current block.
    pub(super) fn emit(&mut self, instruction: Instruction) {
        self.function.blocks[self.current.index()].push(instruction, self.position);
    }

    /// Ends the current block.
    pub(super) fn terminate(&mut self, terminator: Terminator) {
        let block = &mut self.function.blocks[self.current.index()];
        block.terminator = terminator;
        if let Some(last) = block.positions.last_mut() {
            *last = self.position;
        }
    }

    pub(super) fn temporary(&mut self) -> Register {
        self.function.add_register("")
    }

    /// `target := value`, where `width` is that of the value. Undefined bits stay within the width.
    pub(super) fn assign(&mut self, target: Register, value: Operand, width: u8) {
        self.emit(match value {
            Operand::Undefined if width < 64 => Instruction::Truncate { to: width, target, value },
            Operand::Undefined | Operand::Constant(_) | Operand::Register(_) => {
                Instruction::Assign { target, value }
            }
        });
    }
}
