//! `malloc` and its kin: each call is a place of its own that creates objects.
//!
//! Memory never runs out, but what no machine has is refused as C says: a size that is negative as
//! a signed number gives a null pointer and ENOMEM, an alignment that is no power of two EINVAL.

use super::fold::Lowered;
use super::function::Body;
use program::{AllocationKind, BinaryOperation, Instruction, Operand, Predicate, Site, Terminator};

/// An error of `errno.h`.
const EINVAL: u64 = 22;
const NULL: Operand = Operand::Constant(0);
/// The largest size that an object can have.
const MOST: u64 = i64::MAX as u64;

impl Body<'_, '_> {
    pub(super) fn allocate(&mut self, size: Operand, kind: AllocationKind) -> Operand {
        let site = self.output.program.add_site(Site::default());
        self.compute_temporary(|target| Instruction::Allocate { target, size, kind, site })
    }

    /// New memory, or null if the size is more than any object has.
    pub(super) fn allocate_or_fail(
        &mut self,
        size: Operand,
        kind: AllocationKind,
    ) -> Lowered<Operand> {
        if matches!(size, Operand::Constant(0..=MOST)) {
            return Ok(self.allocate(size, kind));
        }
        let fits = self.call_runtime("heddle.fits", vec![size])?;
        self.where_possible(fits, |body| Ok(body.allocate(size, kind)), |_| Ok(NULL))
    }

    /// Memory with an alignment, which is null if there is no such alignment.
    pub(super) fn allocate_aligned(&mut self, align: Operand, size: Operand) -> Lowered<Operand> {
        let valid = self.call_runtime("heddle.is_alignment", vec![align])?;
        self.where_possible(
            valid,
            |body| body.allocate_or_fail(size, AllocationKind::Heap),
            |body| {
                body.call_runtime("heddle.fail_with", vec![Operand::Constant(EINVAL)])?;
                Ok(NULL)
            },
        )
    }

    /// `posix_memalign`: stores the address of the memory, or returns an error.
    pub(super) fn allocate_at(
        &mut self,
        place: Operand,
        align: Operand,
        size: Operand,
    ) -> Lowered<Operand> {
        let valid = self.call_runtime("heddle.is_alignment", vec![align])?;
        let pointer = u64::from(self.scope.layouts.pointers().bytes());
        let large = self.compute_temporary(|target| Instruction::Compare {
            predicate: Predicate::Uge,
            width: 64,
            target,
            left: align,
            right: Operand::Constant(pointer),
        });
        let valid = self.arithmetic(BinaryOperation::And, 64, valid, large);
        self.where_possible(
            valid,
            |body| {
                let value = body.allocate(size, AllocationKind::Heap);
                body.store_pointer(place, value);
                Ok(Operand::Constant(0))
            },
            |_| Ok(Operand::Constant(EINVAL)),
        )
    }

    /// New memory with what was in the old one, which is freed, if there can be such memory.
    pub(super) fn resize(&mut self, old: Operand, size: Operand) -> Lowered<Operand> {
        let fits = self.call_runtime("heddle.fits", vec![size])?;
        self.where_possible(
            fits,
            |body| {
                let new = body.allocate(size, AllocationKind::Heap);
                body.call_runtime("heddle.move_object", vec![new, old, size])?;
                Ok(new)
            },
            |_| Ok(NULL),
        )
    }

    /// One result if a condition is true, and another one if it is not.
    pub(super) fn where_possible(
        &mut self,
        condition: Operand,
        possible: impl FnOnce(&mut Self) -> Lowered<Operand>,
        impossible: impl FnOnce(&mut Self) -> Lowered<Operand>,
    ) -> Lowered<Operand> {
        let result = self.temporary();
        let (then, otherwise) = (self.new_block("possible"), self.new_block("impossible"));
        let done = self.new_block("done");
        self.terminate(Terminator::Branch { condition, then, otherwise });
        self.current = then;
        let value = possible(self)?;
        self.emit(Instruction::Assign { target: result, value });
        self.terminate(Terminator::Jump(done));
        self.current = otherwise;
        let value = impossible(self)?;
        self.emit(Instruction::Assign { target: result, value });
        self.terminate(Terminator::Jump(done));
        self.current = done;
        Ok(result.into())
    }

    /// The product of a count and a size, or more than any object has where the product overflows.
    pub(super) fn total_size(&mut self, count: Operand, size: Operand) -> Operand {
        let total = self.arithmetic(BinaryOperation::Mul, 64, count, size);
        [count, size].into_iter().fold(total, |total, factor| {
            let is_large = self.compute_temporary(|target| Instruction::Compare {
                predicate: Predicate::Ugt,
                width: 64,
                target,
                left: factor,
                right: Operand::Constant(u64::from(u32::MAX)),
            });
            self.compute_temporary(|target| Instruction::Select {
                target,
                condition: is_large,
                then: Operand::Constant(u64::MAX),
                otherwise: total,
            })
        })
    }
}
