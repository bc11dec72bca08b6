//! Which cat models can be explored with, and why others cannot.

use cat::{File, LibraryOnly, Options, bundled_model, bundled_names, compile, machine_names};
use models::cat::Definition;

fn define(file: File) -> Result<Definition, String> {
    let vocabulary = machine_names();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let program = compile(vec![file], &options).unwrap_or_else(|failure| panic!("{failure}"));
    Definition::new(program)
}

fn write(text: &str) -> Result<Definition, String> {
    define(File { path: "own.cat".to_owned(), text: format!("own {text}") })
}

#[track_caller]
fn refused(text: &str, reason: &str) {
    let objection = write(text).expect_err("it is refused");
    assert!(objection.contains(reason), "{objection}");
}

#[test]
fn the_models_that_come_with_heddle() {
    let suitable = ["sc", "sc-atomic-blocks", "x86-tso", "pso", "ra", "rc11", "rc11-20"];
    for name in bundled_names() {
        let definition = define(bundled_model(name).unwrap());
        assert_eq!(definition.is_ok(), suitable.contains(&name), "{name}: {definition:?}");
    }
}

const SC: &str = "include \"cos.cat\" acyclic po | rf | co | fr as sc";

#[test]
fn what_forbids_cycles_of_po_and_rf() {
    assert!(write(SC).is_ok());
    // In other words, and in two axioms.
    let ra = "irreflexive ((po | rf)^+; (rf | co | fr)^*)";
    assert!(write(&format!("include \"cos.cat\" irreflexive (po | rf)^+ {ra}")).is_ok());
    let coherence = "include \"cos.cat\" acyclic po-loc | rf | co | fr";
    let machine =
        "acyclic (R * M | W * W) & po | fencerel (F | X) | po; [X] | [X]; po | rfe | co | fr";
    assert!(write(&format!("{coherence} {machine}")).is_ok());
    // Coherence says nothing about different locations, nor does the order of reads alone.
    let reason = "among their own causes";
    refused(coherence, reason);
    refused(&format!("{coherence} acyclic (R * R | W * W) & po | rfe | co | fr"), reason);
    // Without coherence, what a thread reads from itself could be from its future.
    refused(&format!("include \"cos.cat\" {machine}"), reason);
    // Not for all events, or not for certain.
    refused("include \"cos.cat\" acyclic (po & ACQ * REL) | rf | co | fr", reason);
    refused("include \"cos.cat\" acyclic (po \\ (po; [F]; po)) | rf | co | fr", reason);
    refused("include \"cos.cat\" flag ~acyclic po | rf | co | fr as cyclic", reason);
}

#[test]
fn what_forbids_parts_of_what_it_allows() {
    let reason = "forbid a part";
    refused(&format!("{SC} ~empty po as busy"), reason);
    refused(&format!("{SC} empty ([W]; po; [W]) \\ (po; [F]; po)"), reason);
    refused(&format!("{SC} empty W \\ range (rf^-1)"), reason);
    // What is taken away can be the same everywhere.
    assert!(write(&format!("{SC} acyclic (co; co) \\ loc | po \\ (W * R)")).is_ok());
}

#[test]
fn what_cannot_go_on() {
    let reason = "all ways to go on";
    // Nobody may overwrite what somebody has read, read what a release wrote, write twice, or start
    // a thread's second access.
    refused(&format!("{SC} empty fr"), reason);
    refused(&format!("{SC} empty rfe & REL * RLX"), reason);
    refused(&format!("{SC} empty [W \\ IW]; co; [W]"), reason);
    refused(&format!("{SC} empty [M]; po; [M]"), reason);
    refused(&format!("{SC} empty IW * F"), reason);
    // A read of the last write must not be before what wrote it, in whatever way.
    refused(&format!("{SC} acyclic po | rf^-1"), reason);
    // Coherence of one's own is not understood.
    let own = "include \"cross.cat\" with co from generate_orders (W, co0)
        let fr = rf^-1; co acyclic po | rf | co | fr";
    refused(own, reason);
    assert!(write(&format!("{SC} empty rmw & (fre; coe) irreflexive co; po; fr")).is_ok());
}

#[test]
fn what_programs_do_not_tell() {
    refused(&format!("{SC} acyclic pick-data | co"), "`pick-data`");
    refused("acyclic po | rf", "does not choose `co`");
}

#[test]
fn dependencies() {
    let model = write(&format!("{SC} acyclic addr | data | ctrl | co")).expect("it is taken");
    assert!(model.has_dependencies());
    assert!(!write(SC).expect("it is taken").has_dependencies());
    // That dependencies alone forbid cycles with rf is not enough.
    let weak = "include \"cos.cat\" acyclic po-loc | rf | co | fr acyclic addr | data | ctrl | rfe";
    refused(weak, "among their own causes");
    // What depends on a read cannot be avoided.
    for name in ["addr", "data", "ctrl"] {
        refused(&format!("{SC} empty {name}; [W]"), "all ways to go on");
    }
    // They come after what was there.
    assert!(write(&format!("{SC} acyclic addr | data | ctrl | rf | fr")).is_ok());
    refused(&format!("{SC} acyclic addr^-1 | rf"), "all ways to go on");
}

#[test]
fn what_does_not_respect_synchronisation() {
    let weak = "include \"cos.cat\" acyclic po-loc | rf | co | fr acyclic po | rf";
    refused(weak, "a release store that an acquire load reads");
    let stores = "irreflexive (po | [REL]; rf; [ACQ])^+; (rf | co | fr)^*";
    refused(&format!("{weak} {stores}"), "release and acquire fences");
}
