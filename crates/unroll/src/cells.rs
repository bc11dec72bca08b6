//! Into which parts are accesses cut, where they overlap in part?
//!
//! A *cell* is a range of bytes that no access of the program divides (as `cells` in `candidates`
//! has it), and an access has an event for each of its cells. Here an access may be at several
//! addresses and is cut in the same way at each of them, so a cut at one of them is a cut at all.
//! Where accesses are is known only after values are, and these depend on the cells: a program is
//! built again with more cuts until there is nothing new to cut.

use std::collections::{BTreeMap, BTreeSet};

/// What names an access: the thread, and where it is on the unrolled way.
pub(crate) type SiteKey = Vec<u32>;

/// What is known of accesses before they are built.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Plan {
    sites: BTreeMap<SiteKey, Site>,
    cuts: BTreeSet<u64>,
}

/// An access: its size, and where it may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    pub size: u8,
    /// None if that is not bounded.
    pub addresses: Option<BTreeSet<u64>>,
    /// Those of them at which it is not stopped.
    pub allowed: BTreeSet<u64>,
}

impl Site {
    pub(crate) fn new(size: u8, addresses: Option<BTreeSet<u64>>) -> Site {
        Site { size, addresses, allowed: BTreeSet::new() }
    }

    fn ranges(&self) -> impl Iterator<Item = (u64, u8)> {
        self.allowed.iter().map(|address| (*address, self.size))
    }
}

impl Plan {
    /// Adds what accesses were found to be; whether that is nothing new. Only what `is_allowed` is
    /// accessed in fact.
    pub(crate) fn refine(
        &mut self,
        sites: BTreeMap<SiteKey, Site>,
        is_allowed: &dyn Fn(u64, u8) -> bool,
    ) -> bool {
        let before = self.clone();
        for (key, site) in sites {
            let known = self.sites.entry(key).or_insert_with(|| site.clone());
            known.addresses = match (known.addresses.take(), site.addresses) {
                (Some(known), Some(new)) => Some(known.union(&new).copied().collect()),
                _ => None,
            };
            let addresses = known.addresses.iter().flatten().copied();
            known.allowed = addresses.filter(|at| is_allowed(*at, site.size)).collect();
        }
        self.cut_overlaps();
        loop {
            let count = self.cuts.len();
            for site in self.sites.values() {
                let offsets = offsets(&self.cuts, site);
                let cuts =
                    site.allowed.iter().flat_map(|at| offsets.iter().map(move |own| at + own));
                self.cuts.extend(cuts);
            }
            if self.cuts.len() == count {
                return *self == before;
            }
        }
    }

    /// Cuts where an access starts or ends in another one.
    fn cut_overlaps(&mut self) {
        let ranges: BTreeSet<(u64, u8)> = self.sites.values().flat_map(Site::ranges).collect();
        for (start, size) in &ranges {
            let end = start + u64::from(*size);
            // No access has more than eight bytes.
            let near = ranges.range((start.saturating_sub(8), 0)..(end, 0));
            for (from, size) in near {
                let inside = |at: &u64| from < at && *at < from + u64::from(*size);
                self.cuts.extend([*start, end].into_iter().filter(inside));
            }
        }
    }

    /// What is known of an access; none if it was not met yet.
    pub(crate) fn site(&self, key: &SiteKey) -> Option<&Site> {
        self.sites.get(key)
    }

    /// The parts of an access, each with its offset and size.
    pub(crate) fn parts(&self, key: &SiteKey, size: u8) -> Vec<(u8, u8)> {
        let offsets = self.sites.get(key).map(|site| offsets(&self.cuts, site)).unwrap_or_default();
        let starts: Vec<u8> = [0].into_iter().chain(offsets.iter().map(|at| *at as u8)).collect();
        let ends = starts[1..].iter().copied().chain([size]);
        starts.iter().zip(ends).map(|(start, end)| (*start, end - start)).collect()
    }

    /// All accesses at all of their addresses, with their sizes and in how many parts they are.
    pub(crate) fn accesses(&self) -> Vec<(u64, u8, usize)> {
        let accesses = self.sites.iter().flat_map(|(key, site)| {
            let parts = self.parts(key, site.size).len();
            site.allowed.iter().map(move |address| (*address, site.size, parts))
        });
        accesses.collect()
    }
}

/// Where an access is cut, from its start.
fn offsets(cuts: &BTreeSet<u64>, site: &Site) -> BTreeSet<u64> {
    let allowed = site.allowed.iter();
    allowed
        .flat_map(|at| cuts.range(at + 1..at + u64::from(site.size)).map(move |cut| cut - at))
        .collect()
}
