//! Which local variables on the stack can be registers?
//!
//! A stack object of constant size whose address is used for nothing but loads and stores at
//! constant offsets cannot be seen by anyone else. If those accesses fall into a few parts of the
//! object that do not overlap, each part becomes a register: loads and stores become assignments,
//! and the allocation makes the registers undefined, as memory that was never written is. (Where
//! every use comes after a store, that is dead code and goes later.) Registers are mutable, so no
//! SSA form has to be built.
//!
//! The address may be copied and offset on the way to an access, through registers that are
//! assigned once. By the theorem in [`crate::flow::definitions`] such a register points into the
//! object that its allocation created last, also in loops, so that it does not matter where the
//! allocation stands. An access that leaves the object keeps it in memory, where the mistake is
//! reported; so do atomic updates, which check that what they read is initialised, and seq_cst
//! accesses. Nobody sees these either, but they order what the thread does before and after them.

use crate::flow::width::Widths;
use crate::flow::{Definitions, Graph, Liveness};
use crate::instruction::{Access, BinaryOperation, Deallocation, Instruction, Operand, Register};
use crate::structure::{Block, Function, Program, Site, SiteId};
use base::Ordering;
use std::collections::HashMap;

/// More parts than this stay in memory: registers are copied with every thread state.
const MAX_PARTS: usize = 16;

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        promote(function, &program.sites);
    }
}

/// A stack object that may become registers.
struct Candidate {
    site: SiteId,
    size: u64,
    escapes: bool,
    /// Offset and size of each part that is accessed, with its register once it has one.
    parts: Vec<Part>,
}

#[derive(Clone, Copy)]
struct Part {
    offset: u64,
    size: u8,
    register: Option<Register>,
}

impl Candidate {
    /// Notes an access. Parts that overlap make the candidate escape, and so does an access that
    /// orders others.
    fn access(&mut self, offset: u64, Access { size, ordering, .. }: Access) {
        if ordering == Ordering::SeqCst {
            self.escapes = true;
            return;
        }
        if self.parts.iter().any(|part| part.offset == offset && part.size == size) {
            return;
        }
        let end = offset.checked_add(u64::from(size)).filter(|end| *end <= self.size);
        let Some(end) = end else {
            self.escapes = true;
            return;
        };
        let overlaps =
            |part: &Part| offset < part.offset + u64::from(part.size) && part.offset < end;
        self.escapes |= self.parts.iter().any(overlaps) || self.parts.len() == MAX_PARTS;
        if !self.escapes {
            self.parts.push(Part { offset, size, register: None });
        }
    }

    fn register(&self, offset: u64) -> Register {
        let part = self.parts.iter().find(|part| part.offset == offset);
        part.and_then(|part| part.register).expect("every access has a part with a register")
    }
}

/// A register that points into a candidate.
#[derive(Clone, Copy)]
struct Pointer {
    candidate: usize,
    offset: u64,
}

struct Analysis {
    candidates: Vec<Candidate>,
    pointers: HashMap<Register, Pointer>,
}

fn promote(function: &mut Function, sites: &[Site]) {
    let graph = Graph::new(function);
    let liveness = Liveness::new(function);
    let definitions = Definitions::new(function, &liveness);
    let mut analysis = Analysis::new(function, &graph, &definitions);
    if analysis.candidates.iter().all(|candidate| candidate.escapes) {
        return;
    }
    let widths = Widths::new(function, &liveness);
    for candidate in analysis.candidates.iter_mut().filter(|candidate| !candidate.escapes) {
        let site = &sites[candidate.site.index()];
        for part in &mut candidate.parts {
            let name = part_name(site, candidate.size, *part);
            part.register = Some(function.add_register(name));
        }
    }
    analysis.pointers.retain(|_, pointer| !analysis.candidates[pointer.candidate].escapes);
    for &block in graph.order() {
        rewrite(&mut function.blocks[block.index()], &analysis, &widths);
    }
}

impl Analysis {
    fn new(function: &Function, graph: &Graph, definitions: &Definitions) -> Analysis {
        let mut analysis = Analysis { candidates: Vec::new(), pointers: HashMap::new() };
        // Definitions come before uses in this order.
        for &block in graph.order() {
            let block = function.block(block);
            for instruction in &block.instructions {
                analysis.instruction(instruction, definitions);
            }
            block.terminator.reads(|register| analysis.escape(register));
        }
        analysis.keep_outliving(function, graph);
        analysis
    }

