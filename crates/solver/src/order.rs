//! Does a graph have no cycle, when its edges are literals? A propagator that keeps a topological
//! order of the edges that are there, and objects with the edges of a cycle.
//!
//! The order is repaired edge by edge, within the part that an edge turns round (Pearce and Kelly,
//! *A dynamic topological sort algorithm for directed acyclic graphs*, JEA 2006). Removing an edge
//! leaves the order as it is, so that going back costs nothing. One propagator has as many graphs
//! as are wanted: nodes of different graphs have no edges between them.
//!
//! Guarantee: while nothing is objected to, the edges whose literals are true have no cycle, and
//! `positions` is an order of them. An objection is a shortest cycle through one edge, negated.

use crate::{Literal, Propagator};

/// A node of a graph, by its number.
type Node = u32;

/// Graphs that must not have cycles.
#[derive(Clone, Default, Debug)]
pub struct Acyclicity {
    /// Which edges a literal stands for, by its index.
    edges: Vec<Vec<(Node, Node)>>,
    /// What is assigned, in this order. The edges of the first `inserted` literals are in the
    /// graph.
    trail: Vec<Literal>,
    inserted: usize,
    /// The length of the trail when each level began.
    levels: Vec<usize>,
    /// Edges in the graph, with the literal that put them there, by their start and by their end.
    successors: Vec<Vec<(Node, Literal)>>,
    predecessors: Vec<Vec<(Node, Literal)>>,
    /// Invariant: every edge in the graph goes from a smaller position to a larger one; positions
    /// are the numbers below the number of nodes, each once.
    positions: Vec<u32>,
    /// The walk that reached each node last, so that a walk costs what it reaches and no more.
    reached_in: Vec<u64>,
    walk: u64,
}

impl Acyclicity {
    pub fn new() -> Acyclicity {
        Acyclicity::default()
    }

    /// So many new nodes; the number of the first. They have consecutive numbers.
    pub fn add_nodes(&mut self, count: usize) -> usize {
        let first = self.positions.len();
        self.positions.extend(first as u32..(first + count) as u32);
        self.successors.resize(first + count, Vec::new());
        self.predecessors.resize(first + count, Vec::new());
        self.reached_in.resize(first + count, 0);
        first
    }

    /// There is an edge while a literal is true. The literal must not have a value yet, and its
    /// variable must be observed.
    pub fn add_edge(&mut self, literal: Literal, from: usize, to: usize) {
        if self.edges.len() <= literal.index() {
            self.edges.resize(literal.index() + 1, Vec::new());
        }
        self.edges[literal.index()].push((from as Node, to as Node));
    }

    /// All edges: their literals, and from where to where they go.
    pub fn edges(&self) -> impl Iterator<Item = (Literal, usize, usize)> {
        let edges = self.edges.iter().enumerate();
        edges.flat_map(|(index, edges)| {
            let literal = Literal::from_index(index);
            edges.iter().map(move |(from, to)| (literal, *from as usize, *to as usize))
        })
    }

    fn edges_of(&self, literal: Literal) -> &[(Node, Node)] {
        self.edges.get(literal.index()).map_or(&[], Vec::as_slice)
    }

    /// Puts the edges of a literal into the graph, all or, with a cycle, none.
    fn insert(&mut self, literal: Literal) -> Result<(), Vec<Literal>> {
        for index in 0..self.edges_of(literal).len() {
            let (from, to) = self.edges_of(literal)[index];
            if let Err(mut cycle) = self.make_room(from, to) {
                self.remove(literal, index);
                cycle.push(literal);
                return Err(cycle);
            }
            self.successors[from as usize].push((to, literal));
            self.predecessors[to as usize].push((from, literal));
        }
        Ok(())
    }

    /// Takes the first edges of a literal out of the graph, which were put there last.
    fn remove(&mut self, literal: Literal, count: usize) {
        for index in (0..count).rev() {
            let (from, to) = self.edges_of(literal)[index];
            let ends = (self.successors[from as usize].pop(), self.predecessors[to as usize].pop());
            assert_eq!(ends, (Some((to, literal)), Some((from, literal))), "last in, first out");
        }
    }

