//! Does an execution end as its test says? `main` creates the threads, waits for them, and looks.
//!
//! A condition is made of comparisons of places with values. Those of registers are *questions*
//! that their thread answers; those of locations are answered by reading them at the end.

use super::Translation;
use super::body::{Body, number};
use super::expression::wrap;
use super::memory::{self, has_room, is_address, pointer};
use crate::code::Register;
use crate::lower::Lowered;
use crate::tree::{Constant, Place, Proposition, Quantifier};
use crate::width::Width;
use base::{Ordering, Tags, ViolationKind};
use program::{
    Access, BinaryOperation, Function, FunctionId, Global, GlobalId, Instruction, Operand,
    Predicate, Terminator,
};
use std::collections::BTreeMap;

/// Whether a register holds a value at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub(super) register: Register,
    pub(super) width: Width,
    pub(super) constant: i64,
}

/// What is asked of each thread.
pub(super) struct Questions(Vec<Vec<Question>>);

/// More questions than that do not fit into what a thread returns.
pub(super) const MOST_QUESTIONS: usize = 64;

impl Questions {
    pub(super) fn new(translation: &Translation<'_>) -> Questions {
        let mut questions = Questions(vec![Vec::new(); translation.lowered.threads.len()]);
        let test = translation.test;
        for proposition in test.filter.iter().chain([&test.condition.proposition]) {
            questions.collect(translation, proposition);
        }
        questions
    }

    pub(super) fn of_thread(&self, thread: usize) -> &[Question] {
        &self.0[thread]
    }

    fn are_too_many(&self) -> bool {
        self.0.iter().any(|own| own.len() > MOST_QUESTIONS)
    }

    fn collect(&mut self, translation: &Translation<'_>, proposition: &Proposition) {
        match proposition {
            Proposition::True | Proposition::False => {}
            Proposition::Equal(place, constant) | Proposition::Differ(place, constant) => {
                if let Asked::Thread(thread, question) = asked(translation, place, constant)
                    && !self.0[thread].contains(&question)
                {
                    self.0[thread].push(question);
                }
            }
            Proposition::Not(inner) => self.collect(translation, inner),
            Proposition::And(parts) | Proposition::Or(parts) => {
                parts.iter().for_each(|part| self.collect(translation, part));
            }
            Proposition::Implies(first, second) => {
                self.collect(translation, first);
                self.collect(translation, second);
            }
        }
    }
}

/// What a comparison of a place with a value is.
enum Asked {
    /// It is known.
    Known(bool),
    Thread(usize, Question),
    /// Of a location at this address.
    Memory {
        address: i64,
        width: Width,
        constant: i64,
    },
}

fn asked(translation: &Translation<'_>, place: &Place, constant: &Constant) -> Asked {
    let Translation { test, lowered, .. } = translation;
    // The address of a location that the test does not have.
    let Some(constant) = lowered.layout.value(constant) else { return Asked::Known(false) };
    let width = lowered.width(test.architecture, place);
    // What is not there is zero.
    let is_zero = !lowered.layout.is_address(constant) && width.wrap(constant) == 0;
    match place {
        Place::Register { thread, name } => {
            match lowered.register(test.architecture, *thread, name) {
                Some(register) => Asked::Thread(*thread, Question { register, width, constant }),
                None => Asked::Known(is_zero),
            }
        }
        Place::Location { name, index } => match lowered.layout.find(name, *index) {
            Some(address) => Asked::Memory { address, width, constant },
            None => Asked::Known(is_zero),
        },
    }
}

/// Whether a value, which may be an address, is this one for somebody to whom it has this type. An
/// address is never the same as a number.
pub(super) fn is_equal(
    body: &mut Body,
    lowered: &Lowered,
    (value, may_be_address): (Operand, bool),
    (width, constant): (Width, i64),
) -> Operand {
    if let Some(pointer) = pointer(lowered, constant) {
        return body.compare(Predicate::Eq, value, Operand::Constant(pointer));
    }
    let wrapped = wrap(body, width, value);
    let is_same = body.compare(Predicate::Eq, wrapped, number(width.wrap(constant)));
    if !may_be_address {
        return is_same;
    }
    let is_one = is_address(body, value);
    let is_number = body.binary(BinaryOperation::Xor, is_one, number(1));
    body.binary(BinaryOperation::And, is_same, is_number)
}

