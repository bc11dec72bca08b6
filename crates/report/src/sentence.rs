//! The answer in one sentence, and why it is not a better one.

use crate::location::Location;
use crate::names::Names;
use crate::{Limits, Run, Subject, words};
use answer::{Blockage, Gap, Reason, Statistics, Stop, Violation};
use base::Verdict;
use program::Program;

/// The verdict in words, after its name and the model that it is about.
pub(crate) fn verdict(subject: &Subject<'_>) -> String {
    let Subject { program, answer, run, .. } = subject;
    let explored = explored(&answer.statistics());
    let under = format!("under {}", run.model);
    match answer.verdict() {
        Verdict::Holds => format!("holds {under}: no execution violates anything ({explored})"),
        Verdict::HoldsWithinBound => {
            format!(
                "holds within bound{} {under}: no violation while {} ({explored})",
                named(subject),
                within(subject)
            )
        }
        Verdict::Violated => {
            let first = answer.violations().first();
            let first = first.map_or_else(String::new, |first| violation(program, first));
            match answer.violations().len() {
                0 | 1 => format!("violated {under}: {first}"),
                many => format!("violated {under}: {first}, and {} more", many - 1),
            }
        }
        Verdict::Unknown => {
            let reason = reason(subject).unwrap_or_default();
            // Only where an exploration had to be given up are they not among the violations.
            let so_far = match (answer.statistics().erroneous, run.levels.last()) {
                (0, Some(level)) => return format!("unknown {under}: {reason}; {}", level.tell()),
                (0, None) => "no violation so far".to_owned(),
                (some, _) => {
                    format!("{} went wrong, which cannot be shown", counted(some, "execution"))
                }
            };
            format!("unknown {under}: {reason}; {so_far} ({explored})")
        }
    }
}

/// What was wrong, and where.
pub fn violation(program: &Program, violation: &Violation) -> String {
    let message = words::message(&Names::new(program, &violation.objects), violation);
    match violation.position {
        Some(position) => format!("{message} ({})", Location::new(program, position)),
        None => message,
    }
}

/// What keeps the answer from being about all executions.
pub(crate) fn reason(subject: &Subject<'_>) -> Option<String> {
    let run = subject.run;
    match subject.answer.gap() {
        Some(Gap::Unsupported { what, position }) => Some(match position {
            Some(position) => {
                let location = Location::new(subject.program, *position);
                format!("not supported: {what} ({location})")
            }
            None => format!("not supported: {what}"),
        }),
        Some(Gap::OtherViolation { what, position }) => Some(match position {
            Some(position) => {
                let location = Location::new(subject.program, *position);
                format!("something else is wrong: {what} ({location})")
            }
            None => format!("something else is wrong: {what}"),
        }),
        Some(Gap::Stopped(stop)) => Some(match &run.during {
            Some(during) => format!("{} {during}", stopped(*stop, run.limits)),
            None => stopped(*stop, run.limits),
        }),
        Some(Gap::Endless { position }) => Some(match position {
            Some(position) => {
                format!("the loop at {} goes on and on", Location::new(subject.program, *position))
            }
            None => "a loop goes on and on".to_owned(),
        }),
        None => beyond(subject).or_else(|| blockage(subject)),
    }
}

/// What stops every execution before its end.
fn blockage(subject: &Subject<'_>) -> Option<String> {
    let Some(Blockage { reason, position }) = subject.answer.blockage() else {
        let is_unknown = subject.answer.verdict() == Verdict::Unknown;
        return is_unknown.then(|| "no execution comes to its end".to_owned());
    };
    let place = position.map(|position| Location::new(subject.program, position));
    let what = match (reason, place) {
        (Reason::Assumption, Some(place)) => format!("the assumption at {place} does not hold"),
        (Reason::Assumption, None) => "threads wait, or an assumption does not hold".to_owned(),
        (Reason::Loop, Some(place)) => format!("a thread waits in the loop at {place}"),
        (Reason::Loop, None) => "a thread waits in a loop".to_owned(),
        (Reason::Held | Reason::AfterMain, Some(place)) => format!("a thread waits at {place}"),
        (Reason::Held | Reason::AfterMain, None) => "a thread waits".to_owned(),
    };
    Some(format!("no execution comes to its end: {what}"))
}

