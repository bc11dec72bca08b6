//! From the trees of one or more modules to a program of the register machine.
//!
//! ```text
//! link        which definition a name means         reach    which of them are used
//! statics     ids, and so addresses                 fold     constants → operations, path
//! initial     the bytes of global variables         entry    what happens before and after `main`
//! function    a body, block by block → values, control, edges (phi), memory, bulk, exceptions,
//!             arithmetic → lanes (one by one), wide, wide_division (128 bits), floats; vectors;
//!             calls → intrinsics → bits; builtins → format; assembly
//! library     what is needed of the runtime         variants which versions of its functions
//! positions, debug_types                            what the compiler said about the source
//! shape       a value is one register for each scalar in it
//! ```
//!
//! What cannot be translated becomes an instruction of its own that names it, in the place where
//! it stands; translation itself fails only where linking does.

mod allocation;
mod arithmetic;
mod assembly;
mod bits;
mod builtins;
mod bulk;
mod calls;
mod claims;
mod control;
mod debug_types;
mod double_word;
mod edges;
mod entry;
mod exceptions;
mod failures;
mod floats;
mod fold;
mod format;
mod function;
mod initial;
mod intrinsics;
mod lanes;
mod library;
mod link;
mod loading;
mod long;
mod memory;
mod names;
mod narrow;
mod opaque;
mod operations;
mod path;
mod positions;
mod reach;
mod reduce;
mod replaced;
mod scopes;
mod shape;
mod shifts;
mod statics;
mod undefined;
mod unwinding;
mod values;
mod variadic;
mod variants;
mod vectors;
mod visit;
mod waits;
mod wide;
mod wide_division;

use crate::layout::{DataLayout, Layouts};
use crate::tree::{Definition, Module, SymbolId, TypeId};
use base::Diagnostic;
use base::address::Pointers;
pub(crate) use builtins::BUILTINS;
pub(crate) use entry::AROUND_MAIN;
pub(crate) use exceptions::RAISE;
use exceptions::{Handlers, Need, Unwinding};
use fold::{Lowered, Unsupported, unsupported};
#[cfg(test)]
pub(crate) use library::select;
use link::{Links, SymbolRef};
pub(crate) use names::readable;
use program::{Function, FunctionId, Global, GlobalId, Program, Site, ThreadLocal};
pub(crate) use reach::undefined;
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{Leaf, Shapes};
use statics::Statics;
use std::cell::RefCell;
pub use undefined::undefined_functions;
use unwinding::Landings;
pub(crate) use variants::{
    DETACHING, ERRNO, KINDS, NARROW, THROWING, detaches, looks_at_errno, makes_kinds,
};

/// A module and where it came from.
#[derive(Debug)]
pub struct Unit {
    /// The path of the text, for messages and for positions of code without debug information.
    /// Empty for what comes with Heddle, which has no positions.
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

/// Links modules with each other and with a runtime, usually [`crate::runtime`], and translates
/// what `main` can reach. The result passes [`program::verify`].
pub fn lower(units: &[Unit], runtime: &Program) -> Result<Program, LinkError> {
    let layouts = data_layouts(units)?;
    let pointers = common_pointers(&layouts)?;
    let links = link::link(units, &layouts)?;
    let main = entry::find_main(units, &links)?;
    let around = entry::AroundMain::new(units, runtime, main);
    let roots: Vec<SymbolRef> = [main].into_iter().chain(around.roots()).collect();
    let provided = |name: &str| {
        runtime.globals.iter().any(|each| each.name == name)
            || library::thread_local(runtime, name).is_some()
    };
    let replaces = |name: &str| {
        pointers == Pointers::Wide
            && replaced::may_be_replaced(name)
            && runtime.function_named(name).is_some()
    };
    let keeps = |_: &str| false;
    let mut replaced: &dyn Fn(&str) -> bool = &replaces;
    let mut reached = reach::reach(units, &links, &roots, &provided, replaced);
    if replaced::can_tell(&reached.missing(units, replaced)) {
        replaced = &keeps;
        reached = reach::reach(units, &links, &roots, &provided, replaced);
    }
    let missing = reached.missing(units, replaced);
    let need = Need::new(units, &reached, &missing);
    let chosen = variants::choose(units, runtime, &missing, pointers, need);
    let runtime = library::select(&chosen, |name| {
        missing.contains(name) || around.needs(name, &missing) || need.includes(name)
    });
    let shapes: Vec<Shapes> = units.iter().map(|unit| Shapes::new(&unit.module.types)).collect();
    let (world, variables) = loop {
        let world = World {
            units,
            layouts: &layouts,
            shapes: &shapes,
            links: &links,
            statics: Statics::new(units, &layouts, &reached, &runtime, replaced)?,
            main,
            aliases: RefCell::default(),
        };
        match initial::globals(&world) {
            Ok(variables) => break (world, variables),
            Err(problems) => reached.refuse(problems),
        }
    };
    let mut output = Output::new(runtime);
    let mut first = None;
    output.program.pointers = pointers;
    for global in variables.globals {
        output.add_global(global);
    }
    for variable in variables.thread_locals {
        output.add_thread_local(variable);
    }
    output.reserve(world.statics.functions.len());
    for (index, source) in world.statics.functions.iter().enumerate() {
        let id = output.first_function + index;
        let (mut function, landings) = function::lower(&world, &mut output, *source);
        if !landings.is_empty() {
            output.landings.insert(id, landings);
        }
        if source.symbol == main {
            entry::prepare_main(&world, &mut output, &around, &mut function);
            first = Some(FunctionId(id as u32));
        }
        if function.name.starts_with("__VERIFIER_atomic_") {
            entry::make_atomic(&mut function);
        }
        function.name = output.unique_name(readable(&function.name));
        output.program.functions[id] = function;
    }
    if let Some(main) = first {
        entry::wrap_main(&mut output, main);
    }
    entry::prepare_ends(&world, &mut output, &around);
    if let Some(unwinding) = output.unwinding {
        let Output { program, landings, first_function, .. } = &mut output;
        let results = |id: usize| world.results(id.checked_sub(*first_function));
        unwinding::insert(program, unwinding, landings, results);
    }
    if let Err(problems) = program::verify(&output.program) {
        panic!("lowering gives well-formed programs: {}", problems[0]);
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
                        .with_help("compile it for x86-64, i386 or another little-endian target");
                    return Err(LinkError { unit, diagnostic });
                }
            };
        layouts.push(Layouts::new(&module.types, data_layout));
    }
    Ok(layouts)
}

