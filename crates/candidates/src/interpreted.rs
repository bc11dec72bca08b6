//! The same traces from another machine, for tests: `interp` runs the program that a test is
//! (`litmus::translate`) with guessed values, and finds the events, values and dependencies that
//! `run_thread` does.
//!
//! **What is compared.** For the same values that reads may get: which ways through a thread there
//! are, with the kinds, addresses and values of their events, the names of fences, and what each
//! access depends on. A read-modify-write that is one event counts as two. `litmus::translate`
//! loses the names of accesses, and how wide they are in C.
//!
//! **What is not,** because a program does not say it: threads with conditional stores, with
//! updates that have fences around them or pick, with loops, and with ways that end in a fault;
//! control dependencies in a language with scopes, and where the program has branches of its own
//! (does an access have an aligned address, has a lock been free?).

use crate::cells::Cells;
use crate::files::files_in;
use crate::run_thread::{Branches, Setting, traces};
use crate::trace::{Event, Kind, Trace, Values};
use crate::values::all_ways;
use base::{Address, Tags, ThreadId, Value};
use execution::Reads;
use interp::{Block, Context, Discovery, Knowledge, Object, Objects, Operation, Request, Thread};
use litmus::code::Instruction;
use litmus::translate::{Source, to_program};
use litmus::{Lowered, Width};
use program::{Allocation, FunctionId, GlobalId, Program, Terminator};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// More traces than that are not compared.
const MOST_TRACES: usize = 400;

/// What both machines can say of an event; dependencies are on reads, by their numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Step {
    kind: &'static str,
    /// The bytes, and the value in them.
    access: Option<(i64, i64)>,
    tags: Vec<&'static str>,
    addr: Vec<usize>,
    data: Vec<usize>,
    ctrl: Vec<usize>,
}

type Way = Vec<Step>;

/// A thread that both machines can run.
struct Comparison<'c> {
    test: &'c Lowered,
    program: &'c Program,
    index: usize,
    values: &'c Values,
    /// Whether control dependencies are the same.
    has_ctrl: bool,
    /// How many bytes of a value are compared.
    width: Width,
}

/// No thread creates an object.
struct NoObjects;

impl Objects for NoObjects {
    fn object(&self, _object: base::ObjectId) -> Option<&Object> {
        None
    }
}

