//! `heddle proof`: is this proof right?

use crate::arguments::{Format, Proof};
use crate::output::{complain, refuse, say};
use crate::watch::Watch;
use crate::{Exit, Rejection, watchdog};
use answer::Stop;
use report::proof::{Subject, Verdict};
use report::{Limits, stopped};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Checks, and says how to exit.
pub fn run(options: &Proof) -> Exit {
    let limits = options.limited.limits();
    let watch = Watch::of(options.limited);
    check(options, limits, &watch).unwrap_or_else(|rejection| refuse(&rejection))
}

fn open(file: &Path) -> Result<BufReader<File>, Rejection> {
    let shown = file.display();
    if file.is_dir() {
        return Err(Rejection::new(format!("{shown} is a directory")));
    }
    let opened = File::open(file);
    opened
        .map(BufReader::new)
        .map_err(|error| Rejection::new(format!("cannot read {shown}: {error}")))
}

fn check(options: &Proof, limits: Limits, watch: &Watch) -> Result<Exit, Rejection> {
    let (clauses, proof) = (open(&options.clauses)?, open(&options.proof)?);
    watch.enter("while it checked the proof");
    let unknown = |stop: Stop| format!("{} {}", stopped(stop, limits), watch.phase());
    let tell = |verdict: Verdict| -> Result<Exit, Rejection> {
        let exit = match verdict {
            Verdict::Accepted(_) => Exit::Holds,
            Verdict::Rejected(_) => Exit::Violated,
            Verdict::Unknown(_) => Exit::Unknown,
        };
        let seconds = watch.elapsed().as_secs_f64();
        let subject = Subject { verdict: &verdict, seconds };
        say(&match options.format {
            Format::Text => report::proof::text(&subject),
            Format::Json => report::proof::json(&subject),
        })?;
        Ok(exit)
    };
    let give_up = |stop: Stop| {
        tell(Verdict::Unknown(unknown(stop))).unwrap_or_else(|rejection| {
            complain(&rejection.render());
            Exit::BadInput
        })
    };
    let goes_on = || watch.stop().is_none();
    let checked = watchdog::beside(watch, give_up, || ::proof::check(clauses, proof, &goes_on));
    tell(match checked {
        Some(Ok(accepted)) => Verdict::Accepted(accepted),
        Some(Err(rejected)) => Verdict::Rejected(rejected),
        None => Verdict::Unknown(unknown(watch.stop().unwrap_or(Stop::Interrupt))),
    })
}
