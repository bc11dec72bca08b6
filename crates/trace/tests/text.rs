//! The forms of histories: what is read, what is refused, and where.

use trace::formats::{self, Format};
use trace::{Model, Verdict, decide, print, text};

fn complaint(format: Format, source: &str) -> (String, usize, usize) {
    let diagnostic = formats::parse(format, source).expect_err(source);
    let (line, column) = diagnostic.line_and_column(source);
    (diagnostic.message, line, column)
}

#[test]
fn what_is_printed_is_read_again() {
    let source = "init x 5\n\
        P0 w x 1\n\
        P0 r x 1 from P0.1\n\
        P0 fence\n\
        b c d\n";
    assert!(text::parse(source).is_err());
    let source = "init x 5\n\
        P0 w x 1 @ 3 9\n\
        P0 r x 1 from P0.1\n\
        P0 fence\n\
        P1 w y nil\n\
        P1 rmw x 5 6 from init @ 4 -\n";
    let recording = text::parse(source).unwrap();
    assert_eq!(print::print(&recording), source);
    let spaced = source.replace(' ', "  \t ") + "# the end\n\n";
    let again = text::parse(&spaced).unwrap();
    assert_eq!(print::print(&again), source);
    let marked = format!("\u{feff}{}", source.replace('\n', "\r\n"));
    let again = text::parse(&marked).unwrap();
    assert_eq!(print::print(&again), source);
}

#[test]
fn numbers_are_the_same_however_they_are_written() {
    let recording = text::parse("P0 w x 0x10\nP1 r x 16\nP1 r x +16\nP1 r y -0").unwrap();
    let answer = decide(&recording, Model::Sc, &|| true);
    assert!(matches!(answer.verdict, Verdict::Consistent(_)));
}

#[test]
fn errors_have_a_line_and_a_column() {
    let text = |source: &str| complaint(Format::Text, source);
    assert_eq!(text("P0 w x 1\nP0 q x 1").1, 2);
    let message = "`q` is not something that a thread does".to_owned();
    assert_eq!(text("P0 w x 1\nP0 q x 1"), (message, 2, 4));
    assert_eq!(text("P0 w x"), ("expected a value".to_owned(), 1, 7));
    assert_eq!(text("P0 rmw x 1 # 2"), ("expected the value that is written".to_owned(), 1, 11));
    assert_eq!(text("\nP0").1, 2);
    assert_eq!(text("P0 w x 1 2"), ("`2` is not expected here".to_owned(), 1, 10));
    assert_eq!(text("P0 fence 2"), ("`2` is not expected here".to_owned(), 1, 10));
    assert_eq!(text("P0 w x 1 @ 9 3"), ("the end is before the beginning".to_owned(), 1, 14));
    assert_eq!(text("P0 w x 1 @ a 3"), ("`a` is not a time".to_owned(), 1, 12));
    let twice = ("the initial value of x was given before".to_owned(), 2, 6);
    assert_eq!(text("init x 1\ninit x 1"), twice);
    let source = |source| text(&format!("P0 w x 1\nP0 w y 2\nP1 r x 1 from {source}")).0;
    assert_eq!(source("P0.3"), "P0 has operations 1 to 2, and none of number 3");
    assert_eq!(source("P0.2"), "P0.2 writes to y, and x is read");
    assert_eq!(source("P1.1"), "an operation is not its own source");
    assert_eq!(source("init"), "x is 0 at first, and 1 is read");
    assert_eq!(source("P0"), "`P0` does not name an operation");
    let wrong = ("only what reads has a source".to_owned(), 1, 15);
    assert_eq!(text("P0 w x 1 from P0.1"), wrong);
}

#[test]
fn json_lines_say_the_same() {
    let source = r#"{"init": "x", "value": 5}
{"thread": 0, "op": "w", "location": "x", "value": 1, "begin": 3, "end": 9}

{"thread": 1, "op": "r", "location": "x", "value": 1, "from": "0.1"}
{"thread": 1, "op": "rmw", "location": "x", "value": 5, "written": null, "from": "init"}
{"thread": 1, "op": "fence"}"#;
    let recording = formats::parse(Format::JsonLines, source).unwrap();
    let expected = "init x 5\n0 w x 1 @ 3 9\n1 r x 1 from 0.1\n1 rmw x 5 null from init\n1 fence\n";
    assert_eq!(print::print(&recording), expected);
    let json = |source| complaint(Format::JsonLines, source);
    assert_eq!(json("{}\n"), ("there is no `thread`".to_owned(), 1, 1));
    let unknown = json("\n {\"thread\": 1, \"form\": 2}");
    assert!(unknown.0.contains("unknown field `form`"), "{unknown:?}");
    assert_eq!((unknown.1, unknown.2 > 10), (2, true));
    let wrong = r#"{"thread": 1, "op": "r", "location": "x", "value": 1, "from": "1.7"}"#;
    assert_eq!(json(wrong), ("1 has operations 1 to 1, and none of number 7".to_owned(), 1, 1));
}

#[test]
fn register_histories_of_jepsen() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = std::fs::read_to_string(root.join("examples/trace/registers.edn")).unwrap();
    let recording = formats::parse(Format::Jepsen, &source).unwrap();
    let expected = "init register nil\n\
        0 w register 1 @ 1 2\n\
        0 w register 3 @ 8 -\n\
        1 r register 2 @ 3 6\n\
        1 r register 1 @ 7 10\n\
        2 rmw register 1 2 @ 4 5\n";
    assert_eq!(print::print(&recording), expected);
    let keyed = "[#jepsen.history.Op{:process 0 :type :invoke :f :write :value [:k 1]}
        {:process :nemesis :type :info :f :start}
        {:process 1 :type :invoke :f :read :value [:j nil]}
        {:process 0 :type :fail :f :write :value [:k 1]}
        {:process 1 :type :ok :f :read :value [:j nil]}]";
    let recording = formats::parse(Format::Jepsen, keyed).unwrap();
    assert_eq!(print::print(&recording), "init j nil\n1 r j nil @ 3 5\n");
    let jepsen = |source| complaint(Format::Jepsen, source);
    assert_eq!(jepsen("{:process 0 :type :ok :f :read :value 1}").1, 1);
    let open = jepsen("{:process 0 :type :invoke");
    assert_eq!(open, ("this is never closed by `}`".to_owned(), 1, 1));
    let after = "{:process 0 :type :invoke :f :write :value 1}
        {:process 0 :type :info :f :write :value 1}
        {:process 0 :type :invoke :f :read}";
    assert_eq!(jepsen(after), ("process 0 goes on after an :info".to_owned(), 3, 9));
}

#[test]
fn witnesses_of_heddle() {
    let source = r#"{"violations": [{"witness": {"steps": [
        {"step": 1, "thread": "main", "action": "store", "variable": "x", "written": "1"},
        {"step": 2, "thread": "main", "action": "create", "other_thread": "t"},
        {"step": 3, "thread": "t", "action": "load", "variable": "y", "read": "4", "reads_from": [null]},
        {"step": 4, "thread": "t", "action": "load", "variable": "x", "read": "1", "reads_from": [1]},
        {"step": 5, "thread": "t", "action": "fence"}
    ]}}]}"#;
    let recording = formats::parse(Format::Witness, source).unwrap();
    let expected = "init y 4\nmain w x 1\nt r y 4 from init\nt r x 1 from main.1\nt fence\n";
    assert_eq!(print::print(&recording), expected);
    assert!(formats::parse(Format::Witness, r#"{"violations": []}"#).is_err());
}
