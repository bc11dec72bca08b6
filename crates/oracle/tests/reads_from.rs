//! Models without co against brute force: at random points of random graphs, a source is consistent
//! if the axioms accept it with some co.

use base::Address;
use execution::{
    Cell, Cells, EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind,
};
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
use models::rf::{CausalReadsFrom, TotalReadsFrom};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use models::{Pending, ReadsFrom};
use oracle::graphs::{THREADS, all_sources, closure, create_threads, is_joined, label};
use testing::Random;

/// Whether the axioms accept a graph with some co.
fn has_co<M: ReadsFrom<Definition = ()>>(graph: &mut Graph, locations: &[LocationId]) -> bool {
    let Some((location, rest)) = locations.split_first() else {
        return M::is_consistent(&(), graph);
    };
    let mut writes: Vec<EventId> = graph.writes_backwards(*location).collect();
    writes.sort_unstable();
    let found = permutations(&mut writes.clone(), 0, &mut |order| {
        graph.order_writes(*location, order);
        has_co::<M>(graph, rest)
    });
    graph.order_writes(*location, &writes);
    found
}

/// Whether a condition holds for some order of what is after the first few.
fn permutations(
    order: &mut [EventId],
    first: usize,
    condition: &mut dyn FnMut(&[EventId]) -> bool,
) -> bool {
    if first == order.len() {
        return condition(order);
    }
    (first..order.len()).any(|next| {
        order.swap(first, next);
        let found = permutations(order, first + 1, condition);
        order.swap(first, next);
        found
    })
}

fn push(graph: &mut Graph, new: NewEvent, source: Source) -> EventId {
    match new.label {
        Label::Read { .. } => graph.push_read(new, source),
        Label::Write { .. } => graph.push_write(new, source),
        _ => graph.push_other(new, None),
    }
}

/// How often the answers were yes and no, and how often a read that was said never to become
/// canonical was looked at.
#[derive(Default)]
struct Answers {
    yes: u32,
    no: u32,
    in_vain: u32,
}

struct Walk<M> {
    random: Random,
    graph: Graph,
    model: M,
    locations: Vec<LocationId>,
    /// Reads whose sources are said never to become canonical.
    in_vain: Vec<EventId>,
    answers: Answers,
}

impl<M: ReadsFrom<Definition = ()>> Walk<M> {
    fn new(seed: u64) -> Walk<M> {
        let mut random = Random::new(seed);
        let mut cells = Cells::default();
        let locations = [64, 72]
            .map(|address| cells.number(Cell { address: Address(address), size: 8 }).unwrap())
            .to_vec();
        let (mut graph, mut model) = (Graph::new(THREADS), M::new(&(), THREADS));
        if random.chance(50) {
            create_threads(&mut graph, &mut model);
        }
        Walk { random, graph, model, locations, in_vain: Vec::new(), answers: Answers::default() }
    }

    /// The next event of a random thread: the write of an update that has begun, or any other.
    fn next(&mut self) -> Option<NewEvent> {
        let thread = Slot(self.random.below(THREADS as u64) as u32);
        if is_joined(&self.graph, thread) {
            return None;
        }
        let location = self.random.pick(&self.locations);
        let mut label = label(&mut self.random, location);
        let last = self.graph.last_of(thread).map(|last| self.graph.event(last).label);
        let mut grouped = false;
        if let Some(Label::Read { kind: ReadKind::Exclusive, location, ordering, tags, value }) =
            last
            && self.random.chance(80)
        {
            let kind = WriteKind::Exclusive;
            label = Label::Write { location, kind, ordering, tags, value };
            grouped = true;
        }
        Some(NewEvent { thread, label, grouped, stamp: None, snapshot: 0 })
    }

    /// Adds an event if it is consistent, and compares the answer.
    fn push(&mut self, new: NewEvent, source: Source, is_offered: bool) -> bool {
        let expected = {
            let mut copy = self.graph.clone();
            push(&mut copy, new, source);
            has_co::<M>(&mut copy, &self.locations)
        };
        let NewEvent { thread, grouped, label, .. } = new;
        let pending = Pending { thread, grouped, label };
        let found = is_offered
            && (label.location().is_none()
                || self.model.prepare(&mut self.graph, &pending, source));
        assert_eq!(found, expected, "{label:?} from {source:?} in {:#?}", self.graph);
        if found {
            self.answers.yes += 1;
            let event = push(&mut self.graph, new, source);
            self.model.push(&self.graph, event);
            assert!(M::is_consistent(&(), &self.graph), "the witness of {:#?}", self.graph);
        } else {
            self.answers.no += 1;
        }
        found
    }

