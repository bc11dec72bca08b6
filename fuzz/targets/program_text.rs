//! Is every text a program that survives printing and parsing, or a complaint that lies within it?
#![no_main]

use program::text::{parse, print};

fn check(text: &str) -> bool {
    match parse(text) {
        Ok(program) => {
            let printed = print(&program);
            assert_eq!(parse(&printed).as_ref(), Ok(&program), "{printed}");
            true
        }
        Err(problem) => {
            assert!(problem.span.end <= text.len().max(problem.span.start + 1), "{problem:?}");
            problem.line_and_column(text);
            false
        }
    }
}

fuzz::target!(check);
