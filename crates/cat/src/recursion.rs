//! Which recursions have a meaning, and which one?
//!
//! A system of equations has a least solution if every right side is monotone in what it defines.
//! The only operator that is not is the right side of `\` (`dat3m-thesis` §2.3), so a recursion is
//! refused if a variable comes back to itself through one. The system is split into its strongly
//! connected parts first: what is not defined by itself is just an abbreviation.
//!
//! Beyond the thesis, one shape that is not monotone is accepted, because the Linux kernel's model
//! has it: if one variable `x` is defined as `x | e`, and no other is defined by itself once `x` is
//! known, then `x` can only grow, and the inflationary fixpoint is what the text says when it is
//! read as a loop.
//!
//! The common `x = e | x ; x` is `e^+` and needs no loop.

use crate::builder::{Builder, Group};
use crate::domain::{Boolean, Domain};
use crate::error::{Error, ErrorKind};
use crate::program::{Operator, Slot};
use crate::syntax::Identifier;
use relation::Relation;
use rustc_hash::{FxHashMap, FxHashSet};

/// One equation of the system.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    pub(crate) name: Identifier,
    pub(crate) variable: Slot,
    pub(crate) result: Slot,
}

/// Gives the equations a meaning: the slots that hold their solution, in the same order.
pub(crate) fn solve(
    builder: &mut Builder,
    mut equations: Vec<Equation>,
) -> Result<Vec<Slot>, Error> {
    let mut solutions: Vec<Option<Slot>> = vec![None; equations.len()];
    let reaches = dependencies(builder, &equations).transitive_closure();
    while let Some(first) = next(&solutions, &reaches) {
        let is_together = |other: &usize| {
            *other == first || (reaches.contains(first, *other) && reaches.contains(*other, first))
        };
        let part: Vec<usize> = (0..equations.len()).filter(is_together).collect();
        let solved = if reaches.contains(first, first) {
            solve_part(builder, part.iter().map(|index| equations[*index].clone()).collect())?
        } else {
            vec![equations[first].result]
        };
        let known =
            part.iter().zip(&solved).map(|(index, slot)| (equations[*index].variable, *slot));
        let known: FxHashMap<Slot, Slot> = known.collect();
        for (index, slot) in part.iter().zip(solved) {
            solutions[*index] = Some(slot);
        }
        for (index, equation) in equations.iter_mut().enumerate() {
            if solutions[index].is_none() {
                equation.result = substitute(builder, equation.result, &known);
            }
        }
    }
    Ok(solutions.into_iter().map(|slot| slot.expect("every equation was solved")).collect())
}

/// An equation that is not solved and needs only what is, or what needs it as well.
fn next(solutions: &[Option<Slot>], reaches: &Relation) -> Option<usize> {
    let is_open = |index: &usize| solutions[*index].is_none();
    (0..solutions.len()).filter(is_open).find(|index| {
        reaches.successors(*index).filter(is_open).all(|other| reaches.contains(other, *index))
    })
}

/// Which equation uses the variable of which.
fn dependencies(builder: &Builder, equations: &[Equation]) -> Relation {
    let mut uses = Relation::new(equations.len());
    for (index, equation) in equations.iter().enumerate() {
        let reached = reached(builder, [equation.result]);
        for (other, used) in equations.iter().enumerate() {
            if reached.contains(&used.variable) {
                uses.insert(index, other);
            }
        }
    }
    uses
}

/// Everything that these slots are computed from, themselves included.
pub(crate) fn reached(builder: &Builder, roots: impl IntoIterator<Item = Slot>) -> FxHashSet<Slot> {
    reached_until(builder, roots, |_| false)
}

/// The same, without what stops the search and without what is only behind that.
pub(crate) fn reached_until(
    builder: &Builder,
    roots: impl IntoIterator<Item = Slot>,
    stops: impl Fn(Slot) -> bool,
) -> FxHashSet<Slot> {
    let mut reached = FxHashSet::default();
    let mut open: Vec<Slot> = roots.into_iter().collect();
    while let Some(slot) = open.pop() {
        if !stops(slot) && reached.insert(slot) {
            open.extend(builder.operator(slot).arguments());
            open.extend(results(builder, slot));
        }
    }
    reached
}

/// What the recursion computes that a slot is a variable of.
fn results(builder: &Builder, variable: Slot) -> impl Iterator<Item = Slot> {
    let group = builder
        .groups
        .iter()
        .filter(move |_| builder.operator(variable) == Operator::Variable)
        .find(|group| group.variables.iter().any(|(member, _)| *member == variable));
    group.into_iter().flat_map(|group| &group.variables).map(|(_, result)| *result)
}

/// Which of these slots depend on the variables.
pub(crate) fn dependents(
    builder: &Builder,
    slots: &FxHashSet<Slot>,
    variables: &FxHashSet<Slot>,
) -> FxHashSet<Slot> {
    let mut ascending: Vec<Slot> = slots.iter().copied().collect();
    ascending.sort_unstable();
    let mut dependent = FxHashSet::default();
    // Once is enough but for inner recursions, whose variables come before what they become.
    loop {
        let before = dependent.len();
        for slot in &ascending {
            let mut sources = builder.operator(*slot).arguments().chain(results(builder, *slot));
            if variables.contains(slot)
                || sources.any(|source| variables.contains(&source) || dependent.contains(&source))
            {
                dependent.insert(*slot);
            }
        }
        if dependent.len() == before {
            return dependent;
        }
    }
}

