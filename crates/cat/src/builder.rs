//! The compiler's world: a set or a relation is the instruction that computes it.
//!
//! Equal instructions are one (hash-consing), and what is simple is simplified on the way, so that
//! the flat program has each common subexpression once. Slots are given out in the order in which
//! instructions are first needed; arguments come before what uses them. Which of them the program
//! keeps is decided at the end, by `schedule`.

use crate::domain::{Boolean, Domain};
use crate::program::{Input, Instruction, Kind, Meaning, Operator, Slot};
use crate::source::Span;
use rustc_hash::FxHashMap;

/// A recursion while it is built: each variable, and what it becomes.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) variables: Vec<(Slot, Slot)>,
}

#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) instructions: Vec<Instruction>,
    /// Where in the text each instruction was first needed.
    spans: Vec<Span>,
    known: FxHashMap<(Operator, Kind), Slot>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) groups: Vec<Group>,
    /// What is being compiled.
    position: Span,
}

impl Builder {
    pub(crate) fn new(position: Span) -> Builder {
        Builder {
            instructions: Vec::new(),
            spans: Vec::new(),
            known: FxHashMap::default(),
            inputs: Vec::new(),
            groups: Vec::new(),
            position,
        }
    }

    /// What is needed from here on is needed there.
    pub(crate) fn locate(&mut self, position: Span) {
        self.position = position;
    }

    pub(crate) fn span(&self, slot: Slot) -> Span {
        self.spans[slot.index()]
    }

    pub(crate) fn kind(&self, slot: Slot) -> Kind {
        self.instructions[slot.index()].kind
    }

    pub(crate) fn operator(&self, slot: Slot) -> Operator {
        self.instructions[slot.index()].operator
    }

    pub(crate) fn input(&mut self, meaning: Meaning, kind: Kind) -> Slot {
        let input = Input { meaning, kind };
        let index = self.inputs.iter().position(|known| *known == input).unwrap_or_else(|| {
            self.inputs.push(input);
            self.inputs.len() - 1
        });
        self.add(Operator::Input(index), kind)
    }

    /// What is given, and where it is needed first.
    pub(crate) fn inputs_by_slot(&self) -> impl Iterator<Item = (Slot, &Input)> {
        let slots = (0..self.instructions.len() as u32).map(Slot);
        slots.filter_map(|slot| match self.operator(slot) {
            Operator::Input(input) => Some((slot, &self.inputs[input])),
            _ => None,
        })
    }

    pub(crate) fn choice(&mut self, index: usize) -> Slot {
        self.add(Operator::Choice(index), Kind::Relation)
    }

    /// A variable that is like no other.
    pub(crate) fn variable(&mut self, kind: Kind) -> Slot {
        self.push(Operator::Variable, kind)
    }

    /// The slot of an instruction, which is a new one only if there is none like it.
    fn add(&mut self, operator: Operator, kind: Kind) -> Slot {
        if let Some(slot) = self.known.get(&(operator, kind)) {
            return *slot;
        }
        let slot = self.push(operator, kind);
        self.known.insert((operator, kind), slot);
        slot
    }

    fn push(&mut self, operator: Operator, kind: Kind) -> Slot {
        self.instructions.push(Instruction { operator, kind });
        self.spans.push(self.position);
        Slot(self.instructions.len() as u32 - 1)
    }

    /// The same operator with other arguments, simplified anew.
    pub(crate) fn apply(&mut self, operator: Operator, kind: Kind) -> Slot {
        match operator {
            Operator::Input(_)
            | Operator::Choice(_)
            | Operator::Variable
            | Operator::Empty
            | Operator::AllEvents => self.add(operator, kind),
            Operator::Boolean(operator, first, second) => {
                self.boolean(kind, operator, first, second)
            }
            Operator::Product(first, second) => self.product(&first, &second),
            Operator::Sequence(first, second) => self.sequence(&first, &second),
            Operator::IdentityOn(set) => self.identity_on(&set),
            Operator::Inverse(relation) => self.inverse(&relation),
            Operator::Closure(relation) => self.closure(&relation),
            Operator::Domain(relation) => self.domain(&relation),
            Operator::Range(relation) => self.range(&relation),
        }
    }

    fn is_empty(&self, slot: Slot) -> bool {
        self.operator(slot) == Operator::Empty
    }

    fn is_all_events(&self, slot: Slot) -> bool {
        self.operator(slot) == Operator::AllEvents
    }

