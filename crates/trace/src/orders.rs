//! The orders that views respect, by their definitions, as relations between operations.
//!
//! They are meant to be read beside the papers: pair by pair and without cleverness. Brute force
//! and the checker of witnesses use them; procedures have faster ways of their own.
//!
//! ```text
//! wo   = rf ; po ∩ (W × W)                               (dat3m-thesis §3.3.3)
//! fr   = rf⁻¹ ; co
//! ao   = (po ; fr) ∩ (W × W)
//! ppo  = po between operations at one location, two reads, two writes, a read and a write; closed
//! rwb  = (ppo ∩ (W × W)) ; rf                            (remote writes before)
//! rrb  = fr ; (ppo ∩ (W × W))                            (remote reads before)
//! sem  = (ppo ∪ rwb ∪ rrb)⁺                              (semi-causality)
//! ```
//!
//! The last four are those of Ahamad et al., *The Power of Processor Consistency* (1993).

use crate::operation::{OperationId, Source};
use crate::recording::Recording;
use crate::views::Respects;
use crate::views::Scope;
use relation::Relation;

/// The source of each operation that reads.
pub type ReadsFrom = Vec<Option<Source>>;

/// The writes to each location, in the order of coherence.
pub type Coherence = Vec<Vec<OperationId>>;

/// Program order.
pub fn po(recording: &Recording) -> Relation {
    let mut po = Relation::new(recording.operations().len());
    for thread in recording.threads() {
        for first in recording.of_thread(thread) {
            for second in recording.of_thread(thread).filter(|second| first < *second) {
                po.insert(first.0 as usize, second.0 as usize);
            }
        }
    }
    po
}

/// Reads-from, without initial values.
pub fn rf(reads_from: &ReadsFrom) -> Relation {
    let mut rf = Relation::new(reads_from.len());
    for (read, source) in reads_from.iter().enumerate() {
        if let Some(Source::Operation(write)) = source {
            rf.insert(write.0 as usize, read);
        }
    }
    rf
}

fn writes_of(recording: &Recording) -> impl Fn(usize) -> bool + '_ {
    |id| recording.operations()[id].written().is_some()
}

/// The write-read-write order.
pub fn wo(recording: &Recording, reads_from: &ReadsFrom) -> Relation {
    let is_write = writes_of(recording);
    rf(reads_from).then(&po(recording)).filter(|_, second| is_write(second))
}

/// Coherence as a relation.
pub fn co(recording: &Recording, coherence: &Coherence) -> Relation {
    let mut co = Relation::new(recording.operations().len());
    for writes in coherence {
        for (place, first) in writes.iter().enumerate() {
            for second in &writes[place + 1..] {
                co.insert(first.0 as usize, second.0 as usize);
            }
        }
    }
    co
}

/// From a read to the writes that overwrite its source.
pub fn fr(recording: &Recording, reads_from: &ReadsFrom, coherence: &Coherence) -> Relation {
    let co = co(recording, coherence);
    let mut fr = Relation::new(reads_from.len());
    for (read, source) in reads_from.iter().enumerate() {
        let Some(source) = source else { continue };
        let location = recording.operations()[read].location().expect("it reads somewhere");
        for write in &coherence[location.0 as usize] {
            let is_later = match source {
                Source::Initial => true,
                Source::Operation(source) => co.contains(source.0 as usize, write.0 as usize),
            };
            if is_later && write.0 as usize != read {
                fr.insert(read, write.0 as usize);
            }
        }
    }
    fr
}

/// The anti-order.
pub fn ao(recording: &Recording, reads_from: &ReadsFrom, coherence: &Coherence) -> Relation {
    let is_write = writes_of(recording);
    po(recording).then(&fr(recording, reads_from, coherence)).filter(|first, _| is_write(first))
}

/// What PC-D keeps of program order: reads may overtake writes to other locations.
pub fn ppo(recording: &Recording) -> Relation {
    let operations = recording.operations();
    let keeps = |first: usize, second: usize| {
        let (first, second) = (&operations[first], &operations[second]);
        let at_one = first.location() == second.location();
        let is_access = first.location().is_some() && second.location().is_some();
        let reads = first.read().is_some() && second.read().is_some();
        is_access && (at_one || reads || second.written().is_some())
    };
    po(recording).filter(keeps).transitive_closure()
}

/// Semi-causality.
pub fn sem(recording: &Recording, reads_from: &ReadsFrom, coherence: &Coherence) -> Relation {
    let is_write = writes_of(recording);
    let ppo = ppo(recording);
    let of_writes = ppo.filter(|first, second| is_write(first) && is_write(second));
    let rwb = of_writes.then(&rf(reads_from));
    let rrb = fr(recording, reads_from, coherence).then(&of_writes);
    ppo.or(&rwb).or(&rrb).transitive_closure()
}

/// That what has ended comes before what begins later.
pub fn times(recording: &Recording) -> Relation {
    let operations = recording.operations();
    let mut times = Relation::new(operations.len());
    for (first, earlier) in operations.iter().enumerate() {
        for (second, later) in operations.iter().enumerate() {
            let end = earlier.interval.and_then(|interval| interval.end);
            let begin = later.interval.map(|interval| interval.begin);
            if end.zip(begin).is_some_and(|(end, begin)| end < begin) {
                times.insert(first, second);
            }
        }
    }
    times
}

/// What a view has to respect, between operations of which some may be no members.
pub fn required(
    recording: &Recording,
    reads_from: &ReadsFrom,
    coherence: &Coherence,
    scope: Scope,
    respects: Respects,
) -> Relation {
    let own_po = || {
        let is_own =
            |id: usize| Some(recording.thread_of(OperationId(id as u32))) == scope.thread();
        po(recording).filter(|first, _| is_own(first))
    };
    match respects {
        Respects::Po => po(recording),
        Respects::PoAndTimes => po(recording).or(&times(recording)),
        Respects::OwnPo => own_po(),
        Respects::OwnPoAndWo => own_po().or(&wo(recording, reads_from)),
        Respects::PoAndWo => po(recording).or(&wo(recording, reads_from)),
        Respects::OwnPoAndAo => own_po().or(&ao(recording, reads_from, coherence)),
        Respects::SemiCausality => sem(recording, reads_from, coherence),
    }
}
