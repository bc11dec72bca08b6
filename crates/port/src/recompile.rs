//! The code of a litmus test for another machine: each instruction as an operation of C (`lift`),
//! and each operation as a compiler mapping has it (`unroll::mapping`; `dat3m-thesis` §5.4: the
//! same program, compiled for the source and for the target).
//!
//! Registers, values, branches and dependencies stay as they are, and all accesses do: instructions
//! are replaced one by one, and no compiler optimises. So a dependency of the test is one on the
//! other machine. In C, what a branch decides ends where its statement does; on machines, all that
//! follows depends on it.
//!
//! Not moved: loads and stores with a reservation to a machine that has none (x86), locks, RCU, and
//! fences about a location.

mod updates;

use crate::instruction_fence;
use crate::lift::{Accesses, Lift};
use base::{Ordering, TagSet, Tags};
use litmus::code::{Access, Code, Instruction, Register};
use litmus::tree::{Architecture, Test};
use litmus::{Lowered, Thread};
use unroll::mapping::{self, Barrier, Mapping, Operation, Recipe};

/// A test, compiled for a machine; why it cannot be, if it cannot.
pub(crate) fn recompile(
    test: &Test,
    lowered: &Lowered,
    mapping: &'static Mapping,
    accesses: Accesses,
) -> Result<Lowered, String> {
    let lift = Lift::new(test, accesses);
    let threads = lowered.threads.iter().map(|thread| {
        let own = Recompiling::new(mapping, lift, test.architecture, &thread.code);
        let code = own.run(&thread.code)?;
        Ok(Thread { code, ..thread.clone() })
    });
    let mut moved = lowered.clone();
    moved.threads = threads.collect::<Result<_, String>>()?;
    Ok(moved)
}

/// Where a jump goes.
#[derive(Clone, Copy)]
enum Target {
    /// To an instruction of the test, by its old place.
    Old(usize),
    /// To one of the code for the same instruction.
    New(usize),
}

struct Recompiling {
    mapping: &'static Mapping,
    lift: Lift,
    architecture: Architecture,
    made: Code,
    /// The jumps and branches among what was made, by their places.
    targets: Vec<(usize, Target)>,
    /// Where the code for each old instruction starts.
    starts: Vec<usize>,
    /// Where in the file the instruction is that is compiled.
    offset: usize,
}

impl Recompiling {
    fn new(
        mapping: &'static Mapping,
        lift: Lift,
        architecture: Architecture,
        code: &Code,
    ) -> Recompiling {
        let made = Code { registers: code.registers.clone(), ..Code::default() };
        let (targets, starts) = (Vec::new(), Vec::new());
        Recompiling { mapping, lift, architecture, made, targets, starts, offset: 0 }
    }

    fn run(mut self, code: &Code) -> Result<Code, String> {
        for (place, instruction) in code.instructions.iter().enumerate() {
            self.starts.push(self.here());
            self.offset = code.offsets[place];
            match instruction {
                Instruction::Fence { tags, .. } if instruction_fence::is_one(*tags) => {
                    let (lift, architecture) = (&self.lift, self.architecture);
                    let ordering = instruction_fence::meaning(code, place, lift, architecture)?;
                    self.fence(ordering)?;
                }
                instruction => self.instruction(instruction)?,
            }
        }
        self.starts.push(self.here());
        let Recompiling { mut made, targets, starts, .. } = self;
        for (place, target) in targets {
            let to = match target {
                Target::Old(old) => starts[old],
                Target::New(new) => new,
            };
            match &mut made.instructions[place] {
                Instruction::Jump { target } | Instruction::Branch { target, .. } => *target = to,
                other => unreachable!("{other:?} is no jump"),
            }
        }
        made.loops = code.loops.iter().map(|(place, line)| (starts[*place], *line)).collect();
        Ok(made)
    }

    fn here(&self) -> usize {
        self.made.instructions.len()
    }

