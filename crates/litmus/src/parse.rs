//! From a file to its parts: the header, the initial state in braces, threads in columns or as C
//! functions, and the condition.

use crate::cursor::Cursor;
use crate::state;
use crate::token::{Style, comment};
use crate::tree::{
    Architecture, Cell, Condition, Function, Proposition, Quantifier, Test, Threads,
};
use base::Diagnostic;
use std::borrow::Cow;
use std::ops::Range;

/// Reads a litmus test.
pub fn parse(text: &str) -> Result<Test, Diagnostic> {
    let (architecture, name, header_end) = title(text)?;
    let open = find(text, header_end, "{")?.ok_or_else(|| {
        Diagnostic::new("there is no initial state", text.len()..text.len())
            .with_help("it is between `{` and `}`, and may be empty")
    })?;
    let close = find_close_brace(text, open)
        .ok_or_else(|| Diagnostic::new("this `{` has no `}`", open..open + 1))?;
    let lines = text[header_end..open].lines().map(str::trim_end);
    let description = lines.filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    let (threads, rest) = match architecture {
        Architecture::C => functions(text, close + 1)?,
        Architecture::X86
        | Architecture::X86_64
        | Architecture::Power
        | Architecture::Arm
        | Architecture::AArch64
        | Architecture::RiscV => columns(text, close + 1)?,
    };
    let state = |range: Range<usize>| {
        let cursor = Cursor::new(text, range, Style::State)?;
        // On these, `%` is a part of how registers are written. On others, it makes a word one.
        let is_decoration = matches!(architecture, Architecture::X86 | Architecture::X86_64);
        Ok(if is_decoration { cursor.without("%") } else { cursor })
    };
    let mut cursor = state(open + 1..close)?;
    let initial = state::initial_state(&mut cursor, &threads)?;
    // After the condition, older files have commands for other programs.
    let end = find(text, rest, "<<")?.unwrap_or(text.len());
    let mut cursor = state(rest..end)?;
    let (mut locations, mut filter) = (Vec::new(), None);
    loop {
        if cursor.accept("locations") {
            locations.extend(state::observed(&mut cursor)?);
        } else if cursor.accept("filter") {
            filter = Some(state::proposition(&mut cursor)?);
        } else if !cursor.accept(";") {
            break;
        }
    }
    // A test that only observes says so by leaving the condition out.
    let condition = if cursor.is_at_end() {
        Condition { quantifier: Quantifier::ForAll, proposition: Proposition::True }
    } else {
        state::condition(&mut cursor)?
    };
    cursor.accept(";");
    if !cursor.is_at_end() {
        return Err(cursor.unexpected("the end of the file"));
    }
    Ok(Test { architecture, name, description, initial, threads, locations, filter, condition })
}

/// The first line, and where it ends.
fn title(text: &str) -> Result<(Architecture, String, usize), Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let end = text[start..].find(['\n', '{']).map_or(text.len(), |end| start + end);
    let line = &text[start..end];
    let word = line.split_whitespace().next().unwrap_or("");
    let known = Architecture::ALL.into_iter().find(|known| known.name() == word);
    let architecture = known.ok_or_else(|| {
        let names: Vec<&str> = Architecture::ALL.into_iter().map(Architecture::name).collect();
        Diagnostic::new(format!("`{word}` is no architecture"), start..start + word.len())
            .with_help(format!("a litmus test starts with one of {}", names.join(", ")))
    })?;
    let name = line[word.len()..].trim_start();
    let name = name
        .split_whitespace()
        .next()
        .ok_or_else(|| Diagnostic::new("the test has no name", end..end))?;
    let name_end = name.as_ptr() as usize - text.as_ptr() as usize + name.len();
    Ok((architecture, name.to_owned(), name_end))
}

