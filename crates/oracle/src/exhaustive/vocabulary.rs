//! What the statements of small programs are: one kind of thing at a time.

use crate::case::{Operand, Own, POINTER, Place, Primitive, Retry, Statement};
use base::Ordering;
use program::RmwOperation;

use Ordering::{Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};

/// Statements that belong together.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    pub name: &'static str,
    pub statements: Vec<Statement>,
}

/// The vocabulary with a name.
pub fn find(name: &str) -> Option<Vocabulary> {
    all().into_iter().find(|vocabulary| vocabulary.name == name)
}

const VARIABLES: [u8; 2] = [0, 1];
const MUTEXES: [u8; 2] = [0, 1];

/// All vocabularies.
pub fn all() -> Vec<Vocabulary> {
    let vocabulary = |name, statements: Vec<Vec<Statement>>| Vocabulary {
        name,
        statements: statements.into_iter().flatten().collect(),
    };
    vec![
        vocabulary(
            "orders",
            vec![
                both(|x| [Relaxed, Acquire, SeqCst].map(|order| load(x, order)).to_vec()),
                both(|x| [Relaxed, Release, SeqCst].map(|order| store(x, 1, order)).to_vec()),
            ],
        ),
        vocabulary(
            "plain",
            vec![
                both(|x| vec![load(x, Plain), store(x, 1, Plain)]),
                both(|x| vec![load(x, Acquire), store(x, 2, Release)]),
            ],
        ),
        vocabulary(
            "fences",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 1, Relaxed)]),
                [Acquire, Release, AcquireRelease, SeqCst]
                    .map(|ordering| Statement::Fence { ordering })
                    .to_vec(),
            ],
        ),
        vocabulary(
            "updates",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 2, Relaxed)]),
                both(|x| {
                    [RmwOperation::Exchange, RmwOperation::Add, RmwOperation::Or]
                        .map(|operation| update(x, operation, 1, Relaxed))
                        .to_vec()
                }),
                both(|x| [0, 1].map(|expected| exchange(x, expected, 3, false)).to_vec()),
            ],
        ),
        vocabulary(
            "update-orders",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 2, Relaxed)]),
                both(|x| {
                    [Relaxed, Acquire, Release, AcquireRelease, SeqCst]
                        .map(|order| update(x, RmwOperation::Add, 1, order))
                        .to_vec()
                }),
            ],
        ),
        vocabulary(
            "weak-exchanges",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 1, Relaxed), exchange(x, 0, 3, true)]),
                retries().map(|retry| Statement::CasLoop { place: number(0), retry }).to_vec(),
            ],
        ),
        vocabulary(
            "mixed-sizes",
            vec![parts().map(part_load).to_vec(), parts().map(part_store).to_vec()],
        ),
        vocabulary(
            "mutexes",
            vec![
                vec![load(0, Plain), store(0, 1, Plain)],
                MUTEXES.map(|mutex| Statement::Lock { mutex }).to_vec(),
                MUTEXES.map(|mutex| locked(mutex, vec![load(0, Plain)])).to_vec(),
                MUTEXES.map(|mutex| locked(mutex, vec![store(0, 2, Plain)])).to_vec(),
                MUTEXES.map(|mutex| locked(mutex, vec![locked(1 - mutex, vec![])])).to_vec(),
                MUTEXES
                    .map(|mutex| Statement::TryLocked { mutex, body: vec![store(0, 3, Plain)] })
                    .to_vec(),
            ],
        ),
        vocabulary(
            "mutex-lifetimes",
            vec![
                vec![load(0, Plain), store(0, 1, Plain)],
                MUTEXES.map(|mutex| Statement::Lock { mutex }).to_vec(),
                MUTEXES.map(|mutex| locked(mutex, vec![store(0, 2, Plain)])).to_vec(),
                MUTEXES.map(|mutex| Statement::Initialise { mutex }).to_vec(),
                MUTEXES.map(|mutex| Statement::Destroy { mutex }).to_vec(),
            ],
        ),
        vocabulary(
            "semaphores",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 1, Relaxed)]),
                vec![
                    Statement::Primitive(Primitive::Take),
                    Statement::Primitive(Primitive::TryTake { register: 1 }),
                    Statement::Primitive(Primitive::Give),
                ],
            ],
        ),
        vocabulary(
            "conditions",
            vec![
                vec![load(0, Relaxed), store(0, 1, Relaxed), locked(0, vec![store(0, 2, Plain)])],
                vec![
                    Statement::Primitive(Primitive::Wait { mutex: 0 }),
                    Statement::Primitive(Primitive::Signal),
                    Statement::Primitive(Primitive::Broadcast),
                ],
            ],
        ),
        vocabulary(
            "reader-writer-locks",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 1, Relaxed)]),
                both(|variable| {
                    vec![
                        Statement::Primitive(Primitive::Reading { register: 0, variable }),
                        Statement::Primitive(Primitive::Writing { variable, value: 2 }),
                        Statement::Primitive(Primitive::TryWriting {
                            register: 1,
                            variable,
                            value: 3,
                        }),
                    ]
                }),
            ],
        ),
        vocabulary(
            "barriers",
            vec![
                both(|x| vec![load(x, Plain), store(x, 1, Plain)]),
                vec![Statement::Primitive(Primitive::Arrive)],
            ],
        ),
        vocabulary(
            "lifetimes",
            vec![
                [Relaxed, Release].map(publish).to_vec(),
                [Relaxed, Acquire].map(|ordering| touch(ordering, false)).to_vec(),
                [Relaxed, Acquire].map(|ordering| touch(ordering, true)).to_vec(),
                [Relaxed, Acquire].map(free).to_vec(),
            ],
        ),
        vocabulary(
            "thread-locals",
            vec![
                vec![
                    Statement::Own(Own::Load { register: 0, ordering: Relaxed }),
                    Statement::Own(Own::Store { value: Operand::Number(2), ordering: Relaxed }),
                ],
                [Relaxed, Release]
                    .map(|ordering| Statement::Own(Own::Publish { ordering }))
                    .to_vec(),
                [Relaxed, Acquire]
                    .map(|ordering| Statement::Own(Own::Peek { register: 1, ordering }))
                    .to_vec(),
            ],
        ),
        vocabulary(
            "waiting",
            vec![
                both(|x| vec![store(x, 0, Relaxed), store(x, 1, Relaxed), spin(x, 1)]),
                both(|x| {
                    vec![
                        spin_update(x, RmwOperation::Exchange, 0),
                        spin_update(x, RmwOperation::Add, 1),
                    ]
                }),
            ],
        ),
        vocabulary(
            "more-waiting",
            vec![
                vec![store(0, 0, Relaxed), store(0, 1, Relaxed), store(1, 1, Relaxed)],
                vec![
                    spin(0, 0),
                    spin_update(0, RmwOperation::Or, 0),
                    Statement::SpinBoth { variables: [0, 1], equals: [1, 1], ordering: Relaxed },
                    Statement::Poll { mutex: 0, variable: 0, equals: 1 },
                    Statement::SpinLocked { place: number(0), body: vec![store(1, 1, Relaxed)] },
                ],
                retries().map(|retry| Statement::CasLoop { place: number(0), retry }).to_vec(),
            ],
        ),
        vocabulary(
            "standstill",
            vec![
                vec![store(0, 0, Relaxed), store(0, 1, Relaxed), spin(0, 1)],
                vec![spin_update(0, RmwOperation::Exchange, 0)],
                vec![Statement::Lock { mutex: 0 }, locked(0, vec![store(0, 1, Relaxed)])],
                vec![
                    Statement::Primitive(Primitive::Take),
                    Statement::Primitive(Primitive::Give),
                    Statement::Primitive(Primitive::Wait { mutex: 1 }),
                    Statement::Primitive(Primitive::Signal),
                    Statement::Primitive(Primitive::Arrive),
                    Statement::Primitive(Primitive::Writing { variable: 1, value: 1 }),
                ],
            ],
        ),
        vocabulary(
            "threads",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 1, Relaxed)]),
                both(|x| {
                    let bodies = [vec![store(x, 2, Relaxed)], vec![load(x, Relaxed)]];
                    bodies
                        .into_iter()
                        .flat_map(|body| {
                            [true, false].map(|join| Statement::Spawn { body: body.clone(), join })
                        })
                        .collect()
                }),
            ],
        ),
        vocabulary(
            "control",
            vec![
                both(|x| vec![load(x, Relaxed), store(x, 1, Relaxed)]),
                vec![
                    Statement::AssertNot { register: 0, equals: 1 },
                    Statement::Assume { register: 0, equals: 1 },
                    Statement::If { register: 0, equals: 1, body: vec![store(1, 2, Relaxed)] },
                    Statement::Choose { register: 0, high: 1 },
                    Statement::Exit,
                ],
            ],
        ),
    ]
}

