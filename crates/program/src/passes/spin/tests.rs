//! Which loops are instrumented, and that no outcome is lost.

use super::run;
use crate::passes::tests::{after, check};
use crate::passes::{PassConfig, standard};
use crate::structure::Program;
use crate::testing::environment::{ScriptedWrite, outcomes};
use crate::testing::machine::{Machine, Request};
use crate::testing::spinning;
use crate::text::print;
use ::testing::Random;
use base::Value;

#[test]
fn a_loop_that_waits_is_marked_and_checked() {
    let text = "function @f(%a) {
        entry: jump head
        head:  %v = load.4 acquire %a
               branch %v, out, head
        out:   return
    }";
    let statements = "entry:
        jump head
        head:
        spin_mark %2
        %v = load.4 acquire %a
        branch %v, out, head.edge
        out:
        return
        head.edge:
        spin_check %2
        jump head";
    check(run, text, statements);
}

#[test]
fn live_registers_that_change_are_watched() {
    let text = "function @f(%a) {
        head:  %v = load.4 %a
               %same = eq.32 %v, %last
               %last = %v
               branch %same, head, out
        out:   return %last, %a
    }";
    let statements = "head:
        spin_mark %4, %last -> %5
        %v = load.4 %a
        %same = eq.32 %v, %last
        %last = %v
        branch %same, head.edge, out
        out:
        return %last, %a
        head.edge:
        spin_check %4, %last -> %5
        jump head";
    check(run, text, statements);
}

#[test]
fn loops_that_count_are_left_alone() {
    let step = [
        ("%i = add.32 %i, 1", true),
        ("%i = add.64 -8, %i", true),
        ("%i = sub.8 %i, 3", true),
        ("%i = add.8 %i, 256", false),
        ("%i = add.32 %i, %n", false),
        ("%i = add.32 %n, 1", false),
        ("%i = add.32 %i, 1\n%i = sub.32 %i, 1", false),
        ("print @m", true),
        ("lock %n", false),
        ("store.4 %n, %i", false),
        ("%o = rmw.4 xchg %n, 1", false),
    ];
    for (step, is_left_alone) in step {
        let text = format!(
            "constant @m : 1
            function @f(%n) {{
                entry: %i = 0
                       jump head
                head:  %v = load.4 %n
                       branch %v, body, out
                body:  {step}
                       jump head
                out:   return %i
            }}"
        );
        let program = after(run, &text);
        assert_eq!(!print(&program).contains("spin_check"), is_left_alone, "{step}");
    }
}

#[test]
fn a_counter_that_may_be_skipped_or_repeated_does_not_count() {
    let skipped = "function @f(%n) {
        entry: %i = 0
               jump head
        head:  %v = load.4 %n
               branch %v, body, head
        body:  %i = add.32 %i, 1
               branch %i, head, out
        out:   return %i
    }";
    // Only the edge that avoids the counter is checked.
    let text = print(&after(run, skipped));
    assert_eq!(text.matches("spin_check").count(), 1, "{text}");
    let repeated = "function @f(%n) {
        entry: %i = 0
               jump head
        head:  %v = load.4 %n
               jump inner
        inner: %i = add.8 %i, 1
               %w = load.4 %n
               branch %w, inner, latch
        latch: branch %v, head, out
        out:   return %i
    }";
    let text = print(&after(run, repeated));
    assert_eq!(text.matches("spin_check").count(), 1, "{text}");
}

/// The usual retry loop; `between` stands after the load, `rest` before the back edge.
fn retry(load: &str, between: &str, cas: &str, rest: &str) -> String {
    format!(
        "global @x : 4
        global @y : 4
        function @f(%a) {{
            entry: %u = 0
                   %pos = {load}
                   {between}
                   jump head
            head:  %next = add.32 %pos, 1
                   %old, %ok = {cas}
                   branch %ok, out, again
            again: %pos = %old
                   {rest}
                   jump head
            out:   return %pos, %u
        }}"
    )
}

