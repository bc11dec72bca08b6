//! Brute force: every axiom up to a size as text of cat, without pruning, judged by the search for
//! litmus outcomes. Of `synth` it shares nothing but what a size is.

use super::model;
use candidates::{Allowed, Model, State, visit};
use events::EventStructure;
use std::collections::BTreeMap;
use synth::{Label, Observed};

/// What a model begins with.
pub(crate) const PRELUDE: &str = "\"brute force\" include \"cross.cat\"
with co from generate_orders (W, co0)
let fr = (rf^-1; co) \\ id
let coi = co & int let coe = co & ext let fri = fr & int let fre = fr & ext
";

/// The names that expressions are made of, and those that only restrict.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub builds: Vec<String>,
    pub restricts: Vec<String>,
    /// A name that is not subtracted, and its size.
    pub recursive: Option<(String, usize)>,
}

/// What is defined by itself.
const NAME: &str = "own";

/// Every expression of each size: its names, and its operators other than union. The operands of
/// operators that commute are in one order only.
pub(crate) fn expressions(names: &Names, most: usize) -> Vec<Vec<String>> {
    let named = |size: usize| {
        let recursive = names.recursive.iter().filter(move |(_, own)| *own == size);
        let builds = names.builds.iter().filter(move |_| size == 1);
        builds.chain(recursive.map(|(name, _)| name)).cloned().collect::<Vec<String>>()
    };
    let mut of_size: Vec<Vec<String>> = vec![Vec::new(), named(1)];
    for size in 2..=most {
        let mut found = named(size);
        found.extend(of_size[size - 1].iter().map(|of| format!("({of}+)")));
        for of in &of_size[size - 2] {
            found.extend(names.builds.iter().map(|other| format!("({of} \\ {other})")));
            for other in &names.restricts {
                found.extend([format!("({of} \\ {other})"), format!("({of} & {other})")]);
            }
        }
        for left in 1..size {
            for (place, first) in of_size[left].iter().enumerate() {
                let is_once = |other: &(usize, &String)| {
                    left < size - left || left == size - left && place < other.0
                };
                let others = of_size.get(size - left).into_iter().flatten().enumerate();
                let union = others.filter(is_once);
                found.extend(union.map(|(_, second)| format!("({first} | {second})")));
                let Some(others) = of_size.get((size - left).wrapping_sub(1)) else { continue };
                for (other, second) in others.iter().enumerate() {
                    found.push(format!("({first} ; {second})"));
                    if (left, place) < (size - left - 1, other) {
                        found.push(format!("({first} & {second})"));
                    }
                }
            }
        }
        of_size.push(found);
    }
    of_size
}

/// Something that a model may have: its largest part, its size, and which witnesses it spares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Choice {
    pub part: usize,
    pub size: usize,
    pub spared: Vec<u64>,
    pub text: String,
}

/// Unions of parts up to a size, each once: the largest part, the size, and the text.
pub(crate) fn unions(names: &Names, part: usize, total: usize) -> Vec<(usize, usize, String)> {
    let parts: Vec<(usize, String)> = expressions(names, part.min(total))
        .into_iter()
        .enumerate()
        .flat_map(|(size, texts)| texts.into_iter().map(move |text| (size, text)))
        .filter(|(size, _)| *size <= total)
        .collect();
    let mut found = Vec::new();
    let mut open: Vec<(usize, usize, usize, String)> = parts
        .iter()
        .enumerate()
        .map(|(index, (size, text))| (index, *size, *size, text.clone()))
        .collect();
    while let Some((last, largest, size, text)) = open.pop() {
        for (index, (more, part)) in parts.iter().enumerate().skip(last + 1) {
            if size + more <= total {
                open.push((index, largest.max(*more), size + more, format!("{text} | {part}")));
            }
        }
        found.push((largest, size, text));
    }
    found
}

/// Tests with their witnesses: of each the executions that its condition asks about, and then, if
/// what `sc` does is assumed, those that end in a state that `sc` reaches.
pub(crate) struct World {
    pub tests: Vec<Observed>,
    assumed: Vec<Assumed>,
    witnesses: Vec<Vec<EventStructure>>,
}

/// A state that `sc` reaches in a test, and whether the condition asks about it.
struct Assumed {
    test: usize,
    state: State,
    is_positive: bool,
}

