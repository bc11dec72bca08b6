//! Models from tests that known models labelled: the result says the same of every test, is as
//! small as brute force finds, and what is called impossible is.
//!
//! Brute force writes every axiom up to a size as text, without pruning, and asks the search for
//! litmus outcomes about it: nothing of this crate but the text before the axioms is shared.

mod support;

use candidates::run;
use cat::LibraryOnly;
use std::path::Path;
use support::{
    Patient, allows, ask, base, bundled, effort, found, label, labelled, model, observed, shapes,
};
use synth::{Answer, Effort, Expansions, Frame, Label, Observed, Question, Said, synthesise};
use testing::Random;

const PRELUDE: &str = "\"brute force\" include \"cross.cat\"
with co from generate_orders (W, co0)
let fr = (rf^-1; co) \\ id
";

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
    Said { name: name.to_owned(), label }
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
            expansion: Expansions::Enumeration,
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

/// Every expression of exactly this size: its names, and its operators other than union.
fn expressions(size: usize, base: &[&str]) -> Vec<String> {
    if size == 0 {
        return Vec::new();
    }
    if size == 1 {
        return base.iter().map(|name| (*name).to_owned()).collect();
    }
    let mut found = Vec::new();
    for of in expressions(size - 1, base) {
        found.push(format!("({of}+)"));
    }
    for of in expressions(size - 2, base) {
        found.extend(base.iter().map(|other| format!("({of} \\ {other})")));
    }
    for left in 1..size {
        for first in expressions(left, base) {
            let union = expressions(size - left, base);
            found.extend(union.iter().map(|second| format!("({first} | {second})")));
            for second in expressions(size - left - 1, base) {
                found.extend(["&", ";"].map(|sign| format!("({first} {sign} {second})")));
            }
        }
    }
    found
}

/// Axioms of parts up to a size: each with its total size.
fn axioms(part: usize, total: usize, base: &[&str]) -> Vec<(usize, String)> {
    let parts: Vec<(usize, String)> = (1..=part)
        .flat_map(|size| expressions(size, base).into_iter().map(move |text| (size, text)))
        .collect();
    // Both are sugar for something with two symbols more.
    let sugar = |(size, text): &(usize, String)| {
        ["irreflexive", "empty"].map(|test| (size + 2, format!("{test} {text}")))
    };
    let sugared = parts.iter().flat_map(sugar);
    let mut found: Vec<(usize, String)> = sugared.filter(|(size, _)| *size <= total).collect();
    let mut unions: Vec<(usize, String)> = parts.clone();
    while !unions.is_empty() {
        found.extend(unions.iter().map(|(size, text)| (*size, format!("acyclic {text}"))));
        let mut larger = Vec::new();
        for (size, text) in &unions {
            for (more, part) in parts.iter().filter(|(more, _)| size + more <= total) {
                larger.push((size + more, format!("{text} | {part}")));
            }
        }
        unions = larger;
    }
    found
}

