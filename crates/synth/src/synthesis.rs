//! Which model explains the observations? Expansion and checking in turns (`dat3m-thesis` §6.1,
//! Fig. 6.1): all relations of one more size, then a search for axioms among what is known.
//!
//! The result has the smallest largest relation; among those the fewest axioms, then the smallest
//! total size. It is text that was compiled again and asked about every test before it is returned.
//!
//! *None* is certain and not a matter of limits: an allowed test each of whose witnesses looks,
//! over the base relations, like a witness of a forbidden test (or that has no witness at all). No
//! model over these base relations, of any kind, tells such executions apart.

use crate::base_relations::{BaseRelation, PRELUDE, definition};
use crate::cover::{Axiom, Axioms};
use crate::expansion::Expansion;
use crate::matrices::Layout;
use crate::views::{Label, Observed, Views};
use candidates::{Model, Refusal, run};
use cat::{File, LibraryOnly};
use litmus::tree::Quantifier;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    pub most_axioms: usize,
    /// Of each relation.
    pub most_size: usize,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Synthesis {
    /// The text of a model that says of every test what was observed.
    Model(String),
    /// There is none over these base relations: an allowed test, and the forbidden tests whose
    /// witnesses look like all of its own.
    None { allowed: usize, forbidden: Vec<usize> },
    /// There is none with all relations up to this size, or it was told to stop before the next.
    Unknown { size: usize },
}

/// Looks for a model; the number of the test that is refused, if one is.
pub fn synthesise(
    observed: &[Observed],
    base: &[BaseRelation],
    effort: Effort,
    go_on: &dyn Fn() -> bool,
) -> Result<Synthesis, (usize, Refusal)> {
    let views = Views::new(observed, base, go_on)?;
    if let Some((allowed, forbidden)) = contradiction(&views) {
        return Ok(Synthesis::None { allowed, forbidden });
    }
    let (layout, values) = Layout::new(&views, base.len());
    let mut expansion = Expansion::new(layout.clone(), base, values);
    let mut axioms = Axioms::new(&views);
    let mut judged = 0;
    loop {
        for (relation, known) in expansion.known.iter().enumerate().skip(judged) {
            if !go_on() {
                return Ok(Synthesis::Unknown { size: expansion.size - 1 });
            }
            let kills = layout.cyclic(&known.matrices);
            axioms.add(Axiom { relation, size: known.size, kills });
        }
        judged = expansion.known.len();
        match axioms.cover(effort.most_axioms, go_on) {
            Ok(Some(cover)) => {
                let chosen = cover.iter().map(|index| axioms.relevant[*index].relation);
                let text = text(&expansion, base, chosen.collect());
                confirm(observed, &text, go_on)?;
                return Ok(Synthesis::Model(text));
            }
            Ok(None) if expansion.size < effort.most_size => {}
            Ok(None) => return Ok(Synthesis::Unknown { size: expansion.size }),
            Err(()) => return Ok(Synthesis::Unknown { size: expansion.size - 1 }),
        }
        if !expansion.expand(go_on) {
            return Ok(Synthesis::Unknown { size: expansion.size });
        }
    }
}

/// An allowed test that forbidden ones exclude.
fn contradiction(views: &Views) -> Option<(usize, Vec<usize>)> {
    let forbids = |view: usize| {
        views
            .tests
            .iter()
            .position(|own| own.label == Label::Forbidden && own.views.contains(&view))
    };
    views.tests.iter().enumerate().filter(|(_, own)| own.label == Label::Allowed).find_map(
        |(index, own)| {
            let tests: Option<Vec<usize>> = own.views.iter().map(|view| forbids(*view)).collect();
            let mut tests = tests?;
            tests.sort_unstable();
            tests.dedup();
            Some((index, tests))
        },
    )
}

fn text(expansion: &Expansion, base: &[BaseRelation], relations: Vec<usize>) -> String {
    let mut used = Vec::new();
    let chosen = relations.iter().map(|index| &expansion.known[*index].expression);
    chosen.clone().for_each(|own| own.leaves(&mut used));
    used.sort_unstable();
    used.dedup();
    let mut text = format!("\"Synthesised\"\n\n{PRELUDE}");
    used.iter().for_each(|index| text += &definition(&base[*index]));
    for (index, expression) in chosen.enumerate() {
        text += &format!("acyclic {} as axiom-{}\n", expression.show(base), index + 1);
    }
    text
}

/// Reads a model again and asks it about every test; that it says something else is our bug.
fn confirm(
    observed: &[Observed],
    text: &str,
    go_on: &dyn Fn() -> bool,
) -> Result<(), (usize, Refusal)> {
    let file = File { path: "synthesised.cat".to_owned(), text: text.to_owned() };
    let model = Model::compile(vec![file], &LibraryOnly)
        .unwrap_or_else(|failure| panic!("a synthesised model is read again: {failure:?}\n{text}"));
    for (index, Observed { test, lowered, label }) in observed.iter().enumerate() {
        let outcome = run(test, lowered, &model, go_on).map_err(|refusal| (index, refusal))?;
        let witnesses = match test.condition.quantifier {
            Quantifier::Exists | Quantifier::NotExists => outcome.positive,
            Quantifier::ForAll => outcome.negative,
        };
        let is_allowed = witnesses > 0;
        let name = &test.name;
        assert_eq!(is_allowed, *label == Label::Allowed, "{name} is as observed under\n{text}");
    }
    Ok(())
}
