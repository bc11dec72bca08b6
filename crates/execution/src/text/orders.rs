//! The lines about locations as a whole: co.

use super::line::Word;
use super::statement::{Action, LocationLine, NamedCell, Statement};
use crate::Cell;
use base::Diagnostic;
use std::collections::HashMap;

/// The names of events in the orders of the locations they are about.
pub(super) struct Orders<'s, 't> {
    events: HashMap<&'t str, &'s Action<'t>>,
    writes: HashMap<Cell, &'s LocationLine<'t>>,
    /// How many writes a location has.
    counts: HashMap<Cell, u32>,
}

impl<'s, 't> Orders<'s, 't> {
    pub(super) fn new(statements: &'s [Statement<'t>]) -> Result<Orders<'s, 't>, Diagnostic> {
        let mut orders =
            Orders { events: HashMap::new(), writes: HashMap::new(), counts: HashMap::new() };
        for statement in statements {
            match statement {
                Statement::Thread(_) => {}
                Statement::Event { name, action, .. } => orders.add(*name, action)?,
                Statement::Order(line) => {
                    if orders.writes.insert(line.cell, line).is_some() {
                        let message = format!("`{}` has such a line already", line.location.text);
                        return Err(line.location.error(message));
                    }
                }
            }
        }
        for statement in statements {
            match statement {
                Statement::Order(line) => orders.check_line(line)?,
                Statement::Thread(_) | Statement::Event { .. } => {}
            }
        }
        Ok(orders)
    }

    fn add(&mut self, name: Word<'t>, action: &'s Action<'t>) -> Result<(), Diagnostic> {
        if let Some(cell) = written_cell(action) {
            *self.counts.entry(cell).or_default() += 1;
        }
        match self.events.insert(name.text, action) {
            None => Ok(()),
            Some(_) => Err(name.error(format!("there are two events `{}`", name.text))),
        }
    }

    fn check_line(&self, line: &LocationLine<'t>) -> Result<(), Diagnostic> {
        for (index, event) in line.events.iter().enumerate() {
            self.check_event(*event)?;
            if written_cell(self.events[event.text]) != Some(line.cell) {
                let message = format!("`{}` is no write of `{}`", event.text, line.location.text);
                return Err(event.error(message));
            }
            if line.events[..index].iter().any(|other| other.text == event.text) {
                return Err(event.error(format!("`{}` is in this line twice", event.text)));
            }
        }
        Ok(())
    }

    /// Complains if there is no event of this name.
    pub(super) fn check_event(&self, name: Word<'_>) -> Result<(), Diagnostic> {
        match self.events.contains_key(name.text) {
            true => Ok(()),
            false => Err(name.error(format!("there is no event `{}`", name.text))),
        }
    }

    /// The writes that come before a write in co, the nearest one first.
    pub(super) fn writes_before(
        &self,
        place: NamedCell<'_>,
        name: Word<'_>,
    ) -> Result<Vec<&'t str>, Diagnostic> {
        match self.writes.get(&place.cell) {
            None if self.counts[&place.cell] == 1 => Ok(Vec::new()),
            line => line.and_then(|line| before(line, name.text)).ok_or_else(|| {
                let location = place.word.text;
                let message = format!("where in co is `{}`?", name.text);
                let help = format!("a line `order {location}: …` has all writes of `{location}`");
                name.error(message).with_help(help)
            }),
        }
    }
}

/// What is before an event in a line, backwards; `None` if the event is not in it.
fn before<'t>(line: &LocationLine<'t>, name: &str) -> Option<Vec<&'t str>> {
    let index = line.events.iter().position(|event| event.text == name)?;
    Some(line.events[..index].iter().rev().map(|event| event.text).collect())
}

fn written_cell(action: &Action<'_>) -> Option<Cell> {
    match action {
        Action::Write { place, .. } | Action::Update { place, .. } => Some(place.cell),
        Action::Read { .. }
        | Action::Fence(_)
        | Action::Free(_)
        | Action::Spawn(..)
        | Action::Join(..)
        | Action::Choose { .. } => None,
    }
}
