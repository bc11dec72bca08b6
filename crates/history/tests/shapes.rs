//! The classic shapes, each with the models that have it.

use history::machine::replay;
use history::{Event, EventId, Fence, History, Location, Model, Order, Source, Thread};
use history::{check, naive, verify_pso};

const X: Location = Location(0);
const Y: Location = Location(1);
const Z: Location = Location(2);

fn write(location: Location) -> Event {
    Event::Write { location, release: false }
}

fn release(location: Location) -> Event {
    Event::Write { location, release: true }
}

fn read(location: Location, thread: u32, index: u32) -> Event {
    Event::Read { location, source: Source::Event(EventId { thread: Thread(thread), index }) }
}

fn read_initial(location: Location) -> Event {
    Event::Read { location, source: Source::Initial }
}

fn update_initial(location: Location) -> Event {
    Event::Update { location, source: Source::Initial }
}

const FENCE: Event = Event::Fence(Fence::Full);
const STORE_FENCE: Event = Event::Fence(Fence::Store);

fn expect(threads: &[&[Event]], models: &[Model]) {
    let threads = threads.iter().map(|events| events.to_vec()).collect();
    let history = History::new(threads).expect("sources write to the location");
    for model in [Model::Sc, Model::Tso, Model::Pso] {
        let expected = models.contains(&model);
        for answer in [check(&history, model, &[]), naive::search(&history, model)] {
            assert_eq!(answer.is_ok(), expected, "{model:?} {history:?} {answer:?}");
            assert!(answer.is_err() || replay(&history, model, &answer.unwrap()) == Ok(()));
        }
    }
    if let Ok(order) = Order::of(&history, Model::Pso) {
        let expected = models.contains(&Model::Pso);
        assert_eq!(verify_pso::search(&order).is_ok(), expected, "{history:?}");
    }
}

#[test]
fn store_buffering() {
    let with = |between: &[Event], models| {
        let thread = |own, other| [&[write(own)], between, &[read_initial(other)]].concat();
        expect(&[&thread(X, Y), &thread(Y, X)], models);
    };
    with(&[], &[Model::Tso, Model::Pso]);
    with(&[STORE_FENCE], &[Model::Tso, Model::Pso]);
    with(&[FENCE], &[]);
}

#[test]
fn message_passing() {
    let with = |writer: &[Event], models| {
        let flag = writer.len() as u32 - 1;
        expect(&[writer, &[read(Y, 0, flag), read_initial(X)]], models);
    };
    with(&[write(X), write(Y)], &[Model::Pso]);
    with(&[release(X), write(Y)], &[Model::Pso]);
    with(&[write(X), release(Y)], &[]);
    with(&[write(X), STORE_FENCE, write(Y)], &[]);
    with(&[write(X), FENCE, write(Y)], &[]);
}

#[test]
fn own_writes_early() {
    let thread = |own, other, number| [write(own), read(own, number, 0), read_initial(other)];
    expect(&[&thread(X, Y, 0), &thread(Y, X, 1)], &[Model::Tso, Model::Pso]);
}

#[test]
fn readers_agree() {
    let readers: [&[Event]; 2] =
        [&[read(X, 0, 0), read_initial(Y)], &[read(Y, 1, 0), read_initial(X)]];
    expect(&[&[write(X)], &[write(Y)], readers[0], readers[1]], &[]);
}

#[test]
fn reads_of_one_location_stay_in_order() {
    expect(&[&[write(X), write(X)], &[read(X, 0, 1), read(X, 0, 0)]], &[]);
    expect(&[&[write(X), read_initial(X)]], &[]);
    expect(&[&[write(X), write(X), read(X, 0, 0)]], &[]);
}

#[test]
fn updates_are_atomic() {
    expect(&[&[update_initial(X)], &[update_initial(X)]], &[]);
    let next = Event::Update {
        location: X,
        source: Source::Event(EventId { thread: Thread(0), index: 0 }),
    };
    expect(&[&[update_initial(X)], &[next]], &[Model::Sc, Model::Tso, Model::Pso]);
}

#[test]
fn creation_and_joining_drain() {
    let child = [read_initial(X)];
    expect(&[&[write(X), Event::Create(Thread(1))], &child], &[]);
    expect(&[&[Event::Join(Thread(1)), read_initial(X)], &[write(X)]], &[]);
    expect(&[&[read_initial(X), Event::Join(Thread(0))]], &[]);
}

#[test]
fn effects_do_not_come_before_their_causes() {
    expect(&[&[read(X, 1, 1), write(Y)], &[read(Y, 0, 1), write(X)]], &[]);
    expect(&[&[read(X, 0, 1), write(X)]], &[]);
}

/// The other thread's `x` has to reach the memory before the own one: afterwards it would have to
/// wait for a read that waits for what comes after its fence. Which of the two is first is no
/// difference between the performed events, only between the fence maps.
#[test]
fn a_fence_waits_for_a_read_of_an_own_write() {
    let all = [Model::Sc, Model::Tso, Model::Pso];
    let start = Location(3);
    let own = |own, other| [write(X), FENCE, write(Y), read(Z, other, 4), read(X, own, 0)];
    let other = |own| [read(start, 2, 0), write(X), read(Y, own, 2), FENCE, write(Z)];
    expect(&[&own(0, 1), &other(0), &[write(start)]], &all);
    expect(&[&other(1), &own(1, 0), &[write(start)]], &all);
}

/// The same, where a joining takes the place of the fence.
#[test]
fn the_end_of_a_thread_waits_for_a_read() {
    let start = Location(3);
    let own = [write(X), FENCE, write(Y), read(Z, 3, 1), read(X, 0, 0)];
    let other = [read(start, 2, 0), write(X), read(Y, 0, 2)];
    let joining = [Event::Join(Thread(1)), write(Z)];
    let all = [Model::Sc, Model::Tso, Model::Pso];
    expect(&[&own, &other, &[write(start)], &joining], &all);
}

/// The third thread's fence waits for the last read of the second thread in any case. But if its
/// `x` has not reached the memory before the update reads, it waits for the fourth thread too,
/// which waits for what comes after the fence.
#[test]
fn a_fence_waits_for_the_readers_of_an_update() {
    let update = Event::Update {
        location: X,
        source: Source::Event(EventId { thread: Thread(0), index: 0 }),
    };
    let (first, second, start) = (Location(3), Location(4), Location(5));
    let threads: [&[Event]; 5] = [
        &[write(X), write(Z), FENCE, write(Y)],
        &[read(first, 2, 4), update, read(Z, 0, 1)],
        &[read(start, 4, 0), write(X), read(Y, 0, 3), write(Z), write(first), FENCE, write(second)],
        &[read(second, 2, 6), read(X, 1, 1)],
        &[write(start)],
    ];
    expect(&threads, &[Model::Pso]);
}