impl Comparison<'_> {
    /// The ways that `run_thread` finds; none if one of them is not comparable.
    fn by_code(&self) -> Option<BTreeSet<Way>> {
        let setting = Setting {
            thread: &self.test.threads[self.index],
            test: self.test,
            cells: &Cells::default(),
            values: self.values,
            branches: Branches::Exact,
            limit: MOST_TRACES,
        };
        let found = traces(&setting);
        let is_whole = found.excess.is_none() && found.left.is_none();
        let is_right = is_whole && found.all.iter().all(|trace| trace.fault.is_none());
        is_right.then(|| found.all.iter().map(|trace| self.way(trace)).collect())
    }

    fn way(&self, trace: &Trace) -> Way {
        // The number of the read that an event is.
        let mut numbers = Vec::new();
        let mut way = Way::new();
        for event in &trace.events {
            numbers.push(way.len());
            let on = |events: crate::trace::Sources| {
                let all = events.direct | events.picked;
                (0..numbers.len())
                    .filter(|own| all >> own & 1 == 1)
                    .map(|own| numbers[own])
                    .collect()
            };
            let ctrl = if self.has_ctrl { on(event.ctrl) } else { Vec::new() };
            let step = |kind, value: Option<i64>| Step {
                kind,
                access: value.map(|value| (address_of(event), self.width.wrap(value))),
                tags: Vec::new(),
                addr: on(event.addr),
                data: Vec::new(),
                ctrl: ctrl.clone(),
            };
            if event.kind == Kind::Fence {
                way.push(Step { tags: event.tags.names().collect(), ..step("F", None) });
            }
            if event.kind.reads() {
                way.push(step("R", event.read));
            }
            if event.kind.writes() {
                way.push(Step { data: on(event.data), ..step("W", event.written) });
            }
        }
        way
    }

    /// The ways that `interp` finds; none if there is something on one of them that a program does
    /// not say.
    fn by_program(&self) -> Option<BTreeSet<Way>> {
        let mut knowledge = Knowledge::new(self.program);
        for global in (0..self.program.globals.len() as u32).map(GlobalId) {
            knowledge.learn(Discovery::Shared(Allocation::Global(global)));
        }
        let context = Context { program: self.program, knowledge: &knowledge };
        let own = ThreadId::MAIN.child(self.index as u32).expect("tests have few threads");
        let function = FunctionId(self.index as u32);
        let mut thread = Thread::new(&context, own, function, &[Value::ZERO]);
        thread.track_dependencies();
        thread.start(&context, &NoObjects, &mut u64::MAX.clone());
        let mut ways = BTreeSet::new();
        self.run(&context, thread, (Way::new(), Vec::new()), &mut ways).then_some(ways)
    }

    /// Runs on from a request; `numbers` are those of the events that the thread has had. Whether
    /// all ways have an end.
    fn run(
        &self,
        context: &Context<'_>,
        thread: Thread,
        (way, numbers): (Way, Vec<usize>),
        ways: &mut BTreeSet<Way>,
    ) -> bool {
        let operation = match thread.request() {
            Request::Visible { operation, .. } => *operation,
            Request::Finished(_) => {
                ways.insert(way);
                return true;
            }
            Request::Blocked(Block::Assume) => return true,
            Request::Unsupported(_) => return false,
            other => panic!("{other:?} after {way:?}"),
        };
        let depends = thread.dependencies(self.program);
        let on = |reads: &Reads| reads.iter().map(|read| numbers[read as usize]).collect();
        let ctrl = if self.has_ctrl { on(&depends.ctrl) } else { Vec::new() };
        let step = |kind, access, tags: Tags| Step {
            kind,
            access,
            tags: tags.names().collect(),
            addr: on(&depends.addr),
            data: on(&depends.data),
            ctrl: ctrl.clone(),
        };
        let mut go_on = |answer: Value, step: Option<Step>| {
            let mut next = thread.clone();
            next.resume(context, &NoObjects, answer, &mut u64::MAX.clone());
            let (mut way, mut numbers) = (way.clone(), numbers.clone());
            numbers.push(way.len());
            way.extend(step);
            self.run(context, next, (way, numbers), ways)
        };
        match operation {
            Operation::Read { cell, tags, .. } => {
                let at = self.address(cell.address);
                let initial = || self.test.initial(at, 8).into_iter().collect();
                let values = self.values.get(&at).cloned().unwrap_or_else(initial);
                values.into_iter().all(|value| {
                    let bits = Width::unsigned(cell.size).wrap(value) as u64;
                    let access = Some((at, self.width.wrap(value)));
                    go_on(Value::new(bits), Some(step("R", access, tags)))
                })
            }
            Operation::Write { cell, value, tags, .. } => {
                let access = (self.address(cell.address), self.width.wrap(value.bits as i64));
                go_on(Value::ZERO, Some(step("W", Some(access), tags)))
            }
            Operation::Fence { tags, .. } => go_on(Value::ZERO, Some(step("F", None, tags))),
            Operation::Choose { .. } => go_on(Value::ZERO, None) && go_on(Value::new(1), None),
            other => panic!("a thread of a test does {other:?}"),
        }
    }

    /// The address in the test.
    fn address(&self, address: Address) -> i64 {
        let (object, offset) = address.object().expect("an access is of an object");
        let global = self.program.global_of(object).expect("objects are locations");
        let name = &self.program.global(global).name;
        self.test.layout.find(name, None).expect("globals are locations") + offset as i64
    }
}

fn address_of(event: &Event) -> i64 {
    event.address.expect("accesses have addresses")
}

