//! What a model does not know about a test never makes it portable: a fixture for each way in which
//! a model and a test do not fit.

use crate::{Asked, Short, both, compile, model, read};
use port::{Case, Model, Pair};
use solver::Backend;

const SB_SYNCS: &str = "PPC SB+syncs\n{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }\n P0 | P1 ;\n \
    li r1,1 | li r1,1 ;\n stw r1,0(r2) | stw r1,0(r2) ;\n sync | sync ;\n \
    lwz r3,0(r4) | lwz r3,0(r4) ;\nexists (0:r3=0 /\\ 1:r3=0)\n";

const SB_LOCKED: &str = "X86 SB+xchgs\n{ 0:EAX=1; 1:EAX=1; }\n P0 | P1 ;\n \
    XCHG [x],EAX | XCHG [y],EAX ;\n MOV EBX,[y] | MOV EBX,[x] ;\n\
    exists (0:EBX=0 /\\ 1:EBX=0)\n";

const MP_RELEASE: &str = "AArch64 MP+rel+acq\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n \
    MOV W0,#1 | LDAR W0,[X1] ;\n STR W0,[X1] | LDR W2,[X3] ;\n STLR W0,[X3] | ;\n\
    exists (1:X0=1 /\\ 1:X2=0)\n";

const SB_RESERVED: &str = "AArch64 SB+ldxrs\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n \
    MOV W0,#1 | MOV W0,#1 ;\n STR W0,[X1] | STR W0,[X1] ;\n LDXR W2,[X3] | LDXR W2,[X3] ;\n\
    exists (0:X2=0 /\\ 1:X2=0)\n";

const MIXED: &str = "AArch64 MP+X+Ws\n{ uint64_t x; 0:X1=x; 1:X1=x; 0:X0=0x100000001; }\n \
    P0 | P1 ;\n STR X0,[X1] | LDR W2,[X1] ;\n | LDR W3,[X1,#4] ;\nexists (1:X2=1 /\\ 1:X3=0)\n";

const C_LOADS: &str = "C MP+rlx\n{}\nP0 (atomic_int* x, atomic_int* y) {\n \
    atomic_store_explicit(x, 1, memory_order_relaxed);\n \
    atomic_store_explicit(y, 1, memory_order_relaxed);\n}\n\
    P1 (atomic_int* x, atomic_int* y) {\n int r0 = atomic_load_explicit(y, memory_order_relaxed);\n \
    int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\nexists (1:r0=1 /\\ 1:r1=0)\n";

const UPDATES: &str = "RISCV updates\n{ 0:x6=x; 0:x5=1; 1:x6=x; 1:x5=1; }\n P0 | P1 ;\n \
    amoadd.w x7,x5,(x6) | amoadd.w x7,x5,(x6) ;\nexists (x=1)\n";

const C_RACE: &str = "C race\n{}\nP0 (int* x, atomic_int* y) {\n *x = 1;\n \
    atomic_store_explicit(y, 1, memory_order_relaxed);\n}\n\
    P1 (int* x) {\n int r0 = *x;\n}\nexists (1:r0=1)\n";

const LOCKS: &str = "C locks\n{}\nP0 (spinlock_t* l, int* x) {\n spin_lock(l);\n \
    WRITE_ONCE(*x, 1);\n spin_unlock(l);\n}\nP1 (spinlock_t* l, int* x) {\n int r0;\n \
    spin_lock(l);\n r0 = READ_ONCE(*x);\n spin_unlock(l);\n}\nexists (1:r0=1)\n";

fn answers(text: &str, from: &Model, to: &Model) -> Vec<Short> {
    let (test, lowered) = read(text);
    let sc = model("sc");
    let pair = Pair { source: from, target: to, sequential: &sc };
    let what = format!("{} from {} to {}", test.name, from.name(), to.name());
    let case = Case::written(&test, &lowered);
    let ask = |asked| both(asked, &case, pair, Backend::Cadical, &what);
    vec![ask(Asked::Traces), ask(Asked::States)]
}

/// Both answers are unknown, and name this.
fn refused(text: &str, from: &str, to: &str, why: &str) {
    for answer in answers(text, &model(from), &model(to)) {
        let Short::Unknown(reason) = &answer else { panic!("{from} to {to}: {answer:?}") };
        assert!(reason.contains(why), "{from} to {to}: {reason}");
    }
}

fn portable(text: &str, from: &str, to: &str) {
    for answer in answers(text, &model(from), &model(to)) {
        assert_eq!(answer, Short::Portable, "{from} to {to}");
    }
}

fn not_portable(text: &str, from: &str, to: &str) {
    for answer in answers(text, &model(from), &model(to)) {
        assert!(matches!(answer, Short::NotPortable(_)), "{from} to {to}: {answer:?}");
    }
}

