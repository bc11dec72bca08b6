//! Which places of a thread's code are gone through again? The code between the target of a jump
//! backwards and the jump is a loop; loops that overlap, or start at one place, are one, so that
//! loops are nested.

use crate::places::Places;
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

/// The loops around each place, the one behind the last instruction included.
pub(super) fn places(code: &[Instruction]) -> Places {
    let mut all = loops(code);
    all.sort_unstable_by_key(|own| (own.start, usize::MAX - own.end));
    let around = |place: usize| {
        all.iter().filter(|own| own.contains(place)).map(|own| own.start as u32).collect()
    };
    Places::new((0..=code.len()).map(around).collect())
}

fn loops(code: &[Instruction]) -> Vec<Loop> {
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
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jump(target: usize) -> Instruction {
        Instruction::Jump { target }
    }

    #[test]
    fn loops_that_overlap_are_one() {
        let code = [jump(1), jump(2), jump(0), jump(1)];
        assert_eq!(loops(&code), [Loop { start: 0, end: 3 }]);
        let places = places(&code);
        assert_eq!(places.next(&[0, 0, 2], 0), [0, 1, 0]);
        assert_eq!(places.next(&[0, 1, 3], 1), [0, 2, 1]);
    }
}
