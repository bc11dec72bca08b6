//! A memory that keeps stores without an order until somebody reads: *observers*.
//!
//! S. Aronis, B. Jonsson, M. Lång, K. Sagonas. *Optimal Dynamic Partial Order Reduction with
//! Observers.* TACAS 2018: two stores to a location depend on each other only if a later read finds
//! one of them. Here the same equivalence comes from another machine, on which the algorithms need
//! not know of it. Stores to one location commute. A read comes after all stores that were taken
//! before it, and *chooses* the one that was last; this puts the others before that one. A choice
//! is possible if the orders that follow from all choices so far have no cycle with happens-before.
//! They are no part of happens-before, since two choices that are possible together can be made in
//! either order.
//!
//! For each location the memory has the stores since the last read (or since the last event that
//! reads and writes, or works on a mutex); what was there before them is settled.

use super::actor::Actor;
use super::buffering::Buffering;
use super::configuration::Contents;
use super::footprint::{Access, Footprint};
use super::machine::Machine;
use super::node::Sleeper;
use super::step::StepUnderway;
use execution::{Cell, LocationId, ReadKind, Slot, WriteKind};
use interp::{Operation, Request};

/// What a read chooses, which is one number for the search: the store that was last, and what
/// happens at once after it.
struct Choice {
    /// Its place among the stores that may be last.
    store: usize,
    case: u32,
}

impl Choice {
    fn of_number(number: u32, stores: &[u32]) -> Choice {
        let count = stores.len() as u32;
        Choice { store: (number % count) as usize, case: number / count }
    }

    /// How many numbers there are. After some stores there may be fewer cases; those choices are
    /// impossible.
    fn count(stores: &[u32], cases: &[u32]) -> u32 {
        let most = *cases.iter().max().expect("there are stores");
        most.saturating_mul(stores.len() as u32)
    }
}

/// The choice of a read that has not been made.
struct OpenChoice {
    location: LocationId,
    /// The stores that may be last, and in how many ways it goes on after each.
    stores: Vec<u32>,
    cases: Vec<u32>,
}

