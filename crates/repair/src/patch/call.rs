//! A call in C text: its name, its arguments, and which of them is a memory order.

use super::Edit;
use base::Ordering;

/// A call, by offsets in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Call {
    pub(super) start: usize,
    /// After the closing parenthesis.
    pub(super) end: usize,
    /// The end of the name.
    name_end: usize,
    /// From and to, without blanks around.
    arguments: Vec<(usize, usize)>,
}

/// Calls without an order, which have a form that says one.
const IMPLICIT: [&str; 12] = [
    "atomic_load",
    "atomic_store",
    "atomic_exchange",
    "atomic_compare_exchange_strong",
    "atomic_compare_exchange_weak",
    "atomic_fetch_add",
    "atomic_fetch_sub",
    "atomic_fetch_or",
    "atomic_fetch_xor",
    "atomic_fetch_and",
    "atomic_flag_test_and_set",
    "atomic_flag_clear",
];

impl Call {
    /// The call of an atomic function that begins at an offset.
    pub(super) fn at(text: &str, start: usize) -> Option<Call> {
        let rest = text.get(start..)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_inside = text[..start].chars().next_back().is_some_and(is_name);
        let length = rest.find(|c| !is_name(c))?;
        let name_end = start + length;
        let name = &rest[..length];
        let is_atomic = ["atomic_", "__atomic_", "__c11_atomic_"]
            .into_iter()
            .any(|prefix| name.starts_with(prefix));
        let open = name_end + rest[length..].len() - rest[length..].trim_start().len();
        if is_inside || !is_atomic || !text[open..].starts_with('(') {
            return None;
        }
        let (arguments, end) = arguments(text, open)?;
        Some(Call { start, end, name_end, arguments })
    }

    fn name<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.name_end]
    }

    /// What to write so that the call, or its failure, has another order.
    pub(super) fn with_order(
        &self,
        text: &str,
        is_failure: bool,
        from: Ordering,
        to: Ordering,
    ) -> Option<Vec<Edit>> {
        let name = self.name(text);
        if IMPLICIT.contains(&name) {
            // Two orders would have to be said where only one of them changes.
            let says_one = from == Ordering::SeqCst && !name.contains("compare_exchange");
            return says_one.then(|| self.made_explicit(to));
        }
        let is_exchange = name.contains("compare_exchange");
        let from_end = if is_exchange && !is_failure { 2 } else { 1 };
        let index = self.arguments.len().checked_sub(from_end)?;
        let (start, end) = self.arguments[index];
        let argument = &text[start..end];
        let new = renamed(argument, from, to)?;
        Some(vec![Edit { from: start, to: end, text: new }])
    }

    fn made_explicit(&self, to: Ordering) -> Vec<Edit> {
        let order = format!(", memory_order_{}", to.name());
        vec![
            Edit { from: self.name_end, to: self.name_end, text: "_explicit".to_owned() },
            Edit { from: self.end - 1, to: self.end - 1, text: order },
        ]
    }
}

/// Another order's name in the same style, if a text is the name of this one.
fn renamed(argument: &str, from: Ordering, to: Ordering) -> Option<String> {
    let styles = [
        |order: Ordering| format!("memory_order_{}", order.name()),
        |order: Ordering| format!("__ATOMIC_{}", order.name().to_ascii_uppercase()),
    ];
    let style = styles.into_iter().find(|style| style(from) == argument)?;
    Some(style(to))
}

/// The arguments from an opening parenthesis on, and the end of the call.
fn arguments(text: &str, open: usize) -> Option<(Vec<(usize, usize)>, usize)> {
    let trimmed = |from: usize, to: usize| {
        let part = &text[from..to];
        let start = from + part.len() - part.trim_start().len();
        (start, start + part.trim().len())
    };
    let mut arguments = Vec::new();
    let (mut depth, mut start) = (0u32, open + 1);
    for (index, c) in text[open..].char_indices() {
        let at = open + index;
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    arguments.push(trimmed(start, at));
                    return Some((arguments, at + 1));
                }
            }
            ',' if depth == 1 => {
                arguments.push(trimmed(start, at));
                start = at + 1;
            }
            // Texts and comments may have anything in them, and do not stand among orders.
            '"' | '\'' | '#' => return None,
            '/' if text[at..].starts_with("/*") || text[at..].starts_with("//") => return None,
            _ => {}
        }
    }
    None
}
