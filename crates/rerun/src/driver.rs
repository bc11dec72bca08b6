//! Runs the threads of a program as a claim says. Each thread runs as far as it can; where it reads
//! from what has not been written yet, it waits. If all wait, they read in a circle of `po` and
//! `rf` (load buffering): then one read gets the value that is claimed, and it is checked in the
//! end that its source has written that.
//!
//! Which objects are shared is known of objects in a claim, and of places that create some in a
//! run. So a run may have accesses that the claim has not; they are to objects that one thread
//! touches, and get what that thread has written there.
//!
//! Not compared with a claim:
//!
//! 1. Fences, and where lives of objects end. They follow from the program.
//! 2. What a thread does after its last claimed step, if it is claimed to have stopped.
//! 3. Values that nobody looks at.
//! 4. That `calloc` writes zero, where that is no step of the claim: memory is zero from the start
//!    then, in a claim and in the run.

use crate::memory::{Byte, first_discoveries};
use crate::names::Names;
use crate::performed::{Performed, Source};
use crate::run::{Run, RunObjects, Runner};
use crate::{Claim, ClaimedThread, End, Place, Step};
use base::{Address, ObjectId, ThreadId, Value};
use execution::canonical::Action;
use execution::{Cell, Cells};
use interp::{Block, Context, Discovery, Knowledge, Operation, Request, Thread};
use program::{Allocation, FunctionId, Instruction, Program};
use std::collections::BTreeMap;

/// How many jumps and calls a thread may make between two events. An unrolled program has fewer.
pub(crate) const BUDGET: u64 = 50_000_000;

/// Why a run did not come to its end.
pub(crate) enum Trouble {
    /// It rests on a wrong guess about memory.
    Discovered(Discovery),
    /// The claim is wrong.
    Mismatch(String),
}

pub(crate) fn mismatch<T>(what: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Mismatch(what.into()))
}

/// Runs a program as a claim says, or finds out that it does not run so.
pub(crate) fn run<'p>(
    program: &'p Program,
    claim: &Claim,
    has_dependencies: bool,
) -> Result<Run<'p>, String> {
    let mut knowledge = Knowledge::new(program).with_any_choice();
    for discovery in first_discoveries(program, claim) {
        knowledge.learn(discovery);
    }
    loop {
        let context = Context { program, knowledge: &knowledge };
        let names = Names { claimed: Vec::new(), pointers: program.pointers };
        let run = Run { threads: Vec::new(), performed: Vec::new(), names };
        let mut driver = Driver {
            program,
            context,
            claim,
            has_dependencies,
            run,
            cells: Cells::default(),
            written: BTreeMap::new(),
            private: BTreeMap::new(),
            taken: Vec::new(),
        };
        match driver.run() {
            Ok(()) => return Ok(driver.run),
            Err(Trouble::Mismatch(what)) => return Err(what),
            Err(Trouble::Discovered(discovery)) => {
                if let Discovery::Shared(Allocation::Site(site))
                | Discovery::Split { allocation: Allocation::Site(site), .. } = discovery
                {
                    knowledge.learn(Discovery::Early(site));
                }
                if !knowledge.learn(discovery) {
                    return Err(format!("{discovery:?} teaches nothing"));
                }
            }
        }
    }
}

pub(crate) struct Driver<'p, 'd> {
    pub(crate) program: &'p Program,
    pub(crate) context: Context<'d>,
    pub(crate) claim: &'d Claim,
    has_dependencies: bool,
    pub(crate) run: Run<'p>,
    pub(crate) cells: Cells,
    /// The bytes of claimed writes, as far as they are written.
    pub(crate) written: BTreeMap<Place, Vec<Option<Byte>>>,
    /// What is in cells that the claim does not know.
    pub(crate) private: BTreeMap<Cell, (Value, usize)>,
    /// Reads that got a claimed value, with their sources.
    pub(crate) taken: Vec<(usize, Vec<(u64, Place)>)>,
}

/// What became of an attempt to go on with a thread.
#[derive(PartialEq, Eq)]
pub(crate) enum Moved {
    Yes,
    /// It waits for others.
    No,
}

