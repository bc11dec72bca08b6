//! Questions as text: LoLA's formulas, and lists of conditions as on the command line.
//!
//! ```text
//! formula   EF φ | AG φ | REACHABLE φ | INVARIANT φ | IMPOSSIBLE φ | BOUNDED
//! φ         φ OR φ | φ AND φ | NOT φ | (φ) | TRUE | FALSE | DEADLOCK | FIREABLE(t) | INITIAL
//!           | sum = sum | … != <> < <= > >= …
//! sum       sums, differences and multiples of places and numbers: 2 * p + q - 3
//! ```
//!
//! `AG φ` (and `INVARIANT`) asks whether ¬φ can be reached, `EF φ` whether φ can, `IMPOSSIBLE` is
//! `EF`. The formula becomes a disjunction of clauses: negation is pushed inwards, where ¬(a ≥ b)
//! is b ≥ a + 1, and conjunctions are multiplied out, up to a limit. Path quantifiers inside of a
//! formula, `X`, `U` and the like are refused: they are no questions about reachability.
//!
//! Source of the syntax: the manual of LoLA (K. Wolf, *Petri Net Model Checking with LoLA 2*,
//! 2018).

mod cases;
mod reader;

use crate::linear::{Clause, Constraint};
use crate::net::{Kind as TransitionKind, Net, PlaceId};
use crate::property::{Property, Question};
use crate::tokens::{Comments, Cursor, Kind, quoted, unknown};
use base::Diagnostic;
use reader::Reader;
use std::ops::Range;

/// Formulas with more clauses are refused.
const MOST_CLAUSES: usize = 20_000;

const KEYWORDS: [&str; 14] = [
    "AND",
    "OR",
    "NOT",
    "TRUE",
    "FALSE",
    "DEADLOCK",
    "FIREABLE",
    "INITIAL",
    "EF",
    "AG",
    "FORMULA",
    "BOUNDED",
    "REACHABLE",
    "INVARIANT",
];

pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The property that a formula means.
pub fn parse(net: &Net, text: &str) -> Result<Property, Diagnostic> {
    let mut cursor = Cursor::new(text, Comments::Braces)?;
    let property = property(net, text, &mut cursor)?;
    cursor.takes(";")?;
    match cursor.peek() {
        Kind::End => Ok(property),
        _ => Err(cursor.unexpected("the end of the formula")),
    }
}

/// Conditions that hold at once, separated by commas: `p>=1, q=2`.
pub fn parse_conditions(net: &Net, text: &str) -> Result<Property, Diagnostic> {
    let mut reader = Reader::new(net, Cursor::new(text, Comments::None)?);
    let mut tree = reader.comparison()?;
    while reader.cursor.takes(",")? {
        tree = Tree::And(vec![tree, reader.comparison()?]);
    }
    match reader.cursor.peek() {
        Kind::End => reach(net, text.trim(), &tree, 0..text.len()),
        _ => Err(reader.cursor.unexpected("`,` or the end")),
    }
}

/// One marking: conditions `p=1, q=2`, and no tokens on the places that they do not mention.
pub fn parse_marking(net: &Net, text: &str) -> Result<Property, Diagnostic> {
    let mut property = parse_conditions(net, text)?;
    if let Question::Reach(clauses) = &mut property.question {
        for clause in clauses {
            let is_mentioned = |place: PlaceId| {
                let terms = |known: &Constraint| known.terms().iter().any(|(p, _)| *p == place);
                clause.constraints.iter().any(terms)
            };
            let others: Vec<PlaceId> = net.places().filter(|place| !is_mentioned(*place)).collect();
            let empty = others.into_iter().map(|place| Constraint::place_at_most(place, 0));
            clause.constraints.extend(empty);
        }
    }
    property.name = format!("the marking {}", property.name);
    Ok(property)
}

/// The names of places, separated by commas.
pub fn parse_places(net: &Net, text: &str) -> Result<Vec<PlaceId>, Diagnostic> {
    let mut cursor = Cursor::new(text, Comments::None)?;
    let mut places = Vec::new();
    loop {
        let (name, span) = cursor.name("the name of a place")?;
        let Some(place) = net.place_called(name) else {
            return Err(unknown("place", name, span, net.place_names()));
        };
        places.push(place);
        if !cursor.takes(",")? {
            break;
        }
    }
    match cursor.peek() {
        Kind::End => Ok(places),
        _ => Err(cursor.unexpected("`,` or the end")),
    }
}

