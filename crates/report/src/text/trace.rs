//! A chronological trace for people: a list for each thread and updater, each entry with the edges
//! that leave it. Program order is the order of a list.

use crate::drawing::{Drawing, Entry, List};
use crate::style::{DIM, of_thread, paint};
use execution::chronological::Relation;
use std::fmt::Write;

pub(super) fn render(drawing: &Drawing) -> String {
    let entries = drawing.entries();
    let widest =
        |length: fn(&Entry) -> usize| entries.iter().map(|entry| length(entry)).max().unwrap_or(0);
    let name = widest(|entry| entry.name.chars().count());
    let location = widest(|entry| place(entry).chars().count());
    let words = widest(|entry| entry.text.chars().count());
    let mut text = String::new();
    let mut number = 0;
    for list in &drawing.lists {
        let _ = writeln!(text, "  {}", paint(of_thread(list.agent.thread()), title(list)));
        for entry in &list.entries {
            let edges = edges(drawing, &entries, number);
            number += 1;
            let place = place(entry);
            let line =
                format!("    {:<name$}  {place:<location$}  {:<words$}", entry.name, entry.text);
            let _ = match edges.as_str() {
                "" => writeln!(text, "{}", line.trim_end()),
                edges => writeln!(text, "{line}  {}", paint(DIM, edges)),
            };
        }
    }
    text
}

fn title(list: &List) -> String {
    match &list.function {
        Some(function) => format!("{} ({function})", list.name),
        None => list.name.clone(),
    }
}

fn place(entry: &Entry) -> String {
    entry.location.as_ref().map_or_else(String::new, |location| location.short())
}

/// The edges that leave an entry, but for program order.
fn edges(drawing: &Drawing, entries: &[&Entry], from: usize) -> String {
    let leaving = drawing.edges.iter().filter(|(start, _, _)| *start == from);
    let words: Vec<String> = leaving
        .filter(|(_, _, relation)| *relation != Relation::Po)
        .map(|(_, to, relation)| format!("{} → {}", relation.name(), entries[*to].name))
        .collect();
    words.join(", ")
}