impl<'p> Driver<'p, '_> {
    fn run(&mut self) -> Result<(), Trouble> {
        let Some(main) = self.program.entry() else { return mismatch("there is no main") };
        let parameters = self.program.function(main).parameters as usize;
        self.create(0, ThreadId::MAIN, main, &vec![Value::ZERO; parameters])?;
        loop {
            let mut moved = false;
            let mut thread = 0;
            while thread < self.run.threads.len() {
                while self.advance(thread, false)? == Moved::Yes {
                    moved = true;
                }
                thread += 1;
            }
            if moved {
                continue;
            }
            // Only circles of reads are left, or nothing.
            let mut broken = false;
            for thread in 0..self.run.threads.len() {
                if self.advance(thread, true)? == Moved::Yes {
                    broken = true;
                    break;
                }
            }
            if !broken && !self.end_lives()? {
                break;
            }
        }
        self.settle_taken()?;
        self.check_ends()
    }

    fn create(
        &mut self,
        claimed: usize,
        id: ThreadId,
        function: FunctionId,
        arguments: &[Value],
    ) -> Result<(), Trouble> {
        let mut state = Thread::new(&self.context, id, function, arguments);
        if self.has_dependencies {
            state.track_dependencies();
        }
        self.run.names.claimed.push(claimed);
        let (events, went_round) = (Vec::new(), None);
        let runner = Runner { state, steps: 0, bytes: 0, chosen: 0, events, went_round };
        self.run.threads.push(runner);
        self.go_on(self.run.threads.len() - 1, None)
    }

    /// Lets a thread run to its next request.
    pub(crate) fn go_on(&mut self, thread: usize, answer: Option<Value>) -> Result<(), Trouble> {
        let mut state = self.run.threads[thread].state.clone();
        let objects = RunObjects(&self.run.threads);
        let mut budget = BUDGET;
        match answer {
            Some(answer) => state.resume(&self.context, &objects, answer, &mut budget),
            None => state.start(&self.context, &objects, &mut budget),
        }
        match state.request() {
            Request::Discovered(discovery) => return Err(Trouble::Discovered(*discovery)),
            Request::Paused => return mismatch("a thread runs on and on"),
            // It stops there, which must be as it is claimed ([`Driver::check_ends`]).
            _ => {}
        }
        self.run.threads[thread].state = state;
        Ok(())
    }

    pub(crate) fn claimed(&self, thread: usize) -> &ClaimedThread {
        &self.claim.threads[self.run.names.claimed[thread]]
    }

    /// The step of the claim that comes next.
    pub(crate) fn step(&self, thread: usize) -> Option<&Step> {
        self.claimed(thread).steps.get(self.run.threads[thread].steps)
    }

    /// Performs what a thread asks for, if it is its time. `takes` if a read may take a value from
    /// the claim.
    fn advance(&mut self, thread: usize, takes: bool) -> Result<Moved, Trouble> {
        self.leave_zeros(thread);
        let is_over = self.step(thread).is_none();
        if is_over && self.claimed(thread).end == End::Stopped && self.is_at_stop(thread) {
            return Ok(Moved::No);
        }
        if is_over && (self.is_at_end_of_life(thread) || self.may_be_late(thread)) {
            return Ok(Moved::No);
        }
        if *self.run.threads[thread].state.request() == Request::Blocked(Block::Spin) {
            return self.go_round_again(thread);
        }
        let state = &self.run.threads[thread].state;
        let Request::Visible { operation, grouped } = *state.request() else {
            return Ok(Moved::No);
        };
        let instruction = state.instruction(self.program);
        match operation {
            Operation::Write { cell, .. }
                if matches!(instruction, Some(Instruction::Allocate { .. })) =>
            {
                self.number(cell)?;
                let address = self.claimed_address(cell);
                match address.filter(|own| self.comes_to_zero(thread, *own)) {
                    Some(address) => self.access(thread, operation, grouped, address, takes),
                    // A claim takes it for granted.
                    None => {
                        self.go_on(thread, Some(Value::ZERO))?;
                        Ok(Moved::Yes)
                    }
                }
            }
            Operation::Read { cell, .. } | Operation::Write { cell, .. } => {
                self.number(cell)?;
                let claimed = self.claimed_address(cell);
                match claimed {
                    Some(address) => self.access(thread, operation, grouped, address, takes),
                    None => self.private_access(thread, operation, grouped),
                }
            }
            Operation::Fence { ordering, tags } => {
                self.perform(thread, Action::Fence { ordering, tags }, grouped);
                self.go_on(thread, Some(Value::ZERO))?;
                Ok(Moved::Yes)
            }
            Operation::Free { object } => {
                self.end_life(thread, object, grouped)?;
                Ok(Moved::Yes)
            }
            Operation::Spawn { child, function, argument } => {
                let Some(Step::Spawn(claimed)) = self.step(thread).cloned() else {
                    return mismatch(format!("{} creates a thread", self.who(thread)));
                };
                let other = Some(self.run.threads.len());
                let number = self.perform(thread, Action::Spawn { child }, grouped);
                self.run.threads[thread].steps += 1;
                self.run.performed[number].other = other;
                let parameters = self.program.function(function).parameters as usize;
                let mut arguments = vec![argument];
                arguments.resize(parameters.max(1), Value::ZERO);
                self.go_on(thread, Some(Value::ZERO))?;
                self.create(claimed, child, function, &arguments)?;
                Ok(Moved::Yes)
            }
            Operation::Join { thread: joined } => self.join(thread, joined, grouped),
            Operation::Choose { low, high } => self.choose(thread, (low, high), grouped, takes),
        }
    }

    /// Lets a thread that waits in a loop begin its next turn, if it is claimed to do more. To
    /// `unroll`, a turn has changed something already if what is in a register may depend on
    /// another read than before, which a run need not know of.
    fn go_round_again(&mut self, thread: usize) -> Result<Moved, Trouble> {
        let waits = self.step(thread).is_none() && self.claimed(thread).end == End::WaitsInLoop;
        let runner = &mut self.run.threads[thread];
        let events = runner.events.len();
        // Where nothing is read, the next turn is the same again.
        if waits || runner.went_round == Some(events) {
            return Ok(Moved::No);
        }
        runner.went_round = Some(events);
        runner.state.go_round_again();
        self.go_on(thread, None)?;
        Ok(Moved::Yes)
    }

    /// Leaves out the zeros that are claimed before the one with an address; whether that one is.
    /// The run may write it in smaller parts.
    fn comes_to_zero(&mut self, thread: usize, address: u64) -> bool {
        while let Some(Step::Write { parts, is_zero: true }) = self.step(thread) {
            let Some(own) = parts.first() else { return false };
            let bytes = own.address..own.address + u64::from(own.size);
            if address < bytes.end {
                return bytes.contains(&address);
            }
            self.leave_step(thread);
        }
        false
    }

    fn leave_step(&mut self, thread: usize) {
        let runner = &mut self.run.threads[thread];
        (runner.steps, runner.bytes) = (runner.steps + 1, 0);
    }

    /// Leaves out zeros that are claimed, and that nobody looks at in the run: those of objects
    /// that the thread has created.
    fn leave_zeros(&mut self, thread: usize) {
        let state = &self.run.threads[thread].state;
        if matches!(state.instruction(self.program), Some(Instruction::Allocate { .. })) {
            return;
        }
        while let Some(Step::Write { is_zero: true, parts }) = self.step(thread) {
            let object = parts.first().and_then(|own| Address(own.address).object());
            if !object.is_some_and(|(own, _)| self.is_created(thread, own)) {
                return;
            }
            self.leave_step(thread);
        }
    }

    /// Whether a thread has created what the claim calls by this name.
    fn is_created(&self, thread: usize, claimed: ObjectId) -> bool {
        let states = self.run.states();
        let id = states[thread].id();
        let mut own = states[thread].objects().map(|(index, _)| ObjectId { thread: id, index });
        own.any(|own| self.run.names.object(self.claim, &states, own) == Some(claimed))
    }

    pub(crate) fn end_life(
        &mut self,
        thread: usize,
        object: ObjectId,
        grouped: bool,
    ) -> Result<(), Trouble> {
        self.perform(thread, Action::Free { object }, grouped);
        self.go_on(thread, Some(Value::ZERO))
    }

    fn join(&mut self, thread: usize, joined: ThreadId, grouped: bool) -> Result<Moved, Trouble> {
        let other = self.run.threads.iter().position(|own| own.state.id() == joined);
        let Some(other) = other else { return Ok(Moved::No) };
        let Request::Finished(value) = *self.run.threads[other].state.request() else {
            return Ok(Moved::No);
        };
        let claimed = self.run.names.claimed[other];
        if self.step(thread) != Some(&Step::Join(claimed)) {
            if self.step(thread).is_none() {
                return Ok(Moved::No);
            }
            return mismatch(format!("{} joins a thread", self.who(thread)));
        }
        let number = self.perform(thread, Action::Join { thread: joined }, grouped);
        self.run.threads[thread].steps += 1;
        self.run.performed[number].other = Some(other);
        self.go_on(thread, Some(value))?;
        Ok(Moved::Yes)
    }

    pub(crate) fn perform(&mut self, thread: usize, action: Action, grouped: bool) -> usize {
        let number = self.run.performed.len();
        let is_alone = self.run.threads.len() == 1;
        let runner = &mut self.run.threads[thread];
        let state = &runner.state;
        self.run.performed.push(Performed {
            thread,
            index: runner.events.len(),
            action,
            grouped,
            source: Source::Initial,
            rank: 0,
            other: None,
            low: 0,
            step: Some(runner.steps).filter(|_| takes_step(&action)),
            is_private: false,
            is_alone,
            dependencies: state.dependencies(self.program),
            instruction: state.instruction(self.program),
            position: state.position(self.program),
            function: state.function_name(self.program),
        });
        runner.events.push(number);
        number
    }

    pub(crate) fn who(&self, thread: usize) -> String {
        let runner = &self.run.threads[thread];
        format!("{} (step {})", runner.state.id(), runner.steps)
    }
}

/// Whether a claim mentions such an event.
fn takes_step(action: &Action) -> bool {
    match action {
        Action::Read { .. } | Action::Write { .. } | Action::Spawn { .. } | Action::Join { .. } => {
            true
        }
        Action::Fence { .. } | Action::Free { .. } | Action::Choose { .. } => false,
    }
}
