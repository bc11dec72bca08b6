//! Which proofs are accepted, and why are others rejected?

fn check(clauses: &str, proof: &str) -> String {
    match proof::check(clauses.as_bytes(), proof.as_bytes(), &|| true).expect("nobody stops it") {
        Ok(own) => format!("{} clauses, {} lemmas, {} steps", own.clauses, own.lemmas, own.steps),
        Err(rejected) => rejected.to_string(),
    }
}

/// Two variables, and all four clauses about them.
const ALL_FOUR: &str = "c hello\np cnf 2 4\n1 2 0\n-1 2 0 1 -2\n0 -1 -2 0\n";

#[test]
fn a_proof_is_accepted() {
    assert_eq!(check(ALL_FOUR, "5 2 0 1 2 0\n6 0 5 3 4 0\n"), "4 clauses, 0 lemmas, 2 steps");
    let with_deletion = "c a comment\n5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\nnot looked at\n";
    assert_eq!(check(ALL_FOUR, with_deletion), "4 clauses, 0 lemmas, 2 steps");
    assert_eq!(check("p cnf 0 1\n0\n", ""), "1 clauses, 0 lemmas, 0 steps");
}

#[test]
fn a_wrong_step_is_rejected() {
    let cases = [
        ("5 2 0 1 2 0\n", "the proof: it ends without the empty clause"),
        ("5 0 1 2 0\n", "the proof, line 1: clause 1 forces nothing"),
        (
            "5 2 0 1 0\n",
            "the proof, line 1: the clauses that it names do not force a contradiction",
        ),
        (
            "5 2 0 1 2 0\n6 0 5 3 0\n",
            "the proof, line 2: the clauses that it names do not force a contradiction",
        ),
        ("5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", "the proof, line 3: there is no clause 3"),
        ("5 2 0 1 2 0\n6 0 5 5 3 4 0\n", "the proof, line 2: clause 5 is true and forces nothing"),
        ("5 2 0 1 9 0\n", "the proof, line 1: there is no clause 9"),
        ("4 2 0 1 2 0\n", "the proof, line 1: 4 is no new number for a clause"),
        ("5 3 0 1 2 0\n", "the proof, line 1: there is no variable 3"),
        ("5 d 9 0\n", "the proof, line 1: there is no clause 9 to be deleted"),
        ("5 d 1\n", "the proof, line 1: a line ends with 0"),
        (
            "5 2 0 1 2\n",
            "the proof, line 1: a step is a number, literals, 0, numbers of clauses, 0",
        ),
        (
            "5 2 0 1 -2 0\n",
            "the proof, line 1: a step by resolution asymmetric tautology is not understood",
        ),
        ("5 two 0 1 2 0\n", "the proof, line 1: `two` is no number"),
        (
            "-9223372036854775808 -9223372036854775808 0 0\n",
            "the proof, line 1: -9223372036854775808 is no new number for a clause",
        ),
    ];
    for (proof, message) in cases {
        assert_eq!(check(ALL_FOUR, proof), message, "{proof}");
    }
}

#[test]
fn wrong_clauses_are_rejected() {
    let cases = [
        ("", "the clauses: there is no line `p cnf`"),
        ("1 0\n", "the clauses, line 1: clauses come after the line `p cnf`"),
        ("p cnf 1 1\n", "the clauses: there are 0 clauses and not 1"),
        ("p cnf 1 1\n1\n", "the clauses: the last clause does not end with 0"),
        ("p cnf 1 1\n2 0\n", "the clauses, line 2: there is no variable 2"),
        ("p cnf 1\n", "the clauses, line 1: `p cnf` is followed by two numbers"),
        (
            "p cnf 99999999999999 0\n",
            "the clauses, line 1: there is one line `p cnf`, with two numbers from 0 on",
        ),
        ("c lemmas 2\np cnf 1 1\n1 0\n", "the clauses: 2 of 1 clauses cannot be lemmas"),
        (
            "c edge 1\np cnf 1 0\n",
            "the clauses, line 1: `c edge` is followed by a literal and two nodes",
        ),
    ];
    for (clauses, message) in cases {
        assert_eq!(check(clauses, ""), message, "{clauses}");
    }
}

/// Three edges that form a cycle, and two units: the lemma and the units contradict each other.
#[test]
fn a_lemma_must_exclude_a_cycle() {
    let edges = "c edge 1 0 1\nc edge 2 1 2\nc edge -3 2 0\nc edge -3 7 8\nc lemmas 1\n";
    let clauses = "p cnf 3 4\n1 0\n2 0\n-3 0\n";
    let proof = "5 0 1 2 3 4 0\n";
    let whole = |edges: &str, lemma: &str| check(&format!("{edges}{clauses}{lemma} 0\n"), proof);
    assert_eq!(whole(edges, "-1 -2 3"), "3 clauses, 1 lemmas, 1 steps");
    let message = "the clauses: clause 4 is no lemma: it excludes no cycle";
    assert_eq!(whole(edges, "-1 -2"), message);
    assert_eq!(whole(&edges.replace("2 1 2", "2 2 1"), "-1 -2 3"), message);
    assert_eq!(whole(&edges.replace("-3 2 0", "3 2 0"), "-1 -2 3"), message);
}

#[test]
fn it_stops_when_it_is_told_to() {
    let many = "c\n".repeat(20_000) + ALL_FOUR;
    assert_eq!(proof::check(many.as_bytes(), "".as_bytes(), &|| false), None);
    let comments = "c\n".repeat(20_000);
    assert_eq!(proof::check(ALL_FOUR.as_bytes(), comments.as_bytes(), &|| false), None);
}
