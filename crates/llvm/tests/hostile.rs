//! Does bad text always end in a complaint: no panic, no hang, no overflow of the stack?

use std::fmt::Write as _;
use std::sync::LazyLock;
use testing::Random;

/// A module that uses most of the grammar.
const MODULE: &str = include_str!("data/every-part.ll");

static RUNTIME: LazyLock<program::Program> =
    LazyLock::new(|| llvm::runtime(llvm::Inputs::default()));

/// The complaint about a text, which lies within it. What is accepted is translated as well.
fn complaint(text: &str) -> Option<String> {
    let problem = match llvm::parse(text) {
        Ok(module) => {
            let path = "hostile.ll".to_owned();
            let unit = llvm::Unit { path, module };
            if let Ok(program) = llvm::lower(&[unit], &RUNTIME) {
                check_program(&program);
            }
            return None;
        }
        Err(problem) => problem,
    };
    assert!(problem.span.end <= text.len().max(problem.span.start + 1), "{problem:?}");
    problem.line_and_column(text);
    Some(problem.message)
}

/// What every program must satisfy: control and calls stay within it.
fn check_program(program: &program::Program) {
    for function in &program.functions {
        assert!(function.parameters as usize <= function.registers.len());
        for block in &function.blocks {
            assert_eq!(block.positions.len(), block.instructions.len() + 1);
            for next in block.terminator.successors() {
                assert!(next.index() < function.blocks.len());
            }
            for instruction in &block.instructions {
                instruction.clone().operands_mut(|operand| {
                    if let program::Operand::Register(register) = operand {
                        assert!((register.0 as usize) < function.registers.len());
                    }
                });
            }
        }
    }
}

fn complains(text: &str, message: &str) {
    let found = complaint(text).unwrap_or_default();
    assert!(found.contains(message), "{found:?} instead of {message:?}");
}

#[test]
fn the_module_itself_is_accepted() {
    assert_eq!(complaint(MODULE), None);
}

#[test]
fn every_truncation() {
    for end in (0..MODULE.len()).filter(|end| MODULE.is_char_boundary(*end)) {
        complaint(&MODULE[..end]);
    }
}