    fn push(&mut self, instruction: Instruction) {
        self.made.instructions.push(instruction);
        self.made.offsets.push(self.offset);
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), String> {
        match instruction {
            Instruction::Assign { .. } => self.push(instruction.clone()),
            Instruction::Jump { target } | Instruction::Branch { target, .. } => {
                self.targets.push((self.here(), Target::Old(*target)));
                self.push(instruction.clone());
            }
            Instruction::Scope(_) => {}
            Instruction::Load { to, access, exclusive } => self.load(*to, access, *exclusive)?,
            Instruction::Store { access, value } => {
                let recipe = self.recipe(Operation::Store, self.lift.store(access.tags)?)?;
                self.barriers(&recipe.before);
                let access = Access { tags: tags(recipe.write), ..access.clone() };
                self.push(Instruction::Store { access, value: value.clone() });
                self.barriers(&recipe.after);
            }
            Instruction::StoreExclusive { access, .. } => {
                let ordering = self.lift.store(access.tags)?;
                let (around, reserving) =
                    (self.recipe(Operation::Store, ordering)?, self.reserving(ordering)?);
                self.barriers(&around.before);
                let mut own = instruction.clone();
                if let Instruction::StoreExclusive { access, carries_dependency, .. } = &mut own {
                    access.tags = tags(reserving.write);
                    *carries_dependency =
                        reserving.shape == mapping::Shape::Exclusive { carries: true };
                }
                self.push(own);
                self.barriers(&around.after);
            }
            Instruction::Update(update) => self.update(update)?,
            Instruction::Fence { tags, address: None } => self.fence(self.lift.fence(*tags)?)?,
            Instruction::Fence { address: Some(_), .. } => {
                return Err("a fence about a location has no counterpart elsewhere".to_owned());
            }
        }
        Ok(())
    }

    fn fence(&mut self, ordering: Ordering) -> Result<(), String> {
        // A relaxed fence is none.
        if ordering != Ordering::Relaxed {
            let recipe = self.recipe(Operation::Fence, ordering)?;
            self.barriers(&recipe.before);
        }
        Ok(())
    }

    fn load(&mut self, to: Register, access: &Access, exclusive: bool) -> Result<(), String> {
        let ordering = self.lift.load(access.tags)?;
        let recipe = self.recipe(Operation::Load, ordering)?;
        let read = if exclusive { self.reserving(ordering)?.read } else { recipe.read };
        self.barriers(&recipe.before);
        let access = Access { tags: tags(read), ..access.clone() };
        self.push(Instruction::Load { to, access, exclusive });
        if recipe.branches {
            self.targets.push((self.here(), Target::New(self.here() + 1)));
            self.push(Instruction::Branch { condition: to.into(), target: 0 });
        }
        self.barriers(&recipe.after);
        Ok(())
    }

    fn barriers(&mut self, barriers: &[Barrier]) {
        for barrier in barriers.iter().filter(|own| !own.needs_write) {
            self.push(Instruction::Fence { tags: tags(barrier.tags), address: None });
        }
    }

    fn recipe(&self, operation: Operation, ordering: Ordering) -> Result<Recipe, String> {
        let found = self.mapping.recipe(operation, ordering);
        found.ok_or_else(|| self.nothing(operation, ordering))
    }

    fn nothing(&self, operation: Operation, ordering: Ordering) -> String {
        let name = self.mapping.name;
        format!("a {ordering} {operation}, for which the mapping {name} has nothing")
    }

    /// What loads and stores with a reservation are to the machine.
    fn reserving(&self, ordering: Ordering) -> Result<Recipe, String> {
        let is_exclusive =
            |recipe: &Recipe| matches!(recipe.shape, mapping::Shape::Exclusive { .. });
        let found = self.mapping.recipe(Operation::OtherUpdate, ordering).filter(is_exclusive);
        found.ok_or_else(|| {
            let name = self.mapping.name;
            format!("a load or store with a reservation, for which the mapping {name} has nothing")
        })
    }
}

/// The names of an event as code has them.
fn tags(set: TagSet) -> Tags {
    set.iter().fold(Tags::NONE, Tags::and)
}
