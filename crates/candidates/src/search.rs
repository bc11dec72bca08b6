//! The search: candidates by traces, reads-from and the choices of the model, each with the checks
//! that it decides right after it.

use crate::candidate::Candidate;
use crate::cells::{Bytes, Cells};
use crate::drawing::{Drawing, Show};
use crate::join::join;
use crate::model::{Model, READS_FROM};
use crate::observed::{End, Observed, final_memory};
use crate::outcome::{Outcome, Refusal, State};
use crate::run_thread::{Excess, PART_OF_ADDRESS};
use crate::trace::Trace;
use crate::values::{Ways, all_ways};
use cat::perform;
use cat::program::Possibilities;
use cat::syntax::Role;
use events::{Choice, Event, EventStructure};
use litmus::code::Register;
use litmus::tree::Test;
use litmus::{Lowered, Width};
use relation::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// More ways through one thread are no litmus test.
pub(crate) const MOST_TRACES: usize = 200_000;

/// What herd calls the flag of an undefined test.
const UNDEFINED: &str = "*undef*";

/// More pictures than that of one test nobody looks at.
const MOST_DRAWINGS: usize = 100;

/// Finds the outcomes of a test under a model. `go_on` is asked now and then.
pub fn run(
    test: &Test,
    lowered: &Lowered,
    model: &Model,
    go_on: &dyn Fn() -> bool,
) -> Result<Outcome, Refusal> {
    visit(test, lowered, model, &mut |_| true, go_on)
}

/// An execution that the model allows and that the test's filter takes.
#[derive(Clone, Copy, Debug)]
pub struct Allowed<'c> {
    /// Its events and relations, with all choices of the model made.
    pub structure: &'c EventStructure,
    /// How many bytes each event is about.
    pub sizes: &'c [u8],
    /// What the test observes in the end.
    pub state: &'c State,
    /// Whether the condition's proposition holds.
    pub is_positive: bool,
    /// What was found before it.
    pub outcome: &'c Outcome,
}

/// Who is shown executions, and says whether it wants to see more.
pub type Visitor<'v> = dyn FnMut(&Allowed<'_>) -> bool + 'v;

/// Finds the outcomes of a test under a model, and shows each of its executions to a visitor. When
/// that has seen enough, the outcome is of what it has seen.
pub fn visit(
    test: &Test,
    lowered: &Lowered,
    model: &Model,
    visitor: &mut Visitor<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<Outcome, Refusal> {
    run_ways(test, lowered, model, all_ways(lowered, MOST_TRACES), visitor, go_on)
}

/// Finds the outcomes of a test under a model, and draws some of its executions, the first hundred
/// at most.
pub fn run_and_draw(
    test: &Test,
    lowered: &Lowered,
    model: &Model,
    show: Show,
    go_on: &dyn Fn() -> bool,
) -> Result<(Outcome, Vec<Drawing>), Refusal> {
    let mut drawings = Vec::new();
    let mut draw = |allowed: &Allowed<'_>| {
        if show.wants(allowed.is_positive) && drawings.len() < MOST_DRAWINGS {
            let Allowed { structure, sizes, state, is_positive, outcome } = *allowed;
            let shown = outcome.show(state);
            drawings.push(Drawing::new(structure, sizes, lowered, shown, is_positive));
        }
        true
    };
    let outcome = visit(test, lowered, model, &mut draw, go_on)?;
    Ok((outcome, drawings))
}

