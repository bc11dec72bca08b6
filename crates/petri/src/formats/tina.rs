//! TINA's `.net` files, and `.tpn` files without time.
//!
//! ```text
//! net example
//! tr take idle lock -> busy
//! tr {give back} busy*1 -> idle lock
//! pl idle (2)
//! pl lock (1)
//! ```
//!
//! One line each: `net NAME`; `tr NAME [: LABEL] [INTERVAL] [INPUTS -> OUTPUTS]`;
//! `pl NAME [: LABEL] [(TOKENS)] [INPUTS -> OUTPUTS]`, where inputs and outputs of places are
//! transitions; `lb` and `nt` (labels and notes) say nothing about behaviour. An arc is a name,
//! with `*n` for a weight or `?n` for a test that takes nothing. Names are words, or anything in
//! braces. A place that is only mentioned exists, without tokens. The intervals `[0,w[` and
//! `[0,inf[` say nothing; others, inhibitor arcs (`?-`), stopwatches (`!`) and priorities (`pr`)
//! change what can happen, and are refused.
//!
//! Source: the manual page `formats` of TINA (B. Berthomieu, F. Vernadat).

use super::{Input, refused};
use crate::net::{Builder, PlaceId};
use crate::tokens::number;
use base::Diagnostic;
use rustc_hash::FxHashMap;
use std::ops::Range;

pub(super) fn parse(text: &str) -> Result<Input, Diagnostic> {
    let mut reader = Reader::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        reader.line(&words(line, start)?)?;
        start += line.len();
    }
    let mut builder = reader.builder;
    for (transition, arcs) in reader.transitions.into_iter().zip(reader.arcs) {
        let (name, span) = transition;
        let added = builder.add_transition(name, arcs.consumes(), arcs.produces());
        added.map_err(|error| refused(&error, span))?;
    }
    Ok(Input { net: builder.build(), properties: Vec::new() })
}

/// A word of a line: a name in braces is one, too.
#[derive(Debug)]
struct Word<'t> {
    text: &'t str,
    span: Range<usize>,
}

fn words(line: &str, start: usize) -> Result<Vec<Word<'_>>, Diagnostic> {
    let mut words = Vec::new();
    let mut at = 0;
    loop {
        let rest = &line[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &line[at..];
        if rest.is_empty() || rest.starts_with('#') {
            return Ok(words);
        }
        // Braces may contain spaces, and an arc's weight follows them.
        let mut is_in_braces = false;
        let mut length = rest.len();
        for (index, c) in rest.char_indices() {
            match c {
                '{' => is_in_braces = true,
                '}' => is_in_braces = false,
                c if c.is_whitespace() && !is_in_braces => {
                    length = index;
                    break;
                }
                _ => {}
            }
        }
        if is_in_braces {
            let span = start + at..start + at + rest.trim_end().len();
            return Err(Diagnostic::new("a name in braces has no end", span).with_help("add a `}`"));
        }
        words.push(Word { text: &rest[..length], span: start + at..start + at + length });
        at += length;
    }
}

/// The arcs of a transition, by place.
#[derive(Default)]
struct Arcs {
    /// What is taken, and what is only tested.
    inputs: FxHashMap<PlaceId, (u64, u64)>,
    outputs: Vec<(PlaceId, u64)>,
}

impl Arcs {
    fn consumes(&self) -> Vec<(PlaceId, u64)> {
        self.inputs.iter().map(|(place, (taken, tested))| (*place, *taken.max(tested))).collect()
    }

    fn produces(&self) -> Vec<(PlaceId, u64)> {
        let inputs = self.inputs.iter();
        let kept = inputs.map(|(place, (taken, tested))| (*place, tested.saturating_sub(*taken)));
        kept.chain(self.outputs.iter().copied()).collect()
    }
}

#[derive(Default)]
struct Reader<'t> {
    builder: Builder,
    /// Names, with the place of the first mention.
    transitions: Vec<(&'t str, Range<usize>)>,
    arcs: Vec<Arcs>,
    by_name: FxHashMap<&'t str, usize>,
    /// Transitions and places with a line of their own.
    declared: FxHashMap<(bool, &'t str), ()>,
    is_named: bool,
}

/// What an arc does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Moves,
    Tests,
}

