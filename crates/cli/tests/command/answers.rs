//! What the command says and how it exits, for each kind of answer.

use crate::run::{Folder, Outcome, heddle};
use serde_json::Value;
use std::ffi::OsString;

/// Two threads add to `x` without care; the assertion fails in the executions that lose one.
const LOST_UPDATE: &str = r#"
source "lost.c"
global @x : 4 layout i32
constant @both : 7 = "x == 2\00"

function @worker(%argument) {
  %old = load.4 @x !0:3:5
  %new = add.32 %old, 1
  store.4 @x, %new !0:3:5
  return 0
}

function @main() {
  %a = spawn @worker, 0 !0:7:3
  %b = spawn @worker, 0 !0:8:3
  %r = join %a !0:9:3
  %r = join %b !0:10:3
  %x = load.4 @x !0:11:10
  %right = eq.32 %x, 2
  branch %right, good, bad
good:
  return 0
bad:
  fail assertion, @both !0:11:3
  unreachable
}
"#;

const HOLDS: &str = "function @main() {\n  return 0\n}\n";
const UNSUPPORTED: &str = "function @main() {\n  unsupported \"the moon\"\n  return 0\n}\n";
const COUNTS: &str = "
global @x : 4
function @count(%unused) {
start:
  %i = 0
  jump loop
loop:
  %i = add.32 %i, 1
  store.4 @x, %i
  %more = ult.32 %i, 5
  branch %more, loop, end
end:
  return 0
}
function @main() {
start:
  %t = spawn @count, 0
  %j = join %t
  %v = load.4 @x
  return 0
}
";

fn check(text: &str, options: &[&str]) -> Outcome {
    let folder = Folder::new();
    let file = folder.file("program.heddle", text);
    let options = ["--model", "sc"].iter().chain(options).map(OsString::from);
    heddle([OsString::from("check"), file.into()].into_iter().chain(options))
}

fn check_json(text: &str, options: &[&str]) -> (Option<i32>, Value) {
    let options: Vec<&str> = options.iter().copied().chain(["--format", "json"]).collect();
    let outcome = check(text, &options);
    let answer = serde_json::from_str(&outcome.stdout)
        .unwrap_or_else(|error| panic!("not JSON: {error}\n{outcome:?}"));
    (outcome.status, answer)
}

#[test]
fn the_first_line_is_the_verdict_and_the_exit_status_agrees() {
    let table = [
        (
            HOLDS,
            &[][..],
            0,
            "holds under sc: no execution violates anything (1 execution, 0 blocked)",
        ),
        (LOST_UPDATE, &[], 1, "violated under sc: assertion `x == 2` failed (lost.c:11)"),
        (
            UNSUPPORTED,
            &[],
            2,
            "unknown under sc: not supported: the moon; no violation so far (0 executions, 0 blocked)",
        ),
        (COUNTS, &["--unroll", "5"], 0, "holds under sc: no execution violates anything"),
        (
            COUNTS,
            &["--unroll", "2"],
            2,
            "unknown under sc: no execution comes to its end: some executions have loops that run more than 2 times",
        ),
    ];
    for (text, options, status, line) in table {
        let outcome = check(text, options);
        assert_eq!(outcome.status, Some(status), "{outcome:?}");
        let first = outcome.stdout.lines().next().unwrap_or("");
        assert!(first.starts_with(line), "{first}");
    }
}

