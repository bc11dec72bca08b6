//! Which values does an input have?
//!
//! Programs written for checkers take inputs from functions named `__VERIFIER_nondet_` and a type.
//! Each is a choice among the values of a range, as far as the type has them. A `bool` has two
//! values and gets both. Other types have more values than can be explored one by one: if the range
//! leaves some out, the answer is one within a bound, and [`Inputs::leaves_out`] says so of a
//! program.
//!
//! Whether a wait for a condition variable ends without a signal is an input, too, if that is asked
//! for.
//!
//! Floating-point numbers are whole numbers of the range, and a pointer is null: what else they
//! could be is always left out.

use base::Address;
use program::{Callee, Function, Instruction, Operand, Program};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The integer types of inputs: whether there is a sign, and how many bits.
const WIDTHS: [(bool, u32); 9] = [
    (false, 1),
    (true, 8),
    (false, 8),
    (true, 16),
    (false, 16),
    (true, 32),
    (false, 32),
    (true, 64),
    (false, 64),
];

/// The names after `__VERIFIER_nondet_`, with sign and bits of what they return on 64-bit systems
/// where `char` is signed.
const NAMES: [(&str, bool, u32); 29] = [
    ("bool", false, 1),
    ("_Bool", false, 1),
    ("char", true, 8),
    ("schar", true, 8),
    ("uchar", false, 8),
    ("unsigned_char", false, 8),
    ("short", true, 16),
    ("ushort", false, 16),
    ("unsigned_short", false, 16),
    ("int", true, 32),
    ("uint", false, 32),
    ("unsigned", false, 32),
    ("unsigned_int", false, 32),
    ("long", true, 64),
    ("ulong", false, 64),
    ("unsigned_long", false, 64),
    ("longlong", true, 64),
    ("ulonglong", false, 64),
    ("size_t", false, 64),
    ("loff_t", true, 64),
    ("sector_t", false, 64),
    ("int8_t", true, 8),
    ("int16_t", true, 16),
    ("int32_t", true, 32),
    ("int64_t", true, 64),
    ("u8", false, 8),
    ("u16", false, 16),
    ("u32", false, 32),
    ("u64", false, 64),
];

/// What a function of the runtime calls that has one answer where the world may have others: the
/// time, which is always the same, and everything else.
const FIXED: [&str; 2] = ["heddle.input.time", "heddle.input.surroundings"];

/// Inputs that are no integers: the names after `__VERIFIER_nondet_`, and how to get one.
const OTHERS: [(&str, &str); 4] = [
    ("float", "choose LOW, HIGH\n  %value = stof.64.32 %value"),
    ("double", "choose LOW, HIGH\n  %value = stof.64.64 %value"),
    ("pointer", "0"),
    ("pchar", "0"),
];

/// What `main` does at its end if no thread may still run then. Who has ended has counted what it
/// created, so that nobody is overlooked. Other threads may end the program.
const CHECK_THREADS: &str = "\
constant @heddle.outlives : 35 = \"a thread still runs when main ends\\00\"
function @heddle.check_threads() {
entry:
  %self = self
  %other = ne.64 %self, 0x7d00000000
  branch %other, fine, main
main:
  %ended = load.8 acquire @heddle.threads_ended
  %created = load.8 relaxed @heddle.threads_created
  %all = uge.64 %ended, %created
  branch %all, fine, wrong
fine:
  return
wrong:
  fail outliving-thread, @heddle.outlives
  unreachable
}
";

/// The values that inputs have, both ends included, and what else is asked of the surroundings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    pub low: i64,
    pub high: i64,
    /// Whether a wait for a condition variable may end without a signal, as POSIX allows.
    pub spurious_wakeups: bool,
    /// Whether it is wrong that a thread still runs when `main` ends.
    pub checks_threads: bool,
    /// Whether accesses to `volatile` variables are relaxed atomic ones.
    pub relaxed_volatile: bool,
}

impl Default for Inputs {
    /// One negative number, zero, and two positive ones.
    fn default() -> Inputs {
        Inputs { low: -1, high: 2, ..Inputs::ALL }
    }
}

impl Inputs {
    /// Every value that a type has, for engines that do not look at them one by one.
    pub const ALL: Inputs = Inputs {
        low: i64::MIN,
        high: i64::MAX,
        spurious_wakeups: false,
        checks_threads: false,
        relaxed_volatile: false,
    };

    fn is_all(self) -> bool {
        (self.low, self.high) == (i64::MIN, i64::MAX)
    }

