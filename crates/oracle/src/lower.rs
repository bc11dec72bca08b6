//! From a case to a program.

use crate::case::{
    Barrier, Case, LIBRARIES, MUTEXES, Operand as Value, POINTER, Place, REGISTERS, Retry,
    Statement, VARIABLES,
};
use base::{Ordering, SourceId, SourcePosition, Tags, ViolationKind};
use libraries::Installed;
use program::{
    Access, AllocationKind, BinaryOperation, Block, BlockId, Function, FunctionId, Global,
    GlobalId, Instruction, Library, Operand, Predicate, Program, Register, RmwOperation, Site,
    Terminator,
};

/// A library that comes with Heddle.
fn library(name: &str) -> Library {
    let text = libraries::shipped::find(name).expect("it is shipped");
    let specification = libraries::parse(text).expect("it is well-formed");
    Installed::new(&specification, name, &[]).expect("its axioms are cat").library
}

/// The program of a case. Every statement has a line of its own.
pub fn lower(case: &Case) -> Program {
    let mut program = Program { sources: vec!["case".to_owned()], ..Program::default() };
    for (name, count, size) in [
        ("v", VARIABLES, 8),
        ("m", MUTEXES, 8),
        ("o", LIBRARIES.len() as u8, 8),
        ("unused", case.unused, 8),
    ] {
        for index in 0..count {
            let name = format!("{name}{index}");
            program.globals.push(Global {
                name,
                size,
                bytes: Vec::new(),
                constant: false,
                layout: None,
            });
        }
    }
    if case.calls_libraries() {
        program.libraries = LIBRARIES.iter().map(|name| library(name)).collect();
    }
    program.functions.push(Function {
        name: "main".to_owned(),
        parameters: 0,
        variadic: false,
        registers: Vec::new(),
        blocks: Vec::new(),
    });
    let mut line = 0;
    let functions: Vec<FunctionId> =
        case.threads.iter().map(|body| function(&mut program, body, &mut line)).collect();
    let mut main = Builder::new("main", &mut line);
    let handles: Vec<Register> = functions
        .iter()
        .map(|function| {
            let handle = main.function.add_register("handle");
            main.push(Instruction::Spawn {
                target: handle,
                function: Operand::Constant(function.address().0),
                argument: Operand::Constant(0),
            });
            handle
        })
        .collect();
    if case.join {
        for handle in handles {
            let value = main.function.add_register("");
            main.push(Instruction::Join { target: value, thread: handle.into() });
        }
        for variable in (0..VARIABLES).filter(|variable| case.uses(*variable)) {
            let target = main.function.add_register("");
            let size = if variable == POINTER { 8 } else { 4 };
            let place = Place { variable, offset: 0, size };
            main.push(Instruction::Load {
                target,
                address: address(place),
                access: access(place, Ordering::SeqCst),
            });
        }
    }
    program.functions[0] = main.finish();
    program
}

fn function(program: &mut Program, body: &[Statement], line: &mut u32) -> FunctionId {
    let id = FunctionId(program.functions.len() as u32);
    let name = format!("f{}", id.0);
    // Reserves the number before nested threads take theirs.
    program.functions.push(Builder::new(&name, line).finish());
    let mut builder = Builder::new(&name, line);
    builder.statements(program, body);
    program.functions[id.index()] = builder.finish();
    id
}

fn address(place: Place) -> Operand {
    let global = GlobalId(u32::from(place.variable));
    Operand::Constant(global.address().0 + u64::from(place.offset))
}

fn mutex(index: u8) -> Operand {
    Operand::Constant(GlobalId(u32::from(VARIABLES + index)).address().0)
}

fn access(place: Place, ordering: Ordering) -> Access {
    Access { size: place.size, ordering, tags: Tags::NONE }
}

fn operand(value: Value) -> Operand {
    match value {
        Value::Number(number) => Operand::Constant(u64::from(number)),
        Value::Register(register) => Operand::Register(Register(u32::from(register))),
    }
}

struct Builder<'a> {
    function: Function,
    /// The block that instructions are added to.
    current: BlockId,
    line: &'a mut u32,
}

