//! Printing a program: top level, functions and blocks.

mod instruction;

use super::{layout, names};
use crate::instruction::{Instruction, Terminator};
use crate::structure::{Block, BlockId, Function, FunctionId, Global, Program, Site, ThreadLocal};
use base::address::Pointers;
use base::{Address, SourcePosition};
use instruction::Scope;
use std::collections::HashMap;
use std::fmt::Write;

/// The text of a program; [`super::parse`] gives the program back.
pub fn print(program: &Program) -> String {
    let mut text = String::new();
    for source in &program.sources {
        line(&mut text, format_args!("source {}", names::quoted(source.as_bytes())));
    }
    if program.pointers != Pointers::default() {
        line(&mut text, format_args!("pointers {}", program.pointers.bytes()));
    }
    for global in &program.globals {
        print_global(&mut text, program, global);
    }
    let sites = site_style(program);
    if sites == SiteStyle::Declared {
        for site in &program.sites {
            line(
                &mut text,
                format_args!("site {}{}", names::quoted(site.name.as_bytes()), layout_of(site)),
            );
        }
    }
    for ThreadLocal { site, size, bytes } in &program.thread_locals {
        let contents = initial_contents(program, bytes);
        line(&mut text, format_args!("thread_local #{} : {size}{contents}", site.0));
    }
    for function in &program.functions {
        if !text.is_empty() {
            text.push('\n');
        }
        print_function(&mut text, program, function, sites);
    }
    text
}

/// The text of one instruction of a function, for reports.
pub fn print_instruction(
    program: &Program,
    function: FunctionId,
    instruction: &Instruction,
) -> String {
    let function = program.function(function);
    let labels = Vec::new();
    let scope = Scope { program, function, labels: &labels, sites: SiteStyle::Declared };
    scope.instruction(instruction)
}

/// Where the names and layouts of sites are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SiteStyle {
    /// With the instruction: every site belongs to one instruction, in order.
    Inline,
    /// At the top; instructions refer to them by number.
    Declared,
}

fn site_style(program: &Program) -> SiteStyle {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let used =
        blocks.flat_map(|block| &block.instructions).filter_map(|instruction| match instruction {
            Instruction::Allocate { site, .. } => Some(site.index()),
            _ => None,
        });
    if used.eq(0..program.sites.len()) { SiteStyle::Inline } else { SiteStyle::Declared }
}

fn layout_of(site: &Site) -> String {
    let layout = site.layout.as_ref();
    layout.map_or_else(String::new, |shape| format!(" layout {}", layout::print(shape)))
}

fn line(text: &mut String, contents: std::fmt::Arguments<'_>) {
    writeln!(text, "{contents}").expect("writing to a string does not fail");
}

fn print_global(text: &mut String, program: &Program, global: &Global) {
    let keyword = if global.constant { "constant" } else { "global" };
    let mut contents = format!("{keyword} @{} : {}", names::name(&global.name), global.size);
    if let Some(shape) = &global.layout {
        contents.push_str(" layout ");
        contents.push_str(&layout::print(shape));
    }
    contents.push_str(&initial_contents(program, &global.bytes));
    line(text, format_args!("{contents}"));
}

/// The initial bytes of a variable, if there are any.
fn initial_contents(program: &Program, bytes: &[u8]) -> String {
    match bytes {
        [] => String::new(),
        bytes => format!(" = {}", initial_items(program, bytes).join(" ")),
    }
}

/// Bytes as strings, except that aligned addresses of globals and functions are written by name.
fn initial_items(program: &Program, bytes: &[u8]) -> Vec<String> {
    let mut items = Vec::new();
    let mut plain = Vec::new();
    for word in bytes.chunks(8) {
        let address = <[u8; 8]>::try_from(word).ok().map(u64::from_le_bytes);
        match address.and_then(|address| symbol(program, address)) {
            Some(name) => {
                if !plain.is_empty() {
                    items.push(names::quoted(&std::mem::take(&mut plain)));
                }
                items.push(format!("&{name}"));
            }
            None => plain.extend_from_slice(word),
        }
    }
    if !plain.is_empty() {
        items.push(names::quoted(&plain));
    }
    items
}

/// The name and offset of a static object or function, if the number is the address of one.
fn symbol(program: &Program, number: u64) -> Option<String> {
    let address = Address(number);
    if let Some(function) = program.function_at(address) {
        return Some(names::name(&program.function(function).name));
    }
    let (object, offset) = address.object()?;
    let name = names::name(&program.global(program.global_of(object)?).name);
    Some(if offset == 0 { name } else { format!("{name}+{offset}") })
}

fn print_function(text: &mut String, program: &Program, function: &Function, sites: SiteStyle) {
    let labels = labels(function);
    let scope = Scope { program, function, labels: &labels, sites };
    let parameters: Vec<String> =
        (0..function.parameters).map(|index| scope.register(crate::Register(index))).collect();
    let mut header =
        format!("function @{}({})", names::name(&function.name), parameters.join(", "));
    if function.variadic {
        header.push_str(" variadic");
    }
    let unused = scope.unseen_registers();
    if !unused.is_empty() {
        let _ = write!(header, " unused({})", unused.join(", "));
    }
    line(text, format_args!("{header} {{"));
    for (block, label) in function.blocks.iter().zip(&labels) {
        line(text, format_args!("{label}:"));
        print_block(text, &scope, block);
    }
    line(text, format_args!("}}"));
}

fn print_block(text: &mut String, scope: &Scope<'_>, block: &Block) {
    let Block { instructions, positions, terminator, name: _ } = block;
    let statements = instructions.iter().map(|instruction| scope.instruction(instruction));
    let statements = statements.chain([scope.terminator(terminator)]);
    for (statement, position) in statements.zip(positions) {
        line(text, format_args!("  {statement}{}", position_suffix(*position)));
    }
}

fn position_suffix(position: Option<SourcePosition>) -> String {
    position.map_or_else(String::new, |position| {
        format!(" !{}:{}:{}", position.file.0, position.line, position.column)
    })
}

/// What the blocks of a function are called: by name, with the number where that is not unique.
fn labels(function: &Function) -> Vec<String> {
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for block in &function.blocks {
        *uses.entry(&block.name).or_default() += 1;
    }
    let label = |(index, block): (usize, &Block)| match block.name.as_str() {
        "" => format!("#{index}"),
        name if uses[name] > 1 => format!("{}#{index}", names::label(name)),
        name => names::label(name),
    };
    function.blocks.iter().enumerate().map(label).collect()
}

impl Scope<'_> {
    fn label(&self, block: BlockId) -> &str {
        self.labels.get(block.index()).map_or("?", String::as_str)
    }

    fn terminator(&self, terminator: &Terminator) -> String {
        match terminator {
            Terminator::Jump(block) => format!("jump {}", self.label(*block)),
            Terminator::Branch { condition, then, otherwise } => format!(
                "branch {}, {}, {}",
                self.operand(*condition),
                self.label(*then),
                self.label(*otherwise)
            ),
            Terminator::Switch { value, cases, default } => {
                let mut text = format!("switch {}, {}", self.operand(*value), self.label(*default));
                for (value, block) in cases {
                    let _ =
                        write!(text, ", {}: {}", instruction::number(*value), self.label(*block));
                }
                text
            }
            Terminator::Return { values } if values.is_empty() => "return".to_owned(),
            Terminator::Return { values } => format!("return {}", self.operands(values)),
            Terminator::Unreachable => "unreachable".to_owned(),
        }
    }
}
