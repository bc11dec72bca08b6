//! Why does an axiom not hold? A set of literals that are true now, and that no execution of the
//! model has together.
//!
//! Each operator explains why something is in its result by why something is in its arguments, and
//! why something is not by why something else is not (`absences`). Where there is a choice (the
//! sides of a union, the event in the midst of a sequence), what is certain whenever its events are
//! executed is preferred, since it needs no literal of its own.
//!
//! - A pair of a closure is explained by a shortest path.
//! - What is in a least fixpoint is explained by the round in which it came in, so that no
//!   explanation goes round in circles.
//! - A recursion that is not monotone, or that has another one in it, is explained by everything
//!   that it depends on.

use super::present::Present;
use super::theory::{Candidate, Executed, contains, is_wrong};
use crate::encoding::Item;
use cat::program::{Check, Operator, Recursion};
use cat::syntax::Test;
use cat::{Boolean, Datum, Slot, Valuation, rounds};
use relation::{Relation, Set};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::Literal;

/// In which round of which recursion something is asked; none outside of recursions.
type At = Option<(usize, usize)>;

pub(super) struct Reasons<'r> {
    pub(super) candidate: &'r Candidate<'r>,
    pub(super) valuation: &'r Valuation<Present>,
    /// What is true now, and why the axiom does not hold.
    pub(super) found: Vec<Literal>,
    /// Explained already.
    present: FxHashSet<(Slot, At, Item)>,
    pub(super) absent: FxHashSet<(Slot, Item)>,
    rounds: FxHashMap<usize, Vec<Valuation<Present>>>,
}

