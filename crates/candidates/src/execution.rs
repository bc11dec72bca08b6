//! A candidate: one trace of each thread, its events numbered, and what a model is told of them.
//!
//! Initial writes come first, one for each cell that is accessed, then threads one after the other in program order. The events of one access are not ordered, and `si` relates them (herd calls it so, and `sm`).

use crate::trace::{Event, Events, Kind, Sources, Trace};
use base::{Tag, TagSet, Tags, tags};
use cat::program::{Input, Kind as DatumKind, Meaning};
use cat::{Concrete, Datum, DatumOf, Given};
use relation::{Relation, Set};
use std::collections::{BTreeMap, BTreeSet};

/// Who did an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Initial,
    Thread(usize),
}

#[derive(Debug)]
pub(crate) struct Execution {
    pub events: Vec<(Origin, Event)>,
    po: Relation,
    addr: Relation,
    data: Relation,
    ctrl: Relation,
    rmw: Relation,
    amo: Relation,
    loc: Relation,
    int: Relation,
    /// Chosen later.
    pub rf: Relation,
    /// What the model chose, by the number of the choice.
    pub choices: Vec<Option<Relation>>,
}

impl Execution {
    /// The execution of some traces, where memory is known at the start.
    pub(crate) fn new(
        traces: &[&Trace],
        initial: &BTreeMap<i64, i64>,
        choices: usize,
    ) -> Execution {
        let accessed = traces.iter().flat_map(|trace| &trace.events);
        let accessed = accessed.filter(|event| event.kind != Kind::Fence);
        let cells: BTreeSet<(i64, u8)> =
            accessed.filter_map(|event| Some((event.address?, event.size))).collect();
        let mut events: Vec<(Origin, Event)> = cells
            .into_iter()
            .enumerate()
            .map(|(own, cell)| (Origin::Initial, initial_write(own, cell, initial[&cell.0])))
            .collect();
        let size = events.len() + traces.iter().map(|trace| trace.events.len()).sum::<usize>();
        let empty = || Relation::new(size);
        let (mut po, mut addr, mut data, mut ctrl) = (empty(), empty(), empty(), empty());
        let (mut rmw, mut amo) = (empty(), empty());
        for (thread, trace) in traces.iter().enumerate() {
            let start = events.len();
            for (index, event) in trace.events.iter().enumerate() {
                let own = start + index;
                (start..start + event.first).for_each(|before| po.insert(before, own));
                insert_all(&mut addr, start, event.addr.direct, own);
                insert_all(&mut data, start, event.data.direct, own);
                insert_all(&mut ctrl, start, event.ctrl.direct, own);
                if let Some((read, is_one)) = event.rmw {
                    rmw.insert(start + read, own);
                    if is_one {
                        amo.insert(start + read, own);
                    }
                }
                events.push((Origin::Thread(thread), event.clone()));
            }
        }
        let mut execution = Execution {
            po,
            addr,
            data,
            ctrl,
            rmw,
            amo,
            loc: empty(),
            int: empty(),
            rf: empty(),
            choices: vec![None; choices],
            events,
        };
        execution.loc = execution.pairs(|first, second| {
            first.1.address.is_some() && first.1.address == second.1.address
        });
        execution.int =
            execution.pairs(|first, second| first.0 == second.0 && first.0 != Origin::Initial);
        execution
    }

    /// Becomes the execution of traces that differ only in values; nothing is chosen yet.
    pub(crate) fn restart(&mut self, traces: &[&Trace]) {
        let of_threads = self.events.iter_mut().filter(|(origin, _)| *origin != Origin::Initial);
        let new = traces.iter().flat_map(|trace| &trace.events);
        for ((_, event), new) in of_threads.zip(new) {
            (event.read, event.written) = (new.read, new.written);
        }
        self.rf = Relation::new(self.size());
        self.choices.fill(None);
    }

    pub(crate) fn size(&self) -> usize {
        self.events.len()
    }

    /// The part of the same access before this one, if it is not the first.
    pub(crate) fn part_before(&self, event: usize) -> Option<usize> {
        let before = event.checked_sub(1)?;
        let ((origin, first), (other, second)) = (&self.events[before], &self.events[event]);
        (origin == other && first.first == second.first).then_some(before)
    }

    /// Which events are parts of the same access; they are beside each other.
    fn same_access(&self) -> Relation {
        let mut relation = Relation::new(self.size());
        let mut first = 0;
        for (own, (_, event)) in self.events.iter().enumerate() {
            if self.part_before(own).is_none() {
                first = own;
            }
            if event.kind != Kind::Fence {
                (first..=own).for_each(|part| {
                    relation.insert(part, own);
                    relation.insert(own, part);
                });
            }
        }
        relation
    }

