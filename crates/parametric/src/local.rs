//! What can one thread do, whatever the others do? Its local states and the steps between them.
//!
//! A local state is a state of `interp::Thread`; states with the same request from which a thread
//! goes on in the same way are one (`interp::divergence`), so that a loop that comes back to where
//! it was is a loop here as well. Where a thread waits in a loop, the passes have it stop in an
//! iteration that changed nothing, and what it would have read later is another answer to the same
//! read. So the states of a thread are finitely many unless it counts without end.
//!
//! Shared memory is the cells of global variables that more than main touches. Which these are, and
//! how they are cut, `interp` finds out on the way: a discovery ends everything and starts again.

use crate::step::{Begun, Step, name, steps};
use crate::suitable::{self, Unsuitable};
use base::{ObjectId, SourcePosition, ThreadId, Value};
use execution::{Cell, Cells, LocationId};
use interp::{Block, Context, Cut, Discovery, Object, Objects, Operation, Request, Thread};
use program::Allocation;
use rustc_hash::FxHashMap;

/// A thread with more local states than that is too large.
const MOST_STATES: usize = 5000;
/// How many jumps and calls private code may have between two visible operations.
const MOST_PRIVATE: u64 = 1 << 20;

/// Something that keeps an answer from being complete, if it can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub what: String,
    pub position: Option<SourcePosition>,
}

/// Why there are no local states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    Unsuitable(Unsuitable),
    Discovered(Discovery),
}

impl From<Discovery> for Trouble {
    fn from(discovery: Discovery) -> Trouble {
        Trouble::Discovered(discovery)
    }
}

/// What all threads have in common.
pub(crate) struct World<'a> {
    pub context: Context<'a>,
    pub cells: Cells,
}

/// Nobody else has objects that a thread could touch.
struct NoObjects;

impl Objects for NoObjects {
    fn object(&self, _: ObjectId) -> Option<&Object> {
        None
    }
}

impl World<'_> {
    /// The number of a cell of a global variable; none if it is something else.
    pub(crate) fn shared(&mut self, cell: Cell) -> Result<Option<LocationId>, Discovery> {
        let object = cell.address.object().map(|(object, _)| object);
        let global = object.and_then(|object| self.context.program.global_of(object));
        let Some(global) = global else { return Ok(None) };
        let allocation = Allocation::Global(global);
        let number = self.cells.number(cell);
        number.map(Some).map_err(|overlap| Discovery::Split { allocation, cut: Cut::at(overlap) })
    }

    pub(crate) fn initial(&self, location: LocationId) -> Value {
        let cell = self.cells.cell(location);
        let (object, offset) = cell.address.object().expect("a cell is in an object");
        let global = self.context.program.global_of(object).expect("only globals are shared");
        let bytes = &self.context.program.global(global).bytes;
        Value::new(interp::memory::initial_bits(bytes, offset, cell.size))
    }

    pub(crate) fn name(&self, location: LocationId) -> String {
        name(self, self.cells.cell(location))
    }

    /// Runs a thread to its next request. What it has met that is not supported is a gap.
    pub(crate) fn resume(
        &self,
        thread: &mut Thread,
        answer: Option<Value>,
    ) -> Result<Option<Gap>, Discovery> {
        let mut budget = MOST_PRIVATE;
        match answer {
            Some(answer) => thread.resume(&self.context, &NoObjects, answer, &mut budget),
            None => thread.start(&self.context, &NoObjects, &mut budget),
        }
        let position = thread.position(self.context.program);
        let gap = |what: &str| Some(Gap { what: what.to_owned(), position });
        Ok(match thread.request() {
            Request::Discovered(discovery) => return Err(*discovery),
            Request::Unsupported(what) => gap(what),
            Request::Paused => gap("private code that takes very long"),
            Request::Exited => gap("ending the program from within"),
            Request::Blocked(Block::Bound) => gap("a loop that was cut"),
            _ => None,
        })
    }
}

/// The values that each cell may have, as far as they are known; the initial one first.
#[derive(Clone, Default, Debug)]
pub(crate) struct Values(FxHashMap<Cell, Vec<Value>>);

impl Values {
    pub(crate) fn of(&self, world: &World<'_>, location: LocationId) -> Vec<Value> {
        let mut values = vec![world.initial(location)];
        values.extend(self.0.get(&world.cells.cell(location)).into_iter().flatten());
        values
    }

    /// One more value of a cell; says how many there are beside the initial one.
    pub(crate) fn add(&mut self, cell: Cell, value: Value) -> usize {
        let values = self.0.entry(cell).or_default();
        values.push(value);
        values.len()
    }
}

/// A local state.
#[derive(Debug)]
pub(crate) struct State {
    pub thread: Thread,
    pub gap: Option<Gap>,
    /// The steps from here, with the number of the state after each, and of the thread that it
    /// begins.
    pub steps: Vec<(Step, usize, Option<usize>)>,
}

