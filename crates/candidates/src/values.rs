//! Which values may a read get? At most those that some thread may write there, if its reads get such values, and so on.
//!
//! The sets grow from the initial values until nothing changes. Branches that depend on reads are taken both ways meanwhile, so that a value that is written only if it is read (a cycle of control dependencies) is in
//! the sets, and the model decides. A counter that is always increased would grow for ever: a value that takes more steps than there are reads in the test is justified by no execution without
//! such a cycle through data, so that many rounds are enough.

use crate::trace::{Branches, Setting, Traces, Values, traces};
use litmus::Lowered;
use litmus::code::Instruction;

/// The traces of all threads, with all values that their reads may get.
pub(crate) fn all_traces(test: &Lowered, limit: usize) -> Vec<Traces> {
    let mut values = Values::new();
    let rounds = test.threads.iter().flat_map(|thread| &thread.code.instructions);
    let rounds = rounds.filter(|instruction| reads(instruction)).count() * 2 + 1;
    for _ in 0..rounds {
        let before = values.clone();
        for found in run(test, &values, Branches::Both, limit) {
            for event in found.all.iter().flat_map(|trace| &trace.events) {
                let Some(address) = event.address else { continue };
                let initial = test.memory.get(&address).copied().unwrap_or(0);
                let known = values.entry(address).or_insert_with(|| [initial].into());
                known.extend(event.written);
            }
        }
        if values == before {
            break;
        }
    }
    run(test, &values, Branches::Exact, limit)
}

fn run(test: &Lowered, values: &Values, branches: Branches, limit: usize) -> Vec<Traces> {
    let setting = |thread| Setting {
        thread,
        layout: &test.layout,
        memory: &test.memory,
        values,
        branches,
        limit,
    };
    test.threads.iter().map(|thread| traces(&setting(thread))).collect()
}

fn reads(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Load { .. } | Instruction::Update(_) => true,
        Instruction::Assign { .. }
        | Instruction::Store { .. }
        | Instruction::StoreExclusive { .. }
        | Instruction::Fence { .. }
        | Instruction::Branch { .. }
        | Instruction::Jump { .. }
        | Instruction::Scope(_) => false,
    }
}
