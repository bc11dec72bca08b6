//! Is a program well formed, so that everyone who consumes it can index without checks of their
//! own?
//!
//! One walk over the program, which collects every problem with the place it is at. What is checked
//! is what has to hold before anything runs: ids in range, widths and sizes that exist, shapes that
//! agree. Whether addresses, orders and values make sense is for the engines to find out.

mod body;
mod problem;

pub use problem::{Fault, Problem, ProgramPart};

use crate::layout::Layout;
use crate::structure::{
    FunctionId, GlobalId, Program, SiteId, ThreadLocal, ThreadLocalId, max_static_objects,
};
use std::collections::HashSet;

/// How deeply layouts may be nested.
pub const MAX_LAYOUT_DEPTH: usize = 64;
/// The largest size and offset in a layout.
pub const MAX_LAYOUT_SIZE: u64 = 1 << 32;
/// How many registers a function may have.
pub const MAX_REGISTERS: usize = 1 << 20;

/// Checks a program; the error has every problem, in program order.
pub fn verify(program: &Program) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    verify_names(program, &mut problems);
    let most = program.pointers.max_object_size();
    for (index, global) in program.globals.iter().enumerate() {
        let place = ProgramPart::Global(GlobalId(index as u32));
        let mut report = |fault| problems.push(Problem { place, fault });
        if global.size > most {
            report(Fault::GlobalTooLarge { size: global.size, most });
        }
        if global.bytes.len() as u64 > global.size {
            let (bytes, size) = (global.bytes.len(), global.size);
            report(Fault::TooManyBytes { bytes, size });
        }
        global.layout.iter().filter_map(layout_fault).for_each(report);
    }
    for (index, site) in program.sites.iter().enumerate() {
        let place = ProgramPart::Site(SiteId(index as u32));
        let fault = site.layout.as_ref().and_then(layout_fault);
        problems.extend(fault.map(|fault| Problem { place, fault }));
    }
    for (index, variable) in program.thread_locals.iter().enumerate() {
        let place = ProgramPart::ThreadLocal(ThreadLocalId(index as u32));
        let mut report = |fault| problems.push(Problem { place, fault });
        let ThreadLocal { site, size, bytes } = variable;
        if site.index() >= program.sites.len() {
            report(Fault::NoSuchSite(*site));
        }
        if program.thread_locals[..index].iter().any(|other| other.site == *site) {
            report(Fault::SharedSite(*site));
        }
        if *size > most {
            report(Fault::GlobalTooLarge { size: *size, most });
        }
        if bytes.len() as u64 > *size {
            report(Fault::TooManyBytes { bytes: bytes.len(), size: *size });
        }
    }
    let results: Vec<Option<usize>> = program.functions.iter().map(body::results).collect();
    for index in 0..program.functions.len() {
        body::verify(program, &results, FunctionId(index as u32), &mut problems);
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn verify_names(program: &Program, problems: &mut Vec<Problem>) {
    let count = program.globals.len().max(program.functions.len());
    if count > max_static_objects(program.pointers) {
        problems.push(Problem { place: ProgramPart::Program, fault: Fault::TooManyObjects(count) });
    }
    let globals =
        program.globals.iter().zip(0..).map(|(g, id)| (&g.name, ProgramPart::Global(GlobalId(id))));
    let functions = program
        .functions
        .iter()
        .zip(0..)
        .map(|(f, id)| (&f.name, ProgramPart::Function(FunctionId(id))));
    let mut names = HashSet::new();
    for (name, place) in globals.chain(functions) {
        if !names.insert(name) {
            problems.push(Problem { place, fault: Fault::NameTaken(name.clone()) });
        }
    }
}

fn layout_fault(layout: &Layout) -> Option<Fault> {
    /// Whether the layout fits, where it stands inside `depth` others.
    fn fits(layout: &Layout, depth: usize) -> bool {
        depth < MAX_LAYOUT_DEPTH
            && match layout {
                Layout::Integer { size, .. } => *size <= MAX_LAYOUT_SIZE,
                Layout::Pointer { size } => matches!(size, 4 | 8),
                Layout::Array { element, count } => {
                    *count <= MAX_LAYOUT_SIZE && fits(element, depth + 1)
                }
                Layout::Struct { size, fields } => {
                    *size <= MAX_LAYOUT_SIZE
                        && fields.iter().all(|field| {
                            field.offset <= MAX_LAYOUT_SIZE && fits(&field.layout, depth + 1)
                        })
                }
            }
            && layout.size() <= MAX_LAYOUT_SIZE
    }
    (!fits(layout, 0)).then_some(Fault::BadLayout)
}

#[cfg(test)]
mod tests;
