//! Which block does a label name?
//!
//! Labels may be used before they stand at a block. Until the function ends, a target is the number
//! of the label among those mentioned; then it is replaced by the block's own.

use crate::structure::{Block, BlockId};
use base::Diagnostic;
use std::collections::HashMap;
use std::ops::Range;

/// A label as written: the block's name, and the number that tells blocks of that name apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Label {
    pub(super) name: String,
    pub(super) number: Option<u32>,
}

impl Label {
    fn text(&self) -> String {
        let number = self.number.map_or_else(String::new, |number| format!("#{number}"));
        format!("{}{number}", self.name)
    }
}

#[derive(Debug)]
struct Mention {
    label: Label,
    /// Where the label was first mentioned.
    span: Range<usize>,
    block: Option<BlockId>,
}

#[derive(Default, Debug)]
pub(super) struct Labels {
    mentions: Vec<Mention>,
    table: HashMap<Label, usize>,
}

impl Labels {
    /// The number of a label, to be replaced by [`Labels::finish`].
    pub(super) fn mention(&mut self, label: Label, span: &Range<usize>) -> BlockId {
        let next = self.mentions.len();
        let index = *self.table.entry(label.clone()).or_insert(next);
        if index == next {
            self.mentions.push(Mention { label, span: span.clone(), block: None });
        }
        BlockId(index as u32)
    }

    /// Puts a label at a block.
    pub(super) fn define(
        &mut self,
        label: Label,
        span: &Range<usize>,
        block: BlockId,
    ) -> Result<(), Diagnostic> {
        let index = self.mention(label, span).index();
        let mention = &mut self.mentions[index];
        if mention.block.is_some() {
            let message = format!("two blocks have the label `{}`", mention.label.text());
            return Err(Diagnostic::new(message, span.clone())
                .with_help("a number tells blocks of one name apart: `loop#2:`"));
        }
        mention.block = Some(block);
        Ok(())
    }

    /// Replaces the targets in the blocks.
    pub(super) fn finish(self, blocks: &mut [Block]) -> Result<(), Diagnostic> {
        let mut targets = Vec::new();
        for Mention { label, span, block } in self.mentions {
            targets.push(block.ok_or_else(|| {
                let message = format!("no block has the label `{}`", label.text());
                Diagnostic::new(message, span)
            })?);
        }
        for block in blocks {
            block.terminator.successors_mut(|target| *target = targets[target.index()]);
        }
        Ok(())
    }
}
