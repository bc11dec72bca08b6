//! The same outcomes without any cleverness, for tests: all traces of all threads, all sources with the right value for all reads, everything that the model may choose, and then all checks at once.
//! And the same outcomes with accesses in smaller parts.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use crate::execution::Execution;
use crate::search::{initial_memory, run_ways};
use crate::trace::{Event, Kind, Trace};
use crate::values::{all_ways, ways_with};
use crate::{Model, Outcome, Refusal, Show, run};
use cat::{Concrete, LibraryOnly, Program, bundled_model, bundled_names, evaluate, judge};
use files::files_in;
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
    initial: BTreeMap<i64, i64>,
    count: Count,
}

impl Plain<'_> {
    fn traces<'t>(&mut self, threads: &'t [Vec<Trace>], chosen: &mut Vec<&'t Trace>) {
        let Some(traces) = threads.get(chosen.len()) else {
            let choices = self.program.choices.len();
            let mut execution = Execution::new(chosen, &self.initial, choices);
            self.sources(&mut execution, 0);
            return;
        };
        for trace in traces {
            chosen.push(trace);
            self.traces(threads, chosen);
            chosen.pop();
        }
    }

    fn sources(&mut self, execution: &mut Execution, event: usize) {
        if event == execution.size() {
            return self.choices(execution, 0);
        }
        let own = execution.events[event].1.clone();
        if !own.kind.reads() {
            return self.sources(execution, event + 1);
        }
        for source in (0..execution.size()).filter(|source| *source != event) {
            let other = &execution.events[source].1;
            if other.kind.writes() && other.address == own.address && other.written == own.read {
                let before = execution.rf.clone();
                execution.rf.insert(source, event);
                self.sources(execution, event + 1);
                execution.rf = before;
            }
        }
    }

    fn choices(&mut self, execution: &mut Execution, index: usize) {
        let world = Concrete { events: execution.size() };
        let Some(choice) = self.program.choices.get(index) else {
            let judgement = judge(self.program, world, execution);
            self.count.executions += u64::from(judgement.is_allowed());
            let is_undefined = judgement.is_allowed() && !judgement.undefined.is_empty();
            self.count.undefined += u64::from(is_undefined);
            return;
        };
        // What is not chosen yet is nothing, and what there is to choose from does not depend on it.
        let nothing = || Some(Relation::new(execution.events.len()));
        for later in index..self.program.choices.len() {
            execution.choices[later] = nothing();
        }
        let valuation = evaluate(self.program, &mut { world }, execution);
        for relation in choice.source.relations(world, &valuation).expect("models can be evaluated")
        {
            execution.choices[index] = Some(relation);
            self.choices(execution, index + 1);
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

/// Every test of the project under every model: what a model does not know is empty, and it still means something.
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
            let initial = initial_memory(&ways, lowered).unwrap();
            let threads: Vec<Vec<Trace>> =
                ways.threads.into_iter().map(|traces| traces.all).collect();
            let mut plain = Plain { program: &program, initial, count: Count::default() };
            plain.traces(&threads, &mut Vec::new());
            let executions = fast.positive + fast.negative;
            assert_eq!(executions, plain.count.executions, "{name}: {}", path.display());
            assert_eq!(fast.is_undefined, plain.count.undefined > 0, "{name}: {}", path.display());
        }
    }
    assert!(in_parts > 20, "only {in_parts} answers are about accesses in parts");
}

/// Where an access happens at once, its parts may be any: with each cell in halves there are as many executions, and they end the same.
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
            let mut ways = all_ways(lowered, 10_000);
            let traces = ways.threads.iter().flat_map(|traces| &traces.all);
            let events: Vec<Event> = traces.flat_map(|trace| trace.events.clone()).collect();
            // Addresses have no parts, and single events none that are related.
            let is_number =
                |value: Option<i64>| value.is_none_or(|value| !lowered.layout.is_address(value));
            let has_address =
                events.iter().any(|event| !is_number(event.read) || !is_number(event.written));
            if has_address || test.architecture == Architecture::C {
                continue;
            }
            let is_access = |event: &&Event| event.kind != Kind::Fence;
            for event in events.iter().filter(is_access) {
                ways.cells.halve((event.address.unwrap(), event.size));
            }
            let ways = ways_with(lowered, ways.cells, 10_000);
            let halves = run_ways(test, lowered, &model, ways, Show::None, &|| true);
            match halves {
                Ok((halves, _)) => {
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
