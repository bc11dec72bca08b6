//! Which programs ask for more order than this one, in one place?
//!
//! One access has the next stronger order, or there is one more fence.

use crate::case::{Case, Statement};
use base::Ordering;

/// All of them.
pub fn stronger(case: &Case) -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, body) in case.threads.iter().enumerate() {
        cases.extend(stronger_bodies(body).into_iter().map(|body| {
            let mut stronger = case.clone();
            stronger.threads[index] = body;
            stronger
        }));
    }
    cases
}

fn stronger_bodies(body: &[Statement]) -> Vec<Vec<Statement>> {
    use Ordering::{Acquire, AcquireRelease, Release, SeqCst};
    let mut bodies = Vec::new();
    for index in 0..=body.len() {
        for ordering in [Acquire, Release, AcquireRelease, SeqCst] {
            let fence = [Statement::Fence { ordering }];
            bodies.push([&body[..index], &fence, &body[index..]].concat());
        }
    }
    for (index, statement) in body.iter().enumerate() {
        bodies.extend(stronger_statements(statement).into_iter().map(|stronger| {
            let mut body = body.to_vec();
            body[index] = stronger;
            body
        }));
    }
    bodies
}

fn stronger_statements(statement: &Statement) -> Vec<Statement> {
    let with = |change: &dyn Fn(&mut Statement, Ordering), orders: &[Ordering]| {
        let changed = orders.iter().map(|order| {
            let mut statement = statement.clone();
            change(&mut statement, *order);
            statement
        });
        changed.collect::<Vec<Statement>>()
    };
    let with_order = |orders: &[Ordering]| {
        with(
            &|statement, order| match statement {
                Statement::Load { ordering, .. }
                | Statement::Store { ordering, .. }
                | Statement::Rmw { ordering, .. }
                | Statement::Cas { ordering, .. }
                | Statement::Fence { ordering }
                | Statement::Publish { ordering, .. }
                | Statement::Touch { ordering, .. }
                | Statement::Free { ordering, .. } => *ordering = order,
                other => unreachable!("{other:?} has no order"),
            },
            orders,
        )
    };
    match statement {
        Statement::Load { ordering, .. }
        | Statement::Touch { ordering, .. }
        | Statement::Free { ordering, .. } => with_order(next_of_read(*ordering)),
        Statement::Store { ordering, .. } | Statement::Publish { ordering, .. } => {
            with_order(next_of_write(*ordering))
        }
        Statement::Rmw { ordering, .. } | Statement::Fence { ordering } => {
            with_order(next(*ordering))
        }
        Statement::Cas { ordering, failure, .. } => {
            let mut statements = with_order(next(*ordering));
            statements.extend(with(
                &|statement, order| match statement {
                    Statement::Cas { failure, .. } => *failure = order,
                    other => unreachable!("{other:?} does not fail"),
                },
                next_of_read(*failure),
            ));
            statements
        }
        other => {
            let inner = other.body().map_or_else(Vec::new, |body| stronger_bodies(body));
            let outer = inner.into_iter().map(|body| {
                let mut statement = statement.clone();
                *statement.body_mut().expect("it has a body") = body;
                statement
            });
            outer.collect()
        }
    }
}

/// The next stronger orders of an update or a fence.
fn next(ordering: Ordering) -> &'static [Ordering] {
    use Ordering::{Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};
    match ordering {
        Plain => &[Relaxed],
        Relaxed => &[Acquire, Release],
        Acquire | Release => &[AcquireRelease],
        AcquireRelease => &[SeqCst],
        SeqCst => &[],
    }
}

fn next_of_read(ordering: Ordering) -> &'static [Ordering] {
    use Ordering::{Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};
    match ordering {
        Plain => &[Relaxed],
        Relaxed => &[Acquire],
        Acquire | Release | AcquireRelease => &[SeqCst],
        SeqCst => &[],
    }
}

fn next_of_write(ordering: Ordering) -> &'static [Ordering] {
    use Ordering::{Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};
    match ordering {
        Plain => &[Relaxed],
        Relaxed => &[Release],
        Acquire | Release | AcquireRelease => &[SeqCst],
        SeqCst => &[],
    }
}
