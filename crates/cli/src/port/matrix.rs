//! How many tests are portable from each model to each other, as a table.

use super::tally::{Kind, Tally};
use std::fmt::Write;

/// The answers of tests for all pairs of models.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix<'t> {
    pub(super) tally: &'t Tally,
    pub(super) models: usize,
}

/// The place of a pair among the answers to a test.
pub(super) fn place(models: usize, source: usize, target: usize) -> usize {
    source * models + target
}

impl Matrix<'_> {
    /// How many tests are portable, are not, and are not known. Within a bound, it is not known.
    fn counts(&self, source: usize, target: usize) -> [usize; 3] {
        let pair = place(self.models, source, target);
        let count = |kind: Kind| self.tally.count(pair, kind);
        let unknown = count(Kind::WithinBound) + count(Kind::Unknown);
        [count(Kind::Portable), count(Kind::NotPortable), unknown]
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
