//! Random sets and relations, and models over them.

use cat::program::{Input, Kind, Meaning};
use cat::{
    Concrete, Datum, DatumOf, File, Given, LibraryOnly, Options, Program, Vocabulary, compile,
};
use relation::{Relation, Set};
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use testing::Random;

pub(crate) type Pairs = BTreeSet<(usize, usize)>;
pub(crate) type Numbers = BTreeSet<usize>;

/// Random meanings of `A`, `B` (sets) and `r`, `s`, `t` (relations) over some events.
pub(crate) struct World {
    pub(crate) size: usize,
    pub(crate) sets: BTreeMap<&'static str, Numbers>,
    pub(crate) relations: BTreeMap<&'static str, Pairs>,
    /// What was chosen, if something is.
    pub(crate) chosen: Option<Relation>,
}

impl World {
    pub(crate) fn random(random: &mut Random) -> World {
        let size = 1 + random.index(7);
        let mut sets = BTreeMap::new();
        for name in ["A", "B"] {
            sets.insert(name, (0..size).filter(|_| random.index(2) == 0).collect());
        }
        let mut relations = BTreeMap::new();
        for name in ["r", "s", "t"] {
            let count = random.index(size * 2 + 1);
            let pairs = (0..count).map(|_| (random.index(size), random.index(size))).collect();
            relations.insert(name, pairs);
        }
        World { size, sets, relations, chosen: None }
    }

    /// All pairs that a condition holds for.
    pub(crate) fn pairs(&self, holds: impl Fn(usize, usize) -> bool) -> Pairs {
        let all = (0..self.size).flat_map(|from| (0..self.size).map(move |to| (from, to)));
        all.filter(|(from, to)| holds(*from, *to)).collect()
    }

    pub(crate) fn numbers(&self, holds: impl Fn(usize) -> bool) -> Numbers {
        (0..self.size).filter(|number| holds(*number)).collect()
    }

    /// Whether there is a path of at least one step.
    pub(crate) fn path(&self, relation: &Pairs, from: usize, to: usize) -> bool {
        let mut reached: Numbers =
            relation.iter().filter(|pair| pair.0 == from).map(|pair| pair.1).collect();
        for _ in 0..self.size {
            let next: Vec<usize> = relation
                .iter()
                .filter(|pair| reached.contains(&pair.0))
                .map(|pair| pair.1)
                .collect();
            reached.extend(next);
        }
        reached.contains(&to)
    }
}

impl Given<Concrete> for World {
    fn input(&self, _: &mut Concrete, _: usize, input: &Input) -> DatumOf<Concrete> {
        let Meaning::Named(name) = &input.meaning else { panic!("{input:?}") };
        match input.kind {
            Kind::Set => {
                let numbers = self.sets.get(&**name).cloned().unwrap_or_default();
                Datum::Set(Set::from_numbers(self.size, numbers))
            }
            Kind::Relation => {
                let mut relation = Relation::new(self.size);
                let pairs = self.relations.get(&**name).into_iter().flatten();
                pairs.for_each(|(from, to)| relation.insert(*from, *to));
                Datum::Relation(relation)
            }
        }
    }

    fn choice(&self, _: &mut Concrete, _: usize) -> Relation {
        self.chosen.clone().expect("something is chosen")
    }
}

/// Compiles a model that may use these names.
pub(crate) fn program(text: &str) -> Program {
    let vocabulary = Vocabulary::basic().sets(["A", "B"]).relations(["r", "s", "t"]);
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let file = File { path: "test.cat".to_owned(), text: text.to_owned() };
    compile(vec![file], &options).unwrap_or_else(|failure| panic!("{failure}"))
}
