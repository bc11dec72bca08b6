//! What can an instruction do?
//!
//! Flags that only license optimisations (`nsw`, `inbounds`, fast-math, …) are read and dropped.

use super::operation::{
    BinaryOperation, CastOperation, FloatPredicate, Predicate, UpdateOperation,
};
use super::{BlockId, ConstantId, MetadataId, NameId, TypeId, ValueId};
use base::Ordering;

#[derive(Clone, Debug)]
pub struct Instruction {
    /// The value it defines, if any; the value's type is in [`super::Function::values`].
    pub result: Option<ValueId>,
    /// Its `DILocation`.
    pub debug: Option<MetadataId>,
    /// Where it begins in the text.
    pub offset: u32,
    pub kind: InstructionKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Local(ValueId),
    Constant(ConstantId),
    Metadata(MetadataId),
}

/// An operand that is written with its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    pub value_type: TypeId,
    pub operand: Operand,
}

#[derive(Clone, Debug)]
pub enum InstructionKind {
    // What ends a block.
    Return(Option<Typed>),
    Jump(BlockId),
    Branch {
        condition: Operand,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch(Box<Switch>),
    /// A jump to one of these blocks, whose address it is.
    IndirectBranch {
        address: Typed,
        targets: Box<[BlockId]>,
    },
    /// A call that continues at `normal`, or at `unwind` if the callee throws.
    Invoke {
        call: Box<Call>,
        normal: BlockId,
        unwind: BlockId,
    },
    Unreachable,

    /// Where an exception arrives that one of the clauses is for, or every one, if there is
    /// something to clean up.
    LandingPad {
        cleans_up: bool,
        clauses: Box<[Clause]>,
    },
    /// What was cleaned up for goes on: the result of a landing pad.
    Resume(Typed),

    // What computes.
    Binary {
        operation: BinaryOperation,
        operand_type: TypeId,
        operands: [Operand; 2],
    },
    Compare {
        predicate: Predicate,
        operand_type: TypeId,
        operands: [Operand; 2],
    },
    FloatCompare {
        predicate: FloatPredicate,
        operand_type: TypeId,
        operands: [Operand; 2],
    },
    FloatNegate(Typed),
    Cast {
        operation: CastOperation,
        value: Typed,
        to: TypeId,
    },
    Select {
        condition: Typed,
        value_type: TypeId,
        values: [Operand; 2],
    },
    Freeze(Typed),
    Phi {
        value_type: TypeId,
        incoming: Box<[(Operand, BlockId)]>,
    },
    GetElementPointer {
        source: TypeId,
        base: Typed,
        indices: Box<[Typed]>,
    },
    ExtractValue {
        aggregate: Typed,
        indices: Box<[u32]>,
    },
    InsertValue {
        aggregate: Typed,
        element: Typed,
        indices: Box<[u32]>,
    },

    ExtractElement {
        vector: Typed,
        index: Typed,
    },
    InsertElement {
        vector: Typed,
        element: Typed,
        index: Typed,
    },
    /// Elements of two vectors of one type, which are numbered one after the other, as the mask
    /// says.
    ShuffleVector {
        vector_type: TypeId,
        vectors: [Operand; 2],
        mask: ConstantId,
    },

    // What touches memory.
    Alloca {
        allocated: TypeId,
        count: Option<Typed>,
        align: Option<u64>,
    },
    Load {
        value_type: TypeId,
        address: Typed,
        access: Access,
    },
    Store {
        value: Typed,
        address: Typed,
        access: Access,
    },
    CompareExchange(Box<CompareExchange>),
    AtomicUpdate {
        operation: UpdateOperation,
        address: Typed,
        value: Typed,
        access: Access,
    },
    Fence {
        ordering: Ordering,
        scope: Scope,
    },

    Call(Box<Call>),

    /// `#dbg_declare`, `#dbg_value`, and the calls that say the same: no effect.
    DebugVariable(Box<DebugVariable>),

    /// Understood well enough to know where it ends; `what` names it in a message.
    Unsupported {
        what: NameId,
        ends_block: bool,
    },
}

/// Which exceptions a landing pad is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// Those of the type with this description, or all, if it is null.
    Catch(ConstantId),
    /// Those that a function does not say that it throws.
    Filter,
}

#[derive(Clone, Debug)]
pub struct Switch {
    pub value: Typed,
    pub default: BlockId,
    pub cases: Box<[(ConstantId, BlockId)]>,
}

/// How an access touches memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub ordering: Ordering,
    pub volatile: bool,
    pub scope: Scope,
    /// Its address is a multiple of this.
    pub align: u64,
    /// It passes the cache by, and is ordered by fences only on some machines.
    pub nontemporal: bool,
}

/// With whom an atomic access synchronises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    System,
    /// Only with signal handlers of the same thread: a compiler barrier.
    SingleThread,
    /// A target's own scope.
    Other,
}

#[derive(Clone, Debug)]
pub struct CompareExchange {
    pub address: Typed,
    pub expected: Operand,
    pub new: Operand,
    pub value_type: TypeId,
    /// The ordering in it is that of success.
    pub access: Access,
    pub failure: Ordering,
    pub weak: bool,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    pub result: TypeId,
    pub arguments: Box<[Argument]>,
    /// How many of the arguments are for parameters, if there may be more of them.
    pub fixed: Option<usize>,
    /// What a call of `llvm.assume` says besides its condition.
    pub aligned: Box<[Aligned]>,
}

/// The operand bundle `"align"`: an address, how it is aligned, and perhaps an offset in it.
#[derive(Clone, Debug)]
pub struct Aligned {
    pub arguments: Box<[Typed]>,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Operand(Operand),
    Assembly { template: NameId, constraints: NameId, is_intel: bool },
}

#[derive(Clone, Copy, Debug)]
pub struct Argument {
    pub value: Typed,
    /// `byval(T)`: the callee gets a copy of what the pointer points to.
    pub by_value: Option<TypeId>,
    /// How the address in it is aligned.
    pub align: Option<u64>,
}

/// Which variable of the source lives in a value or at an address.
#[derive(Clone, Debug)]
pub struct DebugVariable {
    /// Whether `value` is the variable's address, and not its value.
    pub is_address: bool,
    /// `None` if the compiler lost track of it.
    pub value: Option<Operand>,
    pub variable: Option<MetadataId>,
    pub expression: Option<MetadataId>,
}
