//! What a campaign comes to, for people and for programs.

use crate::Comparison;
use oracle::case::Case;
use oracle::compare::Outcome;
use oracle::generate::Family;
use std::fmt::Write as _;
use std::time::Duration;

/// What the programs of one family came to.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    agreed: u64,
    skipped: u64,
    violated: u64,
    /// Under how many models programs were compared, in all.
    models: u64,
    /// Of those that agreed, how many had four or more threads.
    with_four_threads: u64,
    /// The most executions under one model, and the most statements.
    executions: usize,
    statements: usize,
    time: Duration,
    pub(crate) differences: Vec<String>,
}

impl Tally {
    pub(crate) fn add(
        &mut self,
        case: &Case,
        outcome: &Outcome,
        time: Duration,
        difference: Option<String>,
    ) {
        self.time += time;
        self.differences.extend(difference);
        match *outcome {
            Outcome::Agreement { models, executions, violated } => {
                self.agreed += 1;
                self.models += models as u64;
                self.violated += u64::from(violated);
                self.executions = self.executions.max(executions);
                self.statements = self.statements.max(case.statements().len());
                self.with_four_threads += u64::from(case.threads.len() >= 4);
            }
            Outcome::Skipped => self.skipped += 1,
            Outcome::Difference(_) => {}
        }
    }

    /// How many programs one worker compares in a minute.
    fn per_minute(&self) -> f64 {
        self.agreed as f64 * 60.0 / self.time.as_secs_f64().max(1e-9)
    }

    fn append(&mut self, other: &Tally) {
        self.agreed += other.agreed;
        self.skipped += other.skipped;
        self.violated += other.violated;
        self.models += other.models;
        self.with_four_threads += other.with_four_threads;
        self.executions = self.executions.max(other.executions);
        self.statements = self.statements.max(other.statements);
        self.time += other.time;
        self.differences.extend(other.differences.iter().cloned());
    }
}

/// The table, in Markdown.
pub(crate) fn print_table(families: &[(Family, Tally)]) {
    println!(
        "| family | programs | four or more threads | violated | models in all | most statements | most executions | skipped | a minute | differences |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut all = Tally::default();
    for (family, tally) in families {
        print_row(&family.name(), tally);
        all.append(tally);
    }
    print_row("all", &all);
}

fn print_row(name: &str, tally: &Tally) {
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {:.0} | {} |",
        tally.agreed,
        tally.with_four_threads,
        tally.violated,
        tally.models,
        tally.statements,
        tally.executions,
        tally.skipped,
        tally.per_minute(),
        tally.differences.len()
    );
}

/// Appends a line of JSON for each family.
pub(crate) fn write_summary(
    file: &str,
    comparison: Comparison,
    first: u64,
    families: &[(Family, Tally)],
) -> std::io::Result<()> {
    let mut text = String::new();
    for (family, tally) in families {
        let quote = |what: &String| format!("\"{}\"", what.escape_default());
        let differences: Vec<String> = tally.differences.iter().map(quote).collect();
        writeln!(
            text,
            "{{\"comparison\":\"{}\",\"family\":\"{}\",\"first\":{first},\"agreed\":{},\"with_four_threads\":{},\"skipped\":{},\"violated\":{},\"models\":{},\"executions\":{},\"seconds\":{:.3},\"differences\":[{}]}}",
            comparison.name(),
            family.name(),
            tally.agreed,
            tally.with_four_threads,
            tally.skipped,
            tally.violated,
            tally.models,
            tally.executions,
            tally.time.as_secs_f64(),
            differences.join(",")
        )
        .expect("a string takes everything");
    }
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(file)?;
    std::io::Write::write_all(&mut file, text.as_bytes())
}
