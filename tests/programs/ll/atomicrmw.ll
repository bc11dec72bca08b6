; Every operation of atomicrmw, at 32 and at 8 bits. The checks go through assume and a final choice:
; any wrong result stops the only execution.
declare void @__VERIFIER_assume(i32)

@x = global i32 12
@c = global i8 -128

define void @expect(i32 %a, i32 %b) {
  %eq = icmp eq i32 %a, %b
  %z = zext i1 %eq to i32
  call void @__VERIFIER_assume(i32 %z)
  ret void
}

define i32 @main() {
  %1 = atomicrmw add ptr @x, i32 5 seq_cst
  call void @expect(i32 %1, i32 12)
  %2 = atomicrmw sub ptr @x, i32 20 monotonic
  call void @expect(i32 %2, i32 17)
  %3 = atomicrmw xchg ptr @x, i32 12 acquire
  call void @expect(i32 %3, i32 -3)
  %4 = atomicrmw or ptr @x, i32 3 release
  call void @expect(i32 %4, i32 12)
  %5 = atomicrmw and ptr @x, i32 6 acq_rel
  call void @expect(i32 %5, i32 15)
  %6 = atomicrmw xor ptr @x, i32 5 seq_cst
  call void @expect(i32 %6, i32 6)
  %7 = atomicrmw nand ptr @x, i32 1 seq_cst
  call void @expect(i32 %7, i32 3)
  %8 = atomicrmw max ptr @x, i32 4 seq_cst
  call void @expect(i32 %8, i32 -2)
  %9 = atomicrmw min ptr @x, i32 -9 seq_cst
  call void @expect(i32 %9, i32 4)
  %10 = atomicrmw umax ptr @x, i32 7 seq_cst
  call void @expect(i32 %10, i32 -9)
  %11 = atomicrmw umin ptr @x, i32 7 seq_cst
  call void @expect(i32 %11, i32 -9)
  %12 = atomicrmw volatile add ptr @x, i32 0 seq_cst, align 4
  call void @expect(i32 %12, i32 7)
  %13 = atomicrmw min ptr @c, i8 127 seq_cst
  %14 = sext i8 %13 to i32
  call void @expect(i32 %14, i32 -128)
  %15 = atomicrmw umin ptr @c, i8 127 seq_cst
  %16 = load atomic i8, ptr @c seq_cst, align 1
  %17 = sext i8 %16 to i32
  call void @expect(i32 %17, i32 127)
  %18 = atomicrmw add ptr @c, i8 1 seq_cst
  %19 = load i8, ptr @c
  %20 = sext i8 %19 to i32
  call void @expect(i32 %20, i32 -128)
  ret i32 0
}
