//! SV of `dat3m-thesis` §3.5.1: a serial view as a graph without cycles (Lemma 6).
//!
//! The nodes are the members, and helpers of the orders ([`super::orders`]). Edges: the order that
//! is respected; from a source to its read; between the writes to a location; and from a read to
//! what overwrites its source. Any topological order of the members is the view.

use super::coherence::Coherence;
use super::execution::Execution;
use super::formula::Formula;
use super::orders;
use crate::operation::{LocationId, OperationId, Source};
use crate::views::Wanted;
use rustc_hash::FxHashMap;
use solver::Literal;
use std::collections::BTreeSet;

/// The graph of a view.
pub(super) struct Graph {
    /// Operations that have nodes; all members do.
    nodes: FxHashMap<OperationId, usize>,
    members: Vec<OperationId>,
    /// All edges, for decoding.
    edges: Vec<(Literal, usize, usize)>,
    /// Nodes of the graph have numbers in here.
    first: usize,
    end: usize,
}

impl Graph {
    pub(super) fn new() -> Graph {
        let (nodes, members, edges) = (FxHashMap::default(), Vec::new(), Vec::new());
        Graph { nodes, members, edges, first: usize::MAX, end: 0 }
    }

    /// The node of an operation.
    pub(super) fn node(&mut self, formula: &mut Formula<'_>, id: OperationId) -> usize {
        match self.nodes.get(&id) {
            Some(node) => *node,
            None => {
                let node = self.helper(formula);
                self.nodes.insert(id, node);
                node
            }
        }
    }

    /// A node that is no operation.
    pub(super) fn helper(&mut self, formula: &mut Formula<'_>) -> usize {
        let node = formula.nodes(1);
        self.first = self.first.min(node);
        self.end = self.end.max(node + 1);
        node
    }

    pub(super) fn edge(
        &mut self,
        formula: &mut Formula<'_>,
        literal: Literal,
        from: usize,
        to: usize,
    ) {
        formula.edge(literal, from, to);
        self.edges.push((literal, from, to));
    }

    /// An edge that is always there.
    pub(super) fn fixed(&mut self, formula: &mut Formula<'_>, from: usize, to: usize) {
        let always = formula.always();
        self.edge(formula, always, from, to);
    }

    /// The members in an order in which no edge goes back.
    pub(super) fn decode(&self, formula: &mut Formula<'_>) -> Vec<OperationId> {
        let count = self.end.saturating_sub(self.first);
        let mut successors = vec![Vec::new(); count];
        let mut open = vec![0; count];
        for (literal, from, to) in &self.edges {
            if formula.value(*literal) {
                successors[from - self.first].push(to - self.first);
                open[to - self.first] += 1;
            }
        }
        let mut operation = vec![None; count];
        for id in &self.members {
            operation[self.nodes[id] - self.first] = Some(*id);
        }
        let mut ready: BTreeSet<usize> = (0..count).filter(|node| open[*node] == 0).collect();
        let mut order = Vec::with_capacity(self.members.len());
        while let Some(node) = ready.pop_first() {
            order.extend(operation[node]);
            for next in &successors[node] {
                open[*next] -= 1;
                if open[*next] == 0 {
                    ready.insert(*next);
                }
            }
        }
        order
    }
}

/// The graph of a view. With `all`, the writes to every location are ordered by literals.
pub(super) fn encode(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    coherence: &mut Coherence<'_>,
    wanted: Wanted,
    all: bool,
) -> Graph {
    let recording = execution.recording;
    let mut graph = Graph::new();
    graph.members = wanted.scope.members(recording);
    for id in graph.members.clone() {
        graph.node(formula, id);
    }
    orders::encode(formula, execution, coherence, &mut graph, wanted);
    let is_read = |id: &OperationId| recording.operation(*id).read().is_some();
    let reads: Vec<OperationId> = graph.members.iter().copied().filter(is_read).collect();
    let locations: BTreeSet<LocationId> = graph
        .members
        .iter()
        .filter(|id| all || is_read(id))
        .filter_map(|id| recording.operation(*id).location())
        .collect();
    for location in locations {
        order_writes(formula, coherence, &mut graph, location);
    }
    for read in reads {
        serve(formula, execution, coherence, &mut graph, read);
    }
    graph
}

/// The writes to a location are in an order, whichever the literals say.
pub(super) fn order_writes(
    formula: &mut Formula<'_>,
    coherence: &mut Coherence<'_>,
    graph: &mut Graph,
    location: LocationId,
) {
    let writes = coherence.writes(location);
    for (place, first) in writes.iter().enumerate() {
        for second in &writes[place + 1..] {
            let literal = coherence.before(formula, *first, *second);
            let (from, to) = (graph.node(formula, *first), graph.node(formula, *second));
            graph.edge(formula, literal, from, to);
            if literal != formula.always() {
                graph.edge(formula, !literal, to, from);
            }
        }
    }
}

/// A read comes after its source and before what overwrites that.
fn serve(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    coherence: &mut Coherence<'_>,
    graph: &mut Graph,
    read: OperationId,
) {
    read_from(formula, execution, graph, read, |_| true);
    read_before(formula, execution, coherence, graph, read);
}

/// A read comes after its source, for sources of one kind.
pub(super) fn read_from(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    graph: &mut Graph,
    read: OperationId,
    counts: impl Fn(OperationId) -> bool,
) {
    let to = graph.node(formula, read);
    for (source, literal) in execution.choices(read) {
        if let Source::Operation(source) = source
            && counts(*source)
        {
            let from = graph.node(formula, *source);
            graph.edge(formula, *literal, from, to);
        }
    }
}

/// A read comes before what overwrites its source.
pub(super) fn read_before(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    coherence: &mut Coherence<'_>,
    graph: &mut Graph,
    read: OperationId,
) {
    let location = execution.recording.operation(read).location().expect("it reads somewhere");
    let from = graph.node(formula, read);
    for write in coherence.writes(location).into_iter().filter(|write| *write != read) {
        let literal = coherence.overwrites(formula, execution, read, write);
        if literal != !formula.always() {
            let to = graph.node(formula, write);
            graph.edge(formula, literal, from, to);
        }
    }
}

/// po ∪ rf has no cycle.
pub(super) fn encode_causality(formula: &mut Formula<'_>, execution: &Execution<'_>) {
    let recording = execution.recording;
    let mut graph = Graph::new();
    for thread in recording.threads() {
        orders::chain(formula, &mut graph, recording.of_thread(thread));
    }
    for id in recording.ids() {
        read_from(formula, execution, &mut graph, id, |_| true);
    }
}
