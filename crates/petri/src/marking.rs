//! How many tokens are where, and what does firing change?
//!
//! Source: `dat3m-thesis` §7.2. Numbers of tokens never wrap around: beyond [`MOST_TOKENS`] firing
//! is an error, which ends a search without an answer. The limit leaves so much room in an `i128`
//! that a weighted sum of all places cannot overflow if the weights are within the same limit.

use crate::net::{Net, PlaceId, Transition, TransitionId};
use std::fmt;
use std::ops::Index;

/// No place has more tokens, and no number in an input is larger.
pub const MOST_TOKENS: u64 = 1 << 50;
/// No net has more places.
pub const MOST_PLACES: usize = 1 << 24;

/// The tokens of every place.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Marking(Box<[u64]>);

/// A place would have more than [`MOST_TOKENS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyTokens;

impl fmt::Display for TooManyTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a place gets more than {MOST_TOKENS} tokens")
    }
}

impl Marking {
    pub fn new(tokens: Vec<u64>) -> Marking {
        Marking(tokens.into_boxed_slice())
    }

    pub fn empty(places: usize) -> Marking {
        Marking::new(vec![0; places])
    }

    pub fn tokens(&self) -> &[u64] {
        &self.0
    }

    pub fn set(&mut self, place: PlaceId, tokens: u64) {
        self.0[place.index()] = tokens;
    }

    /// m ≥ t⁻
    pub fn enables(&self, transition: &Transition) -> bool {
        transition.consumes().iter().all(|(place, weight)| self[*place] >= *weight)
    }

    /// m + t∆, for a transition that is enabled.
    pub fn fire(&self, transition: &Transition) -> Result<Marking, TooManyTokens> {
        let mut next = self.clone();
        for (place, weight) in transition.consumes() {
            let left = self[*place].checked_sub(*weight);
            next.0[place.index()] = left.expect("only transitions that are enabled fire");
        }
        for (place, weight) in transition.produces() {
            let tokens = &mut next.0[place.index()];
            // Both are at most 2^50.
            *tokens += weight;
            if *tokens > MOST_TOKENS {
                return Err(TooManyTokens);
            }
        }
        Ok(next)
    }

    /// At least as many tokens everywhere.
    pub fn covers(&self, other: &Marking) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, others)| mine >= others)
    }

    /// The places with tokens.
    pub fn marked(&self) -> impl Iterator<Item = (PlaceId, u64)> + '_ {
        let tokens = self.0.iter().enumerate().filter(|(_, tokens)| **tokens > 0);
        tokens.map(|(index, tokens)| (PlaceId::new(index), *tokens))
    }

    /// The marking in words: `p, 2 q`, or `nothing`.
    pub fn show(&self, net: &Net) -> String {
        let shown: Vec<String> = self
            .marked()
            .map(|(place, tokens)| match tokens {
                1 => net.place_name(place).to_owned(),
                tokens => format!("{tokens} {}", net.place_name(place)),
            })
            .collect();
        if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
    }
}

impl Index<PlaceId> for Marking {
    type Output = u64;

    fn index(&self, place: PlaceId) -> &u64 {
        &self.0[place.index()]
    }
}

/// The markings along a firing sequence, the first one included.
///
/// Fails at the number of the step whose transition is not enabled.
pub fn markings_along(net: &Net, run: &[TransitionId]) -> Result<Vec<Marking>, usize> {
    let mut markings = vec![net.initial().clone()];
    for (step, id) in run.iter().enumerate() {
        let current = markings.last().expect("there is a first one");
        let transition = net.transition(*id);
        if !current.enables(transition) {
            return Err(step);
        }
        markings.push(current.fire(transition).map_err(|TooManyTokens| step)?);
    }
    Ok(markings)
}
