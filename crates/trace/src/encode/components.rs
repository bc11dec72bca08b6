//! One graph of a formula, with what is known of its edges.
//!
//! Graphs are what edges connect, so that a formula with a view for each thread has small ones. The
//! closure of what is certain is a set for each node, made from the end of a topological order, in
//! which an edge that an earlier one made superfluous is left out.

use super::saturation::Edge;
use relation::Set;
use solver::Literal;

/// Graphs of more nodes are left as they are: their closure has this number squared of bits.
const MOST_NODES: usize = 20_000;

/// A graph; its nodes have numbers of their own.
pub(super) struct Component {
    /// The nodes by their numbers in the formula.
    nodes: Vec<usize>,
    /// Edges that may be there.
    open: Vec<Edge>,
    /// Edges that are there.
    certain: Vec<(usize, usize)>,
}

/// The parts of a graph that no edge connects.
pub(super) fn components(nodes: usize, edges: Vec<Edge>) -> Vec<Component> {
    let mut leader: Vec<usize> = (0..nodes).collect();
    for (_, from, to) in &edges {
        let (from, to) = (find(&mut leader, *from), find(&mut leader, *to));
        leader[from] = to;
    }
    let mut numbers = vec![None; nodes];
    let mut found: Vec<Component> = Vec::new();
    let mut places = Vec::with_capacity(nodes);
    for node in 0..nodes {
        let number = *numbers[find(&mut leader, node)].get_or_insert_with(|| {
            found.push(Component { nodes: Vec::new(), open: Vec::new(), certain: Vec::new() });
            found.len() - 1
        });
        places.push((number, found[number].nodes.len()));
        found[number].nodes.push(node);
    }
    for (literal, from, to) in edges {
        let (number, from) = places[from];
        found[number].open.push((literal, from, places[to].1));
    }
    found
}

fn find(leader: &mut [usize], mut node: usize) -> usize {
    while leader[node] != node {
        leader[node] = leader[leader[node]];
        node = leader[node];
    }
    node
}

impl Component {
    pub(super) fn open(&self) -> impl Iterator<Item = Edge> + '_ {
        let edges = self.open.iter();
        edges.map(|(literal, from, to)| (*literal, self.nodes[*from], self.nodes[*to]))
    }

    pub(super) fn certain(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.certain.iter().map(|(from, to)| (self.nodes[*from], self.nodes[*to]))
    }

    /// Edges whose literals have values are certain, or gone. Whether there are new ones.
    pub(super) fn settle(&mut self, value: impl Fn(Literal) -> Option<bool>) -> bool {
        let before = self.certain.len();
        self.open.retain(|(literal, from, to)| {
            let value = value(*literal);
            if value == Some(true) {
                self.certain.push((*from, *to));
            }
            value.is_none()
        });
        self.certain.len() > before
    }

    /// The literals of edges against the closure, which are gone, and how many words were combined;
    /// `None` if there is a cycle. Edges that follow from others are left out.
    pub(super) fn close(&mut self) -> Option<(Vec<Literal>, usize)> {
        let size = self.nodes.len();
        if size > MOST_NODES {
            return Some((Vec::new(), 0));
        }
        let mut successors = vec![Vec::new(); size];
        for (from, to) in &self.certain {
            successors[*from].push(*to);
        }
        let order = topological(&successors)?;
        let mut rank = vec![0; size];
        for (position, node) in order.iter().enumerate() {
            rank[*node] = position;
        }
        let mut closure = vec![Set::new(size); size];
        self.certain.clear();
        for node in order.into_iter().rev() {
            successors[node].sort_unstable_by_key(|successor| rank[*successor]);
            let mut reached = Set::new(size);
            for successor in &successors[node] {
                if !reached.contains(*successor) {
                    reached = reached.union(&closure[*successor]);
                    reached.insert(*successor);
                    self.certain.push((node, *successor));
                }
            }
            closure[node] = reached;
        }
        let mut gone = Vec::new();
        self.open.retain(|(literal, from, to)| {
            let is_against = from == to || closure[*to].contains(*from);
            if is_against {
                gone.push(*literal);
            }
            !is_against && !closure[*from].contains(*to)
        });
        Some((gone, self.certain.len() * (size / 64 + 1)))
    }
}

/// Nodes in an order in which all edges lead forwards; `None` if there is a cycle.
fn topological(successors: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut waits_for = vec![0_usize; successors.len()];
    for successor in successors.iter().flatten() {
        waits_for[*successor] += 1;
    }
    let is_free = |node: &usize| waits_for[*node] == 0;
    let mut order: Vec<usize> = (0..successors.len()).filter(is_free).collect();
    let mut next = 0;
    while let Some(node) = order.get(next).copied() {
        next += 1;
        for successor in &successors[node] {
            waits_for[*successor] -= 1;
            if waits_for[*successor] == 0 {
                order.push(*successor);
            }
        }
    }
    (order.len() == successors.len()).then_some(order)
}
