//! A net as a picture, with a run or with half spaces.
//!
//! Places are circles with their tokens, transitions are bars, arcs are arrows with their weights.
//! Of a run, transitions carry the numbers of their steps, and places what they have in the end
//! beside what they have at the beginning. Of a half space, places carry their coefficients.

use super::layout::{Layout, MOST_LETTERS, Node};
use petri::certificate::Certificate;
use petri::half_space::HalfSpace;
use petri::marking::markings_along;
use petri::net::{Net, PlaceId};
use petri::portfolio::Verdict;
use petri::replay::Witness;
use std::fmt::Write;

/// Nets with more places and transitions are not drawn.
pub const MOST_NODES: usize = 400;
/// Half spaces that are drawn, one below the other.
const MOST_SPACES: usize = 6;

const RADIUS: f64 = 17.0;
const BAR: (f64, f64) = (46.0, 10.0);
const COLOUR: &str = "#b03030";
/// Text can be read where an arrow passes behind it.
const HALO: &str = "paint-order=\"stroke\" stroke=\"white\" stroke-width=\"4\"";

/// The picture of an answer; nothing for nets that are too large.
pub fn svg(net: &Net, name: &str, verdict: &Verdict) -> Option<String> {
    if net.place_count() + net.transitions().len() > MOST_NODES {
        return None;
    }
    let layout = Layout::new(net);
    let pictures = match verdict {
        Verdict::Unsafe(witness) => vec![of_run(net, witness)],
        Verdict::Safe(certificate) => of_half_spaces(net, certificate),
        Verdict::Unknown => Vec::new(),
    };
    let pictures = if pictures.is_empty() {
        let notes = Notes { title: String::new(), places: Vec::new(), transitions: Vec::new() };
        vec![notes]
    } else {
        pictures
    };
    let mut body = String::new();
    let step = layout.height + 40.0;
    let mut width = layout.width;
    for (number, notes) in pictures.iter().enumerate() {
        let top = step * number as f64;
        let title = if notes.title.is_empty() {
            name.to_owned()
        } else {
            format!("{name}: {}", notes.title)
        };
        width = width.max(24.0 + 8.2 * title.chars().count() as f64);
        let _ = writeln!(
            body,
            "<g transform=\"translate(0 {top:.0})\">\n<text x=\"12\" y=\"24\" font-weight=\"bold\">{}</text>",
            escaped(&title)
        );
        body.push_str("<g transform=\"translate(0 30)\">\n");
        draw(net, &layout, notes, &mut body);
        body.push_str("</g>\n</g>\n");
    }
    let (width, height) = (width.ceil(), (step * pictures.len() as f64).ceil());
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M 0 0 L 10 5 L 0 10 z\" fill=\"#666666\"/></marker></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    ))
}

/// What is written beside nodes; empty text is nothing.
struct Notes {
    title: String,
    places: Vec<String>,
    transitions: Vec<String>,
}

