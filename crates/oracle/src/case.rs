//! Random programs as trees, easy to shrink.

use base::Ordering;
use program::RmwOperation;

/// How many bytes a shared variable has: accesses that overlap in part are in the same object as
/// others that do not.
pub const VARIABLE_SIZE: u64 = 24;

/// A part of one of the shared variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub variable: u8,
    pub offset: u8,
    pub size: u8,
}

/// A number, or what the thread read last into one of its registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    Number(u8),
    Register(u8),
}

/// How a loop of compare-exchanges tries again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retry {
    /// Whether the compare-exchange may fail for no reason.
    pub weak: bool,
    /// Whether each iteration begins with a load; else what the compare-exchange found is expected
    /// next.
    pub reload: bool,
}

/// What leaves a store buffer empty although it is done to memory that nobody else knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// A seq_cst store to a local variable.
    LocalStore,
    /// A seq_cst store to an object.
    Store,
    /// A relaxed update of an object.
    Update,
    /// A relaxed compare-exchange that fails.
    Failure,
    /// An atomic block around a plain store.
    Block,
}

/// What is done by calls of `program::primitives`, each to the one object of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    /// Waits for the condition variable, with this mutex.
    Wait {
        mutex: u8,
    },
    /// The same, with a time limit; the register gets 1 if it was reached.
    TimedWait {
        mutex: u8,
        register: u8,
    },
    Signal,
    Broadcast,
    /// Waits for the semaphore.
    Take,
    TryTake {
        register: u8,
    },
    Give,
    /// Reads a variable, holding the lock for reading.
    Reading {
        register: u8,
        variable: u8,
    },
    /// Writes a number to a variable, holding the lock for writing.
    Writing {
        variable: u8,
        value: u8,
    },
    /// Writes it only if the lock is free; the register gets 1 then.
    TryWriting {
        register: u8,
        variable: u8,
        value: u8,
    },
    /// Waits at the barrier for another thread.
    Arrive,
}

/// What is done with the variable that each thread has its own of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Own {
    Load {
        register: u8,
        ordering: Ordering,
    },
    Store {
        value: Operand,
        ordering: Ordering,
    },
    /// Publishes its address in the variable that holds pointers.
    Publish {
        ordering: Ordering,
    },
    /// Reads what that variable points to, if it points to something.
    Peek {
        register: u8,
        ordering: Ordering,
    },
}

/// What is done with the list whose first node the variable that holds pointers points to. A node
/// has a pointer to the next one and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// Creates a node and puts it before the first one. `ordering` is that of publishing it: by a
    /// store, or by a compare-exchange, which is not tried again.
    Insert { number: u8, ordering: Ordering, exchanges: bool },
    /// Creates a node and puts it behind the last one.
    Append { number: u8, ordering: Ordering },
    /// Reads the numbers of all nodes, one after the other, into the register.
    Walk { register: u8, ordering: Ordering },
    /// Takes the first node out, and frees it if wanted.
    Unlink { ordering: Ordering, exchanges: bool, frees: bool },
}

