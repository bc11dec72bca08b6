//! What is a net? Places, transitions with weighted arcs, and an initial marking.
//!
//! Source: `dat3m-thesis` §7.2. `t⁻` is [`Transition::consumes`], `t⁺` is [`Transition::produces`],
//! `t∆` is [`Transition::effect`].
//!
//! One addition: an initial marking may leave the tokens of a place open ("at least one token"),
//! which stands for any number of participants. It becomes a [`Kind::Supply`] transition that puts
//! a token there and takes nothing. Since more tokens never disable a transition, the supply of a
//! run can be moved to its beginning, so the reachable markings are exactly those of all initial
//! markings together. Only for deadlocks the difference counts: a supply is no way to go on.

use crate::marking::{MOST_TOKENS, Marking};
use rustc_hash::FxHashMap;
use std::fmt;

/// A place, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PlaceId(u32);

/// A transition, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TransitionId(u32);

impl PlaceId {
    pub fn new(index: usize) -> PlaceId {
        PlaceId(u32::try_from(index).expect("a net has fewer places than that"))
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl TransitionId {
    pub fn new(index: usize) -> TransitionId {
        TransitionId(u32::try_from(index).expect("a net has fewer transitions than that"))
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a transition stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something that can happen.
    Ordinary,
    /// One more token of those that an initial marking leaves open.
    Supply,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    pub name: String,
    pub kind: Kind,
    /// t⁻: ascending places, each once, weights from 1 to [`MOST_TOKENS`].
    consumes: Vec<(PlaceId, u64)>,
    /// t⁺, in the same form.
    produces: Vec<(PlaceId, u64)>,
    /// t∆ = t⁺ − t⁻: ascending places, no zeros.
    effect: Vec<(PlaceId, i128)>,
}

impl Transition {
    pub fn consumes(&self) -> &[(PlaceId, u64)] {
        &self.consumes
    }

    pub fn produces(&self) -> &[(PlaceId, u64)] {
        &self.produces
    }

    pub fn effect(&self) -> &[(PlaceId, i128)] {
        &self.effect
    }

    /// t⁻ at a place.
    pub fn consumed_at(&self, place: PlaceId) -> u64 {
        weight_at(&self.consumes, place)
    }

    /// t⁺ at a place.
    pub fn produced_at(&self, place: PlaceId) -> u64 {
        weight_at(&self.produces, place)
    }
}

fn weight_at(arcs: &[(PlaceId, u64)], place: PlaceId) -> u64 {
    arcs.binary_search_by_key(&place, |arc| arc.0).map_or(0, |at| arcs[at].1)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Names, no two alike.
    places: Vec<String>,
    transitions: Vec<Transition>,
    initial: Marking,
    by_name: FxHashMap<String, PlaceId>,
}

impl Net {
    pub fn places(&self) -> impl ExactSizeIterator<Item = PlaceId> + use<> {
        (0..self.places.len()).map(PlaceId::new)
    }

    pub fn place_count(&self) -> usize {
        self.places.len()
    }

    pub fn place_name(&self, place: PlaceId) -> &str {
        &self.places[place.index()]
    }

    pub fn place_names(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(String::as_str)
    }

    pub fn place_called(&self, name: &str) -> Option<PlaceId> {
        self.by_name.get(name).copied()
    }

    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    pub fn transition_ids(&self) -> impl ExactSizeIterator<Item = TransitionId> + use<> {
        (0..self.transitions.len()).map(TransitionId::new)
    }

    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    pub fn transition_called(&self, name: &str) -> Option<TransitionId> {
        self.transitions.iter().position(|known| known.name == name).map(TransitionId::new)
    }

    pub fn initial(&self) -> &Marking {
        &self.initial
    }

    /// How many arcs there are.
    pub fn arc_count(&self) -> usize {
        self.transitions.iter().map(|known| known.consumes.len() + known.produces.len()).sum()
    }

    /// Whether the initial marking leaves some number of tokens open.
    pub fn has_supply(&self) -> bool {
        self.transitions.iter().any(|known| known.kind == Kind::Supply)
    }

    /// Whether no ordinary transition can fire.
    pub fn is_dead(&self, marking: &Marking) -> bool {
        let mut ordinary = self.transitions.iter().filter(|known| known.kind == Kind::Ordinary);
        !ordinary.any(|known| marking.enables(known))
    }
}

/// Why something cannot be part of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    DuplicatePlace(String),
    DuplicateTransition(String),
    /// A name that certificates and formulas could not mention.
    UnusableName(String),
    TooManyTokens,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::DuplicatePlace(name) => write!(f, "there are two places `{name}`"),
            BuildError::DuplicateTransition(name) => {
                write!(f, "there are two transitions `{name}`")
            }
            BuildError::UnusableName(name) => {
                write!(f, "the name {name:?} is empty, or has quotes or line breaks in it")
            }
            BuildError::TooManyTokens => write!(f, "more than {MOST_TOKENS} tokens"),
        }
    }
}

