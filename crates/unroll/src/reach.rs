//! Which numbers can a value be? At most those that follow from what can be written where it is
//! read (`dat3m-thesis` §4.8: constants and addresses propagated through registers and memory).
//!
//! Sets grow from the initial values until nothing changes, without regard to the order of events
//! (flow-insensitive, as Andersen's analysis is); a set that grows beyond a limit is *any*. An
//! operation is applied to all combinations of what its operands can be (`applied`).
//!
//! What has to be computed again is kept in a list, and the first value of the program comes first:
//! a loop that counts in memory is done with by its first round, and the others see the result.
//!
//! A branch goes both ways, also where what it decides on can have one value only so far: a value
//! that is written only if it is read, in a cycle of control dependencies, is in the sets, and the
//! model decides (as in `candidates::values`). Where values are computed from each other in a cycle
//! without any branch, no value is invented.
//!
//! What is read by an event that is not executed is 0 to the evaluator, and does not matter: sets
//! are about executed events only. An event that is executed nowhere reads 0 in the sets, too, so
//! that in the end every value can be something. That may let another event be executed after all,
//! and so it: 0 is added to what it reads, and does not stand for it.

use crate::sets::{SetId, Sets};
use crate::{Acyclic, EventId, Node, ValueId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Memory as it is at the start: the number in a cell, or none where nothing was written, which is
/// read as 0.
pub(crate) type Initial<'i> = dyn Fn(u64, u8) -> Option<u64> + 'i;

/// A cell: its address and its size.
pub(crate) type Cell = (u64, u8);

/// What can be written to each cell.
pub(crate) type Written = FxHashMap<Cell, SetId>;

/// What all values can be.
#[derive(Debug)]
pub(crate) struct Reach {
    pub sets: Sets,
    of: Vec<SetId>,
    pub written: Written,
}

impl Reach {
    /// What can be, where the `may_addresses` of events are those at which they can be executed.
    /// What was found out about operations on sets is used, and given back.
    pub(crate) fn new(acyclic: &Acyclic, initial: &Initial<'_>, sets: Sets) -> Reach {
        let mut solving = Solving::new(acyclic, initial, sets);
        loop {
            solving.solve();
            if !solving.give_up_reads() {
                let Solving { sets, of, written, .. } = solving;
                return Reach { sets, of, written };
            }
        }
    }

    /// What a value can be, in ascending order; none for any number.
    pub(crate) fn numbers(&self, id: ValueId) -> Option<&Rc<[u64]>> {
        self.sets.numbers(self.of[id.index()])
    }

    /// Whether a condition can be 1.
    pub(crate) fn may_hold(&self, condition: ValueId) -> bool {
        self.sets.contains(self.of[condition.index()], 1)
    }
}

struct Solving<'s> {
    acyclic: &'s Acyclic,
    initial: &'s Initial<'s>,
    sets: Sets,
    of: Vec<SetId>,
    written: Written,
    /// For each value: the values that are computed from it.
    users: Lists,
    /// For each value: the events whose guard, address or value it is.
    events: Lists,
    /// For each event: what it reads.
    reads: Vec<Option<ValueId>>,
    /// For each event: the addresses at which its read is listed in `readers`.
    placed: Vec<SetId>,
    /// The values that are read from an address.
    readers: FxHashMap<u64, Vec<ValueId>>,
    /// The events that have read nothing, and may read 0 now.
    is_given_up: Vec<bool>,
    work: Worklist,
}

