//! Writes random programs in text form into a folder, as seeds for fuzzing.

use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use std::path::Path;
use std::process::ExitCode;

/// So many of each family.
const EACH: u64 = 20;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: fuzz_seeds FOLDER");
        return ExitCode::from(3);
    };
    for family in Family::ALL {
        for seed in 0..EACH {
            let program = lower(&case(family, Size::Small, seed));
            let path = Path::new(&folder).join(format!("{}-{seed}.heddle", family.name()));
            if let Err(error) = std::fs::write(&path, program::text::print(&program)) {
                eprintln!("{}: {error}", path.display());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
