//! Tests that move between instruction sets: what their code for a machine is, held against tests
//! that are written in the instructions of that machine, and what is portable then.

use crate::shape::{Depends, LOCATIONS, Shape, Step, random, shapes};
use crate::twin::twin;
use crate::{Asked, Short, both, compile, model, read};
use base::Ordering;
use candidates::{Outcome, Refusal};
use cat::bundled_model;
use litmus::{Lowered, Test};
use port::{Accesses, Case, Moving, NoOutcome, Pair};
use solver::Backend;
use std::collections::BTreeSet;
use std::fmt::Write;
use unroll::mapping::{MAPPINGS, Mapping};

fn order(ordering: Ordering) -> String {
    format!("memory_order_{}", ordering.name())
}

/// Whether C can say it: litmus tests in C have no addresses that are computed.
pub(crate) fn is_in_c(shape: &Shape) -> bool {
    let is_address = |step: &Step| {
        let on_address = matches!(step, Step::Store { depends: Depends::Address(_), .. });
        on_address || matches!(step, Step::Load { address: Some(_), .. })
    };
    !shape.threads.iter().flatten().any(is_address)
}

/// A shape in C; the names of its registers and locations, in the order of its twin.
pub(crate) fn in_c(shape: &Shape) -> (String, Vec<String>) {
    let (mut text, mut start, mut places) = (String::new(), String::new(), Vec::new());
    for (index, steps) in shape.threads.iter().enumerate() {
        let exchanges = steps.iter().filter(|own| matches!(own, Step::Exchange { .. })).count();
        let own = (0..exchanges).map(|number| format!(", int* e{index}{number}"));
        let parameters: String = LOCATIONS.map(|name| format!("atomic_int* {name}")).join(", ")
            + &own.collect::<String>();
        writeln!(text, "P{index} ({parameters}) {{").unwrap();
        let (mut registers, mut exchanged) = (0, 0);
        for step in steps {
            step_in_c(&mut text, step, registers, &format!("e{index}{exchanged}"));
            if let Step::Exchange { expected, .. } = step {
                write!(start, "e{index}{exchanged}={expected}; ").unwrap();
                exchanged += 1;
            }
            registers += usize::from(step.reads());
        }
        text += "}\n";
        places.extend((0..shape.registers(index)).map(|number| format!("{index}:r{number}")));
    }
    places.extend(LOCATIONS.map(|name| format!("[{name}]")));
    let observed: Vec<String> = places.iter().map(|own| format!("{own}=0")).collect();
    let text = format!("C test\n{{ {start}}}\n{text}exists ({})\n", observed.join(" /\\ "));
    (text, places)
}

fn step_in_c(text: &mut String, step: &Step, register: usize, expected: &str) {
    match *step {
        Step::Load { location, ordering: Ordering::Plain, .. } => {
            writeln!(text, " int r{register} = *{};", LOCATIONS[location])
        }
        Step::Load { location, ordering, .. } => {
            let (at, order) = (LOCATIONS[location], order(ordering));
            writeln!(text, " int r{register} = atomic_load_explicit({at}, {order});")
        }
        Step::Store { location, value, ordering, depends } => {
            let value = match depends {
                Depends::Nothing | Depends::Address(_) => value.to_string(),
                Depends::Data(on) => format!("(r{on} ^ r{on}) + {value}"),
            };
            let at = LOCATIONS[location];
            match ordering {
                Ordering::Plain => writeln!(text, " *{at} = {value};"),
                ordering => {
                    writeln!(text, " atomic_store_explicit({at}, {value}, {});", order(ordering))
                }
            }
        }
        Step::Fence(ordering) => writeln!(text, " atomic_thread_fence({});", order(ordering)),
        Step::Branch(on) => writeln!(text, " if (r{on} == 0) {{ }}"),
        Step::Update { location, adds, value, ordering } => {
            let name = if adds { "fetch_add" } else { "exchange" };
            let (at, order) = (LOCATIONS[location], order(ordering));
            writeln!(text, " int r{register} = atomic_{name}_explicit({at}, {value}, {order});")
        }
        Step::Exchange { location, new, orderings: (success, failure), .. } => {
            let (at, success, failure) = (LOCATIONS[location], order(success), order(failure));
            let name = "atomic_compare_exchange_strong_explicit";
            writeln!(text, " {name}({at}, {expected}, {new}, {success}, {failure});").unwrap();
            writeln!(text, " int r{register} = *{expected};")
        }
    }
    .unwrap();
}

pub(crate) fn outcome(test: &Test, lowered: &Lowered, model: &candidates::Model) -> Outcome {
    let outcome = candidates::run(test, lowered, model, &|| true);
    outcome.unwrap_or_else(|error| panic!("{error:?}"))
}

