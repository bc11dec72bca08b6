//! A plain machine that runs one thread, to compare what a function does before and after a pass.
//!
//! It asks for every access to a global and every other visible operation, as the real interpreter
//! does, and keeps local objects to itself. Objects are named by site, so that removing one
//! allocation does not rename the others.

use crate::eval;
use crate::instruction::{Access, Callee, Instruction, Operand, Register, Terminator};
use crate::structure::{BlockId, FunctionId, Program};
use base::{Address, Value};
use std::collections::HashMap;

/// What the thread asks for or how it ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Request {
    Read {
        address: u64,
        size: u8,
        what: String,
    },
    /// If `atomic`, it happens at once with the read before. An update that writes what it read is
    /// no effect.
    Write {
        address: u64,
        size: u8,
        value: (u64, u64),
        atomic: bool,
        effect: bool,
        what: String,
    },
    /// Any other visible operation; answered with a number.
    Other {
        what: String,
        effect: bool,
    },
    Finished(String),
    Failed(String),
    Blocked,
    /// Too many steps without an event.
    Tired,
}

#[derive(Clone, Debug)]
struct Frame {
    function: FunctionId,
    block: BlockId,
    instruction: usize,
    registers: Vec<Value>,
}

/// The rest of an instruction that waits for an answer.
#[derive(Clone, Debug)]
enum Pending {
    Nothing,
    Target(Register),
    /// The read of an atomic update.
    Update,
    /// The write of one: the registers to set afterwards.
    Updated(Vec<(Register, Value)>, bool),
}

#[derive(Clone, Debug)]
pub(crate) struct Machine<'p> {
    program: &'p Program,
    frames: Vec<Frame>,
    pending: Pending,
    /// Local bytes: value and undefined bits.
    memory: HashMap<u64, Vec<(u8, u8)>>,
    allocations: HashMap<u32, u64>,
    effects: u64,
    /// How many visible operations it has had.
    visible: u64,
}

const STEPS: usize = 3000;

