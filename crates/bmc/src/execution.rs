//! Which execution does an assignment stand for, and is it really one that the model allows?
//!
//! Of the assignment only the choices are taken: inputs, reads-from, and what the model chooses.
//! Everything else is computed again by `unroll::Evaluation`, and judged by `cat` in the world of
//! relations, which know nothing of the formula. Where they differ from it, the formula is wrong.

use crate::encoding::Encoding;
use candidates::Twinned;
use cat::program::Possibilities;
use cat::{Judgement, Valuation, compute, is_linear_order, judge};
use events::CatView;
use relation::Relation;
use solver::bitvector;
use std::collections::BTreeMap;
use unroll::{Acyclic, Assignment, Evaluation, EventId, Executed, Found, Late};

/// An execution that the model allows.
#[derive(Clone, Debug)]
pub struct Execution {
    /// What every value of the program is.
    pub evaluation: Evaluation,
    /// Its events and relations, with all choices made.
    pub executed: Executed,
    /// From which write each executed read reads.
    pub sources: BTreeMap<EventId, EventId>,
    /// What is read where somebody looks at it.
    pub reads: BTreeMap<EventId, u64>,
    /// What the checks of the model that are no axioms say of it.
    pub judgement: Judgement,
    /// What is chosen, by the numbers of the choices.
    choices: Vec<u64>,
}

impl Execution {
    /// Whether an access comes after the end of its object's life.
    pub(crate) fn is_late(&self, late: &Late) -> bool {
        self.choices[late.choice.index()] == 1
    }

    /// The same execution of another program with the same accesses (`unroll::align`).
    pub(crate) fn seen_by(&self, acyclic: &Acyclic) -> Twinned {
        let Executed { mut structure, events } =
            Executed::new(acyclic, &self.evaluation, &self.sources);
        let numbers = |events: &[EventId]| -> BTreeMap<EventId, usize> {
            events.iter().enumerate().map(|(number, id)| (*id, number)).collect()
        };
        let (ours, theirs) = (numbers(&events), numbers(&self.executed.events));
        structure.co = self.executed.structure.co.as_ref().map(|co| {
            let mut new = Relation::new(structure.size());
            let number = |event: usize| ours[&self.executed.events[event]];
            co.pairs().for_each(|(from, to)| new.insert(number(from), number(to)));
            new
        });
        let counterparts = events.iter().map(|id| theirs.get(id).copied()).collect();
        Twinned { structure, counterparts }
    }
}

/// Reads an execution off the assignment that was found; what is wrong with it, if something is.
pub(crate) fn decode(encoding: &mut Encoding<'_>) -> Result<Execution, String> {
    let acyclic = encoding.executions.acyclic;
    let (mut sources, mut reads) = (BTreeMap::new(), BTreeMap::new());
    let mut assignment =
        Assignment { choices: vec![0; acyclic.choices.len()], ..Assignment::default() };
    for (read, _) in acyclic.numbered().filter(|(_, event)| event.kind.reads()) {
        let executed = encoding.executions.executed(read.index());
        if !encoding.executions.circuit.value(executed) {
            continue;
        }
        let possible = encoding.executions.sources(read).to_vec();
        let mut found = possible
            .into_iter()
            .filter(|(_, literal)| encoding.executions.circuit.value(*literal))
            .map(|(write, _)| write);
        let (Some(source), None) = (found.next(), found.next()) else {
            return Err(format!("{read:?} does not read from one write"));
        };
        let known = encoding.executions.known_read(read);
        let number =
            known.map(|bits| bitvector::value(&mut encoding.executions.circuit, &bits) as u64);
        reads.extend(number.map(|number| (read, number)));
        let number = number.unwrap_or(0);
        let is_uninitialised = acyclic.leaves_uninitialised(source);
        sources.insert(read, source);
        assignment.reads.insert(read, Found { number, is_uninitialised });
    }
    for (index, bits) in encoding.executions.choices() {
        let number = bitvector::value(&mut encoding.executions.circuit, &bits) as u64;
        assignment.choices[index] = number;
    }
    let evaluation = Evaluation::new(acyclic, &assignment);
    check_evaluation(encoding, &evaluation, &sources, &assignment)?;
    let mut executed = Executed::new(acyclic, &evaluation, &sources);
    choose(encoding, &mut executed)?;
    check_lates(acyclic, &executed, &sources, &assignment)?;
    let program = &encoding.model.program;
    let view = CatView::new(&executed.structure, &encoding.model.primitives);
    let judgement = judge(program, view.world(), &view);
    if let Some(violation) = &judgement.forbidden {
        let check = &program.checks[violation.check];
        let name = check.name.as_deref().unwrap_or("without a name");
        return Err(format!("the model forbids it, by the axiom {name}"));
    }
    let choices = assignment.choices;
    Ok(Execution { evaluation, executed, sources, reads, judgement, choices })
}