/// The values of some places in all states in which others are 1.
pub(crate) fn states(outcome: &Outcome, places: &[String], done: &[String]) -> BTreeSet<Vec<i64>> {
    let place = |name: &String| {
        let found = outcome.names.iter().position(|own| own == name);
        found.unwrap_or_else(|| panic!("{name} is not among {:?}", outcome.names))
    };
    let (places, done): (Vec<usize>, Vec<usize>) =
        (places.iter().map(place).collect(), done.iter().map(place).collect());
    let ended = outcome.states.iter().filter(|own| done.iter().all(|at| own[*at].number == 1));
    ended.map(|own| places.iter().map(|at| own[*at].number).collect()).collect()
}

/// A test in C, moved to a machine, has the states of the test in its instructions.
fn compare(shape: &Shape, mapping: &'static Mapping, model: &candidates::Model) -> usize {
    let twin = twin(shape, mapping);
    let (test, lowered) = read(&twin.text);
    let expected = states(&outcome(&test, &lowered, model), &twin.places, &twin.done);
    let (text, places) = in_c(shape);
    let (test, lowered) = read(&text);
    let moving = Moving { to: Some(mapping), ..Moving::default() };
    let case = Case::moved(&test, &lowered, moving).unwrap();
    assert!(case.target() != &lowered, "{}\n{text}", mapping.name);
    let found = states(&outcome(&test, case.target(), model), &places, &[]);
    let what = || format!("{} by {}\n{text}\n{}", shape.name, mapping.name, twin.text);
    assert_eq!(found, expected, "{}", what());
    expected.len()
}

pub(crate) fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |own| own.parse().expect("it is a number"))
}

#[test]
fn what_is_compiled_has_the_states_of_what_is_written() {
    let (every, seeds) = (number("HEDDLE_EVERY", 6), number("HEDDLE_SEEDS", 60) as u64);
    let first = number("HEDDLE_FIRST", 0) as u64;
    let without = ["x86-tso", "pso", "rmo", "alpha", "lkmm"];
    let (mut tests, mut total) = (0, 0);
    let mappings = MAPPINGS.iter().filter(|own| !without.contains(&own.model));
    for (number, mapping) in mappings.enumerate() {
        let file = bundled_model(mapping.model).unwrap();
        let model = candidates::Model::new(compile(&file.path, &file.text));
        let shapes = shapes().into_iter().skip(number % every).step_by(every);
        for shape in shapes.chain((first..first + seeds).map(random)).filter(is_in_c) {
            total += compare(&shape, mapping, &model);
            tests += 1;
        }
    }
    println!("{tests} tests, {total} states");
}

/// Both methods, for executions and for states.
fn answers(text: &str, from: &str, to: &str, moving: Moving) -> Vec<Short> {
    let (test, lowered) = read(text);
    let (source, target, sc) = (model(from), model(to), model("sc"));
    let pair = Pair { source: &source, target: &target, sequential: &sc };
    let case = Case::moved(&test, &lowered, moving).unwrap();
    let what = format!("{text} from {from} to {to}");
    let ask = |asked| both(asked, &case, pair, Backend::Cadical, &what);
    vec![ask(Asked::Traces), ask(Asked::States)]
}

pub(crate) fn portable(text: &str, from: &str, to: &str, moving: Moving) {
    for answer in answers(text, from, to, moving) {
        assert_eq!(answer, Short::Portable, "{text} from {from} to {to}");
    }
}

pub(crate) fn not_portable(text: &str, from: &str, to: &str, moving: Moving) {
    for answer in answers(text, from, to, moving) {
        let is_not = matches!(answer, Short::NotPortable(_));
        assert!(is_not, "{text} from {from} to {to}: {answer:?}");
    }
}

/// Two threads for x86, a line for each row.
fn x86(rows: &[&str], exists: &str) -> String {
    format!("X86 test\n{{ }}\n P0 | P1 ;\n {} ;\nexists ({exists})\n", rows.join(" ;\n "))
}

