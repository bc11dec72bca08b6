//! What a repair may be made of, what that costs, and what of it means something to a model.

use crate::arguments::Strengthening;
use base::{Ordering, SourcePosition};
use engines::Model;
use program::Program;
use repair::{Costs, Guarantee, Guarantees, Meaningful, Wanted};
use unroll::mapping::{Mapping, Operation};

/// No more repairs than this are listed.
const MOST: usize = 100;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) wanted: Wanted,
    /// How many repairs are looked for.
    pub(crate) most: usize,
    /// What may be changed, in words.
    pub(crate) what: &'static str,
}

impl Wish {
    /// What `--repair` says; everything, if it says nothing.
    pub(crate) fn of(given: Option<&[Strengthening]>) -> Wish {
        let given = given.unwrap_or_default();
        let most = if given.contains(&Strengthening::All) { MOST } else { 1 };
        let (orders, fences) =
            (given.contains(&Strengthening::Orders), given.contains(&Strengthening::Fences));
        let (wanted, what) = match (orders, fences) {
            (true, false) => (Wanted { orders, fences }, "orders"),
            (false, true) => (Wanted { orders, fences }, "fences"),
            (true, true) | (false, false) => {
                (Wanted { orders: true, fences: true }, "orders and fences")
            }
        };
        Wish { wanted, most, what }
    }

    /// Whether all smallest repairs are wanted.
    pub(crate) fn is_all(&self) -> bool {
        self.most > 1
    }
}

/// What orders and fences cost under a model.
pub(crate) fn usual_costs(model: &str) -> Costs {
    match cat::bundled_name(model) {
        Some("x86-tso" | "pso") => Costs::X86,
        Some("aarch64" | "armv7" | "riscv") => Costs::Arm,
        Some("power") => Costs::Power,
        Some(_) | None => Costs::Even,
    }
}

/// Whether more order never brings a new execution under a model, as far as is known: it is tested
/// of the models that come with Heddle, those of machines through their mappings.
pub(crate) fn is_monotone(model: &str) -> bool {
    cat::bundled_name(model).is_some_and(|name| name != "lkmm" && name != "imm")
        || Model::native(model).is_some()
}

/// Which guarantees mean something to a model.
pub(crate) fn meaningful(model: &Model) -> Meaningful {
    let none = Guarantees::NONE;
    let full = Guarantees::just(&[Guarantee::SeqCst]);
    let store = Guarantees::just(&[Guarantee::Release, Guarantee::SeqCst]);
    let handing_over = Guarantees::just(&[Guarantee::Acquire, Guarantee::Release]);
    match model {
        Model::Sc => Meaningful { loads: none, stores: none, updates: none, fences: none },
        Model::Tso => Meaningful { loads: none, stores: full, updates: none, fences: full },
        Model::Pso => Meaningful { loads: none, stores: store, updates: none, fences: store },
        Model::Ra => Meaningful {
            loads: handing_over,
            stores: handing_over,
            updates: handing_over,
            fences: handing_over,
        },
        Model::Rc11 | Model::Rc11Of20 | Model::Cat { .. } => Meaningful::EVERYTHING,
    }
}

/// Which guarantees there is code for on a machine.
pub(crate) fn compiled(mapping: &Mapping) -> Meaningful {
    let there = |operation: Operation, list: &[(Guarantee, Ordering)]| {
        let has_code =
            |(_, ordering): &&(Guarantee, Ordering)| mapping.code(operation, *ordering).is_some();
        let guarantees: Vec<Guarantee> =
            list.iter().filter(has_code).map(|(guarantee, _)| *guarantee).collect();
        Guarantees::just(&guarantees)
    };
    let acquire = (Guarantee::Acquire, Ordering::Acquire);
    let release = (Guarantee::Release, Ordering::Release);
    let seq_cst = (Guarantee::SeqCst, Ordering::SeqCst);
    Meaningful {
        loads: there(Operation::Load, &[acquire, seq_cst]),
        stores: there(Operation::Store, &[release, seq_cst]),
        updates: there(Operation::Update, &[acquire, release, seq_cst]),
        fences: there(Operation::Fence, &[acquire, release, seq_cst]),
    }
}

/// Whether a place is in a header that is not the user's to change.
pub(crate) fn is_systems(program: &Program, position: SourcePosition) -> bool {
    program.source(position.file).starts_with("/usr/")
}
