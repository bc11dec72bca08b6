//! Which events was a value computed from, on the way that was taken? Dependencies are syntactic
//! (`trace` in `candidates` says what that means); where ways meet, each carries the condition
//! under which it is there.

use crate::{Dependency, EventId, ValueId, Values};

/// Dependencies, one for each event, in the order of events.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Carried {
    all: Vec<Dependency>,
}

impl Carried {
    pub(crate) const NONE: Carried = Carried { all: Vec::new() };

    /// Direct dependencies on some events, whatever way was taken.
    pub(crate) fn direct(events: impl IntoIterator<Item = EventId>) -> Carried {
        let depend = |on| Dependency { on, direct: ValueId::TRUE, picked: ValueId::FALSE };
        Carried { all: events.into_iter().map(depend).collect() }
    }

    pub(crate) fn is_none(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn dependencies(&self) -> Vec<Dependency> {
        self.all.clone()
    }

    /// Puts two together, event by event.
    fn combine(
        &self,
        other: &Carried,
        mut both: impl FnMut(Option<&Dependency>, Option<&Dependency>) -> Dependency,
    ) -> Carried {
        let mut all = Vec::with_capacity(self.all.len().max(other.all.len()));
        let (mut own, mut others) = (self.all.iter().peekable(), other.all.iter().peekable());
        loop {
            let next = match (own.peek(), others.peek()) {
                (None, None) => return Carried { all },
                (Some(one), Some(two)) if one.on == two.on => both(own.next(), others.next()),
                (Some(one), Some(two)) if one.on < two.on => both(own.next(), None),
                (Some(_), None) => both(own.next(), None),
                (_, Some(_)) => both(None, others.next()),
            };
            if next.direct != ValueId::FALSE || next.picked != ValueId::FALSE {
                all.push(next);
            }
        }
    }

    pub(crate) fn and(&self, other: &Carried, values: &mut Values) -> Carried {
        if self.is_none() || self == other {
            return other.clone();
        }
        if other.is_none() {
            return self.clone();
        }
        self.combine(other, |one, two| match (one, two) {
            (Some(one), Some(two)) => Dependency {
                on: one.on,
                direct: values.or(one.direct, two.direct),
                picked: values.or(one.picked, two.picked),
            },
            (Some(one), None) | (None, Some(one)) => *one,
            (None, None) => unreachable!("there is one of them"),
        })
    }

    /// These if a condition holds, and else the others.
    pub(crate) fn select(
        condition: ValueId,
        then: &Carried,
        otherwise: &Carried,
        values: &mut Values,
    ) -> Carried {
        if then == otherwise {
            return then.clone();
        }
        then.combine(otherwise, |one, two| {
            let on = one.or(two).expect("there is one of them").on;
            let of = |own: Option<&Dependency>| {
                own.map_or((ValueId::FALSE, ValueId::FALSE), |own| (own.direct, own.picked))
            };
            let ((direct, picked), (otherwise, other_picked)) = (of(one), of(two));
            Dependency {
                on,
                direct: values.select(condition, direct, otherwise),
                picked: values.select(condition, picked, other_picked),
            }
        })
    }

    /// The same through a choice.
    pub(crate) fn through_choice(&self, values: &mut Values) -> Carried {
        let through = |own: &Dependency| Dependency {
            on: own.on,
            direct: ValueId::FALSE,
            picked: values.or(own.direct, own.picked),
        };
        Carried { all: self.all.iter().map(through).collect() }
    }

    pub(crate) fn without(&self, events: &[EventId]) -> Carried {
        let is_left = |own: &&Dependency| !events.contains(&own.on);
        Carried { all: self.all.iter().filter(is_left).copied().collect() }
    }
}