impl<'a> Builder<'a> {
    fn new(name: &str, line: &'a mut u32) -> Builder<'a> {
        let function = Function {
            name: name.to_owned(),
            parameters: 0,
            variadic: false,
            registers: (0..REGISTERS).map(|index| format!("r{index}")).collect(),
            blocks: vec![Block::new("entry", Terminator::Return { values: Vec::new() })],
        };
        Builder { function, current: BlockId(0), line }
    }

    fn finish(self) -> Function {
        self.function
    }

    fn push(&mut self, instruction: Instruction) {
        let position = SourcePosition { file: SourceId(0), line: *self.line, column: 0 };
        self.function.blocks[self.current.index()].push(instruction, Some(position));
    }

    /// A new block that returns.
    fn block(&mut self) -> BlockId {
        let id = BlockId(self.function.blocks.len() as u32);
        let name = format!("b{}", id.0);
        self.function.blocks.push(Block::new(name, Terminator::Return { values: Vec::new() }));
        id
    }

    fn terminate(&mut self, terminator: Terminator) {
        let moved = std::mem::replace(
            &mut self.function.blocks[self.current.index()].terminator,
            terminator,
        );
        debug_assert_eq!(moved, Terminator::Return { values: Vec::new() });
    }

    fn equal(&mut self, left: Operand, right: u64) -> Register {
        self.compare(Predicate::Eq, left, right)
    }

    fn compare(&mut self, predicate: Predicate, left: Operand, right: u64) -> Register {
        let target = self.function.add_register("");
        let right = Operand::Constant(right);
        self.push(Instruction::Compare { predicate, width: 64, target, left, right });
        target
    }

    /// Runs `body` if the condition is not zero.
    fn guarded(&mut self, condition: Register, body: impl FnOnce(&mut Self)) {
        let (then, after) = (self.block(), self.block());
        self.terminate(Terminator::Branch { condition: condition.into(), then, otherwise: after });
        self.current = then;
        body(self);
        self.terminate(Terminator::Jump(after));
        self.current = after;
    }

    /// Repeats `body`, which says what to wait for, until that is not zero.
    fn until(&mut self, body: impl FnOnce(&mut Self) -> Register) {
        let head = self.block();
        self.terminate(Terminator::Jump(head));
        self.current = head;
        let done = body(self);
        let after = self.block();
        self.terminate(Terminator::Branch { condition: done.into(), then: after, otherwise: head });
        self.current = after;
    }

    fn statements(&mut self, program: &mut Program, statements: &[Statement]) {
        for statement in statements {
            *self.line += 1;
            self.statement(program, statement);
        }
    }

    fn statement(&mut self, program: &mut Program, statement: &Statement) {
        let register = |index: u8| Register(u32::from(index));
        match statement {
            Statement::Load { register: target, place, ordering } => self.push(Instruction::Load {
                target: register(*target),
                address: address(*place),
                access: access(*place, *ordering),
            }),
            Statement::Store { place, value, ordering } => self.push(Instruction::Store {
                address: address(*place),
                value: operand(*value),
                access: access(*place, *ordering),
            }),
            Statement::Rmw { register: target, operation, place, value, ordering } => {
                self.push(Instruction::ReadModifyWrite {
                    operation: *operation,
                    target: register(*target),
                    address: address(*place),
                    operand: operand(*value),
                    access: access(*place, *ordering),
                });
            }
            Statement::Cas {
                register: target,
                place,
                expected,
                desired,
                weak,
                ordering,
                failure,
            } => {
                let success = self.function.add_register("");
                self.push(Instruction::CompareExchange {
                    target: register(*target),
                    success,
                    address: address(*place),
                    expected: operand(*expected),
                    desired: operand(*desired),
                    access: access(*place, *ordering),
                    failure: *failure,
                    weak: *weak,
                });
            }
            Statement::Fence { ordering } => {
                self.push(Instruction::Fence { ordering: *ordering, tags: Tags::NONE });
            }
            Statement::PrivateBarrier(barrier) => self.private_barrier(program, *barrier),
            Statement::If { register: tested, equals, body } => {
                let condition = self.equal(register(*tested).into(), u64::from(*equals));
                self.guarded(condition, |builder| builder.statements(program, body));
            }
            Statement::Assume { register: tested, equals } => {
                let condition = self.equal(register(*tested).into(), u64::from(*equals));
                self.push(Instruction::Assume { condition: condition.into() });
            }
            Statement::AssertNot { register: tested, equals } => {
                let condition = self.equal(register(*tested).into(), u64::from(*equals));
                self.guarded(condition, |builder| {
                    let kind = ViolationKind::Assertion;
                    builder.push(Instruction::Fail { kind, message: Operand::Constant(0) });
                });
            }
            Statement::Locked { mutex: index, body } => {
                self.push(Instruction::MutexLock { mutex: mutex(*index) });
                self.statements(program, body);
                self.push(Instruction::MutexUnlock { mutex: mutex(*index) });
            }
            Statement::TryLocked { mutex: index, body } => {
                let target = self.function.add_register("");
                self.push(Instruction::MutexTryLock { target, mutex: mutex(*index) });
                self.guarded(target, |builder| {
                    builder.statements(program, body);
                    builder.push(Instruction::MutexUnlock { mutex: mutex(*index) });
                });
            }
            Statement::Exit => {
                self.push(Instruction::ExitProgram { code: program::Operand::Constant(0) });
            }
            Statement::Call { register: target, library, function, value } => {
                let object = GlobalId(u32::from(VARIABLES + MUTEXES + library)).address();
                self.push(Instruction::CallLibrary {
                    target: register(*target),
                    library: u32::from(*library),
                    function: u32::from(*function),
                    object: Operand::Constant(object.0),
                    argument: operand(*value),
                });
            }
            Statement::Initialise { mutex: index } => {
                self.push(Instruction::MutexInit { mutex: mutex(*index) });
            }
            Statement::Destroy { mutex: index } => {
                self.push(Instruction::MutexDestroy { mutex: mutex(*index) });
            }
            Statement::Lock { mutex: index } => {
                self.push(Instruction::MutexLock { mutex: mutex(*index) });
            }
            Statement::Atomic { body } => {
                self.push(Instruction::AtomicBegin);
                self.statements(program, body);
                self.push(Instruction::AtomicEnd);
            }
            Statement::Choose { register: target, high } => self.push(Instruction::Choose {
                target: register(*target),
                low: Operand::Constant(0),
                high: Operand::Constant(u64::from(*high)),
            }),
            Statement::Spin { place, equals, ordering } => self.until(|builder| {
                let value = builder.load(*place, *ordering);
                builder.equal(value.into(), u64::from(*equals))
            }),
            Statement::SpinBoth { variables, equals, ordering } => {
                let place = |index: usize| Place { variable: variables[index], offset: 0, size: 4 };
                self.until(|builder| {
                    let first = builder.load(place(0), *ordering);
                    let done = builder.equal(first.into(), u64::from(equals[0]));
                    builder.guarded(done, |builder| {
                        let second = builder.load(place(1), *ordering);
                        let is_second = builder.equal(second.into(), u64::from(equals[1]));
                        builder.push(Instruction::Assign { target: done, value: is_second.into() });
                    });
                    done
                });
            }
            Statement::Poll { mutex: index, variable, equals } => self.until(|builder| {
                builder.push(Instruction::MutexLock { mutex: mutex(*index) });
                let place = Place { variable: *variable, offset: 0, size: 4 };
                let value = builder.load(place, Ordering::Relaxed);
                builder.push(Instruction::MutexUnlock { mutex: mutex(*index) });
                builder.equal(value.into(), u64::from(*equals))
            }),
            Statement::SpinLocked { place, body } => {
                let lock = *place;
                self.until(|builder| {
                    let old = builder.function.add_register("");
                    builder.push(Instruction::ReadModifyWrite {
                        operation: RmwOperation::Exchange,
                        target: old,
                        address: address(lock),
                        operand: Operand::Constant(1),
                        access: access(lock, Ordering::SeqCst),
                    });
                    builder.equal(old.into(), 0)
                });
                self.statements(program, body);
                self.push(Instruction::Store {
                    address: address(lock),
                    value: Operand::Constant(0),
                    access: access(lock, Ordering::SeqCst),
                });
            }
            Statement::CasLoop { place, retry } => {
                self.retry(*place, *retry, |builder, old| {
                    let next = builder.function.add_register("");
                    builder.push(Instruction::Binary {
                        operation: BinaryOperation::Add,
                        width: place.size * 8,
                        target: next,
                        left: old.into(),
                        right: Operand::Constant(1),
                    });
                    next
                });
            }
            Statement::Push { retry } => {
                let node = self.allocate(program, 8);
                let link = Access { size: 8, ordering: Ordering::Plain, tags: Tags::NONE };
                let pointer = Place { variable: POINTER, offset: 0, size: 8 };
                self.retry(pointer, *retry, |builder, old| {
                    let (address, value) = (node.into(), old.into());
                    builder.push(Instruction::Store { address, value, access: link });
                    node
                });
            }
            Statement::Spawn { body, join } => {
                let function = function(program, body, self.line);
                let handle = self.function.add_register("handle");
                self.push(Instruction::Spawn {
                    target: handle,
                    function: Operand::Constant(function.address().0),
                    argument: Operand::Constant(0),
                });
                if *join {
                    let target = self.function.add_register("");
                    self.push(Instruction::Join { target, thread: handle.into() });
                }
            }
            Statement::Publish { variable, ordering } => {
                let object = self.allocate(program, 4);
                let place = Place { variable: *variable, offset: 0, size: 8 };
                self.push(Instruction::Store {
                    address: address(place),
                    value: object.into(),
                    access: access(place, *ordering),
                });
            }
            Statement::Touch { variable, ordering } => {
                self.with_object(*variable, *ordering, |object| {
                    let access = Access { size: 4, ordering: Ordering::SeqCst, tags: Tags::NONE };
                    let (address, value) = (object.into(), Operand::Constant(7));
                    Instruction::Store { address, value, access }
                });
            }
            Statement::Free { variable, ordering } => {
                self.with_object(*variable, *ordering, |object| Instruction::Free {
                    address: object.into(),
                });
            }
        }
    }

    /// Does something with the object that a variable points to, if it points to one.
    fn with_object(
        &mut self,
        variable: u8,
        ordering: Ordering,
        action: impl FnOnce(Register) -> Instruction,
    ) {
        let object = self.load(Place { variable, offset: 0, size: 8 }, ordering);
        let condition = self.compare(Predicate::Ne, object.into(), 0);
        self.guarded(condition, |builder| builder.push(action(object)));
    }

    fn load(&mut self, place: Place, ordering: Ordering) -> Register {
        let target = self.function.add_register("");
        self.push(Instruction::Load {
            target,
            address: address(place),
            access: access(place, ordering),
        });
        target
    }

    fn private_barrier(&mut self, program: &mut Program, barrier: Barrier) {
        let object = match barrier {
            Barrier::LocalStore => self.allocate_as(program, 4, AllocationKind::Stack),
            _ => self.allocate(program, 4),
        };
        let address = object.into();
        let value = Operand::Constant(1);
        let access = |ordering| Access { size: 4, ordering, tags: Tags::NONE };
        let target = self.function.add_register("");
        match barrier {
            Barrier::LocalStore | Barrier::Store => {
                self.push(Instruction::Store { address, value, access: access(Ordering::SeqCst) });
            }
            Barrier::Update => self.push(Instruction::ReadModifyWrite {
                operation: RmwOperation::Add,
                target,
                address,
                operand: value,
                access: access(Ordering::Relaxed),
            }),
            Barrier::Failure => {
                let success = self.function.add_register("");
                self.push(Instruction::CompareExchange {
                    target,
                    success,
                    address,
                    expected: Operand::Constant(5),
                    desired: value,
                    access: access(Ordering::Relaxed),
                    failure: Ordering::Relaxed,
                    weak: false,
                });
            }
            Barrier::Block => {
                self.push(Instruction::AtomicBegin);
                self.push(Instruction::Store { address, value, access: access(Ordering::Plain) });
                self.push(Instruction::AtomicEnd);
            }
        }
    }

    /// A new object of zeros.
    fn allocate(&mut self, program: &mut Program, size: u64) -> Register {
        self.allocate_as(program, size, AllocationKind::ZeroedHeap)
    }

    fn allocate_as(&mut self, program: &mut Program, size: u64, kind: AllocationKind) -> Register {
        let site = program.add_site(Site::default());
        let target = self.function.add_register("");
        self.push(Instruction::Allocate { target, size: Operand::Constant(size), kind, site });
        target
    }

    /// Replaces the old value of a place by what `next` makes of it, with a loop of compare-exchanges.
    fn retry(
        &mut self,
        place: Place,
        retry: Retry,
        next: impl FnOnce(&mut Self, Register) -> Register,
    ) {
        let ordering = Ordering::SeqCst;
        let old = self.function.add_register("");
        let load = Instruction::Load {
            target: old,
            address: address(place),
            access: access(place, ordering),
        };
        if !retry.reload {
            self.push(load.clone());
        }
        self.until(|builder| {
            if retry.reload {
                builder.push(load);
            }
            let desired = next(builder, old);
            let success = builder.function.add_register("");
            builder.push(Instruction::CompareExchange {
                target: old,
                success,
                address: address(place),
                expected: old.into(),
                desired: desired.into(),
                access: access(place, ordering),
                failure: ordering,
                weak: retry.weak,
            });
            success
        });
    }
}
