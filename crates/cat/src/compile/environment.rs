//! What do names mean? Bindings, the latest first; functions keep those that they were made with.

use crate::syntax::Name;
use std::sync::Arc;

/// A list of bindings that shares its tail with others.
#[derive(Debug)]
pub(crate) struct Environment<V>(Option<Arc<Frame<V>>>);

#[derive(Debug)]
struct Frame<V> {
    name: Name,
    value: V,
    rest: Environment<V>,
}

impl<V> Environment<V> {
    pub(crate) fn new() -> Environment<V> {
        Environment(None)
    }

    /// The same with one more binding, which hides others of the name.
    pub(crate) fn with(&self, name: Name, value: V) -> Environment<V> {
        Environment(Some(Arc::new(Frame { name, value, rest: self.clone() })))
    }

    pub(crate) fn find(&self, name: &str) -> Option<&V> {
        self.iter().find(|(bound, _)| ***bound == *name).map(|(_, value)| value)
    }

    /// All bindings, also hidden ones.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Name, &V)> {
        let first = self.0.as_deref();
        std::iter::successors(first, |frame| frame.rest.0.as_deref())
            .map(|frame| (&frame.name, &frame.value))
    }
}

impl<V> Clone for Environment<V> {
    fn clone(&self) -> Environment<V> {
        Environment(self.0.clone())
    }
}

impl<V> Drop for Environment<V> {
    /// Frame by frame: a long list would not fit on the stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut frame) = next.and_then(Arc::into_inner) {
            next = frame.rest.0.take();
        }
    }
}
