//! Which of two versions of a function does a program need?
//!
//! Some functions of the runtime have a version that does more and costs more, named like the
//! function with `heddle.kinds.` in front. A program that can make mutexes of other kinds than the
//! normal one, by a function or by a static initialiser of glibc, gets those. Programs that catch
//! exceptions get those with `heddle.throwing.` in front, those that detach threads the ones with
//! `heddle.detaching.`, and those that can look at errno the ones with `heddle.errno.`. Programs
//! with pointers of four bytes get those with `heddle.narrow.` in front. Of the others they get the
//! ones that are listed here, because neither pointers nor numbers of the type `long` in memory
//! matter to them; what remains is refused.

use super::Unit;
use super::exceptions::Need;
use crate::layout::pointers_of;
use crate::tree::instruction::InstructionKind;
use crate::tree::{Constant, Module, Operand, Type, TypeId};
use base::address::Pointers;
use program::{Block, Function, Global, Instruction, Program, Terminator};
use rustc_hash::FxHashSet;

/// The functions that make other kinds of mutexes possible.
const MAKE_KINDS: [&str; 2] = ["pthread_mutexattr_settype", "mtx_init"];
/// The functions by which threads are detached.
const DETACH: [&str; 3] = ["pthread_attr_setdetachstate", "pthread_detach", "thrd_detach"];
/// The struct of glibc that static initialisers fill in, and which of its members is the kind.
const INITIALISED: &str = "struct.__pthread_mutex_s";
const KIND: usize = 4;
const KIND_IF_NARROW: usize = 3;
/// What the names of the versions for them start with.
pub(crate) const KINDS: &str = "heddle.kinds.";
/// Of those for programs that detach threads.
pub(crate) const DETACHING: &str = "heddle.detaching.";
/// Of those for programs that can look at errno.
pub(crate) const ERRNO: &str = "heddle.errno.";
/// What tells where errno is.
const LOOK_AT_ERRNO: &str = "__errno_location";
/// Of those that functions can be given which throw.
pub(crate) const THROWING: &str = "heddle.throwing.";
/// And of those for pointers of four bytes.
pub(crate) const NARROW: &str = "heddle.narrow.";

/// The variables of the runtime that are pointers.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// What the names of functions start with that are the same with pointers of four bytes. No prefix
/// is that of a function for which it is not true, nor of one of C++.
const SAME_IF_NARROW: [&str; 82] = [
    "heddle.",
    "__heddle_",
    "__VERIFIER_",
    "__assert_",
    "__atomic_",
    "__errno_location",
    "__isoc23_scanf",
    "__isoc99_scanf",
    "_Exit",
    "_exit",
    "abort",
    "abs",
    "atexit",
    "ato",
    "bcmp",
    "bsearch",
    "bzero",
    "call_once",
    "clock",
    "cnd_",
    "exit",
    "feof",
    "ferror",
    "ffs",
    "fgetc",
    "fgets",
    "fileno",
    "fput",
    "free",
    "fwrite",
    "getc",
    "getenv",
    "getpid",
    "gettid",
    "gettimeofday",
    "is",
    "llabs",
    "lrand48",
    "mem",
    "mtx_",
    "nanosleep",
    "perror",
    "poll",
    "pthread_",
    "put",
    "qsort",
    "quick_exit",
    "rand",
    "reach_error",
    "scanf",
    "sched_",
    "select",
    "sem_",
    "setbuf",
    "setlocale",
    "setvbuf",
    "sleep",
    "srand",
    "stpcpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strerror",
    "strlen",
    "strn",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "sysconf",
    "thrd_",
    "timespec_get",
    "to",
    "tss_",
    "usleep",
    "vfprintf",
    "vprintf",
    "write",
];

/// Whether a program that calls the `missing` functions can make mutexes of other kinds.
pub(crate) fn makes_kinds(units: &[Unit], missing: &FxHashSet<&str>) -> bool {
    MAKE_KINDS.iter().any(|function| missing.contains(function))
        || units.iter().any(|unit| initialises_kinds(&unit.module))
}

/// Whether a program that calls the `missing` functions can look at errno.
pub(crate) fn looks_at_errno(missing: &FxHashSet<&str>) -> bool {
    missing.contains(LOOK_AT_ERRNO)
}

/// Whether a program that calls the `missing` functions can detach threads.
pub(crate) fn detaches(missing: &FxHashSet<&str>) -> bool {
    DETACH.iter().any(|function| missing.contains(function))
}

