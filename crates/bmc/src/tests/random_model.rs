//! Models at random: axioms over expressions of all operators, with recursive definitions.

use super::Random;

const RELATIONS: [&str; 16] = [
    "po", "rf", "co", "fr", "rfe", "fre", "coe", "rfi", "addr", "data", "ctrl", "rmw", "loc",
    "ext", "int", "id",
];
const SETS: [&str; 7] = ["R", "W", "F", "IW", "SC", "RLX", "RMW"];

/// What most models have, so that not everything is allowed or nothing.
const BASES: [&str; 5] = [
    "",
    "acyclic po | rf | co | fr as sc",
    "acyclic po & loc | rf | co | fr as coherence",
    "irreflexive (po | rf)^+; (co | fr)? as causal",
    "acyclic (po | rf)^+ as thin empty rmw & (fre; coe) as atomic",
];

fn set(random: &mut Random, depth: usize, recursive: &[&str]) -> String {
    if depth == 0 || random.below(3) == 0 {
        return match recursive.iter().find(|own| own.starts_with('S')) {
            Some(own) if random.below(3) == 0 => (*own).to_owned(),
            _ => random.pick(&SETS).to_owned(),
        };
    }
    match random.below(5) {
        0 => format!(
            "({} | {})",
            set(random, depth - 1, recursive),
            set(random, depth - 1, recursive)
        ),
        1 => format!(
            "({} & {})",
            set(random, depth - 1, recursive),
            set(random, depth - 1, recursive)
        ),
        // What is subtracted must not be recursive.
        2 => format!("({} \\ {})", set(random, depth - 1, recursive), set(random, depth - 1, &[])),
        3 => format!("domain({})", relation(random, depth - 1, recursive)),
        _ => format!("range({})", relation(random, depth - 1, recursive)),
    }
}

fn relation(random: &mut Random, depth: usize, recursive: &[&str]) -> String {
    if depth == 0 {
        return match recursive.iter().find(|own| own.starts_with('r')) {
            Some(own) if random.below(2) == 0 => (*own).to_owned(),
            _ => random.pick(&RELATIONS).to_owned(),
        };
    }
    let part = |own: &mut Random| relation(own, depth - 1, recursive);
    match random.below(13) {
        0 | 1 => format!("({} | {})", part(random), part(random)),
        2 => format!("({} & {})", part(random), part(random)),
        3 => format!("({} \\ {})", part(random), relation(random, depth - 1, &[])),
        4..=6 => format!("({}; {})", part(random), part(random)),
        7 => format!("({})^-1", part(random)),
        8 => format!("({})^+", part(random)),
        9 => format!("({})?", part(random)),
        10 => format!("[{}]", set(random, depth - 1, recursive)),
        11 => {
            format!(
                "({} * {})",
                set(random, depth - 1, recursive),
                set(random, depth - 1, recursive)
            )
        }
        _ => part(random),
    }
}

fn check(random: &mut Random, named: &[&str], name: usize) -> String {
    let depth = 1 + random.below(3);
    let own = match random.below(2) {
        0 if !named.is_empty() => random.pick(named).to_owned(),
        _ => relation(random, depth, named),
    };
    let test = random.pick(&["acyclic", "irreflexive", "empty"]);
    let negation = if random.below(3) == 0 { "~" } else { "" };
    let role = random.pick(&["", "", "flag "]);
    // An axiom that is negated leaves little.
    let negation = if role.is_empty() && random.below(3) > 0 { "" } else { negation };
    format!("{role}{negation}{test} {own} as check{name}\n")
}

pub(super) fn random_model(random: &mut Random) -> String {
    let mut text = format!("random\ninclude \"cos.cat\"\n{}\n", random.pick(&BASES));
    let mut named: Vec<&str> = Vec::new();
    match random.below(4) {
        0 => {
            let (first, second) =
                (relation(random, 2, &["ra", "S"]), relation(random, 2, &["rb", "ra"]));
            text += &format!("let rec ra = po & rf^-1 | {first} and rb = rf | {second}\n");
            named.extend(["ra", "rb"]);
        }
        1 => {
            let (own, set) = (relation(random, 3, &["rc"]), set(random, 2, &["rc", "Sd"]));
            text += &format!("let rec rc = {own} | rf and Sd = {set} | SC\n");
            named.push("rc");
            if random.below(2) == 0 {
                text += "empty [Sd]; rc; [Sd] as recursive\n";
            }
        }
        _ => {}
    }
    if random.below(3) == 0 {
        text += &format!("let re = {}\n", relation(random, 3, &named));
        named.push("re");
    }
    for name in 0..1 + random.below(3) {
        text += &check(random, &named, name);
    }
    text
}
