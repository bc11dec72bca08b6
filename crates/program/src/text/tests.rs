//! What goes out comes back, mistakes are located, and nothing panics.

use super::{parse, print};
use crate::instruction::{Instruction, Operand, Register};
use crate::structure::{FunctionId, GlobalId};
use crate::testing::arbitrary;
use crate::verify;
use ::testing::Random;

const EXAMPLE: &str = r#"
// Everything once.
source "foo.c"
global @x : 4
global @y : 8 = "\01\00\00\00"
constant @msg : 6 = "hello\00"
global @p : 24 = &x+4, &worker i32 -2 "ab",
global @cells : 16 layout {seq: i32 @0, val: i32 @4; 8}[2]

function @worker(%arg) {
entry:
  %r = load.4 seq_cst @x !0:3:5
  store.8 release volatile @y+0, %r
  %old = rmw.4 add acq_rel @x, 1
  %old, %ok = cas.4 seq_cst relaxed @x, 0, 0x10
  %old, %ok = cas.4 weak acq_rel @x, 0, -1,
  fence seq_cst

  %c = add.32 %r, %old      // comments anywhere
  %c = ult.64 %c, 5
  %c = sext.8.64 %c
  %c = trunc.8 %c
  %c = select %ok, %c, undefined
  %c = %ok
  %v, %w = call @two(%c, 1,
                     @msg)
  call %v()
  call indirect @two(1)
  %t = spawn @worker, %arg
  %v = join %t
  %t = self
  mutex_init @cells
  lock @cells
  %r = trylock @cells
  unlock @cells
  mutex_destroy @cells
  %s = stack 4 "local" layout i32
  %h = heap %r
  %h = zeroed 16 "z"
  free %h
  %b = block 8 "inner"
  leave %b
  %h = new 4
  delete %h
  %h = new_array 4
  delete_array %h
  assume %c
  %v = choose 0, 3
  atomic_begin
  atomic_end
  print @msg, %v, 3
  spin_mark %e, %v -> %m, %w -> %n
  spin_check %e, %v -> %m
  entry_check %e, %v -> %m
  bound %k, 10
  branch %c, a, b
a: switch %v, b, 1: a, -2: last,
b:
  fail error-reached
  fail assertion, @msg
  unsupported "inline assembly"
  exit_thread %v
  exit 1
  unreachable
last: return
}

function @two(%a, %b) variadic { return %a, %b }
"#;

#[test]
fn the_example_comes_back() {
    let program = parse(EXAMPLE).unwrap();
    let text = print(&program);
    assert_eq!(parse(&text).as_ref(), Ok(&program), "{text}");
    let again = print(&parse(&text).unwrap());
    assert_eq!(again, text);
}

#[test]
fn names_become_indices_and_addresses() {
    let program = parse(EXAMPLE).unwrap();
    let worker = &program.functions[0];
    assert_eq!(worker.registers[..3], ["arg", "r", "old"]);
    assert_eq!(worker.parameters, 1);
    assert_eq!(program.globals[3].bytes[..8], (GlobalId(0).address().0 + 4).to_le_bytes());
    assert_eq!(program.globals[3].bytes[8..16], FunctionId(0).address().0.to_le_bytes());
    assert_eq!(program.globals[3].bytes[16..], *b"\xfe\xff\xff\xffab");
    let Instruction::Store { address, value, .. } = &worker.blocks[0].instructions[1] else {
        panic!()
    };
    assert_eq!(*address, Operand::Constant(GlobalId(1).address().0));
    assert_eq!(*value, Operand::Register(Register(1)));
    assert_eq!(program.functions[1].blocks[0].name, "entry");
}

#[test]
fn numbers_and_names_of_registers_mix() {
    let text = "function @f(%a) unused(%6.gone) {\n %x = %2.y\n %z = %0\n %4 = 1\n return\n}";
    let program = parse(text).unwrap();
    assert_eq!(program.functions[0].registers, ["a", "x", "y", "z", "", "", "gone"]);
    assert_eq!(parse(&print(&program)), Ok(program));
}

