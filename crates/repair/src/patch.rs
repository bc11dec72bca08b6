//! How do changes look in the text of a C file?
//!
//! A position is all that is known of the text: a line and a column, where clang has seen the
//! access begin. What stands there is understood if it is a call of `<stdatomic.h>` or of a builtin
//! (`__atomic_…`, `__c11_atomic_…`) whose argument is the order by its own name. Then
//!
//! - another order is another name in that argument, and a call that says none gets its `_explicit`
//!   form;
//! - a fence goes on a line of its own before a statement that begins with the call, and elsewhere
//!   into the expression: `(atomic_thread_fence(…), atomic_load_explicit(…))`, which is before that
//!   access and no other, also in the condition of a loop;
//! - a fence that is not needed leaves its line, if it has one of its own.
//!
//! Everything else (orders in macros of the program, `x = 1` for an atomic `x`, plain accesses) is
//! left to who knows the program: such changes are told by line and column. Whoever uses a patch
//! should check the patched program again.

mod call;
mod diff;

pub use diff::unified;

use crate::Change;
use crate::place::Kind;
use base::Ordering;
use call::Call;

/// The text of a file with some changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patched {
    /// What stands for each line of the file.
    pub lines: Vec<Vec<String>>,
    /// The changes that it has, and those that it has not, by their numbers.
    pub done: Vec<usize>,
    pub left: Vec<usize>,
}

impl Patched {
    pub fn text(&self) -> String {
        self.lines.iter().flatten().map(|line| format!("{line}\n")).collect()
    }
}

/// Something to write over a part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Edit {
    from: usize,
    to: usize,
    text: String,
}

/// The text with as many of the changes as can be said in it.
pub fn patch(text: &str, changes: &[Change]) -> Patched {
    let starts = line_starts(text);
    let mut edits: Vec<Edit> = Vec::new();
    let (mut done, mut left) = (Vec::new(), Vec::new());
    for (number, change) in changes.iter().enumerate() {
        let position = change.place.position;
        let line = (position.line as usize).checked_sub(1).and_then(|line| starts.get(line));
        let column = (position.column as usize).checked_sub(1);
        let offset = line.zip(column).map(|(line, column)| line + column);
        let own =
            offset.filter(|offset| *offset < text.len()).and_then(|at| edit(text, at, change));
        match own {
            Some(own) if own.iter().all(|new| edits.iter().all(|old| fits(old, new))) => {
                edits.extend(own);
                done.push(number);
            }
            Some(_) | None => left.push(number),
        }
    }
    edits.sort_by_key(|edit| (edit.from, edit.to));
    Patched { lines: apply(text, &starts, &edits), done, left }
}

/// Whether two edits are of different parts of the text; two fences before one access are not.
fn fits(old: &Edit, new: &Edit) -> bool {
    old != new && (old.to <= new.from || new.to <= old.from)
}

fn line_starts(text: &str) -> Vec<usize> {
    let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(breaks).collect()
}

/// What to write for a change at an offset; `None` if the text there is not understood.
fn edit(text: &str, at: usize, change: &Change) -> Option<Vec<Edit>> {
    let call = Call::at(text, at)?;
    match (change.place.kind, change.to) {
        (Kind::Gap, Some(order)) => Some(added_fence(text, &call, order)),
        (Kind::Gap, None) => None,
        (Kind::Fence, None) => removed_fence(text, &call).map(|edit| vec![edit]),
        (Kind::Failure, to) => call.with_order(text, true, change.from?, to?),
        (Kind::Load | Kind::Store | Kind::Update | Kind::Fence, to) => {
            call.with_order(text, false, change.from?, to?)
        }
    }
}

/// A fence before a call.
fn added_fence(text: &str, call: &Call, order: Ordering) -> Vec<Edit> {
    let fence = format!("atomic_thread_fence(memory_order_{})", order.name());
    let line = text[..call.start].rfind('\n').map_or(0, |before| before + 1);
    let indent = &text[line..call.start];
    let ends_statement = text[..line].trim_end().ends_with([';', '{', '}']);
    let is_own = indent.trim().is_empty() && ends_statement;
    if is_own {
        let text = format!("{fence};\n{indent}");
        return vec![Edit { from: call.start, to: call.start, text }];
    }
    let before = Edit { from: call.start, to: call.start, text: format!("({fence}, ") };
    let after = Edit { from: call.end, to: call.end, text: ")".to_owned() };
    vec![before, after]
}

/// Without a fence that is a statement on a line of its own.
fn removed_fence(text: &str, call: &Call) -> Option<Edit> {
    let line = text[..call.start].rfind('\n').map_or(0, |before| before + 1);
    let rest = text[call.end..].find('\n').map_or(text.len(), |next| call.end + next + 1);
    let is_alone = text[line..call.start].trim().is_empty() && text[call.end..rest].trim() == ";";
    // Without braces, it would be the next statement that a condition is about.
    let is_plain = text[..line].trim_end().ends_with([';', '{', '}']);
    (is_alone && is_plain).then(|| Edit { from: line, to: rest, text: String::new() })
}

/// What stands for each line after the edits, which are in order and do not overlap.
fn apply(text: &str, starts: &[usize], edits: &[Edit]) -> Vec<Vec<String>> {
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut lines = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends) {
        if start == text.len() && start > 0 {
            break;
        }
        let (mut line, mut at) = (String::new(), start);
        for edit in edits.iter().filter(|edit| start <= edit.from && edit.from < end) {
            line.push_str(&text[at..edit.from]);
            line.push_str(&edit.text);
            at = edit.to.min(end);
        }
        line.push_str(&text[at..end]);
        lines.push(line.lines().map(str::to_owned).collect());
    }
    lines
}

#[cfg(test)]
mod tests;
