//! The answer for people. Events have letters, in the order of the threads; an initial write is
//! called by what it writes.

use super::{Answer, Asked, NewExecution, Subject, Verdict};
use candidates::Drawing;
use port::{Explanation, Link, Permission};

/// The answer in a line, and the execution if there is one.
pub fn text(answer: &Answer<'_>) -> String {
    let Answer { subject, made, verdict, new, iterations, bound, .. } = answer;
    let said = match (verdict, subject.asked) {
        (Verdict::Portable, _) => "portable".to_owned(),
        (Verdict::PortableWithinBound, _) => match bound {
            Some(bound) => {
                format!("portable within the bound: loops were left after {bound} turns")
            }
            None => "portable within the bound: loops that reads decide were left after two rounds"
                .to_owned(),
        },
        (Verdict::NotPortable, Asked::Traces) => {
            format!("not portable: a new execution ends with {}", new[0].drawing.state)
        }
        (Verdict::NotPortable, Asked::States) => {
            let states: Vec<&str> = new.iter().map(|own| own.drawing.state.as_str()).collect();
            match states[..] {
                [one] => format!("not portable: {} reaches {one}", subject.to),
                _ => format!(
                    "not portable: {} reaches {} states more\n  {}",
                    subject.to,
                    states.len(),
                    states.join("\n  ")
                ),
            }
        }
    };
    let made = made.map(|text| format!("{text}\n")).unwrap_or_default();
    let asked = iterations.map(|count| format!(" (iterations: {count})")).unwrap_or_default();
    let mut lines = format!("{made}{}: {said}{asked}\n", heading(subject));
    if let Some(first) = new.first() {
        lines += &execution(first, subject);
    }
    lines
}

/// That there is no answer.
pub fn failure(subject: &Subject<'_>, reason: &str) -> String {
    format!("{}: unknown: {reason}\n", heading(subject))
}

fn heading(subject: &Subject<'_>) -> String {
    let Subject { file, name, from, to, by, asked } = subject;
    let what = asked.words();
    let [source, target] = by.map(|own| own.map_or(String::new(), |own| format!(" (as {own})")));
    let name = name.or(*file).unwrap_or_default();
    format!("{name} from {from}{source} to {to}{target}, {what}")
}

fn execution(new: &NewExecution, subject: &Subject<'_>) -> String {
    let NewExecution { drawing, why, permission } = new;
    let names = names(drawing);
    let name = |event: usize| names[event].as_str();
    let mut text = String::new();
    let mut last = None;
    for (index, event) in drawing.events.iter().enumerate() {
        let Some(thread) = event.thread else { continue };
        let start = if last == Some(thread) { "  ".to_owned() } else { format!("P{thread}") };
        last = Some(thread);
        let mut from = drawing.arrows.iter().filter(|own| own.relation == "rf" && own.to == index);
        let source = from.next().map(|arrow| format!("  from {}", name(arrow.from)));
        let source = source.unwrap_or_default();
        text += &format!("    {start}  {}: {}{source}\n", name(index), event.text);
    }
    for arrow in drawing.arrows.iter().filter(|own| own.relation == "co") {
        // That initial writes come first goes without saying.
        if drawing.events[arrow.from].thread.is_some() {
            text += &format!("    {} is overwritten by {}\n", name(arrow.from), name(arrow.to));
        }
    }
    text += &format!("    {} forbids it: {}\n", subject.from, reason(why, &names));
    if let Some(Permission { missing }) = permission {
        let links = missing.iter().map(|(from, relation, to)| {
            format!("{} -{}-> {}", names[*from], relation.unwrap_or(""), names[*to])
        });
        let links: Vec<String> = links.collect();
        let reason = match links.is_empty() {
            true => "it keeps each of these orders, and not all of them together".to_owned(),
            false => format!("it does not keep {}", links.join(", ")),
        };
        text += &format!("    {} allows it: {reason}\n", subject.to);
    }
    text
}

fn reason(why: &Explanation, names: &[String]) -> String {
    match why {
        Explanation::Cycle { axiom, links } => {
            let mut path = String::new();
            for Link { event, relation } in links {
                path += &format!("{} -{}-> ", names[*event], relation.unwrap_or(""));
            }
            let first = links.first().map_or("", |link| names[link.event].as_str());
            format!("`{axiom}` has a cycle, {path}{first}")
        }
        Explanation::Event { axiom, event } => {
            format!("`{axiom}` does not hold for {}", names[*event])
        }
        Explanation::Pair { axiom, from, to } => {
            format!("`{axiom}` does not hold for {} and {}", names[*from], names[*to])
        }
        Explanation::Absence { axiom } => format!("`{axiom}` demands something that is not there"),
        Explanation::Coherence => "it would order the writes to a location differently".to_owned(),
    }
}

/// What events are called.
fn names(drawing: &Drawing) -> Vec<String> {
    let mut letters = 0;
    let name = |event: &candidates::DrawnEvent| match event.thread {
        Some(_) => {
            letters += 1;
            letter(letters - 1)
        }
        None => format!("the initial {}", event.text),
    };
    drawing.events.iter().map(name).collect()
}

/// a, b, … z, a1, b1, …
fn letter(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