#[test]
fn a_violation_is_told_step_by_step() {
    let outcome = check(LOST_UPDATE, &[]);
    for part in [
        "create t1 (worker)",
        "read x = 0 (initial value)",
        "x = 1",
        "join t2",
        "read x = 1 from t",
        "assertion `x == 2` failed",
        "t1 (worker)",
        "--replay",
    ] {
        assert!(outcome.stdout.contains(part), "no `{part}` in:\n{}", outcome.stdout);
    }
    assert!(!outcome.stdout.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn json_has_what_it_promises() {
    let (status, answer) = check_json(LOST_UPDATE, &[]);
    assert_eq!(status, Some(1));
    assert_eq!(answer["format"], 1);
    assert_eq!(answer["verdict"], "violated");
    assert_eq!(answer["reason"], Value::Null);
    assert_eq!(answer["model"], "sc");
    assert_eq!(answer["engine"], "graph");
    let violation = &answer["violations"][0];
    assert_eq!(violation["kind"], "assertion");
    assert_eq!(violation["message"], "assertion `x == 2` failed");
    assert_eq!(violation["location"]["file"], "lost.c");
    assert_eq!(violation["location"]["line"], 11);
    assert_eq!(violation["location"]["column"], 3);
    assert_eq!(violation["thread"], "main");
    let steps = violation["witness"]["steps"].as_array().expect("a list of steps");
    assert_eq!(steps[0]["action"], "create");
    let last = steps.last().expect("steps");
    assert_eq!(last["action"], "read");
    assert_eq!(last["variable"], "x");
    assert_eq!(last["read"], "1");
    assert!(last["reads_from"][0].is_u64());
    assert_eq!(violation["witness"]["threads"].as_array().map(Vec::len), Some(3));
    let statistics = &answer["statistics"];
    for name in [
        "executions",
        "blocked",
        "erroneous",
        "events",
        "revisits",
        "largest_graph",
        "restarts",
        "workers",
        "seconds",
        "seconds_compiling",
    ] {
        assert!(statistics[name].is_number(), "{name} is missing");
    }
}

#[test]
fn single_loops_are_bounded() {
    let table: [(&[&str], i32, &str); 4] = [
        (&["--unroll", "2", "--unroll", "count=5"], 0, "holds under sc: "),
        (
            &["--unroll", "count=2"],
            2,
            "unknown under sc: no execution comes to its end: some executions have loops that run more often",
        ),
        (&["--unroll", "2", "--unroll", "3"], 3, ""),
        (&["--unroll", "coun=2"], 3, ""),
    ];
    for (options, status, line) in table {
        let outcome = check(COUNTS, options);
        assert_eq!(outcome.status, Some(status), "{outcome:?}");
        assert!(outcome.stdout.starts_with(line), "{outcome:?}");
    }
    let outcome = check(COUNTS, &["--unroll", "coun=2"]);
    assert!(outcome.stderr.contains("did you mean `count`?"), "{outcome:?}");
}

/// A loop that counts as long as somebody else has not stored.
const COUNTS_ON: &str = "
global @x : 4
function @set(%unused) {
start:
  store.4 seq_cst @x, 1
  return 0
}
function @main() {
start:
  %t = spawn @set, 0
  %i = 0
  jump loop
loop:
  %i = add.32 %i, 1
  %v = load.4 seq_cst @x
  branch %v, end, loop
end:
  %bug = eq.32 %i, 6
  branch %bug, bad, good
bad:
  fail assertion, 0
  jump good
good:
  return 0
}
";

#[test]
fn bounds_grow_where_a_loop_goes_on() {
    let outcome = check(COUNTS_ON, &[]);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    assert!(
        outcome.stderr.contains(
            "no violation with up to 4 turns of every loop (5 executions, 0 blocked, 1 cut)"
        ),
        "{outcome:?}"
    );
    assert!(outcome.stdout.contains("--unroll 8 --replay"), "{outcome:?}");
    let (status, answer) = check_json(COUNTS_ON, &[]);
    assert_eq!(status, Some(1));
    assert_eq!(answer["unroll"], 8);
    let levels = answer["levels"].as_array().expect("a list");
    let turns: Vec<_> = levels.iter().filter_map(|level| level["unroll"].as_u64()).collect();
    assert_eq!(turns, [1, 2, 4]);
    assert_eq!(check(COUNTS_ON, &["-j", "2"]).status, Some(1));
}

#[test]
fn json_names_the_reason() {
    let (status, answer) = check_json(UNSUPPORTED, &[]);
    assert_eq!(status, Some(2));
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["reason"], "not supported: the moon");
    let (status, answer) = check_json(COUNTS, &["--unroll", "2"]);
    assert_eq!(status, Some(2));
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["unroll"], 2);
    assert_eq!(answer["weak_cas"], 2);
}

#[test]
fn answers_are_the_same_bytes_at_any_number_of_workers() {
    let answer = |workers: &str| {
        let (_, mut answer) = check_json(LOST_UPDATE, &["--keep-going", "-j", workers]);
        for name in ["seconds", "seconds_compiling", "peak_memory_bytes", "workers"] {
            answer["statistics"][name] = Value::Null;
        }
        answer.to_string()
    };
    assert_eq!(answer("1"), answer("1"));
    assert_eq!(answer("1"), answer("2"));
    assert_eq!(answer("1"), answer("0"));
}

