//! Programs, functions, blocks, globals, and how addresses name the last two.

use crate::instruction::{Instruction, Terminator};
use crate::layout::Layout;
use crate::library::Library;
use base::address::Pointers;
use base::{Address, ObjectId, SourceId, SourcePosition, ThreadId};

/// Declares a dense index.
macro_rules! index {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A function of a program.
    FunctionId
);
index!(
    /// A block of a function; 0 is where the function starts.
    BlockId
);
index!(
    /// A global variable of a program.
    GlobalId
);
index!(
    /// A place in the program that creates objects.
    SiteId
);
index!(
    /// A thread-local variable of a program.
    ThreadLocalId
);

/// A whole program. Control starts in the function called `main`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Program {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub sites: Vec<Site>,
    /// The variables of which each thread has its own.
    pub thread_locals: Vec<ThreadLocal>,
    /// Paths of the source files, indexed by [`SourceId`].
    pub sources: Vec<String>,
    pub libraries: Vec<Library>,
    /// What of an address is in memory: which objects there can be.
    pub pointers: Pointers,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: String,
    /// Arguments arrive in the registers `0..parameters`.
    pub parameters: u32,
    /// Whether a call may pass more arguments than that (they are dropped).
    pub variadic: bool,
    /// The names of the registers, as many as there are registers; empty for temporaries.
    pub registers: Vec<String>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub name: String,
    pub instructions: Vec<Instruction>,
    /// Where each instruction comes from; the last entry is the terminator's.
    pub positions: Vec<Option<SourcePosition>>,
    pub terminator: Terminator,
}

/// A global variable or a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    pub name: String,
    pub size: u64,
    /// The initial bytes; the rest up to `size` is zero.
    pub bytes: Vec<u8>,
    pub constant: bool,
    /// The type's shape, for reports.
    pub layout: Option<Layout>,
}

/// A place that creates objects: a local variable or an allocation call.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Site {
    /// The local variable's name, or empty.
    pub name: String,
    pub layout: Option<Layout>,
}

/// A variable of which each thread has its own, from its start to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadLocal {
    /// Its name and layout; nothing else creates objects there.
    pub site: SiteId,
    pub size: u64,
    /// The initial bytes; the rest up to `size` is zero.
    pub bytes: Vec<u8>,
}

/// What created an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Allocation {
    Global(GlobalId),
    Site(SiteId),
}

/// How many globals, and how many functions, addresses can tell apart.
pub fn max_static_objects(pointers: Pointers) -> usize {
    pointers.max_objects() as usize / 2 - 1
}

impl GlobalId {
    /// The object of a global: they have the even numbers from 2 up.
    pub fn object(self) -> ObjectId {
        ObjectId { thread: ThreadId::GLOBALS, index: 2 * self.0 + 2 }
    }

    pub fn address(self) -> Address {
        self.object().address()
    }
}

impl FunctionId {
    /// The address of a function: they have the odd numbers.
    pub fn address(self) -> Address {
        ObjectId { thread: ThreadId::GLOBALS, index: 2 * self.0 + 1 }.address()
    }
}

impl Program {
    /// Where execution starts.
    pub fn entry(&self) -> Option<FunctionId> {
        self.function_named("main")
    }

    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let index = self.functions.iter().position(|function| function.name == name)?;
        Some(FunctionId(index as u32))
    }

    /// Whether the objects of a site are thread-local variables.
    pub fn is_thread_local(&self, allocation: Allocation) -> bool {
        let is_of = |site| self.thread_locals.iter().any(|variable| variable.site == site);
        matches!(allocation, Allocation::Site(site) if is_of(site))
    }

    /// Whether some instruction ends the whole program.
    pub fn may_exit(&self) -> bool {
        self.has(|instruction| matches!(instruction, Instruction::ExitProgram { .. }))
    }

    /// Whether a thread may wait in place for what another one does: for a mutex, or in a call of a
    /// library.
    pub fn may_hold(&self) -> bool {
        self.has(|instruction| {
            matches!(instruction, Instruction::MutexLock { .. } | Instruction::CallLibrary { .. })
        })
    }

    /// Whether a thread may try to lock a mutex.
    pub fn tries_mutexes(&self) -> bool {
        self.has(|instruction| matches!(instruction, Instruction::MutexTryLock { .. }))
    }

    fn has(&self, is_wanted: impl Fn(&Instruction) -> bool) -> bool {
        let blocks = self.functions.iter().flat_map(|function| &function.blocks);
        blocks.flat_map(|block| &block.instructions).any(is_wanted)
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// The global that an object is.
    pub fn global_of(&self, object: ObjectId) -> Option<GlobalId> {
        let index = object.index.checked_sub(2)? / 2;
        (object.thread == ThreadId::GLOBALS
            && object.index.is_multiple_of(2)
            && (index as usize) < self.globals.len())
        .then_some(GlobalId(index))
    }

    /// The function at an address.
    pub fn function_at(&self, address: Address) -> Option<FunctionId> {
        let (object, offset) = address.object()?;
        let index = object.index / 2;
        (object.thread == ThreadId::GLOBALS
            && object.index % 2 == 1
            && offset == 0
            && (index as usize) < self.functions.len())
        .then_some(FunctionId(index))
    }

    /// The constant C string at an address, without its terminating zero.
    pub fn constant_string(&self, address: Address) -> Option<String> {
        let (object, offset) = address.object()?;
        let global = self.global(self.global_of(object)?);
        if !global.constant {
            return None;
        }
        let bytes = global.bytes.get(offset as usize..).unwrap_or(&[]);
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or(&[]);
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// The path of a source file.
    pub fn source(&self, id: SourceId) -> &str {
        self.sources.get(id.0 as usize).map_or("", String::as_str)
    }

    /// A new place that creates objects.
    pub fn add_site(&mut self, site: Site) -> SiteId {
        self.sites.push(site);
        SiteId(self.sites.len() as u32 - 1)
    }
}

impl Function {
    /// A new register with this name (empty for a temporary).
    pub fn add_register(&mut self, name: impl Into<String>) -> crate::Register {
        self.registers.push(name.into());
        crate::Register(self.registers.len() as u32 - 1)
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }
}

impl Block {
    /// A block without instructions.
    pub fn new(name: impl Into<String>, terminator: Terminator) -> Block {
        Block { name: name.into(), instructions: Vec::new(), positions: vec![None], terminator }
    }

    /// Adds an instruction at the end.
    pub fn push(&mut self, instruction: Instruction, position: Option<SourcePosition>) {
        self.insert(self.instructions.len(), instruction, position);
    }

    /// The instructions, each with where it comes from.
    pub fn with_positions(&self) -> impl Iterator<Item = (&Instruction, Option<SourcePosition>)> {
        self.instructions.iter().zip(self.positions.iter().copied())
    }

    /// Adds an instruction before the `index`-th one.
    pub fn insert(
        &mut self,
        index: usize,
        instruction: Instruction,
        position: Option<SourcePosition>,
    ) {
        self.instructions.insert(index, instruction);
        self.positions.insert(index, position);
    }

    /// Keeps the instructions for which `keep` says so, with their positions.
    pub fn retain(&mut self, mut keep: impl FnMut(usize, &Instruction) -> bool) {
        let kept: Vec<bool> =
            self.instructions.iter().enumerate().map(|(index, i)| keep(index, i)).collect();
        let mut flags = kept.iter();
        self.instructions.retain(|_| *flags.next().expect("one flag for each instruction"));
        let mut flags = kept.iter().chain([&true]);
        self.positions.retain(|_| *flags.next().expect("one flag for each position"));
    }
}