impl World {
    /// The witnesses of tests, which are allowed by a model without axioms; what the other model
    /// does is assumed.
    pub(crate) fn new(tests: Vec<Observed>, free: &Model, sequential: Option<&Model>) -> World {
        let mut assumed: Vec<Assumed> = Vec::new();
        for (test, own) in tests.iter().enumerate().filter(|_| sequential.is_some()) {
            let mut look = |allowed: &Allowed<'_>| {
                let (state, is_positive) = (allowed.state.clone(), allowed.is_positive);
                if !assumed.iter().any(|known| (known.test, &known.state) == (test, &state)) {
                    assumed.push(Assumed { test, state, is_positive });
                }
                true
            };
            let model = sequential.expect("there is one");
            visit(&own.test, &own.lowered, model, &mut look, &|| true).expect("it is answered");
        }
        let claims = tests.len() + assumed.len();
        let mut world = World { tests, assumed, witnesses: vec![Vec::new(); claims] };
        let mut all = vec![Vec::new(); claims];
        world.each_witness(free, &mut |claim, allowed| all[claim].push(allowed.structure.clone()));
        world.witnesses = all;
        world
    }

    /// Calls `look` with the claims and the executions that a model allows for them.
    fn each_witness(&self, model: &Model, look: &mut dyn FnMut(usize, &Allowed<'_>)) {
        for (test, own) in self.tests.iter().enumerate() {
            let mut look_at = |allowed: &Allowed<'_>| {
                if allowed.is_positive {
                    look(test, allowed);
                }
                for (place, assumed) in self.assumed.iter().enumerate() {
                    if (assumed.test, &assumed.state) == (test, allowed.state) {
                        look(self.tests.len() + place, allowed);
                    }
                }
                true
            };
            visit(&own.test, &own.lowered, model, &mut look_at, &|| true).expect("it is answered");
        }
    }

    /// Whether what is assumed is there in what is allowed, but for what these labels forbid.
    pub(crate) fn is_as_assumed(&self, says: &[bool], labels: &[bool]) -> bool {
        let says = &says[self.tests.len()..];
        self.assumed
            .iter()
            .zip(says)
            .all(|(own, is_allowed)| *is_allowed || own.is_positive && !labels[own.test])
    }

    /// How many witnesses there are.
    pub(crate) fn witnesses(&self) -> usize {
        self.witnesses.iter().map(Vec::len).sum()
    }

    /// Which witnesses a model spares, as bits.
    pub(crate) fn spared(&self, model: &Model) -> Vec<u64> {
        let mut spared = vec![0; self.witnesses().div_ceil(64)];
        self.each_witness(model, &mut |claim, allowed| {
            let first: usize = self.witnesses[..claim].iter().map(Vec::len).sum();
            let place = self.witnesses[claim].iter().position(|own| own == allowed.structure);
            let place = first + place.expect("it is a candidate");
            spared[place / 64] |= 1 << (place % 64);
        });
        spared
    }

    /// Which tests are allowed if these witnesses are spared, and which states that are assumed.
    pub(crate) fn labels(&self, spared: &[u64]) -> Vec<bool> {
        let mut first = 0;
        let mut label = |witnesses: &Vec<EventStructure>| {
            let mut own = first..first + witnesses.len();
            first = own.end;
            own.any(|place| spared[place / 64] >> (place % 64) & 1 == 1)
        };
        self.witnesses.iter().map(&mut label).collect()
    }

    /// All axioms up to these sizes: of those that spare the same the smallest, for each size of
    /// the largest part.
    pub(crate) fn axioms(&self, names: &Names, part: usize, total: usize) -> Vec<Choice> {
        self.choices("", unions(names, part, total), total)
    }

    /// The same, of axioms that use a relation that is defined by itself. It has the size of its
    /// definition and one more.
    pub(crate) fn recursive_axioms(&self, names: &Names, total: usize) -> Vec<Choice> {
        let mut found = Vec::new();
        let own = Names { recursive: Some((NAME.to_owned(), 1)), ..names.clone() };
        for (size, bodies) in expressions(&own, total - 1).into_iter().enumerate() {
            let uses = Names { recursive: Some((NAME.to_owned(), size + 1)), ..names.clone() };
            let mut unions = unions(&uses, total, total);
            unions.retain(|(_, _, text)| text.contains(NAME));
            for body in bodies.iter().filter(|body| body.contains(NAME)) {
                let definition = format!("let rec {NAME} = {body}\n");
                found.extend(self.choices(&definition, unions.clone(), total));
            }
        }
        found
    }

    fn choices(
        &self,
        definition: &str,
        unions: Vec<(usize, usize, String)>,
        total: usize,
    ) -> Vec<Choice> {
        let mut best: BTreeMap<(Vec<u64>, usize), (usize, String)> = BTreeMap::new();
        for (part, size, union) in unions {
            // Both are sugar for something with two symbols more.
            for (test, sugar) in [("acyclic", 0), ("irreflexive", 2), ("empty", 2)] {
                if size + sugar <= total {
                    let text = format!("{definition}{test} {union}");
                    let spared = self.spared(&model(&format!("{PRELUDE}{text} as axiom")));
                    let known = best.entry((spared, part)).or_insert((usize::MAX, String::new()));
                    if size + sugar < known.0 {
                        *known = (size + sugar, text);
                    }
                }
            }
        }
        let choice = |((spared, part), (size, text))| Choice { part, size, spared, text };
        best.into_iter().map(choice).collect()
    }
}

/// The smallest model, if there is one, of up to so many axioms, with so many exceptions at most:
/// the largest part, how many axioms, the size.
pub(crate) fn smallest(
    world: &World,
    axioms: &[Choice],
    most: usize,
    total: usize,
    is_explained: &dyn Fn(&[bool]) -> bool,
) -> Option<(usize, usize, usize)> {
    let all = vec![u64::MAX; world.witnesses().div_ceil(64)];
    let free = is_explained(&world.labels(&all)).then_some((1, 0, 0));
    let mut best = free;
    let mut open: Vec<(usize, usize, usize, usize, Vec<u64>)> = vec![(0, 0, 0, 0, all)];
    while let Some((next, part, count, size, spared)) = open.pop() {
        for (index, own) in axioms.iter().enumerate().skip(next) {
            let (part, size) = (part.max(own.part), size + own.size);
            if size > total || best.is_some_and(|best| best <= (part, count + 1, size)) {
                continue;
            }
            let spared: Vec<u64> =
                spared.iter().zip(&own.spared).map(|(one, two)| one & two).collect();
            if is_explained(&world.labels(&spared)) {
                best = Some((part, count + 1, size));
            }
            if count + 1 < most {
                open.push((index + 1, part, count + 1, size, spared));
            }
        }
    }
    best
}

/// The tests with these labels.
pub(crate) fn labelled(world: &World, labels: &[bool]) -> Vec<Observed> {
    let tests = world.tests.iter().zip(labels).map(|(own, is_allowed)| {
        let label = if *is_allowed { Label::Allowed } else { Label::Forbidden };
        Observed::condition(own.test.clone(), own.lowered.clone(), label)
    });
    tests.collect()
}
