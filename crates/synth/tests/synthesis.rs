//! Models from tests that known models labelled: the result says the same of every test, and what
//! is called impossible is named with a reason. `tests/agreement.rs` compares with brute force.

mod support;

use candidates::run;
use cat::LibraryOnly;
use std::path::Path;
use support::{
    Patient, allows, ask, base, bundled, effort, found, label, labelled, model, observed, shapes,
};
use synth::{Answer, Effort, Frame, Label, Observed, Question, Said, synthesise};

#[test]
fn sequential_consistency_is_found_as_it_is_known() {
    let tests = labelled(&bundled("sc"), &shapes());
    let found = found(ask(&tests, &base(&["po", "rf", "co", "fr"]), effort(3, 1)));
    assert_eq!((found.axioms, found.size), (1, 4), "{}", found.text);
    // Held back: the tests of the project that both models can answer.
    let (known, own) = (bundled("sc"), model(&found.text));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus/x86");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|extension| extension != "litmus") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it is text");
        let Ok(test) = litmus::parse(&text) else { continue };
        // The tests that were learned from have no read-modify-writes, so nothing is said of them.
        let has_updates = ["XCHG", "LOCK", "xchg", "lock", "CMPXCHG"];
        let Ok(lowered) = litmus::lower(&test, &text) else { continue };
        if has_updates.iter().any(|word| text.contains(word)) {
            continue;
        }
        let outcomes = [&known, &own].map(|model| run(&test, &lowered, model, &|| true));
        if let [Ok(known), Ok(own)] = outcomes {
            compared += 1;
            assert_eq!(known.states, own.states, "{}", path.display());
        }
    }
    assert!(compared >= 5, "only {compared} tests were held back");
}

fn said(name: &str, label: Label) -> Said {
    Said { name: name.to_owned(), label, is_assumed: false }
}

#[test]
fn what_looks_the_same_cannot_be_told_apart() {
    let texts = shapes();
    let tests = [observed(&texts[0], Label::Allowed), observed(&texts[0], Label::Forbidden)];
    let answer = ask(&tests, &base(&["po", "rf", "co", "fr"]), effort(3, 3)).answer;
    let core = vec![said("SB", Label::Allowed), said("SB", Label::Forbidden)];
    assert_eq!(answer, Answer::Contradiction(core));
    // What no candidate does cannot be allowed, and that it is forbidden says nothing.
    let text = texts[0].replace("0:EAX=0", "0:EAX=7");
    let answer = ask(&[observed(&text, Label::Allowed)], &base(&["po"]), effort(1, 1)).answer;
    assert_eq!(answer, Answer::Contradiction(vec![said("SB", Label::Allowed)]));
    let synthesis = ask(&[observed(&text, Label::Forbidden)], &base(&["po"]), effort(1, 1));
    assert_eq!(synthesis.idle, ["SB"]);
    assert_eq!(found(synthesis).size, 0);
}

/// Without coherence among the base relations, SC cannot be: some claims already say so, and none
/// of them can be left out.
#[test]
fn that_there_is_none_comes_with_claims_that_say_so() {
    let tests = labelled(&bundled("sc"), &shapes());
    let (names, effort) = (base(&["po", "rf"]), effort(3, 2));
    let Answer::None(core) = ask(&tests, &names, effort).answer else { panic!("there is none") };
    assert!(!core.is_empty());
    let is_in = |own: &&Observed| core.iter().any(|said| said.name == own.test.name);
    let with_core: Vec<Observed> = tests.iter().filter(is_in).cloned().collect();
    let answer = ask(&with_core, &names, effort).answer;
    assert!(matches!(answer, Answer::None(_)), "{core:?} {answer:?}");
    for left_out in 0..with_core.len() {
        let mut fewer = with_core.clone();
        fewer.remove(left_out);
        assert!(matches!(ask(&fewer, &names, effort).answer, Answer::Found(_)), "{core:?}");
    }
}

#[test]
fn limits_end_as_unknown_with_the_best_so_far() {
    let tests = labelled(&bundled("sc"), &shapes());
    let base = base(&["po", "rf", "co", "fr"]);
    let frame = Frame::nothing_known();
    let question = |watcher: &Patient| {
        let question = Question {
            observed: &tests,
            frame: &frame,
            base: &base,
            effort: effort(3, 1),
            others: 0,
            probes: &[],
            loader: &LibraryOnly,
        };
        synthesise(&question, watcher)
    };
    let patient = Patient::for_ever();
    question(&patient).expect("it is answered");
    let asked = u64::MAX - patient.left.get();
    assert_eq!(patient.stages.borrow().len(), 1, "one axiom is enough");
    let (mut refused, mut stopped, mut answered) = (0, 0, 0);
    for most in (0..asked).step_by(1 + asked as usize / 40) {
        let patient = Patient::for_ever();
        patient.left.set(most);
        match question(&patient).map(|synthesis| synthesis.answer) {
            Err(_) => refused += 1,
            Ok(Answer::Stopped { nearest, .. }) => {
                stopped += 1;
                if let Some(nearest) = nearest {
                    let own = model(&nearest.text);
                    let mut is_allowed =
                        tests.iter().filter(|own| own.claims[0].label == Label::Allowed);
                    assert!(is_allowed.all(|test| allows(&own, test)), "{}", nearest.text);
                }
            }
            Ok(_) => answered += 1,
        }
    }
    assert!(refused > 0, "{refused} {stopped} {answered}");
}

/// A wrong observation among right ones is named, and the model is that of the others.
#[test]
fn a_wrong_test_is_named() {
    let base = base(&["po", "rf", "co", "fr"]);
    let mut named_right = 0;
    for wrong in 0..shapes().len() {
        let mut tests = labelled(&bundled("sc"), &shapes());
        let claim = &mut tests[wrong].claims[0];
        let (name, right) = (claim.name.clone(), claim.label);
        claim.label = label(right == Label::Forbidden);
        let strict = ask(&tests, &base, effort(2, 1)).answer;
        let is_explained = matches!(strict, Answer::Found(_));
        let tolerant = Effort { exceptions: 1, ..effort(2, 1) };
        let found = found(ask(&tests, &base, tolerant));
        let named: Vec<&str> = found.exceptions.iter().map(|said| said.name.as_str()).collect();
        // Few tests with a wrong one may have an explanation of their own.
        assert!(named.is_empty() == is_explained, "{}", found.text);
        named_right += usize::from(named == [name]);
    }
    assert!(named_right >= 6, "{named_right}");
}

/// One axiom can say of several relations that they are irreflexive or empty: none of them has a
/// cycle here with anything.
#[test]
fn an_axiom_that_is_no_cycle_is_a_union_too() {
    let texts = shapes();
    let named = |name: &str| {
        let text = texts.iter().find(|text| text.starts_with(&format!("X86 {name}\n")));
        observed(text.expect("it is there"), Label::Forbidden)
    };
    let tests = [named("SB-seen"), named("CoWW")];
    let found = found(ask(&tests, &base(&["po-loc", "rfe"]), effort(1, 1)));
    assert!(found.text.contains("\nempty po-loc | rfe as axiom-1\n"), "{}", found.text);
    assert_eq!((found.axioms, found.size), (1, 4), "{}", found.text);
}
