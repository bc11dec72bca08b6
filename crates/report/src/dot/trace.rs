//! The picture of a chronological trace: a column for each thread and each updater, and the edges
//! with their names.

use super::{HEAD, quoted};
use crate::drawing::{Drawing, List};
use execution::chronological::{Agent, Relation};
use std::fmt::Write;

/// A picture, under a title.
pub(super) fn render(drawing: &Drawing, title: &str) -> String {
    let mut text = format!("{HEAD}  label={}\n", quoted(title));
    let mut number = 0;
    let mut heads = Vec::new();
    for list in &drawing.lists {
        let head = format!("h{}", heads.len());
        text.push_str(&column(list, &head, number));
        heads.push(head);
        number += list.entries.len();
    }
    // The columns stand side by side, in the order of the lists.
    let _ = writeln!(text, "  {{ rank=same {} [style=invis] }}", heads.join(" -> "));
    for (from, to, relation) in &drawing.edges {
        let _ = writeln!(text, "  v{from} -> v{to} [{}]", attributes(*relation));
    }
    text.push_str("}\n");
    text
}

/// The steps of a thread or an updater, from top to bottom.
fn column(list: &List, head: &str, first: usize) -> String {
    let style = match list.agent {
        Agent::Thread(_) => "",
        Agent::Updater(..) => " style=\"rounded,dashed\"",
    };
    let title = match &list.function {
        Some(function) => format!("{}: {function}", list.name),
        None => list.name.clone(),
    };
    let mut text = format!("  subgraph {} {{\n    node [group={head}]\n", quoted(&list.name));
    let _ = writeln!(text, "    {head} [label={} shape=plain style=\"\"]", quoted(&title));
    for (number, entry) in (first..).zip(&list.entries) {
        let mut label = format!("{}  {}\n", entry.name, entry.text);
        if let Some(location) = &entry.location {
            let _ = writeln!(label, "{}", location.short());
        }
        let _ = writeln!(text, "    v{number} [label={}{style}]", quoted(&label));
    }
    let _ = writeln!(text, "    {head} -> v{first} [style=invis weight=100]\n  }}");
    text
}

fn attributes(relation: Relation) -> String {
    let name = relation.name();
    let color = match relation {
        Relation::Po => return "color=\"#999999\" weight=100".to_owned(),
        Relation::Su | Relation::Uf | Relation::Create | Relation::Join | Relation::Release => {
            "#666666"
        }
        Relation::Uu | Relation::St => "#0b5fcc",
        Relation::Src => "#1a7f37",
        Relation::Cf | Relation::End => "#c4500c",
    };
    format!("label=\"{name}\" color=\"{color}\" fontcolor=\"{color}\"")
}
