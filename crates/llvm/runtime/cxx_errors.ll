; Messages of exceptions, and the categories of errors that libstdc++ has in its shared library.
; Names of error codes are those of `strerror`; those of futures are here.

declare ptr @strdup(ptr)
declare ptr @strerror(i32)
declare i64 @strlen(ptr)
declare ptr @memcpy(ptr, ptr, i64)
declare ptr @_Znwm(i64)
declare void @_ZdlPv(ptr)
declare void @heddle.announce(ptr)

; Behind the table of virtual functions.
define linkonce_odr void @heddle.set_message(ptr %exception, ptr %text) {
  %place = getelementptr i8, ptr %exception, i64 8
  %copy = call ptr @strdup(ptr %text)
  store ptr %copy, ptr %place
  ret void
}

define linkonce_odr void @heddle.drop_message(ptr %exception) {
  %place = getelementptr i8, ptr %exception, i64 8
  %text = load ptr, ptr %place
  call void @free(ptr %text)
  ret void
}

; An exception with an error code, and with the text of that as its message.
define linkonce_odr void @heddle.set_code(ptr %exception, i32 %code, ptr %category) {
  %code_place = getelementptr i8, ptr %exception, i64 16
  store i32 %code, ptr %code_place
  %category_place = getelementptr i8, ptr %exception, i64 24
  store ptr %category, ptr %category_place
  %text = call ptr @heddle.error_message(ptr %category, i32 %code)
  call void @heddle.set_message(ptr %exception, ptr %text)
  ret void
}

@heddle.error.1 = linkonce_odr constant [25 x i8] c"Future already retrieved\00"
@heddle.error.2 = linkonce_odr constant [26 x i8] c"Promise already satisfied\00"
@heddle.error.3 = linkonce_odr constant [20 x i8] c"No associated state\00"
@heddle.error.4 = linkonce_odr constant [15 x i8] c"Broken promise\00"

define linkonce_odr ptr @heddle.error_message(ptr %category, i32 %code) {
  %future = icmp eq ptr %category, @heddle.category.future
  br i1 %future, label %of_future, label %other
of_future:
  switch i32 %code, label %other [
    i32 1, label %retrieved
    i32 2, label %satisfied
    i32 3, label %state
    i32 4, label %broken
  ]
retrieved:
  ret ptr @heddle.error.1
satisfied:
  ret ptr @heddle.error.2
state:
  ret ptr @heddle.error.3
broken:
  ret ptr @heddle.error.4
other:
  %text = call ptr @strerror(i32 %code)
  ret ptr %text
}

; A std::string: where its characters are, how many, and room for fifteen of them and a zero, or the
; capacity of what is elsewhere.
define linkonce_odr void @heddle.make_string(ptr %string, ptr %text) {
  %length = call i64 @strlen(ptr %text)
  %bytes = add i64 %length, 1
  %room = getelementptr i8, ptr %string, i64 16
  %short = icmp ult i64 %length, 16
  br i1 %short, label %copy, label %allocate
allocate:
  %new = call ptr @_Znwm(i64 %bytes)
  store i64 %length, ptr %room
  br label %copy
copy:
  %data = phi ptr [ %room, %0 ], [ %new, %allocate ]
  store ptr %data, ptr %string
  %size = getelementptr i8, ptr %string, i64 8
  store i64 %length, ptr %size
  %unused = call ptr @memcpy(ptr %data, ptr %text, i64 %bytes)
  ret void
}

