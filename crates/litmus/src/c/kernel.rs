//! The primitives of the Linux kernel, as its memory model describes them (Alglave, Maranget,
//! McKenney, Parri, Stern, *Frightening Small Children and Disconcerting Grown-ups*, ASPLOS 2018,
//! Table 3, and the kernel's documentation of atomics and locks).
//!
//! A read-modify-write that returns a value and has no suffix is between two full barriers, if it
//! writes. One that returns nothing has the tag `Noreturn`. A lock is a read-modify-write that
//! waits for a zero (`LKR`, `LKW`), and an unlock writes one (`UL`); they acquire and release.

use super::Lowering;
use super::expression::Called;
use super::typed::Typed;
use crate::code::{Expression, Instruction, Operation, Otherwise, Register, Shape, Update};
use base::{Diagnostic, Tags, tags};

pub(super) fn call(lowering: &mut Lowering<'_>, name: &str) -> Result<Called, Diagnostic> {
    if let Some(tags) = fence(name) {
        lowering.fence(tags);
        return Ok(Called::Nothing);
    }
    match name {
        "READ_ONCE" | "rcu_dereference" | "rcu_dereference_raw" => {
            let address = lowering.location()?;
            Ok(Called::Value(lowering.load(&address, tags!["Once"])))
        }
        "WRITE_ONCE" | "rcu_assign_pointer" => {
            let address = lowering.location()?;
            let value = lowering.next_argument()?;
            let tags = if name == "WRITE_ONCE" { tags!["Once"] } else { tags!["Release"] };
            lowering.store(&address, value, tags);
            Ok(Called::Nothing)
        }
        "smp_load_acquire" | "atomic_read" | "atomic_read_acquire" => {
            let address = lowering.expression()?;
            let tags = if name == "atomic_read" { tags!["Once"] } else { tags!["Acquire"] };
            Ok(Called::Value(lowering.load(&address, tags)))
        }
        "smp_store_release" | "atomic_set" | "atomic_set_release" => {
            let address = lowering.expression()?;
            let value = lowering.next_argument()?;
            let tags = if name == "atomic_set" { tags!["Once"] } else { tags!["Release"] };
            lowering.store(&address, value, tags);
            Ok(Called::Nothing)
        }
        "smp_store_mb" => {
            let address = lowering.location()?;
            let value = lowering.next_argument()?;
            lowering.store(&address, value, tags!["Once"]);
            lowering.fence(tags!["Mb"]);
            Ok(Called::Nothing)
        }
        "spin_lock" | "spin_unlock" | "spin_trylock" | "spin_is_locked" => lock(lowering, name),
        "srcu_read_lock" | "srcu_read_unlock" | "synchronize_srcu" => srcu(lowering, name),
        _ => atomic(lowering, name),
    }
}

fn fence(name: &str) -> Option<Tags> {
    match name {
        "smp_mb" => Some(tags!["Mb"]),
        "smp_rmb" => Some(tags!["Rmb"]),
        "smp_wmb" => Some(tags!["Wmb"]),
        "barrier" => Some(tags!["Barrier"]),
        "smp_mb__before_atomic" => Some(tags!["Before-atomic"]),
        "smp_mb__after_atomic" => Some(tags!["After-atomic"]),
        "smp_mb__after_spinlock" => Some(tags!["After-spinlock"]),
        "smp_mb__after_unlock_lock" => Some(tags!["After-unlock-lock"]),
        "rcu_read_lock" => Some(tags!["Rcu-lock"]),
        "rcu_read_unlock" => Some(tags!["Rcu-unlock"]),
        "synchronize_rcu" | "synchronize_rcu_expedited" => Some(tags!["Sync-rcu"]),
        _ => None,
    }
}

fn lock(lowering: &mut Lowering<'_>, name: &str) -> Result<Called, Diagnostic> {
    let address = lowering.expression()?;
    match name {
        "spin_unlock" => {
            lowering.store(&address, Typed::int(Expression::Constant(0)), tags!["UL", "Release"]);
            return Ok(Called::Nothing);
        }
        "spin_is_locked" => return Ok(Called::Value(lowering.load(&address, tags!["LF", "Once"]))),
        _ => {}
    }
    let (old, success) = (lowering.builder.temporary(), lowering.builder.temporary());
    let otherwise =
        if name == "spin_lock" { Otherwise::Wait } else { Otherwise::Read(tags!["LF", "Once"]) };
    lowering.builder.push(Instruction::Update(Box::new(Update {
        shape: Shape::Pair,
        read: Lowering::access(&address, tags!["LKR", "Acquire"]),
        write_tags: tags!["LKW", "Once"],
        old,
        success: Some(success),
        expected: Some(Expression::Constant(0)),
        may_fail: false,
        new: Expression::Constant(1),
        otherwise,
        picks: false,
        around: None,
    })));
    Ok(Called::Value(Typed::int(success)))
}

