//! The memory of a run: what reads read, and where what is written goes. A claimed access may be in
//! other parts than that of the run; so bytes are compared, and not parts.

use crate::driver::{Driver, Moved, Trouble, mismatch};
use crate::performed::Source;
use crate::run::RunObjects;
use crate::standing::is_lock;
use crate::{Claim, End, Place, Step};
use base::address::OBJECT_STRIDE;
use base::{Address, ObjectId, Value};
use execution::Cell;
use execution::canonical::Action;
use interp::{Cut, Discovery, Objects, Operation, Otherwise};
use program::{Allocation, AllocationKind, Program};

/// A byte, with the bits of it that are not initialised, and the event that wrote it.
#[derive(Clone, Copy)]
pub(crate) struct Byte {
    pub(crate) bits: u8,
    pub(crate) undefined: u8,
    pub(crate) by: usize,
}

/// What a read reads.
pub(crate) struct Found {
    pub(crate) value: Value,
    source: Source,
    /// The claimed writes of its bytes.
    places: Vec<(u64, Place)>,
}

/// What the claim knows about memory.
pub(crate) fn first_discoveries(program: &Program, claim: &Claim) -> Vec<Discovery> {
    let mut all = Vec::new();
    let allocation = |object: ObjectId| match program.global_of(object) {
        Some(global) => Some(Allocation::Global(global)),
        None => {
            let created = claim.threads.iter().flat_map(|thread| &thread.created);
            let mut same = created.filter(|(_, own)| *own == object);
            same.next().map(|(site, _)| Allocation::Site(*site))
        }
    };
    for object in &claim.shared {
        let Some(allocation) = allocation(*object) else { continue };
        if let Allocation::Site(site) = allocation {
            all.push(Discovery::Early(site));
        }
        all.push(Discovery::Shared(allocation));
    }
    for step in claim.threads.iter().flat_map(|thread| &thread.steps) {
        let parts = step.parts();
        if let (Step::Write { is_zero: true, .. }, Some((at, size))) = (step, parts.first())
            && let Some((object, offset)) = Address(*at).object()
            && let Some(Allocation::Site(site)) = allocation(object)
        {
            all.push(Discovery::Zeroed { site, offset: offset as u32, size: *size });
        }
        let (Some((first, _)), true) = (parts.first(), parts.len() > 1) else { continue };
        let Some((object, offset)) = Address(*first).object() else { continue };
        let Some(allocation) = allocation(object) else { continue };
        let bounds =
            parts.iter().fold(OBJECT_STRIDE, |all, (at, size)| all | at | (at + u64::from(*size)));
        let size: u32 = parts.iter().map(|(_, size)| u32::from(*size)).sum();
        let (grain, from) = (1 << bounds.trailing_zeros().min(3), offset as u32);
        all.push(Discovery::Split { allocation, cut: Cut { grain, from, to: from + size } });
    }
    all
}

impl Driver<'_, '_> {
    /// An access to what threads share.
    pub(crate) fn access(
        &mut self,
        thread: usize,
        operation: Operation,
        grouped: bool,
        address: u64,
        takes: bool,
    ) -> Result<Moved, Trouble> {
        let Some(step) = self.step(thread) else {
            // It waits for a mutex, or has come too far.
            return match self.claimed(thread).end {
                End::WaitsForMutex if is_lock(operation) => Ok(Moved::No),
                _ => mismatch(format!("{} does more than it is claimed to", self.who(thread))),
            };
        };
        let step = step.clone();
        match (operation, &step) {
            (Operation::Read { cell, kind, ordering, tags, otherwise }, Step::Read { .. }) => {
                let Some(found) = self.find(thread, cell, address, takes)? else {
                    return Ok(Moved::No);
                };
                let value = found.value;
                let ordering = Otherwise::ordering(otherwise, ordering, value);
                let action = Action::Read { cell, kind, ordering, tags, value, rf: None };
                let number = self.perform(thread, action, grouped);
                self.run.performed[number].source = found.source;
                if found.source == Source::Later {
                    self.taken.push((number, found.places));
                }
                self.consume(thread, &step, cell.size);
                self.go_on(thread, Some(value))?;
            }
            (Operation::Write { cell, value, kind, ordering, tags }, Step::Write { parts, .. }) => {
                let action = Action::Write { cell, kind, ordering, tags, value };
                let number = self.perform(thread, action, grouped);
                let claimed = self.run.names.claimed[thread];
                let step_number = self.run.threads[thread].steps;
                for offset in 0..u64::from(cell.size) {
                    let at = address + offset;
                    let Some(part) = parts.iter().position(|own| {
                        (own.address..own.address + u64::from(own.size)).contains(&at)
                    }) else {
                        return mismatch(format!("{} writes elsewhere", self.who(thread)));
                    };
                    let place = Place { thread: claimed, step: step_number, part };
                    let own = &parts[part];
                    self.run.performed[number].rank = own.rank;
                    let bytes = self.written.entry(place).or_default();
                    bytes.resize(usize::from(own.size), None);
                    bytes[(at - own.address) as usize] = Some(Byte {
                        bits: (value.bits >> (8 * offset)) as u8,
                        undefined: (value.undefined >> (8 * offset)) as u8,
                        by: number,
                    });
                }
                self.consume(thread, &step, cell.size);
                self.go_on(thread, Some(Value::ZERO))?;
            }
            _ => {
                let what = format!("{} asks for {operation:?} and not {step:?}", self.who(thread));
                return mismatch(what);
            }
        }
        Ok(Moved::Yes)
    }

