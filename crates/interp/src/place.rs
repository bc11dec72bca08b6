//! Where an address leads: to private memory, a constant or the engine's memory, or to an error.

use crate::access::parts;
use crate::memory::{Bytes, initial_bits};
use crate::thread::Thread;
use crate::{Context, Discovery, Failure, Object, ObjectState, Objects, Request};
use base::address::OBJECT_STRIDE;
use base::{Address, ObjectId, ThreadId, Value, ViolationKind};
use program::{Allocation, AllocationKind};
use std::rc::Rc;

/// Where an access goes.
pub(crate) enum Place {
    /// A private object of the thread, with the offset in it.
    Private { object: ObjectId, offset: u64 },
    /// A constant.
    Constant(Value),
    /// The engine's memory.
    Shared { grain: Option<u8> },
}

impl Thread {
    /// Finds out where an access goes and whether it may.
    pub(crate) fn locate(
        &self,
        context: &Context<'_>,
        objects: &dyn Objects,
        address: Address,
        size: u8,
        writes: bool,
    ) -> Result<Place, Request> {
        let Some((object, offset)) = address.object() else {
            return Err(invalid_pointer(address).into());
        };
        let verb = if writes { "write" } else { "read" };
        if let Some(global) = context.program.global_of(object) {
            let definition = context.program.global(global);
            check_bounds(definition.size, offset, size, verb, || format!("`{}`", definition.name))?;
            if definition.constant {
                if writes {
                    let message = format!("write to the constant `{}`", definition.name);
                    return Err(Failure::new(ViolationKind::WriteToConstant, message).into());
                }
                let bits = initial_bits(&definition.bytes, offset, size);
                return Ok(Place::Constant(Value::new(bits)));
            }
            let allocation = Allocation::Global(global);
            return if context.knowledge.is_shared(allocation) {
                Ok(Place::Shared { grain: grain(context, allocation, offset, size)? })
            } else if self.id() == ThreadId::MAIN {
                Ok(Place::Private { object, offset })
            } else {
                Err(Request::Discovered(Discovery::Shared(allocation)))
            };
        }
        let own = object.thread == self.id();
        let Some(found) = self.find_object(objects, object) else {
            // Just below the first object of a thread, or of the globals.
            let next = ObjectId { index: object.index + 1, ..object };
            let has_next = context.program.global_of(next).is_some()
                || self.find_object(objects, next).is_some();
            if has_next {
                check_below(0, offset, size, verb)?;
            }
            return Err(invalid_pointer(address).into());
        };
        check_bounds(found.size, offset, size, verb, || describe(context, found))?;
        match found.state {
            ObjectState::Shared | ObjectState::Returned => {
                let grain = grain(context, found.allocation, offset, size)?;
                if !own && !self.descends_from(object.thread, found.birth.children) {
                    check_early(context, found, address, size, grain)?;
                }
                Ok(Place::Shared { grain })
            }
            ObjectState::Private(_) if own => Ok(Place::Private { object, offset }),
            ObjectState::Dead if own => Err(dead_object(context, found, verb).into()),
            ObjectState::Private(_) | ObjectState::Dead => {
                Err(Request::Discovered(context.knowledge.sharing(found.allocation)))
            }
        }
    }

    /// Whether the thread is a child of `ancestor`, not one of its first `children`, or descends
    /// from such a child. Then everything that `ancestor` did until it had so many happens before
    /// what the thread does, whatever the model.
    pub(crate) fn descends_from(&self, ancestor: ThreadId, children: u32) -> bool {
        let parents = std::iter::successors(self.id().parent(), |(parent, _)| parent.parent());
        parents.into_iter().any(|(parent, index)| parent == ancestor && index >= children)
    }

