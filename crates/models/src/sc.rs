//! Sequential consistency: one interleaving explains everything.
//!
//! ```text
//! let ppo = po
//! ```

use crate::global::{Global, Preserved};
use execution::Label;

/// Sequential consistency, following a graph.
pub type Sc = Global<ProgramOrder>;

/// All of program order.
#[derive(Clone, Copy, Default, Debug)]
pub struct ProgramOrder;

impl Preserved for ProgramOrder {
    const NAME: &'static str = "sc";

    fn keeps(_first: &Label, _second: &Label) -> bool {
        true
    }

    fn settles(_first: &Label, _second: &Label) -> bool {
        true
    }

    fn publishes(_label: &Label) -> bool {
        true
    }
}
