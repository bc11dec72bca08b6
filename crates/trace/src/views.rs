//! The models by serial views: who orders what, respecting which order?
//!
//! A model asks for serial views (`dat3m-thesis` Def. 2): total orders of some operations, the
//! *members*, in which each read comes after its source with no other write to the location between
//! them, and which respect an order < that the model names.
//!
//! | model | members of each view | < | further |
//! |---|---|---|---|
//! | SC (Def. 3) | everything | po | |
//! | linearizable | everything | po, times | |
//! | CC (Def. 7) | what is done at x, for each x | po | |
//! | PRAM (Def. 10) | the operations of p and all writes, for each p | po | |
//! | SLOW (Def. 4) | the same at x, for each p and x | po | |
//! | LOCAL (Def. 9) | as PRAM | po of p | |
//! | GWO (Def. 6) | as PRAM | po of p, wo | |
//! | Causal | as PRAM | po, wo | |
//! | PRAM-M | as PRAM | po | po ∪ rf has no cycle |
//! | GPO+GDO | those of PRAM and those of CC | po | |
//! | PC-G | as PRAM | po | the views agree on the writes to each location |
//! | PC-D | as PRAM | semi-causality | the same |
//! | GAO | as PRAM, and those of CC | po of p, ao; for CC po | the same |
//!
//! wo and ao (`orders`) are between writes: w1 wo w2 if some read of w1 comes before w2 in a
//! thread; w1 ao w2 if w1 comes before a read in a thread, and that read's source is overwritten by
//! w2. Semi-causality is defined in `orders`.
//!
//! Deviations:
//! 1. Initial values come first in every view. In the thesis, LOCAL and GWO do not order initial
//!    writes, so that an overwritten initial value could come back.
//! 2. The thesis defines SC, SLOW, GWO, CC, LOCAL and PRAM. It names the others and refers to
//!    Steinke and Nutt, *A Unified Theory of Shared Memory Consistency* (JACM 51, 2004; arXiv
//!    cs/0208027), of which only the abstract could be consulted. Causal, PC-G and PC-D are
//!    those of Ahamad et al. (*Causal Memory*, 1995; *The Power of Processor Consistency*,
//!    1993). GPO+GDO is both properties of one execution, which is weaker than PC-G. GAO and
//!    PRAM-M are this project's reading of their names: the converse of wo along
//!    anti-dependencies, and PRAM as a machine could do it, where no thread reads what will be
//!    written because of that. What Fig. 3.4 says of all three, by the reductions that prove
//!    them hard, is so here (`tests/hierarchy.rs`): GAO and GPO+GDO are at least as strong as
//!    CC, PRAM-M is at least as strong as SLOW, and neither as CC nor as GWO.
//! 3. An update is one member, a read and a write. By Def. 2 its read counts in every view that it
//!    is a member of, and it is one of all views that have the writes of its thread.
//! 4. Fences are members of no view, and order nothing. They matter under TSO and PSO only.

use crate::model::Model;
use crate::operation::{LocationId, OperationId, ThreadId};
use crate::recording::Recording;

/// Which operations a view orders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scope {
    Everything,
    /// What is done at a location.
    Location(LocationId),
    /// The operations of a thread, and all writes.
    Thread(ThreadId),
    /// The same at one location.
    ThreadAt(ThreadId, LocationId),
}

/// What a view has to respect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Respects {
    /// Program order.
    Po,
    /// Program order, and that what ended comes before what begins later.
    PoAndTimes,
    /// Program order of the view's own thread.
    OwnPo,
    OwnPoAndWo,
    PoAndWo,
    OwnPoAndAo,
    SemiCausality,
}

/// What is asked beyond each view by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agreement {
    Nothing,
    /// All views have the writes to a location in the same order.
    Coherent,
    /// po ∪ rf has no cycle.
    Causality,
}

/// A view that a model asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wanted {
    pub scope: Scope,
    pub respects: Respects,
}

/// What a model asks of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    pub views: Vec<Wanted>,
    pub agreement: Agreement,
}

/// The views of a model; `None` for TSO and PSO, which are not defined by views.
pub fn definition(recording: &Recording, model: Model) -> Option<Definition> {
    let everything = |respects| vec![Wanted { scope: Scope::Everything, respects }];
    let locations = || {
        let wanted = |x| Wanted { scope: Scope::Location(x), respects: Respects::Po };
        recording.locations().map(wanted)
    };
    let threads = |respects| {
        let wanted = move |p| Wanted { scope: Scope::Thread(p), respects };
        recording.threads().map(wanted)
    };
    let (views, agreement) = match model {
        Model::Tso | Model::Pso => return None,
        Model::Linearizable => (everything(Respects::PoAndTimes), Agreement::Nothing),
        Model::Sc => (everything(Respects::Po), Agreement::Nothing),
        Model::Cc => (locations().collect(), Agreement::Nothing),
        Model::Pram => (threads(Respects::Po).collect(), Agreement::Nothing),
        Model::PramM => (threads(Respects::Po).collect(), Agreement::Causality),
        Model::PcG => (threads(Respects::Po).collect(), Agreement::Coherent),
        Model::PcD => (threads(Respects::SemiCausality).collect(), Agreement::Coherent),
        Model::Causal => (threads(Respects::PoAndWo).collect(), Agreement::Nothing),
        Model::Gwo => (threads(Respects::OwnPoAndWo).collect(), Agreement::Nothing),
        Model::Local => (threads(Respects::OwnPo).collect(), Agreement::Nothing),
        Model::GpoGdo => (threads(Respects::Po).chain(locations()).collect(), Agreement::Nothing),
        Model::Gao => {
            (threads(Respects::OwnPoAndAo).chain(locations()).collect(), Agreement::Coherent)
        }
        Model::Slow => {
            let at = |p| {
                let scope = move |x| Scope::ThreadAt(p, x);
                let wanted = move |x| Wanted { scope: scope(x), respects: Respects::Po };
                recording.locations().map(wanted)
            };
            (recording.threads().flat_map(at).collect(), Agreement::Nothing)
        }
    };
    Some(Definition { views, agreement })
}

impl Scope {
    /// Whether an operation is a member.
    pub fn has(self, recording: &Recording, id: OperationId) -> bool {
        let operation = recording.operation(id);
        let Some(location) = operation.location() else { return false };
        let seen_by = |thread| operation.written().is_some() || recording.thread_of(id) == thread;
        match self {
            Scope::Everything => true,
            Scope::Location(at) => location == at,
            Scope::Thread(thread) => seen_by(thread),
            Scope::ThreadAt(thread, at) => location == at && seen_by(thread),
        }
    }

    /// The members, thread after thread in program order.
    pub fn members(self, recording: &Recording) -> Vec<OperationId> {
        recording.ids().filter(|id| self.has(recording, *id)).collect()
    }

    /// The thread whose view it is.
    pub fn thread(self) -> Option<ThreadId> {
        match self {
            Scope::Thread(thread) | Scope::ThreadAt(thread, _) => Some(thread),
            Scope::Everything | Scope::Location(_) => None,
        }
    }
}
