//! The two ways to evaluate an expression agree: flat, after sharing, simplifying and solving
//! recursions; and as a tree, over the relations of an execution, where recursion is plain
//! iteration.

mod support;

use cat::{Concrete, Valuation, compute, judge};
use support::world::{Random, World, program};
use support::writer::Writer;

#[test]
fn flat_programs_and_trees_agree() {
    let random = Random::new(0x1234_5678_9abc_def1);
    let mut writer = Writer::new(random);
    let mut loops = 0;
    for round in 0..1500 {
        let expression = writer.relation(1 + round % 5);
        let text = format!(
            "let flat = {expression} with tree from {{{expression}}} empty (flat \\ tree) | (tree \\ flat)"
        );
        let program = program(&text);
        loops += program.recursions.len();
        for _ in 0..5 {
            let mut world = World::random(&mut writer.random);
            let mut domain = Concrete { events: world.size };
            let mut valuation = Valuation::new(&program);
            let source = &program.choices[0].source;
            let needed = source.slots().into_iter().map(|slot| program.prefix(slot)).max();
            compute(&program, &mut domain, &world, 0..needed.unwrap_or(0), &mut valuation);
            let trees = source.relations(domain, &valuation).unwrap();
            assert_eq!(trees.len(), 1, "{expression}");
            world.chosen = trees.into_iter().next();
            let judgement = judge(&program, domain, &world);
            assert!(judgement.is_allowed(), "{expression}: {judgement:?}");
        }
    }
    assert!(loops > 200, "{loops}");
}
