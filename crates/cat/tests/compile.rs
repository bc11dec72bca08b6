//! What the compiler makes of the larger constructs of the language.

mod support;

use cat::program::{Input, Meaning, Operator};
use cat::{File, LibraryOnly, Loader, Options, Program, Vocabulary, compile};
use support::Execution;

fn options<'o>(vocabulary: &'o Vocabulary, variants: &'o [&'o str]) -> Options<'o> {
    Options { vocabulary, variants, loader: &LibraryOnly }
}

fn file(text: &str) -> File {
    File { path: "test.cat".to_owned(), text: text.to_owned() }
}

#[track_caller]
fn program_with(text: &str, variants: &[&str]) -> Program {
    let vocabulary = Vocabulary::basic();
    compile(vec![file(text)], &options(&vocabulary, variants))
        .unwrap_or_else(|failure| panic!("{failure}"))
}

#[track_caller]
fn program(text: &str) -> Program {
    program_with(text, &[])
}

/// The names of the inputs that a program uses.
fn inputs(program: &Program) -> Vec<String> {
    let name = |input: &Input| match &input.meaning {
        Meaning::Named(name) => name.to_string(),
        Meaning::Tagged(name) => format!("'{name}"),
        Meaning::Scope(name) => format!("scope '{name}"),
    };
    program.inputs.iter().map(name).collect()
}

#[test]
fn what_is_said_twice_is_computed_once() {
    let twice =
        program("acyclic (po; rf) | (po; rf)^-1 acyclic (rf & po)^+ | (po; rf) acyclic po & rf");
    // po, rf, po; rf, its inverse, the first union, rf & po, its closure, the second union.
    assert_eq!(twice.instructions.len(), 8);
    assert_eq!(twice.checks.len(), 3);
}

#[test]
fn what_nothing_needs_is_not_computed() {
    let lazy = program("let a = po; rf let b = a | loc let c = b^+ empty a & int");
    assert_eq!(inputs(&lazy), ["po", "rf", "int"]);
    assert_eq!(lazy.instructions.len(), 5);
}

#[test]
fn pictures_come_last() {
    let shown = program("show po; rf as a empty po show loc unshow loc show int, nothing");
    assert_eq!(shown.judging, 1);
    let names: Vec<&str> = shown.shown.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["a", "int"]);
}

#[test]
fn closures_need_no_loop_and_loops_have_no_constants() {
    assert!(program("let rec ob = po | rf | ob; ob irreflexive ob").recursions.is_empty());
    let looped = program("let rec x = (po; rf) | x; po; rf; x acyclic x");
    let [recursion] = &looped.recursions[..] else { panic!("{looped:?}") };
    // The variable, x; po, that; rf, that; x, and the union. `po; rf` is outside.
    assert_eq!(recursion.body.len(), 5);
    assert_eq!(looped.instructions[recursion.body.start].operator, Operator::Variable);
    assert_eq!(looped.prefix(looped.checks[0].slot), recursion.body.end);
}

#[test]
fn programs_can_be_read() {
    let listed = program(
        "let rec x = (po; rf) | x; po; x
         let loops = domain(x & id)
         with y from map (fun e -> e ++ 0) loops
         flag ~empty loops * ~W as loops
         acyclic x | y
         show x^-1 as back",
    );
    let expected = "\
%0 = _
%1 = [%0]
%2 = po
%3 = rf
%4 = %2; %3
loop %5 = %8
  %5
  %6 = %5; %2
  %7 = %6; %5
  %8 = %4 | %7
%9 = %1 & %5
%10 = domain(%9)
%11 = W
%12 = %0 \\ %11
%13 = %10 * %12
%14 = y
%15 = %5 | %14
%16 = %5^-1
with y from match S with || {} -> {} || element ++ rest -> f element ++ over rest end
flag ~empty %13 as loops
acyclic %15
show %16 as back
";
    assert_eq!(listed.to_string(), expected);
}

#[test]
fn stages_follow_inputs_and_choices() {
    let staged = program(
        "let rec x = (po; rf) | x; po; x acyclic po^+ acyclic x with co from linear-orders (loc, x) acyclic co; po",
    );
    let stages =
        staged.stages(|input| usize::from(input.meaning == Meaning::Named("rf".into())), |_| 2);
    let of_checks: Vec<usize> =
        staged.checks.iter().map(|check| stages[check.slot.index()]).collect();
    assert_eq!(of_checks, [0, 1, 2]);
    assert_eq!(staged.checks.iter().map(|check| check.choices).collect::<Vec<_>>(), [0, 0, 1]);
}

