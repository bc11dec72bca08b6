//! A strict partial order that grows edge by edge and is kept transitively closed.
//!
//! Each node has a row of bits: the nodes that come before it, and itself. With that, every
//! question is one bit, and adding an edge from `a` to `b` means joining `a`'s row into the rows of
//! exactly those nodes that have `b` in theirs. A node that is added as the last of everything has
//! no outgoing edge and costs a few joins; going back restores the rows that were changed from a
//! log.
//!
//! Nodes keep their numbers when others are removed, and the numbers of removed ones are used
//! again, so rows are about as long as the largest number of nodes that there ever were at once.

/// A node's number in one order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node(u32);

impl Node {
    /// Its number, for tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn word(self) -> usize {
        self.0 as usize / 64
    }

    fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }
}

/// A strict partial order with undo.
#[derive(Clone, Default, Debug)]
pub struct Order {
    /// Words for each row.
    width: usize,
    /// Row after row, by the number of the node.
    rows: Vec<u64>,
    /// The nodes that there are.
    nodes: Vec<u64>,
    /// The rows that were overwritten, each as the node's number followed by the old row.
    log: Vec<u64>,
    marks: Vec<Mark>,
    /// Memory for short use.
    scratch: Vec<u64>,
    ranked: Vec<(u32, Node)>,
}

/// What happened since the step before.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Where in the log the changes start.
    log: usize,
    added: Option<Node>,
}

impl Order {
    /// Starts a step, which [`Order::undo`] takes back as a whole.
    pub fn begin(&mut self) {
        self.marks.push(Mark { log: self.log.len(), added: None });
    }

    /// Takes back everything since the last [`Order::begin`] that was not taken back.
    pub fn undo(&mut self) {
        let step = self.marks.pop().expect("a step was begun");
        let entry = self.width + 1;
        while self.log.len() > step.log {
            let start = self.log.len() - entry;
            let row = self.log[start] as usize * self.width;
            self.rows[row..row + self.width].copy_from_slice(&self.log[start + 1..]);
            self.log.truncate(start);
        }
        if let Some(node) = step.added {
            self.nodes[node.word()] &= !node.bit();
        }
    }

    /// Adds a node that is related to nothing; at most one in each step.
    pub fn add(&mut self) -> Node {
        let free = self.nodes.iter().position(|word| *word != u64::MAX);
        let word = free.unwrap_or_else(|| {
            self.widen();
            self.nodes.iter().position(|word| *word != u64::MAX).expect("there are new words")
        });
        let node = Node(word as u32 * 64 + self.nodes[word].trailing_ones());
        self.nodes[word] |= node.bit();
        let start = node.0 as usize * self.width;
        if self.rows.len() < start + self.width {
            self.rows.resize(start + self.width, 0);
        }
        self.rows[start..start + self.width].fill(0);
        self.rows[start + word] = node.bit();
        if let Some(step) = self.marks.last_mut() {
            assert!(step.added.is_none(), "one node in a step");
            step.added = Some(node);
        }
        node
    }

    /// Doubles the length of the rows.
    fn widen(&mut self) {
        let (old, new) = (self.width, (self.width * 2).max(1));
        let rows = self.rows.len().checked_div(old).unwrap_or(0);
        let mut wide = vec![0; rows * new];
        for row in 0..rows {
            wide[row * new..row * new + old]
                .copy_from_slice(&self.rows[row * old..(row + 1) * old]);
        }
        let entries = self.log.len() / (old + 1);
        let mut log = vec![0; entries * (new + 1)];
        for entry in 0..entries {
            log[entry * (new + 1)..entry * (new + 1) + old + 1]
                .copy_from_slice(&self.log[entry * (old + 1)..(entry + 1) * (old + 1)]);
        }
        for step in &mut self.marks {
            step.log = step.log / (old + 1) * (new + 1);
        }
        self.rows = wide;
        self.log = log;
        self.nodes.resize(new, 0);
        self.width = new;
    }

