//! The state of one thread: registers, call stack, private memory, and what it waits for.
//!
//! Engines keep one copy for each event, so a state is a few flat vectors that
//! [`Clone::clone_from`] copies without allocating; everything large is shared and copied on write.

use crate::dependencies::Tracker;
use crate::memory::{Birth, Bytes, PrivateMemory};
use crate::spurious::{Failures, LooksFor};
use crate::{Context, Object, ObjectState, Objects, Request};
use base::{Address, SourcePosition, Tags, ThreadId, Value};
use program::flow::Waits;
use program::{Allocation, AllocationKind, BlockId, FunctionId, Instruction, Program, ThreadLocal};
use std::rc::Rc;

/// The index of a thread's first thread-local variable among its objects; index 0 is nobody's.
pub(crate) const FIRST_THREAD_LOCAL: u32 = 1;

/// One activation of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    pub(crate) block: BlockId,
    /// The instruction that runs, or waits for its answer; past the last one, the terminator.
    pub(crate) instruction: u32,
    /// Where the function's registers start.
    pub(crate) base: u32,
    /// The objects from here on were created during this activation or later.
    pub(crate) first_object: u32,
}

/// How far the instruction that waits for an answer has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// It has not started.
    Fresh,
    /// It waits to learn whether it fails although it need not, before it reads.
    Hesitating,
    /// It waits for the `part`-th cell of what it reads; `so_far` are the cells before.
    Reading { part: u8, so_far: Value, failing: Failing },
    /// It has read `old` and waits to learn whether it fails although it need not.
    Weak { old: Value },
    /// It waits for the `part`-th cell of what it writes.
    Writing { part: u8, old: Value, new: Value },
    /// It waits for the answer to an operation that is no access.
    Waiting,
    /// It prints, and waits for the next byte of a string.
    Printing,
    /// It ends the lives of the frame's shared objects, before the object with this index.
    Returning { next: u32 },
    /// It has allocated memory that is zero, and writes that to the cells of which other threads
    /// must learn it, before the one with this number.
    Zeroing { next: u32 },
}

/// Whether a compare-exchange that finds what it expects fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failing {
    Never,
    Always,
    /// It is weak, and that is chosen after it has read.
    Either,
}

/// A line the program printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// How many events the thread had had.
    pub after: u32,
    pub text: String,
    earlier: Option<Rc<Output>>,
}

impl Drop for Output {
    /// Drops the earlier lines one after the other: their number may be larger than the stack is
    /// deep.
    fn drop(&mut self) {
        let mut earlier = self.earlier.take();
        while let Some(line) = earlier {
            earlier = Rc::try_unwrap(line).ok().and_then(|mut line| line.earlier.take());
        }
    }
}

/// A mutex that a thread holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Held {
    pub(crate) mutex: Address,
    /// The last effect before it was locked, and that of locking it.
    pub(crate) before: u64,
    pub(crate) locking: u64,
}

/// What changes rarely, shared between states and copied on write.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rare {
    /// The mutexes that the thread holds.
    pub(crate) held: Vec<Held>,
    pub(crate) output: Option<Rc<Output>>,
    /// What the `print` that runs has read so far: strings with their zeros, the last perhaps
    /// without.
    pub(crate) strings: Vec<u8>,
    /// How many threads it has created.
    pub(crate) children: u32,
    /// The objects that are private until it creates the next one.
    pub(crate) starting: Vec<u32>,
    pub(crate) failures: Failures,
    /// The function that it was created with, if the outermost call is another one.
    pub(crate) created_with: Option<FunctionId>,
}

