//! The checks inside one function.

use super::{Fault, MAX_REGISTERS, Problem, ProgramPart};
use crate::instruction::{Callee, Instruction, Register, Terminator};
use crate::structure::{Allocation, Block, BlockId, Function, FunctionId, Program};
use base::SourcePosition;
use std::collections::HashSet;

/// `results` says how many values each function returns at least.
pub(super) fn verify(
    program: &Program,
    results: &[Option<usize>],
    id: FunctionId,
    problems: &mut Vec<Problem>,
) {
    let function = program.function(id);
    let mut report = |fault| problems.push(Problem { place: ProgramPart::Function(id), fault });
    let registers = function.registers.len();
    if registers > MAX_REGISTERS {
        report(Fault::TooManyRegisters(registers));
    }
    if registers < function.parameters as usize {
        report(Fault::TooFewRegisters { registers, parameters: function.parameters });
    }
    if function.blocks.is_empty() {
        report(Fault::NoBlocks);
    }
    let mut checker =
        Checker { program, results, function, place: ProgramPart::Function(id), problems };
    for (index, block) in function.blocks.iter().enumerate() {
        checker.block(id, BlockId(index as u32), block);
    }
}

/// How many values the returns of a function give at least; `None` if it never returns.
pub(super) fn results(function: &Function) -> Option<usize> {
    let returned = function.blocks.iter().filter_map(|block| match &block.terminator {
        Terminator::Return { values } => Some(values.len()),
        Terminator::Jump(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::Unreachable => None,
    });
    returned.min()
}

struct Checker<'p> {
    program: &'p Program,
    results: &'p [Option<usize>],
    function: &'p Function,
    /// What is being checked.
    place: ProgramPart,
    problems: &'p mut Vec<Problem>,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, fault: Fault) {
        if !holds {
            self.problems.push(Problem { place: self.place, fault });
        }
    }

    fn block(&mut self, function: FunctionId, id: BlockId, block: &Block) {
        self.place = ProgramPart::Block(function, id);
        let (positions, instructions) = (block.positions.len(), block.instructions.len());
        self.require(positions == instructions + 1, Fault::Positions { positions, instructions });
        for (index, instruction) in block.instructions.iter().enumerate() {
            self.place = ProgramPart::Instruction(function, id, index);
            self.position(block.positions.get(index).copied().flatten());
            self.registers(instruction);
            self.instruction(instruction);
        }
        self.place = ProgramPart::Terminator(function, id);
        self.position(block.positions.get(instructions).copied().flatten());
        self.terminator(&block.terminator);
    }

    fn position(&mut self, position: Option<SourcePosition>) {
        let file = position.map(|position| position.file.0);
        if let Some(file) = file.filter(|file| *file as usize >= self.program.sources.len()) {
            self.require(false, Fault::NoSuchSource(file));
        }
    }

    fn register(&mut self, register: Register) {
        let known = register.index() < self.function.registers.len();
        self.require(known, Fault::NoSuchRegister(register));
    }

    fn registers(&mut self, instruction: &Instruction) {
        instruction.reads(|register| self.register(register));
        let targets = instruction.targets();
        for (index, target) in targets.iter().enumerate() {
            self.register(*target);
            self.require(!targets[..index].contains(target), Fault::SameTarget(*target));
        }
    }

    fn width(&mut self, width: u8) {
        self.require((1..=64).contains(&width), Fault::Width(width));
    }

    fn instruction(&mut self, instruction: &Instruction) {
        use Instruction as I;
        match instruction {
            I::Binary { width, .. } | I::Compare { width, .. } | I::Truncate { to: width, .. } => {
                self.width(*width);
            }
            I::SignExtend { from, to, .. } => {
                self.width(*from);
                self.width(*to);
                self.require(from <= to, Fault::Extension { from: *from, to: *to });
            }
            I::Float { operation, from, to, operands, .. } => {
                let is_known =
                    operation.has_widths(*from, *to) && operands.len() == operation.operands();
                let (operation, operands) = (*operation, operands.len());
                self.require(is_known, Fault::Float { operation, from: *from, to: *to, operands });
            }
            I::Load { access, .. }
            | I::Store { access, .. }
            | I::ReadModifyWrite { access, .. }
            | I::CompareExchange { access, .. } => {
                self.require((1..=8).contains(&access.size), Fault::Size(access.size));
            }
            I::Call { targets, callee: Callee::Direct(function), arguments } => {
                if function.index() < self.program.functions.len() {
                    self.call(*function, targets.len(), arguments.len());
                } else {
                    self.require(false, Fault::NoSuchFunction(*function));
                }
            }
            I::Allocate { site, .. } => {
                let known = site.index() < self.program.sites.len();
                self.require(known, Fault::NoSuchSite(*site));
                let is_shared = self.program.is_thread_local(Allocation::Site(*site));
                self.require(!is_shared, Fault::SharedSite(*site));
            }
            I::ThreadLocalAddress { variable, .. } => {
                let known = variable.index() < self.program.thread_locals.len();
                self.require(known, Fault::NoSuchThreadLocal(*variable));
            }
            I::SpinMark { watched, .. } => {
                // Marks are written one after the other, so none may be watched itself.
                let live: HashSet<Register> = watched.iter().map(|(live, _)| *live).collect();
                for target in instruction.targets() {
                    self.require(!live.contains(&target), Fault::SameTarget(target));
                }
            }
            I::Call { callee: Callee::Indirect(_), .. }
            | I::Assign { .. }
            | I::Select { .. }
            | I::Fence { .. }
            | I::Spawn { .. }
            | I::Join { .. }
            | I::CurrentThread { .. }
            | I::ExitThread { .. }
            | I::ExitProgram { .. }
            | I::MutexInit { .. }
            | I::MutexLock { .. }
            | I::MutexTryLock { .. }
            | I::MutexHeld { .. }
            | I::CallLibrary { .. }
            | I::MutexUnlock { .. }
            | I::MutexDestroy { .. }
            | I::Free { .. }
            | I::ObjectSize { .. }
            | I::Assume { .. }
            | I::Fail { .. }
            | I::Choose { .. }
            | I::AtomicBegin
            | I::AtomicEnd
            | I::Print { .. }
            | I::SpinCheck { .. }
            | I::Bound { .. }
            | I::Unsupported { .. } => {}
        }
    }

    fn call(&mut self, callee: FunctionId, wanted: usize, arguments: usize) {
        let Function { parameters, variadic, .. } = *self.program.function(callee);
        let enough =
            arguments == parameters as usize || variadic && arguments > parameters as usize;
        self.require(enough, Fault::Arguments { arguments, parameters });
        if let Some(returned) = self.results[callee.index()] {
            self.require(wanted <= returned, Fault::Results { wanted, returned });
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        terminator.reads(|register| self.register(register));
        for block in terminator.successors() {
            self.require(block.index() < self.function.blocks.len(), Fault::NoSuchBlock(block));
        }
        if let Terminator::Switch { cases, .. } = terminator {
            let mut seen = HashSet::new();
            for (value, _) in cases {
                self.require(seen.insert(*value), Fault::SameCase(*value));
            }
        }
    }
}
