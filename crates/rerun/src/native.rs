//! The models whose axioms are in `models`, by their names.

use execution::Graph;
use models::global::axioms as global;
use models::hb::axioms as causal;
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;

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

    /// Whether an event happens before another one, if the model knows that of threads.
    pub(crate) fn happens_before(self, graph: &Graph, first: usize, second: usize) -> Option<bool> {
        let order = match self {
            Native::Sc | Native::Tso | Native::Pso => return None,
            Native::Ra => causal::happens_before::<ReleaseAcquire>(graph),
            Native::Rc11 => causal::happens_before::<C11>(graph),
            Native::Rc11Of20 => causal::happens_before::<Cpp20>(graph),
        };
        Some(order.contains(first, second))
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
