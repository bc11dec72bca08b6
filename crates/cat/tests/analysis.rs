//! What is known about a program without running it: when it must be computed again, and what grows
//! with what.

mod support;

use cat::program::{Input, Meaning};
use cat::{Concrete, Polarity, Program, Valuation, compute, evaluate, judge};
use relation::Relation;
use support::world::{Random, World, program};
use support::writer::Writer;

fn is_named(input: &Input, name: &str) -> bool {
    input.meaning == Meaning::Named(name.into())
}

/// The relation shown as `x`.
fn shown(program: &Program, world: &World) -> Relation {
    let mut domain = Concrete { events: world.size };
    evaluate(program, &mut domain, world).relation(program.shown[0].1).clone()
}

/// Random expressions before and after a relation in them has grown.
#[test]
fn polarities_tell_what_happens() {
    let mut writer = Writer::new(Random::new(0x0f1e_2d3c_4b5a_6978));
    let mut seen = [0; 4];
    for round in 0..2000 {
        let expression = writer.relation(1 + round % 6);
        let program = program(&format!("show {expression} as x"));
        let polarities = program.polarities(|input| is_named(input, "r"), |_| false);
        let polarity = polarities[program.shown[0].1.index()];
        seen[polarity as usize] += 1;
        for _ in 0..5 {
            let mut world = World::random(&mut writer.random);
            let before = shown(&program, &world);
            let (from, to) = (writer.random.index(world.size), writer.random.index(world.size));
            world.relations.get_mut("r").unwrap().insert((from, to));
            let after = shown(&program, &world);
            let grew = before.clone().without(&after).is_empty();
            let shrank = after.clone().without(&before).is_empty();
            let holds = match polarity {
                Polarity::Constant => before == after,
                Polarity::Rising => grew,
                Polarity::Falling => shrank,
                Polarity::Mixed => true,
            };
            assert!(holds, "{expression} is {polarity:?}");
        }
    }
    assert!(seen.iter().all(|count| *count > 40), "{seen:?}");
}

/// A program in the order of stages computes the same, stage by stage, and nothing of an earlier
/// stage depends on a later one.
#[test]
fn stages_can_be_computed_one_by_one() {
    let mut writer = Writer::new(Random::new(0x1122_3344_5566_7788));
    for round in 0..500 {
        let (one, two) = (writer.relation(1 + round % 4), writer.relation(1 + round % 3));
        let plain = program(&format!("empty {one} acyclic {two} show {one} \\ {two} as x"));
        let stage = |input: &Input| match &input.meaning {
            Meaning::Named(name) if &**name == "s" => 1,
            Meaning::Named(name) if &**name == "t" => 2,
            _ => 0,
        };
        let staged = plain.clone().in_stages(3, stage, |_| 0);
        let mut world = World::random(&mut writer.random);
        let mut domain = Concrete { events: world.size };
        let mut valuation = Valuation::new(&staged.program);
        for _ in 0..2 {
            for range in &staged.ranges {
                compute(&staged.program, &mut domain, &world, range.clone(), &mut valuation);
            }
            // Another `t` changes only the last stage.
            world.relations.insert("t", World::random(&mut writer.random).relations["t"].clone());
            world.relations.get_mut("t").unwrap().retain(|pair| pair.0.max(pair.1) < world.size);
            let last = staged.ranges[2].clone();
            compute(&staged.program, &mut domain, &world, last, &mut valuation);
            for (check, moved) in plain.checks.iter().zip(&staged.program.checks) {
                let expected = evaluate(&plain, &mut domain, &world);
                assert_eq!(valuation.get(moved.slot), expected.get(check.slot), "{one} {two}");
                assert!(staged.stage(moved.slot).is_some());
            }
            assert_eq!(judge(&plain, domain, &world), judge(&staged.program, domain, &world));
            assert_eq!(shown(&plain, &world), shown(&staged.program, &world));
        }
    }
}
