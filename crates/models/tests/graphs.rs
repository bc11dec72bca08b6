//! Do the models allow what they must allow, and forbid what they must forbid?
//!
//! `graphs/*.graph` are executions in the text form of [`execution::text`], found by walking. Above
//! the first `thread` line, each says what the models say about it:
//!
//! ```text
//! # Store buffering.
//! sc: forbidden
//! tso: allowed
//! pso: allowed
//! ra: allowed
//! rc11: allowed
//! rc11-20: allowed
//! ```
//!
//! Every model must be mentioned. The readable axioms judge the graph as a whole; where the events
//! can be added one by one, what the fast check offers at each of them must come to the same.

use execution::text::{self, Execution};
use execution::{Graph, Label, NewEvent, Source};
use models::global::{self, Global, Preserved};
use models::hb::{self, Causal, Synchronisation};
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use models::{Model, Pending};
use std::path::{Path, PathBuf};

/// A model, as fixtures know it.
struct Judge {
    name: &'static str,
    /// By the axioms.
    allows: fn(&Graph) -> bool,
    /// Step by step; `None` if the graph has an order of locks, in which the model has no choices.
    offers: fn(&Graph) -> Option<bool>,
}

const fn global<P: Preserved>() -> Judge {
    let offers = is_offered::<Global<P>>;
    Judge { name: P::NAME, allows: global::axioms::is_consistent::<P>, offers }
}

const fn causal<S: Synchronisation>() -> Judge {
    let offers = is_offered::<Causal<S>>;
    Judge { name: S::NAME, allows: hb::axioms::is_consistent::<S>, offers }
}

const MODELS: [Judge; 6] = [
    global::<ProgramOrder>(),
    global::<TotalStoreOrder>(),
    global::<PartialStoreOrder>(),
    causal::<ReleaseAcquire>(),
    causal::<C11>(),
    causal::<Cpp20>(),
];

#[test]
fn graphs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/graphs");
    let entries = std::fs::read_dir(&folder).expect("the folder of fixtures");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let mut failures = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable fixture");
        if let Err(problem) = check(&text) {
            failures.push(format!("{}: {problem}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Checks one fixture.
fn check(text: &str) -> Result<(), String> {
    let Fixture { expectations, graph } = split(text)?;
    let Execution { graph, .. } = text::parse(&graph).map_err(|problem| {
        let (line, column) = problem.line_and_column(text);
        format!("{line}:{column}: {problem}")
    })?;
    if let Some((name, _)) =
        expectations.iter().find(|(name, _)| MODELS.iter().all(|model| model.name != *name))
    {
        return Err(format!("there is no model `{name}`"));
    }
    for model in &MODELS {
        let mut about = expectations.iter().filter(|(name, _)| *name == model.name);
        let (Some((name, expected)), None) = (about.next(), about.next()) else {
            return Err(format!("one line `{}: allowed` or `forbidden` is needed", model.name));
        };
        if (model.allows)(&graph) != *expected {
            return Err(format!("the axioms of {name} say otherwise"));
        }
        if (model.offers)(&graph).is_some_and(|offered| offered != *expected) {
            return Err(format!("the fast check of {name} says otherwise"));
        }
    }
    Ok(())
}

struct Fixture<'t> {
    /// The models that are mentioned, and whether they allow the graph.
    expectations: Vec<(&'t str, bool)>,
    /// The text of the graph, with blanks in place of the expectations, so that everything is where
    /// it was.
    graph: String,
}

fn split(text: &str) -> Result<Fixture<'_>, String> {
    let start = match text.starts_with("thread") {
        true => 0,
        false => text.find("\nthread").ok_or("there is no thread")? + 1,
    };
    let mut expectations = Vec::new();
    for line in text[..start].lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        match line.split_once(':').map(|(model, verdict)| (model, verdict.trim())) {
            None if line.is_empty() => {}
            Some((model, "allowed")) => expectations.push((model, true)),
            Some((model, "forbidden")) => expectations.push((model, false)),
            _ => return Err(format!("expected `MODEL: allowed` or `forbidden`, not `{line}`")),
        }
    }
    let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
    let blanks: String = text[..start].bytes().map(blank).collect();
    Ok(Fixture { expectations, graph: blanks + &text[start..] })
}

/// Whether a model offers every choice that this graph was built by.
fn is_offered<M: Model<Definition = ()>>(graph: &Graph) -> Option<bool> {
    let mut copy = Graph::new(graph.capacity());
    let mut model = M::new(&(), graph.capacity());
    let mut offered = Vec::new();
    for (id, event) in graph.events() {
        let (thread, label, grouped) = (event.thread, event.label, event.offset > 0);
        let new = NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
        let pending = Pending { thread, grouped, label };
        offered.clear();
        let added = match label {
            Label::Read { .. } => {
                model.sources(&copy, &pending, &mut offered);
                if !offered.contains(&event.rf) {
                    return Some(false);
                }
                copy.push_read(new, event.rf)
            }
            Label::Write { .. } => {
                let mut place = event.co_before;
                while let Source::Write(before) = place
                    && before > id
                {
                    place = graph.event(before).co_before;
                }
                model.places(&copy, &pending, &mut offered);
                if !offered.contains(&place) {
                    return Some(false);
                }
                copy.push_write(new, place)
            }
            Label::Join { slot, .. } => {
                let end = copy.last_of(slot).or(copy.thread(slot).spawn);
                copy.push_other(new, end)
            }
            Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Choose { .. } => copy.push_other(new, None),
        };
        model.push(&copy, added);
        for slot in graph.slots().filter(|slot| graph.thread(*slot).spawn == Some(id)) {
            copy.set_spawn(slot, added);
        }
    }
    Some(true)
}

#[test]
fn mistakes_in_fixtures() {
    let problem = |text: &str| check(text).expect_err(text);
    assert_eq!(problem("sc: allowed\n"), "there is no thread");
    assert_eq!(
        problem("thread t1\n  a: fence\n"),
        "one line `sc: allowed` or `forbidden` is needed"
    );
    assert_eq!(problem("sc: allowed\nzz: allowed\nthread t1\n"), "there is no model `zz`");
    assert_eq!(
        problem("sc: perhaps\nthread t1\n"),
        "expected `MODEL: allowed` or `forbidden`, not `sc: perhaps`"
    );
    assert_eq!(
        problem("sc: allowed\nthread t1\n  a: fench\n"),
        "3:6: `fench` is nothing that an event does"
    );
    assert_eq!(
        problem("# ä\nsc: forbidden\nthread t1\n  a: fence\n"),
        "the axioms of sc say otherwise"
    );
}
