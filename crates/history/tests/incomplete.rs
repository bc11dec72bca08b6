//! Saturation is incomplete: the example of `rf-sc` (Example 5.2 and its figure 5), written out.
//!
//! Whoever reads `x == 4` writes `y = 5` or `z = 6`, and then still reads the old value of the
//! other:
//!
//! ```text
//! olds:  z = 1; y = 2
//! three: a = z /* 1 */; b = y /* 2 */; x = 3
//! four:  x = 4
//! left:  c = x /* 4 */; y = 5; d = z /* 1 */
//! right: e = x /* 4 */; z = 6; f = y /* 2 */
//! ```
//!
//! Were `x = 3` before `x = 4`, then `z = 1` would be before `z = 6` and `y = 2` before `y = 5`, so
//! `d` before `z = 6` and `f` before `y = 5`: a cycle. So `x = 4` is before `x = 3`, which no rule
//! says. The same once more, with `x = 3` and `x = 4` exchanged and other variables, makes a
//! history that is inconsistent and has no cycle.
//!
//! A fence behind each write makes it an example for TSO and PSO as well.

use history::{Event, EventId, Fence, History, Location, Model, Order, Reason, Saturation, Source};
use history::{Move, Thread, check, guided, memory_writes, naive, verify_pso};

const MODELS: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];
const X: Location = Location(0);

/// A write, and the fence behind it.
fn write(location: Location) -> [Event; 2] {
    [Event::Write { location, release: false }, Event::Fence(Fence::Full)]
}

fn read(location: Location, thread: u32, index: u32) -> Event {
    Event::Read { location, source: Source::Event(EventId { thread: Thread(thread), index }) }
}

/// The writers of `x = 3` and `x = 4`.
const THREE: u32 = 0;
const FOUR: u32 = 1;
/// Where both write to `x`.
const PLACE: u32 = 2;

/// The reads in front of a write to `x`.
fn olds(thread: u32, y: Location, z: Location) -> Vec<Event> {
    vec![read(z, thread, 0), read(y, thread, 2)]
}

/// What writes the old values, and the two threads that have read from a write to `x`.
fn readers(olds: u32, source: u32, y: Location, z: Location) -> [Vec<Event>; 3] {
    let fenced = |location| write(location).to_vec();
    let branch = |new, old, index| {
        [vec![read(X, source, PLACE)], fenced(new), vec![read(old, olds, index)]].concat()
    };
    [[fenced(z), fenced(y)].concat(), branch(y, z, 0), branch(z, y, 2)]
}

/// The first step of the example: `x = 4` is before `x = 3`.
fn first_step() -> Vec<Vec<Event>> {
    let (y, z) = (Location(1), Location(2));
    let three = [olds(2, y, z), write(X).to_vec()].concat();
    // Fences where the other writer reads, so that both write at the same place.
    let four = [vec![Event::Fence(Fence::Full); 2], write(X).to_vec()].concat();
    [vec![three, four], readers(2, FOUR, y, z).to_vec()].concat()
}

/// Both steps.
fn both_steps() -> Vec<Vec<Event>> {
    let (y, z) = (Location(3), Location(4));
    let mut threads = first_step();
    threads[FOUR as usize].splice(..2, olds(5, y, z));
    threads.extend(readers(5, THREE, y, z));
    threads
}

fn history(threads: Vec<Vec<Event>>) -> History {
    History::new(threads).expect("sources write to the location")
}

fn wrote(model: Model, thread: u32) -> Move {
    let id = EventId { thread: Thread(thread), index: PLACE };
    if model == Model::Sc { Move::Perform(id) } else { Move::Flush(id) }
}

#[test]
fn an_order_is_hidden_from_saturation() {
    for model in MODELS {
        let given = history(first_step());
        let (three, four) = (wrote(model, THREE), wrote(model, FOUR));
        let saturation = Saturation::of(&given, model).expect("there is no cycle");
        assert!(!saturation.order().demands(three, four));
        assert!(!saturation.order().demands(four, three));
        assert!(check(&given, model, &[]).is_ok());

        let seen = |first, second| {
            let mut threads = first_step();
            threads.push(vec![read(X, first, PLACE), read(X, second, PLACE)]);
            check(&history(threads), model, &[])
        };
        assert!(matches!(seen(THREE, FOUR), Err(Reason::Cycle(_))));
        assert!(seen(FOUR, THREE).is_ok());
    }
}

#[test]
fn the_search_refutes_what_saturation_accepts() {
    for model in MODELS {
        let given = history(both_steps());
        let mut saturation = Saturation::of(&given, model).expect("there is no cycle");
        assert_eq!(guided::construct(&mut saturation, &[]), None);
        let plain = Order::of(&given, model).expect("there is no cycle");
        for order in [saturation.order(), &plain] {
            assert!(matches!(memory_writes::search(order), Err(Reason::Exhausted { .. })));
            if model == Model::Pso {
                assert!(matches!(verify_pso::search(order), Err(Reason::Exhausted { .. })));
            }
        }
        assert!(matches!(check(&given, model, &[]), Err(Reason::Exhausted { .. })));
    }
    assert!(naive::search(&history(both_steps()), Model::Sc).is_err());
}
