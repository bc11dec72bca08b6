//! Do the methods and brute force agree on random nets?
//!
//! For each seed, a net and a question (`generate`), the answer of the portfolio, and that of
//! `naive`. Certificates and runs have been checked by then; here they are held against the truth,
//! after a certificate was written and read again.
//! Inductive half spaces of certificates are also held against the definition of inductivity, on
//! all markings up to a number of tokens.

use crate::certificate::{Proof, check, text};
use crate::generate;
use crate::half_space::HalfSpace;
use crate::marking::Marking;
use crate::naive;
use crate::net::Net;
use crate::portfolio::{Effort, Verdict, answer};
use testing::Random;

/// What came out of some comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub safe: usize,
    pub unsafe_: usize,
    pub unknown: usize,
    /// Of the answers, those that brute force could confirm.
    pub confirmed: usize,
    /// Half spaces of certificates that were held against the definition.
    pub half_spaces: usize,
}

/// Brute force gives up on nets with more markings.
const MOST_MARKINGS: usize = 20_000;

/// Compares one seed; the difference, if there is one.
pub fn compare(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let mut random = Random::new(seed);
    let net = generate::net(&mut random);
    let property = generate::property(&mut random, &net);
    let truth = naive::decide(&net, &property.question, MOST_MARKINGS);
    // Small turns, so that every method has its say; a stop, since reachability may have no end.
    let asked = std::cell::Cell::new(0_u64);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 30_000
    };
    // The first forward search would answer most questions before anything else could.
    let first_markings = if seed.is_multiple_of(2) { 0 } else { 500 };
    let realising = if seed % 4 < 2 { 0 } else { 500 };
    let walking = if seed % 8 < 4 { 0 } else { 1000 };
    let effort =
        Effort { first_markings, programs: 40, walking, realising, vectors: 300, first_turn: 50 };
    let found = answer(&net, &property.question, &effort, &stop);
    let claimed = match &found.verdict {
        Verdict::Safe(certificate) => {
            tally.safe += 1;
            let written = text::print(&net, std::slice::from_ref(certificate));
            let read =
                text::parse(&net, &written).map_err(|error| format!("{error} in {written}"))?;
            if read.as_slice() != std::slice::from_ref(certificate) {
                return Err(format!("seed {seed}: the certificate is read as another: {written}"));
            }
            check::check(&net, &read[0]).map_err(|flaw| flaw.0)?;
            for part in &certificate.parts {
                for space in half_spaces(&part.proof) {
                    tally.half_spaces += 1;
                    by_definition(&net, space)?;
                }
            }
            Some(false)
        }
        Verdict::Unsafe(_) => {
            tally.unsafe_ += 1;
            Some(true)
        }
        Verdict::Unknown => {
            tally.unknown += 1;
            None
        }
    };
    match (claimed, truth) {
        (Some(claimed), Some(truth)) if claimed == truth => {
            tally.confirmed += 1;
            Ok(())
        }
        (Some(claimed), Some(truth)) => {
            Err(format!("seed {seed}: reachable is {truth}, and the answer was {claimed}"))
        }
        (None, Some(_)) => Err(format!("seed {seed}: no answer for few markings")),
        (_, None) => Ok(()),
    }
}

fn half_spaces(proof: &Proof) -> &[HalfSpace] {
    match proof {
        Proof::HalfSpaces { spaces, .. } | Proof::Backward { spaces, .. } => spaces,
        Proof::Weights(space) => std::slice::from_ref(space),
        Proof::Forward { .. } | Proof::Markings(_) => &[],
    }
}

/// No transition leads out of the half space from a marking with at most so many tokens anywhere.
fn by_definition(net: &Net, space: &HalfSpace) -> Result<(), String> {
    let places = net.place_count();
    let most = if places <= 4 { 4 } else { 2 };
    let mut tokens = vec![0; places];
    loop {
        let marking = Marking::new(tokens.clone());
        if space.contains(&marking) == Ok(true) {
            for transition in net.transitions().iter().filter(|known| marking.enables(known)) {
                let next = marking.fire(transition).map_err(|error| error.to_string())?;
                if space.contains(&next) != Ok(true) {
                    let shown = space.show(net);
                    return Err(format!("`{}` leaves {shown} of {net:?}", transition.name));
                }
            }
        }
        let Some(next) = tokens.iter().position(|known| *known < most) else { return Ok(()) };
        tokens[..next].fill(0);
        tokens[next] += 1;
    }
}
