//! Assembly of AArch64: the target first.
//!
//! Loads and stores, single updates (`ldadd`, `swp`, `cas` and their like), barriers, hints, and
//! the three loops with exclusive accesses that atomic updates are made of:
//!
//! ```text
//! 1: ldxr old, [p]         1: ldxr old, [p]          1: ldxr old, [p]
//!    stxr s, new, [p]         add new, old, x           cmp old, expected
//!    cbnz s, 1b               stxr s, new, [p]          b.ne 2f
//!                             cbnz s, 1b                stxr s, new, [p]
//!                                                       cbnz s, 1b
//!                                                    2:
//! ```
//!
//! Each is one atomic update: a store that fails is tried again, and what it read before is not
//! seen by anybody. The letters `a` and `l` make it acquire and release.

use super::super::function::Body;
use super::slots::Slots;
use super::statement::{Argument, Statement};
use base::Ordering;
use program::{BinaryOperation, Operand, RmwOperation};

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

/// A loop with exclusive accesses at the start of some statements: translates it, and says how many
/// statements it has. `Some(None)` if there is none, `None` if there is one that is not known.
fn exclusive_loop(
    body: &mut Body<'_, '_>,
    slots: &mut Slots,
    statements: &[Statement],
) -> Option<Option<usize>> {
    let start = usize::from(matches!(statements, [hint, ..] if hint.mnemonic == "prfm"));
    let Some(load) = statements.get(start).filter(|load| is_exclusive(&load.mnemonic)) else {
        return Some(None);
    };
    let [first, ..] = statements else { return Some(None) };
    // The jump goes back to the label in front of the load.
    let label = load.label.as_deref()?;
    if start == 1 && first.label.is_some() {
        return None;
    }
    let [old, memory] = &load.arguments[..] else { return None };
    let (name, bits) = sized(&load.mnemonic, register_width(old)?);
    let acquires = match name {
        "ldxr" => false,
        "ldaxr" => true,
        _ => return None,
    };
    let width = register_width(old)?;
    let rest = &statements[start + 1..];
    let compares = matches!(rest, [compare, ..] if compare.mnemonic == "cmp");
    let computes = !compares && matches!(rest, [compute, ..] if !is_exclusive(&compute.mnemonic));
    let before_store = if compares { 2 } else { usize::from(computes) };
    let [store, branch, after @ ..] = rest.get(before_store..)? else { return None };
    let [status, new, stored_to] = &store.arguments[..] else { return None };
    let (store_name, store_bits) = sized(&store.mnemonic, register_width(new)?);
    let releases = match store_name {
        "stxr" => false,
        "stlxr" => true,
        _ => return None,
    };
    let jumps_back = branch.mnemonic == "cbnz"
        && branch.arguments == [status.clone(), Argument::Word(format!("{label}b"))];
    let is_one_place = stored_to == memory && store_bits == bits;
    let has_labels = rest[..before_store].iter().chain([store, branch]).any(|s| s.label.is_some());
    if !jumps_back || !is_one_place || has_labels {
        return None;
    }
    let ordering = ordering(match (acquires, releases) {
        (false, false) => "",
        (true, false) => "a",
        (false, true) => "l",
        (true, true) => "al",
    })?;
    let address = slots.address(body, memory)?;
    let mut length = start + 1 + before_store + 2;
    let read = if compares {
        let [compare, leave, ..] = rest else { return None };
        let [Argument::Word(target)] = &leave.arguments[..] else { return None };
        let out = target.strip_suffix('f')?;
        let [compared, expected] = &compare.arguments[..] else { return None };
        // The value is compared as the load has extended it.
        let is_whole = bits == width;
        if leave.mnemonic != "b.ne" && leave.mnemonic != "bne" || compared != old || !is_whole {
            return None;
        }
        let leads_out = matches!(after, [end, ..] if end.label.as_deref() == Some(out));
        if !leads_out || !after[0].mnemonic.is_empty() {
            return None;
        }
        length += 1;
        let expected = value(body, slots, expected, bits)?;
        let desired = value(body, slots, new, bits)?;
        let orders = [ordering, ordering.of_read()];
        let [read, success] = body.exchange_bits(address, [expected, desired], bits, orders);
        // Whoever leaves early has not written to it.
        if let Some(before) = slots.value(body, status, 32) {
            let after = body.selection(success, Operand::Constant(0), before);
            slots.set(body, status, after, 32)?;
        }
        read
    } else if computes {
        let [compute, ..] = rest else { return None };
        let [computed, from, with] = &compute.arguments[..] else { return None };
        if computed != new || from != old {
            return None;
        }
        let (operation, plain) = match compute.mnemonic.as_str() {
            "add" => (RmwOperation::Add, BinaryOperation::Add),
            "sub" => (RmwOperation::Sub, BinaryOperation::Sub),
            "and" => (RmwOperation::And, BinaryOperation::And),
            "orr" => (RmwOperation::Or, BinaryOperation::Or),
            "eor" => (RmwOperation::Xor, BinaryOperation::Xor),
            _ => return None,
        };
        if bits != width {
            return None;
        }
        let operand = value(body, slots, with, bits)?;
        let read = body.update_bits(operation, (address, operand), bits, ordering);
        let written = body.arithmetic(plain, bits, read, operand);
        slots.set(body, new, written, bits)?;
        read
    } else {
        let operand = value(body, slots, new, bits)?;
        body.update_bits(RmwOperation::Exchange, (address, operand), bits, ordering)
    };
    slots.set(body, old, read, width)?;
    if !compares {
        slots.set(body, status, Operand::Constant(0), 32)?;
    }
    Some(Some(length))
}

fn is_exclusive(mnemonic: &str) -> bool {
    let (name, _) = sized(mnemonic, 64);
    matches!(name, "ldxr" | "ldaxr" | "stxr" | "stlxr")
}
