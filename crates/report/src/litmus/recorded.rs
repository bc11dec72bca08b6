//! Results that were recorded before, by herd, by litmus7 on hardware, or by Heddle: what do they
//! say, and does an outcome differ from them?
//!
//! Of a log, the lines `Test`, `States` with the states after it, `Observation`, and the verdict
//! count; everything else is skipped. States are compared without the differences between versions:
//! counts in front, and brackets around locations.

use candidates::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// What a log says, by the names of tests.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Recorded {
    tests: BTreeMap<String, Entry>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Entry {
    states: BTreeSet<String>,
    observation: Option<String>,
}

/// How an outcome compares with what was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    Same,
    /// What differs, in one line for each difference.
    Different(String),
    NotRecorded,
}

impl Recorded {
    pub fn parse(log: &str) -> Recorded {
        let mut recorded = Recorded::default();
        let mut name = None;
        let mut states_left = 0;
        for line in log.lines().map(str::trim) {
            let mut words = line.split_whitespace();
            let first = words.next();
            if states_left > 0 {
                states_left -= 1;
                let entry = name.as_ref().and_then(|name| recorded.tests.get_mut(name));
                entry.into_iter().for_each(|entry: &mut Entry| {
                    entry.states.insert(normal_state(line));
                });
            } else if let (Some("Test"), Some(test)) = (first, words.next()) {
                name = Some(test.to_owned());
                recorded.tests.insert(test.to_owned(), Entry::default());
            } else if let (Some("States" | "Histogram"), Some(count)) =
                (first, line.split_whitespace().nth(1))
            {
                states_left = count.trim_start_matches('(').parse().unwrap_or(0);
            } else if first == Some("Observation") {
                let mut words = line.split_whitespace().skip(1);
                let entry = words.next().and_then(|name| recorded.tests.get_mut(name));
                if let (Some(entry), Some(observation)) = (entry, words.next()) {
                    entry.observation = Some(observation.to_owned());
                }
            }
        }
        recorded
    }

    /// The tests of the log.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tests.keys().map(String::as_str)
    }

    /// The states of a test, each in one spelling ([`normal_state`]).
    pub fn states(&self, name: &str) -> Option<&BTreeSet<String>> {
        self.tests.get(name).map(|entry| &entry.states)
    }

    pub fn compare(&self, name: &str, outcome: &Outcome) -> Comparison {
        let Some(entry) = self.tests.get(name) else { return Comparison::NotRecorded };
        let states: BTreeSet<String> =
            outcome.states.iter().map(|state| normal_state(&outcome.show(state))).collect();
        let mut lines = Vec::new();
        let observation = outcome.observation().name();
        if let Some(recorded) = entry.observation.as_deref().filter(|own| *own != observation) {
            lines.push(format!("{name}: {observation}, recorded was {recorded}"));
        }
        let only_found = states.difference(&entry.states);
        lines.extend(only_found.map(|state| format!("{name}: not recorded: {state}")));
        let only_recorded = entry.states.difference(&states);
        lines.extend(only_recorded.map(|state| format!("{name}: only recorded: {state}")));
        if lines.is_empty() {
            Comparison::Same
        } else {
            Comparison::Different(lines.join("\n") + "\n")
        }
    }
}

/// A state in one spelling: `12:>0:EAX=1; [x]=2;` is `0:EAX=1; x=2;`.
pub fn normal_state(state: &str) -> String {
    let state = state.split_once('>').map_or(state, |(_, state)| state);
    let parts = state.split(';').map(str::trim).filter(|part| !part.is_empty());
    let parts = parts.map(|part| match part.split_once('=') {
        Some((place, value)) => {
            let place = place.trim();
            let inner = place.strip_prefix('[').and_then(|place| place.strip_suffix(']'));
            format!("{}={};", inner.unwrap_or(place), value.trim())
        }
        None => format!("{part};"),
    });
    let mut parts: Vec<String> = parts.collect();
    parts.sort();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_have_one_spelling() {
        assert_eq!(normal_state("12    *>0:EAX=1; [x]=2;"), "0:EAX=1; x=2;");
        assert_eq!(normal_state("x=2; 0:EAX=1;"), "0:EAX=1; x=2;");
    }

    #[test]
    fn logs_are_read_test_by_test() {
        let log = "Test A Allowed\nStates 2\nx=1;\nx=2;\nOk\nObservation A Sometimes 1 1\n\n\
                   Test B Required\nHistogram (1 states)\n5:>x=0;\nObservation B Always 5 0\n";
        let recorded = Recorded::parse(log);
        let entry = |name: &str| &recorded.tests[name];
        assert_eq!(entry("A").states.len(), 2);
        assert_eq!(entry("A").observation.as_deref(), Some("Sometimes"));
        assert_eq!(entry("B").states, BTreeSet::from(["x=0;".to_owned()]));
        assert_eq!(Recorded::parse("no log").tests.len(), 0);
    }
}
