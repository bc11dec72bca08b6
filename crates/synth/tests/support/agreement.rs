//! Random small models, tests that they label, and what the search says of these: compared with
//! brute force, and enumeration with CEGIS.
//!
//! A seed makes a *world*: a few base relations, a dozen tests, and every axiom up to a size.
//! Labels come from one or two axioms of the world (so that there is a model), from a larger
//! relation (so that there may be none), from either with a slip, or from nowhere.

use super::brute::{Choice, Names, PRELUDE, World, labelled, smallest};
use super::{allows, ask, bundled, model, observed, shapes};
use litmus::tree::Architecture;
use std::fmt::Write;
use synth::{Answer, BaseRelation, Effort, Expansions, Label, Observed, Said};
use testing::Random;

/// What was compared so far.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub worlds: usize,
    pub assuming: usize,
    pub axioms: usize,
    pub questions: usize,
    pub found: usize,
    pub with_two_axioms: usize,
    pub with_large_parts: usize,
    pub none: usize,
    pub contradictions: usize,
    pub by_templates: usize,
    pub with_recursion: usize,
    pub only_by_recursion: usize,
    pub with_exceptions: usize,
    /// One that has a recursive relation.
    pub example: Option<String>,
}

const OF_MACHINES: [&str; 10] =
    ["po", "po-loc", "rf", "rfe", "co", "fr", "fre", "coe", "addr", "data"];
const RESTRICTS: [&str; 3] = ["(W * R)", "(R * R)", "(W * W)"];
const LABELLINGS: usize = 40;
const DRAWS: usize = 30;

/// Base relations, and up to which sizes models are compared: of each part, and of all together.
fn names(random: &mut Random) -> (Names, usize, usize) {
    let mut builds: Vec<String> = Vec::new();
    // Program order and some communication are always there: without, nothing has a cycle.
    builds.push(random.pick(&["po", "po", "po-loc"]).to_owned());
    builds.push(random.pick(&["rf", "rfe", "fr", "co"]).to_owned());
    let (count, part, total) = random.pick(&[(3, 4, 4), (3, 5, 5), (4, 4, 4), (6, 1, 8)]);
    while builds.len() < count {
        let name = random.pick(&OF_MACHINES);
        if !builds.iter().any(|own| own == name) {
            builds.push(name.to_owned());
        }
    }
    let restricts = random.one_in(3).then(|| random.pick(&RESTRICTS).to_owned());
    (Names { builds, restricts: restricts.into_iter().collect(), recursive: None }, part, total)
}

fn tests(random: &mut Random) -> Vec<Observed> {
    let mut tests: Vec<Observed> = Vec::new();
    let language = random.pick(&[Architecture::X86, Architecture::Power]);
    let edges = random.pick(&[4, 4, 5]);
    let made: Vec<port::Made> = port::tests(language, edges).expect("tests are made").collect();
    while tests.len() < 10 {
        let made = &made[random.index(made.len())];
        if !tests.iter().any(|own| own.test.name == made.test.name) {
            let (test, lowered) = (made.test.clone(), made.lowered.clone());
            tests.push(Observed::condition(test, lowered, Label::Allowed));
        }
    }
    let shapes = shapes();
    for _ in 0..6 {
        let own = observed(&shapes[random.index(shapes.len())], Label::Allowed);
        if !tests.iter().any(|known| known.test.name == own.test.name) {
            tests.push(own);
        }
    }
    tests
}

/// A random relation with so many leaves.
fn relation(random: &mut Random, names: &Names, leaves: usize) -> String {
    if leaves == 1 {
        return names.builds[random.index(names.builds.len())].clone();
    }
    let left = 1 + random.index(leaves - 1);
    let first = relation(random, names, left);
    let second = relation(random, names, leaves - left);
    let sign = ["|", "|", "&", ";"][random.index(4)];
    let closure = if random.one_in(6) { "+" } else { "" };
    format!("({first} {sign} {second}){closure}")
}

/// Compares everything about one seed; what differs is the error.
pub(crate) fn compare(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let mut random = Random::new(seed);
    let (mut names, mut part, mut total) = names(&mut random);
    let is_recursive = random.one_in(4);
    if is_recursive {
        names.builds.truncate(2);
        names.restricts.clear();
        (part, total) = (6, 6);
    }
    let is_assumed = random.one_in(2);
    let sequential = is_assumed.then(|| bundled("sc"));
    let world = World::new(tests(&mut random), &model(PRELUDE), sequential.as_ref());
    tally.assuming += usize::from(is_assumed);
    let mut axioms = world.axioms(&names, part, total);
    if is_recursive {
        axioms.extend(world.recursive_axioms(&names, total));
        axioms.sort();
        axioms.dedup_by(|one, two| {
            (one.part, one.size, &one.spared) == (two.part, two.size, &two.spared)
        });
    }
    tally.worlds += 1;
    tally.axioms += axioms.len();
    let mut base: Vec<BaseRelation> =
        names.builds.iter().map(|name| BaseRelation::parse(name)).collect();
    base.extend(
        names.restricts.iter().map(|name| BaseRelation::restricting(name.trim_matches(['(', ')']))),
    );
    let compared = Compared {
        names: &names,
        part,
        total,
        is_recursive,
        is_assumed,
        world: &world,
        axioms: &axioms,
        base: &base,
    };
    for question in 0..LABELLINGS {
        let labels = compared.labels(&mut random);
        compared.question(&labels, question, tally).map_err(|what| {
            let mut text = format!("seed {seed}, question {question}: {what}\n{names:?}\n");
            for (own, is_allowed) in world.tests.iter().zip(&labels) {
                let label = if *is_allowed { "allowed" } else { "forbidden" };
                let _ = writeln!(text, "    {} {label}", own.test.name);
            }
            text
        })?;
    }
    Ok(())
}

