//! What do `$0`, `$1`, … in an assembly template stand for?
//!
//! The constraints of LLVM, in order: `=r` a register whose value is a result, `=*m` and `*m`
//! memory whose address is an argument, a number an argument that a result starts from, `={@ccz}` a
//! flag as a result, other letters an argument; what starts with `~` is only clobbered and has no
//! number.

use super::super::fold::{Lowered, unsupported};
use super::super::function::Body;
use super::statement::Argument;
use crate::tree::ValueId;
use crate::tree::instruction::Call;
use program::{Instruction, Operand, Register, eval};

/// What each number stands for.
#[derive(Debug)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    /// The flags after the last statement that sets them, as far as they are known.
    pub(super) flags: Flags,
}

#[derive(Clone, Debug)]
enum Slot {
    /// A result, in a register of its own.
    Result {
        register: Register,
        width: u8,
        constraint: String,
    },
    Memory {
        address: Operand,
    },
    Value {
        value: Operand,
        width: u8,
        constraint: String,
    },
}

/// One bit each.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Flags {
    pub(super) zero: Option<Operand>,
    pub(super) carry: Option<Operand>,
    pub(super) sign: Option<Operand>,
}

impl Slots {
    pub(super) fn new(
        body: &mut Body<'_, '_>,
        result: Option<ValueId>,
        constraints: &str,
        call: &Call,
    ) -> Lowered<Slots> {
        let strange = || unsupported("inline asm with unusual constraints");
        let mut results = match result {
            Some(result) => body.scope.leaves(body.tree.value(result).value_type)?.to_vec(),
            None => Vec::new(),
        }
        .into_iter();
        let mut arguments = call.arguments.iter();
        let mut slots = Vec::new();
        for constraint in constraints.split(',').filter(|text| !text.is_empty()) {
            if constraint.starts_with('~') {
                continue;
            }
            if constraint.starts_with('!') || constraint.contains('|') {
                return strange();
            }
            let is_memory = constraint.starts_with('*') || constraint.starts_with("=*");
            if constraint.starts_with('=') && !is_memory {
                let (register, leaf) = (body.temporary(), results.next());
                let Some(leaf) = leaf.filter(|leaf| !leaf.is_narrow) else { return strange() };
                body.assign(register, Operand::Undefined, leaf.width);
                let constraint = constraint.to_owned();
                slots.push(Slot::Result { register, width: leaf.width, constraint });
                continue;
            }
            let Some(argument) = arguments.next() else { return strange() };
            let value = body.scalar(argument.value)?;
            if is_memory {
                slots.push(Slot::Memory { address: value });
                continue;
            }
            let width = body.width(argument.value.value_type)?;
            if body.scope.leaves(argument.value.value_type)?.iter().any(|leaf| leaf.is_narrow) {
                return unsupported("inline asm with a 32-bit pointer in a register");
            }
            if let Ok(tied) = constraint.parse::<usize>() {
                match slots.get(tied) {
                    Some(Slot::Result { register, width: of_result, .. })
                        if *of_result == width =>
                    {
                        let register = *register;
                        body.assign(register, value, width);
                        slots.push(Slot::Value {
                            value: register.into(),
                            width,
                            constraint: String::new(),
                        });
                    }
                    // Memory that is read and written.
                    Some(Slot::Memory { .. }) | Some(_) | None => return strange(),
                }
                continue;
            }
            slots.push(Slot::Value { value, width, constraint: constraint.to_owned() });
        }
        if results.next().is_some() || arguments.next().is_some() {
            return strange();
        }
        Ok(Slots { slots, flags: Flags::default() })
    }

    /// The address of an argument that is memory.
    pub(super) fn address(&self, body: &mut Body<'_, '_>, argument: &Argument) -> Option<Operand> {
        match argument {
            Argument::Slot { number, modifier: None } => match self.slots.get(*number)? {
                Slot::Memory { address } => Some(*address),
                Slot::Result { .. } | Slot::Value { .. } => None,
            },
            Argument::Indirect { number, offset } => {
                let base = match self.slots.get(*number)? {
                    Slot::Value { value, width: 64, .. } => *value,
                    Slot::Result { register, width: 64, .. } => (*register).into(),
                    Slot::Result { .. } | Slot::Value { .. } | Slot::Memory { .. } => return None,
                };
                Some(body.displaced(base, *offset as u64))
            }
            Argument::Slot { .. } | Argument::Number(_) | Argument::Word(_) => None,
        }
    }

