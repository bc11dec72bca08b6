//! Answers about histories for people: the verdict, and views or a smallest impossible part.

use super::{Subject, fence_note, scope_name, sources, sources_in_words, word};
use crate::grouped;
use crate::style::{BAD, DIM, STRONG, of_verdict, paint};
use trace::explain::Core;
use trace::litmus_log::Seen;
use trace::{
    Asked, Classification, Explanation, Model, Reason, Recording, Source, Status, Unknown, Verdict,
    Witness, machine, print,
};

/// Longer lists are shown by their beginnings.
const MOST_LINES: usize = 40;
/// Views beyond these are counted only.
const MOST_VIEWS: usize = 8;

/// The answer.
pub fn text(subject: &Subject<'_>) -> String {
    let mut lines = Vec::new();
    if let Some((model, answer)) = &subject.answer {
        let style = match answer.verdict {
            Verdict::Consistent(_) => of_verdict(base::Verdict::Holds),
            Verdict::Inconsistent => BAD,
            Verdict::Unknown(_) => of_verdict(base::Verdict::Unknown),
        };
        let seconds = paint(DIM, format!("({:.3} s)", subject.seconds));
        let verdict = paint(style, word(&answer.verdict));
        let name = paint(STRONG, model.name());
        if let Some(seen) = subject.seen {
            lines.push(format!("{name}: {}: {verdict}", state(seen)));
            if let Verdict::Consistent(_) = answer.verdict {
                return lines.join("\n") + "\n";
            }
            if let Some(count) = seen.histories.as_ref().ok().map(Vec::len).filter(|n| *n > 1) {
                let count = grouped(count as u64);
                lines.push(format!("  {count} histories end in this state; of the first one:"));
            }
        } else {
            lines.push(format!("{name}: {verdict} {seconds}"));
        }
        if let Verdict::Unknown(why) = &answer.verdict {
            lines.push(format!("  {}", unknown(why, subject.reason.as_deref())));
        } else {
            lines.push(format!("  found by: {}", answer.procedure.name()));
        }
        lines.extend(fence_note(subject).map(|note| format!("  note: {note}")));
        if let Verdict::Consistent(witness) = &answer.verdict {
            let missing = trace::missing(subject.recording, &witness.reads_from);
            let shown = missing.iter().map(|id| operation(subject.recording, *id));
            if shown.len() > 0 {
                list("did not happen, or was not seen to:", shown, &mut lines);
            }
            explanation(subject.recording, witness, &mut lines);
        }
    }
    if let Some(core) = &subject.core {
        impossible(subject, core, &mut lines);
    }
    if let Some(classification) = &subject.classification {
        lines.push(strongest(classification));
        // Of the many states of a log, that is enough.
        if subject.seen.is_none() {
            models(classification, subject.reason.as_deref(), &mut lines);
        }
    }
    lines.join("\n") + "\n"
}

/// How the states of a log were answered.
pub fn tally(model: &str, states: usize, impossible: usize, unknown: usize) -> String {
    let states = match states {
        1 => "1 state was seen".to_owned(),
        count => format!("{} states were seen", grouped(count as u64)),
    };
    let open = match unknown {
        0 => String::new(),
        count => format!(", {} unknown", grouped(count as u64)),
    };
    format!("{model}: {states}, {} impossible{open}\n", grouped(impossible as u64))
}

/// A state of a litmus test, and how often it was seen.
fn state(seen: &Seen) -> String {
    let times = match seen.count {
        None => String::new(),
        Some(1) => " (seen once)".to_owned(),
        Some(count) => format!(" (seen {} times)", grouped(count)),
    };
    format!("{} {}{times}", seen.test, seen.state)
}

fn unknown(why: &Unknown, reason: Option<&str>) -> String {
    match why {
        Unknown::Stopped => reason.unwrap_or("it was stopped").to_owned(),
        Unknown::NoTimes(count) => {
            format!("{} operations have no times, as in `@ 10 25`", grouped(*count as u64))
        }
        Unknown::Unsupported(what) => what.clone(),
    }
}

fn list(title: &str, shown: impl ExactSizeIterator<Item = String>, lines: &mut Vec<String>) {
    lines.push(format!("  {title}"));
    let more = shown.len().saturating_sub(MOST_LINES);
    lines.extend(shown.take(MOST_LINES).map(|line| format!("    {line}")));
    if more > 0 {
        lines.push(format!("    … and {} more; --format json has all", grouped(more as u64)));
    }
}

