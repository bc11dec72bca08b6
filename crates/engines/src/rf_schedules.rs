//! `rf-schedules`: the classes of `rf` by sets of schedules, as that was published. For comparison.

use crate::engine::EngineRef;
use crate::explorer::Explorer;
use crate::{Classes, rf};

pub static RF_SCHEDULES: EngineRef = &Explorer {
    name: "rf-schedules",
    summary: "The same, as it was published: keeps what is still to be explored, on one worker; for comparison",
    classes: Classes::ReadsFrom,
    shares: false,
    has_traces: false,
    objection: rf::objection,
    way: |family| family.reads_from_schedules(),
    own: || RF_SCHEDULES,
};
