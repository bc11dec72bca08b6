//! Views of a thread when all sources are known: PRAM, Causal and PRAM-M by saturation.
//!
//! The view of a thread p has reads of p only, and these are totally ordered. Then one rule, to a
//! fixed point, decides: if a write w' comes before a read r from another write w to the location,
//! then w' comes before w (R2 of `rf-sc` §5.1; the bad patterns of Bouajjani et al., *On Verifying
//! Causal Consistency*, POPL 2017, for causal memory). If no cycle results, a view is: before each
//! operation of p what has to come before it, in any order that respects the rest. For a read r
//! from w every write to the location that was placed by then has to come before r, so before w.
//!
//! An operation's clock says how many operations of each thread come before it or are it. Threads
//! are chains also in the view, and what is not needed by p yet is not looked at, so that the
//! work is about (operations × threads) where the order of a run is followed.
//!
//! Not covered: updates. Those of other threads are reads in the view, and the rule is not enough.

use crate::operation::{OperationId, Source, ThreadId};
use crate::orders::ReadsFrom;
use crate::recording::Recording;

/// Which edges there are beside program order and the reads of p.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Program,
    /// Also from sources to the reads of other threads: with program order, that is wo.
    Causal,
}

/// That there is no view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cyclic;

/// What does not depend on the thread whose view is made.
#[derive(Debug)]
pub struct Preparation<'a> {
    recording: &'a Recording,
    reads_from: &'a ReadsFrom,
    order: Order,
    /// For each operation its thread and its place there.
    places: Vec<(u32, u32)>,
    /// For each location, the threads that write to it, and where.
    writers: Vec<Vec<(u32, Vec<u32>)>>,
}

impl<'a> Preparation<'a> {
    pub fn new(recording: &'a Recording, reads_from: &'a ReadsFrom, order: Order) -> Self {
        assert!(!recording.has_updates(), "updates are not covered");
        let mut places = Vec::with_capacity(recording.operations().len());
        let mut writers = vec![Vec::<(u32, Vec<u32>)>::new(); recording.locations().count()];
        for thread in recording.threads() {
            for (id, index) in recording.of_thread(thread).zip(0..) {
                places.push((thread.0, index));
                if let Some((location, _)) = recording.operation(id).written() {
                    let list = &mut writers[location.0 as usize];
                    match list.last_mut() {
                        Some((last, indices)) if *last == thread.0 => indices.push(index),
                        _ => list.push((thread.0, vec![index])),
                    }
                }
            }
        }
        Preparation { recording, reads_from, order, places, writers }
    }

    /// The view of a thread: all writes and its operations, in order.
    pub fn view(&self, thread: ThreadId) -> Result<Vec<OperationId>, Cyclic> {
        let mut saturation = Saturation::new(self, thread);
        for id in self.recording.of_thread(thread) {
            saturation.include(thread.0, self.places[id.0 as usize].1 + 1);
            saturation.settle()?;
        }
        for other in self.recording.threads() {
            saturation.include(other.0, self.recording.of_thread(other).count() as u32);
        }
        saturation.settle()?;
        Ok(saturation.order())
    }
}

struct Saturation<'a> {
    base: &'a Preparation<'a>,
    thread: u32,
    threads: usize,
    /// The clocks of all operations, one after the other; those included are valid.
    clocks: Vec<u32>,
    /// How many operations of each thread are included.
    included: Vec<u32>,
    /// Edges beside program order, by their start.
    edges: Vec<Vec<u32>>,
    /// Operations whose clock has grown.
    grown: Vec<u32>,
    is_grown: Vec<bool>,
    /// Whether something comes before itself.
    is_cyclic: bool,
}

