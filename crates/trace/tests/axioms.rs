//! Models that are cat files, on random histories: against brute force, and where a model is also
//! one of views or a machine, against that.

use cat::{File, LibraryOnly, Options, bundled_model, compile, machine_names};
use testing::Random;
use trace::axioms::{self, plain};
use trace::generate::{history, shape};
use trace::{Axiomatic, Model, Recording, Unsuitable, Verdict, decide, explain, print};

fn model(file: File) -> Result<Axiomatic, Unsuitable> {
    let (vocabulary, name) = (machine_names(), file.path.clone());
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    Axiomatic::new(&name, &compile(vec![file], &options).expect("it is cat"))
}

fn bundled(name: &str) -> Axiomatic {
    model(bundled_model(name).expect("it comes with Heddle")).expect("a history has what it needs")
}

/// Models that say little, or in unusual ways.
const OWN: [(&str, &str); 6] = [
    (
        "load-load",
        "Hazards include \"cross.cat\" with co from generate_orders (W, co0) \
         let fr = rf^-1; co \\ id acyclic (po-loc \\ R * R) | rf | co | fr as uniproc",
    ),
    ("coherence", "Coherence include \"cos.cat\" acyclic po-loc | rf | co | fr as uniproc"),
    ("causal", "Causal let hb = (po | rf)^+ irreflexive hb as causality"),
    (
        "recursive",
        "Recursive include \"cos.cat\" let rec hb = po | rf | (hb; hb) \
         irreflexive hb; (co | fr)? as coherence empty rmw & (fr; co) as atomic",
    ),
    ("stale", "Stale include \"cos.cat\" ~empty fr as stale acyclic po | co as order"),
    (
        "fences",
        "Fences include \"cos.cat\" acyclic po-loc | rf | co | fr as uniproc \
         acyclic fencerel(F) | rfe | fre | co as ghb",
    ),
];

fn recording(seed: u64, most: u64) -> Recording {
    let mut random = Random::new(seed);
    let shape = shape(&mut random, most);
    history(&mut random, shape)
}

fn says(recording: &Recording, model: &Axiomatic) -> bool {
    match axioms::decide(recording, model, &|| true).verdict {
        Verdict::Consistent(_) => true,
        Verdict::Inconsistent => false,
        Verdict::Unknown(why) => panic!("{why:?} of {}", model.name()),
    }
}

fn told(recording: &Recording, model: &Axiomatic, seed: u64) -> String {
    format!("seed {seed}, {}:\n{}", model.name(), print::print(recording))
}

fn seeds() -> u64 {
    std::env::var("HEDDLE_HISTORIES").ok().and_then(|count| count.parse().ok()).unwrap_or(150)
}

#[test]
fn formulas_agree_with_brute_force() {
    let mut models: Vec<Axiomatic> = ["sc", "x86-tso", "pso", "ra"].map(bundled).into();
    models.extend(OWN.map(|(name, text)| {
        let file = File { path: name.to_owned(), text: text.to_owned() };
        model(file).expect("a history has what it needs")
    }));
    for model in &models {
        let mut counts = [0; 2];
        for seed in 0..seeds() {
            let recording = recording(seed, 6);
            let expected = plain::is_consistent(&recording, model).expect("coherence is chosen");
            counts[usize::from(expected)] += 1;
            assert_eq!(says(&recording, model), expected, "{}", told(&recording, model, seed));
        }
        println!("{:10} yes {:5} no {:5}", model.name(), counts[1], counts[0]);
        assert!(counts.iter().all(|count| count * 50 > seeds()), "{}: {counts:?}", model.name());
    }
}

#[test]
fn axioms_agree_with_views_and_machines() {
    for (name, twin) in [("sc", Model::Sc), ("x86-tso", Model::Tso), ("pso", Model::Pso)] {
        let model = bundled(name);
        let mut counts = [0; 2];
        for seed in 50_000..50_000 + 2 * seeds() {
            let recording = recording(seed, 12);
            let answer = decide(&recording, twin, &|| true);
            let expected = matches!(answer.verdict, Verdict::Consistent(_));
            counts[usize::from(expected)] += 1;
            assert_eq!(says(&recording, &model), expected, "{}", told(&recording, &model, seed));
        }
        assert!(counts.iter().all(|count| count * 20 > seeds()), "{name}: {counts:?}");
    }
}

#[test]
fn impossible_parts_are_impossible_and_minimal() {
    let model = bundled("ra");
    let mut found = 0;
    for seed in 70_000..70_000 + seeds() {
        let recording = recording(seed, 10);
        if says(&recording, &model) {
            continue;
        }
        let core = explain::core(&recording, &model, usize::MAX, &|| true);
        let part = recording.restricted(|id| core.operations.contains(&id));
        assert!(core.is_minimal && !says(&part.recording, &model), "seed {seed}");
        for id in &core.operations {
            let others = |other| core.operations.contains(&other) && other != *id;
            let smaller = recording.restricted(others).recording;
            if recording.operation(*id).written().is_none() {
                assert!(says(&smaller, &model), "{}", told(&smaller, &model, seed));
                found += 1;
            }
        }
    }
    assert!(found > 50, "only {found}");
}

#[test]
fn what_a_history_does_not_have_is_refused() {
    for name in ["rmo", "alpha", "power", "armv7", "aarch64", "riscv", "imm", "lkmm"] {
        let refused = model(bundled_model(name).expect("it comes with Heddle"));
        let what = refused.expect_err("it needs dependencies").what;
        assert!(what.contains("depend"), "{name}: {what}");
    }
    let file = File { path: "values".to_owned(), text: "V empty same-value & rf as v".to_owned() };
    assert!(model(file).is_err());
}
