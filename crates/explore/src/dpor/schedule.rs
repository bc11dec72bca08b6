//! A trace as a list of numbers, and back: the way to one execution.
//!
//! Each step is written as the code of its thread, doubled, and one more for an update. An update
//! is followed by its place in the buffers, a step of a thread that made a choice by that.

use super::actor::Actor;
use super::buffering::Buffering;
use super::explorer::Explorer;
use super::machine::Machine;
use super::strategy::Strategy;
use crate::end::End;
use answer::Found;
use base::ThreadId;
use execution::{Label, Slot};

/// The numbers of a trace.
pub(super) fn choices<B: Buffering>(machine: &Machine<'_, B>) -> Vec<u32> {
    let mut choices = Vec::new();
    for event in &machine.trace.events {
        let code = machine.slots.thread(event.actor.slot()).code() * 2;
        match event.store {
            Some(store) => choices.extend([code + 1, store.place]),
            None => choices.extend([code, event.choice]),
        }
    }
    choices
}

impl<B: Buffering, S: Strategy> Explorer<'_, B, S> {
    /// Takes the steps of a list of numbers; `None` if it belongs to another program.
    pub(crate) fn replay(mut self, choices: &[u32]) -> Option<Found> {
        match self.follow(choices) {
            Ok(true) | Err(End::Violated | End::Complete) => Some(self.tally),
            Ok(false)
            | Err(End::Stopped(_) | End::Endless | End::Discovered(_) | End::Cancelled) => None,
        }
    }

    /// Returns whether all steps could be taken.
    fn follow(&mut self, choices: &[u32]) -> Result<bool, End> {
        self.machine.start()?;
        self.check_request(Slot(0))?;
        let mut enabled = Vec::new();
        for step in choices.chunks(2) {
            let [code, number] = *step else { return Ok(false) };
            let Some(actor) = self.actor(code, number) else { return Ok(false) };
            enabled.clear();
            self.machine.find_enabled(&mut enabled)?;
            let can_act = enabled.contains(&actor)
                || matches!(actor, Actor::Thread(slot) if self.machine.can_read_in_vain(slot)?);
            let choice = if actor.is_updater() { 0 } else { number };
            if !can_act || self.machine.impossible(actor, choice).is_some() {
                return Ok(false);
            }
            let taken = self.take(actor, choice);
            if self.has_chosen_too_much() {
                return Ok(false);
            }
            taken?;
        }
        enabled.clear();
        self.machine.find_enabled(&mut enabled)?;
        if enabled.is_empty() {
            self.leaf(&mut None)?;
        }
        Ok(true)
    }

    /// Whether the last step was given a value that it could not ask for.
    fn has_chosen_too_much(&self) -> bool {
        let trace = &self.machine.trace;
        let event = trace.events.last().expect("a step was begun");
        let (first, end) = event.recorded;
        let mut record = trace.record[first as usize..end as usize].iter();
        let has_chosen = record.any(|recorded| matches!(recorded.label, Label::Choose { .. }));
        has_chosen && event.choice >= event.choices
    }

    fn actor(&self, code: u32, number: u32) -> Option<Actor> {
        let thread = ThreadId::from_code(code / 2)?;
        let slot = self.machine.slots.find(thread)?;
        if code.is_multiple_of(2) {
            return Some(Actor::Thread(slot));
        }
        let entry = self.machine.configuration.buffered(slot).get(number as usize)?;
        Some(Actor::Updater(slot, entry.buffer))
    }
}
