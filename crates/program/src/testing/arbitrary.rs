//! Random programs that verify but make no sense: every instruction, strange names, strange shapes.

use crate::instruction::{
    Access, AllocationKind, BinaryOperation, Callee, Deallocation, FloatOperation, Instruction,
    Operand, Predicate, Register, RmwOperation, Since, Terminator,
};
use crate::layout::{Field, Layout};
use crate::structure::{
    Block, BlockId, Function, FunctionId, Global, GlobalId, Program, Site, SiteId,
};
use ::testing::Random;
use base::{Ordering, SourceId, SourcePosition, Tag, Tags, ViolationKind};

const NAMES: [&str; 10] =
    ["", "x", "entry", "a.b", "12", "012", "load", "a b", "ü\"\\\n", "undefined"];

/// A random verified program.
pub(crate) fn program(random: &mut Random) -> Program {
    let functions = 1 + random.index(3);
    let globals = random.index(4);
    let mut program = Program {
        sources: (0..random.index(3)).map(|index| format!("dir \"{index}\".c")).collect(),
        sites: (0..random.index(3)).map(|_| site(random)).collect(),
        ..Program::default()
    };
    let shapes: Vec<(u32, bool, usize)> = (0..functions)
        .map(|_| (random.index(3) as u32, random.one_in(3), random.index(3)))
        .collect();
    for index in 0..globals {
        program.globals.push(global(random, index, globals, functions));
    }
    for (index, &(parameters, variadic, results)) in shapes.iter().enumerate() {
        let registers = parameters as usize + 3 + random.index(6);
        let mut maker = Maker {
            random,
            shapes: &shapes,
            globals,
            sites: &mut program.sites,
            sources: program.sources.len(),
            registers,
            blocks: 0,
        };
        maker.blocks = 1 + maker.random.index(4);
        let blocks = (0..maker.blocks).map(|_| maker.block(results)).collect();
        let name = format!("{}{index}", maker.random.pick(&NAMES));
        let registers = (0..registers).map(|_| (random.pick(&NAMES)).to_owned()).collect();
        program.functions.push(Function { name, parameters, variadic, registers, blocks });
    }
    program
}

fn site(random: &mut Random) -> Site {
    let layout = random.one_in(2).then(|| layout(random, 2));
    Site { name: (random.pick(&NAMES)).to_owned(), layout }
}

fn layout(random: &mut Random, depth: usize) -> Layout {
    match random.index(if depth == 0 { 2 } else { 4 }) {
        0 => Layout::Integer { size: 1 << random.index(4), signed: random.one_in(2) },
        1 => Layout::Pointer { size: if random.one_in(2) { 8 } else { 4 } },
        2 => {
            let element = Box::new(layout(random, depth - 1));
            Layout::Array { element, count: random.index(5) as u64 }
        }
        _ => {
            let field = |random: &mut Random| Field {
                name: (random.pick(&NAMES)).to_owned(),
                offset: random.index(20) as u64,
                layout: layout(random, depth - 1),
            };
            let fields = (0..random.index(3)).map(|_| field(random)).collect();
            Layout::Struct { size: random.index(40) as u64, fields }
        }
    }
}

fn global(random: &mut Random, index: usize, globals: usize, functions: usize) -> Global {
    let size = random.index(30) as u64;
    let mut bytes: Vec<u8> =
        (0..random.index(size as usize + 1)).map(|_| random.bits() as u8).collect();
    if bytes.len() >= 8 {
        bytes[..8].copy_from_slice(&address(random, globals, functions).to_le_bytes());
    }
    Global {
        name: format!("{}g{index}", random.pick(&NAMES)),
        size,
        bytes,
        constant: random.one_in(2),
        layout: random.one_in(3).then(|| layout(random, 2)),
    }
}

fn address(random: &mut Random, globals: usize, functions: usize) -> u64 {
    if globals > 0 && random.one_in(2) {
        GlobalId(random.index(globals) as u32).address().0 + random.index(3) as u64 * 4
    } else {
        FunctionId(random.index(functions) as u32).address().0 + random.index(2) as u64
    }
}

