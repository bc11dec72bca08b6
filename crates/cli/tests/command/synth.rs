//! `heddle synth`: what it prints, and how it ends.

use crate::run::{Folder, Outcome, command, heddle, interrupted_child};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn synth(words: &[&str]) -> Outcome {
    let words = std::iter::once("synth").chain(words.iter().copied());
    command(words.map(OsString::from)).current_dir(root()).output().unwrap().into()
}

const FOLDERS: [&str; 4] =
    ["--allowed", "docs/synth/allowed", "--forbidden", "docs/synth/forbidden"];

/// Nobody knows this instruction.
const BROKEN: &str = "X86 broken\n{ }\n P0 ;\n FLY ;\nexists (x=1)\n";

#[test]
fn a_model_is_written_and_says_the_same_of_every_test() {
    let folder = Folder::new();
    let file = folder.path("model.cat");
    let file = file.to_str().unwrap();
    let outcome = synth(&[&FOLDERS[..], &["-o", file]].concat());
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert_eq!(outcome.stdout, "");
    assert!(outcome.stderr.contains("a model with 2 axioms, of size 10"), "{outcome:?}");
    for (tests, observation) in [("allowed", "Sometimes"), ("forbidden", "Never")] {
        let tests = root().join("docs/synth").join(tests);
        let answers = heddle(["litmus".into(), tests, "--model".into(), file.into()]);
        assert_eq!(answers.status, Some(0), "{answers:?}");
        let observations = answers.stdout.lines().filter(|line| line.starts_with("Observation"));
        let observations: Vec<&str> = observations.collect();
        assert!(observations.len() >= 5, "{answers:?}");
        assert!(observations.iter().all(|line| line.contains(observation)), "{answers:?}");
    }
}

/// Each command on the page, in the project's folder, prints what the page says.
#[test]
fn the_examples_of_the_page() {
    let page = std::fs::read_to_string(root().join("docs/synth.md")).unwrap();
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ heddle ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap();
            let outcome: Outcome =
                command(line.split_whitespace()).current_dir(root()).output().unwrap().into();
            let said = format!("{}{}", outcome.stderr, outcome.stdout);
            assert_eq!(said, expected, "{line}");
            commands += 1;
        }
    }
    assert!(commands >= 3, "{commands}");
}

#[test]
fn json_has_the_model_and_what_was_asked() {
    let outcome = synth(&[&FOLDERS[..], &["--format", "json"]].concat());
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let answer: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(answer["verdict"], "found");
    assert_eq!((&answer["axioms"], &answer["size"]), (&2.into(), &10.into()));
    assert!(answer["model"].as_str().unwrap().contains("\nacyclic "));
    assert_eq!(answer["limits"]["axioms"], 3);
}

#[test]
fn tables_and_logs_say_the_same_as_folders() {
    let folder = Folder::new();
    let at = |path: &str| root().join("docs/synth").join(path).canonicalize().unwrap();
    let mut table = String::from("test,outcome\n");
    for label in ["allowed", "forbidden"] {
        for entry in std::fs::read_dir(at(label)).unwrap() {
            table += &format!("{},{label}\n", entry.unwrap().path().display());
        }
    }
    let table = folder.file("table.csv", &table);
    let outcome = synth(&["--observed", table.to_str().unwrap()]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stderr.contains("2 axioms, of size 10"), "{outcome:?}");
    // What Heddle itself says of all tests under TSO, states and all.
    let log = heddle(["litmus".into(), at("."), "--model".into(), PathBuf::from("x86-tso")]);
    let log = folder.file("run.log", &log.stdout);
    let words = ["docs/synth", "--observed", log.to_str().unwrap(), "--closed-world"];
    let outcome = synth(&words);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stdout.contains("mfence"), "{outcome:?}");
    // In an open world nothing is forbidden.
    let outcome = synth(&words[..3]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stderr.contains("a model with 0 axioms"), "{outcome:?}");
}

