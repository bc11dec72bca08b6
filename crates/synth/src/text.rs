//! How is a model written down? As a file of cat that people can read: definitions of what it uses,
//! names for what several axioms share, and with each axiom which claims pin its parts down.

use crate::base_relations::{BaseRelation, definition};
use crate::choice::holds;
use crate::expansion::Expansion;
use crate::expression::{Names, System};
use crate::frame::Frame;
use crate::matrices::Layout;
use crate::observed::Label;
use crate::problem::{Hole, Problem};
use crate::views::Views;
use std::fmt::Write;
use std::rc::Rc;

/// So many claims are named with a part.
const MOST_NAMED: usize = 3;
/// Where comments are wrapped.
const WIDTH: usize = 96;

/// Everything that a choice of parts is about.
pub(crate) struct Writer<'w> {
    pub frame: &'w Frame,
    pub base: &'w [BaseRelation],
    pub expansion: &'w Expansion,
    pub problem: &'w Problem,
    pub views: &'w Views,
    pub layout: &'w Layout,
    /// What is defined by itself in the parts that are chosen, in an order for definitions.
    pub systems: Vec<Rc<System>>,
}

/// An axiom that is added: how it begins, and its parts.
struct Axiom {
    test: &'static str,
    parts: Vec<usize>,
}

impl Writer<'_> {
    /// The whole file. Exceptions are claims that it does not explain.
    pub(crate) fn write(&self, chosen: &[usize], exceptions: &[usize]) -> String {
        let axioms = self.axioms(chosen);
        let shared = shared(&axioms, |part| self.expression(part));
        let mut more = String::new();
        for (index, axiom) in axioms.iter().enumerate() {
            let comment = self.comment(chosen, &axiom.parts);
            let union = self.union(&axiom.parts, &shared);
            let _ = writeln!(more, "\n{comment}{} {union} as axiom-{}", axiom.test, index + 1);
        }
        let mut definitions = self.definitions(chosen, exceptions);
        if !shared.is_empty() {
            let _ = writeln!(definitions, "let {SHARED} = {}", shared.join(" | "));
        }
        let holes = (0..self.frame.holes()).map(|hole| self.filling(chosen, hole));
        let text = self.frame.filled(&definitions, &holes.collect::<Vec<_>>(), &more);
        self.frame.without_unused(text)
    }

    /// How many axioms are added.
    pub(crate) fn count_axioms(&self, chosen: &[usize]) -> usize {
        self.axioms(chosen).len()
    }

    fn expression(&self, part: usize) -> String {
        match self.problem.parts[part].relation {
            Some(relation) => self.expansion.known[relation].expression.show(self.names()),
            None => "0".to_owned(),
        }
    }

    fn names(&self) -> Names<'_> {
        Names::new(self.base, &self.systems)
    }

    fn axioms(&self, chosen: &[usize]) -> Vec<Axiom> {
        let mut axioms: Vec<(Hole, Axiom)> = Vec::new();
        for part in chosen {
            let hole = self.problem.parts[*part].hole;
            let test = match hole {
                Hole::Sketch(_) => continue,
                Hole::Acyclic(_) => "acyclic",
                Hole::Irreflexive => "irreflexive",
                Hole::Empty => "empty",
            };
            match axioms.iter_mut().find(|(own, _)| *own == hole) {
                Some((_, axiom)) => axiom.parts.push(*part),
                None => axioms.push((hole, Axiom { test, parts: vec![*part] })),
            }
        }
        axioms.into_iter().map(|(_, axiom)| axiom).collect()
    }

    fn union(&self, parts: &[usize], shared: &[String]) -> String {
        let mut words: Vec<String> = parts.iter().map(|part| self.expression(*part)).collect();
        if !shared.is_empty() && shared.iter().all(|own| words.contains(own)) {
            words.retain(|own| !shared.contains(own));
            words.push(SHARED.to_owned());
        }
        words.join(" | ")
    }

    /// What is in a hole of the sketch.
    fn filling(&self, chosen: &[usize], hole: usize) -> String {
        let is_of_hole = |part: &&usize| self.problem.parts[**part].hole == Hole::Sketch(hole);
        let parts: Vec<usize> = chosen.iter().filter(is_of_hole).copied().collect();
        match self.union(&parts, &[]) {
            empty if empty.is_empty() => "0".to_owned(),
            word if word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) => word,
            union => format!("({union})"),
        }
    }

    /// The definitions that the chosen parts need, after what the whole is from.
    fn definitions(&self, chosen: &[usize], exceptions: &[usize]) -> String {
        let claims = || self.views.claims.iter();
        let count =
            |label: Label| claims().filter(|own| own.label == label && !own.is_assumed).count();
        let mut text = format!(
            "from {} allowed and {} forbidden outcomes of litmus tests",
            count(Label::Allowed),
            count(Label::Forbidden)
        );
        if claims().any(|own| own.is_assumed) {
            text += ", and what they do under sc";
        }
        if !exceptions.is_empty() {
            let names = exceptions.iter().map(|claim| self.views.claims[*claim].name.as_str());
            let _ = write!(
                text,
                ", of which it does not explain {}",
                names.collect::<Vec<_>>().join(", ")
            );
        }
        if self.frame.holes() > 0 {
            let of_holes =
                |part: &&usize| matches!(self.problem.parts[**part].hole, Hole::Sketch(_));
            let parts: Vec<usize> = chosen.iter().filter(of_holes).copied().collect();
            text += &self.pins(chosen, &parts);
        }
        let used = leaves(self.problem, self.expansion, chosen).0;
        let mut lines = format!("\n{}", comment(&format!("Written by `heddle synth` {text}.")));
        used.iter().for_each(|index| lines += &definition(&self.base[*index]));
        lines + &self.names().definitions()
    }

    fn comment(&self, chosen: &[usize], parts: &[usize]) -> String {
        match self.pins(chosen, parts) {
            none if none.is_empty() => String::new(),
            pins => comment(pins.trim_start_matches(['.', ' '])),
        }
    }

    /// Which claims would not hold without each of some parts.
    fn pins(&self, chosen: &[usize], parts: &[usize]) -> String {
        let mut text = String::new();
        if !self.problem.is_separate {
            return text;
        }
        for part in parts {
            let others: Vec<usize> = chosen.iter().filter(|own| *own != part).copied().collect();
            let (killed, _) = self.problem.judge(self.layout, &others);
            let (all, _) = self.problem.judge(self.layout, chosen);
            let needs =
                |claim: &&crate::views::Witnesses| holds(claim, &all) && !holds(claim, &killed);
            // A test is named once, whatever states of it need the part.
            let mut names: Vec<&str> = Vec::new();
            for claim in self.views.claims.iter().filter(needs) {
                let name = claim.name.split(" [").next().unwrap_or_default();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if !names.is_empty() {
                let _ = write!(text, ". `{}` is there for {}", self.expression(*part), few(&names));
            }
        }
        text
    }
}

