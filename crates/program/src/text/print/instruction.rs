//! Printing one instruction, with its operands.

use super::{SiteStyle, layout_of, symbol};
use crate::instruction::{Access, Callee, Instruction, Operand, Register, Since};
use crate::structure::{Function, Program, SiteId};
use crate::text::names;
use base::{Ordering, Tags};

/// What the names in an instruction mean.
pub(super) struct Scope<'p> {
    pub(super) program: &'p Program,
    pub(super) function: &'p Function,
    /// The labels of the function's blocks.
    pub(super) labels: &'p [String],
    pub(super) sites: SiteStyle,
}

/// A number as people would write it: small ones in decimal, others in hexadecimal.
pub(super) fn number(bits: u64) -> String {
    let signed = bits as i64;
    if signed.unsigned_abs() <= 1 << 32 { signed.to_string() } else { format!("{bits:#x}") }
}

impl Scope<'_> {
    pub(super) fn register(&self, register: Register) -> String {
        match self.function.registers.get(register.0 as usize).map(String::as_str) {
            None | Some("") => format!("%{}", register.0),
            Some(name) => format!("%{}.{}", register.0, names::suffix(name)),
        }
    }

    /// The registers that appear in no instruction but that the parser has to know: those with
    /// names, and the last one.
    pub(super) fn unseen_registers(&self) -> Vec<String> {
        let count = self.function.registers.len();
        let mut seen = vec![false; count];
        let mut see = |register: Register| {
            if let Some(flag) = seen.get_mut(register.0 as usize) {
                *flag = true;
            }
        };
        (0..self.function.parameters).for_each(|index| see(Register(index)));
        for block in &self.function.blocks {
            for instruction in &block.instructions {
                instruction.reads(&mut see);
                instruction.targets().into_iter().for_each(&mut see);
            }
            block.terminator.reads(&mut see);
        }
        (0..count)
            .filter(|&index| {
                !seen[index] && (index + 1 == count || !self.function.registers[index].is_empty())
            })
            .map(|index| self.register(Register(index as u32)))
            .collect()
    }

    pub(super) fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Register(register) => self.register(register),
            Operand::Undefined => "undefined".to_owned(),
            Operand::Constant(bits) => match symbol(self.program, bits) {
                Some(name) => format!("@{name}"),
                None => number(bits),
            },
        }
    }

    pub(super) fn operands(&self, operands: &[Operand]) -> String {
        let texts: Vec<String> = operands.iter().map(|operand| self.operand(*operand)).collect();
        texts.join(", ")
    }

    pub(super) fn instruction(&self, instruction: &Instruction) -> String {
        let targets: Vec<String> = match instruction {
            // Their registers are written with the operands.
            Instruction::SpinMark { .. } | Instruction::Bound { .. } => Vec::new(),
            _ => instruction.targets().into_iter().map(|target| self.register(target)).collect(),
        };
        let operation = self.operation(instruction);
        if targets.is_empty() { operation } else { format!("{} = {operation}", targets.join(", ")) }
    }

    /// What stands after the targets.
    fn operation(&self, instruction: &Instruction) -> String {
        use Instruction as I;
        let show = |operand: &Operand| self.operand(*operand);
        match instruction {
            I::Assign { value, .. } => show(value),
            I::Binary { operation, width, left, right, .. } => {
                format!("{}.{width} {}, {}", operation.name(), show(left), show(right))
            }
            I::Compare { predicate, width, left, right, .. } => {
                format!("{}.{width} {}, {}", predicate.name(), show(left), show(right))
            }
            I::SignExtend { from, to, value, .. } => format!("sext.{from}.{to} {}", show(value)),
            I::Truncate { to, value, .. } => format!("trunc.{to} {}", show(value)),
            I::Float { operation, from, to, operands, .. } => {
                format!("{}.{from}.{to} {}", operation.name(), self.operands(operands))
            }
            I::Select { condition, then, otherwise, .. } => {
                format!("select {}, {}, {}", show(condition), show(then), show(otherwise))
            }
            I::Load { address, access, .. } => {
                format!("load.{} {}{}", access.size, access_words(*access), show(address))
            }
            I::Store { address, value, access } => {
                let words = access_words(*access);
                format!("store.{} {words}{}, {}", access.size, show(address), show(value))
            }
            I::ReadModifyWrite { operation, address, operand, access, .. } => {
                let (name, words) = (operation.name(), access_words(*access));
                format!("rmw.{} {name} {words}{}, {}", access.size, show(address), show(operand))
            }
            I::CompareExchange { address, expected, desired, access, failure, weak, .. } => {
                let weak = if *weak { "weak " } else { "" };
                let orders = format!("{} {failure} {}", access.ordering, tag_words(access.tags));
                let (address, expected, desired) = (show(address), show(expected), show(desired));
                format!("cas.{} {weak}{orders}{address}, {expected}, {desired}", access.size)
            }
            I::Fence { ordering, tags } => {
                format!("fence {ordering} {}", tag_words(*tags)).trim_end().to_owned()
            }
            I::Call { callee, arguments, .. } => {
                let callee = match callee {
                    Callee::Direct(function) => {
                        let name =
                            self.program.functions.get(function.index()).map_or("?", |f| &f.name);
                        format!("@{}", names::name(name))
                    }
                    Callee::Indirect(Operand::Register(register)) => self.register(*register),
                    Callee::Indirect(operand) => format!("indirect {}", show(operand)),
                };
                format!("call {callee}({})", self.operands(arguments))
            }
            I::Spawn { function, argument, .. } => {
                format!("spawn {}, {}", show(function), show(argument))
            }
            I::Join { thread, .. } => format!("join {}", show(thread)),
            I::CurrentThread { .. } => "self".to_owned(),
            I::ThreadLocalAddress { variable, .. } => format!("thread_local {}", variable.0),
            I::ExitThread { value } => format!("exit_thread {}", show(value)),
            I::ExitProgram { code } => format!("exit {}", show(code)),
            I::MutexInit { mutex } => format!("mutex_init {}", show(mutex)),
            I::MutexLock { mutex } => format!("lock {}", show(mutex)),
            I::MutexTryLock { mutex, .. } => format!("trylock {}", show(mutex)),
            I::MutexHeld { mutex, .. } => format!("holds {}", show(mutex)),
            I::MutexUnlock { mutex } => format!("unlock {}", show(mutex)),
            I::CallLibrary { library, function, object, argument, .. } => {
                let library = self.program.libraries.get(*library as usize);
                let found = library.and_then(|library| library.functions.get(*function as usize));
                let name = found.map_or("?", |function| &function.name);
                let library = library.map_or("?", |library| &library.name);
                format!("library {library} {name} {}, {}", show(object), show(argument))
            }
            I::MutexDestroy { mutex } => format!("mutex_destroy {}", show(mutex)),
            I::Allocate { size, kind, site, .. } => {
                format!("{} {}{}", kind.name(), show(size), self.site(*site))
            }
            I::ObjectSize { address, .. } => format!("size_of {}", show(address)),
            I::Free { address, by } => format!("{} {}", by.name(), show(address)),
            I::Assume { condition } => format!("assume {}", show(condition)),
            I::Fail { kind, message: Operand::Constant(0) } => format!("fail {kind}"),
            I::Fail { kind, message } => format!("fail {kind}, {}", show(message)),
            I::Choose { low, high, .. } => format!("choose {}, {}", show(low), show(high)),
            I::AtomicBegin => "atomic_begin".to_owned(),
            I::AtomicEnd => "atomic_end".to_owned(),
            I::Print { format, arguments } => {
                let operands: Vec<Operand> = [*format].iter().chain(arguments).copied().collect();
                format!("print {}", self.operands(&operands))
            }
            I::SpinMark { watched, effects } => {
                format!("spin_mark {}", self.watch(*effects, watched))
            }
            I::SpinCheck { watched, effects, since } => {
                let name = match since {
                    Since::Turn => "spin_check",
                    Since::Entry => "entry_check",
                };
                format!("{name} {}", self.watch(*effects, watched))
            }
            I::Bound { counter, limit } => format!("bound {}, {limit}", self.register(*counter)),
            I::Unsupported { what } => format!("unsupported {}", names::quoted(what.as_bytes())),
        }
    }

    fn watch(&self, effects: Register, watched: &[(Register, Register)]) -> String {
        let pairs = watched
            .iter()
            .map(|(live, mark)| format!(", {} -> {}", self.register(*live), self.register(*mark)));
        std::iter::once(self.register(effects)).chain(pairs).collect()
    }

    fn site(&self, site: SiteId) -> String {
        let declared = self.program.sites.get(site.index());
        match (self.sites, declared) {
            (SiteStyle::Declared, _) | (_, None) => format!(" #{}", site.0),
            (SiteStyle::Inline, Some(declared)) if declared.name.is_empty() => layout_of(declared),
            (SiteStyle::Inline, Some(declared)) => {
                format!(" {}{}", names::quoted(declared.name.as_bytes()), layout_of(declared))
            }
        }
    }
}

/// The order, if it is not plain, and the tags, each with a blank behind.
fn access_words(access: Access) -> String {
    let order = match access.ordering {
        Ordering::Plain => String::new(),
        order => format!("{order} "),
    };
    order + &tag_words(access.tags)
}

fn tag_words(tags: Tags) -> String {
    tags.names().map(|name| format!("{} ", names::name(name))).collect()
}