#[test]
fn functions_and_procedures_are_gone() {
    let flat = program(
        "let f (a, b) c = a; b; c
         let g = f (po, rf)
         procedure ordered (r) = let s = r | co0 in acyclic s end
         call ordered (g loc) as first
         call ordered (g int)",
    );
    let names: Vec<Option<&str>> = flat.checks.iter().map(|check| check.name.as_deref()).collect();
    assert_eq!(names, [Some("first"), None]);
}

#[test]
fn variants_decide() {
    let text = "let r = if \"a\" && not \"b\" then po else rf
                if \"b\" || variant \"c\" empty r else acyclic r end";
    assert_eq!(inputs(&program_with(text, &["a"])), ["po"]);
    assert_eq!(inputs(&program_with(text, &["a", "b"])), ["rf"]);
}

#[test]
fn what_is_not_there_can_be_tried() {
    let tried = program(
        "let DMB = try DMB with emptyset empty (try fencerel(DSB) with 0) | fencerel(DMB) empty try W with M",
    );
    assert_eq!(inputs(&tried), ["W"]);
}

#[test]
fn a_bell_file_names_the_events_with_tags() {
    let bell = file(
        "enum Accesses = 'once || 'acquire
         enum Barriers = 'mb || 'rcu-lock
         instructions R[{'once, 'acquire}]
         instructions F[Barriers]
         let order t = match t with || 'once -> 0 || _ -> [tag2events t]; po end",
    );
    let model = file(
        "forall t in Accesses do acyclic order t end
         empty fencerel(Mb) & fencerel(Rcu-lock)
         empty tag2scope('mb)",
    );
    let vocabulary = Vocabulary::basic();
    let compiled = compile(vec![bell, model], &options(&vocabulary, &[])).unwrap();
    assert_eq!(inputs(&compiled), ["po", "'acquire", "'mb", "'rcu-lock", "scope 'mb"]);
    assert_eq!(compiled.checks.len(), 4);
    let annotation = &compiled.annotations[1];
    assert_eq!((&*annotation.events, annotation.tags.len()), ("F", 2));
}

/// Files of this test by their names.
struct Files(&'static [(&'static str, &'static str)]);

impl Loader for Files {
    fn load(&self, name: &str, _: &str) -> Result<Option<File>, String> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        Ok(found.map(|(_, text)| File { path: name.to_owned(), text: (*text).to_owned() }))
    }
}

#[test]
fn files_are_included_once() {
    let files = Files(&[
        ("a.cat", "include \"b.cat\" empty r"),
        ("b.cat", "include \"c.cat\" let r = q empty r"),
        ("c.cat", "let q = po acyclic q"),
    ]);
    let vocabulary = Vocabulary::basic();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &files };
    let model = file("title include \"c.cat\" include \"a.cat\" include \"b.cat\"");
    let compiled = compile(vec![model], &options).unwrap();
    assert_eq!(compiled.checks.len(), 3);
    assert_eq!(compiled.title, ["title"]);
}

/// A file that is there and cannot be read.
struct Pipe;

impl Loader for Pipe {
    fn load(&self, name: &str, _: &str) -> Result<Option<File>, String> {
        if name == "stdlib.cat" { Ok(None) } else { Err("it is a pipe".to_owned()) }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_looked_for_elsewhere() {
    let vocabulary = Vocabulary::basic();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &Pipe };
    let failure = compile(vec![file("include \"cos.cat\"")], &options).unwrap_err();
    assert_eq!(failure.error.kind, cat::ErrorKind::Include);
    assert_eq!(failure.error.message, "\"cos.cat\" is not read: it is a pipe");
}

/// A file that is another one whenever it is asked for.
struct Endless;

impl Loader for Endless {
    fn load(&self, name: &str, from: &str) -> Result<Option<File>, String> {
        let text = "include \"again.cat\"".to_owned();
        Ok((name == "again.cat").then(|| File { path: format!("{from}+"), text }))
    }
}

#[test]
fn endless_includes_are_refused() {
    let vocabulary = Vocabulary::basic();
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &Endless };
    let failure = compile(vec![file("include \"again.cat\"")], &options).unwrap_err();
    assert_eq!(failure.error.kind, cat::ErrorKind::Include);
}

