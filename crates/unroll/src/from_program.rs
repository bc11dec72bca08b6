//! A program of the register machine as an acyclic program: each thread is run once, symbolically,
//! along all of its ways at the same time (`dat3m-thesis` §4.2–4.4, §4.7–4.8). What `interp` does
//! with numbers, one step at a time, happens here with values; its files are the reference, and
//! `tests/programs.rs` holds the result against brute force over it.
//!
//! - `facts`: what is known from the times before, since addresses decide which events there are,
//!   and these which addresses can be read.
//! - `state`: what is known of a thread at a place; two of them become one where ways meet.
//! - `run`: functions, blocks, loops. `instruction`: what is done by which file. `call`: which
//!   function is called.
//! - `compute`: pure operations, with undefined bits.
//! - `memory`: where an access goes. What no other thread touches is no event but part of the
//!   state. `spread`: the same, if an index can be any number.
//! - `atomic`: what happens at once.
//! - `turns`: loops that wait for ever.
//! - `mapped`: what events are called, and what a compiler puts around them.
//! - `print`: what output looks at.
//! - `lifetimes`: whether objects are there that several threads use. `endings`: the ends of their
//!   lives as events, where only a model can order them.
//! - `access`, `update`, `exchange`, `mutex`, `library`, `threads`, `allocate`: the rest.
//!
//! A program is built a few times. At first nothing is known to be written, and both sides of every
//! branch are built; what can be written grows until nothing changes, which is then true in every
//! execution. Then that knowledge decides branches, too, until there is no more to decide, and at
//! most three times.
//!
//! **Not covered,** and a gap where it is reached: atomic blocks in most models, output of long
//! strings, the end of the life of an object for whose mutex another thread waits, objects of any
//! of many sizes, objects of libraries with many states, calls of any of many functions, threads
//! that several others join, values with undefined bits in shared memory, and cycles of blocks that
//! have several entries.

mod access;
mod allocate;
mod atomic;
mod call;
mod compute;
mod endings;
mod exchange;
mod facts;
mod instruction;
mod library;
mod lifetimes;
mod mapped;
mod memory;
mod mutex;
mod print;
mod run;
mod spread;
mod state;
mod threads;
mod turns;
mod update;

use crate::finish::finish;
use crate::mapping::{Mapping, Operation, Recipe};
use crate::paths::Path;
use crate::reach::Reach;
use crate::sets::{SetId, Sets};
use crate::{Acyclic, Check, EventId, Gap, Node, ThreadIndex, ValueId, Values};
use atomic::Blocks;
use base::{ObjectId, Ordering, SourcePosition, ThreadId, ViolationKind};
use facts::Facts;
use lifetimes::{Lives, Past};
use program::flow::escape::confined_sites;
use program::{FunctionId, Program};
use run::Shape;
use rustc_hash::FxHashMap;
pub use spread::Indices;
use state::{Held, State};
use std::collections::BTreeMap;
use std::rc::Rc;
use threads::Started;
use turns::Turns;

/// How far a program is unrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unrolling {
    /// How often control may go back in a loop, and how often a function may call itself, because
    /// of what was read. What constants decide does not count.
    pub bound: u32,
    /// More instructions than that, in all threads together, are too many.
    pub steps: usize,
    /// Whether events get the dependencies that the model asks for.
    pub dependencies: bool,
    /// What a compiler makes of accesses, if the model is one of a machine.
    pub mapping: Option<&'static Mapping>,
    /// Whether the model says what an atomic block is.
    pub blocks: bool,
    /// Whether loops that wait are looked for ([`Acyclic::spins`]). They are in any case where a
    /// thread may be held.
    pub waiting_loops: bool,
    /// What store the end of an object's life is like, if a model is to say whether it comes before
    /// an access of another thread ([`Acyclic::endings`]); else that is a gap.
    pub ends: Option<Ordering>,
    /// Where accesses are expected whose index can be any number.
    pub indices: Indices,
}

impl Default for Unrolling {
    fn default() -> Unrolling {
        Unrolling {
            bound: 1,
            steps: 200_000,
            dependencies: true,
            mapping: None,
            blocks: false,
            waiting_loops: false,
            ends: None,
            indices: Indices::All,
        }
    }
}

