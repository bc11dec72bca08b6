//! Can every execution that a cat model allows go on (`genmc` §3, MM3, in the form that the
//! exploration needs)? Whatever a thread does next, there is a canonical way to add it: a read
//! reads the last write in co, a write comes last in co, an update does both, and everything else
//! has no choice.
//!
//! The method is a proof, as in `causality`. What is new, a read and a write of one update, one of
//! them, or something that is neither, is told apart from what was there before. For each relation
//! of the model it is computed between which of these parts it may have pairs, and whether it may
//! have other pairs than before between old events. Nothing leads from new events to old ones: they
//! are last in po and in co, nobody reads from them yet, and they are not overwritten, since the
//! read reads the last write. So that one composition is known by sight: `rf^-1; co`.
//!
//! An axiom cannot be violated by what is new if its relation has no other pairs between old events
//! than before and, for acyclicity, nothing leads from new to old events or round the new ones.
//! Coherence that is chosen by `cos.cat` of the standard library needs no proof here: what that
//! demands of co goes into the last write, if it is new.

use ::cat::program::{Check, Input, Kind, Meaning, Operator, Possibilities, Program};
use ::cat::syntax::{Role, Test};
use ::cat::{Boolean, Slot, Span};

/// What was there before, the two new events, and the initial write of their location, which may be
/// new as well.
const PARTS: usize = 4;
const OLD: usize = 0;
/// The new read; or what is neither read nor write.
const FIRST: usize = 1;
/// The new write.
const SECOND: usize = 2;
const INITIAL: usize = 3;
const NEW: [usize; 3] = [FIRST, SECOND, INITIAL];

/// What is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Case {
    Access,
    Other,
}

impl Case {
    /// Whether there are events in a part.
    fn has(self, part: usize) -> bool {
        matches!(part, OLD | FIRST) || self == Case::Access
    }
}

/// What may become of a set or relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effect {
    /// May it have pairs from one part to another? Of a set, only the diagonal counts: may it have
    /// events in a part?
    may: [[bool; PARTS]; PARTS],
    /// Of a set: does it certainly have all events of a part?
    has_all: [bool; PARTS],
    /// Between old events it may have pairs that it did not have.
    gains: bool,
    /// Between old events it may have lost some.
    loses: bool,
}

impl Effect {
    const NOTHING: Effect = Effect {
        may: [[false; PARTS]; PARTS],
        has_all: [false; PARTS],
        gains: false,
        loses: false,
    };

    fn new(may: impl Fn(usize, usize) -> bool) -> Effect {
        let row = |from: usize| std::array::from_fn(|to| may(from, to));
        Effect { may: std::array::from_fn(row), ..Effect::NOTHING }
    }

    fn changed(self, others: &[&Effect]) -> Effect {
        Effect {
            gains: self.gains || others.iter().any(|other| other.gains),
            loses: self.loses || others.iter().any(|other| other.loses),
            ..self
        }
    }

    fn then(&self, next: &Effect) -> Effect {
        let by =
            |from: usize, to: usize, middle: usize| self.may[from][middle] && next.may[middle][to];
        let through = Effect::new(|from, to| (0..PARTS).any(|middle| by(from, to, middle)));
        let is_new = NEW.into_iter().any(|middle| by(OLD, OLD, middle));
        let through = through.changed(&[self, next]);
        Effect { gains: through.gains || is_new, ..through }
    }

    fn closure(&self) -> Effect {
        let mut all = *self;
        loop {
            let longer = all.then(self);
            let joined = Effect::new(|from, to| all.may[from][to] || longer.may[from][to]);
            let joined = joined.changed(&[&all, &longer]);
            if joined == all {
                return all;
            }
            all = joined;
        }
    }

    fn diagonal(self) -> Effect {
        Effect::new(|from, to| from == to && self.may[from][to]).changed(&[&self])
    }

