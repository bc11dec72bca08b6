//! Calls of functions of libraries: accesses to the state of an object.

use crate::thread::Thread;
use crate::{Block, Failure, Request};
use base::{Address, Tags, Value, ViolationKind};
use program::library::{LibraryCall, Reaction};
use program::{Access, Instruction, LibraryFunction, Program};

pub(crate) fn function(program: &Program, library: u32, function: u32) -> &LibraryFunction {
    &program.libraries[library as usize].functions[function as usize]
}

pub(crate) fn access(function: &LibraryFunction) -> Access {
    Access { size: function.size, ordering: function.ordering, tags: Tags::NONE }
}

impl Thread {
    /// What a call returns that finds an object in a state, and the state that it leaves.
    pub(crate) fn call_library(
        &self,
        program: &Program,
        base: usize,
        instruction: &Instruction,
        state: Value,
    ) -> Result<(u64, u64), Request> {
        let Instruction::CallLibrary { library, function, object, argument, .. } = instruction
        else {
            unreachable!("not a call of a library: {instruction:?}")
        };
        let library = &program.libraries[*library as usize];
        let misuse = |message: String| Failure::new(ViolationKind::LibraryMisuse, message).into();
        let name = &library.functions[*function as usize].name;
        let untouched = library.semantics.takes_undefined(*function).then_some(0);
        let Some(state) = state.defined().or(untouched) else {
            return Err(misuse(format!("`{name}` of an object that was never initialised")));
        };
        let object = Address(self.decide(base, *object, "the address of an object")?);
        let argument = self.decide(base, *argument, "the argument of a call of a library")?;
        let call = LibraryCall { function: *function, thread: self.id().code(), argument };
        match library.semantics.react(state, object, call) {
            Reaction::Returns { value, state } => Ok((value, state)),
            Reaction::Waits => Err(Request::Blocked(Block::Library { object })),
            Reaction::Never => Err(Request::Blocked(Block::Assume)),
            Reaction::Unsupported(what) => Err(Request::Unsupported(what.into())),
            Reaction::Breaks(rule) => {
                Err(misuse(format!("`{name}` breaks the rule `{rule}` of {}", library.name)))
            }
            Reaction::Misuse(what) => Err(Failure::new(ViolationKind::MutexMisuse, what).into()),
            Reaction::Foreign => {
                Err(misuse(format!("`{name}` of what is no object of {}", library.name)))
            }
        }
    }
}
