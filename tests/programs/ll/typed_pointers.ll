; Typed pointers, as LLVM 14 writes them, with bitcasts, a struct and an array of pointers.
%node = type { i32, %node* }

@first = global %node { i32 1, %node* @second }
@second = global %node { i32 2, %node* null }
@table = constant [2 x %node*] [%node* @first, %node* @second]
@text = private constant [9 x i8] c"sum is 3\00"

declare void @__assert_fail(i8*, i8*, i32, i8*)

define i32 @sum(%node* %start) {
entry:
  br label %test
test:
  %p = phi %node* [ %start, %entry ], [ %next, %body ]
  %total = phi i32 [ 0, %entry ], [ %more, %body ]
  %done = icmp eq %node* %p, null
  br i1 %done, label %out, label %body
body:
  %key.at = getelementptr inbounds %node, %node* %p, i64 0, i32 0
  %key = load i32, i32* %key.at, align 8
  %more = add nsw i32 %total, %key
  %next.at = getelementptr inbounds %node, %node* %p, i64 0, i32 1
  %next = load %node*, %node** %next.at, align 8
  br label %test
out:
  ret i32 %total
}

define i32 @main() {
entry:
  %at = getelementptr [2 x %node*], [2 x %node*]* @table, i64 0, i64 0
  %p = load %node*, %node** %at
  %sum = call i32 @sum(%node* %p)
  %bytes = bitcast %node* %p to i8*
  %low = load i8, i8* %bytes
  %wide = zext i8 %low to i32
  %all = add i32 %sum, %wide
  %ok = icmp eq i32 %all, 4
  br i1 %ok, label %good, label %bad
good:
  ret i32 0
bad:
  call void @__assert_fail(i8* getelementptr ([9 x i8], [9 x i8]* @text, i64 0, i64 0), i8* null, i32 1, i8* null)
  unreachable
}
