//! The vocabulary every other crate speaks: addresses, orders, tags, source positions, verdicts.
//!
//! Nothing here knows a program, a memory model or an engine.

pub mod address;
pub mod diagnostic;
pub mod memory;
pub mod source;
pub mod tags;
pub mod thread;
pub mod value;
pub mod verdict;
pub mod whereabouts;

pub use address::{Address, ObjectId};
pub use diagnostic::Diagnostic;
pub use memory::Ordering;
pub use source::{SourceId, SourcePosition};
pub use tags::{Tag, TagSet, Tags};
pub use thread::ThreadId;
pub use value::Value;
pub use verdict::{Verdict, ViolationKind};
pub use whereabouts::Whereabouts;
