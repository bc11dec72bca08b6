//! An acyclic program to look at, and to compare in tests: an event in each line, with values
//! written out as expressions.

use crate::{Acyclic, Dependency, Event, EventId, Node, ValueId, Values};
use events::Kind;
use std::fmt;

impl fmt::Display for Acyclic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut thread = None;
        for (id, event) in self.numbered() {
            if event.thread != thread {
                thread = event.thread;
                if let Some(own) = thread {
                    writeln!(f, "{}:", self.threads[own.index()].name)?;
                }
            }
            self.print_event(f, id, event)?;
        }
        for rmw in &self.rmw {
            let condition = self.show(rmw.condition);
            writeln!(f, "rmw e{} e{} if {condition}", rmw.read.0, rmw.write.0)?;
        }
        for assumption in &self.assumptions {
            writeln!(f, "assume {}", self.show(*assumption))?;
        }
        for check in &self.checks {
            writeln!(f, "{} if {}", check.kind, self.show(check.condition))?;
        }
        for unwound in &self.unwound {
            writeln!(f, "unwound if {}", self.show(unwound.condition))?;
        }
        for gap in &self.gaps {
            writeln!(f, "gap ({}) if {}", gap.what, self.show(gap.condition))?;
        }
        Ok(())
    }
}

impl Acyclic {
    fn print_event(&self, f: &mut fmt::Formatter<'_>, id: EventId, event: &Event) -> fmt::Result {
        let kind = match event.kind {
            Kind::Read => "R",
            Kind::Write => "W",
            Kind::Update => "U",
            Kind::Fence => "F",
            Kind::Other => "O",
        };
        write!(f, "  e{}: {kind}", id.0)?;
        for tag in event.tags.iter() {
            write!(f, " {}", tag.name())?;
        }
        if let Some(address) = event.address {
            write!(f, " [{}]{}", self.show(address), event.size)?;
        }
        if let Some(value) = event.value {
            write!(f, " := {}", self.show(value))?;
        }
        for (name, all) in [("addr", &event.addr), ("data", &event.data), ("ctrl", &event.ctrl)] {
            for Dependency { on, direct, picked } in all {
                if *direct != ValueId::FALSE {
                    write!(f, " {name}(e{}: {})", on.0, self.show(*direct))?;
                }
                if *picked != ValueId::FALSE {
                    write!(f, " pick-{name}(e{}: {})", on.0, self.show(*picked))?;
                }
            }
        }
        if event.guard != ValueId::TRUE {
            write!(f, " if {}", self.show(event.guard))?;
        }
        writeln!(f)
    }

    /// A value as an expression.
    pub fn show(&self, id: ValueId) -> String {
        show(&self.values, id)
    }
}

fn show(values: &Values, id: ValueId) -> String {
    let inner = |id| show(values, id);
    match values.node(id) {
        Node::Constant(number) if number > 0xffff => format!("{number:#x}"),
        Node::Constant(number) => number.to_string(),
        Node::Read(event) => format!("e{}", event.0),
        Node::Uninitialised(event) => format!("uninitialised(e{})", event.0),
        Node::Choice(choice) => format!("choice{}", choice.0),
        Node::Decision(inner_condition) => inner(inner_condition),
        Node::Binary(operation, first, second) => {
            format!("({operation:?} {} {})", inner(first), inner(second))
        }
        Node::Compare(predicate, first, second) => {
            format!("({predicate:?} {} {})", inner(first), inner(second))
        }
        Node::ZeroExtend(value) => format!("(zero {} {})", values.width(id), inner(value)),
        Node::SignExtend(value) => format!("(sign {} {})", values.width(id), inner(value)),
        Node::Extract { from, low } => {
            format!("(bits {low} {} {})", values.width(id), inner(from))
        }
        Node::Concat(high, low) => format!("(concat {} {})", inner(high), inner(low)),
        Node::Select(condition, then, otherwise) => {
            format!("(if {} {} {})", inner(condition), inner(then), inner(otherwise))
        }
    }
}
