//! What the exploration of graphs relies on (`genmc` §3, MM1–MM4). A model says of itself which of
//! these it meets.

/// Properties of a memory model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumptions {
    /// MM1: no event is among its own causes, by po and rf, so executions can be built event by
    /// event.
    pub is_well_formed: bool,
    /// MM2: what is left of a consistent execution, if everything that depends on a removed event
    /// is removed too, is consistent.
    pub is_prefix_closed: bool,
    /// MM3: a consistent execution can be extended by any next event, with some source or place.
    pub is_extensible: bool,
    /// MM4: an event waits only if it has nothing to read, and nothing depends on it.
    pub is_well_blocking: bool,
}

impl Assumptions {
    pub const ALL: Assumptions = Assumptions {
        is_well_formed: true,
        is_prefix_closed: true,
        is_extensible: true,
        is_well_blocking: true,
    };

    /// Why executions of a model cannot be explored as graphs, and what can be done instead; `None`
    /// if they can.
    pub fn objection(self, model: &str) -> Option<String> {
        let missing = match self {
            Assumptions { is_well_formed: false, .. } => {
                "lets events be among their own causes (po and rf may form cycles)"
            }
            Assumptions { is_prefix_closed: false, .. } => {
                "forbids a part of an execution that it allows"
            }
            Assumptions { is_extensible: false, .. } => {
                "forbids all ways to go on with an execution that it allows"
            }
            Assumptions { is_well_blocking: false, .. } => {
                "lets events wait although they could go on"
            }
            Assumptions::ALL => return None,
        };
        let instead = "candidates of whole executions do not need that: `heddle litmus`";
        Some(format!(
            "the model {model} {missing}, so its executions cannot be built event by event; {instead}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_assumption_is_needed() {
        assert_eq!(Assumptions::ALL.objection("sc"), None);
        let without = |change: fn(&mut Assumptions)| {
            let mut assumptions = Assumptions::ALL;
            change(&mut assumptions);
            assumptions.objection("m").expect("it is refused")
        };
        let objections = [
            without(|it| it.is_well_formed = false),
            without(|it| it.is_prefix_closed = false),
            without(|it| it.is_extensible = false),
            without(|it| it.is_well_blocking = false),
        ];
        for (index, objection) in objections.iter().enumerate() {
            assert!(objection.starts_with("the model m "), "{objection}");
            assert!(!objections[..index].contains(objection), "{objection}");
        }
    }
}
