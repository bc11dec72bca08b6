//! The crate graph in ARCHITECTURE.md is drawn from what `cargo metadata` says, and must be
//! current. `HEDDLE_BLESS=1` draws it anew.
//!
//! A crate stands in the lowest layer in which everything that it depends on is below it. Only
//! direct dependencies are drawn that do not follow from others.

use crate::project::{read, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

const BEGIN: &str =
    "<!-- crate graph: drawn by crates/cli/tests/documents/crate_graph.rs -->\n```text\n";
const END: &str = "```\n";

type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// What each crate of the workspace depends on, tests aside.
fn dependencies() -> Dependencies {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    let text = |value: &Value| value.as_str().expect("it is a name").to_owned();
    let is_ours = |dependency: &&Value| dependency["path"].is_string();
    let is_normal = |dependency: &&Value| dependency["kind"].is_null();
    let graph = packages.iter().map(|package| {
        let all = package["dependencies"].as_array().expect("there is a list");
        let ours = all.iter().filter(is_ours).filter(is_normal);
        (text(&package["name"]), ours.map(|dependency| text(&dependency["name"])).collect())
    });
    graph.collect()
}

/// Whether one crate reaches another through a third one.
fn follows(graph: &Dependencies, from: &str, to: &str) -> bool {
    let mut open: Vec<&str> = graph[from].iter().map(String::as_str).filter(|c| *c != to).collect();
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        if next == to {
            return true;
        }
        if seen.insert(next) {
            open.extend(graph[next].iter().map(String::as_str));
        }
    }
    false
}

fn layer(graph: &Dependencies, name: &str) -> usize {
    graph[name].iter().map(|below| layer(graph, below) + 1).max().unwrap_or(0)
}

fn draw(graph: &Dependencies) -> String {
    let mut drawing = String::new();
    let layers: BTreeMap<&str, usize> =
        graph.keys().map(|name| (name.as_str(), layer(graph, name))).collect();
    let top = layers.values().copied().max().unwrap_or(0);
    for wanted in (0..=top).rev() {
        for (name, _) in layers.iter().filter(|(_, layer)| **layer == wanted) {
            let direct = graph[*name].iter().filter(|to| !follows(graph, name, to));
            let direct: Vec<&str> = direct.map(String::as_str).collect();
            let line = format!("{wanted}  {name:<12}{}", direct.join(" "));
            writeln!(drawing, "{}", line.trim_end()).expect("strings can be written");
        }
    }
    drawing
}

#[test]
fn the_crate_graph_is_current() {
    let path = root().join("ARCHITECTURE.md");
    let text = read(&path);
    let (before, rest) = text.split_once(BEGIN).expect("ARCHITECTURE.md has a crate graph");
    let (_, after) = rest.split_once(END).expect("the crate graph has an end");
    let current = draw(&dependencies());
    testing::assert_blessed(&path, &format!("{before}{BEGIN}{current}{END}{after}"));
}
