//! One test, compiled for two machines: what is an execution of one to the other
//! (`dat3m-thesis` §5.5.1)? The same accesses with the same values, who reads from whom and
//! coherence; with the other's fences, names and dependencies.
//!
//! A thread of the other code that makes the same accesses with the same values is looked up among
//! all that it can do. There may be several, which differ in what is no access: a store that failed
//! or not, or a choice that Arm's compare-and-swap left open. An update that is one event in one
//! code may be two in the other: what is compared are its read and its write.

use crate::outcome::Refusal;
use crate::search::{MOST_TRACES, initial_memory, too_much};
use crate::structure::of_traces;
use crate::trace::Trace;
use crate::values::all_ways;
use events::{Event, EventStructure};
use litmus::Lowered;
use relation::Relation;
use std::collections::BTreeMap;

/// A read or a write of a thread: whether it writes, where, how many bytes, and what.
type Half = (bool, i64, u8, i64);

/// What the threads of the other code can do, by their accesses.
#[derive(Debug)]
pub struct Twin {
    threads: Vec<BTreeMap<Vec<Half>, Vec<Trace>>>,
    initial: BTreeMap<i64, i64>,
}

/// An execution as the other code has it.
#[derive(Clone, Debug)]
pub struct Twinned {
    pub structure: EventStructure,
    /// For each of its events, that of the execution it was made of; none for a fence.
    pub counterparts: Vec<Option<usize>>,
}

impl Twin {
    /// What the threads of some code can do.
    pub fn new(lowered: &Lowered) -> Result<Twin, Refusal> {
        let ways = all_ways(lowered, MOST_TRACES);
        if let Some(excess) = ways.threads.iter().find_map(|traces| traces.excess) {
            return Err(Refusal::Unsupported(too_much(excess)));
        }
        let initial = initial_memory(&ways, lowered)?;
        let threads = ways.threads.into_iter().map(|traces| {
            let mut by_accesses: BTreeMap<Vec<Half>, Vec<Trace>> = BTreeMap::new();
            for trace in traces.all.into_iter().filter(|trace| trace.fault.is_none()) {
                by_accesses.entry(of_trace(&trace)).or_default().push(trace);
            }
            by_accesses
        });
        Ok(Twin { threads: threads.collect(), initial })
    }

    /// The executions of this code that are a given one of the other, whose events have these
    /// sizes; none only if the codes are not of one test.
    pub fn of(&self, structure: &EventStructure, sizes: &[u8]) -> Vec<Twinned> {
        let mut choices: Vec<Vec<&Trace>> = vec![Vec::new()];
        for (thread, traces) in self.threads.iter().enumerate() {
            let own = |(event, _): &(&Event, &u8)| event.thread == Some(thread);
            let accesses = of_events(structure.events.iter().zip(sizes).filter(own));
            let found = traces.get(&accesses).map_or(&[][..], Vec::as_slice);
            let mut longer = Vec::new();
            for chosen in &choices {
                longer.extend(found.iter().map(|trace| [&chosen[..], &[trace]].concat()));
            }
            choices = longer;
        }
        choices.iter().map(|traces| self.twinned(traces, structure)).collect()
    }

    fn twinned(&self, traces: &[&Trace], structure: &EventStructure) -> Twinned {
        let (mut own, _) = of_traces(traces, &self.initial);
        // The reads and the writes of both, one after the other: the same ones.
        let pairs = [false, true].map(|writes| {
            let halves = |structure: &EventStructure| {
                let events = structure.events.iter().enumerate();
                let has = move |(_, event): &(usize, &Event)| match writes {
                    true => event.kind.writes(),
                    false => event.kind.reads(),
                };
                events.filter(has).map(|(number, _)| number).collect::<Vec<usize>>()
            };
            let (ours, theirs) = (halves(&own), halves(structure));
            assert_eq!(ours.len(), theirs.len(), "both have the same accesses");
            theirs.into_iter().zip(ours).collect::<BTreeMap<usize, usize>>()
        });
        let [reads, writes] = &pairs;
        for (source, read) in structure.rf.pairs() {
            own.rf.insert(writes[&source], reads[&read]);
        }
        own.co = structure.co.as_ref().map(|co| {
            let mut new = Relation::new(own.size());
            co.pairs().for_each(|(from, to)| new.insert(writes[&from], writes[&to]));
            new
        });
        let mut counterparts = vec![None; own.size()];
        for (theirs, ours) in pairs.iter().flatten() {
            counterparts[*ours] = Some(*theirs);
        }
        Twinned { structure: own, counterparts }
    }
}

fn of_trace(trace: &Trace) -> Vec<Half> {
    let events = trace.events.iter().filter(|event| event.kind.is_access());
    halves(events.filter_map(|event| {
        Some((event.first, event.address?, event.size, event.read, event.written))
    }))
}

fn of_events<'e>(events: impl Iterator<Item = (&'e Event, &'e u8)>) -> Vec<Half> {
    let events = events.filter(|(event, _)| event.kind.is_access());
    halves(events.filter_map(|(event, size)| {
        Some((event.access, event.location?.0, *size, event.read, event.written))
    }))
}

/// The reads and the writes of some events, each with its access, where it is, how many bytes it is
/// about, and what it reads and writes. Of an access in parts, all reads come first.
fn halves(events: impl Iterator<Item = (usize, i64, u8, Option<i64>, Option<i64>)>) -> Vec<Half> {
    let (mut all, mut writes, mut last) = (Vec::new(), Vec::new(), None);
    for (access, address, size, read, written) in events {
        if last != Some(access) {
            all.append(&mut writes);
            last = Some(access);
        }
        all.extend(read.map(|value| (false, address, size, value)));
        writes.extend(written.map(|value| (true, address, size, value)));
    }
    all.append(&mut writes);
    all
}
