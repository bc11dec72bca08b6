//! A test as text again, in the format it is read from: what is read from it is the same test, but
//! for places.

use crate::tree::{Cell, Condition, Constant, Initial, Place, Proposition, Test, Threads};
use std::fmt;

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.architecture.name(), self.name)?;
        self.description.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f, "{{")?;
        self.initial.iter().try_for_each(|initial| writeln!(f, "{initial};"))?;
        writeln!(f, "}}")?;
        match &self.threads {
            Threads::Columns(columns) => write_columns(f, columns)?,
            Threads::Functions(functions) => {
                for function in functions {
                    let (thread, parameters) = (function.thread, &function.parameters);
                    // A comment may reach to the end of its line.
                    let end = if parameters.contains("//") { "\n" } else { "" };
                    writeln!(f, "\nP{thread}({parameters}{end}) {{{}}}", function.body)?;
                }
            }
        }
        if !self.locations.is_empty() {
            let places: Vec<String> = self.locations.iter().map(place).collect();
            writeln!(f, "locations [{};]", places.join("; "))?;
        }
        if let Some(filter) = &self.filter {
            writeln!(f, "filter ({filter})")?;
        }
        writeln!(f, "{}", self.condition)
    }
}

fn write_columns(f: &mut fmt::Formatter<'_>, columns: &[Vec<Cell>]) -> fmt::Result {
    let title = |thread: usize| format!("P{thread}");
    let widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(thread, cells)| {
            let longest = cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(0);
            longest.max(title(thread).len())
        })
        .collect();
    let mut row = |text: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = widths
            .iter()
            .enumerate()
            .map(|(thread, width)| format!(" {:<width$} ", text(thread)))
            .collect();
        writeln!(f, "{};", cells.join("|"))
    };
    row(&title)?;
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..height {
        let cell = |thread: usize| columns[thread].get(line).map(|cell| cell.text.clone());
        row(&|thread| cell(thread).unwrap_or_default())?;
    }
    Ok(())
}

impl fmt::Display for Initial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(type_name) = &self.type_name {
            write!(f, "{type_name} ")?;
        }
        f.write_str(&place(&self.place))?;
        if let Some(length) = self.length {
            write!(f, "[{length}]")?;
        }
        let values: Vec<String> = self.values.iter().map(Constant::to_string).collect();
        match (self.length, values.as_slice()) {
            (_, []) => Ok(()),
            (None, [value]) => write!(f, " = {value}"),
            (_, values) => write!(f, " = {{{}}}", values.join(", ")),
        }
    }
}

/// A place as conditions have it: locations without brackets.
fn place(place: &Place) -> String {
    match place {
        Place::Location { name, index: None } => name.clone(),
        place => place.to_string(),
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.quantifier.word(), self.proposition)
    }
}

impl Proposition {
    /// How tightly the outermost operator binds.
    fn strength(&self) -> u8 {
        match self {
            Proposition::Implies(..) => 0,
            Proposition::Or(_) => 1,
            Proposition::And(_) => 2,
            Proposition::Not(_)
            | Proposition::True
            | Proposition::False
            | Proposition::Equal(..)
            | Proposition::Differ(..) => 3,
        }
    }
}

impl fmt::Display for Proposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inside = |part: &Proposition| {
            if part.strength() > self.strength() { part.to_string() } else { format!("({part})") }
        };
        let joined = |parts: &[Proposition], sign: &str| {
            parts.iter().map(inside).collect::<Vec<_>>().join(sign)
        };
        match self {
            Proposition::True => f.write_str("true"),
            Proposition::False => f.write_str("false"),
            Proposition::Equal(own, value) => write!(f, "{}={value}", place(own)),
            Proposition::Differ(own, value) => write!(f, "{}!={value}", place(own)),
            Proposition::Not(inner) => write!(f, "~({inner})"),
            Proposition::And(parts) => f.write_str(&joined(parts, " /\\ ")),
            Proposition::Or(parts) => f.write_str(&joined(parts, " \\/ ")),
            Proposition::Implies(first, second) => {
                write!(f, "{} => {}", inside(first), inside(second))
            }
        }
    }
}
