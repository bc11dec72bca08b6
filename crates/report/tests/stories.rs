//! What people read about small programs: the steps of the first violation, and the ends of the
//! threads.

use answer::{Answer, Unlimited};
use explore::graph::Revisits;
use explore::{Config, Exploration};
use models::sc::Sc;
use program::Program;
use report::{Limits, Run, SourceText, Subject};

/// One file with numbered lines.
struct Lines;

impl SourceText for Lines {
    fn line(&self, file: &str, line: u32) -> Option<String> {
        (file == "a.c").then(|| format!("    line {line};"))
    }
}

fn run() -> Run {
    Run {
        during: None,
        holds_under_sc: false,
        command: vec!["heddle".to_owned(), "check".to_owned(), "a.c".to_owned()],
        compiler_flags: Vec::new(),
        model: "sc".to_owned(),
        engine: "graph".to_owned(),
        workers: 1,
        unroll: None,
        loops: Vec::new(),
        levels: Vec::new(),
        weak_cas: Some(2),
        inputs: (-1, 2),
        limits: Limits::default(),
        seconds: 0.25,
        seconds_compiling: 0.0,
        peak_memory_bytes: None,
    }
}

fn explored(text: &str) -> (Program, Answer) {
    let program = program::text::parse(text).unwrap_or_else(|problem| panic!("{problem:?}"));
    let answer = Revisits::<Sc>::new(()).check(&program, &Config::default(), &Unlimited, None);
    (program, answer)
}

/// The whole text, without colours.
fn text(program: &Program, answer: &Answer) -> String {
    let subject =
        Subject { program, answer, run: &run(), sources: &Lines, traces: None, condition: None };
    anstream::adapter::strip_str(&report::text::render(&subject, 80)).to_string()
}

/// The lines between two headings.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, after) = text.split_once(heading).unwrap_or_else(|| panic!("no {heading} in:\n{text}"));
    after.split("\n\n").next().unwrap_or("").trim_start_matches('\n')
}

#[track_caller]
fn happens(program: &str, expected: &str) {
    let (program, answer) = explored(program);
    let text = text(&program, &answer);
    assert_eq!(section(&text, "How it happens:"), expected.trim_matches('\n'), "\n{text}");
}

#[test]
fn a_whole_report() {
    let (program, answer) = explored(
        r#"
source "a.c"
global @x : 4 layout i32
constant @what : 7 = "x == 0\00"
constant @hello : 4 = "hi\0a\00"
function @writer(%a) {
  store.4 @x, -1 !0:2:3
  return 0
}
function @main() {
  %t = spawn @writer, 0 !0:5:3
  print @hello
  %x = load.4 @x !0:6:14
  branch %x, bad, good
good:
  return 0
bad:
  fail assertion, @what !0:6:3
  unreachable
}
"#,
    );
    let expected = r#"
violated under sc: assertion `x == 0` failed (a.c:6)

 --> a.c:6:3
  |
6 |     line 6;
  |   ^ in main

How it happens:
  1  main  a.c:5  create t1 (writer)          line 5;
     main         prints "hi"
  2  t1    a.c:2  x = -1                      line 2;
  3  main  a.c:6  read x = -1 from t1 step 2  line 6;
  ✗  main  a.c:6  assertion `x == 0` failed

How the threads end:
  main         a.c:6  failed
  t1 (writer)         ended

To see exactly this execution again:
  heddle check a.c --replay PATH

sc, graph: 1 execution, 0 blocked, 1 erroneous; EVENTS events, largest graph 3; 250.0 ms
"#;
    // How an engine gets there is its own business.
    let expected = expected
        .replace(
            "PATH",
            answer.violations()[0].replay.as_ref().expect("an explorer has a path").as_str(),
        )
        .replace("EVENTS", &answer.statistics().events.to_string());
    assert_eq!(text(&program, &answer), expected.trim_start());
}

#[test]
fn the_parts_of_an_atomic_update_are_one_line() {
    happens(
        r#"
global @x : 4
function @other(%a) {
  %old = rmw.4 add seq_cst @x, 5
  %old, %ok = cas.4 seq_cst seq_cst @x, 9, 1
  return 0
}
function @main() {
  %t = spawn @other, 0
  %r = join %t
  %x = load.4 @x
  fail assertion
  unreachable
}
"#,
        r#"
  1  main  create t1 (other)
  2  t1    x: 0 -> 5 (atomic)
  3  t1    read x = 5 from t1 step 2, exchange fails
  4  main  join t1
  5  main  read x = 5 from t1 step 2
  ✗  main  assertion failed
"#,
    );
}

#[test]
fn the_cells_of_an_access_are_one_line() {
    happens(
        r#"
global @x : 8 layout {low: i32 @0, high: u32 @4; 8}
function @other(%a) {
  store.4 @x+4, -1
  %all = load.8 @x
  return 0
}
function @main() {
  %t = spawn @other, 0
  %r = join %t
  store.8 @x, 1
  fail assertion
  unreachable
}
"#,
        r#"
  1  main  create t1 (other)
  2  t1    x.high = 4294967295
  3  t1    read x.low (8 bytes) = 18446744069414584320 from the initial value and t1 step 2
  4  main  join t1
  5  main  x.low (8 bytes) = 1
  ✗  main  assertion failed
"#,
    );
}

