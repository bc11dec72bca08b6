//! The smallest tests that tell neighbouring models apart are those of the literature; a stronger
//! target is told apart by none.

use crate::model;
use port::{Case, Distinction, Method, Pair, distinguish, traces};

/// The name of the smallest test; none if there is none.
fn smallest(from: &str, to: &str, size: usize) -> Option<String> {
    let (source, target, sequential) = (model(from), model(to), model("sc"));
    let pair = Pair { source: &source, target: &target, sequential: &sequential };
    let ask = |test: &_, lowered: &_| {
        traces(&Case::written(test, lowered), pair, Method::Enumeration, &|| true)
    };
    let (found, tried) = distinguish(pair, size, &ask).unwrap();
    match found {
        Distinction::Found(found) => {
            // The state of the cycle is the one that the test asks for.
            let port::Portability::NotPortable(new) = &found.portability else { panic!() };
            assert!(new[0].is_positive, "{from} to {to}:\n{}\n{}", found.text, new[0].state);
            Some(found.test.name)
        }
        Distinction::None => {
            assert!(tried.tests > 10 && tried.unknown == 0, "{from} to {to}: {tried:?}");
            None
        }
    }
}

#[test]
fn neighbours_are_told_apart_by_the_shapes_of_the_literature() {
    let pairs = [
        ("sc", "x86-tso", "SB"),
        ("x86-tso", "pso", "MP"),
        ("pso", "rmo", "CoRR"),
        ("pso", "alpha", "LB"),
        // Power is not multi-copy atomic.
        ("rmo", "power", "WRC+addrs"),
        ("aarch64", "power", "WRC+addrs"),
        ("power", "rmo", "CoRR"),
        ("sc", "ra", "MP"),
        ("sc", "rc11", "MP"),
        ("sc", "lkmm", "MP"),
        // What is sequentially consistent in C is not in release-acquire.
        ("rc11", "ra", "SB+seq_cst"),
    ];
    let found: Vec<_> = pairs.map(|(from, to, _)| (from, to, smallest(from, to, 6))).to_vec();
    let expected: Vec<_> = pairs.map(|(from, to, name)| (from, to, Some(name.to_owned()))).to_vec();
    assert_eq!(found, expected);
}

#[test]
fn a_stronger_target_is_told_apart_by_nothing() {
    let pairs = [
        ("x86-tso", "sc"),
        ("pso", "x86-tso"),
        ("ra", "rc11"),
        ("power", "sc"),
        ("alpha", "power"),
        ("armv7", "power"),
    ];
    for (from, to) in pairs {
        assert_eq!(smallest(from, to, 5), None, "{from} to {to}");
    }
}
