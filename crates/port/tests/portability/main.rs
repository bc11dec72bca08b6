//! Portability, held against itself and against brute force: see each module.

mod apart;
mod brute_force;
mod fences;
#[path = "../../../../tests/litmus/files.rs"]
mod files;
mod monotone;
mod moving;
mod programs;
mod project_tests;
mod public_tests;
mod random;
mod random_model;
mod random_program;
mod random_test;
mod repairs;
#[path = "../../../bmc/tests/mappings/shape.rs"]
mod shape;
mod shapes;
#[path = "../../../bmc/tests/mappings/twin.rs"]
mod twin;
mod vocabulary;

use cat::{File, LibraryOnly, Program, bundled_model};
use litmus::{Lowered, Test};
use port::{Case, Method, Model, Moving, NoOutcome, Pair, Portability, Settings, Wanted};
use solver::Backend;

/// What a user asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Traces,
    States,
}

fn compile(path: &str, text: &str) -> Program {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let file = File { path: path.to_owned(), text: text.to_owned() };
    cat::compile(vec![file], &options).unwrap_or_else(|failure| panic!("{text}\n{failure}"))
}

fn model(name: &str) -> Model {
    let file = bundled_model(name).unwrap();
    Model::new(name, compile(&file.path, &file.text)).unwrap()
}

fn read(text: &str) -> (Test, Lowered) {
    let test = litmus::parse(text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let lowered = litmus::lower(&test, text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    (test, lowered)
}

fn by_formula(backend: Backend) -> Method {
    Method::Formula(Settings { method: bmc::Method::with(backend), ..Settings::default() })
}

/// A test, with the code that the machines of two models have for it.
fn moved<'t>(
    (test, lowered): (&'t Test, &'t Lowered),
    pair: Pair<'_>,
) -> Result<Case<'t>, NoOutcome> {
    Case::moved(test, lowered, Moving::usual(pair.source.name(), pair.target.name()))
}

fn ask(
    asked: Asked,
    case: &Case<'_>,
    pair: Pair<'_>,
    method: Method,
) -> Result<Portability, NoOutcome> {
    match asked {
        Asked::Traces => port::traces(case, pair, method, &|| true),
        Asked::States => port::states(case, pair, Wanted::All, method, &|| true),
    }
}

/// An answer without its evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Short {
    Portable,
    WithinBound,
    /// With the new states, if these were asked for.
    NotPortable(Vec<String>),
    /// With the reason.
    Unknown(String),
}

impl Short {
    fn of(asked: Asked, answer: &Result<Portability, NoOutcome>, about: &str) -> Short {
        match answer {
            Ok(Portability::Portable) => Short::Portable,
            Ok(Portability::PortableWithinBound) => Short::WithinBound,
            Ok(Portability::NotPortable(found)) => {
                assert!(!found.is_empty(), "there is a counterexample");
                let states = found.iter().map(|own| own.state.clone());
                Short::NotPortable(if asked == Asked::States { states.collect() } else { vec![] })
            }
            Err(NoOutcome::Refused(refusal)) => Short::Unknown(refusal.to_string()),
            Err(NoOutcome::Broken(what)) => panic!("{about}: {what}"),
        }
    }
}

/// The answer of both methods, which must be one; that it is unknown, with whichever reason.
fn both(asked: Asked, case: &Case<'_>, pair: Pair<'_>, backend: Backend, what: &str) -> Short {
    let enumerated = Short::of(asked, &ask(asked, case, pair, Method::Enumeration), what);
    let found = Short::of(asked, &ask(asked, case, pair, by_formula(backend)), what);
    let agree = match (&enumerated, &found) {
        (Short::Unknown(_), Short::Unknown(_)) => true,
        // An update that is one event here and two there is none for formulas.
        (_, Short::Unknown(reason)) if reason.contains("different accesses") => true,
        (enumerated, found) => enumerated == found,
    };
    assert!(agree, "{what}, {asked:?}: by enumeration {enumerated:?}, by formula {found:?}");
    enumerated
}

/// How many answers there were of each kind.
#[derive(Default, Debug)]
struct Tally {
    portable: usize,
    not_portable: usize,
    unknown: usize,
}

impl Tally {
    fn add(&mut self, answer: &Short) {
        *match answer {
            Short::Portable | Short::WithinBound => &mut self.portable,
            Short::NotPortable(_) => &mut self.not_portable,
            Short::Unknown(_) => &mut self.unknown,
        } += 1;
    }
}
