//! The atomics of C11 (ISO C §7.17). Orders are the tags `RLX`, `ACQ`, `REL`, `ACQ_REL` and `SC`;
//! what is atomic is `A`, and other accesses are `NA`. A read-modify-write is one event with the
//! tag `X`, which it also has if it fails and only reads. `consume` is `acquire`, as compilers have
//! it.
//!
//! Weak compare-exchanges may fail without a reason. A compare-exchange reads what is expected from
//! memory, and writes what it found there if that is something else: accesses that are not atomic.

use super::Lowering;
use super::expression::Called;
use super::typed::Typed;
use crate::code::{Instruction, Operation, Otherwise, Scope, Shape, Update};
use base::{Diagnostic, Tags, tags};

/// What models of machines call the events of an atomic instruction.
const UPDATE: Tags = tags!["X"];

pub(super) fn call(lowering: &mut Lowering<'_>, name: &str) -> Result<Called, Diagnostic> {
    let (stem, explicit) = match name.strip_suffix("_explicit") {
        Some(stem) => (stem, true),
        None => (name, false),
    };
    match stem {
        "atomic_load" => {
            let address = lowering.expression()?;
            let tags = order(lowering, explicit)?;
            Ok(Called::Value(lowering.load(&address, tags)))
        }
        "atomic_store" => {
            let address = lowering.expression()?;
            let value = lowering.next_argument()?;
            let tags = order(lowering, explicit)?;
            lowering.store(&address, value, tags);
            Ok(Called::Nothing)
        }
        "atomic_thread_fence" => {
            let tags = memory_order(lowering)?;
            lowering.fence(tags);
            Ok(Called::Nothing)
        }
        "atomic_exchange" => update(lowering, None, explicit),
        "atomic_fetch_add" => update(lowering, Some(Operation::Add), explicit),
        "atomic_fetch_sub" => update(lowering, Some(Operation::Subtract), explicit),
        "atomic_fetch_or" => update(lowering, Some(Operation::Or), explicit),
        "atomic_fetch_and" => update(lowering, Some(Operation::And), explicit),
        "atomic_fetch_xor" => update(lowering, Some(Operation::ExclusiveOr), explicit),
        "atomic_compare_exchange_strong" => compare_exchange(lowering, explicit, false),
        "atomic_compare_exchange_weak" => compare_exchange(lowering, explicit, true),
        _ => Ok(Called::Unknown),
    }
}

/// The order that is the last argument, or sequential consistency.
fn order(lowering: &mut Lowering<'_>, explicit: bool) -> Result<Tags, Diagnostic> {
    if !explicit {
        return Ok(tags!["SC", "A"]);
    }
    lowering.cursor.expect(",")?;
    memory_order(lowering)
}

fn memory_order(lowering: &mut Lowering<'_>) -> Result<Tags, Diagnostic> {
    let token = lowering.cursor.word("a memory order")?;
    match token.text.trim_start_matches("memory_order_") {
        "relaxed" => Ok(tags!["RLX", "A"]),
        "acquire" => Ok(tags!["ACQ", "A"]),
        "consume" => Ok(tags!["ACQ", "CON", "A"]),
        "release" => Ok(tags!["REL", "A"]),
        "acq_rel" => Ok(tags!["ACQ_REL", "A"]),
        "seq_cst" => Ok(tags!["SC", "A"]),
        _ => Err(Diagnostic::new(format!("`{}` is no memory order", token.text), token.span)),
    }
}

fn update(
    lowering: &mut Lowering<'_>,
    operation: Option<Operation>,
    explicit: bool,
) -> Result<Called, Diagnostic> {
    let address = lowering.expression()?;
    let value = lowering.next_argument()?;
    let tags = order(lowering, explicit)?.with(UPDATE);
    let old = lowering.builder.temporary();
    let kind = address.kind.target();
    let found = Typed::found(old, kind);
    let new = match operation {
        Some(operation) => Typed::operation(operation, found.clone(), value),
        None => value,
    };
    lowering.builder.push(Instruction::Update(Box::new(Update {
        shape: Shape::Single,
        read: Lowering::access(&address, tags),
        write_tags: tags,
        old,
        success: None,
        expected: None,
        may_fail: false,
        new: new.converted(kind),
        otherwise: Otherwise::Wait,
        picks: false,
        around: None,
    })));
    Ok(Called::Value(found))
}

fn compare_exchange(
    lowering: &mut Lowering<'_>,
    explicit: bool,
    may_fail: bool,
) -> Result<Called, Diagnostic> {
    let address = lowering.expression()?;
    let expected_at = lowering.next_argument()?;
    let new = lowering.next_argument()?;
    let tags = order(lowering, explicit)?.with(UPDATE);
    let failure_tags = order(lowering, explicit)?.with(UPDATE);
    let span = lowering.cursor.peek().span.clone();
    let kind = address.kind.target();
    let expected = lowering.load(&expected_at, tags!["NA"]).converted(kind);
    let (old, success) = (lowering.builder.temporary(), lowering.builder.temporary());
    lowering.builder.push(Instruction::Update(Box::new(Update {
        shape: Shape::Single,
        read: Lowering::access(&address, tags),
        write_tags: tags,
        old,
        success: Some(success),
        expected: Some(expected),
        may_fail,
        new: new.converted(kind),
        otherwise: Otherwise::Read(failure_tags),
        picks: false,
        around: None,
    })));
    let end = lowering.builder.fresh_label();
    lowering.builder.push(Instruction::Scope(Scope::Begin));
    lowering.builder.branch(success.into(), &end, span);
    lowering.store(&expected_at, Typed::found(old, kind), tags!["NA"]);
    lowering.builder.place(&end);
    lowering.builder.push(Instruction::Scope(Scope::End));
    Ok(Called::Value(Typed::int(success)))
}
