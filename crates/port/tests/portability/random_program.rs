//! Random programs in which weak memory shows: threads that come to two locations from different
//! sides, with random orders, fences and updates, and what they read in variables of their own.

use program::{Program, text};
use std::fmt::Write;
use testing::Random;

const ORDERS_OF_STORES: [&str; 4] = ["relaxed", "relaxed", "release", "seq_cst"];
const ORDERS_OF_LOADS: [&str; 4] = ["relaxed", "relaxed", "acquire", "seq_cst"];
const ORDERS_OF_FENCES: [&str; 4] = ["acquire", "release", "acq_rel", "seq_cst"];

/// The program of a seed.
pub(crate) fn random_program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut out = String::from("source \"random.c\"\nglobal @x : 4\nglobal @y : 4\n");
    let threads = 2 + random.below(8) / 7;
    let (mut code, mut loads, mut line) = (String::new(), 0, 0);
    for thread in 0..threads {
        let _ = writeln!(code, "function @t{thread}(%a) {{");
        let mut last = None;
        for index in 0..2 {
            let place = if (index + thread) % 2 == 0 { "@x" } else { "@y" };
            if index == 1 && random.below(4) == 0 {
                line += 1;
                let order = random.pick(&ORDERS_OF_FENCES);
                let _ = writeln!(code, "  fence {order} !0:{line}:1");
            }
            line += 1;
            last = statement(&mut code, &mut random, (line, place), &mut loads, last);
        }
        code.push_str("  return 0\n}\n");
    }
    for load in 0..loads {
        let _ = writeln!(out, "global @r{load} : 4");
    }
    out.push_str(&code);
    out.push_str("function @main() {\n");
    for thread in 0..threads {
        let _ = writeln!(out, "  %t{thread} = spawn @t{thread}, 0");
    }
    for thread in 0..threads {
        let _ = writeln!(out, "  %e{thread} = join %t{thread}");
    }
    out.push_str("  return 0\n}\n");
    text::parse(&out).unwrap_or_else(|problem| panic!("{problem:?}: {out}"))
}

/// A store, a load, or an update; the number of the load, if it loads.
fn statement(
    out: &mut String,
    random: &mut Random,
    (line, place): (u32, &str),
    loads: &mut u32,
    last: Option<u32>,
) -> Option<u32> {
    let value = match last {
        Some(load) if random.below(2) == 0 => format!("%l{load}"),
        _ => "1".to_owned(),
    };
    let load = *loads;
    match random.below(8) {
        0..4 => {
            let order = random.pick(&ORDERS_OF_STORES);
            let _ = writeln!(out, "  store.4 {order} {place}, {value} !0:{line}:1");
            return None;
        }
        4..7 => {
            let order = random.pick(&ORDERS_OF_LOADS);
            let _ = writeln!(out, "  %l{load} = load.4 {order} {place} !0:{line}:1");
        }
        _ => {
            let order = random.pick(&["relaxed", "acq_rel", "seq_cst"]);
            let _ = writeln!(out, "  %l{load} = rmw.4 xchg {order} {place}, 2 !0:{line}:1");
        }
    }
    let _ = writeln!(out, "  store.4 @r{load}, %l{load}");
    *loads += 1;
    Some(load)
}