#[test]
fn what_cannot_be_said_is_refused() {
    let folder = Folder::new();
    let table = folder.file("wrong.csv", "a.litmus,perhaps\n");
    let log = folder.file("empty.log", "nothing\n");
    let absent = folder.file("absent.csv", "test,outcome\nnowhere.litmus,allowed\n");
    let head = folder.file("head.csv", "test,outcome\n");
    let empty = folder.path("empty");
    std::fs::create_dir(&empty).unwrap();
    let broken = folder.file("broken.litmus", BROKEN);
    let sketch = folder.file("sketch.cat", "\"a\" include \"cos.cat\"\nacyclic po | | _\n");
    for (words, message) in [
        (vec![], "there are no tests"),
        (vec!["--observed", table.to_str().unwrap()], "line 1 of"),
        (vec!["--observed", log.to_str().unwrap()], "has no results of litmus tests"),
        (vec!["--observed", absent.to_str().unwrap()], "line 2 of"),
        (vec!["--observed", head.to_str().unwrap()], "there are no tests"),
        (vec!["--allowed", empty.to_str().unwrap()], "there are no litmus tests in"),
        (vec!["--allowed", broken.to_str().unwrap()], "no test that could be looked at"),
        (vec!["docs/synth"], "nothing was observed of these tests"),
        ([&FOLDERS[..], &["--axioms", "0"]].concat(), "nothing is looked for"),
        ([&FOLDERS[..], &["--recursion", "2"]].concat(), "--expansion cegis"),
        (
            [&FOLDERS[..], &["--expansion", "cegis", "--all", "3"]].concat(),
            "further models are found by enumeration",
        ),
        ([&FOLDERS[..], &["--sketch", "docs/nowhere.cat"]].concat(), "nowhere.cat"),
        ([&FOLDERS[..], &["-o", "docs/nowhere/model.cat"]].concat(), "nowhere/model.cat"),
        (vec!["--allowed", "docs/nowhere.litmus"], "nowhere.litmus"),
        ([&FOLDERS[..], &["--base", "po,fx"]].concat(), "fx"),
        ([&FOLDERS[..], &["--base", "-fx"]].concat(), "there is no base relation `fx`"),
        ([&FOLDERS[..], &["--base", "W"]].concat(), "[W] is a relation"),
        ([&FOLDERS[..], &["--sketch", sketch.to_str().unwrap()]].concat(), "sketch.cat"),
    ] {
        let outcome = synth(&words);
        assert_eq!(outcome.status, Some(3), "{words:?}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{words:?}: {outcome:?}");
    }
}

#[test]
fn limits_are_status_2() {
    let outcome =
        synth(&[&FOLDERS[..], &["--base", "-fr,-fre", "--size", "9", "--timeout", "0.5"]].concat());
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stderr.contains("time limit"), "{outcome:?}");
}

#[test]
fn a_test_that_cannot_be_read_is_left_out_and_named() {
    let folder = Folder::new();
    let broken = folder.file("broken.litmus", BROKEN);
    let outcome = synth(&[&FOLDERS[..2], &[broken.to_str().unwrap()], &FOLDERS[2..]].concat());
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stderr.contains("left out: "), "{outcome:?}");
    assert!(outcome.stdout.contains("acyclic"), "{outcome:?}");
}

/// Eighteen tests leave some things open; the tests that would decide them come with the models.
#[test]
fn further_models_come_with_a_test() {
    let outcome = synth(&[&FOLDERS[..], &["--all", "3", "--format", "json"]].concat());
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let answer: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let others = answer["others"].as_array().unwrap();
    assert_eq!(others.len(), 2, "{answer}");
    let folder = Folder::new();
    for other in others {
        let test = folder.file("test.litmus", other["test"].as_str().unwrap());
        let said = [&answer["model"], &other["model"]].map(|model| {
            let model = folder.file("model.cat", model.as_str().unwrap());
            let words = ["litmus".into(), test.clone(), "--model".into(), model];
            heddle(words).stdout.contains("Never")
        });
        assert_eq!(said, if other["first"] == "forbidden" { [true, false] } else { [false, true] });
    }
    let outcome = synth(&[&FOLDERS[..], &["--all", "2"]].concat());
    assert!(outcome.stdout.contains("by the first model:\n\nX86 "), "{outcome:?}");
}

/// Each answer is one more observation.
#[test]
fn a_dialogue_ends_when_nothing_is_open() {
    use std::io::Write;
    use std::process::Stdio;
    let words = ["synth", "--allowed", "docs/synth/allowed/SB.litmus", "--forbidden"];
    let words = words.into_iter().chain(["docs/synth/forbidden/MP.litmus", "--interactive"]);
    let mut child = command(words)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Nonsense is asked about again, and nothing ends the dialogue.
    let answers = "perhaps\nforbidden\nforbidden\n\n";
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    let outcome: Outcome = child.wait_with_output().unwrap().into();
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stderr.contains("`perhaps` is no answer"), "{outcome:?}");
    assert!(outcome.stderr.matches("allowed or forbidden?").count() >= 2, "{outcome:?}");
    assert!(outcome.stdout.contains("1 allowed and 3 forbidden"), "{outcome:?}");
}

