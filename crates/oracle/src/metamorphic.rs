//! What cannot matter does not: each engine, and brute force, finds as much in a program as in
//! others that differ in names only, or in what nobody can see.
//!
//! - *threads*: the threads in another order;
//! - *names*: other variables and mutexes in the same places;
//! - *unused*: a variable and a mutex more that nobody uses;
//! - *private*: a store to a variable that no other thread uses, somewhere in a thread, which is as
//!   much as exchanging it with the statements after it;
//! - *inside*: a thread that creates a thread that does what it did, and joins it;
//! - *barrier*: an update, a seq_cst store or an atomic block on memory that nobody else knows:
//!   under TSO and PSO it is as good as a fence in its place, and under SC and RA as good as
//!   nothing;
//! - *split*: under SC, where creating and joining orders no more than program order does, a thread
//!   that leaves its second half to another one.
//!
//! The number of executions stays, and so do the kinds of violations and in how many places they
//! are.

use crate::case::{Barrier, Case, MUTEXES, Operand, POINTER, Place, Statement, VARIABLES};
use crate::compare::Outcome;
use crate::lower::lower;
use crate::runs::{Absent, MODELS, Most, kinds, others, run};
use base::{Ordering, ViolationKind};
use engines::{EngineRef, GRAPH, Model};
use enumerate::{Buffers, NO_QUESTIONS};
use explore::Config;
use program::Program;
use program::passes::PassConfig;
use testing::Random;

const MOST: Most = Most { executions: 500 };
/// How many steps brute force may take.
const LIMIT: u64 = 20_000;

