//! Read-modify-writes for another machine: its instruction, or a loop with a reservation, with the
//! fences around it, which may depend on whether a comparison succeeds.

use super::{Recompiling, Target, tags};
use base::Ordering;
use litmus::code::{
    Access, Expression, Instruction, Operation as Computation, Otherwise, Register, Shape, Update,
};
use unroll::mapping::{self, Barrier, Operation, Recipe};

impl Recompiling {
    pub(super) fn update(&mut self, old: &Update) -> Result<(), String> {
        let ordering = self.lift.update(old.read.tags, old.write_tags)?;
        if let Some(around) = old.around {
            if old.expected.is_some() {
                let what = "a comparison with fences around it, if it writes";
                return Err(format!("{what}, has no counterpart elsewhere"));
            }
            self.fence(self.lift.fence(around)?)?;
        }
        let (recipe, after_failure) = self.recipe_of(old, ordering)?;
        self.barriers(&recipe.before);
        let around = recipe.before.iter().chain(&recipe.after).find(|own| own.needs_write);
        let (shape, picks) = match recipe.shape {
            mapping::Shape::Single => (Shape::Single, false),
            mapping::Shape::One { picks } => (Shape::Pair, picks),
            mapping::Shape::Exclusive { carries } => {
                (Shape::Exclusive { carries_dependency: carries }, false)
            }
        };
        let differs = old.expected.is_some() && recipe.after != after_failure;
        let success = match old.success {
            None if differs => Some(self.made.add_register(".success")),
            success => success,
        };
        let otherwise = match old.otherwise {
            Otherwise::Read(_) => Otherwise::Read(tags(recipe.failed)),
            Otherwise::Wait => Otherwise::Wait,
        };
        self.push(Instruction::Update(Box::new(Update {
            shape,
            read: Access { tags: tags(recipe.read), ..old.read.clone() },
            write_tags: tags(recipe.write),
            success,
            otherwise,
            picks,
            around: around.map(|own| tags(own.tags)),
            ..old.clone()
        })));
        match success.filter(|_| differs) {
            None => self.barriers(&recipe.after),
            Some(success) => self.two_ways(success, &recipe.after, &after_failure),
        }
        if let Some(around) = old.around {
            self.fence(self.lift.fence(around)?)?;
        }
        Ok(())
    }

    /// What an update is to the machine, and the fences after a comparison that fails.
    fn recipe_of(
        &self,
        old: &Update,
        ordering: Ordering,
    ) -> Result<(Recipe, Vec<Barrier>), String> {
        if old.expected.is_none() {
            return Ok((self.recipe(kind_of(old), ordering)?, Vec::new()));
        }
        let failure = match old.otherwise {
            Otherwise::Read(tags) => self.lift.failure(tags)?,
            Otherwise::Wait => ordering,
        };
        let exchanging = self.mapping.exchanging(ordering, failure);
        let exchanging =
            exchanging.ok_or_else(|| self.nothing(Operation::CompareExchange, ordering))?;
        Ok((exchanging.recipe, exchanging.after_failure))
    }

    /// Fences that depend on whether something was written.
    fn two_ways(&mut self, success: Register, written: &[Barrier], failed: &[Barrier]) {
        let branch = self.here();
        self.push(Instruction::Branch { condition: success.into(), target: 0 });
        self.barriers(failed);
        let jump = self.here();
        self.push(Instruction::Jump { target: 0 });
        self.targets.push((branch, Target::New(self.here())));
        self.barriers(written);
        self.targets.push((jump, Target::New(self.here())));
    }
}

/// Whether machines have an instruction for an update.
fn kind_of(update: &Update) -> Operation {
    use Computation as C;
    let is_old = |own: &Expression| *unwrapped(own) == Expression::Register(update.old);
    let is_usual = match unwrapped(&update.new) {
        Expression::Operation(operation, first, _) if is_old(first) => matches!(
            operation,
            C::Add
                | C::Subtract
                | C::And
                | C::Or
                | C::ExclusiveOr
                | C::AndNot
                | C::Minimum
                | C::Maximum
                | C::MinimumUnsigned
                | C::MaximumUnsigned
        ),
        other => !other.mentions(update.old),
    };
    if is_usual && update.read.size >= 4 { Operation::Update } else { Operation::OtherUpdate }
}

/// An expression without what makes it fit a width.
fn unwrapped(expression: &Expression) -> &Expression {
    match expression {
        Expression::Wrap(_, inner) => unwrapped(inner),
        other => other,
    }
}
