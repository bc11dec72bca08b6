//! What do models call the events of a C program? By C11's orders (`NA`, `RLX`, `ACQ`, `REL`,
//! `ACQ_REL`, `SC`) and by the tags that the program gives them. So that models of machines
//! understand them too, some carry what a compiler makes of them:
//!
//! | event | further names |
//! |---|---|
//! | both parts of an update, a failed compare-exchange, all that is done to a mutex | `X` |
//! | a seq_cst store | `X` (on x86 it is an exchange) |
//! | a seq_cst fence, the creation and the joining of a thread | every full fence, as `MFENCE` |
//! | a release fence, also with acquire | `SFENCE` |

use base::{Ordering, TagSet, Tags, tags};

/// The names of a read, which may be that of an update or of an operation on a mutex.
pub fn read(ordering: Ordering, tags: Tags, is_locked: bool) -> TagSet {
    access(ordering, tags, is_locked)
}

/// The names of a write.
pub fn write(ordering: Ordering, tags: Tags, is_locked: bool) -> TagSet {
    access(ordering, tags, is_locked || ordering == Ordering::SeqCst)
}

/// Whether an access waits until the store buffer is empty, or empties it, is `is_locked`.
fn access(ordering: Ordering, tags: Tags, is_locked: bool) -> TagSet {
    let made = if is_locked { tags!["X"] } else { Tags::NONE };
    TagSet::from(tags).with(ordering.tags().with(made).into())
}

pub fn fence(ordering: Ordering, tags: Tags) -> TagSet {
    let made = match ordering {
        Ordering::SeqCst => TagSet::FULL_FENCES,
        Ordering::Release | Ordering::AcquireRelease => tags!["SFENCE"].into(),
        Ordering::Plain | Ordering::Relaxed | Ordering::Acquire => TagSet::NONE,
    };
    TagSet::from(tags).with(ordering.tags().into()).with(made)
}

/// The names of the creation or the joining of a thread.
pub const THREADS: TagSet = TagSet::FULL_FENCES;
