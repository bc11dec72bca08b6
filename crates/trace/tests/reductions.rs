//! Formulas as histories: each model of the range says whether they are satisfiable.
//!
//! The formulas here are the smallest hard ones, and for the strongest models random ones at the
//! threshold of satisfiability; those of all models are for the example `reductions`, since some
//! take seconds for each.

use testing::Random;
use trace::reductions::{Cnf, REDUCTIONS};
use trace::{Model, Verdict, decide, print};

#[test]
fn histories_are_possible_exactly_if_formulas_are_satisfiable() {
    for reduction in REDUCTIONS {
        for seed in 0..4 {
            let expected = seed % 2 == 0;
            let cnf = Cnf::smallest(&mut Random::new(seed), expected);
            assert_eq!(cnf.is_satisfiable(), expected);
            let recording = (reduction.history)(&cnf);
            for model in reduction.range() {
                let answer = decide(&recording, model, &|| true);
                let says = matches!(answer.verdict, Verdict::Consistent(_));
                let name = format!("{} under {}", reduction.name, model.name());
                assert_eq!(says, expected, "{name}: {cnf:?}\n{}", print::print(&recording));
            }
        }
    }
}

/// Formulas of three literals a clause, near 4.26 clauses a variable.
#[test]
fn random_formulas_at_the_threshold() {
    for reduction in REDUCTIONS {
        let mut counts = [0; 2];
        // With so few variables, fewer clauses are satisfiable nearly always.
        for seed in [1, 2] {
            let cnf = Cnf::random(&mut Random::new(seed), 4, 20);
            let expected = cnf.is_satisfiable();
            counts[usize::from(expected)] += 1;
            let recording = (reduction.history)(&cnf);
            for model in [Model::Sc, Model::Tso] {
                if !reduction.range().contains(&model) {
                    continue;
                }
                let answer = decide(&recording, model, &|| true);
                let says = matches!(answer.verdict, Verdict::Consistent(_));
                assert_eq!(says, expected, "{} under {}", reduction.name, model.name());
            }
        }
        assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
    }
}

#[test]
fn what_a_theorem_bounds_is_bounded() {
    let cnf = Cnf::random(&mut Random::new(1), 9, 40);
    let size = |name: &str| {
        let reduction = REDUCTIONS.into_iter().find(|known| known.name == name).expect("a name");
        let recording = (reduction.history)(&cnf);
        let longest = recording.threads().map(|thread| recording.of_thread(thread).count()).max();
        (recording.threads().count(), longest.unwrap_or(0), recording.locations().count())
    };
    assert_eq!(size("sc-slow").2, 1);
    assert_eq!((size("sc-gwo").1, size("sc-gwo").2), (3, 4));
    assert_eq!((size("sc-cc").1, size("sc-cc").2), (4, 1));
    assert_eq!(size("sc-pso").0, 12);
}
