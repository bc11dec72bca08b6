//! A program that calls libraries: functions of the library's names get a body that is one call of
//! it.

use crate::axioms::Axioms;
pub use crate::axioms::Problem;
use crate::specification::Specification;
use program::library::STATE_SIZE;
use program::{
    Block, Function, Instruction, Library, LibraryFunction, Operand, Program, Register, Terminator,
};
use std::sync::Arc;

/// Which function of a program stands for which function of a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The name in the library.
    pub function: String,
    /// The name in the program.
    pub name: String,
}

/// A library that is ready to be called.
#[derive(Clone, Debug)]
pub struct Installed {
    pub library: Library,
    pub bindings: Vec<Binding>,
}

impl Installed {
    /// Prepares a library. Functions that no binding mentions have their own names.
    pub fn new(
        specification: &Specification,
        path: &str,
        bindings: &[Binding],
    ) -> Result<Installed, Problem> {
        let axioms = Axioms::new(specification, path)?;
        let functions = &specification.functions;
        let known = |binding: &&Binding| !functions.iter().any(|f| f.name == binding.function);
        if let Some(unknown) = bindings.iter().find(known) {
            let (library, name) = (&specification.name, &unknown.function);
            return Err(Problem::Other(format!("the library {library} has no function `{name}`")));
        }
        let own = functions.iter().filter(|f| !bindings.iter().any(|b| b.function == f.name));
        let own = own.map(|f| Binding { function: f.name.clone(), name: f.name.clone() });
        let functions = functions.iter().map(|function| LibraryFunction {
            name: function.name.clone(),
            effect: function.effect,
            ordering: function.ordering,
            size: STATE_SIZE,
            takes_value: function.takes_value,
            returns: function.returns.is_some(),
        });
        let library = Library {
            name: specification.name.clone(),
            functions: functions.collect(),
            semantics: Arc::new(axioms),
        };
        Ok(Installed { library, bindings: bindings.iter().cloned().chain(own).collect() })
    }
}

/// Adds libraries to a runtime, for programs that do not define their functions.
pub fn install(runtime: &mut Program, libraries: &[Installed]) {
    let first = runtime.libraries.len() as u32;
    for (number, installed) in (first..).zip(libraries) {
        for Binding { function, name } in &installed.bindings {
            let body = body(&installed.library, number, function, name, true);
            // The runtime's own calls go by number.
            match runtime.functions.iter_mut().find(|function| function.name == *name) {
                Some(function) => *function = body,
                None => runtime.functions.push(body),
            }
        }
    }
    runtime.libraries.extend(libraries.iter().map(|installed| installed.library.clone()));
}

/// Replaces the bodies of functions that a program does define, which is linked with a runtime that
/// the libraries were installed in. Returns the names of those that it has, one way or the other,
/// or why one of them cannot be a function of its library.
pub fn replace_bodies(
    program: &mut Program,
    libraries: &[Installed],
) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let first = program.libraries.len() - libraries.len();
    for (number, installed) in (first as u32..).zip(libraries) {
        for Binding { function, name } in &installed.bindings {
            let Some(own) = program.functions.iter_mut().find(|f| f.name == *name) else {
                continue;
            };
            let returns = own.blocks.iter().any(|block| {
                matches!(&block.terminator, Terminator::Return { values } if !values.is_empty())
            });
            let parameters = own.parameters;
            *own = body(&installed.library, number, function, name, returns);
            if own.parameters > parameters {
                let library = &installed.library.name;
                return Err(format!(
                    "`{name}` has too few parameters for `{function}` of {library}"
                ));
            }
            own.parameters = parameters;
            own.registers.resize(own.parameters as usize + 1, String::new());
            found.push(name.clone());
        }
    }
    Ok(found)
}

/// A function whose body is one call.
fn body(library: &Library, number: u32, function: &str, name: &str, returns: bool) -> Function {
    let index = library.functions.iter().position(|other| other.name == function);
    let index = index.expect("bindings are of functions that there are");
    let takes_value = library.functions[index].takes_value;
    let parameters = 1 + u32::from(takes_value);
    let target = Register(parameters);
    let argument = if takes_value { Register(1).into() } else { Operand::Constant(0) };
    let call = Instruction::CallLibrary {
        target,
        library: number,
        function: index as u32,
        object: Register(0).into(),
        argument,
    };
    let values = if returns { vec![target.into()] } else { Vec::new() };
    let mut block = Block::new("entry", Terminator::Return { values });
    block.push(call, None);
    Function {
        name: name.to_owned(),
        parameters,
        variadic: false,
        registers: vec![String::new(); parameters as usize + 1],
        blocks: vec![block],
    }
}
