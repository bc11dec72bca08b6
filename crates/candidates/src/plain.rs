//! The same outcomes without any cleverness, for tests: all traces of all threads, all sources with the right value for all reads, everything that the model may choose, and then all checks at once.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use crate::execution::Execution;
use crate::trace::Trace;
use crate::values::all_traces;
use crate::{Model, Outcome, run};
use cat::{Concrete, LibraryOnly, Program, bundled_model, bundled_names, evaluate, judge};
use files::files_in;
use litmus::Lowered;
use relation::Relation;
use std::path::Path;

/// How many executions the model allows, and how many of them are not defined.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Count {
    executions: u64,
    undefined: u64,
}

struct Plain<'p> {
    program: &'p Program,
    lowered: &'p Lowered,
    count: Count,
}

impl Plain<'_> {
    fn traces<'t>(&mut self, threads: &'t [Vec<Trace>], chosen: &mut Vec<&'t Trace>) {
        let Some(traces) = threads.get(chosen.len()) else {
            let choices = self.program.choices.len();
            let mut execution = Execution::new(chosen, &self.lowered.memory, choices);
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

/// Every test of the project under every model: what a model does not know is empty, and it still means something.
#[test]
fn the_search_finds_what_brute_force_finds() {
    let found =
        files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus"), "litmus");
    for name in bundled_names() {
        let vocabulary = cat::machine_names();
        let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
        let program = cat::compile(vec![bundled_model(name).unwrap()], &options)
            .unwrap_or_else(|failure| panic!("{failure}"));
        let model = Model::new(program.clone());
        for path in &found {
            let text = std::fs::read_to_string(path).unwrap();
            let test = litmus::parse(&text).unwrap();
            let lowered = litmus::lower(&test, &text).unwrap();
            let threads = all_traces(&lowered, 10_000);
            // Whose numbers do not fit is refused before anything is searched.
            if test.misfit().is_some() || threads.iter().any(|traces| traces.misfit.is_some()) {
                continue;
            }
            let threads: Vec<Vec<Trace>> = threads.into_iter().map(|traces| traces.all).collect();
            let mut plain = Plain { program: &program, lowered: &lowered, count: Count::default() };
            plain.traces(&threads, &mut Vec::new());
            let fast: Outcome = run(&test, &lowered, &model, &|| true).unwrap();
            let executions = fast.positive + fast.negative;
            assert_eq!(executions, plain.count.executions, "{name}: {}", path.display());
            assert_eq!(fast.is_undefined, plain.count.undefined > 0, "{name}: {}", path.display());
        }
    }
}
