//! Which functions of the library fail for reasons that lie outside of the program?
//!
//! A full disk or a closed terminal makes any output fail. Both results are explored, where the
//! program looks at the result; a program that ignores it is as cheap as if output never failed.
//! The functions that choose are in `runtime/formatting.heddle`.

use super::fold::Lowered;
use super::function::Body;
use program::Operand;

/// Their names, and what chooses the result, given that of a success.
const OUTSIDE: [(&str, &str); 18] = [
    ("printf", WRITTEN),
    ("fprintf", WRITTEN),
    ("__printf_chk", WRITTEN),
    ("__fprintf_chk", WRITTEN),
    ("__vfprintf_chk", WRITTEN),
    ("vprintf", WRITTEN),
    ("vfprintf", WRITTEN),
    ("puts", WRITTEN),
    ("fputs", WRITTEN),
    ("putchar", WRITTEN),
    ("putchar_unlocked", WRITTEN),
    ("fputc", WRITTEN),
    ("putc", WRITTEN),
    ("fflush", WRITTEN),
    ("__overflow", WRITTEN),
    ("fwrite", "heddle.written_items"),
    ("write", "heddle.written_bytes"),
    ("setvbuf", WRITTEN),
];
const WRITTEN: &str = "heddle.written";

/// The function of the runtime that chooses the result of this one.
pub(super) fn chooser(name: &str) -> Option<&'static str> {
    OUTSIDE.iter().find(|(function, _)| *function == name).map(|(_, chooser)| *chooser)
}

impl Body<'_, '_> {
    /// What a function of the library returns that has succeeded with a value, or failed.
    pub(super) fn result_of(
        &mut self,
        name: &str,
        value: Operand,
        wanted: bool,
    ) -> Lowered<Operand> {
        match chooser(name) {
            Some(chooser) if wanted => self.call_runtime(chooser, vec![value]),
            Some(_) | None => Ok(value),
        }
    }
}
