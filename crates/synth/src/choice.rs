//! Checking (`dat3m-thesis` §6.2): is there a choice of parts that forbids all witnesses of
//! forbidden claims and leaves each allowed claim one of its own?
//!
//! The paper backtracks over axioms. Here axioms are unions of parts, and so there are more of them
//! than can be listed: a solver chooses the parts, and learns from what is wrong with its choice.
//!
//! - A view that should die and does not: the graphs are filled up with further parts as long as
//!   the view lives. One of the parts that are still outside must be chosen (or one that kills the
//!   view by itself). Filling up makes these clauses short.
//! - A view that should live and does not: not all pairs of a cycle are there, for a literal for
//!   each pair, which every part with this pair makes true.
//!
//! Both kinds of clauses hold for every solution, so that "impossible" is certain, and what is
//! chosen is judged on all views before it is believed. Oracle: `tests/synthesis.rs` lists all
//! choices for small pools.

use crate::counter::sums;
use crate::matrices::{Layout, Matrices, bits, is_cyclic};
use crate::observed::Label;
use crate::problem::{Hole, Problem};
use crate::views::{Views, Witnesses};
use rustc_hash::FxHashMap;
use solver::{Answer, Backend, Literal, Solver};
use std::collections::BTreeMap;
use std::ops::Range;

/// What may be chosen at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Most {
    pub axioms: usize,
    /// The sizes of all parts together.
    pub size: usize,
    /// Claims that need not hold.
    pub exceptions: usize,
}

/// A choice of parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Selection {
    pub parts: Vec<usize>,
    pub size: usize,
    /// The claims that do not hold.
    pub exceptions: Vec<usize>,
}

/// What a question ended in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    Selection(Selection),
    /// There is none; of some claims that already exclude it, if all had to hold.
    Impossible(Vec<usize>),
    Stopped,
}

/// A solver for one problem.
pub(crate) struct Chooser<'p> {
    problem: &'p Problem,
    views: &'p Views,
    layout: &'p Layout,
    solver: Box<dyn Solver>,
    parts: Vec<Literal>,
    /// Whether each claim must hold.
    claims: Vec<Literal>,
    /// Of the claims from this one on, the solver chooses which hold.
    free: usize,
    /// Whether a view of an allowed claim lives, for which it is wanted.
    lives: BTreeMap<usize, Literal>,
    /// Whether a graph has a pair in a view.
    pairs: FxHashMap<(usize, usize, usize, usize), Literal>,
    sizes: Vec<Literal>,
    axioms: Vec<Literal>,
    exceptions: Vec<Literal>,
    /// The choice so far that spares all allowed claims and leaves the fewest forbidden ones, with
    /// these.
    pub nearest: Option<Selection>,
}

