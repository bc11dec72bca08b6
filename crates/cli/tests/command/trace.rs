//! `heddle trace`: what it prints, how it ends, and the examples of its page.

use crate::run::{Folder, Outcome, command, heddle};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const STORE_BUFFERING: &str = "P0 w x 1\nP0 r y 0\nP1 w y 1\nP1 r x 0\n";

fn trace(file: &Path, words: &[&str]) -> Outcome {
    let mut all: Vec<OsString> = vec!["trace".into(), file.into()];
    all.extend(words.iter().map(OsString::from));
    heddle(all)
}

#[test]
fn the_status_is_the_answer() {
    let folder = Folder::new();
    let file = folder.file("sb.history", STORE_BUFFERING);
    let status = |words: &[&str]| trace(&file, words).status;
    assert_eq!(status(&[]), Some(1));
    assert_eq!(status(&["--model", "tso"]), Some(0));
    assert_eq!(status(&["--model", "gao"]), Some(1));
    assert_eq!(status(&["--model", "pc-g", "--format", "json"]), Some(0));
    assert_eq!(status(&["--classify"]), Some(0));
    assert_eq!(status(&["--classify", "--model", "sc"]), Some(1));
    assert_eq!(status(&["--model", "linearizable"]), Some(2));
    assert_eq!(status(&["--model", "tos"]), Some(3));
    assert_eq!(status(&["--model", "x86-tso"]), Some(0));
    assert_eq!(status(&["--model", "aarch64"]), Some(3));
}

#[test]
fn bad_input_has_a_place_and_a_way_out() {
    let folder = Folder::new();
    let complaint = |name: &str, text: &str| {
        let outcome = trace(&folder.file(name, text), &[]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(3), ""), "{outcome:?}");
        outcome.stderr
    };
    let unknown = complaint("a.history", "P0 w x 1\nP1 read x 1\n");
    assert!(unknown.contains("a.history:2:4"), "{unknown}");
    assert!(unknown.contains("after the thread comes `w x 1`"), "{unknown}");
    let nothing = complaint("b.history", "# nothing\n");
    assert!(nothing.contains("has no operations"), "{nothing}");
    let open = complaint("c.edn", "{:process 0");
    assert!(open.contains("c.edn:1:1"), "{open}");
    assert!(complaint("d.jsonl", "{\"thread\": 1}").contains("there is no `op`"));
    assert!(complaint("e.jsonl", "{\"thread\": P0}").contains("this line is no JSON object"));
    let nobody = complaint("f.history", "P0 r x 1 from P9.1\n");
    assert!(nobody.contains("there is no thread P9"), "{nobody}");
    let endless = complaint("g.history", "P0 w x 1 @ 1 -\nP0 r x 0 @ 3 4\n");
    assert!(endless.contains("only the last operation of a thread may have no end"), "{endless}");
    assert!(endless.contains("g.history:1:10"), "{endless}");
}

#[test]
fn a_thread_may_have_a_colon_and_no_view_of_the_future() {
    let folder = Folder::new();
    let colon = trace(&folder.file("a.history", "P0: w x 1\nP0 r x 0\nP1 r x 1\n"), &[]);
    assert_eq!(colon.status, Some(1), "{colon:?}");
    let future = trace(&folder.file("b.history", "P0 r x 1\nP0 w x 1\n"), &[]);
    assert_eq!(future.status, Some(1), "{future:?}");
    let said = "the write of 1 to x comes later in the same thread (P0.2)";
    assert!(future.stdout.contains(said), "{future:?}");
}

#[test]
fn json_has_the_answer_and_what_shows_it() {
    let folder = Folder::new();
    let file = folder.file("sb.history", STORE_BUFFERING);
    let json = |words: &[&str]| -> serde_json::Value {
        let outcome = trace(&file, &[words, &["--format", "json"]].concat());
        serde_json::from_str(&outcome.stdout).unwrap()
    };
    let no = json(&[]);
    assert_eq!(no["verdict"], "impossible");
    assert_eq!(no["impossible_part"]["operations"].as_array().unwrap().len(), 4);
    assert_eq!(no["impossible_part"]["minimal"], true);
    assert_eq!(no["models"].as_array().unwrap().len(), 14);
    let yes = json(&["--model", "pram"]);
    assert_eq!(
        (&yes["verdict"], &yes["views"][0]["name"]),
        (&"possible".into(), &"as P0 sees it".into())
    );
    assert_eq!(yes["reads_from"][0]["source"], serde_json::Value::Null);
    assert_eq!(json(&["--model", "tso"])["steps"].as_array().unwrap().len(), 6);
}

#[test]
fn a_cat_file_is_a_model() {
    let folder = Folder::new();
    let file = folder.file("sb.history", STORE_BUFFERING);
    let model = folder.file("m.cat", "M include \"cos.cat\" acyclic po | rf | co | fr as order");
    let outcome = trace(&file, &["--model", model.to_str().unwrap()]);
    assert_eq!(outcome.status, Some(1));
    assert!(outcome.stdout.contains("formula of the axioms"), "{outcome:?}");
    let model = folder.file("d.cat", "D acyclic addr | rf as order");
    let outcome = trace(&file, &["--model", model.to_str().unwrap()]);
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("depend on what was read (`addr`)"), "{outcome:?}");
}

#[test]
fn the_worst_state_of_a_log_decides() {
    let folder = Folder::new();
    let log = std::fs::read_to_string("../../examples/trace/x86.log").unwrap();
    let file = folder.file("run.log", &log);
    assert_eq!(trace(&file, &[]).status, Some(1));
    assert_eq!(trace(&file, &["--model", "tso"]).status, Some(0));
    let lines = trace(&file, &["--model", "x86-tso", "--format", "json"]).stdout;
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((lines.lines().count(), &first["seen"]["count"]), (4, &34.into()));
    let memory = log.replace("0:EAX=1; 1:EAX=1;", "0:EAX=1; [x]=1;");
    assert_eq!(trace(&folder.file("x.log", &memory), &["--model", "tso"]).status, Some(2));
    let cut = trace(&folder.file("y.log", &log[..log.find("28 ").unwrap()]), &[]);
    assert_eq!(cut.status, Some(3));
    assert!(cut.stderr.contains("y.log:21:1"), "{cut:?}");
}

#[test]
fn pictures_show_what_is_impossible() {
    let folder = Folder::new();
    let file = folder.file("sb.history", &(STORE_BUFFERING.to_owned() + "P2 w unrelated 1\n"));
    let picture = folder.path("sb.svg");
    trace(&file, &["--svg", picture.to_str().unwrap()]);
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("impossible under sc"), "{drawn}");
    assert!(drawn.contains("r y 0") && !drawn.contains("unrelated"), "{drawn}");
    assert!(drawn.contains("pc-g"), "{drawn}");
}

/// Each command on the page, in the project's folder, prints what the page says, but for times.
#[test]
fn the_examples_of_the_page() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/trace.md")).unwrap();
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ heddle ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap();
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
