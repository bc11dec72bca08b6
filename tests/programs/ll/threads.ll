; Two threads by hand: weak cmpxchg, fences of every order, syncscope, no debug information at all.
@x = global i64 0
@done = global [2 x i32] zeroinitializer

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @abort() noreturn

define internal ptr @work(ptr noundef %arg) {
entry:
  %me = ptrtoint ptr %arg to i64
  %new = add i64 %me, 1
  fence acquire
  fence release
  fence acq_rel
  fence syncscope("singlethread") seq_cst
  %r = cmpxchg ptr @x, i64 0, i64 %new acq_rel monotonic, align 8
  %ok = extractvalue { i64, i1 } %r, 1
  fence seq_cst
  %slot = getelementptr inbounds [2 x i32], ptr @done, i64 0, i64 %me
  %one = zext i1 %ok to i32
  store i32 %one, ptr %slot
  ret ptr null
}

define i32 @main() {
entry:
  %t = alloca i64, align 8
  %u = alloca i64, align 8
  %created1 = call i32 @pthread_create(ptr %t, ptr null, ptr @work, ptr null)
  %created2 = call i32 @pthread_create(ptr %u, ptr null, ptr @work, ptr inttoptr (i64 1 to ptr))
  %handle1 = load i64, ptr %t
  %joined1 = call i32 @pthread_join(i64 %handle1, ptr null)
  %handle2 = load i64, ptr %u
  %joined2 = call i32 @pthread_join(i64 %handle2, ptr null)
  %a = load i32, ptr @done
  %b = load i32, ptr getelementptr inbounds ([2 x i32], ptr @done, i64 0, i64 1)
  %s = add i32 %a, %b
  %c = icmp eq i32 %s, 1
  br i1 %c, label %good, label %bad
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
