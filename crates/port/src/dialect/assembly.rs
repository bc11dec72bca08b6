//! Shapes in assembly: a column for each thread. The first access has the registers with 1, the
//! second those with 2; 9 is for dependencies, and the locations are in 10, 11, ….

use super::{Annotation, Dialect, condition, location};
use crate::cycle::{Access, Order};
use crate::shape::{Place, Shape, Thread};

pub(super) fn text(dialect: Dialect, name: &str, shape: &Shape, annotation: Annotation) -> String {
    let columns: Vec<Vec<String>> =
        shape.threads.iter().map(|thread| column(dialect, thread, annotation)).collect();
    let head = match dialect {
        Dialect::X86 => "X86",
        Dialect::Power => "PPC",
        Dialect::AArch64 => "AArch64",
        Dialect::C11 | Dialect::Kernel => unreachable!("C has a file of its own"),
    };
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let titles = (0..columns.len()).map(|thread| format!("P{thread}"));
    let mut lines = vec![titles.collect::<Vec<String>>()];
    for row in 0..rows {
        let cell = |column: &Vec<String>| column.get(row).cloned().unwrap_or_default();
        lines.push(columns.iter().map(cell).collect());
    }
    let width = |thread: usize| lines.iter().map(|line| line[thread].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut text = format!("{head} {name}\n{{{} }}\n", initial(dialect, shape));
    for line in &lines {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        text += &format!(" {} ;\n", cells.collect::<Vec<_>>().join(" | "));
    }
    let register = |_, index: usize| match dialect {
        Dialect::X86 => ["EAX", "EBX"][index].to_owned(),
        Dialect::Power => format!("r{}", index + 1),
        Dialect::AArch64 | Dialect::C11 | Dialect::Kernel => format!("X{}", index + 1),
    };
    text + &condition(shape, register, ["", ""])
}

/// Which locations registers point to.
fn initial(dialect: Dialect, shape: &Shape) -> String {
    let letter = match dialect {
        Dialect::X86 => return String::new(),
        Dialect::Power => 'r',
        Dialect::AArch64 | Dialect::C11 | Dialect::Kernel => 'X',
    };
    let mut text = String::new();
    for (number, thread) in shape.threads.iter().enumerate() {
        let second = thread.second.map(|(_, place)| place.location);
        let second = second.filter(|second| *second != thread.first.location);
        for place in [thread.first.location].into_iter().chain(second) {
            text += &format!(" {number}:{letter}{}={};", 10 + place, location(place));
        }
    }
    text
}

fn column(dialect: Dialect, thread: &Thread, annotation: Annotation) -> Vec<String> {
    let access = |place: Place, number: usize, order: Order| match dialect {
        Dialect::X86 => x86(place, number),
        Dialect::Power => power(place, number, order),
        Dialect::AArch64 | Dialect::C11 | Dialect::Kernel => {
            aarch64(place, number, order, annotation)
        }
    };
    let mut lines = access(thread.first, 1, Order::Po);
    if let Some((order, second)) = thread.second {
        if let Order::Fence(place) = order {
            lines.push(dialect.fence(place).instruction.to_owned());
        }
        lines.extend(access(second, 2, order));
    }
    lines
}

fn x86(place: Place, number: usize) -> Vec<String> {
    let at = location(place.location);
    match place.access {
        Access::Read => vec![format!("MOV {},[{at}]", ["EAX", "EBX"][number - 1])],
        Access::Write => vec![format!("MOV [{at}],${}", place.value)],
    }
}

fn power(place: Place, number: usize, order: Order) -> Vec<String> {
    let (at, value) = (format!("r{}", 10 + place.location), place.value);
    let dependency = "xor r9,r1,r1".to_owned();
    let load = format!("lwz r{number},0({at})");
    let constant = format!("li r{number},{value}");
    let store = format!("stw r{number},0({at})");
    match (place.access, order) {
        (Access::Read, Order::Addr) => vec![dependency, format!("lwzx r{number},r9,{at}")],
        (Access::Read, _) => vec![load],
        (Access::Write, Order::Addr) => {
            vec![dependency, constant, format!("stwx r{number},r9,{at}")]
        }
        (Access::Write, Order::Data) => {
            vec![dependency, format!("addi r9,r9,{value}"), format!("stw r9,0({at})")]
        }
        (Access::Write, Order::Ctrl) => {
            vec!["cmpw r1,r1".into(), "beq L0".into(), "L0:".into(), constant, store]
        }
        (Access::Write, Order::Po | Order::PoLoc | Order::Fence(_)) => vec![constant, store],
    }
}

fn aarch64(place: Place, number: usize, order: Order, annotation: Annotation) -> Vec<String> {
    let (at, value) = (format!("X{}", 10 + place.location), place.value);
    let load = if annotation.read.is_empty() { "LDR" } else { "LDAR" };
    let store = if annotation.write.is_empty() { "STR" } else { "STLR" };
    let dependency = "EOR W9,W1,W1".to_owned();
    let constant = format!("MOV W{number},#{value}");
    let plain = format!("{store} W{number},[{at}]");
    match (place.access, order) {
        (Access::Read, Order::Addr) => {
            vec![dependency, format!("{load} W{number},[{at},W9,SXTW]")]
        }
        (Access::Read, _) => vec![format!("{load} W{number},[{at}]")],
        (Access::Write, Order::Addr) => {
            vec![dependency, constant, format!("{store} W{number},[{at},W9,SXTW]")]
        }
        (Access::Write, Order::Data) => {
            vec![dependency, format!("ADD W9,W9,#{value}"), format!("{store} W9,[{at}]")]
        }
        (Access::Write, Order::Ctrl) => {
            vec!["CBNZ W1,L0".into(), "L0:".into(), constant, plain]
        }
        (Access::Write, Order::Po | Order::PoLoc | Order::Fence(_)) => vec![constant, plain],
    }
}
