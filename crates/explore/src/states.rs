//! A stack of thread states that reuses its memory.

use interp::Thread;

/// A state on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StateId(pub(crate) u32);

/// Thread states, the newest on top. States above the top keep their memory for the next ones.
#[derive(Default, Debug)]
#[expect(clippy::vec_box, reason = "states are moved in and out of the stack at every event")]
pub(crate) struct States {
    states: Vec<Box<Thread>>,
    top: usize,
}

impl States {
    pub(crate) fn get(&self, id: StateId) -> &Thread {
        &self.states[id.0 as usize]
    }

    pub(crate) fn top(&self) -> u32 {
        self.top as u32
    }

    /// Drops the states from `top` on.
    pub(crate) fn truncate(&mut self, top: u32) {
        self.top = top as usize;
    }

    /// A copy of a state, outside of the stack, to be changed and then pushed.
    pub(crate) fn copy(&mut self, id: StateId) -> Box<Thread> {
        if self.top < self.states.len() {
            let mut copy = self.states.swap_remove(self.top);
            (*copy).clone_from(&self.states[id.0 as usize]);
            copy
        } else {
            self.states[id.0 as usize].clone()
        }
    }

    pub(crate) fn push(&mut self, state: Box<Thread>) -> StateId {
        self.states.push(state);
        let last = self.states.len() - 1;
        self.states.swap(self.top, last);
        self.top += 1;
        StateId(self.top as u32 - 1)
    }
}
