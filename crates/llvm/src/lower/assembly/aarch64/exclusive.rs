//! Which atomic update is a loop with exclusive accesses? There are three of them:
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
//! seen by anybody. Loops of any other form are refused.

use super::super::super::function::Body;
use super::super::slots::Slots;
use super::super::statement::{Argument, Statement};
use super::{ordering, register_width, sized, value};
use base::Ordering;
use program::{BinaryOperation, Operand, RmwOperation};

/// What a loop does between its load and its store.
enum Form<'s> {
    Exchange,
    Compute(&'s Statement),
    /// Compares, and leaves if it is something else.
    CompareExchange([&'s Statement; 2]),
}

/// The parts of a loop.
struct ExclusiveLoop<'s> {
    form: Form<'s>,
    /// What the load puts the value into, and how many bits that has.
    old: &'s Argument,
    width: u8,
    memory: &'s Argument,
    /// The bits that are accessed.
    bits: u8,
    status: &'s Argument,
    new: &'s Argument,
    ordering: Ordering,
    /// What follows the jump back.
    after: &'s [Statement],
    /// How many statements there are up to the jump back.
    length: usize,
}

/// A loop with exclusive accesses at the start of some statements: translates it, and says how many
/// statements it has. `Some(None)` if there is none, `None` if there is one that is not known.
pub(super) fn exclusive_loop(
    body: &mut Body<'_, '_>,
    slots: &mut Slots,
    statements: &[Statement],
) -> Option<Option<usize>> {
    let start = usize::from(matches!(statements, [hint, ..] if hint.mnemonic == "prfm"));
    if !statements.get(start).is_some_and(|load| is_exclusive(&load.mnemonic)) {
        return Some(None);
    }
    let found = recognise(statements, start)?;
    let address = slots.address(body, found.memory)?;
    let (read, length) = match found.form {
        Form::Exchange => (found.exchange(body, slots, address)?, found.length),
        Form::Compute(compute) => (found.compute(body, slots, address, compute)?, found.length),
        Form::CompareExchange(leaving) => {
            let read = found.compare_exchange(body, slots, address, leaving)?;
            // The label that leads out is a statement, too.
            (read, found.length + 1)
        }
    };
    slots.set(body, found.old, read, found.width)?;
    match found.form {
        Form::Exchange | Form::Compute(_) => {
            slots.set(body, found.status, Operand::Constant(0), 32)?;
        }
        // It has been set, since it depends on the comparison.
        Form::CompareExchange(_) => {}
    }
    Some(Some(length))
}

/// The loop whose load is the statement at `start`, after a hint if that is not the first one.
fn recognise(statements: &[Statement], start: usize) -> Option<ExclusiveLoop<'_>> {
    let (load, rest) = statements[start..].split_first()?;
    // The jump goes back to the label in front of the load.
    let label = load.label.as_deref()?;
    if start == 1 && statements[0].label.is_some() {
        return None;
    }
    let [old, memory] = &load.arguments[..] else { return None };
    let width = register_width(old)?;
    let (name, bits) = sized(&load.mnemonic, width);
    let acquires = match name {
        "ldxr" => false,
        "ldaxr" => true,
        _ => return None,
    };
    let (form, before_store) = match rest {
        [compare, leave, ..] if compare.mnemonic == "cmp" => {
            (Form::CompareExchange([compare, leave]), 2)
        }
        [compute, ..] if !is_exclusive(&compute.mnemonic) => (Form::Compute(compute), 1),
        _ => (Form::Exchange, 0),
    };
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
    let has_labels = rest[..before_store + 2].iter().any(|statement| statement.label.is_some());
    if !jumps_back || !is_one_place || has_labels {
        return None;
    }
    let ordering = ordering(match (acquires, releases) {
        (false, false) => "",
        (true, false) => "a",
        (false, true) => "l",
        (true, true) => "al",
    })?;
    let length = start + 1 + before_store + 2;
    Some(ExclusiveLoop { form, old, width, memory, bits, status, new, ordering, after, length })
}

/// Each of these translates one of the forms, and gives what the load reads.
impl ExclusiveLoop<'_> {
    fn exchange(
        &self,
        body: &mut Body<'_, '_>,
        slots: &mut Slots,
        address: Operand,
    ) -> Option<Operand> {
        let operand = value(body, slots, self.new, self.bits)?;
        let operation = RmwOperation::Exchange;
        Some(body.update_bits(operation, (address, operand), self.bits, self.ordering))
    }

    fn compute(
        &self,
        body: &mut Body<'_, '_>,
        slots: &mut Slots,
        address: Operand,
        compute: &Statement,
    ) -> Option<Operand> {
        let [computed, from, with] = &compute.arguments[..] else { return None };
        if computed != self.new || from != self.old {
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
        let bits = self.bits;
        if bits != self.width {
            return None;
        }
        let operand = value(body, slots, with, bits)?;
        let read = body.update_bits(operation, (address, operand), bits, self.ordering);
        let written = body.arithmetic(plain, bits, read, operand);
        slots.set(body, self.new, written, bits)?;
        Some(read)
    }

    fn compare_exchange(
        &self,
        body: &mut Body<'_, '_>,
        slots: &mut Slots,
        address: Operand,
        [compare, leave]: [&Statement; 2],
    ) -> Option<Operand> {
        let [Argument::Word(target)] = &leave.arguments[..] else { return None };
        let out = target.strip_suffix('f')?;
        let [compared, expected] = &compare.arguments[..] else { return None };
        // The value is compared as the load has extended it.
        let is_whole = self.bits == self.width;
        let leaves = leave.mnemonic == "b.ne" || leave.mnemonic == "bne";
        if !leaves || compared != self.old || !is_whole {
            return None;
        }
        let end = self.after.first()?;
        if end.label.as_deref() != Some(out) || !end.mnemonic.is_empty() {
            return None;
        }
        let expected = value(body, slots, expected, self.bits)?;
        let desired = value(body, slots, self.new, self.bits)?;
        let orders = [self.ordering, self.ordering.of_read()];
        let [read, success] = body.exchange_bits(address, [expected, desired], self.bits, orders);
        // Whoever leaves early has not written to the status.
        if let Some(before) = slots.value(body, self.status, 32) {
            let after = body.selection(success, Operand::Constant(0), before);
            slots.set(body, self.status, after, 32)?;
        }
        Some(read)
    }
}

/// Whether an instruction is an exclusive access.
fn is_exclusive(mnemonic: &str) -> bool {
    let (name, _) = sized(mnemonic, 64);
    matches!(name, "ldxr" | "ldaxr" | "stxr" | "stlxr")
}
