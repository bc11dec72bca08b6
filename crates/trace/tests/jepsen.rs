//! What became of an operation in register histories: Jepsen's rules, case by case.
//!
//! `:ok` happened between the two events, `:fail` never, `:info` perhaps, at any time since the
//! invocation; after it the process has a new number. Every history is also asked of brute force.

use trace::formats::{Format, parse};
use trace::{Model, Verdict, decide, plain, print};

/// A history of lines `process type function value`, as EDN.
fn edn(lines: &str) -> String {
    let event = |line: &str| {
        let mut words = line.trim().splitn(4, ' ');
        let mut word = || words.next().expect("a line has four words");
        let (process, kind, function, value) = (word(), word(), word(), word());
        format!("{{:process {process}, :type :{kind}, :f :{function}, :value {value}}}\n")
    };
    lines.split(';').map(event).collect()
}

/// Whether the history is possible under a model.
fn allows(model: Model, lines: &str) -> bool {
    let recording = parse(Format::Jepsen, &edn(lines)).expect("it is a history");
    let answer = decide(&recording, model, &|| true);
    let says = matches!(answer.verdict, Verdict::Consistent(_));
    let told = print::print(&recording);
    assert_eq!(says, plain::is_consistent(&recording, model), "{lines}\n{told}");
    says
}

fn linearizable(lines: &str) -> bool {
    allows(Model::Linearizable, lines)
}

const ONE_WRITTEN: &str = "0 invoke write 1; 0 ok write 1";

/// One process reads, and then another one.
fn two_reads(first: &str, second: &str) -> String {
    format!("6 invoke read nil; 6 ok read {first}; 2 invoke read nil; 2 ok read {second}")
}

#[test]
fn a_compare_and_set_that_is_ok_happened() {
    let set = format!("{ONE_WRITTEN}; 1 invoke cas [1 2]; 1 ok cas [1 2]; 2 invoke read nil");
    assert!(linearizable(&format!("{set}; 2 ok read 2")));
    assert!(!linearizable(&format!("{set}; 2 ok read 1")));
    assert!(!linearizable(&format!("{ONE_WRITTEN}; 1 invoke cas [3 2]; 1 ok cas [3 2]")));
}

#[test]
fn a_compare_and_set_that_failed_did_not_happen() {
    let failed = format!("{ONE_WRITTEN}; 1 invoke cas [1 2]; 1 fail cas [1 2]; 2 invoke read nil");
    assert!(linearizable(&format!("{failed}; 2 ok read 1")));
    assert!(!linearizable(&format!("{failed}; 2 ok read 2")));
    // Why it failed is not asked: the register may have held another value, or the client have
    // been told to try again.
    assert!(linearizable(&format!("{ONE_WRITTEN}; 1 invoke cas [1 2]; 1 fail cas [1 2]")));
    assert!(linearizable(&format!("{ONE_WRITTEN}; 1 invoke cas [7 2]; 1 fail cas [7 2]")));
}

#[test]
fn a_compare_and_set_without_an_answer_may_happen_at_any_time_since() {
    let asked = format!("{ONE_WRITTEN}; 1 invoke cas [1 2]; 1 info cas :timed-out");
    let reads = |first: &str, second: &str| format!("{asked}; {}", two_reads(first, second));
    assert!(linearizable(&reads("1", "1")), "it never happens");
    assert!(linearizable(&reads("2", "2")), "at once");
    assert!(linearizable(&reads("1", "2")), "between the two reads");
    assert!(!linearizable(&reads("2", "1")), "it is not undone");
    let before = "2 invoke read nil; 2 ok read 2; 1 invoke cas [1 2]; 1 info cas :timed-out";
    assert!(!linearizable(&format!("{ONE_WRITTEN}; {before}")), "not before it was asked for");
    // The last of its process may have no completion at all.
    let open = format!("{ONE_WRITTEN}; 1 invoke cas [1 2]; 2 invoke read nil; 2 ok read 2");
    assert!(linearizable(&open));
}

#[test]
fn a_compare_and_set_without_an_answer_happens_only_at_its_value() {
    let asked = format!("{ONE_WRITTEN}; 1 invoke cas [3 2]; 1 info cas [3 2]; 2 invoke read nil");
    assert!(linearizable(&format!("{asked}; 2 ok read 1")));
    assert!(!linearizable(&format!("{asked}; 2 ok read 2")));
    let changed = "0 invoke write 4; 0 ok write 4; 1 invoke cas [1 2]; 1 info cas [1 2]";
    assert!(!linearizable(&format!("{ONE_WRITTEN}; {changed}; 2 invoke read nil; 2 ok read 2")));
}