/// What pointers are in all modules of a program.
fn common_pointers(layouts: &[Layouts]) -> Result<Pointers, LinkError> {
    let pointers = layouts.first().map_or(Pointers::Wide, Layouts::pointers);
    match layouts.iter().position(|layouts| layouts.pointers() != pointers) {
        None => Ok(pointers),
        Some(unit) => {
            let message = "one module is for a 32-bit target and another one is not";
            Err(LinkError { unit, diagnostic: Diagnostic::new(message, 0..0) })
        }
    }
}

/// Everything that is known before code is translated.
struct World<'a> {
    units: &'a [Unit],
    layouts: &'a [Layouts],
    shapes: &'a [Shapes],
    links: &'a Links,
    statics: Statics,
    /// Where execution starts.
    main: SymbolRef,
    /// The addresses of aliases that are known already.
    aliases: RefCell<FxHashMap<SymbolRef, Lowered<u64>>>,
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

    /// How many values a function of the modules returns; those of the runtime that never return
    /// have none.
    fn results(&self, index: Option<usize>) -> usize {
        let Some(source) = index.and_then(|index| self.statics.functions.get(index)) else {
            return 0;
        };
        let scope = self.scope(source.symbol.module);
        match scope.module.symbol(source.symbol.symbol).definition {
            Definition::Function(id) => {
                scope.leaves(scope.module.function(id).result).map_or(0, <[_]>::len)
            }
            Definition::Variable(_) | Definition::Alias { .. } | Definition::IndirectFunction => 0,
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
    /// How many functions the runtime has: those of the modules follow.
    first_function: usize,
    sources: positions::Sources,
    names: FxHashSet<String>,
    /// What exceptions travel by, if they are caught.
    unwinding: Option<Unwinding>,
    handlers: Handlers,
    /// The landing pads of each function.
    landings: FxHashMap<usize, Landings>,
}

impl Output {
    fn new(runtime: Program) -> Output {
        let functions = runtime.functions.iter().map(|function| &function.name);
        let globals = runtime.globals.iter().map(|global| &global.name);
        Output {
            first_function: runtime.functions.len(),
            sources: positions::Sources::new(&runtime),
            names: functions.chain(globals).cloned().collect(),
            unwinding: Unwinding::find(&runtime),
            handlers: Handlers::default(),
            landings: FxHashMap::default(),
            program: runtime,
        }
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

    fn add_global(&mut self, mut global: Global) -> GlobalId {
        global.name = self.unique_name(global.name);
        self.program.globals.push(global);
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    fn add_thread_local(&mut self, variable: Global) {
        let Global { name, size, bytes, layout, constant: _ } = variable;
        let site = self.program.add_site(Site { name, layout });
        self.program.thread_locals.push(ThreadLocal { site, size, bytes });
    }

    /// A name, changed if a function or global has it already: two modules may each have an
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