impl<'r> Reasons<'r> {
    pub(super) fn new(
        candidate: &'r Candidate<'r>,
        valuation: &'r Valuation<Present>,
    ) -> Reasons<'r> {
        Reasons {
            candidate,
            valuation,
            found: Vec::new(),
            present: FxHashSet::default(),
            absent: FxHashSet::default(),
            rounds: FxHashMap::default(),
        }
    }

    /// Not all of this. None if something of it has no value yet, so that nothing is known.
    pub(super) fn clause(self) -> Option<Vec<Literal>> {
        let mut clause: Vec<Literal> = self.found.into_iter().map(|literal| !literal).collect();
        clause.sort_unstable();
        clause.dedup();
        if clause.is_empty() {
            clause.push(!self.candidate.theory.truth);
        }
        let value = self.candidate.value;
        clause.iter().all(|literal| value(*literal) == Some(false)).then_some(clause)
    }

    /// Whether an axiom does not hold, and why.
    pub(super) fn violated(&mut self, check: &Check) -> bool {
        let slot = check.slot;
        let datum = self.valuation.get(slot).expect("what is checked was computed");
        let wrong = match (check.test, datum) {
            (Test::Acyclic, Datum::Relation(relation)) => shortest_cycle(relation),
            (Test::Acyclic, Datum::Set(_)) => unreachable!("the compiler lets only relations be"),
            (Test::Empty | Test::Irreflexive, datum) => {
                items(datum).find(|item| is_wrong(check, *item)).map(|item| vec![item])
            }
        };
        match (wrong, check.negated) {
            (None, false) | (Some(_), true) => return false,
            (Some(items), false) => {
                items.into_iter().for_each(|item| self.present(slot, None, item))
            }
            (None, true) => {
                let is_asked = |item: &Item| match check.test {
                    Test::Acyclic => !contains(datum, *item),
                    Test::Empty | Test::Irreflexive => is_wrong(check, *item),
                };
                let may: Vec<Item> = items(self.may(slot)).filter(is_asked).collect();
                may.into_iter().for_each(|item| self.absent(slot, item));
            }
        }
        true
    }

    pub(super) fn may(&self, slot: Slot) -> &'r Datum<Set, Relation> {
        let bound: &'r Option<_> = &self.candidate.theory.may[slot.index()];
        bound.as_ref().expect("it is needed")
    }

    fn must(&self, slot: Slot, item: Item) -> bool {
        let bound = &self.candidate.theory.must[slot.index()];
        contains(bound.as_ref().expect("it is needed"), item)
    }

    pub(super) fn operator(&self, slot: Slot) -> Operator {
        self.candidate.theory.model.operator(slot)
    }

    /// The recursion around a slot, by its place.
    pub(super) fn recursion(&self, slot: Slot) -> Option<usize> {
        let recursions = &self.candidate.theory.model.program.recursions;
        recursions.iter().position(|own| own.body.contains(&slot.index()))
    }

    /// Whether nothing shorter is known of a recursion than all that it depends on.
    pub(super) fn is_opaque(&self, index: usize) -> bool {
        let model = &self.candidate.theory.model;
        let own = &model.program.recursions[index].body;
        let is_apart = |other: &Recursion| {
            other.body.end <= own.start || own.end <= other.body.start || other.body == *own
        };
        !model.is_monotone[index] || !model.program.recursions.iter().all(is_apart)
    }

    /// What is in a slot.
    pub(super) fn datum(&self, slot: Slot, at: At) -> &Datum<Set, Relation> {
        let valuation = match at {
            Some((index, round)) => &self.rounds[&index][round],
            None => self.valuation,
        };
        valuation.get(slot).expect("it was computed")
    }

    pub(super) fn holds(&self, slot: Slot, at: At, item: Item) -> bool {
        contains(self.datum(slot, self.enter(slot, at)), item)
    }

    /// The round that a slot is to be looked at in, if it is looked at in this one.
    fn enter(&self, slot: Slot, at: At) -> At {
        match (at, self.recursion(slot)) {
            (Some((index, _)), Some(own)) if index == own => at,
            _ => None,
        }
    }

    /// Computes the rounds of a recursion, and says which is the last.
    fn last_round(&mut self, index: usize) -> usize {
        if !self.rounds.contains_key(&index) {
            let program = &self.candidate.theory.model.program;
            let mut world = Present { executed: self.candidate.executed.clone() };
            let recursion = &program.recursions[index];
            let found = rounds(program, &mut world, self.candidate, recursion, self.valuation);
            self.rounds.insert(index, found);
        }
        self.rounds[&index].len() - 1
    }

    fn executed(&mut self, item: Item) {
        let events = match item {
            Item::Event(event) => [event, event],
            Item::Pair(from, to) => [from, to],
        };
        for event in events {
            match self.candidate.theory.executed[event] {
                Executed::If(literal) => self.found.push(literal),
                Executed::Always => {}
                Executed::Never => unreachable!("what is never executed is in nothing"),
            }
        }
    }

    /// Explains why something is in a slot.
    pub(super) fn present(&mut self, slot: Slot, at: At, item: Item) {
        if self.must(slot, item) {
            self.executed(item);
            return;
        }
        let mut at = self.enter(slot, at);
        if let Some(index) = self.recursion(slot) {
            if self.is_opaque(index) {
                self.everything(slot);
                return;
            }
            if at.is_none() {
                at = Some((index, self.last_round(index)));
            }
        }
        if !self.present.insert((slot, at, item)) {
            return;
        }
        match self.operator(slot) {
            Operator::Input(_) | Operator::Choice(_) => {
                match self.candidate.theory.leaves[&slot].open.get(&item) {
                    Some(literal) => self.found.push(*literal),
                    None => self.executed(item),
                }
            }
            Operator::Variable => self.present_variable(slot, at, item),
            Operator::Empty => unreachable!("nothing is in the empty set"),
            Operator::AllEvents => self.executed(item),
            Operator::Boolean(operator, first, second) => match operator {
                Boolean::Union => {
                    let is_second = self.holds(second, at, item)
                        && (self.must(second, item) || !self.holds(first, at, item));
                    self.present(if is_second { second } else { first }, at, item);
                }
                Boolean::Intersection => {
                    self.present(first, at, item);
                    self.present(second, at, item);
                }
                Boolean::Difference => {
                    self.present(first, at, item);
                    self.absent(second, item);
                }
            },
            Operator::Product(first, second) => {
                let Item::Pair(from, to) = item else { panic!("a product is a relation") };
                self.present(first, at, Item::Event(from));
                self.present(second, at, Item::Event(to));
            }
            Operator::IdentityOn(set) => {
                let Item::Pair(event, _) = item else { panic!("an identity is a relation") };
                self.present(set, at, Item::Event(event));
            }
            Operator::Sequence(first, second) => {
                let ways = self.ways(first, second, at, item);
                let cost = |(one, other): &(Item, Item)| {
                    usize::from(!self.must(first, *one)) + usize::from(!self.must(second, *other))
                };
                let cheapest = ways.into_iter().min_by_key(cost);
                let (one, other) = cheapest.expect("something is in between");
                self.present(first, at, one);
                self.present(second, at, other);
            }
            Operator::Inverse(relation) => self.present(relation, at, turned(item)),
            Operator::Closure(relation) => {
                let path = shortest_path(
                    relation_of(self.datum(relation, self.enter(relation, at))),
                    item,
                );
                path.into_iter().for_each(|step| self.present(relation, at, step));
            }
            Operator::Domain(relation) | Operator::Range(relation) => {
                let pairs =
                    ends(self.operator(slot), self.datum(relation, self.enter(relation, at)), item);
                let certain = pairs.iter().copied().find(|pair| self.must(relation, *pair));
                let pair = certain.or(pairs.first().copied()).expect("there is such a pair");
                self.present(relation, at, pair);
            }
        }
    }

    /// What a variable has was in what it becomes, in the round before it came in.
    fn present_variable(&mut self, slot: Slot, at: At, item: Item) {
        let (index, round) = at.expect("a variable is in a recursion");
        let is_in = |round: &usize| {
            contains(self.rounds[&index][*round].get(slot).expect("it was computed"), item)
        };
        let first = (0..=round).find(is_in).expect("it came in");
        let result = self.candidate.theory.model.result(slot);
        self.present(result, Some((index, first - 1)), item);
    }

    /// The ways through two relations.
    fn ways(&self, first: Slot, second: Slot, at: At, item: Item) -> Vec<(Item, Item)> {
        let Item::Pair(from, to) = item else { panic!("a sequence is a relation") };
        let relation = |slot: Slot| relation_of(self.datum(slot, self.enter(slot, at)));
        let (one, other) = (relation(first), relation(second));
        let betweens = one.successors(from).filter(|between| other.contains(*between, to));
        betweens.map(|between| (Item::Pair(from, between), Item::Pair(between, to))).collect()
    }

    /// All that a slot depends on, as it is.
    pub(super) fn everything(&mut self, slot: Slot) {
        let theory = self.candidate.theory;
        let mut seen: FxHashSet<Slot> = FxHashSet::default();
        let mut waiting = vec![slot];
        while let Some(slot) = waiting.pop() {
            if !seen.insert(slot) {
                continue;
            }
            let operator = self.operator(slot);
            waiting.extend(operator.arguments());
            if operator == Operator::Variable {
                waiting.push(theory.model.result(slot));
            }
        }
        let executed = theory.executed.iter().filter_map(|executed| match executed {
            Executed::If(literal) => Some(*literal),
            Executed::Always | Executed::Never => None,
        });
        let leaves = seen.iter().filter_map(|slot| theory.leaves.get(slot));
        let literals = executed.chain(leaves.flat_map(|leaf| leaf.open.values().copied()));
        let value = self.candidate.value;
        self.found.extend(literals.map(|literal| literal.negated_if(value(literal) != Some(true))));
    }
}

