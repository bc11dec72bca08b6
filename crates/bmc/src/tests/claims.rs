//! Are claims that are not so refused? Violations of random programs are claimed as they were
//! found, which `rerun` must agree with, and then changed, which it must not.

use crate::claim::claim;
use crate::{Execution, Formula, Method, Model};
use cat::{LibraryOnly, bundled_model};
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use program::Program;
use program::passes::PassConfig;
use rerun::{Claim, End, Judges, Native, Step, Wrong, rerun};
use std::collections::BTreeMap;
use unroll::{Acyclic, Check, Unrolling, from_program};

fn model(name: &str) -> Model {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let compiled = cat::compile(vec![bundled_model(name).unwrap()], &options);
    Model::new(&compiled.unwrap_or_else(|failure| panic!("{failure}")))
}

fn judges<'m>(model: &'m Model, name: &str) -> Judges<'m> {
    Judges {
        axioms: &model.program,
        primitives: &model.primitives,
        has_dependencies: false,
        has_blocks: false,
        native: Native::named(name),
        mapping: None,
    }
}

/// An execution in which a check fails, if there is one.
fn find<'a>(acyclic: &'a Acyclic, model: &Model) -> Option<(Execution, &'a Check)> {
    let mut formula = Formula::new(acyclic, model, Method::default()).ok()?;
    let any = formula.any(acyclic.checks.iter().map(|check| check.condition));
    let execution = formula.find(&[any], &|| true).unwrap()?;
    let mut checks = acyclic.checks.iter();
    let failed = checks.find(|check| execution.evaluation.holds(check.condition)).unwrap();
    Some((execution, failed))
}

#[derive(Default, Debug)]
struct Tally {
    claims: usize,
    kinds: usize,
    ends: usize,
    steps: usize,
    sources: usize,
}

/// Store buffering, with the two stores and the two loads in relaxed order.
const BUFFERING: &str = r#"source "buffering"
constant @m : 9 = "buffered\00"
global @x : 4
global @y : 4
global @r0 : 4
global @r1 : 4
function @t0(%argument) {
entry:
  store.4 relaxed @x, 1
  %r = load.4 relaxed @y
  store.4 @r0, %r
  return 0
}
function @t1(%argument) {
entry:
  store.4 relaxed @y, 1
  %r = load.4 relaxed @x
  store.4 @r1, %r
  return 0
}
function @main() {
entry:
  %a = spawn @t0, 0
  %b = spawn @t1, 0
  %c = join %a
  %d = join %b
  %one = load.4 @r0
  %two = load.4 @r1
  %any = or.64 %one, %two
  branch %any, right, wrong
wrong:
  fail assertion, @m !0:1:1
  unreachable
right:
  return 0
}
"#;

#[test]
fn an_execution_of_another_model_is_refused() {
    let program = program::text::parse(BUFFERING).unwrap_or_else(|error| panic!("{error:?}"));
    let acyclic = from_program(&program, Unrolling::default());
    let tso = model("tso");
    let (execution, failed) = find(&acyclic, &tso).expect("stores are buffered");
    let (thread, kind) = (failed.thread.index(), failed.kind);
    let own = claim(&acyclic, &execution, Wrong::Fails { thread, kind });
    assert!(rerun(&program, &own, judges(&tso, "tso")).is_ok());
    let sc = model("sc");
    assert!(find(&acyclic, &sc).is_none());
    let by_all = judges(&sc, "sc");
    assert!(rerun(&program, &own, by_all).is_err());
    // Each of the two judges says so for itself.
    assert!(rerun(&program, &own, Judges { native: None, ..by_all }).is_err());
    let by_native = Judges { native: Native::named("sc"), ..judges(&tso, "tso") };
    assert!(rerun(&program, &own, by_native).is_err());
    // What a read reads is what its source has written.
    let mut changed = own.clone();
    for step in changed.threads.iter_mut().flat_map(|own| &mut own.steps) {
        if let Step::Read { parts, .. } = step
            && parts[0].source.is_none()
        {
            parts[0].value = Some(7);
        }
    }
    assert!(rerun(&program, &changed, judges(&tso, "tso")).is_err());
}