/// One thread's state.
#[derive(PartialEq, Eq, Debug)]
pub struct Thread {
    id: ThreadId,
    pub(crate) request: Request,
    pub(crate) progress: Progress,
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<Value>,
    pub(crate) memory: Rc<PrivateMemory>,
    pub(crate) rare: Rc<Rare>,
    /// The last change to anything outside of its registers that is still in effect, by its number.
    pub(crate) effects: u64,
    /// How many such changes there have been.
    pub(crate) changes: u64,
    /// How many events the thread has had.
    pub(crate) events: u32,
    /// How many of them make turns of loops count, and how many turns in a row have not counted
    /// (`crate::turns`).
    pub(crate) busy: u32,
    pub(crate) quiet: u32,
    /// For a thread that waits in a loop: how many events it had had when the turn began.
    pub(crate) turn_start: Option<u32>,
    /// Inside how many atomic blocks it is, and whether the current one has had an event.
    pub(crate) atomic_depth: u32,
    pub(crate) atomic_started: bool,
    /// Whether the current atomic block has had an event that makes it a barrier.
    pub(crate) atomic_orders: bool,
    /// Whether this is a copy that finds out what the thread would do.
    pub(crate) looks_ahead: Option<LooksFor>,
    /// What the state was computed from, if dependencies are followed.
    pub(crate) tracker: Option<Box<Tracker>>,
}

impl Clone for Thread {
    fn clone(&self) -> Thread {
        Thread {
            id: self.id,
            request: self.request.clone(),
            progress: self.progress,
            frames: self.frames.clone(),
            registers: self.registers.clone(),
            memory: Rc::clone(&self.memory),
            rare: Rc::clone(&self.rare),
            effects: self.effects,
            changes: self.changes,
            events: self.events,
            busy: self.busy,
            quiet: self.quiet,
            turn_start: self.turn_start,
            atomic_depth: self.atomic_depth,
            atomic_started: self.atomic_started,
            atomic_orders: self.atomic_orders,
            looks_ahead: self.looks_ahead,
            tracker: self.tracker.clone(),
        }
    }

    fn clone_from(&mut self, source: &Thread) {
        self.id = source.id;
        self.request.clone_from(&source.request);
        self.progress = source.progress;
        self.frames.clone_from(&source.frames);
        self.registers.clone_from(&source.registers);
        if !Rc::ptr_eq(&self.memory, &source.memory) {
            self.memory = Rc::clone(&source.memory);
        }
        if !Rc::ptr_eq(&self.rare, &source.rare) {
            self.rare = Rc::clone(&source.rare);
        }
        self.effects = source.effects;
        self.changes = source.changes;
        self.events = source.events;
        self.busy = source.busy;
        self.quiet = source.quiet;
        self.turn_start = source.turn_start;
        self.atomic_depth = source.atomic_depth;
        self.atomic_started = source.atomic_started;
        self.atomic_orders = source.atomic_orders;
        self.looks_ahead = source.looks_ahead;
        if self.tracker.is_some() || source.tracker.is_some() {
            self.tracker.clone_from(&source.tracker);
        }
    }
}

/// The bits of a `pthread_t` that mark it as one; the thread's code is below.
const HANDLE: u64 = 0x7d << 32;

/// The `pthread_t` of a thread.
pub fn handle(thread: ThreadId) -> u64 {
    HANDLE | u64::from(thread.code())
}

/// The thread that a `pthread_t` names; a held mutex contains that of its holder.
pub fn thread_of(handle: u64) -> Option<ThreadId> {
    let code = u32::try_from(handle ^ HANDLE).ok()?;
    ThreadId::from_code(code).filter(|thread| *thread != ThreadId::GLOBALS)
}

