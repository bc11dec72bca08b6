//! The machine is the one that Heddle's models mean: a history has a witness if and only if the
//! axioms allow its events with some co.

mod support;

use execution::Graph;
use execution::text::{self, Execution};
use history::{Event, EventId, Fence, History, Location, Model, Source, naive};
use models::global::axioms::is_consistent;
use models::pso::PartialStoreOrder;
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use std::fmt::Write;
use support::{MODELS, Random, Size};

fn allows(model: Model, graph: &Graph) -> bool {
    match model {
        Model::Sc => is_consistent::<ProgramOrder>(graph),
        Model::Tso => is_consistent::<TotalStoreOrder>(graph),
        Model::Pso => is_consistent::<PartialStoreOrder>(graph),
    }
}

/// The name of an event, which is also the value that it writes.
fn number(id: EventId) -> u32 {
    id.thread.0 * 100 + id.index + 1
}

fn source(source: Source) -> (u32, String) {
    match source {
        Source::Initial => (0, "initial".to_owned()),
        Source::Event(id) => (number(id), format!("e{}", number(id))),
    }
}

/// The first thread creates the last one, if any.
fn thread_name(thread: u32, threads: usize) -> String {
    match thread {
        0 => "main".to_owned(),
        _ => format!("t{}", threads as u32 - thread),
    }
}

/// What a fence is part of, if it is none by itself: a `seq_cst` store, or a compare-exchange that
/// fails.
enum Part {
    Store(EventId),
    Exchange(EventId),
}

fn part(history: &History, fence: EventId) -> Option<Part> {
    let events = &history.threads()[fence.thread.0 as usize];
    let neighbour = |index: Option<u32>| {
        let id = EventId { index: index?, ..fence };
        events.get(id.index as usize).map(|event| (id, *event))
    };
    match (neighbour(fence.index.checked_sub(1)), neighbour(fence.index.checked_add(1))) {
        _ if history.event(fence) != Event::Fence(Fence::Full) => None,
        (Some((write, Event::Write { release: true, .. })), _) => Some(Part::Store(write)),
        (_, Some((read, Event::Read { .. }))) => Some(Part::Exchange(read)),
        _ => None,
    }
}

/// The events in the text form of graphs, without co. Fences may be made parts of what is next to
/// them, as the vocabulary has it.
fn events(history: &History, order: &[EventId], has_parts: bool) -> String {
    let mut text = String::new();
    let threads = history.threads().len();
    let parts: Vec<(EventId, Part)> = match has_parts {
        true => order.iter().filter_map(|id| Some((*id, part(history, *id)?))).collect(),
        false => Vec::new(),
    };
    for id in order {
        let name = number(*id);
        let is_exclusive =
            parts.iter().any(|(_, part)| matches!(part, Part::Exchange(read) if read == id));
        let is_seq_cst =
            parts.iter().any(|(_, part)| matches!(part, Part::Store(write) if write == id));
        if parts.iter().any(|(fence, _)| fence == id) {
            continue;
        }
        let what = match history.event(*id) {
            Event::Read { location, source: from } => {
                let (value, from) = source(from);
                let read = if is_exclusive { "read_exclusive" } else { "read" };
                format!("{read} x{} {value} from {from} relaxed", location.0)
            }
            Event::Write { location, release } => {
                let ordering = match release {
                    _ if is_seq_cst => "seq_cst",
                    true => "release",
                    false => "relaxed",
                };
                format!("write x{} {name} {ordering}", location.0)
            }
            Event::Update { location, source: from } => {
                let (value, from) = source(from);
                format!("update x{} {value} -> {name} from {from} relaxed", location.0)
            }
            Event::Fence(Fence::Full) => "fence seq_cst".to_owned(),
            Event::Fence(Fence::Store) => "fence release".to_owned(),
            Event::Create(child) => format!("spawn {}", thread_name(child.0, threads)),
            Event::Join(child) => format!("join {}", thread_name(child.0, threads)),
        };
        let thread = thread_name(id.thread.0, threads);
        writeln!(text, "thread {thread}\n  e{name}: {what}").expect("strings can be written");
    }
    text
}

fn permutations(writes: &[EventId]) -> Vec<Vec<EventId>> {
    let Some((first, rest)) = writes.split_first() else { return vec![Vec::new()] };
    let insert = |permutation: Vec<EventId>| {
        (0..=permutation.len()).map(move |place| {
            let mut longer = permutation.clone();
            longer.insert(place, *first);
            longer
        })
    };
    permutations(rest).into_iter().flat_map(insert).collect()
}

/// All co, as lines of the text form.
fn orders(history: &History, locations: u32) -> Vec<String> {
    let mut all = vec![String::new()];
    for location in 0..locations {
        let is_here = |id: &EventId| history.event(*id).written() == Some(Location(location));
        let writes: Vec<EventId> = history.ids().filter(is_here).collect();
        if writes.len() < 2 {
            continue;
        }
        let lines: Vec<String> = permutations(&writes)
            .into_iter()
            .map(|co| {
                let names: Vec<String> = co.iter().map(|id| format!("e{}", number(*id))).collect();
                format!("order x{location}: {}\n", names.join(", "))
            })
            .collect();
        all =
            all.iter().flat_map(|text| lines.iter().map(move |line| text.clone() + line)).collect();
    }
    all
}

#[test]
fn the_machine_is_what_the_axioms_allow() {
    let mut random = Random::new(0x5eed_0006);
    let mut counts = [0, 0];
    while counts.iter().any(|count| *count < 10_000) {
        let size = Size { events: 4 + random.index(5), ..Size::random(&mut random) };
        let history = support::history(&mut random, size);
        let order = history.causal_order().expect("the generator keeps causes in order");
        let orders = orders(&history, size.locations as u32);
        if orders.len() > 24 {
            continue;
        }
        let events = events(&history, &order, random.index(2) == 0);
        let parse = |co: &String| text::parse(&(events.clone() + co));
        let graphs: Vec<Execution> =
            orders.iter().map(|co| parse(co).unwrap_or_else(|error| panic!("{error}"))).collect();
        for model in MODELS {
            let expected = graphs.iter().any(|execution| allows(model, &execution.graph));
            let is_possible = naive::search(&history, model).is_ok();
            assert_eq!(is_possible, expected, "{model:?}\n{events}");
            counts[usize::from(expected)] += 1;
        }
    }
}
