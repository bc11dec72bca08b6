; As clang writes it on macOS: names that the linker knows by an underscore, and a mutex that begins with a signature.
target datalayout = "e-m:o-i64:64-i128:128-n32:64-S128"
target triple = "arm64-apple-macosx14.0.0"

%struct._opaque_pthread_mutex_t = type { i64, [56 x i8] }

@mutex = global %struct._opaque_pthread_mutex_t { i64 850045863, [56 x i8] zeroinitializer }
@count = global i32 0
@text = private constant [11 x i8] c"count == 2\00"

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @"\01_pthread_join"(i64, ptr)
declare i32 @"\01_pthread_mutex_lock$VARIANT"(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare void @__assert_rtn(ptr, ptr, i32, ptr)

define ptr @work(ptr %unused) {
  %locked = call i32 @"\01_pthread_mutex_lock$VARIANT"(ptr @mutex)
  %old = load i32, ptr @count
  %new = add i32 %old, 1
  store i32 %new, ptr @count
  %unlocked = call i32 @pthread_mutex_unlock(ptr @mutex)
  ret ptr null
}

define i32 @main() {
  %first = alloca i64
  %second = alloca i64
  %a = call i32 @pthread_create(ptr %first, ptr null, ptr @work, ptr null)
  %b = call i32 @pthread_create(ptr %second, ptr null, ptr @work, ptr null)
  %one = load i64, ptr %first
  %two = load i64, ptr %second
  %c = call i32 @"\01_pthread_join"(i64 %one, ptr null)
  %d = call i32 @"\01_pthread_join"(i64 %two, ptr null)
  %total = load i32, ptr @count
  %wrong = icmp ne i32 %total, 2
  br i1 %wrong, label %bad, label %good
bad:
  call void @__assert_rtn(ptr null, ptr null, i32 1, ptr @text)
  unreachable
good:
  ret i32 0
}
