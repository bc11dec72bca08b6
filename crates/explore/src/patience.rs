//! How long an explorer works before it looks up.

/// How much a step counts for when the monitor is to be looked at next: what a step costs grows
/// with the size of the graph.
pub(crate) fn weight(events: usize) -> u32 {
    const LIGHT: usize = 64;
    1 + (events / LIGHT) as u32
}
