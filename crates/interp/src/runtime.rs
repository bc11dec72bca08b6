//! Threads, allocation, choice, output and failure: the operations that are not accesses.

use crate::memory::{Birth, Bytes};
use crate::place::{describe, invalid_pointer};
use crate::thread::{Progress, Thread, handle, thread_of};
use crate::{Context, Discovery, Failure, Object, ObjectState, Objects, Operation, Request};
use base::{Address, ObjectId, Ordering, Tags, ThreadId, Value, ViolationKind};
use execution::{Cell, WriteKind};
use program::{Allocation, AllocationKind, Deallocation, Instruction, SiteId};
use safety::rules::messages;
use std::rc::Rc;

/// Among how many values a program may choose at once.
const MAX_CHOICES: u64 = 1 << 16;

impl Thread {
    pub(crate) fn call_runtime(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        base: usize,
        instruction: &Instruction,
    ) -> Result<(), Request> {
        use Instruction as I;
        match instruction {
            I::Spawn { function, argument, .. } => {
                let function = self.function_at(context, base, *function, Some(1))?;
                let argument = self.value(base, *argument);
                let Some(child) = self.id().child(self.rare.children) else {
                    return Err(Request::Unsupported(self.no_more_threads().into()));
                };
                if !context.program.pointers.can_name(child) {
                    let what = format!("more threads than 32-bit programs may have ({child})");
                    return Err(Request::Unsupported(what.into()));
                }
                self.publish_objects();
                Err(self.visible(Operation::Spawn { child, function, argument }))
            }
            I::Join { thread, .. } => {
                let handle = self.decide(base, *thread, "a thread to join")?;
                let Some(thread) = thread_of(handle) else {
                    let message = format!("join of {handle:#x}, which is no thread");
                    return Err(Failure::new(ViolationKind::ThreadMisuse, message).into());
                };
                Err(self.visible(Operation::Join { thread }))
            }
            I::ExitThread { value } => {
                let value = self.value(base, *value);
                self.end_local_objects(context, 0)?;
                Err(self.finish(value))
            }
            I::ExitProgram { .. } => {
                self.leave_atomic_blocks();
                Err(Request::Exited)
            }
            I::Allocate { target, size, kind, site } => {
                let next = match self.progress {
                    Progress::Zeroing { next } => next,
                    _ => {
                        let size = self.decide(base, *size, "the size of an allocation")?;
                        let address = self.allocate(context, size, *kind, *site)?;
                        self.set(base, *target, Value::new(address.0));
                        0
                    }
                };
                self.zero(context, *site, next)
            }
            I::Free { address, by: Deallocation::Leave } => {
                match Address(self.value(base, *address).bits).object() {
                    Some((object, _)) => self.leave_block(context, object),
                    None => Ok(()),
                }
            }
            I::Free { address, by } => {
                let address = Address(self.decide(base, *address, "the address of a free")?);
                self.free(context, objects, (address, *by))
            }
            I::ObjectSize { target, address } => {
                let address = Address(self.decide(base, *address, "the address of an object")?);
                let size = self.object_size(context, objects, address)?;
                self.set(base, *target, Value::new(size));
                Ok(())
            }
            I::Choose { low, high, .. } => {
                let low = self.decide(base, *low, "a bound of a choice")? as i64;
                let high = self.decide(base, *high, "a bound of a choice")? as i64;
                if low > high {
                    return Err(Request::Blocked(crate::Block::Assume));
                }
                if high.abs_diff(low) >= MAX_CHOICES && !context.knowledge.has_any_choice() {
                    return Err(Request::Unsupported(
                        format!("a choice among more than {MAX_CHOICES} values").into(),
                    ));
                }
                Err(self.visible(Operation::Choose { low, high }))
            }
            I::Fail { kind, message } => {
                let address = self.value(base, *message).bits;
                let text = context.program.constant_string(Address(address));
                let message = match (kind, text) {
                    (ViolationKind::Assertion, Some(text)) => format!("assertion `{text}` failed"),
                    (ViolationKind::Assertion, None) => "assertion failed".to_owned(),
                    (_, Some(text)) => text,
                    (kind, None) => kind.name().replace('-', " "),
                };
                Err(Failure::new(*kind, message).into())
            }
            I::Print { format, arguments } => {
                self.print(context, objects, base, *format, arguments)
            }
            other => unreachable!("not a runtime operation: {other:?}"),
        }
    }

    /// Takes the answer to an operation that is no access.
    pub(crate) fn runtime_answer(&mut self, base: usize, instruction: &Instruction, answer: Value) {
        match instruction {
            Instruction::Spawn { target, .. } => {
                let child = self.id().child(self.rare.children);
                let child = child.expect("named when it was requested");
                Rc::make_mut(&mut self.rare).children += 1;
                self.set(base, *target, Value::new(handle(child)));
                self.have_effect();
            }
            Instruction::Join { target, .. } | Instruction::Choose { target, .. } => {
                self.set(base, *target, answer);
                self.have_effect();
            }
            Instruction::Fence { .. } => {}
            Instruction::AtomicEnd => self.leave_atomic_block(),
            Instruction::Free { .. } => self.have_effect(),
            other => unreachable!("no operation waits for an answer: {other:?}"),
        }
    }

