//! What the tests of passes share: comparing texts, and random programs that must do the same.

use super::{PassConfig, coalesce, compact, control, dead, fold, promote, standard, threading};
use crate::structure::Program;
use crate::testing::structured;
use crate::testing::trace::assert_same;
use crate::text::{parse, print};
use crate::verify;
use ::testing::Random;

/// What a pass makes of a program.
pub(super) fn after(pass: impl FnOnce(&mut Program), text: &str) -> Program {
    let mut program = parse(text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"));
    pass(&mut program);
    verify(&program).unwrap_or_else(|problems| panic!("{problems:?}\n{}", print(&program)));
    program
}

/// Checks the statements of the first function after a pass. Registers that have names are written
/// without their numbers.
pub(super) fn check(pass: impl FnOnce(&mut Program), before: &str, statements: &str) {
    let program = after(pass, before);
    let text = print(&program);
    let body = text.lines().skip_while(|line| !line.starts_with("function")).skip(1);
    let found: Vec<String> = body.take_while(|line| *line != "}").map(without_numbers).collect();
    let expected: Vec<&str> =
        statements.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(found == expected, "found:\n{}\nexpected:\n{}", found.join("\n"), expected.join("\n"));
}

/// A line with `%name` for `%3.name`.
fn without_numbers(line: &str) -> String {
    let mut pieces = line.trim().split('%');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let name = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        text.push('%');
        text.push_str(name.strip_prefix('.').unwrap_or(piece));
    }
    text
}

/// Checks on random programs that a pass changes nothing that can be seen.
fn check_same(pass: fn(&mut Program)) {
    let mut changed = 0;
    for seed in 0..1000 {
        let before = structured::program(&mut Random::new(seed));
        let mut program = before.clone();
        pass(&mut program);
        verify(&program).unwrap_or_else(|problems| panic!("seed {seed}: {problems:?}"));
        assert_same(&before, &program, seed);
        changed += usize::from(program != before);
    }
    assert!(changed >= 20, "what changes {changed} programs is not tried");
}

#[test]
fn promotion_is_not_seen() {
    check_same(promote::run);
}

#[test]
fn folding_is_not_seen() {
    check_same(fold::run);
}

#[test]
fn simpler_control_is_not_seen() {
    check_same(control::run);
}

#[test]
fn threaded_jumps_are_not_seen() {
    check_same(threading::run);
}

#[test]
fn dead_code_is_not_missed() {
    check_same(dead::run);
}

#[test]
fn coalescing_is_not_seen() {
    check_same(coalesce::run);
}

#[test]
fn compaction_is_not_seen() {
    check_same(compact::run);
}

#[test]
fn all_together_are_not_seen() {
    check_same(|program| standard(program, PassConfig { spin: false, bound: None }));
}

#[test]
fn all_together_twice_are_not_seen() {
    check_same(|program| {
        standard(program, PassConfig { spin: false, bound: None });
        standard(program, PassConfig { spin: false, bound: None });
    });
}
