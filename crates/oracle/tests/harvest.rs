//! What the engines explore under SC, TSO and PSO, the procedures of `history` explain: every
//! execution of random programs is consistent as a history, and its witness, replayed on the
//! machine with store buffers, reads what the execution reads. With another source for one read
//! they say what visiting all states says.

use answer::Unlimited;
use execution::{Cells, Graph, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use history::{Model, check, naive, replay};
use models::global::Preserved;
use models::pso::PartialStoreOrder;
use models::rf::TotalReadsFrom;
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use oracle::generate::{Family, Size, case};
use oracle::harvest;
use oracle::lower::lower;
use program::passes::{PassConfig, standard};
use testing::Random;

/// Histories with more events are not given another source: visiting all states takes too long.
const SMALL: usize = 12;

struct Harvest {
    model: Model,
    random: Random,
    explained: usize,
    refuted: usize,
    confirmed: usize,
}

impl Observer for Harvest {
    fn restarted(&mut self) {}

    fn execution(&mut self, graph: &Graph, _slots: &Slots, _cells: &Cells) {
        let Some(history) = harvest::history(graph) else { return };
        let witness = check(&history, self.model, &[]).expect("what is explored is consistent");
        replay(&history, self.model, &witness).expect("a witness can be replayed");
        self.explained += 1;
        if history.ids().count() > SMALL {
            return;
        }
        let changed = harvest::with_another_source(&history, &mut self.random);
        let Some(changed) = changed else { return };
        match (check(&changed, self.model, &[]), naive::search(&changed, self.model)) {
            (Ok(witness), Ok(_)) => {
                replay(&changed, self.model, &witness).expect("a witness can be replayed");
                self.confirmed += 1;
            }
            (Err(_), Err(_)) => self.refuted += 1,
            (found, expected) => panic!("{changed:?}: {found:?} instead of {expected:?}"),
        }
    }
}

fn explain<P: Preserved>(model: Model, seed: u64) {
    let mut harvest =
        Harvest { model, random: Random::new(seed), explained: 0, refuted: 0, confirmed: 0 };
    let families = [Family::Plain, Family::Atomics, Family::Mutexes, Family::Lifetimes];
    for family in families {
        for seed in seed..seed + 400 {
            let mut program = lower(&case(family, Size::Small, seed));
            standard(&mut program, PassConfig::default());
            let config = Config { keep_going: true, ..Config::default() };
            let observer: &mut dyn Observer = &mut harvest;
            Revisits::<TotalReadsFrom<P>>::new(()).check(
                &program,
                &config,
                &Unlimited,
                Some(observer),
            );
        }
    }
    let Harvest { explained, refuted, confirmed, .. } = harvest;
    assert!(explained > 4000, "only {explained} executions");
    assert!(refuted > 300 && confirmed > 300, "only {refuted} refuted and {confirmed} confirmed");
}

#[test]
fn sc() {
    explain::<ProgramOrder>(Model::Sc, 100);
}

#[test]
fn tso() {
    explain::<TotalStoreOrder>(Model::Tso, 200);
}

#[test]
fn pso() {
    explain::<PartialStoreOrder>(Model::Pso, 300);
}
