//! Which model explains the observations: in words, or as a JSON object. The model itself is text
//! already.

use ::synth::{Answer, Effort, Expansions, Found, Label, Other, Said, Synthesis};
use serde::Serialize;

/// What was found, or why nothing was.
pub fn text(synthesis: &Synthesis, effort: Effort, reason: Option<&str>) -> String {
    match &synthesis.answer {
        Answer::Found(found) => found_text(found),
        Answer::Contradiction(claims) => {
            let is_assumed = claims.iter().any(|claim| claim.is_assumed);
            let none =
                if is_assumed { "no model that allows what sc allows" } else { "no model at all" };
            let what = "these observations exclude each other, since what is allowed looks like \
                        what is forbidden, over the base relations";
            match &claims[..] {
                [only] => {
                    format!("no model at all: no execution of {} ends like that\n", only.name)
                }
                claims => format!("{none}: {what}\n{}", lines(claims)),
            }
        }
        Answer::None(claims) => {
            let core = match claims.is_empty() {
                true => String::new(),
                false => format!("already these have none:\n{}", lines(claims)),
            };
            let that = if synthesis.assumed > 0 { "that allows what sc allows " } else { "" };
            format!("no model {that}{}\n{core}", exhausted(effort, synthesis.is_single))
        }
        Answer::Stopped { size, nearest } => {
            let why = reason.unwrap_or("stopped");
            let mut text =
                format!("{why} before a model was found; {} have none\n", done(effort, *size));
            if let Some(found) = nearest {
                let open = found.exceptions.len();
                text += &format!(
                    "the best so far does not forbid {open}:\n{}",
                    lines(&found.exceptions)
                );
            }
            text
        }
    }
}

/// What is known to have no model.
fn done(effort: Effort, size: usize) -> String {
    match effort.expansion {
        Expansions::Enumeration => format!("relations up to size {size}"),
        Expansions::Cegis => format!("relations up to depth {size}"),
    }
}

fn found_text(found: &Found) -> String {
    let axioms = if found.axioms == 1 { "axiom" } else { "axioms" };
    let mut text = format!("a model with {} {axioms}, of size {}\n", found.axioms, found.size);
    if !found.exceptions.is_empty() {
        text += &format!("it does not explain:\n{}", lines(&found.exceptions));
    }
    text
}

/// What "none" is about.
fn exhausted(effort: Effort, is_single: bool) -> String {
    let Effort { axioms, size, total, exceptions, names, expansion } = effort;
    let mut text = match (axioms, expansion) {
        (0, _) => "fills the holes with".to_owned(),
        (1, Expansions::Enumeration) => "has one axiom that is".to_owned(),
        (1, Expansions::Cegis) => "has one axiom of".to_owned(),
        (axioms, Expansions::Enumeration) => format!("has up to {axioms} axioms that are"),
        (axioms, Expansions::Cegis) => format!("has up to {axioms} axioms of"),
    };
    text += &match expansion {
        Expansions::Enumeration => format!(" unions of relations up to size {size}"),
        Expansions::Cegis => format!(" relations up to depth {size}"),
    };
    text += &format!(", of size {total} together");
    if is_single {
        text += ", one in each hole that does not distribute over unions (`--expansion cegis` \
                 builds unions there)";
    }
    if names > 0 {
        text += &format!(", with up to {names} defined by themselves");
    }
    if exceptions > 0 {
        text += &format!(", with up to {exceptions} exceptions");
    }
    text
}

fn lines(claims: &[Said]) -> String {
    claims.iter().map(|own| format!("    {} {}\n", own.name, own.label.name())).collect()
}

/// What the answer does not say anything about.
pub fn remarks(synthesis: &Synthesis) -> String {
    let left_out =
        synthesis.left_out.iter().map(|(name, why)| format!("left out: {name}: {why}\n"));
    let idle: Vec<&str> = synthesis.idle.iter().map(String::as_str).collect();
    let idle = match &idle[..] {
        [] => String::new(),
        idle => format!("forbidden, but no execution ends like that anyway: {}\n", few(idle)),
    };
    left_out.chain([idle]).collect()
}

