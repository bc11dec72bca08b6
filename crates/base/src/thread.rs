//! Thread names that mean the same thread in every execution.
//!
//! A thread is named by the path of creations that leads to it: the `k`-th thread created by main,
//! the `j`-th thread created by that one, and so on. The path is packed into 24 bits, eight for
//! each level, so that a name is a function of (creating thread, index) alone and never of the
//! order in which an exploration happened to meet the threads. Main is 0, its children 1 to 254
//! (255 is the owner of globals, see [`crate::address`]), the children of thread `c` are
//! `256 c + 1` to `256 c + 255`.

use std::fmt;

/// A thread, named by its path of creations. The numeric order is the scheduling order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(u32);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);
    /// Threads of this generation create no others.
    pub const LAST_GENERATION: u32 = 3;
    /// Not a thread that runs: the owner of global variables and functions in addresses.
    pub const GLOBALS: ThreadId = ThreadId(255);

    /// The name of the `index`-th thread that this one creates (from 0); `None` if the path no
    /// longer fits, which callers report as a limit.
    pub fn child(self, index: u32) -> Option<ThreadId> {
        let digit = index.checked_add(1)?;
        if self == ThreadId::MAIN {
            (digit < 255).then_some(ThreadId(digit))
        } else {
            (digit <= 255 && self.0 < 1 << 16).then_some(ThreadId((self.0 << 8) | digit))
        }
    }

    /// How many creations lead to this thread: 0 for main.
    pub fn generation(self) -> u32 {
        self.parent().map_or(0, |(parent, _)| parent.generation() + 1)
    }

    /// The thread that created this one, and which of its children this is.
    pub fn parent(self) -> Option<(ThreadId, u32)> {
        match self.0 {
            0 => None,
            code if code < 256 => Some((ThreadId::MAIN, code - 1)),
            code => Some((ThreadId(code >> 8), (code & 0xff) - 1)),
        }
    }

    /// The packed path.
    pub fn code(self) -> u32 {
        self.0
    }

    /// The thread with this packed path, if it is one.
    pub fn from_code(code: u32) -> Option<ThreadId> {
        let digits_are_valid = match code {
            0..256 => true,
            256..0x1_0000 => code & 0xff != 0 && code >> 8 != 255,
            0x1_0000..0x100_0000 => {
                code & 0xff != 0 && (code >> 8) & 0xff != 0 && code >> 16 != 255
            }
            _ => false,
        };
        digits_are_valid.then_some(ThreadId(code))
    }
}

impl fmt::Display for ThreadId {
    /// `main`, `t1`, `t2`, and `t2.1` for the first thread that `t2` creates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parent() {
            None => f.write_str("main"),
            Some((ThreadId::MAIN, index)) => write!(f, "t{}", index + 1),
            Some((parent, index)) => write!(f, "{parent}.{}", index + 1),
        }
    }
}

impl fmt::Debug for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_path_of_creations() {
        let second = ThreadId::MAIN.child(1).unwrap();
        let nested = second.child(0).unwrap();
        assert_eq!(second.to_string(), "t2");
        assert_eq!(nested.to_string(), "t2.1");
        assert_eq!(nested.parent(), Some((second, 0)));
        assert_eq!((second.generation(), nested.generation()), (1, 2));
        assert_eq!(nested.child(0).unwrap().generation(), ThreadId::LAST_GENERATION);
        assert_eq!(nested.child(0).unwrap().child(0), None);
        assert_eq!(ThreadId::from_code(nested.code()), Some(nested));
    }

    #[test]
    fn paths_that_do_not_fit_have_no_name() {
        assert_eq!(ThreadId::MAIN.child(254), None);
        assert_eq!(ThreadId::MAIN.child(253).unwrap().code(), 254);
        let deep = ThreadId::MAIN.child(0).unwrap().child(0).unwrap().child(0).unwrap();
        assert_eq!(deep.child(0), None);
        assert_eq!(ThreadId::from_code(0x100), None);
        assert_eq!(ThreadId::from_code(u32::MAX), None);
    }
}
