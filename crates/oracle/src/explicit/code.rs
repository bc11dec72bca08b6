//! What does each thread of a case do? A list of steps, of which those that others can notice are
//! done one at a time.

use crate::case::{
    Case, Operand, Own, POINTER, Place, Primitive, Statement, VARIABLE_SIZE, VARIABLES,
};
use base::{Ordering, ThreadId, ViolationKind};
use program::RmwOperation;

/// A register of a thread.
pub(super) type Register = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Number(u64),
    Register(Register),
}

/// Where in memory something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Where {
    /// The first of so many bytes in variables.
    Variable { first: usize, size: usize },
    /// The object that a register points to.
    Object { pointer: Register },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    Operation(RmwOperation, Value),
    /// Writes the second number if the first is there; a register says whether it was.
    Exchange {
        expected: Value,
        desired: Value,
        success: Register,
        is_weak: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Load {
        target: Register,
        at: Where,
    },
    Store {
        at: Where,
        value: Value,
        ordering: Ordering,
    },
    Update {
        target: Register,
        at: Where,
        update: Update,
    },
    Fence(Ordering),
    Lock(usize),
    TryLock {
        target: Register,
        mutex: usize,
    },
    Unlock(usize),
    Initialise(usize),
    Destroy(usize),
    Spawn(usize),
    Join(usize),
    Free {
        pointer: Register,
    },
    Exit,
    /// Something that is wrong wherever it happens.
    Wrong(ViolationKind),
    Choose {
        target: Register,
        high: u8,
    },
    /// Semaphore, condition variable, lock for readers and writers, barrier.
    Take,
    TryTake {
        target: Register,
    },
    Give,
    BeginWait,
    EndWait,
    Signal {
        all: bool,
    },
    ReadLock,
    WriteLock,
    TryWriteLock {
        target: Register,
    },
    UnlockEither,
    /// The register gets the round that the thread waits for, or 0 if it is the last to arrive.
    Arrive {
        round: Register,
    },
    AwaitRound {
        round: Register,
    },
    // What nobody else can notice is done together with what comes before it.
    Allocate {
        target: Register,
    },
    OwnVariable {
        target: Register,
    },
    Assume {
        register: Register,
        equals: u64,
    },
    /// Goes on here if the register has this number, and there otherwise.
    IfEqual {
        register: Register,
        equals: u64,
        otherwise: usize,
    },
    Jump(usize),
    Assign {
        target: Register,
        value: Value,
    },
    Increment {
        target: Register,
        value: Register,
    },
}

impl Step {
    /// Whether only its own thread can notice it.
    pub(super) fn is_private(&self) -> bool {
        matches!(
            self,
            Step::Allocate { .. }
                | Step::OwnVariable { .. }
                | Step::Assume { .. }
                | Step::IfEqual { .. }
                | Step::Jump(_)
                | Step::Assign { .. }
                | Step::Increment { .. }
        )
    }
}

#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) id: ThreadId,
    /// The steps with their lines.
    pub(super) steps: Vec<(Step, u32)>,
    pub(super) registers: usize,
}

/// What all threads do, main first.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) threads: Vec<Thread>,
    /// Whether what reads find is taken down: not where loops read as often as they like, where
    /// there are pointers, or where a thread ends the program, which cuts the others short.
    pub(super) has_outcomes: bool,
    /// Whether each thread has a variable of its own.
    pub(super) has_own: bool,
}

/// One thread on its way.
struct Maker {
    steps: Vec<(Step, u32)>,
    registers: usize,
}

