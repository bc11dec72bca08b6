//! From the trees of one or more modules to a program of the register machine.
//!
//! ```text
//! link        which definition a name means         reach    which of them are used
//! statics     ids, and so addresses                 fold     constants → operations, path
//! initial     the bytes of global variables         entry    what happens before `main`
//! function    a body, block by block → values, edges (phi), arithmetic, memory, bulk,
//!             calls → intrinsics → bits; builtins; assembly
//! positions, debug_types                            what the compiler said about the source
//! shape       a value is one register for each scalar in it
//! ```
//!
//! What cannot be translated becomes an instruction of its own that names it, in the place where
//! it stands; translation itself fails only where linking does.

mod arithmetic;
mod assembly;
mod bits;
mod builtins;
mod bulk;
mod calls;
mod debug_types;
mod edges;
mod entry;
mod fold;
mod function;
mod initial;
mod intrinsics;
mod link;
mod memory;
mod operations;
mod path;
mod positions;
mod reach;
mod shape;
mod statics;
mod values;

use crate::layout::{DataLayout, Layouts};
use crate::tree::{Module, SymbolId, TypeId};
use base::Diagnostic;
use fold::{Lowered, Unsupported, unsupported};
use link::{Links, SymbolRef};
use program::{Function, FunctionId, Program};
use rustc_hash::FxHashSet;
use shape::{Leaf, Shapes};
use statics::Statics;

/// A module and where it came from.
#[derive(Debug)]
pub struct Unit {
    /// The path of the text, for messages and for positions of code without debug information.
    pub path: String,
    pub module: Module,
}

/// Why modules are not a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkError {
    /// The unit whose text the diagnostic is about.
    pub unit: usize,
    pub diagnostic: Diagnostic,
}

/// Links modules with each other and with the runtime and translates what `main` can reach. The
/// functions and globals of the runtime come first in the result and keep their ids.
pub fn lower(units: &[Unit], runtime: &Program) -> Result<Program, LinkError> {
    let layouts = data_layouts(units)?;
    let links = link::link(units, &layouts)?;
    let main = entry::find_main(units, &links)?;
    let constructors = entry::constructors(units);
    let roots: Vec<SymbolRef> = [main].into_iter().chain(constructors.roots()).collect();
    let provided = |name: &str| {
        statics::STREAMS.contains(&name) || runtime.globals.iter().any(|each| each.name == name)
    };
    let mut reached = reach::reach(units, &links, &roots, &provided);
    let shapes: Vec<Shapes> = units.iter().map(|unit| Shapes::new(&unit.module.types)).collect();
    let (world, globals) = loop {
        let world = World {
            units,
            layouts: &layouts,
            shapes: &shapes,
            links: &links,
            statics: Statics::new(units, &layouts, &reached, runtime)?,
        };
        match initial::globals(&world) {
            Ok(globals) => break (world, globals),
            Err(problems) => reached.refuse(problems),
        }
    };
    let mut output = Output::new(runtime.clone());
    output.program.globals.extend(globals);
    output.reserve(world.statics.functions.len());
    for (index, source) in world.statics.functions.iter().enumerate() {
        let id = FunctionId((runtime.functions.len() + index) as u32);
        let mut function = function::lower(&world, &mut output, *source);
        if source.symbol == main {
            entry::prepare_main(&world, &mut output, &constructors, &mut function);
        }
        function.name = output.unique_name(function.name);
        output.program.functions[id.index()] = function;
    }
    Ok(output.program)
}

fn data_layouts(units: &[Unit]) -> Result<Vec<Layouts>, LinkError> {
    let mut layouts = Vec::with_capacity(units.len());
    for (unit, each) in units.iter().enumerate() {
        let module = &each.module;
        let data_layout =
            match module.data_layout.map(|text| DataLayout::parse(module.names.text(text))) {
                None => DataLayout::default(),
                Some(Ok(data_layout)) => data_layout,
                Some(Err(what)) => {
                    let message = format!("the module is for {what}");
                    let diagnostic = Diagnostic::new(message, 0..0)
                        .with_help("compile it for x86-64 or another 64-bit little-endian target");
                    return Err(LinkError { unit, diagnostic });
                }
            };
        layouts.push(Layouts::new(&module.types, data_layout));
    }
    Ok(layouts)
}

/// Everything that is known before code is translated.
struct World<'a> {
    units: &'a [Unit],
    layouts: &'a [Layouts],
    shapes: &'a [Shapes],
    links: &'a Links,
    statics: Statics,
}

impl<'a> World<'a> {
    fn scope(&'a self, index: usize) -> Scope<'a> {
        Scope {
            world: self,
            index,
            module: &self.units[index].module,
            layouts: &self.layouts[index],
        }
    }
}

/// One of the modules, and the rest of the world.
#[derive(Clone, Copy)]
struct Scope<'a> {
    world: &'a World<'a>,
    index: usize,
    module: &'a Module,
    layouts: &'a Layouts,
}

impl<'a> Scope<'a> {
    /// The scalars of a type.
    fn leaves(&self, id: TypeId) -> Lowered<&'a [Leaf]> {
        self.world.shapes[self.index]
            .get(id, &self.module.types, self.layouts, &self.module.names)
            .map_err(Unsupported)
    }

    /// The width of a type that is a single scalar.
    fn scalar_width(&self, id: TypeId) -> Lowered<u8> {
        match self.leaves(id)? {
            [leaf] => Ok(leaf.width),
            _ => {
                let shown = self.module.types.display(id, &self.module.names);
                unsupported(format!("an operation on a value of type `{shown}`"))
            }
        }
    }

    fn symbol_name(&self, symbol: SymbolId) -> &'a str {
        let name = link::symbol_name(self.module, self.module.symbol(symbol));
        name.unwrap_or("without a name")
    }
}

/// The program as far as it is built.
struct Output {
    program: Program,
    sources: positions::Sources,
    helpers: bulk::Helpers,
    names: FxHashSet<String>,
}

impl Output {
    fn new(runtime: Program) -> Output {
        let mut output = Output {
            sources: positions::Sources::new(&runtime),
            helpers: bulk::Helpers::default(),
            names: FxHashSet::default(),
            program: runtime,
        };
        let main = output.program.functions.iter().map(|function| function.name.clone());
        output.names = main.collect();
        output
    }

    /// Makes room for functions whose ids are known already.
    fn reserve(&mut self, functions: usize) {
        let empty = Function {
            name: String::new(),
            parameters: 0,
            variadic: false,
            registers: Vec::new(),
            blocks: Vec::new(),
        };
        let functions = std::iter::repeat_n(empty, functions);
        self.program.functions.extend(functions);
    }

    /// How many functions translation itself has added.
    fn added(&self) -> usize {
        self.helpers.count()
    }

    /// A function's name, changed if another function has it already: two modules may each have an
    /// internal one.
    fn unique_name(&mut self, name: String) -> String {
        let mut unique = name.clone();
        let mut number = 1;
        while !self.names.insert(unique.clone()) {
            unique = format!("{name}.{number}");
            number += 1;
        }
        unique
    }
}
