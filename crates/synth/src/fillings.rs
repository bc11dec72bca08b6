//! What does a sketch's check become when a hole is filled? The sketch is evaluated by cat's own
//! evaluator on all views at once, with each relation in each hole; only what depends on holes is
//! computed again. With templates in the holes, it is evaluated on one view, in literals.

use crate::expansion::Known;
use crate::expression::Expression;
use crate::frame::{Context, Contexts};
use crate::gates::{Gates, Pairs};
use crate::matrices::{Layout, Matrices};
use crate::problem::{Hole, Part, Problem, violates};
use cat::program::{Input, Kind};
use cat::syntax::Test;
use cat::{Datum, DatumOf, Given, Valuation, compute, evaluate};
use solver::Literal;
use std::ops::Range;
use std::rc::Rc;

/// The holes of a sketch on some views.
#[derive(Debug)]
pub(crate) struct Fillings {
    contexts: Contexts,
    /// What the sketch takes as given; coherence is last.
    inputs: Vec<Matrices>,
    holes: usize,
}

/// What the inputs are when some holes are filled.
struct Filled<'f> {
    fillings: &'f Fillings,
    /// What is in each hole, if anything is.
    holes: Vec<Option<&'f Matrices>>,
}

/// What the inputs are in a view, with literals in the holes.
struct InView<'f> {
    fillings: &'f Fillings,
    rows: Range<usize>,
    holes: &'f [Pairs],
}

impl<'c> Given<Gates<'c>> for InView<'_> {
    fn input(&self, gates: &mut Gates<'c>, index: usize, input: &Input) -> DatumOf<Gates<'c>> {
        let Fillings { contexts, inputs, .. } = self.fillings;
        let rows = &inputs[index][self.rows.clone()];
        match (contexts.hole_of_input[index], input.kind) {
            (Some(hole), _) => Datum::Relation(self.holes[hole].clone()),
            (None, Kind::Set) => Datum::Set(gates.constant_set(rows)),
            (None, Kind::Relation) => Datum::Relation(gates.constant(rows)),
        }
    }

    fn choice(&self, gates: &mut Gates<'c>, _: usize) -> Pairs {
        let coherence = self.fillings.inputs.last().expect("coherence is there");
        gates.constant(&coherence[self.rows.clone()])
    }
}

impl Given<Layout> for Filled<'_> {
    fn input(&self, _: &mut Layout, index: usize, input: &Input) -> DatumOf<Layout> {
        let Fillings { contexts, inputs, .. } = self.fillings;
        let filled = contexts.hole_of_input[index].and_then(|hole| self.holes[hole]);
        let value = filled.unwrap_or(&inputs[index]);
        match input.kind {
            Kind::Set => Datum::Set(value.clone()),
            Kind::Relation => Datum::Relation(value.clone()),
        }
    }

    fn choice(&self, _: &mut Layout, _: usize) -> Matrices {
        self.fillings.inputs.last().expect("coherence is there").clone()
    }
}

impl Fillings {
    pub(crate) fn new(contexts: Contexts, holes: usize, inputs: Vec<Matrices>) -> Fillings {
        Fillings { contexts, inputs, holes }
    }

    /// How many holes there are.
    pub(crate) fn holes(&self) -> usize {
        self.holes
    }

    /// The views that the checks with holes forbid, with these relations in them.
    pub(crate) fn killed(&self, layout: &Layout, holes: &[Matrices]) -> Vec<bool> {
        let mut killed = vec![false; layout.views()];
        if self.contexts.checks.is_empty() {
            return killed;
        }
        let given = Filled { fillings: self, holes: holes.iter().map(Some).collect() };
        let program = &self.contexts.program;
        let values = evaluate(program, &mut layout.clone(), &given);
        for own in &self.contexts.checks {
            let check = &program.checks[own.check];
            let fails = layout.holds(values.relation(check.slot), |rows| violates(check, rows));
            killed.iter_mut().zip(fails).for_each(|(own, fails)| *own |= fails);
        }
        killed
    }