#[test]
fn compare_and_sets_without_answers_build_on_each_other() {
    let two = "1 invoke cas [1 2]; 1 info cas [1 2]; 2 invoke cas [2 3]; 2 info cas [2 3]";
    let read = |value: u8| {
        let read = format!("3 invoke read nil; 3 ok read {value}");
        linearizable(&format!("{ONE_WRITTEN}; {two}; {read}"))
    };
    assert_eq!([1, 2, 3, 4].map(read), [true, true, true, false]);
    // Neither can be the reason for the other.
    let circle = "1 invoke cas [5 6]; 1 info cas [5 6]; 2 invoke cas [6 5]; 2 info cas [6 5]";
    let seen = "3 invoke read nil; 3 ok read 5";
    assert!(!linearizable(&format!("{ONE_WRITTEN}; {circle}; {seen}")));
    for model in [Model::Sc, Model::Tso, Model::Pso, Model::PcG, Model::Causal, Model::Pram] {
        assert!(!allows(model, &format!("{ONE_WRITTEN}; {circle}; {seen}")), "{}", model.name());
        let both = format!("{ONE_WRITTEN}; {two}; 3 invoke read nil; 3 ok read 3");
        assert!(allows(model, &both), "{}", model.name());
    }
}

#[test]
fn a_write_without_an_answer_may_happen_at_any_time_since() {
    let asked = format!("{ONE_WRITTEN}; 1 invoke write 2; 1 info write :timed-out");
    let reads = |first: &str, second: &str| format!("{asked}; {}", two_reads(first, second));
    assert!(linearizable(&reads("1", "1")));
    assert!(linearizable(&reads("2", "2")));
    assert!(linearizable(&reads("1", "2")));
    assert!(!linearizable(&reads("2", "1")));
    let before = "2 invoke read nil; 2 ok read 2; 1 invoke write 2; 1 info write :timed-out";
    assert!(!linearizable(&format!("{ONE_WRITTEN}; {before}")));
}

#[test]
fn a_read_without_an_answer_says_nothing() {
    let read = "1 invoke read nil; 1 info read :timed-out; 2 invoke read nil; 2 ok read 1";
    assert!(linearizable(&format!("{ONE_WRITTEN}; {read}")));
}

#[test]
fn nil_is_what_a_register_holds_at_first() {
    assert!(linearizable("0 invoke read nil; 0 ok read nil"));
    assert!(!linearizable(&format!("{ONE_WRITTEN}; 1 invoke read nil; 1 ok read nil")));
    let at_once = "0 invoke write 1; 1 invoke read nil; 1 ok read nil; 0 ok write 1";
    assert!(linearizable(at_once));
    assert!(linearizable("0 invoke cas [nil 2]; 0 ok cas [nil 2]; 1 invoke read nil; 1 ok read 2"));
    let back = format!("{ONE_WRITTEN}; 2 invoke write nil; 2 ok write nil");
    assert!(linearizable(&format!("{back}; 1 invoke read nil; 1 ok read nil")));
}

#[test]
fn independent_registers_have_keys() {
    let written = "0 invoke write [:x 1]; 0 ok write [:x 1]";
    let read = |key: &str, value: &str| {
        format!("{written}; 1 invoke read [{key} nil]; 1 ok read [{key} {value}]")
    };
    assert!(linearizable(&read(":x", "1")));
    assert!(!linearizable(&read(":x", "nil")));
    assert!(linearizable(&read(":y", "nil")));
    assert!(!linearizable(&read(":y", "1")));
    let set = |key: &str| {
        let set = format!("1 invoke cas [{key} [1 2]]; 1 info cas [{key} [1 2]]");
        format!("{written}; {set}; 2 invoke read [{key} nil]; 2 ok read [{key} 2]")
    };
    assert!(linearizable(&set(":x")));
    assert!(!linearizable(&set(":y")));
}

#[test]
fn a_process_without_an_answer_gets_a_new_number() {
    let goes_on = edn("0 invoke cas [1 2]; 0 info cas [1 2]; 0 invoke read nil");
    let complaint = parse(Format::Jepsen, &goes_on).unwrap_err();
    assert_eq!(complaint.message, "process 0 goes on after an :info");
    let other = edn("0 invoke cas [1 2]; 0 info cas [1 2]; 5 invoke read nil; 5 ok read nil");
    let recording = parse(Format::Jepsen, &other).unwrap();
    let expected = "init register nil\n0 rmw register 1 2 @ 1 -\n5 r register nil @ 3 4\n";
    assert_eq!(print::print(&recording), expected);
}
