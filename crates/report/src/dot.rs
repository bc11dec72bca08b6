//! The picture of an execution, in the language of Graphviz: a column for each thread with its steps in po,
//! and rf, co and fr between them.
//!
//! Drawn are the edges that say something: rf from every write that is read; co and fr to the next
//! write only, since the others follow, and not within a thread, where they agree with po.

mod edges;

use crate::location::Location;
use crate::moment::Moment;
use crate::names::Names;
use crate::story::{Line, Story};
use crate::words::Words;
use crate::{Subject, sentence};
use edges::{Edge, Relation};
use execution::witness::ThreadEnd;
use explore::result::Violation;
use std::fmt::Write;

const HEAD: &str = r##"digraph execution {
  graph [fontname="Helvetica", fontsize=14, labelloc=t, labeljust=l, nodesep=0.7, ranksep=0.35, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#f6f6f6", color="#999999", fontname="Helvetica", fontsize=11]
  edge [fontname="Helvetica", fontsize=10, arrowsize=0.7]
"##;

/// The picture of the execution in which a violation happens.
pub fn render(subject: &Subject<'_>, violation: &Violation) -> String {
    let story = Story::new(&violation.witness);
    let title = sentence::violation(subject.program, violation);
    let mut text = format!("{HEAD}  label={}\n", quoted(&format!("{title}\n\n")));
    for end in &violation.witness.threads {
        text.push_str(&column(subject, violation, &story, end));
    }
    for edge in edges::all(&violation.witness, &story) {
        let _ = writeln!(text, "  s{} -> s{} [{}]", edge.from, edge.to, attributes(&edge));
    }
    text.push_str("}\n");
    text
}

/// The steps of one thread, from top to bottom, and what became of it.
fn column(
    subject: &Subject<'_>,
    violation: &Violation,
    story: &Story<'_>,
    end: &ThreadEnd,
) -> String {
    let words = Words { names: Names::new(subject.program), story, witness: &violation.witness };
    let moment = Moment::of(violation, story);
    let thread = end.thread;
    let mut text = String::new();
    let title = format!("{thread} ({})", end.function);
    let _ = writeln!(text, "  subgraph \"cluster_{thread}\" {{");
    let _ =
        writeln!(text, "    label={} color=\"#cccccc\" style=rounded fontsize=12", quoted(&title));
    let mut nodes = Vec::new();
    for line in story.lines.iter().filter(|line| line.thread == thread) {
        let mut label = format!("{}  {}", line.number, words.deed(&line.deed));
        if let Some(location) = location(subject, line) {
            let _ = write!(label, "\n{location}");
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
    let mark = if failed { FAILURE } else { " style=\"rounded,dashed\"" };
    let node = format!("\"end_{thread}\"");
    let _ = writeln!(text, "    {node} [label={}{mark}]", quoted(&end.status));
    nodes.push(node);
    for pair in nodes.windows(2) {
        let _ = writeln!(text, "    {} -> {} [color=\"#999999\" weight=10]", pair[0], pair[1]);
    }
    text.push_str("  }\n");
    text
}

const FAILURE: &str = r##" fillcolor="#ffe0e0" color="#cc0000""##;

fn location(subject: &Subject<'_>, line: &Line<'_>) -> Option<String> {
    line.position.map(|position| Location::new(subject.program, position).short())
}

/// How an edge looks. Only those that must point down take part in the layout.
fn attributes(edge: &Edge) -> String {
    let (color, rest) = match edge.relation {
        Relation::Rf => ("#1a7f37", ""),
        Relation::Co => ("#0b5fcc", " constraint=false"),
        Relation::Fr => ("#c4500c", " style=dashed constraint=false"),
        Relation::Create | Relation::Join => ("#999999", " style=dotted"),
    };
    let name = edge.relation.name();
    format!("label=\"{name}\" color=\"{color}\" fontcolor=\"{color}\"{rest}")
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
