//! What does the runtime have for exceptions of the C++ library?
//!
//! Its classes, written out as LLVM IR: the description of each, its virtual functions, its
//! constructors and destructors; and the functions of the library that throw one of them. Members
//! are where libstdc++ has them, because the headers look at some: behind the table of virtual
//! functions is the message, and behind that the code of an error. `runtime/cxx_exceptions.ll` has
//! what is thrown and caught by, `runtime/cxx_errors.ll` messages and categories of errors.
//!
//! Deviations: the message is a copy of its own for each exception, where libstdc++ shares it;
//! `__throw_out_of_range_fmt` has the format as its message.
//!
//! Not covered: exceptions of streams, of regular expressions and of file systems.

use crate::lower::Unit;
use crate::tree::{Definition, Module};
use std::fmt::Write;

/// What an exception says of itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// Always the same.
    Text(&'static str),
    /// What it was constructed with.
    Message,
    /// What its base class does.
    Inherited,
}

/// Which constructors a class has here; the headers have the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Elsewhere,
    FromMessage,
    /// And by copying and moving.
    FromMessageOrOther,
}

/// A class of the library: as the compiler mangles it, its base class, what it says, and how it is
/// made.
struct Class {
    mangled: &'static str,
    base: Option<&'static str>,
    what: What,
    made: Made,
}

const fn class(mangled: &'static str, base: &'static str, what: What, made: Made) -> Class {
    Class { mangled, base: Some(base), what, made }
}

/// Classes, each after its base class.
const CLASSES: [Class; 19] = [
    Class {
        mangled: "St9exception",
        base: None,
        what: What::Text("std::exception"),
        made: Made::Elsewhere,
    },
    class("St11logic_error", "St9exception", What::Message, Made::FromMessageOrOther),
    class("St13runtime_error", "St9exception", What::Message, Made::FromMessageOrOther),
    class("St12out_of_range", "St11logic_error", What::Inherited, Made::FromMessage),
    class("St16invalid_argument", "St11logic_error", What::Inherited, Made::FromMessage),
    class("St12length_error", "St11logic_error", What::Inherited, Made::FromMessage),
    class("St12domain_error", "St11logic_error", What::Inherited, Made::FromMessage),
    class("St12future_error", "St11logic_error", What::Message, Made::Elsewhere),
    class("St11range_error", "St13runtime_error", What::Inherited, Made::FromMessage),
    class("St14overflow_error", "St13runtime_error", What::Inherited, Made::FromMessage),
    class("St15underflow_error", "St13runtime_error", What::Inherited, Made::FromMessage),
    class("St12system_error", "St13runtime_error", What::Inherited, Made::Elsewhere),
    class("St9bad_alloc", "St9exception", What::Text("std::bad_alloc"), Made::Elsewhere),
    class(
        "St20bad_array_new_length",
        "St9bad_alloc",
        What::Text("std::bad_array_new_length"),
        Made::Elsewhere,
    ),
    class("St8bad_cast", "St9exception", What::Text("std::bad_cast"), Made::Elsewhere),
    class("St10bad_typeid", "St9exception", What::Text("std::bad_typeid"), Made::Elsewhere),
    class("St13bad_exception", "St9exception", What::Text("std::bad_exception"), Made::Elsewhere),
    class(
        "St17bad_function_call",
        "St9exception",
        What::Text("bad_function_call"),
        Made::Elsewhere,
    ),
    class("St12bad_weak_ptr", "St9exception", What::Text("bad_weak_ptr"), Made::Elsewhere),
];

/// What constructors with a message take; each of them comes as `C1` and `C2`.
const TEXT: &str = "PKc";
const STRING: &str = "RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";

