//! Can one of these clauses be reached?
//!
//! Each clause is excluded by itself, by whatever method does it first; what is left goes to the
//! searches. A clause that is not upward closed is made so by leaving constraints out, for those
//! methods that need it: they can then exclude it, and nothing else.

mod searches;

use super::{Answer, Effort, Method, Tried, note};
use crate::certificate::{Certificate, Part, Proof, Refutation};
use crate::dead_end::{DeadEnd, walk};
use crate::forward::{self, Forward};
use crate::halt::{Halt, Stop};
use crate::linear::Clause;
use crate::net::{Net, TransitionId};
use crate::property::Question;
use crate::realise::realise;
use crate::refute::{Outcome, Spaces, refute};
use crate::replay::Witness;
use crate::separate::{Separation, separate};
use crate::{small_vectors, structure};

/// A walk into a deadlock has at most so many steps for each place and transition.
const WALK: usize = 10;

/// Places times transitions of nets for which linear programs take seconds.
const LARGE: usize = 1_000_000;

pub(super) fn answer(net: &Net, clauses: &[Clause], effort: &Effort, stop: Stop<'_>) -> Answer {
    let mut work = Work {
        net,
        clauses,
        effort,
        stop,
        open: (0..clauses.len()).collect(),
        parts: Vec::new(),
        spaces: Spaces(structure::empty_for_ever(net).into_iter().collect()),
        tried: Vec::new(),
        run: None,
    };
    let found = work.find_run();
    let Work { open, parts, tried, .. } = work;
    let question = Question::Reach(clauses.to_vec());
    match found {
        Some(run) => Answer::reached(net, &question, Witness { run, repeats_from: None }, tried),
        None if open.is_empty() => Answer::safe(net, Certificate { question, parts }, tried),
        None => Answer::unknown(tried),
    }
}

/// A way to exclude a clause by half spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    StateEquation,
    HalfSpace,
    SmallVectors,
}

impl Way {
    fn method(self) -> Method {
        match self {
            Way::StateEquation => Method::StateEquation,
            Way::HalfSpace => Method::HalfSpace,
            Way::SmallVectors => Method::SmallVectors,
        }
    }
}

struct Work<'a> {
    net: &'a Net,
    clauses: &'a [Clause],
    effort: &'a Effort,
    stop: Stop<'a>,
    /// Clauses that are not excluded yet.
    open: Vec<usize>,
    /// Proofs of those that are.
    parts: Vec<Part>,
    /// All inductive half spaces that were found.
    spaces: Spaces,
    tried: Vec<Tried>,
    /// A run that was found on the way.
    run: Option<Vec<TransitionId>>,
}

impl<'a> Work<'a> {
    /// A run to a clause, or nothing, with as much excluded as possible.
    fn find_run(&mut self) -> Option<Vec<TransitionId>> {
        let mut forward = Forward::new(self.net, self.clauses);
        match forward.advance(self.effort.first_markings, self.stop) {
            Ok(Some(forward::Ending::Reached(run))) => {
                let outcome = format!("a run, {} markings", forward.size());
                note(&mut self.tried, Method::Forward, outcome);
                return Some(run);
            }
            Ok(Some(forward::Ending::All(markings))) if self.is_large() => {
                let outcome = format!("finished, {} markings", forward.size());
                note(&mut self.tried, Method::Forward, outcome);
                self.close(self.open.clone(), Proof::Markings(markings));
                return None;
            }
            Ok(_) | Err(Halt::Exhausted | Halt::Overflow) => {}
            Err(halt @ Halt::Stopped) => {
                note(&mut self.tried, Method::Forward, halt.to_string());
                return None;
            }
        }
        if let Some(run) = self.walk() {
            return Some(run);
        }
        for way in [Way::StateEquation, Way::HalfSpace, Way::SmallVectors] {
            if !self.open.is_empty() && self.exclude_each(way).is_err() {
                return None;
            }
            if let Some(run) = self.run.take() {
                return Some(run);
            }
        }
        if self.open.is_empty() { None } else { self.search() }
    }

    /// A run into a deadlock that is asked for, if one is walked into.
    fn walk(&mut self) -> Option<Vec<TransitionId>> {
        let wanted: Vec<&Clause> = self.clauses.iter().filter(|clause| clause.is_dead).collect();
        if wanted.is_empty() {
            return None;
        }
        let transitions = self.net.transitions().len();
        // A net with a deadlock that is easy to walk into has one that is near for its size.
        let near = WALK * (self.net.place_count() + transitions);
        let most = near.min(self.effort.walking / transitions.max(1));
        let found = walk(self.net, most, self.stop).ok().flatten();
        let is_wanted =
            |end: &DeadEnd| wanted.iter().any(|clause| clause.holds(self.net, &end.marking));
        let found = found.filter(is_wanted);
        let outcome = if found.is_some() { "a run" } else { "nothing" };
        note(&mut self.tried, Method::DeadEnd, outcome);
        found.map(|end| end.run)
    }

