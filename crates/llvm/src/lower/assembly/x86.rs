//! Assembly of x86-64, in AT&T's syntax: sources first, the target last.
//!
//! Moves, exchanges, updates with and without `lock`, bit tests, conditions from flags, fences and
//! hints. Flags are known after updates as far as they are asked for: zero, sign and carry.
//! Registers by name are not known, but for those of `cmpxchg` and `cmpxchg16b`, which constraints
//! name.

use super::super::function::Body;
use super::slots::{Flags, Slots};
use super::statement::{Argument, Statement};
use base::Ordering;
use program::{BinaryOperation, Operand, Predicate, RmwOperation};

/// A load needs no fence to acquire on this machine, and a store none to release.
const LOAD: Ordering = Ordering::Acquire;
const STORE: Ordering = Ordering::Release;
/// A locked update is a full fence.
const LOCKED: Ordering = Ordering::SeqCst;

/// The instructions that have a size, by their names without its letter.
const SIZED: [&str; 15] = [
    "mov", "xchg", "xadd", "cmpxchg", "add", "sub", "inc", "dec", "and", "or", "xor", "not", "bts",
    "btr", "btc",
];

pub(super) fn translate(
    body: &mut Body<'_, '_>,
    slots: &mut Slots,
    statements: &[Statement],
) -> Option<()> {
    statements.iter().try_for_each(|statement| one(body, slots, statement))
}

fn one(body: &mut Body<'_, '_>, slots: &mut Slots, statement: &Statement) -> Option<()> {
    let Statement { label: None, locked, mnemonic, arguments } = statement else { return None };
    match (mnemonic.as_str(), &arguments[..], locked) {
        ("nop" | "pause", [], false) => return Some(()),
        // What ordinary loads and stores do in order anyway.
        ("lfence", [], false) => {
            body.fence_of(Ordering::Acquire);
            return Some(());
        }
        ("sfence", [], false) => {
            body.fence_of(Ordering::Release);
            return Some(());
        }
        ("mfence", [], false) => {
            body.full_fence();
            return Some(());
        }
        ("cmpxchg16b", [memory], true) => return exchange_two_words(body, slots, memory),
        _ => {}
    }
    if let (Some(name), [target], false) = (mnemonic.strip_prefix("set"), &arguments[..], locked) {
        let value = condition(body, slots.flags, name)?;
        return write(body, slots, target, value, 8);
    }
    if let ("sbbl" | "sbbq", [one, other], false) = (mnemonic.as_str(), &arguments[..], locked)
        && one == other
    {
        // All bits are the carry.
        let width = size(mnemonic, "sbb")?;
        let carry = slots.flags.carry?;
        let value = body.arithmetic(BinaryOperation::Sub, width, Operand::Constant(0), carry);
        return slots.set(body, one, value, width);
    }
    let name = SIZED.into_iter().find(|name| is_sized(mnemonic, name))?;
    let width = match size(mnemonic, name) {
        Some(width) => width,
        None => arguments.iter().find_map(|argument| register_width(slots, argument))?,
    };
    if arguments.iter().any(|argument| has_other_modifier(argument, width)) {
        return None;
    }
    sized(body, slots, (name, width, *locked), arguments)
}

/// Compares sixteen bytes with `rdx:rax`, and exchanges them for `rcx:rbx` or loads them.
fn exchange_two_words(body: &mut Body<'_, '_>, slots: &mut Slots, memory: &Argument) -> Option<()> {
    let address = slots.address(body, memory)?;
    let registers = ["ax", "dx", "bx", "cx"].map(|name| slots.named(name));
    let [Some(low), Some(high), Some(new_low), Some(new_high)] = registers else { return None };
    let mut value = |register| slots.value(body, register, 64);
    let (expected, desired) =
        ([value(&low)?, value(&high)?], [value(&new_low)?, value(&new_high)?]);
    let (old, success) = body.exchange_double_word(address, expected, desired);
    slots.flags = Flags { zero: Some(success), carry: None, sign: None };
    slots.set(body, &low, old[0], 64)?;
    slots.set(body, &high, old[1], 64)
}

fn is_sized(mnemonic: &str, name: &str) -> bool {
    mnemonic == name || size(mnemonic, name).is_some()
}