    fn row(&self, node: Node) -> &[u64] {
        &self.rows[node.0 as usize * self.width..][..self.width]
    }

    /// Whether the first node is the second one or comes before it.
    pub fn is_at_or_before(&self, first: Node, second: Node) -> bool {
        self.rows[second.0 as usize * self.width + first.word()] & first.bit() != 0
    }

    /// Whether the first node comes before the second one.
    pub fn is_before(&self, first: Node, second: Node) -> bool {
        first != second && self.is_at_or_before(first, second)
    }

    /// How many nodes come before this one, itself included. It grows along the order.
    pub fn rank(&self, node: Node) -> u32 {
        self.row(node).iter().map(|word| word.count_ones()).sum()
    }

    /// Puts `first` before a node that nothing comes after.
    pub fn append(&mut self, first: Node, last: Node) {
        let from = first.0 as usize * self.width;
        let to = last.0 as usize * self.width;
        for offset in 0..self.width {
            let word = self.rows[from + offset];
            self.rows[to + offset] |= word;
        }
    }

    /// Puts `first` before `second`, and so before everything that comes after that. It must not
    /// come after it.
    pub fn connect(&mut self, first: Node, second: Node) {
        assert!(!self.is_at_or_before(second, first), "the order stays acyclic");
        if self.is_at_or_before(first, second) {
            return;
        }
        let mut row = std::mem::take(&mut self.scratch);
        row.clear();
        row.extend_from_slice(self.row(first));
        for word in 0..self.width {
            let mut nodes = self.nodes[word];
            while nodes != 0 {
                let node = Node(word as u32 * 64 + nodes.trailing_zeros());
                nodes &= nodes - 1;
                if self.is_at_or_before(second, node) {
                    self.join(node, &row);
                }
            }
        }
        self.scratch = row;
    }

    /// Puts `first` before `second` unless it comes after it or is the same. Returns whether it
    /// did.
    pub fn try_connect(&mut self, first: Node, second: Node) -> bool {
        let is_possible = !self.is_at_or_before(second, first);
        if is_possible {
            self.connect(first, second);
        }
        is_possible
    }

    /// Makes everything so far permanent.
    pub fn forget_steps(&mut self) {
        self.log.clear();
        self.marks.clear();
    }

    /// Forgets all pairs, and the steps: only the nodes stay.
    pub fn clear(&mut self) {
        self.rows.fill(0);
        let nodes: Vec<Node> = self.all().collect();
        for node in nodes {
            let start = node.0 as usize * self.width;
            self.rows[start + node.word()] = node.bit();
        }
        self.log.clear();
        self.marks.clear();
    }

    /// Joins a row into a node's row, and the old one into the log if that changes it.
    fn join(&mut self, node: Node, row: &[u64]) {
        let start = node.0 as usize * self.width;
        let own = &mut self.rows[start..start + self.width];
        if own.iter().zip(row).all(|(own, other)| other & !own == 0) {
            return;
        }
        self.log.push(u64::from(node.0));
        self.log.extend_from_slice(own);
        own.iter_mut().zip(row).for_each(|(own, other)| *own |= other);
    }

    /// Becomes a copy of `other` with only these nodes, and no steps to undo. Returns whether the
    /// copy is exact, because no removed node came before one that is kept; otherwise it may have
    /// pairs that went through removed nodes, and is to be rebuilt.
    pub fn keep_from(&mut self, other: &Order, kept: impl Iterator<Item = Node>) -> bool {
        self.width = other.width;
        self.rows.clone_from(&other.rows);
        self.nodes.clear();
        self.nodes.resize(other.width, 0);
        kept.for_each(|node| self.nodes[node.word()] |= node.bit());
        self.log.clear();
        self.marks.clear();
        self.all().all(|node| {
            self.row(node).iter().zip(&self.nodes).all(|(row, nodes)| row & !nodes == 0)
        })
    }

