//! Can "holds" be checked by somebody who does not trust the solver? Random programs in which
//! nothing goes wrong, under four models and with both solvers: the proofs are accepted by a
//! checker that shares no code with them, and not if the formula or the proof is another one.

use answer::Unlimited;
use base::Verdict;
use bmc::{Method, Native, Questions, Subject, check_and_record};
use cat::{LibraryOnly, bundled_model};
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use program::passes::PassConfig;
use solver::{Answer, Backend, Cnf, refute};
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use unroll::{Unrolling, from_program};

fn model(name: &str) -> bmc::Model {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let compiled = cat::compile(vec![bundled_model(name).unwrap()], &options);
    bmc::Model::new(&compiled.unwrap_or_else(|failure| panic!("{failure}")))
}

/// Text that is written and can be looked at afterwards.
#[derive(Clone, Default)]
struct Text(Rc<RefCell<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn prove(cnf: &Cnf) -> (String, String) {
    let mut clauses = Vec::new();
    cnf.write(&mut clauses).unwrap();
    let proof = Text::default();
    assert_eq!(refute(cnf, Box::new(proof.clone()), &|| true).unwrap(), Answer::Unsatisfiable);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (text(clauses), text(proof.0.take()))
}

fn check(clauses: &str, proof: &str) -> Result<proof::Accepted, proof::Rejected> {
    proof::check(clauses.as_bytes(), proof.as_bytes(), &|| true).expect("nobody stops it")
}

/// Without the clause that asks, so that there are assignments: executions.
fn without_question(clauses: &str, cnf: &Cnf, lemmas: usize) -> String {
    let mut place = cnf.len() - lemmas;
    let mut lines: Vec<String> = clauses.lines().map(str::to_owned).collect();
    let header = lines.iter().position(|line| line.starts_with("p cnf")).unwrap();
    place += header;
    lines[place] = "1 -1 0".to_owned();
    lines.join("\n")
}

#[test]
fn what_holds_is_proved() {
    let models = ["sc", "tso", "rc11", "ra"].map(|name| (name, model(name)));
    let (mut proved, mut with_lemmas, mut long) = (0, 0, 0);
    for seed in 0..60 {
        let family = [Family::Atomics, Family::Mutexes, Family::Updates][seed as usize % 3];
        let case = case(family, Size::Small, 90_000 + seed);
        let mut program = lower(&case);
        program::passes::standard(&mut program, PassConfig::default());
        let unrolling = Unrolling { bound: 2, ..Unrolling::default() };
        let acyclic = from_program(&program, unrolling);
        let (name, model) = &models[seed as usize % 4];
        let backend = Backend::ALL[seed as usize / 4 % 2];
        let method = Method { is_recorded: true, ..Method::with(backend) };
        let questions =
            Questions { method, bound: 2, races: false, liveness: false, keep_going: false };
        let native = Native::named(name);
        let subject = Subject { program: &program, acyclic: &acyclic, unrolling, model, native };
        let checked = check_and_record(subject, questions, &Unlimited).unwrap();
        let is_proved =
            matches!(checked.answer.verdict(), Verdict::Holds | Verdict::HoldsWithinBound);
        if !is_proved {
            continue;
        }
        let cnf = checked.cnf.expect("it was recorded");
        let (clauses, proof) = prove(&cnf);
        let accepted = check(&clauses, &proof)
            .unwrap_or_else(|rejected| panic!("{family:?} {seed} {name}: {rejected}"));
        proved += 1;
        with_lemmas += usize::from(accepted.lemmas > 0);
        long += usize::from(accepted.steps > 20);
        if accepted.steps > 0 {
            let other = without_question(&clauses, &cnf, accepted.lemmas);
            assert!(check(&other, &proof).is_err(), "{family:?} {seed} {name}");
            let first_half: Vec<&str> = proof.lines().take(accepted.steps / 2).collect();
            assert!(check(&clauses, &first_half.join("\n")).is_err(), "{family:?} {seed} {name}");
        }
        if accepted.lemmas > 0 {
            let without_edges: Vec<&str> =
                clauses.lines().filter(|line| !line.starts_with("c edge")).collect();
            assert!(check(&without_edges.join("\n"), &proof).is_err(), "{family:?} {seed} {name}");
        }
    }
    println!("{proved} proved, {with_lemmas} with lemmas, {long} with more than 20 steps");
    assert!(proved >= 20 && with_lemmas >= 5 && long >= 10, "{proved} {with_lemmas} {long}");
}