    /// Whether an axiom about it stays as it was.
    fn keeps(&self, test: Test) -> bool {
        let new = || (0..PARTS).flat_map(|from| (0..PARTS).map(move |to| (from, to))).skip(1);
        let nothing_new = match test {
            Test::Empty => new().all(|(from, to)| !self.may[from][to]),
            Test::Irreflexive => NEW.into_iter().all(|event| !self.may[event][event]),
            Test::Acyclic => {
                let closed = self.closure();
                NEW.into_iter().all(|event| !closed.may[event][event])
            }
        };
        nothing_new && !self.gains
    }
}

/// Whether it is certain that whatever a model allows can go on.
pub(super) fn is_certain(program: &Program) -> bool {
    let is_standard = |span: &Span| program.sources.file(span.file).path == "<library>/cos.cat";
    let chooses_well = program.choices.iter().all(|choice| {
        matches!(choice.source, Possibilities::Orders { .. }) && is_standard(&choice.span)
    });
    let is_axiom = |check: &&Check| check.role == Role::Axiom && !is_standard(&check.span);
    chooses_well
        && [Case::Access, Case::Other].into_iter().all(|case| {
            let effects = effects(program, case);
            program
                .checks
                .iter()
                .filter(is_axiom)
                .all(|check| !check.negated && effects[check.slot.index()].keeps(check.test))
        })
}

fn effects(program: &Program, case: Case) -> Vec<Effect> {
    let mut effects = vec![Effect::NOTHING; program.instructions.len()];
    // Variables of a recursion learn what they may have in the next round.
    loop {
        let before = effects.clone();
        for index in 0..program.instructions.len() {
            effects[index] = effect(program, case, index, &effects);
        }
        for (variable, result) in program.recursions.iter().flat_map(|own| &own.variables) {
            let (own, new) = (effects[variable.index()], effects[result.index()]);
            let joined = Effect::new(|from, to| own.may[from][to] || new.may[from][to]);
            effects[variable.index()] = joined.changed(&[&own, &new]);
        }
        if effects == before {
            return effects;
        }
    }
}

fn effect(program: &Program, case: Case, index: usize, effects: &[Effect]) -> Effect {
    let instruction = program.instructions[index];
    let of = |slot: Slot| effects[slot.index()];
    match instruction.operator {
        Operator::Input(input) => given(&program.inputs[input], instruction.kind, case),
        Operator::Choice(_) => Effect::new(|from, to| match (from, to) {
            (OLD, OLD) => true,
            (OLD | INITIAL, SECOND) => case == Case::Access,
            _ => false,
        }),
        Operator::Variable => effects[index],
        Operator::Empty => Effect::NOTHING,
        Operator::AllEvents => Effect {
            has_all: [true; PARTS],
            ..Effect::new(|from, to| from == to && case.has(from))
        },
        Operator::Boolean(operator, first, second) => {
            let (first, second) = (of(first), of(second));
            match operator {
                Boolean::Union => {
                    let may = |from: usize, to: usize| first.may[from][to] || second.may[from][to];
                    let all = |part: usize| first.has_all[part] || second.has_all[part];
                    Effect { has_all: std::array::from_fn(all), ..Effect::new(may) }
                        .changed(&[&first, &second])
                }
                Boolean::Intersection => {
                    let may = |from: usize, to: usize| first.may[from][to] && second.may[from][to];
                    let all = |part: usize| first.has_all[part] && second.has_all[part];
                    Effect { has_all: std::array::from_fn(all), ..Effect::new(may) }
                        .changed(&[&first, &second])
                }
                Boolean::Difference => {
                    let turned = Effect { gains: second.loses, loses: second.gains, ..second };
                    let is_gone = |from: usize, to: usize| from == to && second.has_all[from];
                    let may = |from: usize, to: usize| first.may[from][to] && !is_gone(from, to);
                    Effect::new(may).changed(&[&first, &turned])
                }
            }
        }
        Operator::Product(first, second) => {
            let (first, second) = (of(first), of(second));
            Effect::new(|from, to| first.may[from][from] && second.may[to][to])
                .changed(&[&first, &second])
        }
        Operator::IdentityOn(slot) => of(slot).diagonal(),
        Operator::Sequence(first, second) if is_from_reads(program, first, second) => {
            Effect::new(|from, to| match to {
                OLD => from == OLD,
                SECOND => case == Case::Access && matches!(from, OLD | FIRST),
                _ => false,
            })
        }
        Operator::Sequence(first, second) => of(first).then(&of(second)),
        Operator::Inverse(slot) => {
            let own = of(slot);
            Effect::new(|from, to| own.may[to][from]).changed(&[&own])
        }
        Operator::Closure(slot) => of(slot).closure(),
        Operator::Domain(slot) => {
            let own = of(slot);
            projected(own, |event| (0..PARTS).any(|to| own.may[event][to]), |to| own.may[OLD][to])
        }
        Operator::Range(slot) => {
            let own = of(slot);
            projected(
                own,
                |event| (0..PARTS).any(|from| own.may[from][event]),
                |from| own.may[from][OLD],
            )
        }
    }
}

