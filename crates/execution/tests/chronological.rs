//! The executions of the figures of `chronological-traces`, and their edges.
//!
//! Fig. 2, 9 and 11(b) are sequences of steps, which are taken as they are. Of the pictures, the
//! edges are those that the text of §2 and App. A.4 and C.2 names for each of them, completed by
//! the definition; where a picture belongs to an execution that the text does not spell out (Fig.
//! 6, 8 and 10(c)), it is one that the description fits.

use base::{ObjectId, ThreadId};
use execution::chronological::{Agent, Buffer, MachineStep, Operation, StepKind};
use execution::{Cell, ChronologicalTrace};

/// How the updates of a thread are named: upd(p), or upd(p, x).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Machine {
    Tso,
    Pso,
}

fn thread(name: &str) -> ThreadId {
    let index = ["p", "q"].iter().position(|known| *known == name).expect("p or q");
    ThreadId::MAIN.child(index as u32).expect("there is room")
}

fn cell(name: &str) -> Cell {
    let index = ["x", "y", "z"].iter().position(|known| *known == name).expect("x, y or z");
    let object = ObjectId { thread: ThreadId::GLOBALS, index: index as u32 };
    Cell { address: object.address(), size: 4 }
}

/// The steps of a text such as `p st x, p ld y, p u x`; `u` is an update of the oldest store to the
/// location that has none.
fn steps(machine: Machine, text: &str) -> Vec<MachineStep> {
    let mut steps: Vec<MachineStep> = Vec::new();
    for words in text.split(", ") {
        let words: Vec<&str> = words.split(' ').collect();
        let owner = thread(words[0]);
        let buffered = StepKind::Buffered { waits_for_all: false, epoch: 0 };
        let (agent, operation, kind) = match words[1..] {
            ["st", at] => (Agent::Thread(owner), Operation::Store(cell(at)), buffered),
            ["ld", at] => (Agent::Thread(owner), Operation::Load(cell(at)), buffered),
            ["fence"] => (Agent::Thread(owner), Operation::Fence, StepKind::Direct),
            ["u", at] => {
                let operation = Operation::Store(cell(at));
                let is_updated =
                    |store: usize| steps.iter().any(|step| step.kind == StepKind::Update { store });
                let store = (0..steps.len()).find(|place| {
                    let step = &steps[*place];
                    step.agent == Agent::Thread(owner)
                        && step.operations == [operation]
                        && !is_updated(*place)
                });
                let store = store.expect("an update has a store");
                let buffer = match machine {
                    Machine::Tso => Buffer::Whole,
                    Machine::Pso => Buffer::Location(cell(at)),
                };
                (Agent::Updater(owner, buffer), operation, StepKind::Update { store })
            }
            _ => panic!("no step: {words:?}"),
        };
        steps.push(MachineStep { agent, operations: vec![operation], events: Vec::new(), kind });
    }
    steps
}

/// The edges in words, such as `p1 su u(p)1`, sorted.
fn edges(trace: &ChronologicalTrace) -> Vec<String> {
    let name = |vertex: usize| {
        let vertex = &trace.vertices[vertex];
        let names = ["p", "q"];
        let owner = names.iter().find(|name| thread(name) == vertex.agent.thread());
        let owner = owner.expect("p or q");
        match vertex.agent {
            Agent::Thread(_) => format!("{owner}{}", vertex.index),
            Agent::Updater(_, Buffer::Location(at)) => {
                let at = ["x", "y", "z"].into_iter().find(|name| cell(name) == at).expect("known");
                format!("u({owner},{at}){}", vertex.index)
            }
            Agent::Updater(..) => format!("u({owner}){}", vertex.index),
        }
    };
    let word = |edge: &execution::chronological::Edge| {
        format!("{} {} {}", name(edge.from), edge.relation.name(), name(edge.to))
    };
    let mut words: Vec<String> = trace.edges.iter().map(word).collect();
    words.sort();
    words
}

fn sorted(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(", ").map(str::to_owned).collect();
    words.sort();
    words
}

#[track_caller]
fn chronological(machine: Machine, execution: &str, expected: &str) {
    let trace = ChronologicalTrace::new(&steps(machine, execution));
    assert_eq!(edges(&trace), sorted(expected), "{execution}");
    assert!(!trace.has_cycle(), "{execution}");
}

#[track_caller]
fn shasha_snir(execution: &str, expected: &str, has_cycle: bool) {
    let trace = ChronologicalTrace::shasha_snir(&steps(Machine::Tso, execution));
    assert_eq!(edges(&trace), sorted(expected), "{execution}");
    assert_eq!(trace.has_cycle(), has_cycle, "{execution}");
}

/// Fig. 2 is the execution, Fig. 3 its Shasha–Snir trace with a cycle, Fig. 4 the one with updates.
#[test]
fn dekker() {
    let execution = "p st x, p ld y, q st y, q u y, q ld x, p u x";
    shasha_snir(execution, "p1 po p2, q1 po q2, p2 cf q1, q2 cf p1", true);
    let expected = "p1 po p2, q1 po q2, p1 su u(p)1, q1 su u(q)1, p2 cf u(q)1, q2 cf u(p)1";
    chronological(Machine::Tso, execution, expected);
}

