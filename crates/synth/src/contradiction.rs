//! Which claims exclude each other, whatever the model? An allowed claim each of whose witnesses
//! looks, over the base relations, like a witness of a forbidden one, or that has no witness at
//! all. No model over these base relations, of any kind, tells such executions apart.

use crate::observed::Label;
use crate::views::Views;

/// An allowed claim that forbidden ones exclude, with as few of those as possible.
pub(crate) fn contradiction(views: &Views) -> Option<Vec<usize>> {
    let forbidden: Vec<usize> = (0..views.claims.len())
        .filter(|own| views.claims[*own].label == Label::Forbidden)
        .collect();
    let excluded = (0..views.claims.len()).filter_map(|index| {
        let own = &views.claims[index];
        if own.label != Label::Allowed {
            return None;
        }
        let cover = cover(&own.views, &forbidden, views)?;
        Some([vec![index], cover].concat())
    });
    excluded.min_by_key(Vec::len)
}

/// The fewest forbidden claims that have all of some views, if all of them are had.
fn cover(wanted: &[usize], forbidden: &[usize], views: &Views) -> Option<Vec<usize>> {
    let has = |claim: usize, view: usize| views.claims[claim].views.contains(&view);
    let is_had = |view: &usize| forbidden.iter().any(|claim| has(*claim, *view));
    if !wanted.iter().all(is_had) {
        return None;
    }
    (0..=wanted.len()).find_map(|most| cover_with(wanted, forbidden, views, most))
}

/// The same with at most so many.
fn cover_with(
    wanted: &[usize],
    forbidden: &[usize],
    views: &Views,
    most: usize,
) -> Option<Vec<usize>> {
    let has = |claim: usize, view: usize| views.claims[claim].views.contains(&view);
    let Some(first) = wanted.first() else { return Some(Vec::new()) };
    if most == 0 {
        return None;
    }
    let mut claims = forbidden.iter().copied().filter(|claim| has(*claim, *first));
    // Where many are needed, the first that fits will do: all combinations are too many.
    claims.by_ref().take(if most > MOST_COMBINED { 1 } else { usize::MAX }).find_map(|claim| {
        let left: Vec<usize> = wanted.iter().copied().filter(|view| !has(claim, *view)).collect();
        let others = cover_with(&left, forbidden, views, most - 1)?;
        Some([vec![claim], others].concat())
    })
}

/// Up to so many claims are combined in all ways.
const MOST_COMBINED: usize = 4;
