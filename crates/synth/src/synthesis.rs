//! Which model explains the observations? Expansion and checking in turns (`dat3m-thesis` §6.1,
//! Fig. 6.1): all relations of one more size, then a search for axioms that are unions of them.
//!
//! The result has the fewest exceptions, then the smallest largest part; among those the fewest
//! axioms, then the smallest total size. It is text that was compiled again and asked about every
//! test before it is returned.
//! A *contradiction* is certain and not a matter of sizes (`contradiction`).

use crate::base_relations::Evaluator;
use crate::choice::{Chooser, Chosen, Most, Selection, holds};
use crate::contradiction::contradiction;
use crate::expansion::Expansion;
use crate::fillings::Fillings;
use crate::matrices::{Layout, Matrices};
use crate::observed::Label;
use crate::problem::{Added, Problem};
use crate::question::{
    Answer, Expansions, Found, Other, Problematic, Question, Said, Stage, Synthesis, Watcher,
};
use crate::text::{Writer, leaves};
use crate::views::{Views, Witnesses};
use candidates::{Model, visit};
use cat::File;
use std::cell::Cell;

/// How often a solver may ask whether to go on, for what is good to have and no more.
const PATIENCE: usize = 30;

/// How much larger than the smallest a further model may be.
const MARGIN: usize = 3;

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
    let is_by_templates = question.effort.expansion == Expansions::Cegis;
    if !is_by_templates && Fillings::holes_that_meet(&contexts) {
        return unfit(
            "two holes meet in a check that does not distribute over unions (`_; _`, `_^+`): \
             `--expansion cegis` fills them",
        );
    }
    if is_by_templates && question.others > 0 {
        return unfit("further models are found by enumeration, and not by CEGIS");
    }
    if is_by_templates && contexts.is_recursive() {
        return unfit("a hole in a recursion of the sketch is filled by enumeration only");
    }
    if is_by_templates && question.effort.names > 0 && !contexts.is_additive() {
        return unfit("with recursion, holes stand where unions distribute (not in `_^+`, `\\ _`)");
    }
    if !is_by_templates && question.effort.names > 1 {
        return unfit(
            "relations that are defined by each other are found by `--expansion cegis` only",
        );
    }
    let evaluator = Evaluator::new(frame, base, &contexts, loader).map_err(Problematic::Cat)?;
    if let Some(index) = evaluator.set_among_relations() {
        let name = &base[index].name;
        return unfit(&format!("the base relation `{name}` is a set: [{name}] is a relation"));
    }
    let go_on = || watcher.go_on();
    let all = [observed, question.probes].concat();
    let mut views = Views::new(&all, &evaluator, &known, &go_on).map_err(Problematic::Refused)?;
    let (refused, of_probes): (Vec<_>, Vec<_>) =
        views.refused.drain(..).partition(|(index, _)| *index < observed.len());
    views.refused = refused;
    let is_refused =
        |probe: &usize| of_probes.iter().any(|(index, _)| *index == observed.len() + probe);
    let asked: Vec<usize> = (0..question.probes.len()).filter(|probe| !is_refused(probe)).collect();
    let claims = views.claims.len() - asked.len();
    let probes = asked.into_iter().zip(views.claims.split_off(claims)).collect();
    let left_out =
        views.refused.iter().map(|(index, why)| (observed[*index].test.name.clone(), why.clone()));
    let left_out: Vec<(String, String)> = left_out.collect();
    let idle =
        views.claims.iter().filter(|own| own.label == Label::Forbidden && own.views.is_empty());
    let idle = idle.map(|own| own.name.clone()).collect();
    let (layout, mut values) = Layout::new(&views.views, evaluator.count());
    let inputs = values.split_off(base.len());
    let fillings = Fillings::new(contexts, frame.holes(), inputs);
    let is_recursive = question.effort.names > 0;
    let expansion = Expansion::new(layout.clone(), base, &values, is_recursive);
    let others = Vec::new();
    let mut search =
        Search { question, watcher, views, layout, values, fillings, expansion, probes, others };
    let answer = match question.effort.expansion {
        Expansions::Enumeration => search.run()?,
        Expansions::Cegis => search.run_templates()?,
    };
    let assumed = search.views.claims.iter().filter(|claim| claim.is_assumed).count();
    let is_single = !is_by_templates
        && (0..search.fillings.holes()).any(|hole| search.fillings.is_single(hole));
    Ok(Synthesis { answer, others: search.others, left_out, idle, assumed, is_single })
}