/// A few names, and how many more there are.
fn few(names: &[&str]) -> String {
    const FEW: usize = 5;
    match names.len().checked_sub(FEW) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..FEW].join(", ")),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    format: u32,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The text of the model, or of the best so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    axioms: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    /// What the model does not explain.
    exceptions: Vec<Claim<'a>>,
    /// What excludes each other.
    core: Vec<Claim<'a>>,
    left_out: Vec<LeftOut<'a>>,
    idle: &'a [String],
    /// How many outcomes are taken to be allowed, since sc has them.
    assumed: usize,
    /// Further models, each with a test that tells it from the first.
    others: Vec<Further<'a>>,
    limits: Sizes,
    seconds: f64,
}

#[derive(Serialize)]
struct Claim<'a> {
    name: &'a str,
    label: &'static str,
}

#[derive(Serialize)]
struct LeftOut<'a> {
    name: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Further<'a> {
    model: &'a str,
    test: &'a str,
    /// What the first model says of the test, and this one does not.
    first: &'static str,
}

#[derive(Serialize)]
struct Sizes {
    axioms: usize,
    size: usize,
    total: usize,
    exceptions: usize,
    recursion: usize,
    expansion: &'static str,
}

/// The answer as one line of JSON.
pub fn json(
    synthesis: &Synthesis,
    tests: &[&str],
    effort: Effort,
    reason: Option<&str>,
    seconds: f64,
) -> String {
    let (verdict, found, core): (_, Option<&Found>, &[Said]) = match &synthesis.answer {
        Answer::Found(found) => ("found", Some(found), &[]),
        Answer::Contradiction(claims) => ("contradiction", None, claims),
        Answer::None(claims) => ("none", None, claims),
        Answer::Stopped { nearest, .. } => ("unknown", nearest.as_ref(), &[]),
    };
    let Effort { axioms, size, total, exceptions, names: recursion, expansion } = effort;
    let expansion = match expansion {
        Expansions::Enumeration => "enumeration",
        Expansions::Cegis => "cegis",
    };
    let left_out = synthesis.left_out.iter().map(|(name, reason)| LeftOut { name, reason });
    let line = Line {
        format: 1,
        verdict,
        reason,
        model: found.map(|found| found.text.as_str()),
        axioms: found.map(|found| found.axioms),
        size: found.map(|found| found.size),
        exceptions: found.map_or(Vec::new(), |found| found.exceptions.iter().map(claim).collect()),
        core: core.iter().map(claim).collect(),
        left_out: left_out.collect(),
        idle: &synthesis.idle,
        assumed: synthesis.assumed,
        others: synthesis.others.iter().zip(tests).map(other).collect(),
        limits: Sizes { axioms, size, total, exceptions, recursion, expansion },
        seconds,
    };
    serde_json::to_string(&line).expect("it has only strings and numbers") + "\n"
}

fn claim(said: &Said) -> Claim<'_> {
    Claim { name: &said.name, label: said.label.name() }
}

fn other<'a>((other, test): (&'a Other, &&'a str)) -> Further<'a> {
    Further { model: &other.found.text, test, first: other.first.name() }
}

/// Further models, and the tests that tell them from the first one.
pub fn further(others: &[Other], tests: &[&str]) -> String {
    let mut text = String::new();
    for (number, (other, test)) in others.iter().zip(tests).enumerate() {
        let (first, own) = match other.first {
            Label::Allowed => ("allowed", "forbidden"),
            Label::Forbidden => ("forbidden", "allowed"),
        };
        // The test is in a comment, which it must not end.
        let test = test.replace("(*", "( *").replace("*)", "* )");
        text += &format!("\n(* Model {}. *)\n\n{}", number + 2, other.found.text);
        text += &format!("\n(* {own} here and {first} by the first model:\n\n{test}*)\n");
    }
    text
}
