//! What is explored to reverse a race: a sequence of steps, and who may come first in it.
//!
//! POPL 2014 (*Optimal Dynamic Partial Order Reduction*) §4 and §5: for a race of e with e' in an
//! execution E, the sequence is v = notdep(e, E).e', the events that do not happen after e, and
//! then e'. The *initials* of v are those whose first event in v has nothing of v before it; the
//! *weak initials* are these and those who do not occur in v and are independent of all of it. The
//! events of v but e' have the same relations among them as in E. What is before e' has to be found
//! again: without e, a load may find its own store still in the buffer.

use super::actor::Actor;
use super::buffering::Buffering;
use super::footprint::{Access, Footprint};
use super::machine::Machine;
use super::trace::{Race, Recorded, Second};
use super::waiting::Wait;
use base::Tags;
use execution::{Label, ReadKind, Slot};
use interp::Operation;

/// A step of a sequence.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) actor: Actor,
    /// The choice that it makes; any if none.
    pub(super) choice: Option<u32>,
    /// What it touches when the sequence is taken: reads have an own store only if that is still
    /// buffered then.
    pub(super) footprint: Footprint,
    /// Its place in the trace; none for the last one.
    event: Option<u32>,
    /// Whether it happens before the last one.
    is_before_last: bool,
}

/// A step that comes earlier than it did.
pub(super) struct Later {
    pub(super) choice: Option<u32>,
    pub(super) footprint: Footprint,
}

impl Later {
    /// It is not known what it does.
    pub(super) const UNKNOWN: Later = Later { choice: None, footprint: Footprint::Anything };

    /// It does the same.
    fn new(choice: u32, footprint: Footprint) -> Later {
        Later { choice: Some(choice), footprint }
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
    /// The sequence that reverses a race. `direct` is memory for short use.
    pub(super) fn reversal(&self, race: Race, sequence: &mut Vec<Item>, direct: &mut Vec<u32>) {
        let first = race.first;
        let last = self.last_item(race);
        direct.clear();
        self.find_forced(race.second, direct);
        for event in first + 1..self.trace.len() {
            if self.trace.before.has(first, event) {
                continue;
            }
            let found = self.trace.event(event);
            let footprint = self.footprint_without(first, event);
            if found.actor.slot() != last.actor.slot()
                && footprint.conflicts(&last.footprint, &self.cells, |_| true, |_| true)
            {
                direct.push(event);
            }
            sequence.push(Item {
                actor: found.actor,
                choice: Some(found.choice),
                footprint,
                event: Some(event),
                is_before_last: false,
            });
        }
        for item in sequence.iter_mut() {
            let event = item.event.expect("only the last one has none");
            let is_before = |other: &u32| event == *other || self.trace.before.has(event, *other);
            item.is_before_last = direct.iter().any(is_before);
        }
        sequence.push(last);
    }

    /// What comes directly before the later one of a race whatever the memory contains: what its
    /// thread did before, its store, updates that it waits for.
    fn find_forced(&self, second: Second, forced: &mut Vec<u32>) {
        let (before, mut update) = match second {
            Second::Event(event) => {
                let event = self.trace.event(event);
                let store = event.store.map(|store| store.event);
                (event.before.or(store), event.update_before)
            }
            Second::Waiting(slot) => {
                let standing = self.configuration.standing(slot);
                (standing.last, standing.last_update.filter(|_| self.next_drains(slot)))
            }
        };
        forced.extend(before);
        let entry = match second {
            Second::Event(event) if B::IS_PER_LOCATION => self.trace.event(event).store,
            _ => None,
        };
        while let Some(older) = update {
            let is_forced = entry.is_none_or(|entry| {
                let other = self.trace.event(older).store.expect("an update has a store");
                entry.waits_for_all && other.event < entry.event
                    || other.epoch < entry.epoch
                    || self.written(entry.event).any(|location| {
                        self.written(other.event).any(|written| written == location)
                    })
            });
            if is_forced {
                forced.push(older);
            }
            update = self.trace.event(older).update_before;
        }
    }

    /// What an event touches if one before it, and what comes after that one, had not happened.
    fn footprint_without(&self, first: u32, event: u32) -> Footprint {
        let found = self.trace.event(event);
        found.footprint.with_own(|store| {
            let store_event = self.configuration.stores(found.actor.slot())[store as usize];
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
            Second::Waiting(slot) => (Actor::Thread(slot), self.awaited(race.first, slot)),
        };
        let Later { choice, footprint } = step;
        Item { actor, choice, footprint, event: None, is_before_last: false }
    }

    /// The next step of a thread that waits, as it is if it comes before an event.
    fn awaited(&self, first: u32, slot: Slot) -> Later {
        let (cell, wait) = self.wait(slot).expect("the thread waits");
        let location = self.cells.known(cell).expect("the location was looked at");
        let Wait::Value(snapshot) = wait else {
            let is_in_block = self.state(slot).is_some_and(|it| it.request().is_in_atomic_block());
            return match is_in_block {
                true => Later::UNKNOWN,
                false => Later::new(0, Footprint::One(Access::Write { location })),
            };
        };
        match self.states.get(snapshot).request().operation() {
            Some(Operation::Read { kind: ReadKind::Load, .. }) => {
                Later::new(0, Footprint::One(Access::Read { location, own: None }))
            }
            _ => {
                let value = self.value_without(first, location);
                self.updated(snapshot, location, value.expect("the event writes the location"))
            }
        }
    }

    /// An event as it is if it comes before one that it races with.
    fn reversed(&self, first: u32, event: u32) -> Later {
        let found = self.trace.event(event);
        let (start, end) = found.recorded;
        let record = &self.trace.record[start as usize..end as usize];
        let is_in_block = |recorded: &Recorded| match recorded.label {
            Label::Read { tags, .. } => tags.contains(Tags::ATOMIC_BLOCK),
            _ => false,
        };
        if !found.actor.is_updater() && record.iter().any(is_in_block) {
            // With another value the block may go on in another way.
            return Later::UNKNOWN;
        }
        let is_fixed = found.actor.is_updater()
            || record.iter().all(|recorded| match recorded.label {
                Label::Read { kind, .. } => !kind.may_update(),
                _ => true,
            });
        if !B::ORDERS_WRITES {
            let has_read =
                record.iter().any(|recorded| matches!(recorded.label, Label::Read { .. }));
            return match is_fixed {
                true if has_read => Later { choice: None, footprint: found.footprint.clone() },
                true => Later::new(found.choice, found.footprint.clone()),
                false => Later::UNKNOWN,
            };
        }
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

    /// Whether somebody's step is a weak initial of a sequence that is taken after the first
    /// `start` events. The footprint is as it is then.
    pub(super) fn initial(
        &self,
        (actor, choice): (Actor, u32),
        footprint: &Footprint,
        start: u32,
        sequence: &[Item],
    ) -> Option<Initial> {
        let slot = actor.slot();
        if let Some(place) = sequence.iter().position(|item| item.actor == actor) {
            let is_first = sequence[place].choice.is_none_or(|own| own == choice)
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
        let Some(event) = self.configuration.stores(slot).get(store as usize) else { return true };
        match self.trace.event(*event).update {
            Some(update) => update >= start && !items.iter().any(|item| item.event == Some(update)),
            None => true,
        }
    }
}
