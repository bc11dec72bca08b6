//! Executions of a litmus test in the language of Graphviz, one graph after the other: a column for
//! each thread, initial writes on top.

use super::arrows::{Look, look};
use candidates::Drawing;
use std::fmt::Write;

/// The pictures of all executions.
pub fn dot(name: &str, drawings: &[Drawing]) -> String {
    let mut text = String::new();
    for (number, drawing) in drawings.iter().enumerate() {
        let title = format!("{name}, execution {}: {}", number + 1, drawing.state);
        let _ = writeln!(text, "digraph {} {{", quoted(&format!("{name} {}", number + 1)));
        let _ =
            writeln!(text, "  graph [label={} labelloc=t fontname=\"Helvetica\"]", quoted(&title));
        text.push_str("  node [shape=box style=\"rounded\" fontname=\"Helvetica\" fontsize=11]\n");
        text.push_str("  edge [fontname=\"Helvetica\" fontsize=10 arrowsize=0.7]\n");
        let threads = drawing.events.iter().filter_map(|event| event.thread).max();
        for thread in 0..threads.map_or(0, |last| last + 1) {
            let _ = writeln!(
                text,
                "  subgraph cluster_{thread} {{ label=\"P{thread}\" color=\"#dddddd\""
            );
            nodes(&mut text, drawing, Some(thread));
            text.push_str("  }\n");
        }
        text.push_str("  { rank=min\n");
        nodes(&mut text, drawing, None);
        text.push_str("  }\n");
        for arrow in &drawing.arrows {
            let Look { color, is_dashed, orders } = look(arrow.relation);
            let style = if is_dashed { "dashed" } else { "solid" };
            let _ = writeln!(
                text,
                "  e{} -> e{} [label=\"{}\" color=\"{color}\" fontcolor=\"{color}\" style={style} constraint={orders}]",
                arrow.from, arrow.to, arrow.relation
            );
        }
        text.push_str("}\n");
    }
    text
}

/// The events of a thread, or initial writes.
fn nodes(text: &mut String, drawing: &Drawing, thread: Option<usize>) {
    let events = drawing.events.iter().enumerate().filter(|(_, event)| event.thread == thread);
    for (index, event) in events {
        let _ = writeln!(text, "    e{index} [label={}]", quoted(&event.text));
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
