//! Every procedure against brute force, on random histories; and the inclusions between models.

use testing::Random;
use trace::encode::{self, Found};
use trace::generate::{history, shape};
use trace::{Model, Procedure, Recording, Verdict, decide, explain, plain, print, verify};

fn recording(seed: u64, most: u64) -> Recording {
    let mut random = Random::new(seed);
    let shape = shape(&mut random, most);
    history(&mut random, shape)
}

fn told(recording: &Recording, model: Model, seed: u64) -> String {
    format!("seed {seed}, {}:\n{}", model.name(), print::print(recording))
}

/// What brute force says under each model; weaker models allow what stronger ones do.
fn expected(recording: &Recording, seed: u64) -> Vec<(Model, bool)> {
    let says = |model| (model, plain::is_consistent(recording, model));
    let answers: Vec<(Model, bool)> = Model::ALL.into_iter().map(says).collect();
    for (model, allows) in &answers {
        for weaker in model.all_weaker() {
            let (_, also) = answers.iter().find(|(other, _)| *other == weaker).expect("all there");
            let inclusion = format!("what {} allows, {} does", model.name(), weaker.name());
            assert!(!allows || *also, "{inclusion}: {}", told(recording, *model, seed));
        }
    }
    answers
}

fn seeds() -> u64 {
    std::env::var("HEDDLE_HISTORIES").ok().and_then(|count| count.parse().ok()).unwrap_or(600)
}

#[test]
fn every_procedure_agrees_with_brute_force() {
    let mut counts = vec![[0; 2]; Model::ALL.len()];
    let mut used: Vec<(Procedure, bool, usize)> = Vec::new();
    for seed in 0..seeds() {
        let recording = recording(seed, 8);
        for ((model, expected), count) in expected(&recording, seed).into_iter().zip(&mut counts) {
            count[usize::from(expected)] += 1;
            match encode::search(&recording, model, &|| true) {
                Found::Witness(witness) => {
                    assert!(expected, "a wrong yes of SAT: {}", told(&recording, model, seed));
                    let verified = verify(&recording, model, &witness);
                    assert_eq!(verified, Ok(()), "{}", told(&recording, model, seed));
                }
                Found::Nothing => {
                    assert!(!expected, "a wrong no of SAT: {}", told(&recording, model, seed));
                }
                Found::Stopped => panic!("nobody said so"),
            }
            let answer = decide(&recording, model, &|| true);
            let says = match answer.verdict {
                Verdict::Consistent(_) => true,
                Verdict::Inconsistent => false,
                Verdict::Unknown(why) => panic!("{why:?}: {}", told(&recording, model, seed)),
            };
            let by = answer.procedure;
            assert_eq!(says, expected, "{by:?}: {}", told(&recording, model, seed));
            match used.iter_mut().find(|(other, answer, _)| (*other, *answer) == (by, says)) {
                Some((_, _, count)) => *count += 1,
                None => used.push((by, says, 1)),
            }
        }
    }
    for (model, [no, yes]) in Model::ALL.into_iter().zip(&counts) {
        println!("{:14} yes {yes:6} no {no:6}", model.name());
        assert!(no * 20 > seeds() && yes * 20 > seeds(), "both answers under {}", model.name());
    }
    for (procedure, says, count) in &used {
        println!("{procedure:?} said {says}: {count}");
    }
    use Procedure::{History, Interleaving, Local, PartialExecutions, Reduction, Saturation};
    for procedure in [History, Saturation, Local, Interleaving, PartialExecutions, Reduction] {
        for answer in [false, true] {
            let is_used =
                used.iter().any(|(other, says, _)| (*other, *says) == (procedure, answer));
            assert!(is_used, "{procedure:?} never said {answer}");
        }
    }
}

#[test]
fn impossible_parts_are_impossible_and_minimal() {
    let mut found = 0;
    for seed in 10_000..10_150 {
        let recording = recording(seed, 10);
        for model in Model::ALL {
            if plain::is_consistent(&recording, model) {
                continue;
            }
            let core = explain::core(&recording, model, usize::MAX, &|| true);
            assert!(core.is_minimal);
            let part = recording.restricted(|id| core.operations.contains(&id));
            let told = || told(&part.recording, model, seed);
            assert!(!plain::is_consistent(&part.recording, model), "{}", told());
            for id in &core.operations {
                let is_read_only = recording.operation(*id).written().is_none();
                let smaller =
                    recording.restricted(|other| core.operations.contains(&other) && other != *id);
                if is_read_only {
                    assert!(plain::is_consistent(&smaller.recording, model), "{}", told());
                    found += 1;
                }
            }
        }
    }
    assert!(found > 100, "only {found}");
}
