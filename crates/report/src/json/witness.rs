//! An execution as JSON: its steps in an order in which they can have happened, and how the threads
//! end.

use crate::location::Location;
use crate::names::Names;
use crate::story::{Access, Act, BlockPart, Deed, Line, Story};
use crate::words::{self, Origins, Words};
use answer::Violation;
use program::Program;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Witness<'a> {
    steps: Vec<StepRecord<'a>>,
    threads: Vec<Thread<'a>>,
    /// The local variables and the allocated memory that the steps mention.
    objects: Vec<Object>,
}

#[derive(Serialize)]
struct Object {
    name: String,
    kind: &'static str,
    size: u64,
    /// Where it was created.
    location: Option<Location>,
}

#[derive(Serialize)]
struct StepRecord<'a> {
    /// From 1.
    step: usize,
    thread: String,
    action: &'static str,
    /// The same in words.
    text: String,
    location: Option<Location>,
    function: &'a str,
    /// Whether it happens at once with the step before.
    with_previous: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    access: Option<Memory>,
    /// The thread that is created or joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_thread: Option<String>,
}

#[derive(Serialize)]
struct Memory {
    variable: String,
    order: &'static str,
    /// What was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<String>,
    /// The steps that wrote what was read; null is the initial value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reads_from: Vec<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
}

#[derive(Serialize)]
struct Thread<'a> {
    thread: String,
    function: &'a str,
    status: String,
    location: Option<Location>,
    output: Vec<Printed<'a>>,
}

#[derive(Serialize)]
struct Printed<'a> {
    /// The step that it follows; 0 if it is the first thing that happens.
    after_step: usize,
    text: &'a str,
}

impl<'a> Witness<'a> {
    pub(super) fn new(program: &Program, violation: &'a Violation) -> Witness<'a> {
        let witness = &violation.witness;
        let names = Names::new(program, &violation.objects);
        let story = Story::new(witness);
        let words = Words { names: &names, story: &story, witness, origins: Origins::Told };
        let steps = story.lines.iter().map(|line| step(program, &words, line)).collect();
        let threads = witness
            .threads
            .iter()
            .map(|end| Thread {
                thread: end.thread.to_string(),
                function: &end.function,
                status: words::status(&names, witness, end),
                location: end.position.map(|position| Location::new(program, position)),
                output: (story.outputs.iter())
                    .filter(|output| output.thread == end.thread)
                    .map(|output| Printed { after_step: output.after, text: output.text })
                    .collect(),
            })
            .collect();
        let objects = names
            .objects()
            .map(|object| Object {
                name: object.name.clone(),
                kind: if object.kind.is_local() { "local" } else { "heap" },
                size: object.size,
                location: object.location.clone(),
            })
            .collect();
        Witness { steps, threads, objects }
    }
}

fn step<'w>(program: &Program, words: &Words<'_>, line: &Line<'w>) -> StepRecord<'w> {
    let access = match &line.deed {
        Deed::Access(access) => Some(memory(words, access)),
        Deed::Fence { .. }
        | Deed::Free { .. }
        | Deed::Create { .. }
        | Deed::Join { .. }
        | Deed::Choose { .. } => None,
    };
    let other_thread = match &line.deed {
        Deed::Create { thread } | Deed::Join { thread } => Some(thread.to_string()),
        Deed::Access(_) | Deed::Fence { .. } | Deed::Free { .. } | Deed::Choose { .. } => None,
    };
    StepRecord {
        step: line.number,
        thread: line.thread.to_string(),
        action: action(&line.deed),
        text: words.deed(line),
        location: line.position.map(|position| Location::new(program, position)),
        function: line.function,
        with_previous: match line.block {
            None | Some(BlockPart::First) => false,
            Some(BlockPart::Middle | BlockPart::Last) => true,
        },
        access,
        other_thread,
    }
}

fn memory(words: &Words<'_>, access: &Access) -> Memory {
    let value = |value| words.names.value(access.cell, value);
    let number = |event| words.story.number(event);
    let reading = access.read.as_ref();
    let has_values = !access.act.is_on_mutex();
    Memory {
        variable: words.place(access),
        order: access.ordering.name(),
        read: reading.filter(|_| has_values).map(|reading| value(reading.value)),
        reads_from: reading.map_or_else(Vec::new, |reading| {
            reading.from.iter().map(|event| event.and_then(number)).collect()
        }),
        written: access.written.filter(|_| has_values).map(value),
    }
}

/// The name of what a step did.
fn action(deed: &Deed) -> &'static str {
    match deed {
        Deed::Access(access) => match access.act {
            Act::Load => "read",
            Act::Store => "write",
            Act::Update => "update",
            Act::FailedUpdate => "failed-update",
            Act::Lock => "lock",
            Act::Wait => "wait",
            Act::TryLock => "trylock",
            Act::FailedTryLock => "failed-trylock",
            Act::Unlock => "unlock",
            Act::InitialiseMutex => "mutex-init",
            Act::FailedInitialise => "failed-mutex-init",
            Act::DestroyMutex => "mutex-destroy",
            Act::FailedDestroy => "failed-mutex-destroy",
        },
        Deed::Fence { .. } => "fence",
        Deed::Free { .. } => "free",
        Deed::Create { .. } => "create",
        Deed::Join { .. } => "join",
        Deed::Choose { .. } => "choose",
    }
}
