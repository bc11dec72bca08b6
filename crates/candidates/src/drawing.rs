//! What does an execution look like? Its events by thread, and the pairs that a picture shows:
//! program order from one event to the next, reads-from, coherence and from-reads from one write to
//! the next, dependencies, and the parts of one access.

use base::Tag;
use events::{Event, EventStructure, Kind, Location};
use litmus::{Lowered, Width};
use relation::Relation;

/// Which executions to draw.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Show {
    #[default]
    None,
    /// Those that satisfy the condition's proposition.
    Positive,
    Negative,
    All,
}

impl Show {
    pub(crate) fn wants(self, is_positive: bool) -> bool {
        match self {
            Show::None => false,
            Show::Positive => is_positive,
            Show::Negative => !is_positive,
            Show::All => true,
        }
    }
}

/// An execution that a model allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// Whether it satisfies the condition's proposition.
    pub is_positive: bool,
    /// Its final state, as in the answer.
    pub state: String,
    pub events: Vec<DrawnEvent>,
    pub arrows: Vec<Arrow>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnEvent {
    /// None for an initial write.
    pub thread: Option<usize>,
    /// What it does: `W[REL] x=1`.
    pub text: String,
}

/// A pair of a relation, by the places of its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    pub relation: &'static str,
    pub from: usize,
    pub to: usize,
}

impl Drawing {
    /// A picture of an execution whose coherence is chosen; `sizes` are the bytes that each event
    /// is about.
    pub fn new(
        structure: &EventStructure,
        sizes: &[u8],
        lowered: &Lowered,
        state: String,
        is_positive: bool,
    ) -> Drawing {
        let events = structure.events.iter().zip(sizes);
        let texts = events.map(|(event, size)| text(event, *size, lowered)).collect();
        Drawing::with_texts(structure, texts, state, is_positive)
    }

    /// A picture of an execution of which somebody else says what its events do.
    pub fn with_texts(
        structure: &EventStructure,
        texts: Vec<String>,
        state: String,
        is_positive: bool,
    ) -> Drawing {
        let events = structure.events.iter().zip(texts);
        let events = events.map(|(event, text)| DrawnEvent { thread: event.thread, text });
        let next = |relation: &Relation| {
            let twice = relation.then(relation);
            relation.clone().without(&twice)
        };
        let co = next(structure.co.as_ref().expect("coherence is chosen"));
        let identity = Relation::new(structure.size()).reflexive();
        let fr = structure.rf.inverse().then(&co).without(&identity);
        let relations = [
            ("po", next(&structure.po)),
            ("rf", structure.rf.clone()),
            ("co", co),
            ("fr", fr),
            ("addr", structure.dependencies.addr.clone()),
            ("data", structure.dependencies.data.clone()),
            ("ctrl", structure.dependencies.ctrl.clone()),
            ("si", parts(structure)),
        ];
        let arrows = relations.iter().flat_map(|(relation, pairs)| {
            pairs.pairs().map(|(from, to)| Arrow { relation, from, to })
        });
        // What is so of all parts of an access is shown of the first.
        let is_first = |event: usize| structure.part_before(event).is_none();
        let arrows = arrows.filter(|arrow| {
            let is_of_parts = matches!(arrow.relation, "rf" | "co" | "fr" | "si");
            is_of_parts || is_first(arrow.from) && is_first(arrow.to)
        });
        Drawing { is_positive, state, arrows: arrows.collect(), events: events.collect() }
    }
}

/// Each part of an access with the next one.
fn parts(structure: &EventStructure) -> Relation {
    let mut parts = Relation::new(structure.size());
    for event in 0..structure.size() {
        if let Some(before) = structure.part_before(event) {
            parts.insert(before, event);
        }
    }
    parts
}

fn text(event: &Event, size: u8, lowered: &Lowered) -> String {
    let kind = match event.kind {
        Kind::Read => "R",
        Kind::Write => "W",
        Kind::Update => "RMW",
        Kind::Fence => "F",
        Kind::Other => unreachable!("threads of litmus tests do nothing else"),
    };
    let tags: Vec<&str> = event.tags.iter().map(Tag::name).collect();
    let tags = if tags.is_empty() { String::new() } else { format!("[{}]", tags.join(",")) };
    let layout = &lowered.layout;
    let width = |Location(address)| layout.width_at(address, size);
    let width = event.location.filter(|_| size > 0).map_or(Width::INT, width);
    let show = |value: i64| layout.show(value, width);
    let address = |Location(address)| format!(" {}", show(address));
    let address = event.location.map(address).unwrap_or_default();
    let value = match (event.read, event.written) {
        (Some(read), Some(written)) => format!("={}→{}", show(read), show(written)),
        (Some(value), None) | (None, Some(value)) => format!("={}", show(value)),
        (None, None) => String::new(),
    };
    format!("{kind}{tags}{address}{value}")
}
