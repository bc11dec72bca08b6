//! What goes out comes back, mistakes are located, and the same execution is the same in every
//! insertion order.

use super::{Execution, parse, print};
use crate::{EventId, Graph, Label, Source};
use base::Ordering;

fn printed(execution: &Execution) -> String {
    print(&execution.graph, &execution.slots, &execution.cells)
}

fn parsed(text: &str) -> Execution {
    parse(text).unwrap_or_else(|problem| {
        let (line, column) = problem.line_and_column(text);
        panic!("{line}:{column}: {problem}\n{text}")
    })
}

fn event(graph: &Graph, index: usize) -> EventId {
    graph.events().nth(index).expect("the graph is large enough").0
}

/// Everything once, as it is printed.
const EXAMPLE: &str = "\
thread main
  a: write x 1 relaxed
  b: spawn t1
  c: write m 0
thread t1
  d: read x 1 from a acquire volatile
  e: update x 1 -> 18446744073709551615 from a acq_rel
  f: fence seq_cst
  and g: fence release volatile atomic_block
  h: read_exclusive y.4 0?0xff from initial
  and i: write_exclusive z.1 7
thread main
  j: lock m from c
  and k: write_exclusive m 1
thread t2.3.1
  l: lock m 1 from k
thread main
  m: free main/3
  n: free global/7
  o: write 0x1000.2 65535 release
  p: unlock m release
thread t1
  q: choose -2 low -5
  r: unlock m
thread main
  s: join t1
thread t3
  t: trylock n 1 from initial
  u: trylock n from initial
  and v: write_exclusive n 2
  w: unlock n 0?0x1
  x: mutex_destroy n 0?0x1 from w
  y: write x 2
  z: read_exclusive x 2 from y relaxed
  and a1: write_exclusive x 3 release
  b1: mutex_init n 2 from v
  and c1: write_exclusive n 0 release
order m: c, k, p, r
order n: v, c1, w
order x: a, y, a1, e
";

#[test]
fn what_is_printed_is_what_was_parsed() {
    assert_eq!(printed(&parsed(EXAMPLE)), EXAMPLE);
}

#[test]
fn events_are_added_in_the_order_of_lines() {
    let graph = parsed(EXAMPLE).graph;
    let update = event(&graph, 5);
    assert!(matches!(
        graph.event(update).label,
        Label::Write { ordering: Ordering::AcquireRelease, .. }
    ));
    let read = event(&graph, 4);
    assert_eq!(graph.event(read).rf, Source::Write(event(&graph, 0)));
    assert_eq!(graph.group_head(update), read);
    // What `a` and `b` were before, `d` has in its past, and so has what follows a join.
    let join = graph.events().find(|(_, event)| matches!(event.label, Label::Join { .. }));
    let join = join.expect("main joins t1").0;
    assert!(graph.is_cause(event(&graph, 1), event(&graph, 3)));
    assert!(graph.is_cause(update, join));
    assert!(!graph.is_cause(join, update));
}

#[test]
fn only_names_and_layout_are_lost() {
    let text = "
        thread t1 # the writer
          first: write x 0x1
          and second : write y 2 plain
        order y: second
        thread t1
          third: read_exclusive x 1 from first
          and fourth: write_exclusive x 2
        order x: first,fourth";
    let expected = "\
thread t1
  a: write x 1
  and b: write y 2
  c: update x 1 -> 2 from a
order x: a, c
";
    assert_eq!(printed(&parsed(text)), expected);
}

/// Words for locations are addresses, and each is another one.
#[test]
fn the_same_word_is_the_same_location() {
    let words = ["x", "y", "xx", "x_", "x1", "abcdefghij", "_", "z9999", "0x1000", "x.4"];
    let text = |word: &str| format!("thread main\n  a: write {word} 1\n");
    let forms: Vec<_> = words.iter().map(|word| parsed(&text(word)).canonical()).collect();
    for (index, form) in forms.iter().enumerate() {
        assert_eq!(printed(&parsed(&text(words[index]))), text(words[index]));
        assert!(!forms[..index].contains(form), "{}", words[index]);
    }
}

/// Pairs of texts, apart by `===`, that are the same execution, added in another order.
#[test]
fn the_same_execution_in_another_order() {
    let pairs = include_str!("tests/same.txt");
    for pair in pairs.split("---\n") {
        let (one, other) = pair.split_once("===\n").expect("a pair of texts");
        let (one, other) = (parsed(one), parsed(other));
        assert_eq!(one.canonical(), other.canonical(), "{pair}");
        assert_ne!(printed(&one), printed(&other), "the order is the same as well:\n{pair}");
    }
}

/// Pairs of texts that are different executions.
#[test]
fn other_executions() {
    let pairs = include_str!("tests/different.txt");
    for pair in pairs.split("---\n") {
        let (one, other) = pair.split_once("===\n").expect("a pair of texts");
        assert_ne!(parsed(one).canonical(), parsed(other).canonical(), "{pair}");
    }
}

/// Checks that a text is refused, with this complaint about this part of it.
#[track_caller]
fn refused(text: &str, message: &str, part: &str) {
    let problem = parse(text).map(|execution| printed(&execution)).expect_err(text);
    assert_eq!((problem.message.as_str(), &text[problem.span.clone()]), (message, part), "{text}");
}

