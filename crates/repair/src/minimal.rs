//! Which smallest part of a list still has a property? One that no element can be taken away from,
//! for a property that more elements never lose. The method is QuickXplain (U. Junker, *Preferred
//! explanations and relaxations for over-constrained problems*, AAAI 2004): halves are tried before
//! single elements, so that few questions are asked if the part is small. Of several parts, one
//! with early elements is found.

/// A smallest part with the property, of a list that has it with what is `kept`. An error of the
/// property ends the search.
pub(crate) fn minimal<T: Copy, E>(
    list: &[T],
    has: &mut dyn FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    if list.is_empty() || has(&[])? {
        return Ok(Vec::new());
    }
    within(&[], false, list, has)
}

/// A smallest part of a list which has the property together with `kept`; `is_new` if it is not
/// known whether `kept` has it alone.
fn within<T: Copy, E>(
    kept: &[T],
    is_new: bool,
    list: &[T],
    has: &mut dyn FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    if is_new && has(kept)? {
        return Ok(Vec::new());
    }
    if list.len() == 1 {
        return Ok(list.to_vec());
    }
    let (early, late) = list.split_at(list.len() / 2);
    let late = within(&[kept, early].concat(), true, late, has)?;
    let early = within(&[kept, &late].concat(), !late.is_empty(), early, has)?;
    Ok([early, late].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Whether one of some sets is a part.
    fn covers(sets: &[u32], part: u32) -> bool {
        sets.iter().any(|set| set & part == *set)
    }

    #[test]
    fn nothing_can_be_taken_away() {
        let list: Vec<u32> = (0..6).collect();
        let bits = |part: &[u32]| part.iter().fold(0, |bits, element| bits | 1 << element);
        // All properties that two sets give.
        for first in 0..64 {
            for second in 0..64 {
                let sets = [first, second];
                let mut has = |part: &[u32]| Ok::<_, Infallible>(covers(&sets, bits(part)));
                let Ok(found) = minimal(&list, &mut has);
                assert!(covers(&sets, bits(&found)), "{sets:?}: {found:?}");
                for element in &found {
                    let fewer = bits(&found) & !(1 << element);
                    assert!(!covers(&sets, fewer), "{sets:?}: {found:?}");
                }
            }
        }
    }
}
