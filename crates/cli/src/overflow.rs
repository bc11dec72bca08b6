//! Is signed overflow looked for, and how?
//!
//! What may overflow is a matter of the source: unsigned types and conversions decide it. So clang
//! puts the checks there (`-fsanitize=signed-integer-overflow`, and `shift-base` for signed numbers
//! that are shifted to the left until they do not fit), as traps that say which check has failed,
//! and `llvm` makes violations of those. In LLVM IR it is too late. With `-fwrapv`, nothing
//! overflows; some versions of clang would check all the same.

use crate::arguments::{Check, Extra};
use crate::input::Language;
use crate::{Rejection, property};
use std::ffi::OsString;

const FLAGS: [&str; 2] = [
    "-fsanitize=signed-integer-overflow,shift-base",
    "-fsanitize-trap=signed-integer-overflow,shift-base",
];

/// The flags for the compiler: those of the user, and before them those that check for overflow.
pub(crate) fn compiler_flags(options: &Check) -> Result<Vec<OsString>, Rejection> {
    let property = options.property.as_deref().map(property::name).transpose()?;
    let property = property.map(property::find).transpose()?;
    let is_asked = options.check.contains(&Extra::Overflow)
        || property.is_some_and(|property| property.needs_overflows());
    let mut flags = Vec::new();
    let wraps = options.compiler_flags.iter().any(|flag| flag == "-fwrapv");
    if is_asked && !wraps {
        for file in &options.files {
            if !Language::of(file)?.is_compiled() {
                let message = format!("overflow is not looked for in {}", file.display());
                let help = "the compiler checks for it: give the C or C++ source, or compile it \
                            with -fsanitize=signed-integer-overflow,shift-base -fsanitize-trap=all";
                return Err(Rejection::with_help(message, help));
            }
        }
        flags.extend(FLAGS.map(OsString::from));
    }
    flags.extend(options.compiler_flags.iter().cloned());
    Ok(flags)
}
