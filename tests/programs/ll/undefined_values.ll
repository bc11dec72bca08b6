; Undefined values may be carried around; a branch on one is a violation. The multiplication by zero bits
; that `and` masks away is not.
declare void @abort()

define i32 @carry(i32 %x) {
  %y = add i32 %x, 1
  %z = and i32 %y, 0
  ret i32 %z
}

define i32 @main() {
  %a = call i32 @carry(i32 undef)
  %b = call i32 @carry(i32 poison)
  %sum = add i32 %a, %b
  %zero = icmp eq i32 %sum, 0
  br i1 %zero, label %go, label %bad
go:
  %f = freeze i32 7
  %g = icmp ne i32 %f, 7
  br i1 %g, label %bad, label %next
next:
  %u = icmp eq i32 undef, 3
  br i1 %u, label %good, label %good
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
