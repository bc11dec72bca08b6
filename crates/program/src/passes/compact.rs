//! How few registers does a function need?
//!
//! Registers are copied with every thread state, so a small frame is speed. Parameters keep their
//! places and variables (registers with names) keep a register of their own, for reports; registers
//! that nothing mentions go. Temporaries share:
//!
//! - those that live within one block are assigned by one walk backwards over each block: a range
//!   of use takes a free number at its last read and gives it back at its write. Different ranges
//!   of one temporary may get different numbers.
//! - those that cross blocks are coloured greedily: two interfere if one is written where the other
//!   is live afterwards (Chaitin's criterion; after a copy the two hold the same, so that alone is
//!   no reason). One that is read before it is written holds the zero of a fresh frame, and
//!   interferes with everything written until then, because it is live from the start.
//!
//! A write happens even if nobody reads the result, so it interferes all the same. An instruction
//! with several targets may write one before it reads the last operand ([`Instruction::SpinMark`]
//! does), so its targets do not share with its operands.

use crate::flow::{BitSet, Liveness};
use crate::instruction::{Instruction, Operand, Register};
use crate::structure::{Block, BlockId, Function, Program};
use std::collections::{BTreeSet, HashMap};

/// With more temporaries that cross blocks than this, none of them share: the matrix of who
/// interferes with whom would be too large.
const MAX_CROSSING: usize = 4096;

pub fn run(program: &mut Program) {
    program.functions.iter_mut().for_each(compact);
}

fn compact(function: &mut Function) {
    let liveness = Liveness::new(function);
    let roles = roles(function, &liveness);
    let crossing: Vec<Register> =
        registers(function).filter(|register| roles[register.index()] == Role::Crossing).collect();
    let colours = colour(function, &liveness, &roles, &crossing);
    let mut numbers = Numbers { fixed: vec![None; roles.len()], names: Vec::new() };
    for register in registers(function) {
        let name = &function.registers[register.index()];
        match roles[register.index()] {
            Role::Parameter | Role::Variable => numbers.fix(register, name.clone()),
            Role::Unused | Role::Crossing | Role::Local => {}
        }
    }
    let first_colour = numbers.names.len() as u32;
    for (register, colour) in crossing.iter().zip(&colours) {
        numbers.fixed[register.index()] = Some(Register(first_colour + colour));
    }
    let count = colours.iter().max().map_or(0, |largest| largest + 1);
    numbers.names.extend((0..count).map(|_| String::new()));
    let first_local = numbers.names.len() as u32;
    let mut locals = 0;
    for block in &mut function.blocks {
        let mut pool =
            Pool { first: first_local, free: BTreeSet::new(), used: 0, taken: HashMap::new() };
        renumber(block, &numbers.fixed, &mut pool);
        locals = locals.max(pool.used);
    }
    numbers.names.extend((0..locals).map(|_| String::new()));
    function.registers = numbers.names;
}

fn registers(function: &Function) -> impl Iterator<Item = Register> + use<> {
    (0..function.registers.len() as u32).map(Register)
}

/// How a register is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Unused,
    Parameter,
    Variable,
    /// A temporary that is live across the border of a block.
    Crossing,
    /// A temporary that lives within blocks.
    Local,
}

fn roles(function: &Function, liveness: &Liveness) -> Vec<Role> {
    let mut roles = vec![Role::Unused; function.registers.len()];
    let mut mention = |register: Register| {
        let index = register.index();
        roles[index] = if (register.0) < function.parameters {
            Role::Parameter
        } else if !function.registers[index].is_empty() {
            Role::Variable
        } else if liveness.crosses_blocks(register) {
            Role::Crossing
        } else {
            Role::Local
        };
    };
    (0..function.parameters).for_each(|index| mention(Register(index)));
    let mut counters = Vec::new();
    for block in &function.blocks {
        for instruction in &block.instructions {
            instruction.reads(&mut mention);
            instruction.targets().into_iter().for_each(&mut mention);
            if let Instruction::Bound { counter, .. } = instruction {
                counters.push(*counter);
            }
        }
        block.terminator.reads(&mut mention);
    }
    // A counter is read and written in one place, so it cannot change its number there.
    for counter in counters {
        let role = &mut roles[counter.index()];
        if *role == Role::Local {
            *role = Role::Crossing;
        }
    }
    roles
}

