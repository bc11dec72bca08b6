//! Limits, signals and readers that go away: what was found is still reported, and nothing panics.

use crate::run::{Folder, Outcome, command, heddle, interrupted, interrupted_child};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Many threads that write one variable: more executions than anyone can wait for.
fn endless() -> String {
    let mut text = String::from(
        "global @x : 4\nfunction @worker(%a) {\n  store.4 relaxed @x, %a\n  %r = load.4 relaxed @x\n  return 0\n}\n\
         function @main() {\n",
    );
    for thread in 0..12 {
        text.push_str(&format!("  %t = spawn @worker, {thread}\n"));
    }
    text + "  return 0\n}\n"
}

#[track_caller]
fn unknown(outcome: &Outcome, reason: &str) {
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    let (verdict, why) = outcome.stdout.split_once(": ").expect("the first line is the verdict");
    assert!(verdict.starts_with("unknown under ") && why.starts_with(reason), "{outcome:?}");
    assert!(!outcome.stderr.contains("panicked"), "{outcome:?}");
}

/// The time limit has an effect on what never ends by itself, however fast the machine is.
#[test]
fn the_time_limit_is_kept() {
    let folder = Folder::new();
    let file = folder.file("endless.heddle", endless());
    let limit = ["--timeout".as_ref(), "0.2".as_ref()];
    let outcome = heddle(["check".as_ref(), file.as_os_str()].into_iter().chain(limit));
    unknown(&outcome, "the time limit of 0.2 s was reached");
    assert_eq!(outcome.stderr, "", "no progress line in a pipe");
}

/// A compiler that takes much longer than any test may.
fn slow_clang(folder: &Folder, script: &str) -> PathBuf {
    let compiler = folder.file("slow-clang", script);
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&compiler, executable).unwrap();
    compiler
}

#[test]
fn the_time_limit_includes_the_compiler() {
    let folder = Folder::new();
    let file = folder.file("x.c", "int main(void) { return 0; }\n");
    let compiler = slow_clang(&folder, "#!/bin/sh\nexec sleep 100000\n");
    for option in ["--format=text", "--print-program"] {
        let mut slow = command(["check", "--timeout", "0.2", option]);
        let outcome = slow.arg(&file).env("HEDDLE_CLANG", &compiler).output().unwrap().into();
        unknown(&outcome, "the time limit of 0.2 s was reached");
    }
}

/// That a command which is interrupted while it says that it does something ends with status 2, and
/// says what it was doing.
#[track_caller]
fn stops(words: &[&Path], while_it_says: &str, during: &str) {
    let outcome = interrupted(words, while_it_says);
    assert_eq!(outcome.status, Some(2), "{during}: {outcome:?}");
    let said = outcome.stdout + &outcome.stderr;
    let expected = format!("interrupted {during}");
    assert!(said.contains(&expected), "no `{expected}` in: {said}");
}

/// What is said while executions are explored.
const EXPLORING: &str = " executions, ";

/// A private loop that goes round more often than anyone can wait for.
#[test]
fn a_loop_without_an_end_is_named() {
    let folder = Folder::new();
    let text = "source \"endless.c\"
function @main() {
entry:
  %s = 0
  %i = 0
  jump loop
loop:
  %s = mul.64 %s, 3 !0:4:5
  %s = add.64 %s, %i !0:4:5
  %i = add.64 %i, 1 !0:3:5
  %again = ult.64 %i, 100000000000000000 !0:3:5
  branch %again, loop, done !0:3:5
done:
  return %s
}
";
    let file = folder.file("endless.heddle", text);
    stops(&["check".as_ref(), &file], EXPLORING, "in the loop at endless.c:4 (main)");
}

#[test]
fn a_long_execution_is_left() {
    let folder = Folder::new();
    let text = "source \"long.c\"
global @m : 40
global @x : 4
function @worker(%a) {
entry:
  %i = 0
  jump loop
loop:
  lock @m !0:3:5
  %r = load.4 @x !0:4:5
  %r = add.32 %r, 1
  store.4 @x, %r !0:4:5
  unlock @m !0:5:5
  %i = add.64 %i, 1
  %again = ult.64 %i, 1000000000
  branch %again, loop, done
done:
  return 0
}
function @main() {
entry:
  %t = spawn @worker, 0
  %r = call @worker(0)
  return 0
}
";
    let file = folder.file("long.heddle", text);
    stops(&["check".as_ref(), &file], EXPLORING, "in the loop at long.c:3");
}

#[test]
fn an_interrupt_ends_parsing() {
    let folder = Folder::new();
    let text = format!(
        "function @main() {{\n{}  return 0\n}}\n",
        "  %a = add.64 1, 2\n".repeat(3_000_000)
    );
    let file = folder.file("x.heddle", text);
    stops(&["check".as_ref(), &file], "while it ", "while it ");
}

