//! How is memory accessed?
//!
//! A value of several scalars is loaded and stored scalar by scalar; only single scalars can be
//! accessed atomically, and sixteen bytes (`double_word`).

use super::debug_types::{type_layout, variable_layout};
use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::operations::update_operation;
use super::scopes::Mark;
use super::shape::Leaf;
use super::wide::Pair;
use crate::tree::instruction::{Access as TreeAccess, CompareExchange, Scope, Typed};
use crate::tree::{Operand as TreeOperand, Type, TypeId, UpdateOperation, ValueId};
use base::{Ordering, Tags, tags};
use program::{
    Access, AllocationKind, BinaryOperation, Deallocation, Instruction, Operand, Register, Site,
};

impl Body<'_, '_> {
    /// Refuses an access that does not synchronise with all other threads.
    fn same_scope(&self, access: TreeAccess) -> Lowered<()> {
        match access.scope {
            Scope::System => Ok(()),
            Scope::SingleThread | Scope::Other => {
                unsupported("an atomic access with a `syncscope`")
            }
        }
    }

    fn assign_pair(&mut self, targets: &[Register], value: Pair) {
        for (target, half) in targets.iter().zip(value) {
            self.assign(*target, half, 64);
        }
    }

    fn access(&self, leaf: Leaf, access: TreeAccess) -> Lowered<Access> {
        self.same_scope(access)?;
        let size = leaf.bytes();
        if access.ordering != Ordering::Plain && !size.is_power_of_two() {
            return unsupported(format!("an atomic access of {size} bytes"));
        }
        Ok(Access {
            size,
            ordering: access.ordering,
            tags: match (access.volatile, access.nontemporal) {
                (true, true) => Tags::VOLATILE.with(tags!["nontemporal"]),
                (true, false) => Tags::VOLATILE,
                (false, true) => tags!["nontemporal"],
                (false, false) => Tags::NONE,
            },
        })
    }

    /// The scalars of a type, of which an atomic access may have only one.
    fn accessed(&self, of: TypeId, access: TreeAccess) -> Lowered<&[Leaf]> {
        let leaves = self.scope.leaves(of)?;
        if let Type::Vector { element, .. } = self.scope.module.types.get(of)
            && let Type::Integer(width) = self.scope.module.types.get(*element)
            && width % 8 != 0
        {
            return unsupported("a vector of bits in memory");
        }
        if access.ordering != Ordering::Plain && leaves.len() != 1 {
            return unsupported("an atomic access to a struct or array");
        }
        Ok(leaves)
    }

    /// An address `offset` bytes further on.
    pub(super) fn displaced(&mut self, address: Operand, offset: u64) -> Operand {
        match address {
            _ if offset == 0 => address,
            Operand::Constant(base) => Operand::Constant(base.wrapping_add(offset)),
            Operand::Register(_) | Operand::Undefined => {
                self.arithmetic(BinaryOperation::Add, 64, address, Operand::Constant(offset))
            }
        }
    }

    pub(super) fn load(
        &mut self,
        result: ValueId,
        of: TypeId,
        address: Typed,
        access: TreeAccess,
    ) -> Lowered<()> {
        if access.ordering != Ordering::Plain && self.is_double_word(of) {
            self.same_scope(access)?;
            let (address, targets) = (self.scalar(address)?, self.registers(result)?);
            let value = self.load_double_word(address);
            self.assign_pair(&targets, value);
            return Ok(());
        }
        let leaves = self.accessed(of, access)?.to_vec();
        let base = self.scalar(address)?;
        self.claim_aligned(address, base, access);
        let targets = self.registers(result)?;
        for (target, leaf) in targets.into_iter().zip(leaves) {
            let access = self.access(leaf, access)?;
            let address = self.displaced(base, leaf.offset);
            self.load_scalar(target, address, access, leaf);
        }
        Ok(())
    }

