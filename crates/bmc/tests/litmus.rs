//! Has a litmus test the outcomes that `candidates` finds? All tests of the project under all
//! models that come with Heddle, with both solvers, and public tests where they are.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use bmc::{Axioms, Method, NoOutcome, Settings, States, run};
use candidates::{Outcome, Refusal};
use cat::{LibraryOnly, Program, bundled_model, bundled_names};
use files::files_in;
use litmus::{Lowered, Test};
use solver::Backend;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn program(name: &str) -> Program {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let compiled = cat::compile(vec![bundled_model(name).unwrap()], &options);
    compiled.unwrap_or_else(|failure| panic!("{failure}"))
}

/// A test for which the enumeration asks more often whether to go on is left out.
const PATIENCE: u32 = 10_000_000;

/// A model for both engines.
struct Both {
    name: &'static str,
    candidates: candidates::Model,
    bmc: bmc::Model,
}

impl Both {
    fn new(name: &'static str) -> Both {
        let program = program(name);
        let bmc = bmc::Model::new(&program);
        Both { name, candidates: candidates::Model::new(program), bmc }
    }
}

#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    refused: usize,
    positive: usize,
    negative: usize,
    flagged: usize,
    undefined: usize,
    too_slow: usize,
}

impl Tally {
    fn compare(
        &mut self,
        path: &Path,
        test: &Test,
        lowered: &Lowered,
        both: &Both,
        settings: Settings,
    ) {
        let what = format!("{}: {}", both.name, path.display());
        let asked = Cell::new(0u32);
        let go_on = || asked.replace(asked.get() + 1) < PATIENCE;
        let expected = candidates::run(test, lowered, &both.candidates, &go_on);
        if expected == Err(Refusal::Stopped) {
            self.too_slow += 1;
            return;
        }
        let found = run(test, lowered, &both.bmc, settings, &|| true);
        match (expected, found) {
            (Ok(expected), Ok(found)) => {
                self.note(&what, &expected, &found);
                let settings = Settings { states: States::Deciding, ..settings };
                let decided = run(test, lowered, &both.bmc, settings, &|| true).unwrap();
                note_decided(&what, &expected, &decided);
            }
            (Err(Refusal::Unsupported(_)), Err(NoOutcome::Refused(Refusal::Unsupported(_)))) => {
                self.refused += 1;
            }
            // What has too many ways to run for one engine is no trouble for the other.
            (Err(Refusal::Unsupported(what)), Ok(_)) if what.contains("too many ways") => {
                self.refused += 1;
            }
            (expected, found) => panic!("{what}:\n{expected:?}\n{found:?}"),
        }
    }

    fn note(&mut self, what: &str, expected: &Outcome, found: &Outcome) {
        let shown = |outcome: &Outcome| -> Vec<String> {
            outcome.states.iter().map(|state| outcome.show(state)).collect()
        };
        assert_eq!(shown(found), shown(expected), "{what}");
        assert_eq!(found.verdict(), expected.verdict(), "{what}");
        assert_eq!(found.observation(), expected.observation(), "{what}");
        assert_eq!(found.flags, expected.flags, "{what}");
        assert_eq!(found.is_undefined, expected.is_undefined, "{what}");
        self.compared += 1;
        self.positive += usize::from(expected.positive > 0);
        self.negative += usize::from(expected.positive == 0);
        self.flagged += usize::from(!expected.flags.is_empty());
        self.undefined += usize::from(expected.is_undefined);
    }
}

/// Whoever decides the condition alone finds no other answer, and no state that is none.
fn note_decided(what: &str, expected: &Outcome, decided: &Outcome) {
    assert_eq!(decided.verdict(), expected.verdict(), "{what}");
    assert_eq!(decided.observation(), expected.observation(), "{what}");
    assert_eq!(decided.flags, expected.flags, "{what}");
    assert!(decided.states.is_subset(&expected.states), "{what}");
    assert!(decided.is_partial && decided.positive <= 1 && decided.negative <= 1, "{what}");
}

fn read(path: PathBuf) -> Option<(PathBuf, Test, Lowered)> {
    let text = std::fs::read_to_string(&path).unwrap();
    let test = litmus::parse(&text).ok()?;
    let lowered = litmus::lower(&test, &text).ok()?;
    Some((path, test, lowered))
}