#[test]
fn an_interrupt_ends_the_compilation_of_models() {
    let folder = Folder::new();
    let mut model = "\"closures\"\nlet r0 = po\n".to_owned();
    for number in 0..40_000 {
        model += &format!("let r{} = r{number} | (r{number}; rf)+\n", number + 1);
    }
    let model = folder.file("closures.cat", model + "acyclic r40000\n");
    let test = folder.file("x.litmus", "X86 x\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n");
    let program = folder.file("x.heddle", "function @main() {\n  return 0\n}\n");
    let during = format!("while it read the model {}", model.display());
    stops(&["litmus".as_ref(), &test, "--model".as_ref(), &model], &during, &during);
    stops(&["check".as_ref(), &program, "--model".as_ref(), &model], &during, &during);
}

/// A test that takes for ever, and one after it that does not.
#[test]
fn the_time_limit_of_a_litmus_test_is_its_own() {
    let folder = Folder::new();
    let row = |row: usize| {
        let cells: Vec<String> = (0..6).map(|t| format!("MOV [x],${}", 3 * t + row)).collect();
        cells.join(" | ") + " ;\n"
    };
    let threads: Vec<String> = (0..6).map(|thread| format!("P{thread}")).collect();
    let rows: String = (1..4).map(row).collect();
    let long = format!("X86 long\n{{ }}\n{} ;\n{rows}exists (x=1)\n", threads.join(" | "));
    let long = folder.file("long.litmus", long);
    let short = folder.file("short.litmus", "X86 short\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n");
    let words: [&Path; 5] =
        ["litmus".as_ref(), &long, &short, "--timeout".as_ref(), "0.5".as_ref()];
    let outcome = heddle(words);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    let expected = "long.litmus: the time limit of 0.5 s was reached in this litmus test";
    assert!(outcome.stderr.contains(expected), "{outcome:?}");
    // The test after it gets its turn, whether or not the machine answers it in time.
    assert!(outcome.stdout.starts_with("Test short") || outcome.stderr.contains("short.litmus"));
    let json = heddle(words.into_iter().chain(["--format=json".as_ref()]));
    assert_eq!(json.stdout.lines().count(), 2, "{json:?}");
}

/// What a compiler has started is ended with it.
#[test]
fn children_of_the_compiler_end_with_it() {
    let folder = Folder::new();
    let file = folder.file("x.c", "int main(void) { return 0; }\n");
    let pid = folder.path("pid");
    let script = format!(
        "#!/bin/sh\nsleep 100000 &\necho $! > {0}.new\nmv {0}.new {0}\nwait\n",
        pid.display()
    );
    let compiler = slow_clang(&folder, &script);
    let mut slow = command(["check", "--progress", "always"]);
    slow.arg(&file).env("HEDDLE_CLANG", &compiler);
    let outcome = interrupted_child(slow, "-INT", |_| pid.exists());
    unknown(&outcome, "it was interrupted while clang compiled");
    let child = std::fs::read_to_string(&pid).unwrap();
    // It is gone, or waits for somebody to notice that it is.
    while let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.trim())) {
        if status.contains("State:\tZ") {
            break;
        }
        std::thread::yield_now();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept() {
    let folder = Folder::new();
    let file = folder.file("endless.heddle", endless());
    let limit = ["--memory".as_ref(), "1".as_ref()];
    let outcome = heddle(["check".as_ref(), file.as_os_str()].into_iter().chain(limit));
    unknown(&outcome, "the memory limit of 1 MiB was reached");
}

#[test]
fn an_interrupt_still_reports() {
    let folder = Folder::new();
    let file = folder.file("endless.heddle", endless());
    for signal in ["-INT", "-TERM"] {
        let mut endless = command(["check", "--progress", "always"]);
        endless.arg(&file);
        let outcome = interrupted_child(endless, signal, |line| line.contains(EXPLORING));
        unknown(&outcome, "it was interrupted");
    }
}

#[test]
fn a_reader_may_go_away() {
    let folder = Folder::new();
    let file = folder.file("x.heddle", "function @main() {\n  return 0\n}\n");
    let lines = ["--print-program", "--help"];
    for option in lines {
        let mut child =
            command(["check".as_ref(), file.as_os_str(), option.as_ref()]).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "");
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

/// A lock of two threads that is taken in rounds: few events, and more executions than anyone wants
/// to wait for.
const ROUNDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/peterson.c");

fn rounds(number: u32, options: &[&str]) -> Outcome {
    let number = format!("-DN={number}");
    let words = ["check", ROUNDS, "--model", "tso"];
    let flags = ["--", "-DFENCE", "-DMO=memory_order_relaxed", &number];
    heddle(words.iter().chain(options).chain(&flags))
}

/// The exploration would take hours.
#[test]
fn a_formula_is_faster_than_a_slow_exploration() {
    let outcome = rounds(6, &["-j", "2"]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stdout.starts_with("holds under tso: "), "{outcome:?}");
    assert!(outcome.stdout.contains("tso, bmc: "), "{outcome:?}");
    assert_eq!(outcome.stderr, "");
}

#[test]
fn two_engines_side_by_side_keep_the_time_limit() {
    for (engine, workers) in [("auto", "2"), ("auto", "1"), ("graph", "2")] {
        let outcome = rounds(20, &["--engine", engine, "-j", workers, "--timeout", "2.5"]);
        unknown(&outcome, "the time limit of 2.5 s was reached");
    }
}
