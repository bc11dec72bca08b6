//! Which known name was meant? The nearest one by edit distance, if it is near enough.

/// The name that is fewest edits away; none if that is more than a third of the letters. Of equally
/// near ones, the first.
pub fn nearest<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (wanted.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let distance = distance(wanted, name);
        let is_better = match best {
            None => distance <= limit,
            Some((least, least_name)) => (distance, name) < (least, least_name),
        };
        if is_better && name != wanted {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// How many letters are to be inserted, removed or replaced; one step if only upper and lower case
/// differ (Levenshtein, by rows).
fn distance(one: &str, other: &str) -> usize {
    if one.eq_ignore_ascii_case(other) {
        return usize::from(one != other);
    }
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, candidate) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *candidate);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("po-loc", "po-loc"), 0);
        assert_eq!(distance("MFENCE", "mfence"), 1);
    }

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["po", "po-loc", "rf", "rfe"];
        assert_eq!(nearest("poloc", names), Some("po-loc"));
        assert_eq!(nearest("rfx", names), Some("rf"));
        assert_eq!(nearest("happens-before", names), None);
    }
}
