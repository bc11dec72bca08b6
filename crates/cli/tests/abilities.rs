//! Which engine answers which question under which model: what the documentation says is what the
//! code says, and what the code says is right.
//!
//! `HEDDLE_BLESS=1` writes the table anew. `HEDDLE_PROGRAMS=N` compares N random programs of each
//! family with brute force.

use answer::Unlimited;
use base::ViolationKind;
use engines::table::table;
use engines::{AUTO, ENGINES, GRAPH, Model, Question};
use enumerate::Answers;
use explore::Config;
use oracle::case::Case;
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use oracle::questions::{Reference, answers};
use oracle::shrink::shrink;
use program::passes::{self, PassConfig};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn model(name: &str) -> Model {
    cli::model::find(name, &[]).unwrap_or_else(|rejection| panic!("{}", rejection.render()))
}

/// The native models, and cat files that say the same.
fn models() -> Vec<(Reference, Model)> {
    let native = [
        (Reference::Sc, "sc"),
        (Reference::Tso, "tso"),
        (Reference::Pso, "pso"),
        (Reference::Ra, "ra"),
        (Reference::Rc11, "rc11"),
        (Reference::Rc11Of20, "rc11-20"),
    ];
    let files = [
        (Reference::Tso, "crates/cat/models/x86-tso.cat"),
        (Reference::Rc11, "crates/cat/models/rc11.cat"),
        (Reference::Rc11Of20, "crates/cat/models/rc11-20.cat"),
    ];
    let native = native.map(|(reference, name)| (reference, model(name)));
    let files = files
        .map(|(reference, file)| (reference, model(&project().join(file).display().to_string())));
    native.into_iter().chain(files).collect()
}

#[test]
fn the_table_is_what_the_code_says() {
    let columns = ["sc", "tso", "pso", "ra", "rc11", "rc11-20"].map(|name| (name, model(name)));
    let file = project().join("crates/cat/models/x86-tso.cat").display().to_string();
    let columns: Vec<_> = columns.into_iter().chain([("a cat file", model(&file))]).collect();
    let file = project().join("docs/checks.md");
    let text = std::fs::read_to_string(&file).expect("the page is there");
    let (start, end) = ("<!-- the table begins -->\n", "<!-- the table ends -->");
    let before = text.find(start).expect("the table has a start") + start.len();
    let after = text.find(end).expect("the table has an end");
    let expected = format!("{}\n{}\n{}", &text[..before], table(&columns), &text[after..]);
    testing::assert_blessed(&file, &expected);
}

/// The questions that brute force answers beside finding all executions, each with its answer and
/// what a yes is reported as.
fn asked(answers: Answers) -> [(Question, bool, ViolationKind); 4] {
    [
        (Question::Races, answers.has_race, ViolationKind::DataRace),
        (Question::Liveness, answers.waits_for_ever, ViolationKind::Liveness),
        (Question::Robustness, answers.is_not_sequential, ViolationKind::NotRobust),
        (Question::Leaks, answers.leaks, ViolationKind::Leak),
    ]
}

/// How often the answer was yes and no, for each cell.
type Counts = BTreeMap<(String, String), [u32; 2]>;

/// Compares all engines with brute force on a case, and says where they differ.
fn compare(case: &Case, models: &[(Reference, Model)], counts: &mut Counts) -> Option<String> {
    let mut prepared = lower(case);
    passes::standard(&mut prepared, PassConfig::default());
    for (reference, model) in models {
        let Some(answers) = answers(case, *reference) else { continue };
        for (question, expected, kind) in asked(answers) {
            let config = question.ask(Config { keep_going: true, ..Config::default() });
            for engine in ENGINES {
                if engine == AUTO || engine.objection(question, model).is_some() {
                    continue;
                }
                let explored = engine.explore(&prepared, model, &config, &Unlimited, None);
                let answer = explored.answer;
                if answer.gap().is_some() {
                    continue;
                }
                let has = |kind| answer.violations().iter().any(|violation| violation.kind == kind);
                let found = has(kind);
                // Brute force ends an execution at the first use of freed memory, and engines also
                // say with what that races.
                if question == Question::Races && found && has(ViolationKind::UseAfterFree) {
                    continue;
                }
                let cell = (format!("{question:?}"), format!("{} {reference:?}", engine.name()));
                if found != expected {
                    let model = model.name();
                    return Some(format!("{cell:?} under {model}: {found} instead of {expected}"));
                }
                counts.entry(cell).or_default()[usize::from(found)] += 1;
            }
        }
    }
    None
}

#[test]
fn every_cell_is_as_brute_force_says() {
    let programs = std::env::var("HEDDLE_PROGRAMS").ok().and_then(|number| number.parse().ok());
    let first = std::env::var("HEDDLE_SEED").ok().and_then(|number| number.parse().ok());
    let (programs, first): (u64, u64) = (programs.unwrap_or(60), first.unwrap_or(0));
    let models = models();
    let mut counts = Counts::new();
    let families = [
        Family::Plain,
        Family::Atomics,
        Family::Mutexes,
        Family::Loops,
        Family::Waiting,
        Family::Standstill,
        Family::Lifetimes,
    ];
    for family in families {
        for seed in first..first + programs {
            let random = case(family, Size::Small, seed);
            if !random.suits_axioms() {
                continue;
            }
            if let Some(difference) = compare(&random, &models, &mut counts) {
                let fails = |case: &Case| compare(case, &models, &mut Counts::new()).is_some();
                let small = shrink(&random, &fails);
                let smaller = compare(&small, &models, &mut Counts::new());
                panic!("{family:?}, seed {seed}: {difference}\nsmallest: {small:#?}: {smaller:?}");
            }
        }
    }
    for ((question, cell), [no, yes]) in &counts {
        let is_always_no = question == "Robustness" && cell.ends_with(" Sc");
        assert!(*no > 0, "{question} {cell}: the answer was always yes");
        assert!(*yes > 0 || is_always_no, "{question} {cell}: the answer was always no");
    }
    println!("{counts:#?}");
}

#[test]
fn auto_chooses_only_what_answers() {
    for (_, model) in models() {
        for question in Question::ALL {
            let config = question.ask(Config::default());
            let chosen = AUTO.candidates(&model, &config);
            assert!(chosen.contains(&GRAPH), "{question:?}: graph answers everything");
            assert!(chosen.iter().all(|engine| engine.objection(question, &model).is_none()));
        }
    }
}
