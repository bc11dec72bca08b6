//! The events of one execution, and what relates them.
//!
//! An event structure is (E, po) with dependencies, and an execution is that with a witness, rf and
//! co (Alglave, Maranget, Tautschnig, *Herding Cats*, TOPLAS 2014, §4.1). Both are here, since who
//! explores chooses the witness for a structure again and again, and nothing else changes. What
//! follows from the events alone (`loc`, `int`, `ext`, the parts of accesses) is not kept but
//! computed for those who ask.

use crate::{Choice, Event};
use relation::{Relation, Set};

/// The relations from reads to what depends on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependencies {
    pub addr: Relation,
    pub data: Relation,
    pub ctrl: Relation,
}

impl Dependencies {
    /// None between so many events.
    pub fn none(size: usize) -> Dependencies {
        let none = || Relation::new(size);
        Dependencies { addr: none(), data: none(), ctrl: none() }
    }
}

/// Numbered events, and relations over their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventStructure {
    pub events: Vec<Event>,
    /// Program order, transitive. The parts of one access are not ordered.
    pub po: Relation,
    pub dependencies: Dependencies,
    /// Arm's pick dependencies, which few executions have.
    pub picked: Option<Dependencies>,
    /// From the read of a read-modify-write to its write, if these are two events.
    pub rmw: Relation,
    /// Those of `rmw` that are one instruction.
    pub amo: Relation,
    /// Between the events of one atomic block, if there are any.
    pub atomic_blocks: Option<Relation>,
    /// From writes to their readers.
    pub rf: Relation,
    /// The order of the writes to each location, transitive; none while it is not chosen.
    pub co: Option<Relation>,
    /// What a model chooses besides coherence, by the number of the choice.
    pub others: Vec<Option<Relation>>,
}

impl EventStructure {
    /// Events without any relation, and nothing chosen.
    pub fn new(events: Vec<Event>) -> EventStructure {
        let size = events.len();
        let none = || Relation::new(size);
        EventStructure {
            events,
            po: none(),
            dependencies: Dependencies::none(size),
            picked: None,
            rmw: none(),
            amo: none(),
            atomic_blocks: None,
            rf: none(),
            co: None,
            others: Vec::new(),
        }
    }

    /// How many events there are.
    pub fn size(&self) -> usize {
        self.events.len()
    }

    /// What is chosen for a choice of a model, if it is.
    pub fn chosen(&self, choice: Choice) -> Option<&Relation> {
        match choice {
            Choice::Coherence => self.co.as_ref(),
            Choice::Other(index) => self.others.get(index)?.as_ref(),
        }
    }

    /// The place of a choice of a model, in which it can be made and taken back.
    pub fn choice(&mut self, choice: Choice) -> &mut Option<Relation> {
        match choice {
            Choice::Coherence => &mut self.co,
            Choice::Other(index) => {
                if self.others.len() <= index {
                    self.others.resize(index + 1, None);
                }
                &mut self.others[index]
            }
        }
    }

    /// Takes the witness back: nothing is read from anywhere, and nothing is chosen.
    pub fn forget_choices(&mut self) {
        self.rf = Relation::new(self.size());
        self.co = None;
        self.others.clear();
    }

    /// The part of the same access before this one, if it is not the first.
    pub fn part_before(&self, event: usize) -> Option<usize> {
        (self.events[event].access < event).then(|| event - 1)
    }

    pub(crate) fn set(&self, is_in: impl Fn(&Event) -> bool) -> Set {
        let numbers = self.events.iter().enumerate().filter(|(_, event)| is_in(event));
        Set::from_numbers(self.size(), numbers.map(|(number, _)| number))
    }

    /// Events at the same location, each also with itself.
    pub fn loc(&self) -> Relation {
        Relation::equivalence(self.size(), |event| self.events[event].location)
    }

    /// Events of the same thread, each also with itself; initial writes have none.
    pub fn int(&self) -> Relation {
        Relation::equivalence(self.size(), |event| self.events[event].thread)
    }

    /// What `int` does not relate.
    pub fn ext(&self) -> Relation {
        let all = Set::all(self.size());
        Relation::product(&all, &all).without(&self.int())
    }

    /// The events of one access, each also with itself (`si`, and `sm`).
    pub fn same_access(&self) -> Relation {
        Relation::equivalence(self.size(), |event| {
            let Event { kind, access, .. } = self.events[event];
            kind.is_access().then_some(access)
        })
    }

    /// Accesses with the same value: what they write, or else read.
    pub fn same_value(&self) -> Relation {
        Relation::equivalence(self.size(), |event| {
            let Event { read, written, .. } = self.events[event];
            written.or(read)
        })
    }

    /// The events of read-modify-writes.
    pub(crate) fn updates(&self) -> Set {
        let pairs = self.rmw.domain().union(&self.rmw.range());
        let is_one = |event: &Event| {
            // A comparison that failed is a read that says so.
            event.kind == crate::Kind::Update || event.tags.has_any(base::tags!["RMW"].into())
        };
        pairs.union(&self.set(is_one))
    }
}
