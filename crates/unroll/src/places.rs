//! In which order are the places of unrolled code met, so that all ways to a place are there before
//! it is left?
//!
//! Places are numbered so that every jump that does not go back increases the number, and loops are
//! nested. A place in the unrolled code is named by the loops around it, each by its first place
//! and the number of the round, and the place itself. These names, as sequences of numbers,
//! increase along every way: a loop is done before what is behind it, and a round before the next.

use crate::ValueId;

/// The loops around each place, outer ones first, by their first places.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    around: Vec<Vec<u32>>,
}

impl Places {
    pub(crate) fn new(around: Vec<Vec<u32>>) -> Places {
        Places { around }
    }

    fn around(&self, place: usize) -> &[u32] {
        &self.around[place]
    }

    /// How many loops both places are in.
    fn common(&self, one: usize, other: usize) -> usize {
        let pairs = self.around(one).iter().zip(self.around(other));
        pairs.take_while(|(one, other)| one == other).count()
    }

    /// Which of the loops around a jump backwards is gone through again, counted from outside.
    fn again(&self, from: usize, target: usize) -> usize {
        self.common(from, target).checked_sub(1).expect("a jump backwards is in a loop")
    }

    /// The name of the first place.
    pub(crate) fn start(&self) -> Vec<u32> {
        self.named(0, |_| 0)
    }

    fn named(&self, place: usize, round: impl Fn(usize) -> u32) -> Vec<u32> {
        let around = self.around(place).iter().enumerate();
        let mut name: Vec<u32> = around.flat_map(|(depth, start)| [*start, round(depth)]).collect();
        name.push(place as u32);
        name
    }

    /// The place in a name.
    pub(crate) fn place(name: &[u32]) -> usize {
        *name.last().expect("a name ends with a place") as usize
    }

    /// The name of the place that follows another one.
    pub(crate) fn next(&self, name: &[u32], target: usize) -> Vec<u32> {
        let from = Places::place(name);
        let again = (target <= from).then(|| self.again(from, target));
        let common = self.common(from, target);
        self.named(target, |depth| {
            let round = || name[2 * depth + 1];
            match again {
                Some(again) if depth == again => round() + 1,
                Some(again) if depth > again => 0,
                _ if depth < common => round(),
                _ => 0,
            }
        })
    }
}

/// For each loop around a place, outer ones first: the guard at the start of this round, and how
/// many rounds were decided by what was read.
#[derive(Clone, Default, Debug)]
pub(crate) struct Rounds {
    all: Vec<(ValueId, u32)>,
}

impl Rounds {
    /// Notes what is known at a place that may be the start of a round.
    pub(crate) fn arrive(&mut self, places: &Places, place: usize, guard: ValueId) {
        let around = places.around(place);
        self.all.resize(around.len(), (guard, 0));
        if let Some(own) = around.iter().position(|start| *start as usize == place) {
            self.all[own].0 = guard;
        }
    }

    /// Counts a jump backwards, if anything that was read decided it: the guard has changed since
    /// the start of the round. Whether that is not one too many.
    pub(crate) fn go_back(
        &mut self,
        places: &Places,
        (from, target): (usize, usize),
        guard: ValueId,
        bound: u32,
    ) -> bool {
        let again = places.again(from, target);
        self.all.truncate(again + 1);
        let (before, taken) = &mut self.all[again];
        if *before != guard {
            *taken += 1;
        }
        *taken <= bound
    }

    /// Two ways to one place.
    pub(crate) fn merge(&self, other: &Rounds) -> Rounds {
        let pairs = self.all.iter().zip(&other.all);
        let merge = |(one, two): (&(ValueId, u32), &(ValueId, u32))| {
            // A guard that no state has: whoever compares with it finds a difference.
            let guard = if one.0 == two.0 { one.0 } else { ValueId::FALSE };
            (guard, one.1.max(two.1))
        };
        Rounds { all: pairs.map(merge).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_increase_along_nested_loops() {
        // 0; 1: 2: 3 goes to 2; 4 goes to 1; 5
        let around = [vec![], vec![1], vec![1, 2], vec![1, 2], vec![1], vec![]];
        let places = Places::new(around.to_vec());
        let mut name = places.start();
        let mut names = vec![name.clone()];
        for place in [1, 2, 3, 2, 3, 4, 1, 2, 3, 4, 5] {
            name = places.next(&name, place);
            assert_eq!(Places::place(&name), place);
            names.push(name.clone());
        }
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        assert_eq!(names[5], [1, 0, 2, 1, 3]);
        // Rounds of the inner loop start anew.
        assert_eq!(names[9], [1, 1, 2, 0, 3]);
    }
}
