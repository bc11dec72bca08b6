//! Random programs, compiled for two machines: what one formula over common events says is what
//! the definitions say of the two compiled programs, each by itself. Brute force does not see how
//! events were aligned: an execution is what each thread accesses, in its order, who reads from
//! whom, and coherence.

use crate::random_program::random_program;
use crate::{compile, model};
use bmc::Method;
use candidates::Refusal;
use cat::{Program, bundled_model, evaluate, judge};
use events::{CatView, EventStructure, Primitives};
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use port::{Behaviour, Candidates, Compiled, Model, NoOutcome, Pair, Wanted};
use program::passes::PassConfig;
use relation::Relation;
use std::collections::{BTreeMap, BTreeSet};
use unroll::mapping::Mapping;
use unroll::{Acyclic, PlainExecution, Unrolling, align, from_program, plain_executions};

/// More steps are too many.
const MOST_STEPS: usize = 20_000;

/// Models with mappings, as sources and as targets.
pub(crate) const PAIRS: [[(&str, Option<&str>); 2]; 8] = [
    [("sc", None), ("x86-tso", None)],
    [("x86-tso", None), ("power", Some("power"))],
    [("sc", Some("x86")), ("aarch64", Some("aarch64"))],
    [("x86-tso", Some("x86-mfence")), ("armv7", Some("armv7"))],
    [("aarch64", Some("aarch64")), ("power", Some("power"))],
    [("power", Some("power")), ("x86-tso", None)],
    [("riscv", Some("riscv")), ("x86-tso", Some("x86"))],
    [("sc", Some("power")), ("x86-tso", Some("x86"))],
];

/// An access: its thread (none for an initial write) and its place there, or its address.
type Access = (Option<usize>, u64);
/// What the accesses are about, reads-from, and coherence.
type Fingerprint = (Vec<(Access, Option<i64>, Option<i64>)>, Vec<[Access; 2]>, Vec<[Access; 2]>);
/// What is in the cells of global variables, and whether something failed.
type State = (Vec<(i64, i64)>, bool);

pub(crate) fn unrolled(program: &program::Program, mapping: Option<&str>) -> Acyclic {
    let mapping = mapping.map(|name| Mapping::named(name).expect("there is such a mapping"));
    from_program(program, Unrolling { bound: 2, mapping, ..Unrolling::default() })
}

/// Whether something is wrong that the program checks for.
fn has_failed(acyclic: &Acyclic, execution: &PlainExecution) -> bool {
    acyclic.checks.iter().any(|check| execution.evaluation.holds(check.condition))
}

/// Whether an execution comes to its end.
fn ends(acyclic: &Acyclic, execution: &PlainExecution) -> bool {
    let holds = |condition| execution.evaluation.holds(condition);
    let is_cut = acyclic.unwound.iter().any(|cut| holds(cut.condition));
    let is_over = |thread: &unroll::Thread| {
        let is_started = thread.spawn.is_none_or(|spawn| holds(acyclic.event(spawn).guard));
        !is_started || holds(thread.finished)
    };
    !is_cut && (has_failed(acyclic, execution) || acyclic.threads.iter().all(is_over))
}

fn fingerprint(structure: &EventStructure) -> Fingerprint {
    let mut lengths: BTreeMap<usize, u64> = BTreeMap::new();
    let mut names: BTreeMap<usize, Access> = BTreeMap::new();
    for (number, event) in structure.events.iter().enumerate() {
        if event.kind.is_access() {
            let place = match event.thread {
                None => event.location.expect("it is somewhere").0 as u64,
                Some(thread) => {
                    let next = lengths.entry(thread).or_default();
                    *next += 1;
                    *next
                }
            };
            names.insert(number, (event.thread, place));
        }
    }
    let about = names.iter().map(|(number, name)| {
        let event = &structure.events[*number];
        (*name, event.location.map(|at| at.0), event.written.or(event.read))
    });
    let pairs = |relation: &Relation| {
        let mut pairs: Vec<[Access; 2]> =
            relation.pairs().map(|(from, to)| [names[&from], names[&to]]).collect();
        pairs.sort_unstable();
        pairs
    };
    let mut about: Vec<_> = about.collect();
    about.sort_unstable();
    (about, pairs(&structure.rf), pairs(structure.co.as_ref().unwrap()))
}

