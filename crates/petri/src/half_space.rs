//! What is a half space, and when is it trivially inductive?
//!
//! A half space (k, c) is the set of markings with k·m ≥ c (`dat3m-thesis` §7.2). It is inductive
//! if no transition leaves it. §7.3 has three conditions that suffice for a transition t:
//!
//! - *oriented*: k·t∆ ≥ 0;
//! - *monotone*: k ≥ 0 and k·t⁺ ≥ c (t⁻ + t∆ is t⁺);
//! - *antitone*: k ≤ 0 and k·t⁻ < c.
//!
//! Whether one that satisfies none of them is inductive, `inductivity` decides.

use crate::marking::Marking;
use crate::net::{Net, PlaceId, Transition};
use crate::rational::Overflow;

/// k·m ≥ c
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HalfSpace {
    /// k: ascending places, no zeros.
    terms: Vec<(PlaceId, i128)>,
    /// c
    constant: i128,
}

/// What the signs of k are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// k ≥ 0, and not 0.
    Positive,
    /// k ≤ 0, also if it is 0.
    Negative,
    Mixed,
}

/// Why a half space is trivially inductive for a transition (Definition 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Triviality {
    Oriented,
    Monotone,
    Antitone,
}

impl HalfSpace {
    /// From coefficients for ascending places; zeros are left out.
    pub fn new(terms: impl IntoIterator<Item = (PlaceId, i128)>, constant: i128) -> HalfSpace {
        let terms: Vec<_> = terms.into_iter().filter(|(_, weight)| *weight != 0).collect();
        assert!(terms.is_sorted_by(|left, right| left.0 < right.0), "places ascend");
        HalfSpace { terms, constant }
    }

    pub fn terms(&self) -> &[(PlaceId, i128)] {
        &self.terms
    }

    pub fn constant(&self) -> i128 {
        self.constant
    }

    /// k at a place.
    pub fn coefficient(&self, place: PlaceId) -> i128 {
        self.terms.binary_search_by_key(&place, |term| term.0).map_or(0, |at| self.terms[at].1)
    }

    pub fn sign(&self) -> Sign {
        let has = |positive: bool| self.terms.iter().any(|(_, weight)| (*weight > 0) == positive);
        match (has(true), has(false)) {
            (true, false) => Sign::Positive,
            (false, _) => Sign::Negative,
            (true, true) => Sign::Mixed,
        }
    }

    /// k·m
    pub fn value(&self, marking: &Marking) -> Result<i128, Overflow> {
        let tokens = |place: PlaceId| i128::from(marking[place]);
        dot(self.terms.iter().map(|(place, weight)| (*weight, tokens(*place))))
    }

    pub fn contains(&self, marking: &Marking) -> Result<bool, Overflow> {
        Ok(self.value(marking)? >= self.constant)
    }

    /// k·t⁻
    pub fn consumed(&self, transition: &Transition) -> Result<i128, Overflow> {
        let arcs = transition.consumes().iter();
        dot(arcs.map(|(place, weight)| (self.coefficient(*place), i128::from(*weight))))
    }

    /// k·t⁺
    pub fn produced(&self, transition: &Transition) -> Result<i128, Overflow> {
        let arcs = transition.produces().iter();
        dot(arcs.map(|(place, weight)| (self.coefficient(*place), i128::from(*weight))))
    }

    /// k·t∆
    pub fn effect(&self, transition: &Transition) -> Result<i128, Overflow> {
        let effect = transition.effect().iter();
        dot(effect.map(|(place, difference)| (self.coefficient(*place), *difference)))
    }

    /// Which of the three conditions holds, if one does.
    pub fn triviality(&self, transition: &Transition) -> Result<Option<Triviality>, Overflow> {
        if self.effect(transition)? >= 0 {
            return Ok(Some(Triviality::Oriented));
        }
        Ok(match self.sign() {
            Sign::Positive if self.produced(transition)? >= self.constant => {
                Some(Triviality::Monotone)
            }
            Sign::Negative if self.consumed(transition)? < self.constant => {
                Some(Triviality::Antitone)
            }
            Sign::Positive | Sign::Negative | Sign::Mixed => None,
        })
    }

    /// Whether people write it as an upper bound: k ≤ 0.
    pub fn is_turned(&self) -> bool {
        self.sign() == Sign::Negative && !self.terms.is_empty()
    }

    /// As people write it: `p + 2 q >= 3`; with k ≤ 0 turned round: `p + 2 q <= 3`.
    pub fn show(&self, net: &Net) -> String {
        let is_turned = self.is_turned();
        let turn = |number: i128| if is_turned { number.wrapping_neg() } else { number };
        let mut shown = String::new();
        for (place, weight) in &self.terms {
            let weight = turn(*weight);
            shown += match (shown.is_empty(), weight < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            if weight.unsigned_abs() != 1 {
                shown += &format!("{} ", weight.unsigned_abs());
            }
            shown += net.place_name(*place);
        }
        if shown.is_empty() {
            shown.push('0');
        }
        let relation = if is_turned { "<=" } else { ">=" };
        format!("{shown} {relation} {}", turn(self.constant))
    }
}

fn dot(mut products: impl Iterator<Item = (i128, i128)>) -> Result<i128, Overflow> {
    products
        .try_fold(0_i128, |sum, (left, right)| sum.checked_add(left.checked_mul(right)?))
        .ok_or(Overflow)
}