/// Who is said to be late must be, and nobody else.
fn check_lates(
    acyclic: &Acyclic,
    executed: &Executed,
    sources: &BTreeMap<EventId, EventId>,
    assignment: &Assignment,
) -> Result<(), String> {
    for late in &acyclic.lates {
        let reads = sources.get(&late.access).is_some_and(|own| acyclic.endings.contains(own));
        let number = executed.events.iter().position(|own| *own == late.access);
        let comes_after = |number: usize| {
            let co = executed.structure.co.as_ref();
            let mut events = executed.events.iter().enumerate();
            co.is_some_and(|co| {
                events.any(|(other, id)| acyclic.endings.contains(id) && co.contains(other, number))
            })
        };
        let is_late = reads || number.is_some_and(comes_after);
        if is_late != (assignment.choices[late.choice.index()] == 1) {
            return Err(format!("whether {:?} is late is computed differently", late.access));
        }
    }
    Ok(())
}

/// What is computed again must be what the formula says.
fn check_evaluation(
    encoding: &mut Encoding<'_>,
    evaluation: &Evaluation,
    sources: &BTreeMap<EventId, EventId>,
    assignment: &Assignment,
) -> Result<(), String> {
    let acyclic = encoding.executions.acyclic;
    for (id, event) in acyclic.numbered().filter(|(_, event)| event.thread.is_some()) {
        let executed = encoding.executions.executed(id.index());
        if encoding.executions.circuit.value(executed) != evaluation.holds(event.guard) {
            return Err(format!("whether {id:?} is executed is computed differently"));
        }
    }
    if let Some(assumption) =
        acyclic.assumptions.iter().find(|assumption| !evaluation.holds(**assumption))
    {
        return Err(format!("the assumption {assumption:?} does not hold"));
    }
    let address = |id: EventId| acyclic.event(id).address.map(|at| evaluation.number(at));
    for (read, source) in sources {
        let write = acyclic.event(*source);
        let is_executed = write.thread.is_none() || evaluation.holds(write.guard);
        if !is_executed || address(*read) != address(*source) {
            return Err(format!("{read:?} reads from {source:?}, which is not there"));
        }
        let written = write.value.map_or(0, |value| evaluation.number(value));
        let is_looked_at = encoding.executions.known_read(*read).is_some();
        if is_looked_at && assignment.reads[read].number != written {
            return Err(format!("{read:?} does not read what {source:?} writes"));
        }
    }
    Ok(())
}

/// Makes the choices of the model in an execution, and checks that they are possible.
fn choose(encoding: &mut Encoding<'_>, executed: &mut Executed) -> Result<(), String> {
    let (program, primitives) = (&encoding.model.program, &encoding.model.primitives);
    let numbers: BTreeMap<usize, usize> =
        executed.events.iter().enumerate().map(|(number, id)| (id.index(), number)).collect();
    let size = executed.structure.size();
    for index in 0..program.choices.len() {
        let mut chosen = Relation::new(size);
        for ((from, to), literal) in &encoding.choices[index] {
            if encoding.executions.circuit.value(*literal) {
                let (Some(from), Some(to)) = (numbers.get(from), numbers.get(to)) else {
                    return Err("an event that is not executed is put in order".to_owned());
                };
                chosen.insert(*from, *to);
            }
        }
        *executed.structure.choice(primitives.choice(index)) = Some(chosen);
    }
    let view = CatView::new(&executed.structure, primitives);
    let mut valuation = Valuation::new(program);
    let mut done = 0;
    for (index, choice) in program.choices.iter().enumerate() {
        let Possibilities::Orders { classes, order } = &choice.source else {
            unreachable!("other choices were refused")
        };
        // The rest of the model is computed where it judges.
        let end = program.prefix(*classes).max(program.prefix(*order)).max(done);
        compute(program, &mut view.world(), &view, done..end, &mut valuation);
        done = end;
        let (classes, order) = (valuation.relation(*classes), valuation.relation(*order));
        let chosen = executed.structure.chosen(primitives.choice(index)).expect("it was chosen");
        if !is_linear_order(chosen, classes, order) {
            return Err(format!("`{}` is not an order", choice.name));
        }
    }
    Ok(())
}
