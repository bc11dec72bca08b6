; What is frozen may be any value, and is the same wherever it is used: no branch on it is wrong by itself.
define i32 @main() {
  %frozen = freeze i32 undef
  %five = icmp eq i32 %frozen, 5
  br i1 %five, label %one, label %other
one:
  ret i32 0
other:
  ret i32 0
}
