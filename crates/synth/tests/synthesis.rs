//! Models from tests that known models labelled: the result says the same of every test, is as
//! small as brute force finds, and what is called impossible is.
//!
//! Brute force writes every expression up to a size as text, without pruning, and asks the search
//! for litmus outcomes about it: nothing of this crate but the text before the axioms is shared.

use candidates::{Model, run};
use cat::{File, LibraryOnly, bundled_model};
use std::path::Path;
use synth::{BaseRelation, Effort, Label, Observed, Synthesis, synthesise};
use testing::Random;

const PRELUDE: &str = "\"brute force\" include \"cross.cat\"
with co from generate_orders (W, co0)
let fr = (rf^-1; co) \\ id
";

/// A test of two threads on x86.
fn test(name: &str, first: [&str; 2], second: [&str; 2], condition: &str) -> String {
    format!(
        "X86 {name}\n{{ }}\n P0 | P1 ;\n {} | {} ;\n {} | {} ;\nexists ({condition})\n",
        first[0], second[0], first[1], second[1]
    )
}

fn shapes() -> Vec<String> {
    let (wx, wy) = ("MOV [x],$1", "MOV [y],$1");
    let (wx2, wy2) = ("MOV [x],$2", "MOV [y],$2");
    let (rx, ry) = ("MOV EAX,[x]", "MOV EAX,[y]");
    let rx2 = "MOV EBX,[x]";
    vec![
        test("SB", [wx, ry], [wy, rx], "0:EAX=0 /\\ 1:EAX=0"),
        test("MP", [wx, wy], [ry, rx2], "1:EAX=1 /\\ 1:EBX=0"),
        test("LB", [rx, wy], [ry, wx], "0:EAX=1 /\\ 1:EAX=1"),
        test("2+2W", [wx2, wy], [wy2, wx], "x=2 /\\ y=2"),
        test("S", [wx2, wy], [ry, wx], "1:EAX=1 /\\ x=2"),
        test("R", [wx, wy], [wy2, rx], "y=2 /\\ 1:EAX=0"),
        test("CoRR", [wx, wy], [rx, rx2], "1:EAX=1 /\\ 1:EBX=0"),
        test("CoWW", [wx, wx2], [ry, wy], "x=1"),
        test("CoWR", [wx, rx], [ry, wy], "0:EAX=0"),
        test("MP-ordered", [wx, wy], [ry, rx2], "1:EAX=1 /\\ 1:EBX=1"),
        test("SB-seen", [wx, ry], [wy, rx], "0:EAX=1 /\\ 1:EAX=1"),
    ]
}

