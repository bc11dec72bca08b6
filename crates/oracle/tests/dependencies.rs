//! Random programs under cat models with dependencies: the exploration finds what brute force finds
//! with the same axioms.
//!
//! The programs do little else than carry what they read: through computations whose results do not
//! tell, private memory, calls, addresses and branches. Brute force gets them as they are written,
//! and the exploration after all passes, so this is also a test that no pass removes or invents a
//! dependency. Loops that wait are the business of a test of their own, in which the exploration
//! with the spin pass must have every outcome of the one without, for a few turns of each loop.

use answer::Unlimited;
use cat::{File, LibraryOnly, Options, compile, machine_names};
use enumerate::axiomatic::{Axioms, executions};
use execution::{Canonical, Cells, Graph, Label, Slot, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use models::Model;
use models::cat::{Definition, Written};
use models::hb;
use models::rc11::C11;
use program::Program;
use program::passes::{self, PassConfig};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use testing::Random;

/// A model of machines that order little else, the same with writes in order, which needs half as
/// much for a dependency to matter, and IMM, all of them without load buffering.
fn models() -> [Definition; 3] {
    let fixture = include_str!("../../../tests/programs/dependencies/dependent.cat");
    let imm = cat::bundled_model("imm").expect("the model comes with Heddle").text;
    let ordered = fixture.replace("acyclic dependent |", "acyclic dependent | [W]; po; [W] |");
    assert_ne!(ordered, fixture);
    [fixture.to_owned(), ordered, format!("{imm} acyclic po | rf")].map(|text| {
        let vocabulary = machine_names();
        let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
        let file = File { path: "model.cat".to_owned(), text };
        let program = compile(vec![file], &options).unwrap_or_else(|failure| panic!("{failure}"));
        let definition = Definition::new(program).unwrap_or_else(|objection| panic!("{objection}"));
        assert!(definition.has_dependencies());
        definition
    })
}

/// Writes the body of one thread.
struct Writer {
    random: Random,
    text: String,
    labels: u32,
}

impl Writer {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("text can always be written");
    }

    fn register(&mut self) -> &'static str {
        self.random.pick(&["%a", "%b", "%c"])
    }

    fn variable(&mut self) -> &'static str {
        self.random.pick(&["@x", "@y"])
    }

    fn load(&mut self, address: &str) {
        let (register, order) =
            (self.register(), self.random.pick(&["relaxed", "relaxed", "acquire"]));
        self.line(&format!("{register} = load.4 {order} {address}"));
    }

    fn store(&mut self, address: &str) {
        let (register, mask) = (self.register(), self.random.below(2));
        let (number, order) =
            (1 + self.random.below(2), self.random.pick(&["relaxed", "relaxed", "release"]));
        self.line(&format!("%value = and.32 {register}, {mask}"));
        self.line(&format!("%value = add.32 %value, {number}"));
        self.line(&format!("store.4 {order} {address}, %value"));
    }

    fn compute(&mut self) {
        let (target, one, other) = (self.register(), self.register(), self.register());
        let operation = self.random.pick(&["xor.32", "and.32", "mul.32", "eq.32", "ult.32"]);
        let second = self.random.pick(&[one, other, "0", "1"]);
        match self.random.below(3) {
            0 => self.line(&format!("{target} = select {one}, {other}, {second}")),
            1 => self.line(&format!("{target} = {one}")),
            _ => self.line(&format!("{target} = {operation} {one}, {second}")),
        }
    }

    /// Somewhere in an object: at a constant offset, or at one that was computed.
    fn inside(&mut self, object: &str, mask: u64) -> String {
        let register = self.register();
        self.line(&format!("%offset = and.32 {register}, {mask}"));
        self.line(&format!("%at = add.64 {object}, %offset"));
        "%at".to_owned()
    }

    fn private(&mut self) {
        let object = self.random.pick(&["%object", "%other"]);
        let mask = if object == "%object" { 4 } else { 0 };
        let at = match object {
            "%object" if self.random.chance(60) => self.inside(object, mask),
            _ => object.to_owned(),
        };
        let register = self.register();
        match self.random.chance(50) {
            true => self.line(&format!("store.4 {at}, {register}")),
            false => self.line(&format!("{register} = load.4 {at}")),
        }
    }

    fn branch(&mut self) {
        self.labels += 1;
        let (register, number) = (self.register(), self.labels);
        let body = format!("body{number}");
        let end = format!("end{number}");
        match self.random.below(3) {
            0 => self.line(&format!("branch {register}, {end}, {end}")),
            1 => self.line(&format!("switch {register}, {end}, 7: {end}")),
            _ => {
                self.line(&format!("branch {register}, {body}, {end}"));
                self.line(&format!("{body}:"));
                let variable = self.variable();
                self.store(variable);
                self.line(&format!("jump {end}"));
            }
        }
        self.line(&format!("{end}:"));
    }

    fn update(&mut self) {
        let (target, operand, variable) = (self.register(), self.register(), self.variable());
        match self.random.chance(50) {
            true => self.line(&format!("{target} = rmw.4 add relaxed {variable}, {operand}")),
            false => self
                .line(&format!("{target}, %ok = cas.4 relaxed relaxed {variable}, 0, {operand}")),
        }
    }

    fn call(&mut self) {
        let (target, one, other) = (self.register(), self.register(), self.register());
        let callee = self.random.pick(&["@second", "@decide", "indirect @second"]);
        self.line(&format!("{target} = call {callee}({one}, {other})"));
    }

    /// Waits until a variable is not zero, in one of several ways.
    fn wait(&mut self) {
        self.labels += 1;
        let (variable, number) = (self.variable(), self.labels);
        let target = self.register();
        let (head, end) = (format!("head{number}"), format!("end{number}"));
        let load = format!("{target} = load.4 relaxed {variable}");
        if self.random.chance(40) {
            self.line(&load);
        }
        self.line(&format!("jump {head}"));
        self.line(&format!("{head}:"));
        if self.random.chance(40) {
            let body = format!("body{number}");
            self.line(&format!("branch {target}, {end}, {body}"));
            self.line(&format!("{body}:"));
            self.further();
            self.line(&load);
            self.line(&format!("jump {head}"));
        } else {
            self.further();
            self.line(&load);
            self.line(&format!("branch {target}, {end}, {head}"));
        }
        self.line(&format!("{end}:"));
    }

    /// What a loop may do besides.
    fn further(&mut self) {
        match self.random.below(5) {
            0 => self.private(),
            1 => self.compute(),
            2 => {
                let variable = self.variable();
                self.load(variable);
            }
            _ => {}
        }
    }

    fn statement(&mut self) {
        let variable = self.variable();
        match self.random.below(20) {
            0..5 => self.load(variable),
            5..9 => self.store(variable),
            9..11 => self.compute(),
            11..13 => self.private(),
            13 => {
                let at = self.inside(variable, 0);
                self.load(&at);
            }
            14 => {
                let at = self.inside(variable, 0);
                self.store(&at);
            }
            15..17 => self.branch(),
            17 => self.update(),
            18 => self.call(),
            _ => self.line("fence seq_cst"),
        }
    }
}

