//! What has to come before what in every witness: the order of the steps, closed under two rules.
//!
//! For a read `r` of `w` and another write `w'` to the location (`rf-sc` §5.1, and for the writes
//! to the memory of TSO and PSO `rf-tso-pso` §4.3):
//!
//! - R1: if `w'` is before `r`, it is before `w`;
//! - R2: if `w` is before `w'`, then `r` is before `w'`. The initial value is before every write.
//!
//! On vector clocks (`rf-sc` §7): when the clock of a read grows, R1 looks at the last write of
//! each chain before it; when that of a write grows, R2 looks at the readers of the last write of
//! each chain before it. Earlier writes of a chain need no look, because they are before the last
//! one, and their readers too. A new read may also meet writes that are already ordered; what the
//! paper does by saturating in reverse is here a search, in each chain, for the first write after
//! its source.
//!
//! A cycle refutes a history. That there is none proves nothing in general (`rf-sc` Example 5.2),
//! but it does for two threads.
//!
//! Events are added one at a time, causes first, and taken back in reverse: what a change costs is
//! what it changes.

use crate::answer::{Reason, Why};
use crate::event::{Event, Thread};
use crate::history::History;
use crate::machine::Model;
use crate::order::{Mark, Node, Order};

/// An order that is closed under R1 and R2, with a way back.
#[derive(Clone, Debug)]
pub struct Saturation {
    order: Order,
    /// For each event that was added, the state before it.
    marks: Vec<Mark>,
}

impl Saturation {
    /// Of no events.
    pub fn new(model: Model) -> Saturation {
        Saturation { order: Order::new(model), marks: Vec::new() }
    }

    /// Of all events of a history.
    pub fn of(history: &History, model: Model) -> Result<Saturation, Reason> {
        let mut saturation = Saturation::new(model);
        for id in history.causal_order()? {
            saturation.add(id.thread, history.event(id))?;
        }
        Ok(saturation)
    }

    /// Adds the next event of a thread. Its causes have to be there: its source, the creation of
    /// its thread, and all of a thread that it joins. If that gives a cycle, nothing is added.
    pub fn add(&mut self, thread: Thread, event: Event) -> Result<(), Reason> {
        let mark = self.order.mark();
        let first = self.order.nodes().len();
        let added = self.order.add(thread, event).and_then(|()| {
            for node in self.order.nodes().skip(first) {
                self.meet(node)?;
            }
            self.saturate()
        });
        match added {
            Ok(()) => self.marks.push(mark),
            Err(_) => self.order.undo(mark),
        }
        added
    }

    /// Takes back the event that was added last.
    pub fn undo(&mut self) {
        let mark = self.marks.pop().expect("an event was added");
        self.order.undo(mark);
    }

    /// The order, closed under the rules.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Puts a step before another by a guess, and saturates.
    pub(crate) fn guess(&mut self, first: Node, second: Node) -> Result<(), Reason> {
        self.order.put_before(first, second, Why::Guess)?;
        self.saturate()
    }

    pub(crate) fn mark(&self) -> Mark {
        self.order.mark()
    }

    /// Takes back guesses.
    pub(crate) fn forget(&mut self, mark: Mark) {
        self.order.undo(mark);
    }

    /// R2 for a new read and the writes that there are, and for a new write and the reads of the
    /// initial value.
    fn meet(&mut self, node: Node) -> Result<(), Reason> {
        let (reads, writes) = (self.order.entry(node).reads, self.order.entry(node).writes);
        if let Some((location, source)) = reads {
            let chains = &self.order.locations()[location.0 as usize].writes;
            let after = |writes: &Vec<Node>| {
                let first = source.map_or(0, |source| {
                    writes.partition_point(|write| !self.order.is_before(source, *write))
                });
                writes.get(first).copied().filter(|write| *write != node)
            };
            let later: Vec<Node> = chains.iter().filter_map(|(_, writes)| after(writes)).collect();
            for write in later {
                self.order.put_before(node, write, Why::Overwritten)?;
            }
        }
        if let Some(location) = writes {
            for reader in self.order.locations()[location.0 as usize].initial_readers.clone() {
                if reader != node {
                    self.order.put_before(reader, node, Why::Overwritten)?;
                }
            }
        }
        Ok(())
    }

    /// Applies the rules to what has changed until nothing changes.
    fn saturate(&mut self) -> Result<(), Reason> {
        while let Some(node) = self.order.next_changed() {
            let (reads, writes) = (self.order.entry(node).reads, self.order.entry(node).writes);
            if let Some((location, Some(source))) = reads {
                for chain in 0..self.order.locations()[location.0 as usize].writes.len() {
                    if let Some(write) = self.last_before(location.0 as usize, chain, node)
                        && write != source
                    {
                        self.order.put_before(write, source, Why::Observed)?;
                    }
                }
            }
            if let Some(location) = writes {
                for chain in 0..self.order.locations()[location.0 as usize].writes.len() {
                    let write = self.last_before(location.0 as usize, chain, node);
                    for reader in 0..write.map_or(0, |write| self.order.entry(write).readers.len())
                    {
                        let write = write.expect("it has readers");
                        let reader = self.order.entry(write).readers[reader];
                        if reader != node {
                            self.order.put_before(reader, node, Why::Overwritten)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The last write to a location in one of its chains that is before a step.
    fn last_before(&self, location: usize, chain: usize, node: Node) -> Option<Node> {
        let (_, writes) = &self.order.locations()[location].writes[chain];
        let count = writes.partition_point(|write| self.order.is_before(*write, node));
        writes[..count].last().copied()
    }
}
