//! `heddle port`: what it prints, and how it ends.

use crate::run::{Folder, Outcome, command, heddle};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const SB: &str = "X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
";

const WAITING: &str = "AArch64 waiting
{ 0:X1=x; 1:X1=x; }
 P0          | P1          ;
 MOV W0,#1   | L0:         ;
 STR W0,[X1] | LDR W0,[X1] ;
             | CBZ W0,L0   ;
exists (1:X0=1)
";

fn port(words: &[&str], files: &[PathBuf]) -> Outcome {
    let words = std::iter::once("port").chain(words.iter().copied()).map(OsString::from);
    heddle(words.chain(files.iter().map(|file| file.clone().into())))
}

#[test]
fn a_new_execution_is_shown_with_the_cycle_that_the_source_forbids() {
    let folder = Folder::new();
    let outcome = port(&["--from", "sc", "--to", "tso"], &[folder.file("sb.litmus", SB)]);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    let expected = "\
SB from sc to tso, executions: not portable: a new execution ends with 0:EAX=0; 1:EAX=0;
    P0  a: W x=1
        b: R y=0  from the initial W y=0
    P1  c: W y=1
        d: R x=0  from the initial W x=0
    sc forbids it: `sc` has a cycle, a -po-> b -fr-> c -po-> d -fr-> a
    tso allows it: it does not keep a -po-> b, c -po-> d
";
    assert_eq!(outcome.stdout, expected);
    assert_eq!(outcome.stderr, "");
}

#[test]
fn the_other_way_is_portable() {
    let folder = Folder::new();
    let file = folder.file("sb.litmus", SB);
    for engine in ["candidates", "bmc"] {
        let words = ["--from", "tso", "--to", "sc", "--engine", engine];
        let outcome = port(&words, std::slice::from_ref(&file));
        assert_eq!(outcome.status, Some(0), "{outcome:?}");
        assert_eq!(outcome.stdout, "SB from tso to sc, executions: portable\n");
    }
}

#[test]
fn new_states_are_listed() {
    let folder = Folder::new();
    // Both threads store twice, so that under PSO two states are new.
    let text = "X86 MPs\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[y] ;\n MOV [y],$1 | MOV EBX,[x] ;\n \
                MOV [y],$2 | ;\nexists (1:EAX=1 /\\ 1:EBX=0)\n";
    let file = folder.file("mps.litmus", text);
    for engine in ["candidates", "bmc"] {
        let words = ["--from", "tso", "--to", "pso", "--show", "states", "--engine", engine];
        let outcome = port(&words, std::slice::from_ref(&file));
        assert_eq!(outcome.status, Some(1), "{outcome:?}");
        let said = "MPs from tso to pso, final states: not portable: pso reaches 2 states more
  1:EAX=1; 1:EBX=0;
  1:EAX=2; 1:EBX=0;
";
        assert!(outcome.stdout.starts_with(said), "{outcome:?}");
    }
    // Where nothing is written but zeros, executions are new, and states are not.
    let zeros = folder.file("zeros.litmus", SB.replace("$1", "$0"));
    let words = ["--from", "sc", "--to", "tso", "--state"];
    assert_eq!(port(&words, std::slice::from_ref(&zeros)).status, Some(0));
    assert_eq!(port(&words[..4], &[zeros]).status, Some(1));
}

#[test]
fn folders_are_answered_whatever_is_in_them() {
    let folder = Folder::new();
    folder.file("a.litmus", SB);
    folder.file("b.litmus", "nonsense");
    let list = folder.file("list", "a.litmus\nb.litmus\nmissing.litmus\n");
    let words = ["--from", "sc", "--to", "tso", "-j", "2"];
    let named = OsString::from(format!("@{}", list.display()));
    let outcome = port(&words, &[named.into()]);
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stdout.starts_with("SB from sc to tso"), "{outcome:?}");
    assert!(outcome.stderr.contains("b.litmus:1"), "{outcome:?}");
    assert!(outcome.stderr.contains("missing.litmus"), "{outcome:?}");
    assert!(
        outcome.stdout.ends_with("3 tests: 0 portable, 1 not portable, 2 unknown\n"),
        "{outcome:?}"
    );
}

