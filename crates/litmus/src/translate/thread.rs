//! What does a thread of a test do? A function with a block for each place that control can go to.
//!
//! Registers start with what the initial state says, or zero. What the function returns has a bit
//! for each question about its registers at the end.

use super::body::{Body, number};
use super::condition::{self, MOST_QUESTIONS, Question};
use super::expression::{PART_OF_ADDRESS, evaluate, register};
use super::memory::{self, Memory};
use super::pointers::Held;
use super::{Translation, orders, update};
use crate::code::{Access, Code, Expression, Instruction};
use crate::lower::Thread;
use base::Tags;
use program::{BinaryOperation, BlockId, Function, Instruction as Machine, Operand, Terminator};
use std::collections::BTreeMap;

/// The function that a thread is, which answers some questions at its end.
pub(super) fn function(
    translation: &Translation<'_>,
    name: String,
    index: usize,
    questions: &[Question],
) -> Function {
    let thread = &translation.lowered.threads[index];
    let names = thread.code.registers.iter().map(|name| spelled(name));
    let mut body = Body::new(std::iter::once(String::new()).chain(names).collect());
    let starts = starts(&thread.code, &mut body);
    for own in (0..thread.code.registers.len()).map(crate::code::Register) {
        let value = thread.registers.get(&own).copied().unwrap_or(0);
        let value = memory::constant(translation.lowered, value);
        body.push(Machine::Assign { target: register(own), value });
    }
    body.end(Terminator::Jump(starts[&0]));
    let held = translation.pointers.of_thread(index);
    let mut part = Part { translation, thread, held, body };
    for (place, instruction) in thread.code.instructions.iter().enumerate() {
        if let Some(block) = starts.get(&place) {
            part.body.continue_in(*block);
        }
        let offset = thread.code.offsets.get(place);
        part.body.set_position(offset.map(|offset| translation.lines.position(*offset)));
        part.instruction(instruction, &starts, place);
        if let (Some(next), false) = (starts.get(&(place + 1)), leaves(instruction)) {
            part.body.end(Terminator::Jump(*next));
        }
    }
    part.body.continue_in(starts[&thread.code.instructions.len()]);
    let answers = part.answers(questions);
    part.body.end(Terminator::Return { values: vec![answers] });
    part.body.finish(name, 1)
}

/// A name that the text form of programs can have.
fn spelled(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name.to_owned() } else { String::new() }
}

/// The blocks, by the places at which they start: the first one, targets, what follows a jump or a
/// branch, and the end.
fn starts(code: &Code, body: &mut Body) -> BTreeMap<usize, BlockId> {
    let mut places = vec![0, code.instructions.len()];
    for (place, instruction) in code.instructions.iter().enumerate() {
        if let Instruction::Branch { target, .. } | Instruction::Jump { target } = instruction {
            places.extend([*target, place + 1]);
        }
    }
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|place| (place, body.add_block(""))).collect()
}

/// Whether an instruction ends its block by itself.
fn leaves(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Branch { .. } | Instruction::Jump { .. })
}

/// A function on its way.
pub(super) struct Part<'t> {
    pub(super) translation: &'t Translation<'t>,
    pub(super) thread: &'t Thread,
    pub(super) held: Held<'t>,
    pub(super) body: Body,
}

impl Part<'_> {
    fn instruction(
        &mut self,
        instruction: &Instruction,
        starts: &BTreeMap<usize, BlockId>,
        place: usize,
    ) {
        match instruction {
            Instruction::Assign { to, value } => {
                let value = self.evaluate(value);
                self.body.push(Machine::Assign { target: register(*to), value });
            }
            Instruction::Load { to, access, .. } => {
                let (address, access) = self.access(access);
                let target = register(*to);
                self.body.push(Machine::Load { target, address, access });
            }
            Instruction::Store { access, value } => {
                let (address, access) = self.access(access);
                let value = self.evaluate(value);
                self.body.push(Machine::Store { address, value, access });
            }
            Instruction::StoreExclusive { .. } => {
                self.body.refuse("a conditional store");
            }
            Instruction::Update(update) => update::push(self, update),
            Instruction::Fence { tags, .. } => {
                self.body.push(Machine::Fence { ordering: orders::of_fence(*tags), tags: *tags });
            }
            Instruction::Branch { condition, target } => {
                let condition = self.evaluate(condition);
                let (then, otherwise) = (starts[target], starts[&(place + 1)]);
                self.body.end(Terminator::Branch { condition, then, otherwise });
            }
            Instruction::Jump { target } => self.body.end(Terminator::Jump(starts[target])),
            // Only dependencies have scopes.
            Instruction::Scope(_) => {}
        }
    }

    pub(super) fn evaluate(&mut self, expression: &Expression) -> Operand {
        evaluate(&mut self.body, self.held, expression)
    }

    /// Where an access is, and how it is done.
    pub(super) fn access(&mut self, access: &Access) -> (Operand, program::Access) {
        let Translation { lowered, memory, pointers, .. } = self.translation;
        let size = memory.size(lowered, self.thread, access);
        if pointers.in_memory && size < 8 {
            self.body.refuse(PART_OF_ADDRESS);
        }
        let address = self.evaluate(&access.address);
        if size > 1 && Memory::may_be_unaligned(lowered, self.thread, access) {
            let low = number(i64::from(size) - 1);
            let rest = self.body.binary(BinaryOperation::And, address, low);
            self.body.refuse_if(rest, format!("an access of {size} bytes that is not aligned"));
        }
        // The names that an access has in its language say nothing to the models of programs.
        let ordering = orders::of_access(access.tags);
        (address, program::Access { size, ordering, tags: Tags::NONE })
    }

    /// A bit for each question.
    fn answers(&mut self, questions: &[Question]) -> Operand {
        let mut all = number(0);
        for (bit, question) in questions.iter().enumerate().take(MOST_QUESTIONS) {
            let value = register(question.register).into();
            let may_be_address = self.held.has(question.register);
            let lowered = self.translation.lowered;
            let is_so = condition::is_equal(
                &mut self.body,
                lowered,
                (value, may_be_address),
                (question.width, question.constant),
            );
            let shifted = self.body.binary(BinaryOperation::Shl, is_so, number(bit as i64));
            all = self.body.binary(BinaryOperation::Or, all, shifted);
        }
        all
    }
}
