//! Does a model say what it means by everything that a test has? A fence that it does not name
//! orders nothing there, and so a source would allow what it forbids on its own machine, and a
//! portable test would be none.
//!
//! A model *names* a tag, `rmw`, `RMW` or `si` if a check or a picture of it depends on that; the
//! files of fences that models include show all fences of their machine, so that those which order
//! nothing are named, too. What a test has is read off its code, whether it is executed or not:
//!
//! 1. *Marks* tell accesses from stronger ones of the same language and order nothing by
//!    themselves. No model needs to name them. `X` is one, but for x86, where a locked instruction
//!    is a fence.
//! 2. What has a meaning of its own, as locks and RCU have, must be named: without it even
//!    sequential consistency allows too much.
//! 3. Everything else only adds order, or makes an update atomic. A model that does not name it
//!    allows *more* than one that would, and that one allows all that sequential consistency does.
//!    What follows from that is in `certainty`.
//! 4. A model that names the marks of C11 or of the kernel (`RLX`, `Once`, `Plain`), or the orders
//!    of C11 and no full fence of a machine (`imm`), is about accesses of that language, and judges
//!    no other: what an access without a mark is, it does not say.
//! 5. `A` is an acquire of AArch64 and any atomic access of C; `X` is a locked instruction of x86,
//!    and elsewhere also a load or a store with a reservation, which orders nothing. A model that
//!    has one in mind is no model of the other.
//!
//! Dependencies are on all machines; a model that does not name them says that they order nothing.

use crate::Model;
use crate::case::Language;
use base::{Tag, TagSet, Tags, tags};
use events::Primitive;
use litmus::Lowered;
use litmus::code::{Instruction, Otherwise, Shape};

/// What orders nothing by itself.
const MARKS: [Tags; 2] = [
    tags!["X", "NA", "RLX", "CON", "NoRet", "EX"],
    tags!["Noreturn", "Once", "Plain", "RMW", "volatile", "atomic_block"],
];

/// What has a meaning of its own.
const EXACT: [Tags; 2] = [
    tags!["LKR", "LKW", "UL", "LF", "Rcu-lock", "Rcu-unlock"],
    tags!["Sync-rcu", "Srcu-lock", "Srcu-unlock", "Sync-srcu"],
];

const ORDERS_OF_C: Tags = tags!["RLX", "ACQ", "REL", "ACQ_REL", "SC"];
const RELEASE_OF_AARCH64: Tags = tags!["L", "Q"];
const AMBIGUOUS: Tags = tags!["A"];
const LOCKED: Tags = tags!["X"];
const FENCE_OF_X86: Tags = tags!["MFENCE"];
const FULL_FENCES: Tags = tags!["MFENCE", "SYNC", "DMB", "DMB.ISH", "Fence.rw.rw", "Mb"];

fn union(parts: [Tags; 2]) -> TagSet {
    TagSet::from(parts[0]).with(parts[1].into())
}

/// What a model does not name of what a test has; why it cannot judge the test at all, if it
/// cannot.
pub(crate) fn unnamed(
    model: &Model,
    language: Language,
    lowered: &Lowered,
) -> Result<Vec<&'static str>, String> {
    let (has, named) = (Features::of(lowered), model.primitives.tags());
    let has_any = |set: TagSet, tags: Tags| set.has_any(tags.into());
    let name = model.name();
    let is_x86 = language == Language::X86;
    let is_c = matches!(language, Language::C11 | Language::Kernel);
    let is_of_c11 = has_any(named, tags!["RLX"])
        || has_any(named, tags!["ACQ"]) && !has_any(named, FULL_FENCES);
    let is_of_kernel = has_any(named, tags!["Once", "Plain"]);
    let is_own =
        is_of_c11 && language == Language::C11 || is_of_kernel && language == Language::Kernel;
    if (is_of_c11 || is_of_kernel) && !is_own {
        let what = "is about accesses of C11 or of the Linux kernel, and the test is in another";
        return Err(format!("the model {name} {what} language"));
    }
    if has_any(has.tags, AMBIGUOUS) && has_any(named, AMBIGUOUS) {
        let is_of_c = has_any(named, ORDERS_OF_C);
        let is_of_aarch64 = !is_of_c || has_any(named, RELEASE_OF_AARCH64);
        if if is_c { !is_of_c } else { !is_of_aarch64 } {
            let language = language.name();
            return Err(format!(
                "the model {name} names `A`, which means something else in {language}"
            ));
        }
    }
    if has.reservations && !is_x86 && has_any(named, LOCKED) && has_any(named, FENCE_OF_X86) {
        let language = language.name();
        return Err(format!(
            "the model {name} names `X`, which means something else in {language}"
        ));
    }
    let (marks, exact) = (union(MARKS), union(EXACT));
    let mut missing = Vec::new();
    for tag in has.tags.iter() {
        let own = TagSet::NONE.and(tag);
        let is_mark = match tag.name() {
            "X" => !is_x86,
            "A" => is_c,
            _ => marks.has_any(own),
        };
        if is_mark || named.has_any(own) {
            continue;
        }
        if exact.has_any(own) {
            let message = "which has a meaning of its own";
            return Err(format!(
                "the model {name} does not name `{}` ({}), {message}",
                tag.name(),
                tag.meaning()
            ));
        }
        missing.push(tag.name());
    }
    let knows = |names: &[Primitive]| model.primitives.has_any(names);
    if has.pairs && !knows(&[Primitive::Rmw, Primitive::RMW]) {
        missing.push("rmw");
    }
    if has.updates && !knows(&[Primitive::RMW]) {
        missing.push("RMW");
    }
    Ok(missing)
}

/// What the code of a test has.
#[derive(Default)]
struct Features {
    tags: TagSet,
    /// Read-modify-writes of two events.
    pairs: bool,
    /// Those of one event.
    updates: bool,
    /// Loads and stores with a reservation.
    reservations: bool,
}

impl Features {
    fn of(lowered: &Lowered) -> Features {
        let mut has = Features::default();
        let code = lowered.threads.iter().flat_map(|thread| &thread.code.instructions);
        code.for_each(|instruction| has.add(instruction));
        has
    }

    fn add(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Load { access, exclusive, .. } => {
                self.tag(access.tags);
                self.reservations |= exclusive;
            }
            Instruction::Store { access, .. } => self.tag(access.tags),
            Instruction::StoreExclusive { access, .. } => {
                self.tag(access.tags);
                self.pairs = true;
                self.reservations = true;
            }
            Instruction::Update(update) => {
                self.tag(update.read.tags);
                self.tag(update.write_tags);
                self.tag(update.around.unwrap_or(Tags::NONE));
                match update.otherwise {
                    Otherwise::Read(tags) => self.tag(tags),
                    Otherwise::Wait => {}
                }
                match update.shape {
                    Shape::Pair | Shape::Exclusive { .. } => self.pairs = true,
                    Shape::Single => self.updates = true,
                }
            }
            Instruction::Fence { tags, .. } => self.tag(*tags),
            Instruction::Assign { .. }
            | Instruction::Branch { .. }
            | Instruction::Jump { .. }
            | Instruction::Scope(_) => {}
        }
    }

    fn tag(&mut self, tags: Tags) {
        self.tags = tags.iter().fold(self.tags, |all: TagSet, tag: Tag| all.and(tag));
    }
}