/// Solves equations that all need each other.
fn solve_part(builder: &mut Builder, equations: Vec<Equation>) -> Result<Vec<Slot>, Error> {
    match falling(builder, &equations) {
        None => {
            if let [equation] = &equations[..]
                && let Some(closure) = as_closure(builder, equation)
            {
                return Ok(vec![closure]);
            }
            let variables: Vec<(Slot, Slot)> =
                equations.iter().map(|equation| (equation.variable, equation.result)).collect();
            builder.groups.push(Group { variables });
            Ok(equations.iter().map(|equation| equation.variable).collect())
        }
        Some((index, difference)) => inflate(builder, &equations).ok_or_else(|| {
            let name = &equations[index].name.name;
            let message =
                format!("the recursion of `{name}` is not monotone: this shrinks when what it defines grows");
            Error::new(ErrorKind::Recursion, builder.span(difference), message).with_help(
                "what is defined recursively may not stand to the right of `\\` or under `~` in its own definition",
            )
        }),
    }
}

/// An equation in which a variable of the system makes something fall, and the difference that does
/// it.
fn falling(builder: &Builder, equations: &[Equation]) -> Option<(usize, Slot)> {
    let variables: FxHashSet<Slot> = equations.iter().map(|equation| equation.variable).collect();
    equations.iter().enumerate().find_map(|(index, equation)| {
        let slots = reached(builder, [equation.result]);
        let dependent = dependents(builder, &slots, &variables);
        let difference = slots.into_iter().filter(|slot| match builder.operator(*slot) {
            Operator::Boolean(Boolean::Difference, _, second) => dependent.contains(&second),
            _ => false,
        });
        difference.min().map(|slot| (index, slot))
    })
}

/// `x = e | x ; x`
fn as_closure(builder: &mut Builder, equation: &Equation) -> Option<Slot> {
    let variable = equation.variable;
    let square = Operator::Sequence(variable, variable);
    let (squares, others): (Vec<Slot>, Vec<Slot>) = members(builder, equation.result)
        .into_iter()
        .partition(|slot| *slot == variable || builder.operator(*slot) == square);
    let has_square = squares.iter().any(|slot| *slot != variable);
    if !has_square || reached(builder, others.iter().copied()).contains(&variable) {
        return None;
    }
    let mut base = builder.empty_relation();
    for other in others {
        base = builder.relation(Boolean::Union, &base, &other);
    }
    Some(builder.closure(&base))
}

/// What a union is a union of.
fn members(builder: &Builder, slot: Slot) -> Vec<Slot> {
    let mut members = Vec::new();
    let mut open = vec![slot];
    while let Some(slot) = open.pop() {
        match builder.operator(slot) {
            Operator::Boolean(Boolean::Union, first, second) => open.extend([first, second]),
            _ => members.push(slot),
        }
    }
    members
}

/// Solves a system that is not monotone by letting one variable grow, of which all others are
/// abbreviations.
fn inflate(builder: &mut Builder, equations: &[Equation]) -> Option<Vec<Slot>> {
    let uses = dependencies(builder, equations);
    let growing = (0..equations.len()).find(|index| {
        let Equation { variable, result, .. } = equations[*index];
        let rest = uses.filter(|from, to| from != *index && to != *index);
        members(builder, result).contains(&variable) && rest.find_cycle().is_none()
    })?;
    let variable = equations[growing].variable;
    let mut known = FxHashMap::default();
    known.insert(variable, variable);
    let mut solutions = vec![variable; equations.len()];
    // Without the growing one there are no cycles, so some equation always needs only what is
    // known.
    while known.len() < equations.len() {
        for (index, equation) in equations.iter().enumerate() {
            let is_ready =
                uses.successors(index).all(|used| known.contains_key(&equations[used].variable));
            if !known.contains_key(&equation.variable) && is_ready {
                solutions[index] = substitute(builder, equation.result, &known);
                known.insert(equation.variable, solutions[index]);
            }
        }
    }
    let result = substitute(builder, equations[growing].result, &known);
    builder.groups.push(Group { variables: vec![(variable, result)] });
    Some(solutions)
}

/// The same with other slots in place of some variables. Inner recursions that use these get
/// variables of their own.
fn substitute(builder: &mut Builder, root: Slot, known: &FxHashMap<Slot, Slot>) -> Slot {
    let mut renamed = known.clone();
    let reached = reached(builder, [root]);
    let inner: Vec<Group> = builder
        .groups
        .iter()
        .filter(|group| group.variables.iter().any(|(variable, _)| reached.contains(variable)))
        .filter(|group| {
            let results = group.variables.iter().map(|(_, result)| *result);
            let below = self::reached(builder, results);
            known.keys().any(|slot| below.contains(slot))
        })
        .cloned()
        .collect();
    for (variable, _) in inner.iter().flat_map(|group| &group.variables) {
        let kind = builder.kind(*variable);
        let fresh = builder.variable(kind);
        renamed.insert(*variable, fresh);
    }
    let mut slots: Vec<Slot> = reached.into_iter().collect();
    slots.sort_unstable();
    for slot in slots {
        if !renamed.contains_key(&slot) {
            let operator = builder.operator(slot).map(|argument| renamed[&argument]);
            let new = if operator == builder.operator(slot) {
                slot
            } else {
                builder.locate(builder.span(slot));
                builder.apply(operator, builder.kind(slot))
            };
            renamed.insert(slot, new);
        }
    }
    for group in inner {
        let variables =
            group.variables.iter().map(|(variable, result)| (renamed[variable], renamed[result]));
        let variables = variables.collect();
        builder.groups.push(Group { variables });
    }
    renamed[&root]
}