    /// An object that this thread or another one has created.
    pub(crate) fn find_object<'a>(
        &'a self,
        objects: &'a dyn Objects,
        object: ObjectId,
    ) -> Option<&'a Object> {
        match object.index {
            0 => None,
            index if object.thread == self.id() => self.object(index),
            _ => objects.object(object),
        }
    }

    pub(crate) fn allocation_of(&self, context: &Context<'_>, object: ObjectId) -> Allocation {
        match context.program.global_of(object) {
            Some(global) => Allocation::Global(global),
            None => self.memory.objects[object.index as usize].allocation,
        }
    }

    pub(crate) fn read_private(
        &self,
        context: &Context<'_>,
        object: ObjectId,
        offset: u64,
        size: u8,
    ) -> Value {
        match context.program.global_of(object) {
            Some(global) => match &self.memory.globals[global.index()] {
                Some(bytes) => bytes.read(offset, size),
                None => {
                    let bytes = &context.program.global(global).bytes;
                    Value::new(initial_bits(bytes, offset, size))
                }
            },
            None => match &self.memory.objects[object.index as usize].state {
                ObjectState::Private(bytes) => bytes.read(offset, size),
                _ => unreachable!("located as private"),
            },
        }
    }

    pub(crate) fn write_private(
        &mut self,
        context: &Context<'_>,
        object: ObjectId,
        offset: u64,
        size: u8,
        value: Value,
    ) {
        let memory = Rc::make_mut(&mut self.memory);
        let bytes = match context.program.global_of(object) {
            Some(global) => memory.globals[global.index()].get_or_insert_with(|| {
                let definition = context.program.global(global);
                Rc::new(Bytes::initialised(&definition.bytes, definition.size))
            }),
            None => match &mut memory.objects[object.index as usize].state {
                ObjectState::Private(bytes) => bytes,
                _ => unreachable!("located as private"),
            },
        };
        Rc::make_mut(bytes).write(offset, size, value);
    }
}

/// At multiples of how many bytes an access is split, if at all.
#[inline(always)]
fn grain(
    context: &Context<'_>,
    allocation: Allocation,
    offset: u64,
    size: u8,
) -> Result<Option<u8>, Request> {
    let grain = context.knowledge.cuts(allocation).grain(offset, size);
    grain.map_err(|cut| Request::Discovered(Discovery::Split { allocation, cut }))
}

/// An access by a thread that was there when the object came into being, or was no longer private:
/// what the creator did to it until then has to be events, but for the initial value of a
/// thread-local variable. Its own writes, if it was thought to start as private; and that it is
/// zero, if it was allocated so.
fn check_early(
    context: &Context<'_>,
    object: &Object,
    address: Address,
    size: u8,
    grain: Option<u8>,
) -> Result<(), Request> {
    let Allocation::Site(site) = object.allocation else { return Ok(()) };
    if context.program.is_thread_local(object.allocation) {
        return Ok(());
    }
    if object.initial.is_some() {
        return Err(Request::Discovered(Discovery::Early(site)));
    }
    if object.kind != AllocationKind::ZeroedHeap {
        return Ok(());
    }
    let Some((_, offset)) = address.object() else { return Ok(()) };
    for (start, size) in parts(address, size, grain) {
        let offset = offset as u32 + u32::from(start);
        if !context.knowledge.is_zeroed(site, offset, size) {
            return Err(Request::Discovered(Discovery::Zeroed { site, offset, size }));
        }
    }
    Ok(())
}

/// S4 ([`safety::rules`]): an access must be inside of its object.
fn check_bounds(
    object: u64,
    offset: u64,
    size: u8,
    verb: &str,
    name: impl FnOnce() -> String,
) -> Result<(), Request> {
    if offset + u64::from(size) <= object {
        return Ok(());
    }
    check_below(object, offset, size, verb)?;
    let name = name();
    let message =
        format!("{verb} of {size} bytes at offset {offset} of {name}, which has {object} bytes");
    Err(Failure::new(ViolationKind::OutOfBounds, message).into())
}

