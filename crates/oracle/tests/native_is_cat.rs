//! The models of `models` and the cat files with their names are the same models.
//!
//! Compared are the axioms (with which the fast checks agree, see `models.rs`) on all graphs of up
//! to five events over two locations, and on random larger ones, also with threads that are created
//! and joined. All shapes and wirings are there ([`oracle::small`]). Orders, where a model tells
//! many apart, are all there up to as many events as the constant of the model says; for more
//! events each wiring has some at random. `HEDDLE_GRAPHS=all` has all of them for one event more.

use base::{Ordering, Tags, ThreadId, Value};
use cat::{File, LibraryOnly, Options, Program, bundled_model, compile, machine_names};
use execution::{Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind};
use models::Model;
use models::pso::Pso;
use models::ra::{Ra, ReleaseAcquire};
use models::rc11::{C11, Cpp20, Rc11, Rc11Of20};
use models::sc::Sc;
use models::tso::Tso;
use oracle::graphs::{THREADS, all_sources, create_threads, is_joined, label};
use oracle::small::{Alphabet, visit};
use testing::Random;

const EVENTS: usize = 5;
/// How many random graphs of more events are compared.
const RANDOM: usize = 10_000;

/// Nothing but accesses: SC knows no more.
const ACCESSES: Alphabet = Alphabet {
    reads: &[(ReadKind::Load, Ordering::Relaxed)],
    writes: &[Ordering::Relaxed],
    updates: &[Ordering::Relaxed],
    fences: &[],
};

/// What machines with store buffers tell apart; a read may be that of a compare-exchange that
/// fails.
const MACHINE: Alphabet = Alphabet {
    reads: &[(ReadKind::Load, Ordering::Relaxed), (ReadKind::Exclusive, Ordering::Relaxed)],
    writes: &[Ordering::Relaxed, Ordering::Release, Ordering::SeqCst],
    updates: &[Ordering::Relaxed],
    fences: &[Ordering::Release, Ordering::SeqCst],
};

/// What C11 tells apart.
const LANGUAGE: Alphabet = Alphabet {
    reads: &[
        (ReadKind::Load, Ordering::Plain),
        (ReadKind::Load, Ordering::Relaxed),
        (ReadKind::Load, Ordering::Acquire),
        (ReadKind::Load, Ordering::SeqCst),
    ],
    writes: &[Ordering::Plain, Ordering::Relaxed, Ordering::Release, Ordering::SeqCst],
    updates: &[
        Ordering::Relaxed,
        Ordering::Acquire,
        Ordering::Release,
        Ordering::AcquireRelease,
        Ordering::SeqCst,
    ],
    fences: &[Ordering::Acquire, Ordering::Release, Ordering::AcquireRelease, Ordering::SeqCst],
};

fn program(name: &str) -> Program {
    let file: File = bundled_model(name).expect("the model comes with Heddle");
    let vocabulary = machine_names();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    compile(vec![file], &options).unwrap_or_else(|failure| panic!("{failure}"))
}

/// What is compared on each graph.
struct Comparison {
    program: Program,
    is_consistent: fn(&Graph) -> bool,
    has_race: Option<fn(&Graph) -> bool>,
    allowed: usize,
    forbidden: usize,
}

impl Comparison {
    fn new<M: Model<Definition = ()>>(
        file: &str,
        has_race: Option<fn(&Graph) -> bool>,
    ) -> Comparison {
        let is_consistent = |graph: &Graph| M::is_consistent(&(), graph);
        Comparison { program: program(file), is_consistent, has_race, allowed: 0, forbidden: 0 }
    }

    fn compare(&mut self, graph: &Graph) -> bool {
        let is_allowed = models::cat::axioms::is_consistent(&self.program, graph);
        assert_eq!((self.is_consistent)(graph), is_allowed, "allowed by the file? {graph:#?}");
        if let Some(has_race) = self.has_race.filter(|_| is_allowed) {
            let judgement = models::cat::axioms::judgement(&self.program, graph);
            assert_eq!(has_race(graph), !judgement.undefined.is_empty(), "a race? {graph:#?}");
        }
        *(if is_allowed { &mut self.allowed } else { &mut self.forbidden }) += 1;
        is_allowed
    }
}

