//! Expansion by CEGIS (`dat3m-thesis` §6.4.2): a solver instantiates templates such that some views
//! are forbidden and others are not; what is found is judged on all views, and views about which it
//! is wrong are added.
//!
//! Deviations from Algorithm 6: 1. The axioms of a model are looked for together, and so are what
//! fills the holes of a sketch, so that there is no list of relations to combine, and no
//! backtracking over which views a relation forbids: every view is forbidden by one of the
//! templates. 2. Executions of allowed tests are given, too, as views: one of each claim must live.
//! 3. Sizes are bounded, as in the enumeration, and the smallest total size is found. 4. What was
//! learnt from is handed on to the next number of templates.
//!
//! Recursion (§6.5): names are leaves, and a further template for each name is its definition. That
//! a view *lives* is certain with any relations for the names that have what their definitions make
//! of them, since the least ones are within; the solver chooses those. That a view *dies* is
//! certain with what some rounds make of nothing. If there is no model, and that is only because
//! there were too few rounds, there are more: with the literal `deeper`, a view may die in which
//! the last round still had something new.
//!
//! Oracle: `tests/agreement.rs`, where both expansions and brute force say the same about existence
//! up to a size.

use crate::base_relations::{BaseRelation, Use};
use crate::choice::holds;
use crate::counter::sums;
use crate::expression::{Expression, System};
use crate::fillings::Fillings;
use crate::gates::{Gates, Pairs};
use crate::matrices::{Layout, Matrices, close, is_cyclic, is_reflexive};
use crate::observed::Label;
use crate::template::{Leaves, Template, one_of, system};
use crate::views::Views;
use cat::Domain;
use solver::{Answer, Backend, Circuit, Literal};
use std::collections::BTreeMap;
use std::rc::Rc;

/// So many claims are learnt from at once.
const MOST_LEARNT: usize = 4;

/// What is checked of a relation.
const TESTS: [&str; 3] = ["acyclic", "irreflexive", "empty"];

/// What templates are instantiated for.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'s> {
    pub views: &'s Views,
    pub layout: &'s Layout,
    pub base: &'s [BaseRelation],
    pub values: &'s [Matrices],
    pub fillings: &'s Fillings,
}

/// Which templates there are, and what they may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub axioms: usize,
    /// Relations that are defined by themselves.
    pub names: usize,
    pub depth: u32,
    pub total: usize,
    pub exceptions: usize,
}

/// What was chosen for an axiom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Instance {
    pub test: &'static str,
    pub expression: Rc<Expression>,
}

/// What was chosen for a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Built {
    pub axioms: Vec<Instance>,
    /// What is in each hole of the sketch.
    pub holes: Vec<Rc<Expression>>,
    /// The claims that do not hold.
    pub wrong: Vec<usize>,
}

/// What came out of some templates.
pub(crate) enum Instantiated {
    Found(Built),
    None,
    Stopped,
}

/// What is handed on from some templates to the next.
#[derive(Default, Debug)]
pub(crate) struct Experience {
    /// The claims that were learnt from.
    learnt: Vec<usize>,
    /// What spares everything that is allowed, and forbids the most.
    pub nearest: Option<Built>,
}

impl Experience {
    fn keep(&mut self, built: &Built, views: &Views) {
        let is_forbidden = |claim: &usize| views.claims[*claim].label == Label::Forbidden;
        let is_nearer = |own: &Built| built.wrong.len() < own.wrong.len();
        if built.wrong.iter().all(is_forbidden) && self.nearest.as_ref().is_none_or(is_nearer) {
            self.nearest = Some(built.clone());
        }
    }
}

/// The smallest model with these templates.
pub(crate) fn instantiate(
    subject: Subject<'_>,
    most: Most,
    experience: &mut Experience,
    go_on: &dyn Fn() -> bool,
) -> Instantiated {
    let events = (0..subject.layout.views()).map(|view| subject.layout.range(view).len()).max();
    // No relation grows for longer.
    let enough = events.unwrap_or(0).pow(2) * most.names;
    let mut rounds = 2.min(enough);
    loop {
        let mut encoding = Encoding::new(subject, most, rounds);
        match encoding.run(most, experience, go_on) {
            Some(instantiated) => return instantiated,
            None if rounds >= enough => return Instantiated::None,
            None => rounds = (2 * rounds).min(enough),
        }
    }
}

