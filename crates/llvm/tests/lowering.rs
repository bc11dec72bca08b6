//! Does each construct become the right code of the register machine? Small modules and the text
//! form of what becomes of them; that the code also does the right thing is tested by running C.

use program::{Instruction, Program};

fn lower_all(texts: &[&str]) -> Result<Program, llvm::LinkError> {
    let units: Vec<llvm::Unit> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let module = llvm::parse(text).unwrap_or_else(|problem| {
                let (line, column) = problem.line_and_column(text);
                panic!("{line}:{column}: {}", problem.message)
            });
            llvm::Unit { path: format!("m{index}.ll"), module }
        })
        .collect();
    llvm::lower(&units, &llvm::runtime(llvm::Inputs::default()))
}

fn lower(text: &str) -> Program {
    lower_all(&[text]).unwrap_or_else(|error| panic!("{}", error.diagnostic.message))
}

/// The body of `main` in text form, without positions.
fn main_of(program: &Program) -> String {
    let text = program::text::print(program);
    let start = text.find("function @main").expect("there is a main");
    let body = &text[start..];
    let body = &body[..body.find("\n}").expect("it ends")];
    let lines = body.lines().skip(1).map(|line| line.split(" !").next().unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

/// Compares the body of `main` with what it should be.
fn check(module: &str, expected: &str) {
    let strip = |text: &str| {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(strip(&main_of(&lower(module))), strip(expected));
}

#[test]
fn addresses_are_computed() {
    check(
        "%s = type { i8, [4 x { i16, i32 }] }
         @g = global %s zeroinitializer
         define i32 @main() {
           %i = load i32, ptr @g
           %p = getelementptr %s, ptr @g, i64 1, i32 1, i32 %i, i32 1
           %q = getelementptr i8, ptr %p, i64 -1
           %v = load i32, ptr getelementptr (%s, ptr @g, i64 0, i32 1, i64 2, i32 1)
           ret i32 %v
         }",
        "0:
         %0 = load.4 @g
         %4 = sext.32.64 %0
         %5 = mul.64 %4, 8
         %6 = add.64 @g, %5
         %1 = add.64 %6, 44
         %2 = add.64 %1, -1
         %3 = load.4 @g+24
         return %3",
    );
}

#[test]
fn phis_are_assigned_at_once_and_only_on_their_edge() {
    check(
        "define i32 @main() {
         entry:
           br label %loop
         loop:
           %a = phi i32 [ 1, %entry ], [ %b, %loop ]
           %b = phi i32 [ 2, %entry ], [ %a, %loop ]
           %c = icmp eq i32 %a, 2
           br i1 %c, label %end, label %loop
         end:
           ret i32 %a
         }",
        "entry:
         %1 = 1
         %0 = 2
         jump loop
         loop:
         %2 = eq.32 %1, 2
         branch %2, end, loop.to.loop
         end:
         return %1
         loop.to.loop:
         %3 = %1
         %1 = %0
         %0 = %3
         jump loop",
    );
}

#[test]
fn aggregates_are_several_registers() {
    check(
        "@g = global { i8, i32 } zeroinitializer
         define { i8, i32 } @pair() {
           %v = load { i8, i32 }, ptr @g
           %w = insertvalue { i8, i32 } %v, i32 7, 1
           ret { i8, i32 } %w
         }
         define i32 @main() {
           %p = call { i8, i32 } @pair()
           store { i8, i32 } %p, ptr @g
           %x = cmpxchg weak volatile ptr @g, i8 1, i8 2 acq_rel monotonic
           %ok = extractvalue { i8, i1 } %x, 1
           %z = zext i1 %ok to i32
           %t = atomicrmw max ptr @g, i32 %z release
           fence syncscope(\"singlethread\") seq_cst
           fence acquire
           ret i32 %z
         }",
        "0:
         %0, %1 = call @pair()
         store.1 @g, %0
         store.4 @g+4, %1
         %2, %3 = cas.1 weak acq_rel relaxed volatile @g, 1, 2
         %4 = %3
         %5 = %4
         %6 = rmw.4 max release @g, %5
         fence acquire
         return %5",
    );
}

#[test]
fn what_is_not_supported_says_so_in_its_place() {
    check(
        "declare i32 @outside(i32)
         @elsewhere = external global i32
         define i32 @main() {
           %a = fadd half 0xH3C00, 0xH4000
           %b = call i32 @outside(i32 1)
           %c = load i32, ptr @elsewhere
           %d = udiv i100 7, 2
           %e = va_arg ptr null, i32
           %f = call i64 @llvm.readcyclecounter()
           ret i32 %b
         }
         declare i64 @llvm.readcyclecounter()",
        "0:
         unsupported \"arithmetic on values of type `half`\"
         unsupported \"external function `outside`\"
         unsupported \"external variable `elsewhere`\"
         unsupported \"a division of integers of 65 to 127 bits\"
         unsupported \"instruction `va_arg`\"
         unsupported \"intrinsic `llvm.readcyclecounter`\"
         return %1",
    );
}

#[test]
fn copies_go_by_the_parts_of_a_variable() {
    check(
        "%s = type { i8, i32, ptr }
         @a = global %s zeroinitializer
         define void @main() {
           call void @llvm.memcpy.p0.p0.i64(ptr align 8 @a, ptr align 8 null, i64 16, i1 false)
           call void @llvm.memset.p0.i64(ptr align 2 null, i8 1, i64 5, i1 false)
           ret void
         }
         declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
         declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        "0:
         %0 = call @heddle.check_apart(@a, 0, 16)
         %1 = load.1 0
         store.1 @a, %1
         %2 = load.1 1
         store.1 @a+1, %2
         %3 = load.2 2
         store.2 @a+2, %3
         %4 = load.4 4
         store.4 @a+4, %4
         %5 = load.8 8
         store.8 @a+8, %5
         store.2 0, 257
         store.2 2, 257
         store.1 4, 1
         return",
    );
}

#[test]
fn initial_values_contain_addresses() {
    let program = lower(
        "@t = constant [4 x i8] c\"abc\\00\"
         @s = global { i16, ptr, ptr, i32 } { i16 -2, ptr getelementptr (i8, ptr @t, i64 2), ptr @f, i32 trunc (i64 ptrtoint (ptr @t to i64) to i32) }
         @a = alias i32, ptr getelementptr (i8, ptr @s, i64 8)
         define void @f() {
           ret void
         }
         define ptr @main() {
           ret ptr @a
         }",
    );
    let index = program.globals.iter().position(|global| global.name == "s").unwrap();
    let bytes = &program.globals[index].bytes;
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let text = program.globals.iter().position(|global| global.name == "t").unwrap();
    let text = program::GlobalId(text as u32).address().0;
    assert_eq!(bytes[..2], [0xfe, 0xff]);
    assert_eq!(word(8), text + 2);
    assert_eq!(word(16), program.function_named("f").unwrap().address().0);
    assert_eq!(bytes[24..28], text.to_le_bytes()[..4]);
    assert!(main_of(&program).contains("return @s+8"));
}

#[test]
fn debug_information_names_lines_variables_and_parts() {
    let program = lower(
        "@g = global [2 x { i32, i32 }] zeroinitializer, !dbg !1
         define i32 @main() !dbg !10 {
           %x = alloca i64
           call void @llvm.dbg.declare(metadata ptr %x, metadata !11, metadata !DIExpression()), !dbg !12
           %v = load i32, ptr @g, !dbg !12
           ret i32 %v, !dbg !13
         }
         declare void @llvm.dbg.declare(metadata, metadata, metadata)
         !1 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())
         !2 = !DIGlobalVariable(name: \"g\", type: !3)
         !3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, elements: !{!5})
         !4 = !DICompositeType(tag: DW_TAG_structure_type, size: 64, elements: !{!6, !7})
         !5 = !DISubrange(count: 2)
         !6 = !DIDerivedType(tag: DW_TAG_member, name: \"seq\", baseType: !8, size: 32)
         !7 = !DIDerivedType(tag: DW_TAG_member, name: \"val\", baseType: !8, size: 32, offset: 32)
         !8 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !9)
         !9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
         !10 = distinct !DISubprogram(name: \"main\", file: !14)
         !11 = !DILocalVariable(name: \"local\", scope: !10, type: !15)
         !12 = !DILocation(line: 5, column: 7, scope: !10)
         !13 = !DILocation(line: 6, scope: !16)
         !14 = !DIFile(filename: \"a.c\", directory: \"/d\")
         !15 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)
         !16 = !DILexicalBlock(scope: !10)",
    );
    let global = program.globals.iter().find(|global| global.name == "g").unwrap();
    assert_eq!(global.layout.as_ref().unwrap().path(12).0, "[1].val");
    assert_eq!(program.sites[0].name, "local");
    assert_eq!(program.sites[0].layout.as_ref().unwrap().size(), 8);
    let block = &program.function(program.entry().unwrap()).blocks[0];
    let lines: Vec<Option<u32>> =
        block.positions.iter().map(|position| position.map(|position| position.line)).collect();
    assert_eq!(lines, [None, Some(5), Some(6)]);
    assert_eq!(program.sources, ["/d/a.c"]);
}

#[test]
fn without_debug_information_the_module_is_the_source() {
    let program = lower("define i32 @main() {\n  fence seq_cst\n  ret i32 0\n}");
    let block = &program.function(program.entry().unwrap()).blocks[0];
    let lines: Vec<u32> = block.positions.iter().flatten().map(|position| position.line).collect();
    assert_eq!(lines, [2, 3]);
    assert_eq!(program.sources, ["m0.ll"]);
}

#[test]
fn names_link_modules() {
    let one = "declare i32 @other()\n@x = common global i32 0\n@s = internal global i32 1
        define weak i32 @w() {\n ret i32 1\n}
        define i32 @main() {\n %a = call i32 @other()\n %b = call i32 @w()\n %c = load i32, ptr @x\n %d = load i32, ptr @s\n ret i32 %a\n}";
    let two = "@x = common global i64 0\n@s = internal global i32 2
        define i32 @w() {\n ret i32 2\n}
        define i32 @other() {\n %d = load i32, ptr @s\n ret i32 %d\n}";
    let program = lower_all(&[one, two]).unwrap();
    let sizes: Vec<(&str, u64)> = program
        .globals
        .iter()
        .filter(|global| !global.name.starts_with("heddle."))
        .map(|global| (global.name.as_str(), global.size))
        .collect();
    assert_eq!(sizes, [("s", 4), ("x", 8), ("s.1", 4)]);
    let weak = program.function(program.function_named("w").unwrap());
    let returned = format!("{:?}", weak.blocks[0].terminator);
    assert!(returned.contains("Constant(2)"), "{returned}");
}

#[test]
fn what_does_not_link() {
    let message = |texts: &[&str]| lower_all(texts).unwrap_err().diagnostic.message;
    let main = "define i32 @main() {\n ret i32 0\n}";
    assert_eq!(message(&[main, main]), "`main` is defined in m0.ll and in m1.ll");
    assert_eq!(message(&[""]), "there is no function `main`");
    let big_endian = format!("target datalayout = \"E-m:e\"\n{main}");
    assert_eq!(message(&[&big_endian]), "the module is for a big-endian target");
}

#[test]
fn only_what_main_reaches_is_translated() {
    let program = lower(
        "@used = global ptr @called\n@unused = global ptr @never
         define void @called() {\n ret void\n}\ndefine void @never() {\n ret void\n}
         define ptr @main() {\n ret ptr @used\n}",
    );
    let names: Vec<&str> = program.functions.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["called", "main"]);
}

#[test]
fn library_functions_are_linked_or_built_in() {
    let program = lower(
        "declare ptr @malloc(i64)\ndeclare void @free(ptr)\ndeclare i32 @printf(ptr, ...)
         @format = constant [3 x i8] c\"%d\\00\"
         define i32 @main() {
           %p = call ptr @malloc(i64 8)
           call void @free(ptr %p)
           %n = call i32 (ptr, ...) @printf(ptr @format, i32 3)
           ret i32 0
         }",
    );
    let main = program.function(program.entry().unwrap());
    let kinds: Vec<&Instruction> = main.blocks[0].instructions.iter().collect();
    assert!(matches!(kinds[0], Instruction::Allocate { .. }), "{kinds:?}");
    assert!(kinds.iter().any(|each| matches!(each, Instruction::Call { .. })), "{kinds:?}");
    assert!(kinds.iter().any(|each| matches!(each, Instruction::Print { .. })), "{kinds:?}");
    assert!(program.function_named("free").is_some());
    assert!(program.function_named("pthread_create").is_none());
}