/// What a variant of a program is called, and itself.
type Variant = (&'static str, Case);

/// What an engine or brute force says of a program.
#[derive(PartialEq, Eq, Debug)]
struct Answer {
    executions: usize,
    violations: Vec<ViolationKind>,
}

/// Compares a case with its variants; the seed says which.
pub fn compare(case: &Case, seed: u64) -> Outcome {
    // How far others have got when the program ends is counted, and depends on everything.
    if case.statements().iter().any(|statement| matches!(statement, Statement::Exit)) {
        return Outcome::Skipped;
    }
    let mut random = Random::new(seed ^ 0x6d65_7461);
    let everywhere = variants(case, &mut random);
    let split = split(case, &mut random).map(|case| ("split", case));
    let (fenced, barrier) = with_barrier(case, &mut random);
    let barrier = ("barrier", barrier);
    let (mut models, mut executions, mut violated) = (0, 0, false);
    for model in &MODELS {
        let only_sc = split.as_ref().filter(|_| matches!(model, Model::Sc));
        let mut variants: Vec<&Variant> = everywhere.iter().chain(only_sc).collect();
        match model {
            Model::Tso | Model::Pso => {
                if let Err(what) = compare_under(&fenced, &[&barrier], model) {
                    return Outcome::Difference(format!("{}: {what}", model.name()));
                }
            }
            Model::Sc | Model::Ra => variants.push(&barrier),
            Model::Rc11 | Model::Rc11Of20 | Model::Cat { .. } => {}
        }
        match compare_under(case, &variants, model) {
            Ok(None) => {}
            Ok(Some(answer)) => {
                models += 1;
                executions = executions.max(answer.executions);
                violated |= !answer.violations.is_empty();
            }
            Err(what) => return Outcome::Difference(format!("{}: {what}", model.name())),
        }
    }
    match models {
        0 => Outcome::Skipped,
        models => Outcome::Agreement { models, executions, violated },
    }
}

fn compare_under(
    case: &Case,
    variants: &[&Variant],
    model: &Model,
) -> Result<Option<Answer>, String> {
    let mut first = None;
    for engine in [GRAPH].into_iter().chain(others()) {
        let Ok(expected) = ask(&prepared(case), (engine, model)) else { continue };
        for (name, variant) in variants {
            if let Ok(answer) = ask(&prepared(variant), (engine, model))
                && answer != expected
            {
                let engine = engine.name();
                return Err(format!("{engine}, {name}: {answer:?}, not {expected:?}"));
            }
        }
        first.get_or_insert(expected);
    }
    if let Some(expected) = enumerate(case, model) {
        for (name, variant) in variants {
            if let Some(answer) = enumerate(variant, model)
                && answer != expected
            {
                return Err(format!("brute force, {name}: {answer:?}, not {expected:?}"));
            }
        }
    }
    Ok(first)
}

fn prepared(case: &Case) -> Program {
    let mut program = lower(case);
    program::passes::standard(&mut program, PassConfig::default());
    program
}

fn ask(program: &Program, which: (EngineRef, &Model)) -> Result<Answer, Absent> {
    let config = Config { keep_going: true, patience: 64, ..Config::default() };
    let found = run(program, which, &config, MOST)?;
    let executions = found.answer.statistics().executions as usize;
    let mut violations = kinds(&found.answer);
    // A deadlock is where the first of those threads is that wait, and which is first has to do
    // with names.
    violations.dedup_by(|left, right| left == right && *left == ViolationKind::Deadlock);
    Ok(Answer { executions, violations })
}

/// What brute force says, under the models that have a machine.
fn enumerate(case: &Case, model: &Model) -> Option<Answer> {
    let buffers = match model {
        Model::Sc => Buffers::None,
        Model::Tso => Buffers::PerThread,
        Model::Pso => Buffers::PerLocation,
        Model::Ra | Model::Rc11 | Model::Rc11Of20 | Model::Cat { .. } => return None,
    };
    let mut program = lower(case);
    program::passes::spin::run(&mut program);
    let found = enumerate::interleavings(&program, buffers, LIMIT, NO_QUESTIONS).ok()?;
    if found.unsupported {
        return None;
    }
    let mut violations: Vec<ViolationKind> =
        found.violations.iter().map(|(kind, _)| *kind).collect();
    violations.sort();
    Some(Answer { executions: found.executions.len(), violations })
}

/// The variants that no model tells apart.
fn variants(case: &Case, random: &mut Random) -> Vec<Variant> {
    let mut variants = vec![("threads", shuffled(case, random)), ("names", renamed(case, random))];
    variants.push(("unused", Case { unused: 2, ..case.clone() }));
    variants.extend(with_private(case, random).map(|case| ("private", case)));
    let mut inside = case.clone();
    let thread = random.below(case.threads.len() as u64) as usize;
    let body = std::mem::take(&mut inside.threads[thread]);
    inside.threads[thread] = vec![Statement::Spawn { body, join: true }];
    variants.push(("inside", inside));
    variants
}

fn shuffled(case: &Case, random: &mut Random) -> Case {
    let mut case = case.clone();
    shuffle(&mut case.threads, random);
    case
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for index in (1..items.len()).rev() {
        items.swap(index, random.below(index as u64 + 1) as usize);
    }
}

fn renamed(case: &Case, random: &mut Random) -> Case {
    let mut variables: Vec<u8> = (0..VARIABLES).filter(|it| *it != POINTER).collect();
    shuffle(&mut variables, random);
    variables.insert(usize::from(POINTER), POINTER);
    let mut mutexes: Vec<u8> = (0..MUTEXES).collect();
    shuffle(&mut mutexes, random);
    let mut case = case.clone();
    for body in &mut case.threads {
        rename(body, &variables, &mutexes);
    }
    case
}

fn rename(body: &mut [Statement], variables: &[u8], mutexes: &[u8]) {
    for statement in body {
        statement
            .rename(|variable| variables[usize::from(variable)], |it| mutexes[usize::from(it)]);
        if let Some(body) = statement.body_mut() {
            rename(body, variables, mutexes);
        }
    }
}

/// With one more store, to a variable that nobody uses yet.
fn with_private(case: &Case, random: &mut Random) -> Option<Case> {
    let variable = (0..VARIABLES).find(|it| *it != POINTER && !case.uses(*it))?;
    let ordering = random.pick(&[Ordering::Plain, Ordering::Relaxed, Ordering::Release]);
    let place = Place { variable, offset: 0, size: 4 };
    let store = Statement::Store { place, value: Operand::Number(1), ordering };
    let mut case = case.clone();
    let thread = random.below(case.threads.len() as u64) as usize;
    let body = &mut case.threads[thread];
    body.insert(random.below(body.len() as u64 + 1) as usize, store);
    Some(case)
}

/// With a full fence somewhere, and with a private access instead that is one on a machine with
/// store buffers.
fn with_barrier(case: &Case, random: &mut Random) -> (Case, Case) {
    let thread = random.below(case.threads.len() as u64) as usize;
    let index = random.below(case.threads[thread].len() as u64 + 1) as usize;
    let with = |statement| {
        let mut case = case.clone();
        case.threads[thread].insert(index, statement);
        case
    };
    let barriers =
        [Barrier::LocalStore, Barrier::Store, Barrier::Update, Barrier::Failure, Barrier::Block];
    let barrier = Statement::PrivateBarrier(random.pick(&barriers));
    (with(Statement::Fence { ordering: Ordering::SeqCst }), with(barrier))
}

/// With a thread whose second half is a thread of its own; `None` if that needs what the first half
/// has read.
fn split(case: &Case, random: &mut Random) -> Option<Case> {
    let mut case = case.clone();
    let thread = random.below(case.threads.len() as u64) as usize;
    let body = &mut case.threads[thread];
    let rest = body.split_off(random.below(body.len() as u64 + 1) as usize);
    // A mutex is unlocked by the thread that has locked it, and a thread joined by the one that has
    // created it: bodies are whole. One that is kept is not taken again by the same thread, though.
    let keeps_mutex = |statement: &Statement| matches!(statement, Statement::Lock { .. });
    let whole = Case { threads: vec![body.clone()], join: false, unused: 0 };
    if whole.statements().into_iter().any(keeps_mutex) {
        return None;
    }
    let second = Case { threads: vec![rest.clone()], join: false, unused: 0 };
    if second.statements().into_iter().any(Statement::reads_registers) {
        return None;
    }
    body.push(Statement::Spawn { body: rest, join: true });
    Some(case)
}
