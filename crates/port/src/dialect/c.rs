//! Shapes in C: a function for each thread, whose reads are in r1 and r2.

use super::{Annotation, Dialect, condition, location};
use crate::cycle::{Access, Order};
use crate::shape::{Place, Shape};
use std::collections::BTreeSet;

pub(super) fn text(dialect: Dialect, name: &str, shape: &Shape, annotation: Annotation) -> String {
    let is_kernel = dialect == Dialect::Kernel;
    let mut text = format!("C {name}\n{{ }}\n");
    for (number, thread) in shape.threads.iter().enumerate() {
        let second = thread.second.map(|(_, place)| place);
        let all = [thread.first].into_iter().chain(second);
        let locations: BTreeSet<usize> = all.map(|place| place.location).collect();
        let kind = if is_kernel { "int" } else { "atomic_int" };
        let parameter = |place: &usize| format!("{kind} *{}", location(*place));
        let parameters: Vec<String> = locations.iter().map(parameter).collect();
        text += &format!("P{number}({}) {{\n", parameters.join(", "));
        let statement = |place: Place, register: usize| match is_kernel {
            true => kernel(place, register, annotation),
            false => c11(place, register, annotation),
        };
        text += &format!("  {}\n", statement(thread.first, 1));
        if let Some((order, place)) = thread.second {
            if let Order::Fence(fence) = order {
                text += &format!("  {}\n", dialect.fence(fence).instruction);
            }
            text += &format!("  {}\n", statement(place, 2));
        }
        text += "}\n";
    }
    text + &condition(shape, |_, index| format!("r{}", index + 1), ["", ""])
}

fn c11(place: Place, register: usize, Annotation { read, write }: Annotation) -> String {
    let (at, value) = (location(place.location), place.value);
    match place.access {
        Access::Read => {
            format!("int r{register} = atomic_load_explicit({at}, memory_order_{read});")
        }
        Access::Write => format!("atomic_store_explicit({at}, {value}, memory_order_{write});"),
    }
}

fn kernel(place: Place, register: usize, Annotation { read, write }: Annotation) -> String {
    let (at, value) = (location(place.location), place.value);
    match (place.access, read, write) {
        (Access::Read, "", _) => format!("int r{register} = READ_ONCE(*{at});"),
        (Access::Read, _, _) => format!("int r{register} = smp_load_acquire({at});"),
        (Access::Write, _, "") => format!("WRITE_ONCE(*{at}, {value});"),
        (Access::Write, _, _) => format!("smp_store_release({at}, {value});"),
    }
}
