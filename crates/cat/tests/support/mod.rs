//! Small executions to evaluate models on, written in one line.
//!
//! `Wx1 Ry0 | Wy1 MFENCE Rx0`: threads are separated by `|`; `Wx1` writes 1 to x, `Ry0` reads 0
//! from y, `Ux01` reads 0 and writes 1 as one update, and any other word is a fence of that name.
//! What follows a dot is a mark: `Rx1.ACQ`. There is an initial write of 0 to each location. A read
//! reads from the write of its value, so no value is written twice to a location.

#![allow(dead_code, reason = "each test uses a part of this")]

pub(crate) mod world;
pub(crate) mod writer;

use cat::program::{Input, Kind, Meaning};
use cat::{Concrete, Datum, DatumOf, Given, Judgement, Program, Valuation, compute, judge};
use relation::{Relation, Set};

#[derive(Clone, Debug)]
struct Event {
    /// None for initial writes.
    thread: Option<usize>,
    /// `R`, `W`, or the name of a fence.
    kind: String,
    location: char,
    value: char,
    marks: Vec<String>,
    /// It reads for the event after it.
    updates: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Execution {
    events: Vec<Event>,
    /// What was chosen so far.
    choices: Vec<Relation>,
}

impl Execution {
    pub(crate) fn new(text: &str) -> Execution {
        let mut events = Vec::new();
        for (thread, words) in text.split('|').enumerate() {
            for word in words.split_whitespace() {
                let mut parts = word.split('.');
                let word = parts.next().unwrap();
                let marks: Vec<String> = parts.map(str::to_owned).collect();
                let letters: Vec<char> = word.chars().collect();
                let mut push = |kind: &str, location, value, updates| {
                    let (kind, marks) = (kind.to_owned(), marks.clone());
                    events.push(Event {
                        thread: Some(thread),
                        kind,
                        location,
                        value,
                        marks,
                        updates,
                    });
                };
                match letters[..] {
                    [kind @ ('R' | 'W'), location, value] => {
                        push(&kind.to_string(), location, value, false);
                    }
                    ['U', location, old, new] => {
                        push("R", location, old, true);
                        push("W", location, new, false);
                    }
                    _ => push(word, ' ', ' ', false),
                }
            }
        }
        let mut locations: Vec<char> = events.iter().map(|event| event.location).collect();
        locations.retain(|location| *location != ' ');
        locations.sort_unstable();
        locations.dedup();
        for location in locations {
            let (kind, marks) = ("W".to_owned(), vec!["IW".to_owned()]);
            events.push(Event { thread: None, kind, location, value: '0', marks, updates: false });
        }
        Execution { events, choices: Vec::new() }
    }

    pub(crate) fn world(&self) -> Concrete {
        Concrete { events: self.events.len() }
    }

    fn set(&self, name: &str) -> Set {
        let is_in = |event: &Event| match name {
            "M" => matches!(&*event.kind, "R" | "W"),
            "F" => !matches!(&*event.kind, "R" | "W"),
            _ => event.kind == name || event.marks.iter().any(|mark| mark == name),
        };
        let numbers = (0..self.events.len()).filter(|number| is_in(&self.events[*number]));
        Set::from_numbers(self.events.len(), numbers)
    }

    fn relation(&self, name: &str) -> Relation {
        let holds = |from: usize, to: usize| {
            let (one, other) = (&self.events[from], &self.events[to]);
            let same_thread = one.thread == other.thread && one.thread.is_some();
            let same_location = one.location == other.location && one.location != ' ';
            match name {
                "po" => same_thread && from < to,
                "int" => same_thread || from == to,
                "ext" => !same_thread && from != to,
                "loc" => same_location,
                "si" | "sm" => from == to && matches!(&*one.kind, "R" | "W"),
                "rmw" | "amo" => one.updates && to == from + 1,
                "rf" => {
                    same_location
                        && one.kind == "W"
                        && other.kind == "R"
                        && one.value == other.value
                }
                _ => false,
            }
        };
        let mut relation = Relation::new(self.events.len());
        for from in 0..self.events.len() {
            (0..self.events.len())
                .filter(|to| holds(from, *to))
                .for_each(|to| relation.insert(from, to));
        }
        relation
    }

    /// The judgements for all choices.
    pub(crate) fn judgements(&self, program: &Program) -> Vec<Judgement> {
        self.try_judgements(program).unwrap()
    }

    /// The same for a model that may be wrong about what there is to choose from.
    pub(crate) fn try_judgements(&self, program: &Program) -> Result<Vec<Judgement>, cat::Error> {
        let mut execution = self.clone();
        let mut judgements = Vec::new();
        execution.choose(program, &mut judgements)?;
        Ok(judgements)
    }

    fn choose(
        &mut self,
        program: &Program,
        judgements: &mut Vec<Judgement>,
    ) -> Result<(), cat::Error> {
        let Some(choice) = program.choices.get(self.choices.len()) else {
            judgements.push(judge(program, self.world(), self));
            return Ok(());
        };
        let mut valuation = Valuation::new(program);
        let needed = choice.source.slots().into_iter().map(|slot| program.prefix(slot)).max();
        compute(program, &mut self.world(), self, 0..needed.unwrap_or(0), &mut valuation);
        for relation in choice.source.relations(self.world(), &valuation)? {
            self.choices.push(relation);
            self.choose(program, judgements)?;
            self.choices.pop();
        }
        Ok(())
    }

    /// Whether the model allows it with some choices.
    pub(crate) fn is_allowed(&self, program: &Program) -> bool {
        self.judgements(program).iter().any(Judgement::is_allowed)
    }
}

impl Given<Concrete> for Execution {
    fn input(&self, _: &mut Concrete, _: usize, input: &Input) -> DatumOf<Concrete> {
        let (Meaning::Named(name) | Meaning::Tagged(name) | Meaning::Scope(name)) = &input.meaning;
        match input.kind {
            Kind::Set => Datum::Set(self.set(name)),
            Kind::Relation => Datum::Relation(self.relation(name)),
        }
    }

    fn choice(&self, _: &mut Concrete, index: usize) -> Relation {
        self.choices[index].clone()
    }
}
