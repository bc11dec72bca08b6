//! A history as a picture: a column for each thread, an arrow from each source to its read.
//!
//! Of an impossible history its smallest impossible part is drawn; beside it the models, if they
//! were asked ([`super::hierarchy`]). Arrows are drawn where there is one candidate for a source,
//! and dashed where there are several.

use super::{Subject, hierarchy, sources, word};
use std::fmt::Write as _;
use trace::{OperationId, Source, ThreadId, print};

/// Histories and parts with more operations are not drawn.
pub const MOST_OPERATIONS: usize = 200;

/// Between the boxes of two threads.
const GAP: f64 = 52.0;
const ROW: f64 = 44.0;
/// What a box takes at least, and what a letter in it does.
const LEAST: f64 = 100.0;
const LETTER: f64 = 7.4;
const HEIGHT: f64 = 26.0;
const TOP: f64 = 60.0;
/// The colour of arrows from sources to reads.
const SOURCE: &str = "#3060b0";

/// The picture of an answer; nothing for histories that are too large.
pub fn svg(subject: &Subject<'_>) -> Option<String> {
    let recording = subject.recording;
    let shown: Vec<OperationId> = match &subject.core {
        Some(core) => core.operations.clone(),
        None => recording.ids().collect(),
    };
    let (mut body, mut width, mut height) = (String::new(), 0.0_f64, 0.0_f64);
    if shown.len() <= MOST_OPERATIONS {
        (width, height) = operations(subject, &shown, &mut body);
    } else if subject.classification.is_none() {
        return None;
    }
    if let Some(classification) = &subject.classification {
        let _ = writeln!(body, "<g transform=\"translate({width:.0} 0)\">");
        let (more, lower) = hierarchy::draw(classification, &mut body);
        body.push_str("</g>\n");
        width += more;
        height = height.max(lower);
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"Helvetica, Arial, sans-serif\" \
         font-size=\"13\">\n<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
         markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M 0 0 L 10 5 L 0 10 z\" \
         fill=\"#666666\"/></marker></defs>\n<rect width=\"100%\" height=\"100%\" \
         fill=\"white\"/>\n{body}</svg>\n"
    ))
}

/// Draws operations, and says how much room they take.
fn operations(subject: &Subject<'_>, shown: &[OperationId], body: &mut String) -> (f64, f64) {
    let recording = subject.recording;
    let title = match (&subject.answer, &subject.core) {
        (Some((model, _)), Some(_)) => format!("impossible under {}", model.name()),
        (Some((model, answer)), None) => {
            format!("{}: {} under {}", subject.file, word(&answer.verdict), model.name())
        }
        (None, _) => subject.file.to_owned(),
    };
    text(body, 12.0, 24.0, "font-weight=\"bold\"", &title);
    let sources = sources(subject);
    let label = |id: OperationId| match sources.candidates(id) {
        [Source::Initial] => format!("{} (initial)", print::action(recording, id)),
        _ => print::action(recording, id),
    };
    let longest = shown.iter().map(|id| label(*id).chars().count()).max().unwrap_or(0);
    let wide = LEAST.max(16.0 + LETTER * longest as f64);
    let mut columns: Vec<ThreadId> = shown.iter().map(|id| recording.thread_of(*id)).collect();
    columns.dedup();
    let mut places: Vec<(OperationId, f64, f64)> = Vec::new();
    let mut lowest = 0.0_f64;
    for (column, thread) in columns.iter().enumerate() {
        let x = 20.0 + column as f64 * (wide + GAP);
        text(
            body,
            x + wide / 2.0,
            TOP - 8.0,
            "text-anchor=\"middle\"",
            recording.thread_name(*thread),
        );
        let own = shown.iter().filter(|id| recording.thread_of(**id) == *thread);
        for (row, id) in own.enumerate() {
            let y = TOP + row as f64 * ROW;
            places.push((*id, x, y));
            lowest = lowest.max(y + ROW);
            if row > 0 {
                let middle = x + wide / 2.0;
                arrow(body, (middle, y - ROW + HEIGHT), (middle, y), "#bbbbbb", "");
            }
        }
    }
    for (id, x, y) in &places {
        let candidates = sources.candidates(*id);
        let dashed = if candidates.len() > 1 { " stroke-dasharray=\"4 3\"" } else { "" };
        for source in candidates {
            let Source::Operation(write) = source else { continue };
            let Some((_, from_x, from_y)) = places.iter().find(|(other, ..)| other == write) else {
                continue;
            };
            let (from_y, to_y) = (from_y + HEIGHT / 2.0, y + HEIGHT / 2.0);
            let (from, to) = if from_x < x {
                ((from_x + wide, from_y), (*x, to_y))
            } else if from_x > x {
                ((*from_x, from_y), (x + wide, to_y))
            } else {
                // In one column, beside the boxes.
                ((from_x + wide, from_y), (x + wide, to_y))
            };
            arrow(body, from, to, SOURCE, dashed);
        }
    }
    for (id, x, y) in &places {
        let _ = writeln!(
            body,
            "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#f6f6f2\" stroke=\"#444444\"/>",
            wide, HEIGHT
        );
        text(body, x + wide / 2.0, y + 17.0, "text-anchor=\"middle\"", &label(*id));
    }
    let title = 24.0 + 8.2 * title.chars().count() as f64;
    let columns = 40.0 + columns.len() as f64 * (wide + GAP);
    (columns.max(title), lowest + 20.0)
}

/// An arrow; between two boxes of one column it goes around what is between them.
fn arrow(body: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, more: &str) {
    if from.0 == to.0 && colour == SOURCE {
        let side = from.0 + GAP * 0.7;
        let _ = writeln!(
            body,
            "<path d=\"M {:.0} {:.0} C {side:.0} {:.0} {side:.0} {:.0} {:.0} {:.0}\" fill=\"none\" stroke=\"{colour}\"{more} marker-end=\"url(#tip)\"/>",
            from.0, from.1, from.1, to.1, to.0, to.1
        );
        return;
    }
    let _ = writeln!(
        body,
        "<line x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{:.0}\" stroke=\"{colour}\"{more} marker-end=\"url(#tip)\"/>",
        from.0, from.1, to.0, to.1
    );
}

pub(super) fn text(body: &mut String, x: f64, y: f64, attributes: &str, text: &str) {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(body, "<text x=\"{x:.0}\" y=\"{y:.0}\" {attributes}>{escaped}</text>");
}
