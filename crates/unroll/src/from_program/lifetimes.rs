//! When are objects there that several threads use? What the order of threads answers is answered
//! here: what a thread does comes after what its creator did before, and before what somebody does
//! who has joined it.
//!
//! - A use after the end of an object's life, in that order, is a violation, and so is a second
//!   end, in whatever order.
//! - A use and an end that are in no such order: whether the use comes first is a question that
//!   only a model can answer. If one is to answer it, the object is *contested* (`endings`); else
//!   it is a gap where both happen, and so it is if the use is no access, but waits for a mutex.
//! - So is whether a use, or the end, comes after the creation, which languages demand. If a model
//!   is to answer, the creation is a write, too (`allocate`); else the uses for which the order of
//!   threads does not say it are listed ([`Lifetime`]).

use super::Builder;
use super::facts::Facts;
use super::state::State;
use crate::{Acyclic, Check, EventId, Gap, Lifetime, ThreadIndex, ValueId, Values};
use base::{Address, ObjectId, Ordering, SourcePosition, ThreadId, ViolationKind};
use safety::rules::messages;
use std::collections::BTreeMap;

/// What has happened before a place, in the order of threads, each with the condition that it has.
#[derive(Clone, Default, Debug)]
pub(super) struct Past {
    /// The objects whose life has ended.
    pub dead: BTreeMap<ObjectId, ValueId>,
    /// The threads that are over.
    pub over: BTreeMap<ThreadId, ValueId>,
}

impl Past {
    /// The past of another place is past here, if a condition holds.
    pub(super) fn add(&mut self, values: &mut Values, other: &Past, condition: ValueId) {
        add_all(values, &mut self.dead, &other.dead, condition);
        add_all(values, &mut self.over, &other.over, condition);
    }
}

fn add_all<K: Copy + Ord>(
    values: &mut Values,
    all: &mut BTreeMap<K, ValueId>,
    others: &BTreeMap<K, ValueId>,
    condition: ValueId,
) {
    for (key, other) in others {
        let own = all.entry(*key).or_insert(ValueId::FALSE);
        let other = values.and(*other, condition);
        *own = values.or(*own, other);
    }
}

/// Where objects are created that several threads use, where they are used, and where their lives
/// end.
#[derive(Default)]
pub(super) struct Lives {
    births: BTreeMap<ObjectId, (EventId, u64)>,
    uses: Vec<Use>,
    ends: Vec<End>,
}

struct Use {
    object: ObjectId,
    thread: ThreadIndex,
    /// The access; who only waits has none.
    access: Option<EventId>,
    /// It comes after all events of its thread before this one.
    next: EventId,
    /// That it happens, to this object.
    condition: ValueId,
    position: Option<SourcePosition>,
}

struct End {
    object: ObjectId,
    thread: ThreadIndex,
    condition: ValueId,
    over: BTreeMap<ThreadId, ValueId>,
    position: Option<SourcePosition>,
    is_free: bool,
}

impl Lives {
    /// Says what the order of threads does not answer, and a model may: if it has ends of lives,
    /// and as what.
    pub(super) fn finish(&self, made: &mut Acyclic, facts: &mut Facts, judged: Option<Ordering>) {
        let is_judged = judged.is_some();
        made.lifetimes = self.births(made);
        if is_judged {
            for life in std::mem::take(&mut made.lifetimes) {
                let object = Address(life.object).object();
                facts.contest_birth(object.expect("it is the address of one").0);
            }
        }
        for (index, end) in self.ends.iter().enumerate() {
            let is_language = judged == Some(Ordering::Plain);
            if is_language && self.open_birth(made, end.object, end.thread).is_some() {
                facts.contest_birth(end.object);
                facts.contest(end.object);
            }
            for other in self.ends[..index].iter().filter(|own| own.object == end.object) {
                // Of one thread's, the second knows of the first.
                if other.thread == end.thread {
                    continue;
                }
                let condition = made.values.and(end.condition, other.condition);
                match is_judged {
                    true if condition == ValueId::FALSE => {}
                    true => facts.contest(end.object),
                    false => check_twice(made, end, condition),
                }
            }
            for own in self.uses.iter().filter(|own| own.object == end.object) {
                let condition = open(made, own, end);
                if condition == ValueId::FALSE {
                    continue;
                }
                if is_judged && own.access.is_some() {
                    facts.contest(end.object);
                    continue;
                }
                let what = match end.is_free {
                    true => "whether memory that another thread frees is freed after this access",
                    false => "whether another thread's variable is still there at this access",
                };
                let Use { thread, position, .. } = *own;
                made.gaps.push(Gap { condition, what: what.to_owned(), thread, position });
            }
        }
    }

    /// The uses that nothing orders after the creation but what a model may.
    fn births(&self, made: &Acyclic) -> Vec<Lifetime> {
        let find = |own: &Use| {
            let (birth, size) = self.open_birth(made, own.object, own.thread)?;
            Some(Lifetime { birth, access: own.access?, object: own.object.address().0, size })
        };
        self.uses.iter().filter_map(find).collect()
    }

