//! (X, rf): the events of each thread in program order, and where each read has its value from.
//!
//! A [`History`] makes sense by itself: sources exist and write to the location that is read, and
//! no thread is created twice. Whether a machine can do it is the question that the rest of the
//! crate answers.

use crate::answer::{Link, Reason, Why};
use crate::event::{Event, EventId, Source, Thread};
use crate::machine::Move;

/// The events of all threads, with reads-from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct History {
    threads: Vec<Vec<Event>>,
    /// For each thread, the event that creates it.
    creators: Vec<Option<EventId>>,
}

/// Why lists of events are no history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// The source of this read does not exist, or does not write to the location, or is the read
    /// itself.
    NoSource(EventId),
    /// The thread that this event creates or joins does not exist.
    NoThread(EventId),
    /// The thread that this event creates is created elsewhere too.
    CreatedTwice(EventId),
}

impl History {
    pub fn new(threads: Vec<Vec<Event>>) -> Result<History, Malformed> {
        let mut history = History { creators: vec![None; threads.len()], threads };
        for id in history.ids().collect::<Vec<_>>() {
            let event = history.event(id);
            if let Some((location, Source::Event(source))) = event.read() {
                let written = history.get(source).and_then(Event::written);
                if source == id || written != Some(location) {
                    return Err(Malformed::NoSource(id));
                }
            }
            if let Event::Create(thread) | Event::Join(thread) = event
                && thread.0 as usize >= history.threads.len()
            {
                return Err(Malformed::NoThread(id));
            }
            if let Event::Create(thread) = event
                && history.creators[thread.0 as usize].replace(id).is_some()
            {
                return Err(Malformed::CreatedTwice(id));
            }
        }
        Ok(history)
    }

    /// The events of each thread, in program order.
    pub fn threads(&self) -> &[Vec<Event>] {
        &self.threads
    }

    /// All events, thread after thread.
    pub fn ids(&self) -> impl Iterator<Item = EventId> + '_ {
        self.threads.iter().zip(0..).flat_map(|(events, thread)| {
            (0..events.len() as u32).map(move |index| EventId { thread: Thread(thread), index })
        })
    }

    pub fn event(&self, id: EventId) -> Event {
        self.threads[id.thread.0 as usize][id.index as usize]
    }

    /// The event that creates a thread; without one the thread is there from the start.
    pub fn creator(&self, thread: Thread) -> Option<EventId> {
        self.creators[thread.0 as usize]
    }

    fn get(&self, id: EventId) -> Option<Event> {
        self.threads.get(id.thread.0 as usize)?.get(id.index as usize).copied()
    }

    /// All events in an order in which each comes after its causes: what is before it in its
    /// thread, its source, the creation of its thread, and the thread that it joins. On every
    /// machine a cause is performed before its effect, so a cycle of them is a reason against all.
    pub fn causal_order(&self) -> Result<Vec<EventId>, Reason> {
        let mut done = vec![0; self.threads.len()];
        let mut order = Vec::new();
        loop {
            let before = order.len();
            for (events, thread) in self.threads.iter().zip(0..) {
                while (done[thread as usize] as usize) < events.len() {
                    let id = EventId { thread: Thread(thread), index: done[thread as usize] };
                    if self.missing_cause(id, &done).is_some() {
                        break;
                    }
                    order.push(id);
                    done[thread as usize] += 1;
                }
            }
            if order.len() == before {
                break;
            }
        }
        match (0..)
            .zip(&self.threads)
            .find(|(thread, events)| done[*thread] as usize != events.len())
        {
            Some((thread, _)) => Err(self.causal_cycle(Thread(thread as u32), &done)),
            None => Ok(order),
        }
    }

    /// A cause in another thread that is not done, where all events of the own thread that come
    /// before are.
    fn missing_cause(&self, id: EventId, done: &[u32]) -> Option<(EventId, Why)> {
        let event = self.event(id);
        let creator = match id.index {
            0 => self.creator(id.thread).map(|creator| (creator, Why::Creation)),
            _ => None,
        };
        let source = match event.read() {
            Some((_, Source::Event(source))) => Some((source, Why::ReadsFrom)),
            Some((_, Source::Initial)) | None => None,
        };
        let joined = match event {
            Event::Join(thread) => {
                let events = self.threads[thread.0 as usize].len() as u32;
                events.checked_sub(1).map(|index| (EventId { thread, index }, Why::Joining))
            }
            _ => None,
        };
        let causes = [creator, source, joined].into_iter().flatten();
        causes.into_iter().find(|(cause, _)| done[cause.thread.0 as usize] <= cause.index)
    }

    /// Follows what each thread waits for, from one that waits, until a thread comes again.
    fn causal_cycle(&self, start: Thread, done: &[u32]) -> Reason {
        let mut links: Vec<Link> = Vec::new();
        let mut visited: Vec<(Thread, usize)> = Vec::new();
        let mut thread = start;
        while !visited.iter().any(|(seen, _)| *seen == thread) {
            visited.push((thread, links.len()));
            let waiting = EventId { thread, index: done[thread.0 as usize] };
            let (cause, why) = self.missing_cause(waiting, done).expect("the thread waits");
            let from = Move::Perform(cause);
            links.push(Link { from, to: Move::Perform(waiting), why });
            let next = EventId { thread: cause.thread, index: done[cause.thread.0 as usize] };
            if next != cause {
                links.push(Link { from: Move::Perform(next), to: from, why: Why::Program });
            }
            thread = cause.thread;
        }
        let (_, first) =
            visited.into_iter().find(|(seen, _)| *seen == thread).expect("seen before");
        // Links were found against their direction.
        links.drain(..first);
        links.reverse();
        Reason::Cycle(links)
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, EventId, History, Malformed, Source, Thread};
    use crate::event::Location;

    fn id(thread: u32, index: u32) -> EventId {
        EventId { thread: Thread(thread), index }
    }

    #[test]
    fn what_makes_no_sense_is_no_history() {
        let (x, y) = (Location(0), Location(1));
        let write = Event::Write { location: y, release: false };
        let read = |source| Event::Read { location: x, source: Source::Event(source) };
        let no_source =
            |events| assert_eq!(History::new(events), Err(Malformed::NoSource(id(0, 0))));
        no_source(vec![vec![read(id(1, 0))]]);
        no_source(vec![vec![read(id(0, 1))], vec![write]]);
        no_source(vec![vec![read(id(1, 0))], vec![write]]);
        no_source(vec![vec![Event::Update { location: x, source: Source::Event(id(0, 0)) }]]);
        let create = Event::Create(Thread(1));
        assert_eq!(History::new(vec![vec![create]]), Err(Malformed::NoThread(id(0, 0))));
        let twice = History::new(vec![vec![create, create], vec![]]);
        assert_eq!(twice, Err(Malformed::CreatedTwice(id(0, 1))));
    }
}
