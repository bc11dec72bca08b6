//! The figures of `chronological-traces`: how many traces their programs have, and which of them are not sequentially consistent.

use base::ViolationKind;
use explore::dpor::{self, Buffering, Optimal, Pso, Sc, Source, Strategy, Tso};
use explore::{Config, Report, Unlimited};
use program::Program;

/// A program whose threads have these bodies and are all joined.
fn program(threads: &[&str]) -> Program {
    let mut text =
        "global @x : 4\nglobal @y : 4\nglobal @z : 4\nfunction @main() {\nentry:\n".to_owned();
    for index in 0..threads.len() {
        text += &format!("  %{index} = spawn @f{index}, 0\n");
    }
    for index in 0..threads.len() {
        text += &format!("  %{} = join %{index}\n", threads.len() + index);
    }
    text += "  return\n}\n";
    for (index, body) in threads.iter().enumerate() {
        text += &format!("function @f{index}() {{\nentry:\n{body}\n  return\n}}\n");
    }
    program::text::parse(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"))
}

fn report<B: Buffering, S: Strategy>(program: &Program, robustness: bool) -> Report {
    let config = Config { keep_going: true, robustness, ..Config::default() };
    dpor::check::<B, S>(program, &config, &Unlimited, None)
}

/// How many traces a program has, which both strategies find and Optimal-DPOR without anything in vain.
fn traces<B: Buffering>(program: &Program) -> u64 {
    let optimal = report::<B, Optimal>(program, false).statistics;
    let source = report::<B, Source>(program, false).statistics;
    assert_eq!(optimal.sleep_set_blocked, 0, "{}", B::NAME);
    assert_eq!(source.executions, optimal.executions, "{}", B::NAME);
    optimal.executions
}

fn is_robust<B: Buffering>(program: &Program) -> bool {
    let violations = report::<B, Optimal>(program, true).violations;
    !violations.iter().any(|violation| violation.kind == ViolationKind::NotRobust)
}

/// Fig. 1 to 4: under TSO both loads may read the initial values, a trace whose Shasha–Snir trace has a cycle.
#[test]
fn dekker() {
    let program = program(&[
        "  store.4 relaxed @x, 1\n  %0 = load.4 relaxed @y",
        "  store.4 relaxed @y, 1\n  %0 = load.4 relaxed @x",
    ]);
    assert_eq!(
        (traces::<Sc>(&program), traces::<Tso>(&program), traces::<Pso>(&program)),
        (3, 4, 4)
    );
    assert!(
        is_robust::<Sc>(&program) && !is_robust::<Tso>(&program) && !is_robust::<Pso>(&program)
    );
}

/// Fig. 5 to 8: six orders of the accesses to x, of which buffer forwarding leaves three traces. Fig. 8 has them.
#[test]
fn buffer_forwarding() {
    let program =
        program(&["  store.4 relaxed @x, 1\n  %0 = load.4 relaxed @x", "  store.4 relaxed @x, 2"]);
    assert_eq!(
        (traces::<Sc>(&program), traces::<Tso>(&program), traces::<Pso>(&program)),
        (3, 3, 3)
    );
    assert!(is_robust::<Tso>(&program) && is_robust::<Pso>(&program));
}

/// Fig. 10: the idiom of Peterson. The two orders of the stores to z are symmetric; say that q's is the last, which q then reads.
#[test]
fn peterson() {
    let program = program(&[
        "  store.4 relaxed @x, 1\n  store.4 relaxed @z, 1\n  %0 = load.4 relaxed @z\n  %1 = load.4 relaxed @y",
        "  store.4 relaxed @y, 1\n  store.4 relaxed @z, 0\n  %0 = load.4 relaxed @z\n  %1 = load.4 relaxed @x",
    ]);
    // Under SC q's load of x comes after p's store. If p reads q's z, y has been stored before; if p reads its own, it reads either y.
    assert_eq!(traces::<Sc>(&program), 6);
    // Under TSO q reads either x in each of these.
    assert_eq!(traces::<Tso>(&program), 12);
    assert!(!is_robust::<Tso>(&program));
}

/// Fig. 11: under PSO the stores may be updated in reverse order.
#[test]
fn message_passing() {
    let program = program(&[
        "  store.4 relaxed @x, 1\n  store.4 relaxed @y, 1",
        "  %0 = load.4 relaxed @y\n  %1 = load.4 relaxed @x",
    ]);
    assert_eq!(
        (traces::<Sc>(&program), traces::<Tso>(&program), traces::<Pso>(&program)),
        (3, 3, 4)
    );
    assert!(is_robust::<Tso>(&program) && !is_robust::<Pso>(&program));
}

/// §2: a fence waits for the updates, which makes the program of Fig. 1 robust.
#[test]
fn fences() {
    let body = |own: &str, other: &str| {
        format!("  store.4 relaxed @{own}, 1\n  fence seq_cst\n  %0 = load.4 relaxed @{other}")
    };
    let program = program(&[&body("x", "y"), &body("y", "x")]);
    assert_eq!(
        (traces::<Sc>(&program), traces::<Tso>(&program), traces::<Pso>(&program)),
        (3, 3, 3)
    );
    assert!(is_robust::<Tso>(&program) && is_robust::<Pso>(&program));
}
