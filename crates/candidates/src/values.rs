//! Which values may a read get? At most those that some thread may write there, if its reads get such values, and so on.
//!
//! The sets grow from the initial values until nothing changes. Branches that depend on reads are taken both ways meanwhile, so that a value that is written only if it is read (a cycle of control dependencies) is in
//! the sets, and the model decides. A counter that is always increased would grow for ever: a value that takes more steps than there are reads in an execution is justified by no execution without
//! such a cycle through data, so that many rounds are enough.

use crate::run_thread::{Branches, Setting, Traces, traces};
use crate::trace::{Trace, Values};
use litmus::Lowered;

/// The traces of all threads, with all values that their reads may get.
pub(crate) fn all_traces(test: &Lowered, limit: usize) -> Vec<Traces> {
    let mut values = Values::new();
    let mut round = 0;
    loop {
        let before = values.clone();
        let found = run(test, &values, Branches::Both, limit);
        let traces = || found.iter().flat_map(|traces| &traces.all);
        for event in traces().flat_map(|trace| &trace.events) {
            let Some(address) = event.address else { continue };
            let initial = test.memory.get(&address).copied().unwrap_or(0);
            let known = values.entry(address).or_insert_with(|| [initial].into());
            known.extend(event.written);
        }
        round += 1;
        if values == before || round > most_reads(&found) {
            return run(test, &values, Branches::Exact, limit);
        }
    }
}

/// How many reads an execution can have at most.
fn most_reads(threads: &[Traces]) -> usize {
    let reads = |trace: &Trace| trace.events.iter().filter(|event| event.kind.reads()).count();
    threads.iter().map(|traces| traces.all.iter().map(reads).max().unwrap_or(0)).sum()
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
