//! When is a pair in a relation of the model? A literal for it, made when somebody asks
//! (`dat3m-thesis` §4.5.6, Fig. 4.3).
//!
//! Axioms ask for the pairs that can violate them, each operator asks for what its pair is made of,
//! and nothing else is ever encoded: so the pairs with literals are the *active sets* of §4.6, with
//! the bottom-up bounds cutting what is impossible or certain. That is why literals are no
//! `cat::Domain`: the operators of a domain compute whole relations.
//!
//! Where only an upper bound is wanted (what an axiom forbids, and what an order that the model
//! chooses must contain), a literal need only follow from what its pair is made of (Plaisted and
//! Greenbaum 1986): a sequence is one clause for each way through it, and a fixpoint may be any
//! that is large enough. Where only a lower bound is wanted (what a broken axiom is shown with), it
//! need only imply what its pair is made of. Elsewhere both directions are there, and the fixpoint
//! is the least one; `sequences` and `fixpoints` have them all.

use crate::bounds::{Bounds, RelationBounds};
use crate::executions::Executions;
use crate::fixpoints::Atom;
use crate::given::{GivenBounds, GivenRelations, Known};
use crate::model::Model;
use cat::program::{Operator, Possibilities};
use cat::{Boolean, Datum, Slot, Valuation, compute};
use relation::{Relation, Set};
use rustc_hash::FxHashMap;
use solver::Literal;
use std::fmt;
use std::rc::Rc;

/// What may be in a set or in a relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Item {
    Event(usize),
    Pair(usize, usize),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Event(event) => write!(f, "e{event}"),
            Item::Pair(from, to) => write!(f, "e{from} -> e{to}"),
        }
    }
}

/// How exactly a literal says whether something is in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mode {
    /// It is true if it is in it, and may be true otherwise.
    Upper,
    /// It is true only if it is in it, and may be true then.
    Lower,
    /// It is true if and only if it is in it.
    Exact,
    /// It is true if and only if it is in it after so many rounds of a recursion that is not
    /// monotone.
    Round(u32),
}

impl Mode {
    /// How exact the right side of a difference has to be, for the difference to be as exact.
    fn of_what_is_taken_away(self) -> Mode {
        match self {
            Mode::Upper => Mode::Lower,
            Mode::Lower => Mode::Upper,
            Mode::Exact | Mode::Round(_) => self,
        }
    }
}

/// Why a model does not become a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

/// The relations of a model over the executions of a program.
#[derive(Debug)]
pub(crate) struct Encoding<'a> {
    pub executions: Executions<'a>,
    pub model: &'a Model,
    given: GivenRelations<'a>,
    bounds: Valuation<Bounds>,
    literals: FxHashMap<(Slot, Mode, Item), Literal>,
    /// What the model chooses: for each choice its pairs that may be.
    pub choices: Vec<FxHashMap<(usize, usize), Literal>>,
    /// Items of fixpoints that have literals, and those of which nothing else is said yet.
    pub(crate) atoms: FxHashMap<Atom, Literal>,
    pub(crate) waiting: Vec<Atom>,
    /// The nodes of items in the graph of what is derived from what, and its edges.
    pub(crate) nodes: FxHashMap<Atom, usize>,
    pub(crate) derivations: FxHashMap<(Atom, Atom), Literal>,
    closures: FxHashMap<Slot, Rc<Relation>>,
}

