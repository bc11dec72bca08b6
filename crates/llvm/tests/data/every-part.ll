; A module that uses most of the grammar of LLVM IR, for the tests of bad input.
source_filename = "every\20part.c"
target datalayout = "e-m:e-p270:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
module asm ".globl x"

%struct.pair = type { i32, [2 x %struct.inner*], void (i8*, ...)* }
%struct.inner = type <{ i8, i64 }>
%"quoted name" = type opaque
%0 = type { <4 x float>, x86_fp80, target("x", void, 1) }

$group = comdat any

@.str = private unnamed_addr constant [5 x i8] c"a\22b\0A\00", align 1
@pairs = internal thread_local(initialexec) global [2 x %struct.inner] [%struct.inner <{ i8 -1, i64 5 }>, %struct.inner zeroinitializer], section "s", align 16, !dbg !4
@table = dso_local constant { i32, ptr, i64 } { i32 7, ptr @callee, i64 ptrtoint (ptr getelementptr inbounds ([2 x %struct.inner], ptr @pairs, i64 0, i64 1) to i64) }, comdat($group)
@outside = external local_unnamed_addr global i32, align 4
@float = weak_odr hidden global double 1.500000e+00
@other = common global [4 x i64] zeroinitializer #0
@alias = alias i32 (i32), ptr @callee
@chosen = ifunc void (), ptr @callee
@sums = global [2 x i64] [i64 add (i64 ptrtoint (ptr @other to i64), i64 8), i64 select (i1 icmp eq (ptr @other, ptr null), i64 1, i64 -2)]

declare !dbg !9 i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1

define linkonce_odr noundef i32 @callee(i32 noundef signext range(i32 0, 5) %n, ptr byval(%struct.inner) align 8 %s) unnamed_addr #0 comdat align 16 personality ptr @printf !dbg !9 {
entry:
  %a = alloca [4 x i32], align 16
  %b = alloca i8, i32 %n, align 1
  #dbg_declare(ptr %a, !10, !DIExpression(), !11)
  call void @llvm.dbg.value(metadata i32 %n, metadata !10, metadata !DIExpression(DW_OP_plus_uconst, 8)), !dbg !11
  %p = getelementptr inbounds nuw [4 x i32], ptr %a, i64 0, i64 2, !dbg !11
  store atomic volatile i32 %n, ptr %p syncscope("singlethread") release, align 4
  %v = load atomic i32, ptr %p acquire, align 4, !tbaa !{!"int", i64 0}
  %x = cmpxchg weak ptr @outside, i32 %v, i32 undef acq_rel monotonic, align 4
  %x0 = extractvalue { i32, i1 } %x, 0
  %x1 = insertvalue { i32, i1 } %x, i1 true, 1
  %u = atomicrmw volatile umax ptr @outside, i32 %x0 seq_cst, align 4
  fence syncscope("singlethread") seq_cst
  %c = icmp samesign slt i32 %u, %x0
  br i1 %c, label %then, label %"else block"

then:                                             ; preds = %entry
  %t = add nuw nsw i32 %v, 1
  %w = sext i32 %t to i64
  %e = shufflevector <2 x i32> zeroinitializer, <2 x i32> splat (i32 1), <2 x i32> <i32 0, i32 3>
  call void asm sideeffect "mfence", "~{memory}"() #2, !srcloc !12
  switch i64 %w, label %join [
    i64 0, label %join
    i64 -1, label %"else block"
  ]

"else block":
  %f = fadd fast double 0x3FF8000000000000, 2.5
  %r = tail call fastcc i32 (ptr, ...) @printf(ptr nonnull @.str, i32 %n, double %f) nounwind memory(none) [ "bundle"(i32 %n) ]
  invoke void @other_function(ptr %a)
          to label %join unwind label %pad

pad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @.str
  resume { ptr, i32 } %l

join:
  %phi = phi i32 [ %t, %then ], [ %t, %then ], [ %r, %"else block" ]
  %s1 = select i1 %c, i32 %phi, i32 poison
  %fr = freeze i32 %s1
  ret i32 %fr, !dbg !11
  uselistorder i32 %n, { 1, 0, 2 }
}

define void @other_function(ptr %0) {
  %2 = load ptr, ptr %0
  br label %3
3:
  call void %2(ptr blockaddress(@callee, %join))
  unreachable
}

define i32 @main(i32 %argc, ptr %argv) {
  %s = alloca %struct.inner
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %s, ptr align 1 @pairs, i64 9, i1 false)
  %1 = call i32 @callee(i32 %argc, ptr byval(%struct.inner) %s)
  %2 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %1, i32 %argc)
  %3 = extractvalue { i32, i1 } %2, 0
  %4 = getelementptr { i32, ptr, i64 }, ptr @table, i32 %3, i32 1
  %5 = load ptr, ptr %4
  call void %5(ptr @outside, ptr @alias, ptr @float, ptr @sums, ptr @chosen, ptr @printf)
  %6 = load { i8, [2 x i16] }, ptr @other
  store { i8, [2 x i16] } %6, ptr %s
  call void @other_function(ptr %argv)
  ret i32 %3
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @other_function, ptr null }]
declare void @llvm.dbg.value(metadata, metadata, metadata)

attributes #0 = { nounwind memory(argmem: read) "key"="value {" }
attributes #1 = { alignstack=16 }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!0, !1}

!0 = !{i32 7, !"Dwarf Version", i32 5}
!1 = !{i32 1, !"wchar_size", null}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, emissionKind: FullDebug, globals: !{!4})
!3 = !DIFile(filename: "a b.c", directory: "/tmp", checksumkind: CSK_MD5, checksum: "00")
!4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
!5 = distinct !DIGlobalVariable(name: "pairs", scope: !2, file: !3, line: 3, type: !6, isLocal: true)
!6 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 64, elements: !{!8})
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DISubrange(count: 2, lowerBound: -1)
!9 = distinct !DISubprogram(name: "callee", scope: !3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !{})
!10 = !DILocalVariable(name: "n", arg: 1, scope: !9, file: !3, line: 4, type: !7)
!11 = !DILocation(line: 5, column: 3, scope: !9)
!12 = !{i64 3}

uselistorder_bb @callee, %join, { 1, 0 }
^0 = module: (path: "a", hash: (0, 1))
^1 = flags: 8
