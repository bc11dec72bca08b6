//! Which values may a read get? At most those that some thread may write there, if its reads get
//! such values, and so on.
//!
//! The sets grow from the initial values until nothing changes. Branches that depend on reads are
//! taken both ways meanwhile, so that a value that is written only if it is read (a cycle of
//! control dependencies) is in the sets, and the model decides. A counter that is always increased
//! would grow for ever: a value that takes more steps than there are reads in an execution is
//! justified by no execution without such a cycle through data, so that many rounds are enough.

use crate::cells::{Bytes, Cells, accesses};
use crate::run_thread::{Branches, Setting, Traces, traces};
use crate::trace::{Kind, Trace, Values};
use litmus::Lowered;

/// What the threads of a test can do.
pub(crate) struct Ways {
    /// The traces of each thread, with all values that its reads may get.
    pub threads: Vec<Traces>,
    /// All accesses in them, and the cells that they need.
    pub accesses: Vec<Bytes>,
    pub cells: Cells,
}

pub(crate) fn all_ways(test: &Lowered, limit: usize) -> Ways {
    let mut cells = Cells::default();
    loop {
        let mut ways = ways_with(test, cells, limit);
        let covered = |(address, size): &Bytes| test.layout.covered_elements(*address, *size);
        let elements = ways.accesses.iter().flat_map(covered);
        let ranges: Vec<Bytes> = ways.accesses.iter().copied().chain(elements).collect();
        if !ways.cells.cut(&ranges) {
            return ways;
        }
        cells = ways.cells;
    }
}

/// The same for given cells.
pub(crate) fn ways_with(test: &Lowered, cells: Cells, limit: usize) -> Ways {
    let threads = traces_with(test, &cells, limit);
    let accesses = accesses(threads.iter().flat_map(|traces| &traces.all));
    Ways { threads, accesses, cells }
}

/// The traces of all threads, with all values that their reads may get.
fn traces_with(test: &Lowered, cells: &Cells, limit: usize) -> Vec<Traces> {
    let mut values = Values::new();
    let mut round = 0;
    loop {
        let before = values.clone();
        let found = run(test, cells, &values, Branches::Both, limit);
        if found.iter().any(|traces| traces.excess.is_some()) {
            return found;
        }
        let traces = || found.iter().flat_map(|traces| &traces.all);
        let events = traces().flat_map(|trace| &trace.events);
        for event in events.filter(|event| event.kind != Kind::Fence) {
            let Some(address) = event.address else { continue };
            let known = values
                .entry(address)
                .or_insert_with(|| test.initial(address, event.size).into_iter().collect());
            known.extend(event.written);
        }
        round += 1;
        if values == before || round > most_reads(&found) {
            return run(test, cells, &values, Branches::Exact, limit);
        }
    }
}

/// How many reads an execution can have at most.
fn most_reads(threads: &[Traces]) -> usize {
    let reads = |trace: &Trace| trace.events.iter().filter(|event| event.kind.reads()).count();
    threads.iter().map(|traces| traces.all.iter().map(reads).max().unwrap_or(0)).sum()
}

fn run(
    test: &Lowered,
    cells: &Cells,
    values: &Values,
    branches: Branches,
    limit: usize,
) -> Vec<Traces> {
    let setting = |thread| Setting { thread, test, cells, values, branches, limit };
    test.threads.iter().map(|thread| traces(&setting(thread))).collect()
}
