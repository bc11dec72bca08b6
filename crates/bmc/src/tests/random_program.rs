//! Small programs at random, with everything that an acyclic program can have: guards,
//! dependencies, addresses that are computed, updates, memory that was never written, choices.

use super::Random;
use base::TagSet;
use events::Kind;
use unroll::{
    Acyclic, Choice, ChoiceId, ChoiceKind, Dependency, Event, EventId, Node, Rmw, Thread,
    ThreadIndex, ValueId,
};

const CELLS: [u64; 2] = [0x100, 0x200];
const WIDTH: u8 = 2;

pub(super) fn random_program(random: &mut Random) -> Acyclic {
    let mut program = Acyclic::default();
    for cell in CELLS {
        let value = program.values.constant(WIDTH, 0);
        let value = (random.below(12) > 0).then_some(value);
        let address = program.values.constant(64, cell);
        let mut event = event(Kind::Write, None, EventId(program.events.len() as u32));
        event.address = Some(address);
        event.may_addresses = vec![cell];
        event.value = value;
        program.events.push(event);
    }
    for thread in 0..2 + random.below(2) {
        add_thread(&mut program, random, ThreadIndex(thread as u32));
    }
    program.check_invariants();
    program
}

fn event(kind: Kind, thread: Option<ThreadIndex>, own: EventId) -> Event {
    Event {
        thread,
        kind,
        tags: TagSet::NONE,
        guard: ValueId::TRUE,
        address: None,
        size: if kind.is_access() { 1 } else { 0 },
        block: None,
        access: own,
        value: None,
        width: WIDTH,
        may_addresses: Vec::new(),
        addr: Vec::new(),
        data: Vec::new(),
        ctrl: Vec::new(),
        position: None,
    }
}

fn depends(on: EventId) -> Dependency {
    Dependency { on, direct: ValueId::TRUE, picked: ValueId::FALSE }
}

fn add_thread(program: &mut Acyclic, random: &mut Random, thread: ThreadIndex) {
    let mut guard = ValueId::TRUE;
    let mut reads: Vec<EventId> = Vec::new();
    let mut controls: Vec<Dependency> = Vec::new();
    for _ in 0..1 + random.below(3) {
        let kind = random.pick(&[Kind::Read, Kind::Read, Kind::Write, Kind::Write, Kind::Fence]);
        let is_update = kind == Kind::Read && random.below(4) == 0;
        let own = add_event(program, random, thread, kind, guard, &reads, &controls);
        if kind == Kind::Read {
            reads.push(own);
            if is_update {
                add_update(program, random, thread, own, &controls);
            }
            if random.below(3) == 0 {
                // What follows is behind a branch.
                let value = program.read(own);
                let number = random.below(3) as u64;
                let condition = program.values.is(value, number);
                guard = program.values.and(guard, condition);
                controls.push(depends(own));
            }
        }
    }
    program.threads.push(Thread {
        id: base::ThreadId::MAIN,
        name: format!("P{}", thread.0),
        spawn: None,
        joins: Vec::new(),
        finished: ValueId::TRUE,
        registers: Vec::new(),
    });
}

fn add_event(
    program: &mut Acyclic,
    random: &mut Random,
    thread: ThreadIndex,
    kind: Kind,
    guard: ValueId,
    reads: &[EventId],
    controls: &[Dependency],
) -> EventId {
    let own = EventId(program.events.len() as u32);
    let mut made = event(kind, Some(thread), own);
    made.guard = guard;
    made.ctrl = controls.to_vec();
    made.tags = match (kind, random.below(3)) {
        (_, 0) => TagSet::NONE,
        (Kind::Fence, _) => base::tags!["MFENCE"].into(),
        (_, 1) => base::tags!["SC"].into(),
        (_, _) => base::tags!["RLX"].into(),
    };
    if kind.is_access() {
        let cell = random.pick(&CELLS);
        let address = program.values.constant(64, cell);
        made.address = Some(address);
        made.may_addresses = vec![cell];
        if !reads.is_empty() && random.below(4) == 0 {
            let on = random.pick(reads);
            let value = program.read(on);
            let condition = program.values.is(value, 1);
            let others = CELLS.map(|cell| program.values.constant(64, cell));
            made.address = Some(program.values.select(condition, others[0], others[1]));
            made.may_addresses = CELLS.to_vec();
            made.addr.push(depends(on));
        }
    }
    if kind.writes() {
        let number = program.values.constant(WIDTH, 1 + random.below(2) as u64);
        made.value = Some(number);
        if !reads.is_empty() && random.below(3) == 0 {
            let on = random.pick(reads);
            let value = program.read(on);
            made.value = Some(program.values.binary(program::BinaryOperation::And, value, number));
            made.data.push(depends(on));
        }
    }
    program.events.push(made);
    own
}

/// The write of an update, which may fail.
fn add_update(
    program: &mut Acyclic,
    random: &mut Random,
    thread: ThreadIndex,
    read: EventId,
    controls: &[Dependency],
) {
    let own = EventId(program.events.len() as u32);
    let old = program.event(read).clone();
    let mut made = event(Kind::Write, Some(thread), own);
    let value = program.read(read);
    let one = program.values.constant(WIDTH, 1);
    made.value = Some(program.values.binary(program::BinaryOperation::Add, value, one));
    made.address = old.address;
    made.may_addresses = old.may_addresses.clone();
    made.addr = old.addr.clone();
    made.ctrl = controls.to_vec();
    made.data = vec![depends(read)];
    made.guard = old.guard;
    if random.below(2) == 0 {
        let choice = ChoiceId(program.choices.len() as u32);
        program.choices.push(Choice { width: 1, what: ChoiceKind::Success });
        let succeeds = program.values.leaf(Node::Choice(choice), 1);
        made.guard = program.values.and(old.guard, succeeds);
    }
    program.events.push(made);
    let is_one = random.below(2) == 0;
    program.rmw.push(Rmw { read, write: own, condition: ValueId::TRUE, is_one });
}