/// What a function that throws constructs its exception from.
#[derive(Clone, Copy)]
enum Given {
    Nothing,
    /// Its argument is the message.
    Text,
    /// Its argument is the code of an error, in the category that this function returns.
    Code(&'static str),
}

/// The library's functions that throw, and what they throw.
const THROWERS: [(&str, &str, Given); 16] = [
    ("_ZSt17__throw_bad_allocv", "St9bad_alloc", Given::Nothing),
    ("_ZSt28__throw_bad_array_new_lengthv", "St20bad_array_new_length", Given::Nothing),
    ("_ZSt20__throw_length_errorPKc", "St12length_error", Given::Text),
    ("_ZSt20__throw_out_of_rangePKc", "St12out_of_range", Given::Text),
    ("_ZSt24__throw_out_of_range_fmtPKcz", "St12out_of_range", Given::Text),
    ("_ZSt19__throw_logic_errorPKc", "St11logic_error", Given::Text),
    ("_ZSt21__throw_runtime_errorPKc", "St13runtime_error", Given::Text),
    ("_ZSt24__throw_invalid_argumentPKc", "St16invalid_argument", Given::Text),
    ("_ZSt20__throw_domain_errorPKc", "St12domain_error", Given::Text),
    ("_ZSt19__throw_range_errorPKc", "St11range_error", Given::Text),
    ("_ZSt22__throw_overflow_errorPKc", "St14overflow_error", Given::Text),
    (
        "_ZSt20__throw_system_errori",
        "St12system_error",
        Given::Code("_ZNSt3_V216generic_categoryEv"),
    ),
    ("_ZSt20__throw_future_errori", "St12future_error", Given::Code("_ZSt15future_categoryv")),
    ("_ZSt25__throw_bad_function_callv", "St17bad_function_call", Given::Nothing),
    ("_ZSt16__throw_bad_castv", "St8bad_cast", Given::Nothing),
    ("__cxa_bad_cast", "St8bad_cast", Given::Nothing),
];

/// Types that are no classes, as the compiler mangles them. They can be thrown, and so can pointers
/// to them.
const FUNDAMENTAL: [&str; 23] = [
    "v", "b", "w", "c", "a", "h", "s", "t", "i", "j", "l", "m", "x", "y", "n", "o", "f", "d", "e",
    "Dn", "Du", "Ds", "Di",
];

/// What in the names of undefined functions and variables says that they may be from here.
const PREFIXES: [&str; 6] = ["_ZSt", "_ZNSt", "_ZNKSt", "_ZTI", "_ZTV", "__cxa_"];

const WRITTEN: [&str; 2] =
    [include_str!("../runtime/cxx_exceptions.ll"), include_str!("../runtime/cxx_errors.ll")];

/// What programs are linked with that leave these names undefined; `None` if none of them can be
/// from here.
pub(crate) fn unit<'a>(undefined: impl IntoIterator<Item = &'a str>) -> Option<Unit> {
    let is_cxx = |name: &str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    undefined.into_iter().any(is_cxx).then(|| Unit { path: String::new(), module: module() })
}

/// All of it.
pub(crate) fn module() -> Module {
    let text = text();
    crate::parse(&text).unwrap_or_else(|problem| {
        let (line, _) = problem.line_and_column(&text);
        panic!("the runtime's LLVM IR is well-formed: {problem} in line {line} of its files joined")
    })
}

/// The names of the functions here.
pub(crate) fn defined_functions() -> Vec<String> {
    let module = module();
    let functions = module.symbols.iter().filter(|symbol| match symbol.definition {
        Definition::Function(id) => !module.function(id).is_declaration(),
        Definition::Variable(_) | Definition::Alias { .. } | Definition::IndirectFunction => false,
    });
    functions.filter_map(|symbol| Some(module.names.text(symbol.name?).to_owned())).collect()
}

fn text() -> String {
    let mut text = WRITTEN.join("\n");
    // Writing to a string does not fail.
    let _ = write_types(&mut text);
    for class in &CLASSES {
        let _ = write_class(&mut text, class);
        let _ = write_constructors(&mut text, class);
    }
    for (name, class, given) in THROWERS {
        let _ = write_thrower(&mut text, name, class, given);
    }
    text
}

