//! Which waits for a condition variable end for no reason, although nobody asks for that?
//!
//! POSIX lets every wait end without a signal, so a program must look again at what it waits for. A
//! wait that is in a loop of its function is taken to be one of a program that does so; there,
//! ends without a signal are explored on request only (`--spurious-wakeups`). One that is in no
//! loop ends so once in each thread: that is all which a program can notice that looks once, and
//! where the loop is in the caller, it costs one more turn.

use super::fold::Lowered;
use super::function::Body;
use crate::tree::{self, BlockId, InstructionKind};
use program::{Callee, FunctionId, Instruction, Operand, Register};
use rustc_hash::FxHashSet;

/// The functions that wait for a condition variable, with a mutex.
const WAITS: [&str; 2] = ["pthread_cond_wait", "cnd_wait"];
/// Returns whether a wait is over before it has begun.
const ENDS_EARLY: &str = "heddle.ends_early";

/// What a function needs besides.
pub(super) fn needs(name: &str) -> Option<&'static str> {
    WAITS.contains(&name).then_some(ENDS_EARLY)
}

/// Where control may go after an instruction.
fn targets(kind: &InstructionKind) -> Vec<BlockId> {
    match kind {
        InstructionKind::Jump(target) => vec![*target],
        InstructionKind::Branch { then, otherwise, .. } => vec![*then, *otherwise],
        InstructionKind::Switch(switch) => {
            let cases = switch.cases.iter().map(|(_, target)| *target);
            cases.chain([switch.default]).collect()
        }
        InstructionKind::IndirectBranch { targets, .. } => targets.to_vec(),
        InstructionKind::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
        _ => Vec::new(),
    }
}

/// Whether control may come back to a block.
fn is_in_loop(tree: &tree::Function, block: BlockId) -> bool {
    let after = |id: BlockId| {
        tree.blocks[id.0 as usize].instructions.iter().flat_map(|each| targets(&each.kind))
    };
    let mut pending: Vec<BlockId> = after(block).collect();
    let mut reached: FxHashSet<u32> = FxHashSet::default();
    while let Some(next) = pending.pop() {
        if reached.insert(next.0) {
            pending.extend(after(next));
        }
    }
    reached.contains(&block.0)
}

impl Body<'_, '_> {
    /// Calls a function of the library. Of a wait in no loop, it is explored that it ends early.
    pub(super) fn call_of_library(
        &mut self,
        callee: FunctionId,
        targets: Vec<Register>,
        arguments: Vec<Operand>,
    ) -> Lowered<()> {
        let name = self.output.program.function(callee).name.clone();
        let is_careless = WAITS.contains(&&*name) && !is_in_loop(self.tree, self.source_block);
        let callee = Callee::Direct(callee);
        if !is_careless {
            self.emit(Instruction::Call { targets, callee, arguments });
            return Ok(());
        }
        let ends = self.call_runtime(ENDS_EARLY, arguments.clone())?;
        let result = self.where_possible(
            ends,
            |_| Ok(Operand::Constant(0)),
            |body| {
                Ok(body.compute_temporary(|target| Instruction::Call {
                    targets: vec![target],
                    callee,
                    arguments,
                }))
            },
        )?;
        for target in targets {
            self.emit(Instruction::Assign { target, value: result });
        }
        Ok(())
    }
}
