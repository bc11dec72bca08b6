//! Can one of these markings be covered? By going backwards from them.
//!
//! Method: P. A. Abdulla, K. Čerāns, B. Jonsson, Y.-K. Tsay, *General Decidability Theorems for
//! Infinite-State Systems*, LICS 1996. The markings from which the targets can be covered are
//! upward closed; their minimal markings are computed from the targets: to cover u by firing t, one
//! must cover max(u − t⁺, 0) + t⁻. It ends, since there is no infinite set of incomparable
//! markings.
//!
//! Pruning as in M. Blondin, A. Finkel, C. Haase, S. Haddad, *Approaching the Coverability Problem
//! Continuously*, TACAS 2016, and T. Geffroy, J. Leroux, G. Sutre, *Occam's Razor Applied to the
//! Petri Net Coverability Problem*, RP 2016: a marking that an inductive half space excludes is not
//! pursued. Half spaces are those found before, and those which the state equation gives for new
//! markings as long as that pays (`refute`).
//!
//! The search can be interrupted and resumed, so that it can take turns with others.

use crate::half_space::{HalfSpace, Sign};
use crate::halt::{Halt, Stop};
use crate::linear::{Clause, Constraint};
use crate::marking::{MOST_TOKENS, Marking};
use crate::net::{Net, PlaceId, TransitionId};
use crate::refute::{Outcome, Spaces, refute};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a search that was finished ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This run covers a target.
    Covered(Vec<TransitionId>),
    /// Nothing leads to these minimal markings, inside of these half spaces.
    NotCovered { spaces: Vec<HalfSpace>, minimal: Vec<Marking> },
}

/// A marking by its non-zero places.
#[derive(Debug)]
struct Element {
    tokens: Vec<(PlaceId, u64)>,
    /// A bit for each place with tokens, modulo 64: a quick way to see that nothing is covered.
    mask: u64,
    /// Firing this leads to another element, or more.
    next: Option<(usize, TransitionId)>,
    /// No other element is below it.
    is_minimal: bool,
}

#[derive(Debug)]
pub struct Backward<'n> {
    net: &'n Net,
    /// Only those with k ≤ 0: then what is above an excluded marking is excluded, too.
    spaces: Vec<HalfSpace>,
    elements: Vec<Element>,
    /// Elements to go back from, those with few tokens first.
    open: BinaryHeap<Reverse<(u64, usize)>>,
    /// Transitions that put tokens on a place.
    producers: Vec<Vec<TransitionId>>,
    covered: Option<usize>,
    /// How often the state equation was asked, and how often it excluded a marking.
    asked: usize,
    excluded: usize,
}

