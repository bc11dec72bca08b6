//! What to explore because of a race.

use super::buffering::Buffering;
use super::machine::Machine;
use super::node::Nodes;
use super::sequence::Item;

/// A way to reverse races. It works on every machine.
pub trait Strategy {
    /// The name of the engine.
    const NAME: &'static str;

    /// Whether races are reversed as soon as they appear, and not when the execution has ended.
    const IS_EAGER: bool;

    /// Sees to it that a sequence of steps is explored from a node, unless something that covers it
    /// is.
    #[doc(hidden)]
    fn plan<B: Buffering>(step: Planning<'_, '_, B>);
}

/// A sequence that reverses a race, and where it starts.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "it holds the whole exploration")]
pub struct Planning<'a, 'p, B> {
    pub(super) machine: &'a Machine<'p, B>,
    pub(super) nodes: &'a mut Nodes,
    pub(super) node: u32,
    pub(super) sequence: &'a mut Vec<Item>,
}
