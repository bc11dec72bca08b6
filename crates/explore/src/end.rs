//! Why a part of an exploration ended.

use answer::Stop;
use interp::Discovery;

/// Why a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The task is done.
    Complete,
    /// A violation was found and none but the first is wanted.
    Violated,
    Stopped(Stop),
    /// A loop goes on and on, and that is not wanted.
    Endless,
    /// The run rests on a wrong guess.
    Discovered(Discovery),
    /// An earlier part of the tree has made this one worthless.
    Cancelled,
}
