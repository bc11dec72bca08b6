//! Which executions does an acyclic program have, before any model judges them? By trying
//! everything: each choice, and each write as the source of each read.
//!
//! Values are computed as far as they are known. A read gets a source as soon as it is known that
//! it is executed and where; then its value is that of the source, once that is known. Where values
//! wait for each other in a cycle, some numbers are tried for one of them, and must turn out to be
//! right. What is known to be impossible is given up at once. This is the reference for what a
//! solver finds, and for tests of what is built; it takes its time.

use crate::evaluate::compute;
use crate::{Acyclic, Assignment, Evaluation, EventId, Executed, Found, Node, ValueId};
use base::value::mask;
use program::BinaryOperation as B;
use std::collections::BTreeMap;

/// One execution of an acyclic program, without what models choose.
#[derive(Clone, Debug)]
pub struct PlainExecution {
    pub evaluation: Evaluation,
    /// What each executed read reads from.
    pub sources: BTreeMap<EventId, EventId>,
}

impl PlainExecution {
    /// The same as axioms see it.
    pub fn executed(&self, acyclic: &Acyclic) -> Executed {
        Executed::new(acyclic, &self.evaluation, &self.sources)
    }
}

/// Calls `visit` with each execution, in which choices of several bits, and reads that wait for
/// themselves, have one of the given numbers. False if that takes more than `limit` steps.
pub fn plain_executions(
    acyclic: &Acyclic,
    numbers: &[u64],
    limit: usize,
    visit: &mut dyn FnMut(&PlainExecution),
) -> bool {
    let mut search = Search { acyclic, numbers, steps: limit, visit };
    let partial = Partial {
        choices: vec![None; acyclic.choices.len()],
        sources: BTreeMap::new(),
        guesses: BTreeMap::new(),
    };
    search.extend(&partial)
}

/// What is decided so far.
#[derive(Clone, Debug)]
struct Partial {
    choices: Vec<Option<u64>>,
    sources: BTreeMap<EventId, EventId>,
    guesses: BTreeMap<EventId, u64>,
}

struct Search<'s> {
    acyclic: &'s Acyclic,
    numbers: &'s [u64],
    steps: usize,
    visit: &'s mut dyn FnMut(&PlainExecution),
}

/// What all values are, as far as it is known.
type Known = Vec<Option<u64>>;

