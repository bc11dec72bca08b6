//! `--trace chronological`: what store buffers did, in each form, and when it is refused.

use crate::run::{Folder, Outcome, heddle};
use serde_json::Value;
use std::ffi::OsString;

/// Both threads may read the initial values if stores wait in buffers; then the assertion fails.
const DEKKER: &str = r#"
source "dekker.c"
global @x : 4 layout i32
global @y : 4 layout i32
global @r : 4 layout i32
constant @text : 2 = "r\00"

function @p() {
  store.4 relaxed @x, 1 !0:3:3
  %y = load.4 relaxed @y !0:4:3
  return %y
}

function @q() {
  store.4 relaxed @y, 1 !0:8:3
  %x = load.4 relaxed @x !0:9:3
  return %x
}

function @main() {
  %a = spawn @p, 0 !0:13:3
  %b = spawn @q, 0 !0:14:3
  %r = join %a !0:15:3
  %s = join %b !0:16:3
  %sum = add.32 %r, %s
  branch %sum, good, bad
good:
  return 0
bad:
  fail assertion, @text !0:17:3
  unreachable
}
"#;

fn check(options: &[&str]) -> Outcome {
    let folder = Folder::new();
    let file = folder.file("program.heddle", DEKKER);
    let options = options.iter().map(OsString::from);
    heddle([OsString::from("check"), file.into()].into_iter().chain(options))
}

fn json(options: &[&str]) -> Value {
    let options = [options, &["--trace", "chronological", "--format", "json"]].concat();
    serde_json::from_str(&check(&options).stdout).expect("a JSON object")
}

/// The edges of a trace, in words.
fn edges(trace: &Value) -> Vec<String> {
    let word = |edge: &Value, key: &str| edge[key].as_str().expect("a string").to_owned();
    let edges = trace["edges"].as_array().expect("a list").iter();
    edges
        .map(|edge| {
            format!("{} {} {}", word(edge, "from"), word(edge, "relation"), word(edge, "to"))
        })
        .collect()
}

#[test]
fn a_violation_is_told_with_its_trace() {
    let outcome = check(&["--model", "tso", "--trace", "chronological"]);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    let (_, after) = outcome.stdout.split_once("Its chronological trace").expect("the heading");
    let expected = "\
, each list in program order:
  main
    main#1     dekker.c:13  create t1 (p)         create → t1#1
    main#2     dekker.c:14  create t2 (q)         create → t2#1
    main#3     dekker.c:15  join t1
    main#4     dekker.c:16  join t2
  t1 (p)
    t1#1       dekker.c:3   x = 1                 su → upd(t1)#1
    t1#2       dekker.c:4   read y = 0 (initial)  join → main#3, cf → upd(t2)#1
  t2 (q)
    t2#1       dekker.c:8   y = 1                 su → upd(t2)#1
    t2#2       dekker.c:9   read x = 0 (initial)  join → main#4, cf → upd(t1)#1
  upd(t1)
    upd(t1)#1               x = 1                 join → main#3
  upd(t2)
    upd(t2)#1               y = 1                 join → main#4
";
    assert_eq!(after.split("\n\n").next(), Some(expected.trim_end()), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("\ntso, dpor: "), "the engine is dpor: {}", outcome.stdout);
    let without = check(&["--model", "tso", "--engine", "dpor"]);
    assert!(!without.stdout.contains("in program order:"), "{}", without.stdout);
}

#[test]
fn the_report_says_how_to_see_the_trace_again() {
    let outcome = check(&["--model", "tso", "--trace", "chronological"]);
    let path = outcome.stdout.split("--replay ").nth(1).expect("a path").split('\n').next();
    let replay = ["--model", "tso", "--trace", "chronological", "--replay", path.expect("a line")];
    let again = check(&replay);
    let trace = |text: &str| text.split("chronological trace").nth(1).map(str::to_owned);
    let of = |text: &str| trace(text).and_then(|text| text.split("\n\n").next().map(str::to_owned));
    assert!(of(&again.stdout).is_some(), "{again:?}");
    assert_eq!(of(&again.stdout), of(&outcome.stdout));
}