/// Whether the entry load of a loop is taken into account.
fn has_entry_mark(text: &str) -> bool {
    print(&after(run, text)).matches("spin_mark").count() == 2
}

#[test]
fn retry_loops_are_compared_with_their_entry() {
    let text = retry("load.4 relaxed @x", "", "cas.4 relaxed @x, %pos, %next", "");
    let statements = "entry:
        %u = 0
        %pos = load.4 relaxed @x
        spin_mark %6
        jump head
        head:
        spin_mark %7, %pos -> %8
        %next = add.32 %pos, 1
        %old, %ok = cas.4 relaxed relaxed @x, %pos, %next
        branch %ok, out, again
        again:
        %pos = %old
        spin_check %7, %pos -> %8
        entry_check %6
        jump head
        out:
        return %pos, %u";
    check(run, &text, statements);
}

#[test]
fn the_entry_load_must_be_able_to_read_the_same() {
    let cas = "cas.4 acquire acquire @x, %pos, %next";
    assert!(has_entry_mark(&retry("load.4 acquire @x", "", cas, "")));
    assert!(has_entry_mark(&retry("load.4 @x", "", cas, "")));
    assert!(has_entry_mark(&retry("load.4 acquire @x", "", cas, "%pos = load.4 acquire @x")));
    assert!(has_entry_mark(&retry("load.4 acquire @x", "%u = add.32 1, 2", cas, "")));
    assert!(has_entry_mark(&retry("load.4 acquire @x", "", cas, "%u = load.4 @y")));
    let others = [
        // A stronger first load, another size, another place.
        retry("load.4 seq_cst @x", "", cas, ""),
        retry("load.4 acquire @x", "", "cas.4 acquire relaxed @x, %pos, %next", ""),
        retry("load.4 acquire volatile @x", "", cas, ""),
        retry("load.2 acquire @x", "", cas, ""),
        retry("load.4 acquire @y", "", cas, ""),
        retry("load.4 acquire @x", "", cas, "%pos = load.4 acquire @y"),
        retry("load.4 acquire @x", "", cas, "%pos = add.32 %old, 1"),
        retry("load.4 acquire @x", "", cas, "%pos = load.4 relaxed @x"),
        // Something happens between the load and the loop.
        retry("load.4 acquire @x", "store.4 @y, 1", cas, ""),
        retry("load.4 acquire @x", "%l = load.4 @y", cas, ""),
        retry("load.4 acquire @x", "fence seq_cst", cas, ""),
        retry("load.4 acquire @x", "%d = udiv.32 1, %a", cas, ""),
        // Something else depends on what was loaded.
        retry("load.4 acquire @x", "%u = add.32 %pos, 1", cas, ""),
        retry("load.4 acquire @x", "%u = %pos", cas, ""),
        retry("load.4 acquire @x", "%pos = add.32 %pos, 0", cas, ""),
        retry("load.4 acquire @x", "branch %pos, more, out\nmore:", cas, ""),
    ];
    for text in &others {
        assert!(!has_entry_mark(text), "{text}");
    }
}

#[test]
fn the_entry_load_may_go_through_pointers() {
    let with = |before: &str, address: &str, rest: &str| {
        let load = format!("load.4 relaxed {address}");
        let text = retry(&load, "", "cas.4 relaxed %q, %pos, %next", rest);
        text.replace("%u = 0", before).replace("%next = add", "%q = add.64 %a, 8\n%next = add")
    };
    assert!(has_entry_mark(&with("%u = 0\n%p = add.64 8, %a", "%p", "")));
    assert!(has_entry_mark(&with(
        "%u = 0\n%c = %a\n%d = add.64 %c, 4\n%p = add.64 %d, 4",
        "%p",
        ""
    )));
    assert!(!has_entry_mark(&with("%u = 0\n%p = add.64 4, %a", "%p", "")));
    assert!(!has_entry_mark(&with("%u = 0\n%p = add.64 8, %a", "%p", "%a = load.8 @y")));
    let moving =
        retry("load.4 relaxed %a", "%a = add.64 %a, 4", "cas.4 relaxed %a, %pos, %next", "");
    assert!(!has_entry_mark(&moving));
    let fixed = retry("load.4 relaxed %a", "", "cas.4 relaxed %a, %pos, %next", "");
    assert!(has_entry_mark(&fixed));
    assert!(has_entry_mark(&fixed.replace("%u = 0", "%u = 0\n%a = @x")));
    assert!(!has_entry_mark(
        &fixed
            .replace("%pos = load", "%a = load")
            .replace("jump head\n            head", "%pos = %a\njump head\nhead")
    ));
}

