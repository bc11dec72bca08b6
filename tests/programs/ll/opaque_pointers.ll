; The same program with opaque pointers, as LLVM 15 and later write them.
%node = type { i32, ptr }

@first = global %node { i32 1, ptr @second }
@second = global %node { i32 2, ptr null }
@table = constant [2 x ptr] [ptr @first, ptr @second]
@text = private unnamed_addr constant [9 x i8] c"sum is 3\00"

declare void @__assert_fail(ptr, ptr, i32, ptr)

define i32 @sum(ptr %start) {
entry:
  br label %test
test:
  %p = phi ptr [ %start, %entry ], [ %next, %body ]
  %total = phi i32 [ 0, %entry ], [ %more, %body ]
  %done = icmp eq ptr %p, null
  br i1 %done, label %out, label %body
body:
  %key = load i32, ptr %p, align 8
  %more = add nsw i32 %total, %key
  %next.at = getelementptr inbounds %node, ptr %p, i64 0, i32 1
  %next = load ptr, ptr %next.at, align 8
  br label %test
out:
  ret i32 %total
}

define i32 @main() {
entry:
  %p = load ptr, ptr @table
  %sum = call i32 @sum(ptr %p)
  %low = load i8, ptr %p
  %wide = zext i8 %low to i32
  %all = add i32 %sum, %wide
  %ok = icmp eq i32 %all, 5
  br i1 %ok, label %good, label %bad
good:
  ret i32 0
bad:
  call void @__assert_fail(ptr @text, ptr null, i32 1, ptr null)
  unreachable
}
