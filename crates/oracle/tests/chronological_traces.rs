//! The figures of `chronological-traces`: how many traces their programs have, which of them are
//! drawn, edge by edge, and which are not sequentially consistent.
//!
//! That these edges are those of the executions in the figures, whatever an engine explores, is
//! tested in `execution`, where it is also said how the pictures were read.

use answer::{Answer, Unlimited};
use base::{ThreadId, ViolationKind};
use execution::chronological::{Agent, Buffer, Edge};
use execution::{Cells, ChronologicalTrace, Graph, Slots};
use explore::dpor::Schedules;
use explore::dpor::{Buffering, Optimal, Pso, Sc, Schedule, SourceSets, Strategy, Tso};
use explore::{Config, Exploration, Observer};
use program::Program;
use std::collections::{BTreeMap, BTreeSet};

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

fn answer<B: Buffering, S: Strategy>(program: &Program, robustness: bool) -> Answer {
    let config = Config { keep_going: true, robustness, ..Config::default() };
    Schedules::<B, S>::new().check(program, &config, &Unlimited, None)
}

/// How many traces a program has, which both strategies find and Optimal-DPOR without anything in
/// vain.
fn traces<B: Buffering>(program: &Program) -> u64 {
    let optimal = answer::<B, Optimal>(program, false).statistics();
    let source = answer::<B, SourceSets>(program, false).statistics();
    assert_eq!(optimal.sleep_set_blocked, 0, "{}", B::NAME);
    assert_eq!(source.executions, optimal.executions, "{}", B::NAME);
    optimal.executions
}

fn is_robust<B: Buffering>(program: &Program) -> bool {
    let answer = answer::<B, Optimal>(program, true);
    !answer.violations().iter().any(|violation| violation.kind == ViolationKind::NotRobust)
}

/// The chronological trace of each execution, with its Shasha–Snir trace.
#[derive(Default)]
struct Drawings {
    /// The edges in words, and those of the Shasha–Snir trace with whether it has a cycle.
    traces: BTreeMap<Vec<String>, (Vec<String>, bool)>,
}

impl Observer for Drawings {
    fn restarted(&mut self) {
        self.traces.clear();
    }

    fn execution(&mut self, _graph: &Graph, _slots: &Slots, _cells: &Cells) {}

    fn wants_schedules(&self) -> bool {
        true
    }

    fn schedule(&mut self, schedule: &Schedule<'_>) {
        let plain = ChronologicalTrace::shasha_snir(&schedule.steps);
        let drawn = (edges(&plain), plain.has_cycle());
        let other = self.traces.insert(edges(&schedule.trace()), drawn);
        assert_eq!(other, None, "a trace was explored twice");
    }
}

/// The edges without those of main, in words such as `p1 su u(p)1` or `u(p,x)1 src q1`, sorted.
fn edges(trace: &ChronologicalTrace) -> Vec<String> {
    let name = |vertex: usize| {
        let vertex = &trace.vertices[vertex];
        let owner = match vertex.agent.thread().parent()? {
            (ThreadId::MAIN, 0) => 'p',
            (ThreadId::MAIN, 1) => 'q',
            other => panic!("a thread that no figure has: {other:?}"),
        };
        let index = vertex.index;
        Some(match vertex.agent {
            Agent::Thread(_) => format!("{owner}{index}"),
            Agent::Updater(_, Buffer::Whole) => format!("u({owner}){index}"),
            Agent::Updater(_, Buffer::Location(cell)) => {
                // Global objects have even numbers, from 2.
                let (object, _) = cell.address.object().expect("a global variable");
                format!("u({owner},{}){index}", ["x", "y", "z"][object.index as usize / 2 - 1])
            }
            Agent::Updater(_, Buffer::Ends) => panic!("nothing ends in the figures"),
        })
    };
    let word = |edge: &Edge| {
        Some(format!("{} {} {}", name(edge.from)?, edge.relation.name(), name(edge.to)?))
    };
    let mut words: Vec<String> = trace.edges.iter().filter_map(word).collect();
    words.sort();
    words
}

fn drawings<B: Buffering, S: Strategy>(program: &Program) -> Drawings {
    let mut drawings = Drawings::default();
    Schedules::<B, S>::new().check(program, &Config::default(), &Unlimited, Some(&mut drawings));
    drawings
}

/// The text of a figure as a list of edges, sorted.
fn drawn(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(", ").map(str::to_owned).collect();
    words.sort();
    words
}