#[test]
fn a_source_that_does_not_name_a_fence_does_not_allow_what_it_orders() {
    // Neither knows `sync`, and both would allow what it forbids.
    refused(SB_SYNCS, "x86-tso", "aarch64", "the source x86-tso does not name `SYNC`");
    // The target knows it, and everything that is left is sequentially consistent.
    portable(SB_SYNCS, "x86-tso", "power");
    portable(SB_SYNCS, "sc", "power");
}

#[test]
fn a_target_that_does_not_name_a_fence_does_not_forbid_what_it_orders() {
    refused(SB_SYNCS, "power", "x86-tso", "the target x86-tso does not name `SYNC`");
    portable(SB_SYNCS, "power", "sc");
    not_portable(&SB_SYNCS.replace("sync |", "nop |").replace("| sync", "| nop"), "sc", "power");
}

#[test]
fn accesses_with_an_order_need_a_model_that_knows_it() {
    refused(MP_RELEASE, "power", "riscv", "the source power does not name `A`, `L`");
    portable(MP_RELEASE, "aarch64", "aarch64");
    portable(MP_RELEASE, "sc", "aarch64");
}

#[test]
fn a_locked_instruction_of_x86_is_a_fence() {
    refused(SB_LOCKED, "power", "rmo", "does not name `X`");
    portable(SB_LOCKED, "sc", "x86-tso");
}

#[test]
fn accesses_in_parts_need_a_source_that_knows_them() {
    refused(MIXED, "pso", "aarch64", "(`si`)");
    refused(MIXED, "aarch64", "pso", "(`si`)");
    not_portable(MIXED, "sc", "aarch64");
}

/// `A` is an acquire of AArch64, and every atomic access of C: as a target, AArch64 would forbid
/// what relaxed loads do there.
#[test]
fn a_tag_with_two_meanings_is_taken_for_neither() {
    refused(C_LOADS, "x86-tso", "aarch64", "names `A`, which means something else in C");
    not_portable(C_LOADS, "sc", "rc11");
    // x86's locked instructions are fences, and a load with a reservation is none.
    refused(SB_RESERVED, "sc", "x86-tso", "names `X`, which means something else in AArch64");
    not_portable(SB_RESERVED, "sc", "aarch64");
}

/// Accesses of machines would be less than any of the kernel's or of C11's, and a source would
/// allow too much.
#[test]
fn a_model_of_one_language_judges_no_other() {
    const WHY: &str = "the test is in another language";
    let plain = SB_SYNCS.replace("sync |", "nop |").replace("| sync", "| nop");
    for model in ["lkmm", "rc11", "ra", "imm"] {
        refused(&plain, model, "power", WHY);
        refused(&plain, "power", model, WHY);
    }
    refused(C_LOADS, "lkmm", "rc11", WHY);
    refused(LOCKS, "lkmm", "rc11", WHY);
}

#[test]
fn updates_need_a_model_that_makes_them_atomic() {
    // An update that is one event, and a model in which something may come between its halves.
    let free = compile("free.cat", "\"free\"\ninclude \"cos.cat\"\nacyclic po | rf as causal\n");
    let free = Model::new("free.cat", free).unwrap();
    for answer in answers(UPDATES, &free, &free) {
        let Short::Unknown(reason) = &answer else { panic!("{answer:?}") };
        assert!(reason.contains("the source free.cat does not name `RMW`"), "{reason}");
    }
    portable(UPDATES, "sc", "riscv");
}

#[test]
fn locks_need_a_model_that_knows_them() {
    refused(LOCKS, "sc", "lkmm", "which has a meaning of its own");
    refused(LOCKS, "lkmm", "x86-tso", "which has a meaning of its own");
    portable(LOCKS, "lkmm", "lkmm");
}

#[test]
fn a_race_may_do_anything() {
    refused(
        C_RACE,
        "sc",
        "rc11",
        "under the target, the test has an execution that is not defined",
    );
    refused(
        C_RACE,
        "rc11",
        "sc",
        "under the source, the test has an execution that is not defined",
    );
}

#[test]
fn a_target_that_allows_nothing_is_no_answer() {
    let nothing = compile("nothing.cat", "\"nothing\"\ninclude \"cos.cat\"\nempty _ as nothing\n");
    let nothing = Model::new("nothing.cat", nothing).unwrap();
    for answer in answers(SB_SYNCS, &model("sc"), &nothing) {
        let Short::Unknown(reason) = &answer else { panic!("{answer:?}") };
        assert!(reason.contains("no execution of this test is possible"), "{reason}");
    }
}

#[test]
fn models_about_what_no_execution_has_are_refused() {
    let finals = compile(
        "fw.cat",
        "\"finals\"\ninclude \"cos.cat\"\nempty FW; po as finals\n"
            .replace("FW; po", "[FW]; po")
            .as_str(),
    );
    assert!(Model::new("fw.cat", finals).unwrap_err().contains("`FW`"));
    let orders = compile("no.cat", "\"no coherence\"\nacyclic po | rf as causality\n");
    assert!(Model::new("no.cat", orders).unwrap_err().contains("no `co`"));
}
