//! What a thread did, in words.

use crate::names::Names;
use crate::story::{Access, Act, Deed, Line, Reading, Story};
use crate::waiting;
use answer::Violation;
use base::{ThreadId, Value, ViolationKind};
use execution::canonical::{Action, EventName};
use execution::witness::{Step, ThreadEnd, ThreadStatus};
use execution::{Cell, Witness};
use program::library::Effect;
use program::primitives;
use program::{Library, LibraryFunction};

/// How a reader learns whom a read read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origins {
    Told,
    /// An arrow says it.
    Drawn,
}

/// Words for the lines of one story.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    pub(crate) names: &'a Names<'a>,
    pub(crate) story: &'a Story<'a>,
    pub(crate) witness: &'a Witness,
    pub(crate) origins: Origins,
}

impl Words<'_> {
    pub(crate) fn deed(&self, line: &Line<'_>) -> String {
        match &line.deed {
            Deed::Access(access) => match self.names.library_function(line.function) {
                Some((library, function)) => self.call(line.function, access, library, function),
                None => self.access(access),
            },
            Deed::Fence { ordering } => format!("fence ({ordering})"),
            Deed::Free { object } => self.names.end(*object),
            Deed::Create { thread } => match self.thread_end(*thread) {
                Some(end) => format!("create {thread} ({})", end.function),
                None => format!("create {thread}"),
            },
            Deed::Join { thread } => format!("join {thread}"),
            Deed::Choose { value } => format!("choose {value}"),
        }
    }

    /// What an access is about.
    pub(crate) fn place(&self, access: &Access) -> String {
        if access.act.is_on_mutex() {
            self.names.mutex(access.cell.address)
        } else {
            self.names.place(access.cell)
        }
    }

    fn access(&self, access: &Access) -> String {
        let place = self.place(access);
        let value = |value| self.names.value(access.cell, value);
        let seen = access.read.as_ref();
        let old = seen.map_or_else(String::new, |reading| value(reading.value));
        let from = seen.map_or_else(String::new, |reading| self.origins(reading));
        let new = access.written.map_or_else(String::new, value);
        match access.act {
            Act::Load => format!("read {place} = {old}{from}"),
            Act::Store => format!("{place} = {new}"),
            Act::Update => format!("{place}: {old} -> {new} (atomic)"),
            Act::FailedUpdate => format!("read {place} = {old}{from}, exchange fails"),
            Act::Lock => format!("lock {place}"),
            Act::Wait => format!("wait for {place}{}", holder(seen)),
            Act::TryLock => format!("lock {place} (trylock)"),
            Act::FailedTryLock => format!("trylock of {place} fails{}", holder(seen)),
            Act::Unlock => format!("unlock {place}"),
            Act::InitialiseMutex => format!("initialise mutex {place}"),
            Act::FailedInitialise => format!("initialise mutex {place}{}", holder(seen)),
            Act::DestroyMutex => format!("destroy mutex {place}"),
            Act::FailedDestroy => format!("destroy mutex {place}{}", holder(seen)),
        }
    }

    /// A call of a function of a library.
    fn call(
        &self,
        name: &str,
        access: &Access,
        library: &Library,
        function: &LibraryFunction,
    ) -> String {
        let object = self.names.object_of_library(access.cell.address);
        if library.name == primitives::NAME {
            let waits = match (function.effect, access.written) {
                (Effect::Update, None) => ", waits",
                (Effect::Update, Some(_)) | (Effect::Read | Effect::Write, _) => "",
            };
            let what = match &*function.name {
                "give_up_wait" => "wake up without a signal".to_owned(),
                name => name.replace('_', " "),
            };
            return format!("{what} ({object}){waits}");
        }
        let state = match function.effect {
            Effect::Read => access.read.as_ref().map(|reading| reading.value.bits),
            Effect::Write | Effect::Update => access.written.map(|value| value.bits),
        };
        let last = state.and_then(|state| library.semantics.last_call(state));
        match (function.effect, last) {
            (Effect::Read, _) => format!("{name}({object})"),
            (_, None) => format!("{name}({object}) waits"),
            (_, Some((call, value))) => {
                let argument = match function.takes_value {
                    true => format!(", {}", call.argument),
                    false => String::new(),
                };
                let value = match function.returns {
                    true => format!(" = {value}"),
                    false => String::new(),
                };
                format!("{name}({object}{argument}){value}")
            }
        }
    }

    /// Whom a read read from.
    fn origins(&self, reading: &Reading) -> String {
        match (reading.from.as_slice(), self.origins) {
            ([None], Origins::Told) => " (initial value)".to_owned(),
            ([None], Origins::Drawn) => " (initial)".to_owned(),
            (_, Origins::Drawn) => String::new(),
            (origins, Origins::Told) => {
                let origins: Vec<String> = origins.iter().map(|it| self.origin(*it)).collect();
                format!(" from {}", origins.join(" and "))
            }
        }
    }

    fn origin(&self, origin: Option<EventName>) -> String {
        match origin {
            None => "the initial value".to_owned(),
            Some(event) => match self.story.number(event) {
                Some(number) => format!("{} step {number}", event.thread),
                None => event.thread.to_string(),
            },
        }
    }

    fn thread_end(&self, thread: ThreadId) -> Option<&ThreadEnd> {
        thread_end(self.witness, thread)
    }
}

