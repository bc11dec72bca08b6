//! Compares random programs for a number of seeds, or for a time.
//!
//! ```text
//! oracle [brute|large|metamorphic|monotone] [FIRST COUNT] [--minutes M] [-j WORKERS] [--summary FILE] [FAMILY…]
//! ```
//!
//! `brute` compares engines with brute force on small programs, `large` engines with each other on large ones, `metamorphic` each engine with itself on programs that differ in nothing that matters, `monotone` programs
//! with stronger ones. With `--minutes` the seeds are new ones, unless the first is given. What differs is made small and printed; the summary has a line of JSON for each family.

mod campaign;
mod summary;

use campaign::{Campaign, Length};
use oracle::case::Case;
use oracle::compare::{self, Outcome};
use oracle::generate::{Family, Size};
use oracle::large::{self, Effort};
use oracle::{metamorphic, monotone};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What is compared with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Brute,
    Large,
    Metamorphic,
    Monotone,
}

impl Comparison {
    const ALL: [Comparison; 4] =
        [Comparison::Brute, Comparison::Large, Comparison::Metamorphic, Comparison::Monotone];

    pub(crate) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    pub(crate) fn size(self) -> Size {
        match self {
            Comparison::Large => Size::Large,
            Comparison::Brute | Comparison::Metamorphic | Comparison::Monotone => Size::Small,
        }
    }

    /// Compares the case that has this seed, or what is left of it.
    pub(crate) fn compare(self, case: &Case, seed: u64) -> Outcome {
        match self {
            Comparison::Brute => compare::compare(case),
            Comparison::Large => large::compare(case, Effort::of_seed(seed)),
            Comparison::Metamorphic => metamorphic::compare(case, seed),
            Comparison::Monotone => monotone::compare(case),
        }
    }
}

fn main() -> ExitCode {
    let campaign = match parse(std::env::args().skip(1)) {
        Ok(campaign) => campaign,
        Err(problem) => {
            eprintln!(
                "{problem}\nusage: oracle [brute|large|metamorphic|monotone] [FIRST COUNT] [--minutes M] [-j WORKERS] [--summary FILE] [FAMILY…]"
            );
            return ExitCode::from(3);
        }
    };
    if campaign.run() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn parse(arguments: impl Iterator<Item = String>) -> Result<Campaign, String> {
    let mut arguments = arguments.peekable();
    let named = arguments.peek().and_then(|first| {
        Comparison::ALL.into_iter().find(|comparison| comparison.name() == *first)
    });
    if named.is_some() {
        arguments.next();
    }
    let (mut numbers, mut families) = (Vec::new(), Vec::new());
    let (mut minutes, mut workers, mut summary) = (None, 1, None);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--minutes" => minutes = Some(number::<f64>(&value()?)?),
            "-j" => workers = number::<usize>(&value()?)?,
            "--summary" => summary = Some(value()?),
            word if word.starts_with(|first: char| first.is_ascii_digit()) => {
                numbers.push(number::<u64>(word)?);
            }
            word => families.push(Family::find(word).ok_or(format!("there is no family {word}"))?),
        }
    }
    if families.is_empty() {
        families = Family::ALL.to_vec();
    }
    let length = match minutes {
        Some(minutes) => Length::Time(Duration::from_secs_f64(60.0 * minutes)),
        None => Length::Programs(numbers.get(1).copied().unwrap_or(1000)),
    };
    let fresh = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() << 24);
    let first = numbers.first().copied().unwrap_or(if minutes.is_some() { fresh } else { 0 });
    let comparison = named.unwrap_or(Comparison::Brute);
    Ok(Campaign { comparison, first, length, workers: workers.max(1), families, summary })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}