    /// Whether half spaces cost more than their proofs are nicer than a few markings.
    fn is_large(&self) -> bool {
        self.net.place_count().saturating_mul(self.net.transitions().len()) > LARGE
    }

    /// Tries to exclude each open clause by half spaces; fails if it is time to stop.
    fn exclude_each(&mut self, way: Way) -> Result<(), Halt> {
        let mut outcomes = Vec::new();
        let before = self.open.len();
        let mut refuted = Vec::new();
        for number in self.open.clone() {
            match self.exclude(way, &self.clauses[number]) {
                Ok(Some(refutation)) => refuted.push((number, refutation)),
                Ok(None) => {}
                Err(halt) => outcomes.push(halt),
            }
            if outcomes.last() == Some(&Halt::Stopped) || self.run.is_some() {
                break;
            }
        }
        if self.run.is_some() {
            return Ok(());
        }
        let excluded = refuted.len();
        if excluded > 0 {
            let (clauses, refutations) = refuted.into_iter().unzip();
            self.exclude_with(clauses, refutations);
        }
        let outcome = match (excluded == before, outcomes.first()) {
            (true, _) => "excluded".to_owned(),
            (false, Some(halt)) => format!("{excluded} of {before} excluded, {halt}"),
            (false, None) => format!("{excluded} of {before} excluded"),
        };
        note(&mut self.tried, way.method(), outcome);
        match outcomes.last() {
            Some(Halt::Stopped) => Err(Halt::Stopped),
            Some(Halt::Exhausted | Halt::Overflow) | None => Ok(()),
        }
    }

    fn exclude(&mut self, way: Way, clause: &Clause) -> Result<Option<Refutation>, Halt> {
        let (net, effort, stop) = (self.net, self.effort, self.stop);
        let separation = match way {
            Way::StateEquation => {
                return match refute(net, clause, &mut self.spaces, effort.programs, stop)? {
                    Outcome::Refuted(refutation) => Ok(Some(refutation)),
                    Outcome::Possible(counts) => {
                        self.try_solution(clause, &counts)?;
                        Ok(None)
                    }
                };
            }
            Way::HalfSpace => separate(net, clause, effort.programs, stop)?,
            Way::SmallVectors => small_vectors::find(net, clause, effort.vectors, stop)?,
        };
        Ok(separation.map(|Separation { space, constraints }| {
            let number = self.spaces.number(space);
            Refutation::Contradiction { constraints, spaces: vec![(number, 1)] }
        }))
    }

    /// Looks for a run to a clause like a solution of the state equation.
    fn try_solution(&mut self, clause: &Clause, counts: &[u64]) -> Result<(), Halt> {
        match realise(self.net, clause, counts, self.effort.realising, self.stop) {
            Ok(Some(run)) => {
                note(&mut self.tried, Method::Realisation, "a run");
                self.run = Some(run);
                Ok(())
            }
            Ok(None) | Err(Halt::Exhausted | Halt::Overflow) => Ok(()),
            Err(Halt::Stopped) => Err(Halt::Stopped),
        }
    }

    /// Closes clauses by refutations, with the half spaces that they use.
    fn exclude_with(&mut self, clauses: Vec<usize>, mut refutations: Vec<Refutation>) {
        let mut used = Vec::new();
        refutations.iter_mut().for_each(|refutation| renumber(refutation, &mut used));
        let spaces = used.into_iter().map(|number| self.spaces.0[number].clone()).collect();
        self.close(clauses, Proof::HalfSpaces { spaces, refutations });
    }

    fn close(&mut self, clauses: Vec<usize>, proof: Proof) {
        self.open.retain(|number| !clauses.contains(number));
        self.parts.push(Part { clauses, proof });
    }
}

/// Numbers half spaces by their order in `used`, to which new ones are added.
fn renumber(refutation: &mut Refutation, used: &mut Vec<usize>) {
    match refutation {
        Refutation::Contradiction { spaces, .. } => {
            for (number, _) in spaces {
                let known = used.iter().position(|known| known == number);
                let place = known.unwrap_or_else(|| {
                    used.push(*number);
                    used.len() - 1
                });
                *number = place;
            }
        }
        Refutation::Disabled { cases, .. } => {
            cases.iter_mut().for_each(|case| renumber(case, used));
        }
        Refutation::Either { holds, fails, .. } => {
            renumber(holds, used);
            renumber(fails, used);
        }
    }
}