#[test]
fn mistakes_in_lines() {
    refused("theard t1", "`theard` starts no line", "theard");
    refused("thread", "a thread is missing", "");
    refused("thread t0", "`t0` is no thread", "t0");
    refused("thread t1.", "`t1.` is no thread", "t1.");
    refused("thread t255", "`t255` is no thread", "t255");
    refused("thread t01", "`t01` is no thread", "t01");
    refused("thread t1 t2", "expected nothing more instead of `t2`", "t2");
    refused("a: write x 1", "no thread does `a`", "a");
    refused("thread t1\n a write x 1", "`a` starts no line", "a");
    refused("thread t1\n initial: fence", "`initial` cannot name an event", "initial");
    refused("thread t1\n a: store x 1", "`store` is nothing that an event does", "store");
    refused("thread t1\n a: write X 1", "`X` is no location", "X");
    refused("thread t1\n a: write x.9 1", "`x.9` is no location", "x.9");
    refused("thread t1\n a: write abcdefghijk 1", "`abcdefghijk` is no location", "abcdefghijk");
    refused(
        "thread t1\n a: write 0xffffffffffffffff 1",
        "`0xffffffffffffffff` is no location",
        "0xffffffffffffffff",
    );
    refused("thread t1\n a: write x", "a value is missing", "");
    refused("thread t1\n a: write x.1 256", "`256` is no value of 1 bytes", "256");
    refused("thread t1\n a: write x 1?1", "`1?1` is no value of 8 bytes", "1?1");
    refused("thread t1\n a: write x 1 strong", "`strong` is neither an order nor a tag", "strong");
    refused(
        "thread t1\n a: read x 1 acquire",
        "expected what it reads `from` instead of `acquire`",
        "acquire",
    );
    refused("thread t1\n a: read x 1", "what it reads `from` is missing", "");
    refused("thread t1\n a: update x 1 2", "expected `->` instead of `2`", "2");
    refused("thread t1\n a: free x", "`x` is no object", "x");
    refused("thread t1\n a: choose 1 low z", "`z` is no number", "z");
    refused("thread t1\n a: fence # the end\n a: fence", "there are two events `a`", "a");
}

#[test]
fn mistakes_in_executions() {
    let refused =
        |text: &str, message: &str, part: &str| refused(&text.replace("; ", "\n"), message, part);
    refused("thread t1; a: read x 0 from b", "there is no event `b`", "b");
    refused("thread t1; a: read x 0 from a", "`a` is not there yet", "a");
    refused("thread t1; a: update x 1 -> 1 from a", "`a` is not there yet", "a");
    refused("thread t1; a: fence; b: read x 0 from a", "`a` is no write", "a");
    refused("thread t1; a: write y 1; b: read x 1 from a", "`a` writes another location", "a");
    refused("thread t1; a: write x 1; b: read x 2 from a", "`a` writes another value", "a");
    refused(
        "thread t1; a: write x 1; b: write x.4 2",
        "`x.4` overlaps another location in part",
        "x.4",
    );
    refused("thread t1; and a: fence", "t1 has no event before that", "a");
    refused("thread t1; a: write x 1; b: write x 2", "where in co is `a`?", "a");
    refused("thread t1; a: write x 1; b: write x 2; order x: a", "where in co is `b`?", "b");
    refused("thread t1; a: write x 1; order x: a, b", "there is no event `b`", "b");
    refused("thread t1; a: write x 1; order y: a", "`a` is no write of `y`", "a");
    refused("thread t1; a: write x 1; order x: a, a", "`a` is in this line twice", "a");
    refused("thread t1; a: write x 1; order x: a; order x: a", "`x` has such a line already", "x");
    refused("thread t1; a: spawn t2", "t2 is no thread that t1 creates", "t2");
    refused("thread t1; a: fence; thread main; b: spawn t1", "t1 is there already", "t1");
    refused("thread main; a: spawn t1; b: spawn t1", "t1 is there already", "t1");
    refused("thread main; a: join main", "main has not ended", "main");
    refused("thread main; a: join t1; thread t1; b: fence", "t1 was joined", "b");
    // Load buffering: a cycle in po and rf.
    let cycle =
        "thread t1; a: read x 1 from d; b: write y 1; thread t2; c: read y 1 from b; d: write x 1";
    refused(cycle, "`d` is not there yet", "d");
}

/// Every text is an execution that comes back, or a complaint that lies within it.
#[test]
fn garbled_text_is_refused_or_means_something() {
    let words: Vec<&str> = EXAMPLE.split_inclusive([' ', '\n']).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut changed = words.clone();
        for _ in 0..1 + below(3) {
            let (one, other) = (below(changed.len()), below(changed.len()));
            match below(3) {
                0 => changed.swap(one, other),
                1 => changed[one] = changed[other],
                _ => drop(changed.remove(one)),
            }
        }
        let text = changed.concat();
        match parse(&text) {
            Ok(execution) => {
                let again = parsed(&printed(&execution));
                assert_eq!(again.canonical(), execution.canonical());
                assert_eq!(printed(&again), printed(&execution));
                accepted += 1;
            }
            Err(problem) => assert!(text.get(problem.span.clone()).is_some(), "{problem:?}"),
        }
    }
    assert!(accepted > 100, "{accepted}");
}