    /// Whether each check with holes forbids a view, with these literals in them.
    pub(crate) fn fails(
        &self,
        gates: &mut Gates<'_>,
        rows: Range<usize>,
        holes: &[Pairs],
    ) -> Vec<Literal> {
        if self.contexts.checks.is_empty() {
            return Vec::new();
        }
        let program = &self.contexts.program;
        let given = InView { fillings: self, rows, holes };
        let values = evaluate(program, gates, &given);
        let mut fails = Vec::new();
        for own in &self.contexts.checks {
            let check = &program.checks[own.check];
            let value = values.relation(check.slot);
            let literal = match check.test {
                Test::Acyclic => gates.is_cyclic(value),
                Test::Irreflexive => gates.is_reflexive(value),
                Test::Empty => gates.is_inhabited(value),
            };
            fails.push(literal.negated_if(check.negated));
        }
        fails
    }

    /// The holes that get one relation, since some context does not distribute over unions.
    pub(crate) fn is_single(&self, hole: usize) -> bool {
        let mut checks = self.contexts.checks.iter().filter(|own| own.holes.contains(&hole));
        checks.any(|own| !own.is_additive)
    }

    /// The parts of all holes, and the checks that they are in.
    pub(crate) fn fill(&self, problem: &mut Problem, layout: &Layout, relations: &[Known]) {
        if self.contexts.checks.is_empty() {
            return;
        }
        let mut world = layout.clone();
        let program = &self.contexts.program;
        let given = Filled { fillings: self, holes: vec![None; self.holes] };
        let empty = evaluate(program, &mut world, &given);
        // The graph of each check that has one.
        let mut graphs: Vec<Option<usize>> = Vec::new();
        for own in &self.contexts.checks {
            let check = &program.checks[own.check];
            let is_alone = own.holes.iter().all(|hole| self.is_single(*hole));
            graphs.push(if is_alone {
                None
            } else {
                problem.add_check(layout, check, empty.relation(check.slot).clone())
            });
        }
        for hole in 0..self.holes {
            if self.is_single(hole) {
                problem.single.push(Hole::Sketch(hole));
                let part = self.part(hole, None, 0, &empty, &graphs, layout);
                problem.parts.push(part);
            }
            for (index, known) in relations.iter().enumerate() {
                let is_union = matches!(*known.expression, Expression::Union(..));
                if is_union && !self.is_single(hole) {
                    continue;
                }
                let mut valuation = empty.clone();
                let mut holes = vec![None; self.holes];
                holes[hole] = Some(&*known.matrices);
                let given = Filled { fillings: self, holes };
                for range in &self.contexts.dependent {
                    compute(program, &mut world, &given, range.clone(), &mut valuation);
                }
                let part = self.part(hole, Some(index), known.size, &valuation, &graphs, layout);
                problem.parts.push(part);
            }
        }
    }

    fn part(
        &self,
        hole: usize,
        relation: Option<usize>,
        size: usize,
        valuation: &Valuation<Layout>,
        graphs: &[Option<usize>],
        layout: &Layout,
    ) -> Part {
        let mut part =
            Part { hole: Hole::Sketch(hole), relation, size, pairs: Vec::new(), kills: Vec::new() };
        let is_of_hole = |own: &&Context| own.holes.contains(&hole);
        for (own, graph) in self.contexts.checks.iter().zip(graphs).filter(|own| is_of_hole(&own.0))
        {
            let check = &self.contexts.program.checks[own.check];
            let value = valuation.relation(check.slot);
            match graph {
                Some(graph) => part.pairs.push((*graph, Rc::new(value.clone()))),
                None => {
                    let fails = layout.holds(value, |rows| violates(check, rows));
                    part.kills.resize(fails.len(), false);
                    part.kills.iter_mut().zip(fails).for_each(|(own, fails)| *own |= fails);
                }
            }
        }
        part
    }

    /// Whether two of them meet in a check that does not distribute.
    pub(crate) fn do_holes_meet(&self) -> bool {
        Fillings::holes_that_meet(&self.contexts)
    }

    /// Two holes that meet in a check that does not distribute, if there are any.
    pub(crate) fn holes_that_meet(contexts: &Contexts) -> bool {
        let of_single = |context: &Context| {
            let mut others = contexts.checks.iter().filter(|own| !own.is_additive);
            context.holes.len() > 1
                && others.any(|own| own.holes.iter().any(|hole| context.holes.contains(hole)))
        };
        contexts.checks.iter().any(of_single)
    }
}
