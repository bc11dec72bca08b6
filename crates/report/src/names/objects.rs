//! What are the objects called that threads created?
//!
//! A local variable by its name and its thread; allocated memory by a number of its own among what
//! the witness mentions of the thread, with the place that allocated it told once.

use crate::location::Location;
use answer::ObjectOrigin;
use base::ObjectId;
use program::{AllocationKind, Instruction, Layout, Program, SiteId};
use std::collections::BTreeMap;

/// An object that a thread created.
#[derive(Clone, Debug)]
pub(crate) struct Object<'a> {
    pub(crate) name: String,
    pub(crate) kind: AllocationKind,
    pub(crate) size: u64,
    pub(crate) layout: Option<&'a Layout>,
    /// Where it was created.
    pub(crate) location: Option<Location>,
}

/// The objects that one witness mentions.
pub(super) fn named<'a>(
    program: &'a Program,
    origins: &[ObjectOrigin],
) -> BTreeMap<ObjectId, Object<'a>> {
    let mut objects: BTreeMap<ObjectId, Object<'a>> = BTreeMap::new();
    for origin in origins {
        let ObjectOrigin { object, site, kind, size } = *origin;
        let variable = &program.sites[site.index()];
        let name = if !kind.is_local() {
            let is_before = |(id, other): &(&ObjectId, &Object<'_>)| {
                id.thread == object.thread && !other.kind.is_local()
            };
            let number = objects.iter().filter(is_before).count() + 1;
            format!("heap object {number} of {}", object.thread)
        } else if variable.name.is_empty() {
            format!("{}'s local variable {}", object.thread, object.index)
        } else {
            format!("{}'s {}", object.thread, variable.name)
        };
        let namesakes = objects.values().filter(|other| is_namesake(&other.name, &name)).count();
        let name = if namesakes == 0 { name } else { format!("{name} ({})", namesakes + 1) };
        let layout = variable.layout.as_ref();
        let location = location_of(program, site);
        objects.insert(object, Object { name, kind, size, layout, location });
    }
    objects
}

/// Whether a name is this one, or this one with a number.
fn is_namesake(other: &str, name: &str) -> bool {
    other.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
}

/// Where the allocation at a site is.
fn location_of(program: &Program, site: SiteId) -> Option<Location> {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| block.instructions.iter().zip(&block.positions));
    let creates = |instruction: &Instruction| matches!(instruction, Instruction::Allocate { site: other, .. } if *other == site);
    let (_, position) = instructions.find(|(instruction, _)| creates(instruction))?;
    position.map(|position| Location::new(program, position))
}
