//! The way to one execution, short enough for a command line: what the exploration had learnt, and
//! the choices that it made at the nodes that have several.
//!
//! Written as `sg0,sa3,4g1,t/0.2.1`: shared global 0, shared allocation site 3, global 1 split at
//! multiples of four bytes, room for twice the threads; then the choices. Further, `pa3` and `ea3`
//! say how the lives of objects begin (see [`interp::knowledge::Start`]), and `za3+16:4` that zero
//! is written to four bytes at offset 16 when they are allocated.

use answer::Violation;
use base::address::MAX_OBJECT_SIZE;
use interp::{Cut, Discovery, Knowledge, WeakCas};
use program::{Allocation, GlobalId, Program, SiteId};
use std::fmt;
use std::str::FromStr;

/// The way to one execution of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Path {
    pub discoveries: Vec<Discovery>,
    pub choices: Vec<u32>,
}

impl Path {
    /// The way to a violation that was found by exploration.
    pub fn to(violation: &Violation) -> Option<Path> {
        violation.replay.as_ref()?.as_str().parse().ok()
    }

    /// What was known on this way; `None` if it belongs to another program.
    pub(crate) fn knowledge(&self, program: &Program, weak_cas: WeakCas) -> Option<Knowledge> {
        let exists = |allocation: Allocation| match allocation {
            Allocation::Global(global) => global.index() < program.globals.len(),
            Allocation::Site(site) => site.index() < program.sites.len(),
        };
        let mut knowledge = Knowledge::new(program).with_weak_cas(weak_cas);
        for discovery in &self.discoveries {
            let about = match *discovery {
                Discovery::Shared(allocation)
                | Discovery::Irregular(allocation)
                | Discovery::Contended(allocation)
                | Discovery::Split { allocation, .. } => Some(allocation),
                Discovery::PrivateStart(site)
                | Discovery::Early(site)
                | Discovery::Zeroed { site, .. } => Some(Allocation::Site(site)),
                Discovery::Threads => None,
            };
            if !about.is_none_or(exists) {
                return None;
            }
            knowledge.learn(*discovery);
        }
        Some(knowledge)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allocation = |allocation: Allocation| match allocation {
            Allocation::Global(global) => format!("g{}", global.0),
            Allocation::Site(site) => format!("a{}", site.0),
        };
        let discoveries: Vec<String> = self
            .discoveries
            .iter()
            .map(|discovery| match *discovery {
                Discovery::Shared(of) => format!("s{}", allocation(of)),
                Discovery::Irregular(of) => format!("i{}", allocation(of)),
                Discovery::Contended(of) => format!("c{}", allocation(of)),
                Discovery::Split { allocation: of, cut: Cut { grain, from, to } } => {
                    format!("{grain}{}+{from}:{to}", allocation(of))
                }
                Discovery::PrivateStart(site) => format!("pa{}", site.0),
                Discovery::Early(site) => format!("ea{}", site.0),
                Discovery::Zeroed { site, offset, size } => format!("za{}+{offset}:{size}", site.0),
                Discovery::Threads => "t".to_owned(),
            })
            .collect();
        let choices: Vec<String> = self.choices.iter().map(u32::to_string).collect();
        write!(f, "{}/{}", discoveries.join(","), choices.join("."))
    }
}

/// The text is not a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAPath;

impl fmt::Display for NotAPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a path as Heddle prints it, such as `sg0,t/0.2.1`")
    }
}

impl std::error::Error for NotAPath {}

impl FromStr for Path {
    type Err = NotAPath;

    fn from_str(text: &str) -> Result<Path, NotAPath> {
        let (discoveries, choices) = text.split_once('/').ok_or(NotAPath)?;
        let parts = |text: &str, separator: char| -> Vec<String> {
            text.split(separator).filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        Ok(Path {
            discoveries: parts(discoveries, ',')
                .iter()
                .map(|text| parse_discovery(text))
                .collect::<Result<_, _>>()?,
            choices: parts(choices, '.')
                .iter()
                .map(|text| text.parse().map_err(|_| NotAPath))
                .collect::<Result<_, _>>()?,
        })
    }
}

fn parse_discovery(text: &str) -> Result<Discovery, NotAPath> {
    if text == "t" {
        return Ok(Discovery::Threads);
    }
    let (kind, rest) = text.split_at_checked(1).ok_or(NotAPath)?;
    let (space, number) = rest.split_at_checked(1).ok_or(NotAPath)?;
    let (number, cell) = match number.split_once('+') {
        Some((number, cell)) => (number, Some(cell)),
        None => (number, None),
    };
    let number: u32 = number.parse().map_err(|_| NotAPath)?;
    let allocation = match space {
        "g" => Allocation::Global(GlobalId(number)),
        "a" => Allocation::Site(SiteId(number)),
        _ => return Err(NotAPath),
    };
    let site = SiteId(number);
    match (kind, cell) {
        ("z", Some(cell)) if space == "a" => {
            let (offset, size) = cell.split_once(':').ok_or(NotAPath)?;
            let offset = offset.parse().map_err(|_| NotAPath)?;
            let size = size.parse().map_err(|_| NotAPath)?;
            let is_cell = offset < MAX_OBJECT_SIZE as u32 && (1..=8).contains(&size);
            is_cell.then_some(Discovery::Zeroed { site, offset, size }).ok_or(NotAPath)
        }
        ("1" | "2" | "4", Some(range)) => {
            let (from, to) = range.split_once(':').ok_or(NotAPath)?;
            let from = from.parse().map_err(|_| NotAPath)?;
            let to = to.parse().map_err(|_| NotAPath)?;
            let grain = kind.parse().map_err(|_| NotAPath)?;
            let is_range = from < to && to <= MAX_OBJECT_SIZE as u32;
            let cut = Cut { grain, from, to };
            is_range.then_some(Discovery::Split { allocation, cut }).ok_or(NotAPath)
        }
        (_, Some(_)) => Err(NotAPath),
        ("s", None) => Ok(Discovery::Shared(allocation)),
        ("p", None) if space == "a" => Ok(Discovery::PrivateStart(site)),
        ("e", None) if space == "a" => Ok(Discovery::Early(site)),
        ("i", None) => Ok(Discovery::Irregular(allocation)),
        ("c", None) => Ok(Discovery::Contended(allocation)),
        _ => Err(NotAPath),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_as_it_is_written() {
        for text in ["/", "sg0,ia3,ca3,4g1+0:8,t/0.2.1", "t,t/7", "pa1,ea2,za3+16:4/"] {
            assert_eq!(text.parse::<Path>().unwrap().to_string(), text);
        }
        for text in ["", "0.1", "x/1", "sg/1", "s\u{e9}/1", "sg1/a", "pg1/", "za3/", "za3+1:9/"] {
            assert!(text.parse::<Path>().is_err(), "{text}");
        }
    }
}