impl<'n> Backward<'n> {
    pub fn new(net: &'n Net, targets: &[Marking], spaces: &[HalfSpace]) -> Backward<'n> {
        let spaces = spaces.iter().filter(|space| space.sign() == Sign::Negative).cloned();
        let mut producers = vec![Vec::new(); net.place_count()];
        for id in net.transition_ids() {
            for (place, _) in net.transition(id).produces() {
                producers[place.index()].push(id);
            }
        }
        let mut search = Backward {
            net,
            spaces: spaces.collect(),
            elements: Vec::new(),
            open: BinaryHeap::new(),
            producers,
            covered: None,
            asked: 0,
            excluded: 0,
        };
        for target in targets {
            let tokens: Vec<(PlaceId, u64)> = target.marked().collect();
            if !search.is_above(&tokens) {
                search.insert(tokens, None);
            }
        }
        search
    }

    /// How many markings there are.
    pub fn size(&self) -> usize {
        self.elements.len()
    }

    /// Goes back from so many markings; `None` if there is more to do.
    pub fn advance(&mut self, steps: usize, stop: Stop<'_>) -> Result<Option<Ending>, Halt> {
        for _ in 0..steps {
            if let Some(covered) = self.covered {
                return Ok(Some(Ending::Covered(self.run_from(covered))));
            }
            let Some(Reverse((_, from))) = self.open.pop() else {
                return Ok(Some(self.not_covered()));
            };
            if stop() {
                return Err(Halt::Stopped);
            }
            if self.elements[from].is_minimal {
                self.expand(from, stop)?;
            }
        }
        Ok(None)
    }

    fn expand(&mut self, from: usize, stop: Stop<'_>) -> Result<(), Halt> {
        let mut useful: Vec<TransitionId> = self.elements[from]
            .tokens
            .iter()
            .flat_map(|(place, _)| self.producers[place.index()].iter().copied())
            .collect();
        useful.sort_unstable();
        useful.dedup();
        for id in useful {
            let before = self.before(&self.elements[from].tokens, id)?;
            if self.is_above(&before) || self.is_excluded(&before, stop)? {
                continue;
            }
            self.insert(before, Some((from, id)));
            if self.covered.is_some() || !self.elements[from].is_minimal {
                break;
            }
        }
        Ok(())
    }

    /// max(u − t⁺, 0) + t⁻
    fn before(
        &self,
        tokens: &[(PlaceId, u64)],
        id: TransitionId,
    ) -> Result<Vec<(PlaceId, u64)>, Halt> {
        let transition = self.net.transition(id);
        let mut before: Vec<(PlaceId, u64)> = tokens
            .iter()
            .map(|(place, tokens)| (*place, tokens.saturating_sub(transition.produced_at(*place))))
            .collect();
        for (place, weight) in transition.consumes() {
            match before.binary_search_by_key(place, |term| term.0) {
                Ok(at) => before[at].1 += weight,
                Err(at) => before.insert(at, (*place, *weight)),
            }
        }
        before.retain(|(_, tokens)| *tokens > 0);
        match before.iter().any(|(_, tokens)| *tokens > MOST_TOKENS) {
            true => Err(Halt::Overflow),
            false => Ok(before),
        }
    }

    fn is_above(&self, tokens: &[(PlaceId, u64)]) -> bool {
        let mask = mask(tokens);
        self.elements.iter().any(|element| {
            element.is_minimal && element.mask & !mask == 0 && is_below(&element.tokens, tokens)
        })
    }

    /// Whether a half space excludes everything above these tokens.
    fn is_excluded(&mut self, tokens: &[(PlaceId, u64)], stop: Stop<'_>) -> Result<bool, Halt> {
        for space in &self.spaces {
            let mut value = Some(0_i128);
            for (place, tokens) in tokens {
                let product = space.coefficient(*place).checked_mul(i128::from(*tokens));
                value = value.and_then(|value| value.checked_add(product?));
            }
            if value.is_some_and(|value| value < space.constant()) {
                return Ok(true);
            }
        }
        if self.asked > 20 + 4 * self.excluded {
            return Ok(false);
        }
        self.asked += 1;
        let constraints = tokens
            .iter()
            .map(|(place, tokens)| Constraint::place_at_least(*place, i128::from(*tokens)));
        let clause = Clause { constraints: constraints.collect(), is_dead: false };
        let mut found = Spaces::default();
        match refute(self.net, &clause, &mut found, 1, stop) {
            Ok(Outcome::Refuted(_)) => {
                self.excluded += 1;
                let found = found.0.into_iter().filter(|space| space.sign() == Sign::Negative);
                let before = self.spaces.len();
                self.spaces.extend(found);
                Ok(self.spaces.len() > before)
            }
            Err(Halt::Stopped) => Err(Halt::Stopped),
            Ok(Outcome::Possible(_)) | Err(Halt::Exhausted | Halt::Overflow) => Ok(false),
        }
    }

    fn insert(&mut self, tokens: Vec<(PlaceId, u64)>, next: Option<(usize, TransitionId)>) {
        let mask = mask(&tokens);
        for element in &mut self.elements {
            if element.is_minimal && mask & !element.mask == 0 && is_below(&tokens, &element.tokens)
            {
                element.is_minimal = false;
            }
        }
        let number = self.elements.len();
        let initial = self.net.initial();
        if tokens.iter().all(|(place, tokens)| initial[*place] >= *tokens) {
            self.covered = Some(number);
        }
        let total = tokens.iter().map(|(_, tokens)| *tokens).fold(0, u64::saturating_add);
        self.open.push(Reverse((total, number)));
        self.elements.push(Element { tokens, mask, next, is_minimal: true });
    }

    fn run_from(&self, mut number: usize) -> Vec<TransitionId> {
        let mut run = Vec::new();
        while let Some((next, id)) = self.elements[number].next {
            run.push(id);
            number = next;
        }
        run
    }

    fn not_covered(&self) -> Ending {
        let minimal = self.elements.iter().filter(|element| element.is_minimal).map(|element| {
            let mut marking = Marking::empty(self.net.place_count());
            element.tokens.iter().for_each(|(place, tokens)| marking.set(*place, *tokens));
            marking
        });
        Ending::NotCovered { spaces: self.spaces.clone(), minimal: minimal.collect() }
    }
}

fn mask(tokens: &[(PlaceId, u64)]) -> u64 {
    tokens.iter().fold(0, |mask, (place, _)| mask | 1 << (place.index() % 64))
}

fn is_below(lower: &[(PlaceId, u64)], upper: &[(PlaceId, u64)]) -> bool {
    let mut upper = upper.iter();
    lower.iter().all(|(place, tokens)| {
        upper
            .find(|(other, _)| other >= place)
            .is_some_and(|(other, more)| other == place && more >= tokens)
    })
}
