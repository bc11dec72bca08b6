//! Input that is no program, and commands that are none: a message that names what is wrong,
//! nothing on stdout, exit status 3.

use crate::run::{Folder, Outcome, command, heddle};
use std::ffi::OsString;

const MODULE: &str = "define i32 @main() {\n  ret i32 0\n}\n";
const PROGRAM: &str = "function @main() {\n  return 0\n}\n";

/// That a command is refused with a message that has all these parts.
#[track_caller]
fn refused(outcome: &Outcome, parts: &[&str]) {
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert_eq!(outcome.stdout, "", "{outcome:?}");
    assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
    for part in parts {
        assert!(outcome.stderr.contains(part), "no `{part}` in: {}", outcome.stderr);
    }
}

/// That a file with these contents is refused.
#[track_caller]
fn refused_file(name: &str, contents: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = Folder::new();
    let file = folder.file(name, contents);
    refused(&heddle([OsString::from("check"), file.into()]), parts);
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new();
    let missing = folder.path("missing.c");
    refused(&heddle(["check".as_ref(), missing.as_os_str()]), &["missing.c", "No such file"]);
    std::fs::create_dir(folder.path("folder.c")).unwrap();
    let directory = folder.path("folder.c");
    refused(&heddle(["check".as_ref(), directory.as_os_str()]), &["is a directory", "help"]);
}

