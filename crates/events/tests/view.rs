//! What names mean in a small structure, written down by hand.
//!
//! Event 0 is the initial write of `x`. Thread 0 writes both halves of `x` (1 and 2, one access at
//! two locations), then has a fence that is about `x`. Thread 1 reads `x` and has a failed
//! comparison.

use base::{TagSet, tags};
use cat::{Concrete, Datum, DatumOf, File, LibraryOnly, Options, compile, evaluate, machine_names};
use events::{CatView, Choice, Dependencies, Event, EventStructure, Kind, Location, Primitives};
use relation::Relation;

fn event(thread: usize, kind: Kind, location: i64, access: usize, tags: TagSet) -> Event {
    let (thread, location) = (Some(thread), Some(Location(location)));
    Event { thread, kind, tags, location, access, read: None, written: None }
}

fn structure() -> EventStructure {
    let none = TagSet::NONE;
    let mut structure = EventStructure::new(vec![
        Event::initial(0, Location(0), Some(0)),
        Event { written: Some(1), ..event(0, Kind::Write, 0, 1, tags!["Release"].into()) },
        Event { written: Some(0), ..event(0, Kind::Write, 4, 1, tags!["Release"].into()) },
        event(0, Kind::Fence, 0, 3, tags!["Mb"].into()),
        Event { read: Some(1), ..event(1, Kind::Read, 0, 4, none) },
        Event { read: Some(0), ..event(1, Kind::Read, 4, 5, tags!["Once", "RMW"].into()) },
    ]);
    structure.rf.insert(1, 4);
    structure.dependencies.ctrl.insert(4, 5);
    structure
}

fn value(structure: &EventStructure, expression: &str) -> DatumOf<Concrete> {
    let vocabulary = machine_names();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let text = format!("let it = {expression}\nempty it");
    let program = compile(vec![File { path: "it.cat".into(), text }], &options).unwrap();
    let primitives = Primitives::of(&program);
    let view = CatView::new(structure, &primitives);
    let valuation = evaluate(&program, &mut view.world(), &view);
    valuation.get(program.checks[0].slot).unwrap().clone()
}

fn set(structure: &EventStructure, name: &str) -> Vec<usize> {
    match value(structure, name) {
        Datum::Set(set) => set.iter().collect(),
        Datum::Relation(_) => panic!("{name} is a set"),
    }
}

fn pairs(structure: &EventStructure, name: &str) -> Vec<(usize, usize)> {
    match value(structure, name) {
        Datum::Relation(relation) => relation.pairs().collect(),
        Datum::Set(_) => panic!("{name} is a relation"),
    }
}

#[test]
fn sets_are_by_kind_and_by_tag() {
    let structure = structure();
    let cases: [(&str, &[usize]); 9] = [
        ("R", &[4, 5]),
        ("W", &[0, 1, 2]),
        ("M", &[0, 1, 2, 4, 5]),
        ("F", &[3]),
        ("IW", &[0]),
        ("Release", &[1, 2]),
        ("Mb", &[3]),
        ("RMW", &[5]),
        ("MFENCE", &[]),
    ];
    for (name, expected) in cases {
        assert_eq!(set(&structure, name), expected, "{name}");
    }
}

#[test]
fn relations_follow_from_the_events() {
    let structure = structure();
    // Also the fence is at its location.
    let related = |class: &[usize]| {
        class.iter().flat_map(|one| class.iter().map(move |other| (*one, *other))).collect()
    };
    let all = |classes: &[&[usize]]| {
        let mut pairs: Vec<(usize, usize)> =
            classes.iter().flat_map(|class| -> Vec<(usize, usize)> { related(class) }).collect();
        pairs.sort_unstable();
        pairs
    };
    assert_eq!(pairs(&structure, "loc"), all(&[&[0, 1, 3, 4], &[2, 5]]));
    assert_eq!(pairs(&structure, "int"), all(&[&[1, 2, 3], &[4, 5]]));
    assert_eq!(pairs(&structure, "si"), all(&[&[0], &[1, 2], &[4], &[5]]));
    assert_eq!(pairs(&structure, "same-value"), all(&[&[0, 2, 5], &[1, 4]]));
    assert_eq!(pairs(&structure, "ext").len(), 36 - 9 - 4);
    assert_eq!(pairs(&structure, "rf"), [(1, 4)]);
    assert_eq!(pairs(&structure, "ctrl"), [(4, 5)]);
    assert_eq!(structure.part_before(2), Some(1));
    assert_eq!(structure.part_before(1), None);
}

#[test]
fn picked_dependencies_are_beside_direct_ones() {
    let mut structure = structure();
    assert_eq!(pairs(&structure, "pick-data"), []);
    let picked = structure.picked.insert(Dependencies::none(6));
    picked.data.insert(4, 5);
    assert_eq!(pairs(&structure, "pick-data"), [(4, 5)]);
    assert_eq!(pairs(&structure, "data"), []);
}

#[test]
fn choices_are_made_and_taken_back() {
    let mut structure = structure();
    let mut co = Relation::new(6);
    co.insert(0, 1);
    *structure.choice(Choice::Coherence) = Some(co.clone());
    *structure.choice(Choice::Other(1)) = Some(co.clone());
    assert_eq!(structure.chosen(Choice::Coherence), Some(&co));
    assert_eq!(structure.chosen(Choice::Other(0)), None);
    structure.forget_choices();
    assert_eq!(structure.chosen(Choice::Other(1)), None);
    assert!(structure.co.is_none() && structure.rf.is_empty());
}
