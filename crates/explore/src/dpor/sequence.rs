//! What is explored to reverse a race: a sequence of steps, and who may come first in it.
//!
//! POPL 2014 (*Optimal Dynamic Partial Order Reduction*) §4 and §5: for a race of e with e' in an execution E, the sequence is v = notdep(e, E).e', the events that do not happen after e, and then
//! e'. The *initials* of v are those whose first event in v has nothing of v before it; the *weak initials* are these and those who do not occur in v and are independent of
//! all of it. The events of v but e' have the same relations among them as in E.

use super::actor::Actor;
use super::buffering::Buffering;
use super::footprint::{Access, Footprint};
use super::machine::Machine;
use super::trace::{Race, Second};
use execution::{Label, ReadKind, Slot};
use interp::{Operation, Request};

/// A step of a sequence.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) actor: Actor,
    pub(super) choice: u32,
    /// Whether it made this choice where the race was found.
    pub(super) is_chosen: bool,
    /// What it touches when the sequence is taken: reads have an own store only if that is still buffered then.
    pub(super) footprint: Footprint,
    /// Its place in the trace; none for the last one.
    event: Option<u32>,
    /// Whether it happens before the last one.
    is_before_last: bool,
}

/// A step that comes earlier than it did.
pub(super) struct Later {
    pub(super) choice: u32,
    pub(super) is_chosen: bool,
    pub(super) footprint: Footprint,
}

impl Later {
    /// It is not known what it does.
    pub(super) const UNKNOWN: Later =
        Later { choice: 0, is_chosen: false, footprint: Footprint::Anything };

    /// It does the same.
    fn new(choice: u32, footprint: Footprint) -> Later {
        Later { choice, is_chosen: true, footprint }
    }
}

/// How somebody may come first in a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Initial {
    /// With the step at this place.
    At(usize),
    /// With one that is not in the sequence and independent of it.
    Absent,
}

impl<B: Buffering> Machine<'_, B> {
    /// The sequence that reverses a race.
    pub(super) fn reversal(&self, race: Race, sequence: &mut Vec<Item>) {
        let Race { first, second } = race;
        let last = self.last_item(race);
        for event in first + 1..self.trace.len() {
            if self.trace.before.has(first, event) {
                continue;
            }
            let found = self.trace.event(event);
            sequence.push(Item {
                actor: found.actor,
                choice: found.choice,
                is_chosen: true,
                footprint: self.footprint_without(first, event),
                event: Some(event),
                is_before_last: matches!(last.footprint, Footprint::Anything)
                    || self.is_before(event, second),
            });
        }
        sequence.push(last);
    }

    /// What an event touches if one before it, and what comes after that one, had not happened.
    fn footprint_without(&self, first: u32, event: u32) -> Footprint {
        let found = self.trace.event(event);
        found.footprint.with_own(|store| {
            let store_event = self.stores[found.actor.slot().index()][store as usize];
            let is_kept = |update: u32| {
                update < event && update != first && !self.trace.before.has(first, update)
            };
            let update = self.trace.event(store_event).update;
            if update.is_some_and(is_kept) { None } else { Some(store) }
        })
    }

    /// The later step of a race, as it is if it comes first.
    fn last_item(&self, race: Race) -> Item {
        let (actor, step) = match race.second {
            Second::Event(event) => {
                (self.trace.event(event).actor, self.reversed(race.first, event))
            }
            Second::Lock(event) => {
                let found = self.trace.event(event);
                let step = match found.footprint {
                    Footprint::One(access) => Later::new(0, Footprint::One(access)),
                    _ => Later::UNKNOWN,
                };
                (found.actor, step)
            }
            Second::Waiting(slot) => {
                let request = self.state(slot).map(interp::Thread::request);
                let Some(Request::Visible { operation: Operation::Read { cell, .. }, .. }) =
                    request
                else {
                    unreachable!("a thread that waits for a mutex wants to lock it")
                };
                let location = self.cells.known(*cell).expect("the mutex was looked at");
                let footprint = Footprint::One(Access::Write { location });
                (Actor::Thread(slot), Later::new(0, footprint))
            }
        };
        let Later { choice, is_chosen, footprint } = step;
        Item { actor, choice, is_chosen, footprint, event: None, is_before_last: false }
    }

    /// An event as it is if it comes before one that it races with.
    fn reversed(&self, first: u32, event: u32) -> Later {
        let found = self.trace.event(event);
        let (start, end) = found.recorded;
        let record = &self.trace.record[start as usize..end as usize];
        let is_fixed = found.actor.is_updater()
            || record.iter().all(|recorded| match recorded.label {
                Label::Read { kind, .. } => kind == ReadKind::Load,
                _ => true,
            });
        if is_fixed {
            return Later::new(found.choice, self.footprint_without(first, event));
        }
        match (&found.footprint, record[0].label) {
            (Footprint::One(_), Label::Read { location, value, .. }) => {
                match self.value_without(first, location) {
                    Some(other) if other != value => {
                        self.updated(record[0].snapshot, location, other)
                    }
                    _ => Later::new(found.choice, found.footprint.clone()),
                }
            }
            _ => Later::UNKNOWN,
        }
    }

    /// Whether an event happens before the later one of a race, once that is reversed.
    fn is_before(&self, event: u32, second: Second) -> bool {
        let or_same = |last: u32| event == last || self.trace.before.has(event, last);
        let (before, mut update) = match second {
            Second::Event(second) => return self.trace.before.has(event, second),
            Second::Lock(lock) => {
                let lock = self.trace.event(lock);
                (lock.before, lock.update_before)
            }
            Second::Waiting(slot) => {
                let standing = &self.standings[slot.index()];
                (standing.last, standing.last_update)
            }
        };
        let mut is_before = before.is_some_and(or_same);
        while let Some(last) = update
            && !is_before
        {
            is_before = or_same(last);
            update = self.trace.event(last).update_before;
        }
        is_before
    }

    /// Whether somebody's step is a weak initial of a sequence that is taken after the first `start` events. The footprint is as it is then.
    pub(super) fn initial(
        &self,
        (actor, choice): (Actor, u32),
        footprint: &Footprint,
        start: u32,
        sequence: &[Item],
    ) -> Option<Initial> {
        let slot = actor.slot();
        if let Some(place) = sequence.iter().position(|item| item.actor == actor) {
            let is_first = sequence[place].choice == choice
                && sequence[..place].iter().all(|item| !self.precedes(item, &sequence[place]));
            return is_first.then_some(Initial::At(place));
        }
        let is_independent = sequence.iter().enumerate().all(|(place, item)| {
            let is_buffered = |store| self.hides(slot, store, start, &sequence[..place]);
            item.actor.slot() == slot
                || !footprint.conflicts(&item.footprint, &self.cells, is_buffered, |_| true)
        });
        is_independent.then_some(Initial::Absent)
    }

    fn precedes(&self, first: &Item, second: &Item) -> bool {
        match (first.event, second.event) {
            (Some(first), Some(second)) => self.trace.before.has(first, second),
            (_, None) => first.is_before_last,
            (None, Some(_)) => false,
        }
    }

    /// Whether a store is still buffered after the first `start` events and these items.
    fn hides(&self, slot: Slot, store: u32, start: u32, items: &[Item]) -> bool {
        let Some(event) = self.stores[slot.index()].get(store as usize) else { return true };
        match self.trace.event(*event).update {
            Some(update) => update >= start && !items.iter().any(|item| item.event == Some(update)),
            None => true,
        }
    }
}
