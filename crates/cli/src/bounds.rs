//! How often may which loop run? What `--unroll` says, and the program with bounds on its loops.
//!
//! A number is for every loop. `file.c:12=8` is for the innermost loop around that line, `retry=3`
//! for the loops of a function; a line is more particular than a function, and a function more than
//! everything. A name that is none of a loop is an error: it would bound nothing. What the source
//! says of a loop (`loop_marks`) comes after what the user says of it.

use crate::{Rejection, thread_bound};
use program::Program;
use program::passes::bound::{self, LoopPlace};
use program::passes::compact;
use std::str::FromStr;

/// One `--unroll`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unroll {
    Every(u32),
    Loop { name: String, turns: u32 },
}

impl FromStr for Unroll {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Unroll, &'static str> {
        const WANTED: &str = "expected a number, `file.c:LINE=N` or `function=N`";
        let turns = |text: &str| text.parse().map_err(|_| WANTED);
        match text.rsplit_once('=') {
            None => turns(text).map(Unroll::Every),
            Some(("", _)) => Err(WANTED),
            Some((name, number)) => {
                Ok(Unroll::Loop { name: name.to_owned(), turns: turns(number)? })
            }
        }
    }
}

/// All of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bounds {
    /// For every loop.
    pub every: Option<u32>,
    /// For single loops, by what the user calls them.
    pub loops: Vec<(String, u32)>,
    /// For single loops, by their lines, as the source says.
    pub marks: Vec<(String, u32)>,
    /// For loops that create threads.
    pub threads: Option<u32>,
}

impl Bounds {
    pub fn new(given: &[Unroll]) -> Result<Bounds, Rejection> {
        let mut bounds = Bounds::default();
        for unroll in given {
            match unroll {
                Unroll::Every(turns) if bounds.every.is_none() => bounds.every = Some(*turns),
                Unroll::Every(_) => {
                    let help =
                        "bounds for single loops are `--unroll file.c:12=8` and `--unroll retry=3`";
                    return Err(Rejection::with_help("two bounds for every loop", help));
                }
                Unroll::Loop { name, turns } => bounds.loops.push((name.clone(), *turns)),
            }
        }
        Ok(bounds)
    }

    /// Whether loops are as the program has them.
    pub fn are_none(&self) -> bool {
        let Bounds { every, loops, marks, threads } = self;
        every.is_none() && loops.is_empty() && marks.is_empty() && threads.is_none()
    }

    /// Puts bounds on the loops of a program.
    pub fn put_on(&self, program: &mut Program) -> Result<(), Rejection> {
        if self.are_none() {
            return Ok(());
        }
        let sources = program.sources.clone();
        self.check_names(&sources, &bound::loops(program))?;
        let creators = match self.threads {
            Some(_) => thread_bound::loops(program),
            None => Vec::new(),
        };
        let limit = |place: &LoopPlace| {
            let named = |fits: fn(&str, &[String], &LoopPlace) -> bool| {
                let mut loops = self.loops.iter();
                loops.find(|(name, _)| fits(name, &sources, place)).map(|(_, turns)| *turns)
            };
            let marked = || {
                let mut marks = self.marks.iter();
                marks.find(|(line, _)| is_at_line(line, &sources, place)).map(|(_, turns)| *turns)
            };
            let general = match self.threads.filter(|_| creators.contains(place)) {
                Some(threads) => Some(self.every.map_or(threads, |every| every.min(threads))),
                None => self.every,
            };
            named(is_at_line).or_else(|| named(is_in_function)).or_else(marked).or(general)
        };
        bound::run_where(program, limit);
        compact::run(program);
        Ok(())
    }

    /// Every name is one of a loop.
    fn check_names(&self, sources: &[String], loops: &[LoopPlace]) -> Result<(), Rejection> {
        let is_known = |name: &str| {
            let mut loops = loops.iter();
            loops.any(|it| is_at_line(name, sources, it) || is_in_function(name, sources, it))
        };
        let Some((name, _)) = self.loops.iter().find(|(name, _)| !is_known(name)) else {
            return Ok(());
        };
        // The loops of Heddle's own C library are in no source.
        let has_source = loops.iter().any(|place| place.start.is_some());
        let mut known = Vec::new();
        for place in loops.iter().filter(|place| place.start.is_some() == has_source) {
            known.push(place.function.clone());
            known.extend(
                place.start.map(|at| format!("{}:{}", sources[at.file.0 as usize], at.line)),
            );
        }
        known.sort();
        known.dedup();
        let help = match cat::nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "the program has no loops".to_owned(),
            None => format!("loops are called {}", known.join(", ")),
        };
        Err(Rejection::with_help(format!("there is no loop `{name}`"), help))
    }
}

/// Whether a name is a line of a file, and this is the innermost loop around it.
fn is_at_line(name: &str, sources: &[String], place: &LoopPlace) -> bool {
    let Some((file, line)) = name.rsplit_once(':') else { return false };
    let Ok(line) = line.parse::<u32>() else { return false };
    let is_file = |source: &str| {
        source.strip_suffix(file).is_some_and(|path| path.is_empty() || path.ends_with('/'))
    };
    let mut positions = place.positions.iter();
    positions.any(|at| at.line == line && is_file(&sources[at.file.0 as usize]))
}

fn is_in_function(name: &str, _sources: &[String], place: &LoopPlace) -> bool {
    place.function == name
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{SourceId, SourcePosition};

    #[test]
    fn bounds_are_read() {
        assert_eq!("3".parse(), Ok(Unroll::Every(3)));
        let named = |name: &str, turns| Ok(Unroll::Loop { name: name.to_owned(), turns });
        assert_eq!("retry=3".parse(), named("retry", 3));
        assert_eq!("a=b/file.c:12=8".parse(), named("a=b/file.c:12", 8));
        for wrong in ["", "=3", "retry", "retry=", "retry=-1", "3x"] {
            assert!(wrong.parse::<Unroll>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_is_named_by_the_end_of_its_path() {
        let position = SourcePosition { file: SourceId(0), line: 3, column: 1 };
        let place = LoopPlace {
            function: "f".to_owned(),
            start: Some(position),
            positions: vec![position],
        };
        let sources = ["src/b.c".to_owned()];
        assert!(is_at_line("b.c:3", &sources, &place) && is_at_line("src/b.c:3", &sources, &place));
        for other in ["c:3", "b.c:4", "a/b.c:3", "b.c", "f"] {
            assert!(!is_at_line(other, &sources, &place), "{other}");
        }
    }
}
