//! Random functions that wait: loads before a loop, retries in it, a few effects, and ways out.

use super::environment::ScriptedWrite;
use crate::structure::{GlobalId, Program};
use crate::text::parse;
use ::testing::Random;
use std::fmt::Write;

const VARIABLES: [&str; 3] = ["%p", "%q", "%r"];

/// A random program whose first function has a loop around some accesses.
pub(crate) fn program(random: &mut Random) -> Program {
    let mut text =
        String::from("global @x : 4\nglobal @y : 4\nglobal @z : 4\nfunction @main() {\n");
    let _ = writeln!(text, "%q = 0\n%r = 0");
    for _ in 0..random.index(3) {
        statement(random, &mut text, 10);
    }
    let _ = writeln!(text, "%p = load.4 relaxed @x");
    if random.one_in(4) {
        let _ = writeln!(text, "%r = add.32 %p, 1");
    }
    let _ = writeln!(text, "jump head");
    for name in ["head", "first", "second"] {
        let _ = writeln!(text, "{name}:");
        for _ in 0..random.index(3) {
            statement(random, &mut text, 12);
        }
        let target = |random: &mut Random| random.pick(&["head", "first", "second", "out"]);
        let condition = match random.index(3) {
            0 => "%ok".to_owned(),
            1 => (random.pick(&VARIABLES)).to_owned(),
            _ => {
                let _ = writeln!(
                    text,
                    "%c{name} = eq.32 {}, {}",
                    random.pick(&VARIABLES),
                    random.index(3)
                );
                format!("%c{name}")
            }
        };
        let _ = writeln!(text, "branch {condition}, {}, {}", target(random), target(random));
    }
    let _ = writeln!(text, "out: return %p, %q, %r\n}}");
    parse(&text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"))
}

/// A random program of the shape that [`crate::passes::spin`] treats specially: a load, a loop that
/// decides on it, and another load of the same place.
pub(crate) fn retry(random: &mut Random) -> Program {
    let mut text =
        String::from("global @x : 4\nglobal @y : 4\nglobal @z : 4\nfunction @main() {\n");
    let _ = writeln!(text, "%q = 0\n%r = 0\n%p = load.4 relaxed @x");
    if random.one_in(2) {
        statement(random, &mut text, 10);
    }
    if random.one_in(4) {
        let _ = writeln!(text, "%r = add.32 %p, 1");
    }
    let _ = writeln!(text, "jump head\nhead:");
    let exit = format!("%e = eq.32 %p, {}\nbranch %e, out", random.index(3));
    let exit_first = random.one_in(2);
    if exit_first {
        let _ = writeln!(text, "{exit}, body\nbody:");
    }
    if random.one_in(3) {
        statement(random, &mut text, 10);
    }
    let effect = ["store.4 relaxed @z, %p", "%r = 5", "%r = %p", "%q = load.4 relaxed @y", ""];
    let decided = random.pick(&["%p", "%p", "%q", "%r"]);
    let _ = writeln!(text, "%c = eq.32 {decided}, {}\nbranch %c, then, latch", random.index(3));
    let _ = writeln!(text, "then:\n{}\njump latch\nlatch:", random.pick(&effect));
    let again =
        ["%p = load.4 relaxed @x", "%p, %ok = cas.4 relaxed @x, %p, 2", "%p = load.4 relaxed @y"];
    let _ = writeln!(text, "{}", random.pick(&again));
    if random.one_in(2) {
        let _ =
            writeln!(text, "%c = eq.32 %p, {}\nbranch %c, after, check\nafter:", random.index(3));
        let _ = writeln!(text, "{}\njump check\ncheck:", random.pick(&effect));
    }
    let _ = if exit_first { writeln!(text, "jump head") } else { writeln!(text, "{exit}, head") };
    let _ = writeln!(text, "out: return %p, %q, %r\n}}");
    parse(&text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"))
}

fn statement(random: &mut Random, text: &mut String, kinds: usize) {
    let variable = random.pick(&VARIABLES);
    let other = random.pick(&VARIABLES);
    let place = random.pick(&["@x", "@x", "@y"]);
    let _ = match random.index(kinds) {
        0..=2 => writeln!(text, "{variable} = load.4 relaxed {place}"),
        3 | 4 => writeln!(text, "{variable} = {other}"),
        5 => writeln!(text, "{variable} = add.32 {other}, 1"),
        6 => writeln!(text, "%t = load.4 relaxed {place}"),
        7 => writeln!(text, "{variable} = %t"),
        8 => writeln!(text, "store.4 relaxed @z, {variable}"),
        9 => writeln!(text, "{variable} = rmw.4 or relaxed @z, 1"),
        _ => writeln!(text, "{variable}, %ok = cas.4 relaxed {place}, %p, {}", random.index(3)),
    };
}

/// A random script for such a program.
pub(crate) fn script(random: &mut Random) -> Vec<ScriptedWrite> {
    let step = |random: &mut Random| ScriptedWrite {
        address: GlobalId(random.index(2) as u32).address().0,
        value: 1 + random.index(2) as u64,
        after: random.index(2),
    };
    (0..1 + random.index(4)).map(|_| step(random)).collect()
}
