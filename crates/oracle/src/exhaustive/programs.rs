//! The programs of a vocabulary, in the order of their sizes.
//!
//! A program is a list of threads, each a word over the statements. Threads are in descending order
//! of length and, where two are as long, in ascending order of their words: which of them comes
//! first is no difference. Nor are the names of variables and mutexes: of the programs that are the
//! same but for them, only the one comes whose words are the least.

use super::vocabulary::Vocabulary;
use crate::case::{Case, Statement};

/// The numbers of the statements in a vocabulary.
type Word = Vec<u8>;

/// The largest programs that are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Largest {
    pub threads: usize,
    /// In all threads together.
    pub statements: usize,
    /// In one thread.
    pub in_thread: usize,
}

/// Calls `visit` with each program of exactly so many statements, until it returns false. Returns
/// whether it never did.
pub fn visit(
    vocabulary: &Vocabulary,
    statements: usize,
    largest: Largest,
    visit: &mut dyn FnMut(&[Word]) -> bool,
) -> bool {
    let renamings = renamings(&vocabulary.statements);
    let mut visitor = |words: &[Word]| !is_least(words, &renamings) || visit(words);
    let letters = vocabulary.statements.len() as u8;
    threads(letters, statements, largest, &mut Vec::new(), &mut visitor)
}

/// The case of a program.
pub fn case(vocabulary: &Vocabulary, words: &[Word]) -> Case {
    let statement = |letter: &u8| vocabulary.statements[usize::from(*letter)].clone();
    let threads = words.iter().map(|word| word.iter().map(statement).collect()).collect();
    Case { threads, join: true, unused: 0 }
}

/// Adds threads until all statements are in one.
fn threads(
    letters: u8,
    left: usize,
    largest: Largest,
    words: &mut Vec<Word>,
    visit: &mut dyn FnMut(&[Word]) -> bool,
) -> bool {
    if left == 0 {
        return visit(words);
    }
    if words.len() == largest.threads {
        return true;
    }
    let longest = words.last().map_or(largest.in_thread, Vec::len).min(left);
    // Those that follow are no longer than this one.
    let rest = largest.threads - words.len();
    let shortest = left.div_ceil(rest);
    for length in (shortest..=longest).rev() {
        let first = match words.last() {
            Some(last) if last.len() == length => last.clone(),
            _ => vec![0; length],
        };
        let mut word = Some(first);
        while let Some(current) = word {
            words.push(current.clone());
            let goes_on = threads(letters, left - length, largest, words, visit);
            words.pop();
            if !goes_on {
                return false;
            }
            word = next(current, letters);
        }
    }
    true
}

/// The next word of the same length.
fn next(mut word: Word, letters: u8) -> Option<Word> {
    for place in (0..word.len()).rev() {
        word[place] += 1;
        if word[place] < letters {
            return Some(word);
        }
        word[place] = 0;
    }
    None
}

/// What each statement becomes if variables or mutexes are exchanged, for each way to do so under
/// which the vocabulary stays the same.
fn renamings(statements: &[Statement]) -> Vec<Vec<u8>> {
    let exchange = |a: u8, b: u8| {
        move |name: u8| match name {
            name if name == a => b,
            name if name == b => a,
            name => name,
        }
    };
    let ways: [(u8, u8); 3] = [(0, 1), (1, 0), (1, 1)];
    let renaming = |(variables, mutexes): (u8, u8)| -> Option<Vec<u8>> {
        let variable = exchange(0, variables);
        let mutex = exchange(0, mutexes);
        let number = |statement: &Statement| {
            let mut renamed = statement.clone();
            rename(&mut renamed, &variable, &mutex);
            let place = statements.iter().position(|other| *other == renamed)?;
            Some(place as u8)
        };
        statements.iter().map(number).collect()
    };
    ways.into_iter().filter_map(renaming).collect()
}

fn rename(statement: &mut Statement, variable: &dyn Fn(u8) -> u8, mutex: &dyn Fn(u8) -> u8) {
    statement.rename(variable, mutex);
    for inner in statement.body_mut().into_iter().flatten() {
        rename(inner, variable, mutex);
    }
}

/// Whether no other names give lesser words.
fn is_least(words: &[Word], renamings: &[Vec<u8>]) -> bool {
    renamings.iter().all(|renaming| {
        let mut renamed: Vec<Word> = words
            .iter()
            .map(|word| word.iter().map(|letter| renaming[usize::from(*letter)]).collect())
            .collect();
        renamed.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        words <= renamed.as_slice()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::vocabulary;

    const LARGEST: Largest = Largest { threads: 3, statements: 4, in_thread: 3 };

    fn count(name: &str, statements: usize) -> usize {
        let vocabulary = vocabulary::find(name).expect("it is there");
        let mut found = 0;
        visit(&vocabulary, statements, LARGEST, &mut |_| {
            found += 1;
            true
        });
        found
    }

    #[test]
    fn small_numbers_are_those_counted_by_hand() {
        // Loads and stores of two variables with three orders each: of one variable.
        assert_eq!(count("orders", 1), 6);
        // In one thread 12 * 12 words, half of them with the other names; in two threads
        // 12 * 13 / 2 pairs, of which 6 * 7 / 2 are of one variable, 21 of the other, and 36 of
        // both, of which 6 stay the same if the names are exchanged.
        assert_eq!(count("orders", 2), 72 + 21 + (36 + 6) / 2);
    }

    #[test]
    fn no_program_comes_twice() {
        for vocabulary in vocabulary::all() {
            let mut seen = std::collections::HashSet::new();
            for statements in 1..=2 {
                visit(&vocabulary, statements, LARGEST, &mut |words| {
                    assert!(seen.insert(words.to_vec()), "{} {words:?}", vocabulary.name);
                    true
                });
            }
        }
    }
}
