//! How is a cycle shown, for who wants an execution that has one? Some pairs are guessed, and each
//! leads on to another (`dat3m-thesis` §5.5.3): so there is a cycle, if there are any.
//!
//! Deviation: pairs that are related whenever both events are executed, as most of program order
//! is, are not guessed. Such a step leads from a guessed pair to a guessed pair, whose events are
//! executed, so there is nothing to say of it; and two steps of which the first and the last event
//! are related like that are one step. Only if they are not, the first one is guessed as well.

use crate::encoding::{Encoding, Item, Mode};
use cat::Slot;
use relation::Relation;
use solver::{Circuit, Literal};

/// The pairs that can be on a cycle.
struct OnCycles {
    guessed: Vec<(usize, usize)>,
    /// Those that are related whenever both events are executed.
    certain: Relation,
}

impl Encoding<'_> {
    /// A literal that is true only if a relation has a cycle, and may be true then.
    pub(crate) fn shows_cycle(&mut self, slot: Slot) -> Literal {
        let mut parts = Vec::new();
        self.parts(slot, &mut parts);
        let OnCycles { guessed, certain } = self.on_cycles(&parts);
        let mut leaving: Vec<Vec<Literal>> = vec![Vec::new(); self.events()];
        let mut arriving = leaving.clone();
        for (from, to) in &guessed {
            let mut reasons = Vec::new();
            for part in &parts {
                if self.may_pairs(*part).contains(*from, *to) {
                    reasons.push(self.literal(*part, Mode::Lower, Item::Pair(*from, *to)));
                }
            }
            let chosen = self.executions.circuit.free();
            reasons.push(!chosen);
            self.executions.circuit.require(&reasons);
            leaving[*from].push(chosen);
            arriving[*to].push(chosen);
        }
        let circuit = &mut self.executions.circuit;
        let leaves: Vec<Option<Literal>> =
            leaving.iter().map(|chosen| some(circuit, chosen)).collect();
        for (event, chosen) in arriving.iter().enumerate() {
            let next = std::iter::once(event).chain(certain.successors(event));
            let goes_on: Vec<Literal> = next.filter_map(|event| leaves[event]).collect();
            let goes_on = some(circuit, &goes_on);
            for chosen in chosen {
                let clause: Vec<Literal> = goes_on.into_iter().chain([!*chosen]).collect();
                circuit.require(&clause);
            }
        }
        let chosen: Vec<Literal> = leaves.into_iter().flatten().collect();
        some(circuit, &chosen).unwrap_or(circuit.constant(false))
    }

    /// The pairs of a union that can be on its cycles, and which of them are to be guessed.
    fn on_cycles(&self, parts: &[Slot]) -> OnCycles {
        let mut may = Relation::new(self.events());
        parts.iter().for_each(|part| may.union_with(self.may_pairs(*part)));
        let reaches = may.clone().transitive_closure();
        let on_cycles = may.filter(|from, to| reaches.contains(to, from));
        let is_certain = |from, to| {
            let pair = Item::Pair(from, to);
            parts.iter().any(|part| self.may(*part, pair) && self.must(*part, pair))
        };
        let mut certain = on_cycles.clone().filter(is_certain);
        let closure = certain.clone().transitive_closure();
        if (0..self.events()).any(|event| closure.contains(event, event)) {
            certain = Relation::new(self.events());
        }
        let is_one_step_with_the_next = |from: usize, to: usize| {
            certain.successors(to).all(|next| certain.contains(from, next))
        };
        let is_guessed = |from: usize, to: usize| {
            !certain.contains(from, to) || !is_one_step_with_the_next(from, to)
        };
        let guessed = on_cycles.pairs().filter(|(from, to)| is_guessed(*from, *to)).collect();
        OnCycles { guessed, certain }
    }
}

/// A literal that is true only if one of some others is; none if there are none.
fn some(circuit: &mut Circuit, literals: &[Literal]) -> Option<Literal> {
    match literals {
        [] => None,
        [one] => Some(*one),
        _ => {
            let some = circuit.free();
            let clause: Vec<Literal> = literals.iter().copied().chain([!some]).collect();
            circuit.require(&clause);
            Some(some)
        }
    }
}
