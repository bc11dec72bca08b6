//! The file format.
//!
//! ```text
//! # A queue.
//! library queue
//! function enqueue(object, value): update, release
//! function dequeue(object): update, acquire, waits, returns taken
//! axioms
//! let taken = …                        (* cat, over the calls on one object *)
//! empty [dequeue] \ [range(taken)]
//! show taken
//! ```
//!
//! A function is `read`, `write` or `update`; it is relaxed, or `acquire`, `release`, `acq_rel`. If
//! it `waits`, a call that breaks an axiom waits until it does not; otherwise that is a violation.
//! It `returns` the argument of the call that a relation, which must be shown, relates to it, and 0
//! if there is none.

use base::{Diagnostic, Ordering};
use program::library::Effect;
use std::ops::Range;

/// What a specification says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    pub name: String,
    pub functions: Vec<Function>,
    /// The text of the file with everything before the axioms blanked, so that positions stay what
    /// they are.
    pub axioms: String,
}

/// What it says of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: String,
    pub effect: Effect,
    pub ordering: Ordering,
    pub takes_value: bool,
    pub waits: bool,
    pub returns: Option<String>,
}

/// Reads a specification up to its axioms, which stay text.
pub fn parse(text: &str) -> Result<Specification, Diagnostic> {
    let mut name = None;
    let mut functions: Vec<Function> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = trimmed(text, start..start + line.len());
        start += line.len();
        let words = &text[span.clone()];
        let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        match first {
            "" => {}
            comment if comment.starts_with('#') => {}
            "library" if name.is_none() => name = Some(identifier(rest, &span)?),
            "function" if name.is_some() => {
                let function = function(rest, &span)?;
                if functions.iter().any(|other| other.name == function.name) {
                    let message = format!("there are two functions `{}`", function.name);
                    return Err(Diagnostic::new(message, span));
                }
                functions.push(function);
            }
            "axioms" if !functions.is_empty() => {
                let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
                // As many bytes as before, for positions.
                let head: String = text[..start]
                    .chars()
                    .flat_map(|c| std::iter::repeat_n(blank(c), c.len_utf8()))
                    .collect();
                let axioms = head + &text[start..];
                return Ok(Specification { name: name.unwrap_or_default(), functions, axioms });
            }
            _ => {
                let expected = match (&name, functions.is_empty()) {
                    (None, _) => "`library NAME`",
                    (Some(_), true) => "`function NAME(object): …`",
                    (Some(_), false) => "`function NAME(object): …` or `axioms`",
                };
                return Err(Diagnostic::new(format!("expected {expected}"), span));
            }
        }
    }
    Err(Diagnostic::new("a specification ends with its axioms", text.len()..text.len()))
}

/// A function, from its name on.
fn function(text: &str, span: &Range<usize>) -> Result<Function, Diagnostic> {
    let problem = |message: String| Diagnostic::new(message, span.clone());
    let (head, properties) = text
        .split_once(':')
        .ok_or_else(|| problem("expected `: update`, `: read` or `: write` after it".to_owned()))?;
    let (name, parameters) = head.split_once('(').unwrap_or((head, ""));
    let takes_value = match parameters.trim().trim_end_matches(')').split(',').map(str::trim) {
        parameters if parameters.clone().eq(["object"]) => false,
        parameters if parameters.clone().eq(["object", "value"]) => true,
        _ => return Err(problem("parameters are `(object)` or `(object, value)`".to_owned())),
    };
    let mut function = Function {
        name: identifier(name, span)?,
        effect: Effect::Update,
        ordering: Ordering::Relaxed,
        takes_value,
        waits: false,
        returns: None,
    };
    let mut effect = None;
    for property in properties.split(',').map(str::trim) {
        match property.split_once(' ').unwrap_or((property, "")) {
            ("update", "") => effect = Some(Effect::Update),
            ("read", "") => effect = Some(Effect::Read),
            ("write", "") => effect = Some(Effect::Write),
            ("relaxed", "") => function.ordering = Ordering::Relaxed,
            ("acquire", "") => function.ordering = Ordering::Acquire,
            ("release", "") => function.ordering = Ordering::Release,
            ("acq_rel", "") => function.ordering = Ordering::AcquireRelease,
            ("waits", "") => function.waits = true,
            ("returns", relation) => function.returns = Some(identifier(relation, span)?),
            _ => return Err(problem(format!("`{property}` says nothing about a function"))),
        }
    }
    function.effect =
        effect.ok_or_else(|| problem("a function is `read`, `write` or `update`".to_owned()))?;
    let reads = function.effect != Effect::Write;
    if !reads && (function.waits || function.returns.is_some()) {
        return Err(problem("a function that only writes neither waits nor returns".to_owned()));
    }
    Ok(function)
}

/// A name as cat has them.
fn identifier(text: &str, span: &Range<usize>) -> Result<String, Diagnostic> {
    let text = text.trim();
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_name {
        Ok(text.to_owned())
    } else {
        Err(Diagnostic::new(format!("`{text}` is no name"), span.clone()))
    }
}

/// The range without the spaces around.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let line = &text[range.clone()];
    let start = range.start + (line.len() - line.trim_start().len());
    start..start.max(range.start + line.trim_end().len())
}
