//! Random histories, some consistent and some not.
//!
//! A random shape is run on a machine, which gives it an rf that the machine can have; then some
//! reads may get another source. What was run with more buffers than it is judged with, or changed,
//! is often inconsistent, in ways that are not far from consistent.

use history::machine::Machine;
use history::{Event, EventId, Fence, History, Location, Model, Move, Source, Thread};
pub(crate) use testing::Random;

pub(crate) const MODELS: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];

/// How large and of which kind.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) threads: usize,
    pub(crate) events: usize,
    pub(crate) locations: usize,
    /// How many of twenty events are updates, and how many are fences.
    pub(crate) updates: usize,
    pub(crate) fences: usize,
    /// Release stores and store fences.
    pub(crate) has_store_order: bool,
    /// Creation and joining: the first thread creates the last one, and joins it later.
    pub(crate) has_creation: bool,
}

impl Size {
    pub(crate) fn random(random: &mut Random) -> Size {
        Size {
            threads: 2 + random.index(3),
            events: 5 + random.index(7),
            locations: 1 + random.index(3),
            updates: random.index(5),
            fences: random.index(5),
            has_store_order: random.one_in(3),
            has_creation: random.one_in(4),
        }
    }
}

pub(crate) fn history(random: &mut Random, size: Size) -> History {
    let model = MODELS[random.index(3)];
    let mut threads = shape(random, size);
    run(random, &mut threads, model);
    for _ in 0..[0, 1, 2, 3][random.index(4)] {
        change(random, &mut threads);
    }
    History::new(threads).expect("sources write to the location")
}

/// Events whose reads all read the initial value.
fn shape(random: &mut Random, size: Size) -> Vec<Vec<Event>> {
    let mut threads = vec![Vec::new(); size.threads];
    for _ in 0..size.events {
        let location = Location(random.index(size.locations) as u32);
        let source = Source::Initial;
        let kind = random.index(20);
        let event = if kind < size.updates {
            Event::Update { location, source }
        } else if kind < size.updates + size.fences {
            let is_weak = size.has_store_order && random.one_in(2);
            Event::Fence(if is_weak { Fence::Store } else { Fence::Full })
        } else if random.one_in(2) {
            Event::Read { location, source }
        } else {
            Event::Write { location, release: size.has_store_order && random.one_in(3) }
        };
        threads[random.index(size.threads)].push(event);
    }
    if size.has_creation {
        let last = Thread(size.threads as u32 - 1);
        let create = random.index(threads[0].len() + 1);
        threads[0].insert(create, Event::Create(last));
        let join = create + 1 + random.index(threads[0].len() - create);
        threads[0].insert(join, Event::Join(last));
    }
    threads
}

/// Gives every read the source that it has in a random run of a machine.
fn run(random: &mut Random, threads: &mut [Vec<Event>], model: Model) {
    let plain = History::new(threads.to_vec()).expect("there are no sources");
    let machine = Machine::new(&plain, model);
    let mut state = machine.start();
    while !machine.has_ended(&state) {
        let steps = machine.steps(&state);
        // Events rather than flushes, so that buffers fill.
        let (events, flushes): (Vec<Move>, Vec<Move>) =
            steps.into_iter().partition(|step| matches!(step, Move::Perform(_)));
        let from = if events.is_empty() || (!flushes.is_empty() && random.one_in(3)) {
            flushes
        } else {
            events
        };
        let step = from[random.index(from.len())];
        if let Some(seen) = machine.take(&mut state, step) {
            set_source(threads, step.event(), seen);
        }
    }
}

/// Gives a read another source, if that makes no cause come after its effect: what is refuted so
/// easily tests little.
fn change(random: &mut Random, threads: &mut [Vec<Event>]) {
    let plain = History::new(threads.to_vec()).expect("the run gave sources");
    let reads: Vec<EventId> = plain.ids().filter(|id| plain.event(*id).read().is_some()).collect();
    if reads.is_empty() {
        return;
    }
    let read = reads[random.index(reads.len())];
    let (location, current) = plain.event(read).read().expect("it is a read");
    let writes = plain.ids().filter(|id| plain.event(*id).written() == Some(location));
    let mut sources: Vec<Source> = writes.filter(|id| *id != read).map(Source::Event).collect();
    sources.push(Source::Initial);
    sources.retain(|source| *source != current);
    if sources.is_empty() {
        return;
    }
    let mut changed = threads.to_vec();
    set_source(&mut changed, read, sources[random.index(sources.len())]);
    if History::new(changed.clone()).is_ok_and(|changed| changed.causal_order().is_ok()) {
        threads.clone_from_slice(&changed);
    }
}

fn set_source(threads: &mut [Vec<Event>], read: EventId, new: Source) {
    match &mut threads[read.thread.0 as usize][read.index as usize] {
        Event::Read { source, .. } | Event::Update { source, .. } => *source = new,
        other => panic!("{other:?} reads nothing"),
    }
}
