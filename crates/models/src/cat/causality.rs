//! Does a cat model forbid that events are among their own causes (`genmc` §3, MM1)? The
//! exploration builds no graph with a cycle of po and rf, so a model that allows one must be
//! refused.
//!
//! The method is a proof and not a test. Let `acyclic r` be an axiom with
//!
//! ```text
//! [R]; po; [W] | rf  <=  r                                       (1)
//! ```
//!
//! or let it be one with the first line of (2), and another axiom `acyclic s` with the second:
//!
//! ```text
//! [R]; po; [W] | rfe  <=  r
//! [R]; po-loc; [W] | rfi  <=  s                                  (2)
//! ```
//!
//! Then a cycle of po and rf would be one of `r`: po is transitive, what follows an rf is a read
//! and what precedes one is a write, so the pieces of po between them are `[R]; po; [W]`; and with
//! (2), rfi is part of po.
//!
//! An inclusion is shown pair by pair. The model is evaluated in a world of two events, `a` and
//! `b`, of which only what the left side says is known; everything else, other events included, may
//! be anything. A pair that is in the relation nevertheless is in it in every execution. This finds
//! inclusions that can be read off the formula, and no others: a model that it does not understand
//! is refused.

use ::cat::program::{Check, Input, Kind, Meaning, Operator, Program};
use ::cat::syntax::{Role, Test};
use ::cat::{Boolean, Datum, DatumOf, Domain, Given, Slot, evaluate};

/// Whether something is so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    No,
    Maybe,
    Yes,
}

impl Truth {
    fn known(is_so: bool) -> Truth {
        if is_so { Truth::Yes } else { Truth::No }
    }

    fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Yes, Truth::Yes) => Truth::Yes,
            _ => Truth::Maybe,
        }
    }

    fn not(self) -> Truth {
        match self {
            Truth::No => Truth::Yes,
            Truth::Maybe => Truth::Maybe,
            Truth::Yes => Truth::No,
        }
    }

    fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }

    /// There are other events, of which nothing is known.
    fn at_least(self) -> Truth {
        if self == Truth::Yes { Truth::Yes } else { Truth::Maybe }
    }

    fn combined(self, operator: Boolean, other: Truth) -> Truth {
        match operator {
            Boolean::Union => self.or(other),
            Boolean::Intersection => self.and(other),
            Boolean::Difference => self.and(other.not()),
        }
    }
}

/// The world of two events, by their numbers 0 and 1, among others.
#[derive(Clone, Copy, Debug)]
struct Pair;

type PairSet = [Truth; 2];
type PairRelation = [[Truth; 2]; 2];

fn relation(entry: impl Fn(usize, usize) -> Truth) -> PairRelation {
    [0, 1].map(|from| [0, 1].map(|to| entry(from, to)))
}

impl Domain for Pair {
    type Set = PairSet;
    type Relation = PairRelation;

    fn empty_set(&mut self) -> PairSet {
        [Truth::No; 2]
    }

    fn all_events(&mut self) -> PairSet {
        [Truth::Yes; 2]
    }

    fn set(&mut self, operator: Boolean, first: &PairSet, second: &PairSet) -> PairSet {
        [0, 1].map(|event| first[event].combined(operator, second[event]))
    }

    fn empty_relation(&mut self) -> PairRelation {
        [[Truth::No; 2]; 2]
    }

    fn relation(
        &mut self,
        operator: Boolean,
        first: &PairRelation,
        second: &PairRelation,
    ) -> PairRelation {
        relation(|from, to| first[from][to].combined(operator, second[from][to]))
    }

    fn product(&mut self, first: &PairSet, second: &PairSet) -> PairRelation {
        relation(|from, to| first[from].and(second[to]))
    }

    fn identity_on(&mut self, set: &PairSet) -> PairRelation {
        relation(|from, to| if from == to { set[from] } else { Truth::No })
    }

    fn sequence(&mut self, first: &PairRelation, second: &PairRelation) -> PairRelation {
        relation(|from, to| {
            let by = |middle: usize| first[from][middle].and(second[middle][to]);
            by(0).or(by(1)).at_least()
        })
    }

    fn inverse(&mut self, own: &PairRelation) -> PairRelation {
        relation(|from, to| own[to][from])
    }

    fn closure(&mut self, own: &PairRelation) -> PairRelation {
        let twice = self.sequence(own, own);
        relation(|from, to| own[from][to].or(twice[from][to]).at_least())
    }

    fn domain(&mut self, own: &PairRelation) -> PairSet {
        [0, 1].map(|event| own[event][0].or(own[event][1]).at_least())
    }

