//! Relations that are defined by themselves (`dat3m-thesis` §6.5): tests that only such a relation
//! explains.
//!
//! Two threads pass a value on to each other, as in load buffering, through some address
//! dependencies each. It is forbidden if there are as many in the first as in the second: what is
//! closed under adding one on each side. Closures know of any number, not of the same number.

mod support;

use support::{ask, ask_in, base, effort, found, model, observed};
use synth::{Answer, Effort, Expansions, Frame, Label, Observed};

/// A thread that reads one location and writes another, with so many address dependencies between.
fn thread(thread: usize, dependencies: usize) -> Vec<String> {
    let mut lines = vec!["lwz r31,0(r2)".to_owned()];
    let mut last = 31;
    for step in 1..dependencies {
        lines.push(format!("xor r9,r{last},r{last}"));
        last = 20 + step;
        lines.push(format!("lwzx r{last},r9,r{}", 10 + step));
    }
    lines.push(format!("xor r9,r{last},r{last}"));
    lines.push(format!("li r8,{}", thread + 1));
    lines.push("stwx r8,r9,r3".to_owned());
    lines
}

/// Load buffering with so many dependencies in each thread.
fn test(first: usize, second: usize) -> String {
    let mut setup = String::from("0:r2=x; 0:r3=y; 1:r2=y; 1:r3=x;\n");
    for (thread, dependencies) in [(0, first), (1, second)] {
        for step in 1..dependencies {
            setup += &format!("{thread}:r{}=z{thread}{step};\n", 10 + step);
        }
    }
    let threads = [thread(0, first), thread(1, second)];
    let mut text = format!("PPC LB+{first}+{second}\n{{\n{setup}}}\n P0 | P1 ;\n");
    for line in 0..threads[0].len().max(threads[1].len()) {
        let cell = |thread: usize| threads[thread].get(line).map_or("", String::as_str);
        text += &format!(" {} | {} ;\n", cell(0), cell(1));
    }
    text + "exists (0:r31=2 /\\ 1:r31=1)\n"
}

/// Forbidden if both threads have as many.
fn tests(most: usize) -> Vec<Observed> {
    let all = (1..=most).flat_map(|first| (1..=most).map(move |second| (first, second)));
    let tests = all.filter(|(first, second)| first <= second).map(|(first, second)| {
        let label = if first == second { Label::Forbidden } else { Label::Allowed };
        observed(&test(first, second), label)
    });
    tests.collect()
}

fn with(names: usize, expansion: Expansions, size: usize) -> Effort {
    Effort { names, expansion, total: 9, ..effort(1, size) }
}

/// The model forbids what it was not told of: more dependencies than in any test.
fn forbids_as_many(text: &str) {
    let own = model(text);
    let says =
        |first, second| support::allows(&own, &observed(&test(first, second), Label::Allowed));
    assert!(!says(6, 6) && !says(7, 7), "{text}");
    assert!(says(5, 6) && says(7, 3), "{text}");
}

#[test]
fn only_a_recursive_relation_explains() {
    let (tests, names) = (tests(4), base(&["addr", "rfe"]));
    let answer = ask(&tests, &names, with(0, Expansions::Enumeration, 7)).answer;
    assert!(matches!(answer, Answer::None(_)), "{answer:?}");
    let found = found(ask(&tests, &names, with(1, Expansions::Enumeration, 7)));
    assert!(found.text.contains("\nlet rec rec-1 = "), "{}", found.text);
    assert!(found.text.contains("acyclic rec-1 as axiom-1"), "{}", found.text);
    assert_eq!((found.axioms, found.size), (1, 7), "{}", found.text);
    forbids_as_many(&found.text);
}

/// A name makes up for depth: what is defined is a leaf.
#[test]
fn templates_use_names() {
    let (tests, names) = (tests(3), base(&["addr", "rfe"]));
    let answer = ask(&tests, &names, with(0, Expansions::Cegis, 1)).answer;
    assert!(matches!(answer, Answer::None(_)), "{answer:?}");
    let found = found(ask(&tests, &names, with(1, Expansions::Cegis, 1)));
    assert!(found.text.contains("rec-1 = "), "{}", found.text);
}

/// In the hole of a sketch.
#[test]
fn a_hole_is_filled_by_a_recursive_relation() {
    let text = "\"Sketch\"\ninclude \"cos.cat\"\nacyclic _ as same-number\n";
    let file = cat::File { path: "sketch.cat".to_owned(), text: text.to_owned() };
    let frame = Frame::sketch(file).expect("it is cat");
    let (tests, names) = (tests(4), base(&["addr", "rfe"]));
    let effort = Effort { axioms: 0, ..with(1, Expansions::Enumeration, 7) };
    let found = found(ask_in(&frame, &tests, &names, effort));
    assert!(found.text.contains("\nacyclic rec-1 as same-number\n"), "{}", found.text);
    forbids_as_many(&found.text);
}
