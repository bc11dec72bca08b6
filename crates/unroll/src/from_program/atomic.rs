//! Atomic blocks: what lies between begin and end happens at once, with everything that is in
//! blocks inside of it (`interp::atomic`). Which events are in one block, [`Event::block`] says;
//! what that means is the model's business.
//!
//! **A block that does not come to its end.** A thread may stop in a block: at an assumption, where
//! it waits, where a loop is cut. Nobody may see what such a block has written, since others go on
//! only after its end. So these writes do not happen: the thread has not begun the block yet, as
//! far as others know. A thread that fails in a block has come far enough, and its writes are
//! there.
//!
//! [`Event::block`]: crate::Event::block

use super::Builder;
use super::state::State;
use crate::ValueId;
use base::TagSet;
use events::Kind;
use std::collections::BTreeMap;

/// The blocks of all threads.
#[derive(Default)]
pub(super) struct Blocks {
    count: u32,
    /// When threads stop in them.
    unfinished: BTreeMap<u32, ValueId>,
}

impl Builder<'_> {
    pub(super) fn begin_block(&mut self, state: &mut State) {
        if !self.unrolling.blocks {
            self.stop_at_gap(state, ValueId::TRUE, "an atomic block");
            return;
        }
        if state.block_depth == 0 {
            state.block = Some(self.blocks.count);
            self.blocks.count += 1;
        }
        state.block_depth += 1;
    }

    pub(super) fn end_block(&mut self, state: &mut State) {
        if !self.unrolling.blocks {
            self.stop_at_gap(state, ValueId::TRUE, "an atomic block");
            return;
        }
        if state.block_depth == 1 {
            // A block is a barrier also if nothing in it is an event.
            if !state.is_alone {
                self.bare_event(state, Kind::Fence, TagSet::NONE);
            }
            state.block = None;
        }
        state.block_depth = state.block_depth.saturating_sub(1);
    }

    /// The thread stops if a condition holds, and so does the block that it is in.
    pub(super) fn leave_block(&mut self, state: &State, condition: ValueId) {
        let Some(block) = state.block.filter(|_| condition != ValueId::FALSE) else { return };
        let known = self.blocks.unfinished.entry(block).or_insert(ValueId::FALSE);
        *known = self.made.values.or(*known, condition);
    }

    /// What a block has written that does not come to its end, nobody sees.
    pub(super) fn forget_unfinished_blocks(&mut self) {
        for event in self.made.events.iter_mut().filter(|event| event.kind.writes()) {
            let unfinished = event.block.and_then(|block| self.blocks.unfinished.get(&block));
            if let Some(unfinished) = unfinished {
                event.guard = self.made.values.and_not(event.guard, *unfinished);
            }
        }
    }

    /// Whether two states that meet are in the same block; what is not goes no further.
    pub(super) fn meet_in_block(&mut self, first: &State, second: &State) -> bool {
        let same = (first.block, first.block_depth) == (second.block, second.block_depth);
        if !same {
            self.gap(second.guard, "ways that are not in the same atomic block meet".to_owned());
        }
        same
    }
}