    /// Whether it is every event or every pair.
    fn is_everything(&self, slot: Slot) -> bool {
        match self.operator(slot) {
            Operator::AllEvents => true,
            Operator::Product(first, second) => {
                self.is_all_events(first) && self.is_all_events(second)
            }
            _ => false,
        }
    }

    fn is_identity(&self, slot: Slot) -> bool {
        matches!(self.operator(slot), Operator::IdentityOn(set) if self.is_all_events(set))
    }

    fn boolean(&mut self, kind: Kind, operator: Boolean, first: Slot, second: Slot) -> Slot {
        let same = first == second;
        match operator {
            Boolean::Union => {
                if same || self.is_empty(second) || self.is_everything(first) {
                    return first;
                }
                if self.is_empty(first) || self.is_everything(second) {
                    return second;
                }
            }
            Boolean::Intersection => {
                if same || self.is_empty(first) || self.is_everything(second) {
                    return first;
                }
                if self.is_empty(second) || self.is_everything(first) {
                    return second;
                }
            }
            Boolean::Difference => {
                if self.is_empty(first) || self.is_empty(second) {
                    return first;
                }
                if same || self.is_everything(second) {
                    return self.add(Operator::Empty, kind);
                }
                return self.add(Operator::Boolean(operator, first, second), kind);
            }
        }
        // Both are commutative: one order is enough.
        self.add(Operator::Boolean(operator, first.min(second), first.max(second)), kind)
    }
}

impl Domain for Builder {
    type Set = Slot;
    type Relation = Slot;

    fn empty_set(&mut self) -> Slot {
        self.add(Operator::Empty, Kind::Set)
    }

    fn all_events(&mut self) -> Slot {
        self.add(Operator::AllEvents, Kind::Set)
    }

    fn set(&mut self, operator: Boolean, first: &Slot, second: &Slot) -> Slot {
        self.boolean(Kind::Set, operator, *first, *second)
    }

    fn empty_relation(&mut self) -> Slot {
        self.add(Operator::Empty, Kind::Relation)
    }

    fn relation(&mut self, operator: Boolean, first: &Slot, second: &Slot) -> Slot {
        self.boolean(Kind::Relation, operator, *first, *second)
    }

    fn product(&mut self, first: &Slot, second: &Slot) -> Slot {
        if self.is_empty(*first) || self.is_empty(*second) {
            return self.empty_relation();
        }
        self.add(Operator::Product(*first, *second), Kind::Relation)
    }

    fn identity_on(&mut self, set: &Slot) -> Slot {
        if self.is_empty(*set) {
            return self.empty_relation();
        }
        self.add(Operator::IdentityOn(*set), Kind::Relation)
    }

    fn sequence(&mut self, first: &Slot, second: &Slot) -> Slot {
        if self.is_empty(*first) || self.is_identity(*second) {
            return *first;
        }
        if self.is_empty(*second) || self.is_identity(*first) {
            return *second;
        }
        if let (Operator::IdentityOn(one), Operator::IdentityOn(other)) =
            (self.operator(*first), self.operator(*second))
        {
            let both = self.set(Boolean::Intersection, &one, &other);
            return self.identity_on(&both);
        }
        self.add(Operator::Sequence(*first, *second), Kind::Relation)
    }

    fn inverse(&mut self, relation: &Slot) -> Slot {
        match self.operator(*relation) {
            Operator::Empty | Operator::IdentityOn(_) => *relation,
            Operator::Inverse(inner) => inner,
            Operator::Product(first, second) => self.product(&second, &first),
            _ => self.add(Operator::Inverse(*relation), Kind::Relation),
        }
    }

    fn closure(&mut self, relation: &Slot) -> Slot {
        match self.operator(*relation) {
            Operator::Empty | Operator::IdentityOn(_) | Operator::Closure(_) => *relation,
            _ => self.add(Operator::Closure(*relation), Kind::Relation),
        }
    }

    fn domain(&mut self, relation: &Slot) -> Slot {
        match self.operator(*relation) {
            Operator::Empty => self.empty_set(),
            Operator::IdentityOn(set) => set,
            Operator::Inverse(inner) => self.range(&inner),
            _ => self.add(Operator::Domain(*relation), Kind::Set),
        }
    }

    fn range(&mut self, relation: &Slot) -> Slot {
        match self.operator(*relation) {
            Operator::Empty => self.empty_set(),
            Operator::IdentityOn(set) => set,
            Operator::Inverse(inner) => self.domain(&inner),
            _ => self.add(Operator::Range(*relation), Kind::Set),
        }
    }
}