/// Whether a module has a constant that is a mutex of another kind.
fn initialises_kinds(module: &Module) -> bool {
    let has_name = |name| module.names.text(name) == INITIALISED;
    let is_mutex = |of: TypeId| match module.types.get(of) {
        Type::Named(named) => {
            let name = module.types.named[named.0 as usize].name;
            name.is_some_and(has_name)
        }
        _ => false,
    };
    if !module.types.named.iter().any(|named| named.name.is_some_and(has_name)) {
        return false;
    }
    let kind = if pointers_of(module) == Pointers::Narrow { KIND_IF_NARROW } else { KIND };
    // An initialiser that is assigned leads to its members one by one.
    let leads_to_kind = |instruction: &InstructionKind| {
        let InstructionKind::GetElementPointer { source, indices, .. } = instruction else {
            return false;
        };
        let constant = |operand| match operand {
            Operand::Constant(constant) => match module.constants.get(constant) {
                Constant::Integer { low, .. } => Some(*low),
                _ => None,
            },
            _ => None,
        };
        is_mutex(*source)
            && indices.last().is_some_and(|last| constant(last.operand) == Some(kind as u64))
    };
    let blocks = module.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    if instructions.any(|instruction| leads_to_kind(&instruction.kind)) {
        return true;
    }
    module.constants.iter().any(|(of, constant)| match constant {
        Constant::Aggregate(parts) if is_mutex(of) => parts.get(kind).is_some_and(|kind| {
            matches!(module.constants.get(*kind), Constant::Integer { low: 1.., .. })
        }),
        _ => false,
    })
}

/// The runtime with the right versions for a program that calls the `missing` functions.
pub(super) fn choose(
    units: &[Unit],
    runtime: &Program,
    missing: &FxHashSet<&str>,
    pointers: Pointers,
    need: Need,
) -> Program {
    let mut chosen = runtime.clone();
    if need == Need::Catching {
        prefer(&mut chosen, THROWING);
    }
    if looks_at_errno(missing) {
        prefer(&mut chosen, ERRNO);
    }
    if detaches(missing) {
        prefer(&mut chosen, DETACHING);
    }
    if makes_kinds(units, missing) {
        prefer(&mut chosen, KINDS);
    }
    if pointers == Pointers::Narrow {
        let is_wide = |name: &str| missing.contains(name) && !is_same_if_narrow(runtime, name);
        for function in chosen.functions.iter_mut().filter(|function| is_wide(&function.name)) {
            refuse(function);
        }
        prefer(&mut chosen, NARROW);
        for stream in chosen.globals.iter_mut().filter(|each| STREAMS.contains(&&*each.name)) {
            shorten(stream, pointers);
        }
    }
    chosen
}

/// Makes a variable that is a pointer one of the target's.
fn shorten(variable: &mut Global, pointers: Pointers) {
    let Ok(address) = variable.bytes[..].try_into().map(u64::from_le_bytes) else { return };
    let size = usize::from(pointers.bytes());
    variable.bytes = pointers.stored(address).to_le_bytes()[..size].to_vec();
    variable.size = size as u64;
}

/// Whether a function is for pointers of four bytes, too, or has a version that is.
fn is_same_if_narrow(runtime: &Program, name: &str) -> bool {
    SAME_IF_NARROW.iter().any(|same| name.starts_with(same))
        || runtime.function_named(&format!("{NARROW}{name}")).is_some()
}

/// Replaces what a function does by the complaint that it is not there.
fn refuse(function: &mut Function) {
    let what = format!("`{}` on a 32-bit target", function.name);
    let mut block = Block::new("entry", Terminator::Unreachable);
    block.push(Instruction::Unsupported { what }, None);
    function.blocks = vec![block];
}

/// Puts the versions with this prefix into the places of the plain ones.
fn prefer(chosen: &mut Program, prefix: &str) {
    for index in 0..chosen.functions.len() {
        let Some(plain) = chosen.functions[index].name.strip_prefix(prefix).map(str::to_owned)
        else {
            continue;
        };
        // Calls go by number, so the bodies change places, and the names stay.
        if let Some(other) = chosen.function_named(&plain) {
            let (one, other) = (index, other.index());
            chosen.functions.swap(one, other);
            let (low, high) = (one.min(other), one.max(other));
            let (left, right) = chosen.functions.split_at_mut(high);
            std::mem::swap(&mut left[low].name, &mut right[0].name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_for_those_who_make_them() {
        let runtime = crate::runtime(crate::Inputs::default());
        let registers = |program: &Program| {
            let lock = program.function_named("pthread_mutex_lock").expect("there is one");
            program.function(lock).registers.len()
        };
        let choose = |missing| choose(&[], &runtime, &missing, Pointers::Wide, Need::Nothing);
        let plain = choose(FxHashSet::from_iter(["pthread_mutex_lock"]));
        let kinds = choose(FxHashSet::from_iter(["pthread_mutexattr_settype"]));
        assert_eq!(plain, runtime);
        assert!(registers(&kinds) > registers(&plain));
        assert_eq!(program::verify(&kinds), Ok(()));
    }
}
