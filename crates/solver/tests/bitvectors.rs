//! Circuits compute what `program::eval` computes, and where that has no result, what they say.

use base::Value;
use base::value::mask;
use program::eval::{Fault, binary, compare, signed};
use program::instruction::{BinaryOperation, Predicate};
use solver::bitvector::{self, Bits};
use solver::{Answer, Backend, Circuit, Literal};

fn operation(
    circuit: &mut Circuit,
    operation: BinaryOperation,
    left: &[Literal],
    right: &[Literal],
) -> Bits {
    use BinaryOperation as B;
    match operation {
        B::Add => bitvector::add(circuit, left, right),
        B::Sub => bitvector::subtract(circuit, left, right),
        B::Mul => bitvector::multiply(circuit, left, right),
        B::And => bitvector::and(circuit, left, right),
        B::Or => bitvector::or(circuit, left, right),
        B::Xor => bitvector::xor(circuit, left, right),
        B::UDiv => bitvector::divide(circuit, left, right).0,
        B::URem => bitvector::divide(circuit, left, right).1,
        B::SDiv => bitvector::signed_divide(circuit, left, right).0,
        B::SRem => bitvector::signed_divide(circuit, left, right).1,
        B::Shl => bitvector::shift_left(circuit, left, right),
        B::LShr => bitvector::shift_right(circuit, left, right),
        B::AShr => bitvector::signed_shift_right(circuit, left, right),
        B::Gather => bitvector::gather(circuit, left, right),
        B::Scatter => bitvector::scatter(circuit, left, right),
    }
}

/// What the circuit should give: of `program::eval`, or of SMT-LIB where that has a fault.
fn expected(operation: BinaryOperation, width: u32, left: u64, right: u64) -> u64 {
    use BinaryOperation as B;
    match binary(operation, width, Value::new(left), Value::new(right)) {
        Ok(value) => value.bits,
        Err(Fault::DivisionByZero) => match operation {
            B::UDiv => mask(width),
            B::SDiv if signed(left, width) < 0 => 1,
            B::SDiv => mask(width),
            _ => left,
        },
        Err(Fault::DivisionOverflow) if operation == B::SDiv => left,
        Err(Fault::DivisionOverflow) => 0,
        Err(Fault::ShiftTooLarge) if operation == B::AShr && signed(left, width) < 0 => mask(width),
        Err(Fault::ShiftTooLarge) => 0,
        Err(Fault::Undefined) => unreachable!("operands are defined"),
    }
}

fn predicate(
    circuit: &mut Circuit,
    predicate: Predicate,
    left: &[Literal],
    right: &[Literal],
) -> Literal {
    match predicate {
        Predicate::Eq => bitvector::equal(circuit, left, right),
        Predicate::Ne => !bitvector::equal(circuit, left, right),
        Predicate::Ult => bitvector::less(circuit, left, right),
        Predicate::Ule => !bitvector::less(circuit, right, left),
        Predicate::Ugt => bitvector::less(circuit, right, left),
        Predicate::Uge => !bitvector::less(circuit, left, right),
        Predicate::Slt => bitvector::signed_less(circuit, left, right),
        Predicate::Sle => !bitvector::signed_less(circuit, right, left),
        Predicate::Sgt => bitvector::signed_less(circuit, right, left),
        Predicate::Sge => !bitvector::signed_less(circuit, left, right),
    }
}

const PREDICATES: [Predicate; 10] = [
    Predicate::Eq,
    Predicate::Ne,
    Predicate::Ult,
    Predicate::Ule,
    Predicate::Ugt,
    Predicate::Uge,
    Predicate::Slt,
    Predicate::Sle,
    Predicate::Sgt,
    Predicate::Sge,
];