    /// Where an object is created, and its size, unless what a thread does comes after that.
    fn open_birth(
        &self,
        made: &Acyclic,
        object: ObjectId,
        thread: ThreadIndex,
    ) -> Option<(EventId, u64)> {
        let (birth, size) = *self.births.get(&object)?;
        let creator = made.event(birth).thread?;
        let is_after = thread == creator || descends(made, thread, creator, birth);
        (!is_after).then_some((birth, size))
    }
}

/// S2 ([`safety::rules`]): that two threads end the life of one object. What happens to a thread
/// that does not come to its end after that is not known.
fn check_twice(made: &mut Acyclic, end: &End, condition: ValueId) {
    let End { thread, position, .. } = *end;
    let finished = made.threads[thread.index()].finished;
    let open = made.values.and_not(condition, finished);
    if open != ValueId::FALSE {
        let what = "memory that is freed twice by threads that go on".to_owned();
        made.gaps.push(Gap { condition: open, what, thread, position });
    }
    let condition = made.values.and(condition, finished);
    if condition != ValueId::FALSE {
        let (kind, message) = (ViolationKind::DoubleFree, messages::DOUBLE_END.to_owned());
        made.checks.push(Check { condition, kind, message, thread, position });
    }
}

/// When a use and an end both happen in an order that is not known.
fn open(made: &mut Acyclic, own: &Use, end: &End) -> ValueId {
    if own.thread == end.thread || descends(made, end.thread, own.thread, own.next) {
        return ValueId::FALSE;
    }
    let id = made.threads[own.thread.index()].id;
    let is_over = end.over.get(&id).copied().unwrap_or(ValueId::FALSE);
    let both = made.values.and(own.condition, end.condition);
    made.values.and_not(both, is_over)
}

/// Whether a thread is created by another one after an event, perhaps by way of others.
fn descends(made: &Acyclic, thread: ThreadIndex, ancestor: ThreadIndex, after: EventId) -> bool {
    let mut thread = thread;
    while let Some(spawn) = made.threads[thread.index()].spawn {
        let Some(parent) = made.event(spawn).thread else { return false };
        if parent == ancestor {
            return spawn > after;
        }
        thread = parent;
    }
    false
}

impl Builder<'_> {
    /// Notes where an object is created that several threads use.
    pub(super) fn note_birth(&mut self, object: ObjectId, birth: EventId, size: u64) {
        self.lives.births.insert(object, (birth, size));
    }

    /// Notes that an access may use objects that other threads have created, or whose lives end.
    pub(super) fn note_uses(&mut self, access: EventId, address: ValueId, addresses: &[u64]) {
        let condition = self.made.event(access).guard;
        self.note_use(Some(access), condition, address, addresses);
    }

    /// Notes that a thread waits for something in memory, if a condition holds.
    pub(super) fn note_waiting(&mut self, condition: ValueId, address: ValueId, addresses: &[u64]) {
        self.note_use(None, condition, address, addresses);
    }

    fn note_use(
        &mut self,
        access: Option<EventId>,
        condition: ValueId,
        address: ValueId,
        addresses: &[u64],
    ) {
        let object_of = |at: &u64| Address(*at).object().map(|(object, _)| object);
        let mut objects: Vec<ObjectId> = addresses.iter().filter_map(object_of).collect();
        objects.dedup();
        for object in &objects {
            let is_foreign = object.thread != ThreadId::GLOBALS && object.thread != self.id();
            if !is_foreign && !self.facts.ending.contains(object) {
                continue;
            }
            let mut condition = condition;
            if objects.len() > 1 {
                let values = &mut self.made.values;
                let mut is_there = ValueId::FALSE;
                for at in addresses.iter().filter(|at| object_of(at) == Some(*object)) {
                    let is_here = values.is(address, *at);
                    is_there = values.or(is_there, is_here);
                }
                condition = values.and(condition, is_there);
            }
            self.lives.uses.push(Use {
                object: *object,
                thread: self.here.thread,
                access,
                next: access.unwrap_or(self.next_event()),
                condition,
                position: self.here.position,
            });
        }
    }

    /// Ends the life of an object that several threads use, if a condition holds.
    pub(super) fn end_shared(&mut self, state: &mut State, object: ObjectId, condition: ValueId) {
        self.facts.end(object);
        let happens = self.made.values.and(state.guard, condition);
        self.add_ending(state, object, condition);
        let dead = state.past.dead.get(&object).copied().unwrap_or(ValueId::FALSE);
        state.past.dead.insert(object, self.made.values.or(dead, condition));
        let is_free = !self.facts.is_stack(object);
        self.lives.ends.push(End {
            object,
            thread: self.here.thread,
            condition: happens,
            over: state.past.over.clone(),
            position: self.here.position,
            is_free,
        });
    }
}
