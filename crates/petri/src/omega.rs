//! Markings in which some places have any number of tokens: the ω-markings of Karp and Miller.
//!
//! An ω-marking stands for all markings that are at most as large, where ω is larger than every
//! number. Source: R. Karp, R. Miller, *Parallel Program Schemata*, JCSS 1969.

use crate::marking::{MOST_TOKENS, Marking, TooManyTokens};
use crate::net::{Net, PlaceId, Transition};

/// The tokens of every place; `None` is ω.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OmegaMarking(Box<[Option<u64>]>);

impl From<&Marking> for OmegaMarking {
    fn from(marking: &Marking) -> OmegaMarking {
        OmegaMarking(marking.tokens().iter().map(|tokens| Some(*tokens)).collect())
    }
}

impl OmegaMarking {
    pub fn new(tokens: Vec<Option<u64>>) -> OmegaMarking {
        OmegaMarking(tokens.into_boxed_slice())
    }

    pub fn tokens(&self) -> &[Option<u64>] {
        &self.0
    }

    pub fn at(&self, place: PlaceId) -> Option<u64> {
        self.0[place.index()]
    }

    pub fn set_omega(&mut self, place: PlaceId) {
        self.0[place.index()] = None;
    }

    pub fn has_omega(&self) -> bool {
        self.0.contains(&None)
    }

    pub fn enables(&self, transition: &Transition) -> bool {
        let enough =
            |(place, weight): &(PlaceId, u64)| self.at(*place).is_none_or(|m| m >= *weight);
        transition.consumes().iter().all(enough)
    }

    /// The marking after a transition that is enabled.
    pub fn fire(&self, transition: &Transition) -> Result<OmegaMarking, TooManyTokens> {
        let mut next = self.clone();
        for (place, weight) in transition.consumes() {
            if let Some(tokens) = &mut next.0[place.index()] {
                *tokens = tokens.checked_sub(*weight).expect("only enabled transitions fire");
            }
        }
        for (place, weight) in transition.produces() {
            if let Some(tokens) = &mut next.0[place.index()] {
                *tokens += weight;
                if *tokens > MOST_TOKENS {
                    return Err(TooManyTokens);
                }
            }
        }
        Ok(next)
    }

    /// At least as large everywhere.
    pub fn covers(&self, other: &OmegaMarking) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, others)| match (mine, others) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(others)) => mine >= others,
        })
    }

    /// The marking in words: `p, 2 q, any number of r`.
    pub fn show(&self, net: &Net) -> String {
        let mut shown = Vec::new();
        for place in net.places() {
            let name = net.place_name(place);
            match self.at(place) {
                Some(0) => {}
                Some(1) => shown.push(name.to_owned()),
                Some(tokens) => shown.push(format!("{tokens} {name}")),
                None => shown.push(format!("any number of {name}")),
            }
        }
        if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
    }
}
