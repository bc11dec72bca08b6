//! What is asked about a program on request, answered by brute force: does a loop wait for ever, is
//! memory left behind, is there an execution that is not sequentially consistent, is there a data
//! race?

use crate::case::Case;
use crate::lower::lower;
use enumerate::axiomatic::{Axioms, executions};
use enumerate::{Answers, Buffers, Ending, Enumeration, TooLarge, interleavings};
use models::Model;
use models::hb::{Synchronisation, axioms};
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
use models::sc::Sc;
use program::Program;

/// How many steps brute force may take on a machine, and by axioms.
const STEPS: u64 = 20_000;
const STEPS_BY_AXIOMS: u64 = 3_000;

/// The models that brute force knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reference {
    Sc,
    Tso,
    Pso,
    Ra,
    Rc11,
    Rc11Of20,
}

/// The answers for a case; `None` if it is too large, or if something in it is not supported.
pub fn answers(case: &Case, model: Reference) -> Option<Answers> {
    let mut program = lower(case);
    program::passes::spin::run(&mut program);
    let found = match model {
        Reference::Sc => by_machine(&program, Buffers::None),
        Reference::Tso => by_machine(&program, Buffers::PerThread),
        Reference::Pso => by_machine(&program, Buffers::PerLocation),
        Reference::Ra => by_axioms::<ReleaseAcquire>(&program),
        Reference::Rc11 => by_axioms::<C11>(&program),
        Reference::Rc11Of20 => by_axioms::<Cpp20>(&program),
    };
    let found = found.ok().filter(|found| !found.unsupported && !found.bound_reached)?;
    // Races are looked for in all graphs where there are axioms, not only at the end.
    Some(Answers { has_race: found.answers.has_race || found.has_race, ..found.answers })
}

fn by_machine(program: &Program, buffers: Buffers) -> Result<Enumeration, TooLarge> {
    interleavings(program, buffers, STEPS, &ask::<C11>)
}

fn by_axioms<S: Synchronisation>(program: &Program) -> Result<Enumeration, TooLarge> {
    let axioms = Axioms {
        is_consistent: &axioms::is_consistent::<S>,
        has_race: &axioms::has_race::<S>,
        happens_before: &axioms::happens_before::<S>,
        has_dependencies: false,
    };
    executions(program, axioms, STEPS_BY_AXIOMS, &ask::<S>)
}

/// All questions about one execution; `S` says what synchronises.
fn ask<S: Synchronisation>(ending: &Ending<'_>) -> Answers {
    Answers {
        waits_for_ever: ending.waits_for_ever(),
        leaks: ending.leaks(),
        is_not_sequential: !Sc::is_consistent(&(), ending.graph),
        has_race: axioms::has_race::<S>(ending.graph),
    }
}