    /// An access at an address that was computed byte by byte must be aligned as its type is.
    /// (Those that come from elsewhere are not looked at: that would cost something at each
    /// access.)
    fn claim_aligned(&mut self, address: Typed, base: Operand, access: TreeAccess) {
        let is_computed = match address.operand {
            TreeOperand::Local(value) => self.by_bytes.contains(&value),
            TreeOperand::Constant(_) | TreeOperand::Metadata(_) => false,
        };
        if is_computed && access.align > 1 && access.ordering == Ordering::Plain {
            self.claim_multiple(base, access.align);
        }
    }

    /// Loads a scalar whose width need not be a multiple of eight.
    fn load_scalar(&mut self, target: Register, address: Operand, access: Access, leaf: Leaf) {
        self.emit(Instruction::Load { target, address, access });
        if leaf.is_narrow {
            self.make_address(target, target.into());
        } else if access.width() != u32::from(leaf.width) {
            self.emit(Instruction::Truncate { to: leaf.width, target, value: target.into() });
        }
    }

    pub(super) fn store(
        &mut self,
        value: Typed,
        address: Typed,
        access: TreeAccess,
    ) -> Lowered<()> {
        if access.ordering != Ordering::Plain && self.is_double_word(value.value_type) {
            self.same_scope(access)?;
            let (address, halves) = (self.scalar(address)?, self.leaves(value.operand)?);
            self.store_double_word(address, [halves[0], halves[1]]);
            return Ok(());
        }
        let leaves = self.accessed(value.value_type, access)?.to_vec();
        let base = self.scalar(address)?;
        self.claim_aligned(address, base, access);
        let values = self.leaves(value.operand)?;
        for (value, leaf) in values.into_iter().zip(leaves) {
            let access = self.access(leaf, access)?;
            let address = self.displaced(base, leaf.offset);
            let value = self.in_memory(leaf, value);
            self.emit(Instruction::Store { address, value, access });
        }
        Ok(())
    }

    pub(super) fn compare_exchange(
        &mut self,
        result: ValueId,
        exchange: &CompareExchange,
    ) -> Lowered<()> {
        if self.is_double_word(exchange.value_type) {
            self.same_scope(exchange.access)?;
            let [expected, desired] = self.pairs_of(exchange)?;
            let (address, targets) = (self.scalar(exchange.address)?, self.registers(result)?);
            let (old, success) = self.exchange_double_word(address, expected, desired);
            self.assign_pair(&targets, old);
            self.assign(targets[2], success, 1);
            return Ok(());
        }
        let leaf = self.single(exchange.value_type, exchange.access)?;
        let access = self.access(leaf, exchange.access)?;
        let address = self.scalar(exchange.address)?;
        let expected = self.operand(exchange.expected)?;
        let desired = self.operand(exchange.new)?;
        let (expected, desired) = (self.in_memory(leaf, expected), self.in_memory(leaf, desired));
        let [target, success] = self.registers(result)?[..] else {
            return unsupported("a `cmpxchg` of a struct");
        };
        self.emit(Instruction::CompareExchange {
            target,
            success,
            address,
            expected,
            desired,
            access,
            failure: exchange.failure,
            weak: exchange.weak,
        });
        if leaf.is_narrow {
            self.make_address(target, target.into());
        }
        Ok(())
    }

    fn single(&self, of: TypeId, access: TreeAccess) -> Lowered<Leaf> {
        match self.accessed(of, access)? {
            [leaf] if leaf.width % 8 == 0 => Ok(*leaf),
            _ => unsupported("an atomic update of a value that is no whole number of bytes"),
        }
    }

    pub(super) fn atomic_update(
        &mut self,
        result: ValueId,
        operation: UpdateOperation,
        address: Typed,
        value: Typed,
        access: TreeAccess,
    ) -> Lowered<()> {
        if self.is_double_word(value.value_type) {
            self.same_scope(access)?;
            let (address, halves) = (self.scalar(address)?, self.leaves(value.operand)?);
            let targets = self.registers(result)?;
            let old = self.update_double_word(operation, address, [halves[0], halves[1]])?;
            self.assign_pair(&targets, old);
            return Ok(());
        }
        let operation = update_operation(operation)?;
        let leaf = self.single(value.value_type, access)?;
        if operation.is_float() {
            // Others than `float` and `double` are refused.
            self.scope.lanes(value.value_type)?;
        }
        let access = self.access(leaf, access)?;
        let address = self.scalar(address)?;
        let operand = self.scalar(value)?;
        let operand = self.in_memory(leaf, operand);
        let target = self.register(result)?;
        self.emit(Instruction::ReadModifyWrite { operation, target, address, operand, access });
        if leaf.is_narrow {
            self.make_address(target, target.into());
        }
        Ok(())
    }

