//! `heddle petri`: what it prints, how it ends, and the examples of its page.

use crate::run::{Folder, Outcome, command, heddle, interrupted};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const LOCK: &str = "
PLACE idle, busy, lock;
MARKING idle: 2, lock;
TRANSITION take CONSUME idle, lock; PRODUCE busy;
TRANSITION give CONSUME busy; PRODUCE idle, lock;
FORMULA EF busy >= 2;
";

fn petri(file: &Path, words: &[&str]) -> Outcome {
    let mut all: Vec<OsString> = vec!["petri".into(), file.into()];
    all.extend(words.iter().map(OsString::from));
    heddle(all)
}

#[test]
fn the_status_is_the_answer() {
    let folder = Folder::new();
    let file = folder.file("lock.lola", LOCK);
    let status = |words: &[&str]| petri(&file, words).status;
    assert_eq!(status(&[]), Some(0));
    assert_eq!(status(&["--cover", "busy>=1"]), Some(1));
    assert_eq!(status(&["--mutex", "busy,lock", "--deadlock", "--bounded"]), Some(0));
    assert_eq!(status(&["--marking", "idle=2,lock=1"]), Some(1));
    assert_eq!(status(&["--marking", "idle=2"]), Some(0));
    assert_eq!(status(&["--formula", "AG busy + lock = 1"]), Some(0));
    assert_eq!(status(&["--formula", "AG (busy + lock = 1 AND idle >= 1)"]), Some(0));
    assert_eq!(status(&["--formula", "AG idle >= 2", "--cover", "busy>=2"]), Some(1));
    assert_eq!(status(&["--cover", "bus>=1"]), Some(3));
    assert_eq!(status(&["--reach", "busy>="]), Some(3));
    assert_eq!(status(&["--formula", "EG busy = 1"]), Some(3));
}

#[test]
fn bad_input_has_a_place_and_a_way_out() {
    let folder = Folder::new();
    let complaint = |name: &str, text: &str| {
        let outcome = petri(&folder.file(name, text), &["--deadlock"]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(3), ""), "{outcome:?}");
        outcome.stderr
    };
    let unknown = complaint("a.lola", &LOCK.replace("CONSUME busy", "CONSUME bus"));
    assert!(unknown.contains("there is no place `bus`"), "{unknown}");
    assert!(unknown.contains("a.lola:5:25"), "{unknown}");
    assert!(unknown.contains("there are idle, busy, lock"), "{unknown}");
    let truncated = complaint("b.spec", "vars x\nrules\n x >= 1 -> x' = x +");
    assert!(truncated.contains("expected a number, found the end of the text"), "{truncated}");
    let large = complaint("c.net", "pl p (99999999999999999999)");
    assert!(large.contains("is too large a number"), "{large}");
    let kind = complaint("d.dot", "digraph {}");
    assert!(kind.contains("known are .spec"), "{kind}");
    assert!(complaint("e.pnml", "<pnml><net>").contains("the element `net` has no end"));
    let nothing = petri(&folder.file("f.net", "pl p (1)"), &[]);
    assert_eq!(nothing.status, Some(3), "{nothing:?}");
    assert!(nothing.stderr.contains("asks nothing"), "{nothing:?}");
}

#[test]
fn json_is_one_object() {
    let folder = Folder::new();
    let file = folder.file("lock.lola", LOCK);
    let words = ["--format", "json", "--cover", "busy>=1", "--cover", "busy>=2", "--bounded"];
    let outcome = petri(&file, &words);
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let properties = json["properties"].as_array().unwrap();
    let verdicts: Vec<_> = properties.iter().map(|known| known["verdict"].clone()).collect();
    assert_eq!(verdicts, ["unsafe", "safe", "safe"]);
    assert_eq!(properties[0]["run"][1]["transition"], "take");
    assert_eq!(properties[0]["run"][1]["marking"]["busy"], 1);
    assert_eq!(properties[1]["proofs"][0], "half-spaces");
    assert_eq!(properties[1]["half_spaces"][0]["at_least"], "-1");
    assert_eq!(properties[1]["formula"], "EF (busy >= 2)");
    assert_eq!(properties[2]["proofs"][0], "weights");
}

