//! What the parser makes of a text, told by the printer; and that no text is too strange.

use super::parse;
use crate::source::Sources;
use crate::syntax::Model;

fn parsed(text: &str) -> Model {
    let mut sources = Sources::default();
    let file = sources.add("test.cat", text);
    parse(file, text).unwrap_or_else(|error| panic!("{}", error.render(&sources)))
}

/// Parses `let x = …` and prints what it means.
#[track_caller]
fn check(expression: &str, expected: &str) {
    let model = parsed(&format!("let x = {expression}"));
    let printed = model.to_string();
    assert_eq!(printed.trim(), format!("let x = {expected}"));
    assert_eq!(parsed(&printed), model);
}

#[test]
fn operators_bind_in_herds_order() {
    check("a | b ; c", "a | b; c");
    check("(a | b) ; c", "(a | b); c");
    check("a & b \\ c & d", "a & b \\ c & d");
    check("(a \\ b) \\ c", "(a \\ b) \\ c");
    check("a ; (b \\ c)", "a; b \\ c");
    check("a & W * R", "a & W * R");
    check("a ++ b | c", "a ++ b | c");
    check("~a | ~(b | c)", "~a | ~(b | c)");
    check("~f x", "~f x");
    check("f x^-1", "f x^-1");
    check("(f x)^-1", "(f x)^-1");
    check("f x y", "f x y");
    check("f (x y)", "f (x y)");
    check("f(x,y) & f()", "f (x, y) & f ()");
}

/// By structure, because the printer leaves parentheses out that it believes to be needless.
#[test]
fn what_is_printed_alike_is_alike() {
    let same = |one: &str, other: &str| {
        let tree = |text: &str| parsed(&format!("let x = {text}"));
        assert_eq!(tree(one), tree(other));
    };
    same("a | b ; c", "a | (b ; c)");
    same("a ; b \\ c", "a ; (b \\ c)");
    same("a \\ b & c", "a \\ (b & c)");
    same("a & b * c", "a & (b * c)");
    same("~a * b", "(~a) * b");
    same("~a^+", "~(a^+)");
    same("f a^+", "f (a^+)");
    same("begin a | b end ; c", "(a | b) ; c");
    same("a+ ; b* ; c? ; d^?", "a^+ ; b^* ; c? ; d?");
}

#[test]
fn a_star_is_a_closure_unless_an_operand_follows() {
    check("(a)* ; b", "a^*; b");
    check("(a*)", "a^*");
    check("a * b", "a * b");
    check("a* * b", "a^* * b");
    check("W * ~R", "W * ~R");
    let model = parsed("let x = a*\n~empty r as n\nlet y = a*\nlet z = b*");
    assert_eq!(model.instructions.len(), 4);
}

#[test]
fn functions_are_curried() {
    let one = parsed("let f x (y, z) () = x");
    assert_eq!(one, parsed("let f = fun x -> fun (y, z) -> fun () -> x"));
    check("fun (x) -> x", "fun x -> x");
    check("(fun x -> x) y", "(fun x -> x) y");
    check("let a = b and c = d in a | c", "let a = b and c = d in a | c");
    check("let rec a = b | a ; a in a", "let rec a = b | a; a in a");
}

#[test]
fn values_are_matched() {
    check(
        "match t with || 'a -> x || 'b -> y || _ -> z end",
        "match t with || 'a -> x || 'b -> y || _ -> z end",
    );
    check("match t with 'a -> x end", "match t with || 'a -> x end");
    check(
        "match S with {} -> 0 || e ++ S -> f e ++ g S end",
        "match S with || {} -> 0 || e ++ S -> f e ++ g S end",
    );
    check("try X with {}", "try X with {}");
    check("(try X with {}) | {a, b}", "(try X with {}) | {a, b}");
    check(
        "if not (\"a\" || variant \"b\") && \"c\" then x else y",
        "if not (\"a\" || \"b\") && \"c\" then x else y",
    );
}

const EVERY_INSTRUCTION: &str = "\
C \"a title\"
let po-loc = po & loc and com = rf | co | fr
let rec ob = obs | ob; ob
acyclic po-loc | com as coherence
~irreflexive hb
flag ~empty race as race
undefined_unless empty dr as Dr
assert empty HU \\ (AF | DB)
show hb & ext as hb
show rf, co
unshow rf
include \"cos.cat\"
enum Barriers = 'mb || 'rcu-lock
instructions F[{'mb, 'rcu-lock}]
default F[{'mb}]
procedure included (a, b) =
  let c = a \\ b
  empty c
end
call included (a, b) as name
forall x in S do
  acyclic x
end
with co from generate_cos (pco)
if \"opt\" || not \"ets\"
  include \"a.cat\"
else
  include \"b.cat\"
end
";

#[test]
fn every_instruction_is_printed_as_it_was_read() {
    let model = parsed(EVERY_INSTRUCTION);
    let printed = model.to_string();
    assert_eq!(parsed(&printed), model);
    let quoted = EVERY_INSTRUCTION.replacen("C \"a title\"", "\"C\"\n\"a title\"", 1);
    assert_eq!(printed, quoted.replace("(pco)", "pco"));
}

#[test]
fn a_let_in_a_procedure_may_have_an_in() {
    let one = parsed("procedure p () = let com = rf | co in acyclic com | po end");
    assert_eq!(one, parsed("procedure p () = let com = rf | co acyclic com | po end"));
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("[", "]"), ("~", ""), ("fun x -> ", ""), ("{", "}")] {
        let text = format!("let x = {}y{}", open.repeat(100_000), close.repeat(100_000));
        let file = Sources::default().add("test.cat", text.as_str());
        let error = parse(file, &text).unwrap_err();
        assert_eq!(error.message, "this is nested too deeply");
    }
    for suffix in ["?", " y", "^-1"] {
        let text = format!("let x = y{}", suffix.repeat(100_000));
        let file = Sources::default().add("test.cat", text.as_str());
        assert!(parse(file, &text).is_err());
    }
    let text = format!("let x = y{}", " | y ; z".repeat(100_000));
    assert_eq!(parsed(&text).instructions.len(), 1);
}

/// A changed text is a model that comes back, or a complaint that lies within it.
#[test]
fn garbled_text_is_refused_or_means_something() {
    let words: Vec<&str> = EVERY_INSTRUCTION.split_inclusive([' ', '\n', '|', '(', ')']).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut accepted = 0;
    for round in 0..20_000 {
        let mut changed = words.clone();
        for _ in 0..1 + below(3) {
            let (one, other) = (below(changed.len()), below(changed.len()));
            match below(3) {
                0 => changed.swap(one, other),
                1 => changed[one] = changed[other],
                _ => drop(changed.remove(one)),
            }
        }
        let mut text = changed.concat();
        if round % 4 == 0 {
            text.truncate(below(text.len()));
        }
        let mut sources = Sources::default();
        let file = sources.add("test.cat", text.as_str());
        match parse(file, &text) {
            Ok(model) => {
                assert_eq!(parsed(&model.to_string()), model);
                accepted += 1;
            }
            Err(error) => {
                assert!(text.get(error.span.range()).is_some(), "{error:?}");
                error.render(&sources);
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}
