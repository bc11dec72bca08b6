//! Where are the holes of a sketch? A hole is a `_` where cat wants a relation: `acyclic po | _`,
//! `let ppo = _`. In cat itself `_` is the set of all events, and stays that where a set is wanted:
//! `W * _`, `[_]`, `_ \ IW`.
//!
//! What is wanted is read off the tree: a check and an operand of `;` or of a postfix operator want
//! a relation; an operand of `|`, `&` or `\` wants what its neighbours are.

use cat::program::Kind;
use cat::syntax::{
    Expression, ExpressionKind, Infix, Instruction, InstructionKind, Model, Name, Pattern,
};
use std::ops::Range;

/// The holes of a file.
#[derive(Default, Debug)]
pub(crate) struct Holes {
    /// Which bytes each hole is.
    pub places: Vec<Range<usize>>,
    /// Where the first instruction with a hole begins.
    pub first_instruction: Option<usize>,
    /// What is defined at the top before that instruction, and may be a relation.
    pub defined: Vec<Name>,
    sets: Vec<Name>,
}

impl Holes {
    pub(crate) fn of(model: &Model) -> Holes {
        let vocabulary = cat::machine_names();
        let sets = vocabulary.names().iter().filter(|(_, kind)| *kind == Kind::Set);
        let sets = sets.map(|(name, _)| Name::clone(name)).collect();
        let mut holes = Holes { sets, ..Holes::default() };
        model.instructions.iter().for_each(|instruction| holes.instruction(instruction));
        holes
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let before = self.places.len();
        match &instruction.kind {
            InstructionKind::Check(check) => self.look(&check.expression),
            InstructionKind::Let(bindings) => {
                for binding in &bindings.bindings {
                    if self.is_set(&binding.expression) {
                        if let Pattern::Name(name) = &binding.pattern {
                            self.sets.push(Name::clone(&name.name));
                        }
                    } else {
                        self.look(&binding.expression);
                    }
                    match &binding.pattern {
                        Pattern::Name(name) if self.first_instruction.is_none() => {
                            self.defined.push(Name::clone(&name.name));
                        }
                        Pattern::Name(_) | Pattern::Tuple(_) => {}
                    }
                }
            }
            InstructionKind::If(_, first, second) => {
                first.iter().chain(second).for_each(|own| self.instruction(own));
            }
            InstructionKind::ShowAs(..)
            | InstructionKind::Show(_)
            | InstructionKind::Unshow(_)
            | InstructionKind::Include(_)
            | InstructionKind::Enum(..)
            | InstructionKind::Instructions(..)
            | InstructionKind::Default(..)
            | InstructionKind::Procedure(..)
            | InstructionKind::Call(..)
            | InstructionKind::ForAll(..)
            | InstructionKind::With(..) => {}
        }
        if self.places.len() > before && self.first_instruction.is_none() {
            self.first_instruction = Some(instruction.span.range().start);
            if let InstructionKind::Let(bindings) = &instruction.kind {
                // What this instruction defines has the hole in it.
                let own = bindings.bindings.len();
                self.defined.truncate(self.defined.len().saturating_sub(own));
            }
        }
    }

    /// Looks for holes in an expression that is a relation.
    fn look(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Universe => self.places.push(expression.span.range()),
            ExpressionKind::Chain(Infix::Sequence, operands) => {
                operands.iter().for_each(|operand| self.look(operand));
            }
            ExpressionKind::Chain(
                Infix::Union | Infix::Intersection | Infix::Difference,
                operands,
            ) => {
                if !operands.iter().any(|operand| self.is_set(operand)) {
                    operands.iter().for_each(|operand| self.look(operand));
                }
            }
            ExpressionKind::Postfix(_, operand) | ExpressionKind::Complement(operand) => {
                self.look(operand);
            }
            ExpressionKind::Let(_, body) => self.look(body),
            ExpressionKind::If(_, first, second) => {
                self.look(first);
                self.look(second);
            }
            ExpressionKind::Zero
            | ExpressionKind::Name(_)
            | ExpressionKind::Tag(_)
            | ExpressionKind::Tuple(_)
            | ExpressionKind::Elements(_)
            | ExpressionKind::IdentityOn(_)
            | ExpressionKind::Chain(Infix::Add, _)
            | ExpressionKind::Product(..)
            | ExpressionKind::Apply(..)
            | ExpressionKind::Function(..)
            | ExpressionKind::MatchTag(..)
            | ExpressionKind::MatchSet(..)
            | ExpressionKind::Try(..) => {}
        }
    }

    /// Whether an expression is certainly a set.
    fn is_set(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Name(name) => self.sets.contains(name),
            ExpressionKind::Chain(
                Infix::Union | Infix::Intersection | Infix::Difference,
                operands,
            ) => operands.iter().any(|operand| self.is_set(operand)),
            ExpressionKind::Complement(operand) => self.is_set(operand),
            ExpressionKind::Apply(function, _) => {
                matches!(&function.kind, ExpressionKind::Name(name)
                    if matches!(&**name, "domain" | "range" | "tag2events"))
            }
            _ => false,
        }
    }
}
