//! What a thread did wrong, as a value.

use crate::Request;
use base::ViolationKind;

/// A violation that one thread commits by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub kind: ViolationKind,
    /// One line for people.
    pub message: String,
}

impl Failure {
    pub fn new(kind: ViolationKind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into() }
    }
}

impl From<Failure> for Request {
    fn from(failure: Failure) -> Request {
        Request::Failed(Box::new(failure))
    }
}
