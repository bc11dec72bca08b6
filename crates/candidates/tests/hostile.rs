//! Tests that nobody would write: the project's own with parts replaced by others. Whatever still
//! is a test has an outcome or a refusal, and soon.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use candidates::{Model, run};
use cat::{LibraryOnly, bundled_model};
use files::files_in;
use std::cell::Cell;
use std::path::Path;

#[test]
fn garbled_tests_have_an_outcome_or_a_refusal() {
    let found =
        files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus"), "litmus");
    let texts: Vec<String> =
        found.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let model = |name| Model::compile(vec![bundled_model(name).unwrap()], &LibraryOnly).unwrap();
    let models = ["sc", "power", "aarch64", "x86-tso", "rc11", "lkmm"].map(model);
    let mut seed = 11u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let mut answered = 0;
    for text in &texts {
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..40 {
            // A line is replaced by one of another test of the same kind, or a few characters by
            // others.
            let other = &texts[random(texts.len())];
            let garbled = if random(2) == 0 {
                let other: Vec<&str> = other.lines().collect();
                let mut lines = lines.clone();
                let at = random(lines.len());
                lines[at] = other[random(other.len())];
                lines.join("\n")
            } else {
                let at = random(text.len());
                let piece = random(other.len());
                let end = (piece + random(4)).min(other.len());
                [&text[..at], &other[piece..end], &text[(at + 1).min(text.len())..]].concat()
            };
            let Ok(test) = litmus::parse(&garbled) else { continue };
            let Ok(lowered) = litmus::lower(&test, &garbled) else { continue };
            let left = Cell::new(500);
            let go_on = || {
                left.set(left.get() - 1);
                left.get() > 0
            };
            answered +=
                usize::from(run(&test, &lowered, &models[random(models.len())], &go_on).is_ok());
        }
    }
    assert!(answered > 300, "only {answered} were tests");
}
