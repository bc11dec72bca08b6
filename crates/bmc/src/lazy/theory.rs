//! What do the axioms of a model say of a candidate, and which literals is that about?

use super::present::Present;
use super::reasons::Reasons;
use crate::encoding::{Encoding, Item};
use crate::model::Model;
use cat::program::{Check, Input, Kind, Operator};
use cat::syntax::Test;
use cat::{Boolean, Datum, DatumOf, Given, Slot, Valuation, compute};
use relation::{Relation, Set};
use rustc_hash::FxHashMap;
use solver::Literal;

/// The value of a literal, if it has one.
pub(super) type Value<'v> = dyn Fn(Literal) -> Option<bool> + 'v;

/// When a pair is in a relation that is given or chosen, or an event in a set.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// What is in it whenever its events are executed.
    pub always: Datum<Set, Relation>,
    /// What else can be in it, and whether it is.
    pub open: FxHashMap<Item, Literal>,
}

/// A bound of a slot.
pub(super) type Bound = Datum<Set, Relation>;

pub(super) fn contains(datum: &Datum<Set, Relation>, item: Item) -> bool {
    match (datum, item) {
        (Datum::Set(set), Item::Event(event)) => set.contains(event),
        (Datum::Relation(relation), Item::Pair(from, to)) => relation.contains(from, to),
        (datum, item) => panic!("{item:?} is not of the kind of {datum:?}"),
    }
}

/// The axioms of a model, over the events of a program.
#[derive(Debug)]
pub(crate) struct Theory {
    pub(super) model: Model,
    /// Whether each event is executed; a constant is none of these.
    pub(super) executed: Vec<Executed>,
    /// By slot, for inputs and choices that axioms depend on.
    pub(super) leaves: FxHashMap<Slot, Leaf>,
    /// The slots of the leaves, by what is in them.
    slots: FxHashMap<Operator, Slot>,
    pub(super) may: Vec<Option<Bound>>,
    pub(super) must: Vec<Option<Bound>>,
    /// A literal that is always true: what no execution has needs no other reason.
    pub(super) truth: Literal,
    /// The slots that axioms depend on, as ranges that have recursions as wholes, with the axioms
    /// that can be judged after each.
    steps: Vec<Step>,
}

/// Whether an event is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Executed {
    Always,
    Never,
    If(Literal),
}

#[derive(Clone, Debug)]
struct Step {
    slots: std::ops::Range<usize>,
    /// By their places among the checks, and whether they only get worse when more becomes true.
    axioms: Vec<(usize, bool)>,
}

impl Theory {
    /// The axioms of a model, as far as they are about the executions of an encoding.
    pub(crate) fn new(encoding: &mut Encoding<'_>) -> Theory {
        let model = encoding.model.clone();
        let needed = model.needed();
        let slots: Vec<Slot> = model.program.slots().collect();
        let mut leaves = FxHashMap::default();
        let (mut may, mut must) = (vec![None; slots.len()], vec![None; slots.len()]);
        for slot in slots.into_iter().filter(|slot| needed[slot.index()]) {
            let is_leaf = matches!(model.operator(slot), Operator::Input(_) | Operator::Choice(_));
            if is_leaf {
                leaves.insert(slot, leaf(encoding, slot));
            }
            let (upper, lower) = encoding.bounds_of(slot);
            (may[slot.index()], must[slot.index()]) = (Some(upper), Some(lower));
        }
        let executed = (0..encoding.events()).map(|event| executed(encoding, event)).collect();
        let truth = encoding.executions.circuit.constant(true);
        let slots = leaves.keys().map(|slot| (model.operator(*slot), *slot)).collect();
        let steps = Vec::new();
        let mut own = Theory { model, executed, leaves, slots, may, must, truth, steps };
        own.steps = own.steps(&needed);
        own
    }

    /// All literals whose values matter.
    pub(crate) fn literals(&self) -> Vec<Literal> {
        let executed = self.executed.iter().filter_map(|executed| match executed {
            Executed::If(literal) => Some(*literal),
            Executed::Always | Executed::Never => None,
        });
        let leaves = self.leaves.values().flat_map(|leaf| leaf.open.values().copied());
        executed.chain(leaves).chain([self.truth]).collect()
    }

    fn steps(&self, needed: &[bool]) -> Vec<Step> {
        let program = &self.model.program;
        let early = self.early();
        let mut axioms: Vec<usize> = self.model.axioms();
        let mut steps = Vec::new();
        let mut index = 0;
        while index < program.judging {
            let end = program.recursion_at(index).map_or(index + 1, |own| own.body.end);
            if (index..end).any(|slot| needed[slot]) {
                let is_here = |axiom: &usize| {
                    let slot = program.checks[*axiom].slot;
                    (index..end).contains(&slot.index())
                };
                let here: Vec<usize> = axioms.iter().copied().filter(is_here).collect();
                axioms.retain(|axiom| !here.contains(axiom));
                let is_early = |axiom: usize| {
                    let check = &program.checks[axiom];
                    (axiom, !check.negated && early[check.slot.index()])
                };
                let axioms = here.into_iter().map(is_early).collect();
                steps.push(Step { slots: index..end, axioms });
            }
            index = end;
        }
        assert!(axioms.is_empty(), "every axiom is about a slot that is computed");
        steps
    }