#[test]
fn a_violation_replays() {
    let (_, answer) = check_json(LOST_UPDATE, &[]);
    let violation = &answer["violations"][0];
    let path = violation["replay"].as_str().expect("a path");
    let (status, again) = check_json(LOST_UPDATE, &["--replay", path]);
    assert_eq!(status, Some(1));
    assert_eq!(again["violations"][0], *violation);
}

#[test]
fn a_picture_is_drawn_on_request() {
    let folder = Folder::new();
    let picture = folder.path("picture.dot");
    let name = picture.to_str().expect("a name of text");
    let outcome = check(LOST_UPDATE, &["--dot", name]);
    assert_eq!(outcome.status, Some(1));
    let text = std::fs::read_to_string(&picture).expect("the picture was written");
    assert!(text.starts_with("digraph") && text.ends_with("}\n"), "{text}");
    for part in ["x = 1", "read x = 0 (initial)", "label=\"rf\"", "label=\"fr\""] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    let outcome = check(HOLDS, &["--dot", name]);
    assert_eq!(outcome.status, Some(0));
    assert!(outcome.stderr.contains("nothing to draw"), "{outcome:?}");
    let outcome = check(LOST_UPDATE, &["--dot", "/no/such/folder/picture.dot"]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stdout.starts_with("violated"), "{outcome:?}");
}

#[test]
fn the_program_is_printed_on_request() {
    let outcome = check(LOST_UPDATE, &["--print-program"]);
    assert_eq!(outcome.status, Some(0));
    assert!(outcome.stdout.contains("function @main"), "{outcome:?}");
    let again = check(&outcome.stdout, &[]);
    assert_eq!(again.status, Some(1));
}

#[test]
fn c_finds_the_header_and_takes_flags() {
    let folder = Folder::new();
    let file = folder.file(
        "x.c",
        "#include <assert.h>\n#include <heddle.h>\nint main(void) {\n  assert(heddle_choose(0, 3) != N);\n}\n",
    );
    let run =
        |flag: &str| heddle(["check".as_ref(), file.as_os_str(), "--".as_ref(), flag.as_ref()]);
    let outcome = run("-DN=3");
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    assert!(outcome.stdout.contains("choose 3"), "{outcome:?}");
    assert!(outcome.stdout.contains("-- -DN=3"), "the flag is part of the replay: {outcome:?}");
    assert_eq!(run("-DN=4").status, Some(0));
}

/// Two threads that store to one variable and read the other one, and may both read zero where
/// store buffers or compilers are.
const STORE_BUFFERING: &str = "
global @x : 4
global @y : 4
constant @both : 4 = \"both\"
function @left(%a) {
  store.4 relaxed @x, 1
  %r = load.4 relaxed @y
  return %r
}
function @right(%a) {
  store.4 relaxed @y, 1
  %r = load.4 relaxed @x
  return %r
}
function @main() {
entry:
  %t = spawn @left, 0
  %s = call @right(0)
  %r = join %t
  %sum = add.64 %r, %s
  branch %sum, fine, wrong
wrong:
  fail assertion, @both
  unreachable
fine:
  return 0
}
";

/// If no model is named, that of the language judges, and a machine by its own.
#[test]
fn the_default_model_is_that_of_the_language() {
    let folder = Folder::new();
    let program = folder.file("sb.heddle", STORE_BUFFERING);
    let test = "X86 SB
{ }
 P0 | P1 ;
 MOV [x],$1 | MOV [y],$1 ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
";
    let test = folder.file("sb.litmus", test);
    let first = |words: &[&str]| {
        let outcome = heddle(std::iter::once(&"check").chain(words));
        outcome.stdout.lines().next().unwrap_or_default().to_owned()
    };
    let (program, test) = (program.to_str().unwrap(), test.to_str().unwrap());
    assert!(first(&[program]).starts_with("violated under rc11: "));
    assert!(first(&[program, "--model", "sc"]).starts_with("holds under sc: "));
    assert!(first(&[program, "--engine", "dpor"]).starts_with("holds under sc: "));
    assert!(first(&[program, "--property", "unreach-call"]).starts_with("holds under sc: "));
    assert!(first(&[test]).starts_with("Ok under tso: "));
}
