//! In which order are the places of unrolled code met, so that all ways to a place are there before
//! it is left?
//!
//! The code between the target of a jump backwards and the jump is a loop; loops that overlap, or
//! start at one place, are one. So loops are nested, and a place in the unrolled code is named by
//! the loops around it with the number of the round in each, and the place itself. These names, as
//! sequences of numbers, increase along every way: a loop is done before what is behind it, and a
//! round before the next.

use ::litmus::code::Instruction;

/// A range of places, both included, that is gone through again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Loop {
    start: usize,
    end: usize,
}

impl Loop {
    fn contains(self, place: usize) -> bool {
        (self.start..=self.end).contains(&place)
    }

    fn is_in(self, other: Loop) -> bool {
        other.contains(self.start) && other.contains(self.end)
    }

    fn overlaps(self, other: Loop) -> bool {
        self.start == other.start
            || (self.start <= other.end
                && other.start <= self.end
                && !self.is_in(other)
                && !other.is_in(self))
    }
}

/// The loops of a thread, outer ones first.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    all: Vec<Loop>,
}

impl Loops {
    pub(super) fn new(code: &[Instruction]) -> Loops {
        let target = |instruction: &Instruction| match instruction {
            Instruction::Branch { target, .. } | Instruction::Jump { target } => Some(*target),
            Instruction::Assign { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::StoreExclusive { .. }
            | Instruction::Update(_)
            | Instruction::Fence { .. }
            | Instruction::Scope(_) => None,
        };
        let mut all: Vec<Loop> = Vec::new();
        for (end, instruction) in code.iter().enumerate() {
            let Some(start) = target(instruction).filter(|start| *start <= end) else { continue };
            let mut new = Loop { start, end };
            while let Some(at) = all.iter().position(|other| new.overlaps(*other)) {
                let other = all.swap_remove(at);
                new = Loop { start: new.start.min(other.start), end: new.end.max(other.end) };
            }
            all.push(new);
        }
        all.sort_unstable_by_key(|own| (own.start, usize::MAX - own.end));
        Loops { all }
    }

    /// The loops around a place, outer ones first.
    fn around(&self, place: usize) -> impl Iterator<Item = Loop> {
        self.all.iter().copied().filter(move |own| own.contains(place))
    }

    /// How many loops are around a place.
    pub(super) fn depth(&self, place: usize) -> usize {
        self.around(place).count()
    }

    /// Which of the loops around a place starts there, counted from outside.
    pub(super) fn starting_at(&self, place: usize) -> Option<usize> {
        self.around(place).position(|own| own.start == place)
    }

    /// Which of the loops around a jump backwards is gone through again, counted from outside.
    pub(super) fn again(&self, from: usize, target: usize) -> usize {
        let common = self.around(from).filter(|own| own.contains(target)).count();
        common.checked_sub(1).expect("a jump backwards is in a loop")
    }

    /// The name of the first place.
    pub(super) fn start(&self) -> Vec<u32> {
        self.named(0, |_| 0)
    }

    fn named(&self, place: usize, round: impl Fn(usize) -> u32) -> Vec<u32> {
        let around = self.around(place).enumerate();
        let mut name: Vec<u32> =
            around.flat_map(|(depth, own)| [own.start as u32, round(depth)]).collect();
        name.push(place as u32);
        name
    }

    /// The place in a name.
    pub(super) fn place(name: &[u32]) -> usize {
        *name.last().expect("a name ends with a place") as usize
    }

    /// The name of the place that follows another one.
    pub(super) fn next(&self, name: &[u32], target: usize) -> Vec<u32> {
        let from = Loops::place(name);
        let is_backwards = target <= from;
        let again = is_backwards.then(|| self.again(from, target));
        let common = self.around(from).zip(self.around(target)).take_while(|(one, two)| one == two);
        let common = common.count();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn jump(target: usize) -> Instruction {
        Instruction::Jump { target }
    }

    #[test]
    fn names_increase_along_nested_loops() {
        // 0; 1: 2: 3 -> 2; 4 -> 1; 5
        let code = [jump(1), jump(2), jump(3), jump(2), jump(1), jump(6)];
        let loops = Loops::new(&code);
        let mut name = loops.start();
        let mut names = vec![name.clone()];
        for place in [1, 2, 3, 2, 3, 4, 1, 2, 3, 4, 5] {
            name = loops.next(&name, place);
            assert_eq!(Loops::place(&name), place);
            names.push(name.clone());
        }
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        assert_eq!(loops.depth(3), 2);
        assert_eq!(names[5], [1, 0, 2, 1, 3]);
        // Rounds of the inner loop start anew.
        assert_eq!(names[9], [1, 1, 2, 0, 3]);
    }

    #[test]
    fn loops_that_overlap_are_one() {
        let code = [jump(1), jump(2), jump(0), jump(1)];
        let loops = Loops::new(&code);
        assert_eq!(loops.all, [Loop { start: 0, end: 3 }]);
        let name = loops.next(&[0, 0, 2], 0);
        assert_eq!(name, [0, 1, 0]);
        assert_eq!(loops.next(&[0, 1, 3], 1), [0, 2, 1]);
    }
}
