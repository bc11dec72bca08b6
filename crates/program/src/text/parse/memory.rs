//! Parsing accesses, fences, mutexes and allocation.

use super::Parser;
use super::function::Body;
use super::head::Head;
use crate::instruction::{Access, AllocationKind, Deallocation, Instruction, RmwOperation};
use crate::structure::SiteId;
use crate::text::token::{Mark, TokenKind};
use base::{Diagnostic, Ordering, Tag, Tags};

impl Parser<'_> {
    /// The rest of an instruction, if `head` is one of those in this file.
    pub(super) fn memory_instruction(
        &mut self,
        head: &Head,
        body: &mut Body,
    ) -> Result<Option<Instruction>, Diagnostic> {
        use Instruction as I;
        if let Some(kind) = AllocationKind::from_name(&head.name) {
            return self.allocate(head, kind, body).map(Some);
        }
        if let Some(by) = Deallocation::from_name(&head.name) {
            head.no_target()?;
            return Ok(Some(I::Free { address: self.operand(body)?, by }));
        }
        let instruction = match head.name.as_str() {
            "load" => {
                let access = self.access(head)?;
                I::Load { target: head.target()?, address: self.operand(body)?, access }
            }
            "store" => {
                let access = self.access(head)?;
                let address = self.operand(body)?;
                I::Store { address, value: self.next_operand(body)?, access }
            }
            "rmw" => {
                let operation = self.rmw_operation()?;
                let access = self.access(head)?;
                let (target, address) = (head.target()?, self.operand(body)?);
                let operand = self.next_operand(body)?;
                I::ReadModifyWrite { operation, target, address, operand, access }
            }
            "cas" => self.compare_exchange(head, body)?,
            "fence" => {
                let order = self.ordering();
                let ordering = order.ok_or_else(|| head.error("a fence needs an order"))?;
                I::Fence { ordering, tags: self.tags()? }
            }
            "trylock" => I::MutexTryLock { target: head.target()?, mutex: self.operand(body)? },
            "holds" => I::MutexHeld { target: head.target()?, mutex: self.operand(body)? },
            "mutex_init" => I::MutexInit { mutex: self.operand(body)? },
            "lock" => I::MutexLock { mutex: self.operand(body)? },
            "unlock" => I::MutexUnlock { mutex: self.operand(body)? },
            "mutex_destroy" => I::MutexDestroy { mutex: self.operand(body)? },
            "size_of" => I::ObjectSize { target: head.target()?, address: self.operand(body)? },
            _ => return Ok(None),
        };
        if instruction.targets().is_empty() {
            head.no_target()?;
        }
        Ok(Some(instruction))
    }

    /// The size at the dot, an order if there is one, tags.
    fn access(&mut self, head: &Head) -> Result<Access, Diagnostic> {
        let [size] = head.suffixes("its size in bytes")?;
        let ordering = self.ordering().unwrap_or(Ordering::Plain);
        Ok(Access { size, ordering, tags: self.tags()? })
    }

    fn ordering(&mut self) -> Option<Ordering> {
        let ordering = Ordering::from_name(self.cursor.word_on_line()?)?;
        self.cursor.advance();
        Some(ordering)
    }

    /// The words before the first operand, and strings where a tag is no word.
    fn tags(&mut self) -> Result<Tags, Diagnostic> {
        let mut tags = Tags::NONE;
        while !self.cursor.at_statement_end() && !self.at_operand() {
            let name = match self.cursor.peek() {
                TokenKind::Word(word) => word.as_bytes(),
                TokenKind::Text(bytes) => bytes,
                _ => break,
            };
            let name = std::str::from_utf8(name).unwrap_or_default();
            // Whether an access is in an atomic block is said by where it stands.
            let tag = Tag::named(name).map(Tags::only).filter(|tag| *tag != Tags::ATOMIC_BLOCK);
            let Some(tag) = tag else {
                let found = self.cursor.describe();
                return Err(self
                    .cursor
                    .error(format!("{found} is neither an order nor a tag"))
                    .with_help(
                        "orders are as in C, tags as in models: `load.4 acquire volatile @x`",
                    ));
            };
            if !tags.has_room() {
                return Err(self.cursor.error("these are too many tags"));
            }
            tags = tags.with(tag);
            self.cursor.advance();
        }
        Ok(tags)
    }

    fn rmw_operation(&mut self) -> Result<RmwOperation, Diagnostic> {
        let word = self.cursor.word_on_line();
        let Some(operation) = word.and_then(RmwOperation::from_name) else {
            let names: Vec<&str> =
                RmwOperation::ALL.iter().map(|operation| operation.name()).collect();
            let found = self.cursor.describe();
            return Err(self
                .cursor
                .error(format!("expected what `rmw` does, not {found}"))
                .with_help(format!("one of {}: `rmw.4 add relaxed @x, 1`", names.join(", "))));
        };
        self.cursor.advance();
        Ok(operation)
    }

    fn compare_exchange(
        &mut self,
        head: &Head,
        body: &mut Body,
    ) -> Result<Instruction, Diagnostic> {
        let weak = self.cursor.eat_word("weak");
        let [size] = head.suffixes("its size in bytes")?;
        let ordering = self.ordering().unwrap_or(Ordering::Plain);
        let failure = self.ordering().unwrap_or_else(|| failure_ordering(ordering));
        let access = Access { size, ordering, tags: self.tags()? };
        let (target, success) = head.two_targets()?;
        let address = self.operand(body)?;
        let expected = self.next_operand(body)?;
        let desired = self.next_operand(body)?;
        Ok(Instruction::CompareExchange {
            target,
            success,
            address,
            expected,
            desired,
            access,
            failure,
            weak,
        })
    }

    /// The size of an object and its site: a number, or a new one with or without name and layout.
    fn allocate(
        &mut self,
        head: &Head,
        kind: AllocationKind,
        body: &mut Body,
    ) -> Result<Instruction, Diagnostic> {
        let (target, size) = (head.target()?, self.operand(body)?);
        self.cursor.eat(Mark::Comma);
        let site = match self.cursor.peek() {
            TokenKind::Hash(number) if !self.cursor.at_statement_end() => {
                self.cursor.advance();
                SiteId(*number)
            }
            _ => {
                let site = self.site_description()?;
                self.program.add_site(site)
            }
        };
        Ok(Instruction::Allocate { target, size, kind, site })
    }
}

/// The order of a failed compare-exchange where only that of success is given, as in C.
fn failure_ordering(success: Ordering) -> Ordering {
    match success {
        Ordering::Release => Ordering::Relaxed,
        Ordering::AcquireRelease => Ordering::Acquire,
        Ordering::Plain | Ordering::Relaxed | Ordering::Acquire | Ordering::SeqCst => success,
    }
}
