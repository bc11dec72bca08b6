//! Can a thread of the program fail, with any number of copies?
//!
//! A cell has its initial value at first, and no other is foreseen. Then, again and again: if the
//! net with the values so far can reach a failure, there is the answer. If it can write a value
//! that was not foreseen, that value is foreseen from now on. If neither is possible, nor anything
//! that is not supported, the net is the whole program, and no failure can be reached.
//!
//! A cell of which more than [`MOST_VALUES`] values are found, a counter of all threads for
//! instance, ends this with *unknown*.

use crate::local::{Gap, Trouble, Values, World, templates};
use crate::net::{Meaning, Parametric, Wrong, make, question};
use crate::story::{Story, tell};
use crate::suitable::Unsuitable;
use execution::Cells;
use interp::{Context, Knowledge};
use petri::certificate::Certificate;
use petri::halt::Stop;
use petri::net::{PlaceId, TransitionId};
use petri::portfolio::{self, Effort, Verdict};
use petri::property::{Property, Question};
use program::Program;

/// How many values a cell may get beside its initial one.
pub const MOST_VALUES: usize = 12;

/// What is known in the end.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// No thread can fail, however many copies there are: what the checker of nets has accepted,
    /// for failures, for values that were not foreseen, and for what is not supported.
    Holds(Box<Parametric>, Vec<(Property, Certificate)>),
    /// Some thread can, with as many copies as the story has.
    Violated(Box<Parametric>, Wrong, Story),
    Unknown(Reason),
}

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No net is made of such a program.
    Unsuitable(Unsuitable),
    /// Something that is not supported can be reached.
    Gap(Gap),
    /// There are more values than are followed, of this variable.
    ManyValues(String),
    /// The search in the net was stopped, or found nothing.
    NotDecided(String),
}

/// Checks a program, which has gone through the standard passes.
pub fn check(program: &Program, stop: Stop<'_>) -> Outcome {
    let mut knowledge = Knowledge::new(program);
    loop {
        match with_knowledge(program, &knowledge, stop) {
            Ok(outcome) => return outcome,
            Err(Trouble::Unsuitable(why)) => return Outcome::Unknown(Reason::Unsuitable(why)),
            Err(Trouble::Discovered(discovery)) => {
                assert!(knowledge.learn(discovery), "a discovery teaches something");
            }
        }
    }
}

fn with_knowledge(
    program: &Program,
    knowledge: &Knowledge,
    stop: Stop<'_>,
) -> Result<Outcome, Trouble> {
    let mut values = Values::default();
    loop {
        if stop() {
            let what = "the net was being made".to_owned();
            return Ok(Outcome::Unknown(Reason::NotDecided(what)));
        }
        let mut world = World { context: Context { program, knowledge }, cells: Cells::default() };
        let templates = templates(&mut world, &values)?;
        let made = make(&world, &templates, &values);
        let wrong = question("a failure", made.wrong.iter().map(|(place, _)| *place));
        let mut proofs = Vec::new();
        match ask(&made, &wrong, stop, &mut proofs) {
            Asked::Never => {}
            Asked::Reached(run) => {
                let (wrong, story) = tell(&made, &run);
                return Ok(Outcome::Violated(Box::new(made), wrong, story));
            }
            Asked::Unknown(why) => return Ok(Outcome::Unknown(Reason::NotDecided(why))),
        }
        let beyond = question("a further value", made.beyond.iter().copied());
        match ask(&made, &beyond, stop, &mut proofs) {
            Asked::Never => {}
            Asked::Reached(run) => {
                let last = run.last().map(|id| &made.meanings[id.index()]);
                let Some(Meaning::Step { beyond: Some((cell, value)), .. }) = last else {
                    unreachable!("only such a step puts a token there")
                };
                if values.add(*cell, *value) > MOST_VALUES {
                    let name = crate::step::name(&world, *cell);
                    return Ok(Outcome::Unknown(Reason::ManyValues(name)));
                }
                continue;
            }
            Asked::Unknown(why) => return Ok(Outcome::Unknown(Reason::NotDecided(why))),
        }
        for (place, gap) in &made.gaps {
            let property = question("something that is not supported", [*place]);
            match ask(&made, &property, stop, &mut proofs) {
                Asked::Never => {}
                Asked::Reached(_) => return Ok(Outcome::Unknown(Reason::Gap(gap.clone()))),
                Asked::Unknown(why) => return Ok(Outcome::Unknown(Reason::NotDecided(why))),
            }
        }
        return Ok(Outcome::Holds(Box::new(made), proofs));
    }
}

enum Asked {
    Never,
    Reached(Vec<TransitionId>),
    Unknown(String),
}

fn ask(
    made: &Parametric,
    property: &Property,
    stop: Stop<'_>,
    proofs: &mut Vec<(Property, Certificate)>,
) -> Asked {
    if property.question == Question::Reach(Vec::new()) {
        return Asked::Never;
    }
    let answer = portfolio::answer(&made.net, &property.question, &Effort::default(), stop);
    match answer.verdict {
        Verdict::Safe(certificate) => {
            proofs.push((property.clone(), certificate));
            Asked::Never
        }
        // What comes after the first token on such a place is of no interest.
        Verdict::Unsafe(witness) => Asked::Reached(until_reached(made, property, witness.run)),
        Verdict::Unknown => Asked::Unknown(format!("whether {} can be reached", property.name)),
    }
}

fn until_reached(
    made: &Parametric,
    property: &Property,
    run: Vec<TransitionId>,
) -> Vec<TransitionId> {
    let Question::Reach(clauses) = &property.question else { return run };
    let bad: Vec<PlaceId> =
        clauses.iter().map(|clause| clause.constraints[0].terms()[0].0).collect();
    let reaches = |id: &TransitionId| {
        let produces = made.net.transition(*id).produces();
        produces.iter().any(|(place, _)| bad.contains(place))
    };
    match run.iter().position(reaches) {
        Some(last) => run[..=last].to_vec(),
        None => run,
    }
}
