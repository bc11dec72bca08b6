//! Certificates as text, to be kept and checked again.
//!
//! ```text
//! certificate 1;
//! question EF (busy >= 2);
//! proof of 0 by spaces
//!   space -busy - lock >= -1;
//!   refutation contradiction (0: 1) (0: 1);
//! end
//! ```
//!
//! The question is a formula (`formula`), whose clauses are numbered from 0. Proofs are by `spaces`
//! (`space` and `refutation` lines), `backward` (`space` and `marking` lines), `forward` (`marking`
//! lines, in which `any` is ω), `markings` (`marking` lines) or `weights` (one `space` line). A
//! refutation is `contradiction (constraint: weight, …) (space: weight, …)`, `disabled TRANSITION
//! { refutation … }` with a refutation for each place of the transition, or `either CONSTRAINT
//! { refutation refutation }`. Names that are no words stand in double quotes.

use super::{Certificate, Part, Proof, Refutation};
use crate::formula::{self, show_constraint, show_terms};
use crate::half_space::HalfSpace;
use crate::linear::Constraint;
use crate::marking::Marking;
use crate::net::{Net, PlaceId};
use crate::omega::OmegaMarking;
use crate::tokens::{Comments, Cursor, Kind, quoted, unknown};
use base::Diagnostic;
use std::fmt::Write;

/// The text of several certificates of one net.
pub fn print(net: &Net, certificates: &[Certificate]) -> String {
    let mut text = "certificate 1;\n".to_owned();
    for certificate in certificates {
        let _ = writeln!(text, "question {};", formula::show(net, &certificate.question));
        for part in &certificate.parts {
            print_part(net, part, &mut text);
        }
    }
    text
}

fn print_part(net: &Net, part: &Part, text: &mut String) {
    let numbers: Vec<String> = part.clauses.iter().map(usize::to_string).collect();
    let of = if numbers.is_empty() { String::new() } else { format!(" of {}", numbers.join(", ")) };
    let kind = match &part.proof {
        Proof::HalfSpaces { .. } => "spaces",
        Proof::Backward { .. } => "backward",
        Proof::Forward { .. } => "forward",
        Proof::Markings(_) => "markings",
        Proof::Weights(_) => "weights",
    };
    let _ = writeln!(text, "proof{of} by {kind}");
    let space = |space: &HalfSpace, text: &mut String| {
        let terms = show_terms(net, space.terms());
        let _ = writeln!(text, "  space {terms} >= {};", space.constant());
    };
    let marking = |tokens: &[Option<u64>], text: &mut String| {
        let tokens = tokens.iter().enumerate().filter(|(_, tokens)| **tokens != Some(0));
        let shown: Vec<String> = tokens
            .map(|(at, tokens)| {
                let name = quoted(net.place_name(PlaceId::new(at)));
                let tokens = tokens.map_or("any".to_owned(), |tokens| tokens.to_string());
                format!("{name}: {tokens}")
            })
            .collect();
        let _ = writeln!(text, "  marking {};", shown.join(", "));
    };
    let finite = |known: &Marking, text: &mut String| {
        let tokens: Vec<Option<u64>> = known.tokens().iter().map(|tokens| Some(*tokens)).collect();
        marking(&tokens, text);
    };
    match &part.proof {
        Proof::HalfSpaces { spaces, refutations } => {
            spaces.iter().for_each(|known| space(known, text));
            for refutation in refutations {
                text.push_str("  refutation ");
                print_refutation(net, refutation, text);
                text.push_str(";\n");
            }
        }
        Proof::Backward { spaces, minimal } => {
            spaces.iter().for_each(|known| space(known, text));
            minimal.iter().for_each(|known| finite(known, text));
        }
        Proof::Forward { maximal } => {
            maximal.iter().for_each(|known| marking(known.tokens(), text));
        }
        Proof::Markings(markings) => markings.iter().for_each(|known| finite(known, text)),
        Proof::Weights(known) => space(known, text),
    }
    text.push_str("end\n");
}

fn print_refutation(net: &Net, refutation: &Refutation, text: &mut String) {
    let list = |weights: &[(usize, i128)]| -> String {
        let shown = weights.iter().map(|(number, weight)| format!("{number}: {weight}"));
        shown.collect::<Vec<_>>().join(", ")
    };
    match refutation {
        Refutation::Contradiction { constraints, spaces } => {
            let _ = write!(text, "contradiction ({}) ({})", list(constraints), list(spaces));
        }
        Refutation::Disabled { transition, cases } => {
            let _ = write!(text, "disabled {} {{", quoted(&net.transition(*transition).name));
            for case in cases {
                text.push(' ');
                print_refutation(net, case, text);
            }
            text.push_str(" }");
        }
        Refutation::Either { constraint, holds, fails } => {
            let _ = write!(text, "either {} {{ ", show_constraint(net, constraint));
            print_refutation(net, holds, text);
            text.push(' ');
            print_refutation(net, fails, text);
            text.push_str(" }");
        }
    }
}

