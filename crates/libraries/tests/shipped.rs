//! The shipped libraries against machines that do the same in a few lines of code, on random
//! sequences of calls.

use base::Address;
use libraries::{Installed, parse, shipped};
use program::library::{LibraryCall, Reaction, Semantics};
use std::collections::VecDeque;
use std::sync::Arc;
use testing::Random;

/// What a machine says to a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Returns(u64),
    Waits,
    Breaks,
}

/// A machine: the function's name, the thread and the argument.
type Machine = Box<dyn FnMut(&str, u32, u64) -> Answer>;

fn compare(name: &str, new_machine: impl Fn() -> Machine) {
    let text = shipped::find(name).expect("it is shipped");
    let specification = parse(text).expect("it is well-formed");
    let installed = Installed::new(&specification, name, &[]).expect("its axioms are cat");
    let semantics: Arc<dyn Semantics> = installed.library.semantics;
    let functions = installed.library.functions;
    let (mut returned, mut waited, mut broken) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut machine = new_machine();
        let (mut state, mut calls) = (0, Vec::new());
        for argument in 1..14 {
            let function = random.below(functions.len() as u64) as u32;
            let thread = random.below(3) as u32;
            let call = LibraryCall { function, thread, argument };
            let name = &functions[function as usize].name;
            calls.push((name.clone(), thread));
            let found = semantics.react(state, Address(0x1000), call);
            match (machine(name, thread, argument), &found) {
                (Answer::Returns(expected), Reaction::Returns { value, state: next }) => {
                    assert_eq!(expected, *value, "{calls:?}");
                    state = *next;
                    returned += 1;
                }
                (Answer::Waits, Reaction::Waits) => waited += 1,
                (Answer::Breaks, Reaction::Breaks(_)) => broken += 1,
                (expected, _) => panic!("{found:?} instead of {expected:?} after {calls:?}"),
            }
        }
    }
    assert!(returned > 1000, "{returned} calls returned");
    assert!(waited > 100 || broken > 100, "{waited} calls waited, {broken} broke rules");
}

/// Calls have no tags, and axioms that ask for some are wrong, not our bug.
#[test]
fn axioms_about_tags_are_refused() {
    let text =
        "library own\nfunction f(object): update\naxioms\nenum E = 'mb\nempty tag2events('mb)\n";
    let specification = parse(text).expect("it is well-formed");
    assert!(Installed::new(&specification, "own", &[]).is_err());
}

#[test]
fn mutex() {
    compare("mutex", || {
        let mut holder = None;
        Box::new(move |name, thread, _| match (name, holder) {
            ("lock", None) => {
                holder = Some(thread);
                Answer::Returns(0)
            }
            ("lock", Some(_)) => Answer::Waits,
            (_, other) if other == Some(thread) => {
                holder = None;
                Answer::Returns(0)
            }
            _ => Answer::Breaks,
        })
    });
}

#[test]
fn rwlock() {
    compare("rwlock", || {
        let (mut readers, mut writer) = ([0; 3], None);
        Box::new(move |name, thread, _| {
            let own = &mut readers[thread as usize];
            match name {
                "read_lock" if writer.is_none() => *own += 1,
                "read_unlock" if *own > 0 => *own -= 1,
                "write_lock" if writer.is_none() && readers == [0; 3] => writer = Some(thread),
                "write_unlock" if writer == Some(thread) => writer = None,
                "read_lock" | "write_lock" => return Answer::Waits,
                _ => return Answer::Breaks,
            }
            Answer::Returns(0)
        })
    });
}

#[test]
fn queue() {
    compare("queue", || {
        let mut queue = VecDeque::new();
        Box::new(move |name, _, argument| match name {
            "enqueue" => {
                queue.push_back(argument);
                Answer::Returns(0)
            }
            "dequeue" => queue.pop_front().map_or(Answer::Waits, Answer::Returns),
            _ => Answer::Returns(queue.pop_front().unwrap_or(0)),
        })
    });
}

#[test]
fn stack() {
    compare("stack", || {
        let mut stack = Vec::new();
        Box::new(move |name, _, argument| match name {
            "push" => {
                stack.push(argument);
                Answer::Returns(0)
            }
            "pop" => stack.pop().map_or(Answer::Waits, Answer::Returns),
            _ => Answer::Returns(stack.pop().unwrap_or(0)),
        })
    });
}
