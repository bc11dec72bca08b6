//! Why does the target allow what the source forbids? The source has a cycle, and its links within
//! threads are order that the source keeps. Those that the target does not keep are the reason, and
//! where a fence would have to go.
//!
//! A link is kept if some axiom of the target is about cycles of a relation that leads from its
//! first event to its second, in one step or in several. Axioms about single locations (coherence)
//! do not count. Where every link is kept, no axiom keeps all of them together: fences that are not
//! cumulative, for instance.

use crate::explanation::{Explanation, Link};
use crate::model::Model;
use cat::evaluate;
use cat::syntax::{Role, Test};
use events::{CatView, EventStructure};
use relation::Relation;

/// What the target does not keep of a cycle: the links that are missing, from, how, to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permission {
    pub missing: Vec<(usize, Option<&'static str>, usize)>,
}

/// What a target misses of the cycle by which a source forbids an execution, as the target sees it;
/// none if that was no cycle.
pub fn permit(target: &Model, execution: &EventStructure, why: &Explanation) -> Option<Permission> {
    let Explanation::Cycle { links, .. } = why else { return None };
    let view = CatView::new(execution, &target.primitives);
    let valuation = evaluate(&target.program, &mut view.world(), &view);
    let axioms =
        target.program.checks.iter().filter(|check| {
            check.role == Role::Axiom && !check.negated && check.test == Test::Acyclic
        });
    let orders = axioms.map(|check| valuation.relation(check.slot));
    let is_coherence = |order: &&Relation| {
        let location = |event: usize| execution.events[event].location;
        order.pairs().all(|(from, to)| location(from).is_some() && location(from) == location(to))
    };
    let orders: Vec<Relation> = orders
        .filter(|order| !is_coherence(order))
        .map(|order| order.clone().transitive_closure())
        .collect();
    let thread = |event: usize| execution.events[event].thread;
    let missing = links
        .iter()
        .zip(links.iter().cycle().skip(1))
        .map(|(link, next): (&Link, &Link)| (link.event, link.relation, next.event))
        .filter(|(from, _, to)| thread(*from).is_some() && thread(*from) == thread(*to))
        .filter(|(from, _, to)| !orders.iter().any(|order| order.contains(*from, *to)))
        .collect();
    Some(Permission { missing })
}