pub(super) fn turned(item: Item) -> Item {
    let Item::Pair(from, to) = item else { panic!("an inverse is a relation") };
    Item::Pair(to, from)
}

pub(super) fn relation_of(datum: &Datum<Set, Relation>) -> &Relation {
    match datum {
        Datum::Relation(relation) => relation,
        Datum::Set(_) => panic!("a relation is no set"),
    }
}

/// Everything in a slot.
fn items(datum: &Datum<Set, Relation>) -> Box<dyn Iterator<Item = Item> + '_> {
    match datum {
        Datum::Set(set) => Box::new(set.iter().map(Item::Event)),
        Datum::Relation(relation) => {
            Box::new(relation.pairs().map(|(from, to)| Item::Pair(from, to)))
        }
    }
}

/// The pairs that put an event into a domain or a range.
pub(super) fn ends(operator: Operator, datum: &Datum<Set, Relation>, item: Item) -> Vec<Item> {
    let Item::Event(event) = item else { panic!("a domain is a set") };
    let relation = relation_of(datum);
    match operator {
        Operator::Domain(_) => {
            relation.successors(event).map(|other| Item::Pair(event, other)).collect()
        }
        _ => {
            let others = (0..relation.size()).filter(|other| relation.contains(*other, event));
            others.map(|other| Item::Pair(other, event)).collect()
        }
    }
}

/// A shortest way from one end of a pair to the other, in at least one step.
fn shortest_path(relation: &Relation, item: Item) -> Vec<Item> {
    let Item::Pair(from, to) = item else { panic!("a closure is a relation") };
    let mut before: Vec<Option<usize>> = vec![None; relation.size()];
    let mut reached = vec![from];
    let mut next = 0;
    while before[to].is_none() {
        let event = *reached.get(next).expect("there is a way");
        next += 1;
        for successor in relation.successors(event) {
            if before[successor].is_none() {
                before[successor] = Some(event);
                reached.push(successor);
            }
        }
    }
    let mut path = Vec::new();
    let mut end = to;
    loop {
        let start = before[end].expect("it was reached");
        path.push(Item::Pair(start, end));
        end = start;
        if end == from {
            return path;
        }
    }
}

/// A cycle that no other one through its events is shorter than.
fn shortest_cycle(relation: &Relation) -> Option<Vec<Item>> {
    let cycle = relation.find_cycle()?;
    cycle
        .into_iter()
        .map(|event| shortest_path(relation, Item::Pair(event, event)))
        .min_by_key(Vec::len)
}