/// A domain or range, which old events may join by pairs with new ones.
fn projected(own: Effect, may: impl Fn(usize) -> bool, joins: impl Fn(usize) -> bool) -> Effect {
    let set = Effect::new(|from, to| from == to && may(from)).changed(&[&own]);
    Effect { gains: set.gains || NEW.into_iter().any(joins), ..set }
}

/// `rf^-1; co`
fn is_from_reads(program: &Program, first: Slot, second: Slot) -> bool {
    let operator = |slot: Slot| program.instructions[slot.index()].operator;
    let is_rf = |slot: Slot| match operator(slot) {
        Operator::Input(input) => {
            matches!(&program.inputs[input].meaning, Meaning::Named(name) if &**name == "rf")
        }
        _ => false,
    };
    matches!(operator(first), Operator::Inverse(inner) if is_rf(inner))
        && matches!(operator(second), Operator::Choice(_))
}

fn given(input: &Input, kind: Kind, case: Case) -> Effect {
    let name = match &input.meaning {
        Meaning::Named(name) => &**name,
        Meaning::Tagged(_) | Meaning::Scope(_) => "",
    };
    let is_access = case == Case::Access;
    match kind {
        Kind::Set => {
            let may = |part: usize| match (name, part) {
                (_, OLD) => true,
                ("R", part) => is_access && part == FIRST,
                ("W", part) => is_access && part != FIRST,
                ("M", _) => is_access,
                ("F", _) => !is_access,
                ("IW", part) => part == INITIAL,
                ("FW" | "B", _) => false,
                _ => true,
            };
            Effect {
                has_all: std::array::from_fn(|part| name == "IW" && part == INITIAL),
                ..Effect::new(|from, to| from == to && case.has(from) && may(from))
            }
        }
        Kind::Relation => {
            let may = |from: usize, to: usize| match (name, from, to) {
                (_, OLD, OLD) => true,
                ("po", from, to) => matches!((from, to), (OLD, FIRST | SECOND) | (FIRST, SECOND)),
                ("rf", from, to) => is_access && matches!((from, to), (OLD | INITIAL, FIRST)),
                ("si" | "sm", from, to) => is_access && from == to,
                ("rmw" | "amo", from, to) => is_access && (from, to) == (FIRST, SECOND),
                // Both parts of an update depend on what its operands were computed from, and not
                // on each other.
                ("addr" | "data", from, to) => {
                    is_access && matches!((from, to), (OLD, FIRST | SECOND))
                }
                ("ctrl", from, to) => matches!((from, to), (OLD, FIRST | SECOND)),
                _ => true,
            };
            Effect::new(|from, to| case.has(from) && case.has(to) && may(from, to))
        }
    }
}