fn of_run(net: &Net, witness: &Witness) -> Notes {
    let markings = markings_along(net, &witness.run).expect("the run was replayed");
    let last = markings.last().expect("there is a first one");
    let places = net.places().map(|place| match (net.initial()[place], last[place]) {
        (0, 0) => String::new(),
        (before, after) if before == after => String::new(),
        (_, after) => format!("→ {after}"),
    });
    let mut steps: Vec<Vec<usize>> = vec![Vec::new(); net.transitions().len()];
    for (step, id) in witness.run.iter().enumerate() {
        steps[id.index()].push(step + 1);
    }
    let transitions = steps.iter().map(|steps| {
        let shown: Vec<String> = steps.iter().take(5).map(usize::to_string).collect();
        let more = if steps.len() > 5 { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    });
    Notes {
        title: format!("a run of {} steps", witness.run.len()),
        places: places.collect(),
        transitions: transitions.collect(),
    }
}

fn of_half_spaces(net: &Net, certificate: &Certificate) -> Vec<Notes> {
    let coefficient = |space: &HalfSpace, place: PlaceId| match space.coefficient(place) {
        0 => String::new(),
        // With the sign that it has in the title.
        k if space.is_turned() => format!("× {}", k.wrapping_neg()),
        k => format!("× {k}"),
    };
    super::half_spaces(certificate)
        .take(MOST_SPACES)
        .map(|space| Notes {
            title: format!("always {}", space.show(net)),
            places: net.places().map(|place| coefficient(space, place)).collect(),
            transitions: Vec::new(),
        })
        .collect()
}

fn draw(net: &Net, layout: &Layout, notes: &Notes, body: &mut String) {
    for id in net.transition_ids() {
        let transition = net.transition(id);
        let node = Node::Transition(id);
        for (place, weight) in transition.consumes() {
            let is_both = transition.produced_at(*place) > 0;
            arrow(layout, Node::Place(*place), node, *weight, is_both, body);
        }
        for (place, weight) in transition.produces() {
            let is_both = transition.consumed_at(*place) > 0;
            arrow(layout, node, Node::Place(*place), *weight, is_both, body);
        }
    }
    let note = |notes: &[String], at: usize, x: f64, y: f64, body: &mut String| {
        if let Some(text) = notes.get(at).filter(|text| !text.is_empty()) {
            let _ = writeln!(
                body,
                "<text x=\"{x:.0}\" y=\"{y:.0}\" fill=\"{COLOUR}\" font-weight=\"bold\" {HALO}>{}</text>",
                escaped(text)
            );
        }
    };
    for place in net.places() {
        let (x, y) = layout.middle(Node::Place(place));
        let _ = writeln!(
            body,
            "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{RADIUS}\" fill=\"#f6f6f6\" stroke=\"#555555\"/>"
        );
        let tokens = net.initial()[place];
        if tokens > 0 {
            let _ = writeln!(
                body,
                "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\" font-weight=\"bold\">{tokens}</text>",
                y + 4.5
            );
        }
        label(net.place_name(place), x + RADIUS + 4.0, y + 4.0, body);
        note(&notes.places, place.index(), x + RADIUS + 4.0, y + 19.0, body);
    }
    for id in net.transition_ids() {
        let (x, y) = layout.middle(Node::Transition(id));
        let _ = writeln!(
            body,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{}\" height=\"{}\" fill=\"#555555\"/>",
            x - BAR.0 / 2.0,
            y - BAR.1 / 2.0,
            BAR.0,
            BAR.1
        );
        label(&net.transition(id).name, x + BAR.0 / 2.0 + 4.0, y + 4.0, body);
        note(&notes.transitions, id.index(), x + BAR.0 / 2.0 + 4.0, y + 19.0, body);
    }
}

/// A name to the right of its node, where no arrow ends.
fn label(name: &str, x: f64, y: f64, body: &mut String) {
    let shown: String = match name.chars().count() {
        0..=MOST_LETTERS => name.to_owned(),
        _ => name.chars().take(MOST_LETTERS - 1).chain(['…']).collect(),
    };
    let _ = writeln!(
        body,
        "<text x=\"{x:.0}\" y=\"{y:.0}\" fill=\"#333333\" {HALO}>{}</text>",
        escaped(&shown)
    );
}

/// An arrow, bent to the side if there is one back, or if it passes a layer.
fn arrow(layout: &Layout, from: Node, to: Node, weight: u64, is_both: bool, body: &mut String) {
    let (start, end) = (layout.middle(from), layout.middle(to));
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy).max(1.0);
    let bend = if is_both {
        0.18
    } else if dy.abs() > 120.0 || dy.abs() < 1.0 {
        0.12
    } else {
        0.0
    };
    let middle = ((start.0 + end.0) / 2.0 - dy * bend, (start.1 + end.1) / 2.0 + dx * bend);
    let cut = |point: (f64, f64), node: Node| {
        let (dx, dy) = (middle.0 - point.0, middle.1 - point.1);
        let length = dx.hypot(dy).max(1.0);
        let distance = match node {
            Node::Place(_) => RADIUS + 1.0,
            Node::Transition(_) if dy.abs() * BAR.0 > dx.abs() * BAR.1 => {
                (BAR.1 / 2.0 + 1.0) * length / dy.abs().max(1.0)
            }
            Node::Transition(_) => (BAR.0 / 2.0 + 1.0) * length / dx.abs().max(1.0),
        };
        (point.0 + dx / length * distance, point.1 + dy / length * distance)
    };
    let (start, end) = (cut(start, from), cut(end, to));
    let _ = writeln!(
        body,
        "<path d=\"M {:.1} {:.1} Q {:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#666666\" marker-end=\"url(#tip)\"/>",
        start.0, start.1, middle.0, middle.1, end.0, end.1
    );
    if weight != 1 {
        let _ = writeln!(
            body,
            "<text x=\"{:.0}\" y=\"{:.0}\" fill=\"#666666\">{weight}</text>",
            middle.0 + 6.0 * dy / length + 2.0,
            middle.1 - 6.0 * dx / length
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