#[test]
fn json_is_one_object_on_a_line() {
    let folder = Folder::new();
    let files = [folder.file("a.litmus", SB), folder.file("b.litmus", "nonsense")];
    let outcome = port(&["--from", "sc", "--to", "tso", "--json"], &files);
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    let lines: Vec<serde_json::Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["verdict"], "not-portable");
    assert_eq!(lines[0]["states"][0], "0:EAX=0; 1:EAX=0;");
    let execution = &lines[0]["executions"][0];
    assert_eq!(execution["forbidden"]["axiom"], "sc");
    let cycle = execution["forbidden"]["cycle"].as_array().unwrap();
    assert_eq!(cycle.len(), 4);
    assert_eq!(cycle[0]["relation"], "po");
    assert_eq!(lines[1]["verdict"], "error");
    let same = port(&["--from", "sc", "--to", "tso", "--format", "json"], &files[..1]);
    assert_eq!(same.stdout.lines().count(), 1);
}

#[test]
fn what_a_model_does_not_know_is_unknown() {
    let folder = Folder::new();
    let text = "PPC SB+syncs\n{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }\n P0 | P1 ;\n li r1,1 | li r1,1 ;\n \
                stw r1,0(r2) | stw r1,0(r2) ;\n sync | sync ;\n lwz r3,0(r4) | lwz r3,0(r4) ;\n\
                exists (0:r3=0 /\\ 1:r3=0)\n";
    let file = folder.file("sb.litmus", text);
    let words = ["--from", "tso", "--to", "aarch64"];
    let outcome = port(&words, std::slice::from_ref(&file));
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stdout.starts_with("SB+syncs from tso (as x86) to aarch64 (as aarch64)"));
    let outcome =
        port(&[&words[..], &["--from-mapping", "none", "--to-mapping", "none"]].concat(), &[file]);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stdout.contains("unknown: the source tso does not name `SYNC`"), "{outcome:?}");
}

#[test]
fn a_bound_leaves_the_answer_open() {
    let folder = Folder::new();
    let file = folder.file("waiting.litmus", WAITING);
    let outcome = port(&["--from", "aarch64", "--to", "aarch64"], &[file]);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stdout.contains("portable within the bound"), "{outcome:?}");
}

#[test]
fn a_matrix_has_all_pairs() {
    let folder = Folder::new();
    let files = [folder.file("a.litmus", SB), folder.file("b.litmus", SB.replace("SB", "SB2"))];
    let outcome = port(&["--matrix", "sc,tso"], &files);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let expected = "\
portable/not portable/unknown
from \\ to  sc     tso
sc         -      0/2/0
tso        2/0/0  -
";
    assert_eq!(outcome.stdout, expected);
    let outcome = port(&["--matrix", "sc,tso", "--json"], &files);
    assert_eq!(outcome.stdout.lines().count(), 2, "{outcome:?}");
    assert_eq!(port(&["--matrix", "sc,sc"], &files).status, Some(3));
    assert_eq!(port(&["--matrix", "sc,tso"], &[]).status, Some(3));
}

#[test]
fn models_are_told_apart_by_a_test() {
    let folder = Folder::new();
    let outcome = port(&["--from", "sc", "--to", "tso"], &[]);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    let (test, answer) = outcome.stdout.split_once("\n\n").unwrap();
    assert!(answer.starts_with("SB from sc to tso, executions: not portable"), "{outcome:?}");
    // What is printed is a test.
    let again = port(&["--from", "sc", "--to", "tso"], &[folder.file("sb.litmus", test)]);
    assert_eq!(again.stdout, answer);
    let outcome = port(&["--from", "tso", "--to", "sc", "--distinguish", "4"], &[]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stdout.starts_with("none of "), "{outcome:?}");
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new();
    let pictures = folder.path("pictures");
    let words = ["--from", "sc", "--to", "tso", "-o", pictures.to_str().unwrap()];
    let outcome = port(&words, &[folder.file("sb.litmus", SB)]);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    let dot = std::fs::read_to_string(pictures.join("SB.dot")).unwrap();
    assert!(dot.starts_with("digraph"), "{dot}");
    assert!(pictures.join("SB.svg").exists());
}

