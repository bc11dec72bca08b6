//! Theorem 1 of `chronological-traces`: two executions have the same Shasha–Snir trace exactly if
//! they have the same chronological trace. On all executions of random straight-line programs, on
//! the machines of TSO and PSO.

use base::{ObjectId, ThreadId};
use execution::chronological::{Agent, Buffer, MachineStep, Operation, StepKind};
use execution::{Cell, ChronologicalTrace};
use std::collections::HashMap;
use testing::Random;

/// What a thread of a program does next.
#[derive(Clone, Copy, Debug)]
enum Instruction {
    Load(u32),
    Store(u32),
    Fence,
    /// A locked instruction.
    Update(u32),
}

type Program = Vec<Vec<Instruction>>;

fn cell(location: u32) -> Cell {
    let object = ObjectId { thread: ThreadId::GLOBALS, index: location };
    Cell { address: object.address(), size: 4 }
}

/// A machine on its way through a program.
#[derive(Clone)]
struct Machine<'a> {
    program: &'a Program,
    is_per_location: bool,
    next: Vec<usize>,
    /// The places of the stores in each thread's buffers.
    buffers: Vec<Vec<usize>>,
    steps: Vec<MachineStep>,
}

impl Machine<'_> {
    fn thread(index: usize) -> ThreadId {
        ThreadId::MAIN.child(index as u32).expect("there is room")
    }

    fn push(&mut self, agent: Agent, operations: Vec<Operation>, kind: StepKind) {
        self.steps.push(MachineStep { agent, operations, events: Vec::new(), kind });
    }

    /// Lets a thread take its next step. Returns whether it can.
    fn step(&mut self, index: usize) -> bool {
        let Some(instruction) = self.program[index].get(self.next[index]) else { return false };
        let is_empty = self.buffers[index].is_empty();
        let buffered = StepKind::Buffered { waits_for_all: false, epoch: 0 };
        let (operations, kind) = match *instruction {
            Instruction::Load(at) => (vec![Operation::Load(cell(at))], buffered),
            Instruction::Store(at) => {
                self.buffers[index].push(self.steps.len());
                (vec![Operation::Store(cell(at))], buffered)
            }
            Instruction::Fence if is_empty => (vec![Operation::Fence], StepKind::Direct),
            Instruction::Update(at) if is_empty => {
                let operations = vec![Operation::Load(cell(at)), Operation::Store(cell(at))];
                (operations, StepKind::Direct)
            }
            Instruction::Fence | Instruction::Update(_) => return false,
        };
        self.next[index] += 1;
        self.push(Agent::Thread(Self::thread(index)), operations, kind);
        true
    }

    /// Updates the memory with what is at a place in a thread's buffers. Returns whether that is
    /// possible.
    fn update(&mut self, index: usize, place: usize) -> bool {
        let store = self.buffers[index][place];
        let operations = self.steps[store].operations.clone();
        let Operation::Store(at) = operations[0] else { unreachable!("it was stored") };
        let is_older = |older: &usize| self.steps[*older].operations == operations;
        let must_wait = match self.is_per_location {
            true => self.buffers[index][..place].iter().any(is_older),
            false => place > 0,
        };
        if must_wait {
            return false;
        }
        self.buffers[index].remove(place);
        let buffer = if self.is_per_location { Buffer::Location(at) } else { Buffer::Whole };
        let agent = Agent::Updater(Self::thread(index), buffer);
        self.push(agent, operations, StepKind::Update { store });
        true
    }

    /// Shows every completed execution.
    fn run(&self, visit: &mut dyn FnMut(&[MachineStep])) {
        let mut has_ended = true;
        for index in 0..self.program.len() {
            let mut next = self.clone();
            if next.step(index) {
                has_ended = false;
                next.run(visit);
            }
            for place in 0..self.buffers[index].len() {
                let mut next = self.clone();
                if next.update(index, place) {
                    has_ended = false;
                    next.run(visit);
                }
            }
        }
        if has_ended {
            visit(&self.steps);
        }
    }
}

fn random_program(random: &mut Random) -> Program {
    let threads = 2 + random.below(2);
    let mut instruction = || match (random.below(8), random.below(2) as u32) {
        (0..3, at) => Instruction::Load(at),
        (3..6, at) => Instruction::Store(at),
        (6, at) => Instruction::Update(at),
        (_, _) => Instruction::Fence,
    };
    let length = if threads == 2 { 3 } else { 2 };
    (0..threads).map(|_| (0..length).map(|_| instruction()).collect()).collect()
}

#[test]
fn chronological_traces_are_equal_where_shasha_snir_traces_are() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let (mut executions, mut traces, mut cyclic) = (0, 0, 0);
    for _ in 0..40 {
        let program = random_program(&mut random);
        for is_per_location in [false, true] {
            let machine = Machine {
                program: &program,
                is_per_location,
                next: vec![0; program.len()],
                buffers: vec![Vec::new(); program.len()],
                steps: Vec::new(),
            };
            let mut of_shasha_snir: HashMap<ChronologicalTrace, ChronologicalTrace> =
                HashMap::new();
            let mut of_chronological = HashMap::new();
            machine.run(&mut |steps| {
                executions += 1;
                let (plain, trace) =
                    (ChronologicalTrace::shasha_snir(steps), ChronologicalTrace::new(steps));
                assert!(!trace.has_cycle(), "{program:?}: {steps:?}");
                let known = of_shasha_snir.entry(plain.clone()).or_insert_with(|| trace.clone());
                assert_eq!(*known, trace, "{program:?}: one Shasha–Snir trace, two others");
                let known = of_chronological.entry(trace).or_insert_with(|| plain.clone());
                assert_eq!(*known, plain, "{program:?}: two Shasha–Snir traces, one other");
            });
            traces += of_shasha_snir.len();
            cyclic += of_shasha_snir.keys().filter(|trace| trace.has_cycle()).count();
        }
    }
    assert!(executions > 100 * traces && cyclic > 10, "{executions} {traces} {cyclic}");
}