#[test]
fn json_has_vertices_and_all_edges() {
    let report = json(&["--model", "pso"]);
    let trace = &report["violations"][0]["trace"];
    let expected = [
        "main#1 po main#2",
        "main#1 create t1#1",
        "main#2 po main#3",
        "main#2 create t2#1",
        "main#3 po main#4",
        "t1#1 po t1#2",
        "t1#1 su upd(t1, x)#1",
        "t1#2 join main#3",
        "t1#2 cf upd(t2, y)#1",
        "t2#1 po t2#2",
        "t2#1 su upd(t2, y)#1",
        "t2#2 join main#4",
        "t2#2 cf upd(t1, x)#1",
        "upd(t1, x)#1 join main#3",
        "upd(t2, y)#1 join main#4",
    ];
    assert_eq!(edges(trace), expected);
    let update = trace["vertices"].as_array().expect("a list").last().expect("a vertex");
    assert_eq!(update["name"], "upd(t2, y)#1");
    assert_eq!((&update["thread"], &update["is_update"]), (&Value::from("t2"), &Value::from(true)));
    assert_eq!(report["traces"], Value::Array(Vec::new()));
    let without = check(&["--model", "pso", "--engine", "dpor", "--format", "json"]);
    assert!(!without.stdout.contains("\"trace"), "{}", without.stdout);
}

#[test]
fn all_executions_are_shown_on_request() {
    let report = json(&["--show", "all"]);
    let traces: Vec<Vec<String>> =
        report["traces"].as_array().expect("a list").iter().map(edges).collect();
    assert_eq!(traces.len(), 3);
    // Without buffers they are Shasha–Snir traces: the two threads, in three ways.
    let has = |edges: [&str; 2]| {
        let is_in =
            |trace: &Vec<String>| edges.iter().all(|edge| trace.iter().any(|it| it == edge));
        traces.iter().filter(|trace| is_in(trace)).count()
    };
    assert_eq!(has(["t1#1 src t2#2", "t1#2 cf t2#1"]), 1);
    assert_eq!(has(["t1#1 src t2#2", "t2#1 src t1#2"]), 1);
    assert_eq!(has(["t2#2 cf t1#1", "t2#1 src t1#2"]), 1);
    let text = check(&["--trace", "chronological", "--show", "all"]).stdout;
    assert!(text.contains("\nExecution 3 of 3:\n"), "{text}");
    let only_violations = check(&["--trace", "chronological", "--show", "violations"]).stdout;
    assert!(!only_violations.contains("Execution"), "{only_violations}");
}

#[test]
fn pictures_are_of_traces() {
    let folder = Folder::new();
    let picture = folder.path("trace.dot");
    let file = picture.to_str().expect("a path of characters");
    check(&["--model", "tso", "--trace", "chronological", "--dot", file]);
    let dot = std::fs::read_to_string(&picture).expect("it was written");
    for part in ["label=\"upd(t1)\"", "label=\"su\"", "label=\"cf\""] {
        assert!(dot.contains(part), "no {part} in {dot}");
    }
    check(&["--trace", "chronological", "--show", "all", "--dot", file]);
    let dot = std::fs::read_to_string(&picture).expect("it was written");
    assert_eq!(dot.matches("digraph").count(), 3, "{dot}");
}

#[test]
fn engines_and_models_without_a_machine_are_refused() {
    for (options, reason) in [
        (&["--model", "rc11"][..], "there are no chronological traces under rc11"),
        (&["--engine", "graph"], "the engine graph runs no machine"),
        (&["--model", "tso", "--engine", "rf"], "the engine rf runs no machine"),
        (&["--engine", "dpor-observers"], "the engine dpor-observers runs no machine"),
    ] {
        let outcome = check(&[options, &["--trace", "chronological"]].concat());
        assert_eq!(outcome.status, Some(3), "{outcome:?}");
        assert!(outcome.stderr.contains(reason), "{outcome:?}");
        assert!(outcome.stderr.contains("help: "), "{outcome:?}");
    }
    assert_eq!(check(&["--show", "all"]).status, Some(3), "without --trace");
}
