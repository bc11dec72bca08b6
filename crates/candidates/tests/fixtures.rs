//! The project's own litmus tests, with what models say of them: `tests/litmus/README.md` describes
//! the format.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use candidates::{Model, run};
use cat::{LibraryOnly, bundled_model};
use files::files_in;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn model(name: &str) -> Model {
    let file = bundled_model(name).unwrap_or_else(|| panic!("there is no model {name}"));
    Model::compile(vec![file], &LibraryOnly).unwrap_or_else(|failure| panic!("{failure}"))
}

/// What is wrong with one line of expectations.
fn difference(path: &Path, line: &str, models: &mut BTreeMap<String, Model>) -> Option<String> {
    let mut words = line.splitn(6, ' ');
    let name = words.next().unwrap_or_default().to_owned();
    let model = models.entry(name.clone()).or_insert_with(|| model(&name));
    let text = std::fs::read_to_string(path).unwrap();
    let test = litmus::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lowered =
        litmus::lower(&test, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let found = match run(&test, &lowered, model, &|| true) {
        Ok(found) => found,
        Err(refusal) => {
            let answer = format!("{name} Unsupported {refusal}");
            return (line != answer)
                .then(|| format!("{}: `{line}`, and not `{answer}`", path.display()));
        }
    };
    let answers = [
        found.verdict().name().to_owned(),
        found.observation().name().to_owned(),
        found.positive.to_string(),
        found.negative.to_string(),
        found.states.iter().map(|state| found.show(state)).collect::<Vec<_>>().join(" | "),
    ];
    let is_same =
        words.zip(&answers).all(|(expected, answer)| expected == "?" || expected == answer);
    (!is_same).then(|| format!("{}: `{line}`, and not {answers:?}", path.display()))
}

#[test]
fn litmus_tests_have_the_expected_outcomes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let (tests, expectations) = (files_in(&folder, "litmus"), files_in(&folder, "expect"));
    let named: Vec<PathBuf> =
        expectations.iter().map(|path| path.with_extension("litmus")).collect();
    assert_eq!(tests, named, "every test has expectations, and the other way round");
    let mut models = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in &tests {
        let expected = std::fs::read_to_string(path.with_extension("expect")).unwrap();
        assert!(!expected.trim().is_empty(), "{}", path.display());
        wrong.extend(expected.lines().filter_map(|line| difference(path, line, &mut models)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
