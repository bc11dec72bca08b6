//! One test: what `candidates` finds, and what engines find in its program.
//!
//! The condition of the test is replaced by others: that each state which `candidates` finds is
//! there, and that there is no other.

use answer::{Monitor, Statistics, Stop};
use base::{Verdict, ViolationKind};
use candidates::{Outcome, run};
use engines::{DPOR, DPOR_SOURCE, EngineRef, GRAPH, Model, RF, inability};
use explore::{Config, WeakCas};
use litmus::translate::{Meaning, Source, to_program};
use litmus::tree::{Constant, Place, Proposition, Quantifier};
use litmus::{Lowered, Test};
use program::passes::{self, PassConfig};
use std::cell::Cell;
use std::fmt;

const ENGINES: [EngineRef; 4] = [GRAPH, RF, DPOR, DPOR_SOURCE];
/// Of more states than that, a few are looked for.
const MOST_STATES: usize = 8;

/// Of a test with more executions than that, nothing is said.
const MOST_EXECUTIONS: u64 = 3000;
/// How often `candidates` may look up.
const MOST_LOOKS: u32 = 100_000;

/// What was compared.
#[derive(Default)]
pub(crate) struct Tally {
    /// Answers of engines that were compared.
    pub(crate) answers: usize,
    /// Those that a race was found in, which has to be there.
    pub(crate) races: usize,
    /// Tests that have no outcome under a model, or only some of them, or no answer from any
    /// engine.
    pub(crate) skipped: Vec<String>,
    pub(crate) wrong: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.answers += other.answers;
        self.races += other.races;
        self.skipped.extend(other.skipped);
        self.wrong.extend(other.wrong);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { answers, races, skipped, wrong } = self;
        writeln!(f, "{answers} answers, {races} with races; {} skipped", skipped.len())?;
        skipped.iter().try_for_each(|skipped| writeln!(f, "skipped {skipped}"))?;
        wrong.iter().try_for_each(|wrong| writeln!(f, "WRONG {wrong}"))
    }
}

/// The models, native and as files.
pub(crate) struct Comparison {
    models: Vec<(Model, candidates::Model)>,
}

/// Whether a program means what its test does.
fn is_right_for(meaning: Meaning, model: &Model) -> bool {
    match model {
        Model::Sc => true,
        Model::Tso | Model::Pso => meaning != Meaning::OnlySc,
        Model::Ra | Model::Rc11 | Model::Rc11Of20 => meaning == Meaning::C11,
        Model::Cat { .. } => false,
    }
}

impl Comparison {
    pub(crate) fn new() -> Comparison {
        let models = Model::NATIVE.into_iter().map(|model| {
            let file = cat::bundled_model(model.name()).expect("native models are files as well");
            let file = candidates::Model::compile(vec![file], &cat::LibraryOnly);
            (model, file.expect("models that come with Heddle can be compiled"))
        });
        Comparison { models: models.collect() }
    }

    pub(crate) fn compare(&self, source: Source<'_>) -> Tally {
        let mut tally = Tally::default();
        let read = litmus::parse(source.text)
            .and_then(|test| Ok((litmus::lower(&test, source.text)?, test)));
        let Ok((lowered, test)) = read else { return tally };
        let meaning = Meaning::of(&test);
        for (model, file) in &self.models {
            if !is_right_for(meaning, model) {
                continue;
            }
            let shown = format!("{} under {}", source.path, model.name());
            let looks = Cell::new(0);
            let go_on = || looks.replace(looks.get() + 1) < MOST_LOOKS;
            match run(&test, &lowered, file, &go_on) {
                Ok(outcome) if outcome.is_cut => tally.skipped.push(format!("{shown}: loops")),
                Ok(outcome) => {
                    let case = Case { source, test: &test, lowered: &lowered, model, shown };
                    case.compare(&outcome, &mut tally);
                }
                Err(refusal) => tally.skipped.push(format!("{shown}: {refusal}")),
            }
        }
        tally
    }
}

/// A test under a model.
struct Case<'c> {
    source: Source<'c>,
    test: &'c Test,
    lowered: &'c Lowered,
    model: &'c Model,
    shown: String,
}

