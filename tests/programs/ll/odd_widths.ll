; Integers of odd widths: arithmetic wraps, comparison and extension go by the width, memory rounds up to bytes.
@m = global i24 -1

declare void @abort()

define i1 @check() {
  %a = add i3 5, 4
  %a1 = icmp eq i3 %a, 1
  %b = ashr i5 -16, 2
  %b1 = icmp eq i5 %b, -4
  %c = sext i3 4 to i64
  %c1 = icmp eq i64 %c, -4
  %d = zext i3 -4 to i64
  %d1 = icmp eq i64 %d, 4
  %v = load i24, ptr @m
  %e1 = icmp slt i24 %v, 0
  store i24 74565, ptr @m
  %lo = load i8, ptr @m
  %f1 = icmp eq i8 %lo, 69
  %g = mul i48 20000000, 30000000
  %g1 = icmp eq i48 %g, 37050046578688
  %h = trunc i64 4294967297 to i33
  %h1 = icmp ugt i33 %h, 4294967296
  %k = sub i1 0, 1
  %s1 = and i1 %a1, %b1
  %s2 = and i1 %s1, %c1
  %s3 = and i1 %s2, %d1
  %s4 = and i1 %s3, %e1
  %s5 = and i1 %s4, %f1
  %s6 = and i1 %s5, %g1
  %s7 = and i1 %s6, %h1
  %s8 = and i1 %s7, %k
  ret i1 %s8
}

define i32 @main() {
  %ok = call i1 @check()
  br i1 %ok, label %good, label %bad
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