/// An axiom over a template.
struct Axiom {
    template: Template,
    /// Which of the tests it is.
    tests: Vec<Literal>,
}

/// Templates, and the views that they are already told about.
struct Encoding<'s> {
    subject: Subject<'s>,
    axioms: Vec<Axiom>,
    holes: Vec<Template>,
    definitions: Vec<Template>,
    circuit: Circuit,
    sizes: Vec<Literal>,
    /// Whether a claim need not hold, and how many of them need not.
    excepted: Vec<Literal>,
    rounds: usize,
    /// Whether views may die that further rounds could kill.
    deeper: Literal,
    /// Literals that are only true if a view dies, and if it lives.
    dies: BTreeMap<usize, Literal>,
    lives: BTreeMap<usize, Literal>,
}

impl<'s> Encoding<'s> {
    fn new(subject: Subject<'s>, most: Most, rounds: usize) -> Encoding<'s> {
        let Most { names, depth, total, .. } = most;
        let mut circuit = Circuit::new(Backend::Cadical.start());
        let new = |circuit: &mut Circuit| Template::new(circuit, subject.base, names, depth);
        let mut axioms: Vec<Axiom> = Vec::new();
        for _ in 0..most.axioms {
            let (template, tests) = (new(&mut circuit), one_of(&mut circuit, TESTS.len()));
            template.is_no_closure(&mut circuit, tests[0]);
            // Axioms are alike: their tests are in order.
            if let Some(before) = axioms.last() {
                for (later, test) in tests.iter().enumerate() {
                    for other in &before.tests[later + 1..] {
                        circuit.require(&[!*test, !*other]);
                    }
                }
            }
            axioms.push(Axiom { template, tests });
        }
        let holes: Vec<Template> =
            (0..subject.fillings.holes()).map(|_| new(&mut circuit)).collect();
        let definitions: Vec<Template> = (0..names).map(|_| new(&mut circuit)).collect();
        let templates = axioms.iter().map(|own| &own.template).chain(&holes).chain(&definitions);
        let mut weights: Vec<(Literal, usize)> = templates.flat_map(Template::weights).collect();
        weights.extend(axioms.iter().flat_map(|own| own.tests[1..].iter().map(|test| (*test, 2))));
        let sizes = sums(circuit.solver(), weights, total);
        let claims = subject.views.claims.len();
        let excepted: Vec<Literal> = match most.exceptions {
            0 => vec![circuit.constant(false); claims],
            most => {
                let excepted: Vec<Literal> = (0..claims).map(|_| circuit.free()).collect();
                for (excepted, claim) in excepted.iter().zip(&subject.views.claims) {
                    if claim.is_assumed {
                        circuit.require(&[!*excepted]);
                    }
                }
                let counted = excepted.iter().map(|own| (*own, 1));
                let above = sums(circuit.solver(), counted, most);
                above.get(most).iter().for_each(|above| circuit.require(&[!**above]));
                excepted
            }
        };
        let deeper = circuit.free();
        let (dies, lives) = (BTreeMap::new(), BTreeMap::new());
        Encoding {
            subject,
            axioms,
            holes,
            definitions,
            circuit,
            sizes,
            excepted,
            rounds,
            deeper,
            dies,
            lives,
        }
    }

    /// What comes out; nothing if there were too few rounds to know.
    fn run(
        &mut self,
        most: Most,
        experience: &mut Experience,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Instantiated> {
        for claim in &experience.learnt {
            if !go_on() {
                return Some(Instantiated::Stopped);
            }
            self.learn(*claim);
        }
        let mut best: Option<Built> = None;
        let mut total = most.total;
        loop {
            let mut assumptions = vec![!self.deeper];
            assumptions.extend(self.sizes.get(total).map(|above| !*above));
            match self.circuit.solve(&assumptions, go_on) {
                Answer::Satisfiable => {}
                Answer::Unsatisfiable => {
                    let core = self.circuit.solver().core();
                    return match best {
                        Some(best) => Some(Instantiated::Found(best)),
                        None if core.contains(&!self.deeper) => None,
                        None => Some(Instantiated::None),
                    };
                }
                Answer::Stopped => return Some(Instantiated::Stopped),
            }
            let built = self.built();
            experience.keep(&built, self.subject.views);
            let assumed = |claim: &usize| self.subject.views.claims[*claim].is_assumed;
            if built.wrong.len() <= most.exceptions && !built.wrong.iter().any(assumed) {
                let size = built.size();
                best = Some(built);
                match size.checked_sub(1) {
                    Some(smaller) => total = smaller,
                    None => return best.map(Instantiated::Found),
                }
                continue;
            }
            let is_new = |claim: &usize| !experience.learnt.contains(claim);
            let new = built.wrong.iter().copied().filter(is_new);
            let new: Vec<usize> = new.take(MOST_LEARNT).collect();
            assert!(!new.is_empty(), "what was learnt holds");
            for claim in new {
                self.learn(claim);
                experience.learnt.push(claim);
            }
        }
    }

    /// What the solver has chosen, and what is wrong with it.
    fn built(&mut self) -> Built {
        let circuit = &mut self.circuit;
        let system: Option<Rc<System>> = system(&self.definitions, circuit);
        let name = |index: usize| match &system {
            Some(system) => Expression::Recursive(Rc::clone(system), index),
            None => unreachable!("without definitions there are no names"),
        };
        let mut axioms = Vec::new();
        for own in &self.axioms {
            let test = own.tests.iter().position(|test| circuit.value(*test));
            let test = TESTS[test.expect("one of them is true")];
            axioms.push(Instance { test, expression: own.template.expression(circuit, &name) });
        }
        let holes = self.holes.iter().map(|hole| hole.expression(circuit, &name)).collect();
        let mut built = Built { axioms, holes, wrong: Vec::new() };
        built.wrong = self.wrong(&built);
        built
    }

    /// The claims that do not hold of a model.
    fn wrong(&self, built: &Built) -> Vec<usize> {
        let Subject { views, layout, values, fillings, .. } = self.subject;
        let holes = built.holes.iter().map(|own| own.evaluate(values, layout));
        let mut killed = fillings.killed(layout, &holes.collect::<Vec<_>>());
        for instance in &built.axioms {
            let matrices = instance.expression.evaluate(values, layout);
            let fails = layout.holds(&matrices, |rows| instance.fails(rows));
            killed.iter_mut().zip(fails).for_each(|(own, fails)| *own |= fails);
        }
        let is_wrong = |claim: &usize| !holds(&views.claims[*claim], &killed);
        (0..views.claims.len()).filter(is_wrong).collect()
    }

    /// From now on a claim holds, unless it is excepted.
    fn learn(&mut self, claim: usize) {
        let excepted = self.excepted[claim];
        let claim = &self.subject.views.claims[claim];
        match claim.label {
            Label::Forbidden => {
                for view in &claim.views {
                    let dies = self.dies(*view);
                    self.circuit.require(&[excepted, dies]);
                }
            }
            Label::Allowed => {
                let mut clause = vec![excepted];
                clause.extend(claim.views.iter().map(|view| self.lives(*view)));
                self.circuit.require(&clause);
            }
        }
    }

    fn dies(&mut self, view: usize) -> Literal {
        if let Some(known) = self.dies.get(&view) {
            return *known;
        }
        let (base, possible) = self.leaves(view);
        let mut gates = Gates { circuit: &mut self.circuit, size: possible.len() };
        let mut names: Vec<Pairs> = vec![gates.empty_relation(); self.definitions.len()];
        let mut new = Vec::new();
        for _ in 0..if names.is_empty() { 0 } else { self.rounds } {
            let leaves = Leaves { base: &base, names: &names };
            let next = self.definitions.iter().map(|own| own.pairs(&mut gates, leaves));
            let next: Vec<Pairs> = next.collect();
            let pairs = next.iter().zip(&names).flat_map(|(next, own)| next.iter().zip(own));
            let pairs = pairs.flat_map(|(next, own)| next.iter().zip(own));
            new = pairs.map(|(next, own)| gates.circuit.and([*next, !*own])).collect();
            names = next;
        }
        let has_grown = gates.circuit.or(new);
        let perhaps = gates.circuit.and([has_grown, self.deeper]);
        let certainly = self.fails(view, Leaves { base: &base, names: &names });
        let literal = self.circuit.or([certainly, perhaps]);
        self.dies.insert(view, literal);
        literal
    }

    fn lives(&mut self, view: usize) -> Literal {
        if self.definitions.is_empty() {
            return !self.dies(view);
        }
        if let Some(known) = self.lives.get(&view) {
            return *known;
        }
        let (base, possible) = self.leaves(view);
        let mut gates = Gates { circuit: &mut self.circuit, size: possible.len() };
        let mut names: Vec<Pairs> = Vec::new();
        for _ in &self.definitions {
            let mut pairs = gates.constant(&possible);
            for pair in pairs.iter_mut().flatten() {
                if gates.circuit.known(*pair) == Some(true) {
                    *pair = gates.circuit.free();
                }
            }
            names.push(pairs);
        }
        for (definition, name) in self.definitions.iter().zip(&names) {
            let made = definition.pairs(&mut gates, Leaves { base: &base, names: &names });
            for (made, has) in made.iter().flatten().zip(name.iter().flatten()) {
                gates.circuit.require(&[!*made, *has]);
            }
        }
        let literal = !self.fails(view, Leaves { base: &base, names: &names });
        self.lives.insert(view, literal);
        literal
    }

    /// The rows of base relations in a view, and what can be built of them at most.
    fn leaves(&self, view: usize) -> (Vec<&'s [u32]>, Vec<u32>) {
        let Subject { values, layout, base, .. } = self.subject;
        let rows: Vec<&[u32]> = values.iter().map(|own| &own[layout.range(view)]).collect();
        let mut possible = vec![0; layout.range(view).len()];
        for (rows, _) in rows.iter().zip(base).filter(|(_, own)| own.used == Use::Builds) {
            possible.iter_mut().zip(*rows).for_each(|(all, own)| *all |= own);
        }
        close(&mut possible);
        (rows, possible)
    }

    /// Whether an axiom or a check of the sketch fails.
    fn fails(&mut self, view: usize, leaves: Leaves<'_>) -> Literal {
        let Subject { layout, fillings, .. } = self.subject;
        let range = layout.range(view);
        let mut gates = Gates { circuit: &mut self.circuit, size: range.len() };
        let mut ways = Vec::new();
        for own in &self.axioms {
            let root = own.template.pairs(&mut gates, leaves);
            let fails =
                [gates.is_cyclic(&root), gates.is_reflexive(&root), gates.is_inhabited(&root)];
            for (test, fails) in own.tests.iter().zip(fails) {
                ways.push(gates.circuit.and([*test, fails]));
            }
        }
        let holes: Vec<Pairs> =
            self.holes.iter().map(|own| own.pairs(&mut gates, leaves)).collect();
        ways.extend(fillings.fails(&mut gates, range, &holes));
        gates.circuit.or(ways)
    }
}

impl Built {
    /// The size of everything, with each recursive relation once.
    fn size(&self) -> usize {
        let sugar = self.axioms.iter().filter(|own| own.test != TESTS[0]).count() * 2;
        let expressions = self.axioms.iter().map(|own| &own.expression).chain(&self.holes);
        let (mut size, mut systems) = (sugar, Vec::new());
        for own in expressions {
            size += own.size_of_uses();
            own.leaves(&mut Vec::new(), &mut systems);
        }
        let bodies = systems.iter().flat_map(|system| &system.bodies);
        size + bodies.map(|body| body.size_of_uses()).sum::<usize>()
    }
}

impl Instance {
    pub(crate) fn fails(&self, rows: &[u32]) -> bool {
        match self.test {
            "acyclic" => is_cyclic(rows),
            "irreflexive" => is_reflexive(rows),
            _ => rows.iter().any(|row| *row != 0),
        }
    }
}
