//! What are the sets and relations that a model takes as given, between events that may be
//! executed? This says of executions as a formula what `events::CatView` says of one execution.

use crate::bounds::{Bounds, RelationBounds, SetBounds};
use crate::executions::Executions;
use crate::method::Analyses;
use cat::program::Input;
use cat::{Datum, DatumOf, Given};
use events::{Kind, Primitive, Primitives};
use relation::{Relation, Set};
use rustc_hash::FxHashMap;
use solver::{Literal, bitvector};
use unroll::{Acyclic, Dependency, Event, EventId, ValueId};

/// What is known of an event in a set, or of a pair in a relation, without the formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    Never,
    /// If it is executed, or both are.
    Always,
    /// The formula decides.
    Open,
}

fn known(is_in: bool) -> Known {
    if is_in { Known::Always } else { Known::Never }
}

/// The conditions under which pairs are related, by what relates them.
type Conditions = FxHashMap<(usize, usize), Vec<ValueId>>;

/// What is given, of one program.
#[derive(Debug)]
pub(crate) struct GivenRelations<'a> {
    acyclic: &'a Acyclic,
    addr: [Conditions; 2],
    data: [Conditions; 2],
    ctrl: [Conditions; 2],
    /// Updates, and those that are one instruction.
    rmw: [Conditions; 2],
    /// Events that create and join threads, through which `po` goes.
    crossings: Vec<usize>,
    /// The first event is executed whenever the second is.
    follows: Relation,
    /// `po` between threads.
    between_threads: Relation,
}

