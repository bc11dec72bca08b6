//! What earlier runs have taught about a program's memory.
//!
//! A run starts from guesses that make it fast: objects are touched only by their creators, and
//! accesses do not overlap in part, mutexes are only locked and unlocked, and who touches memory
//! that was allocated as zero knows that it is. Each wrong guess is a [`Discovery`], made at the
//! first access that contradicts it; the run is abandoned and another one starts with the guess
//! corrected. Every guess is corrected at most a few times per place in the program, and a run that
//! ends without a discovery was right about everything it did. Since a guess is corrected exactly
//! if some execution contradicts it, the final knowledge does not depend on the order of
//! exploration.

use crate::WeakCas;
use crate::cuts::{Cut, Cuts};
use program::flow::escape::{Confined, confined_sites};
use program::{Allocation, FunctionId, GlobalId, Instruction, Program, SiteId};

/// For how many threads there is room at first.
const FEW_THREADS: usize = 4;

/// What the runtime calls the function that threads start with.
const THREAD_ENTRY: &str = "heddle.run_thread";
/// And one that is there if its mutexes may be of every kind.
const LOOKS_AT_KINDS: &str = "heddle.kind_and_holding";

/// A contradiction to what was believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discovery {
    /// Objects created here are touched by other threads, or in a way that orders what their
    /// creator does before and after it.
    Shared(Allocation),
    /// Accesses to objects created here overlap in part; they must be split.
    Split { allocation: Allocation, cut: Cut },
    /// Mutexes in objects created here are not only locked and unlocked: they are tried, or
    /// overwritten while in use.
    Irregular(Allocation),
    /// Objects created here may be private until their creator creates a thread.
    PrivateStart(SiteId),
    /// They may not: other threads touch them that existed before.
    Early(SiteId),
    /// This cell of objects created here, which are zero from the start, is touched by threads that
    /// need not know that.
    Zeroed { site: SiteId, offset: u32, size: u8 },
    /// Others write to objects created here while a thread that writes to them too stands at a weak
    /// compare-exchange.
    Contended(Allocation),
    /// There are more threads than there was room for.
    Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Facts {
    shared: bool,
    irregular: bool,
    contended: bool,
    start: Start,
}

/// How the lives of shared objects begin.
///
/// An object is often written in parts first, then given to a thread that is created, and then used
/// as a whole. Events for the parts would split every access, although what they leave behind can
/// be seen as what is there from the start: whoever is created later knows of it under every model.
/// So where accesses overlap in part, this is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Start {
    /// As shared objects; nothing else was needed.
    #[default]
    Shared,
    /// Private until their creator creates a thread. They are touched by that one, and by those who
    /// come later, only.
    Private,
    /// As shared objects, because other threads touch them.
    Early,
}

/// What is believed about the objects of each place that creates some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// For how many threads there is room.
    threads: usize,
    globals: Vec<Facts>,
    sites: Vec<Facts>,
    /// Where accesses are split.
    global_cuts: Vec<Cuts>,
    site_cuts: Vec<Cuts>,
    /// For each site, the cells of its objects, by offset and size, of which zeros are written when
    /// they are allocated. They are cut as accesses are.
    zeroed: Vec<Vec<(u32, u8)>>,
    /// For each site, whether nobody has a pointer to its objects after the return of their
    /// function; no guess.
    confined: Confined,
    /// What is wanted; no guess.
    weak_cas: WeakCas,
    has_weak_cas: bool,
    /// What runs the functions of threads other than main, if that is not left to themselves; no
    /// guess.
    thread_entry: Option<FunctionId>,
    /// Whether some mutex may be tried, so that threads can tell whether it is held; no guess.
    tried_mutexes: bool,
    /// Whether choices among any number of values are asked; no guess.
    any_choice: bool,
    /// Whether the runtime looks of which kind a mutex is; no guess.
    looks_at_kinds: bool,
}

impl Knowledge {
    /// What is believed at first.
    pub fn new(program: &Program) -> Knowledge {
        Knowledge {
            threads: FEW_THREADS,
            globals: vec![Facts::default(); program.globals.len()],
            sites: vec![Facts::default(); program.sites.len()],
            global_cuts: vec![Cuts::default(); program.globals.len()],
            site_cuts: vec![Cuts::default(); program.sites.len()],
            zeroed: vec![Vec::new(); program.sites.len()],
            confined: confined_sites(program),
            weak_cas: WeakCas::EVERYTHING,
            has_weak_cas: has_weak_cas(program),
            thread_entry: thread_entry(program),
            tried_mutexes: program.tries_mutexes(),
            any_choice: false,
            looks_at_kinds: looks_at_kinds(program),
        }
    }

    /// Whether the runtime looks of which kind a mutex is.
    pub(crate) fn looks_at_kinds(&self) -> bool {
        self.looks_at_kinds
    }

    /// The same, for who knows the answers to choices and does not try all of them.
    #[must_use]
    pub fn with_any_choice(self) -> Knowledge {
        Knowledge { any_choice: true, ..self }
    }

    pub(crate) fn has_any_choice(&self) -> bool {
        self.any_choice
    }

    /// The same, for an exploration that leaves out some failures of weak compare-exchanges.
    #[must_use]
    pub fn with_weak_cas(self, weak_cas: WeakCas) -> Knowledge {
        match self.has_weak_cas {
            true => Knowledge { weak_cas, ..self },
            false => self,
        }
    }

