//! Sources with mutants behind switches.

use std::ops::Range;
use std::path::PathBuf;

/// A small mistake at a place of a file.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub file: PathBuf,
    pub line: usize,
    /// The text that it takes the place of.
    pub range: Range<usize>,
    pub kind: &'static str,
    pub original: String,
    pub parts: Vec<Part>,
}

/// A piece of the text that stands for both, what was there and the mistake.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(&'static str),
    /// What was there, with the mutants inside of it.
    Source(Range<usize>),
    /// Whether the mutant is switched on.
    Switch,
}

/// The switch, which every crate reaches through `base`.
pub(crate) const SWITCH: &str = r#"
/// Switches of mutants.
pub mod mutant {
    use std::io::Write;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    static ON: LazyLock<u32> = LazyLock::new(|| {
        std::env::var("HEDDLE_MUTANT").ok().and_then(|own| own.parse().ok()).unwrap_or(u32::MAX)
    });
    static LOG: LazyLock<Option<std::path::PathBuf>> =
        LazyLock::new(|| std::env::var_os("HEDDLE_MUTANTS_REACHED").map(Into::into));
    static REACHED: [AtomicBool; 8192] = [const { AtomicBool::new(false) }; 8192];

    #[inline]
    pub fn is(number: u32) -> bool {
        if LOG.is_some() {
            note(number);
        }
        *ON == number
    }

    #[cold]
    fn note(number: u32) {
        if !REACHED[number as usize].swap(true, Ordering::Relaxed)
            && let Some(path) = LOG.as_ref()
        {
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
            let _ = file.and_then(|mut file| file.write_all(format!("{number}\n").as_bytes()));
        }
    }
}
"#;

/// The text of a file with its mutants, each with its number, in it.
pub(crate) fn render(text: &str, mutants: &[(u32, &Mutant)]) -> String {
    within(text, 0..text.len(), mutants, None)
}

fn within(
    text: &str,
    range: Range<usize>,
    mutants: &[(u32, &Mutant)],
    around: Option<u32>,
) -> String {
    let inside = |own: &&(u32, &Mutant)| {
        range.start <= own.1.range.start
            && own.1.range.end <= range.end
            // Of two at the same place, the one with the higher number is inside.
            && around.is_none_or(|around| own.0 > around || own.1.range != range)
            && Some(own.0) != around
    };
    let mut result = String::new();
    let mut at = range.start;
    loop {
        let next = mutants
            .iter()
            .filter(inside)
            .filter(|own| own.1.range.start >= at)
            .min_by_key(|own| (own.1.range.start, usize::MAX - own.1.range.end, own.0));
        let Some((number, mutant)) = next else { break };
        result.push_str(&text[at..mutant.range.start]);
        for part in &mutant.parts {
            match part {
                Part::Text(own) => result.push_str(own),
                Part::Switch => result.push_str(&format!("base::mutant::is({number})")),
                Part::Source(own) => {
                    result.push_str(&within(text, own.clone(), mutants, Some(*number)));
                }
            }
        }
        at = mutant.range.end;
    }
    result.push_str(&text[at..range.end]);
    result
}