    fn pop(&mut self) {
        self.model.pop(&self.graph);
        self.graph.pop();
        self.model.restore(&mut self.graph);
        assert!(M::is_consistent(&(), &self.graph), "the witness of {:#?}", self.graph);
    }

    /// Tries every choice for an event, and keeps one that is consistent.
    fn step(&mut self) {
        let Some(new) = self.next() else { return };
        let NewEvent { thread, label, grouped, .. } = new;
        let pending = Pending { thread, grouped, label };
        let mut offered = Vec::new();
        match label {
            Label::Read { location, .. } => {
                self.model.sources(&self.graph, &pending, &mut offered);
                let canonical = self.model.canonical(&mut self.graph, &pending);
                let mut consistent = Vec::new();
                for source in all_sources(&self.graph, location) {
                    if self.push(new, source, offered.contains(&source)) {
                        consistent.push(source);
                        self.pop();
                    }
                }
                assert!(consistent.contains(&canonical), "{canonical:?} in {:#?}", self.graph);
                let source = self.random.pick(&consistent);
                assert!(self.push(new, source, true));
                self.canonical_in_parts(canonical, &pending);
                let (read, _) = self.graph.events().next_back().expect("it was just added");
                if !self.model.may_become_canonical(&self.graph, read) {
                    self.in_vain.push(read);
                }
            }
            Label::Write { location, .. } => {
                self.model.places(&self.graph, &pending, &mut offered);
                let place = offered.first().copied();
                let last = self.graph.co_last(location);
                self.push(new, place.unwrap_or(last), place.is_some());
            }
            _ => assert!(self.push(new, Source::Initial, true)),
        }
    }

    /// The canonical source of the last read, asked of it and of a copy without it.
    fn canonical_in_parts(&mut self, canonical: Source, pending: &Pending) {
        let (read, _) = self.graph.events().next_back().expect("the read was just added");
        if let Some(found) = self.model.canonical_in(&self.graph, read, &|_| true) {
            assert_eq!(found, canonical, "{pending:?} in {:#?}", self.graph);
        }
        // What the read depends on, and what another event depends on.
        let (other, _) =
            self.graph.events().nth(self.random.below(self.graph.len() as u64) as usize).unwrap();
        let mut kept = closure(&self.graph, other);
        let before = self.graph.event(read).index;
        if let Some(last) = before.checked_sub(1) {
            let past =
                closure(&self.graph, self.graph.thread(pending.thread).events[last as usize]);
            kept.iter_mut().zip(past).for_each(|(kept, past)| *kept = (*kept).max(past));
        } else if let Some(spawn) = self.graph.thread(pending.thread).spawn {
            let past = closure(&self.graph, spawn);
            kept.iter_mut().zip(past).for_each(|(kept, past)| *kept = (*kept).max(past));
        }
        if kept[pending.thread.index()] != before {
            return;
        }
        let (mut restricted, mut renamed) = (Graph::new(THREADS), Vec::new());
        self.graph.restrict_into(&kept, &mut restricted, &mut renamed);
        let mut copy = M::new(&(), THREADS);
        copy.restrict_from(&self.model, &self.graph, &restricted, &renamed);
        let expected = copy.canonical(&mut restricted, pending);
        let is_in_part = |id: EventId| renamed[id.index()].is_some();
        let rename = |source| match source {
            Source::Initial => Source::Initial,
            Source::Write(write) => Source::Write(renamed[write.index()].expect("it is kept")),
        };
        if let Some(found) = self.model.canonical_in(&self.graph, read, &is_in_part) {
            assert_eq!(rename(found), expected, "{pending:?} in {:#?} of {kept:?}", self.graph);
        }
    }

