//! Formulas about one marking, from text.
//!
//! By recursive descent: disjunctions of conjunctions of literals, which are comparisons of sums,
//! constants, or formulas in parentheses.

use super::{Tree, is_keyword};
use crate::linear::Constraint;
use crate::marking::Marking;
use crate::net::{Net, PlaceId};
use crate::tokens::{Cursor, Kind, unknown};
use base::Diagnostic;

/// Formulas that are nested more deeply are refused.
const MOST_NESTING: usize = 500;

pub(super) struct Reader<'n, 't> {
    net: &'n Net,
    pub(super) cursor: Cursor<'t>,
    /// How deep the formula is nested here.
    depth: usize,
}

/// Σ coefficient · place + constant
#[derive(Default)]
struct Sum {
    terms: Vec<(PlaceId, i128)>,
    constant: i128,
}

impl<'n, 't> Reader<'n, 't> {
    pub(super) fn new(net: &'n Net, cursor: Cursor<'t>) -> Reader<'n, 't> {
        Reader { net, cursor, depth: 0 }
    }

    pub(super) fn disjunction(&mut self) -> Result<Tree, Diagnostic> {
        let mut trees = vec![self.conjunction()?];
        while self.cursor.takes_word("OR")? {
            trees.push(self.conjunction()?);
        }
        Ok(if trees.len() == 1 { trees.remove(0) } else { Tree::Or(trees) })
    }

    fn conjunction(&mut self) -> Result<Tree, Diagnostic> {
        let mut trees = vec![self.literal()?];
        while self.cursor.takes_word("AND")? {
            trees.push(self.literal()?);
        }
        Ok(if trees.len() == 1 { trees.remove(0) } else { Tree::And(trees) })
    }

    fn literal(&mut self) -> Result<Tree, Diagnostic> {
        self.depth += 1;
        if self.depth > MOST_NESTING {
            let message = format!("this is nested more than {MOST_NESTING} deep");
            return Err(Diagnostic::new(message, self.cursor.span()));
        }
        let tree = self.literal_within();
        self.depth -= 1;
        tree
    }

    fn literal_within(&mut self) -> Result<Tree, Diagnostic> {
        if self.cursor.takes_word("NOT")? || self.cursor.takes("!")? {
            return Ok(Tree::Not(Box::new(self.literal()?)));
        }
        for (word, holds) in [("TRUE", true), ("FALSE", false)] {
            if self.cursor.takes_word(word)? {
                return Ok(Tree::Holds(holds));
            }
        }
        if self.cursor.takes_word("DEADLOCK")? {
            return Ok(Tree::Dead);
        }
        if self.cursor.takes_word("INITIAL")? {
            return Ok(exactly(self.net.initial()));
        }
        if self.cursor.takes_word("FIREABLE")? {
            return self.fireable();
        }
        for word in ["EX", "AX", "AF", "EG", "EF", "AG", "E", "A", "F", "G", "X", "U", "R"] {
            let is_place = self.net.place_called(word).is_some();
            if self.cursor.is_word(word) && !is_place {
                let message = format!("`{word}` inside of a formula is not supported");
                return Err(Diagnostic::new(message, self.cursor.span())
                    .with_help("only reachability is decided: EF or AG once, at the beginning"));
            }
        }
        if self.cursor.takes("(")? {
            let tree = self.disjunction()?;
            self.cursor.expect(")", "after the formula in parentheses")?;
            return Ok(tree);
        }
        self.comparison()
    }

    fn fireable(&mut self) -> Result<Tree, Diagnostic> {
        self.cursor.expect("(", "after FIREABLE")?;
        let (name, span) = self.cursor.name("the name of a transition")?;
        self.cursor.expect(")", "after the transition")?;
        let Some(id) = self.net.transition_called(name) else {
            let names = self.net.transitions().iter().map(|known| known.name.as_str());
            return Err(unknown("transition", name, span, names));
        };
        let arcs = self.net.transition(id).consumes().iter();
        let enough = arcs.map(|(place, weight)| {
            Tree::AtLeast(Constraint::place_at_least(*place, i128::from(*weight)))
        });
        Ok(Tree::And(enough.collect()))
    }

    pub(super) fn comparison(&mut self) -> Result<Tree, Diagnostic> {
        let left = self.sum()?;
        let relation = match self.cursor.peek() {
            Kind::Symbol(symbol @ (">=" | "<=" | "=" | "!=" | "<>" | "<" | ">")) => symbol,
            Kind::Symbol(_) | Kind::Word(_) | Kind::Quoted(_) | Kind::Number(_) | Kind::End => {
                return Err(self.cursor.unexpected("`=`, `>=` or another comparison"));
            }
        };
        self.cursor.take()?;
        let right = self.sum()?;
        // left − right ≥ slack
        let at_least = |left: &Sum, right: &Sum, slack: i128| {
            let negative = right.terms.iter().map(|(place, k)| (*place, -k));
            let terms = left.terms.iter().copied().chain(negative).collect();
            Tree::AtLeast(Constraint::at_least(terms, right.constant - left.constant + slack))
        };
        Ok(match relation {
            ">=" => at_least(&left, &right, 0),
            "<=" => at_least(&right, &left, 0),
            ">" => at_least(&left, &right, 1),
            "<" => at_least(&right, &left, 1),
            "=" => Tree::And(vec![at_least(&left, &right, 0), at_least(&right, &left, 0)]),
            _ => Tree::Or(vec![at_least(&left, &right, 1), at_least(&right, &left, 1)]),
        })
    }

    fn sum(&mut self) -> Result<Sum, Diagnostic> {
        let mut sum = Sum::default();
        let mut sign = if self.cursor.takes("-")? { -1 } else { 1 };
        loop {
            self.product(sign, &mut sum)?;
            sign = match self.cursor.peek() {
                Kind::Symbol("+") => 1,
                Kind::Symbol("-") => -1,
                _ => return Ok(sum),
            };
            self.cursor.take()?;
        }
    }

    /// `2`, `p`, `2 * p`, `2 p` or `p * 2`
    fn product(&mut self, sign: i128, sum: &mut Sum) -> Result<(), Diagnostic> {
        let mut factor = 1;
        let is_number = matches!(self.cursor.peek(), Kind::Number(_));
        if is_number {
            factor = i128::from(self.cursor.number("a number")?);
            let is_product = self.cursor.takes("*")?
                || matches!(self.cursor.peek(), Kind::Quoted(_))
                || matches!(self.cursor.peek(), Kind::Word(word) if !is_keyword(word));
            if !is_product {
                sum.constant += sign * factor;
                return Ok(());
            }
        }
        let (name, span) = self.cursor.name("a place or a number")?;
        let Some(place) = self.net.place_called(name) else {
            return Err(unknown("place", name, span, self.net.place_names()));
        };
        if !is_number && self.cursor.takes("*")? {
            factor = i128::from(self.cursor.number("a number")?);
        }
        sum.terms.push((place, sign * factor));
        Ok(())
    }
}

/// This marking and no other.
fn exactly(marking: &Marking) -> Tree {
    let places = marking.tokens().iter().enumerate();
    let both = places.flat_map(|(at, tokens)| {
        let (place, tokens) = (PlaceId::new(at), i128::from(*tokens));
        [Constraint::place_at_least(place, tokens), Constraint::place_at_most(place, tokens)]
    });
    Tree::And(both.map(Tree::AtLeast).collect())
}
