//! What was observed: tests that are named as allowed or forbidden, tables, and logs.
//!
//! A test that cannot be read as a litmus test is complained about and left out; a file that is not
//! there, or a table that says nothing of the kind, is refused.

use crate::Rejection;
use crate::arguments::Synth;
use crate::input::read;
use crate::litmus::files;
use crate::output::complain;
use ::synth::{About, Claim, Label, Observed};
use candidates::{Outcome, Refusal};
use litmus::{Lowered, Test};
use report::litmus::{Recorded, normal_state};
use std::path::{Path, PathBuf};

/// Everything that was observed.
#[derive(Default, Debug)]
pub(super) struct Inputs {
    pub observed: Vec<Observed>,
    /// Tests that could not be read, or that a log does not fit, and why.
    pub left_out: Vec<(String, String)>,
}

impl Inputs {
    pub(super) fn load(options: &Synth, go_on: &dyn Fn() -> bool) -> Result<Inputs, Rejection> {
        let mut inputs = Inputs::default();
        for (named, label) in
            [(&options.allowed, Label::Allowed), (&options.forbidden, Label::Forbidden)]
        {
            if !named.is_empty() {
                for path in files::find(named)? {
                    inputs.add(&path, label)?;
                }
            }
        }
        for path in &options.observed {
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
                inputs.table(path)?;
            } else {
                inputs.log(path, options, go_on)?;
            }
        }
        if inputs.observed.is_empty() {
            let (message, help) = match (&inputs.left_out[..], &options.tests[..]) {
                ([], []) => {
                    ("there are no tests", "name some with --allowed, --forbidden or --observed")
                }
                ([], _) if options.observed.is_empty() => (
                    "nothing was observed of these tests",
                    "say it with --observed LOG, or name the tests with --allowed and --forbidden",
                ),
                ([], _) => ("there are no tests", "the log is about other tests than those"),
                _ => ("there is no test that could be looked at", "the reasons are above"),
            };
            let why =
                inputs.left_out.iter().map(|(name, why)| format!("left out: {name}: {why}\n"));
            complain(&why.collect::<String>());
            return Err(Rejection::with_help(message.to_owned(), help));
        }
        if !options.without_sc {
            inputs.observed.iter_mut().for_each(|own| own.assume_sequential(go_on));
        }
        Ok(inputs)
    }

    fn add(&mut self, path: &Path, label: Label) -> Result<(), Rejection> {
        if let Some((test, lowered)) = self.read(path)? {
            self.observed.push(Observed::condition(test, lowered, label));
        }
        Ok(())
    }

    fn read(&mut self, path: &Path) -> Result<Option<(Test, Lowered)>, Rejection> {
        let text = read(path)?;
        let read = litmus::parse(&text).and_then(|test| {
            let lowered = litmus::lower(&test, &text)?;
            Ok((test, lowered))
        });
        match read {
            Ok(read) => Ok(Some(read)),
            Err(diagnostic) => {
                let path = path.display().to_string();
                self.left_out.push((path.clone(), diagnostic.message.clone()));
                complain(&Rejection::InText { path, text, diagnostic }.render());
                Ok(None)
            }
        }
    }

    /// Paths in a table are relative to it; `#` starts a comment, and the first line may be a head.
    fn table(&mut self, path: &Path) -> Result<(), Rejection> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = read(path)?;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let mut cells = line.split(',').map(|cell| cell.trim().trim_matches('"'));
            let (file, label) = (cells.next().unwrap_or_default(), cells.next());
            let label = match label.map(str::to_lowercase).as_deref() {
                Some("allowed") => Label::Allowed,
                Some("forbidden") => Label::Forbidden,
                _ if number == 0 && !file.ends_with(".litmus") => continue,
                _ => {
                    let message = format!("line {} of {}: `{line}`", number + 1, path.display());
                    let help = "a line is `TEST.litmus,allowed` or `TEST.litmus,forbidden`";
                    return Err(Rejection::with_help(message, help));
                }
            };
            self.add(&folder.join(file), label).map_err(|rejection| {
                let place = format!("line {} of {}", number + 1, path.display());
                let help = "paths in a table are relative to its folder";
                Rejection::with_help(format!("{place}: {}", rejection.message()), help)
            })?;
        }
        Ok(())
    }

    /// The states of a log, by the names of tests.
    fn log(
        &mut self,
        path: &Path,
        options: &Synth,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), Rejection> {
        let recorded = Recorded::parse(&read(path)?);
        if recorded.names().next().is_none() {
            let message = format!("{} has no results of litmus tests", path.display());
            let help = "a table ends in .csv; a log has lines `Test`, `States` and `Observation`";
            return Err(Rejection::with_help(message, help));
        }
        if options.tests.is_empty() {
            let help = "name them before the options: `heddle synth tests/ --observed run.log`";
            return Err(Rejection::with_help("a log needs the tests it is about".to_owned(), help));
        }
        let mut seen = Vec::new();
        for file in files::find(&options.tests)? {
            let Some((test, lowered)) = self.read(&file)? else { continue };
            let Some(states) = recorded.states(&test.name) else { continue };
            seen.push(test.name.clone());
            match ::synth::all_outcomes(&test, &lowered, go_on) {
                Ok(outcome) => {
                    let (claims, unknown) = claims(&test, &outcome, states, options.closed_world);
                    self.left_out.extend(unknown);
                    self.observed.push(Observed { test, lowered, claims });
                }
                Err(Refusal::Stopped) => return Err(Rejection::new("stopped in a log")),
                Err(refusal) => self.left_out.push((test.name, refusal.to_string())),
            }
        }
        let missing = recorded.names().filter(|name| !seen.iter().any(|own| own == name));
        let why = "it is in the log, and not among the tests";
        self.left_out.extend(missing.map(|name| (name.to_owned(), why.to_owned())));
        Ok(())
    }
}

