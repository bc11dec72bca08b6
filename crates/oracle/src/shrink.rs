//! Makes a failing case small: removes threads and statements, and replaces statements by their bodies, as
//! long as it still fails.

use crate::case::{Case, Statement};

/// The smallest case that can be reached by such steps and still fails.
pub fn shrink(case: &Case, fails: &dyn Fn(&Case) -> bool) -> Case {
    let mut smallest = case.clone();
    while let Some(smaller) = candidates(&smallest).into_iter().find(|case| fails(case)) {
        smallest = smaller;
    }
    smallest
}

fn candidates(case: &Case) -> Vec<Case> {
    let mut cases = Vec::new();
    for index in 0..case.threads.len() {
        if case.threads.len() > 1 {
            let mut smaller = case.clone();
            smaller.threads.remove(index);
            cases.push(smaller);
        }
        for body in smaller_bodies(&case.threads[index]) {
            let mut smaller = case.clone();
            smaller.threads[index] = body;
            cases.push(smaller);
        }
    }
    if case.join {
        cases.push(Case { join: false, ..case.clone() });
    }
    cases
}

fn smaller_bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut bodies = Vec::new();
    for (index, statement) in body.iter().enumerate() {
        let replaced = |by: &[Statement]| [&body[..index], by, &body[index + 1..]].concat();
        bodies.push(replaced(&[]));
        if let Some(inner) = statement.body() {
            bodies.push(replaced(inner));
            for smaller in smaller_bodies(inner) {
                let mut statement = statement.clone();
                *statement.body_mut().expect("it has a body") = smaller;
                bodies.push(replaced(&[statement]));
            }
        }
    }
    bodies
}
