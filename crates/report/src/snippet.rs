//! A line of source with a mark under the place that matters.

use crate::SourceText;
use crate::location::Location;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// What a mark means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Violation,
    Unsupported,
}

/// A paragraph with the line at a location, a mark and a label under it; empty if the line cannot
/// be had.
pub(crate) fn quote(
    sources: &dyn SourceText,
    location: &Location,
    mark: Mark,
    label: &str,
) -> String {
    let Some(text) = sources.line(&location.file, location.line) else {
        return String::new();
    };
    let level = match mark {
        Mark::Violation => Level::ERROR,
        Mark::Unsupported => Level::WARNING,
    };
    let annotation = AnnotationKind::Primary.span(marked(&text, location.column)).label(label);
    let snippet = Snippet::source(text.as_str())
        .path(location.file.as_str())
        .line_start(location.line as usize)
        .annotation(annotation);
    let group = Group::with_level(level).element(snippet);
    let quoted = Renderer::styled().render(&[group]);
    format!("\n{quoted}\n")
}

/// The bytes of a line to mark: the word at the column, or the whole line without its indentation.
fn marked(text: &str, column: Option<u32>) -> Range<usize> {
    let whole = text.len() - text.trim_start().len()..text.trim_end().len();
    let Some(column) = column else {
        return whole;
    };
    let start = column as usize - 1;
    // A line that changed since it was compiled may be shorter, or have other characters.
    let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) else {
        return whole;
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    start..start + word.max(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_at_the_column_is_marked() {
        assert_eq!(marked("  assert(x);", Some(3)), 2..8);
        assert_eq!(marked("  assert(x);", None), 2..12);
        assert_eq!(marked("  x + y", Some(5)), 4..5);
        assert_eq!(marked("short", Some(40)), 0..5);
        assert_eq!(marked("é = 1", Some(2)), 0..6);
        assert_eq!(marked("", Some(1)), 0..0);
    }
}
