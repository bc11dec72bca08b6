//! Complaints about input, as compilers print them: the file, the line, a caret and a way out.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use base::Diagnostic;

/// How many lines around the complaint are given to the renderer: inputs may be many megabytes.
const CONTEXT: usize = 4;

/// A complaint about `text`, which is the contents of the file at `path`.
pub fn render(diagnostic: &Diagnostic, path: &str, text: &str) -> String {
    let start = floor(text, diagnostic.span.start);
    let end = floor(text, diagnostic.span.end.max(start));
    let first = line_start(text, start);
    let last = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let (line, _) = diagnostic.line_and_column(text);
    // A span over many lines is shown by its first ones.
    let shown: usize = text[first..last].split_inclusive('\n').take(CONTEXT).map(str::len).sum();
    let window = &text[first..first + shown];
    let span = start - first..(end - first).min(window.len());
    let annotation = AnnotationKind::Primary.span(span);
    let snippet = Snippet::source(window).path(path).line_start(line).annotation(annotation);
    let mut group =
        Group::with_title(Level::ERROR.primary_title(diagnostic.message.as_str())).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    format!("{}\n", Renderer::styled().render(&[group]))
}

/// A complaint without a place.
pub fn render_bare(message: &str, help: Option<&str>) -> String {
    let title = Level::ERROR.primary_title(message);
    let group = match help {
        Some(help) => Group::with_title(title).element(Level::HELP.message(help)),
        None => Group::with_title(title),
    };
    format!("{}\n", Renderer::styled().render(&[group]))
}

/// The last boundary between characters that is not after `at`.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    fn shown(text: &str, span: Range<usize>) -> String {
        let diagnostic = Diagnostic::new("wrong", span).with_help("do it right");
        anstream::adapter::strip_str(&render(&diagnostic, "a.ll", text)).to_string()
    }

    #[test]
    fn the_place_is_marked() {
        let expected = "\
error: wrong
 --> a.ll:2:3
  |
2 | b cc d
  |   ^^
  |
  = help: do it right
";
        assert_eq!(shown("a\nb cc d\ne\n", 4..6), expected);
    }

    #[test]
    fn no_span_is_too_strange() {
        let text = "é\nsecond line\nthird";
        for start in 0..=text.len() + 2 {
            for end in 0..=text.len() + 2 {
                shown(text, start..end);
            }
        }
        shown("", 0..0);
    }
}
