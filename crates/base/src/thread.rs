//! Thread names that mean the same thread in every execution.
//!
//! A thread is named by the path of creations that leads to it: the `k`-th thread created by main,
//! the `j`-th thread created by that one, and so on. The path is packed into 24 bits, so that a
//! name is a function of (creating thread, index) alone and never of the order in which an
//! exploration happened to meet the threads. Each step of the path is a digit from 1 on, with a
//! place of its own:
//!
//! ```text
//!  0..8    which child of main, 1 to 254 (255 is the owner of globals, see [`crate::address`])
//!  8..14   which child of that one, 1 to 63
//! 14..18   the next, 1 to 15
//! 18..21   and 1 to 7
//! 21..24   and 1 to 7
//! ```
//!
//! Zero is where the path has ended: main is 0.

use std::fmt;

/// A thread, named by its path of creations. The numeric order is the scheduling order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(u32);

/// Where the digits of a path are, and how many bits they have.
const DIGITS: [(u32, u32); 5] = [(0, 8), (8, 6), (14, 4), (18, 3), (21, 3)];
/// How many bits they have together.
const BITS: u32 = 24;

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);
    /// Threads of this generation create no others.
    pub const LAST_GENERATION: u32 = DIGITS.len() as u32;
    /// Not a thread that runs: the owner of global variables and functions in addresses.
    pub const GLOBALS: ThreadId = ThreadId(255);

    /// The name of the `index`-th thread that this one creates (from 0); `None` if the path no
    /// longer fits, which callers report as a limit.
    pub fn child(self, index: u32) -> Option<ThreadId> {
        let (place, width) = *DIGITS.get(self.generation() as usize)?;
        let digit = index.checked_add(1).filter(|digit| *digit < 1 << width)?;
        let child = ThreadId(self.0 | digit << place);
        (child != ThreadId::GLOBALS).then_some(child)
    }

    /// How many creations lead to this thread: 0 for main.
    pub fn generation(self) -> u32 {
        DIGITS.iter().take_while(|(place, _)| self.0 >> place != 0).count() as u32
    }

    /// The thread that created this one, and which of its children this is.
    pub fn parent(self) -> Option<(ThreadId, u32)> {
        let (place, _) = DIGITS[self.generation().checked_sub(1)? as usize];
        Some((ThreadId(self.0 & ((1 << place) - 1)), (self.0 >> place) - 1))
    }

    /// The packed path.
    pub fn code(self) -> u32 {
        self.0
    }

    /// The thread with this packed path, if it is one.
    pub fn from_code(code: u32) -> Option<ThreadId> {
        let generation = ThreadId(code).generation() as usize;
        let digit = |(place, width): &(u32, u32)| code >> place & ((1 << width) - 1);
        let digits_are_valid = code >> BITS == 0
            && DIGITS[..generation].iter().all(|each| digit(each) != 0)
            && (code == ThreadId::GLOBALS.0 || digit(&DIGITS[0]) != ThreadId::GLOBALS.0);
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
        assert_eq!(ThreadId::from_code(nested.code()), Some(nested));
        let mut thread = ThreadId::MAIN;
        for (generation, index) in [(1, 253), (2, 62), (3, 14), (4, 6), (5, 6)] {
            assert_eq!(thread.child(index + 1), None);
            let child = thread.child(index).unwrap();
            assert_eq!((child.generation(), child.parent()), (generation, Some((thread, index))));
            assert_eq!(ThreadId::from_code(child.code()), Some(child));
            thread = child;
        }
        assert_eq!((thread.child(0), thread.generation()), (None, ThreadId::LAST_GENERATION));
    }

    #[test]
    fn codes_are_names_or_nothing() {
        let found = (0..1 << BITS).filter_map(ThreadId::from_code);
        let threads = 1 + 254 * (1 + 63 * (1 + 15 * (1 + 7 * (1 + 7))));
        assert_eq!(found.filter(|thread| *thread != ThreadId::GLOBALS).count(), threads);
        for thread in (0..1 << 15).filter_map(ThreadId::from_code) {
            if thread != ThreadId::GLOBALS
                && let Some((parent, index)) = thread.parent()
            {
                assert_eq!(parent.child(index), Some(thread));
            }
        }
        assert_eq!(ThreadId::from_code(0x100), None);
        assert_eq!(ThreadId::from_code(u32::MAX), None);
    }
}
