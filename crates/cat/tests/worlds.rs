//! A program can be evaluated in any world: here in one of plain lists of pairs, which agrees with
//! that of bit matrices.

mod support;

use cat::program::Input;
use cat::{Boolean, Concrete, Datum, DatumOf, Domain, Given, evaluate};
use relation::Relation;
use std::collections::BTreeSet;
use support::world::{Numbers, Pairs, Random, World, program};
use support::writer::Writer;

/// Sets and relations as the definitions write them.
struct Naive {
    events: usize,
}

fn combine<T: Ord + Clone>(
    operator: Boolean,
    first: &BTreeSet<T>,
    second: &BTreeSet<T>,
) -> BTreeSet<T> {
    match operator {
        Boolean::Union => first | second,
        Boolean::Intersection => first & second,
        Boolean::Difference => first - second,
    }
}

impl Domain for Naive {
    type Set = Numbers;
    type Relation = Pairs;

    fn empty_set(&mut self) -> Numbers {
        Numbers::new()
    }

    fn all_events(&mut self) -> Numbers {
        (0..self.events).collect()
    }

    fn set(&mut self, operator: Boolean, first: &Numbers, second: &Numbers) -> Numbers {
        combine(operator, first, second)
    }

    fn empty_relation(&mut self) -> Pairs {
        Pairs::new()
    }

    fn relation(&mut self, operator: Boolean, first: &Pairs, second: &Pairs) -> Pairs {
        combine(operator, first, second)
    }

    fn product(&mut self, first: &Numbers, second: &Numbers) -> Pairs {
        first.iter().flat_map(|from| second.iter().map(move |to| (*from, *to))).collect()
    }

    fn identity_on(&mut self, set: &Numbers) -> Pairs {
        set.iter().map(|event| (*event, *event)).collect()
    }

    fn sequence(&mut self, first: &Pairs, second: &Pairs) -> Pairs {
        let follow = |(from, middle): &(usize, usize)| {
            let (from, middle) = (*from, *middle);
            second.iter().filter(move |pair| pair.0 == middle).map(move |pair| (from, pair.1))
        };
        first.iter().flat_map(follow).collect()
    }

    fn inverse(&mut self, relation: &Pairs) -> Pairs {
        relation.iter().map(|(from, to)| (*to, *from)).collect()
    }

    fn closure(&mut self, relation: &Pairs) -> Pairs {
        let mut closure = relation.clone();
        loop {
            let longer = &closure | &self.sequence(&closure, relation);
            if longer == closure {
                return closure;
            }
            closure = longer;
        }
    }

    fn domain(&mut self, relation: &Pairs) -> Numbers {
        relation.iter().map(|pair| pair.0).collect()
    }

    fn range(&mut self, relation: &Pairs) -> Numbers {
        relation.iter().map(|pair| pair.1).collect()
    }
}

/// A datum of bit matrices as one of lists.
fn listed(datum: &DatumOf<Concrete>) -> DatumOf<Naive> {
    match datum {
        Datum::Set(set) => Datum::Set(set.iter().collect()),
        Datum::Relation(relation) => Datum::Relation(relation.pairs().collect()),
    }
}

impl Given<Naive> for World {
    fn input(&self, domain: &mut Naive, index: usize, input: &Input) -> DatumOf<Naive> {
        let mut concrete = Concrete { events: domain.events };
        listed(&Given::<Concrete>::input(self, &mut concrete, index, input))
    }

    fn choice(&self, domain: &mut Naive, index: usize) -> Pairs {
        let mut concrete = Concrete { events: domain.events };
        let relation: Relation = Given::<Concrete>::choice(self, &mut concrete, index);
        relation.pairs().collect()
    }
}

#[test]
fn worlds_agree() {
    let mut writer = Writer::new(Random::new(0xfeed_beef_cafe_f00d));
    for round in 0..400 {
        let program = program(&format!("acyclic {}", writer.relation(1 + round % 5)));
        let world = World::random(&mut writer.random);
        let concrete = evaluate(&program, &mut Concrete { events: world.size }, &world);
        let naive = evaluate(&program, &mut Naive { events: world.size }, &world);
        let slot = program.checks[0].slot;
        assert_eq!(concrete.get(slot).map(listed).as_ref(), naive.get(slot), "{program}");
    }
}
