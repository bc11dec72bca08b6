//! The answer for people.

use super::{Answer, Goal, Revision, Subject, access, order};
use crate::location::Location;
use crate::sentence::{counted, grouped, time};
use crate::style::{DIM, STRONG, paint};
use repair::Change;
use std::fmt::Write;

/// The whole answer.
pub fn text(subject: &Subject<'_>, answer: &Answer) -> String {
    let Subject { goal, what, .. } = subject;
    let model = goal.model();
    let mut out = String::new();
    match answer {
        Answer::NothingToRepair { within_bound } => {
            let [verdict, _] = goal.reached(*within_bound);
            let sentence = match goal {
                Goal::Right { .. } => format!("{verdict} under {model}"),
                Goal::Portable { file, .. } => format!("{file} {}: {verdict}", asked(goal)),
            };
            let sentence = format!("{sentence}: there is nothing to repair");
            let _ = writeln!(out, "{}", paint(STRONG, sentence));
        }
        Answer::Repaired { violation, revisions, complete, wants_all } => {
            let _ = writeln!(out, "{}", paint(STRONG, violation));
            for (number, revision) in revisions.iter().enumerate() {
                let heading = match wants_all {
                    true => format!("repair {} of {}", number + 1, revisions.len()),
                    false if subject.is_cheapest => "cheapest repair".to_owned(),
                    false => "repair, perhaps not the cheapest".to_owned(),
                };
                out.push_str(&repaired(subject, &heading, revision));
            }
            match (wants_all, complete) {
                (true, true) => out.push_str("\nThere are no other smallest repairs.\n"),
                (true, false) => out.push_str("\nThere may be other smallest repairs.\n"),
                (false, _) => {}
            }
        }
        Answer::NotRepairable { violation, under_sc } => {
            let goes_wrong = match goal {
                Goal::Right { .. } => format!("it goes wrong under {model}"),
                Goal::Portable { .. } => format!("{model} allows something new"),
            };
            let goes_wrong = format!("{goes_wrong} with everything as strong as it can be");
            let reason = match under_sc {
                Some(true) => "sequentially consistent executions violate it".to_owned(),
                Some(false) => {
                    format!("{goes_wrong}, though no sequentially consistent execution does")
                }
                None => goes_wrong,
            };
            let _ = writeln!(out, "{}", paint(STRONG, violation));
            let _ = writeln!(out, "\nnot repairable by {what}: {reason}");
        }
        Answer::Relaxed { revision, undecided } => {
            out.push_str(&relaxed(subject, revision));
            if let Some(reason) = undecided {
                let _ = writeln!(
                    out,
                    "\nsome orders stay as they are, since it is not decided whether the program \
                     holds with weaker ones: {reason}"
                );
            }
        }
        Answer::NotRight { violation } => {
            let _ = writeln!(out, "{}", paint(STRONG, violation));
            out.push_str("\nthere is nothing to relax: it is not right as it is\n");
        }
        Answer::Unknown { reason, at_least } => {
            let _ = writeln!(out, "{}", paint(STRONG, format!("unknown: {reason}")));
            if let Some(cost) = at_least.filter(|cost| *cost > 0) {
                let _ = writeln!(out, "a repair costs {} at least", grouped(cost));
            }
        }
    }
    let numbers = numbers(subject);
    let _ = writeln!(out, "\n{}", paint(DIM, numbers));
    out
}

/// What was asked, and how much was done.
fn numbers(subject: &Subject<'_>) -> String {
    let Subject { goal, costs, effort, seconds, .. } = subject;
    let goal = match goal {
        Goal::Right { model, liveness } => {
            let waiting = if *liveness { "no waiting" } else { "perhaps waiting" };
            format!("{model}, costs {}, {waiting} for ever", costs.name())
        }
        Goal::Portable { .. } => format!("{}, costs {}", asked(goal), costs.name()),
    };
    format!(
        "{goal}: {} checked, {}; {}",
        counted(effort.programs.into(), "program"),
        counted(effort.clauses.into(), "clause"),
        time(*seconds),
    )
}

/// From where to where, and what is compared.
fn asked(goal: &Goal<'_>) -> String {
    match goal {
        Goal::Right { model, .. } => format!("under {model}"),
        Goal::Portable { from, to, asked, .. } => {
            format!("from {from} to {to}, {}", asked.words())
        }
    }
}

fn repaired(subject: &Subject<'_>, heading: &str, revision: &Revision) -> String {
    let Revision { changes, cost, within_bound, diff } = revision;
    let number = counted(changes.len() as u64, "change");
    let cost = cost.map_or_else(String::new, |cost| format!(", cost {}", grouped(cost)));
    let [verdict, _] = subject.goal.reached(*within_bound);
    let mut out = format!("\n{heading}: {number}{cost}; checked again: {verdict}\n");
    out.push_str(&table(subject, changes, "now", "then"));
    out.push_str(&shown(diff.as_deref()));
    out
}

/// The diff, or that there is none.
fn shown(diff: Option<&str>) -> String {
    match diff {
        Some(diff) => format!("\n{diff}"),
        None => "\nno diff: not all of these places can be changed in the text alone\n".to_owned(),
    }
}

fn relaxed(subject: &Subject<'_>, revision: &Revision) -> String {
    let Revision { changes, within_bound, diff, .. } = revision;
    let (model, [verdict, _]) = (subject.goal.model(), subject.goal.reached(*within_bound));
    if changes.is_empty() {
        let sentence = format!("{verdict} under {model}, and needs all of its orders");
        return format!("{}\n", paint(STRONG, sentence));
    }
    let number = counted(changes.len() as u64, "place");
    let sentence = format!("{verdict} under {model} with weaker orders at {number}");
    let mut out = format!("{}\n", paint(STRONG, sentence));
    out.push_str(&table(subject, changes, "now", "enough"));
    out.push_str(&shown(diff.as_deref()));
    out
}

/// The changes, one on a line.
fn table(subject: &Subject<'_>, changes: &[Change], now: &str, then: &str) -> String {
    let row = |change: &Change| {
        let position = change.place.position;
        let at = Location::new(subject.program, position);
        let at = match position.column {
            0 => at.to_string(),
            column => format!("{at}:{column}"),
        };
        let function = change.place.function.clone();
        let access = access(change.place.kind).to_owned();
        [at, function, access, order(change.from).to_owned(), order(change.to).to_owned()]
    };
    let heading = ["line", "in", "what", now, then].map(str::to_owned);
    let rows: Vec<[String; 5]> = std::iter::once(heading).chain(changes.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..5).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(out, "  {}", line.trim_end());
    }
    out
}
