//! Happens-before of a trace: for each event, the set of those before it.
//!
//! `chronological-traces` App. B has a vector clock for each event, "a set of observed events" with
//! a number for each real or auxiliary thread. Under PSO there is an auxiliary thread for each
//! thread and location, so the clocks would be longer than most traces. Here the set is a row of
//! bits, one for each event of the trace: joining is the same operation, word by word, and asking
//! for one event is looking at one bit.

/// The rows of a trace, as a stack.
#[derive(Clone, Default, Debug)]
pub(super) struct HappensBefore {
    /// How many words a row has.
    width: usize,
    words: Vec<u64>,
    len: usize,
}

impl HappensBefore {
    /// Adds an event with nothing before it.
    pub(super) fn push(&mut self) -> usize {
        let event = self.len;
        if event >= self.width * 64 {
            self.widen();
        }
        self.len += 1;
        self.words.resize(self.len * self.width, 0);
        event
    }

    fn widen(&mut self) {
        let width = (self.width * 2).max(1);
        let mut words = vec![0; self.len * width];
        for event in 0..self.len {
            words[event * width..][..self.width]
                .copy_from_slice(&self.words[event * self.width..][..self.width]);
        }
        self.words = words;
        self.width = width;
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.len = len;
        self.words.truncate(len * self.width);
    }

    /// Puts an event, and all before it, before the last one.
    pub(super) fn add(&mut self, before: u32) {
        let last = (self.len - 1) * self.width;
        let start = before as usize * self.width;
        let (earlier, row) = self.words.split_at_mut(last);
        for (word, other) in row.iter_mut().zip(&earlier[start..start + self.width]) {
            *word |= other;
        }
        row[before as usize / 64] |= 1 << (before % 64);
    }

    /// Whether the first event happens before the second.
    pub(super) fn has(&self, first: u32, second: u32) -> bool {
        let row = second as usize * self.width;
        self.words[row + first as usize / 64] >> (first % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_transitive_and_grow() {
        let mut order = HappensBefore::default();
        for event in 0..200u32 {
            order.push();
            if event >= 2 {
                order.add(event - 2);
            }
        }
        for second in 0..200 {
            for first in 0..200 {
                let expected = first < second && first % 2 == second % 2;
                assert_eq!(order.has(first, second), expected, "{first} {second}");
            }
        }
        order.truncate(3);
        order.push();
        assert!(!order.has(1, 3));
    }
}