impl Search<'_> {
    /// Whether there were enough steps for everything from here.
    fn extend(&mut self, partial: &Partial) -> bool {
        let Some(steps) = self.steps.checked_sub(1) else { return false };
        self.steps = steps;
        let known = self.known(partial);
        if !self.is_possible(partial, &known) {
            return true;
        }
        let all = self.choices_of(partial, &known);
        match all {
            None => {
                self.complete(partial);
                true
            }
            Some(next) => next.iter().all(|partial| self.extend(partial)),
        }
    }

    fn is(&self, known: &Known, condition: ValueId, truth: bool) -> bool {
        known[condition.index()] == Some(u64::from(truth))
    }

    /// The ways to decide one thing more; none if everything is decided.
    fn choices_of(&self, partial: &Partial, known: &Known) -> Option<Vec<Partial>> {
        let acyclic = self.acyclic;
        let mut waiting = None;
        for (id, event) in acyclic.numbered().filter(|(_, event)| event.kind.reads()) {
            if !self.is(known, event.guard, true) {
                continue;
            }
            if partial.sources.contains_key(&id) {
                let is_known = self.read(partial, known, id).is_some();
                waiting = waiting.or((!is_known).then_some(id));
                continue;
            }
            let Some(at) = event.address.and_then(|at| known[at.index()]) else { continue };
            let sources = acyclic.numbered().filter(|(source, other)| {
                *source != id && other.kind.writes() && other.may_addresses.contains(&at)
            });
            let with = |source| {
                let mut next = partial.clone();
                next.sources.insert(id, source);
                next
            };
            return Some(sources.map(|(source, _)| with(source)).collect());
        }
        if let Some(choice) = partial.choices.iter().position(Option::is_none) {
            let is_bit = acyclic.choices[choice].width == 1;
            let numbers = if is_bit { &[0, 1] } else { self.numbers };
            let with = |number: &u64| {
                let mut next = partial.clone();
                next.choices[choice] = Some(*number);
                next
            };
            return Some(numbers.iter().map(with).collect());
        }
        let guess = |id: EventId| {
            let with = |number: &u64| {
                let mut next = partial.clone();
                next.guesses.insert(id, *number);
                next
            };
            self.numbers.iter().map(with).collect()
        };
        waiting.map(guess)
    }

    /// What a read reads, if that is known.
    fn read(&self, partial: &Partial, known: &Known, id: EventId) -> Option<Found> {
        let event = self.acyclic.event(id);
        if self.is(known, event.guard, false) {
            return Some(Found { number: 0, is_uninitialised: false });
        }
        let write = *partial.sources.get(&id)?;
        match self.acyclic.event(write).value {
            None => {
                let is_uninitialised = self.acyclic.leaves_uninitialised(write);
                Some(Found { number: 0, is_uninitialised })
            }
            Some(value) => {
                let number = known[value.index()].or(partial.guesses.get(&id).copied())?;
                Some(Found { number, is_uninitialised: false })
            }
        }
    }

    /// Everything that follows from what is decided.
    fn known(&self, partial: &Partial) -> Known {
        let values = &self.acyclic.values;
        let mut known: Known = vec![None; values.len()];
        loop {
            let before = known.clone();
            for (id, node, width) in values.all() {
                if known[id.index()].is_some() {
                    continue;
                }
                known[id.index()] = match node {
                    Node::Read(event) => self
                        .read(partial, &known, event)
                        .map(|found| found.number & mask(width.into())),
                    Node::Uninitialised(event) => self
                        .read(partial, &known, event)
                        .map(|found| u64::from(found.is_uninitialised)),
                    Node::Choice(choice) => {
                        partial.choices[choice.index()].map(|number| number & mask(width.into()))
                    }
                    node => self.computed(&known, node, width),
                };
            }
            if known == before {
                return known;
            }
        }
    }

    fn computed(&self, known: &Known, node: Node, width: u8) -> Option<u64> {
        let of = |id: ValueId| known[id.index()];
        match node {
            Node::Select(condition, then, otherwise) => {
                return of(if of(condition)? == 1 { then } else { otherwise });
            }
            Node::Binary(B::And, first, second)
                if of(first) == Some(0) || of(second) == Some(0) =>
            {
                return Some(0);
            }
            Node::Binary(B::Or, first, second)
                if width == 1 && (of(first) == Some(1) || of(second) == Some(1)) =>
            {
                return Some(1);
            }
            _ => {}
        }
        if node.operands().any(|operand| of(operand).is_none()) {
            return None;
        }
        let width_of = |id| u32::from(self.acyclic.values.width(id));
        let operand = |id: ValueId| (of(id).expect("operands are known"), width_of(id));
        Some(compute(node, width, operand).expect("operations have a result"))
    }

    fn is_possible(&self, partial: &Partial, known: &Known) -> bool {
        let assumed = |own: &ValueId| !self.is(known, *own, false);
        let address =
            |id: EventId| self.acyclic.event(id).address.and_then(|address| known[address.index()]);
        let reads = |(read, source): (&EventId, &EventId)| {
            if self.is(known, self.acyclic.event(*source).guard, false) {
                return false;
            }
            !matches!((address(*read), address(*source)), (Some(one), Some(two)) if one != two)
        };
        let is_right = |(read, guess): (&EventId, &u64)| {
            let source = self.acyclic.event(partial.sources[read]);
            let value = source.value.and_then(|value| known[value.index()]);
            value.is_none_or(|value| value == *guess)
        };
        self.acyclic.assumptions.iter().all(assumed)
            && partial.sources.iter().all(reads)
            && partial.guesses.iter().all(is_right)
    }

    fn complete(&mut self, partial: &Partial) {
        let known = self.known(partial);
        let found = |id: &EventId| {
            Some((*id, self.read(partial, &known, *id).expect("everything is known")))
        };
        let assignment = Assignment {
            reads: partial.sources.keys().filter_map(found).collect(),
            choices: partial.choices.iter().map(|choice| choice.unwrap_or(0)).collect(),
        };
        let evaluation = Evaluation::new(self.acyclic, &assignment);
        let holds = |own: &ValueId| evaluation.holds(*own);
        assert!(self.acyclic.assumptions.iter().all(holds), "what is possible is assumed");
        (self.visit)(&PlainExecution { evaluation, sources: partial.sources.clone() });
    }
}
