//! The same outcomes without any cleverness, for tests: all traces of all threads, all sources with
//! the right value for all reads, everything that the model may choose, and then all checks at
//! once. And the same outcomes with accesses in smaller parts.

use crate::files::files_in;
use crate::run_thread::Traces;
use crate::search::{initial_memory, run_ways};
use crate::structure;
use crate::trace::Trace;
use crate::values::{Ways, all_ways, ways_with};
use crate::{Model, Outcome, Refusal, run};
use cat::{LibraryOnly, Program, bundled_model, bundled_names, evaluate, judge};
use events::{CatView, EventStructure, Primitives};
use litmus::{Architecture, Lowered, Test};
use relation::Relation;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many executions the model allows, and how many of them are not defined.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Count {
    executions: u64,
    undefined: u64,
}

struct Plain<'p> {
    program: &'p Program,
    primitives: Primitives,
    initial: BTreeMap<i64, i64>,
    count: Count,
}

impl Plain<'_> {
    fn traces<'t>(&mut self, threads: &'t [Vec<Trace>], chosen: &mut Vec<&'t Trace>) {
        let Some(traces) = threads.get(chosen.len()) else {
            let (mut structure, _) = structure::of_traces(chosen, &self.initial);
            self.sources(&mut structure, 0);
            return;
        };
        for trace in traces {
            chosen.push(trace);
            self.traces(threads, chosen);
            chosen.pop();
        }
    }

    fn sources(&mut self, structure: &mut EventStructure, event: usize) {
        if event == structure.size() {
            return self.choices(structure, 0);
        }
        let own = structure.events[event];
        if !own.kind.reads() {
            return self.sources(structure, event + 1);
        }
        for source in (0..structure.size()).filter(|source| *source != event) {
            let other = &structure.events[source];
            if other.kind.writes() && other.location == own.location && other.written == own.read {
                let before = structure.rf.clone();
                structure.rf.insert(source, event);
                self.sources(structure, event + 1);
                structure.rf = before;
            }
        }
    }

    fn choices(&mut self, structure: &mut EventStructure, index: usize) {
        let Some(choice) = self.program.choices.get(index) else {
            let view = CatView::new(structure, &self.primitives);
            let judgement = judge(self.program, view.world(), &view);
            self.count.executions += u64::from(judgement.is_allowed());
            let is_undefined = judgement.is_allowed() && !judgement.undefined.is_empty();
            self.count.undefined += u64::from(is_undefined);
            return;
        };
        // What is not chosen yet is nothing, and what there is to choose from does not depend on
        // it.
        for later in index..self.program.choices.len() {
            let nothing = Relation::new(structure.size());
            *structure.choice(self.primitives.choice(later)) = Some(nothing);
        }
        let view = CatView::new(structure, &self.primitives);
        let world = view.world();
        let valuation = evaluate(self.program, &mut { world }, &view);
        for relation in choice.source.relations(world, &valuation).expect("models can be evaluated")
        {
            *structure.choice(self.primitives.choice(index)) = Some(relation);
            self.choices(structure, index + 1);
        }
    }
}

fn tests() -> Vec<(PathBuf, Test, Lowered)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let test = litmus::parse(&text).unwrap();
        let lowered = litmus::lower(&test, &text).unwrap();
        (path, test, lowered)
    };
    files_in(&folder, "litmus").into_iter().map(read).collect()
}

fn program(name: &str) -> Program {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let compiled = cat::compile(vec![bundled_model(name).unwrap()], &options);
    compiled.unwrap_or_else(|failure| panic!("{failure}"))
}

/// What brute force finds of what the threads can do.
fn count(program: &Program, ways: Ways, lowered: &Lowered) -> Count {
    let initial = initial_memory(&ways, lowered).unwrap();
    let threads: Vec<Vec<Trace>> = ways.threads.into_iter().map(|traces| traces.all).collect();
    let primitives = Primitives::of(program);
    let mut plain = Plain { program, primitives, initial, count: Count::default() };
    plain.traces(&threads, &mut Vec::new());
    plain.count
}

/// Every test of the project under every model: what a model does not know is empty, and it still
/// means something.
#[test]
fn the_search_finds_what_brute_force_finds() {
    let (tests, mut in_parts) = (tests(), 0);
    for name in bundled_names() {
        let program = program(name);
        let model = Model::new(program.clone());
        for (path, test, lowered) in &tests {
            let fast: Outcome = match run(test, lowered, &model, &|| true) {
                Ok(outcome) => outcome,
                // What has no meaning is refused.
                Err(Refusal::Unsupported(_)) => continue,
                Err(refusal) => panic!("{name}: {}: {refusal}", path.display()),
            };
            let ways = all_ways(lowered, 10_000);
            in_parts += usize::from(!ways.cells.is_whole());
            let plain = count(&program, ways, lowered);
            let executions = fast.positive + fast.negative;
            assert_eq!(executions, plain.executions, "{name}: {}", path.display());
            assert_eq!(fast.is_undefined, plain.undefined > 0, "{name}: {}", path.display());
        }
    }
    assert!(in_parts > 20, "only {in_parts} answers are about accesses in parts");
}

