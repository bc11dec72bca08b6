//! Where is a thread? In which loop, and at which line: for people who wonder what takes so long.

use crate::Thread;
use base::{SourcePosition, Whereabouts};
use program::flow::{Dominators, Graph, Loops};
use program::{Block, Program};

impl Thread {
    pub fn whereabouts(&self, program: &Program) -> Whereabouts {
        let in_loop = self.frames.iter().rev().find_map(|frame| {
            let function = program.function(frame.function);
            let graph = Graph::new(function);
            let loops = Loops::new(&graph, &Dominators::new(&graph), function.blocks.len());
            let header = loops.loops[loops.innermost(frame.block)?].header;
            first_position(function.block(header))
        });
        Whereabouts { thread: self.id(), position: self.position(program), in_loop }
    }
}

fn first_position(block: &Block) -> Option<SourcePosition> {
    block.positions.iter().copied().flatten().next()
}