/// Unrolls a verified program, from `main` on. It should have been through the passes that do not
/// bound loops.
pub fn from_program(program: &Program, unrolling: Unrolling) -> Acyclic {
    // Whether a thread is held for ever depends on the loops in which others wait.
    let waiting_loops = unrolling.waiting_loops || program.may_hold();
    let unrolling = Unrolling { waiting_loops, ..unrolling };
    let mut facts = Facts::new(confined_sites(program));
    for _ in 0..SURPRISES {
        grow(program, unrolling, &mut facts);
        match decide(program, unrolling, facts.clone()) {
            Ok(decided) => return decided,
            // What ends at a gap can make what is known smaller than what there is once the gap is
            // gone.
            Err(found) => facts.add(*found),
        }
    }
    grow(program, unrolling, &mut facts);
    let (made, reach) = build(program, unrolling, &mut facts, false);
    finish(&made, &reach, &|address, size| facts.initial(program, address, size))
}

/// How often what is found after a decision may be new, until nothing is decided any more.
const SURPRISES: usize = 8;
/// How often what was found with fewer ways left makes even fewer of them.
const SHARPER: usize = 2;

/// Builds a program until nothing is found that was not known.
fn grow(program: &Program, unrolling: Unrolling, facts: &mut Facts) {
    loop {
        let (_, mut reach) = build(program, unrolling, facts, false);
        if !facts.grow(&mut reach) {
            return;
        }
    }
}

/// Builds a program in which what is known decides; an error is something that was not known.
fn decide(
    program: &Program,
    unrolling: Unrolling,
    mut facts: Facts,
) -> Result<Acyclic, Box<Facts>> {
    let mut left = SHARPER;
    loop {
        let (made, mut reach) = build(program, unrolling, &mut facts, true);
        if facts.is_surprised_by(&reach) {
            facts.grow(&mut reach);
            return Err(Box::new(facts));
        }
        if left == 0 || !facts.sharpen(&mut reach) {
            let initial = |address, size| facts.initial(program, address, size);
            return Ok(finish(&made, &reach, &initial));
        }
        left -= 1;
    }
}

fn build(
    program: &Program,
    unrolling: Unrolling,
    facts: &mut Facts,
    decides: bool,
) -> (Acyclic, Reach) {
    let mut builder = Builder {
        program,
        unrolling,
        facts,
        decides,
        made: Acyclic::default(),
        known: Known::default(),
        shapes: FxHashMap::default(),
        recipes: BTreeMap::new(),
        here: Here::default(),
        ends: Vec::new(),
        locals: Vec::new(),
        started: Vec::new(),
        lives: Lives::default(),
        blocks: Blocks::default(),
        turns: Turns::default(),
        steps: 0,
    };
    match program.entry() {
        Some(main) => {
            let before = (ValueId::TRUE, Past::default());
            builder.run_thread(ThreadId::MAIN, Path::START, main, None, before);
        }
        None => builder.gap(ValueId::TRUE, "a program without `main`".to_owned()),
    }
    builder.forget_unfinished_blocks();
    let Builder { made: mut acyclic, lives, .. } = builder;
    lives.finish(&mut acyclic, facts, unrolling.ends);
    let sets = std::mem::take(&mut facts.sets);
    let initial = |address, size| facts.initial(program, address, size);
    let reach = Reach::new(&acyclic, &initial, sets);
    (acyclic, reach)
}

/// What values can be, as far as it is known while they are built.
#[derive(Default)]
struct Known {
    of: Vec<SetId>,
    /// What each event can read.
    reads: Vec<SetId>,
}

impl Known {
    /// What a value can be; those before it are computed on the way.
    fn of(&mut self, values: &Values, sets: &mut Sets, value: ValueId) -> SetId {
        for index in self.of.len()..=value.index() {
            let id = ValueId(index as u32);
            let read = match values.node(id) {
                Node::Read(event) => self.reads[event.index()],
                _ => SetId::NONE,
            };
            let set = sets.compute(values, id, &self.of, read);
            self.of.push(set);
        }
        self.of[value.index()]
    }
}