/// Matching pairs of nested sections, found from the inside out: a recursion that is not monotone,
/// but in which one relation only grows.
#[test]
fn sections_are_matched_by_a_recursion_that_grows() {
    let text = "
        let nested = (LOCK & ONE) * (UNLOCK & ONE) | (LOCK & TWO) * (UNLOCK & TWO)
        let rec open = LOCK \\ domain(pairs)
        and closed = UNLOCK \\ range(pairs)
        and left = open | closed
        and near = [left]; po; [left]
        and pairs = pairs | (([open]; po; [closed]) \\ (near; near))
        flag ~empty pairs as some
        flag ~empty pairs \\ nested as wrong
        flag ~empty nested \\ pairs as missing";
    let vocabulary = Vocabulary::basic().sets(["LOCK", "UNLOCK", "ONE", "TWO"]);
    let compiled = compile(vec![file(text)], &options(&vocabulary, &[])).unwrap();
    let execution = Execution::new("LOCK.ONE Rx0 LOCK.TWO Ry0 UNLOCK.TWO UNLOCK.ONE");
    let [judgement] = &execution.judgements(&compiled)[..] else { panic!("one way") };
    let flags: Vec<&str> = judgement
        .flags
        .iter()
        .map(|flag| compiled.checks[*flag].name.as_deref().unwrap())
        .collect();
    assert_eq!(flags, ["some"]);
}

/// What each way to choose one external write for each read is, by functions over sets of events.
#[test]
fn choices_can_be_interpreted() {
    let compiled = program(
        "include \"cross.cat\"
         let sources r = let single p = p ++ 0 in map single (W * {r} & loc & ext)
         with seen from cross (map sources R)
         empty (seen; seen^-1) \\ id as function
         flag ~empty seen as something",
    );
    // x is written three times elsewhere and initially, y initially and once elsewhere.
    let judgements = Execution::new("Rx0 Ry0 | Wx1 Wx2 | Wx3 Wy1").judgements(&compiled);
    assert_eq!(judgements.len(), 4 * 2);
    let allowed: Vec<_> = judgements.iter().filter(|judgement| judgement.is_allowed()).collect();
    assert_eq!(allowed.len(), 8);
    assert!(allowed.iter().all(|judgement| judgement.flags.len() == 1));
}

/// What waits for an execution may be a part of a tuple.
#[test]
fn tuples_wait_with_their_parts() {
    let compiled = program(
        "let but-one S = match S with || {} -> {} || e ++ rest -> rest end
         let pair = (but-one W, po)
         with order from linearisations pair
         acyclic order",
    );
    // Of four writes, two of them initial, three are left, and nothing orders them.
    assert_eq!(Execution::new("Wx1 Wx2 | Ry0").judgements(&compiled).len(), 6);
}

#[test]
fn linear_orders_are_chosen_by_location() {
    let text = "with co from generate_orders (W, co0) acyclic co";
    let direct = program(&format!("include \"cross.cat\" {text}"));
    let by_hand = program(&format!(
        "include \"cross.cat\"
         let orders (order, sets) = map (fun S -> linearisations (S, order)) sets
         let generate_orders (S, order) = cross (orders (order, partition S))
         {text}"
    ));
    for text in [
        "Wx1 Wy1 | Wx2 Wy2",
        "Wx1 | Rx0",
        "Wx1 | Wx2 | Wx3",
        "Wx1 | Wx2 | Wx3 | Wx4 | Wx5 | Wx6",
        "Wx1 | Wx2 Wy1 | Wx3 Wy2 Wz1",
    ] {
        let execution = Execution::new(text);
        let count = |program: &Program| execution.judgements(program).len();
        assert_eq!(count(&direct), count(&by_hand), "{text}");
    }
    let fours = Execution::new("Wx1 | Wx2 Wy1 | Wx3 Wy2 Wz1");
    assert_eq!(fours.judgements(&direct).len(), 6 * 2);
}

/// Programs are shared between threads that judge executions.
#[test]
fn programs_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Program>();
}

#[test]
fn long_models_fit_on_the_stack() {
    let mut text = String::new();
    for index in 0..3000 {
        text.push_str(&format!("let r{index} = po | rf; loc\n"));
    }
    let union: Vec<String> = (0..20_000).map(|index| format!("r{}; po", index % 3000)).collect();
    text.push_str(&format!("let rec x = {} | x; po\nacyclic x", union.join(" | ")));
    assert_eq!(program(&text).checks.len(), 1);
}
