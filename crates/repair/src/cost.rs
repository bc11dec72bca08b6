//! What does a guarantee cost? Of two repairs, the one that slows the program down less is the
//! better one. The numbers are relative, small, and only there to be compared: what a compiler
//! makes of C11's orders on a machine (the mappings that P. Sewell and J. Ševčík collected: `xchg`
//! or `mfence` on x86, `ldar`, `stlr` and `dmb` on AArch64, `lwsync`, `isync` and `sync` on Power),
//! with an instruction that waits for nothing as 1, one that orders in one direction as a few, and
//! one that waits for the memory as many. Nothing is for nothing: else a smallest repair would have
//! what it does not need.

use crate::guarantee::Guarantee;
use crate::place::Kind;

/// Which costs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Costs {
    /// One for each step from an order to the next, and a fence is as much as three.
    Even,
    X86,
    Arm,
    Power,
}

impl Costs {
    pub const ALL: [Costs; 4] = [Costs::Even, Costs::X86, Costs::Arm, Costs::Power];

    pub fn name(self) -> &'static str {
        match self {
            Costs::Even => "even",
            Costs::X86 => "x86",
            Costs::Arm => "arm",
            Costs::Power => "power",
        }
    }

    /// What it costs to guarantee this at a place, beside what is weaker.
    pub fn of(self, kind: Kind, guarantee: Guarantee) -> u32 {
        let is_fence = match kind {
            Kind::Fence | Kind::Gap => true,
            Kind::Load | Kind::Store | Kind::Update | Kind::Failure => false,
        };
        let waits = match kind {
            Kind::Store | Kind::Fence | Kind::Gap => true,
            Kind::Load | Kind::Update | Kind::Failure => false,
        };
        let is_strongest = guarantee == Guarantee::SeqCst;
        match self {
            Costs::Even if is_fence => 3,
            Costs::Even => 1,
            // Only what empties the store buffer is an instruction, and updates do so anyway.
            Costs::X86 if is_strongest && is_fence => 21,
            Costs::X86 if is_strongest && waits => 20,
            Costs::X86 if is_fence => 2,
            Costs::X86 => 1,
            // `dmb ishld` and `dmb ish`; `ldar` waits for earlier `stlr`.
            Costs::Arm if is_fence => 8,
            Costs::Arm if is_strongest => 2,
            Costs::Arm => 4,
            // `sync` for what is sequentially consistent, loads included.
            Costs::Power if is_strongest => 24,
            Costs::Power if is_fence => 9,
            Costs::Power => 8,
        }
    }
}
