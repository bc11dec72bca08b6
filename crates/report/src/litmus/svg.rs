//! Executions of a litmus test as one SVG, one below the other. The layout is our own: initial
//! writes in a row, then a column for each thread with its events in program order. Arrows go round
//! boxes (`route`), and what is written beside them is where nothing else is.

use super::arrows::{Look, look};
use super::route::{BOX, Point, Way, is_in};
use candidates::{Arrow, Drawing};
use std::fmt::Write;

const COLUMN: f64 = 240.0;
const ROW: f64 = 84.0;
/// Space for arrows to the left of the first column, and for titles.
const LEFT: f64 = 90.0;
const TITLE: f64 = 34.0;

/// The pictures of all executions.
pub fn svg(name: &str, drawings: &[Drawing]) -> String {
    let mut body = String::new();
    let (mut width, mut top) = (0.0_f64, 0.0);
    for (number, drawing) in drawings.iter().enumerate() {
        let title = format!("{name}, execution {}: {}", number + 1, drawing.state);
        let layout = Layout::new(drawing, top);
        let _ = writeln!(
            body,
            "<text x=\"12\" y=\"{:.0}\" font-weight=\"bold\">{}</text>",
            top + 22.0,
            escaped(&title)
        );
        layout.draw(drawing, &mut body);
        width = width.max(layout.width).max(12.0 + 7.5 * title.chars().count() as f64);
        top += layout.height;
    }
    let (width, height) = (width.ceil(), top.max(1.0).ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

struct Layout {
    /// The middle of each event's box.
    places: Vec<Point>,
    width: f64,
    height: f64,
}

impl Layout {
    fn new(drawing: &Drawing, top: f64) -> Layout {
        let threads =
            drawing.events.iter().filter_map(|event| event.thread).max().map_or(0, |last| last + 1);
        let initial = drawing.events.iter().filter(|event| event.thread.is_none()).count();
        let mut rows = vec![1; threads];
        let mut first_row = 0;
        let places = drawing.events.iter().map(|event| {
            let (column, row) = match event.thread {
                Some(thread) => (thread, rows[thread]),
                None => (first_row, 0),
            };
            match event.thread {
                Some(thread) => rows[thread] += 1,
                None => first_row += 1,
            }
            let x = LEFT + COLUMN * column as f64 + BOX.0 / 2.0;
            (x, top + TITLE + 20.0 + ROW * row as f64 + BOX.1 / 2.0)
        });
        let places: Vec<Point> = places.collect();
        let columns = threads.max(initial).max(1) as f64;
        let longest = rows.iter().copied().max().unwrap_or(1) as f64;
        Layout { places, width: LEFT + COLUMN * columns, height: TITLE + 30.0 + ROW * longest }
    }

    fn draw(&self, drawing: &Drawing, body: &mut String) {
        let mut names = String::new();
        let (mut ways, mut named) = (Vec::new(), Vec::new());
        for arrow in &drawing.arrows {
            let way = Way::find(arrow.from, arrow.to, &self.places, &ways);
            let name = self.place_of_name(&way, &named);
            draw_arrow(arrow, &way, name, body, &mut names);
            ways.push(way);
            named.push(name);
        }
        for (event, (x, y)) in drawing.events.iter().zip(&self.places) {
            let _ = writeln!(
                body,
                "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\" fill=\"#f6f6f6\" stroke=\"#999999\"/>",
                x - BOX.0 / 2.0,
                y - BOX.1 / 2.0,
                BOX.0,
                BOX.1
            );
            let _ = writeln!(
                body,
                "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                y + 4.5,
                escaped(&event.text)
            );
        }
        // What is written beside arrows and columns is in front of boxes.
        body.push_str(&names);
        let mut titled = Vec::new();
        for (event, (x, y)) in drawing.events.iter().zip(&self.places) {
            if let Some(thread) = event.thread.filter(|thread| !titled.contains(thread)) {
                titled.push(thread);
                let (x, y) = (x + BOX.0 / 2.0 - 18.0, y - BOX.1 / 2.0 - 5.0);
                let _ = writeln!(
                    body,
                    "<text x=\"{x:.0}\" y=\"{y:.0}\" fill=\"#777777\">P{thread}</text>"
                );
            }
        }
    }

    /// Where on its way the name of an arrow is best: in no box, and not on another name.
    fn place_of_name(&self, way: &Way, named: &[Point]) -> Point {
        let places = [0.33, 0.5, 0.42, 0.25, 0.6, 0.7, 0.8].map(|part| way.at(part));
        let is_free = |place: &Point| {
            let is_far = |other: &Point| (other.0 - place.0).hypot(other.1 - place.1) > 18.0;
            !self.places.iter().any(|own| is_in(*place, *own)) && named.iter().all(is_far)
        };
        places.into_iter().find(is_free).unwrap_or(places[0])
    }
}

fn draw_arrow(arrow: &Arrow, way: &Way, name: Point, body: &mut String, names: &mut String) {
    let Way { start, middle, end } = way;
    let Look { color, is_dashed, .. } = look(arrow.relation);
    let dashes = if is_dashed { " stroke-dasharray=\"5 3\"" } else { "" };
    let _ = writeln!(
        body,
        "<path d=\"M {:.1} {:.1} Q {:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.4\"{dashes}/>",
        start.0, start.1, middle.0, middle.1, end.0, end.1
    );
    body.push_str(&head(*middle, *end, color));
    let _ = writeln!(
        names,
        "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\" font-size=\"11\" stroke=\"white\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
        name.0 + 3.0,
        name.1 - 3.0,
        arrow.relation
    );
}

/// The head of an arrow that arrives from a point.
fn head(from: Point, to: Point, color: &str) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let (ux, uy) = (dx / length, dy / length);
    let back = (to.0 - 8.0 * ux, to.1 - 8.0 * uy);
    format!(
        "<path d=\"M {:.1} {:.1} L {:.1} {:.1} L {:.1} {:.1} Z\" fill=\"{color}\"/>\n",
        to.0,
        to.1,
        back.0 - 3.5 * uy,
        back.1 + 3.5 * ux,
        back.0 + 3.5 * uy,
        back.1 - 3.5 * ux
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