impl<'p> Chooser<'p> {
    /// For questions with no larger bounds than these.
    pub(crate) fn new(
        problem: &'p Problem,
        views: &'p Views,
        layout: &'p Layout,
        most: Most,
    ) -> Chooser<'p> {
        let mut solver = Backend::Cadical.start();
        let literals = |count: usize, solver: &mut Box<dyn Solver>| -> Vec<Literal> {
            (0..count).map(|_| solver.new_variable().positive()).collect()
        };
        let parts = literals(problem.parts.len(), &mut solver);
        let claims = literals(views.claims.len(), &mut solver);
        let is_assumed = |claim: &usize| views.claims[*claim].is_assumed;
        for claim in (0..claims.len()).filter(is_assumed) {
            solver.add_clause(&[claims[claim]]);
        }
        let mut lives = BTreeMap::new();
        for (claim, enabled) in views.claims.iter().zip(&claims) {
            if claim.label == Label::Allowed {
                let mut clause = vec![!*enabled];
                for view in claim.views.iter().filter(|view| !problem.killed[**view]) {
                    let new = || solver.new_variable().positive();
                    clause.push(*lives.entry(*view).or_insert_with(new));
                }
                solver.add_clause(&clause);
            }
        }
        for hole in &problem.single {
            let of_hole = problem.parts.iter().zip(&parts).filter(|(part, _)| part.hole == *hole);
            let of_hole: Vec<Literal> = of_hole.map(|(_, literal)| *literal).collect();
            solver.add_clause(&of_hole);
            let two = sums(&mut *solver, of_hole.iter().map(|literal| (*literal, 1)), 1);
            two.get(1).iter().for_each(|two| solver.add_clause(&[!**two]));
        }
        let axioms = used_axioms(&mut *solver, problem, &parts);
        let weights = problem.parts.iter().zip(&parts).map(|(part, own)| (*own, part.size));
        let sugar = axioms.iter().map(|(hole, used)| (*used, hole.size()));
        let sizes = sums(&mut *solver, weights.chain(sugar), most.size);
        let axioms = sums(&mut *solver, axioms.values().map(|used| (*used, 1)), most.axioms);
        let observed = claims.iter().zip(&views.claims).filter(|(_, own)| !own.is_assumed);
        let excepted = observed.map(|(claim, _)| (!*claim, 1));
        let exceptions = match most.exceptions {
            0 => Vec::new(),
            most => sums(&mut *solver, excepted, most),
        };
        Chooser {
            problem,
            views,
            layout,
            solver,
            parts,
            free: claims.len(),
            claims,
            lives,
            pairs: FxHashMap::default(),
            sizes,
            axioms,
            exceptions,
            nearest: None,
        }
    }

    /// A choice within bounds, of which these claims, or all, must hold.
    pub(crate) fn choose(
        &mut self,
        most: Most,
        required: Option<&[usize]>,
        go_on: &dyn Fn() -> bool,
    ) -> Chosen {
        let mut assumptions = Vec::new();
        let bounds = [
            (&self.sizes, most.size),
            (&self.axioms, most.axioms),
            (&self.exceptions, most.exceptions),
        ];
        for (sums, most) in bounds {
            assumptions.extend(sums.get(most).map(|above| !*above));
        }
        match required {
            Some(required) => assumptions.extend(required.iter().map(|claim| self.claims[*claim])),
            None if most.exceptions == 0 => assumptions.extend(&self.claims),
            None => {}
        }
        loop {
            match self.solver.solve(&assumptions, go_on) {
                Answer::Stopped => return Chosen::Stopped,
                Answer::Unsatisfiable => {
                    let core = self.solver.core();
                    let is_in = |claim: &usize| {
                        core.contains(&self.claims[*claim]) && !self.views.claims[*claim].is_assumed
                    };
                    return Chosen::Impossible((0..self.claims.len()).filter(is_in).collect());
                }
                Answer::Satisfiable => {}
            }
            let value = |solver: &mut Box<dyn Solver>, literals: &[Literal]| -> Vec<bool> {
                literals.iter().map(|literal| solver.value(*literal)).collect()
            };
            let parts = value(&mut self.solver, &self.parts);
            let parts: Vec<usize> = (0..parts.len()).filter(|part| parts[*part]).collect();
            let enabled = value(&mut self.solver, &self.claims);
            let lives: BTreeMap<usize, bool> = self
                .lives
                .iter()
                .map(|(view, literal)| (*view, self.solver.value(*literal)))
                .collect();
            let (killed, graphs) = self.problem.judge(self.layout, &parts);
            let wrong = |claim: &usize| !holds(&self.views.claims[*claim], &killed);
            let wrong: Vec<usize> = (0..enabled.len()).filter(wrong).collect();
            let size = self.problem.size(&parts);
            let selection = Selection { parts, size, exceptions: wrong.clone() };
            self.remember(&selection);
            let is_required = |claim: &usize| {
                enabled[*claim]
                    && (*claim >= self.free
                        || self.views.claims[*claim].is_assumed
                        || required.is_none_or(|required| required.contains(claim)))
            };
            let wrong: Vec<usize> = wrong.into_iter().filter(is_required).collect();
            if wrong.is_empty() {
                return Chosen::Selection(selection);
            }
            for claim in wrong {
                self.learn(claim, &selection.parts, &killed, &graphs, &lives);
            }
        }
    }

    /// From now on one of some claims holds.
    pub(crate) fn require_one(&mut self, claims: Range<usize>) {
        self.free = self.free.min(claims.start);
        self.solver.add_clause(&self.claims[claims]);
    }

    /// Keeps a choice if it spares all allowed claims and is the nearest so far.
    fn remember(&mut self, selection: &Selection) {
        let label = |claim: &usize| self.views.claims[*claim].label;
        let spares = !selection.exceptions.iter().any(|claim| label(claim) == Label::Allowed);
        let is_nearer = self.nearest.as_ref().is_none_or(|own| {
            (selection.exceptions.len(), selection.size) < (own.exceptions.len(), own.size)
        });
        if spares && is_nearer {
            self.nearest = Some(selection.clone());
        }
    }

    /// Adds clauses that exclude what is wrong about a claim.
    fn learn(
        &mut self,
        claim: usize,
        parts: &[usize],
        killed: &[bool],
        graphs: &[Matrices],
        lives: &BTreeMap<usize, bool>,
    ) {
        let own = &self.views.claims[claim];
        match own.label {
            Label::Forbidden => {
                if let Some(view) = own.views.iter().copied().find(|view| !killed[*view]) {
                    let mut clause = self.ways_to_kill(view, parts, graphs);
                    clause.push(!self.claims[claim]);
                    self.solver.add_clause(&clause);
                }
            }
            Label::Allowed => {
                let is_wanted = |view: &usize| lives.get(view) == Some(&true);
                let wanted: Vec<usize> = own.views.iter().copied().filter(is_wanted).collect();
                wanted.into_iter().for_each(|view| self.spare(view, graphs));
            }
        }
    }

    /// Parts of which one must be chosen if a view that lives with these is to die.
    fn ways_to_kill(&self, view: usize, parts: &[usize], graphs: &[Matrices]) -> Vec<Literal> {
        let range = self.layout.range(view);
        let mut filled: Vec<Vec<u32>> =
            graphs.iter().map(|graph| graph[range.clone()].to_vec()).collect();
        let mut clause = Vec::new();
        for (index, part) in self.problem.parts.iter().enumerate() {
            if part.kills.get(view) == Some(&true) {
                clause.push(self.parts[index]);
                continue;
            }
            if parts.contains(&index) {
                continue;
            }
            let mut keeps = true;
            let mut grown = Vec::new();
            for (graph, pairs) in &part.pairs {
                let rows = filled[*graph].iter().zip(&pairs[range.clone()]);
                let rows: Vec<u32> = rows.map(|(own, new)| own | new).collect();
                keeps &= !is_cyclic(&rows);
                grown.push((*graph, rows));
            }
            match keeps {
                true => grown.into_iter().for_each(|(graph, rows)| filled[graph] = rows),
                false => clause.push(self.parts[index]),
            }
        }
        clause
    }

    /// A view that is wanted alive is not killed in the way it is now.
    fn spare(&mut self, view: usize, graphs: &[Matrices]) {
        let lives = self.lives[&view];
        let range = self.layout.range(view);
        for (index, part) in self.problem.parts.iter().enumerate() {
            if part.kills.get(view) == Some(&true) {
                self.solver.add_clause(&[!lives, !self.parts[index]]);
            }
        }
        for (graph, rows) in graphs.iter().enumerate() {
            let Some(cycle) = shortest_cycle(&rows[range.clone()]) else { continue };
            let mut clause = vec![!lives];
            let next = cycle.iter().cycle().skip(1);
            for (from, to) in cycle.iter().zip(next) {
                let constant = self.problem.graphs[graph][range.start + from] >> to & 1 == 1;
                if !constant {
                    clause.push(!self.pair(graph, view, *from, *to));
                }
            }
            self.solver.add_clause(&clause);
        }
    }

    /// The literal that is true if a graph has a pair.
    fn pair(&mut self, graph: usize, view: usize, from: usize, to: usize) -> Literal {
        if let Some(known) = self.pairs.get(&(graph, view, from, to)) {
            return *known;
        }
        let literal = self.solver.new_variable().positive();
        let row = self.layout.range(view).start + from;
        for (part, own) in self.problem.parts.iter().zip(&self.parts) {
            let mut pairs = part.pairs.iter().filter(|(own, _)| *own == graph);
            if pairs.any(|(_, rows)| rows[row] >> to & 1 == 1) {
                self.solver.add_clause(&[!*own, literal]);
            }
        }
        self.pairs.insert((graph, view, from, to), literal);
        literal
    }
}

