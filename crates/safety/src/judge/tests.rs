//! Each rule on the smallest executions that break it, and on those that almost do.

use super::*;
use crate::finished::{Event, Object, Storage, Thread};
use base::{Address, ObjectId, Ordering, Tags, Value};
use execution::canonical::{Action, EventName};
use execution::{Cell, ReadKind, WriteKind};
use program::AllocationKind;

/// An execution that is written down event by event.
struct Written {
    finished: Finished,
}

const MUTEX_FREE: u64 = 0;
const MUTEX_HELD: u64 = 7;

fn thread_id(thread: usize) -> ThreadId {
    match thread.checked_sub(1) {
        None => ThreadId::MAIN,
        Some(child) => ThreadId::MAIN.child(child as u32).expect("there are few threads"),
    }
}

/// The object that the first thread creates after so many others.
fn object(index: u32) -> ObjectId {
    ObjectId { thread: ThreadId::MAIN, index: index + 1 }
}

fn cell(index: u32, offset: u64) -> Cell {
    Cell { address: Address(object(index).address().0 + offset), size: 4 }
}

impl Written {
    /// Threads that have ended, and an object of eight bytes.
    fn new(threads: usize) -> Written {
        let all = (0..threads)
            .map(|thread| Thread {
                id: thread_id(thread),
                created_by: None,
                events: Vec::new(),
                status: Status::Ended { returned: thread > 0 },
                is_in_block: false,
            })
            .collect();
        let finished = Finished { threads: all, ..Finished::default() };
        let mut written = Written { finished };
        written.object(0, AllocationKind::Heap);
        written
    }

    fn object(&mut self, index: u32, kind: AllocationKind) {
        let found = Object { kind: Some(kind), size: 8, born_after: 0, storage: Storage::Shared };
        self.finished.objects.insert(object(index), found);
    }

    fn add(&mut self, thread: usize, action: Action, grouped: bool) -> usize {
        let number = self.finished.events.len();
        let last = self.finished.threads[thread].events.last();
        let before = last.map(|last| self.finished.events[*last].group);
        let group = before.map_or(0, |before| before + u32::from(!grouped));
        self.finished.events.push(Event { thread, group, action, is_other_choice: false });
        self.finished.threads[thread].events.push(number);
        number
    }

    fn name(&self, event: usize) -> EventName {
        let thread = &self.finished.threads[self.finished.events[event].thread];
        let index = thread.events.iter().position(|it| *it == event).expect("it is there");
        EventName { thread: thread.id, index: index as u32 }
    }

    fn read_as(
        &mut self,
        thread: usize,
        cell: Cell,
        (kind, ordering): (ReadKind, Ordering),
        source: Option<usize>,
    ) -> usize {
        self.finished.initial.entry(cell).or_insert(Value::ZERO);
        let value = self.finished.value_after(cell, source).expect("a source has a value");
        let rf = source.map(|source| self.name(source));
        let action = Action::Read { cell, kind, ordering, tags: Tags::NONE, value, rf };
        self.add(thread, action, false)
    }

    fn read(&mut self, thread: usize, cell: Cell, source: Option<usize>) -> usize {
        self.read_as(thread, cell, (ReadKind::Load, Ordering::Plain), source)
    }

    fn atomic_read(&mut self, thread: usize, cell: Cell, source: Option<usize>) -> usize {
        self.read_as(thread, cell, (ReadKind::Load, Ordering::Relaxed), source)
    }

    /// A write, which comes last in co.
    fn write_as(
        &mut self,
        thread: usize,
        cell: Cell,
        (kind, ordering): (WriteKind, Ordering),
        value: u64,
    ) -> usize {
        let value = Value::new(value);
        let action = Action::Write { cell, kind, ordering, tags: Tags::NONE, value };
        let number = self.add(thread, action, kind == WriteKind::Exclusive);
        self.finished.co.entry(cell).or_default().push(number);
        number
    }

    fn write(&mut self, thread: usize, cell: Cell, value: u64) -> usize {
        self.write_as(thread, cell, (WriteKind::Store, Ordering::Plain), value)
    }

    fn atomic_write(&mut self, thread: usize, cell: Cell, value: u64) -> usize {
        self.write_as(thread, cell, (WriteKind::Store, Ordering::Relaxed), value)
    }

    fn end(&mut self, thread: usize, index: u32) -> usize {
        self.add(thread, Action::Free { object: object(index) }, false)
    }