impl<'a> Saturation<'a> {
    fn new(base: &'a Preparation<'a>, thread: ThreadId) -> Saturation<'a> {
        let threads = base.recording.threads().count();
        let operations = base.recording.operations().len();
        Saturation {
            base,
            thread: thread.0,
            threads,
            clocks: vec![0; operations * threads],
            included: vec![0; threads],
            edges: vec![Vec::new(); operations],
            grown: Vec::new(),
            is_grown: vec![false; operations],
            is_cyclic: false,
        }
    }

    fn at(&self, thread: u32, index: u32) -> u32 {
        self.base.recording.at(ThreadId(thread), index).0
    }

    fn clock(&self, id: u32) -> &[u32] {
        &self.clocks[id as usize * self.threads..][..self.threads]
    }

    /// Looks at a thread up to a place.
    fn include(&mut self, thread: u32, end: u32) {
        while self.included[thread as usize] < end {
            let index = self.included[thread as usize];
            self.included[thread as usize] += 1;
            let id = self.at(thread, index);
            self.clocks[id as usize * self.threads + thread as usize] = index + 1;
            if index > 0 {
                self.join(id - 1, id);
            }
            self.mark(id);
            let follows = self.base.order == Order::Causal || thread == self.thread;
            if let Some(Source::Operation(source)) = self.base.reads_from[id as usize]
                && follows
            {
                self.connect(source.0, id);
            }
        }
    }

    fn mark(&mut self, id: u32) {
        if !self.is_grown[id as usize] {
            self.is_grown[id as usize] = true;
            self.grown.push(id);
        }
    }

    fn is_included(&self, id: u32) -> bool {
        let (thread, index) = self.base.places[id as usize];
        index < self.included[thread as usize]
    }

    /// The first comes before the second. If it is not included yet, it will be: the clock of the
    /// second demands it.
    fn connect(&mut self, first: u32, second: u32) {
        self.edges[first as usize].push(second);
        if self.is_included(first) {
            self.join(first, second);
        } else {
            let (thread, index) = self.base.places[first as usize];
            let entry = &mut self.clocks[second as usize * self.threads + thread as usize];
            *entry = (*entry).max(index + 1);
            self.mark(second);
        }
    }

    /// What comes before the first or is it comes before the second.
    fn join(&mut self, from: u32, to: u32) {
        let (thread, index) = self.base.places[to as usize];
        self.is_cyclic |= self.clock(from)[thread as usize] > index;
        let (from, to) = (from as usize * self.threads, to as usize * self.threads);
        let mut changed = false;
        for offset in 0..self.threads {
            let value = self.clocks[from + offset];
            if value > self.clocks[to + offset] {
                self.clocks[to + offset] = value;
                changed = true;
            }
        }
        if changed {
            self.mark((to / self.threads) as u32);
        }
    }

    /// Until no clock grows any more.
    fn settle(&mut self) -> Result<(), Cyclic> {
        while let Some(id) = self.grown.pop() {
            self.is_grown[id as usize] = false;
            let (thread, index) = self.base.places[id as usize];
            for other in 0..self.threads {
                let end = self.clock(id)[other];
                if end > self.included[other] {
                    self.include(other as u32, end);
                }
                // What comes before brings along what comes before it.
                if end > 0 && other as u32 != thread {
                    let last = self.at(other as u32, end - 1);
                    self.join(last, id);
                }
            }
            if index + 1 < self.included[thread as usize] {
                self.join(id, id + 1);
            }
            for place in 0..self.edges[id as usize].len() {
                let next = self.edges[id as usize][place];
                self.join(id, next);
            }
            if thread == self.thread {
                self.examine(id)?;
            }
            if self.is_cyclic {
                return Err(Cyclic);
            }
        }
        Ok(())
    }

    /// The rule, for a read of the view's thread.
    fn examine(&mut self, read: u32) -> Result<(), Cyclic> {
        let Some(source) = self.base.reads_from[read as usize] else { return Ok(()) };
        let operation = &self.base.recording.operations()[read as usize];
        let location = operation.location().expect("it reads somewhere").0 as usize;
        let base = self.base;
        for (thread, indices) in &base.writers[location] {
            let end = self.clock(read)[*thread as usize];
            let count = indices.partition_point(|index| *index < end);
            let Some(last) = count.checked_sub(1).map(|place| indices[place]) else { continue };
            let before = self.at(*thread, last);
            match source {
                Source::Initial => return Err(Cyclic),
                Source::Operation(source) if source.0 == before => {}
                Source::Operation(source) => {
                    if self.clock(source.0)[*thread as usize] <= last {
                        self.connect(before, source.0);
                    }
                }
            }
        }
        Ok(())
    }

    /// The view: before each operation of the thread what has to come before it.
    fn order(&self) -> Vec<OperationId> {
        let recording = self.base.recording;
        let mut needed = vec![u32::MAX; recording.operations().len()];
        let mut done = vec![0; self.threads];
        for (id, place) in recording.of_thread(ThreadId(self.thread)).zip(0..) {
            for (thread, done) in done.iter_mut().enumerate() {
                while *done < self.clock(id.0)[thread] {
                    needed[self.at(thread as u32, *done) as usize] = place;
                    *done += 1;
                }
            }
        }
        let is_member = |id: &OperationId| {
            let operation = recording.operation(*id);
            let is_own = self.base.places[id.0 as usize].0 == self.thread;
            operation.written().is_some() || is_own && operation.location().is_some()
        };
        let mut members: Vec<OperationId> = recording.ids().filter(is_member).collect();
        // What comes before something has a smaller clock, so a smaller sum.
        let sum = |id: &OperationId| self.clock(id.0).iter().map(|n| u64::from(*n)).sum::<u64>();
        members.sort_by_cached_key(|id| (needed[id.0 as usize], sum(id), *id));
        members
    }
}
