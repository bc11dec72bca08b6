//! The net of a program: places for local states and for the values of cells.
//!
//! A thread that has been created may begin any number of times. What is wrong, what is not
//! supported and what is written beyond the known values are places as well: from a state where a
//! thread has failed nothing leads on, and a step that writes another value puts a token on the
//! place that says so, and nothing else.

use crate::local::{Gap, State, Template, Values, World};
use crate::step::{Step, Touched};
use base::{SourcePosition, Value, ViolationKind};
use execution::{Cell, LocationId};
use interp::Request;
use petri::linear::{Clause, Constraint};
use petri::net::{Builder, Net, PlaceId};
use petri::property::{Property, Question};
use rustc_hash::FxHashMap;

/// What a thread did wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub kind: ViolationKind,
    pub message: String,
    pub position: Option<SourcePosition>,
}

/// What happened to a cell, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub cell: String,
    pub touched: Touched,
}

/// What a transition stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// One more copy of a thread begins.
    Copy { template: usize, state: usize },
    Step {
        template: usize,
        from: usize,
        to: usize,
        position: Option<SourcePosition>,
        accesses: Vec<Access>,
        /// The thread that it creates.
        begins: Option<usize>,
        /// The cell in which it writes a value that was not foreseen.
        beyond: Option<(Cell, Value)>,
    },
}

/// The net, and what is to be asked of it.
#[derive(Clone, Debug)]
pub struct Parametric {
    pub net: Net,
    /// By transition.
    pub meanings: Vec<Meaning>,
    /// The names of the threads; main is the first.
    pub threads: Vec<String>,
    pub wrong: Vec<(PlaceId, Wrong)>,
    pub gaps: Vec<(PlaceId, Gap)>,
    /// The places that say that a cell has got a value that was not foreseen.
    pub beyond: Vec<PlaceId>,
}

/// Whether one of these places can have a token.
pub fn question(name: &str, places: impl IntoIterator<Item = PlaceId>) -> Property {
    let clause =
        |place| Clause { constraints: vec![Constraint::place_at_least(place, 1)], is_dead: false };
    Property::new(name, Question::Reach(places.into_iter().map(clause).collect()))
}

struct Making<'m> {
    builder: Builder,
    meanings: Vec<Meaning>,
    states: Vec<Vec<PlaceId>>,
    /// That a thread has been created.
    created: Vec<PlaceId>,
    values: FxHashMap<(LocationId, Value), PlaceId>,
    beyond: FxHashMap<LocationId, PlaceId>,
    world: &'m World<'m>,
}

/// The net of some threads.
pub(crate) fn make(world: &World<'_>, templates: &[Template], values: &Values) -> Parametric {
    let mut making = Making {
        builder: Builder::default(),
        meanings: Vec::new(),
        states: Vec::new(),
        created: Vec::new(),
        values: FxHashMap::default(),
        beyond: FxHashMap::default(),
        world,
    };
    making.places(templates, values);
    let (mut wrong, mut gaps) = (Vec::new(), Vec::new());
    for (template, thread) in templates.iter().enumerate() {
        making.begin(template);
        for (number, state) in thread.states.iter().enumerate() {
            let place = making.states[template][number];
            let position = state.thread.position(world.context.program);
            if let Some(gap) = &state.gap {
                gaps.push((place, gap.clone()));
            } else if let Request::Failed(failure) = state.thread.request() {
                let (kind, message) = (failure.kind, failure.message.clone());
                wrong.push((place, Wrong { kind, message, position }));
            }
            for (step, to, begins) in &state.steps {
                making.step(template, (number, state), step, *to, *begins);
            }
        }
    }
    let mut beyond: Vec<PlaceId> = making.beyond.values().copied().collect();
    beyond.sort();
    Parametric {
        net: making.builder.build(),
        meanings: making.meanings,
        threads: templates.iter().map(|template| template.name.clone()).collect(),
        wrong,
        gaps,
        beyond,
    }
}

/// What cannot go wrong: names are numbered, and there are few tokens.
const FITS: &str = "names are unique, and numbers small";

/// A name as a word, which every format of nets can have.
fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

impl Making<'_> {
    fn places(&mut self, templates: &[Template], values: &Values) {
        let program = self.world.context.program;
        for (number, template) in templates.iter().enumerate() {
            let created =
                self.builder.add_place(format!("created_{number}_{}", word(&template.name)));
            self.created.push(created.expect(FITS));
            let mut states = Vec::new();
            for (at, state) in template.states.iter().enumerate() {
                let line = state.thread.position(program).map_or(0, |position| position.line);
                let name = format!("{}_{number}_line_{line}_state_{at}", word(&template.name));
                states.push(self.builder.add_place(name).expect(FITS));
            }
            self.states.push(states);
        }
        for number in 0..self.world.cells.len() {
            let location = LocationId(number as u32);
            let name = self.world.name(location);
            for (place, value) in values.of(self.world, location).into_iter().enumerate() {
                let made = self.builder.add_place(format!(
                    "{}_{number}_is_{}",
                    word(&name),
                    word(&format!("{value:?}"))
                ));
                let made = made.expect(FITS);
                self.values.insert((location, value), made);
                if place == 0 {
                    self.builder.mark(made, 1).expect(FITS);
                }
            }
        }
        self.builder.mark(self.states[0][0], 1).expect(FITS);
    }

    fn add(
        &mut self,
        name: String,
        consumes: Vec<(PlaceId, u64)>,
        produces: Vec<(PlaceId, u64)>,
        meaning: Meaning,
    ) {
        let name = format!("{name}_{}", self.meanings.len());
        self.builder.add_transition(name, consumes, produces).expect(FITS);
        self.meanings.push(meaning);
    }

    /// One more copy of a thread that has been created.
    fn begin(&mut self, template: usize) {
        if template > 0 {
            let (created, first) = (self.created[template], self.states[template][0]);
            let meaning = Meaning::Copy { template, state: 0 };
            self.add(
                "copy".to_owned(),
                vec![(created, 1)],
                vec![(created, 1), (first, 1)],
                meaning,
            );
        }
    }

    fn step(
        &mut self,
        template: usize,
        (from, state): (usize, &State),
        step: &Step,
        to: usize,
        begins: Option<usize>,
    ) {
        let mut consumes = vec![(self.states[template][from], 1)];
        let mut produces = vec![(self.states[template][to], 1)];
        let mut beyond = None;
        for (location, touched) in &step.touched {
            consumes.push((self.values[&(*location, touched.before)], 1));
            match self.values.get(&(*location, touched.after)) {
                Some(place) => produces.push((*place, 1)),
                None => beyond = Some((*location, touched.after)),
            }
        }
        if let Some(begun) = begins {
            produces.push((self.created[begun], 1));
        }
        if let Some((location, _)) = beyond {
            let name = word(&self.world.name(location));
            let number = self.beyond.len();
            let builder = &mut self.builder;
            let place = self.beyond.entry(location).or_insert_with(|| {
                builder.add_place(format!("{name}_beyond_{number}")).expect(FITS)
            });
            produces = vec![(*place, 1)];
        }
        let position = state.thread.position(self.world.context.program);
        let access = |(location, touched): (&LocationId, &Touched)| Access {
            cell: self.world.name(*location),
            touched: *touched,
        };
        let accesses = step.touched.iter().map(access).collect();
        let beyond = beyond.map(|(location, value)| (self.world.cells.cell(location), value));
        let meaning = Meaning::Step { template, from, to, position, accesses, begins, beyond };
        self.add("step".to_owned(), consumes, produces, meaning);
    }
}