impl Code {
    /// `None` if the machines do not know something in the case.
    pub(super) fn new(case: &Case) -> Option<Code> {
        let statements = case.statements();
        let has_loops = case.has_waiting_loops();
        let has_exits = statements.iter().any(|each| **each == Statement::Exit);
        let has_pointers = case.uses(POINTER)
            || statements
                .iter()
                .any(|each| matches!(each, Statement::Publish { .. } | Statement::Own(_)));
        let mut code = Code {
            threads: Vec::new(),
            has_outcomes: !has_loops && !has_pointers && !has_exits,
            has_own: case.has_thread_locals(),
        };
        let placeholder = Thread { id: ThreadId::MAIN, steps: Vec::new(), registers: 0 };
        code.threads.push(placeholder);
        let mut line = 0;
        let mut children = Vec::new();
        for (index, body) in case.threads.iter().enumerate() {
            let id = ThreadId::MAIN.child(index as u32)?;
            children.push(code.thread(id, body, &mut line)?);
        }
        let mut main = Maker { steps: Vec::new(), registers: 1 };
        children.iter().for_each(|child| main.push(Step::Spawn(*child), line));
        if case.join {
            children.iter().for_each(|child| main.push(Step::Join(*child), line));
            for variable in (0..VARIABLES).filter(|variable| case.uses(*variable)) {
                let size = if variable == POINTER { 8 } else { 4 };
                let at = place(Place { variable, offset: 0, size });
                main.push(Step::Load { target: 0, at }, line);
            }
        }
        code.threads[0].steps = main.steps;
        code.threads[0].registers = main.registers;
        Some(code)
    }

    /// Adds a thread, and returns its number.
    fn thread(&mut self, id: ThreadId, body: &[Statement], line: &mut u32) -> Option<usize> {
        let number = self.threads.len();
        self.threads.push(Thread { id, steps: Vec::new(), registers: 0 });
        let registers = usize::from(crate::case::REGISTERS);
        let mut maker = Maker { steps: Vec::new(), registers };
        let mut children = 0;
        maker.statements(self, id, &mut children, body, line)?;
        self.threads[number].steps = maker.steps;
        self.threads[number].registers = maker.registers;
        Some(number)
    }
}

fn place(place: Place) -> Where {
    let first = u64::from(place.variable) * VARIABLE_SIZE + u64::from(place.offset);
    Where::Variable { first: first as usize, size: usize::from(place.size) }
}

fn number(variable: u8) -> Where {
    place(Place { variable, offset: 0, size: 4 })
}

fn value(operand: Operand) -> Value {
    match operand {
        Operand::Number(number) => Value::Number(u64::from(number)),
        Operand::Register(register) => Value::Register(usize::from(register)),
    }
}

impl Maker {
    fn push(&mut self, step: Step, line: u32) {
        self.steps.push((step, line));
    }