    /// Which limit keeps this thread from creating another one.
    fn no_more_threads(&self) -> String {
        let id = self.id();
        if id.generation() == ThreadId::LAST_GENERATION {
            let most = ThreadId::LAST_GENERATION;
            return format!(
                "more than {most} generations of threads below main ({id} is the last)"
            );
        }
        format!("more than {} threads created by one thread ({id})", self.rare.children)
    }

    fn allocate(
        &mut self,
        context: &Context<'_>,
        size: u64,
        kind: AllocationKind,
        site: SiteId,
    ) -> Result<Address, Request> {
        if kind.is_local() {
            self.check_stack(size)?;
        }
        let pointers = context.program.pointers;
        let most = pointers.max_object_size();
        if size > most {
            return Err(Request::Unsupported(
                format!("an object of {size} bytes (at most {most} are supported)").into(),
            ));
        }
        let allocation = Allocation::Site(site);
        let shared = context.knowledge.is_shared(allocation);
        let memory = Rc::make_mut(&mut self.memory);
        let index = memory.objects.len() as u32;
        if index >= pointers.max_objects() {
            let most = pointers.max_objects() - 1;
            return Err(Request::Unsupported(
                format!("more than {most} objects created by one thread").into(),
            ));
        }
        let state = match kind {
            _ if shared && !context.knowledge.starts_private(site) => ObjectState::Shared,
            AllocationKind::ZeroedHeap => ObjectState::Private(Rc::new(Bytes::zeroed(size))),
            AllocationKind::Stack
            | AllocationKind::Block
            | AllocationKind::Heap
            | AllocationKind::New
            | AllocationKind::NewArray => ObjectState::Private(Rc::new(Bytes::uninitialised(size))),
        };
        let birth = Birth { events: self.events, children: self.rare.children };
        let is_published = shared && matches!(state, ObjectState::Private(_));
        memory.objects.push(Object { allocation, kind, size, state, birth, initial: None });
        memory.local_bytes += if kind.is_local() { size } else { 0 };
        if is_published {
            Rc::make_mut(&mut self.rare).starting.push(index);
        }
        self.open_block(kind, index);
        self.have_effect();
        let address = ObjectId { thread: self.id(), index }.address();
        if self.tracks_dependencies() {
            self.track_allocation(address, size);
        }
        Ok(address)
    }

    /// Goes on writing zero to the newest object, if it is one of `calloc`: to the cells that a
    /// thread touches for which that is not simply so from the start.
    fn zero(&mut self, context: &Context<'_>, site: SiteId, next: u32) -> Result<(), Request> {
        self.progress = Progress::Fresh;
        let Some(newest) = self.memory.objects.last() else { return Ok(()) };
        if newest.kind != AllocationKind::ZeroedHeap || newest.state != ObjectState::Shared {
            return Ok(());
        }
        let is_inside =
            |(offset, size): &&(u32, u8)| u64::from(*offset) + u64::from(*size) <= newest.size;
        let mut cells = context.knowledge.zeroed(site).iter().filter(is_inside);
        let Some(&(offset, size)) = cells.nth(next as usize) else { return Ok(()) };
        let index = self.memory.objects.len() as u32 - 1;
        let start = ObjectId { thread: self.id(), index }.address();
        let operation = Operation::Write {
            cell: Cell { address: Address(start.0 + u64::from(offset)), size },
            value: Value::ZERO,
            kind: WriteKind::Store,
            ordering: Ordering::Plain,
            tags: self.tags(Tags::NONE),
        };
        self.progress = Progress::Zeroing { next: next + 1 };
        Err(Request::Visible { operation, grouped: self.in_open_block() })
    }

    /// Ends the time in which objects that others will touch are private, because a thread is
    /// created that may know of them: what they contain is what is there at first.
    fn publish_objects(&mut self) {
        if self.rare.starting.is_empty() {
            return;
        }
        let children = self.rare.children;
        let starting = std::mem::take(&mut Rc::make_mut(&mut self.rare).starting);
        let memory = Rc::make_mut(&mut self.memory);
        for index in starting {
            let Some(object) = memory.objects.get_mut(index as usize) else { continue };
            if let ObjectState::Private(bytes) = &object.state {
                object.initial = Some(Rc::clone(bytes));
                object.state = ObjectState::Shared;
                object.birth.children = children;
            }
        }
    }

    /// The size of the object that starts at an address; 0 for null.
    fn object_size(
        &self,
        context: &Context<'_>,
        objects: &dyn Objects,
        address: Address,
    ) -> Result<u64, Request> {
        match address.object() {
            _ if address.0 == 0 => Ok(0),
            Some((object, 0)) => match context.program.global_of(object) {
                Some(global) => Ok(context.program.global(global).size),
                None => match self.find_object(objects, object) {
                    Some(found) => Ok(found.size),
                    None => Err(invalid_pointer(address).into()),
                },
            },
            Some((_, offset)) => {
                let message = format!("resizing a pointer {offset} bytes into its object");
                Err(Failure::new(ViolationKind::InvalidFree, message).into())
            }
            None => Err(invalid_pointer(address).into()),
        }
    }

