//! Runs the examples of `docs/models`, so that the pages say what Heddle says.
//!
//! Each example of a page is checked under the models that its first line names, and each cell of
//! the table in `README.md` under the orders that it allows and those that it does not (the format
//! is described in `page.rs`). A model without a page fails, and so do a page without a model, a
//! page without examples, one that cannot be read, and a formula that is not in
//! `crates/models/src`.
//!
//! ```text
//! cargo test --release -p cli --test models_pages               all of them
//! cargo test --release -p cli --test models_pages -- tso.md     those whose name contains this
//! ```

mod page;

use libtest_mimic::{Arguments, Failed, Trial};
use page::{Example, Page, Run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The models, each with a page of its own.
const MODELS: [&str; 6] = ["sc", "tso", "pso", "ra", "rc11", "rc11-20"];
/// The page that compares them.
const OVERVIEW: &str = "README";

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the workspace exists");
    let formulas = Arc::new(formulas(&root.join("crates/models/src")));
    let folder = root.join("docs/models");
    let mut trials = orphans(&folder);
    for name in MODELS.iter().chain([&OVERVIEW]) {
        let file = folder.join(name).with_extension("md");
        let title = format!("docs/models/{name}.md");
        let parsed = std::fs::read_to_string(&file)
            .map_err(|error| error.to_string())
            .and_then(|text| Page::parse(&text, (*name != OVERVIEW).then_some(*name)));
        match parsed {
            Ok(page) => trials.extend(page_trials(&root, &title, page, &formulas)),
            Err(problem) => trials.push(Trial::test(title, || Err(Failed::from(problem)))),
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// A failing test for each page that belongs to no model.
fn orphans(folder: &Path) -> Vec<Trial> {
    let entries = std::fs::read_dir(folder).expect("the pages are there");
    let files = entries.map(|entry| entry.expect("a readable folder").path());
    let pages = files.filter(|file| file.extension().is_some_and(|extension| extension == "md"));
    let names = pages.filter_map(|page| Some(page.file_stem()?.to_string_lossy().into_owned()));
    let is_orphan = |name: &String| name != OVERVIEW && !MODELS.contains(&name.as_str());
    let fail = || Err(Failed::from("there is no such model"));
    names
        .filter(is_orphan)
        .map(|name| Trial::test(format!("docs/models/{name}.md"), fail))
        .collect()
}

fn page_trials(root: &Path, title: &str, page: Page, formulas: &Arc<String>) -> Vec<Trial> {
    let formulas = Arc::clone(formulas);
    let known = page.formulas;
    let mut trials = vec![Trial::test(format!("{title} formulas"), move || {
        match known.iter().find(|formula| !formulas.contains(&squeezed(formula))) {
            Some(formula) => Err(Failed::from(format!("no model has the line `{formula}`"))),
            None => Ok(()),
        }
    })];
    for example in page.examples {
        let example = Arc::new(example);
        for run in example.runs.clone() {
            let name = format!("{title}:{} {}: {}", example.line, example.title, run.words());
            let (example, root) = (Arc::clone(&example), root.to_path_buf());
            trials.push(Trial::test(name, move || check(&root, &example, &run)));
        }
    }
    trials
}

/// The documentation of the models, without what lines begin with.
fn formulas(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).expect("the models are there") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            text.push_str(&formulas(&path));
        } else {
            let source = std::fs::read_to_string(&path).expect("a readable file");
            let lines = source.lines().map(str::trim_start);
            let comments =
                lines.filter_map(|line| line.strip_prefix("//!").or(line.strip_prefix("///")));
            comments.for_each(|line| text.push_str(&format!("{}\n", squeezed(line))));
        }
    }
    text
}

/// The text with one space between words, and a line break at each end so that only whole lines are
/// found.
fn squeezed(line: &str) -> String {
    format!("\n{}\n", line.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn check(root: &Path, example: &Example, run: &Run) -> Result<(), Failed> {
    let file = written(example, run);
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.arg("check").arg(&file);
    command.args(["--format", "json", "--model", &run.model]);
    command.args(&run.options);
    command.arg("--").arg("-include").arg(root.join("docs/models/litmus.h"));
    command.args(["-Wall", "-Werror"]).args(&run.flags);
    let output = command.output().expect("heddle can be started");
    let messages = String::from_utf8_lossy(&output.stderr);
    let answer: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| Failed::from(format!("{command:?} has no answer\n{messages}")))?;
    let verdict = answer["verdict"].as_str().unwrap_or("missing");
    let kind = answer["violations"][0]["kind"].as_str();
    if verdict == run.verdict && kind == run.kind.as_deref() {
        return Ok(());
    }
    let said = |verdict: &str, kind: Option<&str>| match kind {
        Some(kind) => format!("{verdict} ({kind})"),
        None => verdict.to_string(),
    };
    let expected = said(&run.verdict, run.kind.as_deref());
    let why = answer["reason"].as_str().unwrap_or("");
    let problem = format!("{}, the page says {expected} {why}\n{command:?}", said(verdict, kind));
    Err(Failed::from(problem))
}

/// The example as a file of its own for this run.
fn written(example: &Example, run: &Run) -> PathBuf {
    let name = format!("{}-{}", example.title, run.words());
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models_pages");
    std::fs::create_dir_all(&folder).expect("a folder for the examples");
    let file = folder.join(format!("{name}-{}.c", example.line));
    std::fs::write(&file, &example.code).expect("a writable folder");
    file
}