    /// Computes all rows anew from direct predecessors, of which there are not more than before:
    /// the old rows still tell an order in which that can be done.
    pub fn rebuild(&mut self, mut predecessors: impl FnMut(Node, &mut dyn FnMut(Node))) {
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        ranked.extend(self.all().map(|node| (self.rank(node), node)));
        ranked.sort_unstable();
        let mut row = std::mem::take(&mut self.scratch);
        for &(_, node) in &ranked {
            row.clear();
            row.resize(self.width, 0);
            row[node.word()] = node.bit();
            predecessors(node, &mut |other| {
                if other != node {
                    row.iter_mut().zip(self.row(other)).for_each(|(own, other)| *own |= other);
                }
            });
            let start = node.0 as usize * self.width;
            self.rows[start..start + self.width].copy_from_slice(&row);
        }
        self.scratch = row;
        self.ranked = ranked;
    }

    fn all(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes.iter().enumerate().flat_map(|(word, bits)| {
            let rest = |bits: &u64| Some(*bits & (*bits - 1)).filter(|bits| *bits != 0);
            std::iter::successors(Some(*bits).filter(|bits| *bits != 0), rest)
                .map(move |bits| Node(word as u32 * 64 + bits.trailing_zeros()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Relation;

    /// A chain longer than a word, built from both ends, and undone.
    #[test]
    fn rows_grow_and_steps_are_undone() {
        let mut order = Order::default();
        let nodes: Vec<Node> = (0..130)
            .map(|_| {
                order.begin();
                order.add()
            })
            .collect();
        for index in (1..130).rev() {
            order.begin();
            order.connect(nodes[index - 1], nodes[index]);
        }
        assert!(order.is_before(nodes[0], nodes[129]) && !order.is_before(nodes[129], nodes[0]));
        assert_eq!(order.rank(nodes[129]), 130);
        (1..130).for_each(|_| order.undo());
        assert!(nodes.iter().all(|node| order.rank(*node) == 1));
        (0..130).for_each(|_| order.undo());
        order.begin();
        assert_eq!(order.add(), nodes[0]);
    }

    /// Pseudo-random edges, compared with the closure of the relation; then some nodes are left
    /// out.
    #[test]
    fn the_order_is_the_closure_of_its_edges() {
        let mut seed = 12345u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..200 {
            let mut order = Order::default();
            let nodes: Vec<Node> = (0..9)
                .map(|_| {
                    order.begin();
                    order.add()
                })
                .collect();
            let mut relation = Relation::new(9);
            for _ in 0..random(20) {
                let (from, to) = (random(9) as usize, random(9) as usize);
                if !order.is_at_or_before(nodes[to], nodes[from]) {
                    order.begin();
                    order.connect(nodes[from], nodes[to]);
                    relation.insert(from, to);
                }
            }
            let closure = relation.clone().transitive_closure();
            let is_same = |order: &Order, closure: &Relation, kept: &[usize]| {
                kept.iter().all(|a| {
                    kept.iter()
                        .all(|b| order.is_before(nodes[*a], nodes[*b]) == closure.contains(*a, *b))
                })
            };
            let all: Vec<usize> = (0..9).collect();
            assert!(is_same(&order, &closure, &all));
            let kept: Vec<usize> = all.into_iter().filter(|_| random(3) > 0).collect();
            let mut smaller = Relation::new(9);
            for from in &kept {
                relation.successors(*from).filter(|to| kept.contains(to)).for_each(|to| {
                    smaller.insert(*from, to);
                });
            }
            let mut copy = Order::default();
            let is_exact = copy.keep_from(&order, kept.iter().map(|index| nodes[*index]));
            let smaller_closure = smaller.clone().transitive_closure();
            assert!(!is_exact || is_same(&copy, &smaller_closure, &kept));
            copy.rebuild(|node, insert| {
                let to = nodes.iter().position(|other| *other == node).unwrap();
                kept.iter().filter(|from| smaller.contains(**from, to)).for_each(|from| {
                    insert(nodes[*from]);
                });
            });
            assert!(is_same(&copy, &smaller_closure, &kept));
        }
    }
}
