//! What is in a mutex, and what does a thread remember of those it holds?
//!
//! A mutex is the eight bytes at its address. Zero, which is what `PTHREAD_MUTEX_INITIALIZER`
//! leaves there, is free; so is the mutex's own [mark](Address::mark), which `pthread_mutex_init`
//! and whoever unlocks it leave there. A thread's handle means held by that thread. The mark of
//! another address is that of the mutex of which this one is a copy of the bytes. So copying a
//! mutex that was used or initialised is noticed where the copy is used, at no cost; one that has
//! only its static initialiser may be copied, and the copy of one that is held waits as if it were
//! held itself. Static initialisers of other kinds of mutexes differ further back: see
//! [`Thread::is_of_another_kind`].

use crate::memory::initial_bits;
use crate::thread::{Held, Thread, thread_of};
use crate::{Context, Failure, Object, ObjectState, Objects, Request};
use base::address::Pointers;
use base::{Address, ObjectId, Ordering, Tags, ThreadId, Value, ViolationKind};
use program::{Access, Allocation, Operand};
use std::rc::Rc;

/// Acquired by those who read it to lock it, and released by those who unlock it.
pub(crate) const MUTEX: Access =
    Access { size: 8, ordering: Ordering::AcquireRelease, tags: Tags::NONE };
/// Initialising and destroying one only store: that it is not held is looked at for us alone, and
/// both together are no update.
pub(crate) const MUTEX_ADMINISTERED: Access = Access { ordering: Ordering::Relaxed, ..MUTEX };
/// Free, and never used or initialised but statically.
const MUTEX_UNUSED: u64 = 0;
pub(crate) const MUTEX_DESTROYED: u64 = u64::MAX;
/// How large a `pthread_mutex_t` is, and where in it the kind is, in glibc on x86.
pub fn glibc_mutex(pointers: Pointers) -> (u64, u64) {
    match pointers {
        Pointers::Wide => (40, 16),
        Pointers::Narrow => (24, 12),
    }
}

impl Thread {
    /// Whether a mutex has the contents of a recursive one, or of one that checks for errors: a
    /// global from the start, others while they are still private, which they are until the first
    /// operation on the mutex unless other threads have touched the object before. What is written
    /// to memory that is shared already is not noticed.
    pub(crate) fn is_of_another_kind(
        &self,
        context: &Context<'_>,
        objects: &dyn Objects,
        mutex: Address,
    ) -> bool {
        let Some((object, offset)) = mutex.object() else { return false };
        let (whole, kind) = glibc_mutex(context.program.pointers);
        let (fits, kind_at) = (|size: u64| offset + whole <= size, offset + kind);
        let kind = if let Some(global) = context.program.global_of(object) {
            let definition = context.program.global(global);
            let is_private = self.id() == ThreadId::MAIN
                && !context.knowledge.is_shared(Allocation::Global(global));
            match (fits(definition.size), is_private) {
                (false, _) => return false,
                (true, true) => self.read_private(context, object, kind_at, 4),
                (true, false) => {
                    let bytes = &definition.bytes;
                    Value::new(initial_bits(bytes, kind_at, 4))
                }
            }
        } else {
            let own = object.thread == self.id();
            let found = if own { self.object(object.index) } else { objects.object(object) };
            match found {
                Some(Object { size, state: ObjectState::Private(bytes), .. }) if fits(*size) => {
                    bytes.read(kind_at, 4)
                }
                Some(_) | None => return false,
            }
        };
        kind.defined().is_some_and(|kind| kind != 0)
    }

    /// Whether the thread holds a mutex.
    pub(crate) fn holds(&self, mutex: Address) -> bool {
        self.rare.held.iter().any(|held| held.mutex == mutex)
    }

    /// Whether a mutex with this contents may be initialised: it is not held, and it was not
    /// initialised or used since it was destroyed or its memory began to exist (POSIX leaves both
    /// undefined). What says that this thread holds it, which does not, was copied from a mutex
    /// that it holds.
    pub(crate) fn check_new(&self, mutex: Address, state: Value) -> Result<(), Request> {
        let misuse = |message| Err(Failure::new(ViolationKind::MutexMisuse, message).into());
        let Some(state) = state.defined() else { return Ok(()) };
        match thread_of(state) {
            Some(holder) if holder != self.id() || self.holds(mutex) => {
                misuse(format!("a mutex is initialised while {holder} holds it"))
            }
            None if state == mutex.mark() => {
                misuse("a mutex is initialised again, and was not destroyed".to_owned())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Memory that is freed must not have a mutex in it that this thread holds.
    pub(crate) fn check_unheld(&self, object: ObjectId) -> Result<(), Request> {
        let is_inside = |held: &Held| held.mutex.object().is_some_and(|(own, _)| own == object);
        match self.rare.held.iter().any(is_inside) {
            true => {
                let message = "memory is freed that contains a mutex that this thread holds";
                Err(Failure::new(ViolationKind::MutexMisuse, message).into())
            }
            false => Ok(()),
        }
    }

    /// Notes that the thread has locked a mutex.
    pub(crate) fn hold(&mut self, base: usize, mutex: Operand) {
        let mutex = Address(self.value(base, mutex).bits);
        let before = self.effects;
        self.have_effect();
        let held = Held { mutex, before, locking: self.effects };
        Rc::make_mut(&mut self.rare).held.push(held);
    }

    /// Unlocks a mutex. If there was no effect since it was locked, there is none of both together:
    /// nobody can tell that it was held, unless somebody tries it.
    pub(crate) fn let_go(&mut self, context: &Context<'_>, base: usize, mutex: Operand) {
        let mutex = Address(self.value(base, mutex).bits);
        let held = &mut Rc::make_mut(&mut self.rare).held;
        let place = held.iter().position(|held| held.mutex == mutex);
        let held = held.remove(place.expect("it was seen to be held before"));
        match held.locking == self.effects && !context.knowledge.has_tried_mutexes() {
            true => self.effects = held.before,
            false => self.have_effect(),
        }
    }
}

/// Whether a mutex at this address is free, with this contents.
pub fn is_free_mutex(mutex: Address, state: u64) -> bool {
    state == MUTEX_UNUSED || state == mutex.mark()
}

/// S12 ([`safety::rules`]): who holds a mutex at this address, with this contents.
pub(crate) fn mutex_state(mutex: Address, state: Value) -> Result<Option<ThreadId>, Request> {
    let misuse = |message: &str| Failure::new(ViolationKind::MutexMisuse, message);
    match state.defined() {
        Some(state) if is_free_mutex(mutex, state) => Ok(None),
        Some(MUTEX_DESTROYED) => Err(misuse("a mutex is used after it was destroyed").into()),
        Some(state) => match (thread_of(state), Address::marked(state)) {
            (Some(holder), _) => Ok(Some(holder)),
            (None, Some(_)) => Err(misuse("a copy of a mutex is used").into()),
            (None, None) => {
                Err(misuse("this is no mutex: it was overwritten with something else").into())
            }
        },
        None => Err(misuse("a mutex is used that was never initialised").into()),
    }
}