/// Compares on all small graphs; with all orders up to so many events, and with some for more.
fn compare_small(mut comparison: Comparison, alphabet: &Alphabet, exact: usize, some: usize) {
    let wants_all = std::env::var_os("HEDDLE_GRAPHS").is_some_and(|value| value == "all");
    let exact = exact + usize::from(wants_all);
    for events in 0..=EVENTS {
        let most = if events <= exact { usize::MAX } else { some };
        visit(events, alphabet, most, &mut |graph| {
            comparison.compare(graph);
        });
    }
    println!("{} allowed, {} forbidden", comparison.allowed, comparison.forbidden);
    assert!(comparison.allowed > 10_000 && comparison.forbidden > 10_000);
}

/// Compares on random graphs that grow while they are consistent, with every source and place of
/// each new event.
fn compare_random<M: Model<Definition = ()>>(mut comparison: Comparison) {
    let mut compared = 0;
    for seed in 0.. {
        if compared >= RANDOM {
            break;
        }
        let mut random = Random::new(seed);
        let mut graph = Graph::new(THREADS);
        if random.chance(40) {
            create_threads(&mut graph, &mut M::new(&(), THREADS));
        }
        for _ in 0..14 {
            compared += grow(&mut random, &mut graph, &mut comparison);
        }
    }
    assert!(comparison.allowed > 1000 && comparison.forbidden > 1000);
}

/// Adds a random event, or an update, to a random thread. Returns how many graphs of more than
/// [`EVENTS`] events were compared.
fn grow(random: &mut Random, graph: &mut Graph, comparison: &mut Comparison) -> usize {
    let thread = Slot(random.below(THREADS as u64) as u32);
    let other = Slot(random.below(THREADS as u64) as u32);
    if is_joined(graph, thread) {
        return 0;
    }
    let new = |label, grouped| NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
    if random.chance(5) && other != thread && !is_joined(graph, other) {
        let label = Label::Join { thread: ThreadId::MAIN, slot: other };
        let end = graph.last_of(other).or(graph.thread(other).spawn);
        graph.push_other(new(label, false), end);
        comparison.compare(graph);
        return 0;
    }
    let location = LocationId(random.below(3) as u32);
    let label = label(random, location);
    let mut allowed = Vec::new();
    let mut compared = 0;
    let mut compare = |graph: &Graph| {
        compared += usize::from(graph.len() > EVENTS);
        comparison.compare(graph)
    };
    match label {
        Label::Read { kind, ordering, tags, value, .. } => {
            for source in all_sources(graph, location) {
                graph.push_read(new(label, false), source);
                // A read of a compare-exchange that fails is a graph too.
                if compare(graph) {
                    allowed.push((source, None));
                }
                if kind == ReadKind::Exclusive {
                    let kind = WriteKind::Exclusive;
                    let write = Label::Write { location, kind, ordering, tags, value };
                    for place in all_sources(graph, location) {
                        graph.push_write(new(write, true), place);
                        if compare(graph) {
                            allowed.push((source, Some((write, place))));
                        }
                        graph.pop();
                    }
                }
                graph.pop();
            }
        }
        Label::Write { .. } => {
            for place in all_sources(graph, location) {
                graph.push_write(new(label, false), place);
                if compare(graph) {
                    allowed.push((place, None));
                }
                graph.pop();
            }
        }
        _ => allowed.push((Source::Initial, None)),
    }
    if allowed.is_empty() {
        return compared;
    }
    let (source, write) = random.pick(&allowed);
    match label {
        Label::Read { .. } => graph.push_read(new(label, false), source),
        Label::Write { .. } => graph.push_write(new(label, false), source),
        _ => graph.push_other(new(label, false), None),
    };
    if let Some((write, place)) = write {
        graph.push_write(new(write, true), place);
    }
    compared
}

