//! Which numbers can a value be? At most those that follow from what can be written where it is
//! read (`dat3m-thesis` §4.8: constants and addresses propagated through registers and memory).
//!
//! Sets grow from the initial values until nothing changes, without regard to the order of events
//! (flow-insensitive, as Andersen's analysis is); a set that grows beyond a limit is *any*. An
//! operation is applied to all combinations of what its operands can be.
//!
//! A branch goes both ways, also where what it decides on can have one value only so far: a value
//! that is written only if it is read, in a cycle of control dependencies, is in the sets, and the
//! model decides (as in `candidates::values`). Where values are computed from each other in a cycle
//! without any branch, no value is invented.
//!
//! What is read by an event that is not executed is 0 to the evaluator, and does not matter: sets
//! are about executed events only. An event that is executed nowhere reads 0 in the sets, too, so
//! that in the end every value can be something.

use crate::evaluate::compute;
use crate::{Acyclic, EventId, Node, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// Memory as it is at the start: the number in a cell, or none where nothing was written, which is
/// read as 0.
pub(crate) type Initial<'i> = dyn Fn(u64, u8) -> Option<u64> + 'i;

/// More numbers than that are any number.
pub(crate) const MOST: usize = 1 << MOST_BITS;
const MOST_BITS: u32 = 6;

/// What a value can be; none for any number.
pub(crate) type Numbers = Option<BTreeSet<u64>>;

/// What all values can be.
#[derive(Clone, Default, Debug)]
pub struct Reach {
    sets: Vec<Numbers>,
    /// What can be written to each cell, by its address.
    written: BTreeMap<u64, Numbers>,
    is_never_read: BTreeSet<EventId>,
}

impl Reach {
    /// What can be, where the `may_addresses` of events are those at which they can be executed.
    pub(crate) fn new(acyclic: &Acyclic, initial: &Initial<'_>) -> Reach {
        let none = vec![Some(BTreeSet::new()); acyclic.values.len()];
        let mut own =
            Reach { sets: none, written: BTreeMap::new(), is_never_read: BTreeSet::new() };
        loop {
            let before = own.sets.clone();
            own.pass(acyclic);
            let grown = own.write(acyclic, initial);
            if !grown && own.sets == before && !own.give_up_reads(acyclic) {
                return own;
            }
        }
    }

    /// Finds the events that read nothing, and so are executed nowhere; whether there is any new.
    fn give_up_reads(&mut self, acyclic: &Acyclic) -> bool {
        let before = self.is_never_read.len();
        for (id, node, _) in acyclic.values.all() {
            if let Node::Read(event) = node
                && self.numbers(id).is_some_and(BTreeSet::is_empty)
            {
                self.is_never_read.insert(event);
            }
        }
        self.is_never_read.len() > before
    }

    /// What a value can be; none for any number.
    pub fn numbers(&self, id: ValueId) -> Option<&BTreeSet<u64>> {
        self.sets[id.index()].as_ref()
    }

    /// Whether a condition can be 1.
    pub fn may_hold(&self, condition: ValueId) -> bool {
        self.numbers(condition).is_none_or(|numbers| numbers.contains(&1))
    }

    /// Computes all values from what can be read.
    fn pass(&mut self, acyclic: &Acyclic) {
        for (id, node, width) in acyclic.values.all() {
            let read = match node {
                Node::Read(event) => self.read(acyclic, event),
                _ => None,
            };
            self.sets[id.index()] = self.computed(acyclic, node, width, read);
        }
    }

    /// Computes the values that are new since the last time, where it is known what events can
    /// read.
    pub(crate) fn extend(&mut self, acyclic: &Acyclic, reads: &[Numbers]) {
        for (_, node, width) in acyclic.values.all().skip(self.sets.len()) {
            let read = match node {
                Node::Read(event) => reads[event.index()].clone(),
                _ => None,
            };
            let set = self.computed(acyclic, node, width, read);
            self.sets.push(set);
        }
    }

    /// What a value can be, where `read` is for what an event reads.
    fn computed(&self, acyclic: &Acyclic, node: Node, width: u8, read: Numbers) -> Numbers {
        let set = match node {
            Node::Constant(number) => Some(BTreeSet::from([number])),
            Node::Read(_) => read,
            Node::Uninitialised(_) => Some(BTreeSet::from([0, 1])),
            Node::Decision(_) => Some(BTreeSet::from([0, 1])),
            Node::Choice(_) => None,
            Node::Select(condition, then, otherwise) => {
                let may = |number| {
                    self.numbers(condition).is_none_or(|numbers| numbers.contains(&number))
                };
                let then = may(1).then(|| self.sets[then.index()].clone());
                let otherwise = may(0).then(|| self.sets[otherwise.index()].clone());
                let none = || Some(BTreeSet::new());
                union(then.unwrap_or_else(none), otherwise.unwrap_or_else(none))
            }
            node => self.combinations(acyclic, node, width),
        };
        bounded(set, width)
    }

    fn read(&self, acyclic: &Acyclic, event: EventId) -> Numbers {
        let address = acyclic.event(event).address.expect("a read has an address");
        let mut all = Some(BTreeSet::new());
        if self.is_never_read.contains(&event) {
            return Some(BTreeSet::from([0]));
        }
        for at in self.numbers(address)? {
            if let Some(written) = self.written.get(at) {
                all = union(all, written.clone());
            }
        }
        all
    }

    /// An operation on everything that its operands can be.
    fn combinations(&self, acyclic: &Acyclic, node: Node, width: u8) -> Numbers {
        let operands: Vec<ValueId> = node.operands().collect();
        let sets: Option<Vec<&BTreeSet<u64>>> =
            operands.iter().map(|operand| self.numbers(*operand)).collect();
        let Some(sets) = sets else { return unless_absorbed(self, node) };
        if sets.iter().map(|set| set.len()).product::<usize>() > MOST * MOST {
            return None;
        }
        let mut found = BTreeSet::new();
        let mut apply = |first: u64, second: u64| {
            let operand = |id: ValueId| {
                let number = if id == operands[0] { first } else { second };
                (number, u32::from(acyclic.values.width(id)))
            };
            // Numbers that exclude each other may have no result together.
            found.extend(compute(node, width, operand));
        };
        for first in sets[0] {
            match sets.get(1) {
                // The same value twice is one number.
                Some(_) if operands[0] == operands[1] => apply(*first, *first),
                Some(others) => others.iter().for_each(|second| apply(*first, *second)),
                None => apply(*first, *first),
            }
        }
        Some(found)
    }

    /// Adds what can be written; whether that is anything new.
    fn write(&mut self, acyclic: &Acyclic, initial: &Initial<'_>) -> bool {
        let mut grown = false;
        for event in acyclic.events.iter().filter(|event| event.kind.is_access()) {
            let Some(address) = event.address.filter(|_| self.may_hold(event.guard)) else {
                continue;
            };
            let written = match event.value {
                Some(value) => self.sets[value.index()].clone(),
                None => Some(BTreeSet::new()),
            };
            // Where an address is not bounded, the access is not built at all.
            let addresses = self.sets[address.index()].iter().flatten();
            for at in addresses.filter(|at| event.may_addresses.binary_search(at).is_ok()) {
                let known = self.written.entry(*at).or_insert_with(|| {
                    grown = true;
                    Some(BTreeSet::from([initial(*at, event.size).unwrap_or(0)]))
                });
                let all = bounded(union(known.clone(), written.clone()), event.width);
                grown |= all != *known;
                *known = all;
            }
        }
        grown
    }
}

/// What a value can be of which an operand can be anything.
fn unless_absorbed(reach: &Reach, node: Node) -> Numbers {
    use program::BinaryOperation as B;
    let only = |set: &BTreeSet<u64>| set.first().copied().filter(|_| set.len() == 1);
    if let Node::Binary(B::And | B::Mul, first, second) = node {
        let is_zero = |id| reach.numbers(id).and_then(only) == Some(0);
        if is_zero(first) || is_zero(second) {
            return Some(BTreeSet::from([0]));
        }
    }
    match node {
        Node::Compare(..) => Some(BTreeSet::from([0, 1])),
        // What is left of any number by a mask with few bits, or as a remainder.
        Node::Binary(B::And, _, second) => {
            let mask = only(reach.numbers(second)?)?;
            (mask.count_ones() <= MOST_BITS).then(|| {
                let (mut all, mut part) = (BTreeSet::from([0]), mask);
                while part != 0 {
                    all.insert(part);
                    part = (part - 1) & mask;
                }
                all
            })
        }
        Node::Binary(B::URem, _, second) => {
            let divisor = only(reach.numbers(second)?)?;
            (1..=MOST as u64).contains(&divisor).then(|| (0..divisor).collect())
        }
        _ => None,
    }
}

fn union(first: Numbers, second: Numbers) -> Numbers {
    let (mut first, second) = (first?, second?);
    first.extend(second);
    Some(first)
}

/// A set that is not too large. A few bits are never too much.
fn bounded(set: Numbers, width: u8) -> Numbers {
    match set.filter(|own| own.len() <= MOST) {
        None if u32::from(width) <= MOST_BITS => Some((0..1 << width).collect()),
        set => set,
    }
}