/// A random program with two or three threads, whose main thread reads what is there at the end.
fn program(seed: u64, with_loops: bool) -> String {
    let mut random = Random::new(seed);
    let threads = if !with_loops && random.chance(25) { 3 } else { 2 };
    let mut text = String::from(
        "global @x : 4
global @y : 4
global @r : 12
function @second(%one, %two) {
  return %two
}
function @decide(%one, %two) {
  branch %one, end, end
end:
  return %two
}
",
    );
    for thread in 0..threads {
        let seed = random.below(1 << 40);
        let mut writer = Writer { random: Random::new(seed), text: String::new(), labels: 0 };
        writer.line("%a = 0");
        writer.line("%b = 0");
        writer.line("%c = 0");
        for (object, size) in [("%object", 8), ("%other", 4)] {
            writer.line(&format!("{object} = stack {size}"));
            writer.line(&format!("store.4 {object}, 0"));
        }
        writer.line("%at = add.64 %object, 4");
        writer.line("store.4 %at, 0");
        // One thread hands over, and the others take.
        let mut statements = writer.random.below(4 - threads / 3);
        if thread == 0 {
            writer.store("@x");
            writer.store("@y");
            statements /= 2;
        } else if with_loops {
            writer.wait();
            statements /= 2;
        } else {
            let register = writer.register();
            writer.line(&format!("{register} = load.4 relaxed @y"));
        }
        for _ in 0..statements {
            writer.statement();
        }
        if thread > 0 {
            let at = match writer.random.chance(50) {
                true => writer.inside("@x", 0),
                false => "@x".to_owned(),
            };
            match writer.random.chance(50) {
                true => writer.store(&at),
                false => writer.load(&at),
            }
        }
        // What the thread has seen.
        let register = writer.register();
        writer.line(&format!("store.4 @r+{}, {register}", 4 * thread));
        writeln!(
            text,
            "function @thread{thread}(%unused) {{\nentry:\n{}  return 0\n}}",
            writer.text
        )
        .expect("text can always be written");
    }
    text.push_str("function @main() {\n");
    for thread in 0..threads {
        writeln!(text, "  %t{thread} = spawn @thread{thread}, 0").expect("as above");
    }
    for thread in 0..threads {
        writeln!(text, "  %v = join %t{thread}").expect("as above");
    }
    for place in ["@x", "@y", "@r", "@r+4", "@r+8"] {
        writeln!(text, "  %v = load.4 {place}").expect("as above");
    }
    text.push_str("  return 0\n}\n");
    text
}