/// What is done with the one array, which has a count of its elements behind them. An element is a
/// number or a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indexed {
    /// Writes a number behind the elements that there are, and counts it.
    Put { value: Operand, ordering: Ordering },
    /// The same with a new object.
    Keep { ordering: Ordering },
    /// Reads the last element and counts one less, if there is any; frees what it points to if
    /// wanted.
    Take { register: u8, ordering: Ordering, frees: bool },
    /// Reads the element that a register says.
    At { register: u8, index: u8, ordering: Ordering },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    Primitive(Primitive),
    Own(Own),
    Listed(Listed),
    Indexed(Indexed),
    Load {
        register: u8,
        place: Place,
        ordering: Ordering,
    },
    Store {
        place: Place,
        value: Operand,
        ordering: Ordering,
    },
    Rmw {
        register: u8,
        operation: RmwOperation,
        place: Place,
        value: Operand,
        ordering: Ordering,
    },
    /// The register gets the old value.
    Cas {
        register: u8,
        place: Place,
        expected: Operand,
        desired: Operand,
        weak: bool,
        ordering: Ordering,
        failure: Ordering,
    },
    Fence {
        ordering: Ordering,
    },
    /// Creates an object and does this to it. Not generated: what it does is compared with what a
    /// fence does.
    PrivateBarrier(Barrier),
    /// Runs the body if the register equals the number.
    If {
        register: u8,
        equals: u8,
        body: Vec<Statement>,
    },
    Assume {
        register: u8,
        equals: u8,
    },
    /// Fails if the register equals the number.
    AssertNot {
        register: u8,
        equals: u8,
    },
    /// Runs the body while holding a mutex.
    Locked {
        mutex: u8,
        body: Vec<Statement>,
    },
    /// Runs the body, holding a mutex, if it was free.
    TryLocked {
        mutex: u8,
        body: Vec<Statement>,
    },
    /// Ends the program.
    Exit,
    /// Takes a mutex and keeps it.
    Lock {
        mutex: u8,
    },
    /// Makes a mutex new, which nobody may hold.
    Initialise {
        mutex: u8,
    },
    /// Destroys a mutex, which nobody may hold, nor use afterwards.
    Destroy {
        mutex: u8,
    },
    Atomic {
        body: Vec<Statement>,
    },
    Choose {
        register: u8,
        high: u8,
    },
    /// Waits until the place has the value.
    Spin {
        place: Place,
        equals: u8,
        ordering: Ordering,
    },
    /// Waits until the place has the value, looking at it by updates. Those of all such loops lead
    /// to the same number, so that each writes what is there after a while.
    SpinUpdate {
        place: Place,
        operation: RmwOperation,
        equals: u8,
        ordering: Ordering,
    },
    /// Waits until two variables have these values, looking at the second one only if the first one
    /// has its own.
    SpinBoth {
        variables: [u8; 2],
        equals: [u8; 2],
        ordering: Ordering,
    },
    /// Waits until a variable has the value, looking at it while holding a mutex.
    Poll {
        mutex: u8,
        variable: u8,
        equals: u8,
    },
    /// Takes and releases a spin lock around the body.
    SpinLocked {
        place: Place,
        body: Vec<Statement>,
    },
    /// Adds one with a loop of compare-exchanges.
    CasLoop {
        place: Place,
        retry: Retry,
    },
    /// Puts a node before the one that the pointer variable points to, with a loop of
    /// compare-exchanges.
    Push {
        retry: Retry,
    },
    /// Creates a thread that runs the body, and joins it if wanted.
    Spawn {
        body: Vec<Statement>,
        join: bool,
    },
    /// Calls a function of one of the libraries on its object.
    Call {
        register: u8,
        library: u8,
        function: u8,
        value: Operand,
    },
    /// Creates an object and publishes it in a variable.
    Publish {
        variable: u8,
        ordering: Ordering,
    },
    /// Stores to the object that a variable points to, if it points to one, or updates it. The
    /// order is that of looking there.
    Touch {
        variable: u8,
        ordering: Ordering,
        updates: bool,
    },
    /// Frees the object that a variable points to, if it points to one.
    Free {
        variable: u8,
        ordering: Ordering,
    },
}

impl Statement {
    /// Whether it is a loop, which may wait for ever.
    pub fn is_loop(&self) -> bool {
        matches!(
            self,
            Statement::Spin { .. }
                | Statement::SpinUpdate { .. }
                | Statement::SpinBoth { .. }
                | Statement::Poll { .. }
                | Statement::SpinLocked { .. }
                | Statement::CasLoop { .. }
                | Statement::Push { .. }
        )
    }
}

impl Case {
    /// Every statement, those inside of others after them.
    pub fn statements(&self) -> Vec<&Statement> {
        let mut all = Vec::new();
        for thread in &self.threads {
            bodies(thread, &mut |statements| all.extend(statements));
        }
        all
    }

    /// Whether there is nothing in it that axioms alone do not explain.
    pub fn suits_axioms(&self) -> bool {
        !self.statements().iter().any(|statement| matches!(statement, Statement::Atomic { .. }))
    }

    pub fn calls_libraries(&self) -> bool {
        self.statements().iter().any(|statement| matches!(statement, Statement::Call { .. }))
    }

    pub fn has_primitives(&self) -> bool {
        self.statements().iter().any(|statement| matches!(statement, Statement::Primitive(_)))
    }

    pub fn has_array(&self) -> bool {
        self.statements().iter().any(|statement| matches!(statement, Statement::Indexed(_)))
    }

    pub fn has_thread_locals(&self) -> bool {
        self.statements().iter().any(|statement| matches!(statement, Statement::Own(_)))
    }

    /// Whether a loop may wait for ever in it.
    pub fn has_waiting_loops(&self) -> bool {
        self.statements().iter().any(|statement| statement.is_loop())
    }