impl Thread {
    /// A thread that is about to call `function` with `arguments`; it has not run yet.
    pub fn new(
        context: &Context<'_>,
        id: ThreadId,
        function: FunctionId,
        arguments: &[Value],
    ) -> Thread {
        // Index 0 is nobody's: it is null for main, and a gap below the first object for the
        // others.
        let nobody = Object {
            allocation: Allocation::Site(program::SiteId(0)),
            kind: AllocationKind::Stack,
            size: 0,
            state: ObjectState::Dead,
            birth: Birth::default(),
            initial: None,
        };
        let mut memory = PrivateMemory { objects: vec![nobody], ..PrivateMemory::default() };
        if id == ThreadId::MAIN {
            memory.globals = vec![None; context.program.globals.len()];
        }
        let mut thread = Thread {
            id,
            request: Request::Paused,
            progress: Progress::Fresh,
            frames: Vec::new(),
            registers: Vec::new(),
            memory: Rc::new(memory),
            rare: Rc::new(Rare::default()),
            effects: 0,
            changes: 0,
            events: 0,
            busy: 0,
            quiet: 0,
            turn_start: None,
            atomic_depth: 0,
            atomic_started: false,
            atomic_orders: false,
            looks_ahead: None,
            tracker: None,
        };
        thread.create_thread_locals(context);
        match context.knowledge.thread_entry().filter(|_| id != ThreadId::MAIN) {
            None => thread.push_frame(context.program, function, arguments.iter().copied()),
            Some(entry) => {
                Rc::make_mut(&mut thread.rare).created_with = Some(function);
                let function = Value::new(function.address().0);
                let arguments = std::iter::once(function).chain(arguments.iter().copied());
                thread.push_frame(context.program, entry, arguments);
            }
        }
        thread
    }

    /// The thread's own variables, before it does anything. What they contain at first is there for
    /// everybody who can know of them, as it is for globals.
    fn create_thread_locals(&mut self, context: &Context<'_>) {
        if context.program.thread_locals.is_empty() {
            return;
        }
        let create = |variable: &ThreadLocal| {
            let allocation = Allocation::Site(variable.site);
            let bytes = Rc::new(Bytes::initialised(&variable.bytes, variable.size));
            let (state, initial) = match context.knowledge.is_shared(allocation) {
                true => (ObjectState::Shared, Some(bytes)),
                false => (ObjectState::Private(bytes), None),
            };
            let (kind, birth) = (AllocationKind::Stack, Birth::default());
            Object { allocation, kind, size: variable.size, state, birth, initial }
        };
        let objects = context.program.thread_locals.iter().map(create);
        Rc::make_mut(&mut self.memory).objects.extend(objects);
    }

    /// Runs until the next request that is not [`Request::Paused`], or until `budget` jumps and
    /// calls are used up.
    pub fn start(&mut self, context: &Context<'_>, objects: &dyn Objects, budget: &mut u64) {
        debug_assert_eq!(self.request, Request::Paused);
        self.request = self.run(context, objects, budget);
    }

    /// Answers the pending visible operation and runs until the next request. Operations without an
    /// answer take [`Value::ZERO`].
    pub fn resume(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        answer: Value,
        budget: &mut u64,
    ) {
        assert!(
            matches!(self.request, Request::Visible { .. }),
            "only a thread that waits for a visible operation can be answered"
        );
        if self.tracks_dependencies() {
            self.track_event();
        }
        self.events += 1;
        self.busy += u32::from(self.is_busy());
        if self.atomic_depth > 0 {
            self.atomic_started = true;
            self.atomic_orders |= self.request.is_access_or_fence();
        }
        self.request = match self.answer(context, objects, answer) {
            Some(request) => request,
            None => self.run(context, objects, budget),
        };
    }

    pub fn id(&self) -> ThreadId {
        self.id
    }

    /// What the thread waits for.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Whether the thread has ended by the return of its function, and not by a call.
    pub fn has_returned(&self, program: &Program) -> bool {
        let is_at_end = |frame: &Frame| {
            let block = program.function(frame.function).block(frame.block);
            frame.instruction as usize == block.instructions.len()
        };
        matches!(self.request, Request::Finished(_))
            && self.frames.len() == 1
            && self.frames.iter().all(is_at_end)
    }

