//! Is a litmus test portable by the formula if and only if it is by enumeration? All tests of the
//! project, for pairs of the models that come with Heddle, with both solvers.

#[path = "../../../tests/litmus/files.rs"]
mod files;

use bmc::{NoOutcome, Settings};
use candidates::Refusal;
use cat::{LibraryOnly, Program, bundled_model};
use files::files_in;
use litmus::{Lowered, Test};
use port::{Forbidden, Portability, Source, by_enumeration, by_formula};
use solver::Backend;
use std::path::{Path, PathBuf};

/// Strong and weak models, with recursion (power, armv7, lkmm), with and without coherence of reads
/// (rmo), and those of C, in which tests can be undefined.
const MODELS: [&str; 10] =
    ["sc", "x86-tso", "pso", "rmo", "alpha", "power", "aarch64", "rc11", "ra", "lkmm"];

fn compile(text: cat::File) -> Program {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    cat::compile(vec![text], &options).unwrap_or_else(|failure| panic!("{failure}"))
}

fn program(name: &str) -> Program {
    compile(bundled_model(name).unwrap())
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

#[derive(Default, Debug)]
struct Tally {
    portable: usize,
    not_portable: usize,
    by_coherence: usize,
    refused: usize,
}

impl Tally {
    fn compare(
        &mut self,
        what: &str,
        expected: Result<Portability, Refusal>,
        found: Result<Portability, NoOutcome>,
    ) {
        use Portability::{NotPortable, Portable, PortableWithinBound};
        match (expected, found) {
            (Ok(Portable), Ok(Portable)) => self.portable += 1,
            (Ok(PortableWithinBound), Ok(PortableWithinBound)) => self.portable += 1,
            (Ok(NotPortable(expected)), Ok(NotPortable(_))) => {
                self.not_portable += 1;
                self.by_coherence += usize::from(expected.forbidden == Forbidden::ByCoherence);
            }
            (Err(Refusal::Unsupported(_)), Err(NoOutcome::Refused(Refusal::Unsupported(_)))) => {
                self.refused += 1;
            }
            (expected, found) => panic!("{what}:\n{expected:?}\n{found:?}"),
        }
    }
}

#[test]
fn the_formula_says_what_enumeration_says() {
    let (tests, mut tally) = (tests(), Tally::default());
    for from in MODELS {
        let source = Source::new(&program(from)).unwrap();
        for to in MODELS {
            let target = program(to);
            let (candidates, bmc) =
                (candidates::Model::new(target.clone()), bmc::Model::new(&target));
            for (index, (path, test, lowered)) in tests.iter().enumerate() {
                let backend = Backend::ALL[index % 2];
                let settings = Settings { backend, ..Settings::default() };
                let what = format!("{from} to {to}: {}", path.display());
                let expected = by_enumeration(test, lowered, &source, &candidates, &|| true);
                let found = by_formula(test, lowered, &source, &bmc, settings, &|| true);
                if from == to
                    && let Ok(Portability::NotPortable(wrong)) = &expected
                {
                    panic!("{what}: {wrong:?}");
                }
                tally.compare(&what, expected, found);
            }
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.by_coherence, 0, "an axiom of these models forbids what they do not choose");
    assert!(tally.portable > 1000 && tally.not_portable > 1000, "{tally:?}");
}

/// What the literature says of the classic shape, with the axiom and the cycle that forbid it.
#[test]
fn store_buffering_tells_sc_from_tso() {
    let text = "X86 SB\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n \
                MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n";
    let test = litmus::parse(text).unwrap();
    let lowered = litmus::lower(&test, text).unwrap();
    let (sc, tso) = (program("sc"), program("x86-tso"));
    let ask = |from: &Program, to: &Program| {
        let source = Source::new(from).unwrap();
        let target = candidates::Model::new(to.clone());
        (by_enumeration(&test, &lowered, &source, &target, &|| true).unwrap(), source)
    };
    let (Portability::NotPortable(found), source) = ask(&sc, &tso) else {
        panic!("store buffering is new under TSO")
    };
    assert_eq!(found.state, "0:EAX=0; 1:EAX=0;");
    let Forbidden::ByAxiom(violation) = &found.forbidden else { panic!("{found:?}") };
    assert_eq!(source.axiom(violation), "sc");
    let Some(cat::Witness::Cycle(cycle)) = &violation.witness else { panic!("{violation:?}") };
    assert!(cycle.len() >= 4, "{cycle:?}");
    assert!(matches!(ask(&tso, &sc).0, Portability::Portable));
}

/// A source without axioms forbids only a coherence that it would not choose: one against the program
/// order of two writes.
#[test]
fn coherence_that_the_source_does_not_choose_is_forbidden() {
    let text = "X86 CoWW\n{ x=0; }\n P0 ;\n MOV [x],$1 ;\n MOV [x],$2 ;\nexists ([x]=1)\n";
    let test = litmus::parse(text).unwrap();
    let lowered = litmus::lower(&test, text).unwrap();
    let model = |order: &str| {
        let text = format!(
            "\"orders\"\ninclude \"cross.cat\"\nwith co from generate_orders (W, {order})\n"
        );
        compile(cat::File { path: "orders.cat".to_owned(), text })
    };
    let (strict, free) = (model("co0 | [W]; po-loc; [W]"), model("co0"));
    for backend in Backend::ALL {
        let settings = Settings { backend, ..Settings::default() };
        let ask = |from: &Program, to: &Program| {
            let source = Source::new(from).unwrap();
            let target = candidates::Model::new(to.clone());
            let expected = by_enumeration(&test, &lowered, &source, &target, &|| true).unwrap();
            let target = bmc::Model::new(to);
            let found = by_formula(&test, &lowered, &source, &target, settings, &|| true).unwrap();
            [expected, found]
        };
        for answer in ask(&strict, &free) {
            let Portability::NotPortable(found) = answer else { panic!("it is not portable") };
            assert_eq!(found.forbidden, Forbidden::ByCoherence);
            assert_eq!(found.state, "[x]=1;");
        }
        for answer in ask(&free, &strict) {
            assert!(matches!(answer, Portability::Portable), "{answer:?}");
        }
    }
}
