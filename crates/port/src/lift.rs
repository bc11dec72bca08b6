//! What does an instruction of a litmus test ask for, in the orders of C? That is what a compiler
//! for another machine is told, when a test moves there (`recompile`).
//!
//! - An access without a mark is *relaxed*, or, where [`Accesses::Ordered`] is asked for, a load
//!   acquires and a store releases, which is what x86 gives every access.
//! - A marked access or update is the strongest order of C whose code it is: `LDAR` and `STLR` are
//!   seq_cst, `LDAPR` acquires, a locked instruction of x86 is seq_cst.
//! - A fence is the weakest fence of C that orders as much: `lwsync` is acq_rel, and `eieio`
//!   releases. What `isync` and `isb` are depends on the branches before them
//!   (`instruction_fence`); `fence.i` of RISC-V is about the fetching of instructions, and orders
//!   no accesses.
//!
//! So the code for the other machine orders what a programmer would have written there, and not
//! everything that the instruction of the old one happens to order: a locked instruction of x86 is
//! a fence for the accesses around it, and a seq_cst update of AArch64 is none. That is what
//! portability is asked about.

use base::Ordering::{self, Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};
use base::Tags;
use litmus::tree::{Architecture, Test};

/// What accesses without a mark are to a compiler.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Accesses {
    /// Relaxed ones.
    #[default]
    Relaxed,
    /// Loads that acquire, and stores that release.
    Ordered,
}

/// What to read a test's instructions as.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lift {
    /// The test is in C, and says its orders itself.
    is_c: bool,
    /// Updates are locked instructions.
    is_x86: bool,
    accesses: Accesses,
}

impl Lift {
    pub(crate) fn new(test: &Test, accesses: Accesses) -> Lift {
        let is_x86 = matches!(test.architecture, Architecture::X86 | Architecture::X86_64);
        Lift { is_c: test.architecture == Architecture::C, is_x86, accesses }
    }

    pub(crate) fn load(&self, tags: Tags) -> Result<Ordering, String> {
        let unmarked = self.unmarked(Acquire);
        tags.names().try_fold(unmarked, |order, name| {
            Ok(match name {
                "A" if self.is_c => order,
                "A" | "SC" | "AcqRel" => SeqCst,
                "Q" | "Acq" | "ACQ" | "Acquire" => Acquire,
                // A store's order on a load says nothing.
                "REL" => Relaxed,
                "ACQ_REL" => Acquire,
                name => self.mark(name, order)?,
            })
        })
    }

    pub(crate) fn store(&self, tags: Tags) -> Result<Ordering, String> {
        let unmarked = self.unmarked(Release);
        tags.names().try_fold(unmarked, |order, name| {
            Ok(match name {
                "A" if self.is_c => order,
                "L" | "SC" | "AcqRel" => SeqCst,
                "Rel" | "REL" | "Release" | "ACQ_REL" => Release,
                "ACQ" => Relaxed,
                name => self.mark(name, order)?,
            })
        })
    }

    /// A read-modify-write of one instruction.
    pub(crate) fn update(&self, read: Tags, write: Tags) -> Result<Ordering, String> {
        let (mut acquires, mut releases, mut is_full) = (false, false, self.is_x86);
        for name in read.names().chain(write.names()) {
            match name {
                "A" if self.is_c => {}
                "A" | "Acq" | "ACQ" | "Acquire" => acquires = true,
                "L" | "Rel" | "REL" | "Release" => releases = true,
                "ACQ_REL" => (acquires, releases) = (true, true),
                "SC" | "AcqRel" => is_full = true,
                name => {
                    self.mark(name, Relaxed)?;
                }
            }
        }
        Ok(match (acquires, releases, is_full) {
            (_, _, true) => SeqCst,
            // C tells these two apart, and machines do not.
            (true, true, false) if self.is_c => AcquireRelease,
            (true, true, false) => SeqCst,
            (true, false, false) => Acquire,
            (false, true, false) => Release,
            (false, false, false) => Relaxed,
        })
    }

    /// The read of a comparison that fails.
    pub(crate) fn failure(&self, read: Tags) -> Result<Ordering, String> {
        if self.is_x86 { Ok(SeqCst) } else { self.load(read) }
    }

    pub(crate) fn fence(&self, tags: Tags) -> Result<Ordering, String> {
        let mut order = None;
        for name in tags.names().filter(|name| !(self.is_c && *name == "A")) {
            order = Some(fence(name).ok_or_else(|| unknown(name))?);
        }
        order.ok_or_else(|| "a fence without a name has no counterpart elsewhere".to_owned())
    }

    fn unmarked(&self, ordered: Ordering) -> Ordering {
        match self.accesses {
            Accesses::Ordered if !self.is_c => ordered,
            Accesses::Ordered | Accesses::Relaxed => Relaxed,
        }
    }

    /// What a mark makes of an order that says nothing else.
    fn mark(&self, name: &str, order: Ordering) -> Result<Ordering, String> {
        match name {
            "X" | "EX" | "NoRet" | "RLX" | "CON" | "volatile" => Ok(order),
            "Once" | "RMW" | "Noreturn" => Ok(order),
            "NA" | "Plain" => Ok(Plain),
            name => Err(unknown(name)),
        }
    }
}

fn unknown(name: &str) -> String {
    format!("`{name}` has no counterpart in C, and so none on another machine")
}

/// The weakest fence of C that orders as much as a fence of a machine.
fn fence(name: &str) -> Option<Ordering> {
    Some(match name {
        "MFENCE" | "SYNC" | "SC" | "Mb" => SeqCst,
        "LWSYNC" | "ACQ_REL" | "Fence.tso" => AcquireRelease,
        "EIEIO" | "SFENCE" | "REL" | "Wmb" => Release,
        "LFENCE" | "ACQ" | "Rmb" => Acquire,
        "RLX" | "Fence.i" => Relaxed,
        name if name.starts_with("DMB") || name.starts_with("DSB") => match name {
            name if name.ends_with("LD") => Acquire,
            name if name.ends_with("ST") => Release,
            _ => SeqCst,
        },
        name => {
            let (before, after) = name.strip_prefix("Fence.")?.split_once('.')?;
            match (before, after) {
                ("r", _) => Acquire,
                (_, "w") => Release,
                _ => SeqCst,
            }
        }
    })
}
