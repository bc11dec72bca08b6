//! Litmus tests in which instructions name locations: those of x86, of C and of the kernel. What
//! depends on what is nothing to x86-TSO, so that it is left out there; in C and in the kernel,
//! tests with addresses that depend on something, and with branches, have no twin.

use crate::shape::{Depends, LOCATIONS, Shape, Step};
use crate::twin::Twin;
use base::Ordering;
use std::fmt::Write;
use unroll::mapping::{Mapping, Operation};

/// The language of a test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    X86,
    C,
    Kernel,
}

/// The test in the instructions of a mapping's machine, or in C; none if it cannot be written.
pub(crate) fn twin(shape: &Shape, mapping: Option<&Mapping>) -> Option<Twin> {
    let language = match mapping.map(|own| own.model) {
        None => Language::C,
        Some("lkmm") => Language::Kernel,
        Some(_) => Language::X86,
    };
    let (mut places, mut done, mut columns) = (Vec::new(), Vec::new(), Vec::new());
    for (index, steps) in shape.threads.iter().enumerate() {
        let mut lines = Vec::new();
        let mut registers = 0;
        for step in steps {
            let result = language.register(registers);
            match language {
                Language::X86 => x86(*step, result, mapping?, &mut lines),
                Language::C => c11(*step, result, &mut lines)?,
                Language::Kernel => kernel(*step, result, mapping?, &mut lines)?,
            }
            if step.reads() {
                places.push(format!("{index}:{result}"));
                registers += 1;
            }
        }
        let end = match language {
            Language::X86 => "MOV EBP,$1".to_owned(),
            Language::C | Language::Kernel => "int done = 1;".to_owned(),
        };
        lines.push(end);
        done.push(format!("{index}:{}", if language == Language::X86 { "EBP" } else { "done" }));
        columns.push(lines);
    }
    places.extend(LOCATIONS.map(|name| format!("[{name}]")));
    let mut text = match language {
        Language::X86 => table(&columns),
        Language::C | Language::Kernel => functions(&columns, language),
    };
    let observed: Vec<String> = places.iter().chain(&done).map(|own| format!("{own}=0")).collect();
    writeln!(text, "exists ({})", observed.join(" /\\ ")).unwrap();
    Some(Twin { text, places, done })
}

impl Language {
    fn register(self, number: usize) -> &'static str {
        match self {
            Language::X86 => ["EBX", "ECX", "EDX", "ESI"][number],
            Language::C | Language::Kernel => ["r0", "r1", "r2", "r3"][number],
        }
    }
}

fn table(columns: &[Vec<String>]) -> String {
    let heads: Vec<String> = (0..columns.len()).map(|index| format!("P{index}")).collect();
    let start = LOCATIONS.map(|name| format!("{name}=0;")).join(" ");
    let mut text = format!("X86 test\n{{ {start} }}\n {} ;\n", heads.join(" | "));
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let cells = columns.iter().map(|own| own.get(row).map_or("", String::as_str));
        writeln!(text, " {} ;", cells.collect::<Vec<_>>().join(" | ")).unwrap();
    }
    text
}

fn functions(columns: &[Vec<String>], language: Language) -> String {
    let kind = if language == Language::C { "atomic_int" } else { "int" };
    let parameters = LOCATIONS.map(|name| format!("{kind} *{name}")).join(", ");
    let mut text = "C test\n{}\n".to_owned();
    for (index, lines) in columns.iter().enumerate() {
        writeln!(text, "P{index}({parameters}) {{\n  {}\n}}", lines.join("\n  ")).unwrap();
    }
    text
}

fn words(mapping: &Mapping, operation: Operation, ordering: Ordering) -> Option<Vec<&'static str>> {
    let code = mapping.code(operation, ordering)?;
    Some(code.split(';').map(str::trim).filter(|word| !word.is_empty()).collect())
}

fn x86(step: Step, result: &str, mapping: &Mapping, lines: &mut Vec<String>) {
    let words = |operation, ordering| words(mapping, operation, ordering).unwrap();
    match step {
        Step::Load { location, ordering, .. } => {
            for word in words(Operation::Load, ordering) {
                lines.push(match word {
                    "mfence" => "MFENCE".to_owned(),
                    _ => format!("MOV {result},[{}]", LOCATIONS[location]),
                });
            }
        }
        Step::Store { location, value, ordering, .. } => {
            let name = LOCATIONS[location];
            for word in words(Operation::Store, ordering) {
                match word {
                    "mfence" => lines.push("MFENCE".to_owned()),
                    "xchg" => {
                        lines.push(format!("MOV EDI,${value}"));
                        lines.push(format!("XCHG [{name}],EDI"));
                    }
                    _ => lines.push(format!("MOV [{name}],${value}")),
                }
            }
        }
        Step::Fence(ordering) => {
            let fences = words(Operation::Fence, ordering).into_iter();
            lines.extend(fences.map(str::to_uppercase));
        }
        Step::Branch(_) => {}
        Step::Update { location, adds, value, .. } => {
            let name = if adds { "LOCK XADD" } else { "XCHG" };
            lines.push(format!("MOV EDI,${value}"));
            lines.push(format!("{name} [{}],EDI", LOCATIONS[location]));
            lines.push(format!("MOV {result},EDI"));
        }
        Step::Exchange { location, expected, new, .. } => {
            lines.push(format!("MOV EAX,${expected}"));
            lines.push(format!("MOV EDI,${new}"));
            lines.push(format!("LOCK CMPXCHG [{}],EDI", LOCATIONS[location]));
            lines.push(format!("MOV {result},EAX"));
        }
    }
}