#[test]
fn every_back_edge_must_agree() {
    let text = "global @x : 4
        function @f(%a) {
            entry: %v = load.4 relaxed @x
                   jump head
            head:  %w = load.4 relaxed %a
                   branch %w, one, two
            one:   %v = 7
                   jump head
            two:   branch %v, head, out
            out:   return %v
        }";
    assert!(!has_entry_mark(text));
    assert!(has_entry_mark(&text.replace("%v = 7", "%v = load.4 relaxed @x")));
}

#[test]
fn a_loop_with_two_entries_has_no_entry_load() {
    let text = "global @x : 4
        function @f(%a) {
            entry: %v = load.4 relaxed @x
                   branch %a, other, first
            first: %v = load.4 relaxed @x
                   jump head
            other: %v = load.4 relaxed @x
                   jump head
            head:  %v = load.4 relaxed @x
                   branch %v, out, head
            out:   return %v
        }";
    assert!(!has_entry_mark(text));
}

/// Checks that instrumenting loses no outcome.
fn check_sound(
    before: &Program,
    script: &[ScriptedWrite],
    instrument: fn(&mut Program),
    what: &str,
) {
    let mut program = before.clone();
    instrument(&mut program);
    let (expected, found) = (outcomes(before, script, 8), outcomes(&program, script, 8));
    if let Some(lost) = expected.difference(&found).next() {
        panic!("{what}: lost {lost:?} with {script:?}\n{}\n{}", print(before), print(&program));
    }
    assert!(found.is_subset(&expected), "{what}: gained something\n{}", print(before));
}

#[test]
fn no_outcome_is_lost() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let program = spinning::program(&mut random);
        let script = spinning::script(&mut random);
        check_sound(&program, &script, run, &format!("seed {seed}"));
    }
}

#[test]
fn no_outcome_of_a_retry_is_lost() {
    let mut marked = 0;
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let program = spinning::retry(&mut random);
        let script = spinning::script(&mut random);
        check_sound(&program, &script, run, &format!("seed {seed}"));
        marked += usize::from(has_entry_mark(&print(&program)));
    }
    assert!(marked > 500, "only {marked} programs have an entry load");
}

#[test]
fn no_outcome_is_lost_with_the_other_passes() {
    let all = |program: &mut Program| standard(program, PassConfig::default());
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let program = spinning::program(&mut random);
        let script = spinning::script(&mut random);
        check_sound(&program, &script, all, &format!("seed {seed}"));
    }
}

#[test]
fn waiting_ends() {
    // Without a write by others, each of these blocks after one iteration.
    let texts = [
        retry("load.4 relaxed @x", "", "cas.4 relaxed @x, %pos, %next", ""),
        "global @x : 4\nfunction @f() {\nhead: %v = load.4 @x\nbranch %v, out, head\nout: return\n}".into(),
        "function @f() {\nhead: jump head\n}".into(),
    ];
    for text in texts {
        let program = after(run, &text);
        let mut machine = Machine::new(&program);
        let mut request = machine.run();
        let mut events = 0;
        while let Request::Read { .. } = request {
            // The retry loop reads something new each time.
            request = machine.resume(Value::new(if text.contains("cas") { events + 5 } else { 0 }));
            events += 1;
            assert!(events < 5, "{text}");
        }
        assert_eq!(request, Request::Blocked, "{text}");
    }
}
