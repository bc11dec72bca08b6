//! What earlier runs have taught about a program's memory.
//!
//! A run starts from guesses that make it fast: objects are touched only by their creators, and
//! accesses do not overlap in part, and mutexes are
//! only locked and unlocked. Each wrong guess is a [`Discovery`], made at the first access
//! that contradicts it; the run is abandoned and another one starts with the guess corrected. Every
//! guess is corrected at most a few times per place in the program, and a run that ends without a
//! discovery was right about everything it did. Since a guess is corrected exactly if some execution
//! contradicts it, the final knowledge does not depend on the order of exploration.

use program::flow::escape::confined_sites;
use program::{Allocation, GlobalId, Program, SiteId};

/// For how many threads there is room at first.
const FEW_THREADS: usize = 4;

/// A contradiction to what was believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discovery {
    /// Objects created here are touched by other threads.
    Shared(Allocation),
    /// Accesses to objects created here overlap in part; they must be split at multiples of `grain`
    /// bytes.
    Split { allocation: Allocation, grain: u8 },
    /// Mutexes in objects created here are not only locked and unlocked: they are tried, or overwritten while in
    /// use.
    Irregular(Allocation),
    /// There are more threads than there was room for.
    Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Facts {
    shared: bool,
    irregular: bool,
    grain: Option<u8>,
}

/// What is believed about the objects of each place that creates some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// For how many threads there is room.
    threads: usize,
    globals: Vec<Facts>,
    sites: Vec<Facts>,
    /// For each site, whether nobody has a pointer to its objects after the return of their function; no guess.
    confined: Vec<bool>,
}

impl Knowledge {
    /// What is believed at first.
    pub fn new(program: &Program) -> Knowledge {
        Knowledge {
            threads: FEW_THREADS,
            globals: vec![Facts::default(); program.globals.len()],
            sites: vec![Facts::default(); program.sites.len()],
            confined: confined_sites(program),
        }
    }

    /// Corrects a belief. Returns whether that taught something new.
    pub fn learn(&mut self, discovery: Discovery) -> bool {
        match discovery {
            Discovery::Threads => {
                self.threads *= 2;
                true
            }
            Discovery::Shared(allocation) => {
                let facts = self.facts_mut(allocation);
                !std::mem::replace(&mut facts.shared, true)
            }
            Discovery::Irregular(allocation) => {
                let facts = self.facts_mut(allocation);
                !std::mem::replace(&mut facts.irregular, true)
            }
            Discovery::Split { allocation, grain } => {
                let facts = self.facts_mut(allocation);
                let finer = facts.grain.is_none_or(|known| grain < known);
                if finer {
                    facts.grain = Some(grain);
                }
                finer
            }
        }
    }

    /// The discoveries that lead from the first beliefs to these.
    pub fn discoveries(&self) -> Vec<Discovery> {
        let globals = (0..).map(|index| Allocation::Global(GlobalId(index))).zip(&self.globals);
        let sites = (0..).map(|index| Allocation::Site(SiteId(index))).zip(&self.sites);
        let mut discoveries = Vec::new();
        for (allocation, facts) in globals.chain(sites) {
            if facts.shared {
                discoveries.push(Discovery::Shared(allocation));
            }
            if facts.irregular {
                discoveries.push(Discovery::Irregular(allocation));
            }
            if let Some(grain) = facts.grain {
                discoveries.push(Discovery::Split { allocation, grain });
            }
        }
        let doublings = (self.threads / FEW_THREADS).ilog2();
        discoveries.extend((0..doublings).map(|_| Discovery::Threads));
        discoveries
    }

    /// For how many threads there is room.
    pub fn threads(&self) -> usize {
        self.threads
    }

    fn facts_mut(&mut self, allocation: Allocation) -> &mut Facts {
        match allocation {
            Allocation::Global(global) => &mut self.globals[global.index()],
            Allocation::Site(site) => &mut self.sites[site.index()],
        }
    }

    fn facts(&self, allocation: Allocation) -> Facts {
        match allocation {
            Allocation::Global(global) => self.globals[global.index()],
            Allocation::Site(site) => self.sites[site.index()],
        }
    }

    /// Whether objects created here are touched by more threads than their creator.
    pub fn is_shared(&self, allocation: Allocation) -> bool {
        self.facts(allocation).shared
    }

    /// Whether nobody can have a pointer, not even a dangling one, to a local variable created here after the return of
    /// its function.
    pub fn is_confined(&self, allocation: Allocation) -> bool {
        match allocation {
            Allocation::Global(_) => false,
            Allocation::Site(site) => self.confined[site.index()],
        }
    }

    /// Whether mutexes in objects created here are only locked and unlocked, after one initialisation.
    pub fn has_regular_mutexes(&self, allocation: Allocation) -> bool {
        !self.facts(allocation).irregular
    }

    /// At multiples of how many bytes accesses to objects created here are split, if at all.
    pub fn grain(&self, allocation: Allocation) -> Option<u8> {
        self.facts(allocation).grain
    }
}
