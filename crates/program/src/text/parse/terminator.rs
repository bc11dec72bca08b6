//! Parsing the ends of blocks: jumps, branches, switches, returns.

use super::Parser;
use super::function::Body;
use crate::instruction::Terminator;
use crate::structure::BlockId;
use crate::text::token::Mark;
use base::Diagnostic;

impl Parser<'_> {
    /// The target of a jump.
    fn target(&mut self, body: &mut Body) -> Result<BlockId, Diagnostic> {
        let span = self.cursor.span();
        if self.cursor.at_statement_end() {
            return Err(self.cursor.line_too_short("the label of a block"));
        }
        let label = self.label()?;
        Ok(body.labels.mention(label, &span))
    }

    fn next_target(&mut self, body: &mut Body) -> Result<BlockId, Diagnostic> {
        self.cursor.expect(Mark::Comma, "before the next label")?;
        self.target(body)
    }

    /// The rest of a terminator, if `keyword` is one.
    pub(super) fn terminator(
        &mut self,
        keyword: &str,
        body: &mut Body,
    ) -> Result<Option<Terminator>, Diagnostic> {
        let terminator = match keyword {
            "jump" => Terminator::Jump(self.target(body)?),
            "branch" => {
                let condition = self.operand(body)?;
                let then = self.next_target(body)?;
                let otherwise = self.next_target(body)?;
                Terminator::Branch { condition, then, otherwise }
            }
            "switch" => {
                let value = self.operand(body)?;
                let default = self.next_target(body)?;
                let mut cases = Vec::new();
                while self.cursor.another_on_line() {
                    let case = self.signed_number()?;
                    self.cursor.expect(Mark::Colon, "after the value of a case")?;
                    cases.push((case, self.target(body)?));
                }
                Terminator::Switch { value, cases, default }
            }
            "return" => Terminator::Return { values: self.operands_on_line(body)? },
            "unreachable" => Terminator::Unreachable,
            _ => return Ok(None),
        };
        Ok(Some(terminator))
    }
}
