//! What do people call a function or a variable?
//!
//! C++ compilers mangle names: `_ZN5queue3popEv` is `queue::pop()`. What is not such a name stays
//! as it is.

use cpp_demangle::{DemangleOptions, Symbol};

/// The name as the source has it.
pub(crate) fn readable(name: &str) -> String {
    let symbol = Symbol::new(name).ok().filter(|_| name.starts_with("_Z"));
    let options = DemangleOptions::new().no_return_type();
    let demangled = symbol.and_then(|symbol| symbol.demangle_with_options(&options).ok());
    demangled.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn names_are_those_of_the_source() {
        assert_eq!(readable("_ZN5queue3popEv"), "queue::pop()");
        assert_eq!(readable("_ZZ4mainENK3$_0clEv"), "main::$_0::operator()() const");
        assert_eq!(readable("main"), "main");
        assert_eq!(readable("_Zebra"), "_Zebra");
    }
}
