//! Formulas and proofs as files, and `heddle proof`, which checks them.

use crate::run::{Folder, Outcome, heddle};
use std::ffi::OsString;
use std::path::Path;

/// Two threads, store buffering: under sc one of them sees the other's write, under tso perhaps
/// none.
const STORE_BUFFERING: &str = r#"
source "sb.c"
global @x : 4 layout i32
global @y : 4 layout i32
global @a : 4 layout i32
global @b : 4 layout i32
constant @text : 7 = "a || b\00"

function @one(%argument) {
  store.4 relaxed @x, 1 !0:3:5
  %seen = load.4 relaxed @y !0:4:5
  store.4 relaxed @a, %seen !0:5:5
  return 0
}

function @other(%argument) {
  store.4 relaxed @y, 1 !0:9:5
  %seen = load.4 relaxed @x !0:10:5
  store.4 relaxed @b, %seen !0:11:5
  return 0
}

function @main() {
  %p = spawn @one, 0 !0:15:3
  %q = spawn @other, 0 !0:16:3
  %r = join %p !0:17:3
  %r = join %q !0:18:3
  %a = load.4 relaxed @a !0:19:10
  %b = load.4 relaxed @b !0:19:10
  %any = or.32 %a, %b
  %none = eq.32 %any, 0
  branch %none, bad, good
good:
  return 0
bad:
  fail assertion, @text !0:19:3
  unreachable
}
"#;

fn run(words: &[&str], files: &[&Path]) -> Outcome {
    let words = words.iter().map(OsString::from);
    heddle(words.chain(files.iter().map(|file| file.into())).collect::<Vec<OsString>>())
}

/// Checks the program, with a file after the last word.
fn check(program: &Path, words: &[&str], file: &Path) -> Outcome {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let mut all: Vec<OsString> = vec!["check".into(), program.into()];
    all.extend(words);
    all.push(file.into());
    heddle(all)
}

