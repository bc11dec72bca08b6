//! All small execution graphs, for tests of models: up to so many events, over two locations, in
//! any number of threads.
//!
//! A *shape* says what each thread does (reads, writes, updates and fences at locations), a
//! *wiring* which write each read reads from and in which order the writes to a location are. All
//! shapes and all their wirings are visited, but for those that differ only in the names of threads
//! and locations, and for those in which po and rf form a cycle, which a [`Graph`] cannot have. An
//! update is two events. What kinds of reads, writes and fences there are, the [`Alphabet`] says;
//! where the product of these over the events of a shape is more than a number, so many are drawn
//! at random for each wiring.

use base::{Ordering, Tags, Value};
use execution::{EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind};
use testing::Random;

/// What events can be.
#[derive(Clone, Copy, Debug)]
pub struct Alphabet {
    pub reads: &'static [(ReadKind, Ordering)],
    pub writes: &'static [Ordering],
    pub updates: &'static [Ordering],
    pub fences: &'static [Ordering],
}

/// What a thread does at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Act {
    Read(u32),
    Write(u32),
    Update(u32),
    Fence,
}

impl Act {
    fn location(self) -> Option<u32> {
        match self {
            Act::Read(location) | Act::Write(location) | Act::Update(location) => Some(location),
            Act::Fence => None,
        }
    }

    fn reads(self) -> bool {
        matches!(self, Act::Read(_) | Act::Update(_))
    }

    fn writes(self) -> bool {
        matches!(self, Act::Write(_) | Act::Update(_))
    }

    fn events(self) -> usize {
        if self.reads() && self.writes() { 2 } else { 1 }
    }

    fn swapped(self) -> Act {
        match self {
            Act::Read(location) => Act::Read(1 - location),
            Act::Write(location) => Act::Write(1 - location),
            Act::Update(location) => Act::Update(1 - location),
            Act::Fence => Act::Fence,
        }
    }

    fn kinds(self, alphabet: &Alphabet) -> usize {
        match self {
            Act::Read(_) => alphabet.reads.len(),
            Act::Write(_) => alphabet.writes.len(),
            Act::Update(_) => alphabet.updates.len(),
            Act::Fence => alphabet.fences.len(),
        }
    }
}

type Shape = Vec<Vec<Act>>;

/// Visits all graphs of exactly `events` events; of the kinds of events, at most `most`
/// combinations for each wiring.
pub fn visit(events: usize, alphabet: &Alphabet, most: usize, visitor: &mut dyn FnMut(&Graph)) {
    let mut steps: Vec<Act> =
        (0..2).flat_map(|at| [Act::Read(at), Act::Write(at), Act::Update(at)]).collect();
    steps.push(Act::Fence);
    steps.retain(|step| step.kinds(alphabet) > 0);
    let mut random = Random::new(events as u64);
    let mut shape = Vec::new();
    shapes(&steps, events, &mut shape, &mut |shape| {
        let steps: Vec<(usize, Act)> = shape
            .iter()
            .enumerate()
            .flat_map(|(thread, steps)| steps.iter().map(move |step| (thread, *step)))
            .collect();
        let mut wiring = Wiring { steps: &steps, sources: Vec::new(), co: Vec::new() };
        wiring.choose_sources(&mut |wiring| {
            wiring.visit_kinds(alphabet, most, &mut random, visitor);
        });
    });
}

/// All ways to divide so many events into threads, the threads in descending order.
fn shapes(steps: &[Act], left: usize, shape: &mut Shape, visitor: &mut dyn FnMut(&Shape)) {
    if left == 0 {
        if is_named_canonically(shape) {
            visitor(shape);
        }
        return;
    }
    for step in steps.iter().filter(|step| step.events() <= left) {
        // A new thread, if it may come here.
        shape.push(vec![*step]);
        shapes(steps, left - step.events(), shape, visitor);
        shape.pop();
        if let Some(last) = shape.last_mut() {
            last.push(*step);
            shapes(steps, left - step.events(), shape, visitor);
            shape.last_mut().expect("it was there").pop();
        }
    }
}

/// Whether no other names of threads and locations give a smaller shape.
fn is_named_canonically(shape: &Shape) -> bool {
    let mut swapped: Shape =
        shape.iter().map(|thread| thread.iter().map(|step| step.swapped()).collect()).collect();
    swapped.sort();
    shape.is_sorted() && *shape <= swapped
}

struct Wiring<'s> {
    steps: &'s [(usize, Act)],
    /// For each step, the step that it reads from.
    sources: Vec<Option<usize>>,
    /// The writes, in the order of co at each location.
    co: Vec<usize>,
}

