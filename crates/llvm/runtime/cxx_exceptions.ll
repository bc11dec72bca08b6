; What compiled code calls to throw and to catch, as the C++ ABI for Itanium has it, and what the
; headers of libstdc++ need for pointers to exceptions. Unlike the `.heddle` files this is LLVM IR:
; each of these functions may throw, allocates, or is in a table of virtual functions. How throws
; and exceptions look in memory, `cxx_exceptions.heddle` says. What a program defines itself is
; preferred to what is here.
;
; Deviations from libstdc++: a throw is apart from its exception also where nothing is thrown again
; by pointer, so that threads that share an exception share no more of it than who owns it.

@heddle.exceptions = external thread_local global [69 x i64]

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @heddle.raise(ptr)
; These are for `llvm::lower`.
declare void @heddle.enter_try(ptr)
declare void @heddle.leave_try()
declare i64 @heddle.select(ptr)
declare void @_ZSt9terminatev()

define linkonce_odr ptr @__cxa_allocate_exception(i64 %size) {
  %all = add i64 %size, 32
  %start = call ptr @malloc(i64 %all)
  store i64 0, ptr %start
  %exception = getelementptr i8, ptr %start, i64 32
  ret ptr %exception
}

define linkonce_odr void @__cxa_free_exception(ptr %exception) {
  %start = getelementptr i8, ptr %exception, i64 -32
  call void @free(ptr %start)
  ret void
}

define linkonce_odr ptr @__cxa_init_primary_exception(ptr %exception, ptr %type, ptr %destructor) {
  %owners = getelementptr i8, ptr %exception, i64 -32
  store i64 0, ptr %owners
  %type_place = getelementptr i8, ptr %exception, i64 -24
  store ptr %type, ptr %type_place
  %destructor_place = getelementptr i8, ptr %exception, i64 -16
  store ptr %destructor, ptr %destructor_place
  %message_place = getelementptr i8, ptr %exception, i64 -8
  store ptr null, ptr %message_place
  ret ptr %exception
}

define linkonce_odr void @heddle.own_exception(ptr %exception) {
  %owners = getelementptr i8, ptr %exception, i64 -32
  %before = atomicrmw add ptr %owners, i64 1 monotonic
  ret void
}

define linkonce_odr void @heddle.disown_exception(ptr %exception) {
  %owners = getelementptr i8, ptr %exception, i64 -32
  %before = atomicrmw sub ptr %owners, i64 1 acq_rel
  %last = icmp eq i64 %before, 1
  br i1 %last, label %destroy, label %done
destroy:
  %place = getelementptr i8, ptr %exception, i64 -16
  %destructor = load ptr, ptr %place
  %none = icmp eq ptr %destructor, null
  br i1 %none, label %free, label %destruct
destruct:
  call void %destructor(ptr %exception)
  br label %free
free:
  call void @__cxa_free_exception(ptr %exception)
  br label %done
done:
  ret void
}

; A throw of an exception that has an owner more than before.
define linkonce_odr void @heddle.throw(ptr %exception) {
  %throw = call ptr @malloc(i64 32)
  store ptr %exception, ptr %throw
  %adjusted = getelementptr i8, ptr %throw, i64 8
  store ptr %exception, ptr %adjusted
  %handlers = getelementptr i8, ptr %throw, i64 16
  store i64 0, ptr %handlers
  %previous = getelementptr i8, ptr %throw, i64 24
  store ptr null, ptr %previous
  call void @heddle.count_thrown(i64 1)
  call void @heddle.raise(ptr %throw)
  ret void
}

define linkonce_odr void @heddle.count_thrown(i64 %change) {
  %place = getelementptr i8, ptr @heddle.exceptions, i64 16
  %before = load i64, ptr %place
  %after = add i64 %before, %change
  store i64 %after, ptr %place
  ret void
}

define linkonce_odr void @__cxa_throw(ptr %exception, ptr %type, ptr %destructor) {
  call ptr @__cxa_init_primary_exception(ptr %exception, ptr %type, ptr %destructor)
  %owners = getelementptr i8, ptr %exception, i64 -32
  store i64 1, ptr %owners
  %announced = getelementptr i8, ptr @heddle.exceptions, i64 32
  %message = load ptr, ptr %announced
  store ptr null, ptr %announced
  %place = getelementptr i8, ptr %exception, i64 -8
  store ptr %message, ptr %place
  call void @heddle.throw(ptr %exception)
  ret void
}

