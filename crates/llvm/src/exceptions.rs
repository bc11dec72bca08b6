//! What does the runtime have for exceptions of the C++ library?
//!
//! Exceptions are not caught, so nobody looks into one: its class is a name, its constructors do
//! nothing, and what throws it in the library's place ends the program with a message that names
//! it. (`runtime/cxx.heddle` has the function that does, `heddle.throw`.)
//!
//! Not covered: programs that make exceptions and look at them without throwing; what looks at one
//! (`what`) stays undefined.

use std::fmt::Write;

/// Classes, as the compiler mangles them.
const CLASSES: [&str; 16] = [
    "St9exception",
    "St13runtime_error",
    "St11logic_error",
    "St12out_of_range",
    "St16invalid_argument",
    "St12length_error",
    "St12domain_error",
    "St11range_error",
    "St14overflow_error",
    "St15underflow_error",
    "St9bad_alloc",
    "St20bad_array_new_length",
    "St12system_error",
    "St12future_error",
    "St17bad_function_call",
    "St8bad_cast",
];

/// Those of them that are constructed with a message, or with a string; the headers have the
/// constructors of the others.
const WITH_MESSAGE: [&str; 9] = [
    "St13runtime_error",
    "St11logic_error",
    "St12out_of_range",
    "St16invalid_argument",
    "St12length_error",
    "St12domain_error",
    "St11range_error",
    "St14overflow_error",
    "St15underflow_error",
];

/// What these constructors take, which all come as `C1` and `C2`.
const TAKEN: [&str; 2] = ["PKc", "RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"];

/// The library's functions that throw, and what they throw.
const THROWERS: [(&str, &str); 15] = [
    ("_ZSt17__throw_bad_allocv", "std::bad_alloc"),
    ("_ZSt28__throw_bad_array_new_lengthv", "std::bad_array_new_length"),
    ("_ZSt20__throw_length_errorPKc", "std::length_error"),
    ("_ZSt20__throw_out_of_rangePKc", "std::out_of_range"),
    ("_ZSt24__throw_out_of_range_fmtPKcz", "std::out_of_range"),
    ("_ZSt19__throw_logic_errorPKc", "std::logic_error"),
    ("_ZSt21__throw_runtime_errorPKc", "std::runtime_error"),
    ("_ZSt24__throw_invalid_argumentPKc", "std::invalid_argument"),
    ("_ZSt20__throw_domain_errorPKc", "std::domain_error"),
    ("_ZSt22__throw_overflow_errorPKc", "std::overflow_error"),
    ("_ZSt20__throw_system_errori", "std::system_error"),
    ("_ZSt20__throw_future_errori", "std::future_error"),
    ("_ZSt25__throw_bad_function_callv", "std::bad_function_call"),
    ("_ZSt16__throw_bad_castv", "std::bad_cast"),
    ("__cxa_bad_cast", "std::bad_cast"),
];

/// The functions and constants, in the text form of `program`.
pub(crate) fn functions() -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    for class in CLASSES {
        let _ = write!(text, "constant @_ZTI{class} : 24\nconstant @_ZTV{class} : 40\n");
        let constructors = if WITH_MESSAGE.contains(&class) { &["C1", "C2"][..] } else { &[] };
        for (kind, taken) in constructors.iter().flat_map(|kind| TAKEN.map(|taken| (kind, taken))) {
            let _ = write!(
                text,
                "function @_ZN{class}{kind}E{taken}(%exception, %message) {{\nentry:\n  return\n}}\n"
            );
        }
        // Nobody can make a system_error, whose text is in the library.
        let destructors = if class == "St12system_error" { &[][..] } else { &["D1", "D2"] };
        for kind in destructors {
            let _ =
                write!(text, "function @_ZN{class}{kind}Ev(%exception) {{\nentry:\n  return\n}}\n");
        }
    }
    for (name, class) in THROWERS {
        let message = format!("{class} is thrown and not caught");
        let size = message.len() + 1;
        let _ = write!(
            text,
            "constant @heddle.message.{name} : {size} = \"{message}\\00\"\n\
             function @{name}() {{\nentry:\n  call @heddle.throw(@heddle.message.{name})\n  \
             unreachable\n}}\n"
        );
    }
    text
}

/// Whether a function of the runtime may throw: the lowering then counts calls in `try` blocks.
pub(crate) fn throws(name: &str) -> bool {
    name == "__cxa_throw"
        || name.starts_with("_ZNSt6thread")
        || THROWERS.iter().any(|(thrower, _)| *thrower == name)
}
