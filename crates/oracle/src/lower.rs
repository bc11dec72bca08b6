//! From a case to a program.

mod arrays;
mod builder;
mod lists;
mod loops;
mod objects;
mod primitives;
mod statement;

use crate::case::{
    Case, LIBRARIES, MUTEXES, POINTER, PRIMITIVES, Place, Statement, VARIABLE_SIZE, VARIABLES,
};
use base::Ordering;
use builder::{Builder, access, address};
use libraries::Installed;
use program::{
    Function, FunctionId, Global, Instruction, Library, Operand, Program, Register, Site,
    ThreadLocal,
};

/// A library that comes with Heddle.
fn library(name: &str) -> Library {
    let text = libraries::shipped::find(name).expect("it is shipped");
    let specification = libraries::parse(text).expect("it is well-formed");
    Installed::new(&specification, name, &[]).expect("its axioms are cat").library
}

/// The program of a case. Every statement has a line of its own.
pub fn lower(case: &Case) -> Program {
    let mut program = Program { sources: vec!["case".to_owned()], ..Program::default() };
    for (name, count, size) in [
        ("v", VARIABLES, VARIABLE_SIZE),
        ("m", MUTEXES, 8),
        ("o", LIBRARIES.len() as u8, 8),
        ("p", if case.has_primitives() { PRIMITIVES } else { 0 }, 8),
        ("array", u8::from(case.has_array()), arrays::SIZE),
        ("unused", case.unused, 8),
    ] {
        for index in 0..count {
            let name = format!("{name}{index}");
            program.globals.push(Global {
                name,
                size,
                bytes: Vec::new(),
                constant: false,
                layout: None,
            });
        }
    }
    if case.calls_libraries() {
        program.libraries = LIBRARIES.iter().map(|name| library(name)).collect();
    }
    if case.has_primitives() {
        program.libraries.push(program::primitives::library());
    }
    if case.has_thread_locals() {
        let site = program.add_site(Site { name: "own".to_owned(), layout: None });
        program.thread_locals.push(ThreadLocal { site, size: 4, bytes: vec![1] });
    }
    program.functions.push(Function {
        name: "main".to_owned(),
        parameters: 0,
        variadic: false,
        registers: Vec::new(),
        blocks: Vec::new(),
    });
    let mut line = 0;
    let functions: Vec<FunctionId> =
        case.threads.iter().map(|body| function(&mut program, body, &mut line)).collect();
    let mut main = Builder::new("main", &mut line);
    let handles: Vec<Register> = functions
        .iter()
        .map(|function| {
            let handle = main.function.add_register("handle");
            main.push(Instruction::Spawn {
                target: handle,
                function: Operand::Constant(function.address().0),
                argument: Operand::Constant(0),
            });
            handle
        })
        .collect();
    if case.join {
        for handle in handles {
            let value = main.function.add_register("");
            main.push(Instruction::Join { target: value, thread: handle.into() });
        }
        for variable in (0..VARIABLES).filter(|variable| case.uses(*variable)) {
            let target = main.function.add_register("");
            let size = if variable == POINTER { 8 } else { 4 };
            let place = Place { variable, offset: 0, size };
            main.push(Instruction::Load {
                target,
                address: address(place),
                access: access(place, Ordering::SeqCst),
            });
        }
    }
    program.functions[0] = main.finish();
    program
}

fn function(program: &mut Program, body: &[Statement], line: &mut u32) -> FunctionId {
    let id = FunctionId(program.functions.len() as u32);
    let name = format!("f{}", id.0);
    // Reserves the number before nested threads take theirs.
    program.functions.push(Builder::new(&name, line).finish());
    let mut builder = Builder::new(&name, line);
    builder.statements(program, body);
    program.functions[id.index()] = builder.finish();
    id
}