#[test]
#[cfg(unix)]
fn files_that_never_end() {
    let folder = Folder::new();
    for name in ["zero.ll", "zero.c", "zero.heddle"] {
        let link = folder.path(name);
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        refused(&heddle(["check".as_ref(), link.as_os_str()]), &["not a regular file"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn only_regular_files_are_read() {
    let folder = Folder::new();
    let fifo = folder.path("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()));
    let program = folder.file("x.heddle", PROGRAM);
    let litmus = folder.file("x.litmus", "X86 x\n{ }\n P0 ;\n NOP ;\nexists (x=0)\n");
    let large = folder.path("large.litmus");
    std::fs::File::create(&large).unwrap().set_len(65 << 20).unwrap();
    let of = |words: &[&std::path::Path]| heddle(words);
    for (endless, part) in [
        (fifo.as_path(), "not a regular file"),
        ("/dev/zero".as_ref(), "not a regular file"),
        (&large, "larger than 64 MiB"),
    ] {
        let text = format!("\"x\"\ninclude \"{}\"\n", endless.display());
        let model = folder.file("x.cat", text);
        let list = format!("@{}", endless.display());
        refused(&of(&["check".as_ref(), &program, "--model".as_ref(), &model]), &[part]);
        refused(&of(&["check".as_ref(), &program, "--model".as_ref(), endless]), &[part]);
        refused(&of(&["check".as_ref(), &program, "--library".as_ref(), endless]), &[part]);
        refused(&of(&["litmus".as_ref(), &litmus, "--model".as_ref(), &model]), &[part, "x.cat:2"]);
        let bell: [&std::path::Path; 6] = [
            "litmus".as_ref(),
            &litmus,
            "--model".as_ref(),
            "sc".as_ref(),
            "--bell".as_ref(),
            endless,
        ];
        refused(&of(&bell), &[part]);
        refused(&of(&["litmus".as_ref(), &litmus, "--compare".as_ref(), endless]), &[part]);
        refused(&of(&["litmus".as_ref(), endless]), &[part]);
        refused(&of(&["litmus".as_ref(), list.as_ref()]), &[part]);
    }
}

#[test]
fn unknown_kinds_of_files() {
    refused_file("x.txt", "hello", &["unknown kind of file .txt", ".ll"]);
    refused_file("x", "hello", &["the end of its name"]);
    refused_file("x.bc", b"BC\xc0\xde", &["bitcode", "llvm-dis"]);
}

#[test]
fn empty_files() {
    for name in ["x.c", "x.ll", "x.heddle"] {
        refused_file(name, "", &["is empty", "main"]);
        refused_file(name, "\n\n", &["main"]);
    }
}

#[test]
fn programs_without_main() {
    refused_file("x.c", "int f(void) { return 0; }", &["no function `main`"]);
    refused_file("x.ll", MODULE.replace("main", "other"), &["no function `main`"]);
    refused_file("x.heddle", PROGRAM.replace("main", "other"), &["no function `main`"]);
}

#[test]
fn mistakes_are_shown_with_their_line() {
    refused_file("x.c", "int main(void) { return }\n", &["x.c:1", "expected expression"]);
    refused_file("x.c", "#include <no_such_header.h>\n", &["no_such_header.h", "not found"]);
    let truncated = "define i32 @main() {\n  ret i32\n";
    refused_file("x.ll", truncated, &["x.ll:"]);
    refused_file(
        "x.heddle",
        "function @main() {\n  nonsense\n}\n",
        &["x.heddle:2", "nonsense", "^"],
    );
}

#[test]
fn every_beginning_of_a_program_is_refused_or_checked() {
    for (name, text) in [("x.ll", MODULE), ("x.heddle", PROGRAM)] {
        let folder = Folder::new();
        for length in 0..text.len() {
            let file = folder.file(name, &text[..length]);
            let outcome = heddle(["check".as_ref(), file.as_os_str()]);
            assert!(matches!(outcome.status, Some(0 | 3)), "{length}: {outcome:?}");
        }
    }
}

#[test]
fn bytes_that_are_no_text() {
    let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
    refused_file("x.ll", &bytes, &["x.ll"]);
    refused_file("x.heddle", &bytes, &["x.heddle"]);
    refused_file("x.c", &bytes, &["x.c"]);
    refused_file("y.heddle", b"function @main() {\n  \xff\xfe\n}\n", &["y.heddle:2"]);
}

#[test]
fn bad_use() {
    let folder = Folder::new();
    let program = folder.file("x.heddle", PROGRAM);
    let other = folder.file("y.heddle", PROGRAM);
    let with = |words: &[&str]| {
        let words = words.iter().map(OsString::from);
        heddle([OsString::from("check"), program.clone().into()].into_iter().chain(words))
    };
    refused(&with(&["--modle", "sc"]), &["--modle", "--model"]);
    refused(&with(&["--model", "alfa"]), &["`alfa`", "there are sc, tso"]);
    refused(&with(&["--unroll", "many"]), &["--unroll", "many"]);
    refused(&with(&["--timeout", "0"]), &["--timeout"]);
    refused(&with(&["--timeout", "nan"]), &["--timeout"]);
    refused(&with(&["--memory", "0"]), &["--memory"]);
    refused(&with(&["-j", "100000"]), &["--jobs"]);
    refused(&with(&["--replay", "up.and.down"]), &["--replay"]);
    refused(&with(&["--replay", "/0.1"]), &["no violation is at the end of this path"]);
    refused(&with(&["--", "-DN=2"]), &["for C and C++ files"]);
    refused(&with(&[other.to_str().unwrap()]), &["cannot be linked"]);
    refused(&heddle(["check"]), &["FILE"]);
    refused(&heddle(["chekc"]), &["chekc", "check"]);
    refused(&heddle([] as [&str; 0]), &["Usage"]);
}

#[test]
fn a_compiler_that_is_none() {
    let folder = Folder::new();
    let file = folder.file("x.c", "int main(void) { return 0; }\n");
    let run = |name: &str, value: &str| {
        let mut command = command(["check".as_ref(), file.as_os_str()]);
        command.env_remove("HEDDLE_CLANG").env(name, value);
        Outcome::from(command.output().expect("the binary was built"))
    };
    refused(&run("HEDDLE_CLANG", "no-such-compiler"), &["HEDDLE_CLANG", "no-such-compiler"]);
    refused(&run("HEDDLE_CLANG", "false"), &["false does not accept"]);
    refused(&run("PATH", "/nonexistent"), &["there is none", "HEDDLE_CLANG"]);
}

#[test]
fn what_the_engine_dpor_cannot_do() {
    let folder = Folder::new();
    let file = folder.file("program.heddle", PROGRAM);
    for (more, parts) in [
        (["--model", "rc11"], ["dpor has no machine for rc11", "--engine graph"]),
        (["--check", "races"], ["dpor cannot look for data races", "--engine graph"]),
    ] {
        let words = ["check".as_ref(), file.as_os_str(), "--engine".as_ref(), "dpor".as_ref()];
        let more = more.map(AsRef::<std::ffi::OsStr>::as_ref);
        refused(&heddle(words.into_iter().chain(more)), &parts);
    }
}

/// That a path cannot be replayed which is made from the one in an engine's report.
#[track_caller]
fn replay_is_refused(engine: &str, program: &str, path: impl Fn(&str) -> String) {
    let folder = Folder::new();
    let program = folder.file("x.heddle", program);
    let check = |words: &[&str]| {
        let words =
            ["--engine", engine].into_iter().chain(words.iter().copied()).map(OsString::from);
        heddle([OsString::from("check"), program.clone().into()].into_iter().chain(words))
    };
    let report = check(&[]).stdout;
    let found = report.split("--replay ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let path = path(found.unwrap_or_default());
    refused(&check(&["--replay", &path]), &["no violation is at the end of this path"]);
}

#[test]
fn choices_that_nobody_has() {
    let stores = "global @x : 4
        function @main() {
        entry:
          %a = spawn @store, 1
          %b = spawn @store, 2
          %c = join %a
          %c = join %b
          %r = load.4 seq_cst @x
          %r = eq.32 %r, 1
          branch %r, good, bad
        bad:
          fail error-reached
          unreachable
        good:
          return 0
        }
        function @store(%v) {
          store.4 seq_cst @x, %v
          return 0
        }";
    replay_is_refused("dpor-observers", stores, |path| {
        let (start, _) = path.rsplit_once('.').expect("the report has a path");
        format!("{start}.7")
    });
    let choice = "function @main() {
        entry:
          %v = choose 0, 1
          %w = ult.64 %v, 2
          branch %w, good, bad
        bad:
          fail error-reached
          unreachable
        good:
          return 0
        }";
    replay_is_refused("dpor", choice, |_| "/0.5".to_owned());
}
