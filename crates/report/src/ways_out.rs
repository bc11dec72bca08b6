//! What can a user do about a function that is not supported? For some there is a better answer
//! than to define it.

/// The functions of a kind, and what to do instead.
const WAYS: [(&[&str], &str); 8] = [
    (
        &["fork", "vfork", "execv", "execve", "system", "waitpid", "wait"],
        "Heddle checks one process: threads can do what others would.",
    ),
    (
        &["setjmp", "_setjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp"],
        "Jumps out of functions are not modelled; results that are returned are.",
    ),
    (
        &["signal", "sigaction", "raise", "kill", "pthread_kill", "alarm", "sigwait"],
        "Signals are not modelled; a thread that does what the handler does comes near.",
    ),
    (
        &["pthread_cancel", "pthread_testcancel"],
        "Cancellation is not modelled; a flag that the thread looks at is.",
    ),
    (
        &["scanf", "__isoc99_scanf", "__isoc23_scanf", "fgets", "getchar", "getline", "read"],
        "Inputs come from __VERIFIER_nondet_int() and its like, or from heddle_choose().",
    ),
    (
        &[
            "fopen", "open", "fclose", "close", "fread", "fwrite", "write", "fputs", "poll",
            "select",
        ],
        "There are no files but the standard streams of printf; memory can take their place.",
    ),
    (
        &["sin", "cos", "tan", "exp", "log", "log2", "log10", "pow", "cbrt", "atan2", "powf"],
        "Only those functions of <math.h> are computed that are defined to the last bit.",
    ),
    (
        &["__cxa_thread_atexit", "__cxa_begin_catch", "__cxa_rethrow"],
        "Destructors of thread-local variables and catching exceptions are not supported.",
    ),
];

/// What to do about a function that nobody defines, beside defining it.
pub(crate) fn way_out(what: &str) -> Option<&'static str> {
    let name = what.strip_prefix("external function `")?.strip_suffix('`')?;
    let is_meant = |(names, _): &&(&[&str], &str)| names.contains(&name);
    WAYS.iter().find(is_meant).map(|(_, way)| *way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_functions_have_a_way_out_of_their_own() {
        assert!(way_out("external function `fork`").is_some_and(|way| way.contains("threads")));
        assert_eq!(way_out("external function `my_fork`"), None);
        assert_eq!(way_out("inline asm `fork`"), None);
    }
}