fn observed(text: &str, label: Label) -> Observed {
    let test = litmus::parse(text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
    let lowered = litmus::lower(&test, text).expect("the test has a meaning");
    Observed { test, lowered, label }
}

fn model(text: &str) -> Model {
    let file = File { path: "model.cat".to_owned(), text: text.to_owned() };
    Model::compile(vec![file], &LibraryOnly).expect("the model compiles")
}

fn allows(model: &Model, own: &Observed) -> bool {
    run(&own.test, &own.lowered, model, &|| true).expect("the test is answered").positive > 0
}

/// Labels tests as a model does.
fn labelled(model: &Model, texts: &[String]) -> Vec<Observed> {
    let tests = texts.iter().map(|text| observed(text, Label::Allowed));
    let label = |mut own: Observed| {
        own.label = if allows(model, &own) { Label::Allowed } else { Label::Forbidden };
        own
    };
    tests.map(label).collect()
}

fn base(names: &[&str]) -> Vec<BaseRelation> {
    names.iter().map(|name| BaseRelation::parse(name)).collect()
}

fn effort(most_axioms: usize, most_size: usize) -> Effort {
    Effort { most_axioms, most_size }
}

fn bundled(name: &str) -> Model {
    let file = bundled_model(name).expect("it comes with Heddle");
    Model::compile(vec![file], &LibraryOnly).expect("it compiles")
}

#[test]
fn sequential_consistency_is_found_as_it_is_known() {
    let tests = labelled(&bundled("sc"), &shapes());
    let base = base(&["po", "rf", "co", "fr"]);
    let found = synthesise(&tests, &base, effort(1, 4), &|| true).expect("nothing is refused");
    let Synthesis::Model(text) = found else { panic!("{found:?}") };
    let axioms: Vec<&str> = text.lines().filter(|line| line.starts_with("acyclic")).collect();
    assert_eq!(axioms.len(), 1, "{text}");
    // Held back: the tests of the project that both models can answer.
    let (known, own) = (bundled("sc"), model(&text));
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

#[test]
fn what_looks_the_same_cannot_be_told_apart() {
    let texts = shapes();
    let tests = [observed(&texts[0], Label::Allowed), observed(&texts[0], Label::Forbidden)];
    let found = synthesise(&tests, &base(&["po", "rf", "co", "fr"]), effort(3, 3), &|| true);
    assert_eq!(found, Ok(Synthesis::None { allowed: 0, forbidden: vec![1] }));
    // What no candidate does cannot be allowed.
    let text = texts[0].replace("0:EAX=0", "0:EAX=7");
    let found =
        synthesise(&[observed(&text, Label::Allowed)], &base(&["po"]), effort(1, 1), &|| true);
    assert_eq!(found, Ok(Synthesis::None { allowed: 0, forbidden: vec![] }));
}

#[test]
fn limits_end_as_unknown() {
    let tests = labelled(&bundled("sc"), &shapes());
    let base = base(&["po", "rf"]);
    let found = synthesise(&tests, &base, effort(3, 2), &|| true);
    assert_eq!(found, Ok(Synthesis::Unknown { size: 2 }));
    // The tests are read while it may go on; after that, not even base relations are judged.
    let asked = std::cell::Cell::new(0);
    let count = |most: u64| {
        asked.set(0);
        synthesise(&tests, &base, effort(3, 2), &|| {
            asked.set(asked.get() + 1);
            asked.get() <= most
        })
    };
    assert_eq!(count(u64::MAX), Ok(Synthesis::Unknown { size: 2 }));
    let all = asked.get();
    assert_eq!(count(0).expect_err("no test is read").1, candidates::Refusal::Stopped);
    assert!(matches!(count(all - 1), Ok(Synthesis::Unknown { size: 0..=1 })));
}

/// Every expression of exactly this size.
fn expressions(size: usize, base: &[&str]) -> Vec<String> {
    if size == 1 {
        return base.iter().map(|name| (*name).to_owned()).collect();
    }
    let mut found = Vec::new();
    for of in expressions(size - 1, base) {
        found.extend([format!("({of}^-1)"), format!("({of}+)")]);
        found.extend(base.iter().map(|other| format!("({of} \\ {other})")));
    }
    for left in 1..size {
        for first in expressions(left, base) {
            for second in expressions(size - left, base) {
                let signs = ["|", "&", ";"];
                found.extend(signs.map(|sign| format!("({first} {sign} {second})")));
            }
        }
    }
    found
}

#[test]
fn the_smallest_axiom_is_as_small_as_brute_force_finds() {
    const BASE: [&str; 3] = ["po", "rf", "fr"];
    const MOST: usize = 2;
    let mut random = Random::new(17);
    let texts = shapes();
    let mut pool: Vec<String> = (1..=3).flat_map(|size| expressions(size, &BASE)).collect();
    // Most expressions of three leaves are cyclic nowhere or everywhere; a part of them is enough.
    pool.retain(|_| random.one_in(8));
    // How brute force labels the tests, for every expression up to the size.
    let judge = |text: &str| -> Vec<bool> {
        let model = model(&format!("{PRELUDE}acyclic {text} as axiom"));
        texts.iter().map(|text| allows(&model, &observed(text, Label::Allowed))).collect()
    };
    let all: Vec<Vec<Vec<bool>>> = (1..=MOST)
        .map(|size| expressions(size, &BASE).iter().map(|text| judge(text)).collect())
        .collect();
    let mut found_by_size = [0; MOST + 1];
    let mut found_none = 0;
    for _ in 0..120 {
        let secret = &pool[random.index(pool.len())];
        let mut labels = judge(secret);
        if random.one_in(2) {
            // An observation that is perhaps wrong.
            let wrong = random.index(labels.len());
            labels[wrong] = !labels[wrong];
        }
        let free = vec![true; labels.len()];
        let smallest = if labels == free {
            Some(0)
        } else {
            (1..=MOST).find(|size| all[size - 1].contains(&labels))
        };
        let label = |allowed: bool| if allowed { Label::Allowed } else { Label::Forbidden };
        let tests = texts.iter().zip(&labels).map(|(text, is)| observed(text, label(*is)));
        let tests: Vec<Observed> = tests.collect();
        let size = |most| {
            let found = synthesise(&tests, &base(&BASE), effort(1, most), &|| true);
            matches!(found.expect("nothing is refused"), Synthesis::Model(_))
        };
        match smallest {
            Some(0) => assert!(size(1), "{secret} {labels:?}"),
            Some(smallest) => {
                found_by_size[smallest] += 1;
                assert!(size(smallest), "{secret} {labels:?}");
                assert!(smallest == 1 || !size(smallest - 1), "{secret} {labels:?}");
            }
            None => {
                found_none += 1;
                assert!(!size(MOST), "{secret} {labels:?}");
            }
        }
    }
    assert!(found_none >= 10, "only {found_none} without a model: {found_by_size:?}");
    assert!(found_by_size[1..].iter().sum::<usize>() >= 10, "{found_by_size:?}");
}
