//! Which blocks come before and after which, and in what order to visit them?

use crate::structure::{BlockId, Function};

/// The control-flow graph of a function. Edges are distinct; those that leave unreachable blocks do
/// not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    /// The reachable blocks in reverse postorder: a block comes before those it dominates.
    order: Vec<BlockId>,
    /// Where each reachable block is in `order`.
    positions: Vec<Option<u32>>,
}

impl Graph {
    pub fn new(function: &Function) -> Graph {
        let count = function.blocks.len();
        let mut graph = Graph {
            successors: vec![Vec::new(); count],
            predecessors: vec![Vec::new(); count],
            order: Vec::new(),
            positions: vec![None; count],
        };
        graph.number(function);
        for &block in &graph.order {
            for &next in &graph.successors[block.index()] {
                graph.predecessors[next.index()].push(block);
            }
        }
        graph
    }

    /// Fills in successors and order, by depth-first search without recursion.
    fn number(&mut self, function: &Function) {
        let mut seen = vec![false; function.blocks.len()];
        let mut stack = Vec::new();
        self.enter(function, BlockId(0), &mut seen, &mut stack);
        while let Some((block, next)) = stack.last_mut() {
            let (block, index) = (*block, *next);
            *next += 1;
            match self.successors[block.index()].get(index) {
                Some(&successor) if seen[successor.index()] => {}
                Some(&successor) => self.enter(function, successor, &mut seen, &mut stack),
                None => {
                    self.order.push(block);
                    stack.pop();
                }
            }
        }
        self.order.reverse();
        for (position, block) in self.order.iter().enumerate() {
            self.positions[block.index()] = Some(position as u32);
        }
    }

    fn enter(
        &mut self,
        function: &Function,
        block: BlockId,
        seen: &mut [bool],
        stack: &mut Vec<(BlockId, usize)>,
    ) {
        seen[block.index()] = true;
        let mut successors = function.block(block).terminator.successors();
        successors.sort_unstable();
        successors.dedup();
        self.successors[block.index()] = successors;
        stack.push((block, 0));
    }

    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The reachable blocks in reverse postorder.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// Where a block is in the order; `None` if it is not reachable.
    pub fn position(&self, block: BlockId) -> Option<u32> {
        self.positions[block.index()]
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position(block).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn only_reachable_blocks_count() {
        let text = "function @f(%c) {
            a: branch %c, b, b
            dead: jump b
            b: switch %c, a, 1: b, 2: c
            c: return
        }";
        let graph = Graph::new(&parse(text).unwrap().functions[0]);
        let [a, dead, b, c] = [0, 1, 2, 3].map(BlockId);
        assert_eq!(graph.order(), [a, b, c]);
        assert_eq!(graph.predecessors(b), [a, b]);
        assert_eq!(graph.successors(a), [b]);
        assert!(!graph.is_reachable(dead) && graph.is_reachable(c));
        assert_eq!(graph.position(c), Some(2));
    }
}
