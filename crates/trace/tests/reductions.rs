//! Formulas at the threshold as histories: each model of the range says whether they are
//! satisfiable.

use testing::Random;
use trace::reductions::{Cnf, REDUCTIONS};
use trace::{Verdict, decide, print};

#[test]
fn histories_are_possible_exactly_if_formulas_are_satisfiable() {
    for reduction in REDUCTIONS {
        let mut counts = [0; 2];
        for seed in 0..12 {
            let mut random = Random::new(seed);
            let variables = 3 + random.index(2);
            // Small formulas are satisfiable up to more clauses than large ones.
            let clauses = (4.26 * variables as f64) as usize + random.index(8);
            let cnf = Cnf::random(&mut random, variables, clauses);
            let expected = cnf.is_satisfiable();
            counts[usize::from(expected)] += 1;
            let recording = (reduction.history)(&cnf);
            for model in reduction.range() {
                let answer = decide(&recording, model, &|| true);
                let says = matches!(answer.verdict, Verdict::Consistent(_));
                let name = format!("{} under {}", reduction.name, model.name());
                assert_eq!(says, expected, "{name}: {cnf:?}\n{}", print::print(&recording));
            }
        }
        println!("{}: {counts:?}", reduction.name);
        assert!(counts.iter().all(|count| *count >= 3), "{counts:?}");
    }
}
