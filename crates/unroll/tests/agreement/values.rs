//! Do values mean what was asked for, after `fold` has made them simpler? Random expressions are
//! built as values, and computed beside that from what `program::eval` says of each operation.

use base::Value;
use base::value::mask;
use program::eval;
use program::{BinaryOperation as B, Predicate as P};
use unroll::{Acyclic, Assignment, Choice, ChoiceId, ChoiceKind, Evaluation, Node, ValueId};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// Few leaves and few constants, so that rules have something to say.
const CHOICES: [u8; 6] = [1, 1, 1, 2, 4, 4];
const OPERATIONS: [B; 6] = [B::Add, B::Sub, B::Mul, B::And, B::Or, B::Xor];
const PREDICATES: [P; 10] =
    [P::Eq, P::Ne, P::Ult, P::Ule, P::Ugt, P::Uge, P::Slt, P::Sle, P::Sgt, P::Sge];

/// An expression of this width: the value, and its number for each of some assignments.
fn expression(
    random: &mut Random,
    acyclic: &mut Acyclic,
    assignments: &[Assignment],
    width: u8,
    depth: usize,
) -> (ValueId, Vec<u64>) {
    let all = u32::from(width);
    let each = |compute: &dyn Fn(usize) -> u64| (0..assignments.len()).map(compute).collect();
    if depth == 0 || random.below(8) == 0 {
        let fitting: Vec<usize> = (0..CHOICES.len()).filter(|own| CHOICES[*own] == width).collect();
        if fitting.is_empty() || random.below(3) == 0 {
            let number = random.below(1 << width.min(5)) as u64 & mask(all);
            return (acyclic.values.constant(width, number), each(&|_| number));
        }
        let chosen = fitting[random.below(fitting.len())];
        let leaf = acyclic.values.leaf(Node::Choice(ChoiceId(chosen as u32)), width);
        return (leaf, each(&|own| assignments[own].choices[chosen]));
    }
    let inner = |random: &mut Random, acyclic: &mut Acyclic, width| {
        expression(random, acyclic, assignments, width, depth - 1)
    };
    match random.below(if width == 1 { 8 } else { 6 }) {
        0 | 1 => {
            let operation = OPERATIONS[random.below(OPERATIONS.len())];
            let (first, one) = inner(random, acyclic, width);
            let (second, other) = inner(random, acyclic, width);
            let compute = |own: usize| {
                eval::binary(operation, all, Value::new(one[own]), Value::new(other[own]))
                    .unwrap()
                    .bits
            };
            (acyclic.values.binary(operation, first, second), each(&compute))
        }
        2 => {
            let (condition, decides) = inner(random, acyclic, 1);
            let (first, one) = inner(random, acyclic, width);
            let (second, other) = inner(random, acyclic, width);
            let compute = |own: usize| if decides[own] == 1 { one[own] } else { other[own] };
            (acyclic.values.select(condition, first, second), each(&compute))
        }
        3 if width > 1 => {
            let own = 1 + random.below(usize::from(width) - 1) as u8;
            let (value, numbers) = inner(random, acyclic, own);
            if random.below(2) == 0 {
                return (acyclic.values.zero_extend(value, width), numbers);
            }
            let extend =
                |index: usize| eval::sign_extend(own.into(), all, Value::new(numbers[index])).bits;
            (acyclic.values.sign_extend(value, width), each(&extend))
        }
        4 if width > 1 => {
            let low = 1 + random.below(usize::from(width) - 1) as u8;
            let (above, high) = inner(random, acyclic, width - low);
            let (below, lower) = inner(random, acyclic, low);
            let compute = |own: usize| high[own] << low | lower[own];
            (acyclic.values.concat(above, below), each(&compute))
        }
        3..6 => {
            let whole = (width + random.below(4) as u8).min(8);
            let low = random.below(usize::from(whole - width) + 1) as u8;
            let (value, numbers) = inner(random, acyclic, whole);
            let compute = |own: usize| numbers[own] >> low & mask(all);
            (acyclic.values.extract(value, low, width), each(&compute))
        }
        _ => {
            let predicate = PREDICATES[random.below(PREDICATES.len())];
            let own = [1, 2, 4][random.below(3)];
            let (first, one) = inner(random, acyclic, own);
            let (second, other) = inner(random, acyclic, own);
            let compute = |index: usize| {
                let (one, other) = (Value::new(one[index]), Value::new(other[index]));
                eval::compare(predicate, own.into(), one, other).bits
            };
            (acyclic.values.compare(predicate, first, second), each(&compute))
        }
    }
}