/// A net that is being put together.
#[derive(Clone, Default, Debug)]
pub struct Builder {
    places: Vec<String>,
    initial: Vec<u64>,
    transitions: Vec<Transition>,
    by_name: FxHashMap<String, PlaceId>,
    transitions_by_name: FxHashMap<String, TransitionId>,
}

impl Builder {
    pub fn add_place(&mut self, name: impl Into<String>) -> Result<PlaceId, BuildError> {
        let name = usable(name.into())?;
        let place = PlaceId::new(self.places.len());
        if self.by_name.contains_key(&name) {
            return Err(BuildError::DuplicatePlace(name));
        }
        self.by_name.insert(name.clone(), place);
        self.places.push(name);
        self.initial.push(0);
        Ok(place)
    }

    pub fn place_called(&self, name: &str) -> Option<PlaceId> {
        self.by_name.get(name).copied()
    }

    pub fn place_names(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(String::as_str)
    }

    /// Puts more tokens on a place at the beginning.
    pub fn mark(&mut self, place: PlaceId, tokens: u64) -> Result<(), BuildError> {
        let sum = self.initial[place.index()].checked_add(tokens);
        let sum = sum.filter(|sum| *sum <= MOST_TOKENS).ok_or(BuildError::TooManyTokens)?;
        self.initial[place.index()] = sum;
        Ok(())
    }

    /// Leaves open how many more tokens a place has at the beginning.
    pub fn supply(&mut self, place: PlaceId) -> Result<(), BuildError> {
        let name = format!("more {}", self.places[place.index()]);
        self.add(name, Kind::Supply, Vec::new(), vec![(place, 1)])?;
        Ok(())
    }

    /// Adds a transition; arcs may come in any order, and several to a place add up.
    pub fn add_transition(
        &mut self,
        name: impl Into<String>,
        consumes: Vec<(PlaceId, u64)>,
        produces: Vec<(PlaceId, u64)>,
    ) -> Result<TransitionId, BuildError> {
        self.add(name.into(), Kind::Ordinary, consumes, produces)
    }

    fn add(
        &mut self,
        name: String,
        kind: Kind,
        consumes: Vec<(PlaceId, u64)>,
        produces: Vec<(PlaceId, u64)>,
    ) -> Result<TransitionId, BuildError> {
        let name = usable(name)?;
        let id = TransitionId::new(self.transitions.len());
        if self.transitions_by_name.contains_key(&name) {
            return Err(BuildError::DuplicateTransition(name));
        }
        let (consumes, produces) = (summed(consumes)?, summed(produces)?);
        let mut effect: Vec<(PlaceId, i128)> =
            produces.iter().map(|(place, weight)| (*place, i128::from(*weight))).collect();
        effect.extend(consumes.iter().map(|(place, weight)| (*place, -i128::from(*weight))));
        effect.sort_by_key(|(place, _)| *place);
        effect.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            if is_same {
                first.1 += later.1;
            }
            is_same
        });
        effect.retain(|(_, difference)| *difference != 0);
        self.transitions_by_name.insert(name.clone(), id);
        self.transitions.push(Transition { name, kind, consumes, produces, effect });
        Ok(id)
    }

    pub fn build(self) -> Net {
        let Builder { places, initial, transitions, by_name, .. } = self;
        Net { places, transitions, initial: Marking::new(initial), by_name }
    }
}

fn usable(name: String) -> Result<String, BuildError> {
    match name.is_empty() || name.contains(|c: char| c == '"' || c.is_control()) {
        true => Err(BuildError::UnusableName(name)),
        false => Ok(name),
    }
}

/// Ascending, each place once, without zeros.
fn summed(mut arcs: Vec<(PlaceId, u64)>) -> Result<Vec<(PlaceId, u64)>, BuildError> {
    arcs.sort_by_key(|(place, _)| *place);
    let mut sum: Vec<(PlaceId, u64)> = Vec::with_capacity(arcs.len());
    for (place, weight) in arcs.into_iter().filter(|(_, weight)| *weight > 0) {
        match sum.last_mut().filter(|last| last.0 == place) {
            Some(last) => last.1 = last.1.checked_add(weight).ok_or(BuildError::TooManyTokens)?,
            None => sum.push((place, weight)),
        }
    }
    match sum.iter().any(|(_, weight)| *weight > MOST_TOKENS) {
        true => Err(BuildError::TooManyTokens),
        false => Ok(sum),
    }
}