#[test]
fn fences_of_x86_have_counterparts_and_locked_instructions_are_less_elsewhere() {
    let accesses = ["MOV [x],$1 | MOV [y],$1", "MFENCE | MFENCE", "MOV EAX,[y] | MOV EAX,[x]"];
    let fenced = x86(&accesses, "0:EAX=0 /\\ 1:EAX=0");
    let locked = ["MOV EBX,$1 | MOV EBX,$1", "XCHG [x],EBX | XCHG [y],EBX", accesses[2]];
    let locked = x86(&locked, "0:EAX=0 /\\ 1:EAX=0");
    for to in ["aarch64", "power", "armv7", "riscv", "rmo", "alpha", "pso"] {
        portable(&fenced, "x86-tso", to, Moving::usual("x86-tso", to));
    }
    // The load behind a seq_cst exchange may come before its store; Armv7, RMO and Alpha have a
    // fence there.
    for to in ["aarch64", "power"] {
        not_portable(&locked, "x86-tso", to, Moving::usual("x86-tso", to));
    }
    for to in ["armv7", "rmo", "alpha", "pso"] {
        portable(&locked, "x86-tso", to, Moving::usual("x86-tso", to));
    }
    // An acquire load waits for it.
    let ordered = Moving { accesses: Accesses::Ordered, ..Moving::usual("x86-tso", "aarch64") };
    portable(&locked, "x86-tso", "aarch64", ordered);
}

#[test]
fn accesses_of_x86_are_relaxed_elsewhere_or_ordered() {
    let rows = ["MOV [x],$1 | MOV EAX,[y]", "MOV [y],$1 | MOV EBX,[x]"];
    let text = x86(&rows, "1:EAX=1 /\\ 1:EBX=0");
    for to in ["aarch64", "power", "armv7", "riscv", "rmo", "alpha"] {
        let moving = Moving::usual("x86-tso", to);
        not_portable(&text, "x86-tso", to, moving);
        let ordered = Moving { accesses: Accesses::Ordered, ..moving };
        portable(&text, "x86-tso", to, ordered);
    }
}

#[test]
fn fences_of_power_have_counterparts() {
    let text = "PPC MP\n{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }\n P0 | P1 ;\n li r1,1 | lwz r1,0(r2) ;\n \
        stw r1,0(r2) | FENCE ;\n lwsync | lwz r3,0(r4) ;\n stw r1,0(r4) | ;\n\
        exists (1:r1=1 /\\ 1:r3=0)\n";
    for to in ["x86-tso", "aarch64", "armv7", "riscv", "rmo", "alpha", "pso"] {
        portable(&text.replace("FENCE", "lwsync"), "power", to, Moving::usual("power", to));
    }
    // On Power the first reads of both may be exchanged without a fence, and on x86 not.
    let without = text.replace("FENCE", "");
    not_portable(&without, "x86-tso", "power", Moving::usual("x86-tso", "power"));
    portable(&without, "power", "x86-tso", Moving::usual("power", "x86-tso"));
}

#[test]
fn c_goes_through_mappings_on_both_sides() {
    let text = "C IRIW\n{ }\nP0 (atomic_int* x) { atomic_store_explicit(x, 1, O1); }\n\
        P1 (atomic_int* y) { atomic_store_explicit(y, 1, O1); }\n\
        P2 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(x, O2); \
        int r1 = atomic_load_explicit(y, O2); }\n\
        P3 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(y, O2); \
        int r1 = atomic_load_explicit(x, O2); }\n\
        exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)\n";
    let with = |first: &str, second: &str| {
        text.replace("O1", &format!("memory_order_{first}"))
            .replace("O2", &format!("memory_order_{second}"))
    };
    let ordered = with("release", "acquire");
    not_portable(&ordered, "aarch64", "power", Moving::usual("aarch64", "power"));
    portable(&ordered, "power", "aarch64", Moving::usual("power", "aarch64"));
    portable(&ordered, "rc11", "power", Moving::usual("rc11", "power"));
    let sequential = with("seq_cst", "seq_cst");
    for to in ["power", "aarch64", "riscv", "armv7", "x86-tso", "pso", "rmo", "alpha"] {
        portable(&sequential, "sc", to, Moving::usual("sc", to));
        portable(&sequential, "rc11", to, Moving::usual("rc11", to));
    }
}

/// A test that has no code for a machine is not judged as it is written.
#[track_caller]
pub(crate) fn does_not_go(text: &str, moving: Moving, why: &str) {
    let (test, lowered) = read(text);
    match Case::moved(&test, &lowered, moving) {
        Err(NoOutcome::Refused(Refusal::Unsupported(reason))) => {
            assert!(reason.contains(why), "{reason}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn reservations_do_not_go_to_x86() {
    let text = "PPC reserved\n{ 0:r2=x; 1:r2=x; }\n P0 | P1 ;\n lwarx r1,r0,r2 | lwz r1,0(r2) ;\n \
        stwcx. r1,r0,r2 | ;\nexists (0:r1=0)\n";
    does_not_go(text, Moving::usual("power", "x86-tso"), "reservation");
    does_not_go(text, Moving::usual("x86-tso", "power"), "reservation");
    portable(text, "power", "aarch64", Moving::usual("power", "aarch64"));
}
