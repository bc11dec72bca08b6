//! Random models for tests of Power and x86: a base, and what it keeps of program order at random,
//! with recursion, closures, differences and negated axioms. They name every fence, and `rmw`, so
//! that they know what the tests have.

use testing::Random;

const RELATIONS: [&str; 16] = [
    "po", "rf", "co", "fr", "rfe", "fre", "coe", "rfi", "addr", "data", "ctrl", "rmw", "po-loc",
    "ext", "fences", "full",
];
const SETS: [&str; 5] = ["R", "W", "F", "IW", "RMW"];

/// What most models have, so that not everything is allowed or nothing.
const BASES: [&str; 6] = [
    "acyclic po-loc | rf | co | fr as coherence",
    "acyclic po-loc | rf | co | fr as coherence\nacyclic (po \\ W * R) | full | rfe | co | fr as tso",
    "acyclic po-loc | rf | co | fr as coherence\nacyclic addr | data | ctrl | fences | rfe as thin",
    "acyclic po | rf | co | fr as sc",
    "irreflexive (po | rf)^+; (co | fr)? as causal",
    "",
];

fn set(random: &mut Random) -> String {
    match random.index(4) {
        0 => format!("({} | {})", random.pick(&SETS), random.pick(&SETS)),
        1 => format!("range({})", random.pick(&RELATIONS)),
        2 => format!("({} \\ {})", random.pick(&SETS), random.pick(&SETS)),
        _ => random.pick(&SETS).to_owned(),
    }
}

/// A relation; `recursive` may be in it, but not where it is taken away.
fn relation(random: &mut Random, depth: usize, recursive: Option<&str>) -> String {
    if depth == 0 {
        return match recursive {
            Some(own) if random.one_in(2) => own.to_owned(),
            _ => random.pick(&RELATIONS).to_owned(),
        };
    }
    let part = |own: &mut Random| relation(own, depth - 1, recursive);
    match random.index(11) {
        0 | 1 => format!("({} | {})", part(random), part(random)),
        2 => format!("({} & {})", part(random), part(random)),
        3 => format!("({} \\ {})", part(random), relation(random, depth - 1, None)),
        4..=6 => format!("({}; {})", part(random), part(random)),
        7 => format!("({})^+", part(random)),
        8 => format!("({})?", part(random)),
        9 => format!("([{}]; {})", set(random), part(random)),
        _ => format!("({} & {} * {})", part(random), set(random), set(random)),
    }
}

/// The text of a random model for tests of Power or of x86.
pub(crate) fn random_model(random: &mut Random, is_power: bool) -> String {
    let mut text = String::from("random\ninclude \"cos.cat\"\n");
    text += match is_power {
        true => "let full = fencerel SYNC\n",
        false => "let full = fencerel MFENCE | po; [X]; po? | po?; [X]; po\n",
    };
    text += "let fences = full | fencerel (LWSYNC | EIEIO | ISYNC)\n";
    text += "let named = fences | rmw | [RMW]\nshow named\n";
    text += &format!("{}\n", random.pick(&BASES));
    let recursive = random.one_in(3).then_some("again");
    if recursive.is_some() {
        let body = relation(random, 2, recursive);
        text += &format!("let rec again = {} | {body}\n", random.pick(&RELATIONS));
    }
    for name in 0..1 + random.index(2) {
        let depth = 1 + random.index(2);
        let own = relation(random, depth, recursive);
        let test = random.pick(&["acyclic", "irreflexive", "empty"]);
        let negation = if random.one_in(12) { "~" } else { "" };
        text += &format!("{negation}{test} {own} as check{name}\n");
    }
    text
}
