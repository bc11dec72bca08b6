//! Which natural loops does a function have?
//!
//! A back edge is an edge to a block that dominates its source. All back edges to one header make
//! one loop: the header and every block that reaches a source of a back edge without passing the
//! header (Aho, Lam, Sethi, Ullman, *Compilers*, 9.6.6). Two loops are nested or share no block.
//! Cycles that are entered at several blocks have no back edge and are no loops here; their edges
//! backwards are listed apart.

use super::dominators::Dominators;
use super::graph::Graph;
use crate::structure::BlockId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// Where the back edges come from.
    pub latches: Vec<BlockId>,
    /// All its blocks, inner loops' included, in order of their ids.
    pub body: Vec<BlockId>,
}

impl Loop {
    pub fn contains(&self, block: BlockId) -> bool {
        self.body.binary_search(&block).is_ok()
    }

    /// The blocks outside of the loop from which it is entered.
    pub fn entries<'g>(&'g self, graph: &'g Graph) -> impl Iterator<Item = BlockId> + 'g {
        graph.predecessors(self.header).iter().copied().filter(|block| !self.contains(*block))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    /// Outer loops before inner ones.
    pub loops: Vec<Loop>,
    /// For each block, the innermost loop it is in.
    innermost: Vec<Option<u32>>,
    /// Edges that lead backwards in the order of the graph but close no loop: without them, and
    /// without back edges, the graph has no cycle.
    pub irreducible: Vec<(BlockId, BlockId)>,
}

impl Loops {
    pub fn new(graph: &Graph, dominators: &Dominators, blocks: usize) -> Loops {
        let mut loops =
            Loops { loops: Vec::new(), innermost: vec![None; blocks], irreducible: Vec::new() };
        for &header in graph.order() {
            let (mut latches, backwards): (Vec<BlockId>, Vec<BlockId>) = graph
                .predecessors(header)
                .iter()
                .filter(|source| graph.position(header) <= graph.position(**source))
                .partition(|source| dominators.dominates(header, **source));
            loops.irreducible.extend(backwards.into_iter().map(|source| (source, header)));
            if latches.is_empty() {
                continue;
            }
            latches.sort_unstable();
            let body = body(graph, header, &latches);
            let index = loops.loops.len() as u32;
            // An inner header comes after its outer one, so the last to claim a block is innermost.
            body.iter().for_each(|block| loops.innermost[block.index()] = Some(index));
            loops.loops.push(Loop { header, latches, body });
        }
        loops
    }

    /// The index of the innermost loop that a block is in.
    pub fn innermost(&self, block: BlockId) -> Option<usize> {
        self.innermost[block.index()].map(|index| index as usize)
    }
}

fn body(graph: &Graph, header: BlockId, latches: &[BlockId]) -> Vec<BlockId> {
    let mut body = vec![header];
    let mut seen: std::collections::HashSet<BlockId> = [header].into();
    let mut stack = latches.to_vec();
    while let Some(block) = stack.pop() {
        if seen.insert(block) {
            body.push(block);
            stack.extend(graph.predecessors(block));
        }
    }
    body.sort_unstable();
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arbitrary;
    use crate::text::parse;
    use ::testing::Random;

    fn loops(text: &str) -> Loops {
        let program = parse(text).unwrap();
        let graph = Graph::new(&program.functions[0]);
        Loops::new(&graph, &Dominators::new(&graph), program.functions[0].blocks.len())
    }

    fn blocks(numbers: &[u32]) -> Vec<BlockId> {
        numbers.iter().copied().map(BlockId).collect()
    }

    #[test]
    fn two_back_edges_make_one_loop() {
        let found = loops(
            "function @f(%c) {
                entry: jump head
                head: branch %c, a, out
                a: branch %c, head, b
                b: branch %c, head, out
                out: return
            }",
        );
        assert_eq!(found.loops.len(), 1);
        assert_eq!(found.loops[0].header, BlockId(1));
        assert_eq!(found.loops[0].latches, blocks(&[2, 3]));
        assert_eq!(found.loops[0].body, blocks(&[1, 2, 3]));
    }

    #[test]
    fn loops_nest() {
        let found = loops(
            "function @f(%c) {
                outer: jump inner
                inner: branch %c, inner, latch
                latch: branch %c, outer, out
                out: return
            }",
        );
        assert_eq!(found.loops.len(), 2);
        assert_eq!(found.loops[0].body, blocks(&[0, 1, 2]));
        assert_eq!(found.loops[1].body, blocks(&[1]));
        assert_eq!(found.innermost(BlockId(1)), Some(1));
        assert_eq!(found.innermost(BlockId(2)), Some(0));
        assert_eq!(found.innermost(BlockId(3)), None);
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_loop() {
        let found = loops(
            "function @f(%c) {
                entry: branch %c, a, b
                a: jump b
                b: branch %c, a, out
                out: return
            }",
        );
        assert!(found.loops.is_empty());
        assert_eq!(found.irreducible.len(), 1);
    }

    #[test]
    fn loops_are_nested_or_apart() {
        for seed in 0..500 {
            let program = arbitrary::program(&mut Random::new(seed));
            for function in &program.functions {
                let graph = Graph::new(function);
                let found = Loops::new(&graph, &Dominators::new(&graph), function.blocks.len());
                for (index, outer) in found.loops.iter().enumerate() {
                    assert!(outer.contains(outer.header), "seed {seed}");
                    assert!(outer.latches.iter().all(|latch| outer.contains(*latch)));
                    for inner in &found.loops[index + 1..] {
                        let shared = inner.body.iter().filter(|block| outer.contains(**block));
                        assert!([0, inner.body.len()].contains(&shared.count()), "seed {seed}");
                    }
                }
                for block in function.block_ids() {
                    let around = found.loops.iter().filter(|each| each.contains(block));
                    let smallest = around.min_by_key(|each| each.body.len());
                    let innermost = found.innermost(block).map(|index| &found.loops[index]);
                    assert_eq!(innermost, smallest, "seed {seed}");
                }
            }
        }
    }
}
