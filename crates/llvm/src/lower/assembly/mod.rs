//! What does inline assembly do?
//!
//! The template is cut into statements ([`statement`]), the constraints say what `$0`, `$1`, …
//! stand for ([`slots`]), and each statement is translated by a table for its machine ([`x86`],
//! [`aarch64`]). What is in no table is not supported, and the complaint has its text: nothing is
//! guessed.
//!
//! An access is as strong as C11 needs to know, and never stronger than the machine makes it:
//!
//! | machine | load | store | update |
//! |---|---|---|---|
//! | x86 | acquire | release | seq_cst with `lock` or `xchg`; else a load and a store |
//! | AArch64 | relaxed; acquire for `ldar`, `ldapr`, `ldaxr` | relaxed; release for `stlr`, `stlxr` | by the letters `a` and `l` |
//!
//! Full fences are fences of order seq_cst; on AArch64 `dmb ishld` is one of order acquire. Not
//! covered: `dmb ishst` (C11 has no fence that orders stores only), Intel's syntax, registers by
//! name, jumps other than those of the loops with exclusive accesses that [`aarch64`] lists.

mod aarch64;
mod slots;
mod statement;
mod x86;

use super::fold::{Lowered, unsupported};
use super::function::Body;
use crate::tree::instruction::Call;
use crate::tree::{NameId, ValueId};
use base::{Ordering, Tags};
use program::{Access, BinaryOperation, Instruction, Operand, RmwOperation};
use slots::Slots;

/// The machines whose assembly is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Machine {
    X86,
    AArch64,
    /// Only hints and full fences are known.
    Other,
}

impl Machine {
    fn of_triple(triple: Option<&str>) -> Machine {
        match triple.and_then(|triple| triple.split('-').next()) {
            Some("x86_64" | "i386" | "i486" | "i586" | "i686") => Machine::X86,
            Some("aarch64" | "arm64") => Machine::AArch64,
            _ => Machine::Other,
        }
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
        let module = self.scope.module;
        let (template, constraints) = (module.names.text(template), module.names.text(constraints));
        let machine = Machine::of_triple(module.target_triple.map(|name| module.names.text(name)));
        let mut slots = Slots::new(self, result, constraints, call)?;
        if self.translate_assembly(machine, template, &mut slots).is_none() {
            return unsupported(format!("inline asm `{}`", shorten(template)));
        }
        slots.write_results(self, result)
    }

    /// `None` if something in the template is not known.
    fn translate_assembly(
        &mut self,
        machine: Machine,
        template: &str,
        slots: &mut Slots,
    ) -> Option<()> {
        if let Some(full_fence) = hint_or_fence(template) {
            if full_fence {
                self.full_fence();
            }
            return Some(());
        }
        let statements = statement::parse(template)?;
        match machine {
            Machine::X86 => x86::translate(self, slots, &statements),
            Machine::AArch64 => aarch64::translate(self, slots, &statements),
            Machine::Other => None,
        }
    }

    fn full_fence(&mut self) {
        self.fence_of(Ordering::SeqCst);
    }

    fn fence_of(&mut self, ordering: Ordering) {
        self.emit(Instruction::Fence { ordering, tags: Tags::NONE });
    }

    /// Reads so many bits of memory.
    fn load_bits(&mut self, address: Operand, width: u8, ordering: Ordering) -> Operand {
        let access = access(width, ordering);
        self.compute_temporary(|target| Instruction::Load { target, address, access })
    }

    fn store_bits(&mut self, address: Operand, value: Operand, width: u8, ordering: Ordering) {
        self.emit(Instruction::Store { address, value, access: access(width, ordering) });
    }

    /// Returns the old value.
    fn update_bits(
        &mut self,
        operation: RmwOperation,
        (address, operand): (Operand, Operand),
        width: u8,
        ordering: Ordering,
    ) -> Operand {
        let access = access(width, ordering);
        self.compute_temporary(|target| Instruction::ReadModifyWrite {
            operation,
            target,
            address,
            operand,
            access,
        })
    }

    /// Returns the old value, and whether it was the expected one.
    fn exchange_bits(
        &mut self,
        address: Operand,
        [expected, desired]: [Operand; 2],
        width: u8,
        [ordering, failure]: [Ordering; 2],
    ) -> [Operand; 2] {
        let [target, success] = [self.temporary(), self.temporary()];
        let access = access(width, ordering);
        self.emit(Instruction::CompareExchange {
            target,
            success,
            address,
            expected,
            desired,
            access,
            failure,
            weak: false,
        });
        [target.into(), success.into()]
    }

    fn complement(&mut self, width: u8, value: Operand) -> Operand {
        let ones = Operand::Constant(u64::MAX >> (64 - u32::from(width)));
        self.arithmetic(BinaryOperation::Xor, width, value, ones)
    }
}

fn access(width: u8, ordering: Ordering) -> Access {
    Access { size: width / 8, ordering, tags: Tags::NONE }
}

/// For a template that is nothing but a hint to the processor or a full fence, on any machine:
/// whether it is the fence.
fn hint_or_fence(template: &str) -> Option<bool> {
    let words: Vec<String> = template
        .split([' ', '\t', '\n', ';', ','])
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        []
        | ["nop" | "pause" | "yield" | "isb" | "wfe" | "sev" | "sevl"]
        | ["rep", "nop"]
        | ["#" | "#app" | "#no_app"] => Some(false),
        ["mfence" | "sync" | "hwsync"] | ["dmb" | "dsb", "ish" | "sy"] => Some(true),
        ["fence", "rw", "rw"] | ["fence", "iorw", "iorw"] => Some(true),
        // A locked update of the stack that changes nothing.
        ["lock", "addl" | "addq" | "orl" | "orq", "$0" | "$$0", place]
            if place.ends_with("(%rsp)") || place.ends_with("(%esp)") =>
        {
            Some(true)
        }
        _ => None,
    }
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
        assert_eq!(hint_or_fence(""), Some(false));
        assert_eq!(hint_or_fence("rep; nop"), Some(false));
        assert_eq!(hint_or_fence("mfence"), Some(true));
        assert_eq!(hint_or_fence("lock; addl $$0,0(%rsp)"), Some(true));
        assert_eq!(hint_or_fence("lock; addl $$1,0(%rsp)"), None);
        assert_eq!(hint_or_fence("dmb ishst"), None);
        assert_eq!(hint_or_fence("movl $1, $0"), None);
    }

    #[test]
    fn machines() {
        assert_eq!(Machine::of_triple(Some("x86_64-pc-linux-gnu")), Machine::X86);
        assert_eq!(Machine::of_triple(Some("i386-pc-linux-gnu")), Machine::X86);
        assert_eq!(Machine::of_triple(Some("arm64-apple-macosx14.0.0")), Machine::AArch64);
        assert_eq!(Machine::of_triple(Some("riscv64-unknown-linux")), Machine::Other);
        assert_eq!(Machine::of_triple(None), Machine::Other);
    }
}
