//! Which model explains the observations? Expansion and checking in turns (`dat3m-thesis` §6.1,
//! Fig. 6.1): all relations of one more size, then a search for axioms that are unions of them.
//!
//! The result has the fewest exceptions, then the smallest largest part; among those the fewest
//! axioms, then the smallest total size. It is text that was compiled again and asked about every
//! test before it is returned.
//!
//! A *contradiction* is certain and not a matter of sizes: an allowed claim each of whose witnesses
//! looks, over the base relations, like a witness of a forbidden one (or that has no witness at
//! all). No model over these base relations, of any kind, tells such executions apart.

use crate::base_relations::{BaseRelation, Evaluator};
use crate::choice::{Chooser, Chosen, Most, Selection};
use crate::expansion::Expansion;
use crate::fillings::Fillings;
use crate::frame::Frame;
use crate::matrices::Layout;
use crate::observed::{Label, Observed};
use crate::problem::{Added, Problem};
use crate::text::Writer;
use crate::views::Views;
use candidates::{Model, Refusal, visit};
use cat::{Failure, File, Loader};
use std::cell::Cell;

/// How often a solver may ask whether to go on, for what is good to have and no more.
const PATIENCE: usize = 30;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many axioms are added at most.
    pub axioms: usize,
    /// The size of a part at most.
    pub size: usize,
    /// The size of all parts together at most.
    pub total: usize,
    /// How many claims need not hold at most.
    pub exceptions: usize,
}

/// How far a search is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    pub exceptions: usize,
    /// The size of the parts that are tried, and how many relations there are.
    pub size: usize,
    pub relations: usize,
    pub axioms: usize,
    /// Forbidden outcomes that the nearest choice so far does not forbid.
    pub open: Vec<String>,
}

/// Who is told how far it is, and says whether it may go on.
pub trait Watcher {
    fn go_on(&self) -> bool;
    fn stage(&self, stage: &Stage);
}

/// A claim, as people know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub name: String,
    pub label: Label,
}

/// A model that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// A file of cat.
    pub text: String,
    pub axioms: usize,
    pub size: usize,
    /// Claims that it does not explain.
    pub exceptions: Vec<Said>,
}

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Found(Found),
    /// There is none over these base relations: a smallest set of claims that exclude each other.
    Contradiction(Vec<Said>),
    /// There is none with parts up to the size; claims that already have none. None of them can be
    /// left out, or it takes long to see that.
    None(Vec<Said>),
    /// It was told to stop before it knew, when parts up to this size were done with; the model so
    /// far that forbids the most and spares everything that is allowed.
    Stopped {
        size: usize,
        nearest: Option<Found>,
    },
}

/// What came out, and what it does not say anything about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Synthesis {
    pub answer: Answer,
    /// Tests that could not be looked at, and why.
    pub left_out: Vec<(String, String)>,
    /// Forbidden outcomes that no execution has, whatever the model: they say nothing.
    pub idle: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Problematic {
    /// The sketch or a base relation is not what it should be.
    Cat(Box<Failure>),
    /// The same in words.
    Unfit(String),
    Refused(Refusal),
}

/// What is asked.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    pub observed: &'q [Observed],
    pub frame: &'q Frame,
    pub base: &'q [BaseRelation],
    pub effort: Effort,
    pub loader: &'q dyn Loader,
}

impl std::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tests, {:?}", self.observed.len(), self.effort)
    }
}

