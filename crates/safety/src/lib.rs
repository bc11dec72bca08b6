//! What is wrong with an execution? The rules of safety, each written once as a formula over a
//! finished execution, and a judge that decides an execution by the formulas alone.
//!
//! [`rules`] has the formulas with their numbers, S1 to S14; engines cite the numbers where they
//! check the same as an execution grows. [`finished`] is an execution as the formulas see it: what
//! happened, how threads stand, which objects there were. [`judge`](mod@judge) evaluates the
//! formulas from scratch, each in a file of its own. It knows no engine, no interpreter and no
//! model: the order that a model gives to events is handed to it as a relation ([`Orders`]).

pub mod finished;
pub mod judge;
pub mod rules;

pub use finished::{Event, Finished, Object, Status, Storage, Thread};
pub use judge::{Asked, Finding, Judgement, Orders, judge};
pub use rules::Rule;