#[test]
fn simpler_values_are_the_same_values() {
    let mut random = Random(7);
    let assignments: Vec<Assignment> = (0..64)
        .map(|_| {
            let choose = |width: &u8| random.below(1 << width) as u64;
            Assignment { choices: CHOICES.iter().map(choose).collect(), ..Assignment::default() }
        })
        .collect();
    let (mut constants, mut both) = (0, 0);
    for _ in 0..40 {
        let mut acyclic = Acyclic::default();
        let kind = ChoiceKind::Input;
        acyclic.choices =
            CHOICES.iter().map(|width| Choice { width: *width, what: kind }).collect();
        let mut found = Vec::new();
        for _ in 0..400 {
            let width = [1, 1, 2, 4, 4, 7][random.below(6)];
            found.push(expression(&mut random, &mut acyclic, &assignments, width, 5));
        }
        let evaluations: Vec<Evaluation> =
            assignments.iter().map(|own| Evaluation::new(&acyclic, own)).collect();
        for (value, numbers) in found {
            for (evaluation, number) in evaluations.iter().zip(&numbers) {
                assert_eq!(evaluation.number(value), *number, "{}", acyclic.show(value));
            }
            constants += usize::from(acyclic.values.number(value).is_some());
            both += usize::from(numbers.iter().any(|number| *number != numbers[0]));
        }
    }
    assert!(constants > 1000 && both > 5000, "{constants} constants, {both} that differ");
}

#[test]
fn where_branches_meet_the_guard_is_the_one_before() {
    let mut acyclic = Acyclic::default();
    let values = &mut acyclic.values;
    let bit = |values: &mut unroll::Values, own| values.leaf(Node::Choice(ChoiceId(own)), 1);
    let (guard, outer, inner) = (bit(values, 0), bit(values, 1), bit(values, 2));
    let then = values.and(guard, outer);
    let otherwise = values.and_not(guard, outer);
    let (first, second) = (values.and(then, inner), values.and_not(then, inner));
    let joined = values.or(first, second);
    assert_eq!(joined, then);
    assert_eq!(values.or(otherwise, joined), guard);
}

/// One pointer or another, byte by byte: some bytes are the same, and the value is one of the two.
#[test]
fn bytes_of_a_choice_are_the_choice() {
    let mut acyclic = Acyclic::default();
    let values = &mut acyclic.values;
    let condition = values.leaf(Node::Choice(ChoiceId(0)), 1);
    for (one, other) in [(0, 0x0100_8040), (0x2200_0040, 0x2211_8040), (7, 0)] {
        let (first, second) = (values.constant(64, one), values.constant(64, other));
        let mut whole: Option<ValueId> = None;
        for byte in 0..8 {
            let (first, second) =
                (values.extract(first, 8 * byte, 8), values.extract(second, 8 * byte, 8));
            let own = values.select(condition, first, second);
            whole = Some(whole.map_or(own, |below| values.concat(own, below)));
        }
        let whole = whole.expect("there are bytes");
        let Node::ZeroExtend(mut inner) = values.node(whole) else { panic!("zeros are above") };
        // Bytes above that both pointers share may stand beside the choice.
        let mut above = 0;
        if let Node::Concat(high, low) = values.node(inner) {
            above = values.number(high).expect("what is above the choice is the same for both")
                << values.width(low);
            inner = low;
        }
        let Node::Select(by, then, otherwise) = values.node(inner) else {
            panic!("{} is a mixture", acyclic.show(whole))
        };
        assert_eq!(by, condition);
        let numbers = [then, otherwise].map(|own| values.number(own).map(|low| above | low));
        assert_eq!(numbers, [Some(one), Some(other)]);
    }
}
