//! Place/transition nets in PNML (ISO/IEC 15909-2).
//!
//! Places and transitions are called by their `id`. Read are places with `initialMarking`,
//! transitions, and arcs with `inscription`, on pages of any depth; names, graphics and
//! `toolspecific` parts say nothing about behaviour. Refused are nets of another type, reference
//! nodes, arcs of other types (inhibitor, reset), and more than one net in a file.

use super::xml::{Event, Reader};
use super::{Input, refused};
use crate::net::{Builder, PlaceId};
use crate::tokens::{number, unknown};
use base::Diagnostic;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;

/// Elements that do not change behaviour, left behind with everything in them.
const IGNORED: [&str; 9] = [
    "name",
    "graphics",
    "toolspecific",
    "label",
    "declaration",
    "offset",
    "position",
    "dimension",
    "fill",
];

pub(super) fn parse(text: &str) -> Result<Input, Diagnostic> {
    let mut file = File { reader: Reader::new(text), ..File::default() };
    file.read()?;
    file.finish().map(|net| Input { net, properties: Vec::new() })
}

struct Arc<'t> {
    source: Cow<'t, str>,
    target: Cow<'t, str>,
    weight: u64,
    span: Range<usize>,
}

#[derive(Default)]
struct File<'t> {
    reader: Reader<'t>,
    builder: Builder,
    transitions: Vec<(Cow<'t, str>, Range<usize>)>,
    by_name: FxHashMap<Cow<'t, str>, usize>,
    arcs: Vec<Arc<'t>>,
    nets: usize,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Reader::new("")
    }
}

type Attributes<'t> = Vec<(&'t str, Cow<'t, str>)>;

impl<'t> File<'t> {
    fn read(&mut self) -> Result<(), Diagnostic> {
        while let Some(event) = self.reader.next()? {
            let Event::Start { name, attributes, span } = event else { continue };
            match name {
                "pnml" | "page" => {}
                "net" => self.net(&attributes, span)?,
                "place" => {
                    let name = attribute(&attributes, "id", "place", &span)?;
                    let place = self.builder.add_place(name.clone());
                    let place = place.map_err(|error| refused(&error, span.clone()))?;
                    let tokens = self.number_in("initialMarking")?.unwrap_or(0);
                    self.builder.mark(place, tokens).map_err(|error| refused(&error, span))?;
                }
                "transition" => {
                    let name = attribute(&attributes, "id", "transition", &span)?;
                    self.number_in("")?;
                    self.by_name.insert(name.clone(), self.transitions.len());
                    self.transitions.push((name, span));
                }
                "arc" => self.arc(&attributes, span)?,
                "referencePlace" | "referenceTransition" => {
                    return Err(Diagnostic::new("reference nodes are not supported", span)
                        .with_help("draw the arcs to the place or transition itself"));
                }
                ignored if IGNORED.contains(&ignored) => self.leave()?,
                other => {
                    return Err(Diagnostic::new(format!("unknown element `{other}`"), span)
                        .with_help("known are place, transition, arc and page"));
                }
            }
        }
        match self.nets {
            0 => Err(Diagnostic::new("there is no `net`", 0..0)
                .with_help("a PNML file has <pnml> with a <net> in it")),
            _ => Ok(()),
        }
    }

    fn net(&mut self, attributes: &Attributes<'t>, span: Range<usize>) -> Result<(), Diagnostic> {
        self.nets += 1;
        if self.nets > 1 {
            return Err(Diagnostic::new("there is a second net", span)
                .with_help("put each net into a file of its own"));
        }
        let kind = attributes.iter().find(|(key, _)| *key == "type").map(|(_, value)| &**value);
        let is_known = |kind: &str| {
            let kind = kind.to_ascii_lowercase();
            kind.ends_with("/ptnet") || kind.ends_with("ptnet") || kind.ends_with("pt-net")
        };
        match kind.is_none_or(is_known) {
            true => Ok(()),
            false => Err(Diagnostic::new(
                format!("nets of type `{}` are not supported", kind.unwrap_or_default()),
                span,
            )
            .with_help("only place/transition nets are read")),
        }
    }

