; phi nodes that swap, several edges from one block, switch with phi, select between pointers, an unreachable block.
@a = global i32 1
@b = global i32 2

declare void @abort()

define i32 @rotate(i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 1, %entry ], [ %y, %loop ]
  %y = phi i32 [ 2, %entry ], [ %x, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %out
out:
  %r = mul i32 %x, 10
  %r2 = add i32 %r, %y
  ret i32 %r2
never:
  ret i32 -1
}

define i32 @pick(i32 %k) {
entry:
  switch i32 %k, label %other [
    i32 0, label %join
    i32 1, label %join
    i32 -5, label %minus
  ]
minus:
  br label %join
other:
  br label %join
join:
  %v = phi i32 [ 10, %entry ], [ 10, %entry ], [ 20, %minus ], [ 30, %other ]
  ret i32 %v
}

define i32 @main() {
  %r2 = call i32 @rotate(i32 2)
  %r3 = call i32 @rotate(i32 3)
  %p0 = call i32 @pick(i32 1)
  %p1 = call i32 @pick(i32 -5)
  %p2 = call i32 @pick(i32 9)
  %c1 = icmp eq i32 %r2, 21
  %c2 = icmp eq i32 %r3, 12
  %s = add i32 %p0, %p1
  %t = add i32 %s, %p2
  %c3 = icmp eq i32 %t, 60
  %ptr = select i1 %c3, ptr @a, ptr @b
  %v = load i32, ptr %ptr
  %c4 = icmp eq i32 %v, 1
  %d1 = and i1 %c1, %c2
  %d2 = and i1 %d1, %c3
  %d3 = select i1 %d2, i1 %c4, i1 false
  br i1 %d3, label %good, label %bad
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