/// The same for what the threads can do, with accesses in given parts.
pub(crate) fn run_ways(
    test: &Test,
    lowered: &Lowered,
    model: &Model,
    ways: Ways,
    visitor: &mut Visitor<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<Outcome, Refusal> {
    if let Some(excess) = ways.threads.iter().find_map(|traces| traces.excess) {
        return Err(Refusal::Unsupported(too_much(excess)));
    }
    let initial = initial_memory(&ways, lowered)?;
    let Ways { threads, accesses, cells } = ways;
    if model.primitives.coherence().is_none() {
        let message =
            "the model chooses no `co`, which final values come from: it may include cos.cat";
        return Err(Refusal::Model(message.to_owned()));
    }
    let left = threads.iter().find_map(|traces| traces.left);
    let threads: Vec<Vec<Trace>> = threads.into_iter().map(|traces| traces.all).collect();
    if !cells.is_whole() {
        check_parts(&accesses, &cells, lowered, model)?;
    }
    let observed = Observed::new(test, lowered);
    if !observed.has_room() {
        return Err(part_of_address());
    }
    let (places, names) = (observed.shown().to_vec(), observed.names());
    let mut search = Search {
        lowered,
        observed,
        initial: &initial,
        model,
        go_on,
        outcome: Outcome {
            places,
            names,
            states: BTreeSet::new(),
            positive: 0,
            negative: 0,
            flags: BTreeSet::new(),
            is_undefined: false,
            is_cut: left.is_some(),
            is_partial: false,
            quantifier: test.condition.quantifier,
        },
        visitor,
        refusal: None,
        has_enough: false,
        last: None,
        ends: false,
    };
    join(&threads, &initial, &mut |traces| search.candidate(traces));
    match (search.refusal, left) {
        (Some(Refusal::Stopped), _) if search.has_enough => Ok(search.outcome),
        (Some(refusal), _) => Err(refusal),
        (None, Some(line)) if !search.ends => {
            let message = format!("no execution ends before the loop in line {line} is left");
            Err(Refusal::Unsupported(message))
        }
        (None, _) => Ok(search.outcome),
    }
}

pub(crate) fn too_much(excess: Excess) -> String {
    match excess {
        Excess::Ways => "a thread has too many ways to run".to_owned(),
        Excess::Length(None) => "a thread has too many instructions or events".to_owned(),
        Excess::Length(Some(line)) => {
            format!("the loop in line {line} goes on for too many instructions or events")
        }
    }
}

/// Where accesses are cut into parts, the model must say what that means, and the test where
/// locations end.
fn check_parts(
    accesses: &[Bytes],
    cells: &Cells,
    lowered: &Lowered,
    model: &Model,
) -> Result<(), Refusal> {
    if !model.sees_parts {
        let message = "accesses overlap in part (mixed sizes), and the model says nothing about parts of accesses (`si`)";
        return Err(Refusal::Unsupported(message.to_owned()));
    }
    let layout = &lowered.layout;
    let cut_ends: BTreeSet<i64> = accesses
        .iter()
        .filter(|access| cells.of(**access).len() > 1)
        .map(|(address, _)| layout.end(*address))
        .collect();
    for (address, size) in accesses {
        let end = layout.end(*address);
        if address + i64::from(*size) > end && cut_ends.contains(&end) {
            let place = layout.show(*address, Width::unsigned(8));
            let message = format!(
                "an access of {size} bytes at {place} reaches beyond the type that the test gives this location"
            );
            return Err(Refusal::Unsupported(message));
        }
    }
    Ok(())
}

fn part_of_address() -> Refusal {
    Refusal::Unsupported(PART_OF_ADDRESS.to_owned())
}

/// What cells hold at the start.
pub(crate) fn initial_memory(
    ways: &Ways,
    lowered: &Lowered,
) -> Result<BTreeMap<i64, i64>, Refusal> {
    let cells = ways.accesses.iter().flat_map(|access| ways.cells.of(*access));
    let held = cells.map(|(address, size)| {
        let value = lowered.initial(address, size).ok_or_else(part_of_address)?;
        Ok((address, value))
    });
    held.collect()
}

/// The classes of an equivalence that have something to order.
fn classes_of(equivalence: &Relation) -> Vec<Vec<usize>> {
    let first = |event: &usize| equivalence.successors(*event).next() == Some(*event);
    let firsts = (0..equivalence.size()).filter(first);
    let classes = firsts.map(|event| equivalence.successors(event).collect());
    classes.filter(|class: &Vec<usize>| class.len() > 1).collect()
}

struct Search<'s, 'v> {
    lowered: &'s Lowered,
    observed: Observed<'s>,
    /// What cells hold at the start.
    initial: &'s BTreeMap<i64, i64>,
    model: &'s Model,
    go_on: &'s dyn Fn() -> bool,
    outcome: Outcome,
    visitor: &'v mut Visitor<'v>,
    refusal: Option<Refusal>,
    /// The search is stopped because the visitor has seen enough.
    has_enough: bool,
    /// The candidate before, from which much of the next one is known if it has the same events.
    last: Option<Candidate<'s>>,
    /// There is an execution, whether the test's filter takes it or not.
    ends: bool,
}

impl<'s> Search<'s, '_> {
    /// Looks at all executions of some traces; whether to go on.
    fn candidate(&mut self, traces: &[&'s Trace]) -> bool {
        if !(self.go_on)() {
            self.refusal = Some(Refusal::Stopped);
            return false;
        }
        let last = self.last.take().filter(|_| !self.model.sees_values);
        let restarted = last.and_then(|mut last| last.restart(traces).then_some(last));
        let mut candidate =
            restarted.unwrap_or_else(|| Candidate::new(traces, self.initial, self.model));
        if candidate.is_possible {
            let events = candidate.structure.events.iter().enumerate();
            let reads = events.filter(|(_, event)| event.kind.reads());
            let reads: Vec<usize> = reads.map(|(number, _)| number).collect();
            self.reads_from(&mut candidate, &reads);
        }
        self.last = Some(candidate);
        self.refusal.is_none()
    }

    /// Lets each read have each source with its value.
    fn reads_from(&mut self, candidate: &mut Candidate<'_>, reads: &[usize]) {
        let Some((read, rest)) = reads.split_first() else {
            if candidate.holds(self.model, READS_FROM) {
                self.choose(candidate, 0);
            }
            return;
        };
        let Event { location, read: value, .. } = candidate.structure.events[*read];
        let sources: Vec<usize> = (0..candidate.structure.size())
            .filter(|source| {
                let event = &candidate.structure.events[*source];
                source != read
                    && event.location == location
                    && event.written == value
                    && value.is_some()
            })
            .collect();
        let is_open = sources.len() > 1;
        for source in sources {
            let before = candidate.structure.rf.clone();
            candidate.structure.rf.insert(source, *read);
            if !(self.go_on)() {
                self.refusal = Some(Refusal::Stopped);
            } else if !is_open || candidate.holds_so_far(self.model, READS_FROM) {
                self.reads_from(candidate, rest);
            }
            candidate.structure.rf = before;
            if self.refusal.is_some() {
                return;
            }
        }
    }

    /// Makes the choices of the model from one on.
    fn choose(&mut self, candidate: &mut Candidate<'_>, index: usize) {
        let program = &self.model.staged.program;
        let Some(choice) = program.choices.get(index) else {
            self.finish(candidate);
            return;
        };
        if let Possibilities::Orders { classes, order } = &choice.source {
            let classes = candidate.valuation.relation(*classes).clone();
            let order = candidate.valuation.relation(*order).clone().and(&classes);
            *candidate.structure.choice(self.choice(index)) = Some(order.clone());
            self.put_in_order(candidate, index, &order, &mut classes_of(&classes));
            return;
        }
        let relations = match choice.source.relations(candidate.world, &candidate.valuation) {
            Ok(relations) => relations,
            Err(error) => {
                self.refusal = Some(Refusal::Model(error.render(&program.sources)));
                return;
            }
        };
        for relation in relations {
            *candidate.structure.choice(self.choice(index)) = Some(relation);
            self.chosen(candidate, index);
            if self.refusal.is_some() {
                return;
            }
        }
    }

    /// What a choice of the model is.
    fn choice(&self, index: usize) -> Choice {
        self.model.primitives.choice(index)
    }

    /// A choice is made: goes on if its axioms hold.
    fn chosen(&mut self, candidate: &mut Candidate<'_>, index: usize) {
        if !(self.go_on)() {
            self.refusal = Some(Refusal::Stopped);
            return;
        }
        if candidate.holds(self.model, READS_FROM + 1 + index) {
            self.choose(candidate, index + 1);
        }
    }

    /// Orders the classes one by one, each by what comes next in it.
    fn put_in_order(
        &mut self,
        candidate: &mut Candidate<'_>,
        index: usize,
        order: &Relation,
        classes: &mut Vec<Vec<usize>>,
    ) {
        let Some(class) = classes.pop() else {
            self.chosen(candidate, index);
            return;
        };
        let is_next = |event: &usize| {
            !class.iter().any(|other| other != event && order.contains(*other, *event))
        };
        let possible: Vec<usize> = class.iter().copied().filter(is_next).collect();
        for event in &possible {
            let chosen = candidate.structure.choice(self.choice(index));
            let before = chosen.clone();
            let rest: Vec<usize> = class.iter().copied().filter(|other| other != event).collect();
            let chosen = chosen.as_mut().expect("it was started");
            rest.iter().for_each(|other| chosen.insert(*event, *other));
            if !(self.go_on)() {
                self.refusal = Some(Refusal::Stopped);
            } else if possible.len() == 1
                || candidate.holds_so_far(self.model, READS_FROM + 1 + index)
            {
                if rest.len() > 1 {
                    classes.push(rest);
                    self.put_in_order(candidate, index, order, classes);
                    classes.pop();
                } else {
                    self.put_in_order(candidate, index, order, classes);
                }
            }
            *candidate.structure.choice(self.choice(index)) = before;
            if self.refusal.is_some() {
                break;
            }
        }
        classes.push(class);
    }

    /// An execution that the model allows.
    fn finish(&mut self, candidate: &Candidate<'_>) {
        if let Some(message) = candidate.traces.iter().find_map(|trace| trace.fault.as_ref()) {
            self.refusal = Some(Refusal::Unsupported(message.clone()));
            return;
        }
        self.ends = true;
        let end = CandidateEnd { candidate, lowered: self.lowered };
        let Some((state, holds)) = self.observed.state(&end) else { return };
        let Candidate { structure, sizes, .. } = candidate;
        let outcome = &self.outcome;
        let allowed = Allowed { structure, sizes, state: &state, is_positive: holds, outcome };
        let wants_more = (self.visitor)(&allowed);
        self.outcome.states.insert(state);
        *(if holds { &mut self.outcome.positive } else { &mut self.outcome.negative }) += 1;
        self.remarks(candidate);
        if !wants_more && self.refusal.is_none() {
            self.has_enough = true;
            self.refusal = Some(Refusal::Stopped);
        }
    }

    /// Flags, and what is not defined.
    fn remarks(&mut self, candidate: &Candidate<'_>) {
        for index in &self.model.others {
            let check = &self.model.staged.program.checks[*index];
            let holds = perform(check, &candidate.valuation).is_ok();
            match check.role {
                Role::Flag if holds => {
                    let name = check.name.as_deref().unwrap_or("?");
                    self.outcome.flags.insert(name.to_owned());
                }
                Role::UndefinedUnless if !holds => {
                    self.outcome.is_undefined = true;
                    self.outcome.flags.insert(UNDEFINED.to_owned());
                }
                Role::Assert if !holds => {
                    let name = check.name.as_deref().unwrap_or("an assertion");
                    self.refusal = Some(Refusal::Model(format!("`{name}` of the model fails")));
                }
                Role::Flag | Role::UndefinedUnless | Role::Assert | Role::Axiom => {}
            }
        }
    }
}

/// How a candidate ends.
struct CandidateEnd<'c, 't> {
    candidate: &'c Candidate<'t>,
    lowered: &'c Lowered,
}

impl End for CandidateEnd<'_, '_> {
    fn register(&self, thread: usize, register: Register) -> i64 {
        self.candidate.traces[thread].registers[register.0]
    }

    fn memory(&self, address: i64, bytes: u8) -> i64 {
        let Candidate { structure, sizes, .. } = self.candidate;
        final_memory(structure, sizes, self.lowered, address, bytes)
    }
}
