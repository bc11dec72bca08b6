//! CEGIS: what only it does, or does otherwise. That it says the same as enumeration and brute
//! force about existence is in `tests/agreement.rs`.

mod support;

use cat::File;
use support::{ask, ask_in, base, bundled, effort, found, labelled, shapes};
use synth::{Effort, Expansions, Frame, Label};

#[test]
fn sequential_consistency_by_templates() {
    let tests = labelled(&bundled("sc"), &shapes());
    let names = base(&["po", "rf", "co", "fr"]);
    let effort = Effort { expansion: Expansions::Cegis, ..effort(1, 2) };
    let found = found(ask(&tests, &names, effort));
    assert_eq!((found.axioms, found.size), (1, 4), "{}", found.text);
}

fn sketch(text: &str) -> Frame {
    let file = File { path: "sketch.cat".to_owned(), text: text.to_owned() };
    Frame::sketch(file).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Holes are filled by templates, too, with what enumeration fills them with; also where two of
/// them meet, which enumeration refuses.
#[test]
fn holes_are_filled_by_templates() {
    let tests = labelled(&bundled("sc"), &shapes());
    let by_templates = |size| Effort { expansion: Expansions::Cegis, ..effort(0, size) };
    for (text, expected) in [
        ("acyclic po | rf | _ as sc", "acyclic po | rf | (co | fr) as sc"),
        ("let known = po | rf acyclic (_ | known)^+ as sc", "acyclic ((co | fr) | known)^+ as sc"),
    ] {
        let frame = sketch(&format!("\"SC\"\ninclude \"cos.cat\"\n{text}\n"));
        let names = base(&["po", "rf", "co", "fr"]);
        let found = found(ask_in(&frame, &tests, &names, by_templates(1)));
        assert!(found.text.contains(expected), "{}", found.text);
    }
    let frame = sketch("\"SC\"\ninclude \"cos.cat\"\nirreflexive _; _^+ as sc\n");
    let names = base(&["po", "rf", "co", "fr"]);
    let found = found(ask_in(&frame, &tests, &names, by_templates(1)));
    assert_eq!(found.axioms, 0, "{}", found.text);
    assert!(!found.text.contains('_'), "{}", found.text);
}

/// What does not fit is named by templates as by enumeration.
#[test]
fn templates_tolerate_a_wrong_test() {
    let names = base(&["po", "rf", "co", "fr"]);
    for wrong in 0..shapes().len() {
        let mut tests = labelled(&bundled("sc"), &shapes());
        let label = &mut tests[wrong].claims[0].label;
        *label = if *label == Label::Allowed { Label::Forbidden } else { Label::Allowed };
        let counts = [(Expansions::Enumeration, 1), (Expansions::Cegis, 0)].map(|(own, size)| {
            let effort = Effort { exceptions: 1, expansion: own, ..effort(2, size) };
            let found = found(ask(&tests, &names, effort));
            (found.exceptions.len(), found.axioms, found.size)
        });
        assert_eq!(counts[0], counts[1]);
    }
}
