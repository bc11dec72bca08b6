//! The models as a picture, stronger ones above weaker ones, coloured by what they say.

use super::svg::text;
use std::fmt::Write as _;
use trace::{Classification, Model, Status};

/// Where each model is drawn: the row and the column.
fn place(model: Model) -> (f64, f64) {
    match model {
        Model::Linearizable => (0.0, 2.0),
        Model::Sc => (1.0, 2.0),
        Model::Tso => (2.0, 0.0),
        Model::PcG => (2.0, 2.6),
        Model::PcD => (2.5, 1.0),
        Model::Causal => (2.0, 4.0),
        Model::Pso => (3.0, 0.0),
        Model::Gao => (3.0, 1.6),
        Model::GpoGdo => (3.0, 2.7),
        Model::PramM => (3.0, 3.7),
        Model::Cc => (4.0, 1.0),
        Model::Pram => (4.0, 3.0),
        Model::Gwo => (4.0, 4.5),
        Model::Slow => (5.0, 2.0),
        Model::Local => (6.0, 3.0),
    }
}

const STEP: (f64, f64) = (120.0, 64.0);
const BOX: (f64, f64) = (96.0, 26.0);

/// Where the box of a model is, if the first row that is drawn is this one.
fn corner(model: Model, first: f64) -> (f64, f64) {
    let (row, column) = place(model);
    (20.0 + column * STEP.0, 50.0 + (row - first) * STEP.1)
}

/// Draws the models, and says how much room they take.
pub(super) fn draw(classification: &Classification, body: &mut String) -> (f64, f64) {
    text(body, 20.0, 24.0, "font-weight=\"bold\"", "which models allow it");
    let shown = |model: &Model| classification.status(*model).is_some();
    let rows = classification.models.iter().map(|(model, _)| place(*model).0);
    let first = rows.fold(f64::INFINITY, f64::min);
    let corner = |model| corner(model, first);
    for model in Model::ALL.into_iter().filter(shown) {
        let (x, y) = corner(model);
        for weaker in model.weaker() {
            let (to_x, to_y) = corner(*weaker);
            let _ = writeln!(
                body,
                "<line x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{to_y:.0}\" stroke=\"#888888\"/>",
                x + BOX.0 / 2.0,
                y + BOX.1,
                to_x + BOX.0 / 2.0
            );
        }
    }
    for (model, status) in &classification.models {
        let (x, y) = corner(*model);
        let colour = match status {
            Status::Allows(_) => "#cfe8cf",
            Status::Forbids(_) => "#f0c8c8",
            Status::Unknown(_) => "#eeeeee",
        };
        let _ = writeln!(
            body,
            "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{colour}\" stroke=\"#444444\"/>",
            BOX.0, BOX.1
        );
        text(body, x + BOX.0 / 2.0, y + 17.0, "text-anchor=\"middle\"", model.name());
    }
    (40.0 + 5.5 * STEP.0, 60.0 + (7.0 - first) * STEP.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_crosses_the_box_of_another_model() {
        let corner = |model| corner(model, 0.0);
        for model in Model::ALL {
            for weaker in model.weaker() {
                let (from, to) = (corner(model), corner(*weaker));
                let (from, to) =
                    ((from.0 + BOX.0 / 2.0, from.1 + BOX.1), (to.0 + BOX.0 / 2.0, to.1));
                let others =
                    Model::ALL.into_iter().filter(|other| ![model, *weaker].contains(other));
                for other in others {
                    let (x, y) = corner(other);
                    let is_inside = |step: i32| {
                        let part = f64::from(step) / 1000.0;
                        let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                        (x..=x + BOX.0).contains(&at.0) && (y..=y + BOX.1).contains(&at.1)
                    };
                    let name = other.name();
                    assert!(!(0..=1000).any(is_inside), "{model:?} to {weaker:?} behind {name}");
                }
            }
        }
    }
}