/// Who holds the mutex that was read.
fn holder(reading: Option<&Reading>) -> String {
    reading
        .and_then(|reading| interp::mutex_holder(reading.value.bits))
        .map_or_else(String::new, |holder| format!(", held by {holder}"))
}

fn thread_end(witness: &Witness, thread: ThreadId) -> Option<&ThreadEnd> {
    witness.threads.iter().find(|end| end.thread == thread)
}

/// What is wrong.
pub(crate) fn message(names: &Names<'_>, violation: &Violation) -> String {
    match violation.kind {
        ViolationKind::Deadlock => waiting::deadlock(names, violation),
        ViolationKind::DataRace => race(names, violation),
        ViolationKind::Liveness => endless(names, violation),
        ViolationKind::NotRobust => cycle(names, violation),
        _ => violation.message.clone(),
    }
}

/// Who does what to the same place.
fn race(names: &Names<'_>, violation: &Violation) -> String {
    match &deeds(names, violation)[..] {
        [first, second] => {
            format!("data race: {first} and {second}, and neither happens before the other")
        }
        _ => violation.message.clone(),
    }
}

/// What a loop has read and will read for ever.
fn endless(names: &Names<'_>, violation: &Violation) -> String {
    let mut places: Vec<String> = accesses(violation)
        .map(|(_, _, cell, value)| {
            format!("`{}` = {}", names.place(cell), names.value(cell, value))
        })
        .collect();
    places.dedup();
    let (message, thread) = (&violation.message, &violation.thread);
    if places.is_empty() {
        return format!("{message}: nothing that {thread} does in it makes it end");
    }
    let places = places.join(" and ");
    format!("{message}: {thread} reads {places}, and nobody will write anything else")
}

/// The cycle that shows that there is no interleaving.
fn cycle(names: &Names<'_>, violation: &Violation) -> String {
    format!("{}: {}", violation.message, deeds(names, violation).join(" before "))
}

/// The accesses that a violation is about.
fn accesses(violation: &Violation) -> impl Iterator<Item = (&Step, &'static str, Cell, Value)> {
    violation.events.iter().filter_map(|event| {
        let step = violation.witness.steps.iter().find(|step| step.event == *event)?;
        match step.action {
            Action::Read { cell, value, .. } => Some((step, "reads", cell, value)),
            Action::Write { cell, value, .. } => Some((step, "writes", cell, value)),
            _ => None,
        }
    })
}

/// The accesses that a violation is about, in words.
fn deeds(names: &Names<'_>, violation: &Violation) -> Vec<String> {
    let words = |(step, verb, cell, _): (&Step, &str, Cell, Value)| {
        let (thread, place) = (step.event.thread, names.place(cell));
        let at = step.position.map(|position| names.location(position).short());
        let at = at.map_or_else(String::new, |at| format!(" ({at})"));
        format!("{thread} {verb} `{place}`{at}")
    };
    accesses(violation).map(words).collect()
}

/// How a thread stands at the end.
pub(crate) fn status(names: &Names<'_>, witness: &Witness, end: &ThreadEnd) -> String {
    match &end.status {
        ThreadStatus::Ended => "ended".to_owned(),
        ThreadStatus::EndedProgram => "ended the program".to_owned(),
        ThreadStatus::Failed(message) => message.clone(),
        ThreadStatus::Wrong => "did something wrong".to_owned(),
        ThreadStatus::WaitsForMutex { .. }
        | ThreadStatus::WaitsForEnd(_)
        | ThreadStatus::WaitsForObject(_) => {
            let what = waiting::purpose(names, witness, end);
            format!("waits {}", what.unwrap_or_default())
        }
        ThreadStatus::WaitsInLoop => "waits in a loop".to_owned(),
        ThreadStatus::LoopsForEver => "loops for ever".to_owned(),
        ThreadStatus::StoppedByAssumption => "stopped by an assumption".to_owned(),
        ThreadStatus::StoppedByBound => "stopped by the loop bound".to_owned(),
        ThreadStatus::Updating => "in the middle of an update".to_owned(),
        ThreadStatus::Running => "running".to_owned(),
        ThreadStatus::Unsupported(what) => format!("reached something unsupported: {what}"),
    }
}