define linkonce_odr void @__cxa_rethrow() {
  %caught = getelementptr i8, ptr @heddle.exceptions, i64 8
  %throw = load ptr, ptr %caught
  %none = icmp eq ptr %throw, null
  br i1 %none, label %nothing, label %again
nothing:
  call void @_ZSt9terminatev()
  unreachable
again:
  %handlers = getelementptr i8, ptr %throw, i64 16
  %count = load i64, ptr %handlers
  %negative = sub i64 0, %count
  store i64 %negative, ptr %handlers
  call void @heddle.count_thrown(i64 1)
  call void @heddle.raise(ptr %throw)
  ret void
}

define linkonce_odr ptr @__cxa_get_exception_ptr(ptr %throw) {
  %place = getelementptr i8, ptr %throw, i64 8
  %adjusted = load ptr, ptr %place
  ret ptr %adjusted
}

define linkonce_odr ptr @__cxa_begin_catch(ptr %throw) {
  %handlers = getelementptr i8, ptr %throw, i64 16
  %count = load i64, ptr %handlers
  %again = icmp slt i64 %count, 0
  %positive = sub i64 0, %count
  %old = select i1 %again, i64 %positive, i64 %count
  %new = add i64 %old, 1
  store i64 %new, ptr %handlers
  call void @heddle.count_thrown(i64 -1)
  %caught = getelementptr i8, ptr @heddle.exceptions, i64 8
  %last = load ptr, ptr %caught
  %known = icmp eq ptr %last, %throw
  br i1 %known, label %done, label %add
add:
  %previous = getelementptr i8, ptr %throw, i64 24
  store ptr %last, ptr %previous
  store ptr %throw, ptr %caught
  br label %done
done:
  %adjusted = call ptr @__cxa_get_exception_ptr(ptr %throw)
  ret ptr %adjusted
}

define linkonce_odr void @__cxa_end_catch() {
  %caught = getelementptr i8, ptr @heddle.exceptions, i64 8
  %throw = load ptr, ptr %caught
  %none = icmp eq ptr %throw, null
  br i1 %none, label %done, label %some
some:
  %handlers = getelementptr i8, ptr %throw, i64 16
  %count = load i64, ptr %handlers
  %previous = getelementptr i8, ptr %throw, i64 24
  %before = load ptr, ptr %previous
  %again = icmp slt i64 %count, 0
  br i1 %again, label %thrown_again, label %handled
thrown_again:
  %fewer = add i64 %count, 1
  store i64 %fewer, ptr %handlers
  %left = icmp eq i64 %fewer, 0
  br i1 %left, label %forget, label %done
forget:
  store ptr %before, ptr %caught
  br label %done
handled:
  %less = sub i64 %count, 1
  store i64 %less, ptr %handlers
  %over = icmp eq i64 %less, 0
  br i1 %over, label %end, label %done
end:
  store ptr %before, ptr %caught
  %exception = load ptr, ptr %throw
  call void @free(ptr %throw)
  call void @heddle.disown_exception(ptr %exception)
  br label %done
done:
  ret void
}

define linkonce_odr ptr @__cxa_current_exception_type() {
  %caught = getelementptr i8, ptr @heddle.exceptions, i64 8
  %throw = load ptr, ptr %caught
  %none = icmp eq ptr %throw, null
  br i1 %none, label %nothing, label %some
nothing:
  ret ptr null
some:
  %exception = load ptr, ptr %throw
  %place = getelementptr i8, ptr %exception, i64 -24
  %type = load ptr, ptr %place
  ret ptr %type
}

; std::uncaught_exceptions and its predecessor.
define linkonce_odr i32 @_ZSt19uncaught_exceptionsv() {
  %place = getelementptr i8, ptr @heddle.exceptions, i64 16
  %count = load i64, ptr %place
  %number = trunc i64 %count to i32
  ret i32 %number
}

define linkonce_odr i1 @_ZSt18uncaught_exceptionv() {
  %number = call i32 @_ZSt19uncaught_exceptionsv()
  %some = icmp ne i32 %number, 0
  ret i1 %some
}

