//! Has the acyclic form of a litmus test the executions that `candidates` finds? By brute force
//! over the acyclic form, judged by the same models: the same final states, and as many executions
//! that satisfy the condition, and that do not.

use crate::files::files_in;
use crate::models::{compiled, program};
use crate::outcomes::{Found, outcomes};
use ::litmus::Lowered;
use ::litmus::tree::{Place, Test};
use candidates::{Model, Outcome, Refusal, run};
use cat::bundled_names;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use unroll::{Acyclic, from_litmus};

/// More steps of brute force than that are not taken.
const LIMIT: usize = 20_000;

#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    with_parts: usize,
    refused: usize,
    too_long: usize,
    allowed: usize,
    forbidden: usize,
}

/// Compares a test under some models.
fn compare(path: &Path, models: &Models, tally: &mut Tally) {
    compare_text(path, &std::fs::read_to_string(path).unwrap(), models, tally);
}

type Models = BTreeMap<&'static str, (cat::Program, Model)>;

fn compare_text(path: &Path, text: &str, models: &Models, tally: &mut Tally) {
    let test = ::litmus::parse(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let Ok(lowered) = ::litmus::lower(&test, text) else { return };
    let acyclic: Acyclic = from_litmus(&lowered, 2);
    for (name, (program, model)) in models {
        let place = || format!("{name}: {}\n{text}\n{acyclic}", path.display());
        let expected: Outcome = match run(&test, &lowered, model, &|| true) {
            Ok(outcome) => outcome,
            Err(Refusal::Unsupported(what)) => {
                let refuses = !acyclic.gaps.is_empty() || !acyclic.unwound.is_empty();
                // What the model says of parts, and what is looked at in the end, is not our part.
                let is_elsewhere = what.contains("mixed sizes") || !has_room(&test, &lowered);
                assert!(refuses || is_elsewhere, "{what}: {}", place());
                tally.refused += 1;
                continue;
            }
            Err(refusal) => panic!("{}: {refusal}", place()),
        };
        let found: Found = match outcomes(&test, &lowered, &acyclic, program, LIMIT) {
            Some(found) => found,
            None => {
                tally.too_long += 1;
                continue;
            }
        };
        assert!(!found.meets_gap, "a gap: {}", place());
        let states = expected.states.iter();
        let states = states.map(|state| state.iter().map(|value| value.number).collect()).collect();
        assert_eq!(found.states, states, "{}", place());
        let counts = (expected.positive, expected.negative);
        assert_eq!((found.positive, found.negative), counts, "{}", place());
        assert_eq!(found.is_undefined, expected.is_undefined, "{}", place());
        tally.compared += 1;
        tally.with_parts += usize::from(acyclic.has_parts());
        *(if expected.positive > 0 { &mut tally.allowed } else { &mut tally.forbidden }) += 1;
    }
}

/// Whether the places that a test looks at have room for what they hold at the start.
fn has_room(test: &Test, lowered: &Lowered) -> bool {
    test.condition.proposition.places().into_iter().all(|place| match place {
        Place::Register { .. } => true,
        Place::Location { name, index } => {
            let bytes = lowered.width(test.architecture, place).bytes;
            let address = lowered.layout.find(name, *index);
            address.is_none_or(|address| lowered.initial(address, bytes).is_some())
        }
    })
}

fn models(names: &[&'static str]) -> Models {
    let with = |name: &&'static str| {
        let program = program(name);
        (*name, (program.clone(), Model::new(program)))
    };
    names.iter().map(with).collect()
}

#[test]
fn every_test_of_the_project_has_the_executions_that_candidates_finds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let names: Vec<&'static str> = bundled_names().collect();
    let (models, mut tally) = (models(&names), Tally::default());
    for path in files_in(&folder, "litmus") {
        compare(&path, &models, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.compared > 1000 && tally.allowed > 300 && tally.forbidden > 300, "{tally:?}");
    assert!(tally.with_parts > 20, "{tally:?}");
    assert!(tally.too_long * 20 < tally.compared, "{tally:?}");
}

/// Public tests, where they are: `HEDDLE_LITMUS`, or `../shared/litmus` beside the clone.
#[test]
fn public_tests_have_the_executions_that_candidates_finds() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    let folder = std::env::var_os("HEDDLE_LITMUS").map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: there is no {}", folder.display());
        return;
    }
    let (models, mut tally) = (models(&["aarch64", "x86-tso", "rc11"]), Tally::default());
    let files = files_in(&folder, "litmus");
    let every = (files.len() / 80).max(1);
    for path in files.iter().step_by(every) {
        let text = std::fs::read_to_string(path).unwrap();
        let Ok(test) = ::litmus::parse(&text) else { continue };
        if ::litmus::lower(&test, &text).is_ok() {
            compare(path, &models, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.compared > 200, "{tally:?}");
}

/// Values that are written only if they are read, behind branches, are for the model to judge, and
/// this one forbids nothing but what is incoherent.
#[test]
fn values_that_need_each_other_are_found() {
    let text = r#"
C LB+ctrls-42
{}
P0(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  if (r0 == 42) { atomic_store_explicit(y, 42, memory_order_relaxed); }
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  if (r0 == 42) { atomic_store_explicit(x, 42, memory_order_relaxed); }
}
exists (0:r0=42 /\ 1:r0=42)
"#;
    let coherence = compiled(cat::File {
        path: "coherence.cat".to_owned(),
        text: "\"coherence\" include \"cos.cat\" acyclic po-loc | rf | co | fr".to_owned(),
    });
    let everything = compiled(cat::File {
        path: "weak.cat".to_owned(),
        text: "\"weak\" include \"cos.cat\" acyclic po-loc | rfe | co | fr".to_owned(),
    });
    let models = [("coherence", coherence), ("weak", everything)];
    let models = models.map(|(name, program)| (name, (program.clone(), Model::new(program))));
    let mut tally = Tally::default();
    compare_text(Path::new("LB+ctrls-42"), text, &models.into_iter().collect(), &mut tally);
    assert_eq!((tally.compared, tally.allowed), (2, 2), "{tally:?}");
}
