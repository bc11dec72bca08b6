//! One trace of each thread, on its way through the stages of a model: what is computed of it, and
//! whether the axioms hold as far as it is chosen.

use crate::model::Model;
use crate::plan::Plan;
use crate::structure;
use crate::trace::Trace;
use cat::{Concrete, Valuation, compute, perform};
use events::{CatView, EventStructure};
use std::collections::BTreeMap;

/// A candidate on its way through the stages.
pub(crate) struct Candidate<'t> {
    pub traces: Vec<&'t Trace>,
    pub structure: EventStructure,
    /// How many bytes each event is about.
    pub sizes: Vec<u8>,
    pub world: Concrete,
    pub valuation: Valuation<Concrete>,
    plan: Plan,
    /// The axioms that are about events alone hold.
    pub is_possible: bool,
}

impl<'t> Candidate<'t> {
    pub(crate) fn new(
        traces: &[&'t Trace],
        initial: &BTreeMap<i64, i64>,
        model: &Model,
    ) -> Candidate<'t> {
        let program = &model.staged.program;
        let (structure, sizes) = structure::of_traces(traces, initial);
        let view = CatView::new(&structure, &model.primitives);
        let mut world = view.world();
        let mut valuation = Valuation::new(program);
        let range = model.staged.ranges[0].clone();
        compute(program, &mut world, &view, range, &mut valuation);
        let holds = |index: &usize| perform(&program.checks[*index], &valuation).is_ok();
        let is_possible = model.axioms[0].iter().all(holds);
        let plan = Plan::new(model, &mut world, &mut valuation);
        let traces = traces.to_vec();
        Candidate { traces, structure, sizes, world, valuation, plan, is_possible }
    }

    /// Becomes the candidate of other traces, if they differ from its own in values only; whether
    /// they do.
    pub(crate) fn restart(&mut self, traces: &[&'t Trace]) -> bool {
        let same_shape =
            |(own, new): (&&Trace, &&Trace)| std::ptr::eq(*own, *new) || own.has_shape_of(new);
        let is_same = self.traces.iter().zip(traces).all(same_shape);
        if is_same {
            self.traces.copy_from_slice(traces);
            structure::restart(&mut self.structure, traces);
        }
        is_same
    }

    /// Computes what a stage decides; whether its axioms hold.
    pub(crate) fn holds(&mut self, model: &Model, stage: usize) -> bool {
        let program = &model.staged.program;
        let view = CatView::new(&self.structure, &model.primitives);
        for range in &self.plan.ranges[stage] {
            compute(program, &mut self.world, &view, range.clone(), &mut self.valuation);
        }
        let holds = |index: &usize| perform(&program.checks[*index], &self.valuation).is_ok();
        model.axioms[stage].iter().all(holds)
    }

    /// Whether the axioms hold that a part of what a stage chooses can break for good.
    pub(crate) fn holds_so_far(&mut self, model: &Model, stage: usize) -> bool {
        let program = &model.staged.program;
        let view = CatView::new(&self.structure, &model.primitives);
        for range in &self.plan.early[stage] {
            compute(program, &mut self.world, &view, range.clone(), &mut self.valuation);
        }
        let early = &model.early[stage];
        let holds = |index: &usize| perform(&program.checks[*index], &self.valuation).is_ok();
        let has_order = |slot| self.valuation.relation(slot).find_cycle().is_none();
        early.axioms.iter().all(holds) && early.order.is_none_or(has_order)
    }
}