    pub(super) fn fence(&mut self, ordering: Ordering, scope: Scope) -> Lowered<()> {
        match scope {
            Scope::System => {
                let tags = Tags::NONE;
                self.emit(Instruction::Fence { ordering, tags });
                Ok(())
            }
            // Binds the compiler, which has done its work.
            Scope::SingleThread => Ok(()),
            Scope::Other => unsupported("a fence with a `syncscope`"),
        }
    }

    pub(super) fn alloca(
        &mut self,
        result: ValueId,
        allocated: TypeId,
        count: Option<Typed>,
        kind: AllocationKind,
    ) -> Lowered<()> {
        let target = self.register(result)?;
        let mut size = self.size_of(allocated)?;
        let mut layout = self.local_layout(result, allocated);
        if let Some(count) = count {
            self.width(count.value_type)?;
            match self.scalar(count)? {
                Operand::Constant(count) => match (count, size) {
                    (1, _) => {}
                    (count, Operand::Constant(each)) => {
                        size = Operand::Constant(each.saturating_mul(count));
                    }
                    _ => return unsupported("an array of unknown size"),
                },
                count => {
                    size = self.arithmetic(BinaryOperation::Mul, 64, count, size);
                    layout = None;
                }
            }
        }
        let name = self.local_name(result);
        let site = self.output.program.add_site(Site { name, layout });
        self.emit(Instruction::Allocate { target, size, kind, site });
        Ok(())
    }

    /// The life of a variable of a block begins or ends.
    pub(super) fn mark_life(&mut self, mark: Mark) -> Lowered<()> {
        match self.scopes.marked(mark) {
            Some((variable, of)) if mark.begins => {
                self.alloca(variable, of, None, AllocationKind::Block)
            }
            Some((variable, _)) => self.leave(variable),
            None => Ok(()),
        }
    }

    /// Variables of variable length are declared only after this.
    pub(super) fn save_stack(&mut self, result: ValueId) -> Lowered<()> {
        for variable in self.scopes.saved.get(&result).cloned().unwrap_or_default() {
            let (target, value) = (self.register(variable)?, Operand::Constant(0));
            self.emit(Instruction::Assign { target, value });
        }
        Ok(())
    }

    /// The lives of the variables of variable length end that were declared since.
    pub(super) fn restore_stack(&mut self) -> Lowered<()> {
        let place = (self.source_block, self.source_index);
        for variable in self.scopes.restored.get(&place).cloned().unwrap_or_default() {
            self.leave(variable)?;
        }
        Ok(())
    }

    fn leave(&mut self, variable: ValueId) -> Lowered<()> {
        let address = self.register(variable)?.into();
        self.emit(Instruction::Free { address, by: Deallocation::Leave });
        Ok(())
    }

    /// The size of a type in memory.
    pub(super) fn size_of(&self, of: TypeId) -> Lowered<Operand> {
        match self.scope.layouts.get(of) {
            Some(layout) => Ok(Operand::Constant(layout.size)),
            None => unsupported("a local variable of a type without a size"),
        }
    }

    /// The name of the variable that lives at the address `value`.
    pub(super) fn local_name(&self, value: ValueId) -> String {
        let module = self.scope.module;
        let variable = self.variables.get(&value);
        let name = variable.and_then(|node| module.metadata.text(*node, "name", &module.names));
        name.map_or(String::new(), |name| module.names.text(name).to_owned())
    }

    pub(super) fn local_layout(&self, value: ValueId, of: TypeId) -> Option<program::Layout> {
        let size = self.scope.layouts.get(of)?.size;
        let variable = self.variables.get(&value);
        variable
            .and_then(|node| variable_layout(self.scope, *node, size))
            .or_else(|| type_layout(self.scope, of))
    }
}