#[test]
fn atomic_blocks_are_bracketed() {
    happens(
        r#"
global @x : 4
global @y : 4
function @other(%a) {
  atomic_begin
  store.4 @x, 1
  store.4 @y, 1
  %y = load.4 @y
  atomic_end
  return 0
}
function @main() {
  %t = spawn @other, 0
  %r = join %t
  %y = load.4 @y
  %x = load.4 @x
  fail error-reached
  unreachable
}
"#,
        r#"
  1  main  create t1 (other)
  2  t1    ┌ x = 1
  3  t1    │ y = 1
  4  t1    └ read y = 1 from t1 step 3
  5  main  join t1
  6  main  read y = 1 from t1 step 3
  7  main  read x = 1 from t1 step 2
  ✗  main  error reached
"#,
    );
}

#[test]
fn locks_that_wait_come_last() {
    let program = r#"
global @m : 40 layout {lock: {__data: {__lock: i32 @0; 40} @0; 40} @0; 40}
global @n : 40
function @other(%a) {
  lock @n
  lock @m
  unlock @m
  unlock @n
  return 0
}
function @main() {
  %t = spawn @other, 0
  lock @m
  lock @n
  unlock @n
  unlock @m
  return 0
}
"#;
    happens(
        program,
        r#"
  1  main  create t1 (other)
  2  main  lock m.lock
  3  t1    lock n
  4  main  wait for n
  5  t1    wait for m.lock
"#,
    );
    let (program, answer) = explored(program);
    let ends =
        "  main        waits for `n`, held by t1\n  t1 (other)  waits for `m.lock`, held by main";
    let text = text(&program, &answer);
    assert_eq!(section(&text, "How the threads end:"), ends);
    let first = "violated under sc: deadlock: main waits for `n`, held by t1, which waits for `m.lock`, held by main";
    assert_eq!(text.lines().next(), Some(first));
}

#[test]
fn pointers_are_shown_by_what_they_point_to() {
    happens(
        r#"
global @node : 16 layout {value: i32 @0, next: ptr @8; 16}
global @list : 8 layout ptr = &node
global @any : 8
constant @word : 5 = "word\00"
function @other(%a) {
  %p = load.8 @list
  store.8 @list, @node+8
  store.8 @list, @other
  store.8 @list, @word
  store.8 @list, 0
  store.8 @any, @node+8
  %self = self
  store.8 @any, %self
  return 0
}
function @main() {
  %t = spawn @other, 0
  %r = join %t
  %p = load.8 @list
  %q = load.8 @any
  fail assertion
  unreachable
}
"#,
        r#"
   1  main  create t1 (other)
   2  t1    read list = &node (initial value)
   3  t1    list = &node.next
   4  t1    list = other
   5  t1    list = "word"
   6  t1    list = null
   7  t1    any = &node.next
   8  t1    any = t1
   9  main  join t1
  10  main  read list = null from t1 step 6
  11  main  read any = t1 from t1 step 8
   ✗  main  assertion failed
"#,
    );
}

#[test]
fn pointers_in_numbers_and_heap_memory_are_pointers() {
    happens(
        r#"
global @number : 8 layout u64
global @signed : 8 layout i64
global @pointer : 8 layout ptr
function @other(%a) {
  %node = heap 16
  store.8 %node, %node
  store.8 @number, %node
  %marked = or.64 %node, 1
  store.8 @signed, %marked
  %counted = or.64 %node, 844424930131968
  store.8 @number, %counted
  %field = add.64 %node, 8
  store.8 @pointer, %field
  store.8 @pointer, -1
  store.8 @number, 16777216
  return 0
}
function @main() {
  %t = spawn @other, 0
  %n = load.8 @number
  %s = load.8 @signed
  %p = load.8 @pointer
  %r = join %t
  %q = load.8 @pointer
  %is = eq.64 %n, 16777216
  branch %is, wrong, fine
wrong:
  fail assertion
  unreachable
fine:
  return 0
}
"#,
        r#"
   1  main  create t1 (other)
   2  t1    number = &heap object 1 of t1
   3  t1    signed = &heap object 1 of t1 + 1
   4  t1    number = &heap object 1 of t1 | 3 << 48
   5  t1    pointer = &heap object 1 of t1 + 8
   6  t1    pointer = 0xffffffffffffffff
   7  t1    number = 16777216
   8  main  read number = 16777216 from t1 step 7
   9  main  read signed = &heap object 1 of t1 + 1 from t1 step 3
  10  main  read pointer = 0xffffffffffffffff from t1 step 6
  11  main  join t1
  12  main  read pointer = 0xffffffffffffffff from t1 step 6
   ✗  main  assertion failed
"#,
    );
}

#[test]
fn objects_of_threads_have_names() {
    let program = r#"
source "a.c"
global @shared : 8 layout ptr
function @other(%a) {
  %p = load.8 @shared
  store.4 %p, 7
  store.4 %a, 8
  free %p
  return 0
}
function @main() {
  %mine = stack 8 "mine" layout {low: i32, high: i32}
  %p = heap 12 !0:3:9
  store.8 @shared, %p
  %part = add.64 %mine, 4
  %t = spawn @other, %part
  %r = join %t
  fail assertion
  unreachable
}
"#;
    happens(
        program,
        r#"
  1  main  shared = &heap object 1 of main
  2  main  create t1 (other)
  3  t1    read shared = &heap object 1 of main from main step 1
  4  t1    heap object 1 of main = 7
  5  t1    main's mine.high = 8
  6  t1    free heap object 1 of main
  7  main  join t1
  ✗  main  assertion failed
"#,
    );
    let (program, answer) = explored(program);
    let told = "heap object 1 of main: 12 bytes allocated at a.c:3";
    assert!(text(&program, &answer).contains(told));
}