/// The same with each cell in halves.
fn halved(mut ways: Ways, lowered: &Lowered) -> Ways {
    for access in &ways.accesses {
        ways.cells.of(*access).into_iter().for_each(|cell| ways.cells.halve(cell));
    }
    ways_with(lowered, ways.cells, 10_000)
}

/// Where an access happens at once, its parts may be any: with each cell in halves there are as
/// many executions, and they end the same.
#[test]
fn smaller_cells_change_nothing() {
    let (tests, mut compared) = (tests(), 0);
    for name in bundled_names() {
        let model = Model::new(program(name));
        if !model.sees_parts {
            continue;
        }
        for (path, test, lowered) in &tests {
            let Ok(whole) = run(test, lowered, &model, &|| true) else { continue };
            let ways = all_ways(lowered, 10_000);
            let traces = ways.threads.iter().flat_map(|traces| &traces.all);
            // Addresses have no parts, and single events none that are related.
            let is_address =
                |value: Option<i64>| value.is_some_and(|value| lowered.layout.is_address(value));
            let has_address = traces
                .flat_map(|trace| &trace.events)
                .any(|event| is_address(event.read) || is_address(event.written));
            if has_address || test.architecture == Architecture::C {
                continue;
            }
            let ways = halved(ways, lowered);
            let halves = run_ways(test, lowered, &model, ways, &mut |_| true, &|| true);
            match halves {
                Ok(halves) => {
                    assert_eq!(halves, whole, "{name}: {}", path.display());
                    compared += 1;
                }
                Err(Refusal::Unsupported(_)) => {}
                Err(refusal) => panic!("{name}: {}: {refusal}", path.display()),
            }
        }
    }
    assert!(compared > 100, "only {compared} tests were compared");
}

/// A test of two threads that access parts of one location, each two or three times.
fn random_test(random: &mut impl FnMut(usize) -> usize) -> String {
    let mut columns = Vec::new();
    for thread in 0..2 {
        let mut column = vec![format!(" P{thread} ")];
        for index in 0..2 + random(2) {
            let size = [1, 2, 4, 8][random(4)];
            let offset = size * random(8 / size);
            let register = 2 + index;
            let (suffix, letter) = match size {
                1 => ("B", "W"),
                2 => ("H", "W"),
                4 => ("", "W"),
                _ => ("", "X"),
            };
            let access = ["LDR", "STR", "STR"][random(3)];
            let register = if access == "STR" { register + 10 } else { register };
            column.push(format!(" {access}{suffix} {letter}{register},[X1,#{offset}] "));
            if random(4) == 0 {
                column.push(" DMB SY ".to_owned());
            }
        }
        columns.push(column);
    }
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let line = |row: usize| {
        let cells: Vec<String> =
            columns.iter().map(|column| column.get(row).cloned().unwrap_or_default()).collect();
        format!("{};\n", cells.join("|"))
    };
    let rows: String = (0..height).map(line).collect();
    let values: String = (0..2)
        .flat_map(|thread| (12..15).map(move |register| (thread, register)))
        .map(|(thread, register)| {
            format!(
                "{thread}:X{register}=0x{thread}{register}{thread}{register}{thread}{register}; "
            )
        })
        .collect();
    let shown: String = (0..2)
        .flat_map(|thread| (2..5).map(move |register| format!("{thread}:X{register}; ")))
        .collect();
    format!(
        "AArch64 random\n{{ uint64_t x; 0:X1=x; 1:X1=x; {values}}}\n{rows}locations [x; {shown}]\n"
    )
}

#[test]
fn random_accesses_in_parts_are_what_brute_force_says() {
    let programs: Vec<Program> =
        ["aarch64", "riscv", "x86-tso", "sc"].into_iter().map(program).collect();
    let models: Vec<Model> = programs.iter().cloned().map(Model::new).collect();
    let mut seed = 5u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let (mut compared, mut in_halves) = (0, 0);
    for _ in 0..250 {
        let text = random_test(&mut random);
        let test = litmus::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let lowered = litmus::lower(&test, &text).unwrap();
        let ways = all_ways(&lowered, 10_000);
        let longest =
            |traces: &Traces| traces.all.iter().map(|trace| trace.events.len()).max().unwrap_or(0);
        // Brute force takes its time.
        if ways.cells.is_whole() || ways.threads.iter().map(longest).sum::<usize>() > 9 {
            continue;
        }
        for (program, model) in programs.iter().zip(&models) {
            let fast = run(&test, &lowered, model, &|| true).unwrap();
            let plain = count(program, all_ways(&lowered, 10_000), &lowered);
            assert_eq!(fast.positive + fast.negative, plain.executions, "{text}");
            let ways = halved(all_ways(&lowered, 10_000), &lowered);
            // With too many ways to run, there is nothing to compare.
            if let Ok(halves) = run_ways(&test, &lowered, model, ways, &mut |_| true, &|| true) {
                assert_eq!(halves, fast, "{text}");
                in_halves += 1;
            }
        }
        compared += 1;
    }
    assert!(compared > 50 && in_halves > 100, "only {compared} and {in_halves} were compared");
}
