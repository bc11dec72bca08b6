//! Random programs that are not portable: the smallest sets of stronger orders and fences that make
//! them so are those that trying every set finds.

use crate::model;
use crate::programs::{PAIRS, unrolled};
use crate::random_program::random_program;
use bmc::Method;
use port::{Behaviour, Candidates, Model, Pair, Porting, Wanted};
use program::passes::PassConfig;
use repair::plain::{size, smallest};
use repair::{Costs, Guarantee, Guarantees, Meaningful, Outcome, Places, plain_accesses, repair};
use std::collections::BTreeSet;
use testing::Random;

/// No more guarantees than this are tried in every way.
const MOST: usize = 8;

const FULL: Guarantees = Guarantees::just(&[Guarantee::SeqCst]);

#[derive(Default, Debug)]
struct Tally {
    portable: usize,
    hopeless: usize,
    repaired: usize,
    several: usize,
    too_large: usize,
    different: usize,
}

fn compare(seed: u64, models: &[Model], tally: &mut Tally) {
    let random = &mut Random::new(seed);
    // From stronger to weaker models.
    let [(source, from), (target, to)] = random.pick(&PAIRS[..5]);
    let mut program = random_program(seed);
    program::passes::standard(&mut program, PassConfig::default());
    let [orders, fences] = random.pick(&[[true, false], [false, true]]);
    let behaviour = match random.one_in(2) {
        true => Behaviour::Executions(Candidates::All),
        false => Behaviour::States(Wanted::First, Candidates::All),
    };
    let meaningful = Meaningful { fences: FULL, ..Meaningful::EVERYTHING };
    let wanted = repair::Wanted { orders, fences };
    let places = Places::find(&program, &plain_accesses(&program), &meaningful, wanted);
    if size(&places) > MOST {
        tally.too_large += 1;
        return;
    }
    let named = |name: &str| models.iter().find(|own| own.name() == name).unwrap();
    let of_source = unrolled(&program, from);
    let mut judge = Porting {
        source: &of_source,
        compile: &|program| Ok(unrolled(program, to)),
        pair: Pair { source: named(source), target: named(target), sequential: named("sc") },
        behaviour,
        method: Method::default(),
        goes_on: &|| true,
        first: None,
        failure: None,
    };
    let costs = random.pick(&Costs::ALL);
    let found = repair(&program, &places, costs, usize::MAX, &mut judge);
    let what = || {
        let text = program::text::print(&program);
        format!("seed {seed}, {source} to {target}, {behaviour:?}: {text}")
    };
    if let Outcome::Unknown { reason, .. } = &found.outcome {
        // An update that is one event here and two there is none for formulas.
        assert!(reason.contains("different accesses"), "{reason}, {}", what());
        tally.different += 1;
        return;
    }
    let expected: BTreeSet<Vec<Guarantees>> =
        smallest(&program, &places, &mut judge).into_iter().collect();
    match found.outcome {
        Outcome::Holds { .. } => {
            let now: Vec<Guarantees> = places.list().iter().map(|place| place.now).collect();
            assert_eq!(expected, BTreeSet::from([now]), "{}", what());
            tally.portable += 1;
        }
        Outcome::Hopeless => {
            assert!(expected.is_empty(), "{}", what());
            tally.hopeless += 1;
        }
        Outcome::Repaired { solutions, complete } => {
            assert!(complete && solutions.is_sorted_by_key(|own| own.cost), "{}", what());
            tally.several += usize::from(solutions.len() > 1);
            let all: BTreeSet<Vec<Guarantees>> =
                solutions.into_iter().map(|solution| solution.orders).collect();
            assert_eq!(all, expected, "{}", what());
            tally.repaired += 1;
        }
        Outcome::Unknown { .. } => unreachable!("that was asked before"),
    }
}

#[test]
fn repairs_are_those_of_trying_every_set() {
    let names = ["sc", "x86-tso", "power", "aarch64", "armv7", "riscv"];
    let models: Vec<Model> = names.iter().map(|name| model(name)).collect();
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |own| own.parse().expect("it is a number"))
    };
    let (first, seeds) = (number("HEDDLE_FIRST", 0), number("HEDDLE_SEEDS", 200));
    let mut tally = Tally::default();
    for seed in first..first + seeds {
        compare(seed, &models, &mut tally);
    }
    println!("{tally:?}");
    let few = seeds as usize / 50;
    assert!(tally.repaired > 5 * few && tally.several > few / 2, "{tally:?}");
}