/// What was compared in a test: ways with and without control dependencies.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    threads: usize,
    refused: usize,
    ways: usize,
    with_dependencies: usize,
    with_ctrl: usize,
}

fn compare(path: &Path, tally: &mut Tally) {
    let text = std::fs::read_to_string(path).expect("a test can be read");
    let Ok(test) = litmus::parse(&text) else { return };
    let Ok(lowered) = litmus::lower(&test, &text) else { return };
    let ways = all_ways(&lowered, MOST_TRACES);
    // Parts of accesses, and addresses in memory, are nothing that values could be compared in.
    if !ways.cells.is_whole() || lowered.has_addresses {
        return;
    }
    let program = to_program(&test, &lowered, Source { path: "", text: &text });
    let values = values_of(&lowered, ways.threads.iter().flat_map(|found| &found.all));
    let stores_addresses = values.values().flatten().any(|value| lowered.layout.is_address(*value));
    if stores_addresses {
        return;
    }
    for (index, thread) in lowered.threads.iter().enumerate() {
        let code = &thread.code;
        if !code.loops.is_empty() || !code.instructions.iter().all(is_comparable) {
            continue;
        }
        let has_scopes = code.instructions.iter().any(|own| matches!(own, Instruction::Scope(_)));
        let branches = |own: &&Instruction| matches!(own, Instruction::Branch { .. });
        let branches = code.instructions.iter().filter(branches).count();
        let is_branch = |own: &&program::Block| {
            matches!(own.terminator, Terminator::Branch { .. })
                || own.instructions.iter().any(|i| matches!(i, program::Instruction::Assume { .. }))
        };
        let blocks = &program.functions[index].blocks;
        let has_ctrl = !has_scopes && blocks.iter().filter(is_branch).count() == branches;
        let width = Width::INT;
        let comparison = Comparison {
            test: &lowered,
            program: &program,
            index,
            values: &values,
            has_ctrl,
            width,
        };
        let Some(expected) = comparison.by_code() else { continue };
        let Some(found) = comparison.by_program() else {
            tally.refused += 1;
            continue;
        };
        assert_eq!(found, expected, "{} P{index}", path.display());
        let depends =
            |way: &&Way| way.iter().any(|own| !own.addr.is_empty() || !own.data.is_empty());
        let decides = |way: &&Way| way.iter().any(|own| !own.ctrl.is_empty());
        tally.threads += 1;
        tally.ways += found.len();
        tally.with_dependencies += found.iter().filter(depends).count();
        tally.with_ctrl += found.iter().filter(decides).count();
    }
}

fn is_comparable(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::StoreExclusive { .. } => false,
        Instruction::Update(update) => !update.picks && update.around.is_none(),
        _ => true,
    }
}

/// The values that reads may get: those at the start, and those that are written in some trace.
fn values_of<'t>(test: &Lowered, traces: impl Iterator<Item = &'t Trace>) -> Values {
    let mut values = Values::new();
    for event in traces.flat_map(|trace| &trace.events).filter(|event| event.kind != Kind::Fence) {
        let at = address_of(event);
        let initial = || test.initial(at, event.size).into_iter().collect();
        values.entry(at).or_insert_with(initial).extend(event.written);
    }
    values
}

#[test]
fn both_machines_find_the_same_traces() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tally = Tally::default();
    for path in files_in(&here.join("../../tests/litmus"), "litmus") {
        compare(&path, &mut tally);
    }
    assert!(tally.threads > 100 && tally.ways > 150, "{tally:?}");
    assert!(tally.with_dependencies > 10 && tally.with_ctrl > 5, "{tally:?}");
    let named = std::env::var_os("HEDDLE_LITMUS").map(PathBuf::from);
    let public = named.unwrap_or_else(|| here.join("../../../shared/litmus"));
    if public.is_dir() {
        files_in(&public, "litmus").iter().for_each(|path| compare(path, &mut tally));
    }
    println!("{tally:?}");
}