/// Fig. 6(a) to (c), three orders of the accesses in Fig. 5, have the trace of Fig. 7(b), and the
/// Shasha–Snir trace of Fig. 7(a): q's update is hidden by p's, whether the load comes before it or
/// after it, and whether it is forwarded (a, b) or reads the memory (c). Fig. 8(c) is that trace
/// again.
#[test]
fn buffer_forwarding() {
    for execution in [
        "p st x, q st x, p ld x, q u x, p u x",
        "p st x, q st x, q u x, p ld x, p u x",
        "p st x, q st x, q u x, p u x, p ld x",
    ] {
        shasha_snir(execution, "p1 po p2, p1 src p2, q1 st p1", false);
        let expected = "p1 po p2, p1 su u(p)1, q1 su u(q)1, u(q)1 uu u(p)1";
        chronological(Machine::Tso, execution, expected);
    }
}

/// Fig. 8(a): p's update and its load come before q's update, the load forwarded or not. Fig. 8(b):
/// the load comes last, and reads q's.
#[test]
fn explored_executions() {
    let common = "p1 po p2, p1 su u(p)1, q1 su u(q)1, u(p)1 uu u(q)1";
    for execution in
        ["p st x, p ld x, p u x, q st x, q u x", "p st x, q st x, p u x, p ld x, q u x"]
    {
        chronological(Machine::Tso, execution, &format!("{common}, p2 cf u(q)1"));
    }
    let last = format!("{common}, u(q)1 src p2");
    chronological(Machine::Tso, "p st x, p u x, q st x, q u x, p ld x", &last);
}

/// Fig. 9: the update of a store and of a load, which may be pending, or not there.
#[test]
fn updates_of_stores_and_loads() {
    chronological(
        Machine::Tso,
        "p st x, p st y, q st z, p ld x, p u x, q u z, p u y",
        "p1 po p2, p2 po p3, u(p)1 po u(p)2, p1 su u(p)1, p2 su u(p)2, q1 su u(q)1",
    );
    // The update of x is pending: an update by q can only be hidden by it.
    chronological(Machine::Tso, "p st x, p ld x, q st x, q u x", "p1 po p2, q1 su u(q)1");
    // There is no store to x before the load.
    chronological(
        Machine::Tso,
        "q st x, p st z, p ld x, p u z, q u x",
        "p1 po p2, p1 su u(p)1, q1 su u(q)1, p2 cf u(q)1",
    );
}

/// Fig. 10: the idiom of Peterson, with a load of each kind.
#[test]
fn peterson() {
    let execution = "p st x, p st z, p ld z, p ld y, p u x, q st y, q st z, q u y, q ld z, p u z, q u z, q ld x";
    let within = "p1 po p2, p2 po p3, p3 po p4, q1 po q2, q2 po q3, q3 po q4";
    chronological(
        Machine::Tso,
        execution,
        &format!(
            "{within}, u(p)1 po u(p)2, u(q)1 po u(q)2, p1 su u(p)1, p2 su u(p)2, q1 su u(q)1, q2 su u(q)2, \
             u(p)2 uu u(q)2, u(p)1 src q4, p3 cf u(q)2, p4 cf u(q)1"
        ),
    );
    let expected =
        format!("{within}, p2 st q2, p2 src p3, q2 src q3, p1 src q4, p3 cf q2, p4 cf q1");
    shasha_snir(execution, &expected, false);
}

/// Fig. 11(b) and (c): there is no program order between updates of different locations. With it
/// there would be a cycle.
#[test]
fn message_passing() {
    chronological(
        Machine::Pso,
        "p st x, p st y, p u y, q ld y, q ld x, p u x",
        "p1 po p2, q1 po q2, p1 su u(p,x)1, p2 su u(p,y)1, u(p,y)1 src q1, q2 cf u(p,x)1",
    );
    shasha_snir(
        "p st x, p st y, p u y, q ld y, q ld x, p u x",
        "p1 po p2, q1 po q2, p2 src q1, q2 cf p1",
        true,
    );
}

/// App. A.4, *update to fence*: the latest update of each updater.
#[test]
fn fences() {
    chronological(
        Machine::Tso,
        "p st x, p st y, p u x, p u y, p fence",
        "p1 po p2, p2 po p3, u(p)1 po u(p)2, p1 su u(p)1, p2 su u(p)2, u(p)2 uf p3",
    );
    chronological(
        Machine::Pso,
        "p st x, p st y, p u y, p u x, p fence, p fence",
        "p1 po p2, p2 po p3, p3 po p4, p1 su u(p,x)1, p2 su u(p,y)1, u(p,x)1 uf p3, u(p,y)1 uf p3, u(p,x)1 uf p4, u(p,y)1 uf p4",
    );
}

/// A load before an own store of the same location has an edge to its update, by the definition; it
/// says nothing that po and su do not say.
#[test]
fn own_updates_after_a_load() {
    chronological(Machine::Tso, "p ld x, p st x, p u x", "p1 po p2, p2 su u(p)1, p1 cf u(p)1");
}