struct Maker<'a> {
    random: &'a mut Random,
    /// Parameters, whether variadic, and the number of results, of every function.
    shapes: &'a [(u32, bool, usize)],
    globals: usize,
    sites: &'a mut Vec<Site>,
    sources: usize,
    registers: usize,
    blocks: usize,
}

impl Maker<'_> {
    fn register(&mut self) -> Register {
        Register(self.random.index(self.registers) as u32)
    }

    /// Distinct registers.
    fn distinct(&mut self, count: usize) -> Vec<Register> {
        let first = self.random.index(self.registers);
        (0..count).map(|index| Register(((first + index) % self.registers) as u32)).collect()
    }

    fn operand(&mut self) -> Operand {
        match self.random.index(8) {
            0 => Operand::Undefined,
            1 => Operand::Constant(self.random.bits()),
            2 => Operand::Constant((self.random.index(20) as u64).wrapping_sub(10)),
            3 => Operand::Constant(address(self.random, self.globals, self.shapes.len())),
            _ => Operand::Register(self.register()),
        }
    }

    fn operands(&mut self) -> Vec<Operand> {
        (0..self.random.index(3)).map(|_| self.operand()).collect()
    }

    fn width(&mut self) -> u8 {
        self.random.pick(&[1, 8, 13, 16, 32, 64])
    }

    fn access(&mut self) -> Access {
        Access {
            size: 1 + self.random.index(8) as u8,
            ordering: self.ordering(),
            tags: self.tags(),
        }
    }

    fn ordering(&mut self) -> Ordering {
        self.random.pick(&Ordering::ALL)
    }

    fn tags(&mut self) -> Tags {
        let is_written = |tag: &Tag| Tags::only(*tag) != Tags::ATOMIC_BLOCK;
        let mut tags = Tags::NONE;
        while tags.has_room() && self.random.one_in(3) {
            let all: Vec<Tag> = Tag::all().filter(is_written).collect();
            tags = tags.and(self.random.pick(&all));
        }
        tags
    }

    fn position(&mut self) -> Option<SourcePosition> {
        (self.sources > 0 && self.random.one_in(2)).then(|| SourcePosition {
            file: SourceId(self.random.index(self.sources) as u32),
            line: self.random.bits() as u32,
            column: self.random.index(100) as u32,
        })
    }

    fn block_id(&mut self) -> BlockId {
        BlockId(self.random.index(self.blocks) as u32)
    }

    fn block(&mut self, results: usize) -> Block {
        let count = self.random.index(6);
        let instructions: Vec<Instruction> = (0..count).map(|_| self.instruction()).collect();
        let terminator = match self.random.index(5) {
            0 => Terminator::Jump(self.block_id()),
            1 => Terminator::Branch {
                condition: self.operand(),
                then: self.block_id(),
                otherwise: self.block_id(),
            },
            2 => {
                let count = self.random.index(4) as u64;
                let cases =
                    (0..count).map(|case| (case.wrapping_sub(1) << 20, self.block_id())).collect();
                Terminator::Switch { value: self.operand(), cases, default: self.block_id() }
            }
            3 => Terminator::Unreachable,
            _ => Terminator::Return { values: (0..results).map(|_| self.operand()).collect() },
        };
        let positions = (0..=count).map(|_| self.position()).collect();
        Block { name: (self.random.pick(&NAMES)).to_owned(), instructions, positions, terminator }
    }

    fn site(&mut self) -> SiteId {
        if self.sites.is_empty() || self.random.one_in(2) {
            self.sites.push(site(self.random));
            SiteId(self.sites.len() as u32 - 1)
        } else {
            SiteId(self.random.index(self.sites.len()) as u32)
        }
    }

    fn instruction(&mut self) -> Instruction {
        use Instruction as I;
        let target = self.register();
        match self.random.index(35) {
            0 => I::Assign { target, value: self.operand() },
            1 => {
                let operation = self.random.pick(BinaryOperation::ALL);
                let (left, right) = (self.operand(), self.operand());
                I::Binary { operation, width: self.width(), target, left, right }
            }
            2 => {
                let predicate = self.random.pick(Predicate::ALL);
                let (left, right) = (self.operand(), self.operand());
                I::Compare { predicate, width: self.width(), target, left, right }
            }
            3 => {
                let (a, b) = (self.width(), self.width());
                I::SignExtend { from: a.min(b), to: a.max(b), target, value: self.operand() }
            }
            4 => I::Truncate { to: self.width(), target, value: self.operand() },
            5 => {
                let (condition, then) = (self.operand(), self.operand());
                I::Select { target, condition, then, otherwise: self.operand() }
            }
            6 => I::Load { target, address: self.operand(), access: self.access() },
            7 => I::Store { address: self.operand(), value: self.operand(), access: self.access() },
            8 => I::ReadModifyWrite {
                operation: self.random.pick(RmwOperation::ALL),
                target,
                address: self.operand(),
                operand: self.operand(),
                access: self.access(),
            },
            9 => self.compare_exchange(),
            10 => I::Fence { ordering: self.ordering(), tags: self.tags() },
            11 => self.direct_call(),
            12 => self.indirect_call(),
            13 => I::Spawn { target, function: self.operand(), argument: self.operand() },
            14 => I::Join { target, thread: self.operand() },
            15 => I::CurrentThread { target },
            16 => I::ExitThread { value: self.operand() },
            17 => I::ExitProgram { code: self.operand() },
            18 => I::MutexInit { mutex: self.operand() },
            19 => I::MutexLock { mutex: self.operand() },
            20 => I::MutexTryLock { target, mutex: self.operand() },
            21 => I::MutexUnlock { mutex: self.operand() },
            22 => I::MutexDestroy { mutex: self.operand() },
            23 => {
                let kind = self.random.pick(AllocationKind::ALL);
                I::Allocate { target, size: self.operand(), kind, site: self.site() }
            }
            24 => I::Free { address: self.operand(), by: self.random.pick(Deallocation::ALL) },
            25 => I::Assume { condition: self.operand() },
            26 => {
                let kind = self.random.pick(&ViolationKind::ALL);
                I::Fail { kind, message: self.operand() }
            }
            27 => I::Choose { target, low: self.operand(), high: self.operand() },
            28 => I::AtomicBegin,
            29 => I::AtomicEnd,
            30 => I::Print { format: self.operand(), arguments: self.operands() },
            31 => {
                let registers = self.distinct(3);
                let watched = vec![(registers[0], registers[1])];
                I::SpinMark { watched, effects: registers[2] }
            }
            32 => {
                let registers = self.distinct(3);
                let watched = vec![(registers[0], registers[1])];
                let since = self.random.pick(&[Since::Turn, Since::Entry]);
                I::SpinCheck { watched, effects: registers[2], since }
            }
            33 => {
                let operation = self.random.pick(FloatOperation::ALL);
                let mut widths = (self.width(), self.width());
                while !operation.has_widths(widths.0, widths.1) {
                    widths = (self.width(), self.width());
                }
                let operands = (0..operation.operands()).map(|_| self.operand()).collect();
                I::Float { operation, from: widths.0, to: widths.1, target, operands }
            }
            _ => match self.random.index(2) {
                0 => I::Bound { counter: target, limit: self.random.bits() as u32 },
                _ => I::Unsupported { what: (self.random.pick(&NAMES)).to_owned() },
            },
        }
    }

    fn compare_exchange(&mut self) -> Instruction {
        let targets = self.distinct(2);
        Instruction::CompareExchange {
            target: targets[0],
            success: targets[1],
            address: self.operand(),
            expected: self.operand(),
            desired: self.operand(),
            access: self.access(),
            failure: self.ordering(),
            weak: self.random.one_in(2),
        }
    }

    fn direct_call(&mut self) -> Instruction {
        let function = self.random.index(self.shapes.len());
        let (parameters, variadic, results) = self.shapes[function];
        let more = if variadic { self.random.index(3) } else { 0 };
        let wanted = self.random.index(results + 1);
        Instruction::Call {
            targets: self.distinct(wanted),
            callee: Callee::Direct(FunctionId(function as u32)),
            arguments: (0..parameters as usize + more).map(|_| self.operand()).collect(),
        }
    }

    fn indirect_call(&mut self) -> Instruction {
        let count = self.random.index(3);
        let targets = self.distinct(count);
        Instruction::Call {
            targets,
            callee: Callee::Indirect(self.operand()),
            arguments: self.operands(),
        }
    }
}
