//! Programs of which nobody knows what they do: what engines find is there again when its path is
//! replayed, and all engines find the same kinds of violations. For fuzzing.

use crate::runs::{Absent, Most, run};
use answer::Unlimited;
use base::ViolationKind;
use engines::{DPOR, EngineRef, GRAPH, Model, RF};
use explore::{Config, Path};
use program::Program;
use program::passes::PassConfig;
use std::collections::BTreeSet;

/// Each kind of walk once.
const ENGINES: [EngineRef; 3] = [GRAPH, RF, DPOR];

const MODELS: [Model; 4] = [Model::Sc, Model::Tso, Model::Pso, Model::Rc11];

/// Whether some engine came to an end with a program that may have so many executions; what differs
/// is an error.
pub fn check(program: &Program, executions: u64) -> Result<bool, String> {
    let mut program = program.clone();
    program::passes::standard(&mut program, PassConfig::default());
    let mut has_ended = false;
    for model in &MODELS {
        let config =
            Config { keep_going: true, patience: 64, endless: Some(200), ..Config::default() };
        let mut known: Option<(EngineRef, BTreeSet<ViolationKind>)> = None;
        for engine in ENGINES {
            let found = match run(&program, (engine, model), &config, Most { executions }) {
                Ok(found) => found,
                Err(Absent::Unsupported | Absent::TooLarge) => continue,
            };
            has_ended = true;
            let mut kinds = BTreeSet::new();
            for violation in found.answer.violations() {
                kinds.insert(violation.kind);
                let path = Path::to(violation).ok_or("a violation without a path")?;
                let replayed = engine.replay(&program, model, &config, &Unlimited, &path);
                let again = replayed.iter().flat_map(|answer| answer.violations());
                let is_same = |other: &answer::Violation| {
                    other.kind == violation.kind && other.position == violation.position
                };
                if !again.into_iter().any(is_same) {
                    let (engine, model) = (engine.name(), model.name());
                    return Err(format!("{engine} {model}: the replay of {violation:?} is other"));
                }
            }
            match &known {
                Some((other, expected)) if *expected != kinds => {
                    let (one, other, model) = (engine.name(), other.name(), model.name());
                    return Err(format!("{model}: {one} {kinds:?}, {other} {expected:?}"));
                }
                Some(_) => {}
                None => known = Some((engine, kinds)),
            }
        }
    }
    Ok(has_ended)
}
