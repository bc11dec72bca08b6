; Thread-local variables as clang 14 mentions them: by their names, without an intrinsic.
@counter = thread_local global i32 5
@array = internal thread_local global [2 x i32] [i32 1, i32 2]

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @__VERIFIER_error()

define ptr @work(ptr %unused) {
  %old = load i32, ptr @counter
  %new = add i32 %old, 1
  store i32 %new, ptr @counter
  %place = getelementptr [2 x i32], ptr @array, i64 0, i64 1
  store i32 %new, ptr %place
  %got = load i32, ptr %place
  %wrong = icmp ne i32 %got, 6
  br i1 %wrong, label %bad, label %good
bad:
  call void @__VERIFIER_error()
  unreachable
good:
  ret ptr null
}

define i32 @main() {
  %thread = alloca i64
  %made = call i32 @pthread_create(ptr %thread, ptr null, ptr @work, ptr null)
  store i32 9, ptr @counter
  %id = load i64, ptr %thread
  %joined = call i32 @pthread_join(i64 %id, ptr null)
  %place = getelementptr [2 x i32], ptr @array, i64 0, i64 1
  %got = load i32, ptr %place
  %wrong = icmp ne i32 %got, 2
  br i1 %wrong, label %bad, label %good
bad:
  call void @__VERIFIER_error()
  unreachable
good:
  ret i32 0
}