; std::exception_ptr, whose only member is the exception.
define linkonce_odr void @_ZSt17current_exceptionv(ptr %result) {
  store ptr null, ptr %result
  %caught = getelementptr i8, ptr @heddle.exceptions, i64 8
  %throw = load ptr, ptr %caught
  %none = icmp eq ptr %throw, null
  br i1 %none, label %done, label %some
some:
  %exception = load ptr, ptr %throw
  call void @heddle.own_exception(ptr %exception)
  store ptr %exception, ptr %result
  br label %done
done:
  ret void
}

define linkonce_odr void @_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr %pointer) {
  %exception = load ptr, ptr %pointer
  %none = icmp eq ptr %exception, null
  br i1 %none, label %nothing, label %some
nothing:
  call void @_ZSt9terminatev()
  unreachable
some:
  call void @heddle.own_exception(ptr %exception)
  call void @heddle.throw(ptr %exception)
  ret void
}

define linkonce_odr void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %pointer) {
  %exception = load ptr, ptr %pointer
  %none = icmp eq ptr %exception, null
  br i1 %none, label %done, label %some
some:
  call void @heddle.own_exception(ptr %exception)
  br label %done
done:
  ret void
}

define linkonce_odr void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %pointer) {
  %exception = load ptr, ptr %pointer
  %none = icmp eq ptr %exception, null
  br i1 %none, label %done, label %some
some:
  store ptr null, ptr %pointer
  call void @heddle.disown_exception(ptr %exception)
  br label %done
done:
  ret void
}

define linkonce_odr void @_ZNSt15__exception_ptr13exception_ptrC1EPv(ptr %pointer, ptr %exception) {
  store ptr %exception, ptr %pointer
  call void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %pointer)
  ret void
}

define linkonce_odr void @_ZNSt15__exception_ptr13exception_ptrC2EPv(ptr %pointer, ptr %exception) {
  call void @_ZNSt15__exception_ptr13exception_ptrC1EPv(ptr %pointer, ptr %exception)
  ret void
}

define linkonce_odr ptr @_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv(ptr %pointer) {
  %exception = load ptr, ptr %pointer
  %place = getelementptr i8, ptr %exception, i64 -24
  %type = load ptr, ptr %place
  ret ptr %type
}

; std::thread, whose only member is the pthread_t, 0 if it is none.
declare i32 @pthread_join(i64, ptr)

define linkonce_odr void @_ZNSt6thread4joinEv(ptr %thread) {
  %handle = load i64, ptr %thread
  %joinable = icmp ne i64 %handle, 0
  br i1 %joinable, label %join, label %none
join:
  %unused = call i32 @pthread_join(i64 %handle, ptr null)
  store i64 0, ptr %thread
  ret void
none:
  ; EINVAL
  call void @_ZSt20__throw_system_errori(i32 22)
  ret void
}

define linkonce_odr void @_ZNSt6thread6detachEv(ptr %thread) {
  %handle = load i64, ptr %thread
  %joinable = icmp ne i64 %handle, 0
  br i1 %joinable, label %detach, label %none
detach:
  store i64 0, ptr %thread
  ret void
none:
  call void @_ZSt20__throw_system_errori(i32 22)
  ret void
}

; std::nested_exception: a table of virtual functions, and a pointer to the exception that was
; caught when it was made.
@_ZTSSt16nested_exception = linkonce_odr constant [21 x i8] c"St16nested_exception\00"
@_ZTISt16nested_exception = linkonce_odr constant { ptr, ptr } { ptr getelementptr (i8, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 16), ptr @_ZTSSt16nested_exception }
@_ZTVSt16nested_exception = linkonce_odr constant [4 x ptr] [ptr null, ptr @_ZTISt16nested_exception, ptr @_ZNSt16nested_exceptionD1Ev, ptr @_ZNSt16nested_exceptionD0Ev]

define linkonce_odr void @_ZNSt16nested_exceptionD2Ev(ptr %nested) {
  %pointer = getelementptr i8, ptr %nested, i64 8
  call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %pointer)
  ret void
}

define linkonce_odr void @_ZNSt16nested_exceptionD1Ev(ptr %nested) {
  call void @_ZNSt16nested_exceptionD2Ev(ptr %nested)
  ret void
}

define linkonce_odr void @_ZNSt16nested_exceptionD0Ev(ptr %nested) {
  call void @_ZNSt16nested_exceptionD2Ev(ptr %nested)
  call void @_ZdlPv(ptr %nested)
  ret void
}