    /// What is said never to become canonical is not, whatever other threads have done meanwhile.
    fn stay_in_vain(&mut self) {
        let graph = &self.graph;
        self.in_vain.retain(|read| read.index() < graph.len());
        let is_last = |read: &&EventId| graph.last_of(graph.event(**read).thread) == Some(**read);
        for read in self.in_vain.iter().filter(is_last) {
            let event = graph.event(*read);
            let mut kept: Vec<u32> =
                graph.slots().map(|slot| graph.thread(slot).events.len() as u32).collect();
            kept[event.thread.index()] -= 1;
            let (mut others, mut renamed) = (Graph::new(THREADS), Vec::new());
            graph.restrict_into(&kept, &mut others, &mut renamed);
            let mut model = M::new(&(), THREADS);
            model.restrict_from(&self.model, graph, &others, &renamed);
            let pending = Pending { thread: event.thread, grouped: false, label: event.label };
            let source = match event.rf {
                Source::Initial => Source::Initial,
                Source::Write(write) => Source::Write(renamed[write.index()].expect("it is kept")),
            };
            assert_ne!(model.canonical(&mut others, &pending), source, "{read:?} in {graph:#?}");
            self.answers.in_vain += 1;
        }
    }

    /// A co is found, and accepted by the axioms; also one in which a certain write is last, if
    /// there is one.
    fn settle(&mut self) {
        let mut settled = self.graph.clone();
        assert!(self.model.settle(&mut settled, &[]));
        assert!(M::is_consistent(&(), &settled), "{settled:#?}");
        let location = self.random.pick(&self.locations);
        let writes: Vec<EventId> = self.graph.writes_backwards(location).collect();
        if writes.is_empty() {
            return;
        }
        let last = self.random.pick(&writes);
        let mut found = self.graph.clone();
        if self.model.settle(&mut found, &[last]) {
            assert!(
                M::is_consistent(&(), &found) && found.co_last(location) == Source::Write(last)
            );
            return;
        }
        let mut order: Vec<EventId> = writes.into_iter().filter(|write| *write != last).collect();
        let others: Vec<LocationId> =
            self.locations.iter().copied().filter(|other| *other != location).collect();
        let graph = &mut self.graph.clone();
        let exists = permutations(&mut order, 0, &mut |order| {
            let order: Vec<EventId> = order.iter().copied().chain([last]).collect();
            graph.order_writes(location, &order);
            has_co::<M>(graph, &others)
        });
        assert!(!exists, "{last:?} can be last in {:#?}", self.graph);
    }
}

fn consistent_is_what_has_a_co<M: ReadsFrom<Definition = ()>>(seeds: u64) {
    let mut answers = Answers::default();
    for seed in 0..seeds {
        let mut walk: Walk<M> = Walk::new(seed);
        let first = walk.graph.len();
        for _ in 0..30 {
            let is_full = walk.graph.len() >= first + 10;
            if is_full || walk.graph.len() > first && walk.random.chance(25) {
                walk.pop();
            } else {
                walk.step();
            }
            walk.stay_in_vain();
            if walk.random.chance(15) {
                walk.settle();
            }
        }
        answers.yes += walk.answers.yes;
        answers.no += walk.answers.no;
        answers.in_vain += walk.answers.in_vain;
    }
    let Answers { yes, no, in_vain } = answers;
    assert!(yes > 10_000 && no > 10_000 && in_vain > 1000, "{yes} {no} {in_vain}");
}

#[test]
fn sc() {
    consistent_is_what_has_a_co::<TotalReadsFrom<ProgramOrder>>(2600);
}

#[test]
fn tso() {
    consistent_is_what_has_a_co::<TotalReadsFrom<TotalStoreOrder>>(2600);
}

#[test]
fn pso() {
    consistent_is_what_has_a_co::<TotalReadsFrom<PartialStoreOrder>>(2600);
}

#[test]
fn ra() {
    consistent_is_what_has_a_co::<CausalReadsFrom<ReleaseAcquire>>(3000);
}

#[test]
fn rc11() {
    consistent_is_what_has_a_co::<CausalReadsFrom<C11>>(3000);
}

#[test]
fn rc11_of_20() {
    consistent_is_what_has_a_co::<CausalReadsFrom<Cpp20>>(3000);
}