/// The bound on loops, if that is what cut executions short.
fn named(subject: &Subject<'_>) -> String {
    match (subject.answer.cut().turns, subject.run.unroll) {
        (true, Some(turns)) => format!(" {turns}"),
        (true, None) | (false, _) => String::new(),
    }
}

/// What is true of the executions within the bounds.
fn within(subject: &Subject<'_>) -> String {
    let Subject { answer, run, .. } = subject;
    let turns = || at_most(run);
    let failures =
        || format!("no weak compare-exchange fails more than {} for no reason", in_a_row(run));
    let cut = answer.cut();
    let parts = [
        cut.turns.then(turns),
        cut.failures.then(failures),
        cut.inputs.then(|| format!("inputs are {}", range(run))),
        cut.surroundings.then(|| "the surroundings give the answers that are tried".to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", and ")
}

/// The values that inputs have.
fn range(run: &Run) -> String {
    let (low, high) = run.inputs;
    format!("from {low} to {high}")
}

/// What is true of the executions beyond the bounds, if there are any.
fn beyond(subject: &Subject<'_>) -> Option<String> {
    let Subject { program, answer, run, .. } = subject;
    let cut = answer.cut();
    let what = if cut.turns {
        let at = cut.turning.map_or_else(String::new, |position| {
            format!(", such as the one at {}", Location::new(program, position))
        });
        match (run.unroll, run.loops.as_slice()) {
            (Some(turns), []) => {
                format!("some executions have loops that run more than {turns} times{at}")
            }
            _ => format!("some executions have loops that run more often than allowed{at}"),
        }
    } else if cut.failures {
        format!(
            "in some executions a weak compare-exchange fails more than {} for no reason",
            in_a_row(run)
        )
    } else if cut.inputs {
        format!("the program has inputs that need not be {}", range(run))
    } else if cut.surroundings {
        "the program asks its surroundings (the time, input, the environment, its arguments, output \
         in parts), of which one answer is tried"
            .to_owned()
    } else {
        return None;
    };
    let is_all = answer.verdict() == Verdict::Unknown && answer.statistics().executions == 0;
    Some(if is_all { format!("no execution comes to its end: {what}") } else { what })
}

fn in_a_row(run: &Run) -> String {
    match run.weak_cas {
        Some(1) => "once".to_owned(),
        Some(times) => format!("{times} times in a row"),
        None => "N times in a row".to_owned(),
    }
}

/// Which limit was reached.
pub fn stopped(stop: Stop, limits: Limits) -> String {
    match (stop, limits.seconds, limits.memory_bytes) {
        (Stop::TimeLimit, Some(seconds), _) => format!("the time limit of {seconds} s was reached"),
        (Stop::TimeLimit, None, _) => "the time limit was reached".to_owned(),
        (Stop::MemoryLimit, _, Some(bytes)) => {
            format!("the memory limit of {} was reached", memory(bytes))
        }
        (Stop::MemoryLimit, _, None) => "the memory limit was reached".to_owned(),
        (Stop::Interrupt, _, _) => "it was interrupted".to_owned(),
        (Stop::SeenEnough, _, _) => "whoever watched it had seen enough".to_owned(),
    }
}

/// How often loops run.
fn at_most(run: &Run) -> String {
    let general = run.unroll.map(|turns| format!("every loop runs at most {turns} times"));
    let single = run.loops.iter().map(|(name, turns)| format!("`{name}` at most {turns} times"));
    general.into_iter().chain(single).collect::<Vec<_>>().join(", ")
}

pub(crate) fn explored(statistics: &Statistics) -> String {
    let cut = match statistics.cut {
        0 => String::new(),
        some => format!(", {} cut", grouped(some)),
    };
    format!(
        "{}, {} blocked{cut}",
        counted(statistics.executions, "execution"),
        grouped(statistics.blocked)
    )
}

/// `1 execution`, `2 executions`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time.
pub(crate) fn time(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.1} ms", seconds * 1000.0) } else { format!("{seconds:.2} s") }
}

/// An amount of memory.
pub(crate) fn memory(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 10_000.0 {
        format!("{mebibytes:.0} MiB")
    } else {
        format!("{:.1} GiB", mebibytes / 1024.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_readable() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(memory(3 << 20), "3 MiB");
    }
}
