//! The picture of an execution, in the language of Graphviz: a column for each thread with its
//! steps in po, and rf, co and fr between them. Or that of its chronological trace.

mod edges;
mod order;
mod trace;

use crate::drawing::Drawing;
use crate::location::Location;
use crate::moment::Moment;
use crate::names::Names;
use crate::story::{Line, Story};
use crate::words::{self, Origins, Words};
use crate::{Subject, sentence};
use answer::{TracedExecution, Violation};
use base::ThreadId;
use edges::Relation;
use execution::witness::ThreadEnd;
use std::collections::BTreeSet;
use std::fmt::Write;

const HEAD: &str = r##"digraph execution {
  graph [fontname="Helvetica", fontsize=14, labelloc=t, labeljust=l, newrank=true, nodesep=0.5, ranksep=0.3, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#f6f6f6", color="#999999", fontname="Helvetica", fontsize=11]
  edge [fontname="Helvetica", fontsize=10, arrowsize=0.7]
"##;
const FAILURE: &str = r##" fillcolor="#ffe0e0" color="#cc0000""##;
const ENDED: &str = " style=\"rounded,dashed\"";

/// All pictures that are wanted, one after the other: that of the first violation's execution, or
/// if traces are wanted its trace, and the other traces. Empty if there is nothing to draw.
pub fn render(subject: &Subject<'_>) -> String {
    let violation = subject.answer.violations().first();
    let first = violation.map(|violation| match (subject.traces, &violation.trace) {
        (Some(_), Some(trace)) => {
            let Violation { witness, objects, .. } = violation;
            let drawing = Drawing::new(subject.program, trace, witness, objects);
            let title = sentence::violation(subject.program, violation);
            trace::render(&drawing, &(wrapped(&title, 100) + "\n"))
        }
        (None, _) | (_, None) => execution(subject, violation),
    });
    let others = subject.traces.unwrap_or_default().iter().zip(1..);
    let others = others.map(|(TracedExecution { trace, witness, objects }, number)| {
        let drawing = Drawing::new(subject.program, trace, witness, objects);
        trace::render(&drawing, &format!("execution {number}\n"))
    });
    first.into_iter().chain(others).collect()
}

/// The picture of the execution in which a violation happens.
fn execution(subject: &Subject<'_>, violation: &Violation) -> String {
    let story = Story::new(&violation.witness);
    let names = Names::new(subject.program, &violation.objects);
    let words = Words {
        names: &names,
        story: &story,
        witness: &violation.witness,
        origins: Origins::Drawn,
    };
    let title = sentence::violation(subject.program, violation);
    let mut text = format!("{HEAD}  label={}\n", quoted(&(wrapped(&title, 100) + "\n")));
    let threads = &violation.witness.threads;
    for end in threads {
        text.push_str(&column(subject, violation, &words, end));
    }
    // The columns stand side by side, in the order of the threads.
    let heads: Vec<String> = threads.iter().map(head).collect();
    let _ = writeln!(text, "  {{ rank=same {} [style=invis] }}", heads.join(" -> "));
    for (edge, relations) in edges::all(&violation.witness, &story) {
        let _ = writeln!(text, "  s{} -> s{} [{}]", edge.from, edge.to, attributes(&relations));
    }
    text.push_str("}\n");
    text
}

/// The node with a thread's name.
fn head(end: &ThreadEnd) -> String {
    format!("\"{}\"", end.thread)
}

/// The steps of one thread, from top to bottom, and what became of it.
fn column(
    subject: &Subject<'_>,
    violation: &Violation,
    words: &Words<'_>,
    end: &ThreadEnd,
) -> String {
    let moment = Moment::of(violation, words.story);
    let thread = end.thread;
    let mut text = format!("  subgraph \"{thread}\" {{\n    node [group=\"{thread}\"]\n");
    let title = if thread == ThreadId::MAIN {
        thread.to_string()
    } else {
        format!("{thread}: {}", end.function)
    };
    let mut nodes = vec![head(end)];
    let _ = writeln!(text, "    {} [label={} shape=plain style=\"\"]", nodes[0], quoted(&title));
    for line in words.story.lines.iter().filter(|line| line.thread == thread) {
        let mut label = format!("{}  {}\n", line.number, words.deed(line));
        if let Some(location) = location(subject, line) {
            let _ = writeln!(label, "{location}");
        }
        let mark = if moment == Moment::Line(line.number) { FAILURE } else { "" };
        let node = format!("s{}", line.number);
        let _ = writeln!(text, "    {node} [label={}{mark}]", quoted(&label));
        nodes.push(node);
    }
    let failed = match moment {
        Moment::After(_) | Moment::End => violation.thread == thread,
        Moment::Line(_) => false,
    };
    let mark = if failed { FAILURE } else { ENDED };
    let node = format!("\"end_{thread}\"");
    let status = wrapped(&words::status(words.names, &violation.witness, end), 32);
    let _ = writeln!(text, "    {node} [label={}{mark}]", quoted(&status));
    nodes.push(node);
    for pair in nodes.windows(2) {
        let _ = writeln!(text, "    {} -> {} [color=\"#999999\" weight=100]", pair[0], pair[1]);
    }
    text.push_str("  }\n");
    text
}

fn location(subject: &Subject<'_>, line: &Line<'_>) -> Option<String> {
    line.position.map(|position| Location::new(subject.program, position).short())
}

/// How an edge looks: like the first of what holds between its ends, with the names of all.
fn attributes(relations: &BTreeSet<Relation>) -> String {
    let names: Vec<&str> = relations.iter().filter_map(|relation| name(*relation)).collect();
    let (color, style) = match relations.first() {
        Some(Relation::Rf) => ("#1a7f37", "solid"),
        Some(Relation::Co) => ("#0b5fcc", "solid"),
        Some(Relation::Fr) => ("#c4500c", "dashed"),
        Some(Relation::Create | Relation::Join) | None => ("#999999", "dotted"),
    };
    let label = names.join(", ");
    format!("label=\"{label}\" color=\"{color}\" fontcolor=\"{color}\" style={style}")
}

/// What is written beside an arrow.
fn name(relation: Relation) -> Option<&'static str> {
    match relation {
        Relation::Rf => Some("rf"),
        Relation::Co => Some("co"),
        Relation::Fr => Some("fr"),
        Relation::Create | Relation::Join => None,
    }
}

/// The text in lines of about so many characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        if length > 0 && length + word.chars().count() > width {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
        }
        lines.push_str(word);
        length += word.chars().count() + 1;
    }
    lines + "\n"
}

/// A string of the language.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\l"),
            other if other.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