    fn arc(&mut self, attributes: &Attributes<'t>, span: Range<usize>) -> Result<(), Diagnostic> {
        let kind = attributes.iter().find(|(key, _)| *key == "type");
        if let Some((_, kind)) = kind.filter(|(_, kind)| *kind != "normal") {
            return Err(Diagnostic::new(format!("arcs of type `{kind}` are not supported"), span));
        }
        let source = attribute(attributes, "source", "arc", &span)?;
        let target = attribute(attributes, "target", "arc", &span)?;
        let weight = self.number_in("inscription")?.unwrap_or(1);
        self.arcs.push(Arc { source, target, weight, span });
        Ok(())
    }

    /// Leaves the element behind in which the reader is.
    fn leave(&mut self) -> Result<(), Diagnostic> {
        let mut depth = 1;
        while depth > 0 {
            match self.reader.next()? {
                Some(Event::Start { .. }) => depth += 1,
                Some(Event::End { .. }) => depth -= 1,
                Some(Event::Text { .. }) => {}
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Reads to the end of this element, and the number in its part of this name.
    fn number_in(&mut self, part: &str) -> Result<Option<u64>, Diagnostic> {
        let mut path: Vec<&'t str> = Vec::new();
        let mut found = None;
        loop {
            match self.reader.next()? {
                Some(Event::Start { name, span, .. }) => {
                    if name == "type" {
                        let message = "arcs with a type of their own are not supported";
                        return Err(Diagnostic::new(message, span));
                    }
                    path.push(name);
                }
                Some(Event::End { .. }) if path.pop().is_none() => return Ok(found),
                Some(Event::End { .. }) => {}
                Some(Event::Text { text, span }) => {
                    if path.first().is_some_and(|first| *first == part)
                        && path.last().is_some_and(|last| *last == "text" || *last == "value")
                        && !path.contains(&"toolspecific")
                    {
                        found = Some(tokens(&text, span)?);
                    }
                }
                None => {
                    let at = self.reader.position();
                    return Err(Diagnostic::new("the file ends too early", at..at));
                }
            }
        }
    }

    fn finish(self) -> Result<crate::net::Net, Diagnostic> {
        let File { mut builder, transitions, by_name, arcs, .. } = self;
        type Sides = (Vec<(PlaceId, u64)>, Vec<(PlaceId, u64)>);
        let mut sides: Vec<Sides> = vec![Default::default(); transitions.len()];
        for Arc { source, target, weight, span } in arcs {
            let place = |name: &str| builder.place_called(name);
            match (place(&source), place(&target), by_name.get(&source), by_name.get(&target)) {
                (Some(place), None, _, Some(transition)) => {
                    sides[*transition].0.push((place, weight));
                }
                (None, Some(place), Some(transition), _) => {
                    sides[*transition].1.push((place, weight));
                }
                (Some(_), Some(_), ..) | (None, None, Some(_), Some(_)) => {
                    let message = "an arc connects a place and a transition";
                    return Err(Diagnostic::new(message, span));
                }
                (source_place, ..) => {
                    let is_source_known = source_place.is_some() || by_name.contains_key(&source);
                    let name = if is_source_known { &target } else { &source };
                    let names = builder.place_names();
                    return Err(unknown("place or transition", name, span, names));
                }
            }
        }
        for ((name, span), (consumes, produces)) in transitions.into_iter().zip(sides) {
            let added = builder.add_transition(name, consumes, produces);
            added.map_err(|error| refused(&error, span))?;
        }
        Ok(builder.build())
    }
}

fn attribute<'t>(
    attributes: &Attributes<'t>,
    key: &str,
    element: &str,
    span: &Range<usize>,
) -> Result<Cow<'t, str>, Diagnostic> {
    match attributes.iter().find(|(known, _)| *known == key) {
        Some((_, value)) => Ok(value.clone()),
        None => Err(Diagnostic::new(format!("the {element} has no `{key}`"), span.clone())),
    }
}

fn tokens(text: &str, span: Range<usize>) -> Result<u64, Diagnostic> {
    let digits = text.trim();
    match !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => number(digits, span),
        false => Err(Diagnostic::new(format!("`{digits}` is no number of tokens"), span)
            .with_help("tokens and weights are 0, 1, 2, …")),
    }
}
