//! S1 and S2: objects are not used after their end, and end once.

use crate::finished::{Finished, Status};
use crate::judge::Finding;
use crate::rules::Rule;
use base::{ObjectId, ViolationKind};
use program::AllocationKind;
use relation::Relation;

pub(super) fn find(finished: &Finished, before: &Relation) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (end, object) in finished.ends() {
        let kind = late_kind(finished, object);
        for access in accesses_of(finished, object) {
            if !before.contains(access, end) {
                findings.push(finished.finding(Rule::UseAfterEnd, kind, vec![end, access]));
            }
        }
        for (other, ended) in finished.ends() {
            if ended == object && other != end && !before.contains(other, end) {
                let about = vec![end, other];
                findings.push(finished.finding(Rule::DoubleEnd, ViolationKind::DoubleFree, about));
            }
        }
    }
    findings.extend(locks_of_the_ended(finished));
    findings
}

/// A thread that waits for a mutex is about to access it, and so it is late if the object of the
/// mutex has an end. Where it has read the mutex already, that read is an access as all others.
fn locks_of_the_ended(finished: &Finished) -> impl Iterator<Item = Finding> {
    finished.threads.iter().filter_map(|thread| {
        let Status::Locks { mutex, read: None } = thread.status else { return None };
        let (object, _) = mutex.object()?;
        finished.ends().find(|(_, ended)| *ended == object)?;
        let (rule, kind) = (Rule::UseAfterEnd, late_kind(finished, object));
        Some(Finding { rule, kind, thread: thread.id, about: Vec::new() })
    })
}

/// Whether in every order of the execution some object is used after its end or ends twice: two
/// ends of one object are, and so is a cycle of ends, each of which is before an access to the
/// object of the next.
pub(super) fn is_certain(finished: &Finished, before: &Relation) -> bool {
    let mut late = Relation::new(finished.events.len());
    for (end, object) in finished.ends() {
        if finished.ends().any(|(other, ended)| ended == object && other != end) {
            return true;
        }
        for access in accesses_of(finished, object) {
            for (earlier, _) in finished.ends() {
                if before.contains(earlier, access) {
                    late.insert(earlier, end);
                }
            }
        }
    }
    !late.transitive_closure().is_irreflexive()
}

fn accesses_of(finished: &Finished, object: ObjectId) -> impl Iterator<Item = usize> {
    finished.accesses().filter(move |access| finished.object_of(*access) == Some(object))
}

/// What a use after the end of an object is called.
fn late_kind(finished: &Finished, object: ObjectId) -> ViolationKind {
    match finished.objects.get(&object).and_then(|object| object.kind) {
        Some(AllocationKind::Stack) => ViolationKind::UseAfterReturn,
        Some(AllocationKind::Block) => ViolationKind::UseAfterScope,
        Some(
            AllocationKind::Heap
            | AllocationKind::ZeroedHeap
            | AllocationKind::New
            | AllocationKind::NewArray,
        )
        | None => ViolationKind::UseAfterFree,
    }
}