    /// Whether a loop looks at a variable while it holds a mutex.
    pub fn polls(&self) -> bool {
        self.statements().iter().any(|statement| matches!(statement, Statement::Poll { .. }))
    }

    /// Whether some mutex is tried.
    pub fn tries(&self) -> bool {
        self.statements().iter().any(|statement| matches!(statement, Statement::TryLocked { .. }))
    }

    /// Whether some statement refers to a variable.
    pub fn uses(&self, variable: u8) -> bool {
        self.statements().iter().any(|statement| statement.variables().contains(&variable))
    }
}

/// A program: main creates the threads, joins them all, and reads every variable that they use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    pub threads: Vec<Vec<Statement>>,
    /// Whether main joins the threads and reads the variables at the end.
    pub join: bool,
    /// How many objects more there are that could be variables or mutexes, and that nobody uses.
    pub unused: u8,
}

/// How many shared variables and mutexes there are.
pub const VARIABLES: u8 = 6;
pub const MUTEXES: u8 = 4;
/// The libraries that there are, each with one object and three functions.
pub const LIBRARIES: [&str; 2] = ["queue", "stack"];
/// The objects of primitives: condition variable, semaphore, reader-writer lock, arrivals at the
/// barrier and its rounds.
pub const PRIMITIVES: u8 = 5;
/// How many registers a thread has.
pub const REGISTERS: u8 = 3;
/// The variable that holds pointers.
pub const POINTER: u8 = 2;

/// Calls `visit` on every list of statements in a list of statements, that one first.
pub fn bodies<'a>(statements: &'a [Statement], visit: &mut dyn FnMut(&'a [Statement])) {
    visit(statements);
    for statement in statements {
        if let Some(body) = statement.body() {
            bodies(body, visit);
        }
    }
}

impl Statement {
    /// The variables that it names, without those of statements inside of it.
    pub fn variables(&self) -> Vec<u8> {
        match self {
            Statement::Load { place, .. }
            | Statement::Store { place, .. }
            | Statement::Rmw { place, .. }
            | Statement::Cas { place, .. }
            | Statement::Spin { place, .. }
            | Statement::SpinUpdate { place, .. }
            | Statement::SpinLocked { place, .. }
            | Statement::CasLoop { place, .. } => vec![place.variable],
            Statement::SpinBoth { variables, .. } => variables.to_vec(),
            Statement::Publish { variable, .. }
            | Statement::Touch { variable, .. }
            | Statement::Free { variable, .. }
            | Statement::Poll { variable, .. } => vec![*variable],
            Statement::Push { .. }
            | Statement::Listed(_)
            | Statement::Own(Own::Publish { .. } | Own::Peek { .. }) => vec![POINTER],
            Statement::Indexed(_) | Statement::Own(Own::Load { .. } | Own::Store { .. }) => {
                Vec::new()
            }
            Statement::Primitive(
                Primitive::Reading { variable, .. }
                | Primitive::Writing { variable, .. }
                | Primitive::TryWriting { variable, .. },
            ) => vec![*variable],
            Statement::Primitive(
                Primitive::Wait { .. }
                | Primitive::TimedWait { .. }
                | Primitive::Signal
                | Primitive::Broadcast
                | Primitive::Take
                | Primitive::TryTake { .. }
                | Primitive::Give
                | Primitive::Arrive,
            ) => Vec::new(),
            Statement::Fence { .. }
            | Statement::PrivateBarrier(_)
            | Statement::If { .. }
            | Statement::Assume { .. }
            | Statement::AssertNot { .. }
            | Statement::Locked { .. }
            | Statement::TryLocked { .. }
            | Statement::Exit
            | Statement::Lock { .. }
            | Statement::Initialise { .. }
            | Statement::Destroy { .. }
            | Statement::Atomic { .. }
            | Statement::Choose { .. }
            | Statement::Spawn { .. }
            | Statement::Call { .. } => Vec::new(),
        }
    }