#[test]
fn bad_use_is_told() {
    let folder = Folder::new();
    let file = folder.file("sb.litmus", SB);
    let outcome = port(&["--from", "sc"], std::slice::from_ref(&file));
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("--to"), "{outcome:?}");
    let outcome = port(&["--from", "sc", "--to", "tsso"], std::slice::from_ref(&file));
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("there is no model `tsso`"), "{outcome:?}");
    let wrong = folder.file("wrong.cat", "\"wrong\"\ninclude \"cos.cat\"\nacyclic poo\n");
    let outcome = port(&["--from", "sc", "--to", wrong.to_str().unwrap()], &[file]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("wrong.cat:3"), "{outcome:?}");
}

/// A test that has too many executions is stopped, and the next one gets its turn.
#[test]
fn a_test_that_takes_too_long_is_given_up() {
    let folder = Folder::new();
    let column = |own: &str, other: &str| -> Vec<String> {
        let pair =
            |value: usize| [format!("MOV [{own}],${value}"), format!("MOV [{other}],${value}")];
        (1..6).flat_map(pair).collect()
    };
    let (first, second, third) = (column("x", "y"), column("y", "x"), column("x", "y"));
    let mut text = "X86 large\n{ }\n P0 | P1 | P2 ;\n".to_owned();
    for row in 0..first.len() {
        text += &format!(" {} | {} | {} ;\n", first[row], second[row], third[row]);
    }
    text += "exists (x=1 /\\ y=1)\n";
    let files = [folder.file("large.litmus", text), folder.file("sb.litmus", SB)];
    // Nothing is new under the stronger model, so that everything is looked at.
    let outcome = port(&["--from", "pso", "--to", "tso", "--timeout", "0.5"], &files);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stdout.contains("large from pso to tso"), "{outcome:?}");
    assert!(outcome.stdout.contains("time limit"), "{outcome:?}");
    // The test after it gets its turn, whether or not the machine answers it in time.
    assert!(outcome.stdout.contains("SB from pso to tso"), "{outcome:?}");
    assert!(outcome.stdout.contains("2 tests: "), "{outcome:?}");
}

/// Each command on the page, in the project's folder, prints what the page says; `…` is anything.
#[test]
fn the_examples_of_the_page() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/port.md")).unwrap();
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ heddle ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap();
            let outcome: Outcome =
                command(line.split_whitespace()).current_dir(&root).output().unwrap().into();
            let mut rest = outcome.stdout.as_str();
            for part in expected.split("…\n") {
                let place = rest.find(part).unwrap_or_else(|| panic!("{line}: {part}\n{rest}"));
                rest = &rest[place + part.len()..];
            }
            let is_whole = !expected.contains('…');
            assert!(!is_whole || outcome.stdout == expected, "{line}: {outcome:?}");
            assert!(outcome.stderr.is_empty(), "{outcome:?}");
            commands += 1;
        }
    }
    assert_eq!(commands, 8);
}

/// Message passing in C, with these orders of the flag.
fn message_passing(store: &str, load: &str) -> String {
    format!(
        "#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
void *first(void *p)
{{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_{store});
    return p;
}}
void *second(void *p)
{{
    a = atomic_load_explicit(&y, memory_order_{load});
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return p;
}}
int main(void)
{{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}}
"
    )
}