    pub fn weak_cas(&self) -> WeakCas {
        self.weak_cas
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
            Discovery::Contended(allocation) => {
                let facts = self.facts_mut(allocation);
                !std::mem::replace(&mut facts.contended, true)
            }
            Discovery::PrivateStart(site) => self.begin(site, Start::Private),
            Discovery::Early(site) => self.begin(site, Start::Early),
            Discovery::Zeroed { site, offset, size } => {
                let cells = &mut self.zeroed[site.index()];
                match cells.binary_search(&(offset, size)) {
                    Ok(_) => false,
                    Err(place) => {
                        cells.insert(place, (offset, size));
                        true
                    }
                }
            }
            Discovery::Split { allocation: Allocation::Site(site), .. }
                if self.sites[site.index()].start == Start::Shared =>
            {
                self.begin(site, Start::Private)
            }
            Discovery::Split { allocation: Allocation::Global(global), cut } => {
                self.global_cuts[global.index()].add(cut)
            }
            Discovery::Split { allocation: Allocation::Site(site), cut } => {
                let cuts = &mut self.site_cuts[site.index()];
                let is_new = cuts.add(cut);
                cuts.split(&mut self.zeroed[site.index()]);
                is_new
            }
        }
    }

    fn begin(&mut self, site: SiteId, start: Start) -> bool {
        let facts = &mut self.sites[site.index()];
        std::mem::replace(&mut facts.start, start) != start
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
            if facts.contended {
                discoveries.push(Discovery::Contended(allocation));
            }
            if let Allocation::Site(site) = allocation {
                match facts.start {
                    Start::Shared => {}
                    Start::Private => discoveries.push(Discovery::PrivateStart(site)),
                    Start::Early => discoveries.push(Discovery::Early(site)),
                }
            }
            let cuts = self.cuts(allocation).all();
            discoveries.extend(cuts.map(|cut| Discovery::Split { allocation, cut }));
            if let Allocation::Site(site) = allocation {
                let zeroed = self.zeroed(site).iter();
                discoveries.extend(zeroed.map(|&(offset, size)| Discovery::Zeroed {
                    site,
                    offset,
                    size,
                }));
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

    /// What is learnt if an object that was thought to be private is not.
    pub fn sharing(&self, allocation: Allocation) -> Discovery {
        match allocation {
            Allocation::Site(site) if self.starts_private(site) => Discovery::Early(site),
            Allocation::Site(_) | Allocation::Global(_) => Discovery::Shared(allocation),
        }
    }

    /// Whether objects created here are private until their creator creates a thread.
    pub fn starts_private(&self, site: SiteId) -> bool {
        self.sites[site.index()].start == Start::Private
    }

    /// The cells of objects created here to which zero is written when they are allocated, by
    /// offset and size.
    pub fn zeroed(&self, site: SiteId) -> &[(u32, u8)] {
        &self.zeroed[site.index()]
    }

    /// Whether zero is written to a cell of objects created here when they are allocated.
    pub fn is_zeroed(&self, site: SiteId, offset: u32, size: u8) -> bool {
        self.zeroed(site).binary_search(&(offset, size)).is_ok()
    }

    /// Whether accesses to objects created here are events.
    pub fn is_shared(&self, allocation: Allocation) -> bool {
        self.facts(allocation).shared
    }

    /// Whether nobody can have a pointer, not even a dangling one, to a local variable created here
    /// after the return of its function.
    pub fn is_confined(&self, allocation: Allocation) -> bool {
        match allocation {
            Allocation::Global(_) => false,
            Allocation::Site(site) => self.confined.to_function[site.index()],
        }
    }

    /// The same after the end of its block.
    pub(crate) fn is_confined_to_block(&self, allocation: Allocation) -> bool {
        match allocation {
            Allocation::Global(_) => false,
            Allocation::Site(site) => self.confined.to_block[site.index()],
        }
    }

    /// What [`thread_entry`] says.
    pub(crate) fn thread_entry(&self) -> Option<FunctionId> {
        self.thread_entry
    }

    /// Whether threads may try mutexes.
    pub fn has_tried_mutexes(&self) -> bool {
        self.tried_mutexes
    }

    /// Whether mutexes in objects created here are only locked and unlocked, after one
    /// initialisation.
    pub fn has_regular_mutexes(&self, allocation: Allocation) -> bool {
        !self.facts(allocation).irregular
    }

    /// Whether others write to objects created here while a thread that writes to them too stands
    /// at a weak compare-exchange.
    pub fn is_contended(&self, allocation: Allocation) -> bool {
        self.facts(allocation).contended
    }

    /// Where accesses to objects created here are split.
    pub fn cuts(&self, allocation: Allocation) -> &Cuts {
        match allocation {
            Allocation::Global(global) => &self.global_cuts[global.index()],
            Allocation::Site(site) => &self.site_cuts[site.index()],
        }
    }
}

/// The function that threads other than main start with, if the program has one: it gets the
/// function that the thread is created with, and the argument.
pub fn thread_entry(program: &Program) -> Option<FunctionId> {
    program.function_named(THREAD_ENTRY)
}

/// Whether the runtime of a program looks of which kind a mutex is: otherwise all that are used
/// must be normal ones.
pub fn looks_at_kinds(program: &Program) -> bool {
    program.function_named(LOOKS_AT_KINDS).is_some()
}

fn has_weak_cas(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks
        .flat_map(|block| &block.instructions)
        .any(|instruction| matches!(instruction, Instruction::CompareExchange { weak: true, .. }))
}
