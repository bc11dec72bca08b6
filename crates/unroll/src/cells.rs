//! Into which parts are accesses cut, where they overlap in part?
//!
//! A *cell* is a range of bytes that no access of the program divides (as `cells` in `candidates`
//! has it), and an access has an event for each of its cells. Here an access may be at several
//! addresses and is cut in the same way at each of them, so a cut at one of them is a cut at all.
//! Where accesses are is known only after values are, and these depend on the cells: a program is
//! built again with more cuts until there is nothing new to cut.

use std::collections::{BTreeMap, BTreeSet};

/// What is known of accesses before they are built, by their names.
#[derive(Clone, Debug)]
pub(crate) struct Plan<K> {
    sites: BTreeMap<K, Site>,
    cuts: BTreeSet<u64>,
    /// Bytes that somebody looks at in the end, who is no access.
    looked_at: BTreeSet<(u64, u8)>,
    /// Whether some access may be where none was when cuts were made.
    has_news: bool,
}

/// An access: its size, and where it may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    pub size: u8,
    /// In ascending order; none if that is not bounded.
    pub addresses: Option<Vec<u64>>,
    /// Those of them at which it is not stopped.
    pub allowed: Vec<u64>,
}

impl Site {
    fn ranges(&self) -> impl Iterator<Item = (u64, u8)> {
        self.allowed.iter().map(|address| (*address, self.size))
    }
}

impl<K> Default for Plan<K> {
    fn default() -> Plan<K> {
        Plan {
            sites: BTreeMap::new(),
            cuts: BTreeSet::new(),
            looked_at: BTreeSet::new(),
            has_news: false,
        }
    }
}

impl<K: Ord + Clone> Plan<K> {
    /// Adds where an access was found to be. Only what `is_allowed` is accessed in fact.
    pub(crate) fn note(
        &mut self,
        key: &K,
        size: u8,
        addresses: Option<&[u64]>,
        is_allowed: impl Fn(u64) -> bool,
    ) {
        let known = match self.sites.get_mut(key) {
            Some(known) => known,
            None => {
                self.has_news = true;
                let site = Site { size, addresses: Some(Vec::new()), allowed: Vec::new() };
                self.sites.entry(key.clone()).or_insert(site)
            }
        };
        let Some(before) = &mut known.addresses else { return };
        let Some(addresses) = addresses else {
            (known.addresses, known.allowed, self.has_news) = (None, Vec::new(), true);
            return;
        };
        let is_new = |at: &&u64| before.binary_search(at).is_err();
        let new: Vec<u64> = addresses.iter().filter(is_new).copied().collect();
        if new.is_empty() {
            return;
        }
        before.extend(&new);
        before.sort_unstable();
        known.allowed.extend(new.into_iter().filter(|at| is_allowed(*at)));
        known.allowed.sort_unstable();
        self.has_news = true;
    }

    /// Somebody looks at some bytes in the end.
    pub(crate) fn look_at(&mut self, address: u64, size: u8) {
        self.has_news |= self.looked_at.insert((address, size));
    }

    /// Whether some access may be where none was when cuts were made.
    pub(crate) fn has_news(&self) -> bool {
        self.has_news
    }

    /// Cuts accesses where others start or end; whether there is a new cut.
    pub(crate) fn cut(&mut self) -> bool {
        if !std::mem::take(&mut self.has_news) {
            return false;
        }
        let before = self.cuts.len();
        self.cut_overlaps();
        loop {
            let count = self.cuts.len();
            if count == 0 {
                return false;
            }
            for site in self.sites.values() {
                let offsets = offsets(&self.cuts, site);
                let cuts =
                    site.allowed.iter().flat_map(|at| offsets.iter().map(move |own| at + own));
                self.cuts.extend(cuts);
            }
            if self.cuts.len() == count {
                return count > before;
            }
        }
    }

    /// Cuts where an access starts or ends in another one.
    fn cut_overlaps(&mut self) {
        let accesses = self.sites.values().flat_map(Site::ranges);
        let mut ranges: Vec<(u64, u8)> = accesses.chain(self.looked_at.iter().copied()).collect();
        ranges.sort_unstable();
        ranges.dedup();
        for (index, (start, size)) in ranges.iter().enumerate() {
            let end = start + u64::from(*size);
            for (from, size) in ranges[index + 1..].iter().take_while(|(from, _)| *from < end) {
                let to = from + u64::from(*size);
                let inside = |at: &u64| start < at && *at < end || from < at && *at < to;
                self.cuts.extend([*start, end, *from, to].iter().filter(|at| inside(at)));
            }
        }
    }

    /// What is known of an access; none if it was not met yet.
    pub(crate) fn site(&self, key: &K) -> Option<&Site> {
        self.sites.get(key)
    }

    /// The parts of an access, each with its offset and size.
    pub(crate) fn parts(&self, key: &K, size: u8) -> Vec<(u8, u8)> {
        let site = self.sites.get(key).filter(|_| !self.cuts.is_empty());
        let offsets = site.map(|site| offsets(&self.cuts, site)).unwrap_or_default();
        let starts: Vec<u8> = [0].into_iter().chain(offsets.iter().map(|at| *at as u8)).collect();
        let ends = starts[1..].iter().copied().chain([size]);
        starts.iter().zip(ends).map(|(start, end)| (*start, end - start)).collect()
    }

    /// The cells from one address to another, that accesses are in.
    pub(crate) fn cells(&self, from: u64, to: u64) -> BTreeSet<(u64, u8)> {
        let mut cells = BTreeSet::new();
        for (start, size) in self.sites.values().flat_map(Site::ranges) {
            if start < from || start >= to {
                continue;
            }
            let end = start + u64::from(size);
            let cuts = self.cuts.range(start + 1..end).copied();
            let mut at = start;
            for cut in cuts.chain([end]) {
                cells.insert((at, (cut - at) as u8));
                at = cut;
            }
        }
        cells
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
