//! What is a litmus test to an engine that explores programs? A `program` that creates the threads
//! of the test, waits for them, looks at the final state, and fails if that is not what the test
//! says.
//!
//! **Method.** A location is a global variable (`memory`), a thread of the test is a function that
//! a thread of the program runs (`thread`, with `expression` and `update`), and `condition` is the
//! rest of `main`. A thread keeps its registers to itself: it returns one bit for each part of the
//! condition that is about one of them, so that no event is there but those of the test, the
//! creation and the joining of threads, and a read of each location that the condition is about.
//! That read comes after everything else, so that it sees the last write in co, also where an
//! engine explores without co.
//!
//! **What is asserted.** `~exists P` and `exists P`: no execution ends with P. `forall P`: all do.
//! So an engine that finds a violation has found what a test with `exists` looks for.
//!
//! **What is lost.** Syntactic dependencies through the registers of a condition, scopes of control
//! dependencies and Arm's pick dependencies; so this is for models without dependencies. Fences
//! keep their names as tags, accesses do not: their orders are C11's (`orders` says which models
//! that is right for).
//!
//! **What is not covered** ends as an instruction `unsupported` in its place, which makes an answer
//! unknown if it is reached: conditional stores, because the reservation of an exclusive load is
//! nothing that a thread could know by itself; updates that are no operation of `program`;
//! computing with parts of addresses (`pointers`); accesses that are not aligned. Loops are not cut
//! after some rounds as in `candidates`: how long they go on is the business of the engine.

mod body;
mod condition;
mod expression;
mod memory;
mod orders;
mod pointers;
mod thread;
mod update;

pub use orders::Meaning;

use crate::lower::Lowered;
use crate::tree::Test;
use base::{SourceId, SourcePosition};
use memory::Memory;
use pointers::Pointers;
use program::Program;

/// The file that a test was read from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    pub path: &'s str,
    pub text: &'s str,
}

/// Where the lines of a file start.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        let next = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines(std::iter::once(0).chain(next.map(|(at, _)| at + 1)).collect())
    }

    /// The line of a place in the file.
    fn position(&self, offset: usize) -> SourcePosition {
        let line = self.0.partition_point(|start| *start <= offset) as u32;
        SourcePosition { file: SourceId(0), line, column: 0 }
    }
}

/// The program that a test is.
pub fn to_program(test: &Test, lowered: &Lowered, source: Source<'_>) -> Program {
    let pointers = Pointers::find(lowered);
    let memory = Memory::new(test, lowered, &pointers);
    let lines = Lines::of(source.text);
    let translation = Translation { test, lowered, source, lines, pointers, memory };
    let mut program = Program {
        globals: translation.memory.globals(lowered),
        sources: vec![source.path.to_owned()],
        ..Program::default()
    };
    let questions = condition::Questions::new(&translation);
    for index in 0..lowered.threads.len() {
        let name = translation.memory.free_name(&format!("P{index}"));
        let function = thread::function(&translation, name, index, questions.of_thread(index));
        program.functions.push(function);
    }
    let main = condition::main(&translation, &questions, &mut program.globals);
    program.functions.push(main);
    program
}

/// What all parts of a translation look at.
struct Translation<'t> {
    test: &'t Test,
    lowered: &'t Lowered,
    source: Source<'t>,
    lines: Lines,
    pointers: Pointers,
    memory: Memory,
}
