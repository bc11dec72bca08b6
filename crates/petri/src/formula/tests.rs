//! What formulas mean, on all markings with up to four tokens on a place.

use super::*;
use crate::marking::Marking;
use crate::net::Builder;

fn net() -> Net {
    let mut builder = Builder::default();
    let p = builder.add_place("p").unwrap();
    let q = builder.add_place("a-b").unwrap();
    builder.mark(p, 2).unwrap();
    builder.add_transition("t", vec![(p, 2)], vec![(q, 1)]).unwrap();
    builder.add_transition("u", vec![(q, 3)], vec![(p, 1)]).unwrap();
    builder.build()
}

/// The formula asks for exactly these markings of p and a-b, also after it was printed and read.
#[track_caller]
fn means(text: &str, expected: impl Fn(i64, i64) -> bool) {
    let net = net();
    let mut property = parse(&net, text).unwrap();
    for _ in 0..2 {
        let Question::Reach(clauses) = &property.question else { panic!("{text}") };
        for p in 0..5 {
            for q in 0..5 {
                let marking = Marking::new(vec![p, q]);
                let holds = clauses.iter().any(|clause| clause.holds(&net, &marking));
                assert_eq!(holds, expected(p as i64, q as i64), "{text} at {p}, {q}");
            }
        }
        let shown = show(&net, &property.question);
        let again = parse(&net, &shown).unwrap();
        assert_eq!(again.question, property.question, "{shown}");
        property = again;
    }
}

#[test]
fn formulas_mean_what_they_say() {
    means("EF p >= 2", |p, _| p >= 2);
    means("AG p >= 2", |p, _| p < 2);
    means("EF (p = 1 OR \"a-b\" != 2) AND NOT p > 3", |p, q| (p == 1 || q != 2) && p <= 3);
    means("AG (p = 1 OR \"a-b\" <> 2)", |p, q| p != 1 && q == 2);
    means("EF 2 * p - \"a-b\" * 3 + 1 < 2 p - 4", |p, q| 2 * p - 3 * q + 1 < 2 * p - 4);
    means("EF -p + 3 >= \"a-b\"", |p, q| 3 - p >= q);
    means("EF DEADLOCK", |p, q| p < 2 && q < 3);
    means("AG NOT DEADLOCK", |p, q| p < 2 && q < 3);
    means("AG DEADLOCK", |p, q| p >= 2 || q >= 3);
    means("EF FIREABLE(u) AND NOT FIREABLE(t)", |p, q| q >= 3 && p < 2);
    means("IMPOSSIBLE INITIAL", |p, q| p == 2 && q == 0);
    means("EF ! (TRUE AND p < 1)", |p, _| p >= 1);
    means("REACHABLE FALSE", |_, _| false);
    means("INVARIANT FALSE", |_, _| true);
    means("EF (p >= 1 AND (p >= 2 OR DEADLOCK)) ; ", |p, q| p >= 1 && (p >= 2 || q < 3));
}

#[test]
fn lists_of_conditions_and_markings() {
    let net = net();
    let holds = |property: &Property, p: u64, q: u64| {
        let Question::Reach(clauses) = &property.question else { return false };
        clauses.iter().any(|clause| clause.holds(&net, &Marking::new(vec![p, q])))
    };
    let conditions = parse_conditions(&net, "p>=1,\"a-b\"=2").unwrap();
    assert!(holds(&conditions, 3, 2) && !holds(&conditions, 3, 1) && !holds(&conditions, 0, 2));
    let marking = parse_marking(&net, "p=3").unwrap();
    assert!(holds(&marking, 3, 0) && !holds(&marking, 3, 1) && !holds(&marking, 2, 0));
}

#[test]
fn too_much_is_refused() {
    let net = net();
    let nested = format!("EF {}p > 1{}", "(".repeat(600), ")".repeat(600));
    assert!(parse(&net, &nested).unwrap_err().message.contains("nested"));
    // Each case is another half plane, and no two of them make a third one superfluous.
    let choice = |number: usize| {
        format!("({number} * p - {} * \"a-b\" > 3 OR p + {number} * \"a-b\" > 7)", number + 1)
    };
    let many: Vec<String> = (1..20).map(choice).collect();
    let refused = parse(&net, &format!("EF {}", many.join(" AND "))).unwrap_err();
    assert!(refused.message.contains("cases"), "{}", refused.message);
}

/// Choices that say the same, or contradict each other, are no cases.
#[test]
fn cases_that_say_nothing_are_left_out() {
    let net = net();
    let same = vec!["(p = 1 OR \"a-b\" = 2)"; 20].join(" AND ");
    let Question::Reach(clauses) = parse(&net, &format!("EF {same}")).unwrap().question else {
        panic!("it is about a marking");
    };
    let holds =
        |p: u64, q: u64| clauses.iter().any(|clause| clause.holds(&net, &Marking::new(vec![p, q])));
    assert!(holds(1, 0) && holds(0, 2) && holds(1, 2) && !holds(0, 0) && !holds(2, 1));
}
