//! The answer for programs: one object on a line.

use super::{Answer, NewExecution, Subject};
use port::{Explanation, Link, Permission};
use serde::Serialize;

#[derive(Serialize)]
struct Line<'a> {
    format: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    name: Option<&'a str>,
    /// The text of a test that was made here.
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a str>,
    from: &'a str,
    to: &'a str,
    /// By which mappings a test for another machine was compiled.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_mapping: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_mapping: Option<&'a str>,
    asked: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The final states of the executions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    states: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    executions: Vec<Execution<'a>>,
    /// How many executions that the source forbids were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<usize>,
    /// The bound on loops, of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct Execution<'a> {
    state: &'a str,
    events: Vec<Event<'a>>,
    relations: Vec<Pair<'a>>,
    forbidden: Forbidden<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<Permitted<'a>>,
}

/// The links of the source's cycle within threads that the target does not keep.
#[derive(Serialize)]
struct Permitted<'a> {
    missing: Vec<Missing<'a>>,
}

#[derive(Serialize)]
struct Missing<'a> {
    from: usize,
    relation: Option<&'a str>,
    to: usize,
}

#[derive(Serialize)]
struct Event<'a> {
    /// None for an initial write.
    thread: Option<usize>,
    event: &'a str,
}

/// By the places of the events in their list.
#[derive(Serialize)]
struct Pair<'a> {
    relation: &'a str,
    from: usize,
    to: usize,
}

/// The source's axiom and what violates it; all absent, if it is the coherence that the source
/// would not choose.
#[derive(Serialize, Default)]
struct Forbidden<'a> {
    axiom: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cycle: Vec<Step<'a>>,
    /// An event that is related to itself, or a pair of a relation that should be empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<usize>,
}

#[derive(Serialize)]
struct Step<'a> {
    event: usize,
    /// How the next one follows; none where the model composed the relation.
    relation: Option<&'a str>,
}

/// The answer as one line of JSON.
pub fn json(answer: &Answer<'_>) -> String {
    let mut line = Line::about(&answer.subject, answer.verdict.name());
    line.test = answer.made;
    line.states = answer.new.iter().map(|new| new.drawing.state.as_str()).collect();
    line.executions = answer.new.iter().map(Execution::new).collect();
    (line.iterations, line.bound) = (answer.iterations, answer.bound);
    line.seconds = Some(answer.seconds);
    line.print()
}

/// That there is no answer, as one line of JSON; `verdict` is `unknown` or `error`.
pub fn json_failure(subject: &Subject<'_>, verdict: &str, reason: &str) -> String {
    let mut line = Line::about(subject, verdict);
    line.reason = Some(reason);
    line.print()
}

impl<'a> Line<'a> {
    fn about(subject: &Subject<'a>, verdict: &'a str) -> Line<'a> {
        let Subject { file, name, from, to, by: [from_mapping, to_mapping], asked } = *subject;
        let asked = asked.name();
        let (states, executions) = (Vec::new(), Vec::new());
        let (format, test, reason, seconds) = (crate::json::FORMAT, None, None, None);
        let (iterations, bound) = (None, None);
        Line {
            format,
            file,
            name,
            test,
            from,
            to,
            from_mapping,
            to_mapping,
            asked,
            verdict,
            reason,
            states,
            executions,
            iterations,
            bound,
            seconds,
        }
    }

    fn print(&self) -> String {
        serde_json::to_string(self).expect("text and numbers can be written") + "\n"
    }
}

impl Execution<'_> {
    fn new(new: &NewExecution) -> Execution<'_> {
        let NewExecution { drawing, why, permission } = new;
        let events = drawing.events.iter();
        let arrows = drawing.arrows.iter();
        Execution {
            state: &drawing.state,
            events: events
                .map(|own| Event { thread: own.thread, event: own.text.as_str() })
                .collect(),
            relations: arrows
                .map(|own| Pair { relation: own.relation, from: own.from, to: own.to })
                .collect(),
            forbidden: forbidden(why),
            allowed: permission.as_ref().map(permitted),
        }
    }
}

fn permitted(permission: &Permission) -> Permitted<'_> {
    let missing = permission.missing.iter();
    let missing =
        missing.map(|(from, relation, to)| Missing { from: *from, relation: *relation, to: *to });
    Permitted { missing: missing.collect() }
}

fn forbidden(why: &Explanation) -> Forbidden<'_> {
    let none = Forbidden::default();
    match why {
        Explanation::Cycle { axiom, links } => {
            let step = |link: &Link| Step { event: link.event, relation: link.relation };
            Forbidden { axiom: Some(axiom), cycle: links.iter().map(step).collect(), ..none }
        }
        Explanation::Event { axiom, event } => {
            Forbidden { axiom: Some(axiom), events: vec![*event], ..none }
        }
        Explanation::Pair { axiom, from, to } => {
            Forbidden { axiom: Some(axiom), events: vec![*from, *to], ..none }
        }
        Explanation::Absence { axiom } => Forbidden { axiom: Some(axiom), ..none },
        Explanation::Coherence => none,
    }
}

/// How many tests are portable from one model to another, are not, and are not known.
pub fn json_pair(from: &str, to: &str, [portable, not_portable, unknown]: [usize; 3]) -> String {
    #[derive(Serialize)]
    struct Counts<'a> {
        format: u32,
        from: &'a str,
        to: &'a str,
        portable: usize,
        not_portable: usize,
        unknown: usize,
    }
    let format = crate::json::FORMAT;
    let counts = Counts { format, from, to, portable, not_portable, unknown };
    serde_json::to_string(&counts).expect("text and numbers can be written") + "\n"
}

/// That none of so many tests tells two models apart, of which some have no answer.
pub fn json_none(from: &str, to: &str, tests: usize, unknown: usize) -> String {
    #[derive(Serialize)]
    struct None<'a> {
        format: u32,
        from: &'a str,
        to: &'a str,
        verdict: &'a str,
        tests: usize,
        unknown: usize,
    }
    let (format, verdict) = (crate::json::FORMAT, "none");
    let none = None { format, from, to, verdict, tests, unknown };
    serde_json::to_string(&none).expect("text and numbers can be written") + "\n"
}
