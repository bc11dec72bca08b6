//! Is a claimed execution one, and is in it wrong what is claimed? Then this is the violation, as
//! the run shows it.

use crate::driver::run;
use crate::ending::{is_deadlock, waits_in_loop};
use crate::graph::graph;
use crate::judged::confirm;
use crate::lifetimes::{freed_twice, is_late, second_ends};
use crate::lives::{frees, outlives, precedes};
use crate::mapped::check_mapped;
use crate::run::Run;
use crate::standing::joins_twice;
use crate::structure::structure;
use crate::witness::{name, origins, witness};
use crate::{Claim, Native, Performed, Wrong};
use answer::Violation;
use base::{SourcePosition, ThreadId, ViolationKind};
use cat::program::Possibilities;
use cat::{Judgement, Witness as Evidence, evaluate, judge};
use events::{CatView, EventStructure, Primitives};
use interp::{Context, Failure, Knowledge, Request};
use program::Program;
use safety::rules::messages;
use unroll::mapping::Mapping;

/// Who judges an execution.
#[derive(Clone, Copy, Debug)]
pub struct Judges<'j> {
    /// The axioms in cat, with what their names mean.
    pub axioms: &'j cat::Program,
    pub primitives: &'j Primitives,
    /// Whether these are about dependencies, and about atomic blocks.
    pub has_dependencies: bool,
    pub has_blocks: bool,
    /// The native model that means the same, if there is one.
    pub native: Option<Native>,
    /// What a compiler puts around accesses, if the axioms are those of a machine.
    pub mapping: Option<&'static Mapping>,
}

/// Runs a claimed execution again and has it judged: the violation, or what is wrong with the
/// claim.
pub fn rerun(program: &Program, claim: &Claim, judges: Judges<'_>) -> Result<Violation, String> {
    let tracks = judges.has_dependencies && judges.mapping.is_none();
    let run = run(program, claim, tracks)?;
    let judgement = judged(program, claim, &run, judges)?;
    let place = |number: usize| -> (ThreadId, Option<SourcePosition>) {
        let own = &run.performed[number];
        (run.threads[own.thread].state.id(), own.position)
    };
    let running = |claimed: usize| {
        let runner = run.thread(claimed);
        runner.ok_or_else(|| "the thread that goes wrong never ran".to_owned())
    };
    let mut about = Vec::new();
    let (kind, message, (thread, position)) = match claim.wrong {
        Wrong::Fails { thread, kind } => {
            let runner = running(thread)?;
            let number = run.names.running(thread).expect("it runs");
            let (failure, position) = match runner.state.request() {
                Request::Failed(failure) => {
                    (Failure::clone(failure), runner.state.position(program))
                }
                _ => ends_of_lives(program, &run, number, &mut about)
                    .ok_or_else(|| "a thread does not fail".to_owned())?,
            };
            if failure.kind != kind {
                return Err(format!("a thread fails by {} and not {kind}", failure.kind));
            }
            (kind, failure.message, (runner.state.id(), position))
        }
        Wrong::Deadlock { thread } => {
            let runner = running(thread)?;
            let number = run.names.running(thread).expect("it runs");
            if !is_deadlock(program, &run, number) {
                return Err("a deadlock is none".to_owned());
            }
            let place = (runner.state.id(), runner.state.position(program));
            (ViolationKind::Deadlock, messages::DEADLOCK.to_owned(), place)
        }
        Wrong::Liveness { thread } => {
            running(thread)?;
            let number = run.names.running(thread).expect("it runs");
            let Some(reads) = waits_in_loop(&run, number) else {
                return Err("a loop does not wait for ever".to_owned());
            };
            let runner = &run.threads[number];
            let message = messages::LIVENESS.to_owned();
            let first = reads.first().and_then(|read| place(*read).1);
            let position = first.or_else(|| runner.state.whereabouts(program).in_loop);
            let place = (runner.state.id(), position);
            about = reads;
            (ViolationKind::Liveness, message, place)
        }
        Wrong::Race { check, ref steps } => {
            about = judgement.racing(&run, check, steps)?;
            let message = "data race: nothing orders this access and another one".to_owned();
            let last = *about.last().expect("a race has an event");
            (ViolationKind::DataRace, message, place(last))
        }
        Wrong::Precedes { thread, step } => {
            let (access, failure) = precedes(program, &run, (thread, step), judges)?;
            about = vec![access];
            (failure.kind, failure.message, place(access))
        }
        Wrong::Outlives { thread, step, ends } => {
            let (access, end, failure) = outlives(program, &run, (thread, step), ends, judges)?;
            about = vec![end, access];
            (failure.kind, failure.message, place(access))
        }
        Wrong::Frees { thread, object } => {
            let (end, failure) = frees(program, claim, &run, (thread, object), judges)?;
            about = vec![end];
            (failure.kind, failure.message, place(end))
        }
    };
    confirm(program, claim, &run, judges.native, kind)?;
    let witness = witness(program, &run);
    Ok(Violation {
        kind,
        message,
        thread,
        position,
        events: about.into_iter().map(|number| name(&run, number)).collect(),
        replay: None,
        objects: origins(&run, &witness),
        witness,
        trace: None,
    })
}

