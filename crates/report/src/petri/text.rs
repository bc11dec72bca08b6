//! Answers about Petri nets for people: the verdict, and a run or the reason why there is none.

use super::{Answered, Subject, method, word};
use crate::grouped;
use crate::style::{BAD, DIM, STRONG, of_verdict, paint};
use petri::certificate::{Certificate, Proof};
use petri::marking::markings_along;
use petri::net::Net;
use petri::portfolio::Verdict;
use petri::replay::Witness;

/// Longer runs and lists are shown by their beginnings.
const MOST_LINES: usize = 40;

/// Longer sums and markings are cut.
const MOST_CHARACTERS: usize = 1000;

/// The beginning of what is too long to be read.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MOST_CHARACTERS) else { return text.to_owned() };
    let end = text[..end].rfind(' ').unwrap_or(end);
    let more = grouped(text[end..].chars().count() as u64);
    format!("{} … and {more} more characters; --format json has all", &text[..end])
}

/// All answers.
pub fn text(subject: &Subject<'_>) -> String {
    let net = subject.net;
    let mut lines = Vec::new();
    for answered in subject.answers {
        let verdict = &answered.answer.verdict;
        let style = match verdict {
            Verdict::Safe(_) => of_verdict(base::Verdict::Holds),
            Verdict::Unsafe(_) => BAD,
            Verdict::Unknown => of_verdict(base::Verdict::Unknown),
        };
        let name = paint(STRONG, &answered.property.name);
        let seconds = paint(DIM, format!("({:.3} s)", answered.seconds));
        lines.push(format!("{name}: {} {seconds}", paint(style, word(verdict))));
        match verdict {
            Verdict::Safe(certificate) => safe(net, certificate, answered, &mut lines),
            Verdict::Unsafe(witness) => run(net, witness, &mut lines),
            Verdict::Unknown => unknown(answered, &mut lines),
        }
    }
    lines.join("\n") + "\n"
}

fn safe(net: &Net, certificate: &Certificate, answered: &Answered, lines: &mut Vec<String>) {
    if let Some(method) = method(&answered.answer) {
        lines.push(format!("  found by: {method}"));
    }
    for part in &certificate.parts {
        let mut list = |title: &str, shown: Vec<String>| {
            lines.push(format!("  {title}"));
            let more = shown.len().saturating_sub(MOST_LINES);
            let shown = shown.iter().take(MOST_LINES);
            lines.extend(shown.map(|line| format!("    {}", shortened(line))));
            if more > 0 {
                lines.push(format!("    … and {} more", grouped(more as u64)));
            }
        };
        match &part.proof {
            Proof::HalfSpaces { spaces, .. } if spaces.is_empty() => {
                lines.push("  it contradicts itself".to_owned());
            }
            Proof::HalfSpaces { spaces, .. } => list(
                "always true, and in contradiction to it:",
                spaces.iter().map(|space| space.show(net)).collect(),
            ),
            Proof::Weights(space) => list("always true:", vec![space.show(net)]),
            Proof::Backward { spaces, minimal } => {
                if !spaces.is_empty() {
                    list("always true:", spaces.iter().map(|space| space.show(net)).collect());
                }
                list(
                    "nothing leads to where these are covered:",
                    minimal.iter().map(|marking| marking.show(net)).collect(),
                );
            }
            Proof::Forward { maximal } => list(
                "never more than one of these:",
                maximal.iter().map(|marking| marking.show(net)).collect(),
            ),
            Proof::Markings(markings) => {
                let count = grouped(markings.len() as u64);
                lines.push(format!("  none of the {count} reachable markings is of this kind"));
            }
        }
    }
}

fn run(net: &Net, witness: &Witness, lines: &mut Vec<String>) {
    let markings = markings_along(net, &witness.run).expect("the run was replayed");
    let steps = witness.run.len();
    lines.push(match (steps, witness.repeats_from) {
        (_, Some(from)) => {
            format!("  from step {} on, this can be repeated for ever, with more tokens:", from + 1)
        }
        (0, None) => "  in the initial marking:".to_owned(),
        (1, None) => "  after one step:".to_owned(),
        (steps, None) => format!("  after {} steps:", grouped(steps as u64)),
    });
    let names = witness.run.iter().map(|id| net.transition(*id).name.as_str());
    let names: Vec<&str> = std::iter::once("").chain(names).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(30);
    let digits = steps.to_string().len();
    for (step, (name, marking)) in names.iter().zip(&markings).enumerate() {
        // The beginning and the end are shown.
        if step == MOST_LINES && steps > 2 * MOST_LINES {
            let left_out = steps - 2 * MOST_LINES;
            lines.push(format!("    … {} steps …", grouped(left_out as u64)));
        }
        if step < MOST_LINES || step + MOST_LINES > steps || steps <= 2 * MOST_LINES {
            let marking = paint(DIM, shortened(&marking.show(net)));
            lines.push(format!("    {step:digits$} {name:width$}  {marking}"));
        }
    }
}

fn unknown(answered: &Answered, lines: &mut Vec<String>) {
    if let Some(reason) = &answered.reason {
        lines.push(format!("  {reason}"));
    }
    for tried in &answered.answer.tried {
        lines.push(format!("  tried: {} ({})", tried.method.name(), tried.outcome));
    }
}