/// Checks that a drawn trace is explored, with this Shasha–Snir trace beside it, which may have a
/// cycle.
#[track_caller]
fn has_drawing<B: Buffering>(program: &Program, trace: &str, plain: &str, has_cycle: bool) {
    for drawings in [drawings::<B, Optimal>(program), drawings::<B, SourceSets>(program)] {
        let found = drawings.traces.get(&drawn(trace));
        let expected = (drawn(plain), has_cycle);
        assert_eq!(found, Some(&expected), "{} has {:#?}", B::NAME, drawings.traces.keys());
    }
}

/// Fig. 1 to 4: under TSO both loads may read the initial values, a trace whose Shasha–Snir trace
/// has a cycle.
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
    has_drawing::<Tso>(
        &program,
        "p1 po p2, q1 po q2, p1 su u(p)1, q1 su u(q)1, p2 cf u(q)1, q2 cf u(p)1",
        "p1 po p2, q1 po q2, p2 cf q1, q2 cf p1",
        true,
    );
    assert!(
        is_robust::<Sc>(&program) && !is_robust::<Tso>(&program) && !is_robust::<Pso>(&program)
    );
}

/// Fig. 5 to 8: six orders of the accesses to x, of which buffer forwarding leaves three traces.
/// Fig. 8 has them.
#[test]
fn buffer_forwarding() {
    let program =
        program(&["  store.4 relaxed @x, 1\n  %0 = load.4 relaxed @x", "  store.4 relaxed @x, 2"]);
    assert_eq!(
        (traces::<Sc>(&program), traces::<Tso>(&program), traces::<Pso>(&program)),
        (3, 3, 3)
    );
    let common = "p1 po p2, p1 su u(p)1, q1 su u(q)1";
    let figures = [
        // Fig. 8(a), (b) and (c); the last one is also Fig. 7(b).
        format!("{common}, u(p)1 uu u(q)1, p2 cf u(q)1"),
        format!("{common}, u(p)1 uu u(q)1, u(q)1 src p2"),
        format!("{common}, u(q)1 uu u(p)1"),
    ];
    let found = drawings::<Tso, Optimal>(&program).traces;
    assert!(found.keys().eq(figures.map(|text| drawn(&text)).iter().collect::<BTreeSet<_>>()));
    let plain = "p1 po p2, p1 src p2, q1 st p1";
    has_drawing::<Tso>(&program, &format!("{common}, u(q)1 uu u(p)1"), plain, false);
    // Without buffers the trace is the Shasha–Snir trace, Fig. 7(a).
    has_drawing::<Sc>(&program, plain, plain, false);
    assert!(is_robust::<Tso>(&program) && is_robust::<Pso>(&program));
}

/// Fig. 10: the idiom of Peterson. The two orders of the stores to z are symmetric; say that q's is
/// the last, which q then reads.
#[test]
fn peterson() {
    let program = program(&[
        "  store.4 relaxed @x, 1\n  store.4 relaxed @z, 1\n  %0 = load.4 relaxed @z\n  %1 = load.4 relaxed @y",
        "  store.4 relaxed @y, 1\n  store.4 relaxed @z, 0\n  %0 = load.4 relaxed @z\n  %1 = load.4 relaxed @x",
    ]);
    // Under SC q's load of x comes after p's store. If p reads q's z, y has been stored before; if
    // p reads its own, it reads either y.
    assert_eq!(traces::<Sc>(&program), 6);
    // Under TSO q reads either x in each of these.
    assert_eq!(traces::<Tso>(&program), 12);
    let within = "p1 po p2, p2 po p3, p3 po p4, q1 po q2, q2 po q3, q3 po q4";
    has_drawing::<Tso>(
        &program,
        &format!(
            "{within}, u(p)1 po u(p)2, u(q)1 po u(q)2, p1 su u(p)1, p2 su u(p)2, q1 su u(q)1, q2 su u(q)2, \
             u(p)2 uu u(q)2, u(p)1 src q4, p3 cf u(q)2, p4 cf u(q)1"
        ),
        &format!("{within}, p2 st q2, p2 src p3, q2 src q3, p1 src q4, p3 cf q2, p4 cf q1"),
        false,
    );
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
    has_drawing::<Pso>(
        &program,
        "p1 po p2, q1 po q2, p1 su u(p,x)1, p2 su u(p,y)1, u(p,y)1 src q1, q2 cf u(p,x)1",
        "p1 po p2, q1 po q2, p2 src q1, q2 cf p1",
        true,
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
    has_drawing::<Tso>(
        &program,
        "p1 po p2, p2 po p3, q1 po q2, q2 po q3, p1 su u(p)1, q1 su u(q)1, u(p)1 uf p2, u(q)1 uf q2, u(p)1 src q3, u(q)1 src p3",
        "p1 po p2, p2 po p3, q1 po q2, q2 po q3, p1 src q3, q1 src p3",
        false,
    );
    assert!(is_robust::<Tso>(&program) && is_robust::<Pso>(&program));
}