/// Looks for a model.
pub fn synthesise(
    question: &Question<'_>,
    watcher: &dyn Watcher,
) -> Result<Synthesis, Problematic> {
    let Question { observed, frame, base, loader, .. } = *question;
    let (known, contexts) = frame.split(loader).map_err(Problematic::Cat)?;
    let unfit = |message: &str| Err(Problematic::Unfit(message.to_owned()));
    if frame.is_sketch && !contexts.chooses_coherence_only() {
        return unfit("a sketch chooses `co`, from orders of writes, and nothing else");
    }
    if Fillings::holes_that_meet(&contexts) {
        return unfit(
            "two holes meet in a check that does not distribute over unions (`_; _`, `_^+`)",
        );
    }
    let evaluator = Evaluator::new(frame, base, &contexts, loader).map_err(Problematic::Cat)?;
    if let Some(index) = evaluator.set_among_relations() {
        let name = &base[index].name;
        return unfit(&format!("the base relation `{name}` is a set: [{name}] is a relation"));
    }
    let go_on = || watcher.go_on();
    let views = Views::new(observed, &evaluator, &known, &go_on).map_err(Problematic::Refused)?;
    let left_out =
        views.refused.iter().map(|(index, why)| (observed[*index].test.name.clone(), why.clone()));
    let left_out: Vec<(String, String)> = left_out.collect();
    let idle =
        views.claims.iter().filter(|own| own.label == Label::Forbidden && own.views.is_empty());
    let idle = idle.map(|own| own.name.clone()).collect();
    let (layout, mut values) = Layout::new(&views.views, evaluator.count());
    let inputs = values.split_off(base.len());
    let fillings = Fillings::new(contexts, frame.holes(), inputs);
    let expansion = Expansion::new(layout.clone(), base, &values);
    let mut search = Search { question, watcher, views, layout, fillings, expansion };
    let answer = search.run()?;
    Ok(Synthesis { answer, left_out, idle })
}

