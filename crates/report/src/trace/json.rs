//! Answers about histories for programs: one object. Operations are named as in `P0.1`.

use super::{Subject, fence_note, scope_name, word};
use serde::Serialize;
use trace::{Explanation, Reason, Recording, Source, Status, Unknown, Verdict, machine, print};

#[derive(Serialize)]
struct File<'a> {
    format: u32,
    file: &'a str,
    /// The state of a litmus test whose history it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<Seen<'a>>,
    operations: usize,
    threads: usize,
    locations: usize,
    /// The model that was asked for.
    model: Option<&'a str>,
    verdict: Option<&'a str>,
    /// The procedure that gave the answer.
    procedure: Option<&'a str>,
    /// Why it is unknown.
    reason: Option<String>,
    note: Option<String>,
    /// For each read its source; null is the initial value.
    reads_from: Option<Vec<Read>>,
    /// Updates without an end that did not happen, or were not seen to.
    missing: Option<Vec<String>>,
    views: Option<Vec<View>>,
    /// What a machine with store buffers did, for TSO and PSO.
    steps: Option<Vec<Step>>,
    /// The writes to each location in their order, for cat models.
    coherence: Option<Vec<View>>,
    /// An impossible part.
    impossible_part: Option<Part>,
    models: Option<Vec<Line<'a>>>,
    strongest: Option<Vec<&'a str>>,
    seconds: f64,
}

#[derive(Serialize)]
struct Seen<'a> {
    test: &'a str,
    state: &'a str,
    count: Option<u64>,
}

#[derive(Serialize)]
struct Read {
    operation: String,
    source: Option<String>,
}

#[derive(Serialize)]
struct View {
    name: String,
    order: Vec<String>,
}

#[derive(Serialize)]
struct Step {
    step: &'static str,
    operation: String,
}

#[derive(Serialize)]
struct Part {
    operations: Vec<Operation>,
    minimal: bool,
}

#[derive(Serialize)]
struct Operation {
    operation: String,
    text: String,
    line: u32,
}

#[derive(Serialize)]
struct Line<'a> {
    model: &'a str,
    verdict: &'a str,
    procedure: Option<&'a str>,
    /// The model whose answer decides this one.
    follows_from: Option<&'a str>,
}

/// The answer as one line of JSON.
pub fn json(subject: &Subject<'_>) -> String {
    let recording = subject.recording;
    let mut file = File {
        format: crate::json::FORMAT,
        file: subject.file,
        seen: subject.seen.map(|seen| Seen {
            test: &seen.test,
            state: &seen.state,
            count: seen.count,
        }),
        operations: recording.operations().len(),
        threads: recording.threads().count(),
        locations: recording.locations().count(),
        model: None,
        verdict: None,
        procedure: None,
        reason: subject.reason.clone(),
        note: fence_note(subject),
        reads_from: None,
        missing: None,
        views: None,
        steps: None,
        coherence: None,
        impossible_part: None,
        models: None,
        strongest: None,
        seconds: subject.seconds,
    };
    if let Some((model, answer)) = &subject.answer {
        file.model = Some(model.name());
        file.verdict = Some(word(&answer.verdict));
        match &answer.verdict {
            Verdict::Unknown(Unknown::NoTimes(count)) => {
                file.reason = Some(format!("{count} operations have no times"));
            }
            Verdict::Unknown(Unknown::Unsupported(what)) => file.reason = Some(what.clone()),
            Verdict::Unknown(Unknown::Stopped) => {}
            Verdict::Inconsistent => file.procedure = Some(answer.procedure.name()),
            Verdict::Consistent(witness) => {
                file.procedure = Some(answer.procedure.name());
                file.reads_from = Some(reads(recording, &witness.reads_from));
                let missing = trace::missing(recording, &witness.reads_from);
                file.missing =
                    Some(missing.iter().map(|id| print::place(recording, *id)).collect());
                match &witness.explanation {
                    Explanation::Views(views) => {
                        file.views =
                            Some(views.iter().map(|view| named(recording, view)).collect());
                    }
                    Explanation::Moves(steps) => {
                        file.steps = Some(steps.iter().map(|step| of(recording, *step)).collect());
                    }
                    Explanation::Coherence(coherence) => {
                        file.coherence =
                            coherence.as_ref().map(|coherence| ordered(recording, coherence));
                    }
                }
            }
        }
    }
    file.impossible_part = subject.core.as_ref().map(|core| Part {
        operations: core
            .operations
            .iter()
            .map(|id| Operation {
                operation: print::place(recording, *id),
                text: print::action(recording, *id),
                line: recording.operation(*id).line,
            })
            .collect(),
        minimal: core.is_minimal,
    });
    if let Some(classification) = &subject.classification {
        file.models = Some(classification.models.iter().map(|(m, s)| line(m.name(), s)).collect());
        let names = classification.strongest().into_iter().map(trace::Model::name);
        file.strongest = Some(names.collect());
    }
    serde_json::to_string(&file).expect("text and numbers can be written") + "\n"
}

fn reads(recording: &Recording, reads_from: &[Option<Source>]) -> Vec<Read> {
    let read = |id: trace::OperationId| {
        let source = match reads_from[id.0 as usize]? {
            Source::Initial => None,
            Source::Operation(write) => Some(print::place(recording, write)),
        };
        Some(Read { operation: print::place(recording, id), source })
    };
    recording.ids().filter_map(read).collect()
}

fn named(recording: &Recording, view: &trace::View) -> View {
    View {
        name: scope_name(recording, view.scope),
        order: view.order.iter().map(|id| print::place(recording, *id)).collect(),
    }
}

fn ordered(recording: &Recording, coherence: &[Vec<trace::OperationId>]) -> Vec<View> {
    let order = |writes: &Vec<trace::OperationId>| {
        writes.iter().map(|id| print::place(recording, *id)).collect()
    };
    let views = recording.locations().zip(coherence).map(|(location, writes)| View {
        name: recording.location_name(location).to_owned(),
        order: order(writes),
    });
    views.collect()
}

fn of(recording: &Recording, step: history::Move) -> Step {
    let operation = print::place(recording, machine::operation(recording, step.event()));
    let step = match step {
        history::Move::Perform(_) => "perform",
        history::Move::Flush(_) => "flush",
    };
    Step { step, operation }
}

fn line<'a>(model: &'a str, status: &'a Status) -> Line<'a> {
    let (verdict, reason) = match status {
        Status::Allows(reason) => ("possible", Some(reason)),
        Status::Forbids(reason) => ("impossible", Some(reason)),
        Status::Unknown(_) => ("unknown", None),
    };
    let (procedure, follows_from) = match reason {
        Some(Reason::Asked(procedure)) => (Some(procedure.name()), None),
        Some(Reason::Follows(model)) => (None, Some(model.name())),
        None => (None, None),
    };
    Line { model, verdict, procedure, follows_from }
}