#[test]
fn a_program_is_compiled_for_both_sides() {
    let folder = Folder::new();
    let relaxed = folder.file("relaxed.c", message_passing("relaxed", "relaxed"));
    let ordered = folder.file("ordered.c", message_passing("release", "acquire"));
    let ask = |words: &[&str], file: &PathBuf| port(words, std::slice::from_ref(file));
    for asked in [&["--from", "tso", "--to", "power"][..], &["--from", "tso", "--to", "aarch64"]] {
        for state in [&[][..], &["--state"]] {
            let words = [asked, state].concat();
            let outcome = ask(&words, &relaxed);
            assert_eq!(outcome.status, Some(1), "{words:?}: {outcome:?}");
            assert!(outcome.stdout.contains("x=1; y=1; a=1; b=0;"), "{outcome:?}");
            assert!(outcome.stdout.contains("does not keep"), "{outcome:?}");
            assert!(outcome.stdout.contains("(relaxed.c:8)"), "{outcome:?}");
            assert_eq!(ask(&words, &ordered).status, Some(0), "{words:?}");
        }
    }
    assert_eq!(ask(&["--from", "sc", "--to", "tso"], &relaxed).status, Some(0));
    let matrix = ask(&["--matrix", "sc,tso,power"], &relaxed);
    assert!(matrix.stdout.contains("tso        1/0/0  -      0/1/0"), "{matrix:?}");
}

#[test]
fn what_is_wrong_with_a_program_is_said_and_the_rest_is_answered() {
    let folder = Folder::new();
    let right = folder.file("right.c", message_passing("release", "acquire"));
    let wrong = folder.file("wrong.c", "int main(void) { return 0 }\n");
    let files = [wrong, right.clone()];
    let outcome = port(&["--from", "tso", "--to", "power"], &files);
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("does not accept"), "{outcome:?}");
    assert!(outcome.stdout.contains("right.c from tso to power, executions: portable"));
    let words = ["--from", "tso", "--to", "power", "--to-mapping", "aarch64"];
    let outcome = port(&words, std::slice::from_ref(&right));
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("the mapping aarch64 is for aarch64"), "{outcome:?}");
    let outcome = port(&["--from", "sc", "--to", "rmo"], std::slice::from_ref(&right));
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
}

#[test]
fn dead_executions_can_be_all_that_is_looked_at() {
    let folder = Folder::new();
    let test = folder.file("sb.litmus", SB);
    let program = folder.file("relaxed.c", message_passing("relaxed", "relaxed"));
    let ask = |words: &[&str], file: &PathBuf| port(words, std::slice::from_ref(file));
    let outcome = ask(&["--from", "sc", "--to", "tso", "--dead", "only"], &test);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    // That nothing is found is no answer.
    let outcome = ask(&["--from", "tso", "--to", "sc", "--dead", "only"], &test);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stdout.contains("others were not looked at"), "{outcome:?}");
    let outcome = ask(&["--from", "tso", "--to", "sc", "--dead", "first"], &test);
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    for (when, portable) in [("first", 0), ("only", 2)] {
        for state in [&[][..], &["--state"]] {
            let words = |to| [&["--from", "tso", "--to", to, "--dead", when], state].concat();
            assert_eq!(ask(&words("power"), &program).status, Some(1), "{when} {state:?}");
            assert_eq!(ask(&words("sc"), &program).status, Some(portable), "{when} {state:?}");
        }
    }
}

#[test]
fn litmus_tests_are_not_repaired() {
    let folder = Folder::new();
    let files =
        [folder.file("sb.litmus", SB), folder.file("mp.c", message_passing("relaxed", "relaxed"))];
    let outcome = port(&["--from", "tso", "--to", "power", "--repair"], &files);
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("`--repair` is for C programs"), "{outcome:?}");
    assert!(outcome.stdout.contains("checked again: portable"), "{outcome:?}");
    let outcome = port(&["--from", "tso", "--to", "power", "--repair"], &[]);
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
}