    /// Acquires a mutex, by its read and its write.
    fn lock(&mut self, thread: usize, cell: Cell, source: Option<usize>) -> usize {
        self.read_as(thread, cell, (ReadKind::Lock, Ordering::AcquireRelease), source);
        self.write_as(thread, cell, (WriteKind::Exclusive, Ordering::Relaxed), MUTEX_HELD)
    }

    fn unlock(&mut self, thread: usize, cell: Cell) -> usize {
        let kind = (WriteKind::Unlock, Ordering::AcquireRelease);
        self.write_as(thread, cell, kind, MUTEX_FREE)
    }

    fn status(&mut self, thread: usize, status: Status) {
        self.finished.threads[thread].status = status;
    }

    /// The judgement if, besides po, these pairs are ordered.
    fn judged(&self, pairs: &[(usize, usize)], asked: Asked) -> Judgement {
        let mut order = Relation::new(self.finished.events.len());
        pairs.iter().for_each(|(from, to)| order.insert(*from, *to));
        for thread in &self.finished.threads {
            thread.events.windows(2).for_each(|pair| order.insert(pair[0], pair[1]));
        }
        let before = order.transitive_closure();
        judge(&self.finished, Orders { before: &before, synchronised: Some(&before) }, asked)
    }

    /// What is wrong then, each rule once.
    fn rules(&self, pairs: &[(usize, usize)]) -> Vec<Rule> {
        rules(&self.judged(pairs, Asked { leaks: false, liveness: true, robustness: false }))
    }
}

