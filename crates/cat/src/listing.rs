//! A program as text, for people who want to know what became of their model.
//!
//! ```text
//! %0 = po
//! %1 = rf
//! %2 = %0; %1
//! loop %3 = %5
//!   %3
//!   %4 = %3; %0
//!   %5 = %2 | %4
//! acyclic %3 as name
//! ```

use crate::domain::Boolean;
use crate::program::{Check, Choice, Input, Kind, Meaning, Operator, Possibilities, Program, Slot};
use std::fmt::{self, Display, Formatter};

impl Display for Slot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.meaning {
            Meaning::Named(name) => write!(f, "{name}"),
            Meaning::Tagged(tag) => write!(f, "tag2events('{tag})"),
            Meaning::Scope(tag) => write!(f, "tag2scope('{tag})"),
        }
    }
}

impl Display for Check {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let negation = if self.negated { "~" } else { "" };
        write!(f, "{}{negation}{} {}", self.role.prefix(), self.test, self.slot)?;
        self.name.iter().try_for_each(|name| write!(f, " as {name}"))
    }
}

impl Display for Choice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "with {} from ", self.name)?;
        match &self.source {
            Possibilities::Orders { classes, order } => {
                write!(f, "linear-orders({classes}, {order})")
            }
            Possibilities::Interpreted(interpreted) => write!(f, "{interpreted}"),
        }
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, instruction) in self.instructions.iter().enumerate() {
            let depth = self.recursions.iter().filter(|recursion| recursion.body.contains(&index));
            let depth = depth.count();
            if let Some(recursion) = self.recursion_at(index) {
                write!(f, "{:indent$}loop", "", indent = 2 * (depth - 1))?;
                for (variable, result) in &recursion.variables {
                    write!(f, " {variable} = {result}")?;
                }
                writeln!(f)?;
            }
            write!(f, "{:indent$}%{index}", "", indent = 2 * depth)?;
            self.operator(f, instruction.operator, instruction.kind)?;
            writeln!(f)?;
        }
        self.choices.iter().try_for_each(|choice| writeln!(f, "{choice}"))?;
        self.checks.iter().try_for_each(|check| writeln!(f, "{check}"))?;
        self.shown.iter().try_for_each(|(name, slot)| writeln!(f, "show {slot} as {name}"))
    }
}

impl Program {
    /// What follows the slot that an operator fills.
    fn operator(&self, f: &mut Formatter<'_>, operator: Operator, kind: Kind) -> fmt::Result {
        match operator {
            Operator::Variable => Ok(()),
            Operator::Input(index) => write!(f, " = {}", self.inputs[index]),
            Operator::Choice(index) => write!(f, " = {}", self.choices[index].name),
            Operator::Empty => write!(f, " = empty {kind}"),
            Operator::AllEvents => write!(f, " = _"),
            Operator::Boolean(Boolean::Union, first, second) => write!(f, " = {first} | {second}"),
            Operator::Boolean(Boolean::Intersection, first, second) => {
                write!(f, " = {first} & {second}")
            }
            Operator::Boolean(Boolean::Difference, first, second) => {
                write!(f, " = {first} \\ {second}")
            }
            Operator::Product(first, second) => write!(f, " = {first} * {second}"),
            Operator::Sequence(first, second) => write!(f, " = {first}; {second}"),
            Operator::IdentityOn(set) => write!(f, " = [{set}]"),
            Operator::Inverse(relation) => write!(f, " = {relation}^-1"),
            Operator::Closure(relation) => write!(f, " = {relation}^+"),
            Operator::Domain(relation) => write!(f, " = domain({relation})"),
            Operator::Range(relation) => write!(f, " = range({relation})"),
        }
    }
}
