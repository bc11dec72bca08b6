//! The nodes of psc, by thread and in program order.
//!
//! psc contains po between its nodes, so that of the nodes of a thread which a clock covers only
//! the last one matters, and of those that know something only the first. Both are found by
//! halving: what is covered is a prefix of a thread, and what is known grows along it.

use execution::{EventId, Graph, Label, Slot};
use relation::Node;

/// A seq_cst access or fence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) event: EventId,
    pub(super) node: Node,
    /// Its group in its thread.
    group: u32,
}

/// The nodes of one thread.
#[derive(Clone, Default, Debug)]
struct ThreadMembers {
    all: Vec<Member>,
    /// Those of them that are fences.
    fences: Vec<Member>,
    /// The event that joins the thread.
    join: Option<EventId>,
}

/// The nodes of all threads.
#[derive(Clone, Debug)]
pub(super) struct Members {
    threads: Vec<ThreadMembers>,
    accesses: usize,
    fences: usize,
    joins: usize,
}

impl Members {
    pub(super) fn new(threads: usize) -> Members {
        Members {
            threads: vec![ThreadMembers::default(); threads],
            accesses: 0,
            fences: 0,
            joins: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.accesses + self.fences == 0
    }

    pub(super) fn has_fences(&self) -> bool {
        self.fences > 0
    }

    pub(super) fn has_accesses(&self) -> bool {
        self.accesses > 0
    }

    /// The nodes of a thread.
    pub(super) fn of(&self, thread: Slot) -> &[Member] {
        &self.threads[thread.index()].all
    }

    /// The seq_cst fences of each thread.
    pub(super) fn fences(&self) -> impl Iterator<Item = &[Member]> {
        self.threads.iter().map(|thread| thread.fences.as_slice())
    }

    /// Whether a clock covers the joining of a thread.
    pub(super) fn is_joined(&self, graph: &Graph, thread: Slot, clock: &[u32]) -> bool {
        self.threads[thread.index()].join.is_some_and(|join| graph.is_in_clock(join, clock))
    }

    /// Takes note of an event that was pushed, and of its node.
    pub(super) fn push(&mut self, graph: &Graph, id: EventId, node: Option<Node>) {
        let event = graph.event(id);
        if let Label::Join { slot, .. } = event.label {
            self.threads[slot.index()].join.get_or_insert(id);
            self.joins += 1;
        }
        let Some(node) = node else { return };
        let member = Member { event: id, node, group: event.group };
        let thread = &mut self.threads[event.thread.index()];
        thread.all.push(member);
        if event.label.location().is_none() {
            thread.fences.push(member);
            self.fences += 1;
        } else {
            self.accesses += 1;
        }
    }

    /// Forgets the last event of the graph.
    pub(super) fn pop(&mut self, graph: &Graph, id: EventId, is_node: bool) {
        let event = graph.event(id);
        if let Label::Join { slot, .. } = event.label {
            self.threads[slot.index()].join.take_if(|join| *join == id);
            self.joins -= 1;
        }
        if !is_node {
            return;
        }
        let thread = &mut self.threads[event.thread.index()];
        thread.all.pop();
        if event.label.location().is_none() {
            thread.fences.pop();
            self.fences -= 1;
        } else {
            self.accesses -= 1;
        }
    }

    /// Becomes what is left of `other` in a restricted graph; `nodes` has the nodes of that by
    /// event.
    pub(super) fn restrict_from(
        &mut self,
        other: &Members,
        restricted: &Graph,
        nodes: &[Option<Node>],
    ) {
        if !self.is_blank() {
            for thread in &mut self.threads {
                thread.all.clear();
                thread.fences.clear();
                thread.join = None;
            }
            (self.accesses, self.fences, self.joins) = (0, 0, 0);
        }
        if !other.is_blank() {
            restricted.events().for_each(|(id, _)| self.push(restricted, id, nodes[id.index()]));
        }
    }

    /// Whether there is nothing to remember.
    fn is_blank(&self) -> bool {
        self.is_empty() && self.joins == 0
    }
}

/// Those of a thread's nodes that are in its first `groups` groups.
pub(super) fn covered(members: &[Member], groups: u32) -> &[Member] {
    match members.last() {
        Some(last) if last.group >= groups => {
            &members[..members.partition_point(|member| member.group < groups)]
        }
        _ => members,
    }
}

/// The first of a thread's nodes that knows something, if all after it do.
pub(super) fn first_knowing(
    members: &[Member],
    knows: impl Fn(&Member) -> bool,
) -> Option<&Member> {
    members.last().filter(|last| knows(last))?;
    members.get(members.partition_point(|member| !knows(member)))
}
