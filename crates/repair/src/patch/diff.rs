//! A patched file as a unified diff, which `patch -p0` takes.

use super::Patched;
use std::fmt::Write;

/// How many lines around a change are shown.
const CONTEXT: usize = 3;

/// The unified diff from a text to what stands for its lines; empty if nothing is different.
pub fn unified(path: &str, text: &str, patched: &Patched) -> String {
    let old: Vec<&str> = text.lines().collect();
    let differs = |line: &usize| patched.lines[*line] != [old[*line].to_owned()];
    let changed: Vec<usize> = (0..old.len()).filter(differs).collect();
    let mut out = String::new();
    if changed.is_empty() {
        return out;
    }
    let _ = write!(out, "--- {path}\n+++ {path}\n");
    let mut rest = &changed[..];
    // How many more lines there are after what was printed.
    let mut growth = 0isize;
    while let Some(first) = rest.first() {
        let near = |pair: &[usize]| pair[1] - pair[0] <= 2 * CONTEXT;
        let length = 1 + rest.windows(2).take_while(|pair| near(pair)).count();
        let (hunk, others) = rest.split_at(length);
        let last = hunk[length - 1];
        let (from, to) = (first.saturating_sub(CONTEXT), (last + CONTEXT + 1).min(old.len()));
        growth += print_hunk(&mut out, &old, patched, (from, to), growth);
        rest = others;
    }
    out
}

/// Prints the lines of a hunk, and says how many more there are than before.
fn print_hunk(
    out: &mut String,
    old: &[&str],
    patched: &Patched,
    (from, to): (usize, usize),
    growth: isize,
) -> isize {
    let new: usize = patched.lines[from..to].iter().map(Vec::len).sum();
    let own = new as isize - (to - from) as isize;
    let start = (from + 1) as isize + growth;
    let _ = writeln!(out, "@@ -{},{} +{start},{new} @@", from + 1, to - from);
    let mut line = from;
    while line < to {
        if patched.lines[line] == [old[line].to_owned()] {
            let _ = writeln!(out, " {}", old[line]);
            line += 1;
            continue;
        }
        let end =
            (line..to).find(|next| patched.lines[*next] == [old[*next].to_owned()]).unwrap_or(to);
        for removed in &old[line..end] {
            let _ = writeln!(out, "-{removed}");
        }
        for added in patched.lines[line..end].iter().flatten() {
            let _ = writeln!(out, "+{added}");
        }
        line = end;
    }
    own
}
