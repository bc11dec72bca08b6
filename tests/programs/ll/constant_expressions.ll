; Constant expressions in initialisers and operands: addresses of elements, differences, casts, aliases of names.
%s = type { i8, [4 x i32] }

@"a name" = global %s { i8 7, [4 x i32] [i32 1, i32 2, i32 3, i32 4] }
@inner = global ptr getelementptr inbounds (%s, ptr @"a name", i64 0, i32 1, i64 2)
@number = global i64 ptrtoint (ptr getelementptr (i8, ptr @"a name", i64 4) to i64)
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr (%s, ptr @"a name", i64 0, i32 1, i64 3) to i64), i64 ptrtoint (ptr @"a name" to i64))
@zeros = global [3 x %s] zeroinitializer
@nothing = global i32 undef

declare void @abort()

define i32 @main() {
  %p = load ptr, ptr @inner
  %v = load i32, ptr %p
  %c1 = icmp eq i32 %v, 3
  %n = load i64, ptr @number
  %q = inttoptr i64 %n to ptr
  %w = load i32, ptr %q
  %c2 = icmp eq i32 %w, 1
  %d = load i64, ptr @distance
  %c3 = icmp eq i64 %d, 16
  %z = load i32, ptr getelementptr inbounds ([3 x %s], ptr @zeros, i64 0, i64 2, i32 1, i64 3)
  %c4 = icmp eq i32 %z, 0
  %a = and i1 %c1, %c2
  %b = and i1 %a, %c3
  %c = and i1 %b, %c4
  br i1 %c, label %good, label %bad
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