impl<'t> Reader<'t> {
    fn line(&mut self, words: &[Word<'t>]) -> Result<(), Diagnostic> {
        let Some((first, rest)) = words.split_first() else { return Ok(()) };
        match first.text {
            "net" if !std::mem::replace(&mut self.is_named, true) => Ok(()),
            "net" => Err(Diagnostic::new("there is a second `net`", first.span.clone())),
            "tr" => self.transition_line(first, rest),
            "pl" => self.place_line(first, rest),
            "lb" | "nt" => Ok(()),
            "pr" => Err(Diagnostic::new("priorities are not supported", first.span.clone())
                .with_help("they change which transitions can fire")),
            other => {
                Err(Diagnostic::new(format!("`{other}` is no kind of line"), first.span.clone())
                    .with_help("lines begin with net, tr, pl, lb or nt"))
            }
        }
    }

    fn declare(
        &mut self,
        is_place: bool,
        name: &'t str,
        word: &Word<'t>,
    ) -> Result<(), Diagnostic> {
        match self.declared.insert((is_place, name), ()) {
            None => Ok(()),
            Some(()) => {
                let kind = if is_place { "places" } else { "transitions" };
                let message = format!("there are two {kind} `{name}`");
                Err(Diagnostic::new(message, word.span.clone())
                    .with_help("give one of them another name"))
            }
        }
    }

    fn transition_line(&mut self, first: &Word<'t>, words: &[Word<'t>]) -> Result<(), Diagnostic> {
        let (name, mut rest) = named(first, words, "transition")?;
        self.declare(false, name, &words[0])?;
        let transition = self.transition(name, words[0].span.clone());
        if let Some(word) = rest.first()
            && word.text.starts_with(['[', ']'])
        {
            let is_no_limit = |text: &str| matches!(text, "[0,w[" | "[0,inf[" | "[0,w]" | "[0,∞[");
            if !is_no_limit(word.text) {
                return Err(Diagnostic::new(
                    format!("the time interval {} is not supported", word.text),
                    word.span.clone(),
                )
                .with_help("only nets without time are decided: leave it out, or write [0,w["));
            }
            rest = &rest[1..];
        }
        let (inputs, outputs) = sides(rest)?;
        for word in inputs {
            let (place, weight, effect) = arc(word)?;
            let place = self.place(place, &word.span)?;
            let (taken, tested) = self.arcs[transition].inputs.entry(place).or_default();
            match effect {
                Effect::Moves => *taken += weight,
                Effect::Tests => *tested = weight.max(*tested),
            }
        }
        for word in outputs {
            let (place, weight) = moving(word)?;
            let place = self.place(place, &word.span)?;
            self.arcs[transition].outputs.push((place, weight));
        }
        Ok(())
    }

    fn place_line(&mut self, first: &Word<'t>, words: &[Word<'t>]) -> Result<(), Diagnostic> {
        let (name, mut rest) = named(first, words, "place")?;
        self.declare(true, name, &words[0])?;
        let place = self.place(name, &words[0].span)?;
        if let Some(word) = rest.first()
            && let Some(inner) = word.text.strip_prefix('(')
        {
            let Some(digits) = inner.strip_suffix(')') else {
                return Err(Diagnostic::new("a marking has no `)`", word.span.clone()));
            };
            let span = word.span.start + 1..word.span.end - 1;
            let tokens = digits_of(digits, span)?;
            self.builder.mark(place, tokens).map_err(|e| refused(&e, word.span.clone()))?;
            rest = &rest[1..];
        }
        let (inputs, outputs) = sides(rest)?;
        for word in inputs {
            let (name, weight) = moving(word)?;
            let transition = self.transition(name, word.span.clone());
            self.arcs[transition].outputs.push((place, weight));
        }
        for word in outputs {
            let (name, weight, effect) = arc(word)?;
            let transition = self.transition(name, word.span.clone());
            let (taken, tested) = self.arcs[transition].inputs.entry(place).or_default();
            match effect {
                Effect::Moves => *taken += weight,
                Effect::Tests => *tested = weight.max(*tested),
            }
        }
        Ok(())
    }

    fn transition(&mut self, name: &'t str, span: Range<usize>) -> usize {
        *self.by_name.entry(name).or_insert_with(|| {
            self.transitions.push((name, span));
            self.arcs.push(Arcs::default());
            self.arcs.len() - 1
        })
    }

    fn place(&mut self, name: &str, span: &Range<usize>) -> Result<PlaceId, Diagnostic> {
        match self.builder.place_called(name) {
            Some(place) => Ok(place),
            None => self.builder.add_place(name).map_err(|error| refused(&error, span.clone())),
        }
    }
}