/// An access so far up in the room of an object that it was meant for the next one is below that.
fn check_below(object: u64, offset: u64, size: u8, verb: &str) -> Result<(), Request> {
    let below = OBJECT_STRIDE - offset;
    if below >= OBJECT_STRIDE / 2 || offset < object {
        return Ok(());
    }
    let message = format!("{verb} of {size} bytes, {below} bytes before the start of an object");
    Err(Failure::new(ViolationKind::OutOfBounds, message).into())
}

pub(crate) fn invalid_pointer(address: Address) -> Failure {
    if address.is_near_null() {
        let what = if address.0 == 0 { "null".to_owned() } else { format!("{address:?}") };
        Failure::new(ViolationKind::NullPointer, format!("access through a null pointer ({what})"))
    } else {
        let message = format!("access through a pointer to no object ({address:?})");
        Failure::new(ViolationKind::InvalidPointer, message)
    }
}

pub(crate) fn describe(context: &Context<'_>, object: &Object) -> String {
    let name = match object.allocation {
        Allocation::Global(global) => &context.program.global(global).name,
        Allocation::Site(site) => &context.program.sites[site.index()].name,
    };
    match object.kind {
        AllocationKind::Stack if is_thread_local(context, object) => {
            format!("the thread-local variable `{name}`")
        }
        kind if kind.is_local() && name.is_empty() => "a local variable".to_owned(),
        kind if kind.is_local() => format!("the local variable `{name}`"),
        _ => "allocated memory".to_owned(),
    }
}

fn is_thread_local(context: &Context<'_>, object: &Object) -> bool {
    context.program.is_thread_local(object.allocation)
}

/// S6 ([`safety::rules`]): what is wrong with touching an object of which nothing says that it is
/// there already.
pub fn unordered_object(context: &Context<'_>, object: &Object, verb: &str) -> Failure {
    let name = describe(context, object);
    let birth = match object.kind {
        AllocationKind::Stack if is_thread_local(context, object) => "the start of its thread",
        AllocationKind::Stack => "the call of its function",
        AllocationKind::Block => "the start of its block",
        AllocationKind::Heap
        | AllocationKind::ZeroedHeap
        | AllocationKind::New
        | AllocationKind::NewArray => "its allocation",
    };
    let message = format!("{verb} of {name}, and {birth} does not happen before that");
    Failure::new(ViolationKind::UnorderedAllocation, message)
}

/// What is wrong with touching an object if nothing says that its life ends later.
pub fn unended_object(context: &Context<'_>, object: &Object, verb: &str) -> Failure {
    let Failure { kind, .. } = dead_object(context, object, verb);
    let name = describe(context, object);
    let end = match object.kind {
        AllocationKind::Stack if is_thread_local(context, object) => "the end of its thread",
        AllocationKind::Stack => "the return of its function",
        AllocationKind::Block => "the end of its block",
        AllocationKind::Heap | AllocationKind::ZeroedHeap => "its free",
        AllocationKind::New | AllocationKind::NewArray => "its delete",
    };
    Failure::new(kind, format!("{verb} of {name}, and that does not happen before {end}"))
}

/// S1 ([`safety::rules`]): what is wrong with touching an object after the end of its life.
pub fn dead_object(context: &Context<'_>, object: &Object, verb: &str) -> Failure {
    let (kind, end) = match object.kind {
        AllocationKind::Stack if is_thread_local(context, object) => {
            (ViolationKind::UseAfterReturn, "its thread ended")
        }
        AllocationKind::Stack => (ViolationKind::UseAfterReturn, "its function returned"),
        AllocationKind::Block => (ViolationKind::UseAfterScope, "its block was left"),
        AllocationKind::Heap | AllocationKind::ZeroedHeap => {
            (ViolationKind::UseAfterFree, "its free")
        }
        AllocationKind::New | AllocationKind::NewArray => {
            (ViolationKind::UseAfterFree, "its delete")
        }
    };
    let what = match object.kind.is_local() {
        true => describe(context, object),
        false => "memory".to_owned(),
    };
    Failure::new(kind, format!("{verb} of {what} after {end}"))
}