; std::error_category: an object that has a table of virtual functions and nothing else. In the
; table: two destructors, name, a message for the old strings, message, default_error_condition, and
; equivalent in two forms.
@heddle.category.generic = linkonce_odr constant ptr getelementptr (i8, ptr @heddle.categories.generic, i64 16)
@heddle.category.system = linkonce_odr constant ptr getelementptr (i8, ptr @heddle.categories.system, i64 16)
@heddle.category.future = linkonce_odr constant ptr getelementptr (i8, ptr @heddle.categories.future, i64 16)
@heddle.categories.generic = linkonce_odr constant [10 x ptr] [ptr null, ptr null, ptr @heddle.keep_category, ptr @heddle.keep_category, ptr @heddle.generic_name, ptr null, ptr @heddle.category_message, ptr @heddle.condition_of_code, ptr @heddle.is_condition, ptr @heddle.is_code]
@heddle.categories.system = linkonce_odr constant [10 x ptr] [ptr null, ptr null, ptr @heddle.keep_category, ptr @heddle.keep_category, ptr @heddle.system_name, ptr null, ptr @heddle.category_message, ptr @heddle.condition_of_code, ptr @heddle.is_condition, ptr @heddle.is_code]
@heddle.categories.future = linkonce_odr constant [10 x ptr] [ptr null, ptr null, ptr @heddle.keep_category, ptr @heddle.keep_category, ptr @heddle.future_name, ptr null, ptr @heddle.category_message, ptr @heddle.condition_of_code, ptr @heddle.is_condition, ptr @heddle.is_code]
@heddle.name.generic = linkonce_odr constant [8 x i8] c"generic\00"
@heddle.name.system = linkonce_odr constant [7 x i8] c"system\00"
@heddle.name.future = linkonce_odr constant [7 x i8] c"future\00"

define linkonce_odr ptr @_ZNSt3_V216generic_categoryEv() {
  ret ptr @heddle.category.generic
}

define linkonce_odr ptr @_ZNSt3_V215system_categoryEv() {
  ret ptr @heddle.category.system
}

define linkonce_odr ptr @_ZSt15future_categoryv() {
  ret ptr @heddle.category.future
}

define linkonce_odr void @heddle.keep_category(ptr %category) {
  ret void
}

define linkonce_odr ptr @heddle.generic_name(ptr %category) {
  ret ptr @heddle.name.generic
}

define linkonce_odr ptr @heddle.system_name(ptr %category) {
  ret ptr @heddle.name.system
}

define linkonce_odr ptr @heddle.future_name(ptr %category) {
  ret ptr @heddle.name.future
}

define linkonce_odr void @heddle.category_message(ptr %result, ptr %category, i32 %code) {
  %text = call ptr @heddle.error_message(ptr %category, i32 %code)
  call void @heddle.make_string(ptr %result, ptr %text)
  ret void
}

; The codes of the system are those of the generic category.
define linkonce_odr { i32, ptr } @heddle.condition_of_code(ptr %category, i32 %code) {
  %system = icmp eq ptr %category, @heddle.category.system
  %of = select i1 %system, ptr @heddle.category.generic, ptr %category
  %first = insertvalue { i32, ptr } poison, i32 %code, 0
  %condition = insertvalue { i32, ptr } %first, ptr %of, 1
  ret { i32, ptr } %condition
}

define linkonce_odr i1 @heddle.is_condition(ptr %category, i32 %code, ptr %condition) {
  %own = call { i32, ptr } @heddle.condition_of_code(ptr %category, i32 %code)
  %own_code = extractvalue { i32, ptr } %own, 0
  %own_category = extractvalue { i32, ptr } %own, 1
  %equal = call i1 @heddle.has_code(ptr %condition, i32 %own_code, ptr %own_category)
  ret i1 %equal
}

define linkonce_odr i1 @heddle.is_code(ptr %category, ptr %error, i32 %condition) {
  %equal = call i1 @heddle.has_code(ptr %error, i32 %condition, ptr %category)
  ret i1 %equal
}

; Whether an error code or condition is this one.
define linkonce_odr i1 @heddle.has_code(ptr %error, i32 %code, ptr %category) {
  %its_code = load i32, ptr %error
  %place = getelementptr i8, ptr %error, i64 8
  %its_category = load ptr, ptr %place
  %same_code = icmp eq i32 %its_code, %code
  %same_category = icmp eq ptr %its_category, %category
  %both = and i1 %same_code, %same_category
  ret i1 %both
}