/// Reads certificates; whether they are right is not asked here.
pub fn parse(net: &Net, text: &str) -> Result<Vec<Certificate>, Diagnostic> {
    let mut reader = Reader { net, text, cursor: Cursor::new(text, Comments::None)?, depth: 0 };
    if !reader.cursor.takes_word("certificate")? {
        return Err(reader.cursor.unexpected("`certificate 1;`"));
    }
    let span = reader.cursor.span();
    let version = reader.cursor.number("the version 1")?;
    if version != 1 {
        let message = format!("version {version} of certificates is unknown");
        return Err(Diagnostic::new(message, span).with_help("this Heddle knows version 1"));
    }
    reader.cursor.expect(";", "after the version")?;
    let mut certificates = Vec::new();
    while reader.cursor.peek() != Kind::End {
        certificates.push(reader.certificate()?);
    }
    Ok(certificates)
}

/// Refutations that are nested more deeply are refused.
const MOST_NESTING: usize = 2000;

struct Reader<'n, 't> {
    net: &'n Net,
    text: &'t str,
    cursor: Cursor<'t>,
    depth: usize,
}

impl Reader<'_, '_> {
    fn certificate(&mut self) -> Result<Certificate, Diagnostic> {
        self.keyword("question")?;
        let question = formula::property(self.net, self.text, &mut self.cursor)?.question;
        self.cursor.expect(";", "after the question")?;
        let mut parts = Vec::new();
        while self.cursor.takes_word("proof")? {
            parts.push(self.part()?);
        }
        Ok(Certificate { question, parts })
    }

    fn keyword(&mut self, word: &'static str) -> Result<(), Diagnostic> {
        match self.cursor.takes_word(word)? {
            true => Ok(()),
            false => Err(self.cursor.unexpected(&format!("`{word}`"))),
        }
    }

    fn index(&mut self) -> Result<usize, Diagnostic> {
        let number = self.cursor.number("a number")?;
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    }

    fn part(&mut self) -> Result<Part, Diagnostic> {
        let mut clauses = Vec::new();
        if self.cursor.takes_word("of")? {
            loop {
                clauses.push(self.index()?);
                if !self.cursor.takes(",")? {
                    break;
                }
            }
        }
        self.keyword("by")?;
        let span = self.cursor.span();
        let (kind, _) = self.cursor.name("the kind of proof")?;
        let (mut spaces, mut refutations, mut markings) = (Vec::new(), Vec::new(), Vec::new());
        while !self.cursor.takes_word("end")? {
            if self.cursor.takes_word("space")? {
                let constraint = self.inequality()?;
                let terms = constraint.terms().iter().copied();
                spaces.push(HalfSpace::new(terms, constraint.bound()));
            } else if self.cursor.takes_word("refutation")? {
                refutations.push(self.refutation()?);
            } else if self.cursor.takes_word("marking")? {
                markings.push(self.marking()?);
            } else {
                return Err(self.cursor.unexpected("`space`, `refutation`, `marking` or `end`"));
            }
            self.cursor.expect(";", "at the end of the line")?;
        }
        let finite = |markings: Vec<OmegaMarking>| -> Result<Vec<Marking>, Diagnostic> {
            let tokens = |known: &OmegaMarking| known.tokens().iter().copied().collect();
            let markings = markings.iter().map(tokens).collect::<Option<Vec<Vec<u64>>>>();
            let markings = markings.map(|known| known.into_iter().map(Marking::new).collect());
            markings
                .ok_or_else(|| Diagnostic::new("`any` has no place in this proof", span.clone()))
        };
        let proof = match kind {
            "spaces" => Proof::HalfSpaces { spaces, refutations },
            "backward" => Proof::Backward { spaces, minimal: finite(markings)? },
            "forward" => Proof::Forward { maximal: markings },
            "markings" => Proof::Markings(finite(markings)?),
            "weights" if spaces.len() == 1 => Proof::Weights(spaces.remove(0)),
            "weights" => return Err(Diagnostic::new("weights are one `space`", span)),
            other => {
                return Err(Diagnostic::new(format!("`{other}` is no kind of proof"), span)
                    .with_help("there are spaces, backward, forward, markings and weights"));
            }
        };
        Ok(Part { clauses, proof })
    }