    /// Dependencies through a choice, of few executions.
    fn picked(&self, sources: impl Fn(&Event) -> Sources) -> Relation {
        let mut relation = Relation::new(self.size());
        let mut thread = (Origin::Initial, 0);
        for (own, (origin, event)) in self.events.iter().enumerate() {
            if *origin != thread.0 {
                thread = (*origin, own);
            }
            insert_all(&mut relation, thread.1, sources(event).picked, own);
        }
        relation
    }

    fn pairs(&self, related: impl Fn(&(Origin, Event), &(Origin, Event)) -> bool) -> Relation {
        let mut relation = Relation::new(self.size());
        for (from, first) in self.events.iter().enumerate() {
            for (to, second) in self.events.iter().enumerate() {
                if related(first, second) {
                    relation.insert(from, to);
                }
            }
        }
        relation
    }

    fn set(&self, is_in: impl Fn(&(Origin, Event)) -> bool) -> Set {
        let numbers = self.events.iter().enumerate().filter(|(_, event)| is_in(event));
        Set::from_numbers(self.size(), numbers.map(|(number, _)| number))
    }

    fn named_set(&self, name: &str) -> Set {
        match name {
            "R" => self.set(|(_, event)| event.kind.reads()),
            "W" => self.set(|(_, event)| event.kind.writes()),
            "M" => self.set(|(_, event)| event.kind != Kind::Fence),
            "F" => self.set(|(_, event)| event.kind == Kind::Fence),
            "IW" => self.set(|(origin, _)| *origin == Origin::Initial),
            "RMW" => {
                let pairs = self.rmw.domain().union(&self.rmw.range());
                // A comparison that failed is a read that says so.
                let is_one = |(_, event): &(Origin, Event)| {
                    event.kind == Kind::Update || event.tags.contains(tags!["RMW"])
                };
                pairs.union(&self.set(is_one))
            }
            // Branches are no events here, and final writes are not known beforehand.
            "B" | "FW" => Set::new(self.size()),
            tag => {
                let tag = Tag::named(tag).expect("names of sets are tags of the table");
                self.set(|(_, event)| event.tags.contains(Tags::only(tag)))
            }
        }
    }

    pub(crate) fn named_relation(&self, name: &str) -> Relation {
        match name {
            "po" => self.po.clone(),
            "addr" => self.addr.clone(),
            "data" => self.data.clone(),
            "ctrl" => self.ctrl.clone(),
            "pick-addr" => self.picked(|event| event.addr),
            "pick-data" => self.picked(|event| event.data),
            "pick-ctrl" => self.picked(|event| event.ctrl),
            "rmw" => self.rmw.clone(),
            "amo" => self.amo.clone(),
            "rf" => self.rf.clone(),
            "loc" => self.loc.clone(),
            "int" => self.int.clone(),
            "ext" => {
                let all = Set::all(self.size());
                Relation::product(&all, &all).without(&self.int)
            }
            "si" | "sm" => self.same_access(),
            "same-value" => self.pairs(|(_, first), (_, second)| {
                let value = |event: &Event| event.written.or(event.read);
                value(first).is_some() && value(first) == value(second)
            }),
            other => unreachable!("`{other}` is not in the vocabulary of litmus tests"),
        }
    }
}

fn initial_write(own: usize, (address, size): (i64, u8), value: i64) -> Event {
    Event {
        kind: Kind::Write,
        tags: Tags::NONE,
        address: Some(address),
        size,
        first: own,
        read: None,
        written: Some(value),
        addr: Sources::NONE,
        data: Sources::NONE,
        ctrl: Sources::NONE,
        rmw: None,
    }
}

/// Relates the events of a thread that starts at `start` to one of its events.
fn insert_all(relation: &mut Relation, start: usize, from: Events, to: usize) {
    (0..Events::BITS as usize)
        .filter(|index| from >> index & 1 == 1)
        .for_each(|index| relation.insert(start + index, to));
}

impl Given<Concrete> for Execution {
    fn input(&self, _: &mut Concrete, _: usize, input: &Input) -> DatumOf<Concrete> {
        match (&input.meaning, input.kind) {
            (Meaning::Named(name), DatumKind::Set) => Datum::Set(self.named_set(name)),
            (Meaning::Named(name), DatumKind::Relation) => {
                Datum::Relation(self.named_relation(name))
            }
            (Meaning::Tagged(tag), _) => {
                let tags = TagSet::spelled(tag);
                Datum::Set(self.set(|(_, event)| tags.has_any(event.tags.into())))
            }
            (Meaning::Scope(_), _) => Datum::Relation(self.int.clone()),
        }
    }

    fn choice(&self, _: &mut Concrete, index: usize) -> Relation {
        self.choices[index].clone().expect("choices are made in their order")
    }
}