/// Begins a definition that gives way to one of the program's own.
const DEFINE: &str = "define linkonce_odr";
const CONSTANT: &str = "linkonce_odr constant";

/// The address of the virtual functions in this table, behind what stands before them.
fn table(name: &str) -> String {
    format!("ptr getelementptr (i8, ptr @_ZTV{name}, i64 16)")
}

/// The descriptions of types that are no classes.
fn write_types(text: &mut String) -> std::fmt::Result {
    let fundamental = table("N10__cxxabiv123__fundamental_type_infoE");
    let pointer = table("N10__cxxabiv119__pointer_type_infoE");
    for kind in ["fundamental", "pointer"] {
        let digits = if kind == "fundamental" { 23 } else { 19 };
        writeln!(
            text,
            "@_ZTVN10__cxxabiv1{digits}__{kind}_type_infoE = external constant [11 x ptr]"
        )?;
    }
    for name in FUNDAMENTAL {
        write_name(text, name)?;
        writeln!(
            text,
            "@_ZTI{name} = {CONSTANT} {{ ptr, ptr }} {{ {fundamental}, ptr @_ZTS{name} }}"
        )?;
        for (prefix, flags) in [("P", 0), ("PK", 1)] {
            write_name(text, &format!("{prefix}{name}"))?;
            writeln!(
                text,
                "@_ZTI{prefix}{name} = {CONSTANT} {{ ptr, ptr, i32, ptr }} \
                 {{ {pointer}, ptr @_ZTS{prefix}{name}, i32 {flags}, ptr @_ZTI{name} }}"
            )?;
        }
    }
    Ok(())
}

fn write_name(text: &mut String, mangled: &str) -> std::fmt::Result {
    let size = mangled.len() + 1;
    writeln!(text, "@_ZTS{mangled} = {CONSTANT} [{size} x i8] c\"{mangled}\\00\"")
}

/// The description of a class, its virtual functions, and its destructors.
fn write_class(text: &mut String, class: &Class) -> std::fmt::Result {
    let name = class.mangled;
    write_name(text, name)?;
    match class.base {
        Some(base) => writeln!(
            text,
            "@_ZTI{name} = {CONSTANT} {{ ptr, ptr, ptr }} {{ {}, ptr @_ZTS{name}, ptr @_ZTI{base} }}",
            table("N10__cxxabiv120__si_class_type_infoE")
        )?,
        None => writeln!(
            text,
            "@_ZTVN10__cxxabiv117__class_type_infoE = external constant [11 x ptr]\n\
             @_ZTVN10__cxxabiv120__si_class_type_infoE = external constant [11 x ptr]\n\
             @_ZTI{name} = {CONSTANT} {{ ptr, ptr }} {{ {}, ptr @_ZTS{name} }}",
            table("N10__cxxabiv117__class_type_infoE")
        )?,
    }
    let says = match (class.what, class.base) {
        (What::Inherited, Some(base)) => base,
        (What::Inherited | What::Text(_) | What::Message, _) => name,
    };
    writeln!(
        text,
        "@_ZTV{name} = {CONSTANT} [5 x ptr] [ptr null, ptr @_ZTI{name}, ptr @_ZN{name}D1Ev, \
         ptr @_ZN{name}D0Ev, ptr @_ZNK{says}4whatEv]"
    )?;
    match class.what {
        What::Inherited => {}
        What::Message => writeln!(
            text,
            "{DEFINE} ptr @_ZNK{name}4whatEv(ptr %exception) {{\n  \
             %place = getelementptr i8, ptr %exception, i64 8\n  \
             %text = load ptr, ptr %place\n  ret ptr %text\n}}"
        )?,
        What::Text(shown) => {
            let size = shown.len() + 1;
            writeln!(
                text,
                "@heddle.name.{name} = {CONSTANT} [{size} x i8] c\"{shown}\\00\"\n\
                 {DEFINE} ptr @_ZNK{name}4whatEv(ptr %exception) {{\n  \
                 ret ptr @heddle.name.{name}\n}}"
            )?;
        }
    }
    let destruct = match class.base {
        Some(_) if class.made == Made::FromMessageOrOther => {
            "  call void @heddle.drop_message(ptr %exception)\n".to_owned()
        }
        Some(base) => format!("  call void @_ZN{base}D2Ev(ptr %exception)\n"),
        None => String::new(),
    };
    writeln!(
        text,
        "{DEFINE} void @_ZN{name}D2Ev(ptr %exception) {{\n{destruct}  ret void\n}}\n\
         {DEFINE} void @_ZN{name}D1Ev(ptr %exception) {{\n  \
         call void @_ZN{name}D2Ev(ptr %exception)\n  ret void\n}}\n\
         {DEFINE} void @_ZN{name}D0Ev(ptr %exception) {{\n  \
         call void @_ZN{name}D2Ev(ptr %exception)\n  \
         call void @_ZdlPv(ptr %exception)\n  ret void\n}}"
    )
}