    /// `-2 * p + q >= -3`, with numbers of any size.
    fn inequality(&mut self) -> Result<Constraint, Diagnostic> {
        let start = self.cursor.span();
        let mut terms: Vec<(PlaceId, i128)> = Vec::new();
        let mut is_first = true;
        while self.cursor.peek() != Kind::Symbol(">=") {
            let is_negative = self.cursor.takes("-")?;
            if !is_negative && !self.cursor.takes("+")? && !is_first {
                return Err(self.cursor.unexpected("`+`, `-` or `>=`"));
            }
            is_first = false;
            let mut weight = 1;
            if let Kind::Number(_) = self.cursor.peek() {
                weight = self.cursor.integer("a number")?;
                if weight == 0 && self.cursor.peek() == Kind::Symbol(">=") {
                    break;
                }
                self.cursor.expect("*", "after a coefficient")?;
            }
            let place = self.place()?;
            terms.push((place, if is_negative { -weight } else { weight }));
        }
        self.cursor.expect(">=", "after the sum")?;
        let bound = self.cursor.integer("a number")?;
        terms.sort_by_key(|(place, _)| *place);
        let is_twice = terms.windows(2).any(|pair| pair[0].0 == pair[1].0);
        match is_twice {
            true => Err(Diagnostic::new("a place occurs twice", start)),
            false => Ok(Constraint::at_least(terms, bound)),
        }
    }

    fn place(&mut self) -> Result<PlaceId, Diagnostic> {
        let (name, span) = self.cursor.name("a place")?;
        let known = self.net.place_called(name);
        known.ok_or_else(|| unknown("place", name, span, self.net.place_names()))
    }

    fn marking(&mut self) -> Result<OmegaMarking, Diagnostic> {
        let mut tokens = vec![Some(0); self.net.place_count()];
        while self.cursor.peek() != Kind::Symbol(";") {
            let place = self.place()?;
            self.cursor.expect(":", "after a place")?;
            tokens[place.index()] = match self.cursor.takes_word("any")? {
                true => None,
                false => Some(self.cursor.number("a number of tokens, or `any`")?),
            };
            if !self.cursor.takes(",")? {
                break;
            }
        }
        Ok(OmegaMarking::new(tokens))
    }

    fn refutation(&mut self) -> Result<Refutation, Diagnostic> {
        self.depth += 1;
        if self.depth > MOST_NESTING {
            return Err(Diagnostic::new("the refutation is nested too deep", self.cursor.span()));
        }
        let refutation = self.refutation_within();
        self.depth -= 1;
        refutation
    }

    fn refutation_within(&mut self) -> Result<Refutation, Diagnostic> {
        if self.cursor.takes_word("contradiction")? {
            let (constraints, spaces) = (self.weights()?, self.weights()?);
            return Ok(Refutation::Contradiction { constraints, spaces });
        }
        if self.cursor.takes_word("disabled")? {
            let (name, span) = self.cursor.name("a transition")?;
            let Some(transition) = self.net.transition_called(name) else {
                let names = self.net.transitions().iter().map(|known| known.name.as_str());
                return Err(unknown("transition", name, span, names));
            };
            self.cursor.expect("{", "after the transition")?;
            let mut cases = Vec::new();
            while !self.cursor.takes("}")? {
                cases.push(self.refutation()?);
            }
            return Ok(Refutation::Disabled { transition, cases });
        }
        if self.cursor.takes_word("either")? {
            let constraint = self.inequality()?;
            self.cursor.expect("{", "after the constraint")?;
            let (holds, fails) = (Box::new(self.refutation()?), Box::new(self.refutation()?));
            self.cursor.expect("}", "after two refutations")?;
            return Ok(Refutation::Either { constraint, holds, fails });
        }
        Err(self.cursor.unexpected("`contradiction`, `disabled` or `either`"))
    }

    /// `(0: 1, 2: 5)`
    fn weights(&mut self) -> Result<Vec<(usize, i128)>, Diagnostic> {
        self.cursor.expect("(", "before weights")?;
        let mut weights = Vec::new();
        while !self.cursor.takes(")")? {
            let number = self.index()?;
            self.cursor.expect(":", "after a number")?;
            weights.push((number, self.cursor.integer("a weight")?));
            if !self.cursor.takes(",")? {
                self.cursor.expect(")", "after weights")?;
                break;
            }
        }
        Ok(weights)
    }
}