    /// Keeps in memory what may be accessed after its block was left.
    fn keep_outliving(&mut self, function: &Function, graph: &Graph) {
        let count = self.candidates.len();
        let mut at_start: Vec<Option<Vec<bool>>> = vec![None; function.blocks.len()];
        let Some(first) = graph.order().first() else { return };
        at_start[first.index()] = Some(vec![false; count]);
        let mut pending = vec![*first];
        while let Some(id) = pending.pop() {
            let mut left = at_start[id.index()].clone().expect("a block that was reached");
            for instruction in &function.block(id).instructions {
                match instruction {
                    Instruction::Allocate { target, .. } => {
                        if let Some(pointer) = self.pointers.get(target) {
                            left[pointer.candidate] = false;
                        }
                    }
                    Instruction::Free { address, by: Deallocation::Leave } => {
                        if let Some(pointer) = self.pointer(*address) {
                            left[pointer.candidate] = true;
                        }
                    }
                    Instruction::Load { address, .. } | Instruction::Store { address, .. } => {
                        if let Some(pointer) = self.pointer(*address) {
                            self.candidates[pointer.candidate].escapes |= left[pointer.candidate];
                        }
                    }
                    _ => {}
                }
            }
            for next in function.block(id).terminator.successors() {
                let known = &mut at_start[next.index()];
                let is_new = match known {
                    None => true,
                    Some(known) => known.iter().zip(&left).any(|(known, left)| *left && !known),
                };
                if is_new {
                    let before = known.take().unwrap_or_else(|| vec![false; count]);
                    let both = before.iter().zip(&left).map(|(before, left)| *before || *left);
                    *known = Some(both.collect());
                    pending.push(next);
                }
            }
        }
    }

    fn escape(&mut self, register: Register) {
        if let Some(pointer) = self.pointers.get(&register) {
            self.candidates[pointer.candidate].escapes = true;
        }
    }

    fn pointer(&self, operand: Operand) -> Option<Pointer> {
        operand.register().and_then(|register| self.pointers.get(&register)).copied()
    }

    fn instruction(&mut self, instruction: &Instruction, definitions: &Definitions) {
        match instruction {
            Instruction::Allocate { target, size: Operand::Constant(size), kind, site }
                if kind.is_local() && definitions.single(*target).is_some() =>
            {
                let pointer = Pointer { candidate: self.candidates.len(), offset: 0 };
                self.pointers.insert(*target, pointer);
                let (site, size) = (*site, *size);
                self.candidates.push(Candidate { site, size, escapes: false, parts: Vec::new() });
            }
            Instruction::Load { address, access, .. } => {
                if let Some(pointer) = self.pointer(*address) {
                    self.candidates[pointer.candidate].access(pointer.offset, *access);
                }
            }
            Instruction::Store { address, value, access } => {
                if let Some(pointer) = self.pointer(*address) {
                    self.candidates[pointer.candidate].access(pointer.offset, *access);
                }
                value.register().into_iter().for_each(|register| self.escape(register));
            }
            Instruction::Free { by: Deallocation::Leave, .. } => {}
            _ => match self.derived(instruction) {
                Some((target, pointer)) if definitions.single(target).is_some() => {
                    self.pointers.insert(target, pointer);
                }
                _ => instruction.reads(|register| self.escape(register)),
            },
        }
    }

    /// The pointer that an instruction computes, if it copies one or moves it by a constant.
    fn derived(&self, instruction: &Instruction) -> Option<(Register, Pointer)> {
        let (target, base, offset) = match instruction {
            Instruction::Assign { target, value } => (*target, *value, 0),
            Instruction::Binary {
                operation: BinaryOperation::Add,
                width: 64,
                target,
                left,
                right,
            } => match (*left, *right) {
                (base, Operand::Constant(offset)) | (Operand::Constant(offset), base) => {
                    (*target, base, offset)
                }
                _ => return None,
            },
            _ => return None,
        };
        let Pointer { candidate, offset: start } = self.pointer(base)?;
        Some((target, Pointer { candidate, offset: start.wrapping_add(offset) }))
    }
}

fn part_name(site: &Site, size: u64, part: Part) -> String {
    if site.name.is_empty() || part.offset == 0 && u64::from(part.size) == size {
        return site.name.clone();
    }
    let path = match &site.layout {
        Some(layout) => layout.path(part.offset).0,
        None => format!("+{}", part.offset),
    };
    format!("{}{path}", site.name)
}

fn rewrite(block: &mut Block, analysis: &Analysis, widths: &Widths) {
    let instructions = std::mem::take(&mut block.instructions);
    let mut positions = std::mem::take(&mut block.positions).into_iter();
    for instruction in instructions {
        let position = positions.next().flatten();
        for instruction in replacement(instruction, analysis, widths) {
            block.instructions.push(instruction);
            block.positions.push(position);
        }
    }
    block.positions.push(positions.next().flatten());
}

