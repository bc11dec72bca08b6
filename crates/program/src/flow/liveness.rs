//! Which registers may still be read, at the start and end of each block?
//!
//! The backward data-flow equations `in = use ∪ (out − def)`, `out = ⋃ in of the successors`,
//! solved with a worklist over bit sets. Most registers are temporaries that never leave their
//! block, so only those that some block reads before writing have a bit.

use super::bits::BitSet;
use crate::instruction::Register;
use crate::structure::{Block, BlockId, Function};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Liveness {
    /// For each register that some block reads before it writes it, its bit.
    bits: Vec<Option<u32>>,
    /// The registers that have a bit.
    registers: Vec<Register>,
    live_in: Vec<BitSet>,
    live_out: Vec<BitSet>,
}

impl Liveness {
    pub fn new(function: &Function) -> Liveness {
        let mut bits = vec![None; function.registers.len()];
        let mut registers = Vec::new();
        let exposed: Vec<Vec<Register>> = function.blocks.iter().map(upward_exposed).collect();
        for &register in exposed.iter().flatten() {
            let bit = &mut bits[register.index()];
            if bit.is_none() {
                *bit = Some(registers.len() as u32);
                registers.push(register);
            }
        }
        let empty = vec![BitSet::new(registers.len()); function.blocks.len()];
        let (live_in, live_out) = (empty.clone(), empty.clone());
        let mut liveness = Liveness { bits, registers, live_in, live_out };
        let mut defined = empty;
        for (index, block) in function.blocks.iter().enumerate() {
            for &register in &exposed[index] {
                let bit = liveness.bit(register).expect("exposed registers have bits");
                liveness.live_in[index].insert(bit);
            }
            let targets = block.instructions.iter().flat_map(|instruction| instruction.targets());
            let targets = targets.filter_map(|target| liveness.bit(target));
            targets.for_each(|bit| {
                defined[index].insert(bit);
            });
        }
        liveness.solve(function, &defined);
        liveness
    }

    fn solve(&mut self, function: &Function, defined: &[BitSet]) {
        let mut predecessors = vec![Vec::new(); function.blocks.len()];
        for block in function.block_ids() {
            for next in function.block(block).terminator.successors() {
                predecessors[next.index()].push(block);
            }
        }
        let mut waiting: Vec<BlockId> = function.block_ids().collect();
        let mut is_waiting = vec![true; function.blocks.len()];
        while let Some(block) = waiting.pop() {
            let index = block.index();
            is_waiting[index] = false;
            for next in function.block(block).terminator.successors() {
                self.live_out[index].unite(&self.live_in[next.index()]);
            }
            if self.live_in[index].unite_without(&self.live_out[index], &defined[index]) {
                for &before in &predecessors[index] {
                    if !std::mem::replace(&mut is_waiting[before.index()], true) {
                        waiting.push(before);
                    }
                }
            }
        }
    }

    fn bit(&self, register: Register) -> Option<usize> {
        self.bits[register.index()].map(|bit| bit as usize)
    }

    pub fn is_live_in(&self, block: BlockId, register: Register) -> bool {
        self.bit(register).is_some_and(|bit| self.live_in[block.index()].contains(bit))
    }

    pub fn is_live_out(&self, block: BlockId, register: Register) -> bool {
        self.bit(register).is_some_and(|bit| self.live_out[block.index()].contains(bit))
    }

    /// The registers that are live at the start of a block.
    pub fn live_in(&self, block: BlockId) -> impl Iterator<Item = Register> + '_ {
        self.live_in[block.index()].iter().map(|bit| self.registers[bit])
    }

    /// The registers that are live at the end of a block.
    pub fn live_out(&self, block: BlockId) -> impl Iterator<Item = Register> + '_ {
        self.live_out[block.index()].iter().map(|bit| self.registers[bit])
    }

    /// Whether some block reads the register before writing it. All others live within one block.
    pub fn crosses_blocks(&self, register: Register) -> bool {
        self.bit(register).is_some()
    }
}

/// The registers that a block reads before it writes them.
fn upward_exposed(block: &Block) -> Vec<Register> {
    let mut written = std::collections::HashSet::new();
    let mut exposed = Vec::new();
    for instruction in &block.instructions {
        instruction.reads(|register| {
            if !written.contains(&register) {
                exposed.push(register);
            }
        });
        written.extend(instruction.targets());
    }
    block.terminator.reads(|register| {
        if !written.contains(&register) {
            exposed.push(register);
        }
    });
    exposed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arbitrary;
    use crate::text::parse;
    use ::testing::Random;

    #[test]
    fn a_variable_lives_around_the_loop() {
        let program = parse(
            "function @f(%n) {
                entry: %i = 0
                       jump head
                head:  %c = ult.32 %i, %n
                       branch %c, body, out
                body:  %t = add.32 %i, 1
                       %i = %t
                       jump head
                out:   return
            }",
        )
        .unwrap();
        let liveness = Liveness::new(&program.functions[0]);
        let [n, i, c, t] = [0, 1, 2, 3].map(Register);
        let [entry, head, body, out] = [0, 1, 2, 3].map(BlockId);
        assert!(liveness.is_live_in(head, i) && liveness.is_live_out(body, i));
        assert!(liveness.is_live_in(entry, n) && !liveness.is_live_in(entry, i));
        assert!(!liveness.crosses_blocks(t) && !liveness.crosses_blocks(c));
        assert_eq!(liveness.live_in(out).count(), 0);
    }

    /// Whether some way from the start of `block` reads `register` before writing it.
    fn may_be_read(function: &Function, start: BlockId, register: Register) -> bool {
        let mut seen = vec![false; function.blocks.len()];
        let mut stack = vec![start];
        'blocks: while let Some(id) = stack.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            let block = function.block(id);
            for instruction in &block.instructions {
                if instruction.reads_register(register) {
                    return true;
                }
                if instruction.writes_register(register) {
                    continue 'blocks;
                }
            }
            let mut read = false;
            block.terminator.reads(|other| read |= other == register);
            if read {
                return true;
            }
            stack.extend(block.terminator.successors());
        }
        false
    }

    #[test]
    fn the_definition_agrees() {
        for seed in 0..500 {
            let program = arbitrary::program(&mut Random::new(seed));
            for function in &program.functions {
                let liveness = Liveness::new(function);
                for block in function.block_ids() {
                    for register in (0..function.registers.len() as u32).map(Register) {
                        let expected = may_be_read(function, block, register);
                        assert_eq!(liveness.is_live_in(block, register), expected, "seed {seed}");
                    }
                }
            }
        }
    }
}
