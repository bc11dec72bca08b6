//! Checking (`dat3m-thesis` §6.2, Algorithm 5): is there a set of axioms `acyclic r` that forbids
//! all witnesses of the forbidden tests and leaves each allowed test one of its own?
//!
//! Backtracking as in the paper: take a forbidden witness that nothing kills yet, try each axiom
//! that does. Numbers of axioms are tried in order, and within one number the smallest total size
//! wins. An axiom is left out if one that is not larger kills all forbidden witnesses that it kills
//! and no other witness of an allowed test: putting that one in its place keeps a model correct
//! (this replaces the paper's redundancy of orders).

use crate::views::{Label, Views};

/// An axiom, by what it forbids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Axiom {
    /// The number of its relation.
    pub relation: usize,
    pub size: usize,
    /// The views in which its relation has a cycle.
    pub kills: Vec<bool>,
}

/// The axioms that are worth trying.
#[derive(Debug)]
pub(crate) struct Axioms<'v> {
    views: &'v Views,
    /// Views that must be killed.
    forbidden: Vec<bool>,
    /// Views of allowed tests.
    allowed: Vec<bool>,
    pub relevant: Vec<Axiom>,
}

impl<'v> Axioms<'v> {
    pub(crate) fn new(views: &'v Views) -> Axioms<'v> {
        let of = |label: Label| {
            let mut is_of = vec![false; views.views.len()];
            let tests = views.tests.iter().filter(|test| test.label == label);
            tests.flat_map(|test| &test.views).for_each(|view| is_of[*view] = true);
            is_of
        };
        let (forbidden, allowed) = (of(Label::Forbidden), of(Label::Allowed));
        Axioms { views, forbidden, allowed, relevant: Vec::new() }
    }

    /// Whether every allowed test has a witness among those that are not killed.
    fn spares(&self, kills: &[bool]) -> bool {
        let allowed = self.views.tests.iter().filter(|test| test.label == Label::Allowed);
        allowed.into_iter().all(|test| test.views.iter().any(|view| !kills[*view]))
    }

    /// Takes an axiom in, if it is relevant and nothing that is there subsumes it. Axioms come in
    /// order of size.
    pub(crate) fn add(&mut self, axiom: Axiom) {
        let kills_some = self.forbidden.iter().zip(&axiom.kills).any(|(is, kills)| *is && *kills);
        let subsumes = |own: &Axiom| {
            let views = own.kills.iter().zip(&axiom.kills).enumerate();
            views.into_iter().all(|(view, (own, other))| {
                (*own || !*other || !self.forbidden[view])
                    && (!*own || *other || !self.allowed[view])
            })
        };
        if kills_some && self.spares(&axiom.kills) && !self.relevant.iter().any(subsumes) {
            self.relevant.push(axiom);
        }
    }

    /// A correct set of axioms with the fewest axioms, at most `most`, and of these a smallest one;
    /// none if there is none. The error is for being told to stop.
    pub(crate) fn cover(
        &self,
        most: usize,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<usize>>, ()> {
        for count in 0..=most {
            let mut best = None;
            let start = vec![false; self.views.views.len()];
            self.search(count, start, &mut Vec::new(), 0, &mut best, go_on)?;
            if let Some((_, found)) = best {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn search(
        &self,
        left: usize,
        killed: Vec<bool>,
        chosen: &mut Vec<usize>,
        size: usize,
        best: &mut Option<(usize, Vec<usize>)>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), ()> {
        if !go_on() {
            return Err(());
        }
        if !self.spares(&killed) || best.as_ref().is_some_and(|(known, _)| size >= *known) {
            return Ok(());
        }
        let open = (0..killed.len()).find(|view| self.forbidden[*view] && !killed[*view]);
        let Some(open) = open else {
            *best = Some((size, chosen.clone()));
            return Ok(());
        };
        if left == 0 {
            return Ok(());
        }
        for (index, axiom) in self.relevant.iter().enumerate() {
            if axiom.kills[open] {
                let both = killed.iter().zip(&axiom.kills).map(|(own, other)| *own || *other);
                chosen.push(index);
                let size = size + axiom.size;
                self.search(left - 1, both.collect(), chosen, size, best, go_on)?;
                chosen.pop();
            }
        }
        Ok(())
    }
}
