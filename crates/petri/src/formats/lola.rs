//! LoLA's `.lola` files: places, a marking, transitions, and formulas.
//!
//! ```text
//! PLACE  idle, busy, lock;
//! MARKING  idle: 2, lock: 1;
//! TRANSITION take  CONSUME idle: 1, lock: 1;  PRODUCE busy: 1;
//! FORMULA EF busy >= 2;
//! ```
//!
//! Weights that are left out are 1. `SAFE n:` before places, a promise that is not used, and
//! `STRONG FAIR` and `WEAK FAIR`, which do not change what is reachable, are read. Any number of
//! formulas may follow (`formula` says which); high-level nets (`SORT`, `VAR`, guards) are refused.
//!
//! Source: the manuals of LoLA 1 and 2 (K. Wolf and others).

use super::{Input, refused};
use crate::formula;
use crate::net::{Builder, Net, PlaceId};
use crate::property::Property;
use crate::tokens::{Comments, Cursor, Kind, unknown};
use base::Diagnostic;

/// A net without open tokens, with questions about it. Names have to be words.
pub fn print(net: &Net, properties: &[Property]) -> String {
    let list = |arcs: &[(PlaceId, u64)]| {
        let arc =
            |(place, weight): &(PlaceId, u64)| format!("{}: {weight}", net.place_name(*place));
        arcs.iter().map(arc).collect::<Vec<_>>().join(", ")
    };
    let names: Vec<&str> = net.place_names().collect();
    let marked: Vec<(PlaceId, u64)> = net.initial().marked().collect();
    let mut text = format!("PLACE\n  {};\nMARKING {};\n", names.join(",\n  "), list(&marked));
    for transition in net.transitions() {
        text += &format!(
            "TRANSITION {}\n  CONSUME {};\n  PRODUCE {};\n",
            transition.name,
            list(transition.consumes()),
            list(transition.produces())
        );
    }
    for property in properties {
        text += &format!(
            "{{ {} }}\nFORMULA {};\n",
            property.name,
            formula::show(net, &property.question)
        );
    }
    text
}

pub(super) fn parse(text: &str) -> Result<Input, Diagnostic> {
    let mut cursor = Cursor::new(text, Comments::Braces)?;
    let mut builder = Builder::default();
    places(&mut cursor, &mut builder)?;
    if cursor.takes_word("MARKING")? {
        for (place, tokens, span) in list(&mut cursor, &builder)? {
            builder.mark(place, tokens).map_err(|error| refused(&error, span))?;
        }
    }
    while cursor.takes_word("TRANSITION")? {
        transition(&mut cursor, &mut builder)?;
    }
    let net = builder.build();
    let mut properties = Vec::new();
    while cursor.takes_word("FORMULA")? || matches!(cursor.peek(), Kind::Word("EF" | "AG")) {
        properties.push(formula::property(&net, text, &mut cursor)?);
        let _ = cursor.takes(";")? || cursor.takes(":")?;
    }
    match cursor.peek() {
        Kind::End => Ok(Input { net, properties }),
        _ => {
            let expected = match properties.is_empty() {
                true => "`TRANSITION`, `FORMULA` or the end of the file",
                false => "`FORMULA` or the end of the file",
            };
            Err(cursor.unexpected(expected))
        }
    }
}

fn places(cursor: &mut Cursor<'_>, builder: &mut Builder) -> Result<(), Diagnostic> {
    if !cursor.takes_word("PLACE")? {
        return Err(cursor
            .unexpected("`PLACE`")
            .with_help("only low-level nets are read: PLACE, MARKING, TRANSITION, FORMULA"));
    }
    loop {
        // A promise, which nothing relies on.
        if cursor.is_word("SAFE") {
            cursor.take()?;
            if matches!(cursor.peek(), Kind::Number(_)) {
                cursor.take()?;
            }
            cursor.expect(":", "after SAFE")?;
        }
        if cursor.peek() == Kind::Symbol(";") {
            cursor.take()?;
        } else {
            loop {
                let (name, span) = node(cursor, "the name of a place")?;
                builder.add_place(name).map_err(|error| refused(&error, span))?;
                if !cursor.takes(",")? {
                    break;
                }
            }
            cursor.expect(";", "or `,` after a place")?;
        }
        let is_section = ["MARKING", "TRANSITION", "FORMULA"].iter().any(|w| cursor.is_word(w));
        if is_section || cursor.peek() == Kind::End {
            return Ok(());
        }
    }
}

/// A name, which in LoLA may be a number.
fn node<'t>(
    cursor: &mut Cursor<'t>,
    what: &str,
) -> Result<(String, std::ops::Range<usize>), Diagnostic> {
    let span = cursor.span();
    if let Kind::Number(number) = cursor.peek() {
        cursor.take()?;
        return Ok((number.to_string(), span));
    }
    cursor.name(what).map(|(name, span)| (name.to_owned(), span))
}

/// `p: 2, q;`, perhaps empty.
fn list(
    cursor: &mut Cursor<'_>,
    builder: &Builder,
) -> Result<Vec<(PlaceId, u64, std::ops::Range<usize>)>, Diagnostic> {
    let mut arcs = Vec::new();
    while cursor.peek() != Kind::Symbol(";") {
        let (name, span) = node(cursor, "the name of a place, or `;`")?;
        let Some(place) = builder.place_called(&name) else {
            return Err(unknown("place", &name, span, builder.place_names()));
        };
        let weight = if cursor.takes(":")? { cursor.number("a number of tokens")? } else { 1 };
        arcs.push((place, weight, span));
        if !cursor.takes(",")? {
            break;
        }
    }
    cursor.expect(";", "or `,` after a place and its number")?;
    Ok(arcs)
}

fn transition(cursor: &mut Cursor<'_>, builder: &mut Builder) -> Result<(), Diagnostic> {
    let (name, span) = node(cursor, "the name of a transition")?;
    let _ = cursor.takes_word("STRONG")? || cursor.takes_word("WEAK")?;
    cursor.takes_word("FAIR")?;
    let mut sides = Vec::new();
    for side in ["CONSUME", "PRODUCE"] {
        if !cursor.takes_word(side)? {
            return Err(cursor.unexpected(&format!("`{side}`")));
        }
        let arcs = list(cursor, builder)?.into_iter().map(|(place, weight, _)| (place, weight));
        sides.push(arcs.collect::<Vec<_>>());
    }
    let [consumes, produces] = sides.try_into().expect("there are two sides");
    builder.add_transition(name, consumes, produces).map_err(|error| refused(&error, span))?;
    Ok(())
}
