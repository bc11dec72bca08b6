//! How many Mazurkiewicz traces programs have under SC: the published numbers of `rf-sc` Tables 1,
//! 2, 3 and 5 (*NIDHUGG/optim*), which both strategies of `dpor` must find, and Optimal-DPOR
//! without anything in vain.
//!
//! Only programs whose parameter means the same here as there, in the sizes that are quick.
//! `bench/mazurkiewicz` has the others.

use answer::{Statistics, Unlimited};
use cli::load::{Request, load};
use cli::watch::Watch;
use explore::dpor::Schedules;
use explore::dpor::{Optimal, Sc, SourceSets, Strategy};
use explore::{Config, Exploration};
use program::Program;
use report::Limits;
use std::ffi::OsString;
use std::path::Path;

fn compile(name: &str, size: u32) -> Program {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../bench/{name}.c"));
    let (files, flags) = ([file], [OsString::from(format!("-DN={size}"))]);
    let request = Request {
        files: &files,
        compiler_flags: &flags,
        inputs: llvm::Inputs::default(),
        libraries: &[],
    };
    let limits = Limits { seconds: None, memory_bytes: None };
    load(&request, &Watch::quiet(limits)).expect("the benchmarks compile").program
}

fn explored<S: Strategy>(program: &Program) -> Statistics {
    let config = Config { keep_going: true, ..Config::default() };
    Schedules::<Sc, S>::new().check(program, &config, &Unlimited, None).statistics()
}

#[track_caller]
fn traces(name: &str, sizes: &[(u32, u64)]) {
    for (size, expected) in sizes {
        let program = compile(name, *size);
        let (optimal, source) = (explored::<Optimal>(&program), explored::<SourceSets>(&program));
        for numbers in [optimal, source] {
            // The paper counts executions that fail like others.
            assert_eq!(numbers.executions + numbers.erroneous, *expected, "{name}({size})");
            assert_eq!(numbers.blocked, 0, "{name}({size})");
        }
        assert_eq!(optimal.sleep_set_blocked, 0, "{name}({size})");
    }
}

#[test]
fn circular_buffer() {
    traces("circular_buffer", &[(7, 3432), (8, 12_870)]);
}

#[test]
fn lastzero() {
    traces("lastzero", &[(9, 1536), (11, 7168)]);
}

#[test]
fn readers() {
    traces("readers", &[(9, 512), (11, 2048)]);
}

#[test]
fn casrot() {
    traces("casrot", &[(8, 2048), (9, 8597)]);
}

#[test]
fn fib_bench() {
    traces("fib_bench", &[(2, 140), (4, 19_605)]);
}

#[test]
fn lastwrite() {
    traces("lastwrite", &[(2, 2), (7, 5040)]);
}

#[test]
fn sigma() {
    traces("sigma", &[(5, 945), (6, 10_395)]);
}

#[test]
fn floating_read() {
    traces("floating_read", &[(6, 5040)]);
}

#[test]
fn reorder() {
    traces("reorder_bad", &[(3, 56), (4, 1248)]);
}