/// What a store writes, as an expression; none if its address depends on something.
fn stored(value: u64, depends: Depends) -> Option<String> {
    match depends {
        Depends::Nothing => Some(value.to_string()),
        Depends::Data(on) => Some(format!("{value} + (r{on} & 0)")),
        Depends::Address(_) => None,
    }
}

fn c11(step: Step, result: &str, lines: &mut Vec<String>) -> Option<()> {
    let order = |ordering: Ordering| match ordering {
        Ordering::Plain => None,
        Ordering::Relaxed => Some("memory_order_relaxed"),
        Ordering::Acquire => Some("memory_order_acquire"),
        Ordering::Release => Some("memory_order_release"),
        Ordering::AcquireRelease => Some("memory_order_acq_rel"),
        Ordering::SeqCst => Some("memory_order_seq_cst"),
    };
    lines.push(match step {
        Step::Load { location, ordering, address: None } => {
            let (name, order) = (LOCATIONS[location], order(ordering)?);
            format!("int {result} = atomic_load_explicit({name}, {order});")
        }
        Step::Store { location, value, ordering, depends } => {
            let (name, order) = (LOCATIONS[location], order(ordering)?);
            let value = stored(value, depends)?;
            format!("atomic_store_explicit({name}, {value}, {order});")
        }
        Step::Fence(ordering) => format!("atomic_thread_fence({});", order(ordering)?),
        Step::Update { location, adds, value, ordering } => {
            let (name, order) = (LOCATIONS[location], order(ordering)?);
            let function = if adds { "fetch_add" } else { "exchange" };
            format!("int {result} = atomic_{function}_explicit({name}, {value}, {order});")
        }
        Step::Load { .. } | Step::Branch(_) | Step::Exchange { .. } => return None,
    });
    Some(())
}

fn kernel(step: Step, result: &str, mapping: &Mapping, lines: &mut Vec<String>) -> Option<()> {
    let words = |operation, ordering| words(mapping, operation, ordering);
    match step {
        Step::Load { location, ordering, address: None } => {
            let name = LOCATIONS[location];
            lines.push(match words(Operation::Load, ordering)?[..] {
                ["READ_ONCE"] => format!("int {result} = READ_ONCE(*{name});"),
                ["smp_load_acquire"] => format!("int {result} = smp_load_acquire({name});"),
                _ => format!("int {result} = *{name};"),
            });
        }
        Step::Store { location, value, ordering, depends } => {
            let (name, value) = (LOCATIONS[location], stored(value, depends)?);
            lines.push(match words(Operation::Store, ordering)?[..] {
                ["WRITE_ONCE"] => format!("WRITE_ONCE(*{name}, {value});"),
                ["smp_store_release"] => format!("smp_store_release({name}, {value});"),
                _ => format!("*{name} = {value};"),
            });
        }
        Step::Fence(ordering) => {
            words(Operation::Fence, ordering)?;
            lines.push("smp_mb();".to_owned());
        }
        Step::Update { location, adds: false, value, ordering } => {
            let suffix = suffix(words(Operation::Update, ordering)?.as_slice());
            let name = LOCATIONS[location];
            lines.push(format!("int {result} = xchg{suffix}({name}, {value});"));
        }
        Step::Exchange { location, expected, new, orderings: (success, failure) } => {
            // What fails is ordered by nothing in the kernel.
            if failure != Ordering::Relaxed {
                return None;
            }
            let suffix = suffix(words(Operation::CompareExchange, success)?.as_slice());
            let name = LOCATIONS[location];
            lines.push(format!("int {result} = cmpxchg{suffix}({name}, {expected}, {new});"));
        }
        Step::Load { .. } | Step::Branch(_) | Step::Update { .. } => return None,
    }
    Some(())
}

/// How the kernel names an update of an order.
fn suffix(words: &[&str]) -> &'static str {
    match words {
        ["op_relaxed"] => "_relaxed",
        ["op_acquire"] => "_acquire",
        ["op_release"] => "_release",
        _ => "",
    }
}