impl Case<'_> {
    fn compare(&self, outcome: &Outcome, tally: &mut Tally) {
        let Some(states) = self.states(outcome) else {
            tally.skipped.push(format!("{}: a state that cannot be asked for", self.shown));
            return;
        };
        let only = Proposition::Or(states.clone());
        for engine in ENGINES {
            let named = format!("{} with {}", self.shown, engine.name());
            let is_race = match self.ask(engine, Quantifier::ForAll, only.clone()) {
                None => continue,
                Some(Found::Unknown(why)) => {
                    tally.skipped.push(format!("{named}: {why}"));
                    continue;
                }
                Some(Found::Known { fails: true, is_race: false }) => {
                    tally.wrong.push(format!("{named}: another state\n"));
                    continue;
                }
                Some(Found::Known { is_race, .. }) => is_race,
            };
            tally.answers += 1;
            tally.races += usize::from(is_race);
            if is_race != outcome.is_undefined {
                tally.wrong.push(format!("{named}: race {is_race}\n"));
            }
            if outcome.is_undefined {
                continue;
            }
            for state in states.iter().take(MOST_STATES) {
                let found = self.ask(engine, Quantifier::Exists, state.clone());
                let is_found = matches!(found, Some(Found::Known { fails: true, is_race: false }));
                if !is_found {
                    tally.wrong.push(format!("{named}: there is no {state}\n"));
                }
            }
        }
    }

    /// The states as propositions.
    fn states(&self, outcome: &Outcome) -> Option<Vec<Proposition>> {
        let layout = &self.lowered.layout;
        let constant = |number: i64, shown: &str| {
            if !layout.is_address(number) {
                return Some(Constant::Number(number));
            }
            layout.find(shown, None)?;
            Some(Constant::Address { name: shown.to_owned(), index: None })
        };
        let state = |state: &candidates::State| {
            let parts = outcome.places.iter().zip(state).map(|(place, value)| {
                let is_array = matches!(place, Place::Location { name, index: None }
                    if layout.array(name).is_some());
                let constant = constant(value.number, &value.shown)?;
                (!is_array).then(|| Proposition::Equal(place.clone(), constant))
            });
            parts.collect::<Option<Vec<_>>>().map(Proposition::And)
        };
        outcome.states.iter().map(state).collect()
    }

    /// What an engine says of the test with another condition; none if it cannot answer.
    fn ask(
        &self,
        engine: EngineRef,
        quantifier: Quantifier,
        proposition: Proposition,
    ) -> Option<Found> {
        let config = Config {
            keep_going: true,
            races: self.model.has_races(),
            endless: Some(1000),
            weak_cas: WeakCas { leaves_out: true, most: None },
            ..Config::default()
        };
        if inability(engine, self.model, &config).is_some() {
            return None;
        }
        let mut test = self.test.clone();
        test.condition.quantifier = quantifier;
        test.condition.proposition = proposition;
        let mut program = to_program(&test, self.lowered, self.source);
        passes::standard(&mut program, PassConfig::default());
        if let Err(problems) = program::verify(&program) {
            panic!("{}: {}", self.shown, problems[0]);
        }
        let answer = engine.explore(&program, self.model, &config, &AtMost, None).answer;
        let has = |kind| answer.violations().iter().any(|violation| violation.kind == kind);
        let is_other = |kind| !matches!(kind, ViolationKind::Assertion | ViolationKind::DataRace);
        if let Some(other) = answer.violations().iter().find(|own| is_other(own.kind)) {
            return Some(Found::Unknown(other.message.clone()));
        }
        if let Some(gap) = answer.gap() {
            return Some(Found::Unknown(format!("{gap:?}")));
        }
        assert_ne!(answer.verdict(), Verdict::HoldsWithinBound, "there is no bound");
        let (fails, is_race) = (has(ViolationKind::Assertion), has(ViolationKind::DataRace));
        Some(Found::Known { fails, is_race })
    }
}

/// What an engine finds.
enum Found {
    Known { fails: bool, is_race: bool },
    Unknown(String),
}

/// Stops searches that would take long.
struct AtMost;

impl Monitor for AtMost {
    fn poll(&self, _worker: usize, statistics: &Statistics) -> Option<Stop> {
        let seen = statistics.executions + statistics.blocked;
        (seen > MOST_EXECUTIONS).then_some(Stop::SeenEnough)
    }
}