fn both(statements: impl Fn(u8) -> Vec<Statement>) -> Vec<Statement> {
    VARIABLES.into_iter().flat_map(statements).collect()
}

fn number(variable: u8) -> Place {
    Place { variable, offset: 0, size: 4 }
}

fn load(variable: u8, ordering: Ordering) -> Statement {
    Statement::Load { register: 0, place: number(variable), ordering }
}

fn store(variable: u8, value: u8, ordering: Ordering) -> Statement {
    Statement::Store { place: number(variable), value: Operand::Number(value), ordering }
}

fn update(variable: u8, operation: RmwOperation, value: u8, ordering: Ordering) -> Statement {
    let (place, value) = (number(variable), Operand::Number(value));
    Statement::Rmw { register: 0, operation, place, value, ordering }
}

fn exchange(variable: u8, expected: u8, desired: u8, weak: bool) -> Statement {
    Statement::Cas {
        register: 0,
        place: number(variable),
        expected: Operand::Number(expected),
        desired: Operand::Number(desired),
        weak,
        ordering: AcquireRelease,
        failure: Relaxed,
    }
}

fn locked(mutex: u8, body: Vec<Statement>) -> Statement {
    Statement::Locked { mutex, body }
}

/// Four bytes, both halves, and one byte in the middle.
fn parts() -> [Place; 4] {
    [(0, 4), (0, 2), (2, 2), (1, 1)].map(|(offset, size)| Place { variable: 0, offset, size })
}

fn part_load(place: Place) -> Statement {
    Statement::Load { register: 0, place, ordering: Plain }
}

fn part_store(place: Place) -> Statement {
    Statement::Store { place, value: Operand::Number(place.size + 1), ordering: Plain }
}

fn retries() -> [Retry; 2] {
    [Retry { weak: false, reload: true }, Retry { weak: true, reload: false }]
}

fn publish(ordering: Ordering) -> Statement {
    Statement::Publish { variable: POINTER, ordering }
}

fn touch(ordering: Ordering, updates: bool) -> Statement {
    Statement::Touch { variable: POINTER, ordering, updates }
}

fn free(ordering: Ordering) -> Statement {
    Statement::Free { variable: POINTER, ordering }
}

fn spin(variable: u8, equals: u8) -> Statement {
    Statement::Spin { place: number(variable), equals, ordering: Acquire }
}

fn spin_update(variable: u8, operation: RmwOperation, equals: u8) -> Statement {
    Statement::SpinUpdate { place: number(variable), operation, equals, ordering: AcquireRelease }
}
