//! What is there to choose? Holes, and for each the parts that may fill it: relations of the
//! expansion, of which a hole gets the union. An axiom that is added is a hole, too: `acyclic _`,
//! `irreflexive _` or `empty _`. The last two are sugar in the paper (§6.1: `acyclic r & id`,
//! `acyclic r; (E * E)`), and have the size of what they stand for. One of each is enough: two such
//! axioms say what one says of the union.
//!
//! Checks are of two kinds. A *graph* must be acyclic: it is the union of something constant and of
//! what each chosen part makes of the context. Everything else is decided part by part: a part
//! *kills* the views in which the check fails. That is so for `irreflexive` and `empty` of unions,
//! and for holes whose context does not distribute over unions, which get one relation or none.
//!
//! Relevance and subsumption (`dat3m-thesis` §6.2): a part is left out if another one of the hole
//! that is not larger has at least its pairs (and kills) in the views of forbidden claims and at
//! most its pairs in those of allowed ones: in every solution it can be put in its place. Pairs
//! that are on no cycle of all parts together do not count. And a part is left out if it alone
//! kills all witnesses of an allowed claim.

use crate::expansion::{Expansion, Known};
use crate::expression::Expression;
use crate::fillings::Fillings;
use crate::matrices::{Layout, Matrices, is_cyclic, is_reflexive};
use crate::observed::Label;
use crate::views::Views;
use cat::program::Check;
use cat::syntax::Test;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What an axiom that is not `acyclic` costs beyond its relations.
const SUGAR: usize = 2;

/// Where parts go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Hole {
    /// Of the sketch, by its number.
    Sketch(usize),
    /// An axiom `acyclic _` that is added, by its number.
    Acyclic(usize),
    /// The axioms of these kinds that are added.
    Irreflexive,
    Empty,
}

impl Hole {
    /// What it costs to have anything in it.
    pub(crate) fn size(self) -> usize {
        match self {
            Hole::Sketch(_) | Hole::Acyclic(_) => 0,
            Hole::Irreflexive | Hole::Empty => SUGAR,
        }
    }

    /// Whether it is an axiom that is added.
    pub(crate) fn is_axiom(self) -> bool {
        match self {
            Hole::Sketch(_) => false,
            Hole::Acyclic(_) | Hole::Irreflexive | Hole::Empty => true,
        }
    }
}

/// Something that may be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub hole: Hole,
    /// A relation of the expansion; none for leaving a hole empty that gets only one relation.
    pub relation: Option<usize>,
    pub size: usize,
    /// Its pairs in each graph that it has some in.
    pub pairs: Vec<(usize, Rc<Matrices>)>,
    /// The views that it kills by itself; empty if it kills none.
    pub kills: Vec<bool>,
}

/// What is to be chosen.
#[derive(Debug)]
pub(crate) struct Problem {
    pub parts: Vec<Part>,
    /// The constant parts of the graphs.
    pub graphs: Vec<Matrices>,
    /// The views that are killed in any case.
    pub killed: Vec<bool>,
    /// Of each of these, exactly one part is chosen.
    pub single: Vec<Hole>,
    /// What a choice kills follows from what its parts do: no two holes meet.
    pub is_separate: bool,
}

/// How much may be added to a sketch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Added {
    pub axioms: usize,
    /// Whether every claim must hold: then parts that break one are left out.
    pub is_strict: bool,
    /// The size of a part at most.
    pub size: usize,
}

