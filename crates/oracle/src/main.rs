//! Compares random programs for a number of seeds, or for a time.
//!
//! [`USAGE`] says how. `brute` compares engines with brute force on small programs, `judged` with
//! an explicit graph of states that shares nothing with them, `large` engines with each other on
//! large ones, `metamorphic` each engine with itself on programs that differ in nothing that
//! matters, `monotone` programs with stronger ones. With `--minutes` the seeds are new ones, unless
//! the first is given. What differs is made small and printed; the summary has a line
//! of JSON for each family.

mod campaign;
mod listing;
mod summary;

use campaign::{Campaign, Length};
use listing::Listing;
use oracle::case::Case;
use oracle::compare::{self, Outcome};
use oracle::exhaustive::programs::Largest;
use oracle::exhaustive::vocabulary;
use oracle::generate::{Family, Size};
use oracle::large::{self, Effort};
use oracle::{judged, metamorphic, monotone};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const USAGE: &str = "\
usage: oracle [brute|judged|large|metamorphic|monotone] [FIRST COUNT] [OPTIONS] [FAMILY…]
       oracle all [brute|judged|large] [OPTIONS] [VOCABULARY…]

  FIRST COUNT      compare COUNT programs of each family, the first of them with this seed [default: 0 1000]
  --minutes M      go on for so long instead, from a new seed unless one is given
  -j WORKERS       compare so many programs at once [default: 1]
  --steps N        leave out models for which brute force needs more steps [default: 150000]
  --memory GIB     stop with a report if that is not enough [default: 8]
  --summary FILE   write a line of JSON for each family
  --stop           end at the first difference, which is not made small

`all` compares all small programs that can be made of a vocabulary, the smaller ones first.

  --statements N   in all threads together [default: 4]
  --threads N      [default: 3]
  --in-thread N    in one thread [default: 4]
  --every N        compare one program of N [default: 1]
  --minutes M      for each vocabulary at most";

/// What is compared with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Brute,
    Judged,
    Large,
    Metamorphic,
    Monotone,
}

impl Comparison {
    const ALL: [Comparison; 5] = [
        Comparison::Brute,
        Comparison::Judged,
        Comparison::Large,
        Comparison::Metamorphic,
        Comparison::Monotone,
    ];

    pub(crate) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    pub(crate) fn size(self) -> Size {
        match self {
            Comparison::Large => Size::Large,
            Comparison::Brute
            | Comparison::Judged
            | Comparison::Metamorphic
            | Comparison::Monotone => Size::Small,
        }
    }

    /// Compares the case that has this seed, or what is left of it.
    pub(crate) fn compare(self, case: &Case, seed: u64, steps: u64) -> Outcome {
        match self {
            Comparison::Brute => compare::compare_within(case, steps),
            Comparison::Judged => judged::compare(case, STATES),
            Comparison::Large => large::compare(case, Effort::of_seed(seed)),
            Comparison::Metamorphic => metamorphic::compare(case, seed),
            Comparison::Monotone => monotone::compare(case),
        }
    }
}

/// How many states the explicit graph of a program may have.
const STATES: usize = 20_000;

/// Brute force calls itself for each step of a program.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--help" || argument == "-h") {
        println!("{USAGE}\n\nFamilies: {}", Family::ALL.map(Family::name).join(", "));
        return ExitCode::SUCCESS;
    }
    let mut arguments = std::env::args().skip(1).peekable();
    let agree = match arguments.next_if(|first| first == "all") {
        Some(_) => parse_listing(arguments).map(|listing| listing.run()),
        None => parse(arguments).map(|campaign| campaign.run()),
    };
    match agree {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            ExitCode::from(3)
        }
    }
}

fn parse_listing(mut arguments: impl Iterator<Item = String>) -> Result<Listing, String> {
    let mut listing = Listing {
        comparison: Comparison::Judged,
        vocabularies: Vec::new(),
        largest: Largest { threads: 3, statements: 4, in_thread: 4 },
        workers: 1,
        every: 1,
        first: 0,
        steps: compare::STEPS,
        time: None,
        stops: false,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--statements" => listing.largest.statements = number(&value()?)?,
            "--threads" => listing.largest.threads = number(&value()?)?,
            "--in-thread" => listing.largest.in_thread = number(&value()?)?,
            "--every" => listing.every = number::<usize>(&value()?)?.max(1),
            "--first" => listing.first = number(&value()?)?,
            "--steps" => listing.steps = number(&value()?)?,
            "--minutes" => {
                listing.time = Some(Duration::from_secs_f64(60.0 * number::<f64>(&value()?)?));
            }
            "--stop" => listing.stops = true,
            "-j" => listing.workers = number::<usize>(&value()?)?.max(1),
            word => match Comparison::ALL.into_iter().find(|named| named.name() == word) {
                Some(comparison) => listing.comparison = comparison,
                None => {
                    let found = vocabulary::find(word);
                    let found = found.ok_or(format!("there is no vocabulary {word}"))?;
                    listing.vocabularies.push(found);
                }
            },
        }
    }
    if listing.vocabularies.is_empty() {
        listing.vocabularies = vocabulary::all();
    }
    Ok(listing)
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
    let (mut minutes, mut workers, mut steps, mut summary) = (None, 1, compare::STEPS, None);
    let (mut gibibytes, mut stops) = (8, false);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--minutes" => minutes = Some(number::<f64>(&value()?)?),
            "--stop" => stops = true,
            "-j" => workers = number::<usize>(&value()?)?,
            "--steps" => steps = number::<u64>(&value()?)?,
            "--memory" => gibibytes = number::<u64>(&value()?)?,
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
    let workers = workers.max(1);
    let memory = gibibytes << 30;
    Ok(Campaign { comparison, first, length, workers, steps, families, memory, summary, stops })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}