/// The bits that the letter after the name says.
fn size(mnemonic: &str, name: &str) -> Option<u8> {
    match mnemonic.strip_prefix(name)? {
        "b" => Some(8),
        "w" => Some(16),
        "l" => Some(32),
        "q" => Some(64),
        _ => None,
    }
}

fn register_width(slots: &Slots, argument: &Argument) -> Option<u8> {
    match argument {
        Argument::Slot { modifier: Some(modifier), .. } => modified(*modifier),
        Argument::Slot { .. } => slots.width(argument),
        Argument::Indirect { .. } | Argument::Number(_) | Argument::Word(_) => None,
    }
}

/// Which part of a register a modifier means.
fn modified(modifier: char) -> Option<u8> {
    match modifier {
        'b' => Some(8),
        'w' => Some(16),
        'k' => Some(32),
        'q' => Some(64),
        _ => None,
    }
}

fn has_other_modifier(argument: &Argument, width: u8) -> bool {
    match argument {
        Argument::Slot { modifier: Some(modifier), .. } => modified(*modifier) != Some(width),
        Argument::Slot { .. }
        | Argument::Indirect { .. }
        | Argument::Number(_)
        | Argument::Word(_) => false,
    }
}

fn sized(
    body: &mut Body<'_, '_>,
    slots: &mut Slots,
    (name, width, locked): (&str, u8, bool),
    arguments: &[Argument],
) -> Option<()> {
    match (name, arguments) {
        ("mov", [source, target]) if !locked => {
            let value = match slots.address(body, source) {
                Some(address) => body.load_bits(address, width, LOAD),
                None => slots.value(body, source, width)?,
            };
            write(body, slots, target, value, width)
        }
        // It locks by itself, and the order of its arguments does not matter.
        ("xchg", [one, other]) => {
            let (memory, register) = match slots.address(body, one) {
                Some(_) => (one, other),
                None => (other, one),
            };
            let address = slots.address(body, memory)?;
            let new = slots.value(body, register, width)?;
            let old = body.update_bits(RmwOperation::Exchange, (address, new), width, LOCKED);
            slots.set(body, register, old, width)
        }
        ("xadd", [register, memory]) => {
            let address = slots.address(body, memory)?;
            let operand = slots.value(body, register, width)?;
            let old = update(body, slots, (RmwOperation::Add, width, locked), address, operand);
            slots.set(body, register, old, width)
        }
        ("cmpxchg", [desired, memory]) if locked => {
            let accumulator = slots.named("ax")?;
            let address = slots.address(body, memory)?;
            let expected = slots.value(body, &accumulator, width)?;
            let desired = slots.value(body, desired, width)?;
            let both = [LOCKED, LOCKED];
            let [old, success] = body.exchange_bits(address, [expected, desired], width, both);
            slots.flags = Flags { zero: Some(success), carry: None, sign: None };
            slots.set(body, &accumulator, old, width)
        }
        ("add" | "sub" | "and" | "or" | "xor", [source, memory]) => {
            let operation = match name {
                "add" => RmwOperation::Add,
                "sub" => RmwOperation::Sub,
                "and" => RmwOperation::And,
                "or" => RmwOperation::Or,
                _ => RmwOperation::Xor,
            };
            let address = slots.address(body, memory)?;
            let operand = slots.value(body, source, width)?;
            update(body, slots, (operation, width, locked), address, operand);
            Some(())
        }
        ("inc" | "dec", [memory]) => {
            let operation = if name == "inc" { RmwOperation::Add } else { RmwOperation::Sub };
            let address = slots.address(body, memory)?;
            let carry = slots.flags.carry;
            update(body, slots, (operation, width, locked), address, Operand::Constant(1));
            slots.flags.carry = carry;
            Some(())
        }
        ("not", [memory]) => {
            let (address, flags) = (slots.address(body, memory)?, slots.flags);
            let ones = Operand::Constant(u64::MAX >> (64 - u32::from(width)));
            update(body, slots, (RmwOperation::Xor, width, locked), address, ones);
            slots.flags = flags;
            Some(())
        }
        ("bts" | "btr" | "btc", [index, memory]) if width >= 16 => {
            bit(body, slots, (name, width, locked), index, memory)
        }
        _ => None,
    }
}

