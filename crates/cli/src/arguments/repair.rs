//! What can be said about repairing and relaxing a program.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use repair::Costs;

/// Whether memory orders are looked for, instead of a verdict alone.
#[derive(Args, Clone, Debug)]
pub struct Repairs {
    /// If it goes wrong, look for the cheapest stronger memory orders and added fences with which
    /// it does not; with orders or fences, only those; with all, for all smallest sets of them
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "orders,fences")]
    #[arg(conflicts_with_all = ["replay", "trace", "dot", "print_program", "property", "keep_going"])]
    pub repair: Option<Vec<Strengthening>>,

    /// If it holds, say which of its memory orders and fences are stronger than needed
    #[arg(long, conflicts_with_all = ["repair", "replay", "trace", "dot", "print_program"])]
    #[arg(conflicts_with_all = ["property", "keep_going"])]
    pub relax: bool,

    /// What orders and fences cost, with `--repair` and `--relax` [default: x86 under tso and pso,
    /// else even]
    #[arg(long, value_name = "MACHINE", value_parser = costs())]
    pub costs: Option<Costs>,
}

impl Repairs {
    pub fn are_wanted(&self) -> bool {
        self.repair.is_some() || self.relax
    }
}

/// What a repair may be made of, and how many are wanted.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strengthening {
    /// Stronger orders of what is there
    Orders,
    /// Stronger and more fences
    Fences,
    /// All smallest repairs, and not only the cheapest
    All,
}

pub(super) fn costs() -> impl TypedValueParser<Value = Costs> {
    PossibleValuesParser::new(Costs::ALL.map(Costs::name)).map(|name| {
        let mut all = Costs::ALL.into_iter();
        all.find(|costs| costs.name() == name).expect("it is one of the names")
    })
}