fn parse(text: &str) -> Program {
    program::text::parse(text).unwrap_or_else(|diagnostic| panic!("{}\n{text}", diagnostic.message))
}

#[derive(Default)]
struct Found {
    executions: HashSet<Canonical>,
    /// What main reads.
    outcomes: BTreeSet<Vec<u64>>,
    is_repeated: bool,
}

impl Observer for Found {
    fn restarted(&mut self) {
        *self = Found::default();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        self.is_repeated |= !self.executions.insert(Canonical::new(graph, slots, cells));
        let reads = graph.thread(Slot(0)).events.iter().filter_map(|id| {
            let label = graph.event(*id).label;
            matches!(label, Label::Read { .. }).then(|| label.value()).flatten()
        });
        self.outcomes.insert(reads.map(|value| value.bits).collect());
    }
}

fn explore(program: &Program, definition: &Definition) -> Found {
    let mut found = Found::default();
    let config = Config { keep_going: true, ..Config::default() };
    let exploration = Revisits::<Written>::new(definition.clone());
    let answer = exploration.check(program, &config, &Unlimited, Some(&mut found));
    assert!(answer.gap().is_none() && !found.is_repeated, "{:?}", answer.gap());
    found
}

/// The executions by brute force, with dependencies or as if there were none; `None` if they are
/// too many.
fn enumerate(
    program: &Program,
    definition: &Definition,
    has_dependencies: bool,
) -> Option<HashSet<Canonical>> {
    let judge = |graph: &Graph| Written::is_consistent(definition, graph);
    let axioms = Axioms {
        is_consistent: &judge,
        has_race: &|_| false,
        happens_before: &hb::axioms::happens_before::<C11>,
        has_dependencies,
    };
    let found = executions(program, axioms, 1500, enumerate::NO_QUESTIONS).ok()?;
    Some(found.executions.into_iter().collect())
}

#[test]
fn nothing_is_missed_and_no_pass_changes_a_dependency() {
    let models = models();
    let (mut compared, mut mattered) = (0, 0);
    for seed in 0..400 {
        let text = program(seed, false);
        let (plain, mut prepared) = (parse(&text), parse(&text));
        passes::standard(&mut prepared, PassConfig::default());
        let definition = &models[[0, 1, 1, 2][seed as usize % 4]];
        let Some(expected) = enumerate(&plain, definition, true) else { continue };
        let found = explore(&prepared, definition);
        assert!(found.executions.is_subset(&expected), "seed {seed}, too many:\n{text}");
        assert_eq!(found.executions.len(), expected.len(), "seed {seed}, too few:\n{text}");
        compared += 1;
        let without = enumerate(&plain, definition, false);
        mattered += u32::from(without.is_some_and(|without| without.len() != expected.len()));
    }
    println!("{compared} compared, dependencies mattered in {mattered}");
    assert!(compared > 200 && mattered > 40, "{compared} {mattered}");
}

#[test]
fn loops_that_wait_can_be_stopped() {
    let models = models();
    let (mut compared, mut longer) = (0, 0);
    for seed in 0..150 {
        let text = program(seed, true);
        let (mut stopped, mut bounded) = (parse(&text), parse(&text));
        passes::standard(&mut stopped, PassConfig { spin: true, bound: Some(1) });
        passes::standard(&mut bounded, PassConfig { spin: false, bound: Some(1) });
        let definition = &models[[0, 1, 1, 2][seed as usize % 4]];
        let (stopped, bounded) = (outcomes(&stopped, definition), outcomes(&bounded, definition));
        assert!(bounded.0.is_subset(&stopped.0), "seed {seed}, {stopped:?} {bounded:?}:\n{text}");
        compared += 1;
        longer += u32::from(bounded.1 > stopped.1);
    }
    println!("{compared} compared, {longer} with executions that go round in vain");
    assert!(longer > 30, "{longer}");
}

/// The outcomes of a program whose loops may be cut short, and how many executions there are.
fn outcomes(program: &Program, definition: &Definition) -> (BTreeSet<Vec<u64>>, usize) {
    let mut found = Found::default();
    let config = Config { keep_going: true, ..Config::default() };
    let exploration = Revisits::<Written>::new(definition.clone());
    exploration.check(program, &config, &Unlimited, Some(&mut found));
    (found.outcomes, found.executions.len())
}
