//! 3SAT as a history of twelve threads: `dat3m-thesis` §3.3.5 (Theorem 4).
//!
//! Variables are locations. Two threads write 0 and 1 to all of them, two others see both, and what
//! is written last is the assignment. Then clause after clause: six threads wait for each other,
//! and two for each literal read the value that makes it true. When they have, they flip the
//! variable of the next literal there and back, so that its readers can go on as well. The first of
//! these reads finds the assignment as it is, so some literal is true in it. Six further threads
//! see to it that flips have left the buffers before anything else happens.
//!
//! Deviation: all locations hold a value at first that nobody reads; the thesis says so of the
//! variables only.

use super::{Cnf, Literal, Threads};
use crate::recording::Recording;

/// The threads that read and flip, two for each literal of a clause.
const READERS: [&str; 6] = ["pa", "pa'", "pb", "pb'", "pc", "pc'"];
/// The threads that wait for the flips of the variable of each literal, from 0 and from 1.
const WAITERS: [&str; 6] = ["qa", "qa'", "qb", "qb'", "qc", "qc'"];

pub fn to_pso(cnf: &Cnf) -> Recording {
    assert!(cnf.clauses.iter().all(|clause| clause.len() == 3), "this is a reduction of 3SAT");
    let mut threads = Threads::default();
    for x in 0..cnf.variables {
        let x = variable(&mut threads, x);
        threads.write("pa", &x, "0");
        threads.write("pa'", &x, "1");
        threads.read("pb", &x, "0");
        threads.read("pb'", &x, "1");
    }
    for (number, clause) in cnf.clauses.iter().enumerate() {
        for (place, thread) in READERS.into_iter().enumerate() {
            wait_for_all(&mut threads, number, thread);
            let (literal, value) = (place / 2, place % 2);
            let is_true = u8::from(!clause[literal].negated).to_string();
            let x = variable(&mut threads, clause[literal].variable);
            threads.read(thread, &x, &is_true);
            flip(&mut threads, number, clause, (literal + 1) % 3, value);
        }
    }
    threads.finish()
}

fn variable(threads: &mut Threads, x: usize) -> String {
    let name = format!("x{x}");
    threads.initial(&name, "none");
    name
}

/// Sync of the thesis: says that it is here, and goes on when everybody is.
fn wait_for_all(threads: &mut Threads, number: usize, thread: &str) {
    let mine = format!("z{number}.{thread}");
    threads.initial(&mine, "none");
    threads.write(thread, &mine, "1");
    for other in READERS {
        threads.read(thread, &format!("z{number}.{other}"), "1");
    }
}

/// Flip and SyncF of the thesis: if the variable has this value, it gets the other one, and that
/// has reached the memory when the flip ends.
fn flip(threads: &mut Threads, number: usize, clause: &[Literal], flipped: usize, value: usize) {
    let x = variable(threads, clause[flipped].variable);
    let signal = format!("y{number}.{flipped}.{value}");
    threads.initial(&signal, "none");
    let (old, new) = (value.to_string(), (1 - value).to_string());
    // The variable of a literal is flipped by the threads of the literal before.
    let thread = READERS[2 * ((flipped + 2) % 3) + value];
    threads.read(thread, &x, &old);
    threads.write(thread, &signal, "1");
    threads.write(thread, &x, &new);
    threads.read(thread, &signal, "0");
    let waiter = WAITERS[2 * flipped + value];
    threads.read(waiter, &signal, "1");
    threads.read(waiter, &x, &new);
    threads.write(waiter, &signal, "0");
}
