//! Answers about programs with any number of threads: for people ([`text()`]) and for programs
//! ([`json()`]), in source lines and names of variables.

use crate::location::Location;
use crate::style::{BAD, DIM, STRONG, of_verdict, paint};
use parametric::check::Reason;
use parametric::net::{Access, Parametric};
use parametric::story::{Moment, Story};
use parametric::{Gap, Outcome, Unsuitable};
use program::Program;
use serde::Serialize;

/// What was asked, and what is known.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub file: &'a str,
    pub program: &'a Program,
    pub outcome: &'a Outcome,
    /// The limit that was reached, if one was.
    pub limit: Option<&'a str>,
    pub seconds: f64,
}

/// The answer.
pub fn text(subject: &Subject<'_>) -> String {
    let seconds = paint(DIM, format!("({:.3} s)", subject.seconds));
    let file = paint(STRONG, subject.file);
    let mut lines = Vec::new();
    match subject.outcome {
        Outcome::Holds(made, proofs) => {
            let holds = paint(of_verdict(base::Verdict::Holds), "holds");
            let threads = threads(made).join(", ");
            lines.push(format!("{file}: {holds} for any number of copies of {threads} {seconds}"));
            lines.push(match proofs.len() {
                0 => "  nothing in it can fail".to_owned(),
                1 => "  shown by a proof about its net, which was checked".to_owned(),
                several => format!("  shown by {several} proofs about its net, which were checked"),
            });
        }
        Outcome::Violated(_, wrong, story) => {
            let violated = paint(BAD, "violated");
            lines.push(format!("{file}: {violated} with {} {seconds}", copies(story)));
            let moments = story.moments.iter().map(|moment| told(subject.program, moment));
            let table: Vec<[String; 3]> = moments.collect();
            let width = |column: usize| table.iter().map(|line| line[column].len()).max();
            let (first, second) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
            for [thread, place, what] in &table {
                lines.push(format!("  {thread:first$}  {place:second$}  {what}"));
            }
            let place = wrong.position.map(|position| Location::new(subject.program, position));
            let place = place.map_or(String::new(), |place| format!("{place}: "));
            lines.push(format!("  {place}{}", paint(BAD, &wrong.message)));
        }
        Outcome::Unknown(reason) => {
            let unknown = paint(of_verdict(base::Verdict::Unknown), "unknown");
            let why = why(subject, reason);
            lines.push(format!("{file}: {unknown}: {why} {seconds}"));
        }
    }
    lines.join("\n") + "\n"
}

/// The names of the threads but for main.
fn threads(made: &Parametric) -> Vec<String> {
    made.threads[1..].to_vec()
}

fn copies(story: &Story) -> String {
    let parts = story.copies.iter().filter(|(_, count)| *count > 0).map(|(name, count)| {
        let noun = if *count == 1 { "copy" } else { "copies" };
        format!("{count} {noun} of {name}")
    });
    let parts: Vec<String> = parts.collect();
    match parts.is_empty() {
        true => "main alone".to_owned(),
        false => parts.join(" and "),
    }
}

fn why(subject: &Subject<'_>, reason: &Reason) -> String {
    if let Some(limit) = subject.limit {
        return limit.to_owned();
    }
    let at = |position: &Option<base::SourcePosition>| match position {
        Some(position) => format!(" ({})", Location::new(subject.program, *position)),
        None => String::new(),
    };
    match reason {
        Reason::Unsuitable(Unsuitable { what, position }) => {
            format!("no net is made of this: {what}{}", at(position))
        }
        Reason::Gap(Gap { what, position }) => {
            format!("not supported here: {what}{}", at(position))
        }
        Reason::ManyValues(name) => format!(
            "`{name}` gets more than {} values, with no end in sight",
            parametric::check::MOST_VALUES
        ),
        Reason::NotDecided(what) => format!("not decided: {what}"),
    }
}

fn told(program: &Program, moment: &Moment) -> [String; 3] {
    let thread = match moment.copy {
        Some(copy) => format!("{} {copy}", moment.thread),
        None => moment.thread.clone(),
    };
    let place = moment.position.map(|position| Location::new(program, position).short());
    let mut parts: Vec<String> = moment.accesses.iter().map(in_words).collect();
    parts.extend(moment.creates.iter().map(|name| format!("creates {name}")));
    [thread, place.unwrap_or_default(), parts.join(", ")]
}

fn in_words(access: &Access) -> String {
    let (name, touched) = (&access.cell, access.touched);
    let held = |value: base::Value| value.defined().and_then(interp::mutex_holder).is_some();
    match (touched.is_read, touched.is_written) {
        (true, true) if held(touched.after) => format!("locks {name}"),
        (false, true) if held(touched.before) => format!("unlocks {name}"),
        (_, false) => format!("reads {:?} from {name}", touched.before),
        (false, true) => format!("writes {:?} to {name}", touched.after),
        (true, true) => format!("changes {name} from {:?} to {:?}", touched.before, touched.after),
    }
}

#[derive(Serialize)]
struct File<'a> {
    format: u32,
    file: &'a str,
    verdict: &'static str,
    model: &'static str,
    engine: &'static str,
    reason: Option<String>,
    threads: Vec<String>,
    places: Option<usize>,
    transitions: Option<usize>,
    proofs: Option<usize>,
    violations: Vec<Violation<'a>>,
    seconds: f64,
}

#[derive(Serialize)]
struct Violation<'a> {
    kind: &'static str,
    message: &'a str,
    location: Option<Location>,
    copies: Vec<Copies<'a>>,
    run: Vec<Told>,
}

#[derive(Serialize)]
struct Copies<'a> {
    thread: &'a str,
    number: usize,
}

#[derive(Serialize)]
struct Told {
    thread: String,
    copy: Option<usize>,
    location: Option<Location>,
    does: Vec<String>,
    creates: Option<String>,
}

/// The answer as one line of JSON.
pub fn json(subject: &Subject<'_>) -> String {
    let mut file = File {
        format: 1,
        file: subject.file,
        verdict: "unknown",
        model: "sc",
        engine: "net",
        reason: None,
        threads: Vec::new(),
        places: None,
        transitions: None,
        proofs: None,
        violations: Vec::new(),
        seconds: subject.seconds,
    };
    let mut describe = |made: &Parametric| {
        file.threads = threads(made);
        file.places = Some(made.net.place_count());
        file.transitions = Some(made.net.transitions().len());
    };
    match subject.outcome {
        Outcome::Holds(made, proofs) => {
            describe(made);
            (file.verdict, file.proofs) = ("holds", Some(proofs.len()));
        }
        Outcome::Violated(made, wrong, story) => {
            describe(made);
            file.verdict = "violated";
            let location = |position| Location::new(subject.program, position);
            let moment = |moment: &Moment| Told {
                thread: moment.thread.clone(),
                copy: moment.copy,
                location: moment.position.map(location),
                does: moment.accesses.iter().map(in_words).collect(),
                creates: moment.creates.clone(),
            };
            let copies = story.copies.iter();
            file.violations.push(Violation {
                kind: wrong.kind.name(),
                message: &wrong.message,
                location: wrong.position.map(location),
                copies: copies.map(|(thread, number)| Copies { thread, number: *number }).collect(),
                run: story.moments.iter().map(moment).collect(),
            });
        }
        Outcome::Unknown(reason) => file.reason = Some(why(subject, reason)),
    }
    serde_json::to_string(&file).expect("plain data can be written") + "\n"
}
