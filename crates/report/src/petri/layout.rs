//! Where are the places and transitions of a picture?
//!
//! In layers: places with tokens first, then what follows them, transitions and places in turn.
//! Within a layer, nodes are near the mean of their neighbours, in a few sweeps up and down (the
//! barycentre method of K. Sugiyama, S. Tagawa and M. Toda, 1981).

use petri::net::{Net, PlaceId, TransitionId};

/// A node of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Node {
    Place(PlaceId),
    Transition(TransitionId),
}

/// The middle of each place and of each transition.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) places: Vec<(f64, f64)>,
    pub(super) transitions: Vec<(f64, f64)>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Longer names are cut.
pub(super) const MOST_LETTERS: usize = 18;
/// What a letter of a name takes, and what a node does.
const LETTER: f64 = 7.4;
const NODE: f64 = 62.0;
const LEAST_COLUMN: f64 = 100.0;
const ROW: f64 = 92.0;
const MARGIN: f64 = 70.0;
const SWEEPS: usize = 8;

impl Layout {
    pub(super) fn new(net: &Net) -> Layout {
        let count = net.place_count();
        let index = |node: Node| match node {
            Node::Place(place) => place.index(),
            Node::Transition(id) => count + id.index(),
        };
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); count + net.transitions().len()];
        let mut following = neighbours.clone();
        for id in net.transition_ids() {
            let transition = index(Node::Transition(id));
            for (place, _) in net.transition(id).consumes() {
                following[index(Node::Place(*place))].push(transition);
            }
            for (place, _) in net.transition(id).produces() {
                following[transition].push(index(Node::Place(*place)));
            }
        }
        for (from, others) in following.iter().enumerate() {
            for to in others {
                neighbours[from].push(*to);
                neighbours[*to].push(from);
            }
        }
        let layers = layers(net, &following);
        let order = ordered(layers, &neighbours);
        let mut middles = vec![(0.0, 0.0); neighbours.len()];
        let names = net.places().map(|place| net.place_name(place));
        let names = names.chain(net.transitions().iter().map(|own| own.name.as_str()));
        let longest = names.map(|name| name.chars().count().min(MOST_LETTERS)).max().unwrap_or(0);
        let beside = LETTER * longest as f64;
        let column = LEAST_COLUMN.max(NODE + beside);
        let widest = order.iter().map(Vec::len).max().unwrap_or(1);
        let width = 2.0 * MARGIN + column * (widest.saturating_sub(1)) as f64;
        for (row, layer) in order.iter().enumerate() {
            let first = (width - column * (layer.len().saturating_sub(1)) as f64) / 2.0;
            for (place, node) in layer.iter().enumerate() {
                middles[*node] = (first + column * place as f64, MARGIN + ROW * row as f64);
            }
        }
        let width = width + (beside + NODE - MARGIN).max(0.0);
        let height = 2.0 * MARGIN + ROW * (order.len().saturating_sub(1)) as f64;
        let transitions = middles.split_off(count);
        Layout { places: middles, transitions, width, height }
    }

    pub(super) fn middle(&self, node: Node) -> (f64, f64) {
        match node {
            Node::Place(place) => self.places[place.index()],
            Node::Transition(id) => self.transitions[id.index()],
        }
    }
}

/// Breadth first from the places with tokens, then from whatever is left.
fn layers(net: &Net, following: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut is_placed = vec![false; following.len()];
    let mut layer: Vec<usize> = net.initial().marked().map(|(place, _)| place.index()).collect();
    let mut layers = Vec::new();
    loop {
        if layer.is_empty() {
            match is_placed.iter().position(|placed| !placed) {
                Some(node) => layer.push(node),
                None => return layers,
            }
        }
        layer.iter().for_each(|node| is_placed[*node] = true);
        let mut next = Vec::new();
        for node in &layer {
            for other in &following[*node] {
                if !std::mem::replace(&mut is_placed[*other], true) {
                    next.push(*other);
                }
            }
        }
        layers.push(std::mem::replace(&mut layer, next));
    }
}

fn ordered(mut layers: Vec<Vec<usize>>, neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut position = vec![0.0; neighbours.len()];
    let place = |layer: &[usize], position: &mut [f64]| {
        let middle = layer.len() as f64 / 2.0;
        for (at, node) in layer.iter().enumerate() {
            position[*node] = at as f64 - middle;
        }
    };
    layers.iter().for_each(|layer| place(layer, &mut position));
    for _ in 0..SWEEPS {
        for layer in &mut layers {
            let mean = |node: &usize| {
                let others = &neighbours[*node];
                let sum: f64 = others.iter().map(|other| position[*other]).sum();
                if others.is_empty() { 0.0 } else { sum / others.len() as f64 }
            };
            let mut keyed: Vec<(f64, usize)> =
                layer.iter().map(|node| (mean(node), *node)).collect();
            keyed.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.cmp(&right.1)));
            *layer = keyed.into_iter().map(|(_, node)| node).collect();
            place(layer, &mut position);
        }
    }
    layers
}