/// What a log says of a test: states that are allowed, and with a closed world those that are not;
/// states that no execution reaches, and why that is a problem.
fn claims(
    test: &Test,
    outcome: &Outcome,
    states: &std::collections::BTreeSet<String>,
    is_closed: bool,
) -> (Vec<Claim>, Vec<(String, String)>) {
    let mut claims = Vec::new();
    let mut reached = Vec::new();
    for state in &outcome.states {
        let shown = outcome.show(state);
        let normal = normal_state(&shown);
        let is_seen = states.contains(&normal);
        reached.push(normal);
        let label = match is_seen {
            true => Label::Allowed,
            false if is_closed => Label::Forbidden,
            false => continue,
        };
        let name = format!("{} [{}]", test.name, shown.trim_end_matches(';'));
        let about = About::State(state.clone());
        claims.push(Claim { about, label, name, is_assumed: false });
    }
    let unreached = states.iter().filter(|state| !reached.contains(state));
    let why = |state: &String| {
        (test.name.clone(), format!("the log has a state that no execution reaches: {state}"))
    };
    (claims, unreached.map(why).collect())
}

/// The relations of `--base`, beside those that are usually offered.
pub(super) fn base(
    words: &[String],
    usual: Vec<::synth::BaseRelation>,
) -> Result<Vec<::synth::BaseRelation>, Rejection> {
    let words: Vec<&str> = words.iter().flat_map(|word| split(word)).collect();
    if words.is_empty() {
        return Ok(usual);
    }
    let is_change = |word: &&str| word.starts_with(['+', '-']);
    let mut base = if words.iter().all(is_change) { usual.clone() } else { Vec::new() };
    for word in words {
        if let Some(name) = word.strip_prefix('-') {
            let before = base.len();
            let named = ::synth::BaseRelation::parse(name).name;
            base.retain(|own| own.name != named);
            if base.len() == before {
                let names: Vec<&str> = base.iter().map(|own| own.name.as_str()).collect();
                return Err(Rejection::unknown_name("base relation", name, &names, "no others"));
            }
        } else {
            let relation = ::synth::BaseRelation::parse(word.strip_prefix('+').unwrap_or(word));
            // What is usually defined keeps its definition.
            let known = usual.iter().find(|own| own.name == relation.name);
            let known = known.filter(|_| relation.definition.is_none()).cloned();
            base.retain(|own| own.name != relation.name);
            base.push(known.unwrap_or(relation));
        }
    }
    Ok(base)
}

/// Words between commas that are not in parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut words) = (0, 0, Vec::new());
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                words.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    words.push(&text[start..]);
    words.into_iter().map(str::trim).filter(|word| !word.is_empty()).collect()
}

/// A cat file, as the sketch.
pub(super) fn sketch(path: Option<&PathBuf>) -> Result<::synth::Frame, Rejection> {
    let Some(path) = path else { return Ok(::synth::Frame::nothing_known()) };
    let file = cat::File { path: path.display().to_string(), text: read(path)? };
    ::synth::Frame::sketch(file).map_err(|failure| crate::cat_file::rejection(&failure))
}