struct Search<'s> {
    question: &'s Question<'s>,
    watcher: &'s dyn Watcher,
    views: Views,
    layout: Layout,
    fillings: Fillings,
    expansion: Expansion,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Answer, Problematic> {
        let effort = self.question.effort;
        if effort.exceptions == 0
            && let Some(claims) = contradiction(&self.views)
        {
            return Ok(Answer::Contradiction(self.said(&claims)));
        }
        let mut nearest: Option<Found> = None;
        for exceptions in 0..=effort.exceptions {
            for size in 1..=effort.size {
                while self.expansion.size < size {
                    if !self.expansion.expand(&|| self.watcher.go_on()) {
                        return Ok(Answer::Stopped { size: self.expansion.size, nearest });
                    }
                }
                let axioms = if effort.axioms == 0 { 0..=0 } else { 1..=effort.axioms };
                for axioms in axioms {
                    match self.attempt(size, axioms, exceptions, &mut nearest) {
                        Attempt::Found(found) => {
                            self.confirm(&found)?;
                            return Ok(Answer::Found(found));
                        }
                        Attempt::None => {}
                        Attempt::Stopped => {
                            return Ok(Answer::Stopped { size: size - 1, nearest });
                        }
                    }
                }
            }
        }
        Ok(Answer::None(self.said(&self.smallest_core())))
    }

    fn problem(&self, axioms: usize, exceptions: usize, size: usize) -> Problem {
        let added = Added { axioms, is_strict: exceptions == 0, size };
        Problem::new(&self.views, &self.layout, &self.expansion, &self.fillings, added)
    }

    /// The smallest choice with these bounds.
    fn attempt(
        &self,
        size: usize,
        axioms: usize,
        exceptions: usize,
        nearest: &mut Option<Found>,
    ) -> Attempt {
        let problem = self.problem(axioms, exceptions, size);
        let mut most = Most { axioms, size: self.question.effort.total, exceptions };
        let mut chooser = Chooser::new(&problem, &self.views, &self.layout, most);
        let relations = self.expansion.known.len();
        let told = nearest.as_ref().map_or(&[][..], |found| &found.exceptions);
        let open = told.iter().map(|said| said.name.clone()).collect();
        self.watcher.stage(&Stage { exceptions, size, relations, axioms, open });
        let go_on = || self.watcher.go_on();
        let mut best: Option<Selection> = None;
        loop {
            match chooser.choose(most, None, &go_on) {
                Chosen::Selection(selection) => {
                    let is_least = selection.size == 0;
                    most.size = selection.size.saturating_sub(1);
                    best = Some(selection);
                    if is_least {
                        break;
                    }
                }
                Chosen::Impossible(claims) if best.is_none() => {
                    if axioms == self.question.effort.axioms && exceptions == 0 {
                        self.approach(&mut chooser, most, &claims);
                    }
                    self.keep_nearest(&problem, chooser.nearest.as_ref(), nearest);
                    return Attempt::None;
                }
                Chosen::Impossible(_) => break,
                Chosen::Stopped => {
                    let known = best.as_ref().or(chooser.nearest.as_ref());
                    self.keep_nearest(&problem, known, nearest);
                    return Attempt::Stopped;
                }
            }
        }
        let best = best.expect("the loop ends with one");
        Attempt::Found(self.found(&problem, &best))
    }

    /// Whether to go on with something that must not take long.
    fn is_quick(&self, patience: &Cell<usize>) -> bool {
        patience.set(patience.get().saturating_sub(1));
        patience.get() > 0 && self.watcher.go_on()
    }

    /// Leaves out forbidden claims that exclude a model, one by one, until there is one: so that
    /// there is something to show if nothing better comes.
    fn approach(&self, chooser: &mut Chooser<'_>, most: Most, core: &[usize]) {
        let mut required: Vec<usize> = (0..self.views.claims.len()).collect();
        let mut core = core.to_vec();
        let is_forbidden = |claim: &&usize| self.views.claims[**claim].label == Label::Forbidden;
        let patience = Cell::new(PATIENCE);
        while let Some(dropped) = core.iter().rfind(is_forbidden).copied() {
            required.retain(|claim| *claim != dropped);
            match chooser.choose(most, Some(&required), &|| self.is_quick(&patience)) {
                Chosen::Impossible(smaller) => core = smaller,
                Chosen::Selection(_) | Chosen::Stopped => return,
            }
        }
    }

    fn found(&self, problem: &Problem, selection: &Selection) -> Found {
        let writer = Writer {
            frame: self.question.frame,
            base: self.question.base,
            expansion: &self.expansion,
            problem,
            views: &self.views,
            layout: &self.layout,
        };
        let Selection { parts, size, exceptions } = selection;
        let text = writer.write(parts, exceptions);
        let axioms = writer.count_axioms(parts);
        Found { text, axioms, size: *size, exceptions: self.said(exceptions) }
    }

    fn keep_nearest(
        &self,
        problem: &Problem,
        selection: Option<&Selection>,
        nearest: &mut Option<Found>,
    ) {
        let is_nearer = |own: &Selection| {
            nearest.as_ref().is_none_or(|known| own.exceptions.len() < known.exceptions.len())
        };
        if let Some(selection) = selection.filter(|own| is_nearer(own)) {
            *nearest = Some(self.found(problem, selection));
        }
    }

    fn said(&self, claims: &[usize]) -> Vec<Said> {
        let claims = claims.iter().map(|claim| &self.views.claims[*claim]);
        claims.map(|own| Said { name: own.name.clone(), label: own.label }).collect()
    }

    /// Leaves out claims as long as there is no model for the others. No claims, if it takes too
    /// long to find some.
    fn smallest_core(&self) -> Vec<usize> {
        let effort = self.question.effort;
        if effort.exceptions > 0 {
            return Vec::new();
        }
        // Parts that some claim excludes count: without that claim, they are possible.
        let problem = self.problem(effort.axioms, 1, effort.size);
        let most = Most { axioms: effort.axioms, size: effort.total, exceptions: 0 };
        let mut chooser = Chooser::new(&problem, &self.views, &self.layout, most);
        let all: Vec<usize> = (0..self.views.claims.len()).collect();
        let patience = Cell::new(PATIENCE);
        let Chosen::Impossible(mut core) =
            chooser.choose(most, Some(&all), &|| self.is_quick(&patience))
        else {
            return Vec::new();
        };
        let mut next = 0;
        while next < core.len() {
            let mut fewer = core.clone();
            fewer.remove(next);
            // A claim that it takes long to leave out stays.
            let patience = Cell::new(PATIENCE);
            let go_on = || self.is_quick(&patience);
            match chooser.choose(most, Some(&fewer), &go_on) {
                Chosen::Selection(_) | Chosen::Stopped => next += 1,
                Chosen::Impossible(smaller) => {
                    let is_done = |claim: &usize| core[..next].contains(claim);
                    let (done, rest): (Vec<usize>, Vec<usize>) =
                        smaller.into_iter().partition(is_done);
                    next = done.len();
                    core = [done, rest].concat();
                }
            }
        }
        core.sort_unstable();
        core
    }

    /// Reads a model again and asks it about every test; that it says something else is our bug.
    fn confirm(&self, found: &Found) -> Result<(), Problematic> {
        let Question { observed, loader, .. } = *self.question;
        let file = File { path: "synthesised.cat".to_owned(), text: found.text.clone() };
        let model = Model::compile(vec![file], loader).unwrap_or_else(|failure| {
            panic!("a synthesised model is read again: {failure}\n{}", found.text)
        });
        let refused = |index: usize| self.views.refused.iter().any(|(own, _)| *own == index);
        for (index, own) in observed.iter().enumerate().filter(|(index, _)| !refused(*index)) {
            let _ = index;
            let mut is_seen = vec![false; own.claims.len()];
            let mut look = |allowed: &candidates::Allowed<'_>| {
                for (seen, claim) in is_seen.iter_mut().zip(&own.claims) {
                    *seen |= own.is_witness(claim, allowed);
                }
                true
            };
            visit(&own.test, &own.lowered, &model, &mut look, &|| self.watcher.go_on())
                .map_err(Problematic::Refused)?;
            for (claim, is_seen) in own.claims.iter().zip(is_seen) {
                let holds = is_seen == (claim.label == Label::Allowed);
                let is_exception = found.exceptions.iter().any(|said| said.name == claim.name);
                assert!(
                    holds || is_exception,
                    "{} is {} under\n{}",
                    claim.name,
                    claim.label.name(),
                    found.text
                );
            }
        }
        Ok(())
    }
}

