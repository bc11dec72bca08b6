//! What is allowed, by the definitions and nothing else: all executions of the acyclic program
//! (`unroll::plain_executions`), each with every coherence that the model may choose, judged by its
//! axioms as they are written. It shares the evaluation of cat with what it is compared with, and
//! neither the search of `candidates` nor formulas.

use candidates::{End, Observed, State, final_memory};
use cat::{Program, evaluate, judge};
use events::{CatView, Kind, Primitives};
use litmus::code::Register;
use litmus::{Lowered, Test};
use relation::Relation;
use std::collections::{BTreeMap, BTreeSet};
use unroll::{Acyclic, Evaluation, Executed, from_litmus, plain_executions};

/// More steps are too many.
const MOST_STEPS: usize = 60_000;

/// Who reads from whom, and what is before what in coherence, by the numbers of reads among reads
/// and of writes among writes: these are the same in the code of every machine.
pub(crate) type Fingerprint = (Vec<(usize, usize)>, Vec<(usize, usize)>);

/// The executions of a test that a model allows, with their states; none if there are too many.
pub(crate) fn allowed(
    test: &Test,
    lowered: &Lowered,
    program: &Program,
) -> Option<BTreeMap<Fingerprint, State>> {
    let acyclic = from_litmus(lowered, 2);
    assert!(acyclic.gaps.is_empty() && acyclic.unwound.is_empty(), "random tests are simple");
    let (observed, primitives) = (Observed::new(test, lowered), Primitives::of(program));
    let mut found = BTreeMap::new();
    let is_complete = plain_executions(&acyclic, &[], MOST_STEPS, &mut |execution| {
        let mut executed = execution.executed(&acyclic);
        executed.structure.co = Some(Relation::new(executed.structure.size()));
        let view = CatView::new(&executed.structure, &primitives);
        let world = view.world();
        let valuation = evaluate(program, &mut { world }, &view);
        let orders = program.choices[0].source.relations(world, &valuation);
        for co in orders.unwrap_or_else(|_| panic!("models can be evaluated")) {
            executed.structure.co = Some(co);
            let view = CatView::new(&executed.structure, &primitives);
            if judge(program, view.world(), &view).is_allowed() {
                let evaluation = &execution.evaluation;
                let end = PlainEnd { acyclic: &acyclic, lowered, evaluation, executed: &executed };
                let (state, _) = observed.state(&end).expect("random tests have no filter");
                found.insert(fingerprint(&acyclic, &executed), state);
            }
        }
    });
    is_complete.then_some(found)
}

/// The states of some executions.
pub(crate) fn states(executions: &BTreeMap<Fingerprint, State>) -> BTreeSet<State> {
    executions.values().cloned().collect()
}

fn fingerprint(acyclic: &Acyclic, executed: &Executed) -> Fingerprint {
    let numbers = |is_one: fn(Kind) -> bool| {
        let events = acyclic.numbered().filter(move |(_, event)| is_one(event.kind));
        events.enumerate().map(|(number, (id, _))| (id, number)).collect::<BTreeMap<_, _>>()
    };
    let (reads, writes) = (numbers(Kind::reads), numbers(Kind::writes));
    let id = |number: usize| executed.events[number];
    let rf = executed.structure.rf.pairs().map(|(from, to)| (writes[&id(from)], reads[&id(to)]));
    let co = executed.structure.co.as_ref().unwrap().pairs();
    let mut rf: Vec<_> = rf.collect();
    let mut co: Vec<_> = co.map(|(from, to)| (writes[&id(from)], writes[&id(to)])).collect();
    rf.sort_unstable();
    co.sort_unstable();
    (rf, co)
}

struct PlainEnd<'e> {
    acyclic: &'e Acyclic,
    lowered: &'e Lowered,
    evaluation: &'e Evaluation,
    executed: &'e Executed,
}

impl End for PlainEnd<'_> {
    fn register(&self, thread: usize, register: Register) -> i64 {
        let value = self.acyclic.threads[thread].registers[register.0];
        self.evaluation.number(value) as i64
    }

    fn memory(&self, address: i64, bytes: u8) -> i64 {
        let sizes: Vec<u8> =
            self.executed.events.iter().map(|id| self.acyclic.event(*id).size).collect();
        final_memory(&self.executed.structure, &sizes, self.lowered, address, bytes)
    }
}
