//! Which functions that a module defines does the runtime do in their place?
//!
//! `std::lock` of several mutexes of any kind, which `std::scoped_lock` uses, is code of the
//! headers of libstdc++ that tries again and again. The runtime's (`runtime/cxx_locks.heddle`)
//! waits in place: it locks one of the mutexes, whichever, and goes on only where the others are
//! free then.
//!
//! Nothing is lost: every way to get all of them ends with a round in which one is waited for and
//! the others are free, and who is stuck for ever is stuck waiting for one that is never free,
//! which may be the first. What rounds in vain leave behind is that a mutex was held for a moment.
//! Only who tries a mutex can tell, so programs that do so keep their own code.

use rustc_hash::FxHashSet;

/// What the names of such functions begin with.
const PREFIX: &str = "_ZSt4lockI";
/// By these a program can tell that a mutex was held.
const TRIES: [&str; 9] = [
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock",
];

/// Whether a name may be that of a function which is replaced.
pub(super) fn may_be_replaced(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Whether a program that needs the `missing` functions can tell the difference.
pub(super) fn can_tell(missing: &FxHashSet<&str>) -> bool {
    TRIES.iter().any(|function| missing.contains(function))
}
