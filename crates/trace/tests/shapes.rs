//! The classic shapes: which models allow them, by reasoning from the definitions.

use trace::{Classification, Model, Status, classify, plain, text};

/// The models that allow a history, both as they are asked and by brute force.
fn allowing(source: &str) -> Vec<&'static str> {
    let recording = text::parse(source).unwrap();
    let classification: Classification = classify(&recording, &|| true);
    let allows = |model: &Model| {
        let says = matches!(classification.status(*model), Some(Status::Allows(_)));
        assert_eq!(says, plain::is_consistent(&recording, *model), "{}: {source}", model.name());
        says
    };
    Model::untimed().filter(allows).map(Model::name).collect()
}

fn all_but(missing: &[&str]) -> Vec<&'static str> {
    Model::untimed().map(Model::name).filter(|name| !missing.contains(name)).collect()
}

#[test]
fn store_buffering() {
    let source = "P0 w x 1\nP0 r y 0\nP1 w y 1\nP1 r x 0";
    assert_eq!(allowing(source), all_but(&["sc", "gao"]));
    let fenced = "P0 w x 1\nP0 fence\nP0 r y 0\nP1 w y 1\nP1 fence\nP1 r x 0";
    assert_eq!(allowing(fenced), all_but(&["sc", "tso", "pso", "gao"]));
}

#[test]
fn message_passing() {
    let source = "P0 w x 1\nP0 w y 1\nP1 r y 1\nP1 r x 0";
    assert_eq!(allowing(source), ["pso", "gao", "gwo", "cc", "slow", "local"]);
}

#[test]
fn load_buffering() {
    let source = "P0 r x 1\nP0 w y 1\nP1 r y 1\nP1 w x 1";
    assert_eq!(allowing(source), all_but(&["sc", "tso", "pso", "causal", "pram-m", "gwo"]));
}

#[test]
fn independent_reads_of_independent_writes() {
    let source = "P0 w x 1\nP1 w y 1\nP2 r x 1\nP2 r y 0\nP3 r y 1\nP3 r x 0";
    assert_eq!(allowing(source), all_but(&["sc", "tso", "pso"]));
}

#[test]
fn writes_to_one_location_in_two_orders() {
    let source = "P0 w x 1\nP1 w x 2\nP2 r x 1\nP2 r x 2\nP3 r x 2\nP3 r x 1";
    assert_eq!(allowing(source), ["causal", "pram-m", "gwo", "pram", "slow", "local"]);
}

#[test]
fn write_to_read_causality() {
    let source = "P0 w x 1\nP1 r x 1\nP1 w y 1\nP2 r y 1\nP2 r x 0";
    assert_eq!(allowing(source), all_but(&["sc", "tso", "pso", "causal", "gwo"]));
}

#[test]
fn writes_of_a_thread_in_the_wrong_order() {
    let source = "P0 w x 1\nP0 w x 2\nP1 r x 2\nP1 r x 1";
    assert_eq!(allowing(source), ["gwo", "local"]);
}

#[test]
fn a_thread_does_not_forget_its_own_write() {
    assert_eq!(allowing("P0 w x 1\nP0 r x 0"), [""; 0]);
    assert_eq!(allowing("P0 r x 1\nP0 w x 1"), [""; 0]);
}

/// Forwarding from the buffer: what TSO allows, and PRAM, PC-G and PC-D do not.
#[test]
fn tso_is_not_stronger_than_pram_and_pc() {
    let source = "P0 w x 1\nP0 r z 0\nP0 r y 1\nP0 r x 1\nP1 w z 1\nP1 w x 2\nP1 w y 1";
    let found = allowing(source);
    assert!(found.contains(&"tso") && !found.contains(&"pram"), "{found:?}");
    assert!(!found.contains(&"pc-g") && found.contains(&"pc-d"), "{found:?}");
    let source = "P0 w x 1\nP0 r x 1\nP0 r y 0\nP1 w y 1\nP1 w x 2\nP2 r x 2\nP2 r x 1";
    let found = allowing(source);
    assert!(found.contains(&"tso") && !found.contains(&"pc-d"), "{found:?}");
}

/// GPO+GDO asks for PRAM and CC by themselves, PC-G for one order of writes in all views.
#[test]
fn pc_g_is_stronger_than_pram_and_cc() {
    let source = "P0 w x 1\nP0 w x 2\nP0 r y 0\nP1 w y 1\nP1 w x 3\nP2 r x 3\nP2 r x 1";
    let found = allowing(source);
    assert!(found.contains(&"gpo+gdo") && !found.contains(&"pc-g"), "{found:?}");
}

/// Two updates cannot both be the first.
#[test]
fn updates_are_atomic() {
    assert_eq!(allowing("P0 rmw x 0 1\nP1 rmw x 0 1"), [""; 0]);
    let found = allowing("P0 rmw x 0 1\nP1 rmw x 1 2\nP2 r x 2\nP2 r x 1");
    assert_eq!(found, [""; 0]);
}