pub(crate) struct Search<'s> {
    pub question: &'s Question<'s>,
    pub watcher: &'s dyn Watcher,
    pub views: Views,
    pub layout: Layout,
    pub values: Vec<Matrices>,
    pub fillings: Fillings,
    pub expansion: Expansion,
    /// What probes claim if they are allowed, with their numbers; the labels mean nothing.
    probes: Vec<(usize, Witnesses)>,
    others: Vec<Other>,
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
                        Attempt::Found(found, others) => {
                            self.confirm(&found)?;
                            others.iter().try_for_each(|other| self.confirm(&other.found))?;
                            self.others = others;
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

    fn problem(&self, axioms: usize, exceptions: usize, size: usize) -> Option<Problem> {
        let added = Added { axioms, is_strict: exceptions == 0, size };
        let go_on = || self.watcher.go_on();
        Problem::new(&self.views, &self.layout, &self.expansion, &self.fillings, added, &go_on)
    }

    /// The smallest choice with these bounds.
    fn attempt(
        &self,
        size: usize,
        axioms: usize,
        exceptions: usize,
        nearest: &mut Option<Found>,
    ) -> Attempt {
        let Some(problem) = self.problem(axioms, exceptions, size) else {
            return Attempt::Stopped;
        };
        if nearest.is_none() {
            self.keep_nearest(&problem, self.nothing(&problem).as_ref(), nearest);
        }
        let mut most = Most { axioms, size: self.question.effort.total, exceptions };
        let mut chooser = Chooser::new(&problem, &self.views, &self.layout, most);
        let relations = Some(self.expansion.known.len());
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
        let found = self.found(&problem, &best);
        let others = self.further(&problem, size, axioms, &best);
        Attempt::Found(found, others)
    }

    /// Further models, not much larger, each of which says something else of some probe than each
    /// one before: claims about probes are added, of which the solver may choose which hold.
    fn further(
        &self,
        problem: &Problem,
        size: usize,
        axioms: usize,
        best: &Selection,
    ) -> Vec<Other> {
        let wanted = self.question.others.min(self.probes.len());
        let said = |problem: &Problem, selection: &Selection| -> Vec<Label> {
            let (killed, _) = problem.judge(&self.layout, &selection.parts);
            let lives = |probe: &Witnesses| probe.views.iter().any(|view| !killed[*view]);
            let label = |lives: bool| if lives { Label::Allowed } else { Label::Forbidden };
            self.probes.iter().map(|(_, probe)| label(lives(probe))).collect()
        };
        let mut models = vec![said(problem, best)];
        let mut found = Vec::new();
        let total = (best.size + MARGIN).min(self.question.effort.total);
        let mut most = Most { axioms, size: total, exceptions: 0 };
        let required: Vec<usize> =
            (0..self.views.claims.len()).filter(|claim| !best.exceptions.contains(claim)).collect();
        let go_on = || self.watcher.go_on();
        while found.len() < wanted {
            let views = self.with_differences(&models);
            let added = Added { axioms, is_strict: false, size };
            let parts = (&self.expansion, &self.fillings);
            let made = Problem::new(&views, &self.layout, parts.0, parts.1, added, &go_on);
            let Some(problem) = made else { break };
            let mut chooser = Chooser::new(&problem, &views, &self.layout, most);
            let first = self.views.claims.len();
            for model in 0..models.len() {
                let start = first + model * self.probes.len();
                chooser.require_one(start..start + self.probes.len());
            }
            let mut smallest = None;
            while let Chosen::Selection(selection) = chooser.choose(most, Some(&required), &go_on) {
                most.size = selection.size.saturating_sub(1);
                smallest = Some(selection);
            }
            most.size = total;
            let Some(mut selection) = smallest else { break };
            selection.exceptions.retain(|claim| *claim < first);
            let labels = said(&problem, &selection);
            let differs = |probe: &usize| models[0][*probe] != labels[*probe];
            let Some(probe) = (0..labels.len()).find(differs) else { break };
            let first = models[0][probe];
            let probe = self.probes[probe].0;
            found.push(Other { found: self.found(&problem, &selection), probe, first });
            models.push(labels);
        }
        found
    }

    /// The claims, and for each model that it is wrong about each probe.
    fn with_differences(&self, models: &[Vec<Label>]) -> Views {
        let mut views = self.views.clone();
        for labels in models {
            for ((_, probe), label) in self.probes.iter().zip(labels) {
                let other = match label {
                    Label::Allowed => Label::Forbidden,
                    Label::Forbidden => Label::Allowed,
                };
                views.claims.push(Witnesses { label: other, ..probe.clone() });
            }
        }
        views
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

    pub(crate) fn found(&self, problem: &Problem, selection: &Selection) -> Found {
        let Selection { parts, size, exceptions } = selection;
        let writer = Writer {
            frame: self.question.frame,
            base: self.question.base,
            expansion: &self.expansion,
            problem,
            views: &self.views,
            layout: &self.layout,
            systems: leaves(problem, &self.expansion, parts).1,
        };
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
            let found = self.found(problem, selection);
            self.watcher.nearest(&found);
            *nearest = Some(found);
        }
    }

    /// The choice of no part, if that is a choice: nothing has to be filled, and everything that is
    /// allowed is spared.
    fn nothing(&self, problem: &Problem) -> Option<Selection> {
        let (killed, _) = problem.judge(&self.layout, &[]);
        let claims = self.views.claims.iter().enumerate();
        let wrong = claims.filter(|(_, claim)| !holds(claim, &killed)).map(|(index, _)| index);
        let exceptions: Vec<usize> = wrong.collect();
        let is_forbidden = |claim: &usize| self.views.claims[*claim].label == Label::Forbidden;
        let is_choice = self.fillings.holes() == 0 && exceptions.iter().all(is_forbidden);
        is_choice.then_some(Selection { parts: Vec::new(), size: 0, exceptions })
    }

    pub(crate) fn said(&self, claims: &[usize]) -> Vec<Said> {
        let claims = claims.iter().map(|claim| &self.views.claims[*claim]);
        let said = |own: &Witnesses| {
            let Witnesses { name, label, is_assumed, .. } = own.clone();
            Said { name, label, is_assumed }
        };
        claims.map(said).collect()
    }

    /// Leaves out claims as long as there is no model for the others. No claims, if it takes too
    /// long to find some.
    fn smallest_core(&self) -> Vec<usize> {
        let effort = self.question.effort;
        if effort.exceptions > 0 {
            return Vec::new();
        }
        // Parts that some claim excludes count: without that claim, they are possible.
        let Some(problem) = self.problem(effort.axioms, 1, effort.size) else {
            return Vec::new();
        };
        let most = Most { axioms: effort.axioms, size: effort.total, exceptions: 0 };
        let mut chooser = Chooser::new(&problem, &self.views, &self.layout, most);
        let is_observed = |claim: &usize| !self.views.claims[*claim].is_assumed;
        let all: Vec<usize> = (0..self.views.claims.len()).filter(is_observed).collect();
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
    pub(crate) fn confirm(&self, found: &Found) -> Result<(), Problematic> {
        let Question { observed, loader, .. } = *self.question;
        let file = File { path: "synthesised.cat".to_owned(), text: found.text.clone() };
        let model = Model::compile(vec![file], loader).unwrap_or_else(|failure| {
            panic!("a synthesised model is read again: {failure}\n{}", found.text)
        });
        let refused = |index: usize| self.views.refused.iter().any(|(own, _)| *own == index);
        for (_, own) in observed.iter().enumerate().filter(|(index, _)| !refused(*index)) {
            let mut is_seen = vec![false; own.claims.len()];
            let by_outcome = own.by_outcome();
            let mut look = |allowed: &candidates::Allowed<'_>| {
                by_outcome.of(allowed).for_each(|claim| is_seen[claim] = true);
                true
            };
            visit(&own.test, &own.lowered, &model, &mut look, &|| self.watcher.go_on())
                .map_err(Problematic::Refused)?;
            for (claim, is_seen) in own.claims.iter().zip(is_seen) {
                // What a sketch excludes is not assumed.
                let is_claimed = |kept: &Witnesses| kept.name == claim.name;
                if claim.is_assumed && !self.views.claims.iter().any(is_claimed) {
                    continue;
                }
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
    /// With further ones.
    Found(Found, Vec<Other>),
    None,
    Stopped,
}
