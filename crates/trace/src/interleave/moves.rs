//! The steps that Algorithm 2 can take at a position: who writes what somebody waits for, and which
//! of those who wait read it.

use super::{Access, Advance, NextRead, Search, Timed};
use crate::operation::ValueId;
use std::cmp::Reverse;

/// How many threads that wait for the same value are chosen from.
const MOST_READERS: usize = 8;

impl Search<'_> {
    /// The move that is tried before all others are looked for: what is read by then is read.
    pub(super) fn first_move(&self, reads: &[NextRead]) -> Option<Advance> {
        let mut best: Option<Advance> = None;
        self.each_writer(reads, |taken, able, advance| {
            let time = |read: &NextRead| self.time(read.thread, read.end);
            let earliest = taken.iter().chain(able).map(time).min().unwrap_or(0);
            let until = earliest.max(self.time(advance.writer, advance.end));
            let mut next = advance;
            next.readers = taken.to_vec();
            next.readers.extend(able.iter().filter(|read| time(read) <= until));
            let is_better = |best: &Advance| self.likelihood(&next) < self.likelihood(best);
            if self.is_of_use(&next) && best.as_ref().is_none_or(is_better) {
                best = Some(next);
            }
            Some(())
        });
        best
    }

    /// All moves, the best last; `None` if there are too many.
    pub(super) fn moves(&self, reads: &[NextRead]) -> Option<Vec<Advance>> {
        let mut moves = Vec::new();
        self.each_writer(reads, |taken, able, advance| {
            if able.len() > MOST_READERS {
                return None;
            }
            for set in 0..1_u32 << able.len() {
                let chosen = able.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
                let mut next = advance.clone();
                next.readers = taken.to_vec();
                next.readers.extend(chosen.map(|(_, read)| *read));
                if self.is_of_use(&next) {
                    moves.push(next);
                }
            }
            Some(())
        })?;
        moves.sort_by_cached_key(|next| Reverse(self.likelihood(next)));
        Some(moves)
    }

    /// Every write that some thread waits for and another can get to: with the reads that follow it
    /// in any case, since no write of their thread comes before them, those that may, and the move
    /// without readers.
    fn each_writer(
        &self,
        reads: &[NextRead],
        mut each: impl FnMut(&[NextRead], &[NextRead], Advance) -> Option<()>,
    ) -> Option<()> {
        let mut values: Vec<ValueId> = reads.iter().map(|read| read.value).collect();
        values.sort();
        values.dedup();
        for value in values {
            for writer in 0..self.sequences.len() {
                let waiting = reads
                    .iter()
                    .copied()
                    .filter(|read| read.value == value && read.thread != writer);
                let is_next = |read: &NextRead| self.position[read.thread] + 1 == read.end;
                let (taken, able): (Vec<NextRead>, Vec<NextRead>) = waiting.partition(is_next);
                for end in self.ends(writer, value) {
                    each(&taken, &able, Advance { readers: Vec::new(), writer, end, value })?;
                }
            }
        }
        Some(())
    }

    /// Whether somebody reads what is written.
    fn is_of_use(&self, next: &Advance) -> bool {
        let after = self.sequences[next.writer].get(next.end).map(|step| step.access);
        after == Some(Access::Read(next.value)) || !next.readers.is_empty()
    }

    /// Behind which writes of a value a thread may stop: the first one, and the last one before its
    /// own read of the value.
    fn ends(&self, writer: usize, value: ValueId) -> Vec<usize> {
        let start = self.position[writer];
        let rest = &self.sequences[writer][start..];
        let count = rest.iter().take_while(|step| matches!(step.access, Access::Write(_))).count();
        let (writes, after) = rest.split_at(count);
        let is_it = |step: &Timed| step.access == Access::Write(value);
        let first = writes.iter().position(is_it);
        let reads_it = after.first().is_some_and(|step| step.access == Access::Read(value));
        let own = writes.last().filter(|step| reads_it && is_it(step)).map(|_| count - 1);
        let mut ends: Vec<usize> =
            first.into_iter().chain(own).map(|place| start + place + 1).collect();
        ends.dedup();
        ends
    }

    /// When the operation before a place of a thread is likely to have happened.
    fn time(&self, thread: usize, end: usize) -> u64 {
        self.sequences[thread][end - 1].time
    }

    /// What is tried first is smallest: the earliest read, and for it the least that gets ahead.
    fn likelihood(&self, next: &Advance) -> (u64, u64, Reverse<usize>) {
        let reads = next.readers.iter().map(|reader| self.time(reader.thread, reader.end));
        let written = self.time(next.writer, next.end);
        let earliest = reads.clone().min().unwrap_or(written);
        let latest = reads.max().unwrap_or(0).max(written);
        (earliest, latest, Reverse(next.readers.len()))
    }
}