/// What is wrong with what a thread is about to do, or has done, to an object whose life ends, or
/// to a thread that is over.
fn ends_of_lives(
    program: &Program,
    run: &Run<'_>,
    thread: usize,
    about: &mut Vec<usize>,
) -> Option<(Failure, Option<SourcePosition>)> {
    let knowledge = Knowledge::new(program);
    let context = Context { program, knowledge: &knowledge };
    if let Some(failure) = is_late(run, &context, thread) {
        return Some((failure, run.threads[thread].state.position(program)));
    }
    if let Some(failure) = joins_twice(run, thread) {
        return Some((failure, run.threads[thread].state.position(program)));
    }
    let second = *second_ends(run, thread).first()?;
    about.push(second);
    Some((freed_twice(), run.performed[second].position))
}

/// What axioms say of a run.
struct Judged {
    judgement: Option<Judgement>,
    /// Which events of the run those of the judged structure are.
    of_run: Vec<Option<usize>>,
}

impl Judged {
    /// The events of the run that make it undefined, by a check of the model. Where the run itself
    /// is not judged, they are those of the claim.
    fn racing(
        &self,
        run: &Run<'_>,
        check: usize,
        steps: &[(usize, usize)],
    ) -> Result<Vec<usize>, String> {
        if self.judgement.is_none() {
            let find = |(thread, step): &(usize, usize)| {
                let running = run.names.running(*thread)?;
                let is_it = |own: &Performed<'_>| own.thread == running && own.step == Some(*step);
                run.performed.iter().position(is_it)
            };
            let found: Option<Vec<usize>> = steps.iter().map(find).collect();
            let found = found.filter(|own| !own.is_empty());
            return found.ok_or_else(|| "a race is between no events".to_owned());
        }
        let undefined = self.judgement.iter().flat_map(|own| &own.undefined);
        let found = undefined.filter(|own| own.check == check).find_map(|own| own.witness.clone());
        let events = match found {
            Some(Evidence::Pair(from, to)) => vec![from, to],
            Some(Evidence::Event(event)) => vec![event],
            Some(Evidence::Cycle(events)) => events,
            None => return Err("a race is none".to_owned()),
        };
        let events: Vec<usize> = events.into_iter().filter_map(|own| self.of_run[own]).collect();
        match events.is_empty() {
            true => Err("a race is between no events".to_owned()),
            false => Ok(events),
        }
    }
}

/// Has a run judged. What is forbidden is an error.
fn judged(
    program: &Program,
    claim: &Claim,
    run: &Run<'_>,
    judges: Judges<'_>,
) -> Result<Judged, String> {
    if let Some(native) = judges.native {
        let Some(graph) = graph(run) else {
            return Err("po and rf have a circle, which the model forbids".to_owned());
        };
        if !native.allows(&graph) {
            return Err("the axioms of the native model forbid it".to_owned());
        }
    }
    if let Some(mapping) = judges.mapping {
        check_mapped(program, claim, run, mapping)?;
        return Ok(Judged { judgement: None, of_run: Vec::new() });
    }
    // What a model chooses besides co is only known of the events of the claim.
    if judges.axioms.choices.len() > 1 {
        return Ok(Judged { judgement: None, of_run: Vec::new() });
    }
    let (structure, of_run) = structure(run, judges.has_blocks);
    let judgement = judge_structure(&structure, judges)?;
    Ok(Judged { judgement: Some(judgement), of_run })
}

fn judge_structure(structure: &EventStructure, judges: Judges<'_>) -> Result<Judgement, String> {
    let view = CatView::new(structure, judges.primitives);
    let valuation = evaluate(judges.axioms, &mut view.world(), &view);
    for choice in &judges.axioms.choices {
        let (Possibilities::Orders { order, .. }, Some(co)) = (&choice.source, &structure.co)
        else {
            return Err("the model chooses something else than an order of writes".to_owned());
        };
        let demanded = valuation.relation(*order);
        if !demanded.clone().without(co).is_empty() {
            return Err("the order of writes is not one that the model chooses".to_owned());
        }
    }
    let judgement = judge(judges.axioms, view.world(), &view);
    if let Some(violation) = &judgement.forbidden {
        let check = &judges.axioms.checks[violation.check];
        let name = check.name.as_deref().unwrap_or("without a name");
        return Err(format!("the model forbids the run, by the axiom {name}"));
    }
    Ok(judgement)
}