#[test]
fn a_solver_can_build_relations() {
    let words = ["--expansion", "cegis", "--base", "po,rf,co,fr", "--axioms", "1"];
    let tests =
        ["--forbidden", "docs/synth/forbidden", "--allowed", "docs/synth/allowed/MP-seen.litmus"];
    let outcome = synth(&[&tests[..], &words[..]].concat());
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stderr.contains("a model with 1 axiom, of size 4"), "{outcome:?}");
}

#[test]
fn a_wrong_label_is_named() {
    let tests = ["--allowed", "docs/synth/allowed", "docs/synth/forbidden/IRIW.litmus"];
    let others = ["SB+mfences", "R+mfences", "MP", "LB", "S", "2+2W", "CoRR", "CoWW", "CoWR"];
    let others = others.map(|name| format!("docs/synth/forbidden/{name}.litmus"));
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let words = [&tests[..], &["--forbidden"], &others[..], &["--tolerate", "1", "--size", "1"]];
    let outcome = synth(&words.concat());
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stderr.contains("it does not explain:\n"), "{outcome:?}");
}

/// A `forall` is about what it excludes, and a `~exists` about its proposition (`dat3m-thesis`
/// §6.1): whatever the quantifier, the label says whether some execution ends like that.
#[test]
fn quantifiers_count_as_negated() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(root().join("docs/synth/forbidden/MP.litmus")).unwrap();
    let (code, condition) = text.split_once("exists").unwrap();
    let condition = condition.trim();
    let models = ["exists", "~exists", "forall ~"].map(|quantifier| {
        let test = folder.file("MP.litmus", format!("{code}{quantifier} {condition}\n"));
        let allowed = "docs/synth/allowed/SB.litmus";
        let words = ["--forbidden", test.to_str().unwrap(), "--allowed", allowed];
        let outcome = synth(&words);
        assert_eq!(outcome.status, Some(0), "{outcome:?}");
        outcome.stdout
    });
    assert!(models[0].contains("is there for MP"), "{models:?}");
    assert_eq!(models[0], models[1]);
    assert_eq!(models[0], models[2]);
}

/// What is allowed stays allowed by it.
#[test]
fn an_interrupt_prints_the_best_so_far_that_litmus_reads() {
    let folder = Folder::new();
    for expansion in ["enumeration", "cegis"] {
        let file = folder.path("best.cat");
        let file = file.to_str().unwrap();
        let _ = std::fs::remove_file(file);
        let effort = ["--base", "-fr,-fre", "--size", "9", "--expansion", expansion, "-o", file];
        let words = [&["synth", "--progress", "always"], &FOLDERS[..], &effort].concat();
        let mut search = command(words);
        search.current_dir(root());
        let outcome =
            interrupted_child(search, "-INT", |line| line.contains("not yet forbidden: "));
        assert_eq!(outcome.status, Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains("the best so far does not forbid "), "{outcome:?}");
        let allowed = root().join("docs/synth/allowed");
        let answers = heddle(["litmus".into(), allowed, "--model".into(), file.into()]);
        let observations = answers.stdout.lines().filter(|line| line.starts_with("Observation"));
        let observations: Vec<&str> = observations.collect();
        assert_eq!(observations.len(), 5, "{answers:?}");
        assert!(observations.iter().all(|line| line.contains("Sometimes")), "{answers:?}");
    }
}

/// Without what sc does, nothing has to be read from another thread.
#[test]
fn what_sc_does_is_allowed() {
    let words = ["--allowed", "docs/synth/allowed/SB.litmus", "--forbidden"];
    let words = [&words[..], &["docs/synth/forbidden/MP.litmus"]].concat();
    let outcome = synth(&words);
    assert!(outcome.stdout.contains("\nacyclic "), "{outcome:?}");
    assert!(
        outcome.stdout.contains("1 allowed and 1 forbidden outcomes of litmus tests, and what")
    );
    let outcome = synth(&[&words[..], &["--without-sc"]].concat());
    assert!(outcome.stdout.contains("\nempty po-rr as axiom-1\n"), "{outcome:?}");
    // What was observed counts more than what sc does.
    let outcome = synth(&["--forbidden", "docs/synth/allowed/MP-seen.litmus"]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
}