impl<'p> Machine<'p> {
    /// A machine about to run the first function, with zeros as arguments.
    pub(crate) fn new(program: &'p Program) -> Machine<'p> {
        let mut machine = Machine {
            program,
            frames: Vec::new(),
            pending: Pending::Nothing,
            memory: HashMap::new(),
            allocations: HashMap::new(),
            effects: 0,
            visible: 0,
        };
        machine.push(FunctionId(0), &[]);
        machine
    }

    fn push(&mut self, function: FunctionId, arguments: &[Value]) {
        let definition = self.program.function(function);
        let mut registers = vec![Value::ZERO; definition.registers.len()];
        let count = arguments.len().min(definition.parameters as usize);
        registers[..count].copy_from_slice(&arguments[..count]);
        self.frames.push(Frame { function, block: BlockId(0), instruction: 0, registers });
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a running machine has a frame")
    }

    fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Register(register) => self.frames.last().unwrap().registers[register.index()],
            Operand::Constant(bits) => Value::new(bits),
            Operand::Undefined => Value::uninitialised(64),
        }
    }

    fn decide(&self, operand: Operand) -> Result<u64, Request> {
        self.value(operand).defined().ok_or_else(|| Request::Failed("uninitialised".into()))
    }

    fn set(&mut self, register: Register, value: Value) {
        self.frame().registers[register.index()] = value;
    }

    /// The instruction that is running.
    fn current(&self) -> &'p Instruction {
        let frame = self.frames.last().unwrap();
        let block = self.program.function(frame.function).block(frame.block);
        &block.instructions[frame.instruction]
    }

    /// Answers the last request and runs to the next.
    pub(crate) fn resume(&mut self, answer: Value) -> Request {
        match std::mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Nothing => {}
            Pending::Target(target) => self.set(target, answer),
            Pending::Update => match self.update(answer) {
                Ok(()) => {}
                Err(request) => return request,
            },
            Pending::Updated(registers, changed) => {
                registers.into_iter().for_each(|(register, value)| self.set(register, value));
                self.effects += u64::from(changed);
            }
        }
        self.frame().instruction += 1;
        self.visible += 1;
        self.run()
    }

    /// Runs to the first request.
    pub(crate) fn run(&mut self) -> Request {
        for _ in 0..STEPS {
            let frame = self.frames.last().unwrap();
            let block = self.program.function(frame.function).block(frame.block);
            let result = match block.instructions.get(frame.instruction) {
                Some(instruction) => self.execute(instruction),
                None => self.terminate(&block.terminator),
            };
            if let Err(request) = result {
                return request;
            }
        }
        Request::Tired
    }

    fn terminate(&mut self, terminator: &'p Terminator) -> Result<(), Request> {
        let target = match terminator {
            Terminator::Jump(block) => *block,
            Terminator::Branch { condition, then, otherwise } => {
                if self.decide(*condition)? != 0 {
                    *then
                } else {
                    *otherwise
                }
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.decide(*value)?;
                cases.iter().find(|(case, _)| *case == value).map_or(*default, |(_, block)| *block)
            }
            Terminator::Return { values } => {
                let values: Vec<Value> = values.iter().map(|value| self.value(*value)).collect();
                self.frames.pop();
                if self.frames.is_empty() {
                    return Err(Request::Finished(format!("{values:?}")));
                }
                let Instruction::Call { targets, .. } = self.current() else { unreachable!() };
                for (target, value) in targets.iter().zip(values) {
                    self.set(*target, value);
                }
                self.frame().instruction += 1;
                return Ok(());
            }
            Terminator::Unreachable => return Err(Request::Failed("unreachable".into())),
        };
        let frame = self.frame();
        (frame.block, frame.instruction) = (target, 0);
        Ok(())
    }

    fn execute(&mut self, instruction: &'p Instruction) -> Result<(), Request> {
        use Instruction as I;
        match instruction {
            I::Load { target, address, access } => self.load(*target, *address, *access)?,
            I::Store { address, value, access } => self.store(*address, *value, *access)?,
            I::ReadModifyWrite { address, access, .. }
            | I::CompareExchange { address, access, .. } => {
                return Err(self.begin_update(*address, *access)?);
            }
            I::Call { callee, arguments, .. } => return self.call(*callee, arguments),
            I::Allocate { target, size, site, .. } => {
                let size = self.decide(*size)?.min(64);
                let count = self.allocations.entry(site.0).or_default();
                *count += 1;
                let address = (u64::from(site.0) * 100 + *count % 100 + 1) << 24;
                self.memory.insert(address, vec![(0, 0xff); size as usize]);
                self.effects += 1;
                self.set(*target, Value::new(address));
            }
            I::Assume { condition } => {
                if self.decide(*condition)? == 0 {
                    return Err(Request::Blocked);
                }
            }
            I::SpinMark { watched, effects } => {
                for (live, mark) in watched {
                    self.set(*mark, self.value((*live).into()));
                }
                self.set(*effects, Value::new(self.effects));
            }
            I::SpinCheck { watched, effects, .. } => {
                let value = |register: Register| self.value(register.into());
                if value(*effects).bits == self.effects
                    && watched.iter().all(|(l, m)| value(*l) == value(*m))
                {
                    return Err(Request::Blocked);
                }
            }
            I::Bound { counter, limit } => {
                let counter_value = self.value((*counter).into()).bits;
                let (seen, turns) = (counter_value >> 32, counter_value & u64::from(u32::MAX));
                let now = self.visible + 1;
                let turns = turns + u64::from(seen != 0 && seen != now);
                if turns > u64::from(*limit) {
                    return Err(Request::Blocked);
                }
                self.set(*counter, Value::new(now << 32 | turns));
            }
            _ => return self.compute(instruction),
        }
        self.frame().instruction += 1;
        Ok(())
    }

    fn load(&mut self, target: Register, address: Operand, access: Access) -> Result<(), Request> {
        let (address, size) = (self.decide(address)?, access.size);
        let Some(value) = self.read_local(address, size)? else {
            self.pending = Pending::Target(target);
            return Err(Request::Read { address, size, what: format!("{access:?}") });
        };
        self.set(target, value);
        Ok(())
    }

    fn store(&mut self, address: Operand, value: Operand, access: Access) -> Result<(), Request> {
        let (address, value) = (self.decide(address)?, self.value(value).truncate(access.width()));
        self.effects += 1;
        if self.write_local(address, access.size, value)? {
            return Ok(());
        }
        let value = (value.bits, value.undefined);
        let (size, what) = (access.size, format!("{access:?}"));
        Err(Request::Write { address, size, value, atomic: false, effect: true, what })
    }

    /// The read of an atomic update.
    fn begin_update(&mut self, address: Operand, access: Access) -> Result<Request, Request> {
        let (address, size) = (self.decide(address)?, access.size);
        if self.read_local(address, size)?.is_some() {
            return Err(Request::Failed("an update of a local object".into()));
        }
        self.pending = Pending::Update;
        Ok(Request::Read { address, size, what: format!("update {access:?}") })
    }

    fn call(&mut self, callee: Callee, arguments: &[Operand]) -> Result<(), Request> {
        let function = match callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(operand) => self.program.function_at(Address(self.decide(operand)?)),
        };
        let Some(function) = function.filter(|_| self.frames.len() < 20) else {
            return Err(Request::Failed("no such function".into()));
        };
        let arguments: Vec<Value> = arguments.iter().map(|a| self.value(*a)).collect();
        self.push(function, &arguments);
        Ok(())
    }

    /// Pure operations; every other one is visible.
    fn compute(&mut self, instruction: &'p Instruction) -> Result<(), Request> {
        use Instruction as I;
        let (target, value) = match instruction {
            I::Assign { target, value } => (target, self.value(*value)),
            I::Binary { operation, width, target, left, right } => {
                let (left, right) = (self.value(*left), self.value(*right));
                let result = eval::binary(*operation, u32::from(*width), left, right);
                (target, result.map_err(|fault| Request::Failed(format!("{fault:?}")))?)
            }
            I::Compare { predicate, width, target, left, right } => {
                let (left, right) = (self.value(*left), self.value(*right));
                (target, eval::compare(*predicate, u32::from(*width), left, right))
            }
            I::SignExtend { from, to, target, value } => {
                (target, eval::sign_extend(u32::from(*from), u32::from(*to), self.value(*value)))
            }
            I::Truncate { to, target, value } => {
                (target, self.value(*value).truncate(u32::from(*to)))
            }
            I::Float { operation, from, to, target, operands } => {
                let operands: Vec<Value> =
                    operands.iter().map(|operand| self.value(*operand)).collect();
                (target, eval::float(*operation, *from, *to, &operands))
            }
            I::Select { target, condition, then, otherwise } => {
                let chosen = if self.decide(*condition)? != 0 { then } else { otherwise };
                (target, self.value(*chosen))
            }
            I::CurrentThread { target } => (target, Value::new(0x77)),
            I::ThreadLocalAddress { target, variable } => {
                (target, Value::new(0x7700 + u64::from(variable.0)))
            }
            visible => return Err(self.other(visible)),
        };
        self.set(*target, value);
        self.frame().instruction += 1;
        Ok(())
    }

    fn other(&mut self, instruction: &'p Instruction) -> Request {
        let mut shown = instruction.clone();
        let mut values = Vec::new();
        shown.operands_mut(|operand| {
            values.push(self.value(*operand));
            *operand = Operand::Undefined;
        });
        shown.targets_mut(|target| *target = Register(0));
        if let Some(target) = instruction.targets().first() {
            self.pending = Pending::Target(*target);
        }
        let effect = !matches!(instruction, Instruction::Fence { .. });
        self.effects += u64::from(effect);
        Request::Other { what: format!("{shown:?} {values:?}"), effect }
    }

    /// Takes the value that an atomic update has read.
    fn update(&mut self, old: Value) -> Result<(), Request> {
        let (address, access, new, registers) = match self.current() {
            Instruction::ReadModifyWrite { operation, target, address, operand, access } => {
                let operand = self.decide(*operand)?;
                let new = eval::rmw(*operation, access.width(), old.bits, operand);
                (*address, access, Value::new(new), vec![(*target, old)])
            }
            Instruction::CompareExchange {
                target,
                success,
                address,
                expected,
                desired,
                access,
                ..
            } => {
                let expected = self.decide(*expected)?;
                if expected != old.bits {
                    self.set(*target, old);
                    self.set(*success, Value::ZERO);
                    return Ok(());
                }
                let new = self.value(*desired).truncate(access.width());
                (*address, access, new, vec![(*target, old), (*success, Value::new(1))])
            }
            other => unreachable!("no update: {other:?}"),
        };
        let address = self.decide(address)?;
        let changed = registers.len() == 2 || old != new;
        self.pending = Pending::Updated(registers, changed);
        let (size, value) = (access.size, (new.bits, new.undefined));
        Err(Request::Write {
            address,
            size,
            value,
            atomic: true,
            effect: changed,
            what: "update".into(),
        })
    }

    /// The object and offset of a local address; `None` for globals.
    fn local(&self, address: u64, size: u8) -> Result<Option<(u64, usize)>, Request> {
        let (base, offset) = (address >> 24 << 24, address & 0xff_ffff);
        let named = Address(address).object();
        if named.is_some_and(|(object, _)| self.program.global_of(object).is_some()) {
            return Ok(None);
        }
        let bad = || Request::Failed(format!("bad access of {size} at {address:#x}"));
        let object = self.memory.get(&base).ok_or_else(bad)?;
        if offset as usize + usize::from(size) > object.len() {
            return Err(bad());
        }
        Ok(Some((base, offset as usize)))
    }

    fn read_local(&self, address: u64, size: u8) -> Result<Option<Value>, Request> {
        let Some((base, offset)) = self.local(address, size)? else {
            return Ok(None);
        };
        let mut value = Value::ZERO;
        for (index, (bits, undefined)) in
            self.memory[&base][offset..][..usize::from(size)].iter().enumerate()
        {
            value.bits |= u64::from(*bits) << (8 * index);
            value.undefined |= u64::from(*undefined) << (8 * index);
        }
        value.bits &= !value.undefined;
        Ok(Some(value))
    }

    fn write_local(&mut self, address: u64, size: u8, value: Value) -> Result<bool, Request> {
        let Some((base, offset)) = self.local(address, size)? else {
            return Ok(false);
        };
        let object = self.memory.get_mut(&base).expect("it was found");
        for (index, byte) in object[offset..][..usize::from(size)].iter_mut().enumerate() {
            *byte = ((value.bits >> (8 * index)) as u8, (value.undefined >> (8 * index)) as u8);
        }
        Ok(true)
    }
}
