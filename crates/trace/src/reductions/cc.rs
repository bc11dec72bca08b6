//! SAT as a history of one location with at most four operations in each thread: `dat3m-thesis`
//! §3.3.4 (Theorem 3).
//!
//! For each variable x, (x, 0) and (x, 1) are written once, and the later of them is the value of
//! x. The thread of a literal reads them in the order in which they make it true and then writes
//! its clause. A thread for each clause reads the number of the clause before, its clause, and
//! writes its own number. When all clauses have had their turn, further writes let the threads of
//! false literals end.
//!
//! Deviation: these last writes wait for the number of clauses. The thesis has the number of
//! variables there (the threads rₓ read |V|), with which the theorem is wrong: with more clauses
//! than variables, the false literals are let go before all clauses were examined, so that formulas
//! that are not satisfiable have histories that SC allows; with fewer, nothing writes |V|. Its
//! example has one of each.

use super::{Cnf, Threads};
use crate::recording::Recording;

pub fn to_cc(cnf: &Cnf) -> Recording {
    let mut threads = Threads::default();
    let last = cnf.clauses.len().to_string();
    for x in 0..cnf.variables {
        threads.write(&format!("p{x}"), "xi", &format!("{x}.1"));
        threads.write(&format!("n{x}"), "xi", &format!("{x}.0"));
        threads.read(&format!("r{x}"), "xi", &last);
        for value in [0, 1, 0] {
            threads.write(&format!("r{x}"), "xi", &format!("{x}.{value}"));
        }
    }
    for (number, clause) in cnf.clauses.iter().enumerate() {
        for (place, literal) in clause.iter().enumerate() {
            let thread = format!("l{number}.{place}");
            let (x, value) = (literal.variable, u8::from(!literal.negated));
            threads.read(&thread, "xi", &format!("{x}.{}", 1 - value));
            threads.read(&thread, "xi", &format!("{x}.{value}"));
            threads.write(&thread, "xi", &format!("c{number}"));
        }
        let thread = format!("t{number}");
        threads.read(&thread, "xi", &number.to_string());
        threads.read(&thread, "xi", &format!("c{number}"));
        threads.write(&thread, "xi", &(number + 1).to_string());
    }
    threads.finish()
}
