//! How long does unrolling take, and how large is the result? For programs as `heddle check
//! --print-program` prints them: `measure FILE BOUND…`.

use std::time::Instant;
use unroll::{Unrolling, from_program};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file is given");
    let text = std::fs::read_to_string(&file).expect("the file can be read");
    let program = program::text::parse(&text).expect("the file is a program");
    for bound in arguments {
        let bound = bound.parse().expect("a bound is a number");
        for dependencies in [false, true] {
            let started = Instant::now();
            let unrolling =
                Unrolling { bound, dependencies, steps: 50_000_000, ..Unrolling::default() };
            let made = from_program(&program, unrolling);
            println!(
                "{file}, bound {bound}{}: {} events, {} values, {} gaps, {:.3} s",
                if dependencies { " with dependencies" } else { "" },
                made.events.len(),
                made.values.len(),
                made.gaps.len(),
                started.elapsed().as_secs_f64()
            );
        }
    }
}