    /// The instruction that runs, or waits for its answer; `None` at the end of a block.
    pub fn instruction<'p>(&self, program: &'p Program) -> Option<&'p Instruction> {
        let frame = self.frames.last()?;
        let block = program.function(frame.function).block(frame.block);
        block.instructions.get(frame.instruction as usize)
    }

    /// Stops the thread for good.
    pub fn block(&mut self, block: crate::Block) {
        self.request = Request::Blocked(block);
    }

    /// Whether the instruction that waits for its answer is one of these reads.
    pub fn is_at(&self, waits: &Waits) -> bool {
        let frame = self.frames.last();
        frame.is_some_and(|at| waits.contains(at.function, at.block, at.instruction))
    }

    /// For a thread that waits in a loop: how many of its events came before the turn in which it
    /// stopped, or fewer. `None` if it does not wait: with what it has learnt it goes on in another
    /// execution.
    pub fn turn_start(&self) -> Option<u32> {
        self.turn_start
    }

    /// Whether this is main, and there has been no other thread.
    pub(crate) fn is_alone(&self) -> bool {
        self.id() == ThreadId::MAIN && self.rare.children == 0
    }

    /// Notes that the thread has changed something outside of its registers.
    pub(crate) fn have_effect(&mut self) {
        self.changes += 1;
        self.effects = self.changes;
    }

    /// Stops the thread in front of something that the engine cannot do.
    pub fn refuse(&mut self, what: &str) {
        self.request = Request::Unsupported(what.into());
    }

    /// The tags of an access, with what the thread adds to them.
    pub(crate) fn tags(&self, tags: Tags) -> Tags {
        if self.atomic_depth > 0 { tags.with(Tags::ATOMIC_BLOCK) } else { tags }
    }

    /// Whether the thread is in an atomic block that has had an event.
    pub fn is_inside_atomic_block(&self) -> bool {
        self.atomic_depth > 0 && self.atomic_started
    }

    /// The object with this index among those that the thread has created.
    pub fn object(&self, index: u32) -> Option<&Object> {
        self.memory.objects.get(index as usize)
    }

    /// The objects that the thread has created, with their indices.
    pub fn objects(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.memory.objects.iter().enumerate().map(|(index, object)| (index as u32, object))
    }

    /// Where in the source the thread is: the innermost call that has a position.
    pub fn position(&self, program: &Program) -> Option<SourcePosition> {
        self.frames.iter().rev().find_map(|frame| {
            let block = program.function(frame.function).block(frame.block);
            block.positions.get(frame.instruction as usize).copied().flatten()
        })
    }

    /// The functions the thread is in, from the innermost out; the last is the one that it was
    /// created with.
    pub fn call_stack<'p>(&self, program: &'p Program) -> impl Iterator<Item = &'p str> {
        let outermost = |frame: &Frame| self.rare.created_with.unwrap_or(frame.function);
        let first = self.frames.first().map(outermost);
        let inner = self.frames.iter().skip(1).rev().map(|frame| frame.function);
        inner.chain(first).map(|function| program.function(function).name.as_str())
    }

    /// What the thread has printed, in order.
    pub fn outputs(&self) -> Vec<&Output> {
        let newest = self.rare.output.as_deref();
        let mut lines: Vec<&Output> =
            std::iter::successors(newest, |output| output.earlier.as_deref()).collect();
        lines.reverse();
        lines
    }

    pub(crate) fn print_line(&mut self, text: String) {
        let after = self.events;
        let rare = Rc::make_mut(&mut self.rare);
        rare.output = Some(Rc::new(Output { after, text, earlier: rare.output.take() }));
    }

    pub(crate) fn frame(&self) -> &Frame {
        self.frames.last().expect("a running thread has a frame")
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a running thread has a frame")
    }

    #[inline(always)]
    pub(crate) fn push_frame(
        &mut self,
        program: &Program,
        function: FunctionId,
        arguments: impl Iterator<Item = Value>,
    ) {
        let definition = program.function(function);
        let base = self.registers.len();
        self.registers.extend(arguments.take(definition.parameters as usize));
        self.registers.resize(base + definition.registers.len(), Value::ZERO);
        self.frames.push(Frame {
            function,
            block: BlockId(0),
            instruction: 0,
            base: base as u32,
            first_object: self.memory.objects.len() as u32,
        });
    }
}
