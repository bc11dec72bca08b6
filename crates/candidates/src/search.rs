//! The search: candidates by traces, reads-from and the choices of the model, each with the checks that it decides right after it.

use crate::candidate::Candidate;
use crate::drawing::{Drawing, Show};
use crate::join::join;
use crate::model::{Model, READS_FROM};
use crate::outcome::{Outcome, Refusal, State, Value};
use crate::trace::{Kind, Trace};
use crate::values::all_traces;
use cat::perform;
use cat::program::Source;
use cat::syntax::Role;
use litmus::Lowered;
use litmus::tree::{Constant, Place, Test};
use relation::Relation;
use std::collections::BTreeSet;

/// More ways through one thread are no litmus test.
const MOST_TRACES: usize = 200_000;

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
    run_and_draw(test, lowered, model, Show::None, go_on).map(|(outcome, _)| outcome)
}

/// Finds the outcomes of a test under a model, and draws some of its executions, the first hundred at most.
pub fn run_and_draw(
    test: &Test,
    lowered: &Lowered,
    model: &Model,
    show: Show,
    go_on: &dyn Fn() -> bool,
) -> Result<(Outcome, Vec<Drawing>), Refusal> {
    let threads = all_traces(lowered, MOST_TRACES);
    if threads.iter().any(|traces| traces.too_many) {
        return Err(Refusal::Unsupported("a thread has too many ways to run".to_owned()));
    }
    let misfit = threads.iter().find_map(|traces| traces.misfit);
    if let Some(number) = test.misfit().or(misfit) {
        let message = format!("{number} does not fit in the bits that it would be in");
        return Err(Refusal::Unsupported(message));
    }
    if model.coherence.is_none() {
        let message =
            "the model chooses no `co`, which final values come from: it may include cos.cat";
        return Err(Refusal::Model(message.to_owned()));
    }
    let is_cut = threads.iter().any(|traces| traces.is_cut);
    let threads: Vec<Vec<Trace>> = threads.into_iter().map(|traces| traces.all).collect();
    check_sizes(&threads)?;
    let places = observed(test);
    let mut search = Search {
        test,
        lowered,
        model,
        go_on,
        outcome: Outcome {
            places,
            states: BTreeSet::new(),
            positive: 0,
            negative: 0,
            flags: BTreeSet::new(),
            is_undefined: false,
            is_cut,
            quantifier: test.condition.quantifier,
        },
        show,
        drawings: Vec::new(),
        refusal: None,
        last: None,
    };
    join(&threads, &lowered.memory, &mut |traces| search.candidate(traces));
    match search.refusal {
        Some(refusal) => Err(refusal),
        None => Ok((search.outcome, search.drawings)),
    }
}

/// Accesses that overlap must be about the same bytes.
fn check_sizes(threads: &[Vec<Trace>]) -> Result<(), Refusal> {
    let events = threads.iter().flatten().flat_map(|trace| &trace.events);
    let accesses = events.filter(|event| event.kind != Kind::Fence);
    let accesses: BTreeSet<(i64, u8)> =
        accesses.filter_map(|event| Some((event.address?, event.size))).collect();
    let overlaps = |first: &(i64, u8), second: &(i64, u8)| {
        first < second && first.0 + i64::from(first.1) > second.0
    };
    let mixed = accesses.iter().any(|first| accesses.iter().any(|second| overlaps(first, second)));
    if mixed {
        return Err(Refusal::Unsupported("accesses overlap in part (mixed sizes)".to_owned()));
    }
    Ok(())
}

/// What states show: what the test observes and what its condition is about, registers first.
fn observed(test: &Test) -> Vec<Place> {
    let places = test.locations.iter().chain(test.condition.proposition.places());
    Place::observed(test.architecture, places.cloned())
}

/// The classes of an equivalence that have something to order.
fn classes_of(equivalence: &Relation) -> Vec<Vec<usize>> {
    let first = |event: &usize| equivalence.successors(*event).next() == Some(*event);
    let firsts = (0..equivalence.size()).filter(first);
    let classes = firsts.map(|event| equivalence.successors(event).collect());
    classes.filter(|class: &Vec<usize>| class.len() > 1).collect()
}

struct Search<'s> {
    test: &'s Test,
    lowered: &'s Lowered,
    model: &'s Model,
    go_on: &'s dyn Fn() -> bool,
    outcome: Outcome,
    show: Show,
    drawings: Vec<Drawing>,
    refusal: Option<Refusal>,
    /// The candidate before, from which much of the next one is known if it has the same events.
    last: Option<Candidate<'s>>,
}

