//! Conditions on variants: `not`, `&&`, `||`, from tightest to loosest.

use super::cursor::Cursor;
use crate::error::Error;
use crate::syntax::Condition;

impl Cursor<'_, '_> {
    pub(super) fn condition(&mut self) -> Result<Condition, Error> {
        self.nested(|cursor| {
            let mut alternatives = vec![cursor.conjunction()?];
            while cursor.take_mark("||") {
                alternatives.push(cursor.conjunction()?);
            }
            Ok(single_or(alternatives, Condition::Or))
        })
    }

    fn conjunction(&mut self) -> Result<Condition, Error> {
        let mut parts = vec![self.simple_condition()?];
        while self.take_mark("&&") {
            parts.push(self.simple_condition()?);
        }
        Ok(single_or(parts, Condition::And))
    }

    fn simple_condition(&mut self) -> Result<Condition, Error> {
        if self.take_word("not") {
            let inner = self.nested(Cursor::simple_condition)?;
            return Ok(Condition::Not(Box::new(inner)));
        }
        if self.take_mark("(") {
            let inner = self.condition()?;
            self.expect_mark(")")?;
            return Ok(inner);
        }
        self.take_word("variant");
        let variant = self.text("the name of a variant in quotes")?;
        Ok(Condition::Variant(variant.to_owned()))
    }
}

fn single_or(
    mut conditions: Vec<Condition>,
    join: impl FnOnce(Vec<Condition>) -> Condition,
) -> Condition {
    if conditions.len() > 1 { join(conditions) } else { conditions.remove(0) }
}