impl<'s> Solving<'s> {
    fn new(acyclic: &'s Acyclic, initial: &'s Initial<'s>, sets: Sets) -> Solving<'s> {
        let count = acyclic.values.len();
        let mut reads = vec![None; acyclic.events.len()];
        let (mut users, mut events) = (Vec::new(), Vec::new());
        for (id, node, _) in acyclic.values.all() {
            users.extend(node.operands().map(|operand| (operand, id.0)));
            if let Node::Read(event) = node {
                reads[event.index()] = Some(id);
                let address = acyclic.event(event).address.expect("a read has an address");
                users.push((address, id.0));
            }
        }
        for (id, event) in acyclic.numbered().filter(|(_, event)| event.kind.is_access()) {
            let parts = [Some(event.guard), event.address, event.value];
            events.extend(parts.into_iter().flatten().map(|part| (part, id.0)));
        }
        Solving {
            acyclic,
            initial,
            sets,
            of: vec![SetId::NONE; count],
            written: Written::default(),
            users: Lists::new(count, &users),
            events: Lists::new(count, &events),
            reads,
            placed: vec![SetId::NONE; acyclic.events.len()],
            readers: FxHashMap::default(),
            is_given_up: vec![false; acyclic.events.len()],
            work: Worklist::all(count),
        }
    }

    fn solve(&mut self) {
        while let Some(id) = self.work.next() {
            let values = &self.acyclic.values;
            let read = match values.node(id) {
                Node::Read(event) => self.read(event),
                _ => SetId::NONE,
            };
            let set = self.sets.compute(values, id, &self.of, read);
            if std::mem::replace(&mut self.of[id.index()], set) == set {
                continue;
            }
            for user in self.users.of(id) {
                self.work.add(ValueId(*user));
            }
            for index in 0..self.events.of(id).len() {
                let event = EventId(self.events.of(id)[index]);
                self.place(event);
                self.write(event);
            }
        }
    }

    /// Finds the events that read nothing, so far, and lets them read 0; whether there is any new.
    fn give_up_reads(&mut self) -> bool {
        let mut any = false;
        for (event, read) in self.reads.iter().enumerate() {
            if let Some(read) = read
                && self.of[read.index()] == SetId::NONE
            {
                self.is_given_up[event] = true;
                self.work.add(*read);
                any = true;
            }
        }
        any
    }

    fn read(&mut self, event: EventId) -> SetId {
        let own = self.acyclic.event(event);
        let addresses = self.addresses(event);
        let cells = addresses.iter().filter_map(|at| self.written.get(&(*at, own.size)).copied());
        // Who had nothing to read may get something once others have been given up.
        let given_up = if self.is_given_up[event.index()] { SetId::ZERO } else { SetId::NONE };
        cells.fold(given_up, |all, cell| self.sets.union(all, cell, own.width))
    }

    /// Where an access can be: at some of the places that it was built for, or all of them if its
    /// address can be any number (`from_program::spread`).
    fn addresses(&self, event: EventId) -> Rc<[u64]> {
        let own = self.acyclic.event(event);
        let Some(address) = own.address else { return Rc::new([]) };
        match self.sets.numbers(self.of[address.index()]) {
            Some(numbers) => Rc::clone(numbers),
            None => own.may_addresses.as_slice().into(),
        }
    }

    /// Lists what an event reads at the addresses that it can be at.
    fn place(&mut self, event: EventId) {
        let (Some(read), Some(address)) =
            (self.reads[event.index()], self.acyclic.event(event).address)
        else {
            return;
        };
        let (before, now) = (self.placed[event.index()], self.of[address.index()]);
        if before == now {
            return;
        }
        self.placed[event.index()] = now;
        for at in self.addresses(event).iter() {
            if !self.sets.contains(before, *at) {
                self.readers.entry(*at).or_default().push(read);
            }
        }
    }

    /// Adds what an event can write.
    fn write(&mut self, id: EventId) {
        let event = self.acyclic.event(id);
        let may_hold = self.sets.contains(self.of[event.guard.index()], 1);
        if !may_hold {
            return;
        }
        let written = event.value.map_or(SetId::NONE, |value| self.of[value.index()]);
        let addresses = self.addresses(id);
        for at in addresses.iter().filter(|at| event.may_addresses.binary_search(at).is_ok()) {
            let cell = (*at, event.size);
            let before = self.written.get(&cell).copied();
            let known = before.unwrap_or_else(|| {
                let number = (self.initial)(*at, event.size).unwrap_or(0);
                self.sets.one(number)
            });
            let all = self.sets.union(known, written, event.width);
            if Some(all) != before {
                self.written.insert(cell, all);
                for reader in self.readers.get(at).into_iter().flatten() {
                    self.work.add(*reader);
                }
            }
        }
    }
}

/// For each value, some numbers.
struct Lists {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    fn new(count: usize, pairs: &[(ValueId, u32)]) -> Lists {
        let mut starts = vec![0; count + 1];
        for (value, _) in pairs {
            starts[value.index() + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let (mut next, mut all) = (starts.clone(), vec![0; pairs.len()]);
        for (value, number) in pairs {
            let at = &mut next[value.index()];
            all[*at as usize] = *number;
            *at += 1;
        }
        Lists { starts, all }
    }

    fn of(&self, value: ValueId) -> &[u32] {
        let index = value.index();
        &self.all[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// Which values are to be computed again, the first one first.
struct Worklist {
    words: Vec<u64>,
    /// There is nothing in the words before.
    first: usize,
}

impl Worklist {
    fn all(count: usize) -> Worklist {
        let mut words = vec![u64::MAX; count.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !count.is_multiple_of(64)
        {
            *last = (1 << (count % 64)) - 1;
        }
        Worklist { words, first: 0 }
    }

    fn add(&mut self, id: ValueId) {
        let word = id.index() / 64;
        self.words[word] |= 1 << (id.index() % 64);
        self.first = self.first.min(word);
    }

    fn next(&mut self) -> Option<ValueId> {
        while *self.words.get(self.first)? == 0 {
            self.first += 1;
        }
        let bit = self.words[self.first].trailing_zeros();
        self.words[self.first] &= !(1 << bit);
        Some(ValueId(self.first as u32 * 64 + bit))
    }
}
