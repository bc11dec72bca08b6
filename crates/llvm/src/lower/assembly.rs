//! What does inline assembly do?
//!
//! Only what is easily recognised: nothing (a barrier for the compiler, or a value hidden from the
//! optimiser), a hint to the processor, or a full fence.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use crate::tree::instruction::Call;
use crate::tree::{NameId, ValueId};
use base::{Ordering, Tags};
use program::{Instruction, Operand};

/// What a template means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Nothing,
    FullFence,
}

fn meaning(template: &str) -> Option<Meaning> {
    let words: Vec<String> = template
        .split([' ', '\t', '\n', ';', ','])
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["nop" | "pause" | "yield" | "isb"] | ["rep", "nop"] | ["#" | "#app" | "#no_app"] => {
            Some(Meaning::Nothing)
        }
        ["mfence" | "sync" | "hwsync"] | ["dmb", "ish" | "sy"] | ["dsb", "ish" | "sy"] => {
            Some(Meaning::FullFence)
        }
        ["fence", "rw", "rw"] | ["fence", "iorw", "iorw"] => Some(Meaning::FullFence),
        // A locked update of the stack that changes nothing.
        ["lock", "addl" | "addq" | "orl" | "orq", "$0" | "$$0", place]
            if place.ends_with("(%rsp)") || place.ends_with("(%esp)") =>
        {
            Some(Meaning::FullFence)
        }
        _ => None,
    }
}

impl Body<'_, '_> {
    pub(super) fn assembly(
        &mut self,
        result: Option<ValueId>,
        template: NameId,
        constraints: NameId,
        call: &Call,
    ) -> Lowered<()> {
        let names = &self.scope.module.names;
        let template = names.text(template);
        match meaning(template) {
            Some(Meaning::Nothing) => {}
            Some(Meaning::FullFence) => {
                self.emit(Instruction::Fence { ordering: Ordering::SeqCst, tags: Tags::NONE })
            }
            None => return unsupported(format!("inline asm `{}`", shorten(template))),
        }
        let Some(result) = result else {
            return Ok(());
        };
        let outputs = outputs(names.text(constraints));
        let widths = self.scope.leaves(self.tree.value(result).value_type)?;
        let targets = self.registers(result)?;
        if targets.len() != outputs.len() {
            return unsupported(format!("inline asm `{}`", shorten(template)));
        }
        for ((target, input), leaf) in targets.into_iter().zip(outputs).zip(widths) {
            // An output that is no input as well is whatever was in the register.
            let value = match input.and_then(|input| call.arguments.get(input)) {
                Some(argument) => self.scalar(argument.value)?,
                None => Operand::Undefined,
            };
            self.assign(target, value, leaf.width);
        }
        Ok(())
    }
}

/// For each output of a constraint string, the argument it is tied to.
fn outputs(constraints: &str) -> Vec<Option<usize>> {
    let mut outputs = Vec::new();
    let mut arguments = 0;
    for constraint in constraints.split(',') {
        if constraint.starts_with("=*") {
            // An output through memory is passed as an address.
            arguments += 1;
        } else if constraint.starts_with('=') {
            outputs.push(None);
        } else if !constraint.starts_with('~') && !constraint.starts_with('!') {
            let tied: Option<usize> = constraint.parse().ok();
            if let Some(output) = tied.and_then(|index| outputs.get_mut(index)) {
                *output = Some(arguments);
            }
            arguments += 1;
        }
    }
    outputs
}

fn shorten(template: &str) -> String {
    let line = template.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        assert_eq!(meaning(""), Some(Meaning::Nothing));
        assert_eq!(meaning("rep; nop"), Some(Meaning::Nothing));
        assert_eq!(meaning("mfence"), Some(Meaning::FullFence));
        assert_eq!(meaning("lock; addl $$0,0(%rsp)"), Some(Meaning::FullFence));
        assert_eq!(meaning("lock; addl $$1,0(%rsp)"), None);
        assert_eq!(meaning("movl $1, $0"), None);
    }

    #[test]
    fn outputs_are_tied_to_arguments() {
        assert_eq!(outputs("~{memory},~{dirflag}"), []);
        assert_eq!(outputs("=r,0,~{memory}"), [Some(0)]);
        assert_eq!(outputs("=r,=&r,=*m,r,1"), [None, Some(2)]);
    }
}