    fn register(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    /// Does something if a register has a number.
    fn if_equal(
        &mut self,
        (register, equals): (Register, u64),
        line: u32,
        body: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let branch = self.steps.len();
        self.push(Step::Jump(0), line);
        body(self)?;
        let otherwise = self.steps.len();
        self.steps[branch].0 = Step::IfEqual { register, equals, otherwise };
        Some(())
    }

    /// Repeats something until a register has a number.
    fn until(&mut self, line: u32, body: impl FnOnce(&mut Self) -> (Register, u64)) {
        let head = self.steps.len();
        let (register, equals) = body(self);
        self.push(Step::IfEqual { register, equals, otherwise: head }, line);
    }

    fn statements(
        &mut self,
        code: &mut Code,
        id: ThreadId,
        children: &mut u32,
        statements: &[Statement],
        line: &mut u32,
    ) -> Option<()> {
        for statement in statements {
            *line += 1;
            let here = *line;
            match statement {
                Statement::If { register, equals, body } => {
                    let is = (usize::from(*register), u64::from(*equals));
                    self.if_equal(is, here, |maker| {
                        maker.statements(code, id, children, body, line)
                    })?;
                }
                Statement::Locked { mutex, body } => {
                    self.push(Step::Lock(usize::from(*mutex)), here);
                    self.statements(code, id, children, body, line)?;
                    self.push(Step::Unlock(usize::from(*mutex)), *line);
                }
                Statement::TryLocked { mutex, body } => {
                    let (mutex, target) = (usize::from(*mutex), self.register());
                    self.push(Step::TryLock { target, mutex }, here);
                    self.if_equal((target, 1), here, |maker| {
                        maker.statements(code, id, children, body, line)?;
                        maker.push(Step::Unlock(mutex), *line);
                        Some(())
                    })?;
                }
                Statement::SpinLocked { place: lock, body } => {
                    self.check_alignment(*lock, here);
                    self.spin_update(place(*lock), RmwOperation::Exchange, 1, 0, here);
                    self.statements(code, id, children, body, line)?;
                    let (at, value) = (place(*lock), Value::Number(0));
                    self.push(Step::Store { at, value, ordering: Ordering::SeqCst }, *line);
                }
                Statement::Spawn { body, join } => {
                    let child = id.child(*children)?;
                    *children += 1;
                    let child = code.thread(child, body, line)?;
                    self.push(Step::Spawn(child), *line);
                    if *join {
                        self.push(Step::Join(child), *line);
                    }
                }
                simple => self.simple(simple, here)?,
            }
        }
        Some(())
    }

    fn spin_update(
        &mut self,
        at: Where,
        operation: RmwOperation,
        operand: u64,
        equals: u64,
        line: u32,
    ) {
        self.until(line, |maker| {
            let target = maker.register();
            let update = Update::Operation(operation, Value::Number(operand));
            maker.push(Step::Update { target, at, update }, line);
            (target, equals)
        });
    }

    /// An atomic access across a border of words is wrong before it does anything.
    fn access(&mut self, step: Step, at: Place, ordering: Ordering, line: u32) {
        if ordering != Ordering::Plain {
            self.check_alignment(at, line);
        }
        self.push(step, line);
    }

    fn check_alignment(&mut self, at: Place, line: u32) {
        if !at.offset.is_multiple_of(at.size) {
            self.push(Step::Wrong(ViolationKind::MisalignedAtomic), line);
        }
    }

    /// A statement without others inside of it.
    fn simple(&mut self, statement: &Statement, line: u32) -> Option<()> {
        use Statement as S;
        if let S::Spin { place, .. } | S::SpinUpdate { place, .. } | S::CasLoop { place, .. } =
            *statement
        {
            self.check_alignment(place, line);
        }
        match *statement {
            S::Load { register, place: at, ordering } => {
                let step = Step::Load { target: usize::from(register), at: place(at) };
                self.access(step, at, ordering, line);
            }
            S::Store { place: at, value: stored, ordering } => {
                let step = Step::Store { at: place(at), value: value(stored), ordering };
                self.access(step, at, ordering, line);
            }
            S::Rmw { register, operation, place: to, value: operand, ordering } => {
                let (target, at) = (usize::from(register), place(to));
                let update = Update::Operation(operation, value(operand));
                self.access(Step::Update { target, at, update }, to, ordering, line);
            }
            S::Cas { register, place: to, expected, desired, weak, ordering, .. } => {
                let success = self.register();
                let (expected, desired) = (value(expected), value(desired));
                let update = Update::Exchange { expected, desired, success, is_weak: weak };
                let (target, at) = (usize::from(register), place(to));
                self.access(Step::Update { target, at, update }, to, ordering, line);
            }
            S::Fence { ordering } => self.push(Step::Fence(ordering), line),
            S::Assume { register, equals } => {
                let (register, equals) = (usize::from(register), u64::from(equals));
                self.push(Step::Assume { register, equals }, line);
            }
            S::AssertNot { register, equals } => {
                let is = (usize::from(register), u64::from(equals));
                self.if_equal(is, line, |maker| {
                    maker.push(Step::Wrong(ViolationKind::Assertion), line);
                    Some(())
                })?;
            }
            S::Exit => self.push(Step::Exit, line),
            S::Lock { mutex } => self.push(Step::Lock(usize::from(mutex)), line),
            S::Initialise { mutex } => self.push(Step::Initialise(usize::from(mutex)), line),
            S::Destroy { mutex } => self.push(Step::Destroy(usize::from(mutex)), line),
            S::Choose { register, high } => {
                self.push(Step::Choose { target: usize::from(register), high }, line);
            }
            S::Spin { place: at, equals, .. } => self.until(line, |maker| {
                let target = maker.register();
                maker.push(Step::Load { target, at: place(at) }, line);
                (target, u64::from(equals))
            }),
            S::SpinUpdate { place: at, operation, equals, .. } => {
                let operand = u64::from(operation != RmwOperation::Add);
                self.spin_update(place(at), operation, operand, u64::from(equals), line);
            }
            S::SpinBoth { variables, equals, .. } => self.until(line, |maker| {
                let (first, second) = (maker.register(), maker.register());
                let done = maker.register();
                maker.push(Step::Assign { target: done, value: Value::Number(0) }, line);
                maker.push(Step::Load { target: first, at: number(variables[0]) }, line);
                let is_first = (first, u64::from(equals[0]));
                let is_second = (second, u64::from(equals[1]));
                let second = |maker: &mut Maker| {
                    maker.push(Step::Load { target: second, at: number(variables[1]) }, line);
                    maker.if_equal(is_second, line, |maker| {
                        let value = Value::Number(1);
                        maker.push(Step::Assign { target: done, value }, line);
                        Some(())
                    })
                };
                maker.if_equal(is_first, line, second).expect("these steps are known");
                (done, 1)
            }),
            S::Poll { mutex, variable, equals } => self.until(line, |maker| {
                let target = maker.register();
                maker.push(Step::Lock(usize::from(mutex)), line);
                maker.push(Step::Load { target, at: number(variable) }, line);
                maker.push(Step::Unlock(usize::from(mutex)), line);
                (target, u64::from(equals))
            }),
            S::CasLoop { place: at, retry } => {
                let at = place(at);
                let (old, next) = (self.register(), self.register());
                if !retry.reload {
                    self.push(Step::Load { target: old, at }, line);
                }
                self.until(line, |maker| {
                    if retry.reload {
                        maker.push(Step::Load { target: old, at }, line);
                    }
                    maker.push(Step::Increment { target: next, value: old }, line);
                    let success = maker.register();
                    let (expected, desired) = (Value::Register(old), Value::Register(next));
                    let is_weak = retry.weak;
                    let update = Update::Exchange { expected, desired, success, is_weak };
                    maker.push(Step::Update { target: old, at, update }, line);
                    (success, 1)
                });
            }
            S::Publish { variable, ordering } => {
                let target = self.register();
                self.push(Step::Allocate { target }, line);
                let at = place(Place { variable, offset: 0, size: 8 });
                self.push(Step::Store { at, value: Value::Register(target), ordering }, line);
            }
            S::Touch { variable, updates, .. } => {
                self.with_object(variable, line, |maker, at| {
                    let (value, ordering) = (Value::Number(7), Ordering::SeqCst);
                    let target = maker.register();
                    let update = Update::Operation(RmwOperation::Exchange, value);
                    match updates {
                        true => maker.push(Step::Update { target, at, update }, line),
                        false => maker.push(Step::Store { at, value, ordering }, line),
                    }
                })?
            }
            S::Free { variable, .. } => self.with_object(variable, line, |maker, at| {
                let Where::Object { pointer } = at else { unreachable!("it is an object") };
                maker.push(Step::Free { pointer }, line);
            })?,
            S::Own(own) => self.own(own, line)?,
            S::Primitive(primitive) => self.primitive(primitive, line)?,
            S::PrivateBarrier(_)
            | S::Listed(_)
            | S::Indexed(_)
            | S::Atomic { .. }
            | S::Push { .. }
            | S::Call { .. } => return None,
            S::If { .. }
            | S::Locked { .. }
            | S::TryLocked { .. }
            | S::SpinLocked { .. }
            | S::Spawn { .. } => unreachable!("it has others inside of it"),
        }
        Some(())
    }

    /// Does something with the object that a variable points to, if it points to one.
    fn with_object(
        &mut self,
        variable: u8,
        line: u32,
        action: impl FnOnce(&mut Self, Where),
    ) -> Option<()> {
        let pointer = self.register();
        let at = place(Place { variable, offset: 0, size: 8 });
        self.push(Step::Load { target: pointer, at }, line);
        let branch = self.steps.len();
        self.push(Step::Jump(0), line);
        let skip = self.steps.len();
        self.push(Step::Jump(0), line);
        // Null: on to the end.
        self.steps[branch].0 =
            Step::IfEqual { register: pointer, equals: 0, otherwise: self.steps.len() };
        action(self, Where::Object { pointer });
        self.steps[skip].0 = Step::Jump(self.steps.len());
        Some(())
    }

    fn own(&mut self, own: Own, line: u32) -> Option<()> {
        match own {
            Own::Load { register, .. } => {
                let pointer = self.register();
                self.push(Step::OwnVariable { target: pointer }, line);
                let at = Where::Object { pointer };
                self.push(Step::Load { target: usize::from(register), at }, line);
            }
            Own::Store { value: stored, ordering } => {
                let pointer = self.register();
                self.push(Step::OwnVariable { target: pointer }, line);
                let at = Where::Object { pointer };
                self.push(Step::Store { at, value: value(stored), ordering }, line);
            }
            Own::Publish { ordering } => {
                let target = self.register();
                self.push(Step::OwnVariable { target }, line);
                let at = place(Place { variable: POINTER, offset: 0, size: 8 });
                self.push(Step::Store { at, value: Value::Register(target), ordering }, line);
            }
            Own::Peek { register, .. } => self.with_object(POINTER, line, |maker, at| {
                maker.push(Step::Load { target: usize::from(register), at }, line);
            })?,
        }
        Some(())
    }

    fn primitive(&mut self, primitive: Primitive, line: u32) -> Option<()> {
        let lock = |mutex: u8| Step::Lock(usize::from(mutex));
        let unlock = |mutex: u8| Step::Unlock(usize::from(mutex));
        let begin = |maker: &mut Maker, mutex: u8| {
            maker.push(lock(mutex), line);
            maker.push(Step::BeginWait, line);
            maker.push(unlock(mutex), line);
        };
        let end = |maker: &mut Maker, mutex: u8| {
            maker.push(lock(mutex), line);
            maker.push(unlock(mutex), line);
        };
        match primitive {
            Primitive::Wait { mutex } => {
                begin(self, mutex);
                self.push(Step::EndWait, line);
                end(self, mutex);
            }
            Primitive::TimedWait { .. } => return None,
            Primitive::Signal => self.push(Step::Signal { all: false }, line),
            Primitive::Broadcast => self.push(Step::Signal { all: true }, line),
            Primitive::Take => self.push(Step::Take, line),
            Primitive::TryTake { register } => {
                self.push(Step::TryTake { target: usize::from(register) }, line);
            }
            Primitive::Give => self.push(Step::Give, line),
            Primitive::Reading { register, variable } => {
                self.push(Step::ReadLock, line);
                let (target, at) = (usize::from(register), number(variable));
                self.push(Step::Load { target, at }, line);
                self.push(Step::UnlockEither, line);
            }
            Primitive::Writing { variable, value } => {
                self.push(Step::WriteLock, line);
                let (at, value) = (number(variable), Value::Number(u64::from(value)));
                self.push(Step::Store { at, value, ordering: Ordering::Plain }, line);
                self.push(Step::UnlockEither, line);
            }
            Primitive::TryWriting { register, variable, value } => {
                let target = usize::from(register);
                self.push(Step::TryWriteLock { target }, line);
                self.if_equal((target, 1), line, |maker| {
                    let (at, value) = (number(variable), Value::Number(u64::from(value)));
                    maker.push(Step::Store { at, value, ordering: Ordering::Plain }, line);
                    maker.push(Step::UnlockEither, line);
                    Some(())
                })?;
            }
            Primitive::Arrive => {
                let round = self.register();
                self.push(Step::Arrive { round }, line);
                self.push(Step::AwaitRound { round }, line);
            }
        }
        Some(())
    }
}