impl<B: Buffering> Machine<'_, B> {
    /// The stores of which any may be last, the newest first, by their places in the record.
    fn open_stores(&self, contents: Contents) -> impl Iterator<Item = u32> {
        let newest = contents.write.map(|(write, _)| write);
        std::iter::successors(newest, move |write| match contents.oldest {
            Some(oldest) if oldest == *write => None,
            _ => self.trace.record[*write as usize].overwritten,
        })
    }

    /// Reads a location. Returns the store that was chosen.
    pub(super) fn read_unordered(
        &mut self,
        step: &mut StepUnderway,
        cell: Cell,
        location: LocationId,
        kind: ReadKind,
    ) -> Option<u32> {
        let wait = step.wait.take();
        if let Some(wait) = wait {
            step.kept_waiting_by = self.kept_waiting_by(step.slot, wait, cell, location);
        }
        let contents = self.configuration.contents(location);
        self.scratch.accesses.push(Access::Read { location, own: None });
        let stores: Vec<u32> = self.open_stores(contents).collect();
        for store in &stores {
            let event = self.trace.record[*store as usize].event;
            if self.trace.event(event).actor.slot() != step.slot {
                self.scratch.rivals.push((event, wait.is_none()));
            }
        }
        let read = self.push_read(step.event, location, contents.reads);
        self.configuration.set_contents(location, Contents { reads: Some(read), ..contents });
        if stores.len() < 2 {
            return stores.first().copied();
        }
        let is_first = self.trace.record.len() as u32 == self.trace.event(step.event).recorded.0;
        if kind == ReadKind::Lock || !is_first {
            step.refusal = Some("stores in any order before a part of a step");
            return stores.first().copied();
        }
        let choice = Choice::of_number(step.choice, &stores);
        let cases = self.cases_after(step.slot, cell, kind, &stores);
        step.choices = Some(Choice::count(&stores, &cases));
        step.case_after_read = Some(choice.case);
        let chosen = stores[choice.store];
        let last = self.trace.record[chosen as usize].event;
        for store in stores {
            let event = self.trace.record[store as usize].event;
            if event != last {
                self.configuration.impose(event, last);
            }
        }
        Some(chosen)
    }

    /// Writes to a location.
    pub(super) fn write_unordered(
        &mut self,
        step: &StepUnderway,
        location: LocationId,
        kind: WriteKind,
        record: u32,
    ) {
        let old = self.configuration.contents(location);
        let overwritten = old.write.map(|(write, _)| write);
        self.trace.record[record as usize].overwritten = overwritten;
        let write = Some((record, step.event));
        let new = if kind == WriteKind::Store {
            self.scratch.accesses.push(Access::Store { location });
            let before = old.reads.or(old.before);
            let is_settled = old.reads.is_some() || old.write.is_none();
            let oldest = if is_settled { Some(record) } else { old.oldest };
            self.find_readers(step.slot, before);
            Contents { write, reads: None, oldest, before }
        } else {
            self.scratch.accesses.push(Access::Write { location });
            let stores: Vec<u32> = self.open_stores(old).collect();
            for store in stores {
                let event = self.trace.record[store as usize].event;
                self.add_rival(step.slot, event);
            }
            self.find_readers(step.slot, old.reads);
            let before = Some(self.push_read(step.event, location, None));
            Contents { write, reads: None, oldest: Some(record), before }
        };
        self.configuration.set_contents(location, new);
    }

    /// A write comes after the reads of a list.
    fn find_readers(&mut self, slot: Slot, reads: Option<u32>) {
        let mut next = reads;
        while let Some(index) = next {
            let read = self.trace.reads[index as usize];
            self.add_rival(slot, read.event);
            next = read.next;
        }
    }

    fn add_rival(&mut self, slot: Slot, event: u32) {
        if self.trace.event(event).actor.slot() != slot {
            self.scratch.rivals.push((event, true));
        }
    }

    /// In how many ways a thread can go on at once after it has read each of some stores: a weak
    /// compare-exchange that finds what it expects may fail nevertheless, and an atomic block may
    /// choose.
    fn cases_after(&self, slot: Slot, cell: Cell, kind: ReadKind, stores: &[u32]) -> Vec<u32> {
        let cases = |store: &u32| {
            let mut state = self.state(slot)?.clone();
            let value = self.value(cell, Some(*store));
            // What cannot be run is found out when this store is chosen.
            self.run_thread(&mut state, Some(value)).ok()?;
            match *state.request() {
                Request::Visible { operation: Operation::Choose { low, high }, grouped: true } => {
                    u32::try_from(high - low + 1).ok()
                }
                _ => None,
            }
        };
        let is_in_block = || self.state(slot).is_some_and(|it| it.request().is_in_atomic_block());
        if kind == ReadKind::Exclusive || is_in_block() {
            stores.iter().map(|store| cases(store).unwrap_or(1)).collect()
        } else {
            vec![1; stores.len()]
        }
    }

    /// The choice that the next step of somebody makes when it reads; `None` if there is none.
    fn choice_of_stores(&self, actor: Actor) -> Option<OpenChoice> {
        if B::ORDERS_WRITES {
            return None;
        }
        let Actor::Thread(slot) = actor else { return None };
        let request = self.state(slot)?.request();
        let Some(Operation::Read { cell, kind, .. }) = request.operation() else { return None };
        let location = self.cells.known(cell).filter(|_| kind != ReadKind::Lock)?;
        let stores: Vec<u32> = self.open_stores(self.configuration.contents(location)).collect();
        if stores.len() < 2 {
            return None;
        }
        let cases = self.cases_after(slot, cell, kind, &stores);
        Some(OpenChoice { location, stores, cases })
    }

    /// Whether a step can make a choice.
    fn is_possible(&self, open: &OpenChoice, choice: u32) -> bool {
        let OpenChoice { stores, cases, .. } = open;
        let Choice { store, case } = Choice::of_number(choice, stores);
        if case >= cases[store] {
            return false;
        }
        let chosen = &stores[store];
        let event = |store: u32| self.trace.record[store as usize].event;
        stores.iter().all(|store| {
            let is_newer_part = event(*store) == event(*chosen) && store > chosen;
            store == chosen || !is_newer_part && !self.comes_before(event(*chosen), event(*store))
        })
    }

    /// Whether an event comes before another one by happens-before and the orders that were chosen.
    fn comes_before(&self, first: u32, second: u32) -> bool {
        let reaches = |from: u32, to: u32| from == to || self.trace.before.has(from, to);
        let mut is_seen = vec![false; self.configuration.imposed().len()];
        let mut open = vec![first];
        while let Some(event) = open.pop() {
            if event != first && event == second || self.trace.before.has(event, second) {
                return true;
            }
            for (index, (from, to)) in self.configuration.imposed().iter().enumerate() {
                if !is_seen[index] && reaches(event, *from) {
                    is_seen[index] = true;
                    open.push(*to);
                }
            }
        }
        false
    }

    /// The first choice that somebody's step can make.
    pub(super) fn first_choice(&self, actor: Actor) -> u32 {
        let Some(open) = self.choice_of_stores(actor) else { return 0 };
        let mut choices = 0..open.stores.len() as u32;
        choices.find(|choice| self.is_possible(&open, *choice)).expect("some store is last")
    }

    /// A step with a choice that cannot be made, as one that has been explored; `None` if it can be
    /// made.
    pub(super) fn impossible(&self, actor: Actor, choice: u32) -> Option<Sleeper> {
        let open = self.choice_of_stores(actor)?;
        let footprint = Footprint::One(Access::Read { location: open.location, own: None });
        let choices = Choice::count(&open.stores, &open.cases);
        let is_possible = self.is_possible(&open, choice);
        (!is_possible).then_some(Sleeper { actor, choice, choices, footprint })
    }

    /// The place of each event in some order that has happens-before and what was chosen.
    pub(super) fn linear_order(&self) -> Vec<u32> {
        let len = self.trace.len();
        let mut places = vec![None; len as usize];
        for place in 0..len {
            let is_next = |event: &u32| {
                let is_before = |other: u32| {
                    places[other as usize].is_none()
                        && (self.trace.before.has(other, *event)
                            || self.configuration.imposed().contains(&(other, *event)))
                };
                places[*event as usize].is_none() && !(0..len).any(is_before)
            };
            let next = (0..len).find(is_next).expect("there is no cycle");
            places[next as usize] = Some(place);
        }
        places.into_iter().map(|place| place.expect("every event has a place")).collect()
    }

    /// Whether a lock finds a mutex that other things than operations on mutexes have written, in
    /// any order.
    pub(super) fn has_open_stores(&self, location: LocationId) -> bool {
        !B::ORDERS_WRITES && self.open_stores(self.configuration.contents(location)).count() > 1
    }
}