#[test]
fn one_axiom_is_as_small_as_brute_force_finds() {
    const BASE: [&str; 3] = ["po", "rf", "fr"];
    const TOTAL: usize = 4;
    let mut random = Random::new(17);
    let texts = shapes();
    // How brute force labels the tests, for every axiom up to the size.
    let tests: Vec<Observed> = texts.iter().map(|text| observed(text, Label::Allowed)).collect();
    let judge = |text: &str| -> Vec<bool> {
        let model = model(&format!("{PRELUDE}{text} as axiom"));
        tests.iter().map(|own| allows(&model, own)).collect()
    };
    let of_part = |part: usize| -> Vec<(usize, Vec<bool>)> {
        axioms(part, TOTAL, &BASE).iter().map(|(size, text)| (*size, judge(text))).collect()
    };
    let all: Vec<Vec<(usize, Vec<bool>)>> = (1..=3).map(of_part).collect();
    let (mut found_by_part, mut found_none) = ([0; 4], 0);
    for _ in 0..100 {
        let mut labels = all[2][random.index(all[2].len())].1.clone();
        if random.one_in(3) {
            // An observation that is perhaps wrong.
            let wrong = random.index(labels.len());
            labels[wrong] = !labels[wrong];
        }
        let size_with = |part: usize| {
            let fits = all[part - 1].iter().filter(|(_, own)| *own == labels);
            let free = labels.iter().all(|is| *is).then_some(0);
            fits.map(|(size, _)| *size).chain(free).min()
        };
        let tests = texts.iter().zip(&labels).map(|(text, is)| observed(text, label(*is)));
        let tests: Vec<Observed> = tests.collect();
        let ask = |part: usize| {
            let effort = Effort { axioms: 1, size: part, total: TOTAL, exceptions: 0 };
            match ask(&tests, &base(&BASE), effort).answer {
                Answer::Found(found) => Some(found.size),
                Answer::Contradiction(_) | Answer::None(_) => None,
                Answer::Stopped { .. } => panic!("nobody stops it"),
            }
        };
        // Parts of size 1 are tried first.
        assert_eq!(ask(1), size_with(1), "{labels:?}");
        assert_eq!(ask(2), size_with(1).or(size_with(2)), "{labels:?}");
        assert_eq!(ask(3), size_with(1).or(size_with(2)).or(size_with(3)), "{labels:?}");
        match (1..=3).find(|part| size_with(*part).is_some()) {
            Some(part) => found_by_part[part] += 1,
            None => found_none += 1,
        }
    }
    assert!(found_none >= 10, "only {found_none} without a model: {found_by_part:?}");
    assert!(found_by_part[1] >= 5 && found_by_part[3] >= 1, "{found_by_part:?}");
}

/// Two axioms of unions of names: as few and as small as brute force finds.
#[test]
fn two_axioms_are_as_small_as_brute_force_finds() {
    const BASE: [&str; 4] = ["po", "po-loc", "rfe", "fr"];
    let mut random = Random::new(18);
    let texts = shapes();
    let tests: Vec<Observed> = texts.iter().map(|text| observed(text, Label::Allowed)).collect();
    let subsets: Vec<Vec<&str>> = (1..16_usize)
        .map(|set| (0..4).filter(|place| set >> place & 1 == 1).map(|place| BASE[place]).collect())
        .collect();
    let mut all: Vec<((usize, usize), Vec<bool>)> = Vec::new();
    let mut judge = |axioms: &[&Vec<&str>]| {
        let lines = axioms.iter().map(|own| format!("acyclic {} as axiom\n", own.join(" | ")));
        let model = model(&format!("{PRELUDE}{}", lines.collect::<String>()));
        let labels = tests.iter().map(|own| allows(&model, own)).collect();
        all.push(((axioms.len(), axioms.iter().map(|own| own.len()).sum()), labels));
    };
    for (place, first) in subsets.iter().enumerate() {
        judge(&[first]);
        subsets[place + 1..].iter().for_each(|second| judge(&[first, second]));
    }
    let mut with_two = 0;
    for _ in 0..100 {
        let labels = all[random.index(all.len())].1.clone();
        let fits = all.iter().filter(|(_, own)| *own == labels).map(|(size, _)| *size);
        let free = labels.iter().all(|is| *is).then_some((0, 0));
        let smallest = fits.chain(free).min();
        let tests = texts.iter().zip(&labels).map(|(text, is)| observed(text, label(*is)));
        let found = found(ask(&tests.collect::<Vec<_>>(), &base(&BASE), effort(2, 1)));
        // Axioms that are irreflexive or empty are others: at this size they are no better.
        assert!(Some((found.axioms, found.size)) <= smallest, "{labels:?} {}", found.text);
        let is_union = |line: &&str| line.starts_with("acyclic");
        if found.text.lines().filter(is_union).count() == found.axioms {
            assert_eq!(Some((found.axioms, found.size)), smallest, "{labels:?} {}", found.text);
        }
        with_two += usize::from(found.axioms == 2);
    }
    assert!(with_two >= 5, "only {with_two} need two axioms");
}