/// Where a sign is that is not in a comment or in quotes.
fn find(text: &str, start: usize, sign: &str) -> Result<Option<usize>, Diagnostic> {
    let mut at = start;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(sign) {
            return Ok(Some(at));
        }
        let comment = comment(rest, Style::State)
            .map_err(|()| Diagnostic::new("this comment has no end", at..at + 2))?;
        at += match comment {
            Some(length) => length,
            None if rest.starts_with('"') => rest[1..].find('"').map_or(1, |end| end + 2),
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
    Ok(None)
}

/// The brace that closes the one at `open`.
fn find_close_brace(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    let mut at = open;
    while at < text.len() {
        let rest = &text[at..];
        match rest.as_bytes()[0] {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
        at += match comment(rest, Style::C) {
            Ok(Some(length)) => length.max(1),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
    None
}

/// The words that can follow the threads.
const AFTER_THREADS: [&str; 7] =
    ["locations", "filter", "exists", "~exists", "~ exists", "forall", "final"];

fn is_after_threads(line: &str) -> bool {
    let line = line.trim_start();
    AFTER_THREADS.into_iter().any(|word| {
        let rest = line.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// Threads side by side, and where they end.
fn columns(text: &str, start: usize) -> Result<(Threads, usize), Diagnostic> {
    let mut threads: Vec<Vec<Cell>> = Vec::new();
    let mut has_title = false;
    let text = without_comments(text, start)?;
    let mut at = start + usize::from(text[start..].starts_with(';'));
    while at < text.len() {
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let line = &text[at..end];
        if is_after_threads(line) {
            return Ok((Threads::Columns(threads), at));
        }
        let row = line.trim_end().strip_suffix(';').unwrap_or(line.trim_end());
        if !row.trim().is_empty() && row.trim() != ";" {
            let cells = cells(row, at);
            if !has_title {
                titles(&cells)?;
                threads = vec![Vec::new(); cells.len()];
                has_title = true;
            } else {
                if cells.len() > threads.len() {
                    let cell = &cells[threads.len()];
                    let message = format!("there are only {} threads", threads.len());
                    return Err(Diagnostic::new(message, cell.span.clone()));
                }
                for (thread, cell) in threads.iter_mut().zip(cells) {
                    if !cell.text.is_empty() {
                        thread.push(cell);
                    }
                }
            }
        }
        at = end + 1;
    }
    Ok((Threads::Columns(threads), text.len()))
}

/// The same text with blanks for the comments between and in the rows of threads, so that a row
/// with a comment of several lines is one line. After the end of a row, `#` starts one, too.
fn without_comments(text: &str, start: usize) -> Result<Cow<'_, str>, Diagnostic> {
    let mut blanked = Cow::Borrowed(text);
    let (mut at, mut row_end) = (start, None);
    while let Some(next) = text[at..].find(['(', '/', '#', ';', '\n']) {
        at += next;
        let rest = &text[at..];
        let is_after_row = |end: usize| blanked[end..at].trim().is_empty();
        let comment = match rest.as_bytes()[0] {
            b';' => {
                row_end = Some(at + 1);
                None
            }
            b'\n' => {
                row_end = None;
                // What follows the threads may have comments of its own.
                if is_after_threads(rest[1..].lines().next().unwrap_or("")) {
                    break;
                }
                None
            }
            b'#' if row_end.is_some_and(is_after_row) => rest.find('\n').or(Some(rest.len())),
            _ => comment(rest, Style::Assembly)
                .map_err(|()| Diagnostic::new("this comment has no end", at..at + 2))?,
        };
        if let Some(length) = comment {
            blanked.to_mut().replace_range(at..at + length, &" ".repeat(length));
        }
        at += comment.unwrap_or(1);
    }
    Ok(blanked)
}

/// The parts of a row, each without blanks around it.
fn cells(row: &str, start: usize) -> Vec<Cell> {
    let mut at = start;
    row.split('|')
        .map(|part| {
            let from = at + (part.len() - part.trim_start().len()).min(part.trim_end().len());
            at += part.len() + 1;
            let text = part.trim().to_owned();
            Cell { span: from..from + text.len(), text }
        })
        .collect()
}

/// The first row names the threads: P0, P1 and so on.
fn titles(cells: &[Cell]) -> Result<(), Diagnostic> {
    for (thread, cell) in cells.iter().enumerate() {
        // A thread may be told where to run: `P0:user`.
        let name = cell.text.split(':').next().unwrap_or("").trim();
        if name != format!("P{thread}") {
            let message = format!("expected `P{thread}`, found `{}`", cell.text);
            return Err(Diagnostic::new(message, cell.span.clone())
                .with_help("the row after the initial state names the threads"));
        }
    }
    Ok(())
}

/// Threads as functions `P0(…) { … }`, and where they end.
fn functions(text: &str, start: usize) -> Result<(Threads, usize), Diagnostic> {
    let mut functions = Vec::new();
    let mut at = start;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        if let Ok(Some(length)) = comment(rest, Style::State) {
            at += length;
            continue;
        }
        if rest.starts_with(';') {
            at += 1;
            continue;
        }
        let digits = rest.strip_prefix("static ").unwrap_or(rest);
        let digits = digits.strip_prefix("void ").unwrap_or(digits);
        let Some(digits) = digits.strip_prefix('P') else { break };
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let Ok(thread) = digits[..length].parse::<usize>() else { break };
        if thread != functions.len() {
            let message = format!("expected `P{}`, found `P{thread}`", functions.len());
            return Err(Diagnostic::new(message, at..at + 1));
        }
        let after_name = text.len() - digits.len() + length;
        let (parameters_span, after) = between(text, after_name, '(', ')')?;
        let (body_span, after) = between(text, after, '{', '}')?;
        functions.push(Function {
            thread,
            parameters: text[parameters_span.clone()].trim().to_owned(),
            body: text[body_span.clone()].to_owned(),
            parameters_span,
            body_span,
        });
        at = after;
    }
    Ok((Threads::Functions(functions), at))
}

/// What is between two signs that belong together, and where it goes on.
fn between(
    text: &str,
    start: usize,
    open: char,
    close: char,
) -> Result<(Range<usize>, usize), Diagnostic> {
    let mut at = start;
    while !text[at..].starts_with(open) {
        let rest = text[at..].trim_start();
        let next = text.len() - rest.len() + comment_at(text, text.len() - rest.len())?;
        if next == at {
            return Err(Diagnostic::new(format!("expected `{open}`"), at..at));
        }
        at = next;
    }
    let from = at + 1;
    let mut depth = 1;
    at = from;
    while at < text.len() {
        let rest = &text[at..];
        let next = rest.chars().next().unwrap_or(' ');
        depth += i32::from(next == open) - i32::from(next == close);
        if depth == 0 {
            return Ok((from..at, at + 1));
        }
        at += comment_at(text, at)?.max(next.len_utf8());
    }
    Err(Diagnostic::new(format!("this `{open}` has no `{close}`"), from - 1..from))
}

/// How long the comment in C is that starts somewhere; 0 if there is none.
fn comment_at(text: &str, at: usize) -> Result<usize, Diagnostic> {
    match comment(&text[at..], Style::C) {
        Ok(length) => Ok(length.unwrap_or(0)),
        Err(()) => Err(Diagnostic::new("this comment has no end", at..at + 2)),
    }
}