impl<'a> Encoding<'a> {
    pub(crate) fn new(
        executions: Executions<'a>,
        model: &'a Model,
    ) -> Result<Encoding<'a>, Unsupported> {
        let mut own = Encoding::without_choices(executions, model)?;
        for index in 0..model.program.choices.len() {
            own.choose(index);
        }
        Ok(own)
    }

    /// The same before the model has chosen anything.
    pub(crate) fn without_choices(
        executions: Executions<'a>,
        model: &'a Model,
    ) -> Result<Encoding<'a>, Unsupported> {
        let given = GivenRelations::new(executions.acyclic);
        let mut own = Encoding {
            executions,
            model,
            given,
            bounds: Valuation::new(&model.program),
            literals: FxHashMap::default(),
            choices: Vec::new(),
            atoms: FxHashMap::default(),
            waiting: Vec::new(),
            nodes: FxHashMap::default(),
            derivations: FxHashMap::default(),
            closures: FxHashMap::default(),
        };
        own.bound()?;
        Ok(own)
    }

    pub(crate) fn events(&self) -> usize {
        self.executions.acyclic.events.len()
    }

    /// The literals that tell executions apart.
    #[cfg(test)]
    pub(crate) fn decisions(&self) -> Vec<Literal> {
        let acyclic = self.executions.acyclic;
        let reads = acyclic.numbered().map(|(id, _)| id);
        let sources = reads.flat_map(|read| self.executions.sources(read)).map(|(_, own)| *own);
        let chosen = self.choices.iter().flat_map(|pairs| pairs.values().copied());
        sources.chain(chosen).collect()
    }

    /// What literals mean, for people.
    pub(crate) fn named(&self) -> Vec<(Literal, String)> {
        let mut named = Vec::new();
        for (choice, pairs) in self.model.program.choices.iter().zip(&self.choices) {
            for ((from, to), literal) in pairs {
                named.push((*literal, format!("{}: e{from} -> e{to}", choice.name)));
            }
        }
        for ((slot, mode, item), literal) in &self.literals {
            named.push((*literal, format!("{item} in {slot}, {mode:?}")));
        }
        named
    }

    /// Computes the bounds of all slots that checks and choices need.
    fn bound(&mut self) -> Result<(), Unsupported> {
        let program = &self.model.program;
        let mut world = self.given.bounds(self.executions.analyses);
        let mut choices: Vec<RelationBounds> = Vec::new();
        let mut done = 0;
        for choice in &program.choices {
            let Possibilities::Orders { classes, order } = &choice.source else {
                let what = format!("`with {} from` something that looks into sets", choice.name);
                return Err(Unsupported(what));
            };
            let end = program.prefix(*classes).max(program.prefix(*order)).max(done);
            self.bound_slots(&mut world, &choices, done..end);
            done = end;
            let (classes, order) = (self.bounds.relation(*classes), self.bounds.relation(*order));
            let may = classes.may.filter(|from, to| from != to && !order.must.contains(to, from));
            let must = match self.executions.analyses.must {
                true => classes.must.clone().and(&order.must).and(&may),
                false => Relation::new(self.events()),
            };
            choices.push(RelationBounds { may, must });
        }
        self.bound_slots(&mut world, &choices, done..program.judging);
        Ok(())
    }

    fn bound_slots(
        &mut self,
        world: &mut Bounds,
        choices: &[RelationBounds],
        range: std::ops::Range<usize>,
    ) {
        let (program, primitives) = (&self.model.program, &self.model.primitives);
        let given = GivenBounds { given: &self.given, primitives, choices };
        let mut index = range.start;
        while index < range.end {
            let recursion = program.recursions.iter().position(|own| own.body.start == index);
            let end = recursion.map_or(index + 1, |own| program.recursions[own].body.end);
            world.is_careful = recursion.is_some_and(|own| !self.model.is_monotone[own]);
            compute(program, world, &given, index..end, &mut self.bounds);
            index = end;
        }
    }

    /// Whether something can be in a slot.
    pub(crate) fn may(&self, slot: Slot, item: Item) -> bool {
        match (self.bounds.get(slot).expect("bounds are computed"), item) {
            (Datum::Set(set), Item::Event(event)) => set.may.contains(event),
            (Datum::Relation(relation), Item::Pair(from, to)) => relation.may.contains(from, to),
            (datum, item) => panic!("{item:?} is not of the kind of {datum:?}"),
        }
    }

    /// Whether something is in a slot whenever its events are executed.
    pub(crate) fn must(&self, slot: Slot, item: Item) -> bool {
        match (self.bounds.get(slot).expect("bounds are computed"), item) {
            (Datum::Set(set), Item::Event(event)) => set.must.contains(event),
            (Datum::Relation(relation), Item::Pair(from, to)) => relation.must.contains(from, to),
            (datum, item) => panic!("{item:?} is not of the kind of {datum:?}"),
        }
    }

    /// What can be in a slot, and what is in it whenever its events are executed.
    pub(crate) fn bounds_of(&self, slot: Slot) -> (Datum<Set, Relation>, Datum<Set, Relation>) {
        match self.bounds.get(slot).expect("bounds are computed") {
            Datum::Set(set) => (Datum::Set(set.may.clone()), Datum::Set(set.must.clone())),
            Datum::Relation(relation) => {
                let (may, must) = (relation.may.clone(), relation.must.clone());
                (Datum::Relation(may), Datum::Relation(must))
            }
        }
    }

    /// Whether something is in a slot that is given or chosen.
    pub(crate) fn leaf(&mut self, slot: Slot, item: Item) -> Literal {
        self.literal(slot, Mode::Exact, item)
    }

    /// The pairs that can be in a relation.
    pub(crate) fn may_pairs(&self, slot: Slot) -> &Relation {
        &self.bounds.relation(slot).may
    }

    /// Everything that can be in a slot.
    pub(crate) fn may_items(&self, slot: Slot) -> Vec<Item> {
        match self.bounds.get(slot).expect("bounds are computed") {
            Datum::Set(set) => set.may.iter().map(Item::Event).collect(),
            Datum::Relation(relation) => {
                relation.may.pairs().map(|(from, to)| Item::Pair(from, to)).collect()
            }
        }
    }

    /// The pairs that can be in the closure of a relation.
    pub(crate) fn may_closure(&mut self, slot: Slot) -> Rc<Relation> {
        let may = self.bounds.relation(slot).may.clone();
        let closure = self.closures.entry(slot);
        closure.or_insert_with(|| Rc::new(may.transitive_closure())).clone()
    }

    /// Whether the events of an item are executed.
    pub(crate) fn executed(&mut self, item: Item) -> Literal {
        match item {
            Item::Event(event) => self.executions.executed(event),
            Item::Pair(from, to) => self.executions.both(from, to),
        }
    }

    pub(crate) fn never(&self) -> Literal {
        self.executions.circuit.constant(false)
    }

    /// The mode in which a slot is asked for: as inexact as it may be, if that makes a difference.
    fn mode(&self, slot: Slot, mode: Mode) -> Mode {
        let is_cheaper = self.executions.analyses.any_fixpoint
            && match mode {
                Mode::Upper => self.model.directions.is_cheaper_above(slot),
                Mode::Lower => self.model.directions.is_cheaper_below(slot),
                Mode::Exact | Mode::Round(_) => false,
            };
        match (self.model.rounds_of(slot), mode) {
            (Some(_), Mode::Round(_)) => mode,
            (Some(recursion), Mode::Upper | Mode::Lower | Mode::Exact) => {
                Mode::Round(self.rounds(recursion) as u32)
            }
            (None, Mode::Upper | Mode::Lower) if is_cheaper => mode,
            (None, Mode::Upper | Mode::Lower | Mode::Exact | Mode::Round(_)) => Mode::Exact,
        }
    }

    /// About how many clauses the axioms would have: the ways through sequences, and the steps of
    /// closures. Not all of them matter, so there are fewer.
    pub(crate) fn estimated_clauses(&self) -> usize {
        let needed = self.model.needed();
        let slots = self.model.program.slots().filter(|slot| needed[slot.index()]);
        let ways = |first: &Relation, second: &Relation| -> usize {
            let ends: Vec<usize> =
                (0..second.size()).map(|event| second.successors(event).count()).collect();
            first.pairs().map(|(_, between)| ends[between]).sum()
        };
        let of = |slot: Slot| match self.model.operator(slot) {
            Operator::Sequence(first, second) => {
                ways(self.may_pairs(first), self.may_pairs(second))
            }
            // Of an acyclic relation, only its own pairs matter.
            Operator::Closure(_) if self.model.is_only_checked(slot) => 0,
            Operator::Closure(relation) => ways(self.may_pairs(relation), self.may_pairs(slot)),
            _ => 0,
        };
        slots.map(of).sum()
    }

    /// Makes a literal for everything that can be in slots that axioms depend on, as if nobody knew
    /// which of it matters.
    pub(crate) fn encode_all(&mut self) {
        let needed = self.model.needed();
        let slots: Vec<Slot> = self.model.program.slots().collect();
        for slot in slots.into_iter().filter(|slot| needed[slot.index()]) {
            for item in self.may_items(slot) {
                self.literal(slot, Mode::Upper, item);
            }
        }
        self.settle();
    }

    /// The literal that says whether something is in a slot.
    pub(crate) fn literal(&mut self, slot: Slot, mode: Mode, item: Item) -> Literal {
        if !self.may(slot, item) {
            return self.never();
        }
        let mode = self.mode(slot, mode);
        // In the midst of a recursion, what is certain in the end is not there yet.
        if self.must(slot, item) && !matches!(mode, Mode::Round(_)) {
            return self.executed(item);
        }
        if let Some(literal) = self.literals.get(&(slot, mode, item)) {
            return *literal;
        }
        let literal = self.compute(slot, mode, item);
        self.literals.insert((slot, mode, item), literal);
        literal
    }

    fn compute(&mut self, slot: Slot, mode: Mode, item: Item) -> Literal {
        match self.model.operator(slot) {
            Operator::Input(input) => self.input(input, item),
            Operator::Choice(choice) => {
                let Item::Pair(from, to) = item else { panic!("a choice is a relation") };
                self.choices[choice].get(&(from, to)).copied().unwrap_or(self.never())
            }
            Operator::Variable => self.variable(slot, mode, item),
            Operator::Empty => self.never(),
            Operator::AllEvents => self.executed(item),
            Operator::Boolean(operator, first, second) => {
                let other = match operator {
                    Boolean::Difference => mode.of_what_is_taken_away(),
                    Boolean::Union | Boolean::Intersection => mode,
                };
                let first = self.literal(first, mode, item);
                if self.executions.circuit.known(first) == Some(false) && operator != Boolean::Union
                {
                    return first;
                }
                let second = self.literal(second, other, item);
                let circuit = &mut self.executions.circuit;
                match operator {
                    Boolean::Union => circuit.or([first, second]),
                    Boolean::Intersection => circuit.and([first, second]),
                    Boolean::Difference => circuit.and([first, !second]),
                }
            }
            Operator::Product(first, second) => {
                let Item::Pair(from, to) = item else { panic!("a product is a relation") };
                let parts = [
                    self.literal(first, mode, Item::Event(from)),
                    self.literal(second, mode, Item::Event(to)),
                ];
                self.executions.circuit.and(parts)
            }
            Operator::IdentityOn(set) => match item {
                Item::Pair(from, to) if from == to => self.literal(set, mode, Item::Event(from)),
                _ => self.never(),
            },
            Operator::Sequence(first, second) => self.sequence(first, second, mode, item),
            Operator::Inverse(relation) => {
                let Item::Pair(from, to) = item else { panic!("an inverse is a relation") };
                self.literal(relation, mode, Item::Pair(to, from))
            }
            Operator::Closure(relation) => self.closure(relation, mode, item),
            Operator::Domain(relation) | Operator::Range(relation) => {
                let pairs = self.ends(slot, relation, item);
                let literals: Vec<Literal> =
                    pairs.into_iter().map(|pair| self.literal(relation, mode, pair)).collect();
                self.executions.circuit.or(literals)
            }
        }
    }

    /// The ways to get from one end of a pair to the other through two relations.
    pub(crate) fn between(&self, first: Slot, second: Slot, item: Item) -> Vec<(Item, Item)> {
        let Item::Pair(from, to) = item else { panic!("a sequence is a relation") };
        let betweens = self.may_pairs(first).successors(from);
        let betweens = betweens.filter(|between| self.may_pairs(second).contains(*between, to));
        betweens.map(|between| (Item::Pair(from, between), Item::Pair(between, to))).collect()
    }

    /// The pairs of a relation that put an event into its domain or range.
    pub(crate) fn ends(&self, slot: Slot, relation: Slot, item: Item) -> Vec<Item> {
        let Item::Event(event) = item else { panic!("a domain is a set") };
        let is_domain = matches!(self.model.operator(slot), Operator::Domain(_));
        let pair = |other| if is_domain { (event, other) } else { (other, event) };
        let pairs = (0..self.events()).map(pair);
        let pairs = pairs.filter(|(from, to)| self.may_pairs(relation).contains(*from, *to));
        pairs.map(|(from, to)| Item::Pair(from, to)).collect()
    }

    fn input(&mut self, input: usize, item: Item) -> Literal {
        let primitive = self.model.primitives.input(input);
        let known = match item {
            Item::Event(event) => self.given.known_event(primitive, event),
            Item::Pair(from, to) => self.given.known_pair(primitive, from, to),
        };
        match (known, item) {
            (Known::Never, _) => self.never(),
            (Known::Always, item) => self.executed(item),
            (Known::Open, Item::Event(event)) => {
                self.given.event_literal(&mut self.executions, primitive, event)
            }
            (Known::Open, Item::Pair(from, to)) => {
                self.given.pair_literal(&mut self.executions, primitive, from, to)
            }
        }
    }

    /// Makes a choice of the model: an order of each class, which contains what it must.
    fn choose(&mut self, index: usize) {
        let Possibilities::Orders { classes, order } = self.model.program.choices[index].source
        else {
            unreachable!("other choices were refused")
        };
        let mut pairs = FxHashMap::default();
        let graph = self.executions.add_graph(self.events());
        for first in 0..self.events() {
            for second in first..self.events() {
                let item = Item::Pair(first, second);
                if !self.may(classes, item) {
                    continue;
                }
                let is_class = self.literal(classes, Mode::Exact, item);
                let forwards = self.literal(order, Mode::Upper, item);
                let backwards = self.literal(order, Mode::Upper, Item::Pair(second, first));
                if first == second {
                    self.executions.circuit.require(&[!is_class, !forwards]);
                    continue;
                }
                let is_first =
                    match (self.must(order, item), self.must(order, Item::Pair(second, first))) {
                        (true, false) => self.executions.circuit.constant(true),
                        (false, true) => self.executions.circuit.constant(false),
                        (true, true) | (false, false) => self.executions.circuit.free(),
                    };
                self.executions.circuit.require(&[!is_class, !forwards, is_first]);
                self.executions.circuit.require(&[!is_class, !backwards, !is_first]);
                for (literal, from, to) in [(is_first, first, second), (!is_first, second, first)] {
                    let pair = self.executions.circuit.and([is_class, literal]);
                    pairs.insert((from, to), pair);
                    self.executions.add_edge(pair, graph + from, graph + to);
                }
            }
        }
        self.choices.push(pairs);
        self.settle();
    }
}