    /// What a claimed read reads. None if that is not written yet.
    pub(crate) fn find(
        &self,
        thread: usize,
        cell: Cell,
        address: u64,
        takes: bool,
    ) -> Result<Option<Found>, Trouble> {
        let Some(Step::Read { parts, .. }) = self.step(thread) else {
            return mismatch(format!("{} reads", self.who(thread)));
        };
        let initial = self.initial(cell);
        let mut found = Found { value: Value::ZERO, source: Source::Later, places: Vec::new() };
        let mut sources = Vec::new();
        for offset in 0..u64::from(cell.size) {
            let at = address + offset;
            let part = parts
                .iter()
                .find(|own| (own.address..own.address + u64::from(own.size)).contains(&at));
            let Some(part) = part else {
                return mismatch(format!("{} reads elsewhere", self.who(thread)));
            };
            let (byte, source) = match part.source {
                None => {
                    let bits = (initial.bits >> (8 * offset)) as u8;
                    let undefined = (initial.undefined >> (8 * offset)) as u8;
                    ((bits, undefined), Source::Initial)
                }
                Some(place) => {
                    let written = self.byte(place, at)?;
                    found.places.push((at, place));
                    match (written, part.value.filter(|_| takes)) {
                        (Some(byte), _) => ((byte.bits, byte.undefined), Source::Write(byte.by)),
                        (None, Some(value)) => {
                            let value = self.run.names.here(self.claim, &self.run.states(), value);
                            let distance = at - part.address;
                            (((value >> (8 * distance)) as u8, 0), Source::Later)
                        }
                        (None, None) => return Ok(None),
                    }
                }
            };
            found.value.bits |= u64::from(byte.0) << (8 * offset);
            found.value.undefined |= u64::from(byte.1) << (8 * offset);
            sources.push(source);
        }
        if sources.iter().any(|own| *own != sources[0]) {
            return mismatch(format!("{} reads from several writes at once", self.who(thread)));
        }
        found.source = sources[0];
        for part in parts.iter().filter(|own| own.address == address && own.size == cell.size) {
            let names = &self.run.names;
            let here = names.value(self.claim, &self.run.states(), found.value.bits);
            let is_as_claimed =
                part.value.is_none_or(|value| value == here || value == found.value.bits);
            if !is_as_claimed && found.value.undefined == 0 {
                let what = format!("{} reads {here} and not {:?}", self.who(thread), part.value);
                return mismatch(what);
            }
        }
        Ok(Some(found))
    }

    /// A byte of a claimed write, if it is written.
    fn byte(&self, place: Place, at: u64) -> Result<Option<Byte>, Trouble> {
        let step = self.claim.threads.get(place.thread).and_then(|own| own.steps.get(place.step));
        let part = match step {
            Some(Step::Write { parts, .. }) => parts.get(place.part),
            Some(Step::Read { .. } | Step::Spawn(_) | Step::Join(_)) | None => None,
        };
        let Some(part) = part else { return mismatch("a source is no write") };
        let Some(offset) = at.checked_sub(part.address).filter(|own| *own < u64::from(part.size))
        else {
            return mismatch("a source is elsewhere");
        };
        let bytes = self.written.get(&place);
        Ok(bytes.and_then(|bytes| bytes[offset as usize]))
    }

