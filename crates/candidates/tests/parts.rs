//! Accesses in parts under a model that somebody else wrote: `si` and `sm` are what herd's models
//! for Arm expect them to be.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use candidates::{Model, Outcome, Refusal, run};
use cat::{File, LibraryOnly, bundled_model};
use files::files_in;
use std::path::{Path, PathBuf};

/// The ordered-before model with the two places in which it speaks of accesses as wholes, as far as
/// these tests need it.
const ORDERED_BEFORE: &str = r#"
"Ordered-before, with parts"
include "cos.cat"
include "aarch64fences.cat"
acyclic po-loc | fr | co | rf as internal
let obs = rfe | fre | coe
let dob = addr | data | ctrl; [W] | (addr | data); rfi
let bob = po; [dmb.full]; po | [R]; po; [dmb.ld]; po | [W]; po; [dmb.st]; po; [W]
let lob = po-loc; [W]; sm | dob | rmw | bob
let rec ob = obs; si | lob | ob; ob
irreflexive ob as external
empty rmw & (fre; coe) as atomic
"#;

fn compile(name: &str, text: &str) -> Model {
    let file = File { path: name.into(), text: text.into() };
    Model::compile(vec![file], &LibraryOnly).unwrap_or_else(|failure| panic!("{failure}"))
}

fn tests() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus/aarch64/mixed");
    files_in(&folder, "litmus")
}

fn answer(path: &Path, model: &Model) -> Result<Outcome, Refusal> {
    let text = std::fs::read_to_string(path).unwrap();
    let test = litmus::parse(&text).unwrap();
    run(&test, &litmus::lower(&test, &text).unwrap(), model, &|| true)
}

#[test]
fn a_model_with_parts_answers_as_ours_does() {
    let own = Model::compile(vec![bundled_model("aarch64").unwrap()], &LibraryOnly).unwrap();
    let other = compile("ob.cat", ORDERED_BEFORE);
    let mut answered = 0;
    for path in tests() {
        let (own, other) = (answer(&path, &own), answer(&path, &other));
        answered += usize::from(own.is_ok());
        // Ours has a rule more, about two loads.
        if !path.ends_with("MP+dmb+addr-X.litmus") {
            assert_eq!(own, other, "{}", path.display());
        }
    }
    assert!(answered > 10, "only {answered} have answers");
}

/// Parts that mean nothing change answers: the tests are about them.
#[test]
fn parts_matter() {
    let with = compile("ob.cat", ORDERED_BEFORE);
    let without = ORDERED_BEFORE.replace("obs; si", "obs | (si & F * F)").replace("; sm", "");
    let without = compile("torn.cat", &without);
    let differ = |path: &PathBuf| answer(path, &with) != answer(path, &without);
    let changed = tests().iter().filter(|path| differ(path)).count();
    assert!(changed >= 5, "only {changed} differ");
}
