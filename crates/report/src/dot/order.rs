//! Which lines are in order whatever memory does: by po, creation and join?
//!
//! A clock for each line: how far each thread must have come before it.

use super::edges::Edge;
use crate::story::Story;
use base::ThreadId;
use std::collections::HashMap;

type Clock = HashMap<ThreadId, usize>;

pub(super) struct Order {
    threads: Vec<ThreadId>,
    /// For each line, the last line of each thread that is before it or is it.
    clocks: Vec<Clock>,
}

impl Order {
    /// The order by po and the given edges, which agree with the order of the lines.
    pub(super) fn new(story: &Story<'_>, edges: impl Iterator<Item = Edge>) -> Order {
        let mut sources: HashMap<usize, Vec<usize>> = HashMap::new();
        edges.for_each(|edge| sources.entry(edge.to).or_default().push(edge.from));
        let mut order = Order {
            threads: story.lines.iter().map(|line| line.thread).collect(),
            clocks: Vec::new(),
        };
        let mut latest: Clock = HashMap::new();
        for line in &story.lines {
            let previous = latest.insert(line.thread, line.number);
            let mut clock = Clock::from([(line.thread, line.number)]);
            let others = sources.get(&line.number).into_iter().flatten().copied();
            for source in previous.into_iter().chain(others) {
                for (thread, number) in order.clocks.get(source - 1).into_iter().flatten() {
                    let known = clock.entry(*thread).or_default();
                    *known = (*known).max(*number);
                }
            }
            order.clocks.push(clock);
        }
        order
    }

    pub(super) fn is_before(&self, from: usize, to: usize) -> bool {
        let known = self.clocks[to - 1].get(&self.threads[from - 1]);
        from != to && known.is_some_and(|known| *known >= from)
    }
}
