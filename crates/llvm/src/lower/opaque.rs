//! Which parts of a variable are objects of the C library, and in which pieces are they copied?
//!
//! The runtime keeps the state of a mutex, a condition variable, a reader-writer lock, a semaphore
//! or a barrier in the first eight bytes, whatever members GNU's headers say there are. A copy that
//! went by these members would access the state in parts, which most engines do not take. So where
//! the type of a variable is known, these objects are found in it by the names of their types.

use super::Scope;
use crate::tree::{Type, TypeId};

/// An object of the C library in a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opaque {
    /// Where it begins and ends.
    pub(super) start: u64,
    pub(super) end: u64,
    is_mutex: bool,
}

/// What the types of such objects are called, but for mutexes.
const OTHERS: [&str; 4] =
    ["union.pthread_cond_t", "union.pthread_rwlock_t", "union.sem_t", "union.pthread_barrier_t"];
const MUTEX: &str = "union.pthread_mutex_t";
/// More elements of arrays than these are copied by the library's function anyway.
const MAX_ELEMENTS: u64 = 64;

impl Opaque {
    /// The offsets and sizes of its pieces. The state has eight bytes; the kind of a mutex has
    /// four, which its initialiser writes by themselves.
    pub(super) fn pieces(self, is_narrow: bool) -> Vec<(u64, u8)> {
        let (unit, kind) = if is_narrow { (4, 12) } else { (8, 16) };
        let mut pieces = vec![(self.start, 8)];
        let mut offset = self.start + 8;
        while offset + u64::from(unit) <= self.end {
            let has_kind = self.is_mutex && offset == self.start + kind;
            let size = if has_kind { 4 } else { unit };
            pieces.push((offset, size));
            if has_kind && !is_narrow {
                pieces.push((offset + 4, 4));
            }
            offset += u64::from(unit);
        }
        pieces
    }
}

impl Scope<'_> {
    /// Whether a type is that of mutexes.
    pub(super) fn is_mutex(&self, of: TypeId) -> bool {
        self.type_name(of) == Some(MUTEX)
    }

    fn type_name(&self, of: TypeId) -> Option<&str> {
        let Type::Named(named) = self.module.types.get(of) else { return None };
        let name = self.module.types.named[named.0 as usize].name?;
        Some(self.module.names.text(name))
    }

    /// The objects of the C library in a variable of a type, in the order of their offsets.
    pub(super) fn opaque_parts(&self, of: TypeId) -> Vec<Opaque> {
        let mut found = Vec::new();
        self.add_opaque_parts(of, 0, &mut found);
        found
    }

    fn add_opaque_parts(&self, of: TypeId, start: u64, found: &mut Vec<Opaque>) {
        let Some(layout) = self.layouts.get(of) else { return };
        let is_mutex = self.is_mutex(of);
        if is_mutex || self.type_name(of).is_some_and(|name| OTHERS.contains(&name)) {
            found.push(Opaque { start, end: start + layout.size, is_mutex });
            return;
        }
        let types = &self.module.types;
        let Some(resolved) = types.resolve(of) else { return };
        let of = types.get(resolved);
        if let Type::Struct { fields, .. } = of {
            for (index, field) in fields.iter().enumerate() {
                let Some(offset) = self.layouts.offset(resolved, index) else { return };
                self.add_opaque_parts(*field, start + offset, found);
            }
        } else if let Type::Array { length, element } = of
            && let Some(layout) = self.layouts.get(*element)
        {
            for index in 0..(*length).min(MAX_ELEMENTS) {
                let before = found.len();
                self.add_opaque_parts(*element, start + index * layout.size, found);
                if found.len() == before {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_and_the_kind_of_a_mutex_are_pieces() {
        let mutex = Opaque { start: 8, end: 48, is_mutex: true };
        assert_eq!(mutex.pieces(false), [(8, 8), (16, 8), (24, 4), (28, 4), (32, 8), (40, 8)]);
        let mutex = Opaque { start: 4, end: 28, is_mutex: true };
        assert_eq!(mutex.pieces(true), [(4, 8), (12, 4), (16, 4), (20, 4), (24, 4)]);
        let semaphore = Opaque { start: 0, end: 16, is_mutex: false };
        assert_eq!(semaphore.pieces(true), [(0, 8), (8, 4), (12, 4)]);
    }
}