/// The last values in all cells of some addresses.
fn last_values(structure: &EventStructure, cells: &BTreeMap<i64, i64>) -> Vec<(i64, i64)> {
    let co = structure.co.as_ref().unwrap();
    let last = |(cell, initial): (&i64, &i64)| {
        let is_last = |event: &usize| {
            let own = &structure.events[*event];
            let is_here = own.kind.writes() && own.location.is_some_and(|at| at.0 == *cell);
            is_here && co.successors(*event).next().is_none()
        };
        let found = (0..structure.size()).find(is_last);
        let value = found.map_or(*initial, |event| structure.events[event].written.unwrap());
        (*cell, value)
    };
    cells.iter().map(last).collect()
}

/// The executions that a model allows of the program that was compiled for it.
fn allowed(
    acyclic: &Acyclic,
    program: &Program,
    cells: &BTreeMap<i64, i64>,
) -> Option<BTreeMap<Fingerprint, State>> {
    let primitives = Primitives::of(program);
    let mut found = BTreeMap::new();
    let is_complete = plain_executions(acyclic, &[], MOST_STEPS, &mut |execution| {
        if !ends(acyclic, execution) {
            return;
        }
        let failed = has_failed(acyclic, execution);
        let mut structure = execution.executed(acyclic).structure;
        structure.co = Some(Relation::new(structure.size()));
        let view = CatView::new(&structure, &primitives);
        let world = view.world();
        let valuation = evaluate(program, &mut { world }, &view);
        let orders = program.choices[0].source.relations(world, &valuation);
        for co in orders.unwrap_or_else(|_| panic!("models can be evaluated")) {
            structure.co = Some(co);
            let view = CatView::new(&structure, &primitives);
            if judge(program, view.world(), &view).is_allowed() {
                let state = (last_values(&structure, cells), failed);
                found.insert(fingerprint(&structure), state);
            }
        }
    });
    is_complete.then_some(found)
}

/// The cells of global variables that threads write to, with what is there at first.
fn cells(acyclic: &Acyclic) -> BTreeMap<i64, i64> {
    let writes = acyclic.events.iter().filter(|own| own.thread.is_some() && own.kind.writes());
    let is_global = |at: &u64| {
        let object = base::Address(*at).object();
        object.is_some_and(|(object, _)| object.thread == base::ThreadId::GLOBALS)
    };
    let addresses = writes.flat_map(|own| own.may_addresses.iter().copied()).filter(is_global);
    let initial = |address: u64| {
        let mut events = acyclic.events.iter().filter(|own| own.thread.is_none());
        let write = events.find(|own| own.may_addresses == [address]).expect("cells are written");
        write.value.and_then(|value| acyclic.values.number(value)).unwrap_or(0) as i64
    };
    addresses.map(|address| (address as i64, initial(address))).collect()
}

#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    new_executions: usize,
    new_states: usize,
    new_dead_states: usize,
    skipped: usize,
}

