//! Is it known of every step what it would touch, had it come earlier?
//!
//! It is for loads, stores and updates of one location. An atomic block may do something else
//! altogether, and an update that was split into cells may write or not depending on several of
//! them. A step that makes a choice is several steps in one, which a race may ask for one by one.

use interp::Context;
use program::{Allocation, GlobalId, Instruction, SiteId};

/// Whether a program has nothing but steps of which that is known.
pub(super) fn is_exact(context: &Context<'_>) -> bool {
    let program = context.program;
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let has_others = blocks.flat_map(|block| &block.instructions).any(|instruction| {
        matches!(
            instruction,
            Instruction::Choose { .. }
                | Instruction::CompareExchange { weak: true, .. }
                | Instruction::AtomicBegin
        )
    });
    let globals = (0..program.globals.len() as u32).map(|id| Allocation::Global(GlobalId(id)));
    let sites = (0..program.sites.len() as u32).map(|id| Allocation::Site(SiteId(id)));
    let is_split = |allocation| !context.knowledge.cuts(allocation).is_empty();
    !has_others && !globals.chain(sites).any(is_split)
}
