//! What changes look like, on small texts.

use super::{patch, unified};
use crate::place::{Kind, Place};
use crate::{Change, Guarantees};
use base::{Ordering, SourceId, SourcePosition};

fn change(
    (line, column): (u32, u32),
    kind: Kind,
    from: Option<Ordering>,
    to: Option<Ordering>,
) -> Change {
    let position = SourcePosition { file: SourceId(0), line, column };
    let (now, most) = (from.map_or(Guarantees::NONE, Guarantees::of), Guarantees::ALL);
    let place = Place { position, kind, function: "f".to_owned(), now, most };
    Change { place, from, to }
}

fn check(text: &str, changes: &[Change], expected: &str) {
    assert_eq!(patch(text, changes).text(), expected);
}

#[test]
fn an_order_is_another_name() {
    let to_release =
        [change((1, 1), Kind::Store, Some(Ordering::Relaxed), Some(Ordering::Release))];
    check(
        "atomic_store_explicit(&x, f(1, 2), memory_order_relaxed);\n",
        &to_release,
        "atomic_store_explicit(&x, f(1, 2), memory_order_release);\n",
    );
    check(
        "__atomic_store_n(&x, 1, __ATOMIC_RELAXED);\n",
        &to_release,
        "__atomic_store_n(&x, 1, __ATOMIC_RELEASE);\n",
    );
    // Not an order that is known, not a call, another order than the one that is there.
    for unknown in [
        "atomic_store_explicit(&x, 1, MO);\n",
        "x = 1;\n",
        "store(&x, 1, memory_order_relaxed);\n",
        "atomic_store_explicit(&x, 1, memory_order_seq_cst);\n",
        "atomic_store_explicit(&x, ')', memory_order_relaxed);\n",
    ] {
        check(unknown, &to_release, unknown);
        assert_eq!(patch(unknown, &to_release).left, [0]);
    }
}

#[test]
fn both_orders_of_a_compare_exchange() {
    let text = "atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_relaxed,\n    \
                memory_order_relaxed);\n";
    let changes = [
        change((1, 1), Kind::Update, Some(Ordering::Relaxed), Some(Ordering::AcquireRelease)),
        change((1, 1), Kind::Failure, Some(Ordering::Relaxed), Some(Ordering::Acquire)),
    ];
    check(
        text,
        &changes,
        "atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_acq_rel,\n    \
         memory_order_acquire);\n",
    );
}

#[test]
fn what_says_no_order_says_one() {
    let relaxed = [change((1, 5), Kind::Load, Some(Ordering::SeqCst), Some(Ordering::Relaxed))];
    check(
        "r = atomic_load(&x);\n",
        &relaxed,
        "r = atomic_load_explicit(&x, memory_order_relaxed);\n",
    );
}

#[test]
fn fences_come_and_go() {
    let text = "{\n  atomic_store(&x, 1);\n  while (atomic_load(&y)) ;\n  \
                atomic_thread_fence(memory_order_seq_cst);\n}\n";
    let changes = [
        change((2, 3), Kind::Gap, None, Some(Ordering::SeqCst)),
        change((3, 10), Kind::Gap, None, Some(Ordering::Acquire)),
        change((4, 3), Kind::Fence, Some(Ordering::SeqCst), None),
    ];
    let patched = patch(text, &changes);
    assert_eq!(
        unified("a.c", text, &patched),
        "--- a.c\n+++ a.c\n@@ -1,5 +1,5 @@\n {\n-  atomic_store(&x, 1);\n\
         -  while (atomic_load(&y)) ;\n-  atomic_thread_fence(memory_order_seq_cst);\n\
         +  atomic_thread_fence(memory_order_seq_cst);\n+  atomic_store(&x, 1);\n\
         +  while ((atomic_thread_fence(memory_order_acquire), atomic_load(&y))) ;\n }\n"
    );
}

#[test]
fn a_statement_without_braces_keeps_its_fence_inside() {
    let text = "if (c)\n  atomic_store(&x, 1);\n";
    let fence = [change((2, 3), Kind::Gap, None, Some(Ordering::SeqCst))];
    check(
        text,
        &fence,
        "if (c)\n  (atomic_thread_fence(memory_order_seq_cst), atomic_store(&x, 1));\n",
    );
}
