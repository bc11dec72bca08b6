//! Parts of the tree of choices.

/// A part of the tree: below the node at the end of the path, the choices of the range.
#[derive(Clone, Default, Debug)]
pub(crate) struct Task {
    /// The choices at the nodes that have several.
    pub(crate) path: Vec<u32>,
    /// Which choices of the node at the end belong to the task; the whole node if `None`.
    pub(crate) range: Option<(u32, u32)>,
}

impl Task {
    /// Where the task starts: tasks in the order of these are in the order of the walk.
    pub(crate) fn start(&self) -> Vec<u32> {
        let first = self.range.map(|(first, _)| first);
        self.path.iter().copied().chain(first).collect()
    }
}

/// The other workers.
pub(crate) trait Others {
    /// Whether one of them has nothing to do.
    fn are_idle(&self) -> bool;
    /// Gives them a part of the current task.
    fn take(&self, task: Task);
    /// Whether they have found something before the task that ends the exploration.
    fn have_no_use_for(&self, task: &Task) -> bool;
}

/// There are no others.
pub(crate) struct Alone;

impl Others for Alone {
    fn are_idle(&self) -> bool {
        false
    }

    fn take(&self, _task: Task) {
        unreachable!("nobody asked for a task");
    }

    fn have_no_use_for(&self, _task: &Task) -> bool {
        false
    }
}
