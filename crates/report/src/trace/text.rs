//! Answers about histories for people: the verdict, and views or a smallest impossible part.

use super::{Subject, fence_note, scope_name, sources_in_words, word};
use crate::grouped;
use crate::style::{BAD, DIM, STRONG, of_verdict, paint};
use trace::explain::Core;
use trace::{
    Classification, Explanation, Model, Reason, Recording, Sources, Status, Unknown, Verdict,
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
        lines.push(format!("{}: {verdict} {seconds}", paint(STRONG, model.name())));
        if let Verdict::Unknown(why) = &answer.verdict {
            lines.push(format!("  {}", unknown(why, subject.reason.as_deref())));
        } else {
            lines.push(format!("  found by: {}", answer.procedure.name()));
        }
        lines.extend(fence_note(subject).map(|note| format!("  note: {note}")));
        if let Verdict::Consistent(witness) = &answer.verdict {
            explanation(subject.recording, witness, &mut lines);
        }
    }
    if let Some(core) = &subject.core {
        impossible(subject.recording, core, &mut lines);
    }
    if let Some(classification) = &subject.classification {
        models(classification, subject.reason.as_deref(), &mut lines);
    }
    lines.join("\n") + "\n"
}

fn unknown(why: &Unknown, reason: Option<&str>) -> String {
    match why {
        Unknown::Stopped => reason.unwrap_or("it was stopped").to_owned(),
        Unknown::NoTimes(count) => {
            format!("{} operations have no times, as in `@ 10 25`", grouped(*count as u64))
        }
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
    }
}

fn operation(recording: &Recording, id: trace::OperationId) -> String {
    let place = print::place(recording, id);
    format!("{place:8} {}", print::action(recording, id))
}

fn impossible(recording: &Recording, core: &Core, lines: &mut Vec<String>) {
    let sources = Sources::of(recording);
    let shown = core.operations.iter().map(|id| {
        let line = operation(recording, *id);
        match sources_in_words(recording, &sources, *id) {
            Some(words) => format!("{line:28} {words}"),
            None => line,
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

fn models(classification: &Classification, reason: Option<&str>, lines: &mut Vec<String>) {
    let names = |models: Vec<Model>| {
        let names: Vec<&str> = models.into_iter().map(Model::name).collect();
        names.join(", ")
    };
    let strongest = classification.strongest();
    lines.push(if strongest.is_empty() {
        "no model is known to allow it".to_owned()
    } else {
        format!("strongest models that allow it: {}", names(strongest))
    });
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