/// A thread of which there may be any number of copies; main, which comes first, is there once.
#[derive(Debug)]
pub(crate) struct Template {
    pub name: String,
    /// The first is where it begins.
    pub states: Vec<State>,
    begun: Option<Begun>,
}

/// The local states of all threads, if cells have these values.
pub(crate) fn templates(world: &mut World<'_>, values: &Values) -> Result<Vec<Template>, Trouble> {
    let program = world.context.program;
    let entry = program.entry().expect("a program has a main function");
    let parameters = program.function(entry).parameters as usize;
    let main = Thread::new(&world.context, ThreadId::MAIN, entry, &vec![Value::ZERO; parameters]);
    let mut found = vec![begin(world, "main".to_owned(), main, None)?];
    let mut place = 0;
    while place < found.len() {
        explore(world, values, &mut found, place)?;
        place += 1;
    }
    Ok(found)
}

fn begin(
    world: &World<'_>,
    name: String,
    mut thread: Thread,
    begun: Option<Begun>,
) -> Result<Template, Trouble> {
    let gap = world.resume(&mut thread, None)?;
    Ok(Template { name, states: vec![State { thread, gap, steps: Vec::new() }], begun })
}

fn explore(
    world: &mut World<'_>,
    values: &Values,
    templates: &mut Vec<Template>,
    place: usize,
) -> Result<(), Trouble> {
    let mut by_request: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    let mut at = 0;
    while at < templates[place].states.len() {
        let state = &templates[place].states[at];
        let is_waiting = matches!(state.thread.request(), Request::Visible { .. });
        if !is_waiting || state.gap.is_some() {
            at += 1;
            continue;
        }
        if let Some(Operation::Join { .. }) = state.thread.request().operation() {
            does_nothing_more(world, &state.thread.clone())?;
            at += 1;
            continue;
        }
        let thread = state.thread.clone();
        for step in steps(world, &thread, values)? {
            let begun = match step.begun {
                Some(begun) => Some(template_of(world, templates, begun)?),
                None => None,
            };
            let states = &mut templates[place].states;
            let key = format!(
                "{:?} {:?}",
                step.after.request(),
                step.after.position(world.context.program)
            );
            let alike = by_request.entry(key).or_default();
            let is_same = |known: &usize| {
                let known = &states[*known];
                known.thread.goes_on_like(world.context.program, &step.after)
                    && known.gap == step.gap
            };
            let next = alike.iter().copied().find(is_same).unwrap_or_else(|| {
                let (thread, gap) = (step.after.clone(), step.gap.clone());
                states.push(State { thread, gap, steps: Vec::new() });
                alike.push(states.len() - 1);
                states.len() - 1
            });
            if states.len() > MOST_STATES {
                let name = &templates[place].name;
                let what = format!("`{name}` has more than {MOST_STATES} states");
                let position = thread.position(world.context.program);
                return Err(Trouble::Unsuitable(Unsuitable { what, position }));
            }
            states[at].steps.push((step, next, begun));
        }
        at += 1;
    }
    Ok(())
}

/// The template of a thread that main creates: the same function with the same argument is the
/// same.
fn template_of(
    world: &World<'_>,
    templates: &mut Vec<Template>,
    begun: Begun,
) -> Result<usize, Trouble> {
    let is_same = |known: &Template| {
        known.begun.is_some_and(|other| {
            (other.function, other.argument) == (begun.function, begun.argument)
        })
    };
    if let Some(place) = templates.iter().position(is_same) {
        return Ok(place);
    }
    let program = world.context.program;
    suitable::check(program, begun.function).map_err(Trouble::Unsuitable)?;
    let function = program.function(begun.function);
    let mut arguments = vec![begun.argument];
    arguments.resize((function.parameters as usize).max(1), Value::ZERO);
    let thread = Thread::new(&world.context, begun.child, begun.function, &arguments);
    let others = templates
        .iter()
        .filter(|known| known.begun.is_some_and(|other| other.function == begun.function));
    let name = match others.count() {
        0 => function.name.clone(),
        more => format!("{}/{}", function.name, more + 1),
    };
    templates.push(begin(world, name, thread, Some(begun))?);
    Ok(templates.len() - 1)
}

/// What main does after it has waited for a thread would happen after all copies of that thread
/// have ended, which a net cannot say. So it must do nothing but wait for others, and end.
fn does_nothing_more(world: &World<'_>, main: &Thread) -> Result<(), Trouble> {
    let mut main = main.clone();
    loop {
        let position = main.position(world.context.program);
        match main.request() {
            Request::Visible { operation: Operation::Join { .. }, .. } => {
                world.resume(&mut main, Some(Value::ZERO))?;
            }
            Request::Finished(_) | Request::Exited => return Ok(()),
            _ => {
                let what = "what main does after it has waited for threads".to_owned();
                return Err(Trouble::Unsuitable(Unsuitable { what, position }));
            }
        }
    }
}