    /// How wide an argument that is a register is, without its modifier.
    pub(super) fn width(&self, argument: &Argument) -> Option<u8> {
        match argument {
            Argument::Slot { number, .. } => match self.slots.get(*number)? {
                Slot::Result { width, .. } | Slot::Value { width, .. } => Some(*width),
                Slot::Memory { .. } => None,
            },
            Argument::Indirect { .. } | Argument::Number(_) | Argument::Word(_) => None,
        }
    }

    /// Whether the compiler may put an argument into a register, and not into the instruction.
    pub(super) fn may_be_register(&self, argument: &Argument) -> bool {
        match argument {
            Argument::Slot { number, .. } => match self.slots.get(*number) {
                Some(Slot::Value { constraint, .. }) => constraint.contains(['r', 'q']),
                Some(Slot::Result { .. }) => true,
                Some(Slot::Memory { .. }) | None => false,
            },
            Argument::Indirect { .. } | Argument::Number(_) | Argument::Word(_) => false,
        }
    }

    /// The lowest bits of a register or number. Those above what the compiler put there are not
    /// known.
    pub(super) fn value(
        &self,
        body: &mut Body<'_, '_>,
        argument: &Argument,
        wanted: u8,
    ) -> Option<Operand> {
        let mask = u64::MAX >> (64 - u32::from(wanted));
        let (value, width) = match argument {
            Argument::Number(number) => return Some(Operand::Constant(*number as u64 & mask)),
            Argument::Slot { number, .. } => match self.slots.get(*number)? {
                Slot::Result { register, width, .. } => ((*register).into(), *width),
                Slot::Value { value, width, .. } => (*value, *width),
                Slot::Memory { .. } => return None,
            },
            Argument::Indirect { .. } | Argument::Word(_) => return None,
        };
        match value {
            Operand::Constant(bits) => {
                let number = eval::signed(bits, u32::from(width));
                Some(Operand::Constant(number as u64 & mask))
            }
            Operand::Undefined => None,
            Operand::Register(_) if width == wanted => Some(value),
            Operand::Register(_) if width > wanted => {
                let to = wanted;
                Some(body.compute_temporary(|target| Instruction::Truncate { to, target, value }))
            }
            Operand::Register(_) => None,
        }
    }

    /// Writes so many bits to a register that is a result. Bits above them become zero, which is so
    /// only of 32 bits and more.
    pub(super) fn set(
        &self,
        body: &mut Body<'_, '_>,
        argument: &Argument,
        value: Operand,
        written: u8,
    ) -> Option<()> {
        let Argument::Slot { number, .. } = argument else { return None };
        let Slot::Result { register, width, .. } = self.slots.get(*number)? else { return None };
        let (target, width) = (*register, *width);
        if written < width && written < 32 {
            return None;
        }
        body.emit(match written > width {
            true => Instruction::Truncate { to: width, target, value },
            false => Instruction::Assign { target, value },
        });
        Some(())
    }

    /// The slot whose register is called this, as in `{ax}`.
    pub(super) fn named(&self, name: &str) -> Option<Argument> {
        let is_named = |slot: &Slot| match slot {
            Slot::Result { constraint, .. } | Slot::Value { constraint, .. } => {
                constraint.trim_start_matches(['=', '&']) == format!("{{{name}}}")
            }
            Slot::Memory { .. } => false,
        };
        let number = self.slots.iter().position(is_named)?;
        Some(Argument::Slot { number, modifier: None })
    }

    /// Copies the results to where the function wants them. `condition` says what a flag is.
    pub(super) fn write_results(
        &self,
        body: &mut Body<'_, '_>,
        result: Option<ValueId>,
    ) -> Lowered<()> {
        let Some(result) = result else { return Ok(()) };
        let targets = body.registers(result)?;
        let mut targets = targets.into_iter();
        for slot in &self.slots {
            let Slot::Result { register, width, constraint } = slot else { continue };
            let Some(target) = targets.next() else { continue };
            let flag = constraint.split_once("{@cc").and_then(|(_, rest)| rest.strip_suffix('}'));
            let value = match flag {
                None => (*register).into(),
                Some(condition) => match super::x86::condition(body, self.flags, condition) {
                    Some(value) => value,
                    None => return unsupported(format!("inline asm with the flag `{condition}`")),
                },
            };
            body.assign(target, value, *width);
        }
        Ok(())
    }
}
