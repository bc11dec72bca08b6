//! Threads in C: C11 with its atomics, and the dialect of the Linux kernel. Statements and expressions are lowered as they are read.
//!
//! Which of the two it is decides what a plain access and an `atomic_…` function are; `memory_order` and the atomic types of C11 are what gives it away.
//! Parameters are the locations of the test; other names are registers. All numbers are those of `int`, or those that it shares with an unsigned or narrower type, if there is one. Pointer arithmetic, `struct`s and calls of other functions are not covered.

mod c11;
mod expression;
mod kernel;
mod statement;

use crate::builder::Builder;
use crate::code::{Access, Code, Expression, Instruction, Numbers, Register, Tags};
use crate::cursor::Cursor;
use crate::token::{Kind, Style};
use crate::tree::Function;
use base::Diagnostic;

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

/// Lowers all threads.
pub(crate) fn lower(text: &str, functions: &[Function]) -> Result<Vec<Code>, Diagnostic> {
    let dialect = Dialect::of(functions);
    functions.iter().map(|function| lower_function(text, function, dialect)).collect()
}

fn lower_function(text: &str, function: &Function, dialect: Dialect) -> Result<Code, Diagnostic> {
    let parameters = parameters(text, function)?;
    let cursor = Cursor::new(text, function.body_span.clone(), Style::C)?;
    let mut lowering = Lowering {
        cursor,
        builder: Builder::default(),
        dialect,
        parameters,
        numbers: numbers(function),
    };
    while !lowering.cursor.is_at_end() {
        lowering.statement()?;
    }
    lowering.builder.finish()
}

/// The numbers that every variable of a function can hold, by the words in it: types are not told apart any further.
fn numbers(function: &Function) -> Numbers {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let text = [function.parameters.as_str(), function.body.as_str()];
    let words = || text.iter().flat_map(|text| text.split(|letter| !is_name(letter)));
    let has = |types: &[&str]| words().any(|word| types.contains(&word));
    if has(&["char", "int8_t", "uint8_t", "u8", "s8"]) {
        Numbers::Natural { bytes: 1 }
    } else if has(&["short", "int16_t", "uint16_t", "u16", "s16"]) {
        Numbers::Natural { bytes: 2 }
    } else if has(&["unsigned", "uint32_t", "uint64_t", "u32", "u64", "size_t", "uintptr_t"]) {
        Numbers::Natural { bytes: 4 }
    } else {
        Numbers::Signed
    }
}

/// The names of the parameters; all of them are pointers to locations.
fn parameters(text: &str, function: &Function) -> Result<Vec<String>, Diagnostic> {
    let mut cursor = Cursor::new(text, function.parameters_span.clone(), Style::C)?;
    let mut names = Vec::new();
    while !cursor.is_at_end() {
        let mut name = None;
        let mut is_pointer = false;
        while !cursor.is_at_end() && !cursor.is(",") {
            let token = cursor.advance();
            is_pointer |= token.text == "*" || token.text == "[";
            if token.kind == Kind::Word {
                name = Some(token);
            }
        }
        cursor.accept(",");
        match name {
            Some(token) if is_pointer => names.push(token.text.to_owned()),
            Some(token) if token.text == "void" => {}
            Some(token) => {
                let message = format!("the parameter `{}` is no pointer", token.text);
                return Err(Diagnostic::new(message, token.span));
            }
            None => return Err(cursor.unexpected("a parameter")),
        }
    }
    Ok(names)
}

/// The lowering of one function.
struct Lowering<'t> {
    cursor: Cursor<'t>,
    builder: Builder,
    dialect: Dialect,
    parameters: Vec<String>,
    numbers: Numbers,
}

impl Lowering<'_> {
    /// The register that a name is: a location's address or a variable.
    fn variable(&mut self, name: &str) -> Register {
        if self.parameters.iter().any(|known| known == name) {
            self.builder.register(&format!("&{name}"))
        } else {
            self.builder.register(name)
        }
    }

    /// A value that a variable can hold.
    fn fitting(&self, value: Expression) -> Expression {
        Expression::Within(self.numbers, Box::new(value))
    }

    /// What a plain access is called.
    fn plain(&self) -> Tags {
        match self.dialect {
            Dialect::C11 => &["NA"],
            Dialect::Kernel => &["Plain"],
        }
    }

    fn load(&mut self, address: Expression, tags: Tags) -> Expression {
        let to = self.builder.temporary();
        let access = Access { address, size: 4, tags };
        self.builder.push(Instruction::Load { to, access, exclusive: false });
        to.into()
    }

    fn store(&mut self, address: Expression, value: Expression, tags: Tags) {
        let access = Access { address, size: 4, tags };
        self.builder.push(Instruction::Store { access, value });
    }

    fn fence(&mut self, tags: Tags) {
        self.builder.push(Instruction::Fence { tags, address: None });
    }
}
