//! The start of an instruction, and the complaints about it.

use crate::instruction::Register;
use base::Diagnostic;
use std::ops::Range;

/// A mnemonic with what stands before it and at its dots: `%a, %b = cas.4`.
pub(super) struct Head {
    pub(super) targets: Vec<Register>,
    /// `cas`
    pub(super) name: String,
    /// `4`
    pub(super) suffixes: Vec<String>,
    pub(super) span: Range<usize>,
}

impl Head {
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(message, self.span.clone())
    }

    pub(super) fn no_target(&self) -> Result<(), Diagnostic> {
        if self.targets.is_empty() {
            return Ok(());
        }
        Err(self.error(format!("`{}` has no result", self.name)))
    }

    pub(super) fn target(&self) -> Result<Register, Diagnostic> {
        match self.targets[..] {
            [target] => Ok(target),
            _ => Err(self
                .error(format!("`{}` has one result", self.name))
                .with_help(format!("write `%r = {} …`", self.name))),
        }
    }

    pub(super) fn two_targets(&self) -> Result<(Register, Register), Diagnostic> {
        match self.targets[..] {
            [first, second] => Ok((first, second)),
            _ => Err(self
                .error(format!("`{}` has two results", self.name))
                .with_help(format!("write `%old, %ok = {} …`", self.name))),
        }
    }

    /// The numbers at the dots, such as the 4 of `load.4`; `what` says what they are.
    pub(super) fn suffixes<const N: usize>(&self, what: &str) -> Result<[u8; N], Diagnostic> {
        let numbers: Option<Vec<u8>> =
            self.suffixes.iter().map(|suffix| suffix.parse().ok()).collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
            let example = if N == 2 { "sext.8.32" } else { "load.4, add.32" };
            self.error(format!("`{}` needs {what}", self.name))
                .with_help(format!("it stands after a dot: {example}"))
        })
    }
}
