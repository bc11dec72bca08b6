; Vectors whose length only the machine knows are not supported, and here one is reached.
define i32 @main() {
  %v = insertelement <vscale x 2 x i32> undef, i32 1, i32 0
  %r = extractelement <vscale x 2 x i32> %v, i32 0
  ret i32 %r
}