#[test]
fn every_test_of_the_project_has_the_outcomes_that_candidates_finds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let tests: Vec<_> = files_in(&folder, "litmus").into_iter().filter_map(read).collect();
    let mut tally = Tally::default();
    for name in bundled_names() {
        let both = Both::new(name);
        for (index, (path, test, lowered)) in tests.iter().enumerate() {
            for (turn, axioms) in [Axioms::Eager, Axioms::Lazy].into_iter().enumerate() {
                let backend = Backend::ALL[(index + turn) % 2];
                let method = Method { axioms, ..Method::with(backend) };
                let settings = Settings { method, ..Settings::default() };
                tally.compare(path, test, lowered, &both, settings);
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.positive > 300 && tally.negative > 300, "{tally:?}");
    assert!(tally.flagged > 20 && tally.undefined > 5 && tally.too_slow == 0, "{tally:?}");
}

/// One line of the table of what is expected; no cell has a comma or quotes in it.
struct Expected {
    file: String,
    verdict: String,
    observation: String,
    flags: String,
    states: BTreeSet<String>,
}

fn expected(folder: &Path) -> Vec<Expected> {
    let text = std::fs::read_to_string(folder.join("expected.csv")).unwrap();
    let line = |line: &str| {
        let cells: Vec<&str> = line.splitn(10, ',').collect();
        let states = cells[9].split('|').map(|state| state.trim().to_owned());
        Expected {
            file: cells[0].to_owned(),
            verdict: cells[1].to_owned(),
            observation: cells[2].to_owned(),
            flags: cells[6].to_owned(),
            states: states.filter(|state| !state.is_empty()).collect(),
        }
    };
    text.lines().skip(1).map(line).filter(|line| !line.verdict.is_empty()).collect()
}

/// What is wrong with an answer, if something is.
fn difference(expected: &Expected, found: &Outcome) -> Option<String> {
    let states: BTreeSet<String> = found.states.iter().map(|state| found.show(state)).collect();
    let flags = found.flags.iter().cloned().collect::<Vec<_>>().join(" ");
    let told = [found.verdict().name(), found.observation().name(), &flags];
    let wanted = [&*expected.verdict, &*expected.observation, &*expected.flags];
    if told != wanted {
        return Some(format!("{told:?} and not {wanted:?}"));
    }
    (states != expected.states).then(|| format!("{states:?} and not {:?}", expected.states))
}

/// Public tests with what is expected of them, where they are: `HEDDLE_LITMUS`, or
/// `../shared/litmus` beside the clone. So many of each set as `HEDDLE_LITMUS_SAMPLE` says.
#[test]
fn public_tests_have_the_expected_outcomes() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    let folder = std::env::var_os("HEDDLE_LITMUS").map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: there is no {}", folder.display());
        return;
    }
    let sets = [
        ("x86", "x86-tso"),
        ("x86_64", "x86-tso"),
        ("ppc", "power"),
        ("aarch64", "aarch64"),
        ("riscv", "riscv"),
        ("c11", "rc11"),
        ("lkmm", "lkmm"),
    ];
    let most: usize = std::env::var("HEDDLE_LITMUS_SAMPLE").map_or(60, |own| own.parse().unwrap());
    let mut wrong = Vec::new();
    for (set, name) in sets {
        let model = bmc::Model::new(&program(name));
        let lines = expected(&folder.join(set));
        let every = lines.len().div_ceil(most).max(1);
        let mut compared = 0;
        for line in lines.iter().step_by(every) {
            let Some((_, test, lowered)) = read(folder.join(set).join(&line.file)) else {
                wrong.push(format!("{set}/{}: cannot be read", line.file));
                continue;
            };
            match run(&test, &lowered, &model, Settings::default(), &|| true) {
                Ok(found) => wrong.extend(
                    difference(line, &found).map(|own| format!("{set}/{}: {own}", line.file)),
                ),
                Err(reason) => wrong.push(format!("{set}/{}: {reason:?}", line.file)),
            }
            compared += 1;
        }
        println!("{set}: {compared}");
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
