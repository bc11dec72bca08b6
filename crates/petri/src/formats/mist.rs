//! MIST's `.spec` files: variables, rules, initial markings, targets.
//!
//! ```text
//! vars    idle busy lock
//! rules   idle >= 1, lock >= 1 ->  idle' = idle - 1, lock' = lock - 1, busy' = busy + 1;
//! init    idle >= 1, lock = 1, busy = 0
//! target  busy >= 2
//! ```
//!
//! A rule consumes what it subtracts and leaves what else its guard demands. In `init`, `x >= n`
//! means n or more tokens, and a variable that is not mentioned may have any number, as in MIST.
//! Each line of `target` (conditions with commas between them) is a property of its own, with `=`
//! or `>=`. `invariants`, hints for other tools, are read and not used. Transfers, resets and
//! guards with upper bounds make a rule no transition of a Petri net, and are refused.
//!
//! Source: the input language of MIST (P. Ganty and others).

use super::{Input, refused};
use crate::linear::{Clause, Constraint};
use crate::net::{Builder, PlaceId};
use crate::property::{Property, Question};
use crate::tokens::{Comments, Cursor, Kind, unknown};
use base::Diagnostic;
use std::collections::BTreeMap;

const NO_TRANSITION: &str =
    "a transition of a Petri net adds or subtracts a number: x' = x + 1 (no transfers, no resets)";

pub(super) fn parse(text: &str) -> Result<Input, Diagnostic> {
    let mut reader =
        Reader { text, cursor: Cursor::new(text, Comments::Hash)?, builder: Builder::default() };
    reader.section("vars")?;
    while let Kind::Word(_) | Kind::Quoted(_) = reader.cursor.peek()
        && !reader.cursor.is_word("rules")
    {
        let (name, span) = reader.cursor.name("a variable")?;
        reader.builder.add_place(name).map_err(|error| refused(&error, span))?;
    }
    reader.section("rules")?;
    let mut count = 0;
    while !reader.cursor.is_word("init") {
        count += 1;
        reader.rule(count)?;
    }
    reader.section("init")?;
    reader.initial()?;
    let mut targets = Vec::new();
    if reader.cursor.is_word("target") || reader.cursor.is_word("targets") {
        reader.cursor.take()?;
        while !matches!(reader.cursor.peek(), Kind::End) && !reader.cursor.is_word("invariants") {
            targets.push(reader.target()?);
        }
    }
    if reader.cursor.takes_word("invariants")? {
        while !matches!(reader.cursor.peek(), Kind::End) {
            reader.condition()?;
            reader.cursor.takes(",")?;
        }
    }
    match reader.cursor.peek() {
        Kind::End => Ok(Input { net: reader.builder.build(), properties: targets }),
        _ => Err(reader.cursor.unexpected("`target`, `invariants` or the end of the file")),
    }
}

struct Reader<'t> {
    text: &'t str,
    cursor: Cursor<'t>,
    builder: Builder,
}

/// How a variable is compared with a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    AtLeast,
}

