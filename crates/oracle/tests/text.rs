//! Does the text form of graphs keep all that an execution is? The graphs are those that the engine
//! finds in random programs.

use execution::text::{self, Execution};
use execution::{Canonical, Cells, Graph, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use models::sc::Sc;
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use oracle::runs::{Most, Watch};
use program::passes::PassConfig;

/// Prints and parses every execution.
#[derive(Default)]
struct RoundTrip {
    executions: u32,
}

impl Observer for RoundTrip {
    fn restarted(&mut self) {}

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let printed = text::print(graph, slots, cells);
        let again = text::parse(&printed).unwrap_or_else(|problem| panic!("{problem}\n{printed}"));
        assert_eq!(again.canonical(), Canonical::new(graph, slots, cells), "{printed}");
        let Execution { graph: again, slots, cells } = again;
        assert_eq!(text::print(&again, &slots, &cells), printed);
        // The order of insertion is the same, so the numbers of events are.
        for (id, event) in graph.events() {
            let other = again.event(id);
            let links = (event.rf, event.co_before, event.co_after);
            let others = (other.rf, other.co_before, other.co_after);
            assert_eq!(links, others, "{id:?} in\n{printed}");
            for (cause, _) in graph.events() {
                assert_eq!(graph.is_cause(cause, id), again.is_cause(cause, id), "{printed}");
            }
        }
        self.executions += 1;
    }
}

#[test]
fn what_the_engine_finds_comes_back() {
    let mut seen = RoundTrip::default();
    for family in Family::ALL {
        for seed in 0..400 {
            let mut program = lower(&case(family, Size::Small, seed));
            program::passes::standard(&mut program, PassConfig::default());
            let config = Config { keep_going: true, patience: 64, ..Config::default() };
            // Some loops have no end.
            let watch = Watch::new(Most { executions: 100 });
            Revisits::<Sc>::new(()).check(&program, &config, &watch, Some(&mut seen));
        }
    }
    assert!(seen.executions > 1000, "{}", seen.executions);
}
