//! Why is something *not* in a relation of a candidate? Because on each way in which it could be,
//! something is missing; `reasons` says why something is there.
//!
//! An event that is not executed is in nothing. Of a closure, it is the edges that would lead out
//! of what is reached. In a recursion the explanation may go round: what only supports itself is
//! not in a least fixpoint.

use super::reasons::{Reasons, ends, relation_of, turned};
use super::theory::{Executed, contains};
use crate::encoding::Item;
use cat::program::Operator;
use cat::{Boolean, Slot};
use relation::Set;

impl Reasons<'_> {
    /// Explains why something is not in a slot.
    pub(super) fn absent(&mut self, slot: Slot, item: Item) {
        if !contains(self.may(slot), item) || self.is_not_executed(item) {
            return;
        }
        if let Some(index) = self.recursion(slot)
            && self.is_opaque(index)
        {
            self.everything(slot);
            return;
        }
        if !self.absent.insert((slot, item)) {
            return;
        }
        match self.operator(slot) {
            Operator::Input(_) | Operator::Choice(_) => {
                // What is neither open nor always there never is.
                let literal = self.candidate.theory.leaves[&slot].open.get(&item);
                self.found.extend(literal.map(|literal| !*literal));
            }
            Operator::Variable => self.absent(self.candidate.theory.model.result(slot), item),
            Operator::Empty => {}
            Operator::AllEvents => unreachable!("its event is executed"),
            Operator::Boolean(operator, first, second) => {
                let (in_first, in_second) =
                    (self.holds(first, None, item), self.holds(second, None, item));
                match operator {
                    Boolean::Union => {
                        self.absent(first, item);
                        self.absent(second, item);
                    }
                    Boolean::Intersection if in_first => self.absent(second, item),
                    Boolean::Intersection if in_second => self.absent(first, item),
                    Boolean::Intersection => {
                        let is_impossible = !contains(self.may(second), item);
                        self.absent(if is_impossible { second } else { first }, item);
                    }
                    Boolean::Difference if in_first => self.present(second, None, item),
                    Boolean::Difference => self.absent(first, item),
                }
            }
            Operator::Product(first, second) => {
                let Item::Pair(from, to) = item else { panic!("a product is a relation") };
                match self.holds(first, None, Item::Event(from)) {
                    false => self.absent(first, Item::Event(from)),
                    true => self.absent(second, Item::Event(to)),
                }
            }
            Operator::IdentityOn(set) => match item {
                Item::Pair(from, to) if from == to => self.absent(set, Item::Event(from)),
                _ => {}
            },
            Operator::Sequence(first, second) => self.absent_sequence(first, second, item),
            Operator::Inverse(relation) => self.absent(relation, turned(item)),
            Operator::Closure(relation) => self.absent_closure(relation, item),
            Operator::Domain(relation) | Operator::Range(relation) => {
                let pairs = ends(self.operator(slot), self.may(relation), item);
                pairs.into_iter().for_each(|pair| self.absent(relation, pair));
            }
        }
    }

    /// Whether an event of an item is not executed, which explains that it is nowhere.
    fn is_not_executed(&mut self, item: Item) -> bool {
        let events = match item {
            Item::Event(event) => [event, event],
            Item::Pair(from, to) => [from, to],
        };
        for event in events {
            if self.candidate.executed.contains(event) {
                continue;
            }
            if let Executed::If(literal) = self.candidate.theory.executed[event] {
                self.found.push(!literal);
            }
            return true;
        }
        false
    }

    /// On every way that there could be, one step is missing.
    fn absent_sequence(&mut self, first: Slot, second: Slot, item: Item) {
        let Item::Pair(from, to) = item else { panic!("a sequence is a relation") };
        let (one, other) = (relation_of(self.may(first)), relation_of(self.may(second)));
        let betweens: Vec<usize> =
            one.successors(from).filter(|between| other.contains(*between, to)).collect();
        for between in betweens {
            let step = Item::Pair(from, between);
            match self.holds(first, None, step) {
                false => self.absent(first, step),
                true => self.absent(second, Item::Pair(between, to)),
            }
        }
    }

    /// Nothing leads out of what is reached.
    fn absent_closure(&mut self, relation: Slot, item: Item) {
        let Item::Pair(from, _) = item else { panic!("a closure is a relation") };
        let steps = relation_of(self.datum(relation, None)).clone();
        let mut reached = Set::new(steps.size());
        let mut waiting = vec![from];
        let mut starts = vec![from];
        while let Some(event) = waiting.pop() {
            for next in
                steps.successors(event).filter(|next| !reached.contains(*next)).collect::<Vec<_>>()
            {
                reached.insert(next);
                waiting.push(next);
                starts.push(next);
            }
        }
        let may = relation_of(self.may(relation));
        let out =
            starts.into_iter().flat_map(|start| may.successors(start).map(move |end| (start, end)));
        let mut out: Vec<(usize, usize)> = out.filter(|(_, end)| !reached.contains(*end)).collect();
        out.sort_unstable();
        out.dedup();
        out.into_iter().for_each(|(start, end)| self.absent(relation, Item::Pair(start, end)));
    }
}
