//! What if a loop goes on and on?
//!
//! Depth first, an exploration follows the branch without an end and finds nothing, though there
//! may be a bug two turns away. So if some thread goes on for long, and the user has not bounded
//! the loops, all of them are bounded by 1, 2, 4, 8 … turns, one after the other. Each of these
//! explorations is complete within its bound. The last one is the first that finds a violation, or
//! that cuts nothing, which then is the answer about all executions, or that has to stop.

use crate::Rejection;
use crate::bounds::Bounds;
use answer::{Answer, Gap};
use engines::{EngineRef, Explored};
use program::Program;
use report::Level;

/// After so many visible operations, a thread goes on and on: about a thousand turns of a small
/// loop.
pub(crate) const ENDLESS: u32 = 4096;

/// What an exploration ended with.
pub(crate) struct Deepened {
    pub(crate) answer: Answer,
    pub(crate) engine: EngineRef,
    /// The bound of the last exploration, and those before it.
    pub(crate) turns: Option<u32>,
    pub(crate) levels: Vec<Level>,
}

/// Explores a program, and with bounds if that has no end. `explore` gets whether to give up then,
/// `told` what is known meanwhile.
pub(crate) fn explore(
    program: &Program,
    mut explore: impl FnMut(&Program, Option<u32>) -> Result<Explored, Rejection>,
    told: impl Fn(&Answer, Option<&Level>),
    endless: Option<u32>,
) -> Result<Deepened, Rejection> {
    let Explored { answer, by: engine } = explore(program, endless)?;
    let mut deepened = Deepened { answer, engine, turns: None, levels: Vec::new() };
    let goes_on = matches!(deepened.answer.gap(), Some(Gap::Endless { .. }));
    if !goes_on || !deepened.answer.violations().is_empty() {
        return Ok(deepened);
    }
    told(&deepened.answer, None);
    for exponent in 0..u32::BITS {
        let turns = 1 << exponent;
        let mut bounded = program.clone();
        Bounds { every: Some(turns), ..Bounds::default() }.put_on(&mut bounded)?;
        let Explored { answer, by: engine } = explore(&bounded, None)?;
        let goes_on =
            answer.violations().is_empty() && answer.gap().is_none() && answer.cut().turns;
        deepened = Deepened { answer, engine, turns: Some(turns), ..deepened };
        if !goes_on {
            break;
        }
        let level = Level { turns, statistics: deepened.answer.statistics() };
        told(&deepened.answer, Some(&level));
        deepened.levels.push(level);
    }
    Ok(deepened)
}
