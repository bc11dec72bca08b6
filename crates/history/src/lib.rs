//! Consistency of (X, rf): can a machine have done this, if reads have read that?
//!
//! A [`History`] has the events of each thread and the source of each read. Each procedure returns
//! a witness, which is a total order of the machine's steps that [`replay`] accepts, or the reason
//! why there is none. No program, no interpreter and no exploration is needed.
//!
//! | file | question | method | complete |
//! |---|---|---|---|
//! | `saturation` | what has to come before what? | R1 and R2 on vector clocks (`rf-sc` §5.1, §7; closure, `rf-tso-pso` §4.3) | refutes only; complete for two threads |
//! | `guided` | is there a witness like that one? | Algorithm 2 of `rf-sc` | finds only |
//! | `memory_writes` | is there one at all? SC, TSO, and PSO with store order | Algorithm 3 of `rf-sc`, VerifyTSO (`rf-tso-pso` §4.1) | yes |
//! | `verify_pso` | is there one under PSO? | VerifyPSO (`rf-tso-pso` §4.2) | yes |
//! | `check` | all of these, one after the other | GETWITNESS (`rf-sc` §5) | yes |
//! | `naive` | is there one? | all states of the machine | yes: the reference |
//!
//! `event`, `history` and `answer` are the data; `machine` is what everything is about; `order` is
//! the partial order of its steps, and `prefix`, `trail` and `attempt` are what the searches have
//! in common.
//!
//! Not covered: atomic blocks of several accesses, and accesses that overlap in part.

mod answer;
mod attempt;
mod check;
mod event;
pub mod guided;
mod history;
pub mod machine;
pub mod memory_writes;
pub mod naive;
mod order;
mod prefix;
mod saturation;
mod trail;
pub mod verify_pso;

pub use answer::{Answer, Link, Reason, Why};
pub use check::{check, conclude};
pub use event::{Event, EventId, Fence, Location, Source, Thread};
pub use history::{History, Malformed};
pub use machine::{Model, Move, replay};
pub use order::Order;
pub use saturation::Saturation;