fn rules(judgement: &Judgement) -> Vec<Rule> {
    let mut rules: Vec<Rule> = judgement.findings.iter().map(|it| it.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

#[test]
fn s1_an_access_must_come_before_the_end() {
    let mut written = Written::new(2);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    let end = written.end(0, 0);
    let access = written.atomic_read(1, cell(0, 0), None);
    assert_eq!(written.rules(&[(birth, access), (access, end)]), []);
    let unordered = written.judged(&[(birth, access)], Asked::default());
    assert_eq!(rules(&unordered), [Rule::UseAfterEnd]);
    assert_eq!(unordered.findings[0].about, [end, access]);
    assert_eq!(unordered.findings[0].kind, ViolationKind::UseAfterFree);
    assert!(!unordered.is_certainly_late);
    assert!(written.judged(&[(birth, access), (end, access)], Asked::default()).is_certainly_late);
}

#[test]
fn s1_is_named_after_the_object() {
    for (kind, expected) in [
        (AllocationKind::Stack, ViolationKind::UseAfterReturn),
        (AllocationKind::Block, ViolationKind::UseAfterScope),
        (AllocationKind::New, ViolationKind::UseAfterFree),
    ] {
        let mut written = Written::new(1);
        written.object(0, kind);
        written.end(0, 0);
        written.write(0, cell(0, 0), 1);
        assert_eq!(written.judged(&[], Asked::default()).findings[0].kind, expected);
    }
}

/// Each end may come last, but not both: the cycle goes through two objects.
#[test]
fn s1_ends_that_wait_for_each_other_are_certainly_late() {
    let mut written = Written::new(2);
    written.object(1, AllocationKind::Heap);
    let first = written.end(0, 0);
    let other = written.atomic_read(0, cell(1, 0), None);
    let second = written.end(1, 1);
    let own = written.atomic_read(1, cell(0, 0), None);
    let judgement = written.judged(&[], Asked::default());
    assert!(judgement.is_certainly_late);
    let about: Vec<&[usize]> = judgement.findings.iter().map(|it| it.about.as_slice()).collect();
    assert!(about.contains(&&[first, own][..]) && about.contains(&&[second, other][..]));
}

#[test]
fn s1_waiting_for_a_mutex_is_an_access() {
    let mut written = Written::new(2);
    written.end(0, 0);
    written.status(1, Status::Locks { mutex: cell(0, 0).address, read: None });
    assert_eq!(written.rules(&[]), [Rule::UseAfterEnd]);
}

#[test]
fn s2_an_object_ends_once() {
    let mut written = Written::new(2);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    let first = written.end(0, 0);
    let second = written.end(1, 0);
    for order in [&[(birth, second)][..], &[(birth, second), (first, second)]] {
        let judgement = written.judged(order, Asked::default());
        assert_eq!(rules(&judgement), [Rule::DoubleEnd]);
        assert!(judgement.is_certainly_late);
        assert_eq!(judgement.findings.len(), 3 - order.len());
    }
}

#[test]
fn s4_an_access_is_inside_of_its_object() {
    let mut written = Written::new(1);
    written.write(0, cell(0, 4), 1);
    assert_eq!(written.rules(&[]), []);
    written.write(0, cell(0, 6), 1);
    assert_eq!(written.rules(&[]), [Rule::InvalidAccess]);
    let mut written = Written::new(1);
    written.write(0, cell(5, 0), 1);
    assert_eq!(written.rules(&[]), [Rule::InvalidAccess]);
}

#[test]
fn s5_plain_accesses_are_ordered() {
    let mut written = Written::new(2);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    let write = written.write(0, cell(0, 0), 1);
    let read = written.atomic_read(1, cell(0, 0), None);
    assert_eq!(written.rules(&[(birth, read)]), [Rule::DataRace]);
    assert_eq!(written.rules(&[(birth, read), (read, write)]), []);
    // Bytes in common are enough.
    let mut written = Written::new(2);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    written.write(0, cell(0, 0), 1);
    let read = written.read(1, cell(0, 2), None);
    assert_eq!(written.rules(&[(birth, read)]), [Rule::DataRace]);
    // Two reads, and two atomic accesses, do not race.
    let mut written = Written::new(2);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    written.read(0, cell(0, 0), None);
    let read = written.read(1, cell(0, 0), None);
    written.atomic_write(0, cell(0, 4), 1);
    written.atomic_read(1, cell(0, 4), None);
    assert_eq!(written.rules(&[(birth, read)]), []);
}

#[test]
fn s6_an_object_begins_before_it_is_used() {
    let mut written = Written::new(2);
    let earlier = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    written.finished.objects.get_mut(&object(0)).unwrap().born_after = 1;
    let later = written.atomic_write(0, cell(0, 4), 1);
    let access = written.atomic_read(1, cell(0, 0), None);
    assert_eq!(written.rules(&[(earlier, access)]), [Rule::UnorderedAllocation]);
    assert_eq!(written.rules(&[(later, access)]), []);
    written.end(1, 0);
    assert_eq!(written.rules(&[(later, access)]), []);
    // An end is a use, too.
    let mut written = Written::new(2);
    let later = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    let end = written.end(1, 0);
    assert_eq!(written.rules(&[]), [Rule::UnorderedAllocation]);
    assert_eq!(written.rules(&[(later, end)]), []);
}

#[test]
fn s7_a_cycle_of_waiting_threads() {
    let mut written = Written::new(3);
    let (one, other) = (cell(0, 0), cell(0, 4));
    written.lock(1, one, None);
    written.lock(2, other, None);
    written.status(1, Status::Locks { mutex: other.address, read: None });
    written.status(2, Status::Locks { mutex: one.address, read: None });
    let before = written.rules(&[]);
    assert!(before.contains(&Rule::Deadlock) && before.contains(&Rule::DeadlockAtRest));
    // Somebody who fails elsewhere could do so later: the cycle counts, the rest does not.
    written.status(0, Status::Failed(ViolationKind::Assertion));
    let with_failure = written.rules(&[]);
    assert!(with_failure.contains(&Rule::Deadlock) && with_failure.contains(&Rule::FailedStep));
    assert!(!with_failure.contains(&Rule::DeadlockAtRest));
    // Where a thread is stuck in an atomic block, no other thread could run.
    written.finished.threads[0].is_in_block = true;
    assert!(!written.rules(&[]).contains(&Rule::Deadlock));
}

#[test]
fn s7_a_thread_that_has_ended_releases_nothing() {
    for (status, is_deadlock) in [
        (Status::Ended { returned: false }, true),
        (Status::Ended { returned: true }, false),
        (Status::Open, false),
    ] {
        let mut written = Written::new(2);
        written.lock(0, cell(0, 0), None);
        written.status(0, status);
        written.status(1, Status::Locks { mutex: cell(0, 0).address, read: None });
        let found = written.rules(&[]).contains(&Rule::Deadlock);
        assert_eq!(found, is_deadlock, "main is {status:?}");
    }
}

#[test]
fn s7_joining_waits_for_threads_that_go_on() {
    let mut written = Written::new(2);
    written.status(0, Status::Joins(thread_id(1)));
    assert_eq!(written.rules(&[]), []);
    written.status(1, Status::Joins(thread_id(0)));
    assert_eq!(written.rules(&[]), [Rule::Deadlock]);
}

/// A lock that has read "held" before the mutex was released goes on in another execution.
#[test]
fn s7_needs_the_last_write_to_the_mutex() {
    let mut written = Written::new(2);
    let held = written.lock(0, cell(0, 0), None);
    let kind = (ReadKind::Lock, Ordering::AcquireRelease);
    let read = written.read_as(1, cell(0, 0), kind, Some(held));
    written.status(1, Status::Locks { mutex: cell(0, 0).address, read: Some(read) });
    written.status(0, Status::Ended { returned: false });
    let rules_held = written.rules(&[(0, read)]);
    assert!(rules_held.contains(&Rule::Deadlock));
    written.unlock(0, cell(0, 0));
    assert!(!written.rules(&[(0, read)]).contains(&Rule::Deadlock));
}

#[test]
fn s8_and_s9_a_thread_is_held_while_another_spins() {
    let mut written = Written::new(3);
    written.status(0, Status::Joins(thread_id(1)));
    let flag = cell(0, 4);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    let held = written.lock(1, cell(0, 0), None);
    let read = written.atomic_read(1, flag, None);
    written.status(1, Status::Spins { from: 2 });
    written.status(2, Status::Locks { mutex: cell(0, 0).address, read: None });
    let order = [(birth, held - 1)];
    assert_eq!(written.rules(&order), [Rule::DeadlockAtRest, Rule::Liveness]);
    let all = written.judged(&order, Asked { liveness: true, ..Asked::default() });
    let spinning = all.findings.iter().find(|it| it.rule == Rule::Liveness).expect("it spins");
    assert_eq!(spinning.about, [read]);
    let without = written.judged(&order, Asked::default());
    assert_eq!(rules(&without), [Rule::DeadlockAtRest]);
    // The flag is set, which the thread will see one day.
    written.atomic_write(0, flag, 1);
    assert_eq!(written.rules(&order), []);
}

/// What a write repeats does not matter, and what it changes does.
#[test]
fn s9_an_iteration_repeats_what_is_there() {
    for (value, is_spinning) in [(0, true), (1, false)] {
        let mut written = Written::new(1);
        let kind = (WriteKind::Store, Ordering::Relaxed);
        written.atomic_read(0, cell(0, 0), None);
        written.finished.initial.insert(cell(0, 4), Value::ZERO);
        written.write_as(0, cell(0, 4), kind, value);
        written.status(0, Status::Spins { from: 0 });
        assert_eq!(written.rules(&[]).contains(&Rule::Liveness), is_spinning);
    }
}

#[test]
fn s10_what_is_allocated_ends() {
    let leaks = Asked { leaks: true, ..Asked::default() };
    let mut written = Written::new(1);
    assert_eq!(rules(&written.judged(&[], leaks)), [Rule::Leak]);
    written.status(0, Status::Open);
    assert_eq!(rules(&written.judged(&[], leaks)), []);
    written.status(0, Status::EndedProgram);
    assert_eq!(rules(&written.judged(&[], leaks)), [Rule::Leak]);
    written.end(0, 0);
    assert_eq!(rules(&written.judged(&[], leaks)), []);
    written.object(1, AllocationKind::Stack);
    assert_eq!(rules(&written.judged(&[], leaks)), []);
}

#[test]
fn s11_a_thread_is_joined_once() {
    let mut written = Written::new(3);
    let first = written.add(0, Action::Join { thread: thread_id(2) }, false);
    assert_eq!(written.rules(&[]), []);
    let second = written.add(1, Action::Join { thread: thread_id(2) }, false);
    assert_eq!(written.rules(&[]), [Rule::ThreadMisuse]);
    let ordered = written.judged(&[(first, second)], Asked::default());
    assert_eq!(ordered.findings.len(), 1);
    assert_eq!(ordered.findings[0].about, [first, second]);
    let mut written = Written::new(1);
    written.status(0, Status::Joins(thread_id(9)));
    assert_eq!(written.rules(&[]), [Rule::ThreadMisuse]);
}

#[test]
fn s12_a_mutex_is_acquired_and_released_in_turn() {
    let mutex = cell(0, 0);
    let in_order = |written: &Written| {
        let count = written.finished.events.len();
        let pairs: Vec<(usize, usize)> = (1..count).map(|it| (it - 1, it)).collect();
        written.rules(&pairs)
    };
    let mut written = Written::new(2);
    written.lock(0, mutex, None);
    let released = written.unlock(0, mutex);
    let held = written.lock(1, mutex, Some(released));
    written.unlock(1, mutex);
    assert_eq!(in_order(&written), []);
    // Released by another thread.
    let mut other = Written::new(2);
    other.lock(0, mutex, None);
    other.unlock(1, mutex);
    assert_eq!(in_order(&other), [Rule::MutexMisuse]);
    // Acquired while it is held.
    written.lock(0, mutex, Some(held));
    assert_eq!(in_order(&written), [Rule::MutexMisuse]);
    // Destroyed while it is held, and used after it was destroyed.
    let destroy = (ReadKind::Destroy, Ordering::Relaxed);
    let mut destroyed = Written::new(1);
    let held = destroyed.lock(0, mutex, None);
    destroyed.read_as(0, mutex, destroy, Some(held));
    assert_eq!(in_order(&destroyed), [Rule::MutexMisuse]);
    let mut used = Written::new(1);
    used.read_as(0, mutex, destroy, None);
    let gone = used.write_as(0, mutex, (WriteKind::Store, Ordering::Relaxed), u64::MAX);
    assert_eq!(in_order(&used), []);
    used.read_as(0, mutex, (ReadKind::Lock, Ordering::AcquireRelease), Some(gone));
    assert_eq!(in_order(&used), [Rule::MutexMisuse]);
}

/// A mutex that another thread has initialised again meanwhile can be acquired twice, and is
/// released as often. That it was held then is wrong with the step that initialises it, where that
/// sees it.
#[test]
fn s12_a_thread_releases_what_it_has_acquired() {
    let mutex = cell(0, 0);
    let mut written = Written::new(2);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    let look = (ReadKind::Initialise, Ordering::Relaxed);
    let read = written.read_as(1, mutex, look, None);
    written.lock(0, mutex, None);
    let again = written.write_as(1, mutex, (WriteKind::Store, Ordering::Relaxed), MUTEX_FREE);
    written.lock(0, mutex, Some(again));
    written.unlock(0, mutex);
    written.unlock(0, mutex);
    assert_eq!(written.rules(&[(birth, read)]), []);
    written.unlock(0, mutex);
    assert_eq!(written.rules(&[(birth, read)]), [Rule::MutexMisuse]);
}

/// That a lock has read "held" before the mutex was released says nothing: the lock goes on in
/// another execution.
#[test]
fn s13_is_not_about_a_lock_that_waits() {
    let asked = Asked { robustness: true, ..Asked::default() };
    let mutex = cell(0, 0);
    let mut written = Written::new(2);
    let held = written.lock(0, mutex, None);
    let kind = (ReadKind::Lock, Ordering::AcquireRelease);
    let before = written.atomic_write(1, cell(0, 4), 1);
    let read = written.read_as(1, mutex, kind, Some(held));
    written.unlock(0, mutex);
    // A cycle: the release comes before the write, which comes before the lock that misses it.
    let after = written.atomic_write(0, cell(0, 4), 0);
    written.finished.co.insert(cell(0, 4), vec![after, before]);
    let order = [(0, before)];
    assert_eq!(rules(&written.judged(&order, asked)), [Rule::NotRobust]);
    written.status(1, Status::Locks { mutex: mutex.address, read: Some(read) });
    assert_eq!(rules(&written.judged(&order, asked)), []);
}

/// Store buffering: each thread writes one variable and then reads the other as it was.
#[test]
fn s13_store_buffering_is_not_sequentially_consistent() {
    let asked = Asked { robustness: true, ..Asked::default() };
    let mut written = Written::new(3);
    let birth = written.add(0, Action::Spawn { child: thread_id(1) }, false);
    let x = written.atomic_write(1, cell(0, 0), 1);
    written.atomic_read(1, cell(0, 4), None);
    let y = written.atomic_write(2, cell(0, 4), 1);
    assert_eq!(rules(&written.judged(&[(birth, x), (birth, y)], asked)), []);
    written.atomic_read(2, cell(0, 0), None);
    assert_eq!(rules(&written.judged(&[(birth, x), (birth, y)], asked)), [Rule::NotRobust]);
}

#[test]
fn s14_a_thread_that_fails_tells_so() {
    for (kind, rule) in [
        (ViolationKind::Assertion, Rule::FailedStep),
        (ViolationKind::InvalidFree, Rule::InvalidFree),
        (ViolationKind::NullPointer, Rule::InvalidAccess),
    ] {
        let mut written = Written::new(1);
        written.status(0, Status::Failed(kind));
        assert_eq!(written.rules(&[]), [rule]);
    }
}
