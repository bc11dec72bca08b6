define i32 @main() {
entry:
  %x = frobnicate the i32 1
  ret i32 %x %%% )(
}
