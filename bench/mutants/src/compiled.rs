//! Puts mutants into the sources, and takes those out again that do not compile.

use crate::schema::{Mutant, SWITCH, render};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is built: the command and the comparisons.
const BUILD: [&str; 8] =
    ["--profile", "quick", "-p", "cli", "-p", "oracle", "--bins", "--message-format=json"];

/// Plants as many as compile. Numbers are those of the whole sample.
pub(crate) fn plant(tree: &Path, chosen: Vec<Mutant>) -> Result<Vec<(u32, Mutant)>, String> {
    let mut kept: Vec<(u32, Mutant)> = (0..).zip(chosen).collect();
    let base = tree.join("crates/base/src/lib.rs");
    let mut originals: BTreeMap<PathBuf, String> = BTreeMap::new();
    for (_, mutant) in &kept {
        let path = tree.join(&mutant.file);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        originals.entry(mutant.file.clone()).or_insert(text);
    }
    let text = std::fs::read_to_string(&base).map_err(|error| error.to_string())?;
    if text.contains("pub mod mutant") {
        return Err("there are mutants in this tree already: take a fresh one".to_owned());
    }
    std::fs::write(&base, text + SWITCH).map_err(|error| error.to_string())?;
    loop {
        let mut written = BTreeMap::new();
        for (file, text) in &originals {
            let own: Vec<(u32, &Mutant)> =
                kept.iter().filter(|own| own.1.file == *file).map(|own| (own.0, &own.1)).collect();
            let rendered = render(text, &own);
            std::fs::write(tree.join(file), &rendered).map_err(|error| error.to_string())?;
            written.insert(file.clone(), rendered);
        }
        let (built, errors) = build(tree)?;
        if built {
            return Ok(kept);
        }
        let mut guilty = BTreeSet::new();
        for (file, from, to) in &errors {
            let Some(text) = written.get(file) else { continue };
            guilty.extend(numbers_near(text, *from, *to));
        }
        let before = kept.len();
        kept.retain(|own| !guilty.contains(&own.0));
        println!("{} do not compile", before - kept.len());
        if kept.len() == before {
            return Err(format!("the tree does not compile: {errors:?}"));
        }
    }
}

/// The mutants whose switches are in the lines of an error, or else those before it.
fn numbers_near(text: &str, from: usize, to: usize) -> Vec<u32> {
    let switches: Vec<(usize, u32)> = text
        .match_indices("base::mutant::is(")
        .filter_map(|(at, found)| {
            let digits = &text[at + found.len()..];
            let digits = &digits[..digits.find(')')?];
            Some((at, digits.parse().ok()?))
        })
        .collect();
    let start = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let end = text[to.min(text.len())..].find('\n').map_or(text.len(), |at| to + at);
    let inside = switches.iter().filter(|own| (start..end).contains(&own.0));
    let inside: Vec<u32> = inside.map(|own| own.1).collect();
    if !inside.is_empty() {
        return inside;
    }
    let before = switches.iter().rev().find(|own| own.0 < start);
    before.map(|own| own.1).into_iter().collect()
}

type Place = (PathBuf, usize, usize);

/// Builds the tree; where the errors are, if there are some.
fn build(tree: &Path) -> Result<(bool, Vec<Place>), String> {
    let output = Command::new("cargo")
        .arg("build")
        .args(BUILD)
        .current_dir(tree)
        .env("RUSTFLAGS", "--cap-lints allow")
        .stderr(std::process::Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let mut places = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
        let message = &value["message"];
        if value["reason"] != "compiler-message" || message["level"] != "error" {
            continue;
        }
        for span in message["spans"].as_array().into_iter().flatten() {
            let number = |key: &str| span[key].as_u64().unwrap_or(0) as usize;
            if let Some(file) = span["file_name"].as_str() {
                places.push((PathBuf::from(file), number("byte_start"), number("byte_end")));
            }
        }
    }
    Ok((output.status.success(), places))
}
