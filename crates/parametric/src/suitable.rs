//! Which threads can have any number of copies? Those that could not tell them apart.
//!
//! All copies of a thread are one thread to `interp`: they have one identity, and objects that they
//! create have the same addresses. So the code of a thread, with all that it calls, must not ask
//! who it is, must have no object of its own that is left after the passes (private variables are
//! registers then), and must not create threads. What depends on how a program runs is refused
//! where it is met, as a gap (`local`).

use base::SourcePosition;
use program::{Callee, FunctionId, Instruction, Program};

/// Why a thread is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsuitable {
    pub what: String,
    pub position: Option<SourcePosition>,
}

/// Looks for what copies of a thread that runs this function cannot have.
pub fn check(program: &Program, function: FunctionId) -> Result<(), Unsuitable> {
    let mut open = vec![function];
    let mut seen = open.clone();
    while let Some(function) = open.pop() {
        for block in &program.function(function).blocks {
            for (instruction, position) in block.instructions.iter().zip(&block.positions) {
                if let Some(what) = refusal(instruction) {
                    return Err(Unsuitable { what: what.to_owned(), position: *position });
                }
                if let Instruction::Call { callee: Callee::Direct(called), .. } = instruction
                    && !seen.contains(called)
                {
                    seen.push(*called);
                    open.push(*called);
                }
            }
        }
    }
    match program.thread_locals.is_empty() {
        true => Ok(()),
        false => Err(Unsuitable { what: "variables of each thread".to_owned(), position: None }),
    }
}

fn refusal(instruction: &Instruction) -> Option<&'static str> {
    match instruction {
        Instruction::ExitProgram { .. } => Some("ending the program from within a thread"),
        Instruction::CurrentThread { .. } => Some("asking which thread this is"),
        Instruction::ThreadLocalAddress { .. } => Some("variables of each thread"),
        Instruction::MutexTryLock { .. } => Some("trying a mutex"),
        Instruction::MutexHeld { .. } => Some("asking whether a mutex is held"),
        Instruction::Allocate { .. } | Instruction::Free { .. } => {
            Some("an object of a thread's own, whose address copies would share")
        }
        Instruction::Spawn { .. } | Instruction::Join { .. } => {
            Some("creating or joining threads outside of main")
        }
        Instruction::Call { callee: Callee::Indirect(_), .. } => Some("a call through a pointer"),
        Instruction::Bound { .. } => Some("a loop that was cut"),
        _ => None,
    }
}