/// Whether a claim holds where these views are killed.
pub(crate) fn holds(claim: &Witnesses, killed: &[bool]) -> bool {
    let mut views = claim.views.iter();
    match claim.label {
        Label::Allowed => views.any(|view| !killed[*view]),
        Label::Forbidden => views.all(|view| killed[*view]),
    }
}

/// For each axiom that may be added a literal, which is true if there is anything in it.
fn used_axioms(
    solver: &mut dyn Solver,
    problem: &Problem,
    parts: &[Literal],
) -> BTreeMap<Hole, Literal> {
    let mut used: BTreeMap<Hole, Literal> = BTreeMap::new();
    for (part, literal) in problem.parts.iter().zip(parts).filter(|(part, _)| part.hole.is_axiom())
    {
        let new = || solver.new_variable().positive();
        let used = *used.entry(part.hole).or_insert_with(new);
        solver.add_clause(&[!*literal, used]);
    }
    // Acyclic ones are alike: a later one is not used before an earlier one.
    let is_alike = |hole: &Hole| matches!(hole, Hole::Acyclic(_));
    let alike: Vec<Literal> =
        used.iter().filter(|(hole, _)| is_alike(hole)).map(|(_, used)| *used).collect();
    alike.windows(2).for_each(|pair| solver.add_clause(&[!pair[1], pair[0]]));
    used
}

/// The events of a shortest cycle, in its order.
fn shortest_cycle(rows: &[u32]) -> Option<Vec<usize>> {
    (0..rows.len()).filter_map(|start| cycle_through(rows, start)).min_by_key(Vec::len)
}

/// Breadth first.
fn cycle_through(rows: &[u32], start: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; rows.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(event) = queue.pop_front() {
        for next in bits(rows[event]) {
            if next == start {
                let mut path = vec![event];
                while let Some(earlier) = before[path[path.len() - 1]] {
                    path.push(earlier);
                }
                path.reverse();
                return Some(path);
            }
            if before[next].is_none() {
                before[next] = Some(event);
                queue.push_back(next);
            }
        }
    }
    None
}
