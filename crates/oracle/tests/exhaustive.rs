//! All small programs of each vocabulary agree with the explicit graph of states: all of up to two
//! statements, and some of three.

use oracle::compare::Outcome;
use oracle::exhaustive::programs::{self, Largest};
use oracle::exhaustive::vocabulary;
use oracle::judged;

const LARGEST: Largest = Largest { threads: 3, statements: 3, in_thread: 3 };

#[test]
fn small_programs_are_judged_as_by_the_graph_of_states() {
    let (mut compared, mut violated) = (0, 0);
    for vocabulary in vocabulary::all() {
        let mut number = 0;
        for statements in 1..=LARGEST.statements {
            programs::visit(&vocabulary, statements, LARGEST, &mut |words| {
                number += 1;
                if statements == 3 && number % 16 != 0 {
                    return true;
                }
                let case = programs::case(&vocabulary, words);
                match judged::compare(&case, 20_000) {
                    Outcome::Agreement { violated: is_violated, .. } => {
                        compared += 1;
                        violated += usize::from(is_violated);
                    }
                    Outcome::Skipped => panic!("{} {case:?} is not judged", vocabulary.name),
                    Outcome::Difference(what) => panic!("{}: {what}: {case:?}", vocabulary.name),
                }
                true
            });
        }
    }
    assert!(compared > 3000 && violated > 500, "{compared} compared, {violated} violated");
}
