//! Every procedure says what the naive search says, and every witness can be replayed.

mod support;

use history::machine::replay;
use history::{Answer, History, Model, Order, Reason, Saturation, check, guided};
use history::{memory_writes, naive, verify_pso};
use support::{MODELS, Random, Size, history};

/// How often a procedure said yes and no, and how often no without a cycle.
#[derive(Default, Debug)]
struct Tally {
    yes: usize,
    no: usize,
    exhausted: usize,
}

impl Tally {
    /// Compares an answer with the reference, and replays a witness.
    fn count(&mut self, history: &History, model: Model, answer: &Answer, expected: bool) {
        assert_eq!(answer.is_ok(), expected, "{model:?} {history:?} {answer:?}");
        match answer {
            Ok(witness) => {
                assert_eq!(replay(history, model, witness), Ok(()), "{history:?} {witness:?}");
                self.yes += 1;
            }
            Err(reason) => {
                check_reason(reason);
                self.no += 1;
                self.exhausted += usize::from(matches!(reason, Reason::Exhausted { .. }));
            }
        }
    }
}

/// A cycle is one.
fn check_reason(reason: &Reason) {
    if let Reason::Cycle(links) = reason {
        let next = links.iter().cycle().skip(1);
        assert!(!links.is_empty() && links.iter().zip(next).all(|(one, next)| one.to == next.from));
    }
}

/// What the model's own search says, on an order of the steps.
fn search(order: &Order, model: Model) -> Answer {
    match model {
        Model::Sc | Model::Tso => memory_writes::search(order),
        Model::Pso => verify_pso::search(order),
    }
}

#[test]
fn all_procedures_agree_with_the_naive_search() {
    let mut random = Random::new(0x5eed_0001);
    for model in MODELS {
        let mut plain = Tally::default();
        let mut saturated = Tally::default();
        let mut all = Tally::default();
        let mut by_writes = Tally::default();
        while plain.yes.min(plain.exhausted) < 10_000 {
            let size = Size::random(&mut random);
            let history = history(&mut random, size);
            let reference = naive::search(&history, model);
            let expected = reference.is_ok();
            Tally::default().count(&history, model, &reference, expected);

            let answer = Order::of(&history, model).and_then(|order| search(&order, model));
            plain.count(&history, model, &answer, expected);
            let answer = Order::of(&history, model).and_then(|order| memory_writes::search(&order));
            by_writes.count(&history, model, &answer, expected);

            match Saturation::of(&history, model) {
                Ok(mut saturation) => {
                    let answer = search(saturation.order(), model);
                    saturated.count(&history, model, &answer, expected);
                    if let Some(witness) = guided::construct(&mut saturation, &[]) {
                        Tally::default().count(&history, model, &Ok(witness), expected);
                    }
                }
                Err(reason) => saturated.count(&history, model, &Err(reason), expected),
            }
            let guide = reference.unwrap_or_default();
            if expected {
                let mut saturation = Saturation::of(&history, model).expect("it is consistent");
                let witness = guided::construct(&mut saturation, &guide);
                assert!(witness.is_some(), "a witness guides to itself: {model:?} {history:?}");
            }
            all.count(&history, model, &check(&history, model, &guide), expected);
        }
        for tally in [plain, by_writes, saturated, all] {
            assert!(tally.yes.min(tally.no) >= 10_000, "{tally:?}");
        }
    }
}

/// Larger histories, with few locations and many fences and updates: what is pending depends on the
/// way, and fence maps have to tell. They are too large for the naive search; the reference is the
/// search over writes to the memory, which agrees with it above and has no fence maps.
#[test]
fn fence_maps_tell_what_has_to_wait() {
    let mut random = Random::new(0x5eed_0005);
    let mut tally = Tally::default();
    while tally.yes.min(tally.exhausted) < 10_000 {
        let size = Size {
            threads: 3 + random.index(3),
            events: 12 + random.index(10),
            locations: 2 + random.index(3),
            updates: random.index(6),
            fences: 3 + random.index(3),
            has_store_order: false,
            has_creation: random.index(4) == 0,
        };
        let history = history(&mut random, size);
        let order = Order::of(&history, Model::Pso);
        let (answer, expected) = match order {
            Ok(order) => (verify_pso::search(&order), memory_writes::search(&order).is_ok()),
            Err(reason) => (Err(reason), false),
        };
        tally.count(&history, Model::Pso, &answer, expected);
    }
}
