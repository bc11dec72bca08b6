//! Where is a thread? At which line, and in which loop: for people who wonder what takes so long.

use crate::{SourcePosition, ThreadId};

/// Where a thread was when somebody looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whereabouts {
    pub thread: ThreadId,
    /// The innermost call that has a position.
    pub position: Option<SourcePosition>,
    /// The innermost loop that is running, in the innermost call that is in one and whose loop has
    /// a position: where the loop starts.
    pub in_loop: Option<SourcePosition>,
}
