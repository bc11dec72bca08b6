; Values of struct and array type: insertvalue, extractvalue, as results, through memory, in phi and select.
%pair = type { i32, { i64, [2 x i8] } }

@g = global %pair { i32 1, { i64, [2 x i8] } { i64 2, [2 x i8] c"\03\04" } }

define %pair @swap(%pair %p, i1 %c) {
entry:
  %a = extractvalue %pair %p, 1, 1, 0
  %b = extractvalue %pair %p, 1, 1, 1
  %p1 = insertvalue %pair %p, i8 %b, 1, 1, 0
  %p2 = insertvalue %pair %p1, i8 %a, 1, 1, 1
  br i1 %c, label %then, label %out
then:
  br label %out
out:
  %r = phi %pair [ %p, %entry ], [ %p2, %then ]
  ret %pair %r
}

declare void @abort()

define i32 @main() {
entry:
  %p = load %pair, ptr @g
  %q = call %pair @swap(%pair %p, i1 true)
  store %pair %q, ptr @g
  %at = getelementptr %pair, ptr @g, i32 0, i32 1, i32 1, i32 0
  %m = load i8, ptr %at
  %n = extractvalue %pair %q, 1, 1, 1
  %s = select i1 false, %pair %p, %pair %q
  %w = extractvalue %pair %s, 1, 0
  %one = insertvalue { i1, i64 } undef, i64 %w, 1
  %two = insertvalue { i1, i64 } %one, i1 true, 0
  %flag = extractvalue { i1, i64 } %two, 0
  %m4 = icmp eq i8 %m, 4
  %n3 = icmp eq i8 %n, 3
  %w2 = icmp eq i64 %w, 2
  %x = and i1 %m4, %n3
  %y = and i1 %x, %w2
  %z = and i1 %y, %flag
  br i1 %z, label %good, label %bad
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