#[test]
fn certificates_are_for_one_net() {
    let folder = Folder::new();
    let file = folder.file("lock.lola", LOCK);
    let proof = folder.path("proof.txt");
    let proof = proof.to_str().unwrap();
    let written = petri(&file, &["--certificate", proof, "--cover", "busy>=2", "--deadlock"]);
    assert_eq!(written.status, Some(0), "{written:?}");
    let checked = petri(&file, &["--check-certificate", proof]);
    assert_eq!(checked.status, Some(0), "{checked:?}");
    assert_eq!(checked.stdout.matches("accepted, safe").count(), 2, "{checked:?}");
    // With two locks there can be two who are busy.
    let other = folder.file("other.lola", LOCK.replace("idle: 2, lock;", "idle: 2, lock: 2;"));
    let refused = petri(&other, &["--check-certificate", proof]);
    assert_eq!(refused.status, Some(2), "{refused:?}");
    assert!(refused.stdout.contains("EF (busy >= 2): not accepted"), "{refused:?}");
    let garbled =
        folder.file("garbled.txt", "certificate 1;\nquestion EF (busy >= 2);\nproof by magic end");
    let refused = petri(&file, &["--check-certificate", garbled.to_str().unwrap()]);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    assert!(refused.stderr.contains("garbled.txt:3:10"), "{refused:?}");
    let same = petri(&file, &["--certificate", file.to_str().unwrap()]);
    assert_eq!(same.status, Some(3), "{same:?}");
}

#[test]
fn nets_are_drawn() {
    let folder = Folder::new();
    let file = folder.file("lock.lola", LOCK);
    let picture = folder.path("net.svg");
    for (question, shown) in [("busy>=1", "a run of 1 steps"), ("busy>=2", "always busy + lock")] {
        let outcome = petri(&file, &["--cover", question, "--svg", picture.to_str().unwrap()]);
        assert!(outcome.status <= Some(1), "{outcome:?}");
        let svg = std::fs::read_to_string(&picture).unwrap();
        assert!(svg.contains(shown), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 3, "{svg}");
        // Two bars and the ground; six arcs, and the tip of an arrow.
        assert_eq!(svg.matches("<rect").count(), 3, "{svg}");
        assert_eq!(svg.matches("<path").count(), 7, "{svg}");
    }
}

/// Reachability in a net without bound: only limits end the search.
#[test]
fn limits_end_a_search_and_say_so() {
    let folder = Folder::new();
    let text = "tr t p q -> p*2 q*2\ntr u p -> q\ntr v q -> p\npl p (1)\npl q (1)";
    let file = folder.file("grow.net", text);
    let asked = ["--cover", "p>=1", "--reach", "p=7000000,q=1"];
    let words = ["petri", file.to_str().unwrap()].into_iter().chain(asked);
    let outcome = interrupted(words, "7000000");
    // What is known counts.
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    assert!(outcome.stdout.contains("it was interrupted"), "{outcome:?}");
    assert!(outcome.stdout.contains("tried: state equation"), "{outcome:?}");
    let outcome = petri(&file, &["--reach", "p=7000000,q=1", "--memory", "60"]);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stdout.contains("the memory limit of 60 MiB was reached"), "{outcome:?}");
}

/// Each command on the page, in the project's folder, prints what the page says, but for times.
#[test]
fn the_examples_of_the_page() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/petri.md")).unwrap();
    let folder = Folder::new();
    let proof = folder.path("proof.txt");
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ heddle ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap();
            let line = line.replace("proof.txt", proof.to_str().unwrap());
            let outcome: Outcome =
                command(line.split_whitespace()).current_dir(&root).output().unwrap().into();
            let without_times = |text: &str| -> String {
                let line = |line: &str| match (line.rfind(" ("), line.ends_with(" s)")) {
                    (Some(at), true) => format!("{}\n", &line[..at]),
                    _ => format!("{line}\n"),
                };
                text.lines().map(line).collect()
            };
            assert_eq!(without_times(&outcome.stdout), without_times(expected), "{line}");
            assert!(outcome.stderr.is_empty(), "{outcome:?}");
            commands += 1;
        }
    }
    assert_eq!(commands, 7);
}
