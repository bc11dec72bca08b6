//! What a program does when an arbitrary but fixed environment answers it.

use super::machine::{Machine, Request};
use crate::structure::Program;
use crate::text::print;
use ::testing::Random;
use base::Value;

const EVENTS: usize = 60;

/// What the first function asks for, up to some number of events, and how it ends.
pub(crate) fn trace(program: &Program, seed: u64) -> Vec<Request> {
    let mut machine = Machine::new(program);
    let mut random = Random::new(seed);
    let mut requests = Vec::new();
    let mut request = machine.run();
    while requests.len() < EVENTS {
        let answers =
            matches!(request, Request::Read { .. } | Request::Write { .. } | Request::Other { .. });
        requests.push(request);
        if !answers {
            break;
        }
        request = machine.resume(Value::new(random.index(3) as u64));
    }
    requests
}

/// Whether two traces are the same, as far as the machine got in both.
fn agree(left: &[Request], right: &[Request]) -> bool {
    let finished = |trace: &[Request]| trace.last() != Some(&Request::Tired);
    let both = left.len().min(right.len());
    if finished(left) && finished(right) {
        return left == right;
    }
    let both = both
        - usize::from(
            left[..both].last() == Some(&Request::Tired)
                || right[..both].last() == Some(&Request::Tired),
        );
    left[..both] == right[..both]
}

/// Checks that two programs do the same.
pub(crate) fn assert_same(before: &Program, after: &Program, seed: u64) {
    for environment in 0..6 {
        let (expected, found) = (trace(before, environment), trace(after, environment));
        assert!(
            agree(&expected, &found),
            "seed {seed}, environment {environment}\n{}\n{}\n{expected:#?}\n{found:#?}",
            print(before),
            print(after)
        );
    }
}