/// The function that everything starts in.
pub(super) fn main(
    translation: &Translation<'_>,
    questions: &Questions,
    globals: &mut Vec<Global>,
) -> Function {
    let Translation { test, lowered, source, lines, .. } = translation;
    let mut body = Body::new(Vec::new());
    if questions.are_too_many() {
        body.refuse("a condition with so many parts about one thread");
    }
    if !has_room(lowered) {
        body.refuse("an address in a place that is too small for it");
    }
    let handles: Vec<_> = (0..lowered.threads.len())
        .map(|index| {
            let target = body.temporary();
            let function = Operand::Constant(FunctionId(index as u32).address().0);
            body.push(Instruction::Spawn { target, function, argument: number(0) });
            target
        })
        .collect();
    let answers: Vec<Operand> = handles
        .into_iter()
        .map(|thread| {
            let target = body.temporary();
            body.push(Instruction::Join { target, thread: thread.into() });
            target.into()
        })
        .collect();
    let words = test.condition.quantifier.word();
    body.set_position(source.text.rfind(words).map(|at| lines.position(at)));
    let mut end = End { translation, questions, answers, locations: BTreeMap::new() };
    if let Some(filter) = &test.filter {
        let condition = end.holds(&mut body, filter);
        body.push(Instruction::Assume { condition });
    }
    let is_so = end.holds(&mut body, &test.condition.proposition);
    let (fails, ends) = (body.add_block("fails"), body.add_block("ends"));
    let (then, otherwise) = match test.condition.quantifier {
        Quantifier::Exists | Quantifier::NotExists => (fails, ends),
        Quantifier::ForAll => (ends, fails),
    };
    body.end(Terminator::Branch { condition: is_so, then, otherwise });
    body.continue_in(fails);
    let message = Operand::Constant(GlobalId(globals.len() as u32).address().0);
    globals.push(claim(translation));
    body.push(Instruction::Fail { kind: ViolationKind::Assertion, message });
    body.continue_in(ends);
    body.end(Terminator::Return { values: vec![number(0)] });
    body.finish("main".to_owned(), 0)
}

/// What is asserted, as a constant string.
fn claim(translation: &Translation<'_>) -> Global {
    let condition = translation.test.condition.clone();
    let quantifier = match condition.quantifier {
        Quantifier::Exists | Quantifier::NotExists => Quantifier::NotExists,
        Quantifier::ForAll => Quantifier::ForAll,
    };
    let claim = crate::tree::Condition { quantifier, ..condition };
    let mut bytes = claim.to_string().into_bytes();
    bytes.push(0);
    Global {
        name: translation.memory.free_name("condition"),
        size: bytes.len() as u64,
        bytes,
        constant: true,
        layout: None,
    }
}

/// The end of an execution, at which all threads have given their answers.
struct End<'t> {
    translation: &'t Translation<'t>,
    questions: &'t Questions,
    answers: Vec<Operand>,
    /// What has been read of memory so far, by its address.
    locations: BTreeMap<i64, Operand>,
}

impl End<'_> {
    fn holds(&mut self, body: &mut Body, proposition: &Proposition) -> Operand {
        match proposition {
            Proposition::True => number(1),
            Proposition::False => number(0),
            Proposition::Equal(place, constant) => self.is_so(body, place, constant),
            Proposition::Differ(place, constant) => {
                let is_so = self.is_so(body, place, constant);
                body.binary(BinaryOperation::Xor, is_so, number(1))
            }
            Proposition::Not(inner) => {
                let inner = self.holds(body, inner);
                body.binary(BinaryOperation::Xor, inner, number(1))
            }
            Proposition::And(parts) => self.join(body, BinaryOperation::And, parts, 1),
            Proposition::Or(parts) => self.join(body, BinaryOperation::Or, parts, 0),
            Proposition::Implies(first, second) => {
                let first = self.holds(body, first);
                let first = body.binary(BinaryOperation::Xor, first, number(1));
                let second = self.holds(body, second);
                body.binary(BinaryOperation::Or, first, second)
            }
        }
    }

    fn join(
        &mut self,
        body: &mut Body,
        operation: BinaryOperation,
        parts: &[Proposition],
        none: i64,
    ) -> Operand {
        let mut all = number(none);
        for part in parts {
            let part = self.holds(body, part);
            all = body.binary(operation, all, part);
        }
        all
    }

    fn is_so(&mut self, body: &mut Body, place: &Place, constant: &Constant) -> Operand {
        let Translation { lowered, memory, pointers, .. } = self.translation;
        match asked(self.translation, place, constant) {
            Asked::Known(is_so) => number(i64::from(is_so)),
            Asked::Thread(thread, question) => {
                let all = self.questions.of_thread(thread);
                let bit = all.iter().position(|own| *own == question);
                let bit = number(bit.expect("all questions were collected") as i64);
                let shifted = body.binary(BinaryOperation::LShr, self.answers[thread], bit);
                body.binary(BinaryOperation::And, shifted, number(1))
            }
            Asked::Memory { address, width, constant } => {
                let value = *self.locations.entry(address).or_insert_with(|| {
                    let target = body.temporary();
                    let size = if pointers.in_memory { 8 } else { memory.final_size(width) };
                    let is_one = lowered.layout.covered_elements(address, size).is_empty();
                    let size = if is_one { size } else { width.bytes };
                    let access = Access { size, ordering: Ordering::Relaxed, tags: Tags::NONE };
                    let address = memory::constant(lowered, address);
                    body.push(Instruction::Load { target, address, access });
                    target.into()
                });
                is_equal(body, lowered, (value, pointers.in_memory), (width, constant))
            }
        }
    }
}
