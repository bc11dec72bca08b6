//! Does a checker that knows nothing of the solver accept the proofs? Random clauses with graphs
//! that must not have cycles: what has no assignment is proved, and what has one is never accepted,
//! whatever is done to a proof.

use solver::{Acyclicity, Answer, Asked, Backend, Cnf, Literal, refute};
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// Text that is written and can be looked at afterwards.
#[derive(Clone, Default)]
struct Text(Rc<RefCell<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Text {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).expect("it is text")
    }
}

/// Random clauses, edges and questions; the questions' answers are in the record.
fn random_cnf(seed: u64) -> (Cnf, bool) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut solver, record) = Backend::ALL[random.below(2)].start_recorded();
    let graph = Rc::new(RefCell::new(Acyclicity::new()));
    solver.connect(graph.clone());
    let variables: Vec<_> = (0..4 + random.below(30)).map(|_| solver.new_variable()).collect();
    let literal = |random: &mut Random| -> Literal {
        variables[random.below(variables.len())].positive().negated_if(random.below(2) == 0)
    };
    let nodes = 3 + random.below(6);
    graph.borrow_mut().add_nodes(nodes);
    for _ in 0..random.below(20) {
        let (edge, from, to) = (literal(&mut random), random.below(nodes), random.below(nodes));
        if from != to {
            graph.borrow_mut().add_edge(edge, from, to);
            solver.observe(edge.variable());
        }
    }
    for _ in 0..random.below(variables.len() * 4) {
        let clause: Vec<Literal> = (0..2 + random.below(3)).map(|_| literal(&mut random)).collect();
        solver.add_clause(&clause);
    }
    let mut is_refuted = false;
    for _ in 0..1 + random.below(3) {
        let assumptions = [literal(&mut random), literal(&mut random)];
        is_refuted |= solver.solve(&assumptions, &|| true) == Answer::Unsatisfiable;
    }
    let edges = graph.borrow().edges().collect();
    let record = record.borrow();
    (Cnf::new(&record, Asked::Refuted, edges, vec!["random".to_owned()]), is_refuted)
}

fn accepts(clauses: &str, proof: &str) -> bool {
    proof::check(clauses.as_bytes(), proof.as_bytes(), &|| true).expect("nobody stops it").is_ok()
}

/// Both files of a formula.
fn files(cnf: &Cnf) -> (String, String) {
    let mut clauses = Vec::new();
    cnf.write(&mut clauses).unwrap();
    let proof = Text::default();
    assert_eq!(refute(cnf, Box::new(proof.clone()), &|| true).unwrap(), Answer::Unsatisfiable);
    (String::from_utf8(clauses).unwrap(), proof.text())
}

#[test]
fn what_is_refuted_is_proved() {
    let (mut proved, mut with_steps, mut with_lemmas) = (0, 0, 0);
    for seed in 0..3000 {
        let (cnf, is_refuted) = random_cnf(seed);
        if !is_refuted {
            continue;
        }
        let (clauses, proof) = files(&cnf);
        let checked = proof::check(clauses.as_bytes(), proof.as_bytes(), &|| true).unwrap();
        let accepted = checked.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{clauses}{proof}"));
        proved += 1;
        with_steps += usize::from(accepted.steps > 1);
        with_lemmas += usize::from(accepted.lemmas > 0);
    }
    println!("{proved} proved, {with_steps} with steps, {with_lemmas} with lemmas");
    assert!(proved > 1000 && with_steps > 300 && with_lemmas > 200);
}

/// A proof is about its clauses: with the question taken away there may be an assignment, and then
/// nothing is accepted. What a change to the proof leaves acceptable is so because the clauses have
/// no assignment anyway.
#[test]
fn mutated_proofs_are_rejected() {
    let (mut rejected, mut mutated, mut satisfiable) = (0, 0, 0);
    for seed in 0..600 {
        let (cnf, is_refuted) = random_cnf(seed);
        if !is_refuted {
            continue;
        }
        let (clauses, proof) = files(&cnf);
        let lines: Vec<&str> = proof.lines().collect();
        // Without its last step, the empty clause, a proof is none.
        let is_last = |line: &&str| line.split(' ').nth(1) == Some("0");
        let without_last: Vec<&str> =
            lines.iter().copied().take_while(|own| !is_last(own)).collect();
        assert!(!accepts(&clauses, &without_last.join("\n")), "seed {seed}");
        let mut random = Random(seed + 77);
        for _ in 0..10 {
            let Some(changed) = mutate(&lines, &mut random) else { break };
            mutated += 1;
            rejected += usize::from(!accepts(&clauses, &changed));
        }
        // Half of the clauses, as comments would have it: if there is an assignment, no proof.
        for _ in 0..5 {
            let fewer = fewer_clauses(&clauses, &mut random);
            if is_satisfiable(&fewer) {
                satisfiable += 1;
                assert!(!accepts(&fewer, &proof), "seed {seed}:\n{fewer}{proof}");
            }
        }
    }
    println!(
        "{rejected} of {mutated} changed proofs rejected, {satisfiable} formulas with assignments"
    );
    assert!(mutated > 500 && rejected * 10 > mutated * 6 && satisfiable > 300);
}

/// A number of a line becomes another one.
fn mutate(lines: &[&str], random: &mut Random) -> Option<String> {
    let steps: Vec<usize> = (0..lines.len()).filter(|index| !lines[*index].contains('d')).collect();
    if steps.is_empty() {
        return None;
    }
    let place = steps[random.below(steps.len())];
    let mut words: Vec<String> = lines[place].split(' ').map(str::to_owned).collect();
    let word = random.below(words.len());
    match random.below(3) {
        0 => {
            words.remove(word);
        }
        1 => words[word] = (1 + random.below(40)).to_string(),
        _ => words[word] = format!("-{}", words[word]),
    }
    let changed = words.join(" ");
    let mut all: Vec<&str> = lines.to_vec();
    all[place] = &changed;
    Some(all.join("\n"))
}

/// Some clauses become tautologies, so that their numbers stay.
fn fewer_clauses(text: &str, random: &mut Random) -> String {
    let mut is_clause = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        match is_clause && random.below(3) == 0 {
            true => lines.push("1 -1 0".to_owned()),
            false => lines.push(line.to_owned()),
        }
        is_clause |= line.starts_with('p');
    }
    lines.into_iter().filter(|line| !line.starts_with("c lemmas")).collect::<Vec<_>>().join("\n")
}

fn is_satisfiable(text: &str) -> bool {
    let mut solver = Backend::Batsat.start();
    let mut lines = text.lines().skip_while(|line| !line.starts_with('p'));
    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
    (0..header[2].parse::<usize>().unwrap()).for_each(|_| {
        solver.new_variable();
    });
    for line in lines {
        let numbers = line.split(' ').map(|word| word.parse::<i32>().unwrap());
        let clause: Vec<Literal> =
            numbers.take_while(|number| *number != 0).map(Literal::from_dimacs).collect();
        solver.add_clause(&clause);
    }
    solver.solve(&[], &|| true) == Answer::Satisfiable
}