impl<'s> Search<'s> {
    /// Looks at all executions of some traces; whether to go on.
    fn candidate(&mut self, traces: &[&'s Trace]) -> bool {
        if !(self.go_on)() {
            self.refusal = Some(Refusal::Stopped);
            return false;
        }
        let last = self.last.take().filter(|_| !self.model.sees_values);
        let restarted = last.and_then(|mut last| last.restart(traces).then_some(last));
        let mut candidate =
            restarted.unwrap_or_else(|| Candidate::new(traces, self.lowered, self.model));
        if candidate.is_possible {
            let reads: Vec<usize> = (0..candidate.execution.size())
                .filter(|event| candidate.execution.events[*event].1.kind.reads())
                .collect();
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
        let own = &candidate.execution.events[*read].1;
        let (address, value) = (own.address, own.read);
        let sources: Vec<usize> = (0..candidate.execution.size())
            .filter(|source| {
                let event = &candidate.execution.events[*source].1;
                source != read
                    && event.address == address
                    && event.written == value
                    && value.is_some()
            })
            .collect();
        let is_open = sources.len() > 1;
        for source in sources {
            let before = candidate.execution.rf.clone();
            candidate.execution.rf.insert(source, *read);
            if !is_open || candidate.holds_so_far(self.model, READS_FROM) {
                self.reads_from(candidate, rest);
            }
            candidate.execution.rf = before;
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
        if let Source::Orders { classes, order } = &choice.source {
            let classes = candidate.valuation.relation(*classes).clone();
            let order = candidate.valuation.relation(*order).clone().and(&classes);
            candidate.execution.choices[index] = Some(order.clone());
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
            candidate.execution.choices[index] = Some(relation);
            self.chosen(candidate, index);
            if self.refusal.is_some() {
                return;
            }
        }
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
            let before = candidate.execution.choices[index].clone();
            let rest: Vec<usize> = class.iter().copied().filter(|other| other != event).collect();
            let chosen = candidate.execution.choices[index].as_mut().expect("it was started");
            rest.iter().for_each(|other| chosen.insert(*event, *other));
            if possible.len() == 1 || candidate.holds_so_far(self.model, READS_FROM + 1 + index) {
                if rest.len() > 1 {
                    classes.push(rest);
                    self.put_in_order(candidate, index, order, classes);
                    classes.pop();
                } else {
                    self.put_in_order(candidate, index, order, classes);
                }
            }
            candidate.execution.choices[index] = before;
            if self.refusal.is_some() {
                break;
            }
        }
        classes.push(class);
    }

    /// An execution that the model allows.
    fn finish(&mut self, candidate: &Candidate<'_>) {
        if let Some(address) = candidate.traces.iter().find_map(|trace| trace.fault) {
            let message = format!("a thread accesses {address}, which is no location");
            self.refusal = Some(Refusal::Unsupported(message));
            return;
        }
        let values = |place: &Place| self.final_value(candidate, place);
        let equal = |place: &Place, constant: &Constant| {
            self.lowered.layout.value(constant) == Some(values(place))
        };
        if self.test.filter.as_ref().is_some_and(|filter| !filter.holds(&equal)) {
            return;
        }
        let holds = self.test.condition.proposition.holds(&equal);
        let shown = |place: &Place| {
            let number = values(place);
            Value { number, shown: self.lowered.layout.show(number) }
        };
        let state: State = self.outcome.places.iter().map(shown).collect();
        if self.show.wants(holds) && self.drawings.len() < MOST_DRAWINGS {
            let Candidate { execution, .. } = candidate;
            let (co, shown) = (self.coherence(candidate), self.outcome.show(&state));
            self.drawings.push(Drawing::new(execution, co, self.lowered, shown, holds));
        }
        self.outcome.states.insert(state);
        *(if holds { &mut self.outcome.positive } else { &mut self.outcome.negative }) += 1;
        self.remarks(candidate);
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

    fn final_value(&self, candidate: &Candidate<'_>, place: &Place) -> i64 {
        match place {
            Place::Register { thread, name } => {
                let register = self.lowered.register(self.test.architecture, *thread, name);
                // A register that the thread does not have was never written.
                register.map_or(0, |register| candidate.traces[*thread].registers[register.0])
            }
            Place::Location { name, index } => {
                let address = self.lowered.layout.find(name, *index);
                address.map_or(0, |address| self.final_memory(candidate, address))
            }
        }
    }

    fn coherence<'c>(&self, candidate: &'c Candidate<'_>) -> &'c Relation {
        let co = self.model.coherence.and_then(|index| candidate.execution.choices[index].as_ref());
        co.expect("coherence is chosen")
    }

    /// The value that the last write in coherence leaves.
    fn final_memory(&self, candidate: &Candidate<'_>, address: i64) -> i64 {
        let events = &candidate.execution.events;
        let co = self.coherence(candidate);
        let last = (0..events.len()).find(|event| {
            let own = &events[*event].1;
            let is_write = own.kind.writes() && own.address == Some(address);
            is_write && co.successors(*event).next().is_none()
        });
        let initial = self.lowered.memory.get(&address).copied().unwrap_or(0);
        last.and_then(|event| events[event].1.written).unwrap_or(initial)
    }
}
