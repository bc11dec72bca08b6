//! What is asked of an exploration, besides the program.

use interp::WeakCas;

/// What to explore for, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Go on after the first violation.
    pub keep_going: bool,
    /// Answer memory that is never freed.
    pub leaks: bool,
    /// Answer data races.
    pub races: bool,
    /// Answer executions that are not sequentially consistent.
    pub robustness: bool,
    /// Answer loops that wait for ever.
    pub liveness: bool,
    /// Judge each execution again, at its end and where it goes wrong, by the rules of safety from
    /// scratch: to find bugs of an engine.
    pub judge: bool,
    /// Which failures of weak compare-exchanges to explore.
    pub weak_cas: WeakCas,
    /// Give up when a thread has had so many visible operations since there are others: some loop
    /// goes on and on.
    pub endless: Option<u32>,
    /// How many workers, if the exploration can be shared.
    pub workers: usize,
    /// After how many steps an explorer looks up: at its monitor, and for idle workers.
    pub patience: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            keep_going: false,
            leaks: false,
            races: false,
            robustness: false,
            liveness: false,
            judge: false,
            weak_cas: WeakCas::EVERYTHING,
            endless: None,
            workers: 1,
            patience: 1024,
        }
    }
}
