//! PRAM with open sources: Algorithm 3 of `dat3m-thesis` §3.4.4.
//!
//! PRAM asks for a view of each thread by itself, and the view has reads of that thread only. So
//! for each thread all choices of sources for its own reads are tried (line 1 of the algorithm)
//! until one has a view. Deviation: where the paper tries all orders of the threads that occur
//! (line 3), saturation decides ([`crate::known`]), so that the work is the number of choices times
//! that.
//!
//! Not covered: updates.

use crate::known::{Order, Preparation};
use crate::operation::{OperationId, Source, ThreadId};
use crate::orders::ReadsFrom;
use crate::recording::Recording;
use crate::sources::Sources;
use crate::views::Scope;
use crate::witness::{Explanation, View, Witness};

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    Witness(Witness),
    /// No choice of sources for the reads of this thread has a view.
    Nothing(ThreadId),
    /// Some thread has more choices than were allowed.
    GivenUp,
}

/// Tries the partial executions of each thread, at most so many.
pub fn search(recording: &Recording, sources: &Sources, most: u64) -> Found {
    let mut reads_from: ReadsFrom = vec![None; recording.operations().len()];
    let mut views = Vec::new();
    for thread in recording.threads() {
        let reads: Vec<OperationId> = recording
            .of_thread(thread)
            .filter(|id| recording.operation(*id).read().is_some())
            .collect();
        let counts = reads.iter().map(|id| sources.candidates(*id).len() as u64);
        let choices = counts.clone().fold(1_u64, u64::saturating_mul);
        if choices > most {
            return Found::GivenUp;
        }
        let found = (0..choices).find_map(|choice| {
            let partial = partial(recording, sources, &reads, choice);
            let preparation = Preparation::new(recording, &partial, Order::Program);
            let order = preparation.view(thread).ok()?;
            Some((order, partial))
        });
        let Some((order, partial)) = found else { return Found::Nothing(thread) };
        views.push(View { scope: Scope::Thread(thread), order });
        for read in reads {
            reads_from[read.0 as usize] = partial[read.0 as usize];
        }
    }
    Found::Witness(Witness { reads_from, explanation: Explanation::Views(views) })
}

/// One choice of sources for some reads, by its number.
fn partial(
    recording: &Recording,
    sources: &Sources,
    reads: &[OperationId],
    mut choice: u64,
) -> ReadsFrom {
    let mut partial: Vec<Option<Source>> = vec![None; recording.operations().len()];
    for read in reads {
        let candidates = sources.candidates(*read);
        let count = candidates.len() as u64;
        partial[read.0 as usize] = Some(candidates[(choice % count) as usize]);
        choice /= count;
    }
    partial
}
