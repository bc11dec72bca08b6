//! Tests, models and questions, as the tests of this crate need them.
#![allow(dead_code)]

pub(crate) mod agreement;
pub(crate) mod brute;

use candidates::{Model, run};
use cat::{File, LibraryOnly, bundled_model};
use std::cell::RefCell;
use synth::{
    Answer, BaseRelation, Effort, Expansions, Found, Frame, Label, Observed, Question, Stage,
    Synthesis, Watcher, synthesise,
};

/// Nobody watches, for so many questions.
pub(crate) struct Patient {
    pub(crate) left: std::cell::Cell<u64>,
    pub(crate) stages: RefCell<Vec<Stage>>,
}

impl Patient {
    pub(crate) fn for_ever() -> Patient {
        Patient { left: std::cell::Cell::new(u64::MAX), stages: RefCell::default() }
    }
}

impl Watcher for Patient {
    fn go_on(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    fn stage(&self, stage: &Stage) {
        self.stages.borrow_mut().push(stage.clone());
    }
}

/// A test of two threads on x86.
pub(crate) fn test(name: &str, first: [&str; 2], second: [&str; 2], condition: &str) -> String {
    format!(
        "X86 {name}\n{{ }}\n P0 | P1 ;\n {} | {} ;\n {} | {} ;\nexists ({condition})\n",
        first[0], second[0], first[1], second[1]
    )
}

pub(crate) fn shapes() -> Vec<String> {
    let (wx, wy) = ("MOV [x],$1", "MOV [y],$1");
    let (wx2, wy2) = ("MOV [x],$2", "MOV [y],$2");
    let (rx, ry) = ("MOV EAX,[x]", "MOV EAX,[y]");
    let rx2 = "MOV EBX,[x]";
    vec![
        test("SB", [wx, ry], [wy, rx], "0:EAX=0 /\\ 1:EAX=0"),
        test("MP", [wx, wy], [ry, rx2], "1:EAX=1 /\\ 1:EBX=0"),
        test("LB", [rx, wy], [ry, wx], "0:EAX=1 /\\ 1:EAX=1"),
        test("2+2W", [wx2, wy], [wy2, wx], "x=2 /\\ y=2"),
        test("S", [wx2, wy], [ry, wx], "1:EAX=1 /\\ x=2"),
        test("R", [wx, wy], [wy2, rx], "y=2 /\\ 1:EAX=0"),
        test("CoRR", [wx, wy], [rx, rx2], "1:EAX=1 /\\ 1:EBX=0"),
        test("CoWW", [wx, wx2], [ry, wy], "x=1"),
        test("CoWR", [wx, rx], [ry, wy], "0:EAX=0"),
        test("MP-ordered", [wx, wy], [ry, rx2], "1:EAX=1 /\\ 1:EBX=1"),
        test("SB-seen", [wx, ry], [wy, rx], "0:EAX=1 /\\ 1:EAX=1"),
    ]
}

pub(crate) fn observed(text: &str, label: Label) -> Observed {
    let test = litmus::parse(text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
    let lowered = litmus::lower(&test, text).expect("the test has a meaning");
    Observed::condition(test, lowered, label)
}

pub(crate) fn model(text: &str) -> Model {
    let file = File { path: "model.cat".to_owned(), text: text.to_owned() };
    Model::compile(vec![file], &LibraryOnly).expect("the model compiles")
}

pub(crate) fn bundled(name: &str) -> Model {
    let file = bundled_model(name).expect("it comes with Heddle");
    Model::compile(vec![file], &LibraryOnly).expect("it compiles")
}

pub(crate) fn allows(model: &Model, own: &Observed) -> bool {
    run(&own.test, &own.lowered, model, &|| true).expect("the test is answered").positive > 0
}

pub(crate) fn label(is_allowed: bool) -> Label {
    if is_allowed { Label::Allowed } else { Label::Forbidden }
}

/// Labels tests as a model does.
pub(crate) fn labelled(model: &Model, texts: &[String]) -> Vec<Observed> {
    let tests = texts.iter().map(|text| observed(text, Label::Allowed));
    let tests = tests.map(|own| {
        let label = label(allows(model, &own));
        Observed::condition(own.test, own.lowered, label)
    });
    tests.collect()
}

pub(crate) fn base(names: &[&str]) -> Vec<BaseRelation> {
    names.iter().map(|name| BaseRelation::parse(name)).collect()
}

pub(crate) fn effort(axioms: usize, size: usize) -> Effort {
    let expansion = Expansions::Enumeration;
    Effort { axioms, size, total: 16, exceptions: 0, names: 0, expansion }
}

pub(crate) fn ask(observed: &[Observed], base: &[BaseRelation], effort: Effort) -> Synthesis {
    ask_in(&Frame::nothing_known(), observed, base, effort)
}

pub(crate) fn ask_in(
    frame: &Frame,
    observed: &[Observed],
    base: &[BaseRelation],
    effort: Effort,
) -> Synthesis {
    let question =
        Question { observed, frame, base, effort, others: 0, probes: &[], loader: &LibraryOnly };
    synthesise(&question, &Patient::for_ever()).expect("nothing is refused")
}

pub(crate) fn found(synthesis: Synthesis) -> Found {
    match synthesis.answer {
        Answer::Found(found) => found,
        other => panic!("{other:?}"),
    }
}

/// Tests of cycles of up to so many edges, in a language that a model knows, labelled by it, with
/// what they do under sc.
pub(crate) fn cycles(name: &str, size: usize) -> Vec<Observed> {
    let file = bundled_model(name).expect("it comes with Heddle");
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let program = cat::compile(vec![file], &options).expect("it compiles");
    let known = port::Model::new(name, program).expect("it can be compared");
    let sequential = port::Model::sequential();
    let pair = port::Pair { source: &known, target: &known, sequential: &sequential };
    let found = RefCell::new(Vec::new());
    port::distinguish(pair, size, &|test, lowered| {
        found.borrow_mut().push((test.clone(), lowered.clone()));
        Ok(port::Portability::Portable)
    })
    .expect("tests are only collected");
    let model = bundled(name);
    let tests = found.into_inner().into_iter().map(|(test, lowered)| {
        let own = Observed::condition(test, lowered, Label::Allowed);
        let label = label(allows(&model, &own));
        let mut own = Observed::condition(own.test, own.lowered, label);
        own.assume_sequential(&|| true);
        own
    });
    tests.collect()
}