impl Reader<'_> {
    fn section(&mut self, name: &'static str) -> Result<(), Diagnostic> {
        match self.cursor.takes_word(name)? {
            true => Ok(()),
            false => Err(self
                .cursor
                .unexpected(&format!("`{name}`"))
                .with_help("the sections are vars, rules, init, target, in this order")),
        }
    }

    fn variable(&mut self) -> Result<PlaceId, Diagnostic> {
        let (name, span) = self.cursor.name("a variable")?;
        let known = self.builder.place_called(name);
        known.ok_or_else(|| unknown("variable", name, span, self.builder.place_names()))
    }

    /// `x >= 1` or `x = 1`
    fn condition(&mut self) -> Result<(PlaceId, Relation, u64), Diagnostic> {
        let place = self.variable()?;
        let relation = match self.cursor.peek() {
            Kind::Symbol("=") => Relation::Equal,
            Kind::Symbol(">=") => Relation::AtLeast,
            _ => return Err(self.cursor.unexpected("`>=` or `=`")),
        };
        self.cursor.take()?;
        Ok((place, relation, self.cursor.number("a number of tokens")?))
    }

    fn rule(&mut self, number: usize) -> Result<(), Diagnostic> {
        let start = self.cursor.span();
        let mut guard: BTreeMap<PlaceId, u64> = BTreeMap::new();
        while self.cursor.peek() != Kind::Symbol("->") {
            let span = self.cursor.span();
            let (place, relation, tokens) = self.condition()?;
            if relation == Relation::Equal {
                return Err(Diagnostic::new("a guard with `=` is not supported", span).with_help(
                    "transitions of Petri nets are enabled by at least so many tokens",
                ));
            }
            let known = guard.entry(place).or_insert(0);
            *known = tokens.max(*known);
            if !self.cursor.takes(",")? {
                break;
            }
        }
        self.cursor.expect("->", "after the guard of the rule")?;
        let mut produces: Vec<(PlaceId, u64)> = Vec::new();
        let mut changed = std::collections::BTreeSet::new();
        while self.cursor.peek() != Kind::Symbol(";") {
            let span = self.cursor.span();
            let (place, difference) = self.assignment()?;
            if !changed.insert(place) {
                return Err(Diagnostic::new("the rule assigns this variable twice", span));
            }
            let guarded = guard.get(&place).copied().unwrap_or(0);
            let Some(left) = guarded.checked_add_signed(difference) else {
                let message = format!(
                    "the rule takes {} tokens, and its guard demands only {guarded}",
                    difference.unsigned_abs()
                );
                return Err(Diagnostic::new(message, span)
                    .with_help(format!("demand them: >= {}", difference.unsigned_abs())));
            };
            produces.push((place, left));
            if !self.cursor.takes(",")? {
                break;
            }
        }
        self.cursor.expect(";", "at the end of the rule")?;
        // What is demanded and not changed stays.
        produces.extend(guard.iter().filter(|(p, _)| !changed.contains(p)).map(|(p, w)| (*p, *w)));
        let name = format!("r{number}");
        let added = self.builder.add_transition(name, guard.into_iter().collect(), produces);
        added.map_err(|error| refused(&error, start))?;
        Ok(())
    }

    /// `x' = x + 1`, as the difference.
    fn assignment(&mut self) -> Result<(PlaceId, i64), Diagnostic> {
        let start = self.cursor.span().start;
        let place = self.variable()?;
        self.cursor.expect("'", "after the variable that the rule changes")?;
        self.cursor.expect("=", "after the variable that the rule changes")?;
        let source = self.cursor.span();
        let Ok(from) = self.variable() else {
            let message = "the new value is not that of the variable and a number";
            return Err(Diagnostic::new(message, source).with_help(NO_TRANSITION));
        };
        let mut difference = 0_i64;
        loop {
            let sign = match self.cursor.peek() {
                Kind::Symbol("+") => 1,
                Kind::Symbol("-") => -1,
                _ => break,
            };
            self.cursor.take()?;
            if !matches!(self.cursor.peek(), Kind::Number(_)) {
                return Err(self.cursor.unexpected("a number").with_help(NO_TRANSITION));
            }
            let number = self.cursor.number("a number")?;
            // Numbers are at most 2^50, and the sum is checked as soon as it is not.
            difference += sign * i64::try_from(number).expect("numbers are small");
            if difference.unsigned_abs() > crate::marking::MOST_TOKENS {
                return Err(refused(&crate::net::BuildError::TooManyTokens, source));
            }
        }
        if from != place {
            let span = start..self.cursor.span().start;
            let shown = self.text[span.clone()].trim_end().len();
            let message = "the new value is that of another variable";
            return Err(Diagnostic::new(message, start..start + shown).with_help(NO_TRANSITION));
        }
        Ok((place, difference))
    }

    fn initial(&mut self) -> Result<(), Diagnostic> {
        let mut mentioned = std::collections::BTreeSet::new();
        let mut open = Vec::new();
        while let Kind::Word(_) | Kind::Quoted(_) = self.cursor.peek()
            && !self.cursor.is_word("target")
            && !self.cursor.is_word("targets")
            && !self.cursor.is_word("invariants")
        {
            let span = self.cursor.span();
            let (place, relation, tokens) = self.condition()?;
            if !mentioned.insert(place) {
                let message = "the initial marking of this variable is given twice";
                return Err(Diagnostic::new(message, span));
            }
            self.builder.mark(place, tokens).map_err(|error| refused(&error, span.clone()))?;
            if relation == Relation::AtLeast {
                open.push((place, span));
            }
            if !self.cursor.takes(",")? && !self.cursor.takes(";")? {
                break;
            }
        }
        let end = self.cursor.span();
        let names: Vec<String> = self.builder.place_names().map(str::to_owned).collect();
        let free = names.iter().filter_map(|name| self.builder.place_called(name));
        let free: Vec<_> = free.filter(|place| !mentioned.contains(place)).collect();
        open.extend(free.into_iter().map(|place| (place, end.clone())));
        for (place, span) in open {
            self.builder.supply(place).map_err(|error| refused(&error, span))?;
        }
        Ok(())
    }

    /// Conditions with commas between them.
    fn target(&mut self) -> Result<Property, Diagnostic> {
        let start = self.cursor.span().start;
        let mut constraints = Vec::new();
        let mut end;
        loop {
            let (place, relation, tokens) = self.condition()?;
            constraints.push(Constraint::place_at_least(place, i128::from(tokens)));
            if relation == Relation::Equal {
                constraints.push(Constraint::place_at_most(place, i128::from(tokens)));
            }
            end = self.cursor.span().start;
            if !self.cursor.takes(",")? {
                break;
            }
        }
        self.cursor.takes(";")?;
        let name: Vec<&str> = self.text[start..end].split_whitespace().collect();
        let clause = Clause { constraints, is_dead: false };
        Ok(Property::new(name.join(" "), Question::Reach(vec![clause])))
    }
}