/// The property at a place in a text.
pub(crate) fn property<'t>(
    net: &Net,
    text: &str,
    cursor: &mut Cursor<'t>,
) -> Result<Property, Diagnostic> {
    let start = cursor.span().start;
    if cursor.takes_word("BOUNDED")? {
        return Ok(Property::unbounded());
    }
    let mut is_negated = false;
    let mut is_named = false;
    for (word, negated) in [
        ("EF", false),
        ("REACHABLE", false),
        ("IMPOSSIBLE", false),
        ("AG", true),
        ("INVARIANT", true),
    ] {
        if cursor.takes_word(word)? {
            (is_negated, is_named) = (negated, true);
            break;
        }
    }
    if !is_named {
        return Err(cursor
            .unexpected("`EF`, `AG`, `REACHABLE`, `INVARIANT`, `IMPOSSIBLE` or `BOUNDED`")
            .with_help("only reachability is decided: EF (p >= 2 AND q = 0)"));
    }
    let mut reader = Reader::new(net, cursor.clone());
    let tree = reader.disjunction()?;
    let end = reader.cursor.span().start;
    *cursor = reader.cursor;
    let tree = if is_negated { Tree::Not(Box::new(tree)) } else { tree };
    reach(net, text[start..end].trim(), &tree, start..end)
}

fn reach(net: &Net, name: &str, tree: &Tree, span: Range<usize>) -> Result<Property, Diagnostic> {
    let Some(clauses) = tree.clauses(net, true) else {
        let message = format!("the formula has more than {MOST_CLAUSES} cases");
        return Err(Diagnostic::new(message, span).with_help("ask about parts of it"));
    };
    let name: Vec<&str> = name.split_whitespace().collect();
    Ok(Property::new(name.join(" "), Question::Reach(clauses)))
}

/// A formula about one marking.
enum Tree {
    Holds(bool),
    Dead,
    AtLeast(Constraint),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

impl Tree {
    /// The clauses of the formula, or of its negation; `None` if they are too many.
    fn clauses(&self, net: &Net, is_positive: bool) -> Option<Vec<Clause>> {
        let one = |constraint: Constraint| {
            Some(vec![Clause { constraints: vec![constraint], is_dead: false }])
        };
        match (self, is_positive) {
            (Tree::Holds(holds), _) => {
                Some(if *holds == is_positive { vec![Clause::default()] } else { Vec::new() })
            }
            (Tree::Dead, true) => Some(vec![Clause { constraints: Vec::new(), is_dead: true }]),
            (Tree::Dead, false) => {
                let is_ordinary = |kind: TransitionKind| kind == TransitionKind::Ordinary;
                let ordinary = net.transitions().iter().filter(|known| is_ordinary(known.kind));
                let enabled = ordinary.map(|known| {
                    let arcs = known.consumes().iter();
                    let constraints = arcs.map(|(place, weight)| {
                        Constraint::place_at_least(*place, i128::from(*weight))
                    });
                    Clause { constraints: constraints.collect(), is_dead: false }
                });
                let enabled: Vec<Clause> = enabled.collect();
                (enabled.len() <= MOST_CLAUSES).then_some(enabled)
            }
            (Tree::AtLeast(constraint), true) => one(constraint.clone()),
            (Tree::AtLeast(constraint), false) => one(constraint.negated()),
            (Tree::Not(tree), _) => tree.clauses(net, !is_positive),
            (Tree::And(trees), true) | (Tree::Or(trees), false) => {
                let mut product = vec![Clause::default()];
                for tree in trees {
                    product =
                        cases::both(&product, &tree.clauses(net, is_positive)?, MOST_CLAUSES)?;
                }
                Some(product)
            }
            (Tree::Or(trees), true) | (Tree::And(trees), false) => {
                let mut sum = Vec::new();
                for tree in trees {
                    sum.extend(tree.clauses(net, is_positive)?);
                }
                (sum.len() <= MOST_CLAUSES).then_some(sum)
            }
        }
    }
}

/// A question as a formula that [`parse`] reads as the same clauses.
pub fn show(net: &Net, question: &Question) -> String {
    let clauses = match question {
        Question::Unbounded => return "BOUNDED".to_owned(),
        Question::Reach(clauses) => clauses,
    };
    let shown: Vec<String> = clauses
        .iter()
        .map(|clause| {
            let mut parts: Vec<String> =
                clause.constraints.iter().map(|known| show_constraint(net, known)).collect();
            if clause.is_dead {
                parts.push("DEADLOCK".to_owned());
            }
            if parts.is_empty() { "TRUE".to_owned() } else { parts.join(" AND ") }
        })
        .collect();
    match shown.as_slice() {
        [] => "EF FALSE".to_owned(),
        [one] => format!("EF ({one})"),
        several => format!("EF (({}))", several.join(") OR (")),
    }
}

/// `2 * p - q >= 3`
pub(crate) fn show_constraint(net: &Net, constraint: &Constraint) -> String {
    format!("{} >= {}", show_terms(net, constraint.terms()), constraint.bound())
}

pub(crate) fn show_terms(net: &Net, terms: &[(PlaceId, i128)]) -> String {
    let mut shown = String::new();
    for (place, coefficient) in terms {
        shown += match (shown.is_empty(), *coefficient < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        if coefficient.unsigned_abs() != 1 {
            shown += &format!("{} * ", coefficient.unsigned_abs());
        }
        shown += &quoted(net.place_name(*place));
    }
    if shown.is_empty() { "0".to_owned() } else { shown }
}

#[cfg(test)]
mod tests;