/// The base relations of some parts, by number, and what is defined by itself in them.
pub(crate) fn leaves(
    problem: &Problem,
    expansion: &Expansion,
    chosen: &[usize],
) -> (Vec<usize>, Vec<Rc<System>>) {
    let (mut used, mut systems) = (Vec::new(), Vec::new());
    for relation in chosen.iter().filter_map(|part| problem.parts[*part].relation) {
        expansion.known[relation].expression.leaves(&mut used, &mut systems);
    }
    used.sort_unstable();
    used.dedup();
    (used, systems)
}

const SHARED: &str = "shared";

/// What several axioms have in common, if it is more than one part.
fn shared(axioms: &[Axiom], expression: impl Fn(usize) -> String) -> Vec<String> {
    let words = |axiom: &Axiom| -> Vec<String> {
        axiom.parts.iter().map(|part| expression(*part)).collect()
    };
    let mut best: Vec<String> = Vec::new();
    for (index, first) in axioms.iter().enumerate() {
        for second in &axioms[index + 1..] {
            let second = words(second);
            let common: Vec<String> =
                words(first).into_iter().filter(|own| second.contains(own)).collect();
            if common.len() > best.len().max(1) {
                best = common;
            }
        }
    }
    best
}

/// A few names, and how many more there are.
fn few(names: &[&str]) -> String {
    let named = &names[..names.len().min(MOST_NAMED)];
    match names.len() - named.len() {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// A comment, wrapped.
fn comment(text: &str) -> String {
    // The names of tests may have what ends or begins comments.
    let text = text.replace("(*", "( *").replace("*)", "* )");
    let mut lines = String::from("(*");
    let mut width = lines.len();
    for word in text.split_whitespace() {
        if width + word.len() + 1 > WIDTH {
            lines += "\n  ";
            width = 2;
        }
        lines += " ";
        lines += word;
        width += word.len() + 1;
    }
    lines + " *)\n"
}