impl<'a> GivenRelations<'a> {
    pub(crate) fn new(acyclic: &'a Acyclic) -> GivenRelations<'a> {
        let dependencies = |of: fn(&Event) -> &Vec<Dependency>| {
            let mut conditions = [Conditions::default(), Conditions::default()];
            for (id, event) in acyclic.numbered() {
                for dependency in of(event) {
                    let pair = (dependency.on.index(), id.index());
                    for (index, condition) in
                        [dependency.direct, dependency.picked].into_iter().enumerate()
                    {
                        if condition != ValueId::FALSE {
                            conditions[index].entry(pair).or_default().push(condition);
                        }
                    }
                }
            }
            conditions
        };
        let mut rmw = [Conditions::default(), Conditions::default()];
        for update in &acyclic.rmw {
            let pair = (update.read.index(), update.write.index());
            rmw[0].entry(pair).or_default().push(update.condition);
            if update.is_one {
                rmw[1].entry(pair).or_default().push(update.condition);
            }
        }
        let mut own = GivenRelations {
            acyclic,
            addr: dependencies(|event| &event.addr),
            data: dependencies(|event| &event.data),
            ctrl: dependencies(|event| &event.ctrl),
            rmw,
            crossings: crossings(acyclic),
            follows: follows(acyclic),
            between_threads: Relation::new(acyclic.events.len()),
        };
        let size = acyclic.events.len();
        let mut direct = Relation::new(size);
        for (from, to) in own.crossings.iter().flat_map(|at| (0..size).map(move |to| (*at, to))) {
            for (from, to) in [(from, to), (to, from)] {
                if own.is_directly_before(from, to) {
                    direct.insert(from, to);
                }
            }
        }
        own.between_threads = direct.transitive_closure();
        own
    }

    /// The world in which bounds are computed.
    pub(crate) fn bounds(&self, analyses: Analyses) -> Bounds {
        let Analyses { may, must, .. } = analyses;
        Bounds { follows: self.follows.clone(), may, must, is_careful: false }
    }

    fn event(&self, event: usize) -> &Event {
        &self.acyclic.events[event]
    }

    /// By being earlier in the thread, or by creating or joining it.
    fn is_directly_before(&self, first: usize, second: usize) -> bool {
        let (Some(one), Some(other)) = (self.event(first).thread, self.event(second).thread) else {
            return false;
        };
        if one == other {
            return first < second && self.event(first).access != self.event(second).access;
        }
        let (ids, threads) =
            ([first, second].map(|event| EventId(event as u32)), &self.acyclic.threads);
        threads[other.index()].spawn == Some(ids[0])
            || threads[one.index()].joins.contains(&ids[1])
            || self.creates_and_joins(ids[0], ids[1])
    }

    /// A thread without events is created before it is joined, too.
    fn creates_and_joins(&self, first: EventId, second: EventId) -> bool {
        let mut threads = self.acyclic.threads.iter();
        threads.any(|thread| thread.spawn == Some(first) && thread.joins.contains(&second))
    }

    fn po(&self, first: usize, second: usize) -> Known {
        if self.is_directly_before(first, second) {
            return Known::Always;
        }
        if !self.between_threads.contains(first, second) {
            return Known::Never;
        }
        let is_certain = self.crossings.iter().any(|between| {
            self.is_directly_before(first, *between)
                && self.po(*between, second) == Known::Always
                && (self.follows.contains(*between, first)
                    || self.follows.contains(*between, second))
        });
        if is_certain { Known::Always } else { Known::Open }
    }

    fn by_conditions(&self, conditions: &Conditions, first: usize, second: usize) -> Known {
        match conditions.get(&(first, second)) {
            None => Known::Never,
            Some(conditions) if conditions.contains(&ValueId::TRUE) => Known::Always,
            Some(_) => Known::Open,
        }
    }

    /// Whether an event is in a set.
    pub(crate) fn known_event(&self, primitive: Primitive, event: usize) -> Known {
        let own = self.event(event);
        match primitive {
            Primitive::R => known(own.kind.reads()),
            Primitive::W => known(own.kind.writes()),
            Primitive::M => known(own.kind.is_access()),
            Primitive::F => known(own.kind == Kind::Fence),
            Primitive::IW => known(own.thread.is_none()),
            Primitive::RMW => {
                let is_one =
                    own.kind == Kind::Update || own.tags.has_any(base::tags!["RMW"].into());
                let is_part = |(read, write): &&(usize, usize)| *read == event || *write == event;
                match (is_one, self.rmw[0].keys().any(|pair| is_part(&pair))) {
                    (true, _) => Known::Always,
                    (false, true) => Known::Open,
                    (false, false) => Known::Never,
                }
            }
            Primitive::Nothing => Known::Never,
            Primitive::Tagged(tags) => known(own.tags.has_any(tags)),
            primitive => unreachable!("{primitive:?} is a relation"),
        }
    }

    /// Whether a pair is in a relation.
    pub(crate) fn known_pair(&self, primitive: Primitive, first: usize, second: usize) -> Known {
        let (one, other) = (self.event(first), self.event(second));
        let same_thread = one.thread.is_some() && one.thread == other.thread;
        match primitive {
            Primitive::Po => self.po(first, second),
            Primitive::Addr => self.by_conditions(&self.addr[0], first, second),
            Primitive::Data => self.by_conditions(&self.data[0], first, second),
            Primitive::Ctrl => self.by_conditions(&self.ctrl[0], first, second),
            Primitive::PickAddr => self.by_conditions(&self.addr[1], first, second),
            Primitive::PickData => self.by_conditions(&self.data[1], first, second),
            Primitive::PickCtrl => self.by_conditions(&self.ctrl[1], first, second),
            Primitive::Rmw => self.by_conditions(&self.rmw[0], first, second),
            Primitive::Amo => self.by_conditions(&self.rmw[1], first, second),
            Primitive::Rf => {
                let can_be = one.kind.writes() && other.kind.reads() && first != second;
                if can_be && share_place(one, other) { Known::Open } else { Known::Never }
            }
            Primitive::Loc => match (one.address, other.address) {
                _ if first == second && one.address.is_some() => Known::Always,
                (Some(own), Some(same)) if own == same => Known::Always,
                (Some(_), Some(_)) if share_place(one, other) => Known::Open,
                _ => Known::Never,
            },
            Primitive::Int => known(same_thread),
            Primitive::Ext => known(!same_thread),
            Primitive::SameAccess => {
                known(one.kind.is_access() && other.kind.is_access() && one.access == other.access)
            }
            Primitive::AtomicBlock => known(one.block.is_some() && one.block == other.block),
            Primitive::SameValue => match one.kind.is_access() && other.kind.is_access() {
                true if first == second => Known::Always,
                true => Known::Open,
                false => Known::Never,
            },
            primitive => unreachable!("{primitive:?} is a set"),
        }
    }

    /// Whether an event is in a set, where the formula decides.
    pub(crate) fn event_literal(
        &self,
        executions: &mut Executions<'_>,
        primitive: Primitive,
        event: usize,
    ) -> Literal {
        assert_eq!(primitive, Primitive::RMW, "all other sets are known");
        let pairs = self.rmw[0].keys().filter(|(read, write)| *read == event || *write == event);
        let literals: Vec<Literal> = pairs
            .map(|(read, write)| self.conditions_literal(executions, &self.rmw[0], *read, *write))
            .collect();
        executions.circuit.or(literals)
    }

    /// Whether a pair is in a relation, where the formula decides.
    pub(crate) fn pair_literal(
        &self,
        executions: &mut Executions<'_>,
        primitive: Primitive,
        first: usize,
        second: usize,
    ) -> Literal {
        let conditions = match primitive {
            Primitive::Po => return self.po_literal(executions, first, second),
            Primitive::Rf => {
                let literal = executions.rf(first, second);
                return literal.expect("what shares a place has a literal");
            }
            Primitive::Loc => return executions.same_place(first, second),
            Primitive::SameValue => return same_value(executions, first, second),
            Primitive::Addr => &self.addr[0],
            Primitive::Data => &self.data[0],
            Primitive::Ctrl => &self.ctrl[0],
            Primitive::PickAddr => &self.addr[1],
            Primitive::PickData => &self.data[1],
            Primitive::PickCtrl => &self.ctrl[1],
            Primitive::Rmw => &self.rmw[0],
            Primitive::Amo => &self.rmw[1],
            primitive => unreachable!("{primitive:?} is known"),
        };
        self.conditions_literal(executions, conditions, first, second)
    }

    fn conditions_literal(
        &self,
        executions: &mut Executions<'_>,
        conditions: &Conditions,
        first: usize,
        second: usize,
    ) -> Literal {
        let found = conditions.get(&(first, second)).map_or(&[][..], Vec::as_slice);
        let literals: Vec<Literal> =
            found.iter().map(|condition| executions.condition(*condition)).collect();
        let holds = executions.circuit.or(literals);
        let both = executions.both(first, second);
        executions.circuit.and([both, holds])
    }

    fn po_literal(&self, executions: &mut Executions<'_>, first: usize, second: usize) -> Literal {
        match self.po(first, second) {
            Known::Always => return executions.both(first, second),
            Known::Never => return executions.circuit.constant(false),
            Known::Open => {}
        }
        let mut ways = Vec::new();
        for between in &self.crossings {
            if self.is_directly_before(first, *between) {
                let rest = self.po_literal(executions, *between, second);
                let start = executions.executed(first);
                ways.push(executions.circuit.and([start, rest]));
            }
        }
        executions.circuit.or(ways)
    }
}

fn same_value(executions: &mut Executions<'_>, first: usize, second: usize) -> Literal {
    let values = [first, second].map(|event| executions.value(event));
    let [Some(one), Some(other)] = values else { unreachable!("accesses have values") };
    let width = one.len().max(other.len()) as u32;
    let one = bitvector::zero_extend(&executions.circuit, &one, width);
    let other = bitvector::zero_extend(&executions.circuit, &other, width);
    let equal = bitvector::equal(&mut executions.circuit, &one, &other);
    let both = executions.both(first, second);
    executions.circuit.and([both, equal])
}

fn share_place(one: &Event, other: &Event) -> bool {
    one.may_addresses.iter().any(|address| other.may_addresses.binary_search(address).is_ok())
}

fn crossings(acyclic: &Acyclic) -> Vec<usize> {
    let threads = acyclic.threads.iter();
    let events = threads.flat_map(|thread| thread.spawn.into_iter().chain(thread.joins.clone()));
    let mut crossings: Vec<usize> = events.map(EventId::index).collect();
    crossings.sort_unstable();
    crossings.dedup();
    crossings
}

/// An event with a guard that is always 1, or that another one shares, is executed with it.
fn follows(acyclic: &Acyclic) -> Relation {
    let mut follows = Relation::new(acyclic.events.len());
    for (first, event) in acyclic.numbered() {
        for (second, other) in acyclic.numbered() {
            // Whether an initial write counts depends on what is accessed, and not on its guard.
            let is_in_thread = event.thread.is_some() && other.thread.is_some();
            let is_certain = event.guard == ValueId::TRUE || event.guard == other.guard;
            let is_source = event.thread.is_none()
                && other.kind.is_access()
                && other.may_addresses == event.may_addresses;
            if first == second || is_in_thread && is_certain || is_source {
                follows.insert(first.index(), second.index());
            }
        }
    }
    follows
}

/// Bounds of what is given. Those of what the model chooses are found with their literals.
pub(crate) struct GivenBounds<'g, 'a> {
    pub given: &'g GivenRelations<'a>,
    pub primitives: &'g Primitives,
    pub choices: &'g [RelationBounds],
}

impl Given<Bounds> for GivenBounds<'_, '_> {
    fn input(&self, domain: &mut Bounds, index: usize, input: &Input) -> DatumOf<Bounds> {
        let (primitive, size) = (self.primitives.input(index), domain.follows.size());
        match input.kind {
            cat::program::Kind::Set => {
                let (mut may, mut must) = (Set::new(size), Set::new(size));
                for event in 0..size {
                    match self.given.known_event(primitive, event) {
                        Known::Never => {}
                        Known::Open => may.insert(event),
                        Known::Always => {
                            may.insert(event);
                            must.insert(event);
                        }
                    }
                }
                Datum::Set(SetBounds { may, must })
            }
            cat::program::Kind::Relation => {
                let (mut may, mut must) = (Relation::new(size), Relation::new(size));
                for (first, second) in
                    (0..size).flat_map(|one| (0..size).map(move |two| (one, two)))
                {
                    match self.given.known_pair(primitive, first, second) {
                        Known::Never => {}
                        Known::Open => may.insert(first, second),
                        Known::Always => {
                            may.insert(first, second);
                            must.insert(first, second);
                        }
                    }
                }
                Datum::Relation(RelationBounds { may, must })
            }
        }
    }

    fn choice(&self, _: &mut Bounds, index: usize) -> RelationBounds {
        self.choices[index].clone()
    }
}
