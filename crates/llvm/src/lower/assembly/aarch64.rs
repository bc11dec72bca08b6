//! Assembly of AArch64: the target first.
//!
//! Loads and stores, single updates (`ldadd`, `swp`, `cas` and their like), barriers, hints, and
//! the loops with exclusive accesses that atomic updates are made of (`exclusive`). The letters `a`
//! and `l` make an update acquire and release.

mod exclusive;

use super::super::function::Body;
use super::slots::Slots;
use super::statement::{Argument, Statement};
use base::Ordering;
use exclusive::exclusive_loop;
use program::{Operand, RmwOperation};

pub(super) fn translate(
    body: &mut Body<'_, '_>,
    slots: &mut Slots,
    statements: &[Statement],
) -> Option<()> {
    let mut rest = statements;
    while let [first, after @ ..] = rest {
        rest = match exclusive_loop(body, slots, rest)? {
            Some(length) => &rest[length..],
            None => {
                one(body, slots, first)?;
                after
            }
        };
    }
    Some(())
}

/// A mnemonic without the size in its last letter, and the bits that it accesses for a register of
/// this width.
fn sized(mnemonic: &str, width: u8) -> (&str, u8) {
    match mnemonic.strip_suffix('b') {
        Some(rest) => (rest, 8),
        None => match mnemonic.strip_suffix('h') {
            Some(rest) => (rest, 16),
            None => (mnemonic, width),
        },
    }
}

/// How wide a register is: `${0:w}` or `$0`.
fn register_width(argument: &Argument) -> Option<u8> {
    match argument {
        Argument::Slot { modifier: Some('w'), .. } => Some(32),
        Argument::Slot { modifier: None | Some('x'), .. } => Some(64),
        Argument::Slot { .. }
        | Argument::Indirect { .. }
        | Argument::Number(_)
        | Argument::Word(_) => None,
    }
}

/// The bits of a register, or of the one that is always zero.
fn value(
    body: &mut Body<'_, '_>,
    slots: &Slots,
    argument: &Argument,
    width: u8,
) -> Option<Operand> {
    match argument {
        Argument::Word(word) if word == "wzr" || word == "xzr" => Some(Operand::Constant(0)),
        other => slots.value(body, other, width),
    }
}

fn one(body: &mut Body<'_, '_>, slots: &mut Slots, statement: &Statement) -> Option<()> {
    let Statement { label: None, locked: false, mnemonic, arguments } = statement else {
        return None;
    };
    match (mnemonic.as_str(), &arguments[..]) {
        ("nop" | "yield" | "wfe" | "sev" | "sevl", []) => return Some(()),
        ("isb", [] | [_]) | ("prfm", [_, _]) => return Some(()),
        ("dmb" | "dsb", [Argument::Word(domain)]) => {
            match domain.as_str() {
                "ish" | "sy" => body.full_fence(),
                "ishld" | "ld" => body.fence_of(Ordering::Acquire),
                _ => return None,
            }
            return Some(());
        }
        _ => {}
    }
    let width = match &arguments[..] {
        [Argument::Word(word), ..] if word == "wzr" => 32,
        [Argument::Word(word), ..] if word == "xzr" => 64,
        [first, ..] => register_width(first)?,
        [] => return None,
    };
    let (name, bits) = sized(mnemonic, width);
    match (name, &arguments[..]) {
        ("ldr" | "ldar" | "ldapr", [target, memory]) => {
            let ordering = if name == "ldr" { Ordering::Relaxed } else { Ordering::Acquire };
            let address = slots.address(body, memory)?;
            let loaded = body.load_bits(address, bits, ordering);
            slots.set(body, target, loaded, width)
        }
        ("str" | "stlr", [source, memory]) => {
            let ordering = if name == "str" { Ordering::Relaxed } else { Ordering::Release };
            let address = slots.address(body, memory)?;
            let stored = value(body, slots, source, bits)?;
            body.store_bits(address, stored, bits, ordering);
            Some(())
        }
        (_, [operand, target, memory]) => {
            let address = slots.address(body, memory)?;
            if let Some(letters) = name.strip_prefix("cas") {
                let ordering = ordering(letters)?;
                let expected = slots.value(body, operand, bits)?;
                let desired = value(body, slots, target, bits)?;
                let orders = [ordering, ordering.of_read()];
                let [old, _] = body.exchange_bits(address, [expected, desired], bits, orders);
                return slots.set(body, operand, old, width);
            }
            let (operation, letters) = single_update(name)?;
            let ordering = ordering(letters)?;
            let mut operand = value(body, slots, operand, bits)?;
            if name.starts_with("ldclr") {
                operand = body.complement(bits, operand);
            }
            let old = body.update_bits(operation, (address, operand), bits, ordering);
            slots.set(body, target, old, width)
        }
        _ => None,
    }
}

/// What an update in one instruction does, and the letters of its order.
fn single_update(name: &str) -> Option<(RmwOperation, &str)> {
    let known = [
        ("ldadd", RmwOperation::Add),
        ("ldclr", RmwOperation::And),
        ("ldeor", RmwOperation::Xor),
        ("ldset", RmwOperation::Or),
        ("swp", RmwOperation::Exchange),
    ];
    known.into_iter().find_map(|(start, operation)| Some((operation, name.strip_prefix(start)?)))
}

fn ordering(letters: &str) -> Option<Ordering> {
    Some(match letters {
        "" => Ordering::Relaxed,
        "a" => Ordering::Acquire,
        "l" => Ordering::Release,
        "al" => Ordering::AcquireRelease,
        _ => return None,
    })
}
