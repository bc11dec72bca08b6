//! Local variables of blocks: when do they go without a trace?
//!
//! The life of such a variable begins and ends while its function runs, perhaps in each iteration
//! of a loop. If nothing computed from its address is left when it ends
//! ([`program::flow::escape`]), its index can be given to the next one. If besides all changes
//! since it began were in the variable itself, the thread is as it was before: its last effect is
//! the one of then. Otherwise no loop would wait that gives the address of such a variable to a
//! function, as `nanosleep` gets one.

use crate::thread::Thread;
use crate::{Context, Object, ObjectState, Operation, Request};
use base::ObjectId;
use program::AllocationKind;
use std::rc::Rc;

/// A variable of a block that is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) index: u32,
    /// The thread's last effect when the variable began.
    effect: u64,
    /// How many changes there had been that have not gone since.
    before: u64,
    /// How many changes there have been in the variable, its beginning included.
    inside: u64,
}

impl Thread {
    /// How many changes have not gone with a variable.
    fn lasting_changes(&self) -> u64 {
        self.changes - self.memory.gone
    }

    /// Notes that an object is created, which is the next change.
    pub(crate) fn open_block(&mut self, kind: AllocationKind, index: u32) {
        if kind == AllocationKind::Block {
            let (effect, before) = (self.effects, self.lasting_changes());
            let open = Open { index, effect, before, inside: 1 };
            Rc::make_mut(&mut self.memory).open.push(open);
        }
    }

    /// Notes that the last so many changes were in one of the thread's private objects.
    #[inline]
    pub(crate) fn have_changed_inside(&mut self, object: ObjectId, changes: u64) {
        if self.memory.open.is_empty() || object.thread != self.id() {
            return;
        }
        let open = &mut Rc::make_mut(&mut self.memory).open;
        let inside = open.iter_mut().filter(|open| open.index == object.index);
        inside.for_each(|open| open.inside += changes);
    }

    /// Ends the life of a variable of a block. One whose life has ended already is left alone.
    pub(crate) fn leave_block(
        &mut self,
        context: &Context<'_>,
        object: ObjectId,
    ) -> Result<(), Request> {
        let ended = match self.object(object.index).map(|found| &found.state) {
            Some(ObjectState::Private(_)) => ObjectState::Dead,
            Some(ObjectState::Shared) => ObjectState::Returned,
            Some(ObjectState::Dead | ObjectState::Returned) | None => return Ok(()),
        };
        let memory = Rc::make_mut(&mut self.memory);
        let found = &mut memory.objects[object.index as usize];
        memory.local_bytes -= found.size;
        found.state = ended;
        if found.state == ObjectState::Returned {
            memory.open.retain(|open| open.index != object.index);
            return Err(self.visible(Operation::Free { object }));
        }
        self.forget_block(context);
        Ok(())
    }

    /// Forgets the newest objects, as far as they are variables of blocks that were left and
    /// nothing computed from their addresses is there.
    fn forget_block(&mut self, context: &Context<'_>) {
        let is_forgotten = |object: &Object| {
            object.kind == AllocationKind::Block
                && object.state == ObjectState::Dead
                && context.knowledge.is_confined_to_block(object.allocation)
        };
        while self.memory.objects.last().is_some_and(is_forgotten) {
            let lasting = self.lasting_changes();
            let memory = Rc::make_mut(&mut self.memory);
            memory.objects.pop();
            let index = memory.objects.len() as u32;
            let Some(place) = memory.open.iter().rposition(|open| open.index == index) else {
                continue;
            };
            let open = memory.open.remove(place);
            if lasting - open.before == open.inside {
                memory.gone += open.inside;
                memory.last = None;
                self.effects = open.effect;
            }
        }
    }
}