/// The constructors of a class with a message: from a text, from a string, from another one.
fn write_constructors(text: &mut String, class: &Class) -> std::fmt::Result {
    let name = class.mangled;
    let others = match class.made {
        Made::Elsewhere => return Ok(()),
        Made::FromMessage => &[][..],
        Made::FromMessageOrOther => &["RKS_", "OS_"],
    };
    let set = format!(
        "  store {}, ptr %exception\n  \
         call void @heddle.set_message(ptr %exception, ptr %text)\n  ret void\n}}",
        table(name)
    );
    let behind = "getelementptr i8, ptr %other, i64 8";
    for kind in ["C1", "C2"] {
        writeln!(
            text,
            "{DEFINE} void @_ZN{name}{kind}E{TEXT}(ptr %exception, ptr %text) {{\n{set}"
        )?;
        writeln!(
            text,
            "{DEFINE} void @_ZN{name}{kind}E{STRING}(ptr %exception, ptr %string) {{\n  \
             %text = load ptr, ptr %string\n{set}"
        )?;
        for other in others {
            writeln!(
                text,
                "{DEFINE} void @_ZN{name}{kind}E{other}(ptr %exception, ptr %other) {{\n  \
                 %place = {behind}\n  %text = load ptr, ptr %place\n{set}"
            )?;
        }
    }
    Ok(())
}

/// A function of the library that throws.
fn write_thrower(text: &mut String, name: &str, class: &str, given: Given) -> std::fmt::Result {
    let (parameters, size, construct) = match given {
        Given::Nothing => ("", 8, format!("  store {}, ptr %exception\n", table(class))),
        Given::Text => (
            "ptr %text",
            16,
            format!("  call void @_ZN{class}C1E{TEXT}(ptr %exception, ptr %text)\n"),
        ),
        Given::Code(category) => (
            "i32 %code",
            32,
            format!(
                "  %category = call ptr @{category}()\n  \
                 call void @heddle.set_code(ptr %exception, i32 %code, ptr %category)\n  \
                 store {}, ptr %exception\n",
                table(class)
            ),
        ),
    };
    let message = format!("`{}` is thrown and not caught", readable_class(class));
    let length = message.len() + 1;
    writeln!(
        text,
        "@heddle.message.{name} = {CONSTANT} [{length} x i8] c\"{message}\\00\"\n\
         {DEFINE} void @{name}({parameters}) {{\n  \
         %exception = call ptr @__cxa_allocate_exception(i64 {size})\n{construct}  \
         call void @heddle.announce(ptr @heddle.message.{name})\n  \
         call void @__cxa_throw(ptr %exception, ptr @_ZTI{class}, ptr @_ZN{class}D1Ev)\n  \
         ret void\n}}"
    )
}

/// `std::out_of_range` of `St12out_of_range`.
fn readable_class(mangled: &str) -> String {
    let name = mangled.trim_start_matches("St").trim_start_matches(|c: char| c.is_ascii_digit());
    format!("std::{name}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_a_module() {
        assert!(super::module().symbols.len() > 200);
    }
}
