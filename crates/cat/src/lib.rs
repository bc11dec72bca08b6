//! The language cat: which executions does a memory model allow, when the model is a file?
//!
//! In reading order:
//!
//! 1. `lexer`, [`parser`], [`syntax`], and `print` back: the language, after herd's manual.
//! 2. `compile`: one evaluator of expressions, in two phases. It runs a model in the world of the
//!    `builder`, in which a relation is the instruction that computes it, so that functions, files
//!    and conditions are gone afterwards; `recursion` says which recursive definitions have a
//!    meaning, `schedule` puts instructions in order. The result is a flat [`program`].
//! 3. [`Domain`]: the operators, as a trait. [`evaluate()`] runs a program in any domain;
//!    [`Concrete`] is that of the relations of one execution, and [`judge()`] performs the checks
//!    there.
//! 4. `interpret`: what cannot be flat, because it looks into sets of events (`with … from`
//!    functions over sets), stays a tree and is evaluated by the same evaluator when there is an
//!    execution.
//!
//! Deviations from herd: recursion that is not monotone is an error (but see `recursion`); a file
//! that includes itself is an error; `try` catches names that are not there, and no other error.
//! Not supported, and refused by name: `forall` over sets of events, checks of what looks into
//! sets, relations and functions that are defined by each other.
//!
//! ```
//! use cat::{File, LibraryOnly, Options, Vocabulary, compile};
//!
//! let text = "SC include \"cos.cat\" acyclic po | rf | fr | co as sc"; let vocabulary =
//! Vocabulary::basic(); let options = Options { vocabulary: &vocabulary, variants: &[], loader:
//! &LibraryOnly }; let program = compile(vec![File { path: "sc.cat".into(), text: text.into() }],
//! &options).unwrap(); assert_eq!(program.choices.len(), 1);
//! assert_eq!(program.checks.last().unwrap().name.as_deref(), Some("sc"));
//! ```

mod builder;
mod bundled;
mod compile;
mod concrete;
mod domain;
pub mod error;
mod evaluate;
mod interpret;
mod judge;
mod lexer;
mod library;
mod listing;
mod names;
mod orders;
pub mod parser;
mod polarity;
mod print;
pub mod program;
mod recursion;
mod schedule;
mod search;
mod similar;
pub mod source;
mod stages;
pub mod syntax;

pub use bundled::{bundled_model, bundled_model_with_blocks, bundled_name, bundled_names};
pub use compile::{Failure, Options, Vocabulary, compile};
pub use concrete::Concrete;
pub use domain::{Boolean, Domain};
pub use error::{Error, ErrorKind};
pub use evaluate::{Datum, DatumOf, Given, Valuation, compute, evaluate, rounds};
pub use interpret::Interpreted;
pub use judge::{Judgement, Violation, Witness, judge, perform};
pub use library::{LibraryOnly, Loader, library_file, library_names};
pub use names::machine_names;
pub use orders::{is_linear_order, linear_orders};
pub use parser::parse;
pub use polarity::Polarity;
pub use program::{Program, Slot};
pub use search::SearchPath;
pub use similar::nearest;
pub use source::{File, FileId, Sources, Span};
pub use stages::Staged;
