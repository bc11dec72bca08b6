//! Runs the examples of `docs/litmus`, so that the pages say what Heddle says.
//!
//! A page has litmus tests in blocks ````
//! ```litmus ````. The first comment of a test has what models answer: `(* sc Never; x86-tso
//! Sometimes *)`, an observation, or `Undef`. Lines in blocks ```` ```cat ```` are in the model's
//! file, or in one that it includes. A model without a page fails, and so do a page without a model
//! or without examples, and one whose examples do not mention its model.

use candidates::{Model, run};
use cat::{LibraryOnly, bundled_model, bundled_names};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/litmus")
}

/// The blocks of a page in a language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let start = format!("```{language}\n");
    let rest = page.split(start.as_str()).skip(1);
    rest.map(|rest| rest.split("```").next().unwrap_or(rest)).collect()
}

/// The answer of a model to a test.
fn answer(text: &str, model: &str) -> String {
    let file = bundled_model(model).unwrap_or_else(|| panic!("there is no model {model}"));
    let model = Model::compile(vec![file], &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
    let test = litmus::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let lowered = litmus::lower(&test, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let outcome = run(&test, &lowered, &model, &|| true).unwrap_or_else(|no| panic!("{no}"));
    match outcome.verdict().name() {
        undefined @ "Undef" => undefined.to_owned(),
        _ => outcome.observation().name().to_owned(),
    }
}

/// What is wrong with a page.
fn problems(name: &str, page: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut mentioned = BTreeSet::new();
    for example in blocks(page, "litmus") {
        let comment = example.split("(*").nth(1).and_then(|rest| rest.split("*)").next());
        let expected = comment.unwrap_or_else(|| panic!("{name}: no comment in {example}"));
        for line in expected.split(';') {
            let (model, expected) = line.trim().split_once(' ').expect("a model and an answer");
            let found = answer(example, model);
            if found != expected {
                problems.push(format!("{name}: {model} {found} and not {expected}: {example}"));
            }
            mentioned.insert(model.to_owned());
        }
    }
    if !mentioned.contains(name) {
        problems.push(format!("{name}: no example is about it"));
    }
    let text = with_included(bundled_model(name).expect("pages are about models").text);
    for line in blocks(page, "cat").into_iter().flat_map(str::lines) {
        if !text.lines().any(|own| own.trim() == line.trim()) {
            problems.push(format!("{name}: the model has no line `{line}`"));
        }
    }
    problems
}

/// A model, and the files that it includes.
fn with_included(model: String) -> String {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cat/library");
    let named = |line: &str| Some(line.strip_prefix("include \"")?.strip_suffix('"')?.to_owned());
    let names: Vec<String> = model.lines().filter_map(named).collect();
    let read = |name: &String| std::fs::read_to_string(library.join(name)).expect("it is there");
    names.iter().map(read).fold(model, |text, included| text + &included)
}

#[test]
fn pages_say_what_the_models_answer() {
    let entries = std::fs::read_dir(folder()).unwrap();
    let pages: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let models: BTreeSet<String> = bundled_names().map(str::to_owned).collect();
    assert_eq!(pages, models, "each model has a page");
    let problems: Vec<String> = pages
        .iter()
        .flat_map(|name| {
            let page = std::fs::read_to_string(folder().join(format!("{name}.md"))).unwrap();
            problems(name, &page)
        })
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
