//! A test as a program, in which `main` looks at what all threads have read and at the memory in
//! the end, and fails in another place for each state that is expected, and for all others.

use crate::shape::{Depends, LOCATIONS, Shape, Step};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many values there can be.
pub(crate) const VALUES: u64 = 16;

/// The line in which the program fails in a state that nobody expects.
pub(crate) const UNEXPECTED: u32 = 1;

/// The line in which it fails in a state.
pub(crate) fn line(index: usize) -> u32 {
    index as u32 + 2
}

/// The program, for final states as numbers to the base of [`VALUES`]: all registers in order, then
/// the memory.
pub(crate) fn program(shape: &Shape, states: &BTreeSet<u64>) -> String {
    let mut text = String::from("source \"states\"\nconstant @m : 6 = \"state\\00\"\n");
    for location in LOCATIONS {
        writeln!(text, "global @{location} : 4").unwrap();
    }
    let mut results = Vec::new();
    for thread in 0..shape.threads.len() {
        for register in 0..shape.registers(thread) {
            writeln!(text, "global @r{thread}_{register} : 4").unwrap();
            results.push(format!("r{thread}_{register}"));
        }
    }
    for (index, steps) in shape.threads.iter().enumerate() {
        thread(&mut text, index, steps);
    }
    results.extend(LOCATIONS.map(str::to_owned));
    writeln!(text, "function @main() {{\nentry:").unwrap();
    for index in 0..shape.threads.len() {
        writeln!(text, "  %t{index} = spawn @t{index}, 0").unwrap();
    }
    for index in 0..shape.threads.len() {
        writeln!(text, "  %v{index} = join %t{index}").unwrap();
    }
    writeln!(text, "  %code = 0").unwrap();
    for result in &results {
        writeln!(text, "  %code = mul.64 %code, {VALUES}").unwrap();
        writeln!(text, "  %one = load.4 @{result}\n  %code = add.64 %code, %one").unwrap();
    }
    let cases: Vec<String> =
        states.iter().enumerate().map(|(index, state)| format!("{state}: s{index}")).collect();
    writeln!(text, "  switch %code, other, {}", cases.join(", ")).unwrap();
    for index in 0..states.len() {
        let line = line(index);
        writeln!(text, "s{index}:\n  fail assertion, @m !0:{line}:1\n  unreachable").unwrap();
    }
    writeln!(text, "other:\n  fail assertion, @m !0:{UNEXPECTED}:1\n  unreachable\n}}").unwrap();
    text
}

fn thread(text: &mut String, index: usize, steps: &[Step]) {
    writeln!(text, "function @t{index}(%argument) {{\nentry:").unwrap();
    let mut registers = 0;
    for (number, step) in steps.iter().enumerate() {
        match *step {
            Step::Load { location, ordering, address } => {
                let at = place(text, number, location, address);
                writeln!(text, "  %r{registers} = load.4 {ordering} {at}").unwrap();
            }
            Step::Store { location, value, ordering, depends } => {
                let (mut at, mut stored) = (format!("@{}", LOCATIONS[location]), value.to_string());
                match depends {
                    Depends::Nothing => {}
                    Depends::Address(on) => at = place(text, number, location, Some(on)),
                    Depends::Data(on) => {
                        writeln!(text, "  %z{number} = xor.32 %r{on}, %r{on}").unwrap();
                        writeln!(text, "  %d{number} = add.32 %z{number}, {value}").unwrap();
                        stored = format!("%d{number}");
                    }
                }
                writeln!(text, "  store.4 {ordering} {at}, {stored}").unwrap();
            }
            Step::Fence(ordering) => writeln!(text, "  fence {ordering}").unwrap(),
            Step::Branch(on) => {
                writeln!(text, "  branch %r{on}, l{number}, l{number}\nl{number}:").unwrap();
            }
            Step::Update { location, adds, value, ordering } => {
                let (what, at) = (if adds { "add" } else { "xchg" }, LOCATIONS[location]);
                writeln!(text, "  %r{registers} = rmw.4 {what} {ordering} @{at}, {value}").unwrap();
            }
            Step::Exchange { location, expected, new, orderings: (success, failure) } => {
                let at = LOCATIONS[location];
                writeln!(
                    text,
                    "  %r{registers}, %o{number} = cas.4 {success} {failure} @{at}, {expected}, {new}"
                )
                .unwrap();
            }
        }
        registers += usize::from(step.reads());
    }
    for register in 0..registers {
        writeln!(text, "  store.4 @r{index}_{register}, %r{register}").unwrap();
    }
    writeln!(text, "  return 0\n}}").unwrap();
}

/// The address of a location, which may depend on a register.
fn place(text: &mut String, number: usize, location: usize, on: Option<usize>) -> String {
    let name = LOCATIONS[location];
    let Some(on) = on else { return format!("@{name}") };
    writeln!(text, "  %z{number} = xor.64 %r{on}, %r{on}").unwrap();
    writeln!(text, "  %a{number} = add.64 %z{number}, @{name}").unwrap();
    format!("%a{number}")
}