    /// For each slot, whether what is in it for some true literals stays in it when more become
    /// true, whatever else: what is subtracted does not depend on literals.
    fn early(&self) -> Vec<bool> {
        let program = &self.model.program;
        let mut early = vec![true; program.instructions.len()];
        for (slot, instruction) in program.instructions.iter().enumerate() {
            let is_static = |other: Slot| self.may[other.index()] == self.must[other.index()];
            early[slot] = match instruction.operator {
                Operator::Boolean(Boolean::Difference, first, second) => {
                    early[first.index()] && is_static(second)
                }
                operator => operator.arguments().all(|argument| early[argument.index()]),
            };
        }
        // A variable is as late as what it becomes.
        for recursion in &program.recursions {
            if recursion.body.clone().any(|slot| !early[slot]) {
                early.iter_mut().skip(recursion.body.start).for_each(|own| *own = false);
            }
        }
        early
    }

    /// A clause that is false now and must be true, if an axiom is known not to hold.
    pub(super) fn objection(&mut self, value: &Value<'_>, is_full: bool) -> Option<Vec<Literal>> {
        let mut executed = Set::new(self.executed.len());
        for (event, own) in self.executed.iter().enumerate() {
            let is_executed = match own {
                Executed::Always => true,
                Executed::Never => false,
                Executed::If(literal) => value(*literal) == Some(true),
            };
            if is_executed {
                executed.insert(event);
            }
        }
        let candidate = Candidate { theory: self, value, executed: &executed };
        let mut world = Present { executed: executed.clone() };
        let mut valuation = Valuation::new(&self.model.program);
        let program = &self.model.program;
        for step in &self.steps {
            compute(program, &mut world, &candidate, step.slots.clone(), &mut valuation);
            for (axiom, is_early) in &step.axioms {
                if !is_full && !is_early {
                    continue;
                }
                let check = &program.checks[*axiom];
                let mut reasons = Reasons::new(&candidate, &valuation);
                if reasons.violated(check) {
                    let clause = reasons.clause();
                    assert!(clause.is_some() || !is_full, "every literal has a value");
                    if clause.is_some() {
                        return clause;
                    }
                }
            }
        }
        None
    }
}

/// What is given and chosen in a candidate.
pub(super) struct Candidate<'c> {
    pub theory: &'c Theory,
    pub value: &'c Value<'c>,
    pub executed: &'c Set,
}

impl Candidate<'_> {
    fn leaf(&self, slot: Slot) -> Datum<Set, Relation> {
        let leaf = &self.theory.leaves[&slot];
        let is_true = |literal: &Literal| (self.value)(*literal) == Some(true);
        let open = leaf.open.iter().filter(|(_, literal)| is_true(literal)).map(|(item, _)| *item);
        match &leaf.always {
            Datum::Set(always) => {
                let mut set = always.clone().intersection(self.executed);
                for item in open {
                    let Item::Event(event) = item else { unreachable!("a set has events") };
                    set.insert(event);
                }
                Datum::Set(set)
            }
            Datum::Relation(always) => {
                let executed = Relation::product(self.executed, self.executed);
                let mut relation = always.clone().and(&executed);
                for item in open {
                    let Item::Pair(from, to) = item else { unreachable!("a relation has pairs") };
                    relation.insert(from, to);
                }
                Datum::Relation(relation)
            }
        }
    }

    /// The slot of an input or a choice that axioms depend on.
    fn slot(&self, operator: Operator) -> Option<Slot> {
        self.theory.slots.get(&operator).copied()
    }
}

impl Given<Present> for Candidate<'_> {
    fn input(&self, domain: &mut Present, index: usize, input: &Input) -> DatumOf<Present> {
        use cat::Domain;
        match (self.slot(Operator::Input(index)), input.kind) {
            (Some(slot), _) => self.leaf(slot),
            // In the midst of a recursion there may be some that nobody looks at.
            (None, Kind::Set) => Datum::Set(domain.empty_set()),
            (None, Kind::Relation) => Datum::Relation(domain.empty_relation()),
        }
    }

    fn choice(&self, domain: &mut Present, index: usize) -> Relation {
        use cat::Domain;
        match self.slot(Operator::Choice(index)).map(|slot| self.leaf(slot)) {
            Some(Datum::Relation(relation)) => relation,
            Some(Datum::Set(_)) => unreachable!("a choice is a relation"),
            None => domain.empty_relation(),
        }
    }
}

fn executed(encoding: &mut Encoding<'_>, event: usize) -> Executed {
    let literal = encoding.executions.executed(event);
    match encoding.executions.circuit.known(literal) {
        Some(true) => Executed::Always,
        Some(false) => Executed::Never,
        None => Executed::If(literal),
    }
}

/// The literals of what may be in a slot that is given or chosen.
fn leaf(encoding: &mut Encoding<'_>, slot: Slot) -> Leaf {
    let (_, mut always) = encoding.bounds_of(slot);
    let mut open = FxHashMap::default();
    for item in encoding.may_items(slot) {
        if contains(&always, item) {
            continue;
        }
        let literal = encoding.leaf(slot, item);
        match encoding.executions.circuit.known(literal) {
            Some(false) => {}
            Some(true) => match (&mut always, item) {
                (Datum::Set(set), Item::Event(event)) => set.insert(event),
                (Datum::Relation(relation), Item::Pair(from, to)) => relation.insert(from, to),
                (always, item) => panic!("{item:?} is not of the kind of {always:?}"),
            },
            None => {
                open.insert(item, literal);
            }
        }
    }
    Leaf { always, open }
}

/// What violates a test, without its negation.
pub(super) fn is_wrong(check: &Check, item: Item) -> bool {
    match (check.test, item) {
        (Test::Empty, _) => true,
        (Test::Irreflexive | Test::Acyclic, Item::Pair(from, to)) => from == to,
        (Test::Irreflexive | Test::Acyclic, Item::Event(_)) => {
            unreachable!("sets are only tested for emptiness")
        }
    }
}
