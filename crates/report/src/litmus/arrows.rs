//! How the pairs of a relation look in pictures of litmus tests.

pub(super) struct Look {
    pub(super) color: &'static str,
    pub(super) is_dashed: bool,
    /// Whether the second event belongs below the first one.
    pub(super) orders: bool,
}

pub(super) fn look(relation: &str) -> Look {
    let (color, is_dashed) = match relation {
        "po" => ("#777777", false),
        "rf" => ("#1a7f37", false),
        "co" => ("#0b5fcc", false),
        "fr" => ("#c4500c", true),
        _ => ("#8250a8", true),
    };
    Look { color, is_dashed, orders: relation == "po" }
}