/// What becomes of an instruction.
fn replacement(instruction: Instruction, analysis: &Analysis, widths: &Widths) -> Vec<Instruction> {
    match instruction {
        Instruction::Load { target, address, .. } if analysis.pointer(address).is_some() => {
            let Pointer { candidate, offset } =
                analysis.pointer(address).expect("checked just now");
            let value = analysis.candidates[candidate].register(offset).into();
            vec![Instruction::Assign { target, value }]
        }
        Instruction::Store { address, value, access } if analysis.pointer(address).is_some() => {
            let Pointer { candidate, offset } =
                analysis.pointer(address).expect("checked just now");
            let target = analysis.candidates[candidate].register(offset);
            if widths.of(value) <= access.width() {
                vec![Instruction::Assign { target, value }]
            } else {
                vec![Instruction::Truncate { to: access.width() as u8, target, value }]
            }
        }
        Instruction::Allocate { target, .. } if analysis.pointers.contains_key(&target) => {
            let candidate = &analysis.candidates[analysis.pointers[&target].candidate];
            let undefined = |part: &Part| Instruction::Truncate {
                to: part.size * 8,
                target: part.register.expect("a promoted part has a register"),
                value: Operand::Undefined,
            };
            candidate.parts.iter().map(undefined).collect()
        }
        Instruction::Free { address, by: Deallocation::Leave }
            if analysis.pointer(address).is_some() =>
        {
            Vec::new()
        }
        Instruction::Assign { target, .. } | Instruction::Binary { target, .. }
            if analysis.pointers.contains_key(&target) =>
        {
            Vec::new()
        }
        other => vec![other],
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::check;

    #[test]
    fn a_local_variable_becomes_a_register() {
        let text = "function @f(%a) {
            %p = stack 4 \"x\"
            %w = load.4 %a
            store.4 %p, %w
            %r = load.4 %p
            store.4 %p, %a
            store.4 %p, undefined
            return %r
        }";
        let statements = "entry:
            %x = trunc.32 undefined
            %w = load.4 %a
            %x = %w
            %r = %x
            %x = trunc.32 %a
            %x = trunc.32 undefined
            return %r";
        check(super::run, text, statements);
    }

    #[test]
    fn the_parts_of_a_structure_become_registers() {
        let text = "function @f(%a) {
            %p = stack 16 \"s\" layout {seq: i32 @0, val: i64 @8}
            %q = add.64 %p, 12
            %r = add.64 -4, %q
            %c = %r
            store.4 %p, 1
            store.8 %c, %a
            %l = load.8 %r
            return %l
        }";
        let statements = "entry:
            %s.seq = trunc.32 undefined
            %s.val = trunc.64 undefined
            %s.seq = 1
            %s.val = %a
            %l = %s.val
            return %l";
        check(super::run, text, statements);
    }

    #[test]
    fn what_may_be_seen_stays() {
        let uses = [
            "store.8 @g, %p",
            "%r = load.8 %p",
            "%r = load.2 %q",
            "%q = add.64 %p, 1\nstore.4 %q, 0",
            "%c = eq.64 %p, 0",
            "call @f(%p)",
            "%v = rmw.4 add %p, 1",
            "store.4 seq_cst %p, 0",
            "%r = load.4 seq_cst %p",
            "%i = add.64 %p, %a",
            "return %p\nnext:",
            "%b = %p\n%b = 0",
            "%r = load.4 %p\n%p = 0",
            "lock %p",
        ];
        for line in uses {
            let text = format!(
                "global @g : 8
                function @f(%a) {{
                    %p = stack 4
                    store.4 %p, 1
                    %q = add.64 %p, 0
                    {line}
                    return
                }}"
            );
            let program = crate::passes::tests::after(super::run, &text);
            assert!(crate::text::print(&program).contains("stack 4"), "{line}");
        }
    }

    #[test]
    fn a_variable_in_a_loop_starts_undefined_each_time() {
        let text = "function @f(%a) {
            head: %p = stack 1 \"x\"
                  %r = load.1 %p
                  store.1 %p, 1
                  branch %a, head, out
            out:  return
        }";
        let statements = "head:
            %x = trunc.8 undefined
            %r = %x
            %x = 1
            branch %a, head, out
            out:
            return";
        check(super::run, text, statements);
    }

    #[test]
    fn the_end_of_a_block_goes_with_its_variable() {
        let text = "function @f(%a) {
            head: %p = block 4 \"x\"
                  store.4 %p, 1
                  leave %p
                  branch %a, head, out
            out:  return
        }";
        let statements = "head:
            %x = trunc.32 undefined
            %x = 1
            branch %a, head, out
            out:
            return";
        check(super::run, text, statements);
        let text = "function @f(%a) {
            head: %p = block 4 \"x\"
                  %q = %p
                  store.4 %p, 1
                  leave %p
                  branch %a, head, out
            out:  store.4 %q, 1
                  return
        }";
        let program = crate::passes::tests::after(super::run, text);
        assert!(crate::text::print(&program).contains("leave"));
    }

    #[test]
    fn a_use_that_the_allocation_does_not_dominate_stays() {
        let text = "function @f(%a) {
            entry: branch %a, make, use
            make:  %p = stack 4
                   jump use
            use:   store.4 %p, 1
                   return
        }";
        let program = crate::passes::tests::after(super::run, text);
        assert!(crate::text::print(&program).contains("stack 4"));
    }
}
