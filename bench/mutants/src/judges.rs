//! Who may notice a mutant: the fixtures, all small programs, random programs.
//!
//! Each judge is a list of *questions*, commands whose answers are known from the code without
//! mutants. A question is asked of a mutant only if it reaches the place; the quickest come first,
//! and the first other answer ends the judge's turn. A mutant that makes a question take very long
//! is noticed, too.

mod ask;
mod fixtures;
mod programs;

use crate::table::{self, Row, Verdict};
use ask::{Answer, Asked};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// A command, and what of its answer counts.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub name: String,
    pub command: Vec<String>,
    pub variables: Vec<(String, String)>,
    pub counts: Counts,
}

/// What of an answer has to be the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counts {
    /// The status.
    Status,
    /// The status, and of the JSON on the standard output the verdict, the places of violations,
    /// and, if asked for, the number of executions.
    Report { executions: bool },
}

/// A question with its answer.
struct Known {
    question: Question,
    answer: Answer,
    time: Duration,
    reached: BTreeSet<u32>,
}

/// More fixtures than this are not asked about one mutant.
const MOST_FIXTURES: usize = 150;

/// Fixtures that take longer are left out.
const LONGEST: Duration = Duration::from_millis(1500);

/// How many mutants are judged at once.
const WORKERS: usize = 2;

pub(crate) const JUDGES: [&str; 3] = ["fixtures", "all small programs", "random programs"];

/// Judges the mutants of a tree that the table does not have yet.
pub(crate) fn judge(tree: &Path, table: &Path) -> Result<(), String> {
    let mutants = table::read(&tree.join("mutants.tsv"))?;
    let done: BTreeSet<u32> =
        table::read(table).unwrap_or_default().iter().map(|row| row.number).collect();
    let of_fixtures = known(fixtures::questions(tree)?, Some(LONGEST))?;
    println!("{} fixtures", of_fixtures.len());
    let small = known(programs::small(tree), None)?;
    let random = known(programs::random(tree), None)?;
    for own in small.iter().chain(&random) {
        println!(
            "{}: {:.1} s, reaches {}",
            own.question.name,
            own.time.as_secs_f64(),
            own.reached.len()
        );
    }
    let judges = [of_fixtures, small, random];
    let open: Vec<&Row> = mutants.iter().filter(|row| !done.contains(&row.number)).collect();
    let next = Mutex::new(open.into_iter());
    let written = Mutex::new(());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let row = next.lock().ok().and_then(|mut next| next.next());
                    let Some(row) = row else { break };
                    let verdicts = judges.each_ref().map(|judge| verdict(judge, row.number));
                    let row = Row { verdicts: verdicts.to_vec(), ..row.clone() };
                    let _held = written.lock();
                    if let Err(problem) = table::append(table, &row) {
                        eprintln!("{problem}");
                    }
                }
            });
        }
    });
    Ok(())
}

/// The answers without mutants; questions that take too long are left out, the quickest are first.
fn known(questions: Vec<Question>, longest: Option<Duration>) -> Result<Vec<Known>, String> {
    let next = Mutex::new(questions.into_iter().enumerate());
    let all = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for worker in 0..WORKERS {
            let (next, all) = (&next, &all);
            scope.spawn(move || {
                let log =
                    std::env::temp_dir().join(format!("reached-{}-{worker}", std::process::id()));
                loop {
                    let question = next.lock().ok().and_then(|mut next| next.next());
                    let Some((index, question)) = question else { break };
                    let _ = std::fs::remove_file(&log);
                    let limit = longest.unwrap_or(Duration::from_secs(600));
                    let Asked { answer, time } = ask::ask(&question, None, Some(&log), limit);
                    let text = std::fs::read_to_string(&log).unwrap_or_default();
                    let reached = text.lines().filter_map(|line| line.parse().ok()).collect();
                    if answer != Answer::None
                        && let Ok(mut all) = all.lock()
                    {
                        all.insert(index, Known { question, answer, time, reached });
                    }
                }
            });
        }
    });
    let mut all: Vec<Known> =
        all.into_inner().map_err(|error| error.to_string())?.into_values().collect();
    all.sort_by_key(|own| own.time);
    Ok(all)
}

fn verdict(judge: &[Known], mutant: u32) -> Verdict {
    let mut reached = judge.iter().filter(|own| own.reached.contains(&mutant)).peekable();
    if reached.peek().is_none() {
        return Verdict::NotReached;
    }
    for own in reached.take(MOST_FIXTURES) {
        let limit = own.time * 8 + Duration::from_secs(10);
        let asked = ask::ask(&own.question, Some(mutant), None, limit);
        if asked.answer != own.answer {
            return Verdict::Noticed(own.question.name.clone());
        }
    }
    Verdict::NotNoticed
}