    fn range(&mut self, own: &PairRelation) -> PairSet {
        [0, 1].map(|event| own[0][event].or(own[1][event]).at_least())
    }
}

/// What is known of the two events.
#[derive(Clone, Copy, Debug)]
enum Case {
    /// A read, and a write later in po; of one thread or of two, at one location or at two.
    ReadThenWrite { in_thread: bool, at_location: bool },
    /// A write, and a read that reads from it; of one thread or of two.
    ReadFrom { in_thread: bool },
}

impl Case {
    fn is_read(self, event: usize) -> bool {
        match self {
            Case::ReadThenWrite { .. } => event == 0,
            Case::ReadFrom { .. } => event == 1,
        }
    }

    fn set(self, name: &str) -> PairSet {
        match name {
            "R" => [0, 1].map(|event| Truth::known(self.is_read(event))),
            "W" => [0, 1].map(|event| Truth::known(!self.is_read(event))),
            "M" => [Truth::Yes; 2],
            // Initial writes have no causes, so they are on no cycle.
            "F" | "IW" | "B" | "FW" => [Truth::No; 2],
            _ => [Truth::Maybe; 2],
        }
    }

    fn relation(self, name: &str) -> PairRelation {
        let (in_thread, at_location, is_rf) = match self {
            Case::ReadThenWrite { in_thread, at_location } => (in_thread, at_location, false),
            Case::ReadFrom { in_thread } => (in_thread, true, true),
        };
        relation(|from, to| match (name, from, to) {
            ("po", 0, 1) => {
                if is_rf {
                    Truth::Maybe
                } else {
                    Truth::Yes
                }
            }
            ("po", 1, 0) if is_rf => Truth::Maybe,
            ("rf", 0, 1) => Truth::known(is_rf),
            ("po" | "rf", _, _) => {
                if from == to {
                    Truth::No
                } else {
                    Truth::Maybe
                }
            }
            ("si" | "sm", from, to) => Truth::known(from == to),
            ("loc", from, to) => Truth::known(at_location || from == to),
            ("int", from, to) => Truth::known(in_thread || from == to),
            ("ext", from, to) => Truth::known(!in_thread && from != to),
            _ => Truth::Maybe,
        })
    }
}

impl Given<Pair> for Case {
    fn input(&self, _: &mut Pair, _: usize, input: &Input) -> DatumOf<Pair> {
        match (&input.meaning, input.kind) {
            (Meaning::Named(name), Kind::Set) => Datum::Set(self.set(name)),
            (Meaning::Named(name), Kind::Relation) => Datum::Relation(self.relation(name)),
            (_, Kind::Set) => Datum::Set([Truth::Maybe; 2]),
            (_, Kind::Relation) => Datum::Relation([[Truth::Maybe; 2]; 2]),
        }
    }

    fn choice(&self, _: &mut Pair, _: usize) -> PairRelation {
        relation(|from, to| if from == to { Truth::No } else { Truth::Maybe })
    }
}

/// Whether it is certain that a model forbids cycles of po and rf.
pub(super) fn forbids_cycles(program: &Program) -> bool {
    let axioms: Vec<Slot> =
        program.checks.iter().filter_map(|check| acyclic(program, check)).collect();
    let contains = |slot: Slot, case: Case| {
        evaluate(program, &mut Pair, &case).relation(slot)[0][1] == Truth::Yes
    };
    let reads_then_writes = |slot: Slot| {
        [(true, true), (true, false), (false, true), (false, false)].into_iter().all(
            |(in_thread, at_location)| {
                contains(slot, Case::ReadThenWrite { in_thread, at_location })
            },
        )
    };
    let reads_from = |slot: Slot, in_thread| contains(slot, Case::ReadFrom { in_thread });
    let is_coherent = || {
        axioms.iter().any(|slot| {
            reads_from(*slot, true)
                && contains(*slot, Case::ReadThenWrite { in_thread: true, at_location: true })
        })
    };
    axioms.iter().any(|slot| {
        reads_then_writes(*slot)
            && reads_from(*slot, false)
            && (reads_from(*slot, true) || is_coherent())
    })
}

/// The relation that an axiom wants to be acyclic.
fn acyclic(program: &Program, check: &Check) -> Option<Slot> {
    if check.role != Role::Axiom || check.negated {
        return None;
    }
    match (check.test, program.instructions[check.slot.index()].operator) {
        (Test::Acyclic, _) => Some(check.slot),
        (Test::Irreflexive, Operator::Closure(slot)) => Some(slot),
        _ => None,
    }
}