#[test]
fn a_small_text_is_no_large_program() {
    let function = |name: usize| format!("function @f{name}() {{\n  %1048575 = 1\n  return\n}}\n");
    assert_eq!(parse(&function(0)).unwrap().functions[0].registers.len(), 1 << 20);
    let many: String = (0..1000).map(function).collect();
    let problem = parse(&many).unwrap_err();
    assert_eq!(problem.message, "more than 1048576 registers that are never mentioned");
    assert_eq!(&many[problem.span], function(1).trim_end());
}

#[test]
fn every_verified_program_comes_back() {
    for seed in 0..2000 {
        let program = arbitrary::program(&mut Random::new(seed));
        verify(&program).unwrap_or_else(|problems| panic!("seed {seed}: {problems:?}"));
        let text = print(&program);
        match parse(&text) {
            Ok(back) => assert_eq!(back, program, "seed {seed}\n{text}"),
            Err(mistake) => {
                panic!("seed {seed}: {mistake} at {:?}\n{text}", mistake.line_and_column(&text))
            }
        }
    }
}

/// Where and what the mistake in a text is.
fn mistake(text: &str) -> (usize, String) {
    let diagnostic = parse(text).expect_err("the text has a mistake");
    (diagnostic.line_and_column(text).0, diagnostic.message)
}

#[test]
fn mistakes_are_located() {
    let in_function =
        |statement: &str| mistake(&format!("function @f() {{\n{statement}\nreturn\n}}"));
    let cases = [
        ("frobnicate %x", "there is no instruction `frobnicate`"),
        ("%x = load @y", "`load` needs its size in bytes"),
        ("%x = load.4 @y", "`y` is not declared"),
        ("store.4 0,", "expected an operand before the end of the line"),
        ("store.9 0, 0", "an access of 9 bytes (1 to 8 are possible)"),
        ("%x = add.65 0, 0", "a width of 65 bits (1 to 64 are possible)"),
        ("%x = store.4 0, 0", "`store` has no result"),
        ("load.4 0", "`load` has one result"),
        ("%a, %a = cas.4 0, 0, 0", "register %0 is written twice at once"),
        ("fence", "a fence needs an order"),
        ("fence seq_cst MFENZE", "`MFENZE` is neither an order nor a tag"),
        ("%x = load.4 acquire volatil @y", "`volatil` is neither an order nor a tag"),
        ("%x = load.4 atomic_block @y", "`atomic_block` is neither an order nor a tag"),
        ("fail badly", "`badly` is no kind of violation"),
        ("%x = rmw.4 frob 0, 1", "expected what `rmw` does, not `frob`"),
        ("%x = 1 %y = 2", "expected the end of the line, not a register"),
        ("call @f(1)", "a call with 1 arguments of a function with 0 parameters"),
        ("%x = call @f()", "a call that takes 1 results of a function that returns 0"),
        ("%x = stack 4 #0", "there is no site #0"),
        ("%x = %1.x", "this function has both `%x` and `%1.x`"),
        ("%1.a = %1.b", "register 1 is called `a` and `b`"),
        ("%99999999 = 1", "register numbers end at 1048575"),
        ("%x = 12ab", "this is no number"),
        ("%x = 99999999999999999999", "this number does not fit 64 bits"),
        ("assume %x !0:1:1", "there is no source file 0"),
        ("unsupported \"a", "this string has no end"),
        ("unsupported \"\\q\"", "this escape is not known"),
        ("%x = stack 4 layout i33", "expected a layout"),
        ("? = 1", "unexpected character `?`"),
    ];
    for (statement, message) in cases {
        assert_eq!(in_function(statement), (2, message.to_owned()), "{statement}");
    }
}

