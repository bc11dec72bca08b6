//! How many tests are portable from each model to each other, as a table.

use ::port::Portability;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

/// For each pair of models, how many tests are portable, are not, and are not known.
#[derive(Debug)]
pub(super) struct Matrix {
    models: usize,
    cells: Vec<Cell>,
}

#[derive(Default, Debug)]
struct Cell {
    portable: AtomicUsize,
    not_portable: AtomicUsize,
    unknown: AtomicUsize,
}

impl Matrix {
    pub(super) fn new(models: usize) -> Matrix {
        Matrix { models, cells: (0..models * models).map(|_| Cell::default()).collect() }
    }

    /// One more answer; none if there is none. Within a bound, it is not known.
    pub(super) fn add(&self, source: usize, target: usize, answer: Option<&Portability>) {
        let cell = &self.cells[source * self.models + target];
        let count = match answer {
            Some(Portability::Portable) => &cell.portable,
            Some(Portability::NotPortable(_)) => &cell.not_portable,
            Some(Portability::PortableWithinBound) | None => &cell.unknown,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    fn counts(&self, source: usize, target: usize) -> [usize; 3] {
        let Cell { portable, not_portable, unknown } = &self.cells[source * self.models + target];
        [portable, not_portable, unknown].map(|count| count.load(Ordering::Relaxed))
    }

    /// A row for each source, a column for each target: portable, not portable, unknown.
    pub(super) fn text(&self, names: &[&str]) -> String {
        let cell = |source: usize, target: usize| match source == target {
            true => "-".to_owned(),
            false => self.counts(source, target).map(|count| count.to_string()).join("/"),
        };
        let column = |target: usize| -> Vec<String> {
            let rows = (0..self.models).map(|source| cell(source, target));
            std::iter::once(names[target].to_owned()).chain(rows).collect()
        };
        let first = std::iter::once("from \\ to").chain(names.iter().copied());
        let mut columns = vec![first.map(str::to_owned).collect::<Vec<_>>()];
        columns.extend((0..self.models).map(column));
        let width = |column: &Vec<String>| column.iter().map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = columns.iter().filter_map(width).collect();
        let mut text = String::from("portable/not portable/unknown\n");
        for row in 0..=self.models {
            let cells = columns.iter().zip(&widths);
            let cells = cells.map(|(column, width)| format!("{:<width$}", column[row]));
            let line = cells.collect::<Vec<_>>().join("  ");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// An object on a line for each pair.
    pub(super) fn json(&self, names: &[&str]) -> String {
        let mut lines = String::new();
        for source in 0..self.models {
            for target in (0..self.models).filter(|target| *target != source) {
                let counts = self.counts(source, target);
                lines += &report::port::json_pair(names[source], names[target], counts);
            }
        }
        lines
    }
}
