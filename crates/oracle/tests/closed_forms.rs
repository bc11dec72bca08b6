//! Symmetric programs whose executions can be counted by hand, for up to six threads: every engine
//! under every model counts as many.
//!
//! All that is shared is mutexes, updates, or one location, of which all models think the same.

use base::Ordering;
use engines::{Classes, GRAPH, Model, RF_SCHEDULES};
use explore::Config;
use oracle::case::{Case, Operand, Place, Statement};
use oracle::lower::lower;
use oracle::runs::{Absent, MODELS, Most, others, run};
use program::RmwOperation;
use program::passes::{PassConfig, standard};

const X: Place = Place { variable: 0, offset: 0, size: 4 };

fn load() -> Statement {
    Statement::Load { register: 0, place: X, ordering: Ordering::Relaxed }
}

fn store(value: u8) -> Statement {
    Statement::Store { place: X, value: Operand::Number(value), ordering: Ordering::Relaxed }
}

fn add() -> Statement {
    Statement::Rmw {
        register: 0,
        operation: RmwOperation::Add,
        place: X,
        value: Operand::Number(1),
        ordering: Ordering::Relaxed,
    }
}

fn locked(mutex: u8, body: Vec<Statement>) -> Statement {
    Statement::Locked { mutex, body }
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

fn choose(n: u64, k: u64) -> u64 {
    factorial(n) / factorial(k) / factorial(n - k)
}

/// How many executions there are, with co and without.
#[derive(Clone, Copy)]
struct Counts {
    graph: u64,
    rf: u64,
}

fn same(count: u64) -> Counts {
    Counts { graph: count, rf: count }
}

fn check(name: &str, threads: Vec<Vec<Statement>>, expected: Counts) {
    let mut program = lower(&Case { threads, join: false, unused: 0 });
    standard(&mut program, PassConfig::default());
    let config = Config { keep_going: true, ..Config::default() };
    for model in &MODELS {
        for engine in [GRAPH].into_iter().chain(others()) {
            let count = match engine.classes() {
                Classes::Executions => expected.graph,
                Classes::ReadsFrom => expected.rf,
                Classes::ObservedOrder => continue,
            };
            let most = Most { executions: 2 * count };
            match run(&program, (engine, model), &config, most) {
                Ok(found) => {
                    let (engine, model) = (engine.name(), model.name());
                    let executions = found.answer.statistics().executions;
                    assert_eq!(executions, count, "{name} with {engine} under {model}");
                    assert!(!found.is_repeated, "{name} with {engine} under {model}: one twice");
                }
                Err(Absent::Unsupported) => assert!(
                    matches!(model, Model::Ra | Model::Rc11 | Model::Rc11Of20)
                        || engine == RF_SCHEDULES,
                    "{name}: {} refuses {}",
                    engine.name(),
                    model.name()
                ),
                Err(Absent::TooLarge) => panic!("{name}: {} has no end", engine.name()),
            }
        }
    }
}

fn all(threads: u64, body: &[Statement]) -> Vec<Vec<Statement>> {
    vec![body.to_vec(); threads as usize]
}

#[test]
fn mutexes_in_sequence() {
    for (threads, mutexes) in [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (2, 4), (3, 3), (4, 2)] {
        let body: Vec<Statement> = (0..mutexes).map(|mutex| locked(mutex, Vec::new())).collect();
        let name = format!("{threads} threads, {mutexes} mutexes in sequence");
        let expected = factorial(threads).pow(mutexes.into());
        check(&name, all(threads, &body), same(expected));
    }
}

#[test]
fn mutexes_inside_of_mutexes() {
    for threads in 2..=6 {
        // The outer one decides.
        let body = [locked(0, vec![locked(1, vec![locked(2, Vec::new())])])];
        check(&format!("{threads} threads, nested"), all(threads, &body), same(factorial(threads)));
    }
    for threads in 2..=4 {
        let body = [locked(0, vec![locked(1, Vec::new())]), locked(2, Vec::new())];
        let expected = factorial(threads).pow(2);
        check(
            &format!("{threads} threads, nested and one more"),
            all(threads, &body),
            same(expected),
        );
    }
}

#[test]
fn some_take_a_second_mutex() {
    // n threads take the first, the last k of them then the second.
    for (threads, second) in [(4, 2), (5, 2), (6, 1), (4, 3)] {
        let body = |index: u64| {
            let is_second = index >= threads - second;
            let rest = is_second.then(|| locked(1, Vec::new()));
            [Some(locked(0, Vec::new())), rest].into_iter().flatten().collect()
        };
        let expected = factorial(threads) * factorial(second);
        let name = format!("{threads} threads, {second} take a second mutex");
        check(&name, (0..threads).map(body).collect(), same(expected));
    }
}

#[test]
fn a_counter_under_a_mutex() {
    for threads in 2..=6 {
        let body = [locked(0, vec![load(), store(1)])];
        let expected = same(factorial(threads));
        check(&format!("{threads} threads count"), all(threads, &body), expected);
    }
}

#[test]
fn tried_mutexes() {
    // k of n take it, one after the other; each other one fails while one of these has it.
    for threads in 2..=5_u64 {
        let expected = (1..=threads)
            .map(|k| choose(threads, k) * factorial(k) * k.pow((threads - k) as u32))
            .sum();
        let body = [Statement::TryLocked { mutex: 0, body: Vec::new() }];
        check(&format!("{threads} threads try"), all(threads, &body), same(expected));
    }
}

#[test]
fn chains_of_updates() {
    for (threads, each) in [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (2, 4), (3, 2), (2, 3)] {
        let body = vec![add(); each as usize];
        let expected = factorial(threads * each) / factorial(each).pow(threads as u32);
        let name = format!("{threads} threads, {each} updates each");
        check(&name, all(threads, &body), same(expected));
    }
}

#[test]
fn readers_and_writers() {
    for threads in 1..=6_u64 {
        let mut bodies = all(threads, &[load()]);
        bodies.push(vec![store(1)]);
        check(&format!("{threads} readers, one writer"), bodies, same(1 << threads));
    }
    for threads in 1..=6_u64 {
        let bodies: Vec<_> = (1..=threads).map(|value| vec![store(value as u8)]).collect();
        let expected = Counts { graph: factorial(threads), rf: 1 };
        check(&format!("{threads} writers"), bodies, expected);
    }
    for threads in 1..=5_u64 {
        let mut bodies: Vec<_> = (1..=threads).map(|value| vec![store(value as u8)]).collect();
        bodies.push(vec![load()]);
        let expected = Counts { graph: factorial(threads + 1), rf: threads + 1 };
        check(&format!("{threads} writers, one reader"), bodies, expected);
    }
}

#[test]
fn pairs_that_have_nothing_to_do_with_each_other() {
    for pairs in 1..=3_u64 {
        let bodies: Vec<_> =
            (0..2 * pairs).map(|index| vec![locked((index / 2) as u8, Vec::new())]).collect();
        check(&format!("{pairs} pairs"), bodies, same(1 << pairs));
    }
}

#[test]
fn one_thread_after_the_other() {
    for threads in 1..=6 {
        let spawn = Statement::Spawn { body: vec![locked(0, vec![add()])], join: true };
        check(&format!("{threads} in a row"), vec![vec![spawn; threads]], same(1));
    }
}
