//! Is every text a module or a complaint that lies within it, and every module a program that can
//! be relied on, or a complaint?
#![no_main]

use std::sync::LazyLock;

static RUNTIME: LazyLock<program::Program> =
    LazyLock::new(|| llvm::runtime(llvm::Inputs::default()));

fn check(text: &str) -> bool {
    match llvm::parse(text) {
        Ok(module) => {
            let unit = llvm::Unit { path: "fuzz.ll".to_owned(), module };
            if let Ok(program) = llvm::lower(&[unit], &RUNTIME) {
                assert_eq!(program::verify(&program), Ok(()));
            }
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
