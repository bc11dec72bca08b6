//! Which blocks does control pass on every way to a block?
//!
//! The iterative method of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001):
//! immediate dominators are intersected along predecessors in reverse postorder until nothing
//! changes. A numbering of the resulting tree then answers each question in constant time.

use super::graph::Graph;
use crate::structure::BlockId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominators {
    /// For each reachable block, when a walk of the dominator tree enters and leaves it.
    intervals: Vec<Option<(u32, u32)>>,
}

impl Dominators {
    pub fn new(graph: &Graph) -> Dominators {
        let parents = immediate_dominators(graph);
        let mut children = vec![Vec::new(); parents.len()];
        for (position, &parent) in parents.iter().enumerate().skip(1) {
            children[parent].push(position);
        }
        // The subtree of a block is a range of the preorder.
        let mut preorder = Vec::new();
        let mut stack = vec![0];
        while let Some(position) = stack.pop() {
            preorder.push(position);
            stack.extend(&children[position]);
        }
        let mut sizes = vec![1_u32; parents.len()];
        for &position in preorder.iter().skip(1).rev() {
            sizes[parents[position]] += sizes[position];
        }
        let mut intervals =
            vec![None; graph.order().iter().map(|b| b.index() + 1).max().unwrap_or(0)];
        for (entered, &position) in preorder.iter().enumerate() {
            let entered = entered as u32;
            let block = graph.order()[position];
            intervals[block.index()] = Some((entered, entered + sizes[position]));
        }
        Dominators { intervals }
    }

    /// Whether every way from the entry to `below` passes `above`; a block dominates itself. Of
    /// blocks that are not reachable, none dominates or is dominated.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let interval = |block: BlockId| self.intervals.get(block.index()).copied().flatten();
        match (interval(above), interval(below)) {
            (Some((start, end)), Some((entered, _))) => (start..end).contains(&entered),
            _ => false,
        }
    }
}

/// The immediate dominator of each block, both as positions in the order; the entry is its own.
fn immediate_dominators(graph: &Graph) -> Vec<usize> {
    let position = |block: &BlockId| graph.position(*block).map(|position| position as usize);
    let mut parents: Vec<Option<usize>> = vec![None; graph.order().len()];
    parents[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for (index, block) in graph.order().iter().enumerate().skip(1) {
            let known = graph.predecessors(*block).iter().filter_map(position);
            let known = known.filter(|predecessor| parents[*predecessor].is_some());
            let parent = known.reduce(|left, right| intersect(&parents, left, right));
            if parents[index] != parent {
                parents[index] = parent;
                changed = true;
            }
        }
    }
    parents.into_iter().map(|parent| parent.expect("reachable blocks have dominators")).collect()
}

/// The closest common ancestor in the tree so far.
fn intersect(parents: &[Option<usize>], mut left: usize, mut right: usize) -> usize {
    let parent = |position: usize| parents[position].expect("processed blocks have dominators");
    while left != right {
        if left > right {
            left = parent(left);
        } else {
            right = parent(right);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Function;
    use crate::testing::arbitrary;
    use crate::text::parse;
    use ::testing::Random;

    #[test]
    fn branches_do_not_dominate_what_they_join() {
        let text = "function @f(%c) {
            a: branch %c, b, c
            b: jump d
            c: branch %c, d, e
            d: branch %c, a, e
            e: return
        }";
        let graph = Graph::new(&parse(text).unwrap().functions[0]);
        let dominators = Dominators::new(&graph);
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(BlockId);
        assert!(dominators.dominates(a, e) && dominators.dominates(d, d));
        assert!(!dominators.dominates(b, d) && !dominators.dominates(c, d));
        assert!(!dominators.dominates(d, e) && !dominators.dominates(e, a));
    }

    /// Whether `below` is reachable without `above`.
    fn avoids(function: &Function, above: BlockId, below: BlockId) -> bool {
        let mut seen = vec![false; function.blocks.len()];
        let mut stack = vec![BlockId(0)];
        while let Some(block) = stack.pop() {
            if block != above && !std::mem::replace(&mut seen[block.index()], true) {
                stack.extend(function.block(block).terminator.successors());
            }
        }
        seen[below.index()]
    }

    #[test]
    fn the_definition_agrees() {
        for seed in 0..500 {
            let program = arbitrary::program(&mut Random::new(seed));
            for function in &program.functions {
                let graph = Graph::new(function);
                let dominators = Dominators::new(&graph);
                for (above, below) in
                    function.block_ids().flat_map(|a| function.block_ids().map(move |b| (a, b)))
                {
                    let reachable = graph.is_reachable(above) && graph.is_reachable(below);
                    let expected = reachable && !avoids(function, above, below);
                    assert_eq!(dominators.dominates(above, below), expected, "seed {seed}");
                }
            }
        }
    }
}