impl Wiring<'_> {
    fn choose_sources(&mut self, visitor: &mut dyn FnMut(&Wiring<'_>)) {
        let Some((_, step)) = self.steps.get(self.sources.len()) else {
            let writes = (0..self.steps.len()).filter(|index| self.steps[*index].1.writes());
            return self.choose_co(&mut writes.collect(), visitor);
        };
        let own = self.sources.len();
        let may_read = |other: &usize| {
            let other_step = self.steps[*other].1;
            other_step.writes() && other_step.location() == step.location() && *other != own
        };
        let found: Vec<usize> = match step.reads() {
            true => (0..self.steps.len()).filter(may_read).collect(),
            false => Vec::new(),
        };
        for source in found.into_iter().map(Some).chain([None]) {
            self.sources.push(source);
            self.choose_sources(visitor);
            self.sources.pop();
        }
    }

    /// Orders the writes, those to the first location before the others.
    fn choose_co(&mut self, left: &mut Vec<usize>, visitor: &mut dyn FnMut(&Wiring<'_>)) {
        let Some(location) = left.iter().filter_map(|write| self.steps[*write].1.location()).min()
        else {
            return visitor(self);
        };
        for place in 0..left.len() {
            if self.steps[left[place]].1.location() == Some(location) {
                let write = left.remove(place);
                self.co.push(write);
                self.choose_co(left, visitor);
                self.co.pop();
                left.insert(place, write);
            }
        }
    }

    fn visit_kinds(
        &self,
        alphabet: &Alphabet,
        most: usize,
        random: &mut Random,
        visitor: &mut dyn FnMut(&Graph),
    ) {
        let counts: Vec<usize> = self.steps.iter().map(|(_, step)| step.kinds(alphabet)).collect();
        let all = counts.iter().product::<usize>();
        for number in 0..all.min(most) {
            let mut rest = if all <= most { number } else { random.below(all as u64) as usize };
            let kinds: Vec<usize> = counts
                .iter()
                .map(|count| {
                    let kind = rest % count;
                    rest /= count;
                    kind
                })
                .collect();
            let Some(graph) = self.build(alphabet, &kinds) else { return };
            visitor(&graph);
        }
    }

    /// The graph, each step after what it reads from; `None` if that is not possible.
    fn build(&self, alphabet: &Alphabet, kinds: &[usize]) -> Option<Graph> {
        let threads = self.steps.last().map_or(0, |(thread, _)| thread + 1);
        let mut graph = Graph::new(threads);
        // The write of each step that is in the graph, if it writes.
        let mut added: Vec<Option<Option<EventId>>> = vec![None; self.steps.len()];
        while let Some(next) = (0..self.steps.len()).find(|index| {
            let is_earlier = |other: usize| self.steps[other].0 == self.steps[*index].0;
            added[*index].is_none()
                && (0..*index).all(|other| !is_earlier(other) || added[other].is_some())
                && self.sources[*index].is_none_or(|source| added[source].is_some())
        }) {
            added[next] = Some(self.add(&mut graph, alphabet, kinds[next], next, &added));
        }
        added.iter().all(Option::is_some).then_some(graph)
    }

    fn add(
        &self,
        graph: &mut Graph,
        alphabet: &Alphabet,
        kind: usize,
        own: usize,
        added: &[Option<Option<EventId>>],
    ) -> Option<EventId> {
        let (thread, step) = self.steps[own];
        let new = |label, grouped| {
            let thread = Slot(thread as u32);
            NewEvent { thread, label, grouped, stamp: None, snapshot: 0 }
        };
        let written = |step: usize| added[step].flatten();
        let source = self.sources[own].and_then(written).map_or(Source::Initial, Source::Write);
        // The last write before it in co that is there.
        let before = self.co.iter().take_while(|write| **write != own).filter(|write| {
            self.steps[**write].1.location() == step.location() && written(**write).is_some()
        });
        let place =
            before.last().and_then(|write| written(*write)).map_or(Source::Initial, Source::Write);
        let (tags, value) = (Tags::NONE, Value::ZERO);
        match step {
            Act::Read(location) => {
                let (kind, ordering) = alphabet.reads[kind];
                let location = LocationId(location);
                let label = Label::Read { location, kind, ordering, tags, value };
                graph.push_read(new(label, false), source);
                None
            }
            Act::Write(location) => {
                let (location, ordering) = (LocationId(location), alphabet.writes[kind]);
                let kind = WriteKind::Store;
                let label = Label::Write { location, kind, ordering, tags, value };
                Some(graph.push_write(new(label, false), place))
            }
            Act::Update(location) => {
                let (location, ordering) = (LocationId(location), alphabet.updates[kind]);
                let kind = ReadKind::Exclusive;
                let label = Label::Read { location, kind, ordering, tags, value };
                graph.push_read(new(label, false), source);
                let kind = WriteKind::Exclusive;
                let label = Label::Write { location, kind, ordering, tags, value };
                Some(graph.push_write(new(label, true), place))
            }
            Act::Fence => {
                let label = Label::Fence { ordering: alphabet.fences[kind], tags };
                graph.push_other(new(label, false), None);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Alphabet = Alphabet {
        reads: &[(ReadKind::Load, Ordering::Relaxed)],
        writes: &[Ordering::Relaxed],
        updates: &[Ordering::Relaxed],
        fences: &[],
    };

    fn count(events: usize, alphabet: &Alphabet) -> usize {
        let mut found = 0;
        visit(events, alphabet, usize::MAX, &mut |_| found += 1);
        found
    }

    #[test]
    fn small_numbers_are_those_counted_by_hand() {
        // A read or a write.
        assert_eq!(count(1, &ONE), 2);
        // In one thread: RxRx 1, RxRy 1, RxWx 1 (not from itself in the future), RxWy 1, WxRx 2,
        // WxRy 1, WxWx 2, WxWy 1, Ux 1. In two: RxRx 1, RxRy 1, Wx|Rx 2, Wx|Ry 1, Wx|Wx 2, Wx|Wy 1.
        assert_eq!(count(2, &ONE), 11 + 8);
    }

    #[test]
    fn kinds_multiply() {
        const TWO: Alphabet = Alphabet {
            writes: &[Ordering::Relaxed, Ordering::Release],
            reads: &[],
            updates: &[],
            fences: &[],
        };
        // In one thread WxWx 2 and WxWy 1, in two the same, four kinds each.
        assert_eq!(count(2, &TWO), 24);
    }
}
