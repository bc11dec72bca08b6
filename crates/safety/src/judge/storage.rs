//! S4: no event accesses bytes outside of an object. S10: what `malloc` gave has an end where the
//! program has ended.

use crate::finished::{Finished, Object, Status, Storage};
use crate::judge::Finding;
use crate::rules::Rule;
use base::{Address, ObjectId, ViolationKind};
use program::AllocationKind;

pub(super) fn find(finished: &Finished) -> Vec<Finding> {
    let is_outside = |access: &usize| {
        let cell = finished.cell(*access).expect("an access has a cell");
        !is_inside(finished, cell.address, u64::from(cell.size))
    };
    let outside = finished.accesses().filter(is_outside);
    outside
        .map(|access| {
            finished.finding(Rule::InvalidAccess, ViolationKind::OutOfBounds, vec![access])
        })
        .collect()
}

fn is_inside(finished: &Finished, address: Address, size: u64) -> bool {
    let Some((object, offset)) = address.object() else { return false };
    finished.objects.get(&object).is_some_and(|found| offset + size <= found.size)
}

pub(super) fn find_leaks(finished: &Finished) -> Vec<Finding> {
    let has_exited = || finished.threads.iter().any(|it| it.status == Status::EndedProgram);
    let has_ended = |status| matches!(status, Status::Ended { .. });
    if !finished.threads.iter().all(|it| has_ended(it.status)) && !has_exited() {
        return Vec::new();
    }
    let leaked = finished.objects.iter().filter(|(id, object)| is_leaked(finished, **id, object));
    leaked
        .map(|(id, _)| Finding {
            rule: Rule::Leak,
            kind: ViolationKind::Leak,
            thread: id.thread,
            about: Vec::new(),
        })
        .collect()
}

fn is_leaked(finished: &Finished, id: ObjectId, object: &Object) -> bool {
    let is_allocated =
        matches!(object.kind, Some(AllocationKind::Heap | AllocationKind::ZeroedHeap));
    is_allocated
        && match object.storage {
            Storage::Private => true,
            Storage::PrivateEnded => false,
            Storage::Shared => finished.ends().all(|(_, ended)| ended != id),
        }
}
