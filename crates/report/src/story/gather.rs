//! Which events are one access?
//!
//! Events that happen at once follow each other in a witness. Among them, the cells of one access
//! have the same position and the same kind and are next to each other in memory, and the write of
//! an atomic update has the place of the read before it.

use super::{Access, Act, BlockPart, Deed, Line, Reading};
use base::{SourcePosition, Value};
use execution::canonical::{Action, EventName};
use execution::witness::Step;
use execution::{Cell, ReadKind, WriteKind};

/// The largest access, in bytes.
const MAX_ACCESS: u64 = 8;

/// The steps, put together.
pub(super) fn lines(steps: &[Step]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = steps;
    while let Some(first) = rest.first() {
        let is_together = |step: &&Step| step.grouped && step.event.thread == first.event.thread;
        let length = 1 + rest[1..].iter().take_while(is_together).count();
        let (group, others) = rest.split_at(length);
        add_group(group, &mut lines);
        rest = others;
    }
    lines
}

/// Adds the lines of events that happen at once.
fn add_group<'w>(mut group: &'w [Step], lines: &mut Vec<Line<'w>>) {
    let start = lines.len();
    while let Some(first) = group.first() {
        let (deed, length) = deed(group);
        lines.push(Line {
            number: lines.len() + 1,
            thread: first.event.thread,
            position: first.position,
            function: &first.function,
            deed,
            events: group[..length].iter().map(|step| step.event).collect(),
            block: None,
        });
        group = &group[length..];
    }
    let block = &mut lines[start..];
    if let [first, middle @ .., last] = block {
        first.block = Some(BlockPart::First);
        middle.iter_mut().for_each(|line| line.block = Some(BlockPart::Middle));
        last.block = Some(BlockPart::Last);
    }
}

/// What the first steps did together, and how many they are.
fn deed(steps: &[Step]) -> (Deed, usize) {
    let deed = match steps[0].action {
        Action::Read { .. } | Action::Write { .. } => return access(steps),
        Action::Fence { ordering, .. } => Deed::Fence { ordering },
        Action::Free { object } => Deed::Free { object },
        Action::Spawn { child } => Deed::Create { thread: child },
        Action::Join { thread } => Deed::Join { thread },
        Action::Choose { value } => Deed::Choose { value },
    };
    (deed, 1)
}

/// The access that the first steps make up.
fn access(steps: &[Step]) -> (Deed, usize) {
    let position = steps[0].position;
    let reads = run(steps, position, read_part);
    if reads.is_empty() {
        let writes = run(steps, position, write_part);
        let length = writes.len();
        return (Deed::Access(plain_write(&writes)), length);
    }
    let (kind, ordering) = (reads[0].kind, reads[0].ordering);
    // A weak compare-exchange chooses whether it fails.
    let is_weak = kind == ReadKind::Exclusive
        && steps.get(reads.len()).is_some_and(|step| {
            step.position == position && matches!(step.action, Action::Choose { .. })
        });
    let so_far = reads.len() + usize::from(is_weak);
    let writes = match kind {
        ReadKind::Load => Vec::new(),
        ReadKind::Exclusive
        | ReadKind::Lock
        | ReadKind::TryLock
        | ReadKind::Destroy
        | ReadKind::Initialise => {
            let mut writes = run(&steps[so_far..], position, write_part);
            let is_its_own = |part: &Part<WriteKind>| {
                let own = match kind {
                    ReadKind::Initialise | ReadKind::Destroy => WriteKind::Store,
                    _ => WriteKind::Exclusive,
                };
                part.kind == own && part.cell.address == reads[0].cell.address
            };
            if !writes.first().is_some_and(is_its_own) {
                writes.clear();
            }
            writes
        }
    };
    let wrote = !writes.is_empty();
    let act = match kind {
        ReadKind::Load => Act::Load,
        ReadKind::Exclusive if wrote => Act::Update,
        ReadKind::Exclusive => Act::FailedUpdate,
        ReadKind::Lock if wrote => Act::Lock,
        ReadKind::Lock => Act::Wait,
        ReadKind::TryLock if wrote => Act::TryLock,
        ReadKind::TryLock => Act::FailedTryLock,
        ReadKind::Destroy if wrote => Act::DestroyMutex,
        ReadKind::Destroy => Act::FailedDestroy,
        ReadKind::Initialise if wrote => Act::InitialiseMutex,
        ReadKind::Initialise => Act::FailedInitialise,
    };
    let mut from: Vec<Option<EventName>> = Vec::new();
    for part in &reads {
        if !from.contains(&part.rf) {
            from.push(part.rf);
        }
    }
    let access = Access {
        act,
        cell: whole(&reads),
        ordering,
        read: Some(Reading { value: together(&reads), from }),
        written: wrote.then(|| together(&writes)),
    };
    (Deed::Access(access), so_far + writes.len())
}