/// Compares all operations on operands that are variables with given values, and as constants.
fn compare_all(circuit: &mut Circuit, width: u32, operands: &[(u64, u64)]) {
    let left = bitvector::free(circuit, width);
    let right = bitvector::free(circuit, width);
    let results: Vec<Bits> =
        BinaryOperation::ALL.iter().map(|own| operation(circuit, *own, &left, &right)).collect();
    let comparisons: Vec<Literal> =
        PREDICATES.iter().map(|own| predicate(circuit, *own, &left, &right)).collect();
    for (first, second) in operands {
        let assumptions: Vec<Literal> = left
            .iter()
            .zip(0..)
            .map(|(bit, index)| bit.negated_if(first >> index & 1 == 0))
            .chain(
                right.iter().zip(0..).map(|(bit, index)| bit.negated_if(second >> index & 1 == 0)),
            )
            .collect();
        assert_eq!(circuit.solve(&assumptions, &|| true), Answer::Satisfiable);
        let constants = [*first, *second]
            .map(|operand| bitvector::constant(circuit, u128::from(operand), width));
        for (own, bits) in BinaryOperation::ALL.iter().zip(&results) {
            let expected = u128::from(expected(*own, width, *first, *second));
            let what = format!("{own:?} of {first} and {second} in {width} bits");
            assert_eq!(bitvector::value(circuit, bits), expected, "{what}");
            let folded = operation(circuit, *own, &constants[0], &constants[1]);
            assert_eq!(bitvector::known(circuit, &folded), Some(expected), "{what}, folded");
        }
        for (own, literal) in PREDICATES.iter().zip(&comparisons) {
            let result = compare(*own, width, Value::new(*first), Value::new(*second));
            let what = format!("{own:?} of {first} and {second} in {width} bits");
            assert_eq!(circuit.value(*literal), result.bits == 1, "{what}");
            let folded = predicate(circuit, *own, &constants[0], &constants[1]);
            assert_eq!(circuit.known(folded), Some(result.bits == 1), "{what}, folded");
        }
    }
}

#[test]
fn small_operands_exhaustively() {
    for backend in Backend::ALL {
        for width in 1..=4 {
            let mut circuit = Circuit::new(backend.start());
            let operands: Vec<(u64, u64)> = (0..1 << width)
                .flat_map(|first| (0..1 << width).map(move |second| (first, second)))
                .collect();
            compare_all(&mut circuit, width, &operands);
        }
    }
}

#[test]
fn large_operands_at_random() {
    let mut seed = 7u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        seed ^ seed >> 29
    };
    for width in [7, 8, 13, 16, 32, 33] {
        let mut circuit = Circuit::new(Backend::default().start());
        let operands: Vec<(u64, u64)> = (0..12)
            .map(|index| {
                let second =
                    if index % 2 == 0 { random() % u64::from(width + 2) } else { random() };
                (random() & mask(width), second & mask(width))
            })
            .collect();
        compare_all(&mut circuit, width, &operands);
    }
}

/// Numbers are cut, joined and widened as `u128` arithmetic says.
#[test]
fn parts_of_numbers() {
    let circuit = Circuit::new(Backend::default().start());
    for number in 0..64u128 {
        let bits = bitvector::constant(&circuit, number, 6);
        let known = |bits: &[Literal]| bitvector::known(&circuit, bits);
        assert_eq!(known(&bitvector::extract(&bits, 2, 3)), Some(number >> 2 & 7));
        let (low, high) = (bitvector::extract(&bits, 0, 2), bitvector::extract(&bits, 2, 4));
        assert_eq!(bitvector::concatenate(&high, &low), bits);
        assert_eq!(known(&bitvector::zero_extend(&circuit, &bits, 9)), Some(number));
        let widened = if number >= 32 { number | 0b111 << 6 } else { number };
        assert_eq!(known(&bitvector::sign_extend(&bits, 9)), Some(widened));
        assert_eq!(known(&bitvector::not(&bits)), Some(63 - number));
    }
}

/// A circuit can be solved backwards: factors, and that a prime has none.
#[test]
fn factors_are_found() {
    for backend in Backend::ALL {
        for (number, has_factors) in [(221, true), (223, false), (16 * 9, true), (251, false)] {
            let mut circuit = Circuit::new(backend.start());
            let factors = [bitvector::free(&mut circuit, 16), bitvector::free(&mut circuit, 16)];
            let product = bitvector::multiply(&mut circuit, &factors[0], &factors[1]);
            let wanted = bitvector::constant(&circuit, number, 16);
            let is_wanted = bitvector::equal(&mut circuit, &product, &wanted);
            circuit.require(&[is_wanted]);
            for factor in &factors {
                let one = bitvector::constant(&circuit, 1, 16);
                let limit = bitvector::constant(&circuit, 256, 16);
                let is_large = bitvector::less(&mut circuit, &one, factor);
                let is_small = bitvector::less(&mut circuit, factor, &limit);
                circuit.require(&[is_large]);
                circuit.require(&[is_small]);
            }
            let answer = circuit.solve(&[], &|| true);
            assert_eq!(answer == Answer::Satisfiable, has_factors, "{number}");
            if has_factors {
                let found = factors.map(|bits| bitvector::value(&mut circuit, &bits));
                assert_eq!(found[0] * found[1], number);
            }
        }
    }
}
