//! Which is the smallest test that tells two models apart? Tests are made of cycles (`cycle`,
//! `shape`, `dialect`), smaller ones first, until one is not portable.
//!
//! That there is none says something of the tests that are made, and not of the models: see `cycle`
//! for what is not covered. Where a test has no answer, it is counted, and "none" is not certain.

use crate::cycle::{Access, Edge, Order, cycles};
use crate::dialect::{Annotation, Dialect, both_name};
use crate::shape::Shape;
use crate::{NoOutcome, Pair, Portability};
use base::TagSet;
use candidates::Refusal;
use litmus::Lowered;
use litmus::tree::{Architecture, Test};

/// The largest number of edges of a cycle that is tried.
pub const LARGEST: usize = 8;

/// What came out.
#[derive(Clone, Debug)]
pub enum Distinction {
    Found(Box<Distinguishing>),
    /// No test up to the size.
    None,
}

/// A test that is not portable.
#[derive(Clone, Debug)]
pub struct Distinguishing {
    /// As a file says it.
    pub text: String,
    pub test: Test,
    pub lowered: Lowered,
    pub portability: Portability,
}

/// How far a search has come.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Tests that were answered, or would be.
    pub tests: usize,
    /// Those without an answer.
    pub unknown: usize,
    /// Why the first of those has none.
    pub reason: Option<String>,
}

/// Looks for the smallest test with cycles of up to so many edges about which `ask` says that it is
/// not portable.
pub fn distinguish(
    pair: Pair<'_>,
    size: usize,
    ask: &dyn Fn(&Test, &Lowered) -> Result<Portability, NoOutcome>,
) -> Result<(Distinction, Tried), NoOutcome> {
    let dialect = Dialect::of(pair.source, pair.target);
    let is_known = |tag: TagSet| both_name(pair.source, pair.target, tag);
    let mut tried = Tried::default();
    for Made { text, test, lowered } in made(dialect, &is_known, size) {
        tried.tests += 1;
        match ask(&test, &lowered) {
            Ok(Portability::Portable | Portability::PortableWithinBound) => {}
            Ok(portability @ Portability::NotPortable(_)) => {
                let found = Distinguishing { text, test, lowered, portability };
                return Ok((Distinction::Found(Box::new(found)), tried));
            }
            Err(NoOutcome::Refused(Refusal::Unsupported(reason))) => {
                tried.unknown += 1;
                tried.reason.get_or_insert(reason);
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok((Distinction::None, tried))
}

/// A test that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// As a file says it.
    pub text: String,
    pub test: Test,
    pub lowered: Lowered,
}

/// The tests of cycles with up to so many edges, with everything that a language has, smaller ones
/// first; none for languages that tests are not made in.
pub fn tests(language: Architecture, size: usize) -> Option<impl Iterator<Item = Made>> {
    Dialect::of_architecture(language).map(|dialect| made(dialect, &|_| true, size))
}

/// The same with what is known only.
fn made(
    dialect: Dialect,
    is_known: &dyn Fn(TagSet) -> bool,
    size: usize,
) -> impl Iterator<Item = Made> + use<> {
    let (orders, annotations) = (dialect.orders(is_known), dialect.annotations(is_known));
    let all = (3..=size.min(LARGEST)).flat_map(move |size| cycles(size, &orders));
    all.flat_map(move |cycle| {
        let shape = Shape::new(&cycle);
        let texts = annotations.iter().filter_map(|annotation| {
            dialect.text(&name(dialect, &cycle, *annotation), &shape, *annotation)
        });
        texts.collect::<Vec<String>>()
    })
    .map(|text| {
        let (test, lowered) = read(&text);
        Made { text, test, lowered }
    })
}

fn read(text: &str) -> (Test, Lowered) {
    let test = litmus::parse(text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let lowered = litmus::lower(&test, text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    (test, lowered)
}

/// What the literature calls shapes, by what communicates and which accesses are between.
const FAMILIES: [(&str, &str); 14] = [
    ("SB", "WR Fre WR Fre"),
    ("MP", "WW Rfe RR Fre"),
    ("LB", "RW Rfe RW Rfe"),
    ("S", "WW Rfe RW Coe"),
    ("R", "WW Coe WR Fre"),
    ("2+2W", "WW Coe WW Coe"),
    ("CoRR", "RR Fre Rfe"),
    ("WRC", "RW Rfe RR Fre Rfe"),
    ("RWC", "RR Fre WR Fre Rfe"),
    ("WWC", "RW Rfe RW Coe Rfe"),
    ("IRIW", "RR Fre Rfe RR Fre Rfe"),
    ("ISA2", "WW Rfe RW Rfe RR Fre"),
    ("3.SB", "WR Fre WR Fre WR Fre"),
    ("3.LB", "RW Rfe RW Rfe RW Rfe"),
];

/// The name of a test: its family, and what is between accesses unless it is only program order.
fn name(dialect: Dialect, cycle: &[Edge], annotation: Annotation) -> String {
    let words: Vec<&str> = cycle.iter().map(|edge| word(*edge)).collect();
    let rotations = (0..words.len()).map(|start| [&words[start..], &words[..start]].concat());
    let rotations: Vec<String> = rotations.map(|words| words.join(" ")).collect();
    let family = FAMILIES.iter().find(|(_, shape)| rotations.iter().any(|own| own == shape));
    let family = family.map_or_else(|| words.join("-"), |(name, _)| (*name).to_owned());
    let mut parts = vec![family];
    let internal: Vec<Order> = cycle.iter().filter_map(|edge| order(*edge)).collect();
    if internal.iter().any(|order| !matches!(order, Order::Po | Order::PoLoc)) {
        let spelled = internal.iter().map(|order| match order {
            Order::Po | Order::PoLoc => "po",
            Order::Addr => "addr",
            Order::Data => "data",
            Order::Ctrl => "ctrl",
            Order::Fence(place) => dialect.fence(*place).name,
        });
        let spelled: Vec<&str> = spelled.collect();
        // What all threads have is said once.
        if spelled.iter().all(|own| *own == spelled[0]) {
            parts.push(format!("{}s", spelled[0]));
        } else {
            parts.extend(spelled.into_iter().map(str::to_owned));
        }
    }
    let Annotation { read, write } = annotation;
    let orders = [write, read].into_iter().filter(|order| !matches!(*order, "" | "relaxed"));
    parts.extend(orders.map(str::to_owned));
    parts.dedup();
    parts.join("+")
}

fn order(edge: Edge) -> Option<Order> {
    match edge {
        Edge::Internal(_, _, order) => Some(order),
        Edge::Rfe | Edge::Fre | Edge::Coe => None,
    }
}

fn word(edge: Edge) -> &'static str {
    match edge {
        Edge::Rfe => "Rfe",
        Edge::Fre => "Fre",
        Edge::Coe => "Coe",
        Edge::Internal(Access::Read, Access::Read, _) => "RR",
        Edge::Internal(Access::Read, Access::Write, _) => "RW",
        Edge::Internal(Access::Write, Access::Read, _) => "WR",
        Edge::Internal(Access::Write, Access::Write, _) => "WW",
    }
}