#[test]
fn mistakes_of_structure_are_located() {
    let cases = [
        ("function @f() {\na:\nb: return\n}", 2, "the block `a` has no end"),
        ("function @f() {\njump a\n}", 2, "no block has the label `a`"),
        ("function @f() {\na: return\na: return\n}", 3, "two blocks have the label `a`"),
        (
            "function @f() {\nreturn\nreturn\n}",
            3,
            "this statement is in no block: the one before has ended",
        ),
        ("function @f() {\nreturn\n", 3, "the function `@f` has no `}`"),
        ("function @f() {}", 1, "a function without blocks"),
        ("function @f(%a, %a) { return }", 1, "two parameters are called `%a`"),
        ("global @x : 1\nfunction @x() { return }", 2, "`@x` is declared twice"),
        ("global @x : 1\nfunction @f() {\ncall @x()\nreturn\n}", 3, "`@x` is no function"),
        ("global @x : 1 = \"ab\"", 1, "2 initial bytes for a global of 1 bytes"),
        ("global @x : 99999999", 1, "a global of 99999999 bytes (at most 8388608 are possible)"),
        ("\nmain", 2, "expected a declaration, not `main`"),
        (
            "function @f() {\nswitch 1, a, 1: a, 1: a\na: return\n}",
            2,
            "a switch with two cases for 1",
        ),
    ];
    for (text, line, message) in cases {
        assert_eq!(mistake(text), (line, message.to_owned()), "{text}");
    }
    let deep = format!("global @x : 1 layout {}i8", "{a: ".repeat(100_000));
    assert_eq!(mistake(&deep).1, "this layout is nested too deeply");
    let long = format!("global @x : 1 layout i8{}", "[1]".repeat(100_000));
    assert_eq!(mistake(&long).1, "this layout is nested too deeply");
}

#[test]
fn garbled_texts_do_not_panic() {
    let pieces = [
        "{",
        "}",
        "(",
        ")",
        "\"",
        "%",
        "@",
        "#1",
        "\n",
        ",",
        ":",
        "=",
        "!",
        "->",
        "-",
        "9999999999",
        "é",
        "site",
    ];
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let base = if random.one_in(2) {
            EXAMPLE.to_owned()
        } else {
            print(&arbitrary::program(&mut random))
        };
        let mut bytes = base.into_bytes();
        for _ in 0..1 + random.index(4) {
            let position = random.index(bytes.len().max(1)).min(bytes.len());
            match random.index(4) {
                0 => bytes.truncate(position),
                1 => {
                    let end = (position + random.index(20)).min(bytes.len());
                    bytes.drain(position..end);
                }
                2 => {
                    let piece = random.pick(&pieces).bytes();
                    bytes.splice(position..position, piece);
                }
                _ => {
                    let end = (position + random.index(60)).min(bytes.len());
                    let copy = bytes[position..end].to_vec();
                    let target = random.index(bytes.len() + 1);
                    bytes.splice(target..target, copy);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(program) = parse(&text) {
            assert_eq!(parse(&print(&program)), Ok(program), "seed {seed}");
        }
    }
}

#[test]
fn thread_local_variables() {
    let text = "site \"counter\" layout i32\n\
                thread_local #0 : 4 = \"\\07\\00\\00\\00\"\n\
                \n\
                function @main() {\n\
                entry:\n  \
                  %0 = thread_local 0\n  \
                  %1 = load.4 %0\n  \
                  return %1\n\
                }\n";
    let program = parse(text).expect("it is a program");
    assert_eq!(program.thread_locals.len(), 1);
    assert_eq!(print(&program), text);
    for wrong in [
        text.replace("thread_local 0\n", "thread_local 1\n"),
        text.replace("#0 : 4", "#1 : 4"),
        text.replace("#0 : 4", "#0 : 3"),
        text.replace("%1 = load.4 %0", "%1 = stack 4 #0"),
        text.replace("\n\nfunction", "\nthread_local #0 : 4\n\nfunction"),
    ] {
        assert!(parse(&wrong).is_err(), "{wrong}");
    }
}
