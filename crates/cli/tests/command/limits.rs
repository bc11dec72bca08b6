//! Limits, signals and readers that go away: what was found is still reported, and nothing panics.

use crate::run::{Folder, Outcome, command, heddle};
use std::io::Read;
use std::process::Command;
use std::time::{Duration, Instant};

/// Many threads that write one variable: more executions than anyone can wait for.
fn endless() -> String {
    let mut text = String::from(
        "global @x : 4\nfunction @worker(%a) {\n  store.4 @x, %a\n  %r = load.4 @x\n  return 0\n}\n\
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
    assert!(outcome.stdout.starts_with(&format!("unknown: {reason}")), "{outcome:?}");
    assert!(!outcome.stderr.contains("panicked"), "{outcome:?}");
}

#[test]
fn the_time_limit_is_kept() {
    let folder = Folder::new();
    let file = folder.file("endless.heddle", endless());
    let start = Instant::now();
    let limit = ["--timeout".as_ref(), "0.2".as_ref()];
    let outcome = heddle(["check".as_ref(), file.as_os_str()].into_iter().chain(limit));
    unknown(&outcome, "the time limit of 0.2 s was reached");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(outcome.stderr, "", "no progress line in a pipe");
}

#[test]
fn the_time_limit_includes_the_compiler() {
    let folder = Folder::new();
    let file = folder.file("x.c", "int main(void) { return 0; }\n");
    let compiler = folder.file("slow-clang", "#!/bin/sh\nexec sleep 60\n");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&compiler, executable).unwrap();
    let start = Instant::now();
    for option in ["--format=text", "--print-program"] {
        let mut slow = command(["check", "--timeout", "0.2", option]);
        let outcome = slow.arg(&file).env("HEDDLE_CLANG", &compiler).output().unwrap().into();
        unknown(&outcome, "the time limit of 0.2 s was reached");
    }
    assert!(start.elapsed() < Duration::from_secs(20));
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
    let child = command(["check".as_ref(), file.as_os_str()]).spawn().unwrap();
    // It must have had time to listen; a signal before that ends it as signals do.
    std::thread::sleep(Duration::from_millis(500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    unknown(&child.wait_with_output().unwrap().into(), "it was interrupted");
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