/// A colour for each crossing temporary, such that those that interfere differ.
fn colour(
    function: &Function,
    liveness: &Liveness,
    roles: &[Role],
    crossing: &[Register],
) -> Vec<u32> {
    if crossing.len() > MAX_CROSSING {
        return (0..crossing.len() as u32).collect();
    }
    let mut indices: Vec<Option<usize>> = vec![None; roles.len()];
    for (index, register) in crossing.iter().enumerate() {
        indices[register.index()] = Some(index);
    }
    let index = |register: Register| indices[register.index()];
    let mut interferes = vec![BitSet::new(crossing.len()); crossing.len()];
    for id in function.block_ids() {
        interfere(function.block(id), id, liveness, &index, &mut interferes);
    }
    let mut colours: Vec<u32> = Vec::new();
    for current in 0..crossing.len() {
        let earlier = (0..current).filter(|other| {
            interferes[current].contains(*other) || interferes[*other].contains(current)
        });
        let taken: BTreeSet<u32> = earlier.map(|other| colours[other]).collect();
        let free = (0..).find(|colour| !taken.contains(colour));
        colours.push(free.expect("there is always another colour"));
    }
    colours
}

/// Notes which crossing temporaries interfere because of one block.
fn interfere(
    block: &Block,
    id: BlockId,
    liveness: &Liveness,
    index: &impl Fn(Register) -> Option<usize>,
    interferes: &mut [BitSet],
) {
    let mut live = BitSet::new(interferes.len());
    liveness.live_out(id).filter_map(index).for_each(|register| {
        live.insert(register);
    });
    block.terminator.reads(|register| {
        index(register).into_iter().for_each(|register| {
            live.insert(register);
        });
    });
    for instruction in block.instructions.iter().rev() {
        let targets: Vec<usize> = instruction.targets().into_iter().filter_map(index).collect();
        let mut reads = Vec::new();
        instruction.reads(|register| reads.extend(index(register)));
        let copied = match instruction {
            Instruction::Assign { value: Operand::Register(source), .. } => index(*source),
            _ => None,
        };
        for &target in &targets {
            let was_live = copied.filter(|source| live.contains(*source) && *source != target);
            was_live.iter().for_each(|source| live.remove(*source));
            interferes[target].unite(&live);
            was_live.iter().for_each(|source| {
                live.insert(*source);
            });
            if instruction.targets().len() > 1 {
                for &other in targets.iter().chain(&reads) {
                    interferes[target].insert(other);
                }
            }
            interferes[target].remove(target);
        }
        targets.iter().for_each(|target| live.remove(*target));
        reads.iter().for_each(|read| {
            live.insert(*read);
        });
    }
}

/// The new numbers of the registers that keep one throughout the function.
struct Numbers {
    fixed: Vec<Option<Register>>,
    names: Vec<String>,
}

impl Numbers {
    fn fix(&mut self, register: Register, name: String) {
        self.fixed[register.index()] = Some(Register(self.names.len() as u32));
        self.names.push(name);
    }
}

/// The numbers for the local temporaries of a block, at some point of the walk backwards.
struct Pool {
    first: u32,
    /// Numbers given back.
    free: BTreeSet<u32>,
    /// How many numbers have been given out at all.
    used: u32,
    /// The temporaries that are live, with their numbers.
    taken: HashMap<Register, u32>,
}

impl Pool {
    /// The number of a temporary that is live from here on backwards.
    fn take(&mut self, register: Register) -> Register {
        let number = match self.taken.get(&register) {
            Some(number) => *number,
            None => {
                let number = self.free.pop_first().unwrap_or_else(|| {
                    self.used += 1;
                    self.used - 1
                });
                self.taken.insert(register, number);
                number
            }
        };
        Register(self.first + number)
    }

    /// Ends the lives of temporaries that are written here, and returns their numbers, which stay
    /// reserved.
    fn end(&mut self, registers: &[Register]) -> Vec<u32> {
        registers.iter().filter_map(|register| self.taken.remove(register)).collect()
    }
}

