//! A reference that shares nothing with what it judges: an explicit graph of states of the machines
//! for SC, TSO and PSO, whose threads run the statements of a case themselves.
//!
//! `code` makes steps of the statements, `state` is a state of the machine, `machine` says what can
//! happen in it, [`explore`] visits all states, and `fair` looks for runs without an end in which
//! every thread that can run again and again does. There is no program, no interpreter, no marks of
//! loops that wait, no graph of events and no axioms. So loops wait for ever where the machine can
//! go round for ever, whatever an iteration reads or writes (`docs/checks.md` has the definition
//! that engines answer).
//!
//! The machines are those of `docs/models/sc.md`, `tso.md` and `pso.md`. A run ends at its first
//! violation. Libraries, lists, arrays and atomic blocks are left out: such cases are not judged.

mod code;
mod fair;
mod machine;
mod memory;
mod state;

use crate::case::Case;
use base::{ThreadId, ViolationKind};
use code::Code;
use machine::{Effect, Machine, Successor};
use rustc_hash::{FxHashMap, FxHashSet};
use state::State;

/// How stores reach the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buffers {
    /// At once: SC.
    None,
    /// In the order of each thread: TSO.
    PerThread,
    /// In the order of each thread and location: PSO.
    PerLocation,
}

/// What one run that has come to its end has read: for each thread, the bytes that its loads and
/// updates of global variables have found, one after the other.
pub type Outcome = Vec<(ThreadId, Vec<u8>)>;

/// What there is among all runs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Judgement {
    /// The kinds of violations, each with its line. A deadlock has none.
    pub violations: FxHashSet<(ViolationKind, u32)>,
    pub outcomes: FxHashSet<Outcome>,
    /// Whether reads are taken down in the outcomes.
    pub has_outcomes: bool,
    /// Whether there is a fair run without an end.
    pub is_endless: bool,
    /// How many states there are.
    pub states: usize,
}

/// Why a case is not judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unjudged {
    /// It has a statement that the machines do not know.
    Unknown,
    /// It has more states than allowed.
    TooLarge,
}

/// Where a run has ended: by a violation, or since a thread has ended the program.
const ENDED: u32 = u32::MAX;

/// A step from one state to another, or to the end of the run.
#[derive(Clone, Copy, Debug)]
struct Edge {
    actor: u32,
    to: u32,
    /// Whether a weak compare-exchange fails although it need not. No fair run does so for ever.
    is_spurious: bool,
}

/// Visits all states of a case, of which there may be so many.
pub fn explore(case: &Case, buffers: Buffers, most: usize) -> Result<Judgement, Unjudged> {
    let code = Code::new(case).ok_or(Unjudged::Unknown)?;
    let machine = Machine { code: &code, buffers };
    let mut judgement = Judgement { has_outcomes: code.has_outcomes, ..Judgement::default() };
    let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
    let mut states = vec![machine.start()];
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    numbers.insert(states[0].clone(), 0);
    let mut next = 0;
    while next < states.len() {
        if states.len() > most {
            return Err(Unjudged::TooLarge);
        }
        let state = states[next].clone();
        let mut steps = Vec::new();
        if machine.has_circle_of_waiting(&state) {
            judgement.violations.insert((ViolationKind::Deadlock, 0));
        }
        for Successor { actor, effect, is_spurious } in machine.successors(&state) {
            let to = match effect {
                Effect::Violation(kind, line) => {
                    judgement.violations.insert((kind, line));
                    ENDED
                }
                Effect::Exit => ENDED,
                Effect::State(state) => *numbers.entry(state).or_insert_with_key(|state| {
                    states.push(state.clone());
                    states.len() as u32 - 1
                }),
            };
            steps.push(Edge { actor, to, is_spurious });
        }
        if machine.is_complete(&state) {
            judgement.outcomes.insert(machine.outcome(&state));
        } else if steps.is_empty() && machine.is_held_for_ever(&state) {
            judgement.violations.insert((ViolationKind::Deadlock, 0));
        }
        edges.push(steps);
        next += 1;
    }
    judgement.states = states.len();
    let rest = fair::endless(&machine, &states, &edges);
    judgement.is_endless = rest.is_endless;
    if rest.is_held {
        judgement.violations.insert((ViolationKind::Deadlock, 0));
    }
    Ok(judgement)
}