#[test]
fn sc() {
    compare_small(Comparison::new::<Sc>("sc", None), &ACCESSES, 5, 1);
}

#[test]
fn tso() {
    compare_small(Comparison::new::<Tso>("x86-tso", None), &MACHINE, 4, 2);
}

#[test]
fn pso() {
    compare_small(Comparison::new::<Pso>("pso", None), &MACHINE, 4, 2);
}

#[test]
fn ra() {
    let has_race = models::hb::axioms::has_race::<ReleaseAcquire>;
    compare_small(Comparison::new::<Ra>("ra", Some(has_race)), &LANGUAGE, 3, 3);
}

#[test]
fn rc11() {
    let has_race = models::hb::axioms::has_race::<C11>;
    compare_small(Comparison::new::<Rc11>("rc11", Some(has_race)), &LANGUAGE, 3, 3);
}

#[test]
fn rc11_of_20() {
    let has_race = models::hb::axioms::has_race::<Cpp20>;
    compare_small(Comparison::new::<Rc11Of20>("rc11-20", Some(has_race)), &LANGUAGE, 3, 3);
}

/// Atomic blocks, of which the file knows less than the native model if several run at once.
#[test]
fn atomic_blocks() {
    let file = program("sc-atomic-blocks");
    let (mut equal, mut forbidden, mut weaker) = (0, 0, 0);
    for seed in 0..10_000 {
        let mut random = Random::new(seed);
        let mut graph = Graph::new(THREADS);
        for _ in 0..6 {
            let thread = Slot(random.below(THREADS as u64) as u32);
            let grouped = graph.last_of(thread).is_some() && random.chance(50);
            push_in_block(&mut random, &mut graph, thread, grouped);
        }
        let native = Sc::is_consistent(&(), &graph);
        let found = models::cat::axioms::is_consistent(&file, &graph);
        assert!(found || !native, "the file forbids {graph:#?}");
        // How many blocks have several events.
        let longer = graph.events().filter(|(_, event)| event.offset == 1).count();
        if longer <= 1 {
            assert_eq!(found, native, "with one block: {graph:#?}");
            equal += 1;
            forbidden += usize::from(!native);
        }
        weaker += usize::from(found != native);
    }
    assert!(equal > 1000 && forbidden > 300 && weaker > 0, "{equal} {forbidden} {weaker}");
}

/// Adds a random access of an atomic block.
fn push_in_block(random: &mut Random, graph: &mut Graph, thread: Slot, grouped: bool) {
    let (location, tags) = (LocationId(random.below(2) as u32), Tags::ATOMIC_BLOCK);
    let (ordering, value) = (Ordering::Relaxed, Value::ZERO);
    let sources = all_sources(graph, location);
    let source = random.pick(&sources);
    let new = |label| NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
    if random.chance(50) {
        let kind = ReadKind::Load;
        graph.push_read(new(Label::Read { location, kind, ordering, tags, value }), source);
    } else {
        let kind = WriteKind::Store;
        graph.push_write(new(Label::Write { location, kind, ordering, tags, value }), source);
    }
}

#[test]
fn random_graphs() {
    compare_random::<Sc>(Comparison::new::<Sc>("sc", None));
    compare_random::<Tso>(Comparison::new::<Tso>("x86-tso", None));
    compare_random::<Pso>(Comparison::new::<Pso>("pso", None));
    let has_race = models::hb::axioms::has_race::<ReleaseAcquire>;
    compare_random::<Ra>(Comparison::new::<Ra>("ra", Some(has_race)));
    let has_race = models::hb::axioms::has_race::<C11>;
    compare_random::<Rc11>(Comparison::new::<Rc11>("rc11", Some(has_race)));
    let has_race = models::hb::axioms::has_race::<Cpp20>;
    compare_random::<Rc11Of20>(Comparison::new::<Rc11Of20>("rc11-20", Some(has_race)));
}