#[test]
fn mutated_bytes() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let interesting = b"%@!#$^\"\\()[]{}<>,=*:;|-+.0159ix \n\0\xc3\xa4c";
    for _ in 0..4000 {
        let mut bytes = MODULE.as_bytes().to_vec();
        for _ in 0..1 + random.index(4) {
            let position = random.index(bytes.len());
            let byte = interesting[random.index(interesting.len())];
            match random.index(3) {
                0 => bytes[position] = byte,
                1 => bytes.insert(position, byte),
                _ => drop(bytes.remove(position)),
            }
        }
        complaint(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn swapped_and_repeated_tokens() {
    let words: Vec<&str> = MODULE.split_inclusive([' ', '\n', ',', '(', ')']).collect();
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..2000 {
        let mut changed = words.clone();
        for _ in 0..1 + random.index(3) {
            let (one, other) = (random.index(words.len()), random.index(words.len()));
            match random.index(3) {
                0 => changed.swap(one, other),
                1 => changed[one] = words[other],
                _ => changed.insert(one, words[other]),
            }
        }
        complaint(&changed.concat());
    }
}

#[test]
fn deep_nesting_is_refused() {
    let depth = 200_000;
    complains(&format!("%t = type {}", "{".repeat(depth)), "nested more than");
    complains(&format!("%t = type {}", "[1 x ".repeat(depth)), "nested more than");
    complains(&format!("@x = global i32 {}", "add (i32 ".repeat(depth)), "nested more than");
    complains(&format!("!0 = {}", "!{".repeat(depth)), "nested more than");
    complains(&format!("!0 = {}", "!DIFile(a: ".repeat(depth)), "nested more than");
    complains(&format!("@x = global i32 {}", "(".repeat(depth)), "expected a type");
    let mut chain = "%t0 = type i32\n".to_owned();
    for index in 1..depth {
        let _ = writeln!(chain, "%t{index} = type {{ %t{} }}", index - 1);
    }
    complains(&chain, "nested more than");
}

#[test]
fn types_that_contain_themselves_are_refused() {
    complains("%a = type { %b }\n%b = type [2 x %a]", "contains itself");
    complains("%a = type %b\n%b = type %a\n@x = global %a { i32 0 }", "contains itself");
    assert_eq!(complaint("%a = type { %a* }"), None);
}

#[test]
fn work_is_linear() {
    let many = 100_000;
    let mut text = "define void @f() {\n".to_owned();
    for index in 0..many {
        let _ = writeln!(text, "  %v{index} = add i32 1, 2\n  frobnicate [ i32 %v{index} ]");
    }
    text.push_str("  ret void\n}\n");
    for index in 0..many {
        let _ = writeln!(text, "define void @g{index}() {{\n  ret void\n}}");
    }
    let _ = writeln!(text, "define void @main() {{\n  call void @f()");
    for index in 0..many / 2 {
        let _ = writeln!(text, "  switch i32 0, label %b{index} [ i32 1, label %end ]\nb{index}:");
    }
    text.push_str("  br label %end\nend:\n  %p = phi i32 [ 0, %0 ], ");
    for index in 0..many / 2 {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{separator}[ {index}, %b{index} ]");
    }
    text.push_str("\n  ret void\n}\n");
    let doubling = |index: usize| {
        let part = format!("i64 ptrtoint (ptr @a{} to i64)", index - 1);
        format!("@a{index} = alias i8, ptr inttoptr (i64 add ({part}, {part}) to ptr)\n")
    };
    let aliases: String = (1..8).map(doubling).collect();
    let aliases = format!("@a0 = global i8 0\n{aliases}define ptr @main() {{\n  ret ptr @a7\n}}");
    let unclosed = format!("@x = global [1 x i8] {}", "[\"".repeat(many));
    assert_eq!(complaint(&text), None);
    assert_eq!(complaint(&aliases), None);
    assert!(complaint(&unclosed).is_some());
}

#[test]
fn long_names_are_not_repeated() {
    let (many, long) = (500, "ä".repeat(5000));
    let mut text = format!("define void @main() {{\n  br label %\"{long}\"\n\"{long}\":\n");
    text.push_str("  switch i32 0, label %b0 [");
    (1..many).for_each(|index| text.push_str(&format!(" i32 {index}, label %b{index}")));
    text.push_str(" ]\n");
    for index in 0..many {
        let _ = writeln!(text, "b{index}:\n  %p{index} = phi i32 [ 1, %0 ]\n  ret void");
    }
    text.push_str("}\n");
    let module = llvm::parse(&text).unwrap();
    let unit = llvm::Unit { path: "hostile.ll".to_owned(), module };
    let program = llvm::lower(&[unit], &RUNTIME).unwrap();
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let names: usize = blocks.map(|block| block.name.len()).sum();
    assert!(names < 10 * text.len(), "{names} bytes of names for {} bytes of text", text.len());
}

#[test]
fn complaints_say_what_is_wrong() {
    complains("define void @f() {", "the text ends where");
    complains("int main() { return 0; }", "expected a definition");
    complains("@x = global i32 @y", "not a constant of type `i32`");
    complains("@x = global ptr @y", "never declared");
    complains("@x = global i32 0\n@x = global i32 1", "defined twice");
    complains("define void @f() {\n  ret i32 %x\n}", "never defined");
    complains("define void @f() {\n  br label %x\n}", "never defined");
    complains("define void @f(i32 %x) {\n  ret i64 %x\n}", "of type `i64` here and `i32`");
    complains("define void @f() {\n  %x = add i32 1, 2\n}", "has no `ret`");
    complains("define void @f() {\n  ret void, !dbg !0\n}", "never defined");
    complains("@x = global [2 x i8] c\"abc\"", "not a constant of type `[2 x i8]`");
    complains("@x = global [3 x i8] c\"abc", "closing quote");
    complains("@x = global %t zeroinitializer", "never defined");
    complains("@99999999999 = global i32 0", "too large");
    assert_eq!(complaint(""), None);
}
