//! What accesses do to the memory: where they are, what updates write, and what is wrong with them.

use super::code::{Value, Where};
use super::state::{Entry, Location, ObjectName, State, Thread, Waiting};
use base::ViolationKind;
use program::RmwOperation;

/// What a violation stops.
pub(super) type Stop = (ViolationKind, u32);

/// Something has its effect on the memory.
pub(super) fn reach_memory(state: &mut State, entry: Entry) -> Result<(), Stop> {
    match entry.what {
        Waiting::Store { at, value, .. } => {
            if let Location::Object(name) = at
                && state.object(name).is_freed
            {
                return Err((use_after_end(name), entry.line));
            }
            state.write(at, value);
        }
        Waiting::Free(name) => {
            let object = state.object_mut(name);
            if std::mem::replace(&mut object.is_freed, true) {
                return Err((ViolationKind::DoubleFree, entry.line));
            }
        }
        Waiting::Barrier => {}
    }
    Ok(())
}

fn use_after_end(name: ObjectName) -> ViolationKind {
    match name.is_own_variable() {
        true => ViolationKind::UseAfterReturn,
        false => ViolationKind::UseAfterFree,
    }
}

/// Where an access is; a violation if the life of what is there has ended.
pub(super) fn locate(state: &State, thread: usize, at: Where, line: u32) -> Result<Location, Stop> {
    match at {
        Where::Variable { first, size } => Ok(Location::Variable { first, size }),
        Where::Object { pointer } => {
            let name = ObjectName::of_pointer(state.threads[thread].registers[pointer]);
            match state.is_freed(thread, name) {
                true => Err((use_after_end(name), line)),
                false => Ok(Location::Object(name)),
            }
        }
    }
}

pub(super) fn value_in(thread: &Thread, value: Value) -> u64 {
    match value {
        Value::Number(number) => number,
        Value::Register(register) => thread.registers[register],
    }
}

pub(super) fn mask(size: usize) -> u64 {
    u64::MAX >> (64 - 8 * size)
}

/// What an update writes.
pub(super) fn apply(operation: RmwOperation, old: u64, operand: u64, size: usize) -> u64 {
    use RmwOperation as R;
    let mask = mask(size);
    let operand = operand & mask;
    let signed = |value: u64| {
        let unused = 64 - 8 * size;
        (value << unused) as i64 >> unused
    };
    let new = match operation {
        R::Exchange => operand,
        R::Add => old.wrapping_add(operand),
        R::Sub => old.wrapping_sub(operand),
        R::And => old & operand,
        R::Nand => !(old & operand),
        R::Or => old | operand,
        R::Xor => old ^ operand,
        R::Max => {
            if signed(old) >= signed(operand) {
                old
            } else {
                operand
            }
        }
        R::Min => {
            if signed(old) <= signed(operand) {
                old
            } else {
                operand
            }
        }
        R::UMax => old.max(operand),
        R::UMin => old.min(operand),
        R::UIncWrap => {
            if old >= operand {
                0
            } else {
                old + 1
            }
        }
        R::UDecWrap => {
            if old == 0 || old > operand {
                operand
            } else {
                old - 1
            }
        }
        R::USubCond => {
            if old >= operand {
                old - operand
            } else {
                old
            }
        }
        R::USubSat => old.saturating_sub(operand),
        R::FAdd | R::FSub | R::FMax | R::FMin => unreachable!("no case has numbers with a point"),
    };
    new & mask
}
