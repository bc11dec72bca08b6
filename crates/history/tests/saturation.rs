//! Saturation: the fast one is the plain one, going back restores what was, and for two threads
//! nothing more is needed.

mod support;

use history::{Event, EventId, History, Model, Move, Order, Saturation, Source, naive};
use std::collections::BTreeSet;
use support::{MODELS, Random, Size};

fn steps(history: &History, model: Model) -> Vec<Move> {
    let buffers = model != Model::Sc;
    let is_flushed = |id: &EventId| buffers && matches!(history.event(*id), Event::Write { .. });
    let flushes = history.ids().filter(is_flushed).map(Move::Flush);
    history.ids().map(Move::Perform).chain(flushes).collect()
}

/// The step that takes a write to the memory.
fn memory_write(history: &History, model: Model, id: EventId) -> Move {
    match history.event(id) {
        Event::Write { .. } if model != Model::Sc => Move::Flush(id),
        _ => Move::Perform(id),
    }
}

fn pairs(order: &Order, steps: &[Move]) -> BTreeSet<(Move, Move)> {
    let all = steps.iter().flat_map(|first| steps.iter().map(move |second| (*first, *second)));
    all.filter(|(first, second)| order.demands(*first, *second)).collect()
}

/// The rules as they are written, and transitivity, until nothing changes.
fn plain_saturation(
    history: &History,
    model: Model,
    order: &Order,
) -> Option<BTreeSet<(Move, Move)>> {
    let steps = steps(history, model);
    let place = |step: Move| steps.iter().position(|other| *other == step).expect("it is a step");
    let mut before = vec![vec![false; steps.len()]; steps.len()];
    for (first, second) in pairs(order, &steps) {
        before[place(first)][place(second)] = true;
    }
    loop {
        let mut new = Vec::new();
        for read in history.ids() {
            let Some((location, source)) = history.event(read).read() else { continue };
            let r = place(Move::Perform(read));
            for write in history.ids() {
                let other = place(memory_write(history, model, write));
                let is_other = history.event(write).written() == Some(location) && other != r;
                if !is_other || source == Source::Event(write) {
                    continue;
                }
                match source {
                    Source::Initial => new.push((r, other)),
                    Source::Event(source) => {
                        let source = place(memory_write(history, model, source));
                        new.extend(before[other][r].then_some((other, source)));
                        new.extend(before[source][other].then_some((r, other)));
                    }
                }
            }
        }
        for (first, row) in before.iter().enumerate() {
            for (_, next) in row.iter().zip(&before).filter(|(is_before, _)| **is_before) {
                let last = next.iter().enumerate().filter(|(_, is_before)| **is_before);
                new.extend(last.map(|(last, _)| (first, last)));
            }
        }
        new.retain(|(first, second)| !before[*first][*second]);
        if new.is_empty() {
            break;
        }
        new.into_iter().for_each(|(first, second)| before[first][second] = true);
    }
    if (0..steps.len()).any(|step| before[step][step]) {
        return None;
    }
    let all = (0..steps.len()).flat_map(|a| (0..steps.len()).map(move |b| (a, b)));
    Some(all.filter(|(a, b)| before[*a][*b]).map(|(a, b)| (steps[a], steps[b])).collect())
}

#[test]
fn it_is_the_closure_under_the_rules() {
    let mut random = Random::new(0x5eed_0002);
    let mut counts = [0, 0];
    for _ in 0..3000 {
        let size = Size::random(&mut random);
        let history = support::history(&mut random, size);
        for model in MODELS {
            let Ok(order) = Order::of(&history, model) else { continue };
            let plain = plain_saturation(&history, model, &order);
            let fast = Saturation::of(&history, model).ok();
            let fast = fast.map(|fast| pairs(fast.order(), &steps(&history, model)));
            assert_eq!(fast, plain, "{model:?} {history:?}");
            counts[usize::from(plain.is_some())] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count >= 300), "{counts:?}");
}

#[test]
fn going_back_restores_what_was() {
    let mut random = Random::new(0x5eed_0003);
    let mut rejections = 0;
    for _ in 0..2000 {
        let size = Size::random(&mut random);
        let history = support::history(&mut random, size);
        let model = MODELS[random.index(3)];
        let Ok(events) = history.causal_order() else { continue };
        let steps = steps(&history, model);
        let mut saturation = Saturation::new(model);
        let mut states = vec![pairs(saturation.order(), &steps)];
        let mut is_new = true;
        while is_new {
            let added = states.len() - 1;
            is_new = added < events.len()
                && saturation.add(events[added].thread, history.event(events[added])).is_ok();
            if is_new {
                states.push(pairs(saturation.order(), &steps));
            } else {
                rejections += usize::from(added < events.len());
                assert_eq!(pairs(saturation.order(), &steps), states[added]);
            }
            while states.len() > 1 && random.index(3) == 0 {
                saturation.undo();
                states.pop();
                assert_eq!(pairs(saturation.order(), &steps), states[states.len() - 1]);
            }
        }
    }
    assert!(rejections >= 200, "{rejections}");
}

/// `rf-tso-pso` §4.3.
#[test]
fn it_is_complete_for_two_threads() {
    let mut random = Random::new(0x5eed_0004);
    for model in MODELS {
        let mut counts = [0, 0];
        while counts.iter().any(|count| *count < 10_000) {
            let size = Size { threads: 2, ..Size::random(&mut random) };
            let history = support::history(&mut random, size);
            let expected = naive::search(&history, model).is_ok();
            let is_accepted = Saturation::of(&history, model).is_ok();
            assert_eq!(is_accepted, expected, "{model:?} {history:?}");
            counts[usize::from(expected)] += 1;
        }
    }
}
