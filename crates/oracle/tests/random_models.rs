//! Random programs under random cat models: what the exploration finds is what brute force finds
//! with the same axioms.
//!
//! This is about what the exploration demands of a model: under those that are taken nothing is
//! missed. The models are sequential consistency, TSO and release-acquire with parts left out, and
//! with further axioms, some of which make no sense, so that many are refused.

use answer::Unlimited;
use cat::{File, LibraryOnly, Options, compile, machine_names};
use enumerate::axiomatic::{Axioms, executions};
use execution::{Canonical, Cells, Graph, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use models::Model;
use models::cat::{Definition, Written};
use models::hb;
use models::rc11::C11;
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use program::passes::PassConfig;
use std::collections::HashSet;
use testing::Random;

const BASES: [&str; 5] = [
    "acyclic po | rf | co | fr",
    "acyclic po-loc | rf | co | fr
     acyclic (po & M * M \\ W * R) | fencerel (MFENCE | X) & M * M | po; [X]; po? | rfe | co | fr",
    "acyclic po-loc | rf | co | fr acyclic po | rf irreflexive (po | rf)^+; (rf | co | fr)^*",
    "acyclic po | rf irreflexive (po | rf)^+; co acyclic po | rf | fr & int irreflexive (po | rf)^+; fr",
    "acyclic po | rf | fr irreflexive (po | rf)^+; (co | fr)",
];

const FURTHER: [&str; 13] = [
    "acyclic po | rfe | co",
    "irreflexive fre; (po | rf)^+; [RLX]",
    "acyclic [SC]; po; [SC] | rf | co | fr",
    "empty rmw & (fre; coe)",
    "irreflexive co; po; [W & RLX]",
    "acyclic addr | data | ctrl | rfe | co | fr",
    "irreflexive fre; (ctrl | data | rf)^+",
    // These cannot always go on.
    "empty [R]; ctrl; [W & SC]",
    "empty co; co; co; co",
    "empty fr; fr^-1 & ext",
    "empty rf; [RLX]; po; [W & SC]",
    "empty rfe & (W & REL) * (R & RLX)",
    "irreflexive fre; po; rfe; po",
];

#[derive(Default)]
struct Found {
    executions: HashSet<Canonical>,
    is_repeated: bool,
}

impl Observer for Found {
    fn restarted(&mut self) {
        *self = Found::default();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        self.is_repeated |= !self.executions.insert(Canonical::new(graph, slots, cells));
    }
}

fn model(random: &mut Random) -> (String, Result<Definition, String>) {
    let mut text = format!("random include \"cos.cat\" {}", random.pick(&BASES));
    for _ in 0..random.below(3) {
        text = format!("{text} {}", random.pick(&FURTHER));
    }
    let vocabulary = machine_names();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let file = File { path: "random.cat".to_owned(), text: text.clone() };
    let program = compile(vec![file], &options).unwrap_or_else(|failure| panic!("{failure}"));
    (text, Definition::new(program))
}

#[test]
fn nothing_is_missed() {
    let (mut compared, mut refused) = (0, 0);
    for seed in 0..2_500 {
        let mut random = Random::new(seed);
        let (text, definition) = model(&mut random);
        let Ok(definition) = definition else {
            refused += 1;
            continue;
        };
        let family = random.pick(&[Family::Plain, Family::Atomics]);
        let case = case(family, Size::Small, random.below(100_000));
        if !case.suits_axioms() {
            continue;
        }
        let judge = |graph: &Graph| Written::is_consistent(&definition, graph);
        let brute = Axioms {
            is_consistent: &judge,
            has_race: &|_| false,
            happens_before: &hb::axioms::happens_before::<C11>,
            has_dependencies: definition.has_dependencies(),
        };
        let mut program = lower(&case);
        program::passes::spin::run(&mut program);
        let Ok(expected) = executions(&program, brute, 2000, enumerate::NO_QUESTIONS) else {
            continue;
        };
        let mut prepared = lower(&case);
        program::passes::standard(&mut prepared, PassConfig::default());
        let mut found = Found::default();
        let config = Config { keep_going: true, ..Config::default() };
        let observer: &mut dyn Observer = &mut found;
        let answer = Revisits::<Written>::new(definition.clone()).check(
            &prepared,
            &config,
            &Unlimited,
            Some(observer),
        );
        assert!(!found.is_repeated, "seed {seed}, twice: {text}");
        let expected: HashSet<Canonical> = expected.executions.into_iter().collect();
        assert!(found.executions.is_subset(&expected), "seed {seed}, too many: {text}\n{case:#?}");
        // The models that are taken can always go on.
        assert_eq!(answer.gap(), None, "seed {seed}: {text}\n{case:#?}");
        assert_eq!(found.executions.len(), expected.len(), "seed {seed}: {text}\n{case:#?}");
        compared += 1;
    }
    println!("{compared} compared, {refused} refused");
    assert!(compared > 500 && refused > 500, "{compared} {refused}");
}