enum Attempt {
    Found(Found),
    None,
    Stopped,
}

/// An allowed claim that forbidden ones exclude, with as few of those as possible.
fn contradiction(views: &Views) -> Option<Vec<usize>> {
    let forbidden: Vec<usize> = (0..views.claims.len())
        .filter(|own| views.claims[*own].label == Label::Forbidden)
        .collect();
    let excluded = (0..views.claims.len()).filter_map(|index| {
        let own = &views.claims[index];
        if own.label != Label::Allowed {
            return None;
        }
        let cover = cover(&own.views, &forbidden, views)?;
        Some([vec![index], cover].concat())
    });
    excluded.min_by_key(Vec::len)
}

/// The fewest forbidden claims that have all of some views, if all of them are had.
fn cover(wanted: &[usize], forbidden: &[usize], views: &Views) -> Option<Vec<usize>> {
    let has = |claim: usize, view: usize| views.claims[claim].views.contains(&view);
    let is_had = |view: &usize| forbidden.iter().any(|claim| has(*claim, *view));
    if !wanted.iter().all(is_had) {
        return None;
    }
    (0..=wanted.len()).find_map(|most| cover_with(wanted, forbidden, views, most))
}

/// The same with at most so many.
fn cover_with(
    wanted: &[usize],
    forbidden: &[usize],
    views: &Views,
    most: usize,
) -> Option<Vec<usize>> {
    let has = |claim: usize, view: usize| views.claims[claim].views.contains(&view);
    let Some(first) = wanted.first() else { return Some(Vec::new()) };
    if most == 0 {
        return None;
    }
    let mut claims = forbidden.iter().copied().filter(|claim| has(*claim, *first));
    // Where many are needed, the first that fits will do: all combinations are too many.
    claims.by_ref().take(if most > MOST_COMBINED { 1 } else { usize::MAX }).find_map(|claim| {
        let left: Vec<usize> = wanted.iter().copied().filter(|view| !has(claim, *view)).collect();
        let others = cover_with(&left, forbidden, views, most - 1)?;
        Some([vec![claim], others].concat())
    })
}

/// Up to so many claims are combined in all ways.
const MOST_COMBINED: usize = 4;
