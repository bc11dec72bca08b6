//! Does every function of the runtime have a fixture, and every kind of violation, and every
//! instruction of the table of inline assembly?
//!
//! docs/fixtures.md says for each function which program calls it. `HEDDLE_BLESS=1` writes that
//! table anew: it compiles the programs, with the flags of their expectations, and looks what they
//! declare. Without it, the table must have every function of the runtime, and the programs in it
//! must be there and name the function, unless a header or the compiler does so for them.

use crate::project::{read, root, walk};
use base::ViolationKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

const TABLE: &str = "docs/fixtures.md";
const HEAD: &str = "# Which fixture calls which function\n\n\
    Every function of the runtime is called by a program whose answer is compared with what it must\n\
    be, with and without a bug. Where a header or the compiler makes the call, the program does not\n\
    name the function. The table is written by `crates/cli/tests/documents/fixtures.rs`.\n\n\
    | function | program |\n|---|---|\n";
/// What a row says of a function that its program does not name.
const UNNAMED: &str = " (not by name)";

/// The symbols of the functions, and what they are called in the table.
fn functions() -> BTreeMap<String, String> {
    llvm::supported_symbols().into_iter().collect()
}

/// The programs with expectations, and the flags that they are compiled with.
fn programs() -> Vec<(String, Vec<String>)> {
    let files: BTreeSet<String> = walk().into_iter().collect();
    let mut found = BTreeSet::new();
    for expectations in files.iter().filter(|file| file.ends_with(".expect")) {
        let stem = expectations.trim_end_matches("expect");
        let kinds = ["c", "cc", "i", "ii", "ll"];
        let Some(program) =
            kinds.iter().map(|kind| format!("{stem}{kind}")).find(|file| files.contains(file))
        else {
            continue;
        };
        for line in read(&root().join(expectations)).lines().filter(|line| line.starts_with("run"))
        {
            let flags = line.split_once("flags=\"").and_then(|(_, rest)| rest.split('"').next());
            let flags = flags.unwrap_or_default().split_whitespace().map(str::to_owned);
            found.insert((program.clone(), flags.collect::<Vec<_>>()));
        }
    }
    found.into_iter().collect()
}

/// What a program declares, and does not define itself, when it is compiled with these flags.
fn declared(program: &str, flags: &[String]) -> BTreeSet<String> {
    let path = root().join(program);
    let text = if program.ends_with(".ll") {
        read(&path)
    } else {
        let clang = std::env::var("HEDDLE_CLANG").unwrap_or_else(|_| "clang".to_owned());
        let mut command = Command::new(clang);
        command.args(["-S", "-emit-llvm", "-w", "-D_GLIBCXX_ASSERTIONS", "-o", "-"]);
        command.arg("-I").arg(root().join("include"));
        if program.ends_with(".cc") {
            command.arg("-std=c++20");
        }
        let output = command.args(flags).arg(&path).output().expect("clang can be started");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // What comes from a header may be replaced.
    let is_declared =
        |line: &&str| line.starts_with("declare ") || line.starts_with("define linkonce_odr ");
    let declarations = text.lines().filter(is_declared);
    let names = declarations.filter_map(|line| line.split_once('@')?.1.split('(').next());
    // Apple's systems put an underscore before every name.
    let plain = names.flat_map(|name| {
        let inner = name.trim_matches('"').trim_start_matches("\\01");
        [inner.to_owned(), inner.strip_prefix('_').unwrap_or(inner).to_owned()]
    });
    plain.collect()
}

/// The table as it should be.
fn written() -> String {
    let functions = functions();
    let mut callers: BTreeMap<&str, String> = BTreeMap::new();
    for (program, flags) in programs() {
        if functions.values().all(|name| callers.contains_key(name.as_str())) {
            break;
        }
        for symbol in declared(&program, &flags) {
            let Some(name) = functions.get(&symbol) else { continue };
            let is_named = read(&root().join(&program)).contains(name.as_str());
            let mark = if is_named { "" } else { UNNAMED };
            // A program that names it is the better example.
            let better =
                callers.get(name.as_str()).is_none_or(|old| is_named && old.ends_with(')'));
            if better {
                callers.insert(name, format!("`{program}`{mark}"));
            }
        }
    }
    let mut table = HEAD.to_owned();
    let names: BTreeSet<&String> = functions.values().collect();
    for name in names {
        let caller = callers.get(name.as_str()).map_or("", String::as_str);
        writeln!(table, "| `{name}` | {caller} |").expect("a string can be written to");
    }
    table
}

#[test]
fn every_function_has_a_fixture() {
    let path = root().join(TABLE);
    if std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value != "0") {
        std::fs::write(&path, written()).expect("the table can be written");
    }
    let text = read(&path);
    let rows = text.strip_prefix(HEAD).expect("the table has its head");
    let mut listed = BTreeSet::new();
    for row in rows.lines() {
        let cells = row.trim_matches('|').split_once(" | ").expect("two cells");
        let (name, caller) = (cells.0.trim().trim_matches('`'), cells.1.trim());
        assert!(!caller.is_empty(), "no fixture calls {name}");
        let program = caller.trim_end_matches(UNNAMED).trim_matches('`');
        let source = read(&root().join(program));
        assert!(caller.ends_with(UNNAMED) || source.contains(name), "{program} has no {name}");
        listed.insert(name.to_owned());
    }
    let names: BTreeSet<String> = functions().into_values().collect();
    assert_eq!(listed, names, "HEDDLE_BLESS=1 writes the table anew");
}

#[test]
fn every_kind_of_violation_has_a_fixture_with_and_without() {
    let files = walk();
    let expectations: Vec<String> = files
        .iter()
        .filter(|file| file.starts_with("tests/programs") && file.ends_with(".expect"))
        .map(|file| read(&root().join(file)))
        .collect();
    for kind in ViolationKind::ALL {
        let is_found = |text: &&String| {
            let mut lines = text.lines().filter(|line| line.contains("kind"));
            lines.any(|line| line.split([' ', '=', '"']).any(|word| word == kind.name()))
        };
        let mut found = expectations.iter().filter(is_found);
        assert!(
            found.any(|text| text.contains("verdict=holds")),
            "no fixture has {} and a version without it",
            kind.name()
        );
    }
}

#[test]
fn every_instruction_of_assembly_has_a_fixture() {
    let document = read(&root().join("docs/programs.md"));
    let (_, rest) = document.split_once("## Inline assembly").expect("the section is there");
    let (table, _) = rest.split_once("To models of C").expect("the table has an end");
    let files = walk();
    let sources: String = files
        .iter()
        .filter(|file| file.starts_with("tests/programs/assembly/"))
        .map(|file| read(&root().join(file)))
        .collect();
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        // What is between the marks is every second piece.
        for instruction in row.split('`').skip(1).step_by(2) {
            let mnemonic = instruction.trim_end_matches("CC");
            let is_start =
                |at: usize| !sources[..at].ends_with(|before: char| before.is_ascii_alphabetic());
            let mut places = sources.match_indices(mnemonic);
            assert!(places.any(|(at, _)| is_start(at)), "no fixture has `{instruction}`");
        }
    }
}