struct Compared<'c> {
    names: &'c Names,
    part: usize,
    total: usize,
    is_recursive: bool,
    is_assumed: bool,
    world: &'c World,
    axioms: &'c [Choice],
    base: &'c [BaseRelation],
}

impl Compared<'_> {
    fn labels(&self, random: &mut Random) -> Vec<bool> {
        let Compared { names, world, axioms, .. } = self;
        let axiom = |random: &mut Random| axioms[random.index(axioms.len())].spared.clone();
        let acyclic: Vec<&Choice> =
            axioms.iter().filter(|own| own.text.starts_with("acyclic")).collect();
        let strong = |random: &mut Random| {
            let drawn = (0..3).map(|_| &acyclic[random.index(acyclic.len())].spared);
            let left = |spared: &&Vec<u64>| spared.iter().map(|own| own.count_ones()).sum::<u32>();
            drawn.min_by_key(left).expect("three were drawn").clone()
        };
        let spared = match random.index(6) {
            0 | 1 => axiom(random),
            2 => axiom(random).iter().zip(axiom(random)).map(|(one, two)| one & two).collect(),
            3 => {
                // Labels that no single axiom gives, if some are drawn.
                let mut both = || -> Vec<u64> {
                    strong(random).iter().zip(strong(random)).map(|(one, two)| one & two).collect()
                };
                let needs_both = |spared: &Vec<u64>| {
                    let labels = self.conditions(spared);
                    self.brute(&labels, self.part, 1).is_none()
                        && self.brute(&labels, self.part, 2).is_some()
                };
                (0..DRAWS).map(|_| both()).find(needs_both).unwrap_or_else(&mut both)
            }
            4 => {
                let leaves = 3 + random.index(3);
                let text = relation(random, names, leaves);
                world.spared(&model(&format!("{PRELUDE}acyclic {text} as secret")))
            }
            _ => axiom(random).iter().map(|own| own & random.bits()).collect(),
        };
        let mut labels = self.conditions(&spared);
        if random.one_in(4) {
            let wrong = random.index(labels.len());
            labels[wrong] = !labels[wrong];
        }
        labels
    }

    /// Which tests are allowed if these witnesses are spared.
    fn conditions(&self, spared: &[u64]) -> Vec<bool> {
        let mut labels = self.world.labels(spared);
        labels.truncate(self.world.tests.len());
        labels
    }

    fn brute(&self, labels: &[bool], part: usize, axioms: usize) -> Option<(usize, usize, usize)> {
        let own: Vec<Choice> = self.axioms.iter().filter(|own| own.part <= part).cloned().collect();
        let fits = |own: &[bool]| own.starts_with(labels) && self.world.is_as_assumed(own, labels);
        smallest(self.world, &own, axioms, self.total, &fits)
    }

    fn question(&self, labels: &[bool], number: usize, tally: &mut Tally) -> Result<(), String> {
        let mut tests = labelled(self.world, labels);
        if self.is_assumed {
            tests.iter_mut().for_each(|own| own.assume_sequential(&|| true));
        }
        let sizes = if self.is_recursive { [5, 6, 4] } else { [1, 2, 3] };
        let (axioms, part) = (1 + number % 2, self.part.min(sizes[number / 2 % 3]));
        let expected = self.brute(labels, part, axioms);
        let (names, expansion) = (usize::from(self.is_recursive), Expansions::Enumeration);
        let effort =
            Effort { axioms, size: part, total: self.total, exceptions: 0, names, expansion };
        let ask = |effort| ask(&tests, self.base, effort).answer;
        let answer = ask(effort);
        tally.questions += 1;
        let of_size = |answer: &Answer| match answer {
            Answer::Found(found) => Some((found.axioms, found.size)),
            Answer::Contradiction(_) | Answer::None(_) => None,
            Answer::Stopped { .. } => panic!("nobody stops it"),
        };
        if of_size(&answer) != expected.map(|(_, axioms, size)| (axioms, size)) {
            return Err(format!("{answer:?} for {effort:?}, brute force has {expected:?}"));
        }
        match &answer {
            Answer::Found(found) => {
                let own = model(&found.text);
                let says: Vec<bool> = tests.iter().map(|test| allows(&own, test)).collect();
                if says != labels {
                    return Err(format!("it says {says:?}\n{}", found.text));
                }
                tally.found += 1;
                tally.with_two_axioms += usize::from(found.axioms == 2);
                if found.text.contains("let rec") {
                    tally.only_by_recursion += 1;
                    tally.example = Some(found.text.clone());
                }
                tally.with_large_parts += usize::from(expected.is_some_and(|own| own.0 > 1));
            }
            Answer::Contradiction(core) => {
                tally.contradictions += 1;
                self.core(labels, core, (self.part, 2), false)?;
            }
            Answer::None(core) => {
                tally.none += 1;
                self.core(labels, core, (part, axioms), true)?;
                self.exceptions(labels, &tests, effort, tally)?;
            }
            Answer::Stopped { .. } => {}
        }
        tally.with_recursion += usize::from(self.is_recursive);
        if number % 4 < 2 {
            tally.by_templates += 1;
            let size = depth(self.part, self.total);
            let deep = Effort { size, expansion: Expansions::Cegis, ..effort };
            let (answer, expected) = (ask(deep), self.brute(labels, self.part, axioms));
            if of_size(&answer).is_some() != expected.is_some() {
                return Err(format!("{answer:?} by templates, brute force has {expected:?}"));
            }
        }
        Ok(())
    }

    /// Claims that are said to have no model have none, and if none can be left out, none can.
    fn core(
        &self,
        labels: &[bool],
        core: &[Said],
        (part, most): (usize, usize),
        is_smallest: bool,
    ) -> Result<(), String> {
        // What is assumed is never left out.
        let place = |said: &&Said| {
            let names = |own: &Observed| own.test.name == said.name;
            self.world.tests.iter().position(names)
        };
        let named: Vec<&Said> = core.iter().filter(|said| place(said).is_some()).collect();
        if named.len() < core.len() && !self.is_assumed {
            return Err(format!("these are no tests: {core:?}"));
        }
        let places: Vec<usize> = named.iter().filter_map(place).collect();
        let own: Vec<Choice> = self.axioms.iter().filter(|own| own.part <= part).cloned().collect();
        let exists = |places: &[usize]| {
            let fits = |says: &[bool]| {
                places.iter().all(|place| says[*place] == labels[*place])
                    && self.world.is_as_assumed(says, labels)
            };
            smallest(self.world, &own, most, self.total, &fits).is_some()
        };
        if exists(&places) {
            return Err(format!("these have a model: {core:?}"));
        }
        for (index, said) in named.iter().enumerate() {
            let mut fewer = places.clone();
            fewer.remove(index);
            if is_smallest && !exists(&fewer) {
                return Err(format!("{} can be left out of {core:?}", said.name));
            }
        }
        Ok(())
    }

    /// With exceptions, there are as few as brute force has.
    fn exceptions(
        &self,
        labels: &[bool],
        tests: &[Observed],
        effort: Effort,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let own: Vec<Choice> =
            self.axioms.iter().filter(|own| own.part <= effort.size).cloned().collect();
        let wrong = |says: &[bool]| says.iter().zip(labels).filter(|(one, two)| one != two).count();
        let least = (1..=2).find(|least| {
            let fits =
                |says: &[bool]| wrong(says) <= *least && self.world.is_as_assumed(says, labels);
            smallest(self.world, &own, effort.axioms, self.total, &fits).is_some()
        });
        let effort = Effort { exceptions: 2, ..effort };
        let answer = ask(tests, self.base, effort).answer;
        let found = match &answer {
            Answer::Found(found) => Some(found),
            _ => None,
        };
        if found.map(|found| found.exceptions.len()) != least {
            return Err(format!("{answer:?}, brute force needs {least:?} exceptions"));
        }
        if let Some(found) = found {
            tally.with_exceptions += 1;
            let own = model(&found.text);
            for (test, is_allowed) in tests.iter().zip(labels) {
                let is_exception = found.exceptions.iter().any(|own| own.name == test.test.name);
                if (allows(&own, test) == *is_allowed) == is_exception {
                    return Err(format!("{} under\n{}", test.test.name, found.text));
                }
            }
        }
        Ok(())
    }
}

/// How deep templates must be for all relations up to these sizes: unions take no depth, and
/// neither do base relations that are added to something; `a^+` is the smallest of depth one, `a^+;
/// b` of depth two and `(a^+; b)^+` of depth three, which has size five.
fn depth(part: usize, total: usize) -> usize {
    match (part, total) {
        (1, _) => 0,
        (_, 4) => 2,
        (_, 5 | 6) => 3,
        other => unreachable!("{other:?} is not compared"),
    }
}
