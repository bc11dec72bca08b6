; The increments and decrements of later LLVM versions.
declare void @__VERIFIER_assume(i32)

@x = global i32 2

define void @expect(i32 %a, i32 %b) {
  %eq = icmp eq i32 %a, %b
  %z = zext i1 %eq to i32
  call void @__VERIFIER_assume(i32 %z)
  ret void
}

define i32 @main() {
  %a = atomicrmw uinc_wrap ptr @x, i32 3 seq_cst
  call void @expect(i32 %a, i32 2)
  %b = atomicrmw uinc_wrap ptr @x, i32 3 seq_cst
  call void @expect(i32 %b, i32 3)
  %c = atomicrmw udec_wrap ptr @x, i32 9 seq_cst
  call void @expect(i32 %c, i32 0)
  %d = atomicrmw udec_wrap ptr @x, i32 5 seq_cst
  call void @expect(i32 %d, i32 9)
  %e = load i32, ptr @x
  call void @expect(i32 %e, i32 5)
  ret i32 0
}
