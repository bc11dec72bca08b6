//! What litmus7 saw: the log of a run on hardware, as histories.
//!
//! litmus7 prints the code of a test, then how often each final state was seen:
//!
//! ```text
//! % Results for SB.litmus %
//! %%%%%%%%%%%%%%%%%%%%%%%%%
//! X86 SB
//! { }
//!  P0          | P1          ;
//!  MOV [x],$1  | MOV [y],$1  ;
//!  MOV EAX,[y] | MOV EAX,[x] ;
//! exists (0:EAX=0 /\ 1:EAX=0)
//! Generated assembler
//! …
//! Test SB Allowed
//! Histogram (4 states)
//! 34    *>0:EAX=0; 1:EAX=0;
//! ```
//!
//! A state is what registers held in the end. Which operations end in it is found out by running
//! the test with every source for every read (`histories`); most often that is one history, and
//! where a read is not part of the state there are several, of which one has to be possible.
//!
//! Only these lines are looked at: `% Results for`, the code up to `Generated assembler`, `Test`,
//! `Histogram` or `States` with the states behind it. So a log of several tests, and what other
//! programs wrote in between, is read as well. Refused: a log without the code of its tests.

mod histories;

use crate::recording::Recording;
use base::Diagnostic;
use litmus::{Lowered, Test};
use std::ops::Range;

/// A state of a test that was seen.
#[derive(Clone, Debug)]
pub struct Seen {
    pub test: String,
    pub state: String,
    /// How often, if the log says it.
    pub count: Option<u64>,
    /// The histories that end in it; or why they cannot be told.
    pub histories: Result<Vec<Recording>, String>,
}

/// Reads a log. Between tests it is asked whether to go on; if not, what is not read is missing.
pub fn parse(text: &str, goes_on: &dyn Fn() -> bool) -> Result<Vec<Seen>, Diagnostic> {
    let mut seen = Vec::new();
    for run in runs(text)? {
        if !goes_on() {
            break;
        }
        let test = Code::parse(text, run.code.clone())?;
        let states: Vec<&str> = run.states.iter().map(|(_, state)| *state).collect();
        let found = histories::of_states(&test.test, &test.lowered, &states, goes_on);
        for ((count, state), histories) in run.states.into_iter().zip(found) {
            let (test, state) = (run.name.to_owned(), state.to_owned());
            seen.push(Seen { test, state, count, histories });
        }
    }
    Ok(seen)
}

/// What the log says of one test.
struct Run<'t> {
    name: &'t str,
    code: Range<usize>,
    states: Vec<(Option<u64>, &'t str)>,
}

struct Code {
    test: Test,
    lowered: Lowered,
}

impl Code {
    fn parse(text: &str, code: Range<usize>) -> Result<Code, Diagnostic> {
        let own = &text[code.clone()];
        let moved = |mut diagnostic: Diagnostic| {
            let span = diagnostic.span;
            diagnostic.span = span.start + code.start..span.end + code.start;
            diagnostic
        };
        let test = litmus::parse(own).map_err(moved)?;
        let lowered = litmus::lower(&test, own).map_err(moved)?;
        Ok(Code { test, lowered })
    }
}

/// Where in the log a reader is.
enum Place {
    /// Between tests, or in what is skipped.
    Elsewhere,
    /// After `% Results for`, before the code.
    Banner,
    /// In the code, which starts there.
    Code(usize),
    /// In the states, of which so many are left.
    States(usize),
}

fn runs(text: &str) -> Result<Vec<Run<'_>>, Diagnostic> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    // The code of the test whose states come next.
    let mut code: Option<Range<usize>> = None;
    let mut name: Option<&str> = None;
    let (mut place, mut start) = (Place::Elsewhere, 0);
    for line in text.split_inclusive('\n') {
        let begin = start;
        start += line.len();
        let span = begin..begin + line.trim_end().len();
        let content = line.trim();
        let mut words = content.split_whitespace();
        let first = words.next().unwrap_or_default();
        place = match place {
            Place::States(left) => {
                let (count, state) = state(content, span)?;
                let run = runs.last_mut().expect("states belong to a test");
                run.states.push((count, state));
                if left > 1 { Place::States(left - 1) } else { Place::Elsewhere }
            }
            _ if content.starts_with("% Results for") => {
                (code, name) = (None, None);
                Place::Banner
            }
            Place::Banner if content.starts_with('%') => Place::Code(start),
            Place::Code(from) if content == "Generated assembler" => {
                code = Some(from..begin);
                Place::Elsewhere
            }
            Place::Code(_) | Place::Banner if first != "Test" => place,
            Place::Code(_) | Place::Banner | Place::Elsewhere => {
                if let (Place::Code(from), "Test") = (&place, first) {
                    code = Some(*from..begin);
                }
                match (first, words.next()) {
                    ("Test", Some(test)) => {
                        name = Some(test);
                        Place::Elsewhere
                    }
                    ("Histogram" | "States", Some(count)) => {
                        let (code, name) = known(code.clone(), name, &span)?;
                        runs.push(Run { name, code, states: Vec::new() });
                        match count.trim_start_matches('(').parse() {
                            Ok(0) => Place::Elsewhere,
                            Ok(count) => Place::States(count),
                            Err(_) => {
                                let message = format!("`{count}` is not a number of states");
                                return Err(Diagnostic::new(message, span));
                            }
                        }
                    }
                    _ => Place::Elsewhere,
                }
            }
        };
    }
    match place {
        Place::States(left) => {
            let message = format!("the log ends before the last {left} states");
            Err(Diagnostic::new(message, text.len()..text.len()))
        }
        Place::Elsewhere | Place::Banner | Place::Code(_) => Ok(runs),
    }
}

/// The code and the name of the test that states are of.
fn known<'t>(
    code: Option<Range<usize>>,
    name: Option<&'t str>,
    span: &Range<usize>,
) -> Result<(Range<usize>, &'t str), Diagnostic> {
    let name = name.ok_or_else(|| Diagnostic::new("these states are of no test", span.clone()))?;
    let code = code.ok_or_else(|| {
        let message = format!("the log does not have the code of {name}");
        let help = "litmus7 prints it between `% Results for` and `Generated assembler`";
        Diagnostic::new(message, span.clone()).with_help(help)
    })?;
    Ok((code, name))
}

/// `34    *>0:EAX=0; 1:EAX=0;` of litmus7, or the state alone.
fn state(line: &str, span: Range<usize>) -> Result<(Option<u64>, &str), Diagnostic> {
    let (count, state) = match line.split_once('>') {
        None => (None, line),
        Some((before, state)) => {
            let number = before.trim_end_matches(['*', ':']).trim();
            let message = || format!("`{number}` does not say how often a state was seen");
            let count = number.parse().map_err(|_| Diagnostic::new(message(), span.clone()))?;
            (Some(count), state)
        }
    };
    if state.is_empty()
        || !state.split(';').all(|part| part.trim().is_empty() || part.contains('='))
    {
        let help = "a state is what registers hold, as in `0:EAX=0; 1:EAX=0;`";
        return Err(Diagnostic::new("this is not a state", span).with_help(help));
    }
    Ok((count, state.trim()))
}
