//! Garbled nets: parsers complain about a place in the text, or make a net; they do not panic.
//! `HEDDLE_ROUNDS` is how many are tried.

use petri::formats::{Format, parse};
use testing::{Random, garble};

const MIST: &str = "# a comment\nvars\n  x y z\nrules\n  x >= 1, y >= 2 -> x' = x - 1, z' = z + 3;\n  \
     z >= 1 -> z' = z - 1, x' = x + 1;\ninit\n  x >= 1, y = 4, z = 0\ntarget\n  z >= 2, y >= 1\n  x = 7\n";
const LOLA: &str = "{ a comment }\nPLACE a, b, \"c d\";\nMARKING a: 1, b: 2;\n\
     TRANSITION t CONSUME a: 1, b: 2; PRODUCE \"c d\": 3;\nTRANSITION u CONSUME ; PRODUCE a: 1;\n\
     FORMULA EF (a + 2 * b > 3 AND NOT FIREABLE(t))\n";
const PNML: &str = "<?xml version=\"1.0\"?>\n<pnml><net id=\"n\" \
     type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n<place id=\"p\">\
     <initialMarking><text>3</text></initialMarking></place>\n<transition id=\"t\"/>\n\
     <arc id=\"a\" source=\"p\" target=\"t\"><inscription><text>2</text></inscription></arc>\n\
     <arc id=\"b\" source=\"t\" target=\"p\"/>\n</page></net></pnml>\n";
const TINA: &str = "# a comment\nnet n\ntr t1 [0,w[ p1*2 p2?1 -> p2*3 {p 3}\ntr t2 p2 -> p1\n\
     pl p1 (2)\npl p2 : label (1)\npl {p 3}\n";

#[test]
fn garbled_nets_do_no_harm() {
    let rounds: u64 =
        std::env::var("HEDDLE_ROUNDS").ok().and_then(|count| count.parse().ok()).unwrap_or(2000);
    let forms =
        [(Format::Mist, MIST), (Format::Lola, LOLA), (Format::Pnml, PNML), (Format::Tina, TINA)];
    for (number, (format, original)) in forms.into_iter().enumerate() {
        parse(format, original).unwrap_or_else(|error| panic!("{error:?} in {original}"));
        let (mut accepted, mut refused) = (0, 0);
        for round in 0..rounds {
            let text = garble(original, &mut Random::new(round * 4 + number as u64));
            match parse(format, &text) {
                Ok(_) => accepted += 1,
                Err(diagnostic) => {
                    refused += 1;
                    let place = text.get(diagnostic.span.clone());
                    assert!(place.is_some(), "{diagnostic:?} in {text}");
                }
            }
        }
        assert!(accepted * 50 > rounds && refused * 50 > rounds, "{format:?}: {accepted}");
    }
}