/// The name at the beginning of a line, and what follows it and its label.
fn named<'w, 't>(
    first: &Word<'t>,
    words: &'w [Word<'t>],
    kind: &str,
) -> Result<(&'t str, &'w [Word<'t>]), Diagnostic> {
    let Some((name, rest)) = words.split_first() else {
        return Err(Diagnostic::new(format!("the {kind} has no name"), first.span.clone()));
    };
    // A label is a `:` and a word.
    let rest = match rest.first() {
        Some(word) if word.text == ":" => rest.get(2..).unwrap_or(&[]),
        _ => rest,
    };
    Ok((unbraced(name.text), rest))
}

fn unbraced(name: &str) -> &str {
    name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name)
}

/// What is before and after the arrow.
fn sides<'w, 't>(words: &'w [Word<'t>]) -> Result<(&'w [Word<'t>], &'w [Word<'t>]), Diagnostic> {
    let Some(arrow) = words.iter().position(|word| word.text == "->") else {
        return match words.first() {
            None => Ok((&[], &[])),
            Some(word) => Err(Diagnostic::new("arcs without `->`", word.span.clone())
                .with_help("write inputs, `->` and outputs")),
        };
    };
    let (inputs, outputs) = (&words[..arrow], &words[arrow + 1..]);
    match outputs.iter().find(|word| word.text == "->") {
        Some(second) => Err(Diagnostic::new("a second `->`", second.span.clone())),
        None => Ok((inputs, outputs)),
    }
}

/// `p`, `p*2` or `p?2`
fn arc<'t>(word: &Word<'t>) -> Result<(&'t str, u64, Effect), Diagnostic> {
    let end_of_name = match word.text.starts_with('{') {
        true => word.text.find('}').map_or(word.text.len(), |at| at + 1),
        false => word.text.find(['*', '?', '!']).unwrap_or(word.text.len()),
    };
    let (name, rest) = word.text.split_at(end_of_name);
    let at = word.span.start + end_of_name;
    let span = at + 1.min(rest.len())..word.span.end;
    let (weight, effect) = match rest.chars().next() {
        None => (1, Effect::Moves),
        Some('*') => (digits_of(&rest[1..], span)?, Effect::Moves),
        Some('?') if !rest.starts_with("?-") => (digits_of(&rest[1..], span)?, Effect::Tests),
        Some(_) => {
            let what = if rest.starts_with('?') { "inhibitor arcs" } else { "this kind of arc" };
            return Err(Diagnostic::new(format!("{what} `{rest}` are not supported"), span)
                .with_help("arcs are p, p*2 (a weight) and p?2 (a test)"));
        }
    };
    Ok((unbraced(name), weight, effect))
}

/// An arc that is no test.
fn moving<'t>(word: &Word<'t>) -> Result<(&'t str, u64), Diagnostic> {
    match arc(word)? {
        (name, weight, Effect::Moves) => Ok((name, weight)),
        (_, _, Effect::Tests) => {
            Err(Diagnostic::new("an arc to a place cannot be a test", word.span.clone()))
        }
    }
}

fn digits_of(digits: &str, span: Range<usize>) -> Result<u64, Diagnostic> {
    match !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => number(digits, span),
        false => Err(Diagnostic::new(format!("`{digits}` is no number of tokens"), span)
            .with_help("tokens and weights are 0, 1, 2, …")),
    }
}
