//! Puts the instructions of one thread together: registers get numbers, labels get places.

use crate::code::{Code, Expression, Instruction, Register};
use base::Diagnostic;
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Clone, Default, Debug)]
pub(crate) struct Builder {
    code: Code,
    labels: BTreeMap<String, usize>,
    /// Jumps whose target is known by name only.
    jumps: Vec<(usize, String, Range<usize>)>,
    temporaries: usize,
    /// Where in the file what follows comes from.
    offset: usize,
}

impl Builder {
    /// The register with this name.
    pub(crate) fn register(&mut self, name: &str) -> Register {
        self.code.add_register(name)
    }

    /// A register that no test can name.
    pub(crate) fn temporary(&mut self) -> Register {
        self.temporaries += 1;
        self.register(&format!("%{}", self.temporaries))
    }

    /// What follows comes from this place in the file.
    pub(crate) fn come_from(&mut self, offset: usize) {
        self.offset = offset;
    }

    pub(crate) fn push(&mut self, instruction: Instruction) {
        self.code.instructions.push(instruction);
        self.code.offsets.push(self.offset);
    }

    pub(crate) fn assign(&mut self, to: Register, value: impl Into<Expression>) {
        self.push(Instruction::Assign { to, value: value.into() });
    }

    pub(crate) fn label(&mut self, name: &str, span: Range<usize>) -> Result<(), Diagnostic> {
        let place = self.code.instructions.len();
        match self.labels.insert(name.to_owned(), place) {
            Some(_) => Err(Diagnostic::new(format!("the label `{name}` is there twice"), span)),
            None => Ok(()),
        }
    }

    /// A label of the builder's own.
    pub(crate) fn fresh_label(&mut self) -> String {
        self.temporaries += 1;
        format!("%label{}", self.temporaries)
    }

    pub(crate) fn place(&mut self, label: &str) {
        self.labels.insert(label.to_owned(), self.code.instructions.len());
    }

    pub(crate) fn branch(&mut self, condition: Expression, label: &str, span: Range<usize>) {
        self.jumps.push((self.code.instructions.len(), label.to_owned(), span));
        self.push(Instruction::Branch { condition, target: 0 });
    }

    pub(crate) fn jump(&mut self, label: &str, span: Range<usize>) {
        self.jumps.push((self.code.instructions.len(), label.to_owned(), span));
        self.push(Instruction::Jump { target: 0 });
    }

    /// The thread, with every jump at its place; `text` is the file.
    pub(crate) fn finish(mut self, text: &str) -> Result<Code, Diagnostic> {
        for (index, label, span) in self.jumps {
            let Some(place) = self.labels.get(&label) else {
                return Err(Diagnostic::new(format!("there is no label `{label}`"), span));
            };
            if *place <= index {
                let line = text[..span.start].matches('\n').count() + 1;
                self.code.loops.insert(index, line);
            }
            match &mut self.code.instructions[index] {
                Instruction::Branch { target, .. } | Instruction::Jump { target } => {
                    *target = *place
                }
                other => unreachable!("only jumps have labels, and this is {other:?}"),
            }
        }
        Ok(self.code)
    }
}
