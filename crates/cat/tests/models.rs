//! Small models from the literature, on the classic shapes: which of them does each model allow?

mod support;

use cat::{File, LibraryOnly, Options, Program, Vocabulary, compile};
use support::Execution;

fn model(name: &str) -> Program {
    let path = format!("{}/tests/models/{name}.cat", env!("CARGO_MANIFEST_DIR"));
    let file = File { text: std::fs::read_to_string(&path).unwrap(), path };
    let vocabulary = Vocabulary::basic().sets(["MFENCE"]);
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    compile(vec![file], &options).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The shapes, and whether SC, TSO and RA allow them.
const SHAPES: [(&str, &str, [bool; 3]); 18] = [
    ("SB", "Wx1 Ry0 | Wy1 Rx0", [false, true, true]),
    ("SB, one seen", "Wx1 Ry1 | Wy1 Rx0", [true, true, true]),
    ("SB with fences", "Wx1 MFENCE Ry0 | Wy1 MFENCE Rx0", [false, false, true]),
    ("SB with one fence", "Wx1 MFENCE Ry0 | Wy1 Rx0", [false, true, true]),
    ("SB with updates", "Uz01 Wx1 Uu01 Ry0 | Wy1 Uv01 Rx0", [false, false, true]),
    ("MP", "Wx1 Wy1 | Ry1 Rx0", [false, false, false]),
    ("MP, both seen", "Wx1 Wy1 | Ry1 Rx1", [true, true, true]),
    ("LB", "Rx1 Wy1 | Ry1 Wx1", [false, false, false]),
    ("CoRR", "Wx1 | Wx2 | Rx1 Rx2 | Rx2 Rx1", [false, false, false]),
    ("CoRR, one thread", "Wx1 | Rx1 Rx0", [false, false, false]),
    ("CoRW", "Rx1 Wx1", [false, false, false]),
    ("CoWR", "Wx1 Rx2 | Wx2 Rx2", [true, true, true]),
    ("2+2W", "Wx1 Wy2 Ry1 | Wy1 Wx2 Rx1", [false, false, true]),
    ("IRIW", "Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0", [false, false, true]),
    ("WRC", "Wx1 | Rx1 Wy1 | Ry1 Rx0", [false, false, false]),
    ("RWC", "Wx1 | Rx1 Ry0 | Wy1 Rx0", [false, true, true]),
    ("two updates", "Ux01 | Ux12", [true, true, true]),
    ("a lost update", "Ux01 | Ux02", [false, false, false]),
];

#[test]
fn models_agree_with_the_literature() {
    let models = ["sc", "tso", "ra"].map(model);
    for (name, text, expected) in SHAPES {
        let execution = Execution::new(text);
        let found = models.each_ref().map(|model| execution.is_allowed(model));
        assert_eq!(found, expected, "{name}: {text}");
    }
}

#[test]
fn a_forbidden_execution_has_a_cycle_to_show() {
    let program = model("sc");
    let judgements = Execution::new("Wx1 Ry0 | Wy1 Rx0").judgements(&program);
    assert!(!judgements.is_empty());
    for judgement in judgements {
        let violation = judgement.forbidden.expect("SC forbids it");
        assert_eq!(program.checks[violation.check].name.as_deref(), Some("sc"));
        assert_eq!(violation.witness, Some(cat::Witness::Cycle(vec![0, 1, 2, 3])));
    }
}
