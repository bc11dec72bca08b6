//! Every format says the same net, and every kind of wrong input has a place and a message.

use super::*;
use crate::marking::markings_along;
use crate::portfolio::{Effort, Verdict, answer};

const SPEC: &str = "
vars idle busy lock
rules
  # take the lock
  idle >= 2, lock >= 1 -> idle' = idle - 1, lock' = lock - 1, busy' = busy + 1;
  busy >= 1 -> busy' = busy - 1, idle' = idle + 1, lock' = lock + 1;
init idle = 3, busy = 0, lock = 1
target
  busy >= 2
  busy >= 1, lock = 0
";

const LOLA: &str = "
{ the same } PLACE SAFE 3: idle, busy; lock;
MARKING idle: 3, lock; // one
TRANSITION r1 CONSUME idle: 2, lock; PRODUCE idle, busy: 1;
TRANSITION r2 WEAK FAIR CONSUME busy; PRODUCE idle, lock;
FORMULA AG NOT busy >= 2;
FORMULA EF (busy > 0 AND lock < 1);
";

const TINA: &str = "
# the same
net example
tr r1 [0,w[ idle*1 idle?2 lock -> busy
tr {r2} : label busy -> idle {lock}
pl idle (3)
pl busy
pl lock (1)
";

const PNML: &str = r#"<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
 <net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="page">
  <!-- the same --><name><text>example</text></name>
  <place id="idle"><name><text>5</text></name><initialMarking><text> 3 </text></initialMarking></place>
  <place id="busy"/><place id="lock"><initialMarking><text>1</text></initialMarking></place>
  <transition id="r1"/><transition id="r2"><name><text>back</text></name></transition>
  <arc id="1" source="idle" target="r1"><inscription><text>2</text></inscription></arc>
  <arc id="2" source="lock" target="r1"/><arc id="3" source="r1" target="idle"/>
  <arc id="4" source="r1" target="busy"/><arc id="5" source="busy" target="r2"/>
  <arc id="6" source="r2" target="idle"/><arc id="7" source="r2" target="lock"/>
 </page></net>
</pnml>"#;

#[test]
fn all_formats_say_the_same() {
    let spec = parse(Format::Mist, SPEC).unwrap();
    let lola = parse(Format::Lola, LOLA).unwrap();
    let tina = parse(Format::Tina, TINA).unwrap();
    let pnml = parse(Format::Pnml, PNML).unwrap();
    // Places are numbered as they are met.
    let shape = |net: &Net| {
        let arcs = |arcs: &[(crate::net::PlaceId, u64)]| {
            let mut arcs: Vec<_> =
                arcs.iter().map(|(p, w)| (net.place_name(*p).to_owned(), *w)).collect();
            arcs.sort();
            arcs
        };
        let mut tokens: Vec<_> =
            net.places().map(|p| (net.place_name(p).to_owned(), net.initial()[p])).collect();
        tokens.sort();
        let transitions: Vec<_> = net
            .transitions()
            .iter()
            .map(|t| (t.name.clone(), arcs(t.consumes()), arcs(t.produces())))
            .collect();
        (tokens, transitions)
    };
    assert_eq!(shape(&spec.net), shape(&lola.net));
    assert_eq!(shape(&spec.net), shape(&tina.net));
    assert_eq!(shape(&spec.net), shape(&pnml.net));
    assert_eq!(spec.properties[0].question, lola.properties[0].question);
    assert_eq!(spec.properties.len(), 2);
    for input in [&spec, &lola] {
        let of = |at: usize| {
            answer(&input.net, &input.properties[at].question, &Effort::default(), &|| false)
                .verdict
        };
        assert!(matches!(of(0), Verdict::Safe(_)), "{:?}", of(0));
        let Verdict::Unsafe(witness) = of(1) else { panic!("{:?}", of(1)) };
        assert_eq!(markings_along(&input.net, &witness.run).unwrap().len(), 2);
    }
}

/// The complaint about a text, with its line and column.
fn complaint(format: Format, text: &str) -> String {
    let diagnostic = parse(format, text).expect_err("this is wrong");
    let (line, column) = diagnostic.line_and_column(text);
    format!("{line}:{column}: {}", diagnostic.message)
}

/// Checks that each of these texts has the complaint beside it.
fn complains(format: Format, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(complaint(format, text), *expected, "{text}");
    }
}

#[test]
fn wrong_mist_has_a_place_and_a_message() {
    let cases = [
        ("vars x x", "1:8: there are two places `x`"),
        ("vars x\nrules x >= 1 -> y' = y + 1;", "2:17: there is no variable `y`"),
        (
            "vars x y rules x >= 1 -> x' = y + 1; init x=1",
            "1:26: the new value is that of another variable",
        ),
        (
            "vars x rules x >= 1 -> x' = 0; init x=1",
            "1:29: the new value is not that of the variable and a number",
        ),
        (
            "vars x rules x >= 1 -> x' = x - 2; init x=1",
            "1:24: the rule takes 2 tokens, and its guard demands only 1",
        ),
        ("vars x rules x = 1 -> x' = x+1; init x=1", "1:14: a guard with `=` is not supported"),
        (
            "vars x rules x >= 1 -> x' = x",
            "1:30: expected `;` at the end of the rule, found the end of the text",
        ),
        ("vars x rules init x = -1", "1:23: expected a number of tokens, which is not negative"),
        (
            "vars x rules init x = 99999999999999999",
            "1:23: `99999999999999999` is too large a number",
        ),
        (
            "vars x rules init x = 1, x = 2",
            "1:26: the initial marking of this variable is given twice",
        ),
    ];
    complains(Format::Mist, &cases);
}

#[test]
fn wrong_lola_has_a_place_and_a_message() {
    let cases = [
        ("PLACE p;\nMARKING q;", "2:9: there is no place `q`"),
        ("PLACE p, p;", "1:10: there are two places `p`"),
        (
            "PLACE p; TRANSITION t CONSUME p; PRODUCE ; TRANSITION t CONSUME; PRODUCE;",
            "1:55: there are two transitions `t`",
        ),
        (
            "PLACE p; TRANSITION t CONSUME p",
            "1:32: expected `;` or `,` after a place and its number, found the end of the text",
        ),
        ("PLACE p; MARKING p: -1;", "1:21: expected a number of tokens, which is not negative"),
        ("PLACE p; FORMULA EF EG p > 1;", "1:21: `EG` inside of a formula is not supported"),
        ("PLACE p; FORMULA EF p + r > 1;", "1:25: there is no place `r`"),
        (
            "PLACE p; FORMULA EF (p > 1;",
            "1:27: expected `)` after the formula in parentheses, found `;`",
        ),
        ("SORT x;", "1:1: expected `PLACE`, found `SORT`"),
        ("{ PLACE", "1:1: a comment has no end"),
    ];
    complains(Format::Lola, &cases);
}

#[test]
fn wrong_tina_has_a_place_and_a_message() {
    let cases = [
        ("tr t [1,2] p -> q", "1:6: the time interval [1,2] is not supported"),
        ("tr t p?-1 -> q", "1:8: inhibitor arcs `?-1` are not supported"),
        ("tr t p*x -> q", "1:8: `x` is no number of tokens"),
        ("pl p (1)\npl p (2)", "2:4: there are two places `p`"),
        ("pl p (-1)", "1:7: `-1` is no number of tokens"),
        ("tr t p q", "1:6: arcs without `->`"),
        ("pr t > u", "1:1: priorities are not supported"),
        ("tr {t p", "1:4: a name in braces has no end"),
        ("what", "1:1: `what` is no kind of line"),
    ];
    complains(Format::Tina, &cases);
}

#[test]
fn wrong_pnml_has_a_place_and_a_message() {
    let cases = [
        ("<pnml><net><place id='p'/>", "1:27: the element `net` has no end"),
        ("<pnml><net><place/></net></pnml>", "1:12: the place has no `id`"),
        (
            "<pnml><net><place id='p'/><arc source='p' target='t'/></net></pnml>",
            "1:27: there is no place or transition `t`",
        ),
        (
            "<pnml><net><place id='p'/><place id='p'/></net></pnml>",
            "1:27: there are two places `p`",
        ),
        (
            "<pnml><net type='x/symmetricnet'></net></pnml>",
            "1:7: nets of type `x/symmetricnet` are not supported",
        ),
        ("<pnml><net></page>", "1:12: expected `</net>`, found `</page>`"),
        (
            "<pnml><net><place id='p'><initialMarking><text>-2</text></initialMarking></place></net></pnml>",
            "1:48: `-2` is no number of tokens",
        ),
        ("<pnml></pnml>", "1:1: there is no `net`"),
        ("no xml", "1:1: there is no `net`"),
    ];
    complains(Format::Pnml, &cases);
}

/// Truncated anywhere, garbled anywhere: a complaint or a net, and no panic.
#[test]
fn nothing_is_too_strange() {
    let all =
        [(Format::Mist, SPEC), (Format::Lola, LOLA), (Format::Tina, TINA), (Format::Pnml, PNML)];
    for (format, text) in all {
        for end in 0..text.len() {
            if let Err(diagnostic) = parse(format, &text[..end]) {
                diagnostic.line_and_column(text);
            }
            let mut garbled = text.to_owned();
            for other in ["(", "'", "-", "é", "\"", "9", "<", "{"] {
                garbled.replace_range(end..end + 1, other);
                let _ = parse(format, &garbled);
                garbled = text.to_owned();
            }
        }
    }
}

#[test]
fn open_initial_markings_are_supplied() {
    let input = parse(Format::Mist, "vars x y z rules init x >= 2, y = 1").unwrap();
    assert!(input.net.has_supply());
    assert_eq!(input.net.initial().tokens(), [2, 1, 0]);
    // x by its relation, z because nothing is said about it.
    assert_eq!(input.net.transitions().len(), 2);
}
