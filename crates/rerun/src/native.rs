//! The models whose axioms are in `models`, by their names.

use execution::Graph;
use models::global::axioms as global;
use models::hb::axioms as causal;
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use relation::Relation;

/// A native model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Native {
    Sc,
    Tso,
    Pso,
    Ra,
    Rc11,
    Rc11Of20,
}

impl Native {
    const ALL: [(Native, &'static str); 6] = [
        (Native::Sc, "sc"),
        (Native::Tso, "tso"),
        (Native::Pso, "pso"),
        (Native::Ra, "ra"),
        (Native::Rc11, "rc11"),
        (Native::Rc11Of20, "rc11-20"),
    ];

    /// The native model that means the same as a cat file that comes with Heddle.
    pub fn named(name: &str) -> Option<Native> {
        let name = cat::bundled_name(name)?;
        let found = Native::ALL.into_iter().find(|(_, own)| cat::bundled_name(own) == Some(name));
        found.map(|(native, _)| native)
    }

    /// Which events come before which in every order of an execution.
    pub(crate) fn order(self, graph: &Graph) -> Relation {
        match self {
            Native::Sc => global::happens_before::<ProgramOrder>(graph),
            Native::Tso => global::happens_before::<TotalStoreOrder>(graph),
            Native::Pso => global::happens_before::<PartialStoreOrder>(graph),
            Native::Ra => causal::happens_before::<ReleaseAcquire>(graph),
            Native::Rc11 => causal::happens_before::<C11>(graph),
            Native::Rc11Of20 => causal::happens_before::<Cpp20>(graph),
        }
    }

    /// Whether an event happens before another one, if the model knows that of threads.
    pub(crate) fn happens_before(self, graph: &Graph, first: usize, second: usize) -> Option<bool> {
        match self {
            Native::Sc | Native::Tso | Native::Pso => None,
            Native::Ra | Native::Rc11 | Native::Rc11Of20 => {
                Some(self.order(graph).contains(first, second))
            }
        }
    }

    /// Whether a graph is consistent, by the axioms and nothing else.
    pub(crate) fn allows(self, graph: &Graph) -> bool {
        match self {
            Native::Sc => global::is_consistent::<ProgramOrder>(graph),
            Native::Tso => global::is_consistent::<TotalStoreOrder>(graph),
            Native::Pso => global::is_consistent::<PartialStoreOrder>(graph),
            Native::Ra => causal::is_consistent::<ReleaseAcquire>(graph),
            Native::Rc11 => causal::is_consistent::<C11>(graph),
            Native::Rc11Of20 => causal::is_consistent::<Cpp20>(graph),
        }
    }
}
