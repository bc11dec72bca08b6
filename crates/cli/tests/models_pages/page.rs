//! What a page of `docs/models` says that can be tested.
//!
//! A code block marked `c` is an example: a program for `docs/models/litmus.h`, named after the
//! heading above it. On the page of a model, its first line says what Heddle answers:
//!
//! ```text
//! // tso, pso: violated; sc: holds; tso --check robustness: violated (not-robust)
//! ```
//!
//! A violation of which no kind is given is a failed assertion. Each example names the model of its
//! page.
//!
//! On the page that compares the models, the examples leave the orders of their loads and stores
//! open, as `R` and `W`, and the table has a row for each: the strongest orders with which the
//! outcome is still possible, or `never`.
//!
//! Blocks marked `cat` have formulas, which are those of the code. Blocks marked `text` or
//! `console` are for readers only; there are no others.

use crate::MODELS;

pub(crate) struct Page {
    pub(crate) examples: Vec<Example>,
    /// The lines of all blocks of formulas.
    pub(crate) formulas: Vec<String>,
}

pub(crate) struct Example {
    pub(crate) title: String,
    /// The line of its first line, from 1.
    pub(crate) line: usize,
    pub(crate) code: String,
    pub(crate) runs: Vec<Run>,
}

/// How an example is checked, and with which result.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) model: String,
    /// For heddle.
    pub(crate) options: Vec<String>,
    /// For clang.
    pub(crate) flags: Vec<String>,
    pub(crate) verdict: String,
    pub(crate) kind: Option<String>,
}

const VERDICTS: [&str; 4] = ["holds", "holds-within-bound", "violated", "unknown"];
const DEFAULT_KIND: &str = "assertion";

/// The words of the table, each for the strongest orders that it allows: those of loads and stores.
const STRENGTHS: [(&str, Option<(&str, &str)>); 4] = [
    ("never", None),
    ("relaxed", Some(("relaxed", "relaxed"))),
    ("acq/rel", Some(("acquire", "release"))),
    ("seq_cst", Some(("seq_cst", "seq_cst"))),
];

impl Run {
    /// The run in the words of the page.
    pub(crate) fn words(&self) -> String {
        let words = std::iter::once(&self.model).chain(&self.options).chain(&self.flags);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

impl Page {
    /// Reads the page of a model, or the one that compares them.
    pub(crate) fn parse(text: &str, model: Option<&str>) -> Result<Page, String> {
        let mut page = Page { examples: Vec::new(), formulas: Vec::new() };
        let mut title = "";
        let mut lines = text.lines().enumerate();
        while let Some((index, line)) = lines.next() {
            if line.starts_with('#') {
                title = line.trim_start_matches('#').trim();
            }
            let Some(mark) = line.trim_start().strip_prefix("```") else { continue };
            let mut block = Vec::new();
            loop {
                match lines.next() {
                    Some((_, "```")) => break,
                    Some((_, line)) => block.push(line.to_string()),
                    None => return Err(format!("line {}: the block has no end", index + 1)),
                }
            }
            match mark {
                "c" => page.examples.push(Example {
                    title: title.to_string(),
                    line: index + 2,
                    code: block.join("\n") + "\n",
                    runs: Vec::new(),
                }),
                "cat" => {
                    page.formulas.extend(block.into_iter().filter(|line| !line.trim().is_empty()));
                }
                "text" | "console" => {}
                _ => return Err(format!("line {}: a block of an unknown kind", index + 1)),
            }
        }
        if page.examples.is_empty() {
            return Err("the page has no examples".to_string());
        }
        match model {
            Some(model) => {
                for example in &mut page.examples {
                    example.runs = expectations(&example.code, model)
                        .map_err(|problem| format!("line {}: {problem}", example.line))?;
                }
            }
            None => compare(text, &mut page.examples)?,
        }
        Ok(page)
    }
}

/// What the first line of an example says.
fn expectations(code: &str, model: &str) -> Result<Vec<Run>, String> {
    let first = code.lines().next().unwrap_or("");
    let clauses = first.strip_prefix("// ").ok_or("the first line is no expectation")?;
    let mut runs = Vec::new();
    for clause in clauses.split(';') {
        let (left, right) = clause.split_once(':').ok_or(format!("no verdict in `{clause}`"))?;
        let (models, options) = match left.find(" --") {
            Some(at) => left.split_at(at),
            None => (left, ""),
        };
        let (verdict, kind) = match right.trim().split_once(' ') {
            Some((verdict, kind)) => {
                let kind = kind.strip_prefix('(').and_then(|kind| kind.strip_suffix(')'));
                (verdict, Some(kind.ok_or(format!("no kind of violation: `{right}`"))?))
            }
            None => (right.trim(), (right.trim() == "violated").then_some(DEFAULT_KIND)),
        };
        if !VERDICTS.contains(&verdict) || (verdict == "violated") != kind.is_some() {
            return Err(format!("no verdict: `{right}`"));
        }
        for model in models.split(',').map(str::trim) {
            if !MODELS.contains(&model) {
                return Err(format!("no model: `{model}`"));
            }
            runs.push(Run {
                model: model.to_string(),
                options: options.split_whitespace().map(str::to_string).collect(),
                flags: Vec::new(),
                verdict: verdict.to_string(),
                kind: kind.map(str::to_string),
            });
        }
    }
    if runs.iter().any(|run| run.model == model) {
        Ok(runs)
    } else {
        Err(format!("the example does not say what {model} says"))
    }
}

/// Gives each example the runs of its row in the table.
fn compare(text: &str, examples: &mut [Example]) -> Result<(), String> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
    };
    let mut rows = text.lines().filter(|line| line.starts_with('|')).map(cells);
    let header = rows.find(|row| row.first().is_some_and(|cell| cell == "outcome"));
    let mut expected = vec!["outcome".to_string()];
    expected.extend(MODELS.map(|model| format!("[{model}]({model}.md)")));
    if header != Some(expected) {
        return Err("no table has the models in order at its head".to_string());
    }
    let rows: Vec<Vec<String>> =
        text.lines().filter(|line| line.starts_with("| **")).map(cells).collect();
    for row in &rows {
        let name = row[0].split("**").nth(1).unwrap_or("");
        let example = examples.iter_mut().find(|example| example.title == name);
        let example = example.ok_or(format!("the outcome {name} has no example"))?;
        if row.len() != MODELS.len() + 1 {
            return Err(format!("the row of {name} does not fit"));
        }
        for (model, cell) in MODELS.iter().zip(&row[1..]) {
            let limit = STRENGTHS.iter().position(|(word, _)| word == cell);
            let limit = limit.ok_or(format!("no orders: `{cell}`"))?;
            for (strength, (_, orders)) in STRENGTHS.iter().enumerate() {
                let Some((loads, stores)) = orders else { continue };
                let is_possible = strength <= limit;
                example.runs.push(Run {
                    model: model.to_string(),
                    options: Vec::new(),
                    flags: vec![format!("-DR={loads}"), format!("-DW={stores}")],
                    verdict: if is_possible { "violated" } else { "holds" }.to_string(),
                    kind: is_possible.then(|| DEFAULT_KIND.to_string()),
                });
            }
        }
    }
    match examples.iter().find(|example| example.runs.is_empty()) {
        Some(example) => Err(format!("the table has no row for {}", example.title)),
        None => Ok(()),
    }
}
