//! Is every program one that the engines explore without a panic, do they find the same in it, and
//! is what they find there again when it is replayed?
#![no_main]

/// Programs with more executions say no more.
const EXECUTIONS: u64 = 100;

fn check(text: &str) -> bool {
    let Ok(program) = program::text::parse(text) else { return false };
    if program::verify(&program).is_err() || program.entry().is_none() {
        return false;
    }
    match oracle::replayed::check(&program, EXECUTIONS) {
        Ok(has_ended) => has_ended,
        Err(difference) => panic!("{difference}"),
    }
}

fuzz::target!(check);
