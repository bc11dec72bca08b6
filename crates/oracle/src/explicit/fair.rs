//! Is there a fair run without an end?
//!
//! A run is fair if whoever can do something again and again does something again and again, thread
//! or buffer. The states that come again and again in a run are strongly connected; so this looks
//! for a strongly connected part in which every actor that can do something in some state of it
//! does something inside of it. Where an actor never does, the states in which it could are left
//! out, and what is left is looked at again (Emerson and Lei 1987).

use super::Edge;
use super::machine::Machine;
use super::state::State;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the fair runs without an end are like.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Endless {
    pub(super) is_endless: bool,
    /// Whether a thread is held all the time in one of them.
    pub(super) is_held: bool,
}

pub(super) fn endless(machine: &Machine<'_>, states: &[State], edges: &[Vec<Edge>]) -> Endless {
    let mut found = Endless::default();
    let all: Vec<u32> = (0..edges.len() as u32).collect();
    let mut pending = components(&all, edges);
    while let Some(part) = pending.pop() {
        let inside: FxHashSet<u32> = part.iter().copied().collect();
        let mut acts = FxHashSet::default();
        let mut could = FxHashSet::default();
        for state in &part {
            for edge in regular(edges, *state) {
                could.insert(edge.actor);
                if inside.contains(&edge.to) {
                    acts.insert(edge.actor);
                }
            }
        }
        if acts.is_empty() {
            continue;
        }
        let starved: Vec<u32> = could.difference(&acts).copied().collect();
        if starved.is_empty() {
            if machine.has_stopped(&states[part[0] as usize]) {
                continue;
            }
            found.is_endless = true;
            found.is_held |= machine
                .held(&states[part[0] as usize])
                .into_iter()
                .any(|thread| !could.contains(&(2 * thread as u32)));
            continue;
        }
        let is_fine =
            |state: &u32| !regular(edges, *state).any(|edge| starved.contains(&edge.actor));
        let rest: Vec<u32> = part.iter().copied().filter(is_fine).collect();
        pending.extend(components(&rest, edges));
    }
    found
}

/// The steps in a state, without failures for no reason.
fn regular(edges: &[Vec<Edge>], state: u32) -> impl Iterator<Item = Edge> + '_ {
    edges[state as usize].iter().copied().filter(|edge| !edge.is_spurious)
}

/// The strongly connected parts of some states (Tarjan 1972), without recursion.
fn components(states: &[u32], edges: &[Vec<Edge>]) -> Vec<Vec<u32>> {
    let among: FxHashSet<u32> = states.iter().copied().collect();
    let next = |state: u32| -> Vec<u32> {
        regular(edges, state).map(|edge| edge.to).filter(|to| among.contains(to)).collect()
    };
    let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
    let mut lowest: FxHashMap<u32, usize> = FxHashMap::default();
    let mut is_open: FxHashSet<u32> = FxHashSet::default();
    let mut open: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    for start in states {
        if numbers.contains_key(start) {
            continue;
        }
        let mut path: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut enter = vec![*start];
        loop {
            if let Some(state) = enter.pop() {
                let number = numbers.len();
                numbers.insert(state, number);
                lowest.insert(state, number);
                open.push(state);
                is_open.insert(state);
                path.push((state, next(state)));
            }
            let Some((state, left)) = path.last_mut() else { break };
            let state = *state;
            if let Some(to) = left.pop() {
                if !numbers.contains_key(&to) {
                    enter.push(to);
                } else if is_open.contains(&to) {
                    let low = lowest[&state].min(numbers[&to]);
                    lowest.insert(state, low);
                }
                continue;
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                let low = lowest[before].min(lowest[&state]);
                lowest.insert(*before, low);
            }
            if lowest[&state] == numbers[&state] {
                let place = open.iter().rposition(|each| *each == state).expect("it is open");
                let part = open.split_off(place);
                part.iter().for_each(|each| {
                    is_open.remove(each);
                });
                found.push(part);
            }
        }
    }
    found
}
