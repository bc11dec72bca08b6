//! Will a thread do the same from here on as from an earlier state of its?
//!
//! If it does, and has had no visible operation in between, it loops for ever. Equal states do the
//! same, but states need not be equal for that. A register that is written before it is read does
//! not matter. A register in which the spin pass has marked which effect was the last grows with
//! every turn of a loop that writes to private memory; it is read by [`Instruction::SpinCheck`]
//! only, which asks whether there was an effect since. So what matters is whether there was one: if
//! there was none, the next one comes at the same time in both; if there was one, the answer stays
//! the same until the next mark.

use crate::iteration::Mark;
use crate::thread::{Frame, Thread};
use base::Value;
use program::{Function, Instruction, Program, Register};

/// What a register may be read for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Use {
    Nothing,
    /// To learn whether there was an effect since it was marked.
    Effects,
    /// For its value.
    Value,
}

impl Thread {
    /// Whether the thread certainly does the same from here on as from another of its states.
    pub fn goes_on_like(&self, program: &Program, other: &Thread) -> bool {
        self.progress == other.progress
            && self.frames == other.frames
            && self.memory == other.memory
            && self.rare == other.rare
            && (self.atomic_depth, self.atomic_started)
                == (other.atomic_depth, other.atomic_started)
            && self.registers.len() == other.registers.len()
            && self.registers_go_on_like(program, other)
    }

    /// The same for the registers, where the rest of the states is equal.
    fn registers_go_on_like(&self, program: &Program, other: &Thread) -> bool {
        let mut end = self.registers.len();
        for (depth, frame) in self.frames.iter().enumerate().rev() {
            let is_running = depth + 1 == self.frames.len();
            let start = frame.base as usize;
            for index in start..end {
                let (own, others) = (self.registers[index], other.registers[index]);
                if own == others {
                    continue;
                }
                let register = Register((index - start) as u32);
                let alike =
                    match use_of(program.function(frame.function), frame, is_running, register) {
                        Use::Nothing => true,
                        Use::Effects => {
                            let since = self.is_unchanged_since(own);
                            since.is_some() && since == other.is_unchanged_since(others)
                        }
                        Use::Value => false,
                    };
                if !alike {
                    return false;
                }
            }
            end = start;
        }
        true
    }

    /// Whether there was no effect since a mark; `None` if it cannot be one.
    fn is_unchanged_since(&self, mark: Value) -> Option<bool> {
        let mark = Mark::of(mark.defined()?).effects;
        (mark <= self.changes).then_some(mark == self.effects)
    }
}

/// What a register of a frame may be read for before it is written.
fn use_of(function: &Function, frame: &Frame, is_running: bool, register: Register) -> Use {
    let mut found = Use::Nothing;
    let mut seen = vec![false; function.blocks.len()];
    // A frame that does not run stands at a call, which has read its arguments and will write its
    // targets.
    let mut pending = vec![(frame.block, frame.instruction as usize, !is_running)];
    'starts: while let Some((id, first, has_read)) = pending.pop() {
        let block = function.block(id);
        let mut has_read = has_read;
        for instruction in &block.instructions[first..] {
            if !std::mem::take(&mut has_read) {
                found = found.max(use_by(instruction, register));
            }
            if instruction.writes_register(register) {
                continue 'starts;
            }
        }
        block.terminator.reads(|read| {
            if read == register {
                found = Use::Value;
            }
        });
        for next in block.terminator.successors() {
            if !std::mem::replace(&mut seen[next.index()], true) {
                pending.push((next, 0, false));
            }
        }
    }
    found
}

/// What an instruction reads a register for.
fn use_by(instruction: &Instruction, register: Register) -> Use {
    if let Instruction::SpinCheck { watched, effects, .. } = instruction {
        let is_watched = watched.iter().any(|(live, mark)| [*live, *mark].contains(&register));
        return match (is_watched, *effects == register) {
            (true, _) => Use::Value,
            (false, true) => Use::Effects,
            (false, false) => Use::Nothing,
        };
    }
    if let Instruction::Bound { .. } = instruction {
        // Turns without a visible operation are not counted.
        return Use::Nothing;
    }
    if instruction.reads_register(register) { Use::Value } else { Use::Nothing }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::BlockId;

    #[test]
    fn what_a_register_is_read_for() {
        let program = program::text::parse(
            "global @g : 4
            function @main() {
                entry: %i = 0
                       %old = 1
                       jump head
                head:  spin_mark %effects
                       %i = xor.32 %i, 1
                       store.4 @g, %i
                       %old = %i
                       jump latch
                latch: spin_check %effects
                       jump head
            }",
        );
        let program = program.expect("the text is right");
        let function = &program.functions[0];
        let named = |name: &str| {
            Register(function.registers.iter().position(|it| it == name).unwrap() as u32)
        };
        let at = |block, instruction, name| {
            let block = BlockId(block);
            let frame = Frame {
                function: program::FunctionId(0),
                block,
                instruction,
                base: 0,
                first_object: 0,
            };
            use_of(function, &frame, true, named(name))
        };
        assert_eq!(at(1, 0, "effects"), Use::Nothing);
        assert_eq!(at(1, 1, "effects"), Use::Effects);
        assert_eq!(at(1, 0, "i"), Use::Value);
        assert_eq!(at(1, 0, "old"), Use::Nothing);
    }
}
