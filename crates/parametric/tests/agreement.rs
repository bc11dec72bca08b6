//! Random programs: what the net says of any number of copies against what brute force says of one,
//! two and three.

use enumerate::{Buffers, NO_QUESTIONS, interleavings};
use parametric::check::Reason;
use parametric::{Outcome, check};
use program::passes::{self, PassConfig};
use program::{Program, text};
use std::fmt::Write;
use testing::Random;

/// What the threads of a random program do; main creates so many of each.
struct Case {
    threads: Vec<String>,
}

impl Case {
    fn random(random: &mut Random) -> Case {
        let count = 1 + random.index(2);
        Case { threads: (0..count).map(|_| thread(random)).collect() }
    }

    /// The program with so many copies of each thread.
    fn program(&self, copies: &[usize]) -> Program {
        let mut text =
            String::from("global @x : 4\nglobal @y : 4\nglobal @m : 40\nglobal @s : 8 = i64 1\n");
        for (number, body) in self.threads.iter().enumerate() {
            let _ = writeln!(
                text,
                "function @t{number}(%a) {{\nentry:\n{body}  return 0\nbad:\n  fail assertion, 0\n  unreachable\n}}"
            );
        }
        text += "function @main() {\nentry:\n";
        for (number, count) in copies.iter().enumerate() {
            for copy in 0..*count {
                let _ = writeln!(text, "  %h{number}x{copy} = spawn @t{number}, 0");
            }
        }
        text += "  return 0\n}\n";
        let mut program = text::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        passes::standard(&mut program, PassConfig::default());
        program
    }
}

/// The statements of a thread: accesses to x and y, which are 0, 1 or 2, sections with a mutex and
/// with a semaphore, and checks.
fn thread(random: &mut Random) -> String {
    let mut body = String::new();
    let mut held: Vec<&str> = Vec::new();
    for number in 0..2 + random.index(5) {
        let cell = ["@x", "@y"][random.index(2)];
        let (low, high) = (random.index(3), random.index(3));
        let line = match random.index(11) {
            0 => format!("  store.4 seq_cst {cell}, {low}\n"),
            1 => format!(
                "  %r{number} = load.4 seq_cst {cell}\n  %c{number} = eq.32 %r{number}, {low}\n  \
                 branch %c{number}, bad, l{number}\nl{number}:\n"
            ),
            2 => format!(
                "  %r{number} = load.4 seq_cst {cell}\n  %c{number} = eq.32 %r{number}, {low}\n  \
                 assume %c{number}\n"
            ),
            3 => format!(
                "  %r{number}, %c{number} = cas.4 seq_cst seq_cst {cell}, {low}, {high}\n  \
                 branch %c{number}, l{number}, k{number}\nk{number}:\n  store.4 seq_cst @y, {low}\n  \
                 jump l{number}\nl{number}:\n"
            ),
            4 => format!("  %r{number} = rmw.4 xchg seq_cst {cell}, {high}\n"),
            5 if !held.contains(&"m") => {
                held.push("m");
                "  lock @m\n".to_owned()
            }
            6 if !held.contains(&"s") => {
                held.push("s");
                format!("  %s{number} = library primitives take @s, 0\n")
            }
            5 | 6 => release(&mut held, number),
            // Waits in a loop.
            10 => format!(
                "  jump w{number}\nw{number}:\n  %r{number} = load.4 seq_cst {cell}\n  \
                 %c{number} = eq.32 %r{number}, {low}\n  branch %c{number}, l{number}, w{number}\n\
                 l{number}:\n"
            ),
            // A place where only one thread should be.
            8 | 9 => format!(
                "  %r{number} = load.4 seq_cst {cell}\n  %c{number} = eq.32 %r{number}, 1\n  \
                 branch %c{number}, bad, l{number}\nl{number}:\n  store.4 seq_cst {cell}, 1\n  \
                 store.4 seq_cst {cell}, 0\n"
            ),
            _ => format!(
                "  %r{number}, %c{number} = cas.4 seq_cst seq_cst {cell}, {low}, {high}\n  \
                 assume %c{number}\n"
            ),
        };
        body += &line;
    }
    while !held.is_empty() {
        let number = 90 + held.len();
        body += &release(&mut held, number);
    }
    body
}

fn release(held: &mut Vec<&str>, number: usize) -> String {
    match held.pop() {
        Some("m") => "  unlock @m\n".to_owned(),
        Some(_) => format!("  %u{number} = rmw.8 add seq_cst @s, 1\n"),
        None => String::new(),
    }
}

/// Whether some interleaving fails; none if there are too many of them.
fn fails(program: &Program) -> Option<bool> {
    let found = interleavings(program, Buffers::None, 300_000, NO_QUESTIONS).ok()?;
    Some(found.violations.iter().any(|(kind, _)| *kind == base::ViolationKind::Assertion))
}

fn seeds() -> (u64, u64) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    (number("HEDDLE_SEED").unwrap_or(0), number("HEDDLE_PROGRAMS").unwrap_or(60))
}

#[test]
fn the_net_says_of_all_numbers_what_brute_force_says_of_few() {
    let (first, count) = seeds();
    let (mut holds, mut violated, mut unknown, mut replayed) = (0, 0, 0, 0);
    let mut needs_several = 0;
    for seed in first..first + count {
        let case = Case::random(&mut Random::new(seed));
        let told = || format!("seed {seed}:\n{}", case.threads.join("---\n"));
        let numbers: Vec<Vec<usize>> = match case.threads.len() {
            1 => vec![vec![1], vec![2], vec![3]],
            _ => vec![vec![1, 1], vec![2, 1], vec![1, 2]],
        };
        match check(&case.program(&vec![1; case.threads.len()]), &|| false) {
            Outcome::Holds(..) => {
                holds += 1;
                for copies in &numbers {
                    let fails = fails(&case.program(copies));
                    assert_ne!(fails, Some(true), "with {copies:?} copies, {}", told());
                }
            }
            Outcome::Violated(_, _, story) => {
                violated += 1;
                let copies: Vec<usize> = story.copies.iter().map(|(_, count)| *count).collect();
                needs_several += usize::from(copies.iter().any(|count| *count > 1));
                if copies.iter().sum::<usize>() <= 3
                    && let Some(fails) = fails(&case.program(&copies))
                {
                    assert!(fails, "with {copies:?} copies, {}", told());
                    replayed += 1;
                }
            }
            Outcome::Unknown(Reason::ManyValues(_)) => unknown += 1,
            Outcome::Unknown(why) => panic!("{why:?}, {}", told()),
        }
    }
    println!(
        "holds {holds}, violated {violated} (by several copies {needs_several}, replayed {replayed}), unknown {unknown}"
    );
    assert!(
        holds * 5 > count && violated * 5 > count && replayed * 2 > violated && needs_several > 0
    );
}
