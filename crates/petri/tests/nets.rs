//! The nets in `tests/nets`, each with its expected answers beside it: a line for each property,
//! `safe`, or `unsafe` with the length of the run (`?` if it does not matter). A net without
//! expectations fails, and so do expectations without a net.

use petri::certificate::{check, text};
use petri::families::non_trivial;
use petri::formats::{Format, parse};
use petri::half_space::HalfSpace;
use petri::portfolio::{Effort, Verdict, answer};
use petri::replay::replay;
use petri::separate::separate;
use petri::{certificate::Proof, property::Question};
use std::path::Path;

#[test]
fn the_nets_of_the_literature() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nets");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (expectations, nets): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.extension().is_some_and(|end| end == "expect"));
    assert_eq!(expectations.len(), nets.len(), "each net has expectations, and they have a net");
    assert!(nets.len() >= 9);
    for file in nets {
        let name = file.display();
        let expected = std::fs::read_to_string(file.with_extension("expect")).unwrap();
        let expected: Vec<&str> = expected.lines().collect();
        let text = std::fs::read_to_string(&file).unwrap();
        let format = Format::of_extension(file.extension().unwrap().to_str().unwrap()).unwrap();
        let input = parse(format, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(input.properties.len(), expected.len(), "{name}");
        for (property, expected) in input.properties.iter().zip(expected) {
            let found = answer(&input.net, &property.question, &Effort::default(), &|| false);
            let shown = match found.verdict {
                Verdict::Safe(certificate) => {
                    let written = text::print(&input.net, &[certificate]);
                    let read = text::parse(&input.net, &written).unwrap();
                    assert_eq!(check::check(&input.net, &read[0]), Ok(()), "{name}");
                    "safe".to_owned()
                }
                Verdict::Unsafe(witness) => {
                    assert_eq!(replay(&input.net, &property.question, &witness), Ok(()), "{name}");
                    match expected.ends_with('?') {
                        true => "unsafe ?".to_owned(),
                        false => format!("unsafe {}", witness.run.len()),
                    }
                }
                Verdict::Unknown => "unknown".to_owned(),
            };
            assert_eq!(shown, expected, "{name}: {}", property.name);
        }
    }
}

/// Lemma 18: there is a non-trivial half space, and `certificate::check` accepts it; the one of
/// the lemma's proof is inductive, too. Trivial ones are oriented, antitone or monotone.
#[test]
fn the_family_of_non_trivial_nets() {
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 20, 50] {
        let (net, property) = non_trivial(n);
        let Question::Reach(clauses) = &property.question else { unreachable!() };
        let separation = separate(&net, &clauses[0], 200, &|| false).unwrap();
        let space = separation.expect("Lemma 18").space;
        let is_trivial = |space: &HalfSpace| {
            net.transitions().iter().all(|known| space.triviality(known).unwrap().is_some())
        };
        assert!(!is_trivial(&space), "{n}: {}", space.show(&net));
        let found = answer(&net, &property.question, &Effort::default(), &|| false);
        let Verdict::Safe(certificate) = found.verdict else { panic!("{n}: {:?}", found.tried) };
        let [part] = certificate.parts.as_slice() else { panic!("one clause has one proof") };
        assert!(matches!(part.proof, Proof::HalfSpaces { .. }), "{n}");
        // k(j) = -n for the last place, -(n + 1) for the others, and c = -n(n + 1).
        let size = n as i128;
        let terms = net.places().map(|place| (place, -size - i128::from(place.index() + 1 < n)));
        let published = HalfSpace::new(terms, -size * (size + 1));
        assert_eq!(petri::inductivity::is_inductive(&net, &published), Ok(true), "{n}");
        assert!(!is_trivial(&published));
    }
}

/// A net of a hundred thousand places and a million arcs is read, which quadratic work would not
/// allow within a day.
#[test]
fn a_million_arcs_are_read() {
    use std::fmt::Write;
    let places = 100_000;
    let mut lola = "PLACE p0".to_owned();
    (1..places).for_each(|number| write!(lola, ", p{number}").unwrap());
    lola.push_str(";\nMARKING p0;\n");
    for number in 0..places {
        let list = |first: usize| -> String {
            let names: Vec<String> =
                (0..5).map(|more| format!("p{}", (first + more * 7) % places)).collect();
            names.join(", ")
        };
        let (consumed, produced) = (list(number), list(number + 1));
        writeln!(lola, "TRANSITION t{number} CONSUME {consumed}; PRODUCE {produced};").unwrap();
    }
    let input = parse(Format::Lola, &lola).unwrap();
    assert_eq!(input.net.arc_count(), 10 * places);
}