    /// The functions for inputs, in the text form of `program`.
    pub(crate) fn functions(self) -> String {
        let mut text = String::new();
        for (signed, bits) in WIDTHS {
            let (low, high) = self.range(signed, bits);
            let name = chooser(signed, bits);
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "function @{name}() {{\nentry:\n  %value = choose {low}, {high}\n  \
                 %value = trunc.{bits} %value\n  return %value\n}}\n"
            );
        }
        if self.checks_threads {
            text.push_str(CHECK_THREADS);
        }
        let wakes = if self.spurious_wakeups { "choose 0, 1" } else { "0" };
        let _ = write!(
            text,
            "function @heddle.input.wakes() {{\nentry:\n  %value = {wakes}\n  return %value\n}}\n"
        );
        for (name, signed, bits) in NAMES {
            let chooser = chooser(signed, bits);
            let _ = write!(
                text,
                "function @__VERIFIER_nondet_{name}() {{\nentry:\n  %value = call @{chooser}()\n  \
                 return %value\n}}\n"
            );
        }
        let ends = [("LOW", self.low), ("HIGH", self.high)];
        for (name, computed) in OTHERS {
            let computed = ends
                .iter()
                .fold(computed.to_owned(), |text, (end, at)| text.replace(end, &at.to_string()));
            let _ = write!(
                text,
                "function @__VERIFIER_nondet_{name}() {{\nentry:\n  %value = {computed}\n  \
                 return %value\n}}\n"
            );
        }
        text
    }

    /// The part of the range that a type has.
    fn range(self, signed: bool, bits: u32) -> (i64, i64) {
        match (bits, least_and_greatest(signed, bits)) {
            (1, all) => all,
            // All bits are all numbers, with a sign or without.
            (64, _) if self.is_all() => (i64::MIN, i64::MAX),
            (_, (least, greatest)) => (self.low.max(least), self.high.min(greatest)),
        }
    }

    /// Whether a program that was linked with these functions may get other answers from the world
    /// around it.
    pub fn leaves_out(self, program: &Program) -> bool {
        self.leaves_out_values(program) || leaves_out_surroundings(program)
    }

    /// Whether it has an input of a type of which they leave out values.
    pub fn leaves_out_values(self, program: &Program) -> bool {
        let leaves_out = |signed: bool, bits: u32| {
            let all = least_and_greatest(signed, bits);
            if self.is_all() {
                return false;
            }
            // No `i64` is the greatest number of 64 bits without a sign.
            self.range(signed, bits) != all || !signed && bits == 64
        };
        let called = called_functions(program);
        let is_used = |name: &str| called.contains(name);
        OTHERS.iter().any(|(name, _)| is_used(&format!("__VERIFIER_nondet_{name}")))
            || WIDTHS
                .into_iter()
                .any(|(signed, bits)| leaves_out(signed, bits) && is_used(&chooser(signed, bits)))
    }
}

/// Whether a program asks its surroundings for something that could be otherwise: the time, input,
/// the environment, its arguments.
pub fn leaves_out_surroundings(program: &Program) -> bool {
    let called = called_functions(program);
    FIXED.iter().any(|name| called.contains(name))
}

/// The functions that a program calls. Those of the runtime itself may be there and not be called.
fn called_functions(program: &Program) -> FxHashSet<&str> {
    let is_own = |name: &str| name.starts_with("heddle.");
    let mut called = FxHashSet::default();
    let mut pending: Vec<&Function> =
        program.functions.iter().filter(|function| !is_own(&function.name)).collect();
    while let Some(function) = pending.pop() {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let callee = match instruction {
                Instruction::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
                Instruction::Spawn { function: Operand::Constant(address), .. } => {
                    program.function_at(Address(*address))
                }
                _ => None,
            };
            let Some(callee) = callee.map(|callee| program.function(callee)) else { continue };
            if called.insert(callee.name.as_str()) && is_own(&callee.name) {
                pending.push(callee);
            }
        }
    }
    called
}

/// The function that chooses an input of a type. No program has a function with such a name.
fn chooser(signed: bool, bits: u32) -> String {
    format!("heddle.input.{}{bits}", if signed { 'i' } else { 'u' })
}

/// The ends of a type, as far as `i64` has them.
fn least_and_greatest(signed: bool, bits: u32) -> (i64, i64) {
    match (signed, bits) {
        (_, 64) => (if signed { i64::MIN } else { 0 }, i64::MAX),
        (true, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (false, bits) => (0, (1 << bits) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(inputs: Inputs, called: &str) -> Program {
        let main =
            format!("function @main() {{\nentry:\n  %v = call @{called}()\n  return %v\n}}\n");
        let clock = "function @heddle.input.time() {\nentry:\n  return 0\n}\n";
        let text = inputs.functions() + clock + &main;
        let all = program::text::parse(&text).expect("it is a program");
        crate::lower::select(&all, |name| name == "main")
    }

    #[test]
    fn only_types_with_other_values_are_left_out() {
        let few = Inputs { low: 0, high: 3, ..Inputs::default() };
        assert!(!few.leaves_out(&program(few, "__VERIFIER_nondet_bool")));
        assert!(few.leaves_out(&program(few, "__VERIFIER_nondet_int")));
        assert!(few.leaves_out(&program(few, "__VERIFIER_nondet_uchar")));
        let bytes = Inputs { low: 0, high: 255, ..Inputs::default() };
        assert!(!bytes.leaves_out(&program(bytes, "__VERIFIER_nondet_uchar")));
        assert!(bytes.leaves_out(&program(bytes, "__VERIFIER_nondet_char")));
        // The greatest numbers of 64 bits without a sign are no `i64`, unless all bits are taken.
        let positive = Inputs { low: 0, high: i64::MAX, ..Inputs::default() };
        assert!(positive.leaves_out(&program(positive, "__VERIFIER_nondet_ulong")));
        let all = Inputs::ALL;
        assert!(!all.leaves_out(&program(all, "__VERIFIER_nondet_long")));
        assert!(!all.leaves_out(&program(all, "__VERIFIER_nondet_ulong")));
        assert!(all.leaves_out(&program(all, "heddle.input.time")));
    }

    #[test]
    fn ranges_are_those_of_types() {
        let range = Inputs { low: -1000, high: 1000, ..Inputs::default() };
        assert_eq!(range.range(false, 1), (0, 1));
        assert_eq!(range.range(true, 8), (-128, 127));
        assert_eq!(range.range(false, 16), (0, 1000));
        assert_eq!(range.range(true, 64), (-1000, 1000));
    }
}