#[test]
fn changed_claims_are_refused() {
    let tso = model("tso");
    let families = [
        (Family::Plain, 150),
        (Family::Atomics, 100),
        (Family::TryLocks, 30),
        (Family::MutexLifetimes, 40),
        (Family::WeakCas, 30),
    ];
    let mut tally = Tally::default();
    for (family, seeds) in families {
        for seed in 0..seeds {
            let mut program = lower(&case(family, Size::Small, 700 + seed));
            program::passes::standard(&mut program, PassConfig::default());
            let acyclic = from_program(&program, Unrolling { bound: 2, ..Unrolling::default() });
            let Some((execution, failed)) = find(&acyclic, &tso) else { continue };
            let (thread, kind) = (failed.thread.index(), failed.kind);
            let own = claim(&acyclic, &execution, Wrong::Fails { thread, kind });
            let judged = judges(&tso, "tso");
            let place = format!("{family:?} {seed}");
            let found = rerun(&program, &own, judged)
                .unwrap_or_else(|what| panic!("{place}: {what}\n{own:#?}\n{acyclic}"));
            assert_eq!((found.kind, found.position), (kind, failed.position), "{place}");
            tally.claims += 1;
            change(&program, &own, judged, &mut tally, &place);
            change_sources(&program, &acyclic, &execution, &own, judged, &mut tally, &place);
        }
    }
    println!("{tally:?}");
    assert!(tally.claims > 40 && tally.ends > 40 && tally.steps > 20, "{tally:?}");
    assert!(tally.sources > 20, "{tally:?}");
}

/// What goes wrong, how threads end, and how much they do.
fn change(program: &Program, own: &Claim, judges: Judges<'_>, tally: &mut Tally, place: &str) {
    let Wrong::Fails { thread, kind } = own.wrong else { unreachable!("checks fail") };
    let others = base::ViolationKind::ALL.into_iter().filter(|other| *other != kind);
    for kind in others.take(2) {
        let changed = Claim { wrong: Wrong::Fails { thread, kind }, ..own.clone() };
        assert!(rerun(program, &changed, judges).is_err(), "{place}: {kind}");
        tally.kinds += 1;
    }
    for end in [End::Finished, End::WaitsForMutex, End::WaitsInCall] {
        let mut changed = own.clone();
        changed.threads[thread].end = end;
        assert!(rerun(program, &changed, judges).is_err(), "{place}: {end:?}");
        tally.ends += 1;
    }
    if !own.threads[thread].steps.is_empty() {
        let mut changed = own.clone();
        changed.threads[thread].steps.pop();
        assert!(rerun(program, &changed, judges).is_err(), "{place}: one step less");
        tally.steps += 1;
    }
}

/// Reads from writes of other values.
fn change_sources(
    program: &Program,
    acyclic: &Acyclic,
    execution: &Execution,
    own: &Claim,
    judges: Judges<'_>,
    tally: &mut Tally,
    place: &str,
) {
    // What is written where, by the places of writes in the claim.
    let mut written = BTreeMap::new();
    for thread in 0..own.threads.len() {
        for step in 0..own.threads[thread].steps.len() {
            let Step::Write { parts, .. } = &own.threads[thread].steps[step] else { continue };
            for (part, at) in parts.iter().enumerate() {
                let found =
                    execution.executed.structure.events.iter().zip(&execution.executed.events);
                let number = found.filter(|(event, id)| {
                    event.kind.writes()
                        && event.location.is_some_and(|own| own.0 as u64 == at.address)
                        && acyclic.event(**id).thread.map(unroll::ThreadIndex::index)
                            == Some(thread)
                });
                let numbers: Vec<i64> = number.filter_map(|(event, _)| event.written).collect();
                // Several writes of a thread to one place would have to be told apart.
                if let [number] = numbers[..] {
                    written
                        .insert(rerun::Place { thread, step, part }, (at.address, number as u64));
                }
            }
        }
    }
    for thread in 0..own.threads.len() {
        for step in 0..own.threads[thread].steps.len() {
            let Step::Read { parts, .. } = &own.threads[thread].steps[step] else { continue };
            let [part] = parts[..] else { continue };
            let other = written.iter().find(|(place, (address, number))| {
                *address == part.address
                    && Some(**place) != part.source
                    && part.value.is_some_and(|value| value != *number)
            });
            let Some((other, _)) = other else { continue };
            let mut changed = own.clone();
            let Step::Read { parts, .. } = &mut changed.threads[thread].steps[step] else {
                unreachable!("it is a read")
            };
            parts[0].source = Some(*other);
            assert!(rerun(program, &changed, judges).is_err(), "{place}: {thread} {step}");
            tally.sources += 1;
        }
    }
}
