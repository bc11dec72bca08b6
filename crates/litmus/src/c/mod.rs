//! Threads in C: C11 with its atomics, and the dialect of the Linux kernel. Statements and
//! expressions are lowered as they are read.
//!
//! Which of the two it is decides what a plain access and an `atomic_…` function are;
//! `memory_order` and the atomic types of C11 are what gives it away. Parameters are the locations
//! of the test; other names are registers. Each has its type, `int` where none is said, and what
//! does not fit wraps round, also where C would leave a sum with a sign undefined. A location is
//! always accessed as a whole. Pointer arithmetic, `struct`s and calls of other functions are not
//! covered.

mod c11;
mod expression;
mod kernel;
mod statement;
mod typed;

use crate::builder::Builder;
use crate::code::{Access, Code, Instruction};
use crate::cursor::Cursor;
use crate::token::{Kind, Style};
use crate::tree::{Architecture, Function};
use crate::types::{Type, unknown_word};
use crate::width::Width;
use base::{Diagnostic, Tags, tags};
use std::collections::BTreeMap;
use std::ops::Range;
use typed::Typed;

/// Every access is about all of a location, whose elements are at this distance.
pub(crate) const WHOLE: u8 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    C11,
    Kernel,
}

impl Dialect {
    fn of(functions: &[Function]) -> Dialect {
        let is_c11 = functions.iter().any(|function| {
            let signs = ["memory_order", "atomic_load", "atomic_store", "atomic_thread_fence"];
            signs.iter().any(|sign| function.body.contains(sign))
                || ["atomic_int", "_Atomic"].iter().any(|sign| function.parameters.contains(sign))
        });
        if is_c11 { Dialect::C11 } else { Dialect::Kernel }
    }
}

/// Whether threads are in the C of the Linux kernel.
pub(crate) fn is_kernel(functions: &[Function]) -> bool {
    Dialect::of(functions) == Dialect::Kernel
}

/// A thread, and the types that it declares.
pub(crate) struct Lowered {
    pub code: Code,
    /// Of its variables.
    pub variables: BTreeMap<String, Width>,
    /// Of the locations that are its parameters.
    pub locations: BTreeMap<String, Width>,
}

/// Lowers all threads.
pub(crate) fn lower(text: &str, functions: &[Function]) -> Result<Vec<Lowered>, Diagnostic> {
    let dialect = Dialect::of(functions);
    functions.iter().map(|function| lower_function(text, function, dialect)).collect()
}

fn lower_function(
    text: &str,
    function: &Function,
    dialect: Dialect,
) -> Result<Lowered, Diagnostic> {
    let parameters = parameters(text, function)?;
    let cursor = Cursor::new(text, function.body_span.clone(), Style::C)?;
    let mut lowering = Lowering {
        cursor,
        builder: Builder::default(),
        dialect,
        parameters,
        variables: BTreeMap::new(),
    };
    while !lowering.cursor.is_at_end() {
        lowering.statement()?;
    }
    let width = |(name, own): (&String, &Type)| (name.clone(), own.width());
    let variables = lowering.variables.iter().map(width).collect();
    let target = |(name, own): &(String, Type)| (name.clone(), own.target().width());
    let locations = lowering.parameters.iter().map(target).collect();
    Ok(Lowered { code: lowering.builder.finish(text)?, variables, locations })
}

/// The names and types of the parameters; all of them are pointers to locations.
fn parameters(text: &str, function: &Function) -> Result<Vec<(String, Type)>, Diagnostic> {
    let mut cursor = Cursor::new(text, function.parameters_span.clone(), Style::C)?;
    let mut parameters = Vec::new();
    while !cursor.is_at_end() {
        let mut words = Vec::new();
        let mut stars = 0;
        while !cursor.is_at_end() && !cursor.is(",") {
            let token = cursor.advance();
            stars += usize::from(token.text == "*" || token.text == "[");
            if token.kind == Kind::Word {
                words.push(token);
            }
        }
        cursor.accept(",");
        let name = words.pop();
        match name {
            Some(token) if stars > 0 => {
                let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
                if let Some(unknown) = unknown_word(&texts) {
                    let word = words.iter().find(|word| word.text == unknown);
                    return Err(no_type(unknown, word.map_or(token.span, |own| own.span.clone())));
                }
                let words = texts.into_iter();
                let own = Type::parse(words, stars, Architecture::C.pointer_bytes());
                parameters.push((token.text.to_owned(), own));
            }
            Some(token) if token.text == "void" => {}
            Some(token) => {
                let message = format!("the parameter `{}` is no pointer", token.text);
                return Err(Diagnostic::new(message, token.span));
            }
            None => return Err(cursor.unexpected("a parameter")),
        }
    }
    Ok(parameters)
}

fn no_type(word: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("there is no type `{word}`"), span)
}

/// The lowering of one function.
struct Lowering<'t> {
    cursor: Cursor<'t>,
    builder: Builder,
    dialect: Dialect,
    parameters: Vec<(String, Type)>,
    /// The types of the variables that are declared so far.
    variables: BTreeMap<String, Type>,
}

impl Lowering<'_> {
    /// What a name is: a location's address or a variable.
    fn variable(&mut self, name: &str) -> Typed {
        let parameter = self.parameters.iter().find(|(known, _)| known == name);
        match parameter.map(|(_, own)| *own) {
            Some(own) => Typed::new(self.builder.register(&format!("&{name}")), own),
            None => {
                let own = self.variables.get(name).copied().unwrap_or(Type::INT);
                Typed::new(self.builder.register(name), own)
            }
        }
    }

    /// What a plain access is called.
    fn plain(&self) -> Tags {
        match self.dialect {
            Dialect::C11 => tags!["NA"],
            Dialect::Kernel => tags!["Plain"],
        }
    }

    fn access(address: &Typed, tags: Tags) -> Access {
        Access { address: address.value.clone(), size: WHOLE, tags }
    }

    fn load(&mut self, address: &Typed, tags: Tags) -> Typed {
        let to = self.builder.temporary();
        let access = Lowering::access(address, tags);
        self.builder.push(Instruction::Load { to, access, exclusive: false });
        Typed::found(to, address.kind.target())
    }

    fn store(&mut self, address: &Typed, value: Typed, tags: Tags) {
        let value = value.converted(address.kind.target());
        let access = Lowering::access(address, tags);
        self.builder.push(Instruction::Store { access, value });
    }

    fn fence(&mut self, tags: Tags) {
        self.builder.push(Instruction::Fence { tags, address: None });
    }
}