/// Where in the unrolled program we are.
#[derive(Clone, Default)]
struct Here {
    thread: ThreadIndex,
    /// The thread and the calls that lead to the current function.
    path: Path,
    /// The current block, in the rounds of its loops.
    block: Path,
    /// The current instruction of the block.
    instruction: u32,
    position: Option<SourcePosition>,
    /// The functions on the way, the current one last.
    calls: Vec<FunctionId>,
    id: Option<ThreadId>,
}

struct Builder<'p> {
    program: &'p Program,
    unrolling: Unrolling,
    facts: &'p mut Facts,
    /// Whether what values can be decides branches.
    decides: bool,
    made: Acyclic,
    known: Known,
    shapes: FxHashMap<FunctionId, Rc<Shape>>,
    /// What the mapping makes of operations, as far as it was asked.
    recipes: BTreeMap<(Operation, Ordering), Option<Recipe>>,
    here: Here,
    /// Where the current thread ends, with which value, and what was before.
    ends: Vec<(ValueId, Held, Past)>,
    /// The local variables of the functions on the way.
    locals: Vec<ObjectId>,
    /// The threads that were built, with their names and what they return.
    started: Vec<Started>,
    lives: Lives,
    blocks: Blocks,
    turns: Turns,
    steps: usize,
}

impl Builder<'_> {
    fn set_of(&mut self, value: ValueId) -> SetId {
        self.known.of(&self.made.values, &mut self.facts.sets, value)
    }

    /// What a value can be, in ascending order; none for any number.
    fn numbers(&mut self, value: ValueId) -> Option<Rc<[u64]>> {
        let set = self.set_of(value);
        self.facts.sets.numbers(set).cloned()
    }

    /// The only number that a value can be.
    fn only(&mut self, value: ValueId) -> Option<u64> {
        let set = self.set_of(value);
        self.facts.sets.only(set)
    }

    /// The same value, or the number that it is in any case, if that may decide.
    fn sharp(&mut self, value: ValueId) -> ValueId {
        if !self.decides || self.made.values.number(value).is_some() {
            return value;
        }
        let width = self.made.values.width(value);
        match self.only(value) {
            Some(number) => self.made.values.constant(width, number),
            None => value,
        }
    }

    fn number(&mut self, number: u64) -> ValueId {
        self.made.values.constant(64, number)
    }

    fn next_event(&self) -> EventId {
        EventId(self.made.events.len() as u32)
    }

    /// Something that is not understood, if the condition holds.
    fn gap(&mut self, condition: ValueId, what: String) {
        if condition != ValueId::FALSE {
            let Here { thread, position, .. } = self.here;
            self.made.gaps.push(Gap { condition, what, thread, position });
        }
    }

    /// The state goes on only where something that is not understood is not reached.
    fn stop_at_gap(&mut self, state: &mut State, condition: ValueId, what: impl Into<String>) {
        let condition = self.sharp(condition);
        let stops = self.made.values.and(state.guard, condition);
        self.leave_block(state, stops);
        self.gap(stops, what.into());
        state.guard = self.made.values.and_not(state.guard, condition);
    }

    /// The state goes on only where something is not wrong.
    fn fail_if(
        &mut self,
        state: &mut State,
        condition: ValueId,
        kind: ViolationKind,
        message: impl Into<String>,
    ) {
        let own = self.sharp(condition);
        let condition = self.made.values.and(state.guard, own);
        if condition != ValueId::FALSE {
            let Here { thread, position, .. } = self.here;
            let message = message.into();
            self.made.checks.push(Check { condition, kind, message, thread, position });
        }
        state.guard = self.made.values.and_not(state.guard, own);
    }

    /// The running thread.
    fn id(&self) -> ThreadId {
        self.here.id.expect("a thread is running")
    }

    /// The name of the current instruction.
    fn here(&mut self) -> Path {
        self.facts.paths.next(self.here.block, self.here.instruction)
    }

    /// The name of an access of the current instruction, which may have several.
    fn site(&mut self, number: u32) -> Path {
        let here = self.here();
        self.facts.paths.next(here, number)
    }
}