/// Compares the answers about one program for one pair.
fn compare(program: &program::Program, pair: usize, models: &[Model], tally: &mut Tally) {
    let [(source, from), (target, to)] = PAIRS[pair];
    let named = |name: &str| models.iter().find(|own| own.name() == name).unwrap();
    let sequential = Model::sequential();
    let (first, second) = (unrolled(program, to), unrolled(program, from));
    let Ok([aligned_target, aligned_source]) = align(&first, &second) else {
        tally.skipped += 1;
        return;
    };
    let compiled = Compiled { target: aligned_target, source: aligned_source };
    let asked = Pair { source: named(source), target: named(target), sequential: &sequential };
    let ask = |behaviour| port::program(&compiled, asked, behaviour, Method::default(), &|| true);
    let executions = match ask(Behaviour::Executions(Candidates::All)) {
        Ok(found) => found,
        Err(NoOutcome::Refused(Refusal::Unsupported(_))) => {
            tally.skipped += 1;
            return;
        }
        Err(failure) => panic!("{failure:?}"),
    };
    let compiled_model = |name: &str| {
        let file = bundled_model(name).unwrap();
        compile(&file.path, &file.text)
    };
    let cells = cells(&first);
    let by_target = allowed(&first, &compiled_model(target), &cells);
    let by_source = allowed(&second, &compiled_model(source), &cells);
    let (Some(by_target), Some(by_source)) = (by_target, by_source) else {
        tally.skipped += 1;
        return;
    };
    let text = || program::text::print(program);
    let is_new = by_target.keys().any(|own| !by_source.contains_key(own));
    assert_eq!(!executions.new.is_empty(), is_new, "{source} to {target}: {}", text());
    let states = |of: &BTreeMap<_, State>| of.values().cloned().collect::<BTreeSet<State>>();
    let expected: BTreeSet<State> =
        states(&by_target).difference(&states(&by_source)).cloned().collect();
    for candidates in [Candidates::All, Candidates::DeadFirst, Candidates::DeadOnly] {
        let found = match ask(Behaviour::States(Wanted::All, candidates)) {
            Ok(found) => found.new,
            // With more rounds of a loop, the source may reach them; or nothing is dead.
            Err(NoOutcome::Refused(Refusal::Unsupported(_))) => continue,
            Err(failure) => panic!("{failure:?}"),
        };
        let state = |own: &port::NewExecution| {
            let cells = own.allowed.state.iter().map(|(at, v)| (*at as i64, *v as i64));
            (cells.collect(), own.allowed.failed)
        };
        let found: BTreeSet<State> = found.iter().map(state).collect();
        // What has no new execution has no new state.
        assert!(is_new || found.is_empty());
        match candidates {
            Candidates::DeadOnly => {
                assert!(found.is_subset(&expected), "{source} to {target}: {}", text());
                tally.new_dead_states += usize::from(!found.is_empty());
            }
            Candidates::All | Candidates::DeadFirst => {
                assert_eq!(found, expected, "{source} to {target}: {}", text());
            }
        }
    }
    tally.compared += 1;
    tally.new_executions += usize::from(is_new);
    tally.new_states += usize::from(!expected.is_empty());
}

#[test]
fn random_programs_are_portable_as_the_definitions_say() {
    let names = ["sc", "x86-tso", "power", "aarch64", "armv7", "riscv"];
    let models: Vec<Model> = names.iter().map(|name| model(name)).collect();
    let most: u64 = std::env::var("HEDDLE_SEEDS").map_or(40, |own| own.parse().unwrap());
    let first: u64 = std::env::var("HEDDLE_FIRST").map_or(0, |own| own.parse().unwrap());
    let mut tally = Tally::default();
    for seed in first..first + most {
        for pair in 0..PAIRS.len() {
            let mut program = random_program(7 * seed + pair as u64);
            program::passes::standard(&mut program, PassConfig::default());
            compare(&program, pair, &models, &mut tally);
        }
        // Everything else that programs do, in which weak memory seldom shows.
        let families = [Family::Atomics, Family::Plain, Family::Updates, Family::Mutexes];
        let mut program = lower(&case(families[seed as usize % 4], Size::Small, seed));
        program::passes::standard(&mut program, PassConfig::default());
        compare(&program, seed as usize % PAIRS.len(), &models, &mut tally);
    }
    println!("{tally:?}");
    let Tally { compared, new_executions, new_states, .. } = tally;
    assert!(compared > 150 && new_executions > 30 && new_states > 20, "{tally:?}");
}
