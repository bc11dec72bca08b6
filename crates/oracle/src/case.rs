//! Random programs as trees, easy to shrink.

use base::Ordering;
use program::RmwOperation;

/// A part of one of the shared variables, which are eight bytes each.
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
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
    },
    /// Takes and releases a spin lock around the body.
    SpinLocked {
        place: Place,
        body: Vec<Statement>,
    },
    /// Adds one with a loop of compare-exchanges.
    CasLoop {
        place: Place,
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
    /// Stores to the object that a variable points to, if it points to one. The order is that of looking there.
    Touch {
        variable: u8,
        ordering: Ordering,
    },
    /// Frees the object that a variable points to, if it points to one.
    Free {
        variable: u8,
        ordering: Ordering,
    },
}

impl Case {
    /// Whether there is nothing in it that axioms alone do not explain.
    pub fn suits_axioms(&self) -> bool {
        fn suits(body: &[Statement]) -> bool {
            body.iter().all(|statement| {
                !matches!(statement, Statement::Atomic { .. })
                    && statement.body().is_none_or(|body| suits(body))
            })
        }
        self.threads.iter().all(|body| suits(body))
    }

    pub fn calls_libraries(&self) -> bool {
        let mut calls = false;
        for body in &self.threads {
            bodies(body, &mut |statements| {
                calls |= statements.iter().any(|it| matches!(it, Statement::Call { .. }));
            });
        }
        calls
    }
}

/// A program: main creates the threads, joins them all, and reads every variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    pub threads: Vec<Vec<Statement>>,
    /// Whether main joins the threads and reads the variables at the end.
    pub join: bool,
}

/// How many shared variables and mutexes there are.
pub const VARIABLES: u8 = 3;
pub const MUTEXES: u8 = 2;
/// The libraries that there are, each with one object and three functions.
pub const LIBRARIES: [&str; 2] = ["queue", "stack"];
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
