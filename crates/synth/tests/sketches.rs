//! Sketches: what is known is kept, and holes are filled so that the whole explains the tests.

mod support;

use cat::{File, LibraryOnly};
use support::{allows, ask_in, bundled, cycles, effort, found, labelled, model, shapes};
use synth::{Answer, Effort, Expansions, Found, Frame, Label, Observed, offer};

fn sketch(text: &str) -> Frame {
    let file = File { path: "sketch.cat".to_owned(), text: text.to_owned() };
    Frame::sketch(file).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Fills a sketch from the cycles of up to `known` edges of a model, and says of how many of those
/// up to `all` both say the same.
fn agreement(
    text: &str,
    name: &str,
    (known, all): (usize, usize),
    effort: Effort,
) -> (Found, usize, usize) {
    let frame = sketch(text);
    let tests = cycles(name, known);
    let base = offer(&tests, &frame, &LibraryOnly);
    let found = found(ask_in(&frame, &tests, &base, effort));
    let own = model(&found.text);
    let held_back = &cycles(name, all)[tests.len()..];
    let says = |test: &Observed| allows(&own, test) == (test.claims[0].label == Label::Allowed);
    let agrees = held_back.iter().filter(|test| says(test)).count();
    println!("{name}: {} tests, {agrees} of {}\n{}", tests.len(), held_back.len(), found.text);
    (found, agrees, held_back.len())
}

#[test]
fn holes_are_found_where_relations_are_wanted() {
    for (text, holes) in [
        ("\"a\" include \"cos.cat\" acyclic po | rf | _", 1),
        ("\"a\" include \"cos.cat\" let ppo = _ acyclic ppo | rf | _", 2),
        ("\"a\" include \"cos.cat\" let all = W * _ let some = _ \\ IW acyclic [_]; po; _^+", 1),
        ("\"a\" include \"cos.cat\" let sb = po | IW * (_ \\ IW) acyclic sb", 0),
    ] {
        assert_eq!(sketch(text).holes(), holes, "{text}");
    }
}

/// The hole of `acyclic po | rf | _` is filled with what is missing to sequential consistency, and
/// comments of the sketch stay.
#[test]
fn a_hole_gets_what_is_missing() {
    let tests = labelled(&bundled("sc"), &shapes());
    let frame = sketch("\"SC\"\ninclude \"cos.cat\"\n(* mine *)\nacyclic po | rf | _ as sc\n");
    let base = offer(&tests, &frame, &LibraryOnly);
    let found = found(ask_in(&frame, &tests, &base, effort(0, 1)));
    assert!(found.text.contains("(* mine *)\n"), "{}", found.text);
    assert!(found.text.contains("\nacyclic po | rf | (co | fr) as sc\n"), "{}", found.text);
    assert_eq!((found.axioms, found.size), (0, 2), "{}", found.text);
}

/// A hole in a context that does not distribute over unions gets one relation.
#[test]
fn a_hole_under_a_closure() {
    let tests = labelled(&bundled("sc"), &shapes());
    let frame = sketch("\"SC\"\ninclude \"cos.cat\"\nirreflexive _^+; po\n");
    let base = offer(&tests, &frame, &LibraryOnly);
    let found = found(ask_in(&frame, &tests, &base, effort(0, 4)));
    assert!(found.text.contains("irreflexive ("), "{}", found.text);
    // One relation of size two is too small, and a union is not tried, which is said.
    let synthesis = ask_in(&frame, &tests, &base, effort(0, 2));
    assert!(matches!(synthesis.answer, Answer::None(_)), "{synthesis:?}");
    assert!(synthesis.is_single, "{synthesis:?}");
    let by_templates = Effort { expansion: Expansions::Cegis, ..effort(0, 0) };
    assert!(matches!(ask_in(&frame, &tests, &base, by_templates).answer, Answer::Found(_)));
}

/// The preserved program order of RMO, with fences, where the rest is known.
#[test]
fn preserved_program_order() {
    let text = "\"RMO\"\ninclude \"cross.cat\"\nwith co from generate_orders (W, co0)\n\
                let fr = (rf^-1; co) \\ id\nlet ppo = _\nacyclic ppo | rfe | co | fr as ghb\n";
    let (found, agrees, all) = agreement(text, "rmo", (4, 5), effort(0, 3));
    assert_eq!(agrees, all, "{}", found.text);
}

/// What Armv8 orders between threads: dependencies, fences, acquires and releases.
#[test]
fn armv8() {
    let text = "\"Armv8\"\ninclude \"cos.cat\"\nacyclic po-loc | rf | co | fr as internal\n\
                let ordered = _\nacyclic ordered | rfe | coe | fre as external\n";
    let (found, agrees, all) = agreement(text, "aarch64", (4, 5), effort(0, 3));
    assert!(agrees * 10 >= all * 9, "{agrees} of {all} {}", found.text);
}

/// Of Power, which fences and dependencies order what, where propagation is known.
#[test]
fn power() {
    let text = "\"Power\"\ninclude \"cos.cat\"\ninclude \"ppcfences.cat\"\n\
                let com = rf | co | fr\nacyclic po-loc | com as uniproc\n\
                let ffence = sync & M * M\nlet lwfence = lwsync & (M * M \\ W * R)\n\
                let fences = ffence | lwfence\nlet ppo = _\nlet hb = ppo | fences | rfe\n\
                acyclic hb as thin-air\nlet prop-base = (fences | rfe; fences); hb^*\n\
                let prop = prop-base & W * W | com^*; prop-base^*; ffence; hb^*\n\
                irreflexive fre; prop; hb^* as observation\nacyclic co | prop as propagation\n";
    let (found, agrees, all) = agreement(text, "power", (4, 5), effort(0, 3));
    assert!(agrees * 10 >= all * 9, "{agrees} of {all} {}", found.text);
}

/// What `sc` does is assumed, but for what the sketch itself excludes.
#[test]
fn a_sketch_may_exclude_what_sc_does() {
    let mut tests = labelled(&bundled("sc"), &shapes());
    tests.retain(|own| own.claims[0].label == Label::Forbidden);
    tests.iter_mut().for_each(|own| own.assume_sequential(&|| true));
    let frame =
        sketch("\"Alone\"\ninclude \"cos.cat\"\nempty rfe as alone\nacyclic po | _ as sc\n");
    let found = found(ask_in(&frame, &tests, &offer(&tests, &frame, &LibraryOnly), effort(1, 1)));
    let own = model(&found.text);
    assert!(tests.iter().all(|test| !allows(&own, test)), "{}", found.text);
}
