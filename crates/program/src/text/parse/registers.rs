//! Which index does a register have?
//!
//! `%3` and `%3.name` say it themselves. `%name` takes the lowest index that no number in the
//! function claims, in the order of first appearance, after the parameters; so a first walk over
//! the function's tokens collects the numbers.

use crate::instruction::Register;
use crate::text::token::{Mark, RegisterName, Token, TokenKind};
use crate::verify::MAX_REGISTERS;
use base::Diagnostic;
use std::collections::HashMap;
use std::ops::Range;

/// The registers of one function.
#[derive(Default)]
pub(super) struct Registers {
    /// For each index that something claims, its name.
    slots: Vec<Option<String>>,
    /// The registers that are written by name alone.
    named: HashMap<String, Register>,
    /// The registers that have a number and a name.
    numbered: HashMap<String, u32>,
    /// Below this index everything is claimed.
    first_free: usize,
}

impl Registers {
    /// Collects the numbered registers of the function whose tokens start here.
    pub(super) fn collect(tokens: &[Token]) -> Result<Registers, Diagnostic> {
        let mut registers = Registers::default();
        let mut depth = 0_usize;
        for token in tokens {
            match &token.kind {
                TokenKind::Mark(Mark::OpenBrace) => depth += 1,
                TokenKind::Mark(Mark::CloseBrace) if depth <= 1 => break,
                TokenKind::Mark(Mark::CloseBrace) => depth -= 1,
                TokenKind::Register(RegisterName::Numbered { number, name }) => {
                    registers.claim(*number, name.as_deref(), &token.span)?;
                }
                _ => {}
            }
        }
        Ok(registers)
    }

    fn claim(
        &mut self,
        number: u32,
        name: Option<&str>,
        span: &Range<usize>,
    ) -> Result<(), Diagnostic> {
        let index = number as usize;
        if index >= MAX_REGISTERS {
            let message = format!("register numbers end at {}", MAX_REGISTERS - 1);
            return Err(Diagnostic::new(message, span.clone()));
        }
        if self.slots.len() <= index {
            self.slots.resize(index + 1, None);
        }
        let slot = self.slots[index].get_or_insert_default();
        let Some(name) = name else { return Ok(()) };
        if slot.is_empty() {
            *slot = name.to_owned();
            self.numbered.insert(name.to_owned(), number);
        } else if slot != name {
            let message = format!("register {number} is called `{slot}` and `{name}`");
            return Err(Diagnostic::new(message, span.clone()));
        }
        Ok(())
    }

    /// The register of the parameter at `position`.
    pub(super) fn parameter(
        &mut self,
        position: u32,
        name: &RegisterName,
        span: &Range<usize>,
    ) -> Result<(), Diagnostic> {
        match name {
            RegisterName::Numbered { number, .. } if *number == position => Ok(()),
            RegisterName::Numbered { number, .. } => {
                let message = format!("parameter {position} is written as register {number}");
                Err(Diagnostic::new(message, span.clone())
                    .with_help("arguments arrive in the registers from 0 on"))
            }
            RegisterName::Named(name) => {
                if self.named.contains_key(name) {
                    let message = format!("two parameters are called `%{name}`");
                    return Err(Diagnostic::new(message, span.clone()));
                }
                self.claim(position, Some(name.as_str()).filter(|name| !name.is_empty()), span)?;
                self.named.insert(name.clone(), Register(position));
                Ok(())
            }
        }
    }

    pub(super) fn resolve(
        &mut self,
        name: &RegisterName,
        span: &Range<usize>,
    ) -> Result<Register, Diagnostic> {
        let name = match name {
            RegisterName::Numbered { number, .. } => return Ok(Register(*number)),
            RegisterName::Named(name) => name,
        };
        if let Some(register) = self.named.get(name) {
            return Ok(*register);
        }
        if let Some(number) = self.numbered.get(name) {
            let message = format!("this function has both `%{name}` and `%{number}.{name}`");
            return Err(Diagnostic::new(message, span.clone()).with_help(format!(
                "write `%{number}.{name}` for that one, or choose another name"
            )));
        }
        while self.slots.get(self.first_free).is_some_and(Option::is_some) {
            self.first_free += 1;
        }
        let index = self.first_free;
        if index >= MAX_REGISTERS {
            let message = format!("more than {MAX_REGISTERS} registers");
            return Err(Diagnostic::new(message, span.clone()));
        }
        if self.slots.len() <= index {
            self.slots.resize(index + 1, None);
        }
        self.slots[index] = Some(name.clone());
        self.named.insert(name.clone(), Register(index as u32));
        Ok(Register(index as u32))
    }

    /// How many registers exist only because a higher number is mentioned.
    pub(super) fn gaps(&self) -> usize {
        self.slots.iter().filter(|slot| slot.is_none()).count()
    }

    /// The names of all registers.
    pub(super) fn finish(self) -> Vec<String> {
        self.slots.into_iter().map(Option::unwrap_or_default).collect()
    }
}
