//! Executions as histories: what an engine explored, for the procedures of `history` that know no
//! engine.
//!
//! The table in `history::Event` says what each event becomes. An unlock is an update of what the
//! lock has written; the end of a life and a choice of a value are nothing; a lock that still waits
//! is not there. Groups of several accesses have no place in a history.

use base::Ordering;
use execution::{EventId, Graph, Label, Slot, WriteKind};
use history::{Event, Fence, History, Location, Source, Thread};
use testing::Random;

/// The history of a graph; `None` if it has groups of several accesses.
pub fn history(graph: &Graph) -> Option<History> {
    let slots: Vec<Slot> = graph.slots().collect();
    let mut names: Vec<Option<history::EventId>> = vec![None; graph.len()];
    for slot in &slots {
        let mut index = 0;
        for id in &graph.thread(*slot).events {
            let parts = parts(graph, *id)?;
            let thread = Thread(slot.0);
            names[id.index()] = Some(history::EventId { thread, index: index + parts.before });
            index += parts.before + parts.own + parts.after;
        }
    }
    let threads = slots.iter().map(|slot| {
        let mut events = Vec::new();
        for id in &graph.thread(*slot).events {
            let parts = parts(graph, *id).expect("looked at before");
            events.extend((0..parts.before).map(|_| Event::Fence(Fence::Full)));
            events.extend((0..parts.own).map(|_| event(graph, *id, &names)));
            events.extend((0..parts.after).map(|_| Event::Fence(Fence::Full)));
        }
        events
    });
    Some(History::new(threads.collect()).expect("an execution makes sense"))
}

/// The history with another source for one of its reads; `None` if there is no other, or no read.
pub fn with_another_source(history: &History, random: &mut Random) -> Option<History> {
    let reads: Vec<_> = history.ids().filter(|id| history.event(*id).read().is_some()).collect();
    let read = pick(&reads, random)?;
    let (location, old) = history.event(read).read()?;
    let is_source =
        |id: &history::EventId| *id != read && history.event(*id).written() == Some(location);
    let all = history.ids().filter(is_source).map(Source::Event).chain([Source::Initial]);
    let others: Vec<Source> = all.filter(|source| *source != old).collect();
    let other = pick(&others, random)?;
    let mut threads = history.threads().to_vec();
    match &mut threads[read.thread.0 as usize][read.index as usize] {
        Event::Read { source, .. } | Event::Update { source, .. } => *source = other,
        _ => unreachable!("it reads"),
    }
    History::new(threads).ok()
}

fn pick<T: Copy>(from: &[T], random: &mut Random) -> Option<T> {
    (!from.is_empty()).then(|| random.pick(from))
}

/// How many events an event becomes.
struct Parts {
    /// Full fences before it.
    before: u32,
    /// One, or none.
    own: u32,
    /// Full fences after it.
    after: u32,
}

fn parts(graph: &Graph, id: EventId) -> Option<Parts> {
    let one = |before, after| Some(Parts { before, own: 1, after });
    let nothing = Some(Parts { before: 0, own: 0, after: 0 });
    let event = graph.event(id);
    let is_with = |other: EventId| graph.event(other).group == event.group && other != id;
    match event.label {
        // The write stands for the update.
        Label::Read { .. } if update(graph, id).is_some() => nothing,
        Label::Read { kind, .. } => {
            let events = &graph.thread(event.thread).events;
            let is_alone = !events.iter().any(|other| is_with(*other) && is_access(graph, *other));
            is_alone.then_some(())?;
            one(u32::from(kind != execution::ReadKind::Load), 0)
        }
        Label::Write { kind: WriteKind::Exclusive, .. } => {
            graph.updated(id)?;
            one(0, 0)
        }
        Label::Write { .. } if event.offset > 0 => None,
        Label::Write { kind: WriteKind::Store, ordering, .. } => {
            one(0, u32::from(ordering == Ordering::SeqCst))
        }
        Label::Write { kind: WriteKind::Unlock, .. } => one(0, 0),
        Label::Fence { ordering, .. } => match ordering {
            Ordering::SeqCst | Ordering::Release | Ordering::AcquireRelease => one(0, 0),
            Ordering::Acquire | Ordering::Relaxed | Ordering::Plain => nothing,
        },
        Label::Spawn { .. } | Label::Join { .. } => one(0, 0),
        Label::Free { .. } | Label::Choose { .. } => nothing,
    }
}

fn is_access(graph: &Graph, id: EventId) -> bool {
    graph.event(id).label.location().is_some()
}

/// The write of the update that begins with a read.
fn update(graph: &Graph, read: EventId) -> Option<EventId> {
    let event = graph.event(read);
    let rest = &graph.thread(event.thread).events[event.index as usize + 1..];
    let mut rest = rest.iter().copied().take_while(|id| graph.event(*id).group == event.group);
    let write = rest.find(|id| is_access(graph, *id))?;
    let is_same = graph.event(write).label.location() == event.label.location();
    (graph.event(write).is_write() && is_same && rest.next().is_none()).then_some(write)
}

fn event(graph: &Graph, id: EventId, names: &[Option<history::EventId>]) -> Event {
    let event = graph.event(id);
    let source = |source: execution::Source| match source {
        execution::Source::Initial => Source::Initial,
        execution::Source::Write(write) => {
            Source::Event(names[write.index()].expect("every event has a name"))
        }
    };
    match event.label {
        Label::Read { location, .. } => {
            Event::Read { location: Location(location.index() as u32), source: source(event.rf) }
        }
        Label::Write { location, kind, ordering, .. } => {
            let location = Location(location.index() as u32);
            let updated = match kind {
                WriteKind::Exclusive => graph.updated(id),
                WriteKind::Unlock => Some(event.co_before),
                WriteKind::Store => None,
            };
            let release =
                matches!(ordering, Ordering::Release | Ordering::AcquireRelease | Ordering::SeqCst);
            match updated {
                Some(updated) => Event::Update { location, source: source(updated) },
                None => Event::Write { location, release },
            }
        }
        Label::Fence { ordering: Ordering::SeqCst, .. } => Event::Fence(Fence::Full),
        Label::Fence { .. } => Event::Fence(Fence::Store),
        Label::Spawn { .. } => {
            let child = graph.slots().find(|slot| graph.thread(*slot).spawn == Some(id));
            Event::Create(Thread(child.expect("a created thread is in the graph").0))
        }
        Label::Join { slot, .. } => Event::Join(Thread(slot.0)),
        Label::Free { .. } | Label::Choose { .. } => unreachable!("these become nothing"),
    }
}