    /// Changes the order such that an edge fits in, or else finds the path back, as its literals.
    fn make_room(&mut self, from: Node, to: Node) -> Result<(), Vec<Literal>> {
        let (lowest, highest) = (self.positions[to as usize], self.positions[from as usize]);
        if highest < lowest {
            return Ok(());
        }
        if from == to {
            return Err(Vec::new());
        }
        let mut after = self.reach_forwards(from, to, highest)?;
        let mut before = self.reach_backwards(from, lowest);
        // What comes before the edge takes the first of the positions of all, in its old order.
        after.sort_unstable_by_key(|node| self.positions[*node as usize]);
        before.sort_unstable_by_key(|node| self.positions[*node as usize]);
        let nodes: Vec<Node> = before.into_iter().chain(after).collect();
        let mut places: Vec<u32> =
            nodes.iter().map(|node| self.positions[*node as usize]).collect();
        places.sort_unstable();
        for (node, place) in nodes.into_iter().zip(places) {
            self.positions[node as usize] = place;
        }
        Ok(())
    }

    /// Whether the current walk reaches a node for the first time.
    fn reach(&mut self, node: Node) -> bool {
        std::mem::replace(&mut self.reached_in[node as usize], self.walk) != self.walk
    }

    /// What can be reached from `to` up to a position, or a shortest path from there to `from`.
    fn reach_forwards(
        &mut self,
        from: Node,
        to: Node,
        highest: u32,
    ) -> Result<Vec<Node>, Vec<Literal>> {
        self.walk += 1;
        self.reach(to);
        // With the place here of the node before it, and the edge from there.
        let mut reached: Vec<(Node, Option<(usize, Literal)>)> = vec![(to, None)];
        let mut next = 0;
        while let Some((node, _)) = reached.get(next).copied() {
            for index in 0..self.successors[node as usize].len() {
                let (successor, literal) = self.successors[node as usize][index];
                if successor == from {
                    let mut path = vec![literal];
                    let mut end = next;
                    while let Some((before, literal)) = reached[end].1 {
                        path.push(literal);
                        end = before;
                    }
                    return Err(path);
                }
                if self.positions[successor as usize] < highest && self.reach(successor) {
                    reached.push((successor, Some((next, literal))));
                }
            }
            next += 1;
        }
        Ok(reached.into_iter().map(|(node, _)| node).collect())
    }

    /// What `from` can be reached from, down to a position.
    fn reach_backwards(&mut self, from: Node, lowest: u32) -> Vec<Node> {
        self.walk += 1;
        self.reach(from);
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(node) = reached.get(next).copied() {
            for index in 0..self.predecessors[node as usize].len() {
                let (predecessor, _) = self.predecessors[node as usize][index];
                if self.positions[predecessor as usize] > lowest && self.reach(predecessor) {
                    reached.push(predecessor);
                }
            }
            next += 1;
        }
        reached
    }
}

impl Propagator for Acyclicity {
    fn assign(&mut self, literal: Literal) {
        self.trail.push(literal);
    }

    fn push_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, levels: usize) {
        let Some(length) = self.levels.get(levels).copied() else { return };
        self.levels.truncate(levels);
        while self.inserted > length {
            self.inserted -= 1;
            let literal = self.trail[self.inserted];
            self.remove(literal, self.edges_of(literal).len());
        }
        self.trail.truncate(length);
    }

    fn objection(&mut self) -> Option<Vec<Literal>> {
        while let Some(literal) = self.trail.get(self.inserted).copied() {
            if let Err(mut cycle) = self.insert(literal) {
                cycle.sort_unstable();
                cycle.dedup();
                return Some(cycle.into_iter().map(|literal| !literal).collect());
            }
            self.inserted += 1;
        }
        None
    }
}
