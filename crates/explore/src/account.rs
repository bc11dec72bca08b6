//! How does an execution end in which nothing can run, and how does a search that stops?
//!
//! Every execution that is begun has one end ([`answer::Statistics`]). What keeps an answer from
//! being complete is noted here once more, at the end of the execution: that a thread was cut or
//! met something unsupported may not have counted yet when it happened, because an access before it
//! was wrong in an order of events that a revisit has changed.

use crate::end::End;
use crate::scene::Scene;
use answer::{Blockage, Ending, Found, Gap, Reason};
use base::ThreadId;
use execution::Slot;
use interp::{Block, Request, Thread};
use program::Program;

/// What the threads of an execution have come to, in which nothing can run.
#[derive(Default)]
pub(crate) struct Standings {
    /// A thread waits for a read of its unfinished group to be revisited.
    pub(crate) is_unplaceable: bool,
    /// What a thread did last was wrong.
    pub(crate) is_wrong: bool,
    pub(crate) has_failed: bool,
    has_exited: bool,
    has_main_returned: bool,
    is_cut: bool,
    is_unsupported: bool,
    /// Why some thread has not ended that did none of this.
    reason: Option<Reason>,
}

impl Standings {
    pub(crate) fn of<'s>(
        threads: impl Iterator<Item = &'s Thread>,
        program: &Program,
    ) -> Standings {
        let mut all = Standings::default();
        for thread in threads {
            match thread.request() {
                Request::Finished(_) => {
                    let is_main = thread.id() == ThreadId::MAIN;
                    all.has_main_returned |= is_main && thread.has_returned(program);
                }
                Request::Exited => all.has_exited = true,
                Request::Failed(_) => all.has_failed = true,
                Request::Unsupported(_) => all.is_unsupported = true,
                Request::Blocked(Block::Bound) => all.is_cut = true,
                Request::Blocked(Block::Unplaceable) => all.is_unplaceable = true,
                Request::Blocked(Block::Wrong) => all.is_wrong = true,
                other => {
                    let reason = reason(other).into_iter().chain(all.reason);
                    all.reason = reason.min_by_key(|reason| *reason as usize);
                }
            }
        }
        all
    }

    /// The end of an execution that is not wrong. If some thread has ended the program, it does not
    /// matter what others have come to.
    pub(crate) fn ending(&self) -> Ending {
        match self.reason {
            _ if self.has_exited => Ending::Complete,
            _ if self.is_unsupported => Ending::Unsupported,
            _ if self.is_cut => Ending::Cut,
            Some(_) if self.has_main_returned => Ending::Blocked(Reason::AfterMain),
            Some(reason) => Ending::Blocked(reason),
            None => Ending::Complete,
        }
    }

    /// Whether the program has ended although some thread has not.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.has_exited
    }
}

/// Why a thread does not go on, if it has not ended and nothing is wrong with it.
fn reason(request: &Request) -> Option<Reason> {
    match request {
        Request::Blocked(Block::Assume) => Some(Reason::Assumption),
        Request::Blocked(Block::Spin | Block::Diverged) => Some(Reason::Loop),
        Request::Blocked(Block::Lock { .. } | Block::Library { .. }) | Request::Visible { .. } => {
            Some(Reason::Held)
        }
        Request::Blocked(Block::Bound | Block::Unplaceable | Block::Wrong)
        | Request::Finished(_)
        | Request::Exited
        | Request::Failed(_)
        | Request::Unsupported(_)
        | Request::Discovered(_)
        | Request::Paused => None,
    }
}

impl Scene<'_> {
    /// Takes down what follows for the answer from the end of an execution: where it was stopped.
    pub(crate) fn note(&self, ending: Ending, order: &[Slot], tally: &mut Found) {
        let find = |is_wanted: &dyn Fn(&Request) -> bool| {
            order.iter().copied().find_map(|slot| {
                let thread = self.state(slot).filter(|thread| is_wanted(thread.request()))?;
                Some((thread, self.violation_position(slot, &[])))
            })
        };
        match ending {
            Ending::Blocked(of) if tally.statistics.executions == 0 && tally.blockage.is_none() => {
                let found = find(&|request| reason(request) == Some(of));
                let found = found.or_else(|| find(&|request| reason(request).is_some()));
                let position = found.and_then(|(_, position)| position);
                tally.blockage = Some(Blockage { reason: of, position });
            }
            Ending::Cut => {
                let found = find(&|request| *request == Request::Blocked(Block::Bound));
                tally.cut.add_turn(found.and_then(|(_, position)| position));
            }
            Ending::Unsupported if tally.gap.is_none() => {
                let found = find(&|request| matches!(request, Request::Unsupported(_)));
                if let Some((thread, position)) = found
                    && let Request::Unsupported(what) = thread.request()
                {
                    tally.gap = Some(Gap::Unsupported { what: what.to_string(), position });
                }
            }
            _ => {}
        }
    }

    /// Whether main has returned, which ends the program.
    pub(crate) fn has_main_returned(&self) -> bool {
        let main = self.slots.find(ThreadId::MAIN).and_then(|slot| self.state(slot));
        main.is_some_and(|main| main.has_returned(self.context.program))
    }
}

/// Closes the account of a part of a search that ends so. What rests on a wrong guess has none.
pub(crate) fn close(tally: &mut Found, end: End) {
    match end {
        End::Complete => {}
        End::Violated => tally.statistics.end_last(Ending::Erroneous),
        End::Stopped(stop) => {
            tally.gap.get_or_insert(Gap::Stopped(stop));
            tally.statistics.end_last(Ending::Cut);
        }
        // Why, is known already.
        End::Endless => tally.statistics.end_last(Ending::Cut),
        // Nobody looks at it any more.
        End::Cancelled | End::Discovered(_) => return,
    }
    tally.check_invariants();
}