    /// S2 and S3 ([`safety::rules`]).
    fn free(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        (address, by): (Address, Deallocation),
    ) -> Result<(), Request> {
        if address.0 == 0 {
            return Ok(());
        }
        let by_name = by.function();
        let invalid =
            |what: String| Failure::new(ViolationKind::InvalidFree, format!("{by_name} of {what}"));
        let Some((object, offset)) = address.object() else {
            return Err(invalid_pointer(address).into());
        };
        if object.thread == ThreadId::GLOBALS {
            return Err(invalid("a global variable or function".to_owned()).into());
        }
        let own = object.thread == self.id();
        let Some(found) = self.find_object(objects, object) else {
            return Err(invalid_pointer(address).into());
        };
        if found.kind.is_local() {
            return Err(invalid(describe(context, found)).into());
        }
        if offset != 0 {
            return Err(invalid(format!("a pointer {offset} bytes into its object")).into());
        }
        if found.kind.deallocation() != Some(by) && found.state != ObjectState::Dead {
            let what = format!("memory that {} has allocated", found.kind.function());
            return Err(invalid(what).into());
        }
        self.check_unheld(object)?;
        match found.state {
            ObjectState::Shared | ObjectState::Returned => {
                let is_early = !own && !self.descends_from(object.thread, found.birth.children);
                if let (true, Allocation::Site(site), Some(_)) =
                    (is_early, found.allocation, &found.initial)
                {
                    // What the creator wrote while it was private need not happen before.
                    return Err(Request::Discovered(Discovery::Early(site)));
                }
                if let (true, Allocation::Site(site), AllocationKind::ZeroedHeap) =
                    (is_early, found.allocation, found.kind)
                    && context.knowledge.zeroed(site).is_empty()
                    && let Some(size) = [8, 4, 2, 1].into_iter().find(|size| *size <= found.size)
                {
                    // Nor need the zeros: one of them stands for all that nobody looks at.
                    let size = size as u8;
                    return Err(Request::Discovered(Discovery::Zeroed { site, offset: 0, size }));
                }
                Err(self.visible(Operation::Free { object }))
            }
            ObjectState::Private(_) if own => {
                let memory = Rc::make_mut(&mut self.memory);
                memory.objects[object.index as usize].state = ObjectState::Dead;
                self.have_effect();
                Ok(())
            }
            ObjectState::Dead if own => {
                Err(Failure::new(ViolationKind::DoubleFree, messages::DOUBLE_END).into())
            }
            ObjectState::Private(_) | ObjectState::Dead => {
                Err(Request::Discovered(context.knowledge.sharing(found.allocation)))
            }
        }
    }

    /// Ends the lives of the local variables among the objects from `first` on: one event for each
    /// that is shared, after which the instruction that ends them runs again until none is left.
    pub(crate) fn end_local_objects(
        &mut self,
        context: &Context<'_>,
        first: u32,
    ) -> Result<(), Request> {
        if first as usize >= self.memory.objects.len() {
            return Ok(());
        }
        let mut next = match self.progress {
            Progress::Returning { next } => next,
            _ => first,
        };
        self.progress = Progress::Fresh;
        while let Some(object) = self.object(next) {
            let ends = match &object.state {
                _ if !object.kind.is_local() => None,
                ObjectState::Dead | ObjectState::Returned => None,
                ObjectState::Private(_) => Some(ObjectState::Dead),
                ObjectState::Shared => Some(ObjectState::Returned),
            };
            if let Some(state) = ends {
                let visible = state == ObjectState::Returned;
                let is_counted = !context.program.is_thread_local(object.allocation);
                let size = if is_counted { object.size } else { 0 };
                let memory = Rc::make_mut(&mut self.memory);
                memory.objects[next as usize].state = state;
                memory.local_bytes -= size;
                memory.open.retain(|open| open.index != next);
                if visible {
                    let object = ObjectId { thread: self.id(), index: next };
                    let request = self.visible(Operation::Free { object });
                    self.progress = Progress::Returning { next: next + 1 };
                    return Err(request);
                }
            }
            next += 1;
        }
        Ok(())
    }

    /// Forgets the newest of the objects from `first` on, as far as they have ended and nobody can
    /// have a pointer to them, so that their indices can be given to others. They were private to
    /// the end: no event is about them.
    pub(crate) fn forget_objects(&mut self, context: &Context<'_>, first: u32) {
        let objects = &self.memory.objects;
        let is_forgotten = |object: &Object| {
            object.kind.is_local()
                && object.state == ObjectState::Dead
                && context.knowledge.is_confined(object.allocation)
        };
        let newest = objects.iter().skip(first as usize).rev();
        let count = newest.take_while(|object| is_forgotten(object)).count();
        if count > 0 {
            let length = objects.len() - count;
            Rc::make_mut(&mut self.memory).objects.truncate(length);
        }
    }
}
