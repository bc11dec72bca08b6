//! Models that are wrong, each with the complaint about it beside it. `HEDDLE_BLESS=1` writes what
//! is complained now.

use cat::{File, Loader, Options, Vocabulary, compile};
use std::path::Path;

/// The folder of the fixtures, by names alone, so that messages do not depend on where it is.
struct Fixtures;

impl Fixtures {
    fn folder() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/errors"))
    }
}

impl Loader for Fixtures {
    fn load(&self, name: &str, _: &str) -> Result<Option<File>, String> {
        let text = std::fs::read_to_string(Fixtures::folder().join(name)).ok();
        Ok(text.map(|text| File { path: name.to_owned(), text }))
    }
}

fn complaint(name: &str) -> String {
    let vocabulary = Vocabulary::basic();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &Fixtures };
    let file = Fixtures.load(name, "").unwrap().unwrap();
    match compile(vec![file], &options) {
        Ok(_) => "nothing is wrong\n".to_owned(),
        Err(failure) => failure.to_string(),
    }
}

#[test]
fn complaints_are_as_expected() {
    let mut names: Vec<String> = std::fs::read_dir(Fixtures::folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut wrong = Vec::new();
    for name in &names {
        if let Some(model) = name.strip_suffix(".expected") {
            assert!(names.iter().any(|other| other == model), "{name} has no model");
            continue;
        }
        let path = Fixtures::folder().join(format!("{name}.expected"));
        let found = complaint(name);
        if testing::is_blessing() {
            std::fs::write(&path, &found).unwrap();
        } else if std::fs::read_to_string(&path).ok().as_ref() != Some(&found) {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
