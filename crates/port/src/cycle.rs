//! Which shapes can tell two models apart? Cycles of relaxations, as the tool diy has them
//! (Alglave, Maranget, Sarkar, Sewell, *Fences in Weak Memory Models*, CAV 2010): edges of
//! communication between threads, and what orders two accesses of one thread.
//!
//! Only critical cycles are made (Shasha, Snir, TOPLAS 1988): a thread has at most two accesses,
//! and they are to different locations, but for two reads of one location, whose order some models
//! do not keep. What communicates twice in a row is left out where one edge says the same (`rf; fr`
//! and `co; co` are in `co`, `fr; co` is in `fr`). Reads from a thread's own writes are not
//! covered, nor read-modify-writes, nor longer threads.

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Access {
    Read,
    Write,
}

/// What is between two accesses of a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Order {
    /// Nothing but program order, to another location.
    Po,
    /// The same to the same location; for two reads only.
    PoLoc,
    Addr,
    Data,
    Ctrl,
    /// A fence of the dialect, by its place there.
    Fence(usize),
}

/// A step of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Edge {
    Rfe,
    Fre,
    Coe,
    Internal(Access, Access, Order),
}

impl Edge {
    pub(crate) fn from(self) -> Access {
        match self {
            Edge::Rfe | Edge::Coe => Access::Write,
            Edge::Fre => Access::Read,
            Edge::Internal(from, _, _) => from,
        }
    }

    pub(crate) fn to(self) -> Access {
        match self {
            Edge::Rfe => Access::Read,
            Edge::Fre | Edge::Coe => Access::Write,
            Edge::Internal(_, to, _) => to,
        }
    }

    pub(crate) fn is_external(self) -> bool {
        !matches!(self, Edge::Internal(..))
    }

    pub(crate) fn changes_location(self) -> bool {
        matches!(self, Edge::Internal(_, _, order) if order != Order::PoLoc)
    }

    /// How much it takes to say: what is ordered by nothing is the simplest.
    fn weight(self) -> usize {
        match self {
            Edge::Rfe | Edge::Fre | Edge::Coe | Edge::Internal(_, _, Order::Po) => 0,
            Edge::Internal(..) => 1,
        }
    }

    /// Whether the other edge can come right after it.
    fn precedes(self, next: Edge) -> bool {
        let is_joined = self.to() == next.from();
        match (self.is_external(), next.is_external()) {
            (true, true) => is_joined && self != Edge::Rfe && next == Edge::Rfe,
            (false, false) => false,
            (true, false) | (false, true) => is_joined,
        }
    }
}

/// The edges that there are, if accesses can be ordered in these ways.
fn edges(orders: &[Order]) -> Vec<Edge> {
    let mut edges = vec![Edge::Rfe, Edge::Fre, Edge::Coe];
    for order in orders {
        for from in [Access::Read, Access::Write] {
            for to in [Access::Read, Access::Write] {
                let exists = match order {
                    Order::Po | Order::Fence(_) => true,
                    Order::PoLoc => from == Access::Read && to == Access::Read,
                    Order::Addr => from == Access::Read,
                    Order::Data | Order::Ctrl => from == Access::Read && to == Access::Write,
                };
                if exists {
                    edges.push(Edge::Internal(from, to, *order));
                }
            }
        }
    }
    edges
}

/// All cycles of so many edges, each once, the simplest first. The last edge of each is external.
pub(crate) fn cycles(size: usize, orders: &[Order]) -> Vec<Vec<Edge>> {
    let (edges, mut found) = (edges(orders), Vec::new());
    extend(&edges, size, &mut Vec::new(), &mut found);
    found.sort_by_key(|cycle: &Vec<Edge>| cycle.iter().map(|edge| edge.weight()).sum::<usize>());
    found
}

fn extend(edges: &[Edge], size: usize, begun: &mut Vec<Edge>, found: &mut Vec<Vec<Edge>>) {
    if begun.len() == size {
        if is_cycle(begun) && is_first_rotation(begun) {
            found.push(with_external_end(begun));
        }
        return;
    }
    for edge in edges {
        if begun.last().is_none_or(|last| last.precedes(*edge)) {
            begun.push(*edge);
            extend(edges, size, begun, found);
            begun.pop();
        }
    }
}

fn is_cycle(edges: &[Edge]) -> bool {
    let (first, last) = (edges[0], edges[edges.len() - 1]);
    let threads = edges.iter().filter(|edge| edge.is_external()).count();
    let changes = edges.iter().filter(|edge| edge.changes_location()).count();
    // A location that is left must be come back to.
    last.precedes(first) && threads > 1 && changes != 1
}

/// Of all rotations of a cycle, one is made: the least.
fn is_first_rotation(edges: &[Edge]) -> bool {
    let rotation = |start: usize| edges[start..].iter().chain(&edges[..start]);
    (1..edges.len()).all(|start| rotation(0).le(rotation(start)))
}

/// A rotation that starts with the first event of a thread: the first thread that writes alone, or
/// writes first, since these are the first ones in the literature.
fn with_external_end(edges: &[Edge]) -> Vec<Edge> {
    let size = edges.len();
    let starts = (0..size).filter(|start| edges[(start + size - 1) % size].is_external());
    let rank = |start: &usize| match edges[*start] {
        Edge::Rfe | Edge::Coe => 0,
        Edge::Internal(Access::Write, Access::Write, _) => 1,
        Edge::Internal(Access::Write, Access::Read, _) => 2,
        Edge::Internal(Access::Read, _, _) | Edge::Fre => 3,
    };
    let mut cycle = edges.to_vec();
    cycle.rotate_left(starts.min_by_key(rank).unwrap_or(0));
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The six shapes of two threads and two locations, and no others.
    #[test]
    fn four_edges_are_the_classic_shapes() {
        let cycles = cycles(4, &[Order::Po]);
        assert_eq!(cycles.len(), 6, "{cycles:?}");
    }

    /// The read of one location twice.
    #[test]
    fn three_edges_are_read_read_coherence() {
        use Access::Read;
        let cycles = cycles(3, &[Order::Po, Order::PoLoc]);
        let corr = vec![Edge::Rfe, Edge::Internal(Read, Read, Order::PoLoc), Edge::Fre];
        assert_eq!(cycles, [corr]);
    }

    #[test]
    fn no_cycle_comes_twice() {
        let cycles = cycles(6, &[Order::Po, Order::PoLoc, Order::Addr]);
        assert!(cycles.len() > 30, "{}", cycles.len());
        let rotations = |cycle: &Vec<Edge>| -> Vec<Vec<Edge>> {
            let rotated = |start| [&cycle[start..], &cycle[..start]].concat();
            (0..cycle.len()).map(rotated).collect()
        };
        for (place, cycle) in cycles.iter().enumerate() {
            assert!(cycle[cycle.len() - 1].is_external());
            let all = rotations(cycle);
            assert!(!cycles[..place].iter().any(|other| all.contains(other)), "{cycle:?}");
        }
    }
}
