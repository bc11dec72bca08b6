//! Which way does an arrow take between boxes? A straight one, or a bow, whichever meets the fewest
//! other boxes.
//!
//! The bows are those of growing height to both sides, some leaning to an end, and the straight
//! line is one without height. Each is looked at in a few points: in another box it costs most,
//! then out of the picture, then close to an arrow that is there already; of equally good ones the
//! flattest is taken. There are few boxes, so that all are tried.

/// A point of the picture.
pub(super) type Point = (f64, f64);

/// The size of a box.
pub(super) const BOX: Point = (130.0, 28.0);
/// So close to a box or to another arrow is too close.
const MARGIN: f64 = 4.0;
const APART: f64 = 14.0;
/// How much higher each bow is, and how many there are to a side.
const STEP: f64 = 26.0;
const BOWS: i32 = 14;
/// Near which part of the way a bow is highest.
const LEANS: [f64; 5] = [0.5, 0.3, 0.7, 0.1, 0.9];
/// In how many points a way is looked at.
const POINTS: i32 = 32;

/// A quadratic curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub start: Point,
    /// Where its tangents at both ends meet.
    pub middle: Point,
    pub end: Point,
}

impl Way {
    /// The best way from one box to another.
    pub(super) fn find(from: usize, to: usize, boxes: &[Point], taken: &[Way]) -> Way {
        let heights = (0..=BOWS).flat_map(|step| {
            let height = STEP * f64::from(step);
            if step == 0 { vec![0.0] } else { vec![-height, height] }
        });
        let bows = heights.flat_map(|height| LEANS.map(|lean| (height, lean)));
        let ways = bows.map(|(height, lean)| Way::bow(boxes[from], boxes[to], height, lean));
        let costs = ways.map(|way| (way.cost(from, to, boxes, taken), way));
        let best = costs.min_by(|first, second| first.0.total_cmp(&second.0));
        best.expect("there is a straight one").1
    }

    fn bow(from: Point, to: Point, height: f64, lean: f64) -> Way {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let middle =
            (from.0 + lean * dx + height * dy / length, from.1 + lean * dy - height * dx / length);
        Way { start: border(from, middle), middle, end: border(to, middle) }
    }

    /// The point after a part of the way.
    pub(super) fn at(&self, part: f64) -> Point {
        let rest = 1.0 - part;
        let along = |start: f64, middle: f64, end: f64| {
            rest * rest * start + 2.0 * rest * part * middle + part * part * end
        };
        (
            along(self.start.0, self.middle.0, self.end.0),
            along(self.start.1, self.middle.1, self.end.1),
        )
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        (1..POINTS).map(|step| self.at(f64::from(step) / f64::from(POINTS)))
    }

    /// The boxes it meets, but for those at its ends.
    pub(super) fn meets(&self, from: usize, to: usize, boxes: &[Point]) -> usize {
        let others = boxes.iter().enumerate().filter(|(own, _)| *own != from && *own != to);
        others.filter(|(_, place)| self.points().any(|point| is_in(point, **place))).count()
    }

    fn cost(&self, from: usize, to: usize, boxes: &[Point], taken: &[Way]) -> f64 {
        let own = [boxes[from], boxes[to]];
        // Back through a box at its end is no better than through another one.
        let inside = self.points().filter(|point| own.iter().any(|place| is_deep(*point, *place)));
        let outside = self.points().filter(|(x, y)| *x < MARGIN || *y < MARGIN).count();
        let half = self.at(0.5);
        let close = taken.iter().filter(|other| {
            let there = other.at(0.5);
            (there.0 - half.0).hypot(there.1 - half.1) < APART
        });
        let straight =
            (f64::midpoint(self.start.0, self.end.0), f64::midpoint(self.start.1, self.end.1));
        let height = (straight.0 - self.middle.0).hypot(straight.1 - self.middle.1);
        1000.0 * (self.meets(from, to, boxes) + inside.count()) as f64
            + 300.0 * outside as f64
            + 200.0 * close.count() as f64
            + height
    }
}

/// Whether a point is in a box, or too close to it.
pub(super) fn is_in(point: Point, place: Point) -> bool {
    (point.0 - place.0).abs() < BOX.0 / 2.0 + MARGIN
        && (point.1 - place.1).abs() < BOX.1 / 2.0 + MARGIN
}

fn is_deep(point: Point, place: Point) -> bool {
    (point.0 - place.0).abs() < BOX.0 / 2.0 - 1.0 && (point.1 - place.1).abs() < BOX.1 / 2.0 - 1.0
}

/// Where the line from the middle of a box to another point leaves the box.
fn border(from: Point, to: Point) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let reach = |half: f64, distance: f64| {
        if distance.abs() < 0.5 { f64::INFINITY } else { half / distance.abs() }
    };
    let part = reach(BOX.0 / 2.0, dx).min(reach(BOX.1 / 2.0, dy)).min(1.0);
    (from.0 + dx * part, from.1 + dy * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four boxes in a column and two beside it.
    fn boxes() -> Vec<Point> {
        vec![
            (300.0, 100.0),
            (300.0, 174.0),
            (300.0, 248.0),
            (300.0, 322.0),
            (510.0, 100.0),
            (720.0, 174.0),
        ]
    }

    #[test]
    fn arrows_go_round_boxes() {
        let boxes = boxes();
        for from in 0..boxes.len() {
            for to in (0..boxes.len()).filter(|to| *to != from) {
                let way = Way::find(from, to, &boxes, &[]);
                assert_eq!(way.meets(from, to, &boxes), 0, "{from} to {to}: {way:?}");
            }
        }
        // A straight line would not do.
        assert!(Way::bow(boxes[0], boxes[3], 0.0, 0.5).meets(0, 3, &boxes) > 0);
    }

    #[test]
    fn arrows_between_the_same_boxes_are_apart() {
        let boxes = boxes();
        let first = Way::find(0, 4, &boxes, &[]);
        let second = Way::find(4, 0, &boxes, &[first]);
        let (one, other) = (first.at(0.5), second.at(0.5));
        assert!((one.0 - other.0).hypot(one.1 - other.1) >= APART);
    }
}