/// Gives the registers of a block their new numbers.
fn renumber(block: &mut Block, fixed: &[Option<Register>], pool: &mut Pool) {
    block.terminator.operands_mut(|operand| {
        if let Operand::Register(register) = operand {
            *register = fixed[register.index()].unwrap_or_else(|| pool.take(*register));
        }
    });
    for instruction in block.instructions.iter_mut().rev() {
        let old_targets = instruction.targets();
        // All targets take numbers before the life of any ends, so that they differ.
        let targets: Vec<Register> = old_targets
            .iter()
            .map(|target| fixed[target.index()].unwrap_or_else(|| pool.take(*target)))
            .collect();
        let mut ended = pool.end(&old_targets);
        if old_targets.len() == 1 {
            pool.free.extend(ended.drain(..));
        }
        let mut read = |register: &mut Register| {
            *register = fixed[register.index()].unwrap_or_else(|| pool.take(*register));
        };
        instruction.operands_mut(|operand| {
            if let Operand::Register(register) = operand {
                read(register);
            }
        });
        instruction.hidden_reads_mut(&mut read);
        let mut targets = targets.into_iter();
        instruction.targets_mut(|target| *target = targets.next().expect("one for each target"));
        pool.free.extend(ended);
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::{after, check};

    #[test]
    fn temporaries_share_and_variables_do_not() {
        let text = "function @f(%0.a, %1.b) unused(%9.gone) {
            %2 = add.32 %0.a, 1
            %3 = add.32 %2, 1
            %5.x = %3
            %4 = add.32 %5.x, 1
            return %4
        }";
        let statements = "entry:
            %3 = add.32 %a, 1
            %3 = add.32 %3, 1
            %x = %3
            %3 = add.32 %x, 1
            return %3";
        check(super::run, text, statements);
        assert_eq!(after(super::run, text).functions[0].registers, ["a", "b", "x", ""]);
    }

    #[test]
    fn a_result_that_nobody_reads_does_not_overwrite() {
        let text = "function @f(%0.a) {
            %1 = load.4 %0.a
            %2 = load.4 %0.a
            %3, %4 = cas.4 %0.a, %1, 2
            return %1
        }";
        let statements = "entry:
            %1 = load.4 %a
            %2 = load.4 %a
            %2, %3 = cas.4 plain plain %a, %1, 2
            return %1";
        check(super::run, text, statements);
    }

    #[test]
    fn what_lives_around_a_loop_keeps_its_register() {
        let text = "function @f(%0.a) {
            entry: %1 = load.4 %0.a
                   %2 = load.4 %0.a
                   jump head
            head:  %3 = load.4 %0.a
                   branch %3, swap, out
            swap:  %4 = %1
                   %1 = %2
                   %2 = %4
                   jump head
            out:   %5 = sub.32 %1, %2
                   return %5
        }";
        let statements = "entry:
            %1 = load.4 %a
            %2 = load.4 %a
            jump head
            head:
            %3 = load.4 %a
            branch %3, swap, out
            swap:
            %3 = %1
            %1 = %2
            %2 = %3
            jump head
            out:
            %3 = sub.32 %1, %2
            return %3";
        check(super::run, text, statements);
    }

    #[test]
    fn crossing_temporaries_share_after_their_last_use() {
        let text = "function @f(%0.a) {
            entry: %1 = load.4 %0.a
                   jump next
            next:  %2 = add.32 %1, 1
                   jump last
            last:  return %2
        }";
        assert_eq!(after(super::run, text).functions[0].registers.len(), 2);
    }

    #[test]
    fn a_register_that_is_read_and_written_at_once_stays_connected() {
        let text = "function @f(%0.a) {
            %1 = load.4 %0.a
            %1, %2 = cas.4 %0.a, %1, 2
            return %1
        }";
        let statements = "entry:
            %3 = load.4 %a
            %1, %2 = cas.4 plain plain %a, %3, 2
            return %1";
        check(super::run, text, statements);
    }

    #[test]
    fn the_results_of_one_instruction_differ() {
        let text = "function @f(%0.a) {
            entry: %1, %2 = cas.4 %0.a, 0, 1
                   %2 = 7
                   jump next
            next:  return %1, %2
        }";
        let statements = "entry:
            %1, %2 = cas.4 plain plain %a, 0, 1
            %2 = 7
            jump next
            next:
            return %1, %2";
        check(super::run, text, statements);
        let text = "function @f(%0.a) {
            entry: branch %0.a, both, other
            both:  %1, %2 = cas.4 %0.a, 0, 1
                   jump one
            one:   %1 = 7
                   jump last
            last:  return %1
            other: %2 = 8
                   jump end
            end:   return %2
        }";
        let registers = after(super::run, text).functions[0].registers.len();
        assert_eq!(registers, 3);
    }

    #[test]
    fn marks_do_not_share_with_what_they_mark() {
        let text = "function @f(%0.a) {
            entry: %1 = load.4 %0.a
                   %2 = load.4 %0.a
                   spin_mark %5, %1 -> %3, %2 -> %4
                   %1 = load.4 %0.a
                   %2 = load.4 %0.a
                   spin_check %5, %1 -> %3, %2 -> %4
                   return
        }";
        let statements = "entry:
            %1 = load.4 %a
            %3 = load.4 %a
            spin_mark %5, %1 -> %2, %3 -> %4
            %1 = load.4 %a
            %3 = load.4 %a
            spin_check %5, %1 -> %2, %3 -> %4
            return";
        check(super::run, text, statements);
    }
}
