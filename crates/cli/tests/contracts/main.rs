//! Does each function of the C library do what its contract says (`llvm::contracts`)?
//!
//! From every contract follow programs, in LLVM IR, that call the function once: with arguments
//! that are right, which must give the listed results and no others; with each pointer null, freed
//! or to memory that nobody has written; with another thread that writes there; and between the
//! accesses of litmus tests, whose weak outcomes a call that orders nothing must leave as they are.

mod call;

use answer::Unlimited;
use base::ViolationKind;
use call::{Call, Place};
use engines::{GRAPH, Model};
use explore::Config;
use llvm::contracts::{Access, Argument, Contract, Manner, Pointer, contracts};
use llvm::{Inputs, Unit};
use program::Program;
use program::passes::{PassConfig, standard};

fn compile(text: &str) -> Program {
    let module = llvm::parse(text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let units = [Unit { path: "contract.ll".to_owned(), module }];
    let runtime = llvm::runtime_for(&units, Inputs::default());
    let mut program = llvm::lower(&units, &runtime).unwrap_or_else(|it| panic!("{it:?}\n{text}"));
    standard(&mut program, PassConfig::default());
    program
}

/// The names of the kinds of violations that a program has, and of what stops the search.
fn found(text: &str, model: &Model) -> Vec<String> {
    let races = matches!(model, Model::Rc11);
    let config = Config { races, keep_going: true, ..Config::default() };
    let answer = GRAPH.explore(&compile(text), model, &config, &Unlimited, None).answer;
    let kinds = answer.violations().iter().map(|violation| violation.kind.name().to_owned());
    kinds.chain(answer.gap().map(|gap| format!("{gap:?}"))).collect()
}

/// The contracts of functions that can be called as they are.
fn ordinary() -> impl Iterator<Item = Contract> {
    contracts().into_iter().filter(|it| matches!(it.manner, Manner::Plain | Manner::Synchronises))
}

/// Every pointer that something is accessed through, with its position.
fn pointers(contract: &Contract) -> impl Iterator<Item = (usize, &Pointer)> {
    contract.arguments.iter().enumerate().filter_map(|(index, argument)| match argument {
        Argument::Pointer(pointer) => Some((index, pointer)),
        _ => None,
    })
}

/// What a program says that reaches an error.
const REACHED: &str = "error-reached";

fn kind(kind: ViolationKind) -> String {
    kind.name().to_owned()
}

/// Complains about all that are wrong at once.
fn all_are_right(wrong: &[String], asked: usize) {
    assert!(asked > 100, "only {asked} were asked");
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn calls_with_good_arguments_are_right_and_have_the_listed_results() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for contract in ordinary() {
        asked += 1;
        let (call, name) = (Call::new(&contract), &contract.name);
        let seen = found(&call.program(), &Model::Sc);
        if !seen.is_empty() {
            wrong.push(format!("{name}: {seen:?}"));
        }
        let Some(results) = &contract.results else { continue };
        for expected in results {
            if found(&call.program_that_objects_to(&[*expected]), &Model::Sc) != [REACHED] {
                wrong.push(format!("{name}: {expected} is no result"));
            }
        }
        if !found(&call.program_that_objects_to_others(results), &Model::Sc).is_empty() {
            wrong.push(format!("{name}: other results than {results:?}"));
        }
    }
    all_are_right(&wrong, asked);
}

#[test]
fn pointers_are_looked_at() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for contract in ordinary() {
        for (index, pointer) in pointers(&contract) {
            asked += 1;
            let with =
                |place| found(&Call::new(&contract).with(index, place).program(), &Model::Sc);
            let (null, freed) = (with(Place::Null), with(Place::Freed));
            let is_right = match pointer.may_be_null {
                true => null.is_empty(),
                false => null.contains(&kind(ViolationKind::NullPointer)),
            };
            // What is locked must not be freed.
            let late = [ViolationKind::UseAfterFree, ViolationKind::MutexMisuse];
            if !is_right || !late.into_iter().any(|late| freed.contains(&kind(late))) {
                let name = &contract.name;
                wrong.push(format!("{name}, argument {index}: null {null:?}, freed {freed:?}"));
            }
        }
    }
    all_are_right(&wrong, asked);
}

#[test]
fn what_is_read_must_have_been_written() {
    const UNMADE: [ViolationKind; 4] = [
        ViolationKind::UninitialisedRead,
        ViolationKind::MutexMisuse,
        ViolationKind::ThreadMisuse,
        ViolationKind::LibraryMisuse,
    ];
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for contract in ordinary().filter(|contract| !COPIES.contains(&&*contract.name)) {
        for (index, pointer) in pointers(&contract) {
            if pointer.access == Access::Writes {
                continue;
            }
            asked += 1;
            let text = Call::new(&contract).with(index, Place::Unwritten).program();
            let seen = found(&text, &Model::Sc);
            if !UNMADE.into_iter().any(|unmade| seen.contains(&kind(unmade))) {
                wrong.push(format!("{}, argument {index}: {seen:?}", contract.name));
            }
        }
    }
    all_are_right(&wrong, asked);
}

/// Functions that copy what they read, or compute with it and decide nothing, which is allowed with
/// memory that nobody has written.
const COPIES: [&str; 8] = [
    "memcpy",
    "memmove",
    "mempcpy",
    "rand_r",
    "pthread_attr_setschedparam",
    "pthread_setschedparam",
    "qsort",
    "strsep",
];

#[test]
fn what_is_accessed_can_race() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for contract in ordinary() {
        for (index, pointer) in pointers(&contract) {
            if pointer.access == Access::Atomic {
                continue;
            }
            asked += 1;
            let seen = found(&Call::new(&contract).beside_a_write(index), &Model::Rc11);
            if !seen.contains(&kind(ViolationKind::DataRace)) {
                wrong.push(format!("{}, argument {index}: {seen:?}", contract.name));
            }
        }
    }
    all_are_right(&wrong, asked);
}

#[test]
fn calls_that_order_nothing_order_nothing() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for contract in ordinary().filter(|contract| contract.manner == Manner::Plain) {
        for (shape, model) in call::SHAPES {
            asked += 1;
            let seen = found(&Call::new(&contract).between(shape), &model);
            if seen != [REACHED] {
                wrong.push(format!(
                    "{}, {shape:?} under {}: {seen:?}",
                    contract.name,
                    model.name()
                ));
            }
        }
    }
    all_are_right(&wrong, asked);
}