    /// An access to an object that only one thread touches.
    pub(crate) fn private_access(
        &mut self,
        thread: usize,
        operation: Operation,
        grouped: bool,
    ) -> Result<Moved, Trouble> {
        let (number, answer) = match operation {
            Operation::Read { cell, kind, ordering, tags, otherwise } => {
                let (value, source) = match self.private.get(&cell) {
                    None => (self.initial(cell), Source::Initial),
                    Some((_, by)) if self.run.performed[*by].thread != thread => {
                        return mismatch(format!("{} reads what is not its", self.who(thread)));
                    }
                    Some((value, by)) => (*value, Source::Write(*by)),
                };
                let ordering = Otherwise::ordering(otherwise, ordering, value);
                let action = Action::Read { cell, kind, ordering, tags, value, rf: None };
                let number = self.perform(thread, action, grouped);
                self.run.performed[number].source = source;
                (number, value)
            }
            Operation::Write { cell, value, kind, ordering, tags } => {
                let action = Action::Write { cell, kind, ordering, tags, value };
                let number = self.perform(thread, action, grouped);
                self.run.performed[number].rank = number as u32;
                let before = self.private.insert(cell, (value, number));
                if before.is_some_and(|(_, by)| self.run.performed[by].thread != thread) {
                    return mismatch(format!("{} writes to what is not its", self.who(thread)));
                }
                (number, Value::ZERO)
            }
            Operation::Fence { .. }
            | Operation::Free { .. }
            | Operation::Spawn { .. }
            | Operation::Join { .. }
            | Operation::Choose { .. } => unreachable!("only accesses are to objects"),
        };
        (self.run.performed[number].is_private, self.run.performed[number].step) = (true, None);
        self.go_on(thread, Some(answer))?;
        Ok(Moved::Yes)
    }

    /// Notes that some bytes of a step are done.
    fn consume(&mut self, thread: usize, step: &Step, bytes: u8) {
        let all: u8 = step.parts().iter().map(|(_, size)| size).sum();
        let runner = &mut self.run.threads[thread];
        runner.bytes += bytes;
        if runner.bytes >= all {
            (runner.steps, runner.bytes) = (runner.steps + 1, 0);
        }
    }

    /// What the claim calls the address of a cell, if its accesses are steps.
    pub(crate) fn claimed_address(&self, cell: Cell) -> Option<u64> {
        let (object, offset) = cell.address.object()?;
        let object = self.run.names.object(self.claim, &self.run.states(), object)?;
        let is_shared = self.claim.shared.contains(&object);
        is_shared.then(|| object.address().0 + offset)
    }

    fn initial(&self, cell: Cell) -> Value {
        let Some((object, offset)) = cell.address.object() else {
            return Value::uninitialised(u32::from(cell.size) * 8);
        };
        if let Some(global) = self.program.global_of(object) {
            let bytes = &self.program.global(global).bytes;
            return Value::new(interp::memory::initial_bits(bytes, offset, cell.size));
        }
        let claimed = self.run.names.object(self.claim, &self.run.states(), object);
        let is_zeroed = claimed.is_some_and(|own| self.claim.zeroed.contains(&own));
        match RunObjects(&self.run.threads).object(object) {
            // Where a claim has no writes of `calloc`, such memory is zero from the start.
            Some(object)
                if object.kind == AllocationKind::ZeroedHeap
                    && object.initial.is_none()
                    && !is_zeroed =>
            {
                Value::ZERO
            }
            Some(object) => object.initial_value(self.context.knowledge, offset, cell.size),
            None => Value::uninitialised(u32::from(cell.size) * 8),
        }
    }

    /// Takes note of a cell, which must not overlap others in part.
    pub(crate) fn number(&mut self, cell: Cell) -> Result<(), Trouble> {
        let Err(overlap) = self.cells.number(cell) else { return Ok(()) };
        let Some((object, _)) = cell.address.object() else { return mismatch("a cell nowhere") };
        let allocation = match self.program.global_of(object) {
            Some(global) => Allocation::Global(global),
            None => match RunObjects(&self.run.threads).object(object) {
                Some(object) => object.allocation,
                None => return mismatch("a cell in no object"),
            },
        };
        Err(Trouble::Discovered(Discovery::Split { allocation, cut: Cut::at(overlap) }))
    }

    /// Reads that got a claimed value must have got what their sources wrote.
    pub(crate) fn settle_taken(&mut self) -> Result<(), Trouble> {
        for (number, places) in std::mem::take(&mut self.taken) {
            let Action::Read { cell, value, .. } = self.run.performed[number].action else {
                unreachable!("only reads take values")
            };
            let mut written = Value::ZERO;
            let mut by = None;
            for (offset, (at, place)) in places.into_iter().enumerate() {
                let Some(byte) = self.byte(place, at)? else {
                    return mismatch("a read reads from what nobody writes");
                };
                written.bits |= u64::from(byte.bits) << (8 * offset);
                written.undefined |= u64::from(byte.undefined) << (8 * offset);
                if by.is_some_and(|other| other != byte.by) {
                    return mismatch("a read reads from several writes at once");
                }
                by = Some(byte.by);
            }
            if written != value {
                return mismatch(format!("a read of {cell:?} gets {value:?} and not {written:?}"));
            }
            let by = by.expect("a cell has a byte");
            self.run.performed[number].source = Source::Write(by);
        }
        Ok(())
    }
}