/// A lock reads the domain and an unlock writes what it got there back, so that data says which
/// belong together.
fn srcu(lowering: &mut Lowering<'_>, name: &str) -> Result<Called, Diagnostic> {
    let address = lowering.expression()?;
    match name {
        "srcu_read_lock" => Ok(Called::Value(lowering.load(&address, tags!["Srcu-lock"]))),
        "srcu_read_unlock" => {
            let index = lowering.next_argument()?;
            lowering.store(&address, index, tags!["Srcu-unlock"]);
            Ok(Called::Nothing)
        }
        _ => {
            lowering.builder.push(Instruction::Fence {
                tags: tags!["Sync-srcu"],
                address: Some(address.value),
            });
            Ok(Called::Nothing)
        }
    }
}

/// How a read-modify-write is ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Relaxed,
    Acquire,
    Release,
    /// Between full barriers.
    Full,
    /// Returns nothing, and orders nothing.
    NoReturn,
}

impl Order {
    fn split(name: &str) -> (&str, Option<Order>) {
        for (suffix, order) in [
            ("_relaxed", Order::Relaxed),
            ("_acquire", Order::Acquire),
            ("_release", Order::Release),
        ] {
            if let Some(stem) = name.strip_suffix(suffix) {
                return (stem, Some(order));
            }
        }
        (name, None)
    }

    fn tags(self) -> (Tags, Tags) {
        match self {
            Order::Acquire => (tags!["Acquire"], tags!["Once"]),
            Order::Release => (tags!["Once"], tags!["Release"]),
            Order::Relaxed | Order::Full => (tags!["Once"], tags!["Once"]),
            Order::NoReturn => (tags!["Noreturn", "Once"], tags!["Once"]),
        }
    }
}

/// `xchg`, `cmpxchg`, and the family of `atomic_add`.
fn atomic(lowering: &mut Lowering<'_>, name: &str) -> Result<Called, Diagnostic> {
    let (stem, suffix) = Order::split(name);
    let order = suffix.unwrap_or(Order::Full);
    match stem {
        "xchg" | "atomic_xchg" => {
            let address = lowering.expression()?;
            let new = lowering.next_argument()?;
            let old = lowering.builder.temporary();
            Ok(Called::Value(update(lowering, &address, old, None, new, order).0))
        }
        "cmpxchg" | "atomic_cmpxchg" => {
            let address = lowering.expression()?;
            let expected = lowering.next_argument()?;
            let new = lowering.next_argument()?;
            let old = lowering.builder.temporary();
            Ok(Called::Value(update(lowering, &address, old, Some(expected), new, order).0))
        }
        _ => arithmetic(lowering, stem, suffix),
    }
}

/// `atomic_add(1, v)`, `atomic_inc(v)`, `atomic_fetch_add(1, v)`, `atomic_add_return(1, v)`,
/// `atomic_dec_and_test(v)`.
fn arithmetic(
    lowering: &mut Lowering<'_>,
    stem: &str,
    suffix: Option<Order>,
) -> Result<Called, Diagnostic> {
    let Some(rest) = stem.strip_prefix("atomic_") else { return Ok(Called::Unknown) };
    let (rest, fetches) = match rest.strip_prefix("fetch_") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (rest, returns) = match rest.strip_suffix("_return") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (rest, tests) = match rest.strip_suffix("_and_test") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (operation, has_operand) = match rest {
        "add" => (Operation::Add, true),
        "sub" => (Operation::Subtract, true),
        "inc" => (Operation::Add, false),
        "dec" => (Operation::Subtract, false),
        "and" => (Operation::And, true),
        "or" => (Operation::Or, true),
        "xor" => (Operation::ExclusiveOr, true),
        "andnot" => (Operation::AndNot, true),
        _ => return Ok(Called::Unknown),
    };
    let operand = if has_operand {
        let operand = lowering.expression()?;
        lowering.cursor.expect(",")?;
        operand
    } else {
        Typed::int(Expression::Constant(1))
    };
    let address = lowering.expression()?;
    let gives_value = fetches || returns || tests;
    let order = suffix.unwrap_or(if gives_value { Order::Full } else { Order::NoReturn });
    let old = lowering.builder.temporary();
    let found = Typed::found(old, address.kind.target());
    let new = Typed::operation(operation, found, operand);
    let (old, written) = update(lowering, &address, old, None, new, order);
    Ok(if fetches {
        Called::Value(old)
    } else if returns {
        Called::Value(written)
    } else if tests {
        Called::Value(Typed::int(Expression::Not(Box::new(written.value))))
    } else {
        Called::Nothing
    })
}

/// A read-modify-write; its result is what was read, and what was written.
fn update(
    lowering: &mut Lowering<'_>,
    address: &Typed,
    old: Register,
    expected: Option<Typed>,
    new: Typed,
    order: Order,
) -> (Typed, Typed) {
    let (tags, write_tags) = order.tags();
    let kind = address.kind.target();
    let new = new.converted(kind);
    lowering.builder.push(Instruction::Update(Box::new(Update {
        shape: Shape::Pair,
        read: Lowering::access(address, tags),
        write_tags,
        old,
        success: None,
        expected: expected.map(|expected| expected.converted(kind)),
        may_fail: false,
        new: new.clone(),
        // Also if it fails, it is an atomic operation to the fences that are about those.
        otherwise: Otherwise::Read(tags!["Once", "RMW"]),
        picks: false,
        around: (order == Order::Full).then_some(tags!["Mb"]),
    })));
    (Typed::found(old, kind), Typed::new(new, kind))
}
