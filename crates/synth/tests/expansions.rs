//! Enumeration and CEGIS: do both say the same about whether there is a model up to a size, and how
//! small it can be? Of tests that random axioms labelled, some with a wrong one among them.

mod support;

use support::{
    allows, ask_by, base, bundled, effort, found, label, labelled, model, observed, shapes,
};
use synth::{Answer, Effort, Expansions, Frame, Label, Observed};
use testing::Random;

const BASE: [&str; 3] = ["po", "rf", "fr"];

/// A random relation with so many leaves.
fn relation(random: &mut Random, leaves: usize) -> String {
    if leaves == 1 {
        return BASE[random.index(BASE.len())].to_owned();
    }
    let left = 1 + random.index(leaves - 1);
    let (first, second) = (relation(random, left), relation(random, leaves - left));
    let sign = ["|", "|", "&", ";"][random.index(4)];
    if random.one_in(6) {
        format!("({first} {sign} {second})+")
    } else {
        format!("({first} {sign} {second})")
    }
}

#[test]
fn both_say_the_same_about_existence() {
    const TOTAL: usize = 4;
    let mut random = Random::new(29);
    let texts = shapes();
    let (mut with, mut without) = (0, 0);
    for _ in 0..30 {
        let leaves = 1 + random.index(3);
        let secret = relation(&mut random, leaves);
        let text = format!(
            "\"secret\" include \"cross.cat\" with co from generate_orders (W, co0)\n\
             let fr = (rf^-1; co) \\ id acyclic {secret} as secret"
        );
        let known = model(&text);
        let tests = texts.iter().map(|text| observed(text, Label::Allowed));
        let mut labels: Vec<bool> = tests.map(|own| allows(&known, &own)).collect();
        if random.one_in(3) {
            let wrong = random.index(labels.len());
            labels[wrong] = !labels[wrong];
        }
        let tests = texts.iter().zip(&labels).map(|(text, is)| observed(text, label(*is)));
        let tests: Vec<Observed> = tests.collect();
        let axioms = 1 + random.index(2);
        let ask = |expansion, size| {
            let effort = Effort { axioms, size, total: TOTAL, exceptions: 0 };
            let frame = Frame::nothing_known();
            match ask_by(expansion, &frame, &tests, &base(&BASE), effort).answer {
                Answer::Found(_) => true,
                Answer::Contradiction(_) | Answer::None(_) => false,
                Answer::Stopped { .. } => panic!("nobody stops it"),
            }
        };
        // A relation of this size has at most this depth.
        let answers = [ask(Expansions::Enumeration, TOTAL), ask(Expansions::Cegis, TOTAL - 1)];
        assert_eq!(answers[0], answers[1], "{secret} {labels:?}, {axioms} axioms");
        *(if answers[0] { &mut with } else { &mut without }) += 1;
    }
    assert!(with >= 5 && without >= 3, "{with} with a model, {without} without");
}

#[test]
fn sequential_consistency_by_templates() {
    let tests = labelled(&bundled("sc"), &shapes());
    let frame = Frame::nothing_known();
    let names = base(&["po", "rf", "co", "fr"]);
    let found = found(ask_by(Expansions::Cegis, &frame, &tests, &names, effort(1, 2)));
    assert_eq!((found.axioms, found.size), (1, 4), "{}", found.text);
}