impl Problem {
    /// The problem with the relations that are known by now; none if it was told to stop.
    pub(crate) fn new(
        views: &Views,
        layout: &Layout,
        expansion: &Expansion,
        fillings: &Fillings,
        added: Added,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Problem> {
        let mut problem = Problem {
            parts: Vec::new(),
            graphs: Vec::new(),
            killed: vec![false; views.views.len()],
            single: Vec::new(),
            is_separate: true,
        };
        let count = expansion.known.partition_point(|known| known.size <= added.size);
        let known = &expansion.known[..count];
        fillings.fill(&mut problem, layout, known);
        if added.axioms > 0 {
            problem.add_axioms(layout, known, added.axioms);
        }
        problem.reduce(views, layout, added.is_strict, go_on);
        go_on().then_some(problem)
    }

    fn add_axioms(&mut self, layout: &Layout, relations: &[Known], axioms: usize) {
        let first_graph = self.graphs.len();
        let rows = relations.first().map_or(0, |known| known.matrices.len());
        self.graphs.extend(vec![vec![0; rows]; axioms]);
        for (index, known) in relations.iter().enumerate() {
            let is_union = matches!(*known.expression, Expression::Union(..));
            let is_closure = matches!(*known.expression, Expression::Closure(_));
            let part =
                |hole, size, pairs, kills| Part { hole, relation: Some(index), size, pairs, kills };
            // The parts of a union can be chosen themselves.
            if is_union {
                continue;
            }
            // A relation has the cycles of its closure.
            if !is_closure {
                for axiom in 0..axioms {
                    let pairs = vec![(first_graph + axiom, Rc::clone(&known.matrices))];
                    self.parts.push(part(Hole::Acyclic(axiom), known.size, pairs, Vec::new()));
                }
            }
            let kills = layout.holds(&known.matrices, is_reflexive);
            self.parts.push(part(Hole::Irreflexive, known.size, Vec::new(), kills));
            let is_there = |rows: &[u32]| rows.iter().any(|row| *row != 0);
            let kills = layout.holds(&known.matrices, is_there);
            self.parts.push(part(Hole::Empty, known.size, Vec::new(), kills));
        }
    }

    /// The problem of the relations from one on, with nothing left out.
    pub(crate) fn of(
        layout: &Layout,
        known: &[Known],
        first: usize,
        fillings: &Fillings,
        axioms: usize,
    ) -> Problem {
        let killed = vec![false; layout.views()];
        let mut problem = Problem {
            parts: Vec::new(),
            graphs: Vec::new(),
            killed,
            single: Vec::new(),
            is_separate: !fillings.do_holes_meet(),
        };
        fillings.fill(&mut problem, layout, &known[first..]);
        problem.add_axioms(layout, &known[first..], axioms);
        for part in &mut problem.parts {
            part.relation = part.relation.map(|relation| first + relation);
        }
        problem
    }

    /// Takes a check with a context in: what it is with nothing in the holes.
    pub(crate) fn add_check(
        &mut self,
        layout: &Layout,
        check: &Check,
        empty: Matrices,
    ) -> Option<usize> {
        if check.test == Test::Acyclic {
            self.graphs.push(empty);
            return Some(self.graphs.len() - 1);
        }
        let fails = layout.holds(&empty, |rows| violates(check, rows));
        self.killed.iter_mut().zip(fails).for_each(|(own, fails)| *own |= fails);
        None
    }

    /// Leaves out parts that are of no use.
    fn reduce(
        &mut self,
        views: &Views,
        layout: &Layout,
        is_strict: bool,
        go_on: &dyn Fn() -> bool,
    ) {
        self.forget_pairs_without_cycle(layout);
        if is_strict {
            let is_spared = |part: &Part| !go_on() || spares(self, views, layout, part);
            let keep: Vec<bool> = self.parts.iter().map(is_spared).collect();
            let mut keep = keep.into_iter();
            self.parts.retain(|_| keep.next().unwrap_or(true));
        }
        let forbidden = views.labelled(Label::Forbidden);
        let allowed = views.labelled(Label::Allowed);
        let mut kept: Vec<(Part, Signature)> = Vec::new();
        let mut parts = std::mem::take(&mut self.parts);
        parts.sort_by_key(|part| (part.hole, part.size));
        for part in parts {
            if !go_on() {
                return;
            }
            let own = Signature::new(&part, layout, &forbidden, &allowed);
            // What a hole with one relation does without it may be worse than nothing.
            let is_idle = own.forbids_nothing() && !self.single.contains(&part.hole);
            let mut others = kept.iter().rev().take_while(|(other, _)| other.hole == part.hole);
            if !is_idle && !others.any(|(_, other)| other.subsumes(&own)) {
                kept.push((part, own));
            }
        }
        self.parts = kept.into_iter().map(|(part, _)| part).collect();
    }

    /// Removes pairs that are on no cycle, whatever is chosen.
    fn forget_pairs_without_cycle(&mut self, layout: &Layout) {
        for graph in 0..self.graphs.len() {
            let mut all = self.graphs[graph].clone();
            for part in &self.parts {
                for (_, pairs) in part.pairs.iter().filter(|(own, _)| *own == graph) {
                    all.iter_mut().zip(&**pairs).for_each(|(all, own)| *all |= own);
                }
            }
            // A pair is on a cycle if its end leads back to its start.
            let back = layout.converse(&layout.transitive(&all));
            let mask = |rows: &Matrices| -> Matrices {
                rows.iter().zip(&back).map(|(row, back)| row & back).collect()
            };
            self.graphs[graph] = mask(&self.graphs[graph]);
            for part in &mut self.parts {
                for (_, pairs) in part.pairs.iter_mut().filter(|(own, _)| *own == graph) {
                    *pairs = Rc::new(mask(pairs));
                }
            }
        }
    }

    /// The size of a choice of parts, with the kinds of axioms that it has.
    pub(crate) fn size(&self, chosen: &[usize]) -> usize {
        let parts = || chosen.iter().map(|part| &self.parts[*part]);
        let holes: BTreeSet<Hole> = parts().map(|part| part.hole).collect();
        let of_parts: usize = parts().map(|part| part.size).sum();
        of_parts + holes.into_iter().map(Hole::size).sum::<usize>()
    }

    /// The views that a choice of parts kills, with the graphs that it makes.
    pub(crate) fn judge(&self, layout: &Layout, chosen: &[usize]) -> (Vec<bool>, Vec<Matrices>) {
        let (mut killed, mut graphs) = (self.killed.clone(), self.graphs.clone());
        for part in chosen.iter().map(|part| &self.parts[*part]) {
            killed.iter_mut().zip(&part.kills).for_each(|(own, kills)| *own |= kills);
            for (graph, pairs) in &part.pairs {
                graphs[*graph].iter_mut().zip(&**pairs).for_each(|(own, row)| *own |= row);
            }
        }
        for graph in &graphs {
            let cyclic = layout.holds(graph, is_cyclic);
            killed.iter_mut().zip(cyclic).for_each(|(own, kills)| *own |= kills);
        }
        (killed, graphs)
    }
}

/// Whether a check fails.
pub(crate) fn violates(check: &Check, rows: &[u32]) -> bool {
    let fails = match check.test {
        Test::Acyclic => is_cyclic(rows),
        Test::Irreflexive => is_reflexive(rows),
        Test::Empty => rows.iter().any(|row| *row != 0),
    };
    fails != check.negated
}

/// Whether each allowed claim keeps a witness if only this part is chosen.
fn spares(problem: &Problem, views: &Views, layout: &Layout, part: &Part) -> bool {
    let dies = |view: &usize| {
        let is_cyclic_in = |(graph, pairs): &(usize, Rc<Matrices>)| {
            let range = layout.range(*view);
            let constant = &problem.graphs[*graph][range.clone()];
            let rows = constant.iter().zip(&pairs[range]).map(|(first, second)| first | second);
            is_cyclic(&rows.collect::<Vec<u32>>())
        };
        part.kills.get(*view) == Some(&true) || part.pairs.iter().any(is_cyclic_in)
    };
    let mut allowed = views.claims.iter().filter(|claim| claim.label == Label::Allowed);
    allowed.all(|claim| claim.views.is_empty() || !claim.views.iter().all(dies))
}

/// What a part does in the views that count.
struct Signature {
    forbidden: Vec<u32>,
    allowed: Vec<u32>,
}

impl Signature {
    fn new(part: &Part, layout: &Layout, forbidden: &[bool], allowed: &[bool]) -> Signature {
        let words = |wanted: &[bool]| {
            let mut words = Vec::new();
            for view in (0..layout.views()).filter(|view| wanted[*view]) {
                words.push(u32::from(part.kills.get(view) == Some(&true)));
                for (_, pairs) in &part.pairs {
                    words.extend(&pairs[layout.range(view)]);
                }
            }
            words
        };
        Signature { forbidden: words(forbidden), allowed: words(allowed) }
    }

    fn forbids_nothing(&self) -> bool {
        self.forbidden.iter().all(|word| *word == 0)
    }

    /// Whether it can take the place of the other. Parts of one hole are in the same graphs.
    fn subsumes(&self, other: &Signature) -> bool {
        let is_within = |smaller: &[u32], larger: &[u32]| {
            smaller.iter().zip(larger).all(|(smaller, larger)| smaller & !larger == 0)
        };
        is_within(&other.forbidden, &self.forbidden) && is_within(&self.allowed, &other.allowed)
    }
}