fn plain_write(writes: &[Part<WriteKind>]) -> Access {
    let act = match writes[0].kind {
        WriteKind::Store | WriteKind::Exclusive => Act::Store,
        WriteKind::Unlock => Act::Unlock,
    };
    Access {
        act,
        cell: whole(writes),
        ordering: writes[0].ordering,
        read: None,
        written: Some(together(writes)),
    }
}

/// One cell of an access.
#[derive(Clone, Copy)]
struct Part<Kind> {
    cell: Cell,
    kind: Kind,
    ordering: base::Ordering,
    value: Value,
    rf: Option<EventName>,
}

fn read_part(action: &Action) -> Option<Part<ReadKind>> {
    match *action {
        Action::Read { cell, kind, ordering, value, rf, .. } => {
            Some(Part { cell, kind, ordering, value, rf })
        }
        Action::Write { .. }
        | Action::Fence { .. }
        | Action::Free { .. }
        | Action::Spawn { .. }
        | Action::Join { .. }
        | Action::Choose { .. } => None,
    }
}

fn write_part(action: &Action) -> Option<Part<WriteKind>> {
    match *action {
        Action::Write { cell, kind, ordering, value, .. } => {
            Some(Part { cell, kind, ordering, value, rf: None })
        }
        Action::Read { .. }
        | Action::Fence { .. }
        | Action::Free { .. }
        | Action::Spawn { .. }
        | Action::Join { .. }
        | Action::Choose { .. } => None,
    }
}

/// The cells of one access at the start of the steps.
fn run<Kind: PartialEq>(
    steps: &[Step],
    position: Option<SourcePosition>,
    part: impl Fn(&Action) -> Option<Part<Kind>>,
) -> Vec<Part<Kind>> {
    let mut parts: Vec<Part<Kind>> = Vec::new();
    for step in steps {
        let Some(next) = part(&step.action) else {
            break;
        };
        if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
            let continues = step.position == position
                && next.kind == first.kind
                && next.ordering == first.ordering
                && next.cell.address.0 == end(last.cell)
                && end(next.cell) - first.cell.address.0 <= MAX_ACCESS;
            if !continues {
                break;
            }
        }
        parts.push(next);
    }
    parts
}

fn end(cell: Cell) -> u64 {
    cell.address.0 + u64::from(cell.size)
}

/// All bytes of an access.
fn whole<Kind>(parts: &[Part<Kind>]) -> Cell {
    Cell { address: parts[0].cell.address, size: parts.iter().map(|part| part.cell.size).sum() }
}

/// The value of an access, little end first.
fn together<Kind>(parts: &[Part<Kind>]) -> Value {
    let start = parts[0].cell.address.0;
    parts.iter().fold(Value::ZERO, |whole, part| {
        let shift = 8 * (part.cell.address.0 - start);
        Value {
            bits: whole.bits | part.value.bits << shift,
            undefined: whole.undefined | part.value.undefined << shift,
        }
    })
}