fn explanation(recording: &Recording, witness: &Witness, lines: &mut Vec<String>) {
    match &witness.explanation {
        Explanation::Views(views) => {
            for view in views.iter().take(MOST_VIEWS) {
                let title = format!("{}:", scope_name(recording, view.scope));
                let shown = view.order.iter().map(|id| operation(recording, *id));
                list(&title, shown, lines);
            }
            if let Some(more) = views.len().checked_sub(MOST_VIEWS).filter(|more| *more > 0) {
                lines.push(format!("  … and {} more views", grouped(more as u64)));
            }
        }
        Explanation::Moves(steps) => {
            let shown = steps.iter().map(|step| {
                let id = machine::operation(recording, step.event());
                let line = operation(recording, id);
                match step {
                    history::Move::Perform(_) => line,
                    history::Move::Flush(_) => format!("{line}  (leaves the buffer)"),
                }
            });
            list("what the machine did:", shown, lines);
        }
        Explanation::Coherence(coherence) => {
            let reads = recording.ids().zip(&witness.reads_from);
            let shown = reads.filter_map(|(id, source)| {
                let from = match (*source)? {
                    Source::Initial => "the initial value".to_owned(),
                    Source::Operation(write) => print::place(recording, write),
                };
                Some(format!("{:28} {from}", operation(recording, id)))
            });
            let shown: Vec<String> = shown.collect();
            list("who reads from whom:", shown.into_iter(), lines);
            let orders = recording.locations().zip(coherence.iter().flatten());
            for (location, writes) in orders.filter(|(_, writes)| !writes.is_empty()) {
                let title = format!("the writes to {}:", recording.location_name(location));
                list(&title, writes.iter().map(|id| operation(recording, *id)), lines);
            }
        }
    }
}

fn operation(recording: &Recording, id: trace::OperationId) -> String {
    let place = print::place(recording, id);
    format!("{place:8} {}", print::action(recording, id))
}

fn impossible(subject: &Subject<'_>, core: &Core, lines: &mut Vec<String>) {
    let (recording, sources) = (subject.recording, sources(subject));
    // Of what is impossible because of times, they are told as well.
    let is_timed = matches!(&subject.answer, Some((Asked::Views(Model::Linearizable), _)));
    let shown = core.operations.iter().map(|id| {
        let mut line = operation(recording, *id);
        if let Some(times) = print::times(recording, *id).filter(|_| is_timed) {
            line = format!("{line:28} {times:9}");
        }
        match sources_in_words(recording, &sources, *id) {
            Some(words) => format!("{line:28} {words}"),
            None => line.trim_end().to_owned(),
        }
    });
    let count = match core.operations.len() {
        1 => "this operation is".to_owned(),
        count => format!("these {} operations are", grouped(count as u64)),
    };
    list(&format!("{count} impossible by themselves:"), shown, lines);
    if !core.is_minimal {
        lines.push("  perhaps fewer are; the search for a smaller part was stopped".to_owned());
    }
}

/// The strongest models that allow a history, in a line.
fn strongest(classification: &Classification) -> String {
    let names: Vec<&str> = classification.strongest().into_iter().map(Model::name).collect();
    match names.as_slice() {
        [] => "no model is known to allow it".to_owned(),
        names => format!("strongest models that allow it: {}", names.join(", ")),
    }
}

fn models(classification: &Classification, reason: Option<&str>, lines: &mut Vec<String>) {
    for (model, status) in &classification.models {
        let (style, word, how) = match status {
            Status::Allows(reason) => {
                (of_verdict(base::Verdict::Holds), "possible", because(*reason))
            }
            Status::Forbids(reason) => (BAD, "impossible", because(*reason)),
            Status::Unknown(why) => {
                (of_verdict(base::Verdict::Unknown), "unknown", unknown(why, reason))
            }
        };
        let word = paint(style, format!("{word:10}"));
        lines.push(format!("  {:12} {word} {}", model.name(), paint(DIM, how)));
    }
}

fn because(reason: Reason) -> String {
    match reason {
        Reason::Asked(procedure) => procedure.name().to_owned(),
        Reason::Follows(model) => format!("as {} says", model.name()),
    }
}
