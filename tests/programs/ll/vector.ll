; Vectors are not supported: it matters only if one is reached.
define i32 @sum(i32 %x) {
  %v = insertelement <2 x i32> undef, i32 %x, i32 0
  %w = insertelement <2 x i32> %v, i32 %x, i32 1
  %s = add <2 x i32> %v, %w
  %r = extractelement <2 x i32> %s, i32 0
  ret i32 %r
}

define i32 @main(i32 %argc, ptr %argv) {
  br i1 false, label %use, label %out
use:
  %r = call i32 @sum(i32 1)
  ret i32 %r
out:
  ret i32 0
}
