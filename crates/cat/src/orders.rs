//! All ways to put events in order: the linear extensions of an order, class by class.
//!
//! This is what coherence orders are chosen from in the simplest way; an engine that prunes has a
//! better one.

use relation::{Relation, Set};

/// The relations that order each class of an equivalence linearly, and contain `order` there; none
/// if `order` has a cycle in one. Events in no class are in no pair.
pub fn linear_orders(classes: &Relation, order: &Relation) -> Vec<Relation> {
    let size = classes.size();
    let mut orders = vec![Relation::new(size)];
    let mut seen = Set::new(size);
    for event in 0..size {
        if seen.contains(event) || !classes.contains(event, event) {
            continue;
        }
        let class: Vec<usize> = classes.successors(event).collect();
        class.iter().for_each(|member| seen.insert(*member));
        let extensions = linear_extensions(&class, order);
        orders = orders
            .iter()
            .flat_map(|so_far| extensions.iter().map(|extension| so_far.clone().or(extension)))
            .collect();
    }
    orders
}

/// Whether a relation orders each class of an equivalence linearly, and contains `order` there.
pub fn is_linear_order(chosen: &Relation, classes: &Relation, order: &Relation) -> bool {
    let is_linear = (0..chosen.size()).all(|from| {
        (0..chosen.size()).all(|to| {
            let count =
                usize::from(chosen.contains(from, to)) + usize::from(chosen.contains(to, from));
            count == usize::from(from != to && classes.contains(from, to))
        })
    });
    let is_transitive = chosen.then(chosen).without(chosen).is_empty();
    is_linear && is_transitive && order.clone().and(classes).without(chosen).is_empty()
}

/// The linear orders of some events that contain `order` between them, smallest events first.
fn linear_extensions(events: &[usize], order: &Relation) -> Vec<Relation> {
    let mut extensions = Vec::new();
    extend(&mut Vec::new(), &mut events.to_vec(), order, &mut extensions);
    extensions
}

fn extend(
    chosen: &mut Vec<usize>,
    left: &mut Vec<usize>,
    order: &Relation,
    extensions: &mut Vec<Relation>,
) {
    if left.is_empty() {
        let mut extension = Relation::new(order.size());
        for (position, from) in chosen.iter().enumerate() {
            chosen[position + 1..].iter().for_each(|to| extension.insert(*from, *to));
        }
        extensions.push(extension);
        return;
    }
    for index in 0..left.len() {
        let event = left[index];
        if left.iter().any(|other| order.contains(*other, event)) {
            continue;
        }
        left.remove(index);
        chosen.push(event);
        extend(chosen, left, order, extensions);
        chosen.pop();
        left.insert(index, event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(size: usize, pairs: &[(usize, usize)]) -> Relation {
        let mut relation = Relation::new(size);
        pairs.iter().for_each(|(from, to)| relation.insert(*from, *to));
        relation
    }

    /// Two classes of three and two events, and one event that is in none.
    #[test]
    fn classes_are_ordered_independently() {
        let first = Set::from_numbers(6, [0, 2, 4]);
        let second = Set::from_numbers(6, [1, 3]);
        let classes = Relation::product(&first, &first).or(&Relation::product(&second, &second));
        let count = |order: &[(usize, usize)]| linear_orders(&classes, &relation(6, order)).len();
        assert_eq!(count(&[]), 12);
        assert_eq!(count(&[(4, 0)]), 6);
        assert_eq!(count(&[(4, 0), (2, 4), (1, 3)]), 1);
        assert_eq!(count(&[(0, 1), (5, 3)]), 12);
        assert_eq!(count(&[(0, 2), (2, 0)]), 0);
        let all = linear_orders(&classes, &relation(6, &[(4, 0)]));
        assert!(all.iter().all(|order| order.contains(4, 0) && order.find_cycle().is_none()));
        assert!(all.iter().all(|order| order.pairs().count() == 4));
        let (constraint, other) = (relation(6, &[(4, 0)]), relation(6, &[(0, 4)]));
        assert!(all.iter().all(|order| is_linear_order(order, &classes, &constraint)));
        assert!(!all.iter().any(|order| is_linear_order(order, &classes, &other)));
        assert!(!is_linear_order(&constraint, &classes, &constraint));
        assert!(all.iter().enumerate().all(|(index, order)| !all[..index].contains(order)));
    }

    #[test]
    fn nothing_has_one_order() {
        assert_eq!(linear_orders(&Relation::new(3), &Relation::new(3)), [Relation::new(3)]);
    }
}