#[test]
fn what_holds_is_proved_and_the_proof_is_checked() {
    let folder = Folder::new();
    let program = folder.file("sb.heddle", STORE_BUFFERING);
    let proof = folder.path("sb.lrat");
    for solver in ["cadical", "batsat"] {
        let words = ["--engine", "bmc", "--model", "sc", "--solver", solver, "--proof"];
        let checked = check(&program, &words, &proof);
        assert_eq!(checked.status, Some(0), "{checked:?}");
        let clauses = folder.path("sb.lrat.cnf");
        let accepted = run(&["proof"], &[&clauses, &proof]);
        assert_eq!(accepted.status, Some(0), "{accepted:?}");
        assert!(accepted.stdout.starts_with("accepted: "), "{accepted:?}");
        // The same without its last half proves nothing.
        let text = std::fs::read_to_string(&proof).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let half = folder.file("half.lrat", lines[..lines.len() / 2].join("\n"));
        let rejected = run(&["proof", "--format", "json"], &[&clauses, &half]);
        assert_eq!(rejected.status, Some(1), "{rejected:?}");
        assert!(rejected.stdout.contains(r#""verdict":"rejected""#), "{rejected:?}");
    }
}

#[test]
fn a_violation_has_a_formula_and_no_proof() {
    let folder = Folder::new();
    let program = folder.file("sb.heddle", STORE_BUFFERING);
    let (proof, cnf) = (folder.path("sb.lrat"), folder.path("sb.cnf"));
    let violated = check(&program, &["--engine", "bmc", "--model", "tso", "--proof"], &proof);
    assert_eq!(violated.status, Some(1), "{violated:?}");
    assert!(violated.stderr.contains("no proof is needed"), "{violated:?}");
    assert!(!proof.exists());
    let violated = check(&program, &["--engine", "bmc", "--model", "tso", "--dump-cnf"], &cnf);
    assert_eq!(violated.status, Some(1), "{violated:?}");
    let text = std::fs::read_to_string(&cnf).unwrap();
    for line in ["c The program:", "c The model:", "c edge ", "c lemmas ", "p cnf ", " rf: e"] {
        assert!(text.contains(line), "{line}");
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    let program = folder.file("sb.heddle", STORE_BUFFERING);
    let file = folder.path("sb.lrat");
    let refusals = [
        (&["--proof"][..], "`--engine bmc` makes one"),
        (&["--engine", "bmc", "--encoding", "lazy", "--proof"], "`--encoding eager` has them"),
    ];
    for (words, message) in refusals {
        let refused = check(&program, words, &file);
        assert_eq!(refused.status, Some(3), "{refused:?}");
        assert!(refused.stderr.contains(message), "{refused:?}");
    }
    let refused = check(&program, &["--engine", "bmc", "--dump-cnf"], &program);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    assert!(refused.stderr.contains("would overwrite"), "{refused:?}");
    let nowhere = folder.path("no/such/folder.cnf");
    let refused = check(&program, &["--engine", "bmc", "--dump-cnf"], &nowhere);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    assert!(refused.stderr.contains("cannot write"), "{refused:?}");
    let missing = run(&["proof"], &[&folder.path("a.cnf"), &folder.path("a.lrat")]);
    assert_eq!(missing.status, Some(3), "{missing:?}");
    assert!(missing.stderr.contains("cannot read"), "{missing:?}");
}

/// Whatever is left out, and however axioms are encoded, the answer is the same.
#[test]
fn ways_to_make_a_formula_have_the_same_answers() {
    let folder = Folder::new();
    let program = folder.file("sb.heddle", STORE_BUFFERING);
    for way in [
        "--encoding=eager",
        "--encoding=lazy",
        "--without=may",
        "--without=must",
        "--without=active",
        "--without=alias",
        "--without=any-fixpoint",
    ] {
        for (model, status) in [("sc", 0), ("tso", 1), ("rc11", 1)] {
            let words = ["check", "--engine", "bmc", "--model", model, way];
            let answer = run(&words, &[&program]);
            assert_eq!(answer.status, Some(status), "{way} {model}: {answer:?}");
        }
    }
}

/// A proof says of which program, model and bound it is one, and another program is told apart.
#[test]
fn a_proof_is_one_of_a_program() {
    let folder = Folder::new();
    let program = folder.file("sb.heddle", STORE_BUFFERING);
    let other =
        folder.file("other.heddle", STORE_BUFFERING.replace("relaxed @x, 1", "relaxed @x, 2"));
    let (proof, clauses) = (folder.path("sb.lrat"), folder.path("sb.lrat.cnf"));
    let checked = check(&program, &["--engine", "bmc", "--model", "sc", "--proof"], &proof);
    assert_eq!(checked.status, Some(0), "{checked:?}");
    let claimed = run(&["proof"], &[&clauses, &proof]);
    assert!(claimed.stdout.contains("claims that a program holds under sc"), "{claimed:?}");
    let certified = run(&["proof"], &[&clauses, &proof, &program]);
    assert_eq!(certified.status, Some(0), "{certified:?}");
    assert!(certified.stdout.contains("certified: the program holds under sc"), "{certified:?}");
    let rejected = run(&["proof"], &[&clauses, &proof, &other]);
    assert_eq!(rejected.status, Some(1), "{rejected:?}");
    assert!(rejected.stdout.contains("about another program"), "{rejected:?}");
    // Neither another model nor another formula passes for this one.
    let text = std::fs::read_to_string(&clauses).unwrap();
    let head = |from: &str, to: &str| folder.file("forged.cnf", text.replacen(from, to, 1));
    let forged = head("c heddle model sc", "c heddle model ra");
    let rejected = run(&["proof"], &[&forged, &proof, &program]);
    assert_eq!(rejected.status, Some(1), "{rejected:?}");
    let forged = head("c heddle bound", "c heddle option --dot=x\nc heddle bound");
    let refused = run(&["proof"], &[&forged, &proof, &program]);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    let tiny = folder.file("tiny.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let tiny_proof = folder.file("tiny.lrat", "3 0 1 2 0\n");
    let nothing = run(&["proof"], &[&tiny, &tiny_proof]);
    assert_eq!(nothing.status, Some(0), "{nothing:?}");
    assert!(nothing.stdout.contains("name no program"), "{nothing:?}");
    let refused = run(&["proof"], &[&tiny, &tiny_proof, &program]);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    let swapped = run(&["proof"], &[&proof, &clauses]);
    assert_eq!(swapped.status, Some(3), "{swapped:?}");
}
