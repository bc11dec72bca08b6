//! Does each part of the grammar become the tree it should? One small module per part.

use base::Ordering;
use llvm::tree::instruction::{Callee, Scope};
use llvm::tree::metadata::Field;
use llvm::tree::symbol::Linkage;
use llvm::tree::{
    BinaryOperation, Constant, ConstantId, Definition, Function, InstructionKind, Metadata, Module,
    Operand, Type, TypeId, UpdateOperation,
};

fn parse(text: &str) -> Module {
    llvm::parse(text).unwrap_or_else(|problem| {
        let (line, column) = problem.line_and_column(text);
        panic!("{line}:{column}: {}", problem.message)
    })
}

/// The instructions of a function with this body.
fn body(parameters: &str, body: &str) -> (Module, Vec<InstructionKind>) {
    let text = format!("@g = global i32 0\ndefine void @f({parameters}) {{\n{body}\n}}\n");
    let module = parse(&text);
    let kinds = module.functions[0].instructions().map(|each| each.kind.clone());
    let kinds = kinds.collect();
    (module, kinds)
}

fn initializer(module: &Module, name: &str) -> ConstantId {
    match &module.find(name).unwrap().definition {
        Definition::Variable(variable) => variable.initializer.unwrap(),
        other => panic!("{other:?}"),
    }
}

fn integer(module: &Module, id: ConstantId) -> u64 {
    match module.constants.get(id) {
        Constant::Integer { low, .. } => *low,
        other => panic!("{other:?}"),
    }
}

fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    match module.find(name).unwrap().definition {
        Definition::Function(id) => module.function(id),
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn typed_and_opaque_pointers_give_the_same_tree() {
    let typed = "%p = getelementptr inbounds [4 x i32*], [4 x i32*]* %a, i64 0, i64 %i
      %q = load i32*, i32** %p, align 8
      %v = load atomic i32, i32* %q seq_cst, align 4
      store volatile i32 %v, i32* @g, align 4
      ret void";
    let opaque = typed.replace("[4 x i32*]*", "ptr").replace("i32**", "ptr").replace("i32*", "ptr");
    let (_, typed) = body("i64 %i, [4 x i32*]* %a", typed);
    let (_, opaque) = body("i64 %i, ptr %a", &opaque);
    assert_eq!(format!("{typed:?}"), format!("{opaque:?}"));
    let InstructionKind::Load { access, .. } = &typed[2] else { panic!("{typed:?}") };
    assert_eq!((access.ordering, access.volatile), (Ordering::SeqCst, false));
}

#[test]
fn memory_instructions() {
    let (module, kinds) = body(
        "ptr %p, i32 %n",
        r#"%a = alloca [8 x i8], i32 %n, align 16, !dbg !0
           %c = cmpxchg weak volatile ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
           %u = atomicrmw nand ptr %p, i32 5 syncscope("agent") release, align 4
           fence syncscope("singlethread") seq_cst
           ret void
         }
         !0 = !{}
         define void @other() {
           ret void"#,
    );
    assert!(matches!(kinds[0], InstructionKind::Alloca { count: Some(_), align: Some(16), .. }));
    let InstructionKind::CompareExchange(exchange) = &kinds[1] else { panic!("{kinds:?}") };
    assert_eq!(exchange.access.ordering, Ordering::AcquireRelease);
    assert_eq!(exchange.failure, Ordering::Relaxed);
    assert!(exchange.weak && exchange.access.volatile);
    assert!(matches!(
        kinds[2],
        InstructionKind::AtomicUpdate { operation: UpdateOperation::Nand, access, .. }
            if access.scope == Scope::Other
    ));
    assert!(matches!(kinds[3], InstructionKind::Fence { scope: Scope::SingleThread, .. }));
    let function = &module.functions[0];
    let pair = function.values.iter().map(|value| value.value_type).nth(3).unwrap();
    assert_eq!(module.types.display(pair, &module.names), "{ i32, i1 }");
}

#[test]
fn arithmetic_with_every_flag() {
    let (_, kinds) = body(
        "i32 %a, double %d",
        "%1 = add nuw nsw i32 %a, -1
         %2 = or disjoint i32 %1, 4
         %3 = sdiv exact i32 %2, 2
         %4 = zext nneg i32 %3 to i64
         %5 = trunc nuw nsw i64 %4 to i16
         %6 = icmp samesign ult i16 %5, 9
         %7 = select i1 %6, i32 %1, i32 poison
         %8 = fadd reassoc nnan double %d, 1.000000e+00
         %9 = freeze i32 %7
         %10 = getelementptr inbounds nuw i8, ptr @g, i64 %4
         ret void",
    );
    assert_eq!(kinds.len(), 11);
    assert!(matches!(
        kinds[7],
        InstructionKind::Binary { operation: BinaryOperation::FloatAdd, .. }
    ));
}

#[test]
fn numbers_without_names_are_shared_by_parameters_blocks_and_results() {
    // The entry is %1, the call %2, the block after it %3.
    let module = parse(
        "declare i32 @h()
         define i32 @f(i32) {
           call i32 @h()
           br label %3
         3:
           %4 = phi i32 [ %2, %1 ], [ %0, %3 ]
           br i1 true, label %3, label %\"a b\"
         \"a b\":
           ret i32 %4
         }",
    );
    let function = function(&module, "f");
    assert_eq!(function.blocks.len(), 3);
    assert_eq!(function.values.len(), 3);
}

#[test]
fn calls_and_their_attributes() {
    let (module, kinds) = body(
        "ptr %p",
        r#"call void @v(ptr noundef byval({ i32, i64 }) align 8 %p, i32 signext range(i32 0, 5) 3) #0, !srcloc !0
           %r = tail call fastcc noundef nonnull align 4 dereferenceable(8) ptr %p() nounwind memory(none) "k"="v" [ "b"(i32 1, ptr %p) ]
           call void (ptr, ...) @w(ptr %p, i64 4)
           call void asm sideeffect "mfence", "~{memory},~{dirflag}"()
           invoke void @v(ptr %p, i32 0)
             to label %next unwind label %pad
         next:
           ret void
         pad:
           %l = landingpad { ptr, i32 }
             cleanup
           resume { ptr, i32 } %l
         }
         !0 = !{i64 7}
         declare void @v(ptr, i32)
         declare void @w(ptr, ...)
         define void @other() personality ptr @v {
           ret void"#,
    );
    let InstructionKind::Call(call) = &kinds[0] else { panic!("{kinds:?}") };
    assert!(call.arguments[0].by_value.is_some() && call.arguments[1].by_value.is_none());
    let InstructionKind::Call(call) = &kinds[1] else { panic!("{kinds:?}") };
    assert_eq!(call.result, TypeId::POINTER);
    let InstructionKind::Call(call) = &kinds[3] else { panic!("{kinds:?}") };
    assert!(
        matches!(call.callee, Callee::Assembly { template, .. } if module.names.text(template) == "mfence")
    );
    assert!(matches!(kinds[4], InstructionKind::Invoke { .. }));
    let InstructionKind::LandingPad { cleans_up, clauses } = &kinds[6] else { panic!("{kinds:?}") };
    assert!(*cleans_up && clauses.is_empty());
    assert!(matches!(kinds[7], InstructionKind::Resume(_)));
    assert!(function(&module, "w").variadic);
}

#[test]
fn an_unknown_instruction_keeps_its_name_and_its_line() {
    let (module, kinds) = body(
        "i32 %a",
        "%x = frobnicate i32 %a, [ i32 1,
            i32 2 ], !dbg !0
         %y = add i32 %x, 1
         %z = load atomic i32, ptr @g unordered, align 4
         newbr label %w
       w:
         ret void
       }
       !0 = !DILocation(line: 3, scope: !1)
       !1 = distinct !DISubprogram(name: \"f\")
       define void @other() {
         ret void",
    );
    assert_eq!(kinds.len(), 5);
    let InstructionKind::Unsupported { what, ends_block } = kinds[0] else { panic!("{kinds:?}") };
    assert_eq!(module.names.text(what), "instruction `frobnicate`");
    assert!(!ends_block);
    assert!(module.functions[0].blocks[0].instructions[0].debug.is_some());
    assert!(matches!(kinds[2], InstructionKind::Unsupported { .. }));
    assert!(matches!(kinds[3], InstructionKind::Unsupported { ends_block: true, .. }));
}

#[test]
fn globals() {
    let module = parse(
        r#"%s = type { i8, [2 x i16] }
           @0 = private unnamed_addr constant [4 x i8] c"a\22\00b", align 1
           @x = internal thread_local(initialexec) global %s { i8 -1, [2 x i16] [i16 1, i16 2] }, section "s", align 8, !dbg !0
           @y = external dso_local local_unnamed_addr global ptr
           @z = weak hidden global <{ ptr, i64 }> <{ ptr @0, i64 ptrtoint (ptr @x to i64) }>, comdat($c)
           @w = common global [4 x i64] zeroinitializer #0
           @a = alias i32 (i32), ptr @f
           @i = ifunc void (), ptr @f
           @"q\41" = global ptr getelementptr inbounds ([4 x i8], ptr @0, i64 0, i64 1)
           $c = comdat any
           declare i32 @f(i32) unnamed_addr #1
           attributes #0 = { "x"="}" memory(none) }
           !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
           !1 = distinct !DIGlobalVariable(name: "x", line: 4)
           ^0 = module: (path: "a", hash: (0, 1))
           ^1 = flags: 8"#,
    );
    let pointer = module.constants.get(initializer(&module, "qA"));
    assert!(matches!(pointer, Constant::GetElementPointer { indices, .. } if indices.len() == 2));
    let bytes = module.symbols.iter().find_map(|symbol| match &symbol.definition {
        Definition::Variable(variable) if symbol.name.is_none() => variable.initializer,
        _ => None,
    });
    assert_eq!(*module.constants.get(bytes.unwrap()), Constant::Bytes(b"a\"\0b"[..].into()));
    let Definition::Variable(x) = &module.find("x").unwrap().definition else { panic!() };
    assert!(x.thread_local && x.align == Some(8) && x.debug.len() == 1);
    let Constant::Aggregate(parts) = module.constants.get(x.initializer.unwrap()) else { panic!() };
    assert_eq!(integer(&module, parts[0]), 0xff);
    assert_eq!(module.find("y").unwrap().linkage, Linkage::External);
    assert_eq!(module.find("z").unwrap().linkage, Linkage::Weak);
    assert!(matches!(module.find("a").unwrap().definition, Definition::Alias { .. }));
    assert!(matches!(module.find("i").unwrap().definition, Definition::IndirectFunction));
}

#[test]
fn types() {
    let module = parse(
        r#"%a = type { %b*, i8 addrspace(3)*, void (%a, ...)* }
           %b = type <{ <4 x float>, [0 x %c], <vscale x 2 x i64> }>
           %c = type opaque
           %0 = type { target("spirv.Image", void, 1), x86_fp80 }"#,
    );
    let shown: Vec<String> = module
        .types
        .named
        .iter()
        .map(|named| {
            named.body.map_or("opaque".to_owned(), |id| module.types.display(id, &module.names))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "{ ptr, ptr addrspace(3), ptr }",
            "<{ <4 x float>, [0 x %c], <vscale x 2 x i64> }>",
            "opaque",
            "{ target, x86_fp80 }"
        ]
    );
    assert_eq!(*module.types.get(TypeId::BOOLEAN), Type::Integer(1));
}

#[test]
fn debug_information_of_old_and_new_versions() {
    let old = "call void @llvm.dbg.declare(metadata ptr %p, metadata !1, metadata !DIExpression()), !dbg !2";
    let new = "#dbg_declare(ptr %p, !1, !DIExpression(), !2)";
    for record in [old, new] {
        let text = format!(
            "define void @f(ptr %p) !dbg !3 {{
               {record}
               #dbg_label(!1, !2)
               ret void, !dbg !2
             }}
             declare void @llvm.dbg.declare(metadata, metadata, metadata)
             !1 = !DILocalVariable(name: \"x\", arg: 1, scope: !3, type: null, flags: DIFlagA | DIFlagB)
             !2 = !DILocation(line: 7, column: 3, scope: !3)
             !3 = distinct !DISubprogram(name: \"f\", unit: !{{}}, value: i32 5)
             !named = !{{!1, !2}}"
        );
        let module = parse(&text);
        let instructions = &module.functions[0].blocks[0].instructions;
        let InstructionKind::DebugVariable(variable) = &instructions[0].kind else {
            panic!("{instructions:?}")
        };
        assert!(variable.is_address);
        assert!(matches!(variable.value, Some(Operand::Local(_))));
        let node = variable.variable.unwrap();
        let name = module.metadata.text(node, "name", &module.names).unwrap();
        assert_eq!(module.names.text(name), "x");
        assert_eq!(module.metadata.word(node, "flags", &module.names), Some("DIFlagA"));
        for instruction in instructions {
            let location = instruction.debug.unwrap();
            assert_eq!(module.metadata.number(location, "line", &module.names), Some(7));
        }
        let subprogram = module.functions[0].debug.unwrap();
        let value = module.metadata.field(subprogram, "value", &module.names);
        let Some(Field::Reference(value)) = value else { panic!("{value:?}") };
        assert!(matches!(module.metadata.get(value), Metadata::Constant(_)));
    }
}