    /// Replaces the names of variables and mutexes, but not in statements inside of it.
    pub fn rename(&mut self, variable: impl Fn(u8) -> u8, mutex: impl Fn(u8) -> u8) {
        match self {
            Statement::Load { place, .. }
            | Statement::Store { place, .. }
            | Statement::Rmw { place, .. }
            | Statement::Cas { place, .. }
            | Statement::Spin { place, .. }
            | Statement::SpinUpdate { place, .. }
            | Statement::SpinLocked { place, .. }
            | Statement::CasLoop { place, .. } => place.variable = variable(place.variable),
            Statement::SpinBoth { variables, .. } => *variables = variables.map(variable),
            Statement::Publish { variable: name, .. }
            | Statement::Touch { variable: name, .. }
            | Statement::Free { variable: name, .. } => *name = variable(*name),
            Statement::Poll { mutex: lock, variable: name, .. } => {
                *lock = mutex(*lock);
                *name = variable(*name);
            }
            Statement::Locked { mutex: name, .. }
            | Statement::TryLocked { mutex: name, .. }
            | Statement::Lock { mutex: name }
            | Statement::Initialise { mutex: name }
            | Statement::Destroy { mutex: name } => *name = mutex(*name),
            Statement::Primitive(primitive) => match primitive {
                Primitive::Wait { mutex: name } | Primitive::TimedWait { mutex: name, .. } => {
                    *name = mutex(*name);
                }
                Primitive::Reading { variable: name, .. }
                | Primitive::Writing { variable: name, .. }
                | Primitive::TryWriting { variable: name, .. } => *name = variable(*name),
                Primitive::Signal
                | Primitive::Broadcast
                | Primitive::Take
                | Primitive::TryTake { .. }
                | Primitive::Give
                | Primitive::Arrive => {}
            },
            Statement::Push { .. }
            | Statement::Own(_)
            | Statement::Listed(_)
            | Statement::Indexed(_)
            | Statement::Fence { .. }
            | Statement::PrivateBarrier(_)
            | Statement::If { .. }
            | Statement::Assume { .. }
            | Statement::AssertNot { .. }
            | Statement::Exit
            | Statement::Atomic { .. }
            | Statement::Choose { .. }
            | Statement::Spawn { .. }
            | Statement::Call { .. } => {}
        }
    }

    /// Whether it looks at a register, or leaves one as it is in some case.
    pub fn reads_registers(&self) -> bool {
        let is_register = |operand: &Operand| matches!(operand, Operand::Register(_));
        match self {
            Statement::If { .. } | Statement::Assume { .. } | Statement::AssertNot { .. } => true,
            Statement::Store { value, .. }
            | Statement::Rmw { value, .. }
            | Statement::Own(Own::Store { value, .. })
            | Statement::Call { value, .. } => is_register(value),
            // Where there is nothing to read, the register stays as it is.
            Statement::Own(Own::Peek { .. }) | Statement::Listed(Listed::Walk { .. }) => true,
            Statement::Listed(_) => false,
            Statement::Indexed(Indexed::Put { value, .. }) => is_register(value),
            Statement::Indexed(Indexed::Keep { .. }) => false,
            Statement::Indexed(Indexed::Take { .. } | Indexed::At { .. }) => true,
            Statement::Own(Own::Load { .. } | Own::Publish { .. }) => false,
            Statement::Cas { expected, desired, .. } => {
                is_register(expected) || is_register(desired)
            }
            Statement::Load { .. }
            | Statement::Primitive(_)
            | Statement::Fence { .. }
            | Statement::PrivateBarrier(_)
            | Statement::Locked { .. }
            | Statement::TryLocked { .. }
            | Statement::Exit
            | Statement::Lock { .. }
            | Statement::Initialise { .. }
            | Statement::Destroy { .. }
            | Statement::Atomic { .. }
            | Statement::Choose { .. }
            | Statement::Spin { .. }
            | Statement::SpinUpdate { .. }
            | Statement::SpinBoth { .. }
            | Statement::Poll { .. }
            | Statement::SpinLocked { .. }
            | Statement::CasLoop { .. }
            | Statement::Push { .. }
            | Statement::Spawn { .. }
            | Statement::Publish { .. }
            | Statement::Touch { .. }
            | Statement::Free { .. } => false,
        }
    }

    /// The statements inside of this one.
    pub fn body(&self) -> Option<&Vec<Statement>> {
        match self {
            Statement::If { body, .. }
            | Statement::Locked { body, .. }
            | Statement::TryLocked { body, .. }
            | Statement::Atomic { body }
            | Statement::SpinLocked { body, .. }
            | Statement::Spawn { body, .. } => Some(body),
            _ => None,
        }
    }

    pub fn body_mut(&mut self) -> Option<&mut Vec<Statement>> {
        match self {
            Statement::If { body, .. }
            | Statement::Locked { body, .. }
            | Statement::TryLocked { body, .. }
            | Statement::Atomic { body }
            | Statement::SpinLocked { body, .. }
            | Statement::Spawn { body, .. } => Some(body),
            _ => None,
        }
    }
}
