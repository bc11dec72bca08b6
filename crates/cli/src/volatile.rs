//! `--volatile relaxed`: what was written before C had atomics.
//!
//! Programs of that time take `volatile` variables for what `_Atomic` ones with relaxed accesses
//! are now. In C11, two accesses to a volatile variable that is not atomic race like any others.

use base::{Ordering, Tags};
use program::{Access, Instruction, Program};

/// Makes relaxed accesses of the volatile ones that are as large as machines access at once.
pub(crate) fn relax(program: &mut Program) {
    let blocks = program.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        if let Instruction::Load { access, .. } | Instruction::Store { access, .. } = instruction {
            relax_access(access);
        }
    }
}

fn relax_access(access: &mut Access) {
    let is_volatile = access.tags.contains(Tags::VOLATILE) && access.ordering == Ordering::Plain;
    if is_volatile && access.size.is_power_of_two() {
        access.ordering = Ordering::Relaxed;
    }
}
