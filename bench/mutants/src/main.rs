//! How good are the tests? Measures how many small mistakes in the code they notice.
//!
//! All mistakes (*mutants*) are put into one copy of the sources at once, each behind a switch that
//! an environment variable turns on ([`schema`]; Untch, Offutt and Harrold, ISSTA 1993: mutant
//! schemata), so that the copy is compiled once. [`sites`] finds the places, [`compiled`] takes out
//! those that do not compile. [`judges`] are the programs that may notice: fixtures, all small
//! programs, random programs. What a judge never reaches it cannot notice, and is not asked about.

mod compiled;
mod judges;
mod sample;
mod schema;
mod sites;
mod table;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: mutants plant TREE COUNT SEED    puts mutants into a copy of the sources, and compiles it
       mutants judge TREE TABLE.tsv     asks the judges about each; goes on where it ended
       mutants score TABLE.tsv          prints the table";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["plant", tree, count, seed] => match (count.parse(), seed.parse()) {
            (Ok(count), Ok(seed)) => plant(Path::new(tree), count, seed),
            _ => Err(USAGE.to_owned()),
        },
        ["judge", tree, table] => judges::judge(Path::new(tree), Path::new(table)),
        ["score", table] => table::score(Path::new(table)),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn plant(tree: &Path, count: usize, seed: u64) -> Result<(), String> {
    let all = sites::find(tree)?;
    println!("{} places", all.len());
    let chosen = sample::sample(all, count, seed);
    let kept = compiled::plant(tree, chosen)?;
    println!("{} mutants are planted", kept.len());
    table::begin(&tree.join("mutants.tsv"), &kept)
}
