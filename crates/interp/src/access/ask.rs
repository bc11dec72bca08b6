//! Which request is the next cell of an access?

use super::parts::{is_last_part, part_range};
use super::plan::{Needed, Plan};
use crate::thread::{Failing, Progress, Thread};
use crate::{Expected, Operation, Otherwise, Request};
use base::{Address, Ordering, Value};
use execution::{Cell, ReadKind, WriteKind};
use program::Access;

impl Thread {
    /// The request for one cell of an access.
    #[inline]
    pub(super) fn ask(
        &mut self,
        plan: &Plan,
        address: Address,
        grain: Option<u8>,
        progress: Progress,
    ) -> Request {
        self.progress = progress;
        let Access { size, ordering, tags } = plan.access;
        let tags = self.tags(tags);
        let cell = |part| {
            let (start, size) = part_range(address, size, grain, part);
            Cell { address: Address(address.0 + u64::from(start)), size }
        };
        let is_whole = is_last_part(address, size, grain, 0);
        match progress {
            Progress::Reading { part, failing, .. } => {
                let may_succeed = is_whole && failing != Failing::Always;
                let ordering = match plan.otherwise {
                    Some((_, failure)) if !may_succeed => failure,
                    _ => ordering,
                };
                let kind = plan.reads.expect("the instruction reads");
                let otherwise = self.otherwise(plan, address).filter(|_| may_succeed);
                let operation =
                    Operation::Read { cell: cell(part), kind, ordering, tags, otherwise };
                Request::Visible { operation, grouped: part > 0 || self.in_open_block() }
            }
            Progress::Writing { part, new, .. } => {
                let kind = plan.writes.expect("the instruction writes");
                // Who takes a mutex tells nobody.
                let takes_mutex = matches!(plan.reads, Some(ReadKind::Lock | ReadKind::TryLock));
                let ordering = if takes_mutex { Ordering::Relaxed } else { ordering };
                let cell = cell(part);
                let shift = 8 * (cell.address.0 - address.0);
                let value = Value { bits: new.bits >> shift, undefined: new.undefined >> shift }
                    .truncate(u32::from(cell.size) * 8);
                let operation = Operation::Write { cell, value, kind, ordering, tags };
                let is_update = plan.reads.is_some() && kind != WriteKind::Store;
                let grouped = part > 0 || is_update || self.in_open_block();
                Request::Visible { operation, grouped }
            }
            _ => unreachable!("only reads and writes have cells"),
        }
    }

    /// How a compare-exchange is ordered that does not read what it expects. If it is split into
    /// cells, none of them tells, and all have the order of a failure, which is not the stronger
    /// one.
    fn otherwise(&self, plan: &Plan, address: Address) -> Option<Otherwise> {
        let (needed, ordering) = plan.otherwise?;
        let base = self.frame().base as usize;
        let expected = match needed {
            Needed::Number(number) => {
                Expected::Number(self.value(base, number).truncate(plan.access.width()).bits)
            }
            Needed::FreeMutex => Expected::FreeMutex(address),
        };
        Some(Otherwise { expected, ordering })
    }
}