/// Sets, resets or complements a bit, and puts what it was into the carry. The number of a bit in a
/// register may be one beyond the operand, on either side; a number in the instruction is taken
/// modulo the width.
fn bit(
    body: &mut Body<'_, '_>,
    slots: &mut Slots,
    (name, width, locked): (&str, u8, bool),
    index: &Argument,
    memory: &Argument,
) -> Option<()> {
    let address = slots.address(body, memory)?;
    let is_register = slots.may_be_register(index);
    let index = slots.value(body, index, width)?;
    let low = Operand::Constant(u64::from(width) - 1);
    let within = body.arithmetic(BinaryOperation::And, width, index, low);
    let address = match (index, is_register) {
        (_, false) => address,
        (Operand::Constant(number), true) if number < u64::from(width) => address,
        (Operand::Constant(_) | Operand::Register(_) | Operand::Undefined, true) => {
            let shift = Operand::Constant(u64::from(width.ilog2()));
            let word = body.arithmetic(BinaryOperation::AShr, width, index, shift);
            let word = body.compute_temporary(|target| program::Instruction::SignExtend {
                from: width,
                to: 64,
                target,
                value: word,
            });
            let size = Operand::Constant(u64::from(width / 8));
            let offset = body.arithmetic(BinaryOperation::Mul, 64, word, size);
            body.arithmetic(BinaryOperation::Add, 64, address, offset)
        }
    };
    let mask = body.arithmetic(BinaryOperation::Shl, width, Operand::Constant(1), within);
    let (operation, operand) = match name {
        "bts" => (RmwOperation::Or, mask),
        "btr" => (RmwOperation::And, body.complement(width, mask)),
        _ => (RmwOperation::Xor, mask),
    };
    let old = update(body, slots, (operation, width, locked), address, operand);
    let moved = body.arithmetic(BinaryOperation::LShr, width, old, within);
    let carry = body.arithmetic(BinaryOperation::And, width, moved, Operand::Constant(1));
    slots.flags = Flags { carry: Some(carry), zero: None, sign: None };
    Some(())
}

/// Updates memory, sets the flags, and returns the old value. Without `lock` that is a load and a
/// store.
fn update(
    body: &mut Body<'_, '_>,
    slots: &mut Slots,
    (operation, width, locked): (RmwOperation, u8, bool),
    address: Operand,
    operand: Operand,
) -> Operand {
    let old = match locked {
        true => body.update_bits(operation, (address, operand), width, LOCKED),
        false => body.load_bits(address, width, LOAD),
    };
    let computed = match operation {
        RmwOperation::Sub => BinaryOperation::Sub,
        RmwOperation::And => BinaryOperation::And,
        RmwOperation::Or => BinaryOperation::Or,
        RmwOperation::Xor => BinaryOperation::Xor,
        _ => BinaryOperation::Add,
    };
    let new = body.arithmetic(computed, width, old, operand);
    if !locked {
        body.store_bits(address, new, width, STORE);
    }
    let zero = body.comparison(Predicate::Eq, width, new, Operand::Constant(0));
    let sign = body.comparison(Predicate::Slt, width, new, Operand::Constant(0));
    let carry = match computed {
        BinaryOperation::Add => body.comparison(Predicate::Ult, width, new, old),
        BinaryOperation::Sub => body.comparison(Predicate::Ult, width, old, operand),
        _ => Operand::Constant(0),
    };
    slots.flags = Flags { zero: Some(zero), carry: Some(carry), sign: Some(sign) };
    old
}

/// Writes to a register or to memory.
fn write(
    body: &mut Body<'_, '_>,
    slots: &Slots,
    target: &Argument,
    value: Operand,
    width: u8,
) -> Option<()> {
    match slots.address(body, target) {
        Some(address) => {
            body.store_bits(address, value, width, STORE);
            Some(())
        }
        None => slots.set(body, target, value, width),
    }
}

/// The value of a condition, by its letters as in `sete` and `=@ccz`.
pub(super) fn condition(body: &mut Body<'_, '_>, flags: Flags, name: &str) -> Option<Operand> {
    let (flag, is_negated) = match name {
        "e" | "z" => (flags.zero?, false),
        "ne" | "nz" => (flags.zero?, true),
        "c" | "b" | "nae" => (flags.carry?, false),
        "nc" | "nb" | "ae" => (flags.carry?, true),
        "s" => (flags.sign?, false),
        "ns" => (flags.sign?, true),
        _ => return None,
    };
    Some(match is_negated {
        true => body.comparison(Predicate::Eq, 1, flag, Operand::Constant(0)),
        false => flag,
    })
}
