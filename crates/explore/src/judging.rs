//! A debug mode: is what an engine says of an execution what the rules of safety say?
//!
//! With `heddle check --judge`, every execution that has come to its end, and every one in which an
//! engine finds something wrong, is judged again by [`safety::judge`], which knows the formulas and
//! no engine. Two things are wanted:
//!
//! 1. What an engine reports of an execution, the judge finds in it, of the same kind and at the
//!    same place.
//! 2. What the judge finds in an execution that has come to its end, the engine has reported: of
//!    this one or, because executions are told apart by less than all orders of their events, of
//!    another one with the same events.
//!
//! A difference is a bug of the engine or of the judge, and a panic that names the rule.

use crate::config::Config;
use crate::scene::Scene;
use answer::{Ending, Found};
use base::{SourcePosition, ViolationKind};
use execution::{EventId, Slot};
use interp::finished::Source;
use relation::Relation;
use safety::{Asked, Finding, Finished, Judgement, Orders, Rule};

/// An execution with what the judge says of it.
pub(crate) struct Judged<'s> {
    scene: Scene<'s>,
    finished: Finished,
    judgement: Judgement,
}

/// Something that the judge has found and that an engine has to report: a kind, at one of these
/// places.
pub(crate) struct Wanted {
    rule: Rule,
    kind: ViolationKind,
    places: Vec<Option<SourcePosition>>,
    execution: String,
}

impl<'s> Judged<'s> {
    pub(crate) fn new(
        scene: Scene<'s>,
        config: &Config,
        before: &Relation,
        synchronised: Option<&Relation>,
    ) -> Judged<'s> {
        let objects = scene.objects();
        let source = Source {
            context: scene.context,
            meaning: scene.meaning(),
            threads: |slot: Slot| scene.state(slot),
            objects: &objects,
            initial: &|cell| objects.initial_value(&scene.context, cell),
        };
        let finished = source.finished();
        let Config { leaks, liveness, robustness, .. } = *config;
        let asked = Asked { leaks, liveness, robustness };
        let judgement = safety::judge(&finished, Orders { before, synchronised }, asked);
        Judged { scene, finished, judgement }
    }

    /// Whether the judge finds what an engine reports.
    pub(crate) fn has(&self, kind: ViolationKind, slot: Slot, about: &[EventId]) -> bool {
        let position = self.scene.violation_position(slot, about);
        self.judgement.findings.iter().any(|finding| {
            finding.kind == kind
                && (finding.rule.is_about_the_whole() || self.places(finding).contains(&position))
        })
    }

    /// Stops because the judge does not find what an engine reports.
    pub(crate) fn refute(&self, kind: ViolationKind, slot: Slot, about: &[EventId]) -> ! {
        let rule = Rule::of_failure(kind);
        let thread = self.scene.slots.thread(slot);
        let about: Vec<usize> = about.iter().map(|event| event.index()).collect();
        panic!(
            "an engine reports {kind} of {thread}, about the events {about:?}, and by {rule} it is \
             not so; judged: {:?}\n{}",
            self.judgement, self.finished
        )
    }

    /// What an engine has to report because the execution has come to such an end. It is enough to
    /// report one of each list.
    pub(crate) fn wanted(&self, ending: Ending) -> Vec<Vec<Wanted>> {
        let Judgement { findings, is_certainly_late } = &self.judgement;
        if ending == Ending::Redundant || self.finished.threads.iter().any(|it| it.is_in_block) {
            return Vec::new();
        }
        let all = || findings.iter().map(|finding| self.want(finding)).collect();
        if ending == Ending::Erroneous || *is_certainly_late {
            assert!(
                !findings.is_empty(),
                "an engine ends an execution as erroneous in which nothing is wrong by any rule\n{}",
                self.finished
            );
            return vec![all()];
        }
        let mut wanted: Vec<Vec<Wanted>> = Vec::new();
        for finding in findings {
            let want = self.want(finding);
            let is_alike = |other: &&mut Vec<Wanted>| other[0].kind == want.kind;
            match wanted.iter_mut().find(is_alike).filter(|_| finding.rule.is_about_the_whole()) {
                Some(alike) => alike.push(want),
                None => wanted.push(vec![want]),
            }
        }
        wanted
    }

    fn want(&self, finding: &Finding) -> Wanted {
        let (rule, kind, places) = (finding.rule, finding.kind, self.places(finding));
        Wanted { rule, kind, places, execution: self.finished.to_string() }
    }

    /// Where a finding may be reported. Of a race it does not matter which access comes last.
    fn places(&self, finding: &Finding) -> Vec<Option<SourcePosition>> {
        let ids: Vec<EventId> = self.scene.graph.events().map(|(id, _)| id).collect();
        let slot = self.scene.slots.find(finding.thread).expect("a thread of the graph has a slot");
        let mut about: Vec<EventId> = finding.about.iter().map(|event| ids[*event]).collect();
        let mut places = vec![self.scene.violation_position(slot, &about)];
        if finding.rule == Rule::DataRace {
            about.reverse();
            places.push(self.scene.violation_position(slot, &about));
        }
        places
    }
}

impl Wanted {
    /// Whether another execution wants the same.
    pub(crate) fn is_like(&self, other: &Wanted) -> bool {
        (self.kind, &self.places) == (other.kind, &other.places)
    }
}

/// Stops if nothing was reported of what the judge wants.
pub(crate) fn demand(tally: &Found, wanted: &[Wanted]) {
    let is_known = |want: &Wanted| {
        want.places.iter().any(|place| tally.knows(want.kind, *place))
            || want.rule.is_about_the_whole()
                && tally.violations.iter().any(|it| it.kind == want.kind)
    };
    let Some(first) = wanted.first().filter(|_| !wanted.iter().any(is_known)) else { return };
    panic!(
        "an execution is wrong by {}, which no engine has reported: {}, at {:?}\n{}",
        first.rule, first.kind, first.places, first.execution
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use answer::Violation;
    use base::ThreadId;
    use execution::witness::Witness;

    fn wanted(rule: Rule, kind: ViolationKind) -> Wanted {
        Wanted { rule, kind, places: vec![None], execution: "the execution".to_owned() }
    }

    fn reported(kind: ViolationKind) -> Found {
        let violation = Violation {
            kind,
            message: String::new(),
            thread: ThreadId::MAIN,
            position: None,
            events: Vec::new(),
            replay: None,
            objects: Vec::new(),
            witness: Witness::default(),
            trace: None,
        };
        Found { violations: vec![violation], ..Found::default() }
    }

    #[test]
    fn one_of_the_findings_has_to_be_reported() {
        let race = || wanted(Rule::DataRace, ViolationKind::DataRace);
        let late = || wanted(Rule::UseAfterEnd, ViolationKind::UseAfterFree);
        demand(&reported(ViolationKind::UseAfterFree), &[race(), late()]);
        demand(&Found::default(), &[]);
    }

    #[test]
    #[should_panic(expected = "wrong by S5 (data race), which no engine has reported")]
    fn what_is_not_reported_is_a_bug() {
        demand(
            &reported(ViolationKind::UseAfterFree),
            &[wanted(Rule::DataRace, ViolationKind::DataRace)],
        );
    }
}
