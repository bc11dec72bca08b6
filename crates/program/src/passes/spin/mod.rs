//! Which loops wait, and when can a waiting thread be stopped?
//!
//! `while (!load(x));` has executions of every length, all alike. This pass marks what a thread is
//! like when it starts an iteration, and stops it for good when it starts the next one exactly like
//! that: the registers that are live at the header are as they were, and the thread has had no
//! effect (see [`Instruction::SpinCheck`]). That turns spin loops into "load, and go on only if it
//! was the last time", the transformation of `chronological-traces` §4, and does the same for loops
//! with several loads and for compare-exchange loops whose failing iteration has no effect.
//!
//! **Why no verdict changes.** Let an execution have an iteration that ends in the state it began
//! with, and later something wrong. Leave out the events of that iteration. They are reads, failed
//! updates, fences and updates that wrote what they had read, so nobody else needs them (who reads
//! from one of the latter can read from the write before, of the same value). What remains of the
//! thread is the same, because its state is; and it is an execution of the model, because the
//! axioms of all our models forbid cycles, and with fewer events there are only fewer. It has the
//! same wrong thing and fewer events, so after finitely many steps there is one without such
//! iterations, and that one is explored. What happens inside of the iteration is reported before
//! the check.
//!
//! **Mutexes.** A mutex that is locked and unlocked in between without any other effect is no
//! effect either: the iteration may look at variables while it holds one. Leave out the pair as
//! well. Who locked the mutex next locks it after the unlock before the pair then, which releases
//! less, and that is all that changes. Somebody who *tries* the mutex while it is held would
//! notice, so where a program tries mutexes every lock is an effect. That a free mutex was used
//! before is in its bytes; who copies them finds that in the executions in which the thread is
//! stopped after the iteration. A thread that is stopped holds
//! what it held when the iteration began. One that unlocks a mutex and locks it again is not
//! stopped, because it would be while it holds the mutex: locking is an effect that only the unlock
//! of the same lock takes back.
//!
//! **Dependencies.** Under a model that asks for them the state includes what it was computed from,
//! so registers and private memory must also carry the reads that they carried (the interpreter
//! compares that). Otherwise what is left of the thread would depend on an earlier read than in the
//! execution that has the iteration, which could forbid it. What was decided on need not be the
//! same: an iteration only adds its own reads to that, and they are left out, so that ctrl between
//! the other events stays as it is. For `entry_load`, the read that becomes the first load is the
//! one that the variable carries, and nothing was decided before it that was not decided in the
//! longer execution.
//!
//! Registers that are not live at the header do not matter, and those that the loop never assigns
//! do not change; memory does not change without an effect. Only natural loops are treated; cycles
//! with several entries stay as they are.
//!
//! [`entry_load`] adds to this for loops whose variables begin with a load and are loaded again.
//! [`progress`] says for which loops the effort is in vain.

mod entry_load;
mod progress;

use super::edges::insert_on_edge;
use crate::flow::{Definitions, Dominators, Graph, Liveness, Loop, Loops};
use crate::instruction::{Instruction, Register, Since};
use crate::structure::{BlockId, Function, Program};
use entry_load::EntryLoad;
use std::collections::BTreeSet;

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        let flow = Flow::new(function);
        let plans: Vec<Plan> =
            flow.loops.loops.iter().filter_map(|each| plan(function, &flow, each)).collect();
        plans.iter().for_each(|plan| instrument(function, plan));
    }
}

/// What is known about a function before it is changed.
struct Flow {
    graph: Graph,
    dominators: Dominators,
    loops: Loops,
    liveness: Liveness,
    definitions: Definitions,
}

impl Flow {
    fn new(function: &Function) -> Flow {
        let graph = Graph::new(function);
        let dominators = Dominators::new(&graph);
        let loops = Loops::new(&graph, &dominators, function.blocks.len());
        let liveness = Liveness::new(function);
        let definitions = Definitions::new(function, &liveness);
        Flow { graph, dominators, loops, liveness, definitions }
    }
}

/// What to do with one loop.
struct Plan {
    header: BlockId,
    /// The back edges to check.
    latches: Vec<BlockId>,
    /// The registers that make up the state at the header and may change.
    watched: Vec<Register>,
    entry: Option<EntryLoad>,
}

fn plan(function: &Function, flow: &Flow, each: &Loop) -> Option<Plan> {
    let assigned = assigned(function, each);
    let mut watched: Vec<Register> =
        flow.liveness.live_in(each.header).filter(|register| assigned.contains(register)).collect();
    watched.sort_unstable();
    let progress = progress::blocks(function, flow, each, &watched);
    let moves_on =
        |latch: &BlockId| progress.iter().any(|block| flow.dominators.dominates(*block, *latch));
    let latches: Vec<BlockId> =
        each.latches.iter().copied().filter(|latch| !moves_on(latch)).collect();
    if latches.is_empty() {
        return None;
    }
    let entry = entry_load::find(function, flow, each, &assigned)
        .filter(|entry| watched.contains(&entry.register));
    Some(Plan { header: each.header, latches, watched, entry })
}

/// The registers that the blocks of a loop assign.
fn assigned(function: &Function, each: &Loop) -> BTreeSet<Register> {
    let instructions = each.body.iter().flat_map(|block| &function.block(*block).instructions);
    instructions.flat_map(|instruction| instruction.targets()).collect()
}

fn instrument(function: &mut Function, plan: &Plan) {
    let mut checks = Vec::new();
    if let Some(EntryLoad { preheader, register }) = plan.entry {
        let others = plan.watched.iter().copied().filter(|watched| *watched != register);
        let (mark, check) = mark_and_check(function, others.collect(), Since::Entry);
        insert_on_edge(function, preheader, plan.header, [mark], None);
        checks.push(check);
    }
    let (mark, check) = mark_and_check(function, plan.watched.clone(), Since::Turn);
    function.blocks[plan.header.index()].insert(0, mark, None);
    // A turn that changed nothing at all is one that waits, also if the entry knew it all.
    checks.insert(0, check);
    for &latch in &plan.latches {
        insert_on_edge(function, latch, plan.header, checks.clone(), None);
    }
}

/// The two instructions for these registers, with new registers for the marks.
fn mark_and_check(
    function: &mut Function,
    registers: Vec<Register>,
    since: Since,
) -> (Instruction, Instruction) {
    let effects = function.add_register("");
    let watched: Vec<(Register, Register)> =
        registers.into_iter().map(|live| (live, function.add_register(""))).collect();
    let mark = Instruction::SpinMark { watched: watched.clone(), effects };
    (mark, Instruction::SpinCheck { watched, effects, since })
}

#[cfg(test)]
mod tests;
